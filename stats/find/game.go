package find

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// game is what conditions on a game look at; the report is there when the game is
// judged.
type game struct {
	record *record.Game
	report *replay.Report
	film   *replay.Film
	folded [2]string // the players
	named  bool      // folded is theirs
	dated  bool      // date is the game's
	date   days
	names  map[string]string // what is folded already
}

func (g *game) begin(of *record.Game) { g.record, g.report, g.named, g.dated = of, nil, false, false }

// maxNames is how many names are kept folded.
const maxNames = 1 << 14

// players returns the folded names of White and Black.
func (g *game) players() [2]string {
	if !g.named {
		g.named = true
		for i, tag := range [2]string{"White", "Black"} {
			name := g.record.Tag(tag)
			folded, known := g.names[name]
			if !known {
				folded = Fold(name)
				if len(g.names) >= maxNames {
					clear(g.names)
				}
				g.names[strings.Clone(name)] = folded
			}
			g.folded[i] = folded
		}
	}
	return g.folded
}

// Fold returns a text in the form in which names are compared: in small letters,
// ё as е, with single spaces.
func Fold(name string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(name), "ё", "е")), " ")
}

// days is a stretch of time, as the numbers YYYYMMDD of its first and last day.
type days struct{ first, last int }

// daysOf returns the days that a date may be: of what is not known every one.
func daysOf(d record.Date) days {
	first := d.Year*10000 + d.Month*100 + d.Day
	switch {
	case d.Year == 0:
		return days{}
	case d.Month == 0:
		return days{first, first + 1231}
	case d.Day == 0:
		return days{first, first + 31}
	}
	return days{first, first}
}

// played returns the days on which the game may have been played, none where its
// date is not known.
func (g *game) played() days {
	if !g.dated {
		g.dated = true
		d, _ := record.ParseDate(g.record.Tag("Date"))
		g.date = daysOf(d)
	}
	return g.date
}

// header compiles a condition on what a record says of its game before it is
// judged; nil for others.
func header(c query.Condition, exchange bool) func(*game) bool {
	side := func(s query.Side) query.Side {
		if exchange {
			return exchanged(s)
		}
		return s
	}
	switch c := c.(type) {
	case *query.Player:
		text, who := Fold(c.Text), side(c.Side)
		return func(g *game) bool {
			players := g.players()
			return who != query.Black && strings.Contains(players[0], text) || who != query.White && strings.Contains(players[1], text)
		}
	case *query.Tag:
		text := Fold(c.Text)
		return func(g *game) bool {
			for i := range g.record.Tags {
				t := &g.record.Tags[i]
				switch {
				case !strings.EqualFold(t.Name, c.Name):
				case !c.Has, c.Is && Fold(t.Value) == text, !c.Is && strings.Contains(Fold(t.Value), text):
					return true
				}
			}
			return false
		}
	case *query.Date:
		asked := daysOf(c.Date)
		return func(g *game) bool {
			d := g.played()
			if d.first == 0 {
				return false
			}
			switch c.Op {
			case "<":
				return d.first < asked.last
			case "<=":
				return d.first <= asked.last
			case ">":
				return d.last > asked.first
			case ">=":
				return d.last >= asked.first
			}
			return (d.first <= asked.last && d.last >= asked.first) == (c.Op == "=")
		}
	case *query.Outcome:
		outcome := map[query.Side]record.Outcome{query.AnySide: record.Draw, query.White: record.WhiteWins, query.Black: record.BlackWins}[side(c.Winner)]
		return func(g *game) bool { return Winner(g.record.Result) == outcome }
	case *query.Result:
		return func(g *game) bool { return resultIs(g.record.Result, c.Text) }
	}
	return nil
}

// Winner returns how a played game ended, in points, too.
func Winner(r record.Result) record.Outcome {
	if r.Outcome != record.Points {
		return r.Outcome
	}
	switch {
	case r.White > r.Black:
		return record.WhiteWins
	case r.White < r.Black:
		return record.BlackWins
	case r.White > 0:
		return record.Draw
	}
	return record.Points // 0-0: lost for both
}

func resultIs(r record.Result, text string) bool {
	written := r.String()
	return written == text || written == "" && text == "none"
}

// judged compiles a condition on what judging the game comes to; nil for others.
func judged(c query.Condition) func(*game) bool {
	switch c := c.(type) {
	case *query.Verdict:
		return func(g *game) bool { return slices.Contains(c.Of, g.report.Verdict.String()) }
	case *query.Claim:
		return func(g *game) bool {
			return slices.ContainsFunc(g.report.Claims, func(claim replay.Claim) bool {
				return len(c.Of) == 0 || slices.Contains(c.Of, string(claim.Kind))
			})
		}
	case *query.Variant:
		return func(g *game) bool { return slices.Contains(c.Of, g.report.Variant) }
	case *query.Opening:
		return func(g *game) bool {
			return len(g.report.Moves) >= len(c.Moves) && slices.Equal(g.report.Moves[:len(c.Moves)], c.Moves)
		}
	}
	return nil
}

