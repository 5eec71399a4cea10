package sheet

import (
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// standsForMove says whether what is in brackets stands for a move that cannot be
// read, where one is missing: [нрзб], [ ], [c3-d4], or in a cell of its own, which is
// no move's mark or remark, also (?) and (c3-d4), and that behind a number.
func standsForMove(inside string, bracket byte, cell, numbered bool) bool {
	if word.Illegible(inside) {
		return true
	}
	if strings.Trim(inside, "?.…-–— ") == "" {
		return bracket != '(' || cell || numbered || strings.Trim(inside, "?") != "" || inside == ""
	}
	return (bracket == '[' || cell || numbered) && wordAt(inside) == len(inside) && isShape(inside)
}

// numberValue reads the digits of a move number, look-alikes among them.
func numberValue(digits string) int {
	n := 0
	for _, r := range digits {
		if d, _, ok := word.DigitOf(r); ok {
			n = n*10 + int(d-'0')
		}
	}
	return n
}

// numberAt returns where the digits of a move number end with which text
// begins, and where the number ends with its point or bracket; the same where
// it has none, and 0 where there are no digits.
func numberAt(text string) (digits, end int) {
	for digits < len(text) {
		r, w := utf8.DecodeRuneInString(text[digits:])
		_, _, ok := word.DigitOf(r)
		if !ok || r == '|' {
			break
		}
		digits += w
		if digits > 8 {
			return 0, 0
		}
	}
	if digits == 0 {
		return 0, 0
	}
	i := digits
	if i < len(text) && text[i] == ' ' {
		i++
	}
	if i < len(text) && (text[i] == '.' || text[i] == ')' && i == digits) {
		return digits, i + 1
	}
	return digits, digits
}

// marksAt returns the length of the marks with which text begins, of which there
// may be more where they are longer than a move that is hurt.
func marksAt(text string) int {
	if c := text[0]; c < utf8.RuneSelf && !beginsMark[c] {
		return 0
	}
	n := 0
	for n <= maxDamaged+utf8.UTFMax {
		k := word.MarkAt(text[n:])
		if k == 0 {
			break
		}
		n += k
	}
	return n
}

// beginsMark are the bytes of ASCII with which marks begin.
var beginsMark = word.ByteSet("!?~=+-")

// dotsAt returns the length of the dots or dashes with which text begins, which
// stand for a move.
func dotsAt(text string) int {
	n := 0
	for strings.HasPrefix(text[n:], ".") {
		n++
	}
	if n >= 2 {
		return n
	}
	if strings.HasPrefix(text[n:], "…") {
		return n + len("…")
	}
	if r, w := utf8.DecodeRuneInString(text); n == 0 && word.IsDash(r) {
		for w < len(text) {
			r, w2 := utf8.DecodeRuneInString(text[w:])
			if !word.IsDash(r) {
				break
			}
			w += w2
		}
		if w == len(text) || word.SkipBlank(text, w) > w || text[w] == '\n' || text[w] == '\r' || text[w] == '|' {
			return w
		}
	}
	return 0
}
