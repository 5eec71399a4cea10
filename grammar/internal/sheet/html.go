package sheet

import (
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// htmlTags are the tags of tables and lists, as which rows come from a page.
var htmlTags = word.Vocabulary("table thead tbody tfoot tr td th li ol ul p br div span h1 h2 h3 h4 h5 h6 hr b i em strong center body html s del strike")

// struckTags are those about what was struck out.
var struckTags = word.Vocabulary("s del strike")

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
	for i < len(text) && i < maxTag && (word.IsLatin(text[i]) || i == name+1 && word.IsDigit(text[i])) { // h2
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
	if said := strings.Trim(text[i:i+end], " /"); said != "" && (strings.IndexByte(said, '=') < 0 || strings.IndexFunc(said, func(r rune) bool { return r < ' ' || r > '~' }) >= 0) {
		return 0, false // <p c3-b4> is no tag
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
		if n > 0 {
			name := strings.TrimRight(strings.TrimLeft(text[i:i+n], "</"), ">")
			if struck, _ := word.LookUp(struckTags, name); struck && text[i+1] == '/' {
				copy(bytes[i:], "~~")
			} else if struck {
				copy(bytes[i+n-2:], "~~")
			}
		}
		if cell {
			bytes[i] = '\t'
		}
		i += max(n, 1)
	}
	return string(bytes)
}

// isBox says whether text begins with a line of a drawn table, U+2500 to U+257F.
func isBox(text string) bool {
	return len(text) > 2 && text[0] == 0xe2 && (text[1] == 0x94 || text[1] == 0x95)
}

// withoutMarkup returns a text of the same length without the markup of pages: what
// withoutTags leaves, the sides of drawn tables as | and their rules as dashes, and
// lines without the backslash at their end, and what markup.go takes out. No character
// behind byte read goes before it: up to there the text is read already.
func withoutMarkup(text string, read int) string {
	bytes := []byte(withoutTags(text))
	for at := 0; at < len(bytes); {
		end := word.LineEnd(text, at)
		unmarkLine(bytes[at:end])
		tabCells(bytes[at:end])
		at = end + 1
	}
	for i := 0; i < len(bytes); i++ {
		switch {
		case isBox(text[i:min(len(text), i+3)]):
			box, _ := utf8.DecodeRuneInString(text[i:])
			bytes[i], bytes[i+1], bytes[i+2] = '-', '-', '-'
			if strings.ContainsRune("│┃║┆┇┊┋╎╏", box) {
				bytes[i], bytes[i+1], bytes[i+2] = '|', ' ', ' '
			}
		case bytes[i] == '\\' && (i+1 == len(bytes) || word.IsEnd(text[i+1]) || text[i+1] == '\\'):
			bytes[i] = ' '
		}
	}
	entities(bytes)
	plainRuns(bytes, read)
	joinParted(bytes)
	return string(bytes)
}
