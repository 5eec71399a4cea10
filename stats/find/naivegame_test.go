package find_test

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/record"
)

// made says whether a move is such a one.
func (n *naive) made(c *query.Made, i int, same *thing) bool {
	m := &n.moments[i]
	side := m.at.Turn
	for _, from := range c.From {
		if !n.in(from, m.from, side) {
			return false
		}
	}
	for _, to := range c.To {
		if !n.in(to, m.to, side) {
			return false
		}
	}
	if c.Mover != nil && !n.described(c.Mover, i, m.from) {
		return false
	}
	if c.Same != nil {
		if same == nil || !n.same(c.Same, i, same) {
			return false
		}
		if on, depth, there := n.follow(same, i); !there || on != m.from || depth != 0 {
			return false
		}
	}
	for _, over := range c.Over {
		if !slices.ContainsFunc(m.captured, func(s record.Square) bool {
			if over.Same == nil {
				return n.described(over.Towers, i, s)
			}
			if !n.same(over.Same, i, same) {
				return false
			}
			on, _, _ := n.follow(same, i)
			return on == s
		}) {
			return false
		}
	}
	turns := n.turns(m)
	for _, t := range c.Turning {
		switch {
		case t.At != nil:
			if !slices.ContainsFunc(turns, func(s record.Square) bool { return n.in(t.At, s, side) }) {
				return false
			}
		case t.Count != nil && !number(t.Count, len(turns)), t.Count == nil && len(turns) == 0:
			return false
		}
	}
	switch c.Verb {
	case "moves":
		return !c.Quietly || len(m.captured) == 0
	case "promotes":
		return !kingIn(&m.at, m.from) && kingIn(&m.after, m.to)
	case "frees":
		freed := n.freed(c.Freed, i)
		count := len(freed)
		if c.What == "prisoners" {
			count = 0
			for _, s := range freed {
				t := m.at.At(s)
				count += t.Height() - t.Own().N
			}
		}
		return count > 0 && (c.Count == nil || number(c.Count, count))
	}
	return n.captured(c, m)
}

func (n *naive) captured(c *query.Made, m *moment) bool {
	if len(m.captured) == 0 {
		return false
	}
	kings, times := 0, map[record.Square]int{}
	for _, s := range m.captured {
		own, _, _ := strings.Cut(m.at.At(s).String(), "/")
		if m.at.Variant == record.Adiukh && kingIn(&m.at, s) || own[times[s]] == '1' {
			kings++
		}
		times[s]++
	}
	count := len(m.captured)
	switch {
	case c.OneTower:
		count = 0
		for _, k := range times {
			count = max(count, k)
		}
	case c.What == "kings":
		count = kings
	case c.What == "men":
		count -= kings
	}
	if c.Count == nil {
		return count > 0
	}
	return number(c.Count, count)
}

// freed lists the towers that a move frees.
func (n *naive) freed(p *query.Phrase, i int) []record.Square {
	m := &n.moments[i]
	var out []record.Square
	for _, s := range m.captured {
		t := m.at.At(s)
		taken := 0
		for _, other := range m.captured {
			if other == s {
				taken++
			}
		}
		if taken == t.Own().N && t.Height() > taken && !slices.Contains(out, s) && (p == nil || n.described(p, i, s)) {
			out = append(out, s)
		}
	}
	return out
}

// turns lists the squares where a capture changes its direction.
func (n *naive) turns(m *moment) []record.Square {
	sign := func(a, b int) int {
		switch {
		case a < b:
			return 1
		case a > b:
			return -1
		}
		return 0
	}
	var out []record.Square
	for k := 0; k+1 < len(m.captured); k++ {
		before := m.from
		if k > 0 {
			before = m.landed[k-1]
		}
		here, next := m.landed[k], m.captured[k+1]
		if sign(before.File(), here.File()) != sign(here.File(), next.File()) || sign(before.Rank(), here.Rank()) != sign(here.Rank(), next.Rank()) {
			out = append(out, here)
		}
	}
	return out
}

// compare compares two sums.
func (n *naive) compare(c *query.Compare, i int) bool {
	total := [2]int{}
	for side, sum := range [2]query.Sum{c.Left, c.Right} {
		for _, t := range sum {
			x, known := n.term(&t, i)
			if !known {
				return false
			}
			if t.Minus {
				x = -x
			}
			total[side] += x
		}
	}
	return compare(total[0], c.Op, total[1])
}

