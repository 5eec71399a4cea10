package jsonl

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/stolb/stolb/record"
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

func (w *writer) int(n int64) {
	w.separate()
	w.dst = strconv.AppendInt(w.dst, n, 10)
}

func (w *writer) bool(b bool) {
	w.separate()
	w.dst = strconv.AppendBool(w.dst, b)
}

func (w *writer) strings(list []string) {
	w.open('[')
	for _, s := range list {
		w.string(s)
	}
	w.close(']')
}

// fen writes a position, "" if it is not known what is played.
func (w *writer) fen(p *record.Position) {
	w.separate()
	w.dst = append(w.dst, '"')
	if p.Variant != record.UnknownVariant {
		w.dst = p.AppendFEN(w.dst) // which has no character that needs an escape
	}
	w.dst = append(w.dst, '"')
}

// string writes a string with as few escapes as can be, except that the two
// characters that end lines in JavaScript have one.
func (w *writer) string(s string) {
	w.separate()
	w.dst = append(w.dst, '"')
	from := 0 // what comes before it is written
	for i, r := range s {
		if r >= ' ' && r != '"' && r != '\\' && r < '\u2028' {
			continue
		}
		n := utf8.RuneLen(r)
		switch {
		case r < ' ' || r == '"' || r == '\\':
			w.dst = append(w.dst, s[from:i]...)
			var room [8]byte
			quoted, _ := jsontext.AppendQuote(room[:0], s[i:i+1]) // fails on no ASCII
			w.dst = append(w.dst, quoted[1:len(quoted)-1]...)
		case r == '\u2028' || r == '\u2029':
			w.dst = append(append(w.dst, s[from:i]...), `\u202`...)
			w.dst = append(w.dst, "89"[r-'\u2028'])
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], string(r)):
			n = 1
			w.dst = append(w.dst, s[from:i]...)
			w.bytes(s[i])
		default:
			continue
		}
		from = i + n
	}
	w.dst = append(append(w.dst, s[from:]...), '"')
}

// bytes writes a byte that is not UTF-8.
func (w *writer) bytes(b byte) {
	w.invalid = true
	if w.escape == "" {
		w.dst = append(w.dst, `\ufffd`...)
		return
	}
	const digits = "0123456789abcdef"
	w.dst = append(append(w.dst, w.escape...), digits[b>>4], digits[b&0xf])
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
