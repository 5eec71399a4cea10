package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// clockAt returns the length of a time with which text begins, 0:05, 0.05 or
// 1:05:30: a nought where no square's number has one tells it from a capture.
func clockAt(text string) int {
	if !word.IsDigit(text[0]) {
		return 0
	}
	n, noughts := 0, false
	for part := 0; part < 3; part++ {
		if part > 0 {
			if n == len(text) || text[n] != ':' && text[n] != '.' {
				break
			}
			n++
		}
		from := n
		for n < len(text) && n < from+3 && word.IsDigit(text[n]) {
			n++
		}
		switch {
		case part > 0 && n-from != 2, n == from, n-from > 2:
			return 0
		case text[from] == '0':
			noughts = true
		}
		if part == 0 && (n == len(text) || text[n] != ':' && text[n] != '.') {
			if m := clockUnit(text[n:]); m > 0 {
				return n + m
			}
			return 0
		}
	}
	if m := clockUnit(text[n:]); m > 0 && (noughts || text[n] == ' ' || text[n] >= utf8.RuneSelf || word.IsLetter(rune(text[n]))) { // 28:19' is none
		return n + m
	}
	if !noughts || n < len(text) && word.SkipBlank(text, n) == n && !word.IsEnd(text[n]) && strings.IndexByte("|;,)\"", text[n]) < 0 {
		return 0
	}
	return n
}

// unitBytes are the bytes with which a unit of time begins.
var unitBytes = word.ByteSet("мхсчгmsh'′’")

// clockUnit returns the length of what stands behind a number that is a time: 5',
// 0ч05, "1 мин"; 0 where something else does.
func clockUnit(text string) int {
	n := skipSpaces(text, 0)
	if n == len(text) || !unitBytes[text[n]] {
		return 0
	}
	for _, unit := range []string{"мин", "хв", "сек", "min", "sec", "час", "год", "ч", "h", "'", "′", "’"} {
		rest, ok := strings.CutPrefix(text[n:], unit)
		if !ok || n > 0 && len(unit) < 3 {
			continue
		}
		end := len(text) - len(rest)
		for end < len(text) && word.IsDigit(text[end]) && len(unit) < 3 {
			end++
		}
		if strings.HasPrefix(text[end:], ".") && len(unit) > 2 {
			end++
		}
		if r, w := utf8.DecodeRuneInString(text[end:]); w == 0 || !word.IsLetter(r) && !unicode.IsDigit(r) {
			return end
		}
	}
	return 0
}