func (n *naive) term(t *query.Term, i int) (int, bool) {
	m := &n.moments[i]
	switch {
	case t.Measure == "year":
		d, ok := record.ParseDate(n.report.Game.Tag("Date"))
		return d.Year, ok && d.Year > 0
	case t.Measure == "" && t.Towers == nil:
		return t.Number, true
	case t.Measure == "score":
		if n.report.Score == nil {
			return 0, false
		}
		if (t.Side == query.White) != n.exchanged {
			return n.report.Score[0], true
		}
		return n.report.Score[1], true
	case !m.there:
		return 0, false
	case t.Towers != nil:
		return len(n.towers(t.Towers, i)), true
	}
	switch t.Measure {
	case "mobility":
		return m.legal, true
	case "ply":
		return i + 1, true
	case "plies":
		return len(n.report.Moves), true
	}
	sum := 0
	for _, s := range n.board.Squares() {
		tower := m.at.At(s)
		if tower == 0 || t.Side != query.AnySide && n.colour(t.Side, i) != tower.Owner() {
			continue
		}
		far, home := query.Part{Name: "far side"}, query.Part{Name: "home side"}
		switch t.Measure {
		case "material":
			sum += tower.Own().N
		case "pieces":
			sum += tower.Height()
		case "prisoners":
			sum += tower.Prisoners().N
		case "tallest":
			sum = max(sum, tower.Height())
		case "home":
			if n.isPart(home, s, tower.Owner()) {
				sum += tower.Height()
			}
		case "away":
			if n.isPart(far, s, tower.Owner()) {
				sum += tower.Height()
			}
		}
	}
	return sum, true
}

// plain is a text as names are compared.
func plain(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(text), "ё", "е")), " ")
}

// ofGame is a condition on the game alone.
func (n *naive) ofGame(c query.Condition) bool {
	g, r := n.report.Game, n.report
	side := func(s query.Side) query.Side {
		if n.exchanged && s == query.White {
			return query.Black
		} else if n.exchanged && s == query.Black {
			return query.White
		}
		return s
	}
	switch c := c.(type) {
	case *query.Player:
		white := strings.Contains(plain(g.Tag("White")), plain(c.Text))
		black := strings.Contains(plain(g.Tag("Black")), plain(c.Text))
		return map[query.Side]bool{query.AnySide: white || black, query.White: white, query.Black: black}[side(c.Side)]
	case *query.Tag:
		return slices.ContainsFunc(g.Tags, func(t record.Tag) bool {
			if !strings.EqualFold(t.Name, c.Name) || !c.Has {
				return strings.EqualFold(t.Name, c.Name)
			}
			if c.Is {
				return plain(t.Value) == plain(c.Text)
			}
			return strings.Contains(plain(t.Value), plain(c.Text))
		})
	case *query.Date:
		d, ok := record.ParseDate(g.Tag("Date"))
		if !ok || d.Year == 0 {
			return false
		}
		first, last, from, to := day(d, false), day(d, true), day(c.Date, false), day(c.Date, true)
		equal := !first.After(to) && !last.Before(from)
		return map[string]bool{
			"=": equal, "!=": !equal, "<": first.Before(to), "<=": !first.After(to), ">": last.After(from), ">=": !last.Before(from),
		}[c.Op]
	case *query.Outcome:
		outcome := g.Result.Outcome
		if outcome == record.Points {
			switch {
			case g.Result.White > g.Result.Black:
				outcome = record.WhiteWins
			case g.Result.White < g.Result.Black:
				outcome = record.BlackWins
			case g.Result.White > 0:
				outcome = record.Draw
			}
		}
		return outcome == map[query.Side]record.Outcome{query.AnySide: record.Draw, query.White: record.WhiteWins, query.Black: record.BlackWins}[side(c.Winner)]
	case *query.Result:
		return g.Result.String() == c.Text || c.Text == "none" && g.Result.String() == ""
	case *query.Verdict:
		return slices.Contains(c.Of, r.Verdict.String())
	case *query.Claim:
		for _, claim := range r.Claims {
			if len(c.Of) == 0 || slices.Contains(c.Of, string(claim.Kind)) {
				return true
			}
		}
		return false
	case *query.Variant:
		return slices.Contains(c.Of, r.Variant)
	case *query.Opening:
		return strings.HasPrefix(strings.Join(r.Moves, " ")+" ", strings.Join(c.Moves, " ")+" ")
	}
	panic("a condition that the page does not have")
}
