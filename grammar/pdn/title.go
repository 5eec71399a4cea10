package pdn

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/grammar/word"
)

// The limits of what stands above a game's tags.
const (
	maxTitles = 8   // lines
	maxTitle  = 256 // bytes of one
)

// isTitle says whether a line can be a title above a game's tags, Партия 2 or
// ----: it has words, but nothing like a move, and is none of PDN's.
func isTitle(line string) bool {
	line = strings.TrimFunc(line, word.IsSpace)
	if line == "" || len(line) > maxTitle || strings.ContainsAny(line, "\"[]{}*/;%()") {
		return false
	}
	if strings.Trim(line, "=_~"+dashes) == "" {
		return len(line) > 2
	}
	words := false
	for field := range strings.FieldsSeq(line) {
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
	return words && !word.IsDigit(line[0])
}

// titles returns where the lines of titles end with which a game's text begins,
// which is where its first tag does; 0 where there is none.
func titles(text string) int {
	if text != "" && (text[0] == '[' || word.IsDigit(text[0])) {
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
