package composition

import (
	"strings"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/sheet"
	"github.com/stolb/stolb/grammar/internal/word"
)

// Finder finds where compositions begin: at the first line after a blank one above a position, if
// the composition so far has one; or at the position itself.
type Finder struct {
	placed  bool // the composition has a position
	blank   bool // the previous line is blank
	marked  bool // a mark is set after a blank line
	heading int  // lines since the mark
}

// Unclosed implements cut.Finder.
func (f *Finder) Unclosed() bool { return false }

// Reset implements cut.Finder.
func (f *Finder) Reset() { *f = Finder{} }

// Find implements cut.Finder.
func (f *Finder) Find(line string, first bool) (cut.Decision, int) {
	if !first {
		return cut.None, 0
	}
	if strings.TrimFunc(line, word.IsSpace) == "" {
		f.blank, f.marked = true, false
		return cut.None, 0
	}
	_, n := findPosition(line)
	switch here := n > 0; {
	case here && !f.placed:
		f.placed = true
	case here && f.marked:
		return cut.AtMark, 0
	case here:
		return cut.Here, 0
	case f.marked:
		if f.heading++; f.heading > maxHeadings {
			f.marked = false
			return cut.None, 0
		}
		return cut.Keep, 0
	case f.blank && f.placed:
		f.blank, f.marked, f.heading = false, true, 1
		return cut.Mark, 0
	}
	f.blank = false
	return cut.None, 0
}

// Position returns the start and end of the position's line in a text, or false if absent.
func Position(text string) (at, end int, found bool) {
	for at < len(text) {
		end = word.LineEnd(text, at)
		if t, n := findPosition(text[at:end]); t != nil {
			return at, at + n, true
		}
		at = end + 1
	}
	return 0, 0, false
}

// isRow reports whether a line above a position consists of moves: two, with or without a number.
func isRow(line string) bool {
	moves := 0
	for field := range strings.FieldsFuncSeq(line[:min(len(line), maxRow)], func(r rune) bool { return word.IsSpace(r) || r == '|' || r == ';' || r == '"' }) {
		if w, err := word.Parse(field); err == nil && len(w.Steps) > 1 && w.Steps[0].Whole() && w.Steps[1].Whole() {
			if moves++; moves > 1 {
				return true
			}
		} else if moves > 0 || strings.Trim(field, "0123456789.)") != "" {
			return false
		}
	}
	return moves > 0
}

// maxRow is how many bytes of a line are searched for moves.
const maxRow = 96

// maxLooked is how many lines at the beginning of a text are searched for a position.
const maxLooked = 2 * maxHeadings

// Is reports whether a text begins with compositions: one of its first lines is a position with a
// bar, and the next line is not, as it could be in a table of moves. A bar after moves or players'
// names belongs to a score sheet: "c7|b6" is a damaged move.
func Is(text string) bool {
	for range maxLooked {
		end := word.LineEnd(text, 0)
		line := text[:end]
		if t, _ := findPosition(line); t != nil && strings.IndexByte(line, '|') >= 0 && !isRow(line) {
			rest := strings.TrimLeft(text[end:], "\r\n")
			t, _ = findPosition(rest[:word.LineEnd(rest, 0)])
			return t == nil
		}
		if end == len(text) || isRow(line) || sheet.NamesSides(line) {
			return false
		}
		text = strings.TrimLeft(text[end:], "\r\n")
	}
	return false
}
