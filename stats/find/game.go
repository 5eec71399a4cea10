package find

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// game is what conditions on a game look at; the report is there when the game is
// judged.
type game struct {
	record *record.Game
	report *replay.Report
}

// hasBoard says whether there is a board in a judged game: see Report.Final.
func (g *game) hasBoard() bool { return g.report.Final.Variant != record.UnknownVariant }

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
	d, _ := record.ParseDate(g.record.Tag("Date"))
	return daysOf(d)
}

// test returns what says whether a condition on a game is true; exchange says with
// White and Black exchanged.
func (a *aboutGame) test(exchange bool) func(*game) bool {
	side := func(s string) string {
		if exchange {
			return exchanged(s)
		}
		return s
	}
	switch {
	case a.Player != "":
		who := side(a.Colour)
		return func(g *game) bool {
			has := func(tag string) bool { return strings.Contains(Fold(g.record.Tag(tag)), a.text) }
			return who != "black" && has("White") || who != "white" && has("Black")
		}
	case a.Winner != "" || a.Draw:
		outcome := map[string]record.Outcome{"": record.Draw, "white": record.WhiteWins, "black": record.BlackWins}[side(a.Winner)]
		return func(g *game) bool { return winner(g.record.Result) == outcome }
	case a.Result != nil:
		return func(g *game) bool {
			written := g.record.Result.String()
			return written == a.text || written == "" && a.text == "none"
		}
	case a.Tag != nil:
		return a.Tag.test()
	case a.Date != nil:
		return a.dateTest()
	case a.Verdicts != nil:
		return func(g *game) bool { return slices.Contains(a.words, g.report.Verdict.String()) }
	case a.Variants != nil:
		return func(g *game) bool { return slices.Contains(a.words, g.report.Variant.String()) }
	case a.Claim != nil:
		return func(g *game) bool {
			return slices.ContainsFunc(g.report.Claims, func(claim replay.Claim) bool {
				return len(a.words) == 0 || slices.Contains(a.words, string(claim.Kind))
			})
		}
	}
	return func(g *game) bool {
		return len(g.report.Moves) >= len(a.words) && slices.Equal(g.report.Moves[:len(a.words)], a.words)
	}
}

// isJudged says that a condition is about what judging the game comes to.
func (a *aboutGame) isJudged() bool { return a.words != nil || a.Claim != nil }

func (t *tagPart) test() func(*game) bool {
	name, text := t.Name, ""
	if strings.HasPrefix(name, `"`) {
		name = unquote(name)
	}
	if t.Text != "" {
		text = Fold(unquote(t.Text))
	}
	return func(g *game) bool {
		return slices.ContainsFunc(g.record.Tags, func(has record.Tag) bool {
			switch {
			case !strings.EqualFold(has.Name, name):
				return false
			case t.Is:
				return Fold(has.Value) == text
			}
			return t.Text == "" || strings.Contains(Fold(has.Value), text)
		})
	}
}

func (a *aboutGame) dateTest() func(*game) bool {
	date, _ := record.ParseDate(unquote(a.Date.Text)) // the checker has read it
	wanted := daysOf(date)
	return func(g *game) bool {
		d := g.played()
		if d.first == 0 {
			return false
		}
		switch a.DateOp {
		case "<":
			return d.first < wanted.last
		case "<=":
			return d.first <= wanted.last
		case ">":
			return d.last > wanted.first
		case ">=":
			return d.last >= wanted.first
		}
		return (d.first <= wanted.last && d.last >= wanted.first) == (a.DateOp == "=")
	}
}

// winner returns how a played game ended, in points, too.
func winner(r record.Result) record.Outcome {
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

// ofGame says that a term is the same in all of a game.
func (t *term) ofGame() bool {
	switch t.measure() {
	case "plies", "year", "score":
		return true
	}
	return t.Count != nil
}

// value returns such a term of a side, and whether it is known.
func (t *term) value(g *game, side string) (n int, known bool) {
	switch t.measure() {
	case "":
		return t.number()
	case "plies":
		return len(g.report.Moves), g.hasBoard()
	case "year":
		d := g.played()
		return d.first / 10000, d.first > 0
	}
	if g.report.Score == nil {
		return 0, false
	}
	return g.report.Score[map[string]int{"white": 0, "black": 1}[side]], true
}

// sumOfGame returns the sum of the terms of a comparison that are the same in all
// of a game, the right side's subtracted, and whether all of them are known.
func (s *statement) sumOfGame(exchange bool) func(*game) (n int, known bool) {
	return func(g *game) (n int, known bool) {
		for t, minus := range s.compared() {
			if !t.ofGame() {
				continue
			}
			side := ""
			if t.Towers != nil {
				if side = t.Towers.Colour; exchange {
					side = exchanged(side)
				}
			}
			x, known := t.value(g, side)
			if !known {
				return 0, false
			}
			if minus {
				x = -x
			}
			n += x
		}
		return n, true
	}
}

// compared yields the terms of a comparison, and whether they are subtracted where the
// right side is.
func (s *statement) compared() func(func(*term, bool) bool) {
	return func(yield func(*term, bool) bool) {
		for i, sum := range []*sum{s.Left, s.Right} {
			for _, t := range sum.terms() {
				if !yield(t.term, t.minus != (i == 1)) {
					return
				}
			}
		}
	}
}

// compare compares two numbers.
func compare(a int, op string, b int) bool {
	switch op {
	case "=":
		return a == b
	case "!=":
		return a != b
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	}
	return a >= b
}

// games is that a Searcher knows of one game, as a source.
func (s *Searcher) games() int { return 1 }

// leaf answers what can be known of the game without looking at its moments, before it is
// judged or after that.
func (s *Searcher) leaf(c condition, image image) (answer, error) {
	g := &s.game
	switch c := c.(type) {
	case *aboutGame:
		if g.report == nil && c.isJudged() {
			break
		}
		key := compiled{of: c, image: image}
		is := s.tests[key]
		if is == nil {
			is = c.test(image.exchanged)
			s.tests[key] = is
		}
		return known(is(g)), nil
	case *statement:
		if c.Right == nil {
			break
		}
		years := true
		for t := range c.compared() {
			years = years && (t.Count != nil || t.measure() == "year")
		}
		if years {
			n, isKnown := c.sumOfGame(false)(g)
			return known(isKnown && compare(n, c.Op, 0)), nil
		}
		// There are no more plies than the record has.
		least, ok := c.limitOf("plies")
		if c.Op == ">" {
			least++
		}
		if ok && (c.Op == ">" || c.Op == ">=" || c.Op == "=") && g.record.Solution == nil && len(g.record.Plies) < least {
			return known(false), nil
		}
	}
	return anything(s), nil
}

// known is the answer that a condition is true of the one game, or not.
func known(is bool) answer {
	return answer{games: gameSet{wordOf(is) & 1}, sure: true, whole: true}
}

// limitOf returns the number with which a comparison compares a measure and nothing
// else.
func (s *statement) limitOf(measure string) (n int, ok bool) {
	n, ok = s.Right.First.number()
	alone := !s.Left.Minus && !s.Right.Minus && len(s.Left.Rest)+len(s.Right.Rest) == 0
	return n, ok && alone && s.Left.First.measure() == measure
}
