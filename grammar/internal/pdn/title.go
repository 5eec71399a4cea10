package pdn

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/cut"
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

// trailer returns where lines begin that could be titles and with which a text ends
// behind a game's result, </pre>; the text's length where it has none.
func trailer(text string) int {
	end := len(strings.TrimRightFunc(text, word.IsSpace))
	if end == 0 || word.IsDigit(text[end-1]) || text[end-1] == '*' {
		return len(text) // as nearly all end
	}
	at := len(text)
	for range 2 * maxTitles {
		begin := strings.LastIndexAny(text[:end], "\r\n") + 1
		line := text[begin:end]
		if blank := strings.TrimFunc(line, word.IsSpace) == ""; !blank && !isTitle(line) {
			last := line[strings.LastIndexByte(line, ' ')+1:]
			if _, usual := usualResult(last); usual || last == "*" {
				return at
			}
			break
		} else if !blank {
			at = begin
		}
		if begin == 0 {
			break
		}
		end = begin - 1
	}
	return len(text)
}

// titles returns where the lines of titles end with which a game's text begins,
// which is where its first tag does; 0 where there is none.
func titles(text string) int {
	if text != "" && (text[0] == '[' || strings.HasPrefix(text, "1. ")) {
		return 0 // as nearly all are
	}
	at, found := 0, false
	for range 2 * maxTitles {
		end := word.LineEnd(text, at)
		line := text[at:end]
		switch {
		case found && (cut.IsTagPair(line) || isSplit(text[at:])):
			return at
		case isTitle(line):
			found = true
		case strings.TrimFunc(line, word.IsSpace) != "":
			return 0
		}
		if at = skipLineEnd(text, end); at == len(text) {
			return 0
		}
	}
	return 0
}

// skipLineEnd returns where the line begins behind the one that ends at byte at.
func skipLineEnd(text string, at int) int {
	if strings.HasPrefix(text[at:], "\r\n") {
		return at + 2
	}
	return min(at+1, len(text))
}

var (
	// half is a tag pair that is broken behind its name: the value is on the next
	// line.
	half = regexp.MustCompile(`^[ \t]*\[[ \t]*[A-Za-z]\w+[ \t]*$`)
	// rest is what is on the next line.
	rest = regexp.MustCompile(`^[ \t]*"[^"\r\n]*"?[ \t]*\]?`)
	// bare is a tag pair without its first bracket.
	bare = regexp.MustCompile(`^[A-Za-z]{2}\w*[ \t]*"[^"]*"[ \t]*\]?[ \t]*$`)
)

// isSplit says whether a text begins with a tag pair in two lines.
func isSplit(text string) bool {
	_, ok := splitTag(text)
	return ok
}

// splitTag returns where the tag pair in two lines ends with which text begins.
func splitTag(text string) (end int, ok bool) {
	first := word.LineEnd(text, 0)
	if first > maxTitle || !half.MatchString(text[:first]) {
		return 0, false
	}
	at := skipLineEnd(text, first)
	n := len(rest.FindString(text[at:word.LineEnd(text, at)]))
	return at + n, n > 0
}
