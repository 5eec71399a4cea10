package sheet

import (
	"strings"
	"unicode"
)

// longRule is how many low lines are no move that somebody did not write.
const longRule = 8

// isRule says whether a line is a rule of a table or between games: of signs
// alone, "---", "|---|---|", "* * *", "❦".
func isRule(text string) bool {
	if text[0] < ' ' {
		return strings.TrimFunc(text, unicode.IsControl) == "" // ^Z, where a file ended
	}
	switch c := text[0]; {
	case c == "❦"[0]:
		return strings.Trim(text, "❦⁂☙❧◊◆★☆✦ ") == ""
	case c == '_':
		return len(text) >= longRule && strings.Trim(text, "_") == ""
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
