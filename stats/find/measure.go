package find

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// summand is a compiled term.
type summand struct {
	scope scope
	// of returns the number for a side, or for both if side is "", and whether it is known.
	// Unless scope is ofMoment, m has only the game.
	of    func(m *moment, side string) (n int, known bool)
	side  string
	minus bool // subtract the number
}

// measures implements FIND.md's table of numbers.
var measures = map[string]summand{
	"plies": {scope: ofReport, of: func(m *moment, _ string) (int, bool) {
		r := m.game.report
		return len(r.Moves), r.Final.Variant != record.UnknownVariant
	}},
	"year": {scope: ofHeaders, of: func(m *moment, _ string) (int, bool) {
		year := m.game.record.Year()
		return year, year > 0
	}},
	"score": {scope: ofReport, of: func(m *moment, side string) (int, bool) {
		if score := m.game.report.Score; score != nil {
			return score[map[string]int{"white": 0, "black": 1}[side]], true
		}
		return 0, false
	}},
	"ply":       atMoment(func(m *moment, _ string) int { return m.at + 1 }),
	"mobility":  atMoment((*moment).mobility),
	"material":  counted(func(c replay.Census) int { return c.Pieces - c.Prisoners }),
	"pieces":    counted(func(c replay.Census) int { return c.Pieces }),
	"piece":     counted(func(c replay.Census) int { return c.Pieces }),
	"prisoners": counted(func(c replay.Census) int { return c.Prisoners }),
	"home":      counted(func(c replay.Census) int { return c.Home }),
	"away":      counted(func(c replay.Census) int { return c.Away }),
	"tallest":   counted(func(c replay.Census) int { return c.Tallest }),
}

func atMoment(of func(*moment, string) int) summand {
	return summand{scope: ofMoment, of: func(m *moment, side string) (int, bool) { return of(m, side), true }}
}

// counted returns a measure of the pieces on the board.
func counted(of func(replay.Census) int) summand {
	return atMoment(func(m *moment, side string) int {
		if side != "" {
			return of(m.p.Census(record.Colour(m.colour(side))))
		}
		a, b := m.p.Census(record.White), m.p.Census(record.Black)
		return of(replay.Census{
			Pieces: a.Pieces + b.Pieces, Prisoners: a.Prisoners + b.Prisoners,
			Home: a.Home + b.Home, Away: a.Away + b.Away, Tallest: max(a.Tallest, b.Tallest),
		})
	})
}

func (c *compiler) term(t *term) summand {
	name := t.Towers.measure()
	switch {
	case t.Same != nil:
		c.wrong(t.Pos, "query.same-no-number", "what", t.Same.What)
	case t.Count != nil && (t.Of != nil || t.Count.Limit != "" || t.Count.None):
		c.wrong(t.Pos, "query.how-many")
	case t.Count != nil:
		n := c.number(t.Count.Pos, t.Count.N)
		return summand{of: func(*moment, string) (int, bool) { return n, true }}
	case name == "":
		p := c.phrase(t.Towers, false)
		return atMoment(func(m *moment, _ string) int { return bits.OnesCount64(p.on(m, truth)) })
	case len(t.Towers.Properties) > 0:
		c.wrong(t.Towers.Properties[0].Pos, "query.all-towers", "word", name)
	case t.Towers.Colour != "" && slices.Contains([]string{"ply", "plies", "year"}, name):
		c.wrong(t.Towers.Pos, "query.no-side", "word", name)
	case t.Towers.Colour == "" && name == "score":
		c.wrong(t.Towers.Pos, "query.score")
	}
	one := measures[name]
	one.side = c.side(t.Towers.Colour)
	return one
}

// compare compiles a comparison of two sums: their difference is compared with 0. It is false
// unless all numbers are known.
func (c *compiler) compare(s *statement) condition {
	var all []summand
	about := ofHeaders
	put := func(t *term, minus bool) {
		one := c.term(t)
		one.minus, about = minus, max(about, one.scope)
		all = append(all, one)
	}
	for i, sum := range []*sum{s.Left, s.Right} {
		put(&sum.First, sum.Minus != (i == 1))
		for k := range sum.Rest {
			put(&sum.Rest[k].Term, (sum.Rest[k].Sign == "-") != (i == 1))
		}
	}
	is := func(m *moment) bool {
		sum := 0
		for i := range all {
			n, known := all[i].of(m, all[i].side)
			if !known {
				return false
			}
			if all[i].minus {
				n = -n
			}
			sum += n
		}
		return holds(s.Op, cmp.Compare(sum, 0))
	}
	if about == ofMoment {
		return c.boardTest(is)
	}
	return c.onGame(about, func(g *game) bool { return is(&moment{game: g}) })
}
