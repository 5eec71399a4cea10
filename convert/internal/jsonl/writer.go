package jsonl

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/stolb/stolb/record/message"
)

// writer appends JSON to dst. Commas follow from what was written last.
type writer struct {
	dst      []byte
	language message.Language // of messages
	escape   string           // written before the two digits of a byte that is not UTF-8
	invalid  bool             // there was such a byte
}

// separate writes a comma, if the next name or value needs one.
func (w *writer) separate() {
	switch w.dst[len(w.dst)-1] {
	case '{', '[', ':':
	default:
		w.dst = append(w.dst, ',')
	}
}

// open begins an object or array.
func (w *writer) open(delimiter byte) {
	w.separate()
	w.dst = append(w.dst, delimiter)
}

func (w *writer) close(delimiter byte) { w.dst = append(w.dst, delimiter) }

// key writes a member's name.
func (w *writer) key(name string) *writer {
	w.separate()
	w.dst = append(append(append(w.dst, '"'), name...), '"', ':')
	return w
}

// lineEnds has the characters that end lines in JavaScript, and in some programs that read
// line by line.
var lineEnds = strings.NewReplacer("\u2028", `\u2028`, "\u2029", `\u2029`)

// string writes a string with as few escapes as can be, except for lineEnds.
func (w *writer) string(s string) {
	w.separate()
	if !utf8.ValidString(s) {
		w.invalid = true
		s = escaped(s, w.escape)
	}
	at := len(w.dst)
	w.dst, _ = jsontext.AppendQuote(w.dst, s)            // fails on no valid UTF-8
	if strings.Contains(s, "\u2028"[:len("\u2028")-1]) { // as both begin
		w.dst = append(w.dst[:at], lineEnds.Replace(string(w.dst[at:]))...)
	}
}

// escaped returns a string with its bytes that are not UTF-8 as the escape and two digits;
// before the escape is known, with the replacement character for them.
func escaped(s, escape string) string {
	if escape == "" {
		return strings.ToValidUTF8(s, string(utf8.RuneError))
	}
	var b strings.Builder
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], string(r)) {
			fmt.Fprintf(&b, "%s%02x", escape, s[i])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// escapeFor returns a run of replacement characters that is longer than any in
// the line, so that no text of it can be taken for an escaped byte.
func escapeFor(line []byte) string {
	longest, run := 0, 0
	for _, r := range string(line) {
		if run++; r != utf8.RuneError {
			run = 0
		}
		longest = max(longest, run)
	}
	return strings.Repeat(string(utf8.RuneError), longest+1)
}

// unescape puts back the bytes that are not UTF-8 and were written as the escape
// and two digits.
func unescape(s, escape string) string {
	if escape == "" || !strings.Contains(s, escape) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if rest, ok := strings.CutPrefix(s[i:], escape); ok && len(rest) >= 2 {
			if n, err := strconv.ParseUint(rest[:2], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += len(escape) + 2
				continue
			}
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		b.WriteString(s[i : i+n])
		i += n
	}
	return b.String()
}
