package composition

import (
	"strings"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/sheet"
	"github.com/stolb/stolb/grammar/internal/word"
)

// Finder finds where compositions begin: at the first line after a blank one
// above a position, when the composition so far has one; or at the position.
type Finder struct {
	placed  bool // the composition has its position
	blank   bool // there is a blank line before
	marked  bool // so there was before the mark
	heading int  // lines since
}

// Unclosed is cut.Finder's.
func (f *Finder) Unclosed() bool { return false }

// Reset is cut.Finder's.
func (f *Finder) Reset() { *f = Finder{} }

// Find is cut.Finder's.
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

// Position returns where in a text the line with the position begins and ends;
// false where it has none.
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

// isRow says whether a line above a position is of moves: it has two, after a number or without.
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

// maxRow is how much of a line is looked at for moves, in bytes.
const maxRow = 96

// maxLooked is how many lines at the beginning of a text are looked at for a position.
const maxLooked = 2 * maxHeadings

// Is says whether a text begins with compositions: one of its first lines is a position with a bar,
// and the next is not, as in a table of moves it could be. After moves, or the names of the
// players, it is a sheet's: "c7|b6" is a damaged move.
func Is(text string) bool {
	for range maxLooked {
		end := word.LineEnd(text, 0)
		line := text[:end]
		if t, _ := findPosition(line); t != nil && strings.IndexByte(line, '|') >= 0 {
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
