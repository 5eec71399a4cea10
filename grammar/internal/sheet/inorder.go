package sheet

import (
	"slices"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Most games are rows of plain moves with the numbers that are due, from 1 on, below
// heads and above a result. There is nothing to find out about how such a page is laid
// out, so that its plies are put into g.Plies as they are read, and no entries are made
// of them: the game is in order. Where anything else comes behind its moves, unfold
// makes the entries as if they had been made one by one.

// orderedRow is a line of a game that is in order.
type orderedRow struct {
	line int32
	from int // its first ply
}

// mayBeInOrder says whether a game is in order so far, or has no moves.
func (b *builder) mayBeInOrder() bool { return b.ordered || len(b.entries) == 0 }

// takesInOrder takes a plain move with its number, if it has one (number.end is 0 where it
// has none), to a game that is in order, or that begins so; false where that cannot be.
func (b *builder) takesInOrder(number place, n int, p place, w *record.Word) bool {
	if !b.ordered { // and there are no entries
		if number.end == 0 || n != 1 || !b.beginsInOrder() {
			return false
		}
		b.ordered, b.rows = true, b.rows[:0]
		most := (len(b.g.Text)-p.at)/(p.end-p.at+2) + 2 // two bytes more are its space, and half of its number
		b.g.Plies = slices.Grow(b.g.Plies[:0], min(most, MaxPlies))
	}
	i := len(b.g.Plies)
	if number.end > 0 && (i%2 != 0 || n != 1+i/2 || number.end+1 != p.at) || b.ended || i == MaxPlies {
		b.unfold()
		return false
	}
	b.g.Plies = append(b.g.Plies, record.Ply{Word: w, At: p.at, Len: p.end - p.at})
	if last := len(b.rows) - 1; last < 0 || b.rows[last].line != b.line {
		b.rows = append(b.rows, orderedRow{b.line, i})
	} else if number.end > 0 {
		b.several = true
	}
	return true
}

// beginsInOrder says whether nothing that has been read so far has a say in the layout.
func (b *builder) beginsInOrder() bool {
	return !b.ended && !b.cells && b.number == (number{}) &&
		b.lost.end == 0 && b.gone.end == 0 && b.prose.end == 0 && b.timed.end == 0 && len(b.before) == 0
}

// rowInOrder takes what usualMoves reads from byte at on to a game that is in order: the
// rest of a row that takesInOrder has begun. It returns where the last move ends; 0 where
// there is none.
func (l *lineLexer) rowInOrder(b *builder, at int) (end int) {
	from := len(b.g.Plies)
	if from == cap(b.g.Plies) {
		b.g.Plies = slices.Grow(b.g.Plies, maxPlain)
	}
	plies, numbers := l.words.Row(b.g.Plies[:from:min(cap(b.g.Plies), from+maxPlain)], l.text, at, 2+from)
	b.g.Plies = b.g.Plies[:len(plies)]
	if len(plies) == from {
		return 0
	}
	if numbers > 0 {
		b.several = true
		i := len(plies) - 1
		for i%2 != 0 || numberInFront(l.text, plies[i].At).end == 0 {
			i--
		}
		l.number, l.row.plies = 1+i/2, len(plies)-i
	} else {
		l.row.plies += len(plies) - from
	}
	last := &plies[len(plies)-1]
	l.at = last.At + last.Len
	return l.at
}

// numberInFront returns the place of the number before a move of a game that is in order.
func numberInFront(text string, at int) number {
	if at < len("1. ") || text[at-2] != '.' {
		return number{}
	}
	from, n, ten := at-2, 0, 1
	for ; from > 0 && word.IsDigit(text[from-1]); from-- {
		n += ten * int(text[from-1]-'0')
		ten *= 10
	}
	return number{at: int32(from), end: int32(at - 1), n: int32(n)}
}

// unfold makes the entries of a game that is in order so far.
func (b *builder) unfold() {
	if !b.ordered {
		return
	}
	b.ordered = false
	plies := b.g.Plies
	b.g.Plies = plies[:0]
	b.entries = slices.Grow(b.entries[:0], len(plies)+1)
	for i, row := range b.rows {
		end := len(plies)
		if i+1 < len(b.rows) {
			end = b.rows[i+1].from
		}
		for k := row.from; k < end; k++ {
			e := entry{Ply: plies[k], line: row.line}
			if k%2 == 0 {
				e.number = numberInFront(b.read, plies[k].At)
			}
			b.entries = append(b.entries, e)
		}
		b.row = row.from
		if row.line < b.line {
			if b.row = end; end == row.from+1 {
				b.lone, b.loner = b.lone+1, row.from
			}
		}
	}
	b.several = false
}

// isInOrder says of a game at its end whether its plies are what they are in g.Plies.
// Moves in letters with some in digits among them are not: those may be times and scores.
func (b *builder) isInOrder() bool {
	if !b.ordered {
		return false
	}
	plies, text := b.g.Plies, b.read
	inDigits := word.IsDigit(text[plies[0].At])
	for i := range plies {
		if word.IsDigit(text[plies[i].At]) != inDigits {
			return false
		}
	}
	return true
}

// hasMoves says whether the game has anything so far that stands in a move's place.
func (b *builder) hasMoves() bool { return len(b.entries) > 0 || b.ordered }
