package cut

import (
	"strings"
)

// formatOf finds the format from the beginning of a file, blank lines passed
// over: an object or an array of them, a tag pair or PDN's % line, else a sheet.
func formatOf(text string) Format {
	rest := strings.TrimLeft(text[1:], " \t\r\n")
	switch {
	case text[0] == '{' && strings.HasPrefix(rest, `"`), text[0] == '[' && strings.HasPrefix(rest, `{`):
		return JSON
	case text[0] == '%' || IsTagPair(text):
		return PDN
	}
	return Sheet
}
