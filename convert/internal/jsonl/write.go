package jsonl

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// inLanguages returns the options of lines without an escape, by language.
var inLanguages = sync.OnceValue(func() (all []json.Options) {
	for _, l := range message.Languages() {
		all = append(all, options(l, 0))
	}
	return all
})

// appendLine appends a line. It returns an error if some text is not UTF-8.
func appendLine(dst []byte, l *line, o ...json.Options) ([]byte, error) {
	text := bytes.NewBuffer(dst)
	if err := json.MarshalWrite(text, l, o...); err != nil {
		return dst, err
	}
	text.WriteByte('\n')
	return text.Bytes(), nil
}

// Append appends the line of a game, with messages in the given language.
//
// The line contains the variant even if the record has none and it was given to replay.Judge, so
// that it is part of the record when the line is read again. A game whose line would be longer than
// grammar.MaxJSON is written as its text, with a fault that says so.
func Append(dst []byte, r *replay.Report, in message.Language) []byte {
	start := len(dst)
	l := verdictOf(r)
	l.Claims, l.Legal, l.MoreLegal = r.Claims, r.Legal, r.MoreLegal
	l.Record = recordOf(r.Game, r.Variant)
	dst, err := appendLine(dst, l, inLanguages()[in])
	if err != nil {
		l.Record.Escape = withBytes
		dst, _ = appendLine(dst, l, options(in, withBytes))
	}
	n := len(dst) - start
	if n <= grammar.MaxJSON {
		return dst
	}
	g := &record.Game{
		Source: r.Game.Source, Text: r.Game.Text[:min(len(r.Game.Text), grammar.MaxGame)],
		Format: r.Game.Format, Variant: r.Variant,
		Faults: []record.Fault{{
			Code: record.TooLarge, Severity: record.Unreadable,
			Message: message.Of("json.too-long", "n", n, "most", grammar.MaxJSON),
		}},
	}
	return Append(dst[:start], &replay.Report{
		Game: g, Variant: r.Variant, Verdict: replay.Unreadable, Faults: g.Faults,
	}, in)
}

// AppendVerdict appends the line of "stolb check --format json" for a game: that of Append without
// the record and other additions. Messages are in the given language.
func AppendVerdict(dst []byte, r *replay.Report, l message.Language) []byte {
	dst, _ = appendLine(dst, verdictOf(r), inLanguages()[l], jsontext.AllowInvalidUTF8(true))
	return dst
}

// escape is the first part of an escaped byte: U+FFFD, whose own bytes are escaped.
const escape = "\ufffd"

// escapes are the values of the member escape.
var escapes = []string{"", escape}

var (
	// strange matches U+FFFD, and each byte that is not UTF-8.
	strange     = regexp.MustCompile(escape)
	escapedByte = regexp.MustCompile(escape + `[0-9a-f]{2}`)
)

// escaped replaces the bytes of what is strange by the escape and two hexadecimal digits each.
func escaped(s string) string {
	return strange.ReplaceAllStringFunc(s, func(found string) (text string) {
		for _, b := range []byte(found) {
			text += fmt.Sprintf("%s%02x", escape, b)
		}
		return text
	})
}

// unescaped is the inverse of escaped.
func unescaped(s string) string {
	return escapedByte.ReplaceAllStringFunc(s, func(b string) string {
		n, _ := strconv.ParseUint(b[len(escape):], 16, 8) // two hexadecimal digits
		return string([]byte{byte(n)})
	})
}
