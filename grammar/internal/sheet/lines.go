package sheet

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
)

// What books have between games and on the edges of pages, a line each.
var (
	// A page's number: "— 37 —", "Стр. 12", "12/40"; 1/2 is a result.
	pageNumber = word.Pattern(`^(?i:[-*~·•|–—]+ *\d{1,4} *[-*~·•|–—]+|\d{1,4} */ *\d{2,4}|` +
		`(?:стр|страница|с|лист|стор|сторінка|аркуш|page|pp?)[. ]*\d{1,4}(?: (?:из|з|of) \d+)?\.?)$`)
	// The cells of a tournament's table, three or more: 1 0 ½ =.
	scores = word.Pattern(`^(?:[012½=*XxХх■]|1/2)(?:[\s|;]+(?:[012½=*XxХх■]|1/2)){2,}$`)
	// A row of such a table, a place, a name and points: "1. Иванов 5½", "2 Петров 0 * 1 = 1",
	// "1-2. Иванов, Петров – по 5 очков".
	standing = word.Pattern(`^` + placeForm + cellGap + `\p{Lu}` + inName + `+(?:` + cellGap + `(?:` + inName + `+|` + placeForm + `))*?` + cellGap + points + `(?:` + cellGap + `(?:` + inName + `+|` + points + `))*$`)
	// A line of a table of contents: dots lead to the number of a page.
	contents = word.Pattern(`^.* (?:(?:\. ){8}.*|\.{8,} ?)\d+$`)
)

// The parts of the row of a tournament's table.
const (
	placeForm = `\d{1,3}(?:[-–]\d{1,3})?[.)]?`
	inName    = `[\p{L}.'’:()«»"–-]`
	points    = `\(?(?:[-+=–—]+|[-+=–—]*(?:\d{1,4}½?|½|[*xXхХ■□●]|\d{1,3}[.,]\d{1,2}|\d[-:]\d))[.,)]?`
	cellGap   = `[\s|;,]+`
)

// isMatter says whether a line is such a line, and no row.
func isMatter(line string) bool {
	return isContentsLine(line) || strings.HasPrefix(line, "http://") || strings.HasPrefix(line, "https://") || strings.HasPrefix(line, "www.") || len(line) <= maxMatter &&
		(pageNumber().MatchString(line) || strings.ContainsFunc(line, unicode.IsUpper) && standing().MatchString(line) ||
			scores().MatchString(line) && strings.IndexAny(line, "012½") < strings.LastIndexAny(line, "012½"))
}

// isContentsLine says whether a line is one of a table of contents.
func isContentsLine(line string) bool {
	return len(line) <= maxContents && (strings.Contains(line, ". . . . . . . . ") || strings.Contains(line, "........")) && contents().MatchString(line)
}

func isYear(w string) bool {
	return (strings.HasPrefix(w, "18") || strings.HasPrefix(w, "19") || strings.HasPrefix(w, "20")) && isFigure(w)
}

func isFigure(text string) bool { return strings.Trim(text, "0123456789") == "" }

// Between two rows of a game may stand what came of others, in a bulletin's column or on
// a page of a tournament: "Иванов – Петров 1-0", "1-0, 0-1, ½", "Ничья в 3-й партии". The
// game goes on where the number of the next row is the one that is due.

// isResultList says whether a line has results and nothing else, which are not all of
// one game.
func isResultList(line string) bool {
	signs := make(map[int]bool)
	for line != "" {
		r, n := result.Match(line)
		if n == 0 {
			return false
		}
		signs[resultSign(r)] = true
		line = strings.TrimLeft(line[n:], " .,;|\t")
	}
	return len(signs) > 1
}

// ofAnotherGame says whether what is after a result in its line says of which game it was, or
// of which round, by its number: "Ничья в 3-й партии". Such a line is none of a game's that has
// no moves yet.
func ofAnotherGame(said string) bool {
	if len(said) > maxFacts {
		return false
	}
	numbered, game := false, false
	for w := range strings.FieldsFuncSeq(said, func(r rune) bool { return word.IsSpace(r) || strings.ContainsRune(".,;:!?()«»\"", r) }) {
		game = game || lists["countedWords"].has(w)
		digits := leadingDigits(w)
		numbered = numbered || lists["ordinals"].has(w) || digits > 0 && digits <= len("12") && strings.IndexFunc(strings.TrimLeft(w[digits:], "-"), func(r rune) bool { return !word.IsLetter(r) }) < 0
	}
	return numbered && game
}

