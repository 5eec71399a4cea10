package sheet

import (
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
)

// maxContents is how long a line of a table of contents is, in bytes.
const maxContents = 4 << 10

// isContentsLine says whether a line is one of a table of contents: dots lead to the number
// of a page.
func isContentsLine(line string) bool {
	const dots = ". . . . . . . . "
	if len(line) > maxContents || !word.IsDigit(line[len(line)-1]) {
		return false
	}
	i := strings.Index(line, dots) // which is found sooner than with the space before it
	return i >= 0 && strings.Contains(line[max(0, i-1):], " "+dots)
}
