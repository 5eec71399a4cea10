package find

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// summand is a compiled term: its number, if it is known. Where it is not of a moment, the
// moment that it is computed of has nothing but the game.
type summand struct {
	scope  scope
	number func(*moment) (n int, known bool)
	minus  bool // it is subtracted
}

// measures are FIND.md's table of numbers, each of a side or, where that is "", of both.
var measures = map[string]func(side string) summand{
	"plies": func(string) summand {
		return summand{scope: ofReport, number: func(m *moment) (int, bool) {
			r := m.game.report
			return len(r.Moves), r.Final.Variant != record.UnknownVariant
		}}
	},
	"year": func(string) summand {
		return summand{scope: ofTags, number: func(m *moment) (int, bool) {
			year := m.game.record.Year()
			return year, year > 0
		}}
	},
	"score": func(side string) summand {
		return summand{scope: ofReport, number: func(m *moment) (int, bool) {
			if score := m.game.report.Score; score != nil {
				return score[map[string]int{"white": 0, "black": 1}[side]], true
			}
			return 0, false
		}}
	},
	"ply": func(string) summand { return atMoment(func(m *moment) int { return m.at + 1 }) },
	"mobility": func(side string) summand {
		return atMoment(func(m *moment) int { return m.mobility(side) })
	},
	"material":  counted(func(c replay.Census) int { return c.Pieces - c.Prisoners }, add),
	"pieces":    counted(func(c replay.Census) int { return c.Pieces }, add),
	"piece":     counted(func(c replay.Census) int { return c.Pieces }, add),
	"prisoners": counted(func(c replay.Census) int { return c.Prisoners }, add),
	"home":      counted(func(c replay.Census) int { return c.Home }, add),
	"away":      counted(func(c replay.Census) int { return c.Away }, add),
	"tallest":   counted(func(c replay.Census) int { return c.Tallest }, greater),
}

func atMoment(number func(*moment) int) summand {
	return summand{scope: ofMoment, number: func(m *moment) (int, bool) { return number(m), true }}
}

func add(a, b int) int { return a + b }

func greater(a, b int) int { return max(a, b) }

// counted is a measure of what is on the board, that of both sides made of each one's.
func counted(of func(replay.Census) int, both func(a, b int) int) func(side string) summand {
	return func(side string) summand {
		return atMoment(func(m *moment) int {
			if side != "" {
				return of(m.p.Census(record.Colour(m.colour(side))))
			}
			return both(of(m.p.Census(record.White)), of(m.p.Census(record.Black)))
		})
	}
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
		return summand{number: func(*moment) (int, bool) { return n, true }}
	case name == "":
		p := c.phrase(t.Towers, false)
		return atMoment(func(m *moment) int { return bits.OnesCount64(p.on(m, truth)) })
	case len(t.Towers.Properties) > 0:
		c.wrong(t.Towers.Properties[0].Pos, "query.all-towers", "word", name)
	case t.Towers.Colour != "" && slices.Contains([]string{"ply", "plies", "year"}, name):
		c.wrong(t.Towers.Pos, "query.no-side", "word", name)
	case t.Towers.Colour == "" && name == "score":
		c.wrong(t.Towers.Pos, "query.score")
	}
	return measures[name](c.side(t.Towers.Colour))
}

// compare compiles a comparison, with 0, of the sum of what is on the left less what is on
// the right. All numbers of it have to be known.
func (c *compiler) compare(s *statement) condition {
	var all []summand
	about := ofTags
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
			n, known := all[i].number(m)
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
		return boardTest(is)
	}
	return c.onGame(about, func(g *game) bool { return is(&moment{game: g}) })
}
