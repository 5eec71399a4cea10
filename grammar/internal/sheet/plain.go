package sheet

import (
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
)

// plainMove returns the length of a move with which text begins and that is
// easily seen to be one, and no result: c3-b4, a:a7, cb4, 9-12. It returns 0
// where more has to be looked at, as for "1: 9" and "b2:d4 (взята) :f6".
func plainMove(text string) int {
	// c3-b4, as nearly all are, with a space and a move or its number behind.
	if len(text) >= 8 && word.IsSpacedMove(word.Eight(text)) {
		return len("c3-b4")
	}
	n := 0
	lettered := text != "" && text[0]-'a' < 8
	if lettered && len(text) >= 5 && text[3]-'a' < 8 && text[1]-'1' < 9 && text[4]-'1' < 9 && (text[2] == '-' || text[2] == ':') {
		if n = 5; len(text) == 5 || text[5] == '\n' {
			return n
		}
	}
	for places := n; n == 0 || n < len(text) && text[n] > ' '; places++ {
		// A sign, but before the first place and in cb4.
		if n > 0 && (n > 1 || !lettered || text[n]-'a' >= 8) {
			if text[n] != '-' && text[n] != ':' {
				return 0
			}
			n++
		}
		from := n
		if lettered && n < len(text) && text[n]-'a' < 8 {
			n++
			if n < len(text) && text[n]-'1' < 9 {
				n++
			} else if places > 0 {
				return 0 // only the first place may be a file alone
			}
			continue
		}
		for !lettered && n < len(text) && n < from+2 && word.IsDigit(text[n]) {
			n++
		}
		if n == from {
			return 0
		}
	}
	if n < 3 || n > word.MaxTableWordLen || n < len(text) && strings.IndexByte(" \t\n\r", text[n]) < 0 {
		return 0
	}
	if !lettered && (text[0] <= '2' && result.DigitsCanBegin(text[:min(len(text), 24)]) || clockAt(text) > 0) {
		return 0
	}
	// A sign behind the word may join it with what follows.
	if next := n; next < len(text) && !word.IsEnd(text[next]) {
		for next < len(text) && (text[next] == ' ' || text[next] == '\t') {
			next++
		}
		if next < len(text) && (text[next] == '-' || text[next] == ':' || text[next] == 'x' || text[next] == '*' || text[next] >= utf8.RuneSelf) {
			return 0
		}
	}
	return n
}
