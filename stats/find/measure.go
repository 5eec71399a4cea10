package find

import (
	"cmp"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// summand is a compiled term: one of the functions is there.
type summand struct {
	ofGame   func(*game) (n int, known bool) // the same at all moments
	ofMoment func(*moment) int
	header   bool // the headers say what it is
	sign     int
}

// measures are FIND.md's table of numbers, each of a side or, where that is "", of both.
var measures = map[string]func(side string) summand{
	"plies": func(string) summand {
		return summand{ofGame: func(g *game) (int, bool) { return len(g.report.Moves), g.report.Final.Variant != record.UnknownVariant }}
	},
	"year": func(string) summand {
		return summand{header: true, ofGame: func(g *game) (int, bool) {
			d := g.played()
			return d.first / 10000, d.first > 0
		}}
	},
	"score": func(side string) summand {
		return summand{ofGame: func(g *game) (int, bool) {
			if g.report.Score == nil {
				return 0, false
			}
			return g.report.Score[map[string]int{"white": 0, "black": 1}[side]], true
		}}
	},
	"ply": func(string) summand { return summand{ofMoment: func(m *moment) int { return m.at + 1 }} },
	"mobility": func(side string) summand {
		if side == "" {
			return summand{ofMoment: (*moment).mobility}
		}
		return summand{ofMoment: func(m *moment) int { return m.mobilityOf(m.colour(side)) }}
	},
	"material":  counted(func(c replay.Census) int { return c.Pieces - c.Prisoners }),
	"pieces":    counted(func(c replay.Census) int { return c.Pieces }),
	"piece":     counted(func(c replay.Census) int { return c.Pieces }),
	"prisoners": counted(func(c replay.Census) int { return c.Prisoners }),
	"home":      counted(func(c replay.Census) int { return c.Home }),
	"away":      counted(func(c replay.Census) int { return c.Away }),
	"tallest": func(side string) summand {
		tallest := counted(func(c replay.Census) int { return c.Tallest })
		if side != "" {
			return tallest(side)
		}
		white, black := tallest("white").ofMoment, tallest("black").ofMoment
		return summand{ofMoment: func(m *moment) int { return max(white(m), black(m)) }}
	},
}

// counted is a measure of what is on the board.
func counted(of func(replay.Census) int) func(side string) summand {
	return func(side string) summand {
		return summand{ofMoment: func(m *moment) int {
			if side != "" {
				return of(m.census(m.colour(side)))
			}
			return of(m.census(0)) + of(m.census(1))
		}}
	}
}

// measure returns the word for a number, "" for other terms.
func (t *term) measure() string {
	if t.Towers == nil {
		return ""
	}
	return t.Towers.measure()
}

func (c *compiler) term(t *term) summand {
	name := t.measure()
	switch {
	case t.Same != nil:
		c.wrong(t.Pos, "query.same-no-number", "what", t.Same.What)
	case t.Count != nil && (t.Of != nil || t.Count.Limit != "" || t.Count.None):
		c.wrong(t.Pos, "query.how-many")
	case t.Count != nil:
		n := c.number(t.Count.Pos, t.Count.N)
		return summand{ofGame: func(*game) (int, bool) { return n, true }, header: true}
	case name == "":
		p := c.phrase(t.Towers, false)
		return summand{ofMoment: func(m *moment) int { return bits.OnesCount64(p.on(m, truth)) }}
	case len(t.Towers.Properties) > 0:
		c.wrong(t.Towers.Properties[0].Pos, "query.all-towers", "word", name)
	case t.Towers.Colour != "" && slices.Contains([]string{"ply", "plies", "year"}, name):
		c.wrong(t.Towers.Pos, "query.no-side", "word", name)
	case t.Towers.Colour == "" && name == "score":
		c.wrong(t.Towers.Pos, "query.score")
	}
	return measures[name](c.side(t.Towers.Colour))
}

// compare compiles a comparison: what changes from moment to moment is added up
// for each, what is the same in all of a game once.
func (c *compiler) compare(s *statement) condition {
	var ofGame, ofMoment []summand
	header, holds := true, comparisonBy(s.Op)
	for i, sum := range []*sum{s.Left, s.Right} {
		add := func(t *term, minus bool) {
			one := c.term(t)
			if one.sign = 1; minus != (i == 1) {
				one.sign = -1
			}
			if header = header && one.header; one.ofGame != nil {
				ofGame = append(ofGame, one)
			} else {
				ofMoment = append(ofMoment, one)
			}
		}
		add(&sum.First, sum.Minus)
		for k := range sum.Rest {
			add(&sum.Rest[k].Term, sum.Rest[k].Sign == "-")
		}
	}
	sumOfGame := func(g *game) (n int, known bool) {
		for i := range ofGame {
			x, known := ofGame[i].ofGame(g)
			if !known {
				return 0, false
			}
			n += ofGame[i].sign * x
		}
		return n, true
	}
	is := func(g *game) bool {
		n, known := sumOfGame(g)
		return known && holds.of(n, 0)
	}
	var out condition
	if ofMoment == nil {
		out = c.constant(is)
	} else {
		var base int
		var known bool
		c.constants = append(c.constants, func(g *game) { base, known = sumOfGame(g) })
		out = boardTest(func(m *moment) bool {
			n := base
			for i := range ofMoment {
				n += ofMoment[i].sign * ofMoment[i].ofMoment(m)
			}
			return known && holds.of(n, 0)
		})
	}
	// The number with which one measure and nothing else is compared.
	limit, alone := 0, s.Right.First.Count != nil && !s.Left.Minus && !s.Right.Minus && len(s.Left.Rest)+len(s.Right.Rest) == 0
	if alone {
		limit = c.number(s.Right.First.Count.Pos, s.Right.First.Count.N)
	}
	var index func(*Index, *answer) error
	if alone && s.Left.First.measure() == "year" {
		index = func(x *Index, found *answer) error {
			return x.headed(found.games, func(h *headers) bool {
				year, err := strconv.Atoi(h.year)
				return err == nil && holds.of(year, limit)
			})
		}
	}
	out.known = knownOf(index, func(g *game) (yes, known bool) {
		switch {
		case ofMoment == nil && (header || g.report != nil):
			return is(g), true
		case alone && s.Left.First.measure() == "plies" && g.record.Solution == nil:
			// There are no more plies than the record has.
			n := len(g.record.Plies)
			return false, s.Op == ">" && n <= limit || (s.Op == ">=" || s.Op == "=") && n < limit
		}
		return false, false
	})
	return out
}

// comparison says of a number whether it holds by whether that is less than another, equal or
// greater.
type comparison [3]bool

func comparisonBy(op string) (holds comparison) {
	for i, sign := range []string{"<", "=", ">"} {
		holds[i] = strings.Contains(op, sign) != (op == "!=")
	}
	return holds
}

func (c *comparison) of(a, b int) bool { return c[cmp.Compare(a, b)+1] }
