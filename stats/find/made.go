package find

import (
	"math"
	"math/bits"

	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/record"
)

// made is a query's move on a variant's board.
type made struct {
	of       *query.Made
	taken    span // how many pieces it captures at least and at most
	freeing  bool
	promotes bool
	marks    bool // which makes a king by a mark
	mover    *phrase
	from, to [2]uint64 // by the side that moves
	freed    *phrase
	over     []phrase
	turning  [][2]uint64 // by the side, of of.Turning
	same     *same       // that makes it
	sameOver []*same
}

func (c *compiler) made(m *query.Made) *made {
	out := &made{of: m, taken: takenBy(m), freeing: m.Verb == "frees", promotes: m.Verb == "promotes"}
	out.marks = out.promotes && !c.rules.KingByRank
	if m.Mover != nil {
		p := c.phrase(m.Mover)
		out.mover = &p
	}
	if m.Freed != nil {
		p := c.phrase(m.Freed)
		out.freed = &p
	}
	if m.Same != nil {
		out.same = c.same(m.Same)
	}
	for _, o := range m.Over {
		if o.Same != nil {
			out.sameOver = append(out.sameOver, c.same(o.Same))
		} else {
			out.over = append(out.over, c.phrase(o.Towers))
		}
	}
	for side := range out.from {
		out.from[side] = c.within(m.From, nil, record.Colour(side))
		out.to[side] = c.within(m.To, nil, record.Colour(side))
	}
	for _, t := range m.Turning {
		at := [2]uint64{c.playing, c.playing}
		if t.At != nil {
			at = [2]uint64{c.squares(t.At, record.White), c.squares(t.At, record.Black)}
		}
		out.turning = append(out.turning, at)
	}
	return out
}

// takenBy returns how many pieces such a move can capture.
func takenBy(m *query.Made) span {
	s := everything
	switch m.Verb {
	case "moves":
		if m.Quietly {
			return span{0, 0}
		}
	case "captures":
		s = spanOf(m.Count)
		if s.least = max(s.least, 1); m.OneTower || m.What != "pieces" {
			s.most = everything.most
		}
	case "frees":
		s.least = 1
	}
	if len(m.Over) > 0 {
		s.least = max(s.least, 1)
	}
	for _, t := range m.Turning {
		if turns := spanOf(t.Count).least; t.At != nil || t.Count == nil {
			s.least = max(s.least, 2)
		} else if turns > 0 {
			s.least = max(s.least, turns+1)
		}
	}
	return s
}

// look makes a leaf's look of what says of a move that captures as many pieces as it
// may whether it is such a one.
func (m *made) look(of func(*frame) uint64) func(f *frame, want, out []uint64) {
	least, most := uint8(min(max(m.taken.least, 0), math.MaxUint8)), uint8(min(max(m.taken.most, 0), math.MaxUint8))
	if m.taken.most < m.taken.least {
		return func(_ *frame, _, out []uint64) { fill(out, falsehood) }
	}
	return func(f *frame, want, out []uint64) {
		boards := f.film.Boards
		for i := f.from; i < f.to; i++ {
			b := &boards[i]
			out[i] = falsehood
			if b.Taken-least > most-least || m.freeing && b.Freed == 0 || m.marks && !b.Promotes {
				continue
			}
			if w := want[i]; w != 0 {
				f.show(i)
				f.want = w
				out[i] = of(f)
			}
		}
	}
}

// holds says whether the move is such a one, whatever tower before it is the same.
func (m *made) holds(f *frame) bool {
	if f.m == nil || m.promotes && !f.promotes() {
		return false
	}
	taken := f.m.Taken()
	from, to := f.m.Bits()
	if m.from[f.Turn]>>from&1 == 0 || m.to[f.Turn]>>to&1 == 0 {
		return false
	}
	if m.mover != nil && m.mover.among(f, 1<<from) == 0 {
		return false
	}
	switch m.of.Verb {
	case "captures":
		if !m.captures(f, taken) {
			return false
		}
	case "frees":
		freed := m.frees(f)
		f.freed = freed
		n := bits.OnesCount64(freed)
		if m.of.What == "prisoners" {
			n = 0
			for ; freed != 0; freed &= freed - 1 {
				n += f.towers().Tower(bits.TrailingZeros64(freed)).Prisoners().N
			}
		}
		if freed := n > 0; !freed || !m.of.Count.Holds(n) {
			return false
		}
	}
	if len(m.over) > 0 {
		set := takenSet(taken)
		for i := range m.over {
			if m.over[i].among(f, set) == 0 {
				return false
			}
		}
	}
	return len(m.turning) == 0 || m.turns(f)
}

func takenSet(taken []uint8) uint64 {
	var set uint64
	for _, c := range taken {
		set |= 1 << (c & 63)
	}
	return set
}

// promotes says whether a king is made.
func (f *frame) promotes() bool {
	from, to := f.m.Bits()
	if f.rules.KingByRank {
		return f.Kings>>from&1 == 0 && uint64(f.rules.FarRank(f.Turn))>>to&1 != 0
	}
	return f.Promotes
}

// captures says whether so many are captured.
func (m *made) captures(f *frame, taken []uint8) bool {
	n := len(taken)
	switch {
	case m.of.OneTower:
		n = 0
		for i, c := range taken {
			times := 1
			for _, other := range taken[:i] {
				if other == c {
					times++
				}
			}
			n = max(n, times)
		}
	case m.of.What == "pieces":
	default:
		kings := f.takenKings(taken)
		if n = kings; m.of.What == "men" {
			n = len(taken) - kings
		}
		if m.of.Count == nil {
			return n > 0
		}
	}
	return m.of.Count.Holds(n)
}

