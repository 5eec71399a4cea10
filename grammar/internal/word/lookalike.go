package word

import (
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/record"
)

// FileOf says which file of the board a letter stands for. Small Latin letters
// are the notation (Codex 1.10, Adiukh 7.1); all others are repaired.
//
// A Cyrillic letter is taken by its look where it has one of a file letter
// (а, е, с; the capitals В and Н, of which the small letters follow), else by
// its sound: "а, бэ, це, дэ, е, эф, же, аш" (Codex 1.10), and г and х as Latin
// g and h are otherwise transcribed. No two readings of a letter compete but
// for those that lexers decide by their neighbours: б is also a 6, х also a
// capture sign, д also a promotion mark.
func FileOf(r rune) (file byte, code record.Code, ok bool) {
	switch {
	case r >= 'a' && r <= 'l':
		return byte(r), "", true
	case r >= 'A' && r <= 'L':
		return byte(r) | 0x20, record.LetterCase, true
	}
	switch r {
	case 'а', 'А':
		file = 'a'
	case 'б', 'Б', 'в', 'В':
		file = 'b'
	case 'с', 'С', 'ц', 'Ц':
		file = 'c'
	case 'д', 'Д':
		file = 'd'
	case 'е', 'Е':
		file = 'e'
	case 'ф', 'Ф':
		file = 'f'
	case 'г', 'Г', 'ж', 'Ж':
		file = 'g'
	case 'н', 'Н', 'х', 'Х':
		file = 'h'
	default:
		return 0, "", false
	}
	return file, record.LookAlike, true
}

// DigitOf says which digit a character stands for: itself, or one that it looks
// like, as typewriters without a 1 and scanners have them ("аЗ" in Codex 1.10).
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
	case 'б':
		digit = '6'
	default:
		return 0, "", false
	}
	return digit, record.LookAlike, true
}

// IsDash says whether r is a dash of any kind. Only the hyphen-minus needs no
// repair.
func IsDash(r rune) bool {
	switch r {
	case '-', '\u00ad', '\u2043', '\u2212': // hyphen-minus, soft hyphen, hyphen bullet, minus
		return true
	}
	return r >= 0x80 && !isCyrillic(r) && unicode.Is(unicode.Pd, r)
}

// TakeOf says whether r is a sign of a capture wherever it stands: the colon
// (Codex 1.10), x (Ukrainian rules IV.4.1), and what is written for them. The
// Cyrillic х is left to the lexer.
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

// IsSpace says whether r is a space of any width, breaking or not.
func IsSpace(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\r', '\v', '\f':
		return true
	case '\u200b', '\u2060', '\ufeff': // no width at all
		return true
	case '\u202a', '\u202b', '\u202c', '\u2066', '\u2067', '\u2068', '\u2069': // about a text from left to right
		return true
	}
	return r >= 0x80 && !isCyrillic(r) && unicode.IsSpace(r)
}

// IndexSpace returns where the first space stands in a text, as IsSpace sees it; -1 where
// none does.
func IndexSpace(text string) int {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c > ' ' && c < 0xc0, c == 0xd0, c == 0xd1: // no space of ASCII, within a letter, or where a Cyrillic one begins
		default:
			r, w := utf8.DecodeRuneInString(text[i:])
			if IsSpace(r) {
				return i
			}
			i += w - 1
		}
	}
	return -1
}

// isCyrillic says whether r is in the blocks of Cyrillic letters, which spares
// most look-ups in Unicode's tables.
func isCyrillic(r rune) bool { return r >= 0x400 && r < 0x530 }

// IsLetter is unicode.IsLetter, quick for the letters that sheets are written in.
func IsLetter(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r|0x20 >= 'a' && r|0x20 <= 'z'
	case r >= 0x400 && r <= 0x481 || r >= 0x48a && r <= 0x52f: // Cyrillic
		return true
	}
	return unicode.IsLetter(r)
}
