package find

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/stolb/stolb/record/message"
)

// made is a query's move, compiled for a variant's board.
type made struct {
	checks []func(*moment) bool // called only at moments with a move
	towers test                 // towers to which a later step can refer: those freed, or the mover
	same   *same                // the moving tower or piece; nil if any
	over   []*same
}

// move compiles a condition on a move and on the tower that makes it, which is described by a
// phrase, by "the same", or not at all.
func (c *compiler) move(m *movePart, mover *towers, same *samePart) condition {
	out := &made{towers: func(m *moment) uint64 { return m.from }}
	add := func(is func(*moment) bool) { out.checks = append(out.checks, is) }
	says := usage{at: m.Pos}
	if mover != nil {
		p := c.phrase(mover, true)
		add(func(m *moment) bool { return p.on(m, m.from) != 0 })
	} else if same != nil {
		out.same = c.same(same)
	}
	c.wrongIf(m.Quietly && m.Verb != "moves", m.Pos, "query.never-quiet", "verb", m.Verb)
	count := c.span(m.Count)
	c.wrongIf(m.OneTower && m.Verb != "captures", m.Pos, "query.one-tower")
	switch m.Verb {
	case "captures":
		add(func(m *moment) bool { return m.m.Captures() > 0 })
		add(c.captures(m, count))
	case "frees":
		c.frees(m, count, out)
	default:
		c.wrongIf(m.Count != nil || m.Object != nil, m.Pos, "query.no-object", "verb", m.Verb)
		if m.Verb == "promotes" {
			add((*moment).promotes)
		} else if m.Quietly {
			add(func(m *moment) bool { return m.m.Captures() == 0 })
		}
	}
	for i := range m.Details {
		switch d := &m.Details[i]; {
		case d.From != nil:
			squares := c.squares(d.From)
			add(func(m *moment) bool { return squares[m.turn]&m.from != 0 })
		case d.To != nil:
			squares := c.squares(d.To)
			add(func(m *moment) bool { return squares[m.turn]&m.to != 0 })
		case d.Over != nil && d.Over.Same != nil:
			c.wrongIf(d.Over.Same.What == "piece", d.Pos, "query.over-tower")
			out.over = append(out.over, c.same(d.Over.Same))
			says = d.Over.Same.usage()
		case d.Over != nil:
			p := c.phrase(d.Over.Towers, true)
			add(func(m *moment) bool { return p.on(m, m.takenSet()) != 0 })
		case d.Turning != nil:
			add(c.turns(d.Turning))
		}
	}
	is := c.leaf(out.pick)
	if is.usage = says; same != nil {
		is.usage = c.join(same.usage(), says)
	}
	is.subject = c.subjectOf(func(m *moment) uint64 {
		if out.holds(m) {
			return out.towers(m)
		}
		return 0
	}, m.Verb == "frees")
	return is
}

// captures returns a test of the number and kind of the pieces that a move captures.
func (c *compiler) captures(m *movePart, count span) func(*moment) bool {
	object := kindWord{Measure: "pieces"}
	if o := m.Object; o != nil {
		object = *cmp.Or(o.Alone, &object)
		c.wrongIf(o.Alone == nil || len(o.Properties) > 0 || strings.HasPrefix(object.Tower, "tower") ||
			object.Measure != "" && !strings.HasPrefix(object.Measure, "piece"), o.Pos, "query.captures")
	}
	c.wrongIf(m.OneTower && (m.Count == nil || object.Tower != ""), m.Pos, "query.captures-one")
	if m.Count == nil {
		count.least = 1
	}
	switch {
	case m.OneTower:
		return func(m *moment) bool {
			most := 0
			for _, square := range m.m.Taken() {
				most = max(most, m.takenFrom(square, m.m.Captures()))
			}
			return count.has(most)
		}
	case strings.HasPrefix(object.Tower, "king"):
		return func(m *moment) bool { return count.has(m.takenKings()) }
	case object.Tower != "":
		return func(m *moment) bool { return count.has(m.m.Captures() - m.takenKings()) }
	}
	return func(m *moment) bool { return count.has(m.m.Captures()) }
}