// takenKings counts the captured pieces that were the tops of kings. A second one of a
// tower has to be looked up.
func (f *frame) takenKings(taken []uint8) int {
	kings := 0
	for i, c := range taken {
		depth := 0
		for _, other := range taken[:i] {
			if other == c {
				depth++
			}
		}
		if depth == 0 || f.rules.KingByRank {
			kings += int(f.Kings >> (c & 63) & 1)
		} else {
			kings += int(f.towers().Tower(int(c)).Own().Kings >> depth & 1)
		}
	}
	return kings
}

// frees returns the towers that the move frees and that are as it says: what was
// captured from and is the mover's from then on. Where another position is set up within
// the game, the next board may be of that.
func (m *made) frees(f *frame) uint64 {
	var freed uint64
	taken := f.m.Taken()
	if len(f.film.Cuts) == 1 {
		_, to := f.m.Bits()
		freed = takenSet(taken) & f.film.Boards[f.at+1].Own[f.Turn&1] &^ (1 << to)
	} else {
		freed = f.freedBy(taken)
	}
	if freed != 0 && m.freed != nil {
		freed = m.freed.among(f, freed)
	}
	return freed
}

// freedBy returns the towers of which all of the owner's pieces are taken and something
// is left.
func (f *frame) freedBy(taken []uint8) (freed uint64) {
	if !f.rules.Towers {
		return 0
	}
	for i, c := range taken {
		times := 1
		for _, other := range taken[:i] {
			if other == c {
				times++
			}
		}
		if t := f.towers().Tower(int(c)); times == t.Own().N && t.Prisoners().N > 0 {
			freed |= 1 << (c & 63)
		}
	}
	return freed
}

// maxPieces is the most pieces that there are on a board.
const maxPieces = 40

func (m *made) turns(f *frame) bool {
	var room [maxPieces]uint8
	turns := f.rules.Turns(f.m, room[:0])
	for i, at := range m.turning {
		if of := &m.of.Turning[i]; of.At == nil {
			if of.Count == nil && len(turns) == 0 || !of.Count.Holds(len(turns)) {
				return false
			}
		} else if takenSet(turns)&at[f.Turn] == 0 {
			return false
		}
	}
	return true
}

// subject returns the towers that a step behind the move can call the same: those
// that it frees, or the one that makes it; depth is how deep the piece lies that is
// followed, in each.
func (m *made) subject(f *frame) uint64 {
	if !m.holds(f) {
		return 0
	}
	if m.of.Verb == "frees" {
		return f.freed
	}
	from, _ := f.m.Bits()
	return 1 << from
}

// pick returns the numbers of the towers or pieces that the move speaks of as the
// same and for which it is such a one.
func (m *made) pick(f *frame) uint64 {
	if !m.holds(f) {
		return 0
	}
	ids := f.want
	f.track.seek(f.at)
	if m.same != nil {
		from, _ := f.m.Bits()
		if m.same.of.Piece {
			ids = m.same.piecesOf(f, ids&f.track.topOn(from))
		} else {
			ids &= f.track.towersOn(m.same.towers.among(f, 1<<from))
		}
	}
	for _, s := range m.sameOver {
		ids &= f.track.towersOn(s.towers.among(f, takenSet(f.m.Taken())))
	}
	return ids
}

// same is a query's same tower or piece on a variant's board.
type same struct {
	of      *query.Same
	towers  phrase // of a piece, its side, kind and squares
	squares bool   // not all of them will do
}

func (c *compiler) same(s *query.Same) *same {
	c.program.pieces = c.program.pieces || s.Piece
	p := c.phrase(s.Towers)
	return &same{of: s, towers: p, squares: p.at != [2]uint64{c.playing, c.playing}}
}

// pick returns the numbers of the towers or pieces that are so, of those that
// matter.
func (s *same) pick(f *frame) uint64 {
	f.track.seek(f.at)
	if !s.of.Piece {
		return f.track.towersOn(s.towers.among(f, f.track.squaresOf(f.want)))
	}
	return s.piecesOf(f, f.want)
}

// piecesOf returns those of some pieces that are so, by their numbers.
func (s *same) piecesOf(f *frame, ids uint64) uint64 {
	t, p := &f.track, &s.towers
	if ids &= t.there; s.of.Top {
		ids &= t.tops
	}
	if s.of.Captive != nil {
		ids &= t.captive ^ word(!*s.of.Captive)
	}
	if p.side != query.AnySide {
		ids &= t.black ^ word(f.colour(p.side) == int(record.White))
	}
	byRank := p.kind != query.AnyKind && f.rules.KingByRank
	if p.kind != query.AnyKind && !byRank {
		ids &= t.marked ^ word(p.kind == query.Man)
	}
	if !s.squares && !byRank {
		return ids
	}
	for look := ids; look != 0; look &= look - 1 {
		piece := bits.TrailingZeros64(look)
		bit := uint64(1) << piece
		square := t.where[t.in[piece+1]]
		king := t.tops&bit != 0 && f.Kings>>square&1 != 0
		if p.at[t.black>>piece&1]>>square&1 == 0 || byRank && king != (p.kind == query.King) {
			ids &^= bit
		}
	}
	return ids
}

// piecesOn returns the numbers of the pieces that are meant where towers on some
// squares are the ones that a step speaks of: the top one; of a tower that the
// move frees the one that is free by it.
func (f *frame) piecesOn(set uint64, freed bool) uint64 {
	var ids uint64
	for ; set != 0; set &= set - 1 {
		if square := bits.TrailingZeros64(set); freed {
			ids |= f.track.freedOn(square)
		} else {
			ids |= f.track.topOn(square)
		}
	}
	return ids
}
