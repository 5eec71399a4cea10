package pdn

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// The limits of what stands above a game's tags.
const (
	maxTitles = 8   // lines
	maxTitle  = 256 // bytes of one
)

// isTitle says whether a line can be a title above a game's tags, Партия 2 or
// ----: it has words, but nothing like a move, and is none of PDN's. Signs with which
// pages and programs begin such lines may stand before it: "## 2-я партия", "// game 2".
func isTitle(line string) bool {
	if line == "" || line[0] == '[' { // as most are that are asked for
		return false
	}
	line = strings.TrimFunc(line, word.IsSpace)
	if len(line) > maxTitle || line == "" {
		return false
	}
	if line = strings.TrimFunc(line, unicode.IsControl); line == "" {
		return true // where a file ended
	}
	if isMarkup(line) {
		return true
	}
	bare := strings.TrimLeft(line, "#>`~=. "+dashes)
	if rest, ok := strings.CutPrefix(line, "//"); ok {
		bare = rest
	}
	led := bare != line
	line = strings.TrimRight(strings.TrimLeft(bare, " "), "#`~= "+dashes)
	switch {
	case strings.ContainsAny(line, "\"[]{}*/;%()<"):
		return false
	case line == "":
		return led
	case word.Illegible(line):
		return false
	}
	if isOrdinal(line) {
		return true // № 2, above a game
	}
	words := false
	for field := range strings.FieldsSeq(line) {
		if isOrdinal(field) && !strings.HasSuffix(field, ".") {
			continue
		}
		letters, digits, others := 0, 0, 0
		for _, r := range field {
			switch {
			case r < utf8.RuneSelf && word.IsDigit(byte(r)):
				digits++
			case word.IsLetter(r):
				letters++
			case r != '.' && r != ',':
				others++
			}
		}
		if digits > 0 && letters+others > 0 {
			return false
		}
		words = words || letters > 2
	}
	return words && (!word.IsDigit(line[0]) || isOrdinal(line[:strings.IndexByte(line+" ", ' ')]))
}

// isOrdinal says whether a word is the number of a game: 2., № 2, 2-я, II.
func isOrdinal(text string) bool {
	text = strings.TrimSuffix(text, ".")
	if roman := strings.Trim(text, "IVX"); roman == "" {
		return text != ""
	}
	if rest, ok := strings.CutPrefix(text, "№"); ok {
		text = strings.TrimLeft(rest, " ")
	}
	n := leading(text, digits)
	ending := strings.TrimPrefix(text[n:], "-")
	known, _ := word.LookUp(ordinalEndings, ending)
	return n > 0 && n < 4 && (text[n:] == "" || known)
}

// ordinalEndings are those of 2-я, 2nd.
var ordinalEndings = word.Vocabulary("я й ая ый ий ой е ша га гра st nd rd th")

// isMarkup says whether a line is of a page's markup alone: <pre>, <game id="2">,
// ```pdn.
func isMarkup(line string) bool {
	return strings.HasPrefix(line, "```") && !strings.ContainsAny(line[3:], " `") || line[0] == '<' && markup.MatchString(line)
}

var markup = regexp.MustCompile(`^(?:</?[A-Za-z][A-Za-z0-9]{2,}(?:\s[^<>]*)?/?>\s*)+$`)
