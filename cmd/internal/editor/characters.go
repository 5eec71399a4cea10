package editor

import (
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar"
)

func firstRune(text string) (rune, int) { return utf8.DecodeRuneInString(text) }
func lastRune(text string) (rune, int)  { return utf8.DecodeLastRuneInString(text) }

// ofMove says whether a character can be one of a move word.
func ofMove(r rune) bool {
	return unicode.IsLetter(r) || r >= '0' && r <= '9' || r == ':' || r == '×' || r == '?' || r == '…' || grammar.IsDash(r)
}

// wordStartsAt says whether a text begins with a character that would go on a word
// before it.
func wordStartsAt(text string) bool {
	r, size := firstRune(text)
	return size > 0 && !grammar.IsSpace(r) && r != '\n' && r != '\r' && r != '\t'
}

func isNumber(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}
