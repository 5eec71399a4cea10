package word

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/record"
)

// FileOf returns the file that a letter means. Small Latin letters are the notation (Codex 1.10,
// Adiukh 7.1); all others are repaired.
//
// A Cyrillic letter is read by its look if it resembles a file letter (а, е, с; the capitals Ь, В
// and Н, and the small forms of the last two), otherwise by its sound: "а, бэ, це, дэ, е, эф, же,
// аш" (Codex 1.10), and г and х in the usual transcription, g and h. A letter has only one reading,
// except those that lexers choose by context: б is also a 6, х also a capture sign, д also a
// promotion mark.
func FileOf(r rune) (file byte, code record.Code, ok bool) {
	switch {
	case r >= 'a' && r <= 'l':
		return byte(r), "", true
	case r >= 'A' && r <= 'L':
		return byte(r) | 0x20, record.LetterCase, true
	}
	if r>>8 == 4 && cyrillicFiles[byte(r)] != 0 {
		return cyrillicFiles[byte(r)], record.LookAlike, true
	}
	return 0, "", false
}

// cyrillicFiles maps the last bytes of the letters U+04xx to files.
var cyrillicFiles = func() (files [256]byte) {
	for file, letters := range []string{"аА", "бБвВЬ", "сСцЦ", "дД", "еЕ", "фФ", "гГжЖ", "нНхХ"} {
		for _, r := range letters {
			files[byte(r)] = byte('a' + file)
		}
	}
	return files
}()

// DigitOf returns the digit that a character means: itself, or the digit it looks like, as from
// typewriters without a 1 and from scanners ("аЗ" in Codex 1.10).
func DigitOf(r rune) (digit byte, code record.Code, ok bool) {
	switch r {
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return byte(r), "", true
	case 'О', 'о', 'O', 'o':
		digit = '0'
	case 'l', 'I', 'І', 'і', '|':
		digit = '1'
	case 'З', 'з':
		digit = '3'
	case 'S':
		digit = '5'
	case 'б':
		digit = '6'
	default:
		return 0, "", false
	}
	return digit, record.LookAlike, true
}

// Dashes and Spaces are regular expression classes for IsDash and, beyond ASCII, IsSpace.
const (
	Dashes = `\p{Pd}\x{ad}\x{2043}\x{2212}`
	Spaces = `\p{Z}\x{85}\x{200b}\x{2060}\x{feff}\x{61c}\x{200e}\x{200f}\x{202a}-\x{202c}\x{2066}-\x{2069}`
)

// IsDash reports whether r is a dash of any kind. Only the hyphen-minus needs no repair.
func IsDash(r rune) bool {
	if r < utf8.RuneSelf || isCyrillic(r) { // as most are
		return r == '-'
	}
	return r == 0xad || r == 0x2043 || r == 0x2212 || unicode.Is(unicode.Pd, r) // soft hyphen, hyphen bullet, minus
}

// TakeOf reports whether r is always a capture sign: the colon (Codex 1.10), x (Ukrainian rules
// IV.4.1), or a look-alike. The Cyrillic х is left to the lexer.
func TakeOf(r rune) (code record.Code, ok bool) {
	switch r {
	case ':', 'x', '×':
		return "", true
	case 'X':
		return record.LetterCase, true
	case '*', '∶', '：', '✕':
		return record.LookAlike, true
	}
	return "", false
}

// unseen are the zero-width characters and the directional formatting characters.
var unseen = []rune("\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u2060\u2066\u2067\u2068\u2069\ufeff")

// IsSpace reports whether r is a space of any width, breaking or not.
func IsSpace(r rune) bool {
	return !isCyrillic(r) && (unicode.IsSpace(r) || r >= 0x61c && slices.Contains(unseen, r))
}

// isCyrillic reports whether r is Cyrillic. It spares most look-ups in Unicode's tables.
func isCyrillic(r rune) bool { return r >= 0x400 && r < 0x530 }

// IsEnd reports whether a byte ends a line.
func IsEnd(b byte) bool { return b == '\n' || b == '\r' }

// IsDigit reports whether c is an ASCII digit.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

// IsLatin reports whether c is an ASCII letter.
func IsLatin(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// WithoutSpace returns a text without spaces of any kind.
func WithoutSpace(s string) string { return strings.Join(strings.FieldsFunc(s, IsSpace), "") }

// SkipBlank returns the offset of the first character at or after i that is not a space within a
// line.
func SkipBlank(text string, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	if i == len(text) || text[i] > ' ' && text[i] < utf8.RuneSelf { // nearly always
		return i
	}
	return len(text) - len(strings.TrimLeftFunc(text[i:], func(r rune) bool { return r != '\n' && r != '\r' && IsSpace(r) }))
}

// lineStep is how many bytes are searched for one kind of line end before the other: otherwise, in
// a file with CRs alone, the search for an LF would scan the rest of the text for each line.
const lineStep = 256

// FirstLineEnd returns the offset of the first line end in text, or -1 if absent.
func FirstLineEnd(text string) int {
	for at := 0; at < len(text); at += lineStep {
		line, _, ended := strings.Cut(text[at:min(len(text), at+lineStep)], "\n")
		if i := strings.IndexByte(line, '\r'); i >= 0 {
			return at + i
		}
		if ended {
			return at + len(line)
		}
	}
	return -1
}

// LineEnd returns the end of the line that contains byte at.
func LineEnd(text string, at int) int {
	if i := FirstLineEnd(text[at:]); i >= 0 {
		return at + i
	}
	return len(text)
}

// ByteSet returns the set of the bytes in a string.
func ByteSet(bytes string) (set [256]bool) {
	for i := range len(bytes) {
		set[bytes[i]] = true
	}
	return set
}
