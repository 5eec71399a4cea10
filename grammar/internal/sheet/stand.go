package sheet

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

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
