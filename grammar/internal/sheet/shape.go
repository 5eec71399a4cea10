package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// shapeAt returns the length of the move word with which text begins, "c3-b4" or "3 - 6",
// where it has the shape of one; 0 where it has not.
func shapeAt(text string) int {
	n, inside := spacedMove(text)
	if n == 0 || len(inside) > 0 {
		n = len(strings.TrimRight(text[:lenTo(text, shapeEnds)], ".,"))
	}
	if n > word.MaxTableWordLen || !isShape(text[:n]) {
		return 0
	}
	return n
}

// shapeEnds are the characters at which a move word ends.
const shapeEnds = " \t\n\r(){}[];!?~=+$\"/`"

// rawAt returns the length of the characters at the beginning of text: up
// to a space, a quotation mark or what parts cells, or a bracket. What is too
// long for a move that is damaged is cut off.
func rawAt(text string) int {
	ends := func(r rune) bool { return word.IsSpace(r) || strings.ContainsRune("(){}[]|;\"«»", r) }
	return lenToFunc(text[:min(len(text), maxDamaged+utf8.UTFMax)], ends)
}

// lenTo returns the length of a text up to the first of some characters, or all of it.
func lenTo(text, characters string) int {
	if n := strings.IndexAny(text, characters); n >= 0 {
		return n
	}
	return len(text)
}

// lenToFunc is lenTo for the characters of which a function is true.
func lenToFunc(text string, is func(rune) bool) int {
	if n := strings.IndexFunc(text, is); n >= 0 {
		return n
	}
	return len(text)
}

// isShape says whether run is a move word, more than a number alone.
func isShape(run string) bool {
	if strings.IndexFunc(run, func(r rune) bool { return notOfPly(r) && !word.IsSpace(r) }) >= 0 {
		return false // as nearly all words
	}
	w, err := word.Parse(run)
	return err == nil && (len(w.Steps) > 1 || w.Steps[0].Number == 0)
}

// isSpoilt says whether a run is made as moves are, though it is none: c5-64, e?-f?, d:bч,
// a7-b6выигрывая.
func isSpoilt(run string) bool {
	run = strings.TrimRight(run, ".,;:!")
	return damageCost(run) < maxSpoilt && strings.Trim(run, "0123456789.") != "" || spoiltForm().MatchString(run)
}

// spoiltForm is a whole move with letters that no space parts from it, two moves in figures
// without one, and what spreadsheets make of a move: 10.ноя.
var spoiltForm = word.Pattern(`^[a-h][1-8][-:][a-h][1-8]\pL|\pL[a-h][1-8][-:][a-h][1-8]$|` +
	`^\d\d?[-:]\d{2,4}[-:]\d|^\d\d?\.\pL{3}$`)

// numberAt returns the number with which text begins, look-alikes among its digits, where
// they end, and where the number ends with its point or bracket; the same where
// it has none, and 0 where there are no digits.
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

// runeKind says what a character may be: what is checked for nearly each one, several
// times.
type runeKind uint8

const (
	fileRune  runeKind = 1 << iota // a file, see word.FileOf
	digitRune                      // see word.DigitOf
	dashRune
	takeRune // see word.TakeOf
	nameRune // a name may begin with it
)

// runeKinds has the kinds of the characters up to the last dash, among which are nearly all
// of sheets.
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

// findRuneKind is runeKindOf without the table.
func findRuneKind(r rune) (kind runeKind) {
	_, _, file := word.FileOf(r)
	_, _, digit := word.DigitOf(r)
	_, take := word.TakeOf(r)
	name := unicode.IsUpper(r) || word.IsLetter(r) && !unicode.IsLower(r) || r == '"' || r == '«'
	for i, is := range [...]bool{file, digit, word.IsDash(r), take, name} {
		if is {
			kind |= 1 << i
		}
	}
	return kind
}

// isNameStart says whether a name may begin with r.
func isNameStart(r rune) bool { return runeKindOf(r)&nameRune != 0 }

// leadingDigits returns how many digits a text begins with.
func leadingDigits(text string) int { return len(text) - len(strings.TrimLeft(text, "0123456789")) }

// beginsMoves says whether a game's moves begin with a text in a header's line: a
// number 1 before something like a move, or after which a 2 follows.
func beginsMoves(text string) bool {
	_, digits, end := numberAt(text)
	return digits == 1 && end > digits && (isFirstMove(trimLeft(text[end:])) || hasSecondRow(text[end:]))
}

// secondRow is the number 2 with its full stop, apart from what is before it.
var secondRow = word.Pattern(`[ \t]2\.(?:\D|$)`)

// hasSecondRow says whether the number of a second row is in a text.
func hasSecondRow(text string) bool { return secondRow().MatchString(text[:min(len(text), maxGoesOn)]) }

// footnote is the mark of a footnote, ¹ or ²), as it is written at a move.
var footnote = word.Pattern("^[" + footnoteMarks + `]+\)?`)

const footnoteMarks = "¹²³⁰⁴⁵⁶⁷⁸⁹⁽⁾†‡"

// cellsAt returns what parts the cells of a row beside tabs: '|' in a table of
// rules, ';' or ',' as spreadsheets write them; 0 where it is prose's sign.
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

// missignedAt says whether what is at byte i of a line is between two squares
// in place of a sign: e5;c3.
func missignedAt(line string, i int) bool {
	from := i
	for from > 0 && i-from < len("c3") && word.SkipBlank(line[from-1:i], 0) == 0 && strings.IndexByte(";,.|", line[from-1]) < 0 {
		from--
	}
	return word.Missigned(line[from:]) > i-from && (from == 0 || line[from-1] == '.' || word.SkipBlank(line, from-1) >= from)
}
