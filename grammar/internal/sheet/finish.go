package sheet

import (
	"errors"
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// finish works out the layout and fills in the game.
func (b *builder) finish() {
	b.endProse()
	b.settlePost()
	b.matchPlayers()
	b.settleDoubts()
	b.layOut()
	g := b.g
	b.outcome()
	b.settle()
	if more := b.small - maxSmall; more > 0 {
		b.fault(record.MoreRepairs, record.Remark, place{b.unreported, b.unreported},
			message.Of("sheet.more-repairs", "n", more, "most", maxSmall))
	}
	// A game that was not played has a result, and no moves among its remarks.
	remarks := strings.Join(slices.Concat(g.Before, g.After), " ")
	if len(g.Plies) == 0 && g.Start == nil && !b.broken() &&
		(g.Result.Text == "" || b.hasMove(remarks, true) || unreadMoves().MatchString(remarks)) {
		b.fault(record.NoMoves, record.Unreadable, place{}, message.Of("sheet.no-moves"))
	}
}

// unreadMoves is what may be moves that were not understood: squares one after another.
var unreadMoves = word.Pattern(`(?:[a-h][1-8].{0,12}){4}|(?:\b(?:[3-9]|[1-4]\d)[-x:](?:[3-9]|[1-4]\d)\b.{0,6}){4}`)

// layOut works out how the moves stand on the page and puts them in the order of the game.
func (b *builder) layOut() {
	b.sideBySide()
	blocks := b.inBlocks()
	g := b.g
	g.After = append(g.After, b.before...) // after the last number
	if b.asideAt != len(b.entries)+1 {
		g.Aside = nil // moves follow
	}
	b.firstMissing()
	first := b.position0()
	if g.Layout = Columns; b.interleave(first) {
		return
	}
	if !blocks { // a run has more than one number, or its players, in a line
		g.Layout = Table
		for i := 1; i < len(b.entries) && !b.run; i++ {
			e := &b.entries[i]
			b.run = e.line == b.entries[i-1].line && e.number.end > 0 && !e.number.dots
		}
		if b.run {
			g.Layout = Run
		}
	}
	b.sequence(b.entries, first)
}

// sideBySide leaves out the moves of a second game, whose rows stand beside those of the
// first with the same numbers, and says that it cannot be read.
func (b *builder) sideBySide() {
	var right number // the first of the second game
	lines, from := 0, 0
	dropped := int32(-1) // the line of which no more is read
	kept := make([]entry, 0, len(b.entries))
	for i, e := range b.entries {
		row, n := &b.entries[from], e.number
		if row.line != e.line {
			from = i
		} else if (n.n > 0 && n.n == row.number.n || n.n == 1 && from == 0) && !n.dots && i-from > 1 {
			if lines++; lines == 1 {
				right = n
			}
			dropped = e.line
		}
		if e.line != dropped {
			kept = append(kept, e)
		}
	}
	if lines < 2 {
		return
	}
	b.entries = kept
	b.fault(record.Syntax, record.Unreadable, right.place(), message.Of("sheet.side-by-side"))
}

// firstMissing makes a move that cannot be read of dots in the place of a game's
// first move, "1. … b6-c5", where it begins as games begin, or of words that say so of all
// moves. "1... b6-c5" says that the other side begins.
func (b *builder) firstMissing() {
	switch {
	case b.start.end > 0 || b.turned:
	case len(b.entries) == 0:
		if b.gone.end > 0 && b.g.Result.Manner != record.Forfeit {
			b.entries = append(b.entries, entry{Ply: record.Ply{At: b.gone.at, Len: b.gone.end - b.gone.at}, slip: noMove})
		}
	case b.entries[0].number.apart:
		e := &b.entries[0]
		at := word.SkipBlank(b.g.Text, int(e.number.end))
		missing := *e
		missing.Ply = record.Ply{At: at, Len: max(dotsLen(b.g.Text[at:]), 1)}
		missing.slip, missing.number.dots, missing.number.apart = noMove, false, false
		if e.Word == nil && e.slip == nil {
			*e = missing
			return
		}
		e.number = number{}
		b.entries = slices.Insert(b.entries, 0, missing)
	}
}

var noMove = &slip{why: word.CannotBeRead, code: record.IllegibleMove}

// position0 reads the position that the game starts from and returns the side
// that moves first.
func (b *builder) position0() record.Colour {
	g := b.g
	v := b.variant()
	first := v.First()
	if len(b.entries) > 0 && b.entries[0].number.dots {
		first = first.Other()
	}
	if b.turned {
		first = b.turn
	}
	if b.start.end == 0 {
		return first
	}
	text := g.Text[b.start.at:b.start.end]
	b.position = position.Read(text)
	if v == record.UnknownVariant {
		v = record.Bashni // whose error is reported where none can have it
		if all := b.position.Variants(); len(all) > 0 {
			v = all[0]
		}
	}
	pos, faults, err := b.position.As(v)
	for _, f := range faults {
		f.At += b.start.at
		g.Faults = append(g.Faults, f)
	}
	if err != nil && !errors.Is(err, record.ErrUnknownTurn) {
		at := b.start
		if e, ok := err.(*record.PositionError); ok {
			at.at += min(e.Offset, len(text))
		}
		b.fault(record.BadPosition, record.Unreadable, at, message.From(err))
		return first
	}
	if position.NamesTurn(text) && !b.turned {
		first = pos.Turn
	}
	pos.Turn = first
	g.Start = &pos
	return first
}

// sequence makes the game's plies of words in the order of the game. What cannot
// be read is a ply without steps, and a fault; the words after it are read, too.
func (b *builder) sequence(entries []entry, first record.Colour) {
	g := b.g
	var numbers numberCheck
	if len(entries) > 0 && entries[0].number.dots && first == record.Black {
		numbers.second = 1
	}
	wrong, unreadables := 0, 0
	g.Plies = slices.Grow(g.Plies[:0], len(entries))
	unreadable := func(at, n int, s *slip) {
		text := g.Text[at : at+n]
		g.Plies = append(g.Plies, record.Ply{Word: &record.Word{Text: text}, At: at, Len: n})
		if unreadables++; unreadables > maxIllegible {
			return
		}
		f := b.fault(s.code, record.Unreadable, place{at, at + n}, s.why)
		f.Ply = len(g.Plies)
		if s.meant != "" {
			f.Suggestions = []string{s.meant}
		}
	}
	for i := range entries {
		e := &entries[i]
		if e.Word == nil && e.slip == nil {
			if i+1 < len(entries) && entries[i+1].number.n == e.number.n {
				continue
			}
			e.slip, e.At, e.Len = noMove, int(e.number.at), int(e.number.end-e.number.at) // "4. --"
			e.number.dots = false
		}
		if n := e.number; n.end > 0 {
			if missing, why := numbers.missing(len(g.Plies), n); missing > 0 && !e.column {
				at := e.At
				if i > 0 && !n.dots {
					at = entries[i-1].end()
				}
				if missing > 1 {
					at = b.tornFrom(at, int(n.at), int(n.n)-missing/2)
					if i == 0 || missing > 2*maxTornRows || at == 0 {
						missing = 0
					}
				}
				for range missing {
					unreadable(at, 0, &slip{why: why, code: record.IllegibleMove})
				}
			}
			if wrongly := numbers.check(len(g.Plies), n, g.Start != nil, e.column); !wrongly.IsZero() {
				if wrong++; wrong <= maxReported {
					b.fault(record.MoveNumber, record.Remark, n.place(), wrongly).Ply = len(g.Plies) + 1
				}
				if e.Word != nil {
					e.note().Number = int(n.n)
				}
			}
		}
		if e.Word == nil {
			if e.Len == 0 && e.number.end == 0 && i > 0 && i+1 < len(entries) {
				next := entries[i+1].number
				if missing, why := numbers.missing(len(g.Plies), next); missing == 1 && !e.column {
					e.slip.why = why
					e.At, e.Len = entries[i-1].end(), 0
				}
			}
			unreadable(e.At, e.Len, e.slip)
			g.Plies[len(g.Plies)-1].Note = e.Note
			continue
		}
		g.Plies = append(g.Plies, e.Ply)
	}
}

// end returns where what is in the entry's place ends: its number where nothing is.
func (e *entry) end() int { return max(e.At+e.Len, int(e.number.end)) }

// numberCheck compares move numbers with what is due.
type numberCheck struct {
	second   int // 1 where the first ply is a number's second
	base     int // the first number
	n, index int // of the number before
}

// missing returns how many plies are missing before the one with the given index, by its
// number, and why: it is that of a later row, or has dots where the first move would be.
func (c *numberCheck) missing(index int, number number) (plies int, why message.Message) {
	at, n := index+c.second, int(number.n)
	due := c.n + at/2 - c.index/2 // by counting
	switch {
	case c.base == 0, !number.dots && at%2 == 0 && n == c.base+at/2:
	case at%2 == 0 && number.dots && n == due:
		return 1, message.Of("grammar.missing-dots", "number", n)
	case !number.dots && n > due && (at%2 == 0 || n == due+1):
		return 2*(n-due) - at%2, message.Of("grammar.missing-before", "number", due, "next", n)
	}
	return 0, why
}

// check returns what is wrong with the number before the ply with the given
// index, if anything is. A number that goes on rightly from a wrong one is not reported
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

// inBlocks puts the moves of blocks of rows in the order of the game, and says whether
// there are blocks.
func (b *builder) inBlocks() bool {
	if len(b.entries) == 0 || b.entries[len(b.entries)-1].layout < inBlocks {
		return false
	}
	n, back := int32(0), -1 // where numbers of a line go back first
	for i := range b.entries {
		e := &b.entries[i]
		if e.number.end > 0 {
			if e.number.n < n && e.line == b.entries[i-1].line && back < 0 {
				back = e.At
			}
			n = e.number.n
		}
		e.row = n // of all plies in it
	}
	slices.SortStableFunc(b.entries, func(a, b entry) int { return int(a.row - b.row) })
	if i := slices.IndexFunc(b.entries, func(e entry) bool { return e.At == back }); i >= 0 {
		number := &b.entries[i].number
		b.fault(record.MoveNumber, record.Repaired, number.place(), message.Of("sheet.number-back", "number", number.n)).Ply = i + 1
	}
	return true
}

// interleave makes the game's plies of two columns and of rows after them, and says whether
// the sheet has columns.
func (b *builder) interleave(first record.Colour) bool {
	var mover, other, rows []entry
	for _, e := range b.entries {
		switch e.layout {
		case inFirst:
			mover = append(mover, e)
		case inSecond:
			other = append(other, e)
		default:
			rows = append(rows, e)
		}
	}
	if len(mover) == 0 || len(other) == 0 {
		return false
	}
	colour := b.variant().First() // of the first column
	for _, h := range b.heads {
		if h.plies == 0 {
			colour = h.colour
		} else if h.plies == len(mover) {
			colour = h.colour.Other()
		}
	}
	if b.g.Start == nil && !b.turned && b.variant() == record.UnknownVariant {
		first = colour
	}
	if other = b.fillColumn(other, len(mover)); colour != first {
		mover, other = other, mover
	}
	if !b.evenColumns(&mover, &other, len(rows) > 0, first) {
		rows = nil
	}
	plies := make([]entry, 0, len(mover)+len(other)+len(rows))
	for i := range mover {
		mover[i].column = true
		if plies = append(plies, mover[i]); i < len(other) {
			other[i].column = true
			plies = append(plies, other[i])
		}
	}
	b.sequence(append(plies, rows...), first)
	return true
}

// evenColumns sees to it that the side that begins has as many moves as the
// other, or, where no rows follow the columns, one more. A column one word too
// long in which one word is twice in a row is read with that word once, as
// the only way to even them that changes no move, and says so; else what has
// no partner is left out and it returns false.
func (b *builder) evenColumns(mover, other *[]entry, rows bool, first record.Colour) bool {
	long, short, colour, after := mover, other, first, 0 // plies before the first of the longer one
	if len(*other) > len(*mover) {
		long, short, colour, after = other, mover, first.Other(), 1
	}
	even := len(*short)
	if after == 0 && !rows {
		even++
	}
	if len(*long) <= even {
		return true
	}
	var twice []int
	for i := 1; i < len(*long); i++ {
		p, q := (*long)[i-1].Word, (*long)[i].Word
		if p != nil && q != nil && p.Text == q.Text {
			twice = append(twice, i)
		}
	}
	uneven := message.Of("sheet.column-length", "side", colour.Term(), "n", len(*long), "other", colour.Other().Term(), "m", len(*short))
	tell := func(severity record.Severity, i int, what message.Message) {
		p := (*long)[i]
		said := message.Of("sheet.column", "lengths", uneven, "what", what)
		b.fault(record.ColumnLength, severity, place{p.At, p.At + p.Len}, said).Ply = 2*i + 1 + after
	}
	if len(*long) == even+1 && len(twice) == 1 {
		i := twice[0]
		tell(record.Repaired, i, message.Of("sheet.twice", "word", (*long)[i].Word.Text))
		*long = slices.Delete(slices.Clone(*long), i, i+1)
		return true
	}
	tell(record.Illegal, even, message.Of("sheet.no-partner"))
	*long = (*long)[:even]
	return false
}

// tornFrom returns where the place of rows is that are missing by the next one's
// number, between two bytes of the text, if something takes it: a line
// of words, or the number that is due in brackets. Else the number may be a slip; 0.
func (b *builder) tornFrom(from, to, due int) int {
	if from > to {
		return 0 // in columns whose second is first
	}
	between := b.g.Text[from:to]
	line := word.LineEnd(between, 0)
	note := strings.TrimFunc(between[line:], word.IsSpace)
	if strings.ContainsFunc(note, word.IsLetter) {
		return from + strings.Index(between, note)
	}
	for i := range line {
		if strings.IndexByte("([{", between[i]) < 0 {
			continue
		}
		if n, digits, end := numberAt(between[i+1:]); end > digits && n == due {
			return from + i
		}
	}
	return 0
}

// gap notes words that are alone in a line of the second column: perhaps they stand
// for a move (see fillColumn).
func (b *builder) gap(p place) {
	n := len(b.entries)
	if b.ended || n != b.row || b.number.end > 0 || len(b.heads) == 0 || len(b.gaps) == maxGaps {
		return
	}
	if h := b.heads[len(b.heads)-1]; h.plies > 0 && h.plies < n {
		b.gaps = append(b.gaps, p)
	}
}

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

// sheetShows returns the variants that a game can be by the look of it: those
// whose squares and first move it has (see position.Shows), of which the sheet's own
// signs leave one where they can.
func (b *builder) sheetShows() []record.Variant {
	g := b.g
	shows := position.Shows(g, "", b.others)
	if b.position != nil {
		shows = b.position.Shows(g.Plies)
	}
	only := func(v record.Variant) bool {
		if slices.Contains(shows, v) {
			shows = []record.Variant{v}
			return true
		}
		return false
	}
	marked, unsigned, numeric, read, top := false, false, true, false, 0
	for i := range g.Plies {
		w := g.Plies[i].Word
		if len(w.Steps) == 0 {
			continue // it cannot be read
		}
		read = true
		marked = marked || w.Promotion != 0
		numeric = numeric && w.Steps[0].Number > 0
		for _, s := range w.Steps {
			top = max(top, int(s.Number))
		}
		if len(w.Steps) == 2 && w.Separator == record.NoSeparator && w.Steps[0].Rank < 0 && w.Steps[0].File == w.Steps[1].File {
			unsigned = true // aa7: only a capture comes back to its file
		}
	}
	numbers := []record.Variant{record.Lasca, record.Checkers, record.International} // up to 25, 32 and 50
	points := g.Result.Outcome == record.Points && g.Result.White+g.Result.Black == float64(2*record.Adiukh.Pieces())
	if len(shows) == 0 && b.start.end == 0 && read {
		// Not even the first move fits a game; the size of the numbers still tells.
		shows = []record.Variant{record.Bashni, record.Adiukh, record.Russian, record.Brazilian}
		if numeric {
			shows = slices.DeleteFunc(slices.Clone(numbers), func(v record.Variant) bool { return v.Board().Numbered(top) == record.NoSquare })
		}
	}
	switch {
	case only(b.others), numeric && read && slices.ContainsFunc(numbers, only):
	case !marked && (points || unsigned) && only(record.Adiukh): // Adiukh 5.1, 7.2
	case marked: // Adiukh marks no kings (3.5)
		shows = slices.DeleteFunc(shows, func(v record.Variant) bool { return !v.KingMarks() })
	}
	return shows
}

// settle reads the position again where the moves tell the variant.
func (b *builder) settle() {
	g := b.g
	if g.Variant != record.UnknownVariant || b.defaultVariant != record.UnknownVariant {
		return
	}
	g.Shows = b.sheetShows()
	if g.Start == nil || len(g.Shows) != 1 || g.Start.Variant == g.Shows[0] {
		return
	}
	if p, _, err := b.position.As(g.Shows[0]); err == nil {
		p.Turn = g.Start.Turn
		g.Start = &p
	}
}