// measure returns a number that is the same in all of a game, and whether it is
// known; where is false for what changes.
func (g *game) measure(name string, side query.Side) (n int, known bool) {
	switch name {
	case "plies":
		return len(g.film.Moves), len(g.film.Boards) > 0
	case "year":
		d := g.played()
		return d.first / 10000, d.first > 0
	}
	if g.report.Score == nil {
		return 0, false
	}
	return g.report.Score[map[query.Side]int{query.White: 0, query.Black: 1}[side]], true
}

// ofGame says that a term is the same in all of a game.
func ofGame(t *query.Term) bool {
	return t.Towers == nil && (t.Measure == "" || t.Measure == "plies" || t.Measure == "year" || t.Measure == "score")
}

// guess is what is known of a condition before the game is judged.
type guess func(*game) possible

// possible is whether a condition may be true at some moment, and whether it may
// be false.
type possible struct{ may, mayNot bool }

func always(p possible) guess { return func(*game) possible { return p } }

// guessOf compiles what can be known of a condition from a game's headers.
func guessOf(c query.Condition, exchange bool) guess {
	if h := header(c, exchange); h != nil {
		return func(g *game) possible {
			is := h(g)
			return possible{is, !is}
		}
	}
	of := func(parts []query.Condition) []guess {
		var all []guess
		for _, part := range parts {
			all = append(all, guessOf(part, exchange))
		}
		return all
	}
	switch c := c.(type) {
	case *query.All:
		return allOf(of(c.Of))
	case *query.Any:
		return anyOf(of(c.Of))
	case *query.Not:
		return notOf(guessOf(c.Of, exchange))
	case *query.Whole:
		inner := guessOf(c.Of, exchange)
		if c.How == query.Never {
			return notOf(inner)
		}
		return inner
	case *query.Occurrence:
		return restrict(guessOf(c.Of, exchange))
	case *query.Then:
		first, next := guessOf(c.First, exchange), guessOf(c.Next, exchange)
		if c.How == query.Sometime {
			return restrict(allOf([]guess{first, next}))
		}
		return restrict(first)
	case *query.Until:
		return restrict(guessOf(c.Goal, exchange))
	case *query.Image:
		if c.Mirrored {
			return guessOf(c.Of, exchange)
		}
		return anyOf([]guess{guessOf(c.Of, exchange), guessOf(c.Of, !exchange)})
	case *query.Compare:
		return yearGuess(c)
	}
	return always(possible{true, true})
}

// restrict is a guess of what is true only where something is.
func restrict(of guess) guess {
	return func(g *game) possible { return possible{of(g).may, true} }
}

func notOf(of guess) guess {
	return func(g *game) possible {
		p := of(g)
		return possible{p.mayNot, p.may}
	}
}

func allOf(of []guess) guess {
	return func(g *game) possible {
		out := possible{true, false}
		for _, one := range of {
			p := one(g)
			out.may, out.mayNot = out.may && p.may, out.mayNot || p.mayNot
			if !out.may {
				return possible{false, true}
			}
		}
		return out
	}
}

func anyOf(of []guess) guess {
	return func(g *game) possible {
		out := possible{false, true}
		for _, one := range of {
			p := one(g)
			out.may, out.mayNot = out.may || p.may, out.mayNot && p.mayNot
		}
		return out
	}
}

// yearGuess looks at a comparison of years alone, and of plies, of which there
// are no more than the record has.
func yearGuess(c *query.Compare) guess {
	years, plies := true, false
	for _, t := range append(slices.Clone(c.Left), c.Right...) {
		years = years && (t.Measure == "year" || t.Measure == "" && t.Towers == nil)
	}
	if len(c.Left) == 1 && len(c.Right) == 1 && c.Left[0].Measure == "plies" && isNumber(&c.Right[0]) && !c.Left[0].Minus && !c.Right[0].Minus {
		plies = c.Op == ">" || c.Op == ">=" || c.Op == "="
	}
	switch {
	case years:
		sum := sumOfGame(c, false)
		return func(g *game) possible {
			n, known := sum(g)
			is := known && query.Holds(n, c.Op, 0)
			return possible{is, !is}
		}
	case plies:
		least := c.Right[0].Number
		if c.Op == ">" {
			least++
		}
		return func(g *game) possible { return possible{len(g.record.Plies) >= least, true} }
	}
	return always(possible{true, true})
}

// sumOfGame returns the sum of the terms of a comparison that are the same in all
// of a game, the right side's subtracted.
func sumOfGame(c *query.Compare, exchange bool) func(*game) (int, bool) {
	number := 0
	var terms []query.Term
	for i, t := range append(slices.Clone(c.Left), c.Right...) {
		if i >= len(c.Left) {
			t.Minus = !t.Minus
		}
		switch {
		case !ofGame(&t):
		case t.Measure != "":
			if exchange {
				t.Side = exchanged(t.Side)
			}
			terms = append(terms, t)
		case t.Minus:
			number -= t.Number
		default:
			number += t.Number
		}
	}
	return func(g *game) (int, bool) {
		n := number
		for i := range terms {
			x, known := g.measure(terms[i].Measure, terms[i].Side)
			if !known {
				return 0, false
			}
			if terms[i].Minus {
				x = -x
			}
			n += x
		}
		return n, true
	}
}
