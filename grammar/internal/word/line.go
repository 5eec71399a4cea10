package word

import (
	"strings"
	"unicode/utf8"
)

// IsEnd says whether a byte ends a line.
func IsEnd(b byte) bool { return b == '\n' || b == '\r' }

// IsDigit says whether c is a digit of ASCII.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

// IsLatin says whether c is a letter of ASCII.
func IsLatin(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// WithoutSpace returns a text without its spaces of any kind.
func WithoutSpace(s string) string {
	return strings.Map(func(r rune) rune {
		if IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// SkipBlank returns the offset of the first character from i on that is no
// space within a line.
func SkipBlank(text string, i int) int {
	for i < len(text) {
		switch c := text[i]; {
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			i++
		case c < utf8.RuneSelf, c == 0xd0, c == 0xd1: // Cyrillic
			return i
		default:
			r, w := utf8.DecodeRuneInString(text[i:])
			if !IsSpace(r) {
				return i
			}
			i += w
		}
	}
	return i
}

// LineStep is how many bytes are searched for one kind of line end before the
// other: where a file has CRs alone, each line would else be searched for an LF
// as far as there is text.
const LineStep = 256

// FirstLineEnd returns where the first line of text ends, -1 where it does not.
func FirstLineEnd(text string) int {
	for at := 0; at < len(text); at += LineStep {
		step := text[at:min(len(text), at+LineStep)]
		i := strings.IndexByte(step, '\n')
		if i >= 0 {
			step = step[:i]
		}
		if j := strings.IndexByte(step, '\r'); j >= 0 {
			return at + j
		}
		if i >= 0 {
			return at + i
		}
	}
	return -1
}

// LineEnd returns where the line of a text ends in which byte at is.
func LineEnd(text string, at int) int {
	if i := FirstLineEnd(text[at:]); i >= 0 {
		return at + i
	}
	return len(text)
}