// refersElsewhere says whether words in the place of a move refer to another one or to
// where it is to be found, or say that more was played: "см. выше", "то же самое",
// "id.", "см. диаграмму", "и т.д.", "теория".
func refersElsewhere(text string) bool {
	if len(text) > maxReferring {
		return false
	}
	all := ""
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return word.IsSpace(r) || strings.ContainsRune(".,:;!?\"«»", r) }) {
		says, known := word.LookUp(lists["referring"], w)
		if !known {
			return false
		}
		all += says
	}
	says := func(what string) bool { return strings.Contains(all, what) }
	return says("refers") || says("so") && says("far") || says("leads") && says("led")
}

// isDiagram says whether words are those that stand for a diagram beside moves: "диагр.9",
// "Рисунок 14", which say nothing of a move.
func isDiagram(text string) bool {
	return lists["diagrams"].has(strings.TrimRight(strings.TrimRight(strings.TrimRight(text, "."), "0123456789"), ". №"))
}

// boardEnd returns where the picture of a board ends with which a text begins, of signs in lines:
// "8 | . b . b |", ".b.b.b.b", with the names of files and rules; 0 where it begins with none.
func boardEnd(text string) (end int) {
	rows, at := 0, 0
	for range maxBoardLines {
		line, _, ended := strings.Cut(text[at:min(len(text), at+maxFacts)], "\n")
		isRow := isBoardRow(line)
		if !ended || strings.TrimSpace(line) == "" || !isRow && strings.Trim(line, ruleSigns) != "" {
			break
		}
		if at += len(line) + 1; isRow {
			rows++
		}
	}
	if rows < minBoardRows {
		return 0
	}
	return at
}

// ruleSigns are what rules between the ranks are made of.
const ruleSigns = "+-=|_ \t"

// isBoardRow says whether a line has a sign, or nothing, for each square of a rank.
func isBoardRow(line string) bool {
	signs := 0
	for f := range strings.FieldsSeq(line) {
		n := utf8.RuneCountInString(f)
		if n > 2 && strings.Trim(f, ".-_*·wbWBxXoOбчБЧ") != "" || n == 2 && !isFigure(f) {
			return false
		}
		signs += n
	}
	return signs >= 8
}

// label says what a word is in the number of a game in a list: "Партия № 3.", "II.",
// "2-я партия:".
type label string

const (
	noLabel     label = ""
	labelSign   label = "sign"   // ***
	labelName   label = "name"   // партия, №
	labelNumber label = "number" // 3, II, вторая, б)
)

// labelOf says what a word without spaces is in a game's number.
func labelOf(w string) label {
	core := strings.Trim(w, ".:()[]*=~_,")
	numbered := strings.TrimLeft(core, "#№")
	switch ending := numbered[leadingDigits(numbered):]; {
	case core == "":
		return labelSign
	case numbered == "":
		return labelName
	case ending == "", strings.Trim(core, "IVXІХ") == "", ending != numbered && lists["labelEndings"].has(ending): // 3, II of either alphabet, 2-я
		return labelNumber
	case ending != numbered:
		return noLabel
	}
	if says, ok := word.LookUp(lists["labelWords"], core); ok {
		return label(says)
	}
	if r, n := utf8.DecodeRuneInString(core); n == len(core) && word.IsLetter(r) && strings.HasSuffix(w, ")") {
		return labelNumber // б)
	}
	return noLabel
}

// isListNumber says whether text is nothing, or the number of a game in a list:
// "5.", "№ 5", "Партия 5."
func isListNumber(text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return word.IsSpace(r) || strings.ContainsRune(".№#", r) })
	return !slices.ContainsFunc(words, func(w string) bool { return labelOf(w) == noLabel })
}
