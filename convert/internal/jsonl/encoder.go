package jsonl

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/record/message"
)

// encoder appends JSON to dst. A value of a game's strings, numbers and truth
// values alone takes no reflection to be written; TestWriterAgainstEncodingJSON
// holds it against encoding/json.
type encoder struct {
	dst      []byte
	words    *wordTable
	language message.Language // of messages
	escape   string           // stands before the two digits of a byte that is not UTF-8
	invalid  bool             // there was such a byte, and no escape
	said     []byte           // room for messages
}

// escapeFor returns a run of replacement characters that is longer than any in
// the line, so that no text of it can be taken for an escaped byte.
func escapeFor(line []byte) string {
	longest, run := 0, 0
	for i := 0; i < len(line); {
		r, n := utf8.DecodeRune(line[i:])
		if run++; r != utf8.RuneError {
			run = 0
		}
		longest = max(longest, run)
		i += n
	}
	return strings.Repeat(string(utf8.RuneError), longest+1)
}

const hexDigits = "0123456789abcdef"

// plain has the ASCII characters that stand for themselves in a string.
var plain = func() (plain [utf8.RuneSelf]bool) {
	for c := range plain {
		plain[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return plain
}()

func (e *encoder) string(s string) { quote(e, s) }

// message writes what a message says.
func (e *encoder) message(m message.Message) {
	e.said = m.AppendIn(e.said[:0], e.language)
	quote(e, e.said)
}

func quote[T string | []byte](e *encoder, s T) {
	dst := append(e.dst, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if plain[c] {
				i++
				continue
			}
			dst = append(dst, s[from:i]...)
			switch c {
			case '"', '\\':
				dst = append(dst, '\\', c)
			case '\b':
				dst = append(dst, `\b`...)
			case '\f':
				dst = append(dst, `\f`...)
			case '\n':
				dst = append(dst, `\n`...)
			case '\r':
				dst = append(dst, `\r`...)
			case '\t':
				dst = append(dst, `\t`...)
			default:
				dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xf])
			}
			i++
			from = i
			continue
		}
		r, n := utf8.DecodeRuneInString(string(s[i:min(len(s), i+utf8.UTFMax)]))
		switch {
		case r == utf8.RuneError && n == 1:
			dst = append(dst, s[from:i]...)
			if e.escape == "" {
				e.invalid = true
				dst = append(dst, `\ufffd`...)
			} else {
				dst = append(dst, e.escape...)
				dst = append(dst, hexDigits[c>>4], hexDigits[c&0xf])
			}
			from = i + 1
		case r == '\u2028' || r == '\u2029': // they end lines in JavaScript
			dst = append(dst, s[from:i]...)
			dst = append(dst, `\u202`...)
			dst = append(dst, hexDigits[r&0xf])
			from = i + n
		}
		i += n
	}
	dst = append(dst, s[from:]...)
	e.dst = append(dst, '"')
}

func (e *encoder) int(n int64) { e.dst = strconv.AppendInt(e.dst, n, 10) }

// name begins a member: a comma where it is not the first, the name, a colon.
func (e *encoder) name(name string) {
	if c := e.dst[len(e.dst)-1]; c != '{' {
		e.dst = append(e.dst, ',')
	}
	e.dst = append(e.dst, '"')
	e.dst = append(e.dst, name...)
	e.dst = append(e.dst, '"', ':')
}

// member writes a member that is left out where it is "".
func (e *encoder) member(name, value string) {
	if value != "" {
		e.name(name)
		e.string(value)
	}
}

// number writes a member that is left out where it is 0.
func (e *encoder) number(name string, n int64) {
	if n != 0 {
		e.name(name)
		e.int(n)
	}
}

func (e *encoder) points(name string, n float64) {
	if n != 0 && !math.IsNaN(n) {
		e.name(name)
		e.dst = strconv.AppendFloat(e.dst, min(max(n, -math.MaxFloat64), math.MaxFloat64), 'g', -1, 64)
	}
}

// array writes an array of what write writes of each value.
func array[T any](e *encoder, values []T, write func(*T)) {
	e.dst = append(e.dst, '[')
	for i := range values {
		if i > 0 {
			e.dst = append(e.dst, ',')
		}
		write(&values[i])
	}
	e.dst = append(e.dst, ']')
}

// arrayOf writes such an array as a member that is left out where it is empty.
func arrayOf[T any](e *encoder, name string, values []T, write func(*T)) {
	if len(values) > 0 {
		e.name(name)
		array(e, values, write)
	}
}

func (e *encoder) strings(list []string) { array(e, list, func(s *string) { e.string(*s) }) }

// list writes a member that is left out where it is empty.
func (e *encoder) list(name string, list []string) {
	arrayOf(e, name, list, func(s *string) { e.string(*s) })
}
