package sheet

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// stands says whether words that have ended stand where a move may be missing:
// behind White's in its row they say that one cannot be read, "не читается", or are
// one or two in the cell of Black's moves, "прочерк". What leads a remark does not.
func (b *builder) stands(text string, move bool) bool {
	e := b.lastEntry()
	if b.ended || move || b.number.end > 0 || e == nil || e.line != b.line {
		return false
	}
	if word.Illegible(text) || refersElsewhere(text) {
		return true
	}
	return b.cells && len(b.entries) == b.row+1 && b.proseCell == b.entries[b.row].cell+1 && areFew(text)
}

// areFew says whether a text is a word or two that lead no remark.
func areFew(text string) bool {
	words := 0
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return word.IsSpace(r) || strings.ContainsRune(".,;:!?", r) }) {
		words++
		if leads, _ := word.LookUp(remarkLeads, w); leads || words > 2 {
			return false
		}
	}
	return true
}

// gap notes words that are alone in a line of the second column: perhaps they stand
// for a move (see fillColumn).
func (b *builder) gap(p place, text string) {
	n := len(b.entries)
	if b.ended || n != b.row || b.number.end > 0 || len(b.heads) == 0 || len(b.gaps) == maxGaps || !word.Illegible(text) && !areFew(text) {
		return
	}
	if h := b.heads[len(b.heads)-1]; h.plies > 0 && h.plies < n {
		b.gaps = append(b.gaps, p)
	}
}

// maxGaps is how many lines of a column may be words.
const maxGaps = 64

// fillColumn puts moves that cannot be read where a column without numbers has lines
// of words between its moves, and is shorter than the other: nothing moves up.
func (b *builder) fillColumn(column []entry, other int) []entry {
	filled := column
	for _, p := range b.gaps {
		if len(filled) >= other || column[0].number.n > 0 {
			break
		}
		i := slices.IndexFunc(filled, func(e entry) bool { return e.At > p.at })
		if i <= 0 {
			continue
		}
		filled = slices.Insert(slices.Clone(filled), i, entry{Ply: record.Ply{At: p.at, Len: p.end - p.at}, line: filled[i].line - 1, slip: noMove})
	}
	return filled
}
