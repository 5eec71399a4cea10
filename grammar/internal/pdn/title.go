package pdn

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/stolb/stolb/grammar/internal/word"
)

// The limits of what stands above a game's tags.
const (
	maxTitles = 8   // lines
	maxTitle  = 256 // bytes of one
)

// isTitle says whether a line can be a title above a game's tags or after its result, Партия 2 or
// ----: it has words, but nothing like a move, and is none of PDN's. Signs with which
// pages and programs begin such lines may stand before it: "## 2-я партия", "// game 2".
func isTitle(line string) bool {
	if line == "" || line[0] == '[' { // as most are
		return false
	}
	line = strings.TrimFunc(line, word.IsSpace)
	if len(line) > maxTitle || line == "" {
		return false
	}
	if line = strings.TrimFunc(line, unicode.IsControl); line == "" || markup.MatchString(line) {
		return true // control characters stand where a file ended
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
	case ordinal.MatchString(line):
		return true // № 2, above a game
	}
	words := false
	for field := range strings.FieldsSeq(line) {
		if ordinal.MatchString(field) && !strings.HasSuffix(field, ".") {
			continue
		}
		if strings.ContainsAny(field, digits) && strings.Trim(field, digits+".,") != "" {
			return false
		}
		words = words || threeLetters.MatchString(field)
	}
	return words && (!word.IsDigit(line[0]) || ordinal.MatchString(line[:strings.IndexByte(line+" ", ' ')]))
}

var (
	// ordinal is the number of a game: 2., № 2, 2-я, II.
	ordinal = regexp.MustCompile(`^(?:[IVX]+|(?:№ *)?\d{1,3}(?:-?(?i:я|й|ая|ый|ий|ой|е|ша|га|гра|st|nd|rd|th))?)\.?$`)
	// markup is a line of a page's alone: <pre>, <game id="2">, ```pdn.
	markup = regexp.MustCompile("^(?:```[^ `]*|(?:</?[A-Za-z][A-Za-z0-9]{2,}(?:\\s[^<>]*)?/?>\\s*)+)$")

	threeLetters = regexp.MustCompile(`\p{L}(?:.*\p{L}){2}`)
)
