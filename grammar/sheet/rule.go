package sheet

import (
	"strings"
	"unicode"
)

// isRule says whether a line is a rule of a table or between games: of signs
// alone, "---", "|---|---|", "* * *".
func isRule(text string) bool {
	if text[0] < ' ' {
		return strings.TrimFunc(text, unicode.IsControl) == "" // ^Z, where a file ended
	}
	signs := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '-', '=', '*', '~', '#':
			signs++
		case ' ', '\t', '|', '+', ':':
		default:
			return false
		}
	}
	return signs >= 3
}
