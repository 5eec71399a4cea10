package sheet

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
)

// Lines that books have between games and at the edges of pages.
var (
	// A page number: "— 37 —", "Стр. 12", "12/40"; 1/2 is a result. Or the heads of blocks of rows:
	// "Ходы 1–20   Ходы 21–40".
	pageNumber = word.Pattern(`^(?i:[-*~·•|–—]+ *\d{1,4} *[-*~·•|–—]+|\d{1,4} */ *\d{2,4}|` +
		`(?:стр|страница|с|лист|стор|сторінка|аркуш|page|pp?)[. ]*\d{1,4}(?: (?:из|з|of) \d+)?\.?|` +
		`(?:(?:^|[\s|]+)(?:ходы|ходи|moves) \d{1,3} ?[-–—] ?\d{1,3})+)$`)
	// Three or more cells of a crosstable: 1 0 ½ =.
	scores = word.Pattern(`^(?:[012½=*XxХх■]|1/2)(?:[\s|;]+(?:[012½=*XxХх■]|1/2)){2,}$`)
	// A row of a crosstable, with a place, a name and points: "1. Иванов 5½", "2 Петров 0 * 1 = 1",
	// "1-2. Иванов, Петров – по 5 очков".
	standing = word.Pattern(`^` + placeForm + cellGap + `\p{Lu}` + inName + `+(?:` + cellGap + `(?:` + inName + `+|` + placeForm + `))*?` + cellGap + points + `(?:` + cellGap + `(?:` + inName + `+|` + points + `))*$`)
	// A line of a table of contents: dots lead to a page number.
	contents = word.Pattern(`^.* (?:(?:\. ){8}.*|\.{8,} ?)\d+$`)
)

// The parts of a row of a crosstable.
const (
	placeForm = `\d{1,3}(?:[-–]\d{1,3})?[.)]?`
	inName    = `[\p{L}.'’:()«»"–-]`
	points    = `\(?(?:[-+=–—]+|[-+=–—]*(?:\d{1,4}½?|½|[*xXхХ■□●]|\d{1,3}[.,]\d{1,2}|\d[-:]\d))[.,)]?`
	cellGap   = `[\s|;,]+`
)

// isMatter reports whether a line is such a line or a URL, and not a row of moves.
func isMatter(line string) bool {
	return isContentsLine(line) || strings.HasPrefix(line, "http://") || strings.HasPrefix(line, "https://") || len(line) <= maxMatter &&
		(pageNumber().MatchString(line) || strings.ContainsFunc(line, unicode.IsUpper) && standing().MatchString(line) ||
			scores().MatchString(line) && strings.IndexAny(line, "012½") < strings.LastIndexAny(line, "012½"))
}

// isContentsLine reports whether a line belongs to a table of contents.
func isContentsLine(line string) bool {
	return len(line) <= maxContents && (strings.Contains(line, ". . . . . . . . ") || strings.Contains(line, "........")) && contents().MatchString(line)
}

func isYear(w string) bool {
	return (strings.HasPrefix(w, "18") || strings.HasPrefix(w, "19") || strings.HasPrefix(w, "20")) && isFigure(w)
}

func isFigure(text string) bool { return strings.Trim(text, "0123456789") == "" }

// Results of other games may interrupt a game, in a newspaper column or a tournament bulletin:
// "Иванов – Петров 1-0", "1-0, 0-1, ½", "Ничья в 3-й партии". The game continues if the next row
// has the number that is due.

// isResultList reports whether a line has nothing but results, which are not all of one game.
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

// ofAnotherGame reports whether the text after a result names its game or round by number: "Ничья в
// 3-й партии". Such a result is not that of a game without moves.
func ofAnotherGame(said string) bool {
	if len(said) > maxFacts {
		return false
	}
	numbered, game := false, false
	for w := range strings.FieldsFuncSeq(said, func(r rune) bool { return word.IsSpace(r) || strings.ContainsRune(".,;:!?()«»\"", r) }) {
		game = game || lists["countedWords"].has(w)
		digits := leadingDigits(w)
		numbered = numbered || lists["ordinals"].has(w) || digits > 0 && digits <= len("12") && strings.IndexFunc(strings.TrimLeft(w[digits:], "-"), notLetter) < 0
	}
	return numbered && game
}

// refersElsewhere reports whether words in place of a move refer to another move or source, or say
// that more was played: "см. выше", "то же самое", "id.", "см. диаграмму", "и т.д.", "теория".
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

// isDiagram reports whether words just refer to a diagram beside moves: "диагр.9", "Рисунок 14".
func isDiagram(text string) bool {
	return lists["diagrams"].has(strings.TrimRight(strings.TrimRight(strings.TrimRight(text, "."), "0123456789"), ". №"))
}

// boardEnd returns the end of a text picture of a board at the start of text, with or without names
// of files and rules: "8 | . b . b |", ".b.b.b.b"; 0 if there is none.
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

// ruleSigns are the characters of rules between ranks.
const ruleSigns = "+-=|_ \t"

// spacedMoves matches the end of a move of numbers and the start of the next: "1 10 - 14 18 : 10".
var spacedMoves = word.Pattern(moveSign + `[ \t|]+\d+[ \t|]+\d+[ \t|]+` + moveSign)

// isBoardRow reports whether a line has the signs of a rank of squares, eight or more.
func isBoardRow(line string) bool {
	signs := 0
	for f := range strings.FieldsSeq(line) {
		n := utf8.RuneCountInString(f)
		if n > 2 && strings.Trim(f, ".-_*·wbWBxXoOбчБЧ") != "" || n == 2 && !isFigure(f) {
			return false
		}
		signs += n
	}
	return signs >= 8 && !spacedMoves().MatchString(line)
}

// label is the kind of a word in a game's list number: "Партия № 3.", "II.", "2-я партия:".
type label string

const (
	noLabel     label = ""
	labelSign   label = "sign"   // ***
	labelName   label = "name"   // партия
	labelNumber label = "number" // 3, II, вторая, б), №
)

// labelOf returns the kind of a word without spaces in a game's list number.
func labelOf(w string) label {
	core := strings.Trim(w, ".:()[]*=~_,")
	numbered := strings.TrimLeft(core, "#№")
	switch ending := numbered[leadingDigits(numbered):]; {
	case core == "":
		return labelSign
	case ending == "", strings.Trim(core, "IVXІХ") == "", ending != numbered && lists["labelEndings"].has(ending): // 3, II of either alphabet, 2-я
		return labelNumber
	case ending != numbered:
		return noLabel
	}
	if says, ok := word.LookUp(lists["labelWords"], core); ok {
		return label(says)
	}
	if r, n := utf8.DecodeRuneInString(core); n == len(core) && unicode.IsLetter(r) && strings.HasSuffix(w, ")") {
		return labelNumber // б)
	}
	return noLabel
}

// isListNumber reports whether text is empty or a game's list number: "5.", "№ 5", "Партия 5."
func isListNumber(text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return word.IsSpace(r) || strings.ContainsRune(".№#", r) })
	return !slices.ContainsFunc(words, func(w string) bool { return labelOf(w) == noLabel })
}
