package find

import (
	"math/bits"

	"github.com/stolb/stolb/record"
)

// made is a query's move on a variant's board.
type made struct {
	taken  span // how many pieces it captures
	checks []func(*moment) bool
	freed  func(*moment) uint64 // the towers that it frees, as it says; nil for other verbs
	same   *same                // that makes it; nil where any may
	over   []*same
}

// move compiles what a statement says of a move.
func (c *compiler) move(s *statement) *made {
	m := s.verb()
	out := &made{taken: everything}
	add := func(is func(*moment) bool) { out.checks = append(out.checks, is) }
	c.places(m, out)
	mover, same := s.mover()
	if mover != nil {
		p := c.phrase(mover)
		add(func(m *moment) bool {
			from, _ := m.m.Bits()
			return p.on(m, 1<<from) != 0
		})
	} else if same != nil {
		out.same = c.same(same)
	}
	switch m.Verb {
	case "moves":
		if m.Quietly {
			out.taken = span{0, 0}
		}
	case "promotes":
		add((*moment).promotes)
	case "captures":
		out.taken.least = 1
		add(captures(m))
	case "frees":
		out.taken.least = 1
		c.frees(m, out)
	}
	for i := range m.Details {
		switch d := &m.Details[i]; {
		case d.Over != nil && d.Over.Same != nil:
			out.over = append(out.over, c.same(d.Over.Same))
		case d.Over != nil:
			p := c.phrase(d.Over.Towers)
			add(func(m *moment) bool { return p.on(m, m.takenSet()) != 0 })
		case d.Turning != nil:
			add(c.turns(d.Turning))
		}
	}
	return out
}

// places adds where a move begins and ends.
func (c *compiler) places(m *movePart, out *made) {
	from, to := [2]uint64{c.playing, c.playing}, [2]uint64{c.playing, c.playing}
	any := from
	for side := range from {
		for i := range m.Details {
			if d := &m.Details[i]; d.From != nil {
				from[side] &= c.squares(d.From.all, record.Colour(side))
			} else if d.To != nil {
				to[side] &= c.squares(d.To.all, record.Colour(side))
			}
		}
	}
	if from != any || to != any {
		out.checks = append(out.checks, func(m *moment) bool {
			begin, end := m.m.Bits()
			return from[m.turn]>>begin&1 != 0 && to[m.turn]>>end&1 != 0
		})
	}
}

// captures returns what says whether a move captures as many pieces as it shall.
func captures(m *movePart) func(*moment) bool {
	count := spanOf(m.Count)
	if m.Count == nil {
		count.least = 1
	}
	switch {
	case m.OneTower:
		return func(m *moment) bool { return count.has(m.takenFromOne()) }
	case m.what() == "kings":
		return func(m *moment) bool { return count.has(m.takenKings()) }
	case m.what() == "men":
		return func(m *moment) bool { return count.has(m.m.Captures() - m.takenKings()) }
	}
	return func(m *moment) bool { return count.has(m.m.Captures()) }
}

// frees adds what towers a move frees, and how many.
func (c *compiler) frees(m *movePart, out *made) {
	out.freed = (*moment).freed
	prisoners := m.what() == "prisoners"
	if m.Object != nil && !prisoners {
		p := c.phrase(m.Object)
		out.freed = func(m *moment) uint64 { return p.on(m, m.freed()) }
	}
	count := spanOf(m.Count)
	count.least = max(count.least, 1)
	out.checks = append(out.checks, func(m *moment) bool {
		set := out.freed(m)
		if prisoners {
			return count.has(m.prisonersOn(set))
		}
		return count.has(bits.OnesCount64(set))
	})
}

// maxPieces is the most pieces that there are on a board.
const maxPieces = 40

// turns returns what says whether a move changes its direction on the way.
func (c *compiler) turns(t *turningPart) func(*moment) bool {
	at := [2]uint64{c.playing, c.playing}
	count := span{1, everything.most}
	if t.At != nil {
		at = [2]uint64{c.squares(t.At.all, record.White), c.squares(t.At.all, record.Black)}
	} else if t.Count != nil {
		count = spanOf(t.Count)
	}
	return func(m *moment) bool {
		var room [maxPieces]uint8
		n := 0
		for _, square := range m.rules.Turns(m.m, room[:0]) {
			n += int(at[m.turn] >> square & 1)
		}
		return count.has(n)
	}
}

// holds says whether the move is such a one, no matter which tower is the same as one before.
func (a *made) holds(m *moment) bool {
	if m.m == nil || !a.taken.has(m.m.Captures()) {
		return false
	}
	for _, is := range a.checks {
		if !is(m) {
			return false
		}
	}
	return true
}

// subject returns the towers that a step after the move can call the same: those
// that it frees, or the one that makes it.
func (a *made) subject(m *moment) uint64 {
	switch {
	case !a.holds(m):
		return 0
	case a.freed != nil:
		return a.freed(m)
	}
	from, _ := m.m.Bits()
	return 1 << from
}

// pick is the move's test: it returns the towers or pieces that it speaks of as the same
// and for which it is such a one, by their numbers; all bits where it speaks of none.
func (a *made) pick(m *moment) uint64 {
	if !a.holds(m) {
		return falsehood
	}
	ids := truth
	if a.same != nil {
		from, _ := m.m.Bits()
		if a.same.piece {
			ids = a.same.pieces(m, m.track.topOn(from))
		} else {
			ids = m.track.towersOn(a.same.towers.on(m, 1<<from))
		}
	}
	for _, s := range a.over {
		ids &= m.track.towersOn(s.towers.on(m, m.takenSet()))
	}
	return ids
}

// same is a query's same tower or piece on a variant's board.
type same struct {
	piece  bool
	towers phrase
	// Of a piece:
	side, kind string // "" for any
	top        bool
	captive    uint64 // the pieces that may be captive,
	free       uint64 // and those that may be free
}

func (c *compiler) same(s *samePart) *same {
	c.tracks = true
	out := &same{piece: s.What == "piece", captive: truth, free: truth}
	colour := ""
	for _, is := range s.Is {
		switch is.Word {
		case "top":
			out.top = true
		case "captive":
			out.free = 0
		case "free":
			out.captive = 0
		case "king", "man":
			out.kind = is.Word
		default:
			colour = is.Word
		}
	}
	if out.side = c.side(colour); out.piece {
		out.towers = c.phraseOf("", "", s.Properties) // which says where pieces may be
	} else {
		out.towers = c.phraseOf(colour, out.kind, s.Properties)
	}
	return out
}

// pick is the test: it returns the numbers of the towers or pieces that are so.
func (s *same) pick(m *moment) uint64 {
	if s.piece {
		return s.pieces(m, truth)
	}
	return m.track.towersOn(s.towers.on(m, truth))
}

// pieces returns those of some pieces that are so, by their numbers.
func (s *same) pieces(m *moment, ids uint64) uint64 {
	t := &m.track
	if ids &= t.there & (t.captive&s.captive | ^t.captive&s.free); s.top {
		ids &= t.tops
	}
	for look := ids; look != 0; look &= look - 1 {
		piece := bits.TrailingZeros64(look)
		bit := uint64(1) << piece
		square, owner := t.where[t.in[piece+1]], int(t.black>>piece&1)
		king := t.marked&bit != 0
		if m.rules.KingByRank {
			king = t.tops&bit != 0 && m.kings>>square&1 != 0
		}
		if s.side != "" && m.colour(s.side) != owner || s.kind != "" && king != (s.kind == "king") ||
			s.towers.at[m.turn][owner]>>square&1 == 0 {
			ids &^= bit
		}
	}
	return ids
}
