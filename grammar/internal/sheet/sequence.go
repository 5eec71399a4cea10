package sheet

import (
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// maxIllegible is how many moves that cannot be read are told of a game.
const maxIllegible = 256

// sequence makes the game's plies of words in the order of the game. What cannot
// be read is a ply without steps, and a fault; the words behind it are read, too.
func (b *builder) sequence(entries []entry, first record.Colour) {
	g := b.g
	numbers := numberCheck{second: 0}
	if len(entries) > 0 && entries[0].number.dots && first == record.Black {
		numbers.second = 1
	}
	wrong, untold := 0, 0
	g.Plies = slices.Grow(g.Plies[:0], len(entries))
	unreadable := func(at, n int, s *slip) {
		text := g.Text[at : at+n]
		g.Plies = append(g.Plies, record.Ply{Word: &record.Word{Text: text}, At: at, Len: n})
		if untold++; untold > maxIllegible {
			return
		}
		f := b.fault(s.code, record.Unreadable, place{at, at + n}, s.why)
		f.Ply = len(g.Plies)
		if s.meant != "" {
			f.Suggestions = []string{s.meant}
		}
	}
	for i := 0; i < len(entries); i++ {
		if i += b.usual(&numbers, entries[i:]); i == len(entries) {
			break
		}
		e := &entries[i]
		if e.Word == nil && e.slip == nil {
			if e.column || i+1 < len(entries) && entries[i+1].number.n == e.number.n {
				continue
			}
			e.slip, e.At, e.Len = noMove, int(e.number.at), int(e.number.end-e.number.at) // "4. --"
			e.number.dots = false
		}
		if n := e.number; n.end > 0 && !numbers.usual(len(g.Plies), &n, e.column) {
			if i > 0 && !e.column {
				if rows, why := numbers.gap(len(g.Plies), n); rows > 0 && rows <= maxTornRows {
					if at := b.tornFrom(entries[i-1].end(), int(n.at), int(n.n)-rows); at > 0 {
						for range 2 * rows {
							unreadable(at, 0, &slip{why: why, code: record.IllegibleMove})
						}
					}
				}
			}
			if lacks, why := numbers.lacks(len(g.Plies), n, e.column); lacks {
				at, width := e.At, 0
				if p := i - 1; p >= 0 && !n.dots {
					at = entries[p].end()
					if hint, ok := b.hints[entries[p].At]; ok && hint.end <= int(n.at) {
						at, width = hint.at, hint.end-hint.at
					}
				}
				unreadable(at, width, &slip{why: why, code: record.IllegibleMove})
			}
			if told := numbers.check(len(g.Plies), n, g.Start != nil, e.column); !told.IsZero() {
				if wrong++; wrong <= maxTold {
					b.fault(record.MoveNumber, record.Remark, n.place(), told).Ply = len(g.Plies) + 1
				}
				if e.Word != nil {
					e.note().Number = int(n.n)
				}
			}
		}
		if e.Word == nil {
			unreadable(e.At, e.Len, e.slip)
			g.Plies[len(g.Plies)-1].Note = e.Note
			continue
		}
		g.Plies = append(g.Plies, e.Ply)
	}
}

// end returns where what stands in the entry's place ends: its number where nothing does.
func (e *entry) end() int { return max(e.At+e.Len, int(e.number.end)) }

// usual makes plies of entries as long as they are words and their numbers those that
// are due, as nearly all are, and returns of how many.
func (b *builder) usual(numbers *numberCheck, entries []entry) int {
	plies := b.g.Plies
	for i := range entries {
		e := &entries[i]
		if e.Word == nil || e.number.end > 0 && !numbers.usual(len(plies), &e.number, e.column) {
			entries = entries[:i]
			break
		}
		plies = append(plies, e.Ply)
	}
	b.g.Plies = plies
	return len(entries)
}

// numberCheck compares move numbers with what is due.
type numberCheck struct {
	second   int // 1 where the first ply is a number's second
	base     int // the first number
	n, index int // of the number before
}

// due returns the number that the ply with the given index has by counting.
func (c *numberCheck) due(index int) int { return c.n + (index+c.second)/2 - c.index/2 }

// usual says whether a number is the one that is due before the first ply of a
// pair, or in a column before either, as nearly all are.
func (c *numberCheck) usual(index int, number *number, column bool) bool {
	at := index + c.second
	if c.base == 0 || at%2 != 0 && !column || number.dots || int(number.n) != c.base+at/2 {
		return false
	}
	c.n, c.index = int(number.n), at
	return true
}

// lacks says whether a move is missing before the ply with the given index, by
// its number: the next one stands before what would be the second move of the
// number before, or dots where the first move would be.
func (c *numberCheck) lacks(index int, number number, column bool) (lacks bool, why message.Message) {
	at, n := index+c.second, int(number.n)
	if c.base == 0 || column || (at%2 == 1) == number.dots { // as it should be
		return false, why
	}
	due := c.due(index)
	switch {
	case at%2 == 1 && !number.dots && n == due+1:
		return true, message.Of("grammar.missing-before", "number", due, "next", n)
	case at%2 == 0 && number.dots && n == due:
		return true, message.Of("grammar.missing-dots", "number", n)
	}
	return false, why
}

// check returns what is wrong with the number before the ply with the given
// index, if anything is. A number that goes on rightly from a wrong one is not told
// again.
// anywhere says that the first number may be any; column that the number does
// not tell whose move it is.
func (c *numberCheck) check(index int, number number, anywhere, column bool) message.Message {
	at, n := index+c.second, int(number.n)
	if c.base == 0 {
		c.base = 1
		if anywhere && n > 0 { // a game from a position may begin with any number
			c.base = n - at/2
		}
	}
	due := c.base + at/2
	goesOn := c.n > 0 && n-c.n == at/2-c.index/2
	wrongSide := !column && number.dots != (at%2 == 1)
	before := c.n
	c.n, c.index = n, at
	switch {
	case n != due && !goesOn:
		return message.Of("sheet.other-number", "number", n, "due", due)
	case wrongSide && number.dots:
		return message.Of("sheet.dots", "number", n)
	case wrongSide && n == due && n != before:
		return message.Of("sheet.number-late", "number", n)
	case wrongSide && n == due:
		return message.Of("sheet.number-again", "number", n)
	case wrongSide:
		return message.Of("sheet.number-too-early", "number", n, "due", due)
	}
	return message.Message{}
}
