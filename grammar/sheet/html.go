package sheet

import (
	"strings"

	"github.com/stolb/stolb/grammar/word"
)

// htmlTags are the tags of tables and lists, as which rows come from a page.
var htmlTags = word.Vocabulary("table thead tbody tfoot tr td th li ol ul p br div span")

// tagAt returns the length of a tag of HTML with which text begins, and whether a
// cell begins with it; 0 where there is none that a table or list has.
func tagAt(text string) (n int, cell bool) {
	if len(text) < 3 || text[0] != '<' {
		return 0, false
	}
	i := 1
	if text[1] == '/' {
		i++
	}
	name := i
	for i < len(text) && i < maxTag && isLetterByte(text[i]) {
		i++
	}
	known, _ := word.LookUp(htmlTags, text[name:i])
	if !known {
		return 0, false
	}
	cell = name == 1 && (text[1]|0x20 == 't') && (text[2]|0x20 == 'd' || text[2]|0x20 == 'h') && i == name+2
	end := strings.IndexAny(text[i:min(len(text), i+maxTag)], "<>\r\n")
	if end < 0 || text[i+end] != '>' {
		return 0, false
	}
	return i + end + 1, cell
}

// maxTag is the most bytes of a tag's name, and of what it says beside it.
const maxTag = 128

// withoutTags returns a text of the same length with spaces for the tags of tables
// and lists, and a tab where a cell begins.
func withoutTags(text string) string {
	bytes := []byte(text)
	for i := 0; i < len(bytes); {
		k := strings.IndexByte(text[i:], '<')
		if k < 0 {
			break
		}
		i += k
		n, cell := tagAt(text[i:])
		for k := range n {
			bytes[i+k] = ' '
		}
		if cell {
			bytes[i] = '\t'
		}
		i += max(n, 1)
	}
	return string(bytes)
}
