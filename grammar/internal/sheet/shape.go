package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// shapeAt returns the length of the text, "c3-b4" or "3 - 6", that has the shape of a move word at
// the start of text, or 0 if there is none.
func shapeAt(text string) int {
	n, inside := spacedMove(text)
	if n == 0 || len(inside) > 0 { // one of these characters ends it
		n = len(strings.TrimRight(text[:lenTo(text, " \t\n\r(){}[];!?~=+$\"/`")], ".,"))
	}
	if n > word.MaxTableWordLen || !isShape(text[:n]) {
		return 0
	}
	return n
}

// rawAt returns the length of the run at the start of text, up to a space, quotation mark, bracket
// or cell separator. It cuts a run that is too long for a damaged move.
func rawAt(text string) int {
	ends := func(r rune) bool { return word.IsSpace(r) || strings.ContainsRune("(){}[]|;\"«»", r) }
	return lenToFunc(text[:min(len(text), maxDamaged+utf8.UTFMax)], ends)
}

// lenTo returns the length of a text up to the first of some characters, or its whole length.
func lenTo(text, characters string) int {
	if n := strings.IndexAny(text, characters); n >= 0 {
		return n
	}
	return len(text)
}

// lenToFunc is lenTo for the characters that satisfy a function.
func lenToFunc(text string, is func(rune) bool) int {
	if n := strings.IndexFunc(text, is); n >= 0 {
		return n
	}
	return len(text)
}

// isShape reports whether run is a move word, and not just a number.
func isShape(run string) bool {
	isDigit := func(r rune) bool { return runeKindOf(r)&digitRune != 0 }
	if !strings.ContainsFunc(run, isDigit) || strings.ContainsFunc(run, func(r rune) bool { return notOfPly(r) && !word.IsSpace(r) }) {
		return false // like most words
	}
	w, err := word.Parse(run)
	return err == nil && (len(w.Steps) > 1 || w.Steps[0].Number == 0)
}

// isSpoilt reports whether a run has the form of a move without being one: c5-64, e?-f?, d:bч,
// a7-b6выигрывая.
func isSpoilt(run string) bool {
	run = strings.TrimRight(run, ".,;:!")
	return damageCost(run) < maxSpoilt && strings.Trim(run, "0123456789.") != "" || spoiltForm().MatchString(run)
}

// spoiltForm matches a whole move joined to letters, two joined moves in figures, and a move that a
// spreadsheet has turned into a date: 10.ноя.
var spoiltForm = word.Pattern(`^[a-h][1-8][-:][a-h][1-8]\pL|\pL[a-h][1-8][-:][a-h][1-8]$|` +
	`^\d\d?[-:]\d{2,4}[-:]\d|^\d\d?\.\pL{3}$`)

// numberAt returns the number at the start of text, which may have look-alikes for digits, the
// offset of the end of its digits, and that of its point or bracket, if any. It returns zeros if
// there are no digits, or too many.
func numberAt(text string) (n, digits, end int) {
	for digits < len(text) {
		r, w := utf8.DecodeRuneInString(text[digits:])
		d, _, ok := word.DigitOf(r)
		if !ok || r == '|' {
			break
		}
		n = 10*n + int(d-'0')
		if digits += w; digits > 8 {
			return 0, 0, 0
		}
	}
	if end = digits; digits > 0 {
		if strings.HasPrefix(text[end:], " .") {
			end++
		}
		if end < len(text) && (text[end] == '.' || text[end] == ')') {
			end++
		}
	}
	return n, digits, end
}

// runeKind is the set of roles that a character may have. It is checked for most characters,
// several times.
type runeKind uint8

const (
	fileRune  runeKind = 1 << iota // a file, see word.FileOf
	digitRune                      // see word.DigitOf
	dashRune
	takeRune // see word.TakeOf
	nameRune // may begin a name
)

// runeKinds has the kinds of the characters up to the dashes, which cover nearly all of a sheet.
var runeKinds = func() (kinds ['\u2070']runeKind) {
	for r := range kinds {
		kinds[r] = findRuneKind(rune(r))
	}
	return kinds
}()

func runeKindOf(r rune) runeKind {
	if uint32(r) < uint32(len(runeKinds)) {
		return runeKinds[r]
	}
	return findRuneKind(r)
}

// findRuneKind computes runeKindOf without the table.
func findRuneKind(r rune) (kind runeKind) {
	_, _, file := word.FileOf(r)
	_, _, digit := word.DigitOf(r)
	_, take := word.TakeOf(r)
	name := unicode.IsUpper(r) || unicode.IsLetter(r) && !unicode.IsLower(r) || r == '"' || r == '«'
	for i, is := range [...]bool{file, digit, word.IsDash(r), take, name} {
		if is {
			kind |= 1 << i
		}
	}
	return kind
}

// isNameStart reports whether a name may begin with r.
func isNameStart(r rune) bool { return runeKindOf(r)&nameRune != 0 }

// leadingDigits returns the number of digits at the start of text.
func leadingDigits(text string) int { return len(text) - len(strings.TrimLeft(text, "0123456789")) }

// beginsMoves reports whether text, part of a header's line, begins a game's moves: with the number
// 1 before a likely move, or with a 2 later on.
func beginsMoves(text string) bool {
	_, digits, end := numberAt(text)
	return digits == 1 && end > digits && (isFirstMove(trimLeft(text[end:])) || hasSecondRow(text[end:]))
}

// secondRow matches the number 2 with its point, after a space.
var secondRow = word.Pattern(`[ \t]2\.(?:\D|$)`)

// hasSecondRow reports whether text has the number of a second row.
func hasSecondRow(text string) bool { return secondRow().MatchString(text[:min(len(text), maxGoesOn)]) }

// footnote matches the mark of a footnote at a move, ¹ or ²).
var footnote = word.Pattern("^[" + footnoteMarks + `]+\)?`)

const footnoteMarks = "¹²³⁰⁴⁵⁶⁷⁸⁹⁽⁾†‡"

// cellsAt returns the cell separator of a row beside tabs: '|' in a table with rules, ';' or ',' in
// a spreadsheet's output; 0 if absent or part of prose.
func cellsAt(line string) byte {
	line = line[:min(len(line), maxCells)]
	if i := strings.IndexByte(line, '|'); i >= 0 {
		if word.HeaderTag(trimSpace(line[:i])) != "" || strings.Count(line, "|") > 1 || i == 0 || i+1 == len(line) || word.SkipBlank(line[i-1:], 0) > 0 || word.SkipBlank(line, i+1) > i+1 {
			return '|'
		}
	}
	for i := range len(line) {
		if line[i] == ';' && (i+1 == len(line) || line[i+1] != ' ' && line[i+1] != '\t') && !missignedAt(line, i) {
			return ';'
		}
	}
	if strings.Contains(line, `,"`) || strings.Contains(line, `",`) {
		return ','
	}
	if i := strings.IndexByte(line, ','); i > 0 && !strings.ContainsAny(line, " \t") && (strings.Count(line, ",") > 3 || !strings.Contains(line, ".")) && !missignedAt(line, i) {
		return ','
	}
	return 0
}

// missignedAt reports whether byte i of a line is in place of the sign between two squares: e5;c3.
func missignedAt(line string, i int) bool {
	from := i
	for from > 0 && i-from < len("c3") && word.SkipBlank(line[from-1:i], 0) == 0 && strings.IndexByte(";,.|", line[from-1]) < 0 {
		from--
	}
	return word.Missigned(line[from:]) > i-from && (from == 0 || line[from-1] == '.' || word.SkipBlank(line, from-1) >= from)
}
