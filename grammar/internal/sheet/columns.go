package sheet

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// columns is a sheet written in columns: first that which stands first, and the
// rows behind them.
type columns struct {
	first, second, rows []entry
	colour              record.Colour // of the first column
}

// inColumns returns the entries of the two columns and those of the rows after them, as
// they were read; nil where the sheet has no columns.
func (b *builder) inColumns() *columns {
	c := &columns{colour: b.variant().First()}
	for _, e := range b.entries {
		switch e.layout {
		case inFirst:
			c.first = append(c.first, e)
		case inSecond:
			c.second = append(c.second, e)
		default:
			c.rows = append(c.rows, e)
		}
	}
	if len(c.first) == 0 || len(c.second) == 0 {
		return nil
	}
	for _, h := range b.heads {
		if h.plies == 0 {
			c.colour = h.colour
		} else if h.plies == len(c.first) {
			c.colour = h.colour.Other()
		}
	}
	return c
}

// inBlocks puts the moves of blocks of rows in the order of the game, and says whether
// there are blocks.
func (b *builder) inBlocks() bool {
	if len(b.entries) == 0 || b.entries[len(b.entries)-1].layout < inBlocks {
		return false
	}
	n, rows := int32(0), make([]int32, len(b.entries))
	order := make([]int, len(b.entries))
	for i := range b.entries {
		if b.entries[i].number.end > 0 {
			n = b.entries[i].number.n
		}
		rows[i], order[i] = n, i
	}
	slices.SortStableFunc(order, func(i, k int) int { return int(rows[i] - rows[k]) })
	entries := make([]entry, len(order))
	for i, k := range order {
		entries[i] = b.entries[k]
	}
	b.entries = entries
	return true
}

// interleave makes the game's plies of columns.
func (b *builder) interleave(c *columns, first record.Colour) {
	if b.g.Start == nil && !b.turned && b.variant() == record.UnknownVariant {
		first = c.colour
	}
	mover, other := numberedColumn(b.onePerLine(c.first)), numberedColumn(b.onePerLine(c.second))
	other = b.fillColumn(other, len(mover))
	if c.colour != first {
		if p := &mover[0]; p.Word == nil && p.slip == nil {
			mover = mover[1:] // "1. ..." in the column of the side that does not begin
		}
		mover, other = other, mover
	}
	for _, column := range [][]entry{mover, other} {
		for i := range column {
			if e := &column[i]; e.Word == nil && e.slip == nil {
				e.slip, e.At, e.Len = noMove, int(e.number.at), int(e.number.end-e.number.at) // "3. —"
			}
		}
	}
	even := b.evenColumns(&mover, &other, len(c.rows) > 0, first)
	plies := slices.Grow(b.order[:0], len(mover)+len(other)+len(c.rows))
	for i := range mover {
		plies = append(plies, mover[i])
		if i < len(other) {
			plies = append(plies, other[i])
		}
	}
	for i := range plies {
		plies[i].column = true
	}
	if even {
		plies = append(plies, c.rows...)
	}
	b.order = plies
	b.sequence(plies, first)
}

// onePerLine makes one move that cannot be read of what stands in a line of a
// column whose other lines have one move: "e 1-d2".
func (b *builder) onePerLine(column []entry) []entry {
	lines := 0
	for i := range column {
		if i == 0 || column[i].line != column[i-1].line {
			lines++
		}
	}
	if lines == len(column) || 2*lines < len(column)+2 {
		return column
	}
	merged := make([]entry, 0, lines)
	for _, e := range column {
		n := len(merged) - 1
		if n < 0 || merged[n].line != e.line || e.number.end > 0 {
			merged = append(merged, e)
			continue
		}
		m := &merged[n]
		if m.Word != nil && e.Word != nil && m.Word.Text == e.Word.Text {
			b.fault(record.ColumnLength, record.Repaired, place{e.At, e.At + e.Len}, message.Of("sheet.twice", "word", e.Word.Text))
			continue
		}
		m.Word, m.slip = nil, noMove
		m.Len = e.At + e.Len - m.At
	}
	return merged
}

// numberedColumn puts a move that is missing into a column where its numbers
// leave one out.
func numberedColumn(column []entry) []entry {
	filled, gaps := column, 0
	for i := range column {
		n, before := int(column[i].number.n), 0
		if i > 0 {
			before = int(column[i-1].number.n)
		}
		if before > 0 && n == before+2 && n == int(column[0].number.n)+i+gaps+1 {
			if gaps++; gaps == 1 {
				filled = slices.Clone(column[:i])
			}
			filled = append(filled, entry{Ply: record.Ply{At: int(column[i].number.at)}, line: column[i].line, slip: leftOut})
		}
		if gaps > 0 {
			filled = append(filled, column[i])
		}
	}
	return filled
}

var leftOut = &slip{why: message.Of("sheet.left-out"), code: record.IllegibleMove}

// evenColumns sees to it that the side that begins has as many moves as the
// other, or, where no rows follow the columns, one more. A column one word too
// long in which one word stands twice in a row is read with that word once, as
// the only way to even them that changes no move, and says so; else what has
// no partner is left out and it returns false.
func (b *builder) evenColumns(mover, other *[]entry, rows bool, first record.Colour) bool {
	long, short, colour, excess := other, mover, first.Other(), len(*other)-len(*mover)
	spare := 0 // moves that the longer column may have more
	if excess <= 0 {
		long, short, colour, excess = mover, other, first, -excess
		if !rows {
			spare = 1
		}
	}
	if excess -= spare; excess <= 0 {
		return true
	}
	var twice []int
	for i := 1; i < len(*long); i++ {
		p, q := &(*long)[i-1], &(*long)[i]
		if p.Word != nil && q.Word != nil && p.Word.Text == q.Word.Text {
			twice = append(twice, i)
		}
	}
	ply := func(i int) int {
		if colour == first {
			return 2*i + 1
		}
		return 2*i + 2
	}
	told := message.Of("sheet.column-length", "side", colour.Term(), "n", len(*long), "other", colour.Other().Term(), "m", len(*short))
	fault := record.Fault{Code: record.ColumnLength}
	if excess == 1 && len(twice) == 1 {
		i := twice[0]
		p := (*long)[i]
		fault.Severity, fault.Ply, fault.At, fault.Len, fault.Word = record.Repaired, ply(i), p.At, p.Len, p.Word.Text
		fault.Message = message.Of("sheet.column", "told", told, "what", message.Of("sheet.twice", "word", p.Word.Text))
		b.g.Faults = append(b.g.Faults, fault)
		*long = append(append([]entry(nil), (*long)[:i]...), (*long)[i+1:]...)
		return true
	}
	i := len(*short) + spare
	p := (*long)[i]
	fault.Severity, fault.Ply, fault.At, fault.Len = record.Illegal, ply(i), p.At, p.Len
	fault.Word = b.g.Text[p.At : p.At+p.Len]
	fault.Message = message.Of("sheet.column", "told", told, "what", message.Of("sheet.no-partner"))
	for _, i := range twice {
		fault.Suggestions = append(fault.Suggestions, (*long)[i].Word.Text)
	}
	if len(twice) > 0 {
		fault.Message = message.Then(fault.Message, message.Of("sheet.these-twice", "words", strings.Join(fault.Suggestions, ", ")))
	}
	b.g.Faults = append(b.g.Faults, fault)
	*long = (*long)[:i]
	return false
}
