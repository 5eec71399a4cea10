package find

import (
	"math/bits"

	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/record"
)

// made is a query's move on a variant's board.
type made struct {
	of       *query.Made
	mover    *phrase
	from, to [2]uint64 // by the side that moves
	freed    *phrase
	over     []phrase
	turning  [][2]uint64 // by the side, of of.Turning
	same     *same       // that makes it
	sameOver []*same
}

func (c *compiler) made(m *query.Made) *made {
	out := &made{of: m}
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

// holds says whether the move is such a one, whatever tower before it is the same.
func (m *made) holds(f *frame) bool {
	if f.m == nil {
		return false
	}
	taken := f.m.Taken()
	switch m.of.Verb {
	case "moves":
		if m.of.Quietly && len(taken) > 0 {
			return false
		}
	case "captures", "frees":
		if len(taken) == 0 {
			return false
		}
	case "promotes":
		if !f.promotes() {
			return false
		}
	}
	from, to := f.m.Bits()
	if m.from[f.turn]>>from&1 == 0 || m.to[f.turn]>>to&1 == 0 {
		return false
	}
	if m.mover != nil && m.mover.squares(f)>>from&1 == 0 {
		return false
	}
	switch m.of.Verb {
	case "captures":
		if !m.captures(f, taken) {
			return false
		}
	case "frees":
		freed := m.frees(f)
		n := bits.OnesCount64(freed)
		if m.of.What == "prisoners" {
			n = 0
			for ; freed != 0; freed &= freed - 1 {
				n += f.p.Tower(bits.TrailingZeros64(freed)).Prisoners().N
			}
		}
		if freed := n > 0; !freed || !m.of.Count.Holds(n) {
			return false
		}
	}
	if len(m.over) > 0 {
		set := takenSet(taken)
		for i := range m.over {
			if m.over[i].squares(f)&set == 0 {
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
	if f.kings>>from&1 != 0 {
		return false
	}
	if r := f.p.Rules(); r.KingByRank {
		return uint64(r.FarRank(f.turn))>>to&1 != 0
	}
	return f.m.Promotes()
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

// takenKings counts the captured pieces that were the tops of kings.
func (f *frame) takenKings(taken []uint8) int {
	kings := 0
	for i, c := range taken {
		if f.p.Rules().KingByRank {
			kings += int(f.kings >> (c & 63) & 1)
			continue
		}
		depth := 0
		for _, other := range taken[:i] {
			if other == c {
				depth++
			}
		}
		kings += int(f.p.Tower(int(c)).Own().Kings >> depth & 1)
	}
	return kings
}

// frees returns the towers that the move frees and that are as it says.
func (m *made) frees(f *frame) uint64 {
	var freed uint64
	taken := f.m.Taken()
	for i, c := range taken {
		times := 1
		for _, other := range taken[:i] {
			if other == c {
				times++
			}
		}
		if t := f.p.Tower(int(c)); times == t.Own().N && t.Prisoners().N > 0 && f.p.Rules().Towers {
			freed |= 1 << (c & 63)
		}
	}
	if freed != 0 && m.freed != nil {
		freed &= m.freed.squares(f)
	}
	return freed
}

func (m *made) turns(f *frame) bool {
	var room [maxPieces]uint8
	turns := f.p.Rules().Turns(f.m, room[:0])
	for i, at := range m.turning {
		if of := &m.of.Turning[i]; of.At == nil {
			if of.Count == nil && len(turns) == 0 || !of.Count.Holds(len(turns)) {
				return false
			}
		} else if takenSet(turns)&at[f.turn] == 0 {
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
		return m.frees(f)
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
	ids := truth
	if m.same != nil {
		from, _ := f.m.Bits()
		if m.same.of.Piece {
			ids &= m.same.piece(f, from, 0)
		} else {
			ids &= f.track.towersOn(m.same.towers.squares(f) & (1 << from))
		}
	}
	for _, s := range m.sameOver {
		ids &= f.track.towersOn(s.towers.squares(f) & takenSet(f.m.Taken()))
	}
	return ids
}

// same is a query's same tower or piece on a variant's board.
type same struct {
	of     *query.Same
	towers phrase // of a piece, its side, kind and squares
}

func (c *compiler) same(s *query.Same) *same {
	if s.Piece {
		c.program.pieces = true
	}
	c.program.towers = true
	return &same{of: s, towers: c.phrase(s.Towers)}
}

// pick returns the numbers of the towers or pieces that are so.
func (s *same) pick(f *frame) uint64 {
	if !s.of.Piece {
		return f.track.towersOn(s.towers.squares(f))
	}
	if f.track.lost {
		return 0
	}
	var ids uint64
	for set := f.own[0] | f.own[1]; set != 0; set &= set - 1 {
		bit := bits.TrailingZeros64(set)
		for depth := range f.p.Tower(bit).Height() {
			ids |= s.piece(f, bit, depth)
		}
	}
	return ids
}

// piece returns the number of the piece that lies so deep in a tower, 0 where it
// is not so.
func (s *same) piece(f *frame, bit, depth int) uint64 {
	t := f.p.Tower(bit)
	own := t.Own()
	captive := depth >= own.N
	colour := t.Owner()
	king := own.Kings>>depth&1 != 0
	if captive {
		colour = colour.Other()
		king = t.Prisoners().Kings>>(depth-own.N)&1 != 0
	}
	if f.p.Rules().KingByRank {
		king = depth == 0 && f.kings>>bit&1 != 0
	}
	switch p := &s.towers; {
	case s.of.Top && depth > 0,
		s.of.Captive != nil && *s.of.Captive != captive,
		p.kind == query.King && !king, p.kind == query.Man && king,
		p.side == query.White && colour != record.White, p.side == query.Black && colour != record.Black,
		p.side == query.Mover && colour != f.turn, p.side == query.Opponent && colour == f.turn,
		p.at[colour]>>bit&1 == 0:
		return 0
	}
	return f.track.pieceOn(bit, depth)
}

// pieces returns the numbers of the pieces that are meant where towers on some
// squares are the ones that a step speaks of: the top one; of a tower that the
// move frees the one that is free by it.
func (f *frame) piecesOn(set uint64, freed bool) uint64 {
	var ids uint64
	for ; set != 0; set &= set - 1 {
		bit, depth := bits.TrailingZeros64(set), 0
		if freed {
			depth = f.p.Tower(bit).Own().N
		}
		ids |= f.track.pieceOn(bit, depth)
	}
	return ids
}