// frees adds checks of the towers that a move frees, and of their number.
func (c *compiler) frees(m *movePart, count span, out *made) {
	out.towers = (*moment).freed
	number := func(m *moment, set uint64) int { return bits.OnesCount64(set) }
	switch object := m.Object; {
	case object == nil && m.Count != nil:
		c.wrong(m.Count.Pos, "query.frees-number")
	case object == nil:
	case object.measure() != "prisoners":
		p := c.phrase(object, true)
		out.towers = func(m *moment) uint64 { return p.on(m, m.freed()) }
	case object.Colour != "" || len(object.Properties) > 0:
		c.wrong(object.Pos, "query.frees-prisoners")
	default:
		number = func(m *moment, set uint64) (n int) {
			for ; set != 0; set &= set - 1 {
				n += m.p.Tower(bits.TrailingZeros64(set)).Prisoners().N
			}
			return n
		}
	}
	count.least = max(count.least, 1)
	out.checks = append(out.checks, func(m *moment) bool { return count.has(number(m, out.towers(m))) })
}

// maxPieces is the maximum number of pieces on a board.
const maxPieces = 40

// turns returns a test of where and how often a move changes its direction.
func (c *compiler) turns(t *turningPart) func(*moment) bool {
	at := [2]uint64{c.playing, c.playing}
	count := span{1, everything.most}
	if t.At != nil {
		at = c.squares(t.At)
	} else if t.Count != nil {
		count = c.span(t.Count)
	}
	return func(m *moment) bool {
		var buf [maxPieces]uint8
		n := 0
		for _, square := range m.rules.Turns(m.m, buf[:0]) {
			n += int(at[m.turn] >> square & 1)
		}
		return count.has(n)
	}
}

// holds reports whether the move passes the checks, apart from "the same".
func (a *made) holds(m *moment) bool {
	fails := func(is func(*moment) bool) bool { return !is(m) }
	return m.m != nil && !slices.ContainsFunc(a.checks, fails)
}

// pick is the move's test. It returns the set of towers or pieces for which a condition with "the
// same" is true, or truth without such a reference.
func (a *made) pick(m *moment) uint64 {
	if !a.holds(m) {
		return falsehood
	}
	ids := truth
	if a.same != nil {
		if a.same.piece {
			ids = a.same.pieces(m, m.piecesOn(m.from, false))
		} else {
			ids = m.track.towersOn(a.same.towers.on(m, m.from))
		}
	}
	for _, s := range a.over {
		ids &= m.track.towersOn(s.towers.on(m, m.takenSet()))
	}
	return ids
}

// same is a query's "the same tower" or "the same piece", compiled for a variant's board.
type same struct {
	piece  bool
	towers phrase
	// For a piece; "" is any:
	side, kind string
	captive    string // "captive" or "free"
	top        bool
}

// usage returns the reference that s makes.
func (s *samePart) usage() usage {
	return usage{map[string]binding{"tower": sameTower, "piece": samePiece}[s.What], s.Pos}
}

func (c *compiler) same(s *samePart) *same {
	c.tracks = true
	out := &same{piece: s.What == "piece"}
	colour := ""
	say := func(is isWord, about *string, twice message.ID) {
		c.wrongIf(*about != "", is.Pos, twice)
		*about = is.Word
	}
	for _, is := range s.Is {
		switch is.Word {
		case "top", "captive", "free":
			c.wrongIf(!out.piece, is.Pos, "query.piece-only", "word", is.Word)
			if is.Word == "top" {
				out.top = true
			} else {
				say(is, &out.captive, "query.captive-twice")
			}
		case "king", "man":
			say(is, &out.kind, "query.king-twice")
		default:
			say(is, &colour, "query.colour-twice")
		}
	}
	if out.side = c.side(colour); out.piece {
		out.towers = c.phraseOf("", "", s.Properties, true) // where pieces may be
	} else {
		out.towers = c.phraseOf(colour, out.kind, s.Properties, false)
	}
	return out
}

// pieces returns the subset of the pieces ids that match the description.
func (s *same) pieces(m *moment, ids uint64) (all uint64) {
	for set := m.own[0] | m.own[1]; set != 0; set &= set - 1 {
		square := bits.TrailingZeros64(set)
		t := m.p.Tower(square)
		own, prisoners := t.Own(), t.Prisoners()
		if s.captive == "captive" && prisoners.N == 0 {
			continue
		}
		for depth, piece := range m.track.pieces[square] {
			owner, captive, king := t.Owner(), "free", own.Kings>>depth&1 != 0
			if depth >= own.N {
				owner, captive, king = owner.Other(), "captive", prisoners.Kings>>(depth-own.N)&1 != 0
			}
			if m.rules.KingByRank {
				king = depth == 0 && m.kings>>square&1 != 0
			}
			if (s.side == "" || m.colour(s.side) == int(owner)) && (s.kind == "" || king == (s.kind == "king")) &&
				(s.captive == "" || s.captive == captive) && (!s.top || depth == 0) &&
				s.towers.at[m.turn][owner]>>square&1 != 0 {
				all |= ids & bitOf(piece)
			}
		}
	}
	return all
}
