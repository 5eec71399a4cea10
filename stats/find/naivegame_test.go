package find

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// made reports whether a move matches.
func (n *naive) made(state *statement, i int, same *thing) bool {
	m := &n.moments[i]
	mover, _, sameMover, c := said(state)
	if state.Move == nil && mover != nil && !n.described(mover, i, m.from) {
		return false
	}
	if sameMover != nil {
		if same == nil || !n.same(sameMover, i, same) {
			return false
		}
		if on, depth, there := n.follow(same, i); !there || on != m.from || depth != 0 {
			return false
		}
	}
	for _, d := range c.Details {
		if !n.detail(&d, i, same) {
			return false
		}
	}
	switch c.Verb {
	case "moves":
		return !c.Quietly || len(m.captured) == 0
	case "promotes":
		return !kingIn(&m.at, m.from) && kingIn(&m.after, m.to)
	case "frees":
		freed := n.freed(c, i)
		count := len(freed)
		if frees := c.Object; frees != nil && frees.Alone != nil && frees.Alone.Measure == "prisoners" {
			count = 0
			for _, s := range freed {
				t := m.at.At(s)
				count += t.Height() - t.Own().N
			}
		}
		return count > 0 && (c.Count == nil || is(c.Count, count))
	}
	return n.captured(c, m)
}

// detail reports whether a move matches a detail after the verb.
func (n *naive) detail(d *moveDetail, i int, same *thing) bool {
	m := &n.moments[i]
	side := m.at.Turn
	switch {
	case d.From != nil:
		return n.in(d.From, m.from, side)
	case d.To != nil:
		return n.in(d.To, m.to, side)
	case d.Over != nil:
		return slices.ContainsFunc(m.captured, func(s record.Square) bool {
			if d.Over.Same == nil {
				return n.described(d.Over.Towers, i, s)
			}
			if !n.same(d.Over.Same, i, same) {
				return false
			}
			on, _, _ := n.follow(same, i)
			return on == s
		})
	}
	turns := n.turns(m)
	switch t := d.Turning; {
	case t.At != nil:
		return slices.ContainsFunc(turns, func(s record.Square) bool { return n.in(t.At, s, side) })
	case t.Count != nil:
		return is(t.Count, len(turns))
	}
	return len(turns) > 0
}

func (n *naive) captured(c *movePart, m *naiveMoment) bool {
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
	if c.OneTower {
		count = 0
		for _, k := range times {
			count = max(count, k)
		}
	} else if c.Object != nil {
		switch c.Object.Alone.Tower {
		case "king", "kings":
			count = kings
		case "man", "men":
			count -= kings
		}
	}
	if c.Count == nil {
		return count > 0
	}
	return is(c.Count, count)
}

// freed lists the towers that a move frees.
func (n *naive) freed(c *movePart, i int) []record.Square {
	m := &n.moments[i]
	p := c.Object
	if p != nil && p.Alone != nil && p.Alone.Measure == "prisoners" {
		p = nil
	}
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
func (n *naive) turns(m *naiveMoment) []record.Square {
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
func (n *naive) compare(c *statement, i int) bool {
	total := [2]int{}
	for side, sum := range [2]*sum{c.Left, c.Right} {
		x, known := n.term(&sum.First, i)
		if !known {
			return false
		}
		if total[side] = x; sum.Minus {
			total[side] = -x
		}
		for _, rest := range sum.Rest {
			x, known := n.term(&rest.Term, i)
			if !known {
				return false
			}
			if rest.Sign == "-" {
				x = -x
			}
			total[side] += x
		}
	}
	return compares(total[0], c.Op, total[1])
}

func (n *naive) term(t *term, i int) (int, bool) {
	m := &n.moments[i]
	if t.Count != nil {
		x, err := strconv.Atoi(t.Count.N)
		return x, err == nil
	}
	kind, colour := t.Towers.Kind, t.Towers.Colour
	if kind == nil {
		kind = t.Towers.Alone
	}
	switch {
	case kind.Measure == "year":
		d, ok := record.ParseDate(n.report.Game.Tag("Date"))
		return d.Year, ok && d.Year > 0
	case kind.Measure == "score":
		if n.report.Score == nil {
			return 0, false
		}
		if (colour == "white") != n.exchanged {
			return n.report.Score[0], true
		}
		return n.report.Score[1], true
	case !m.there:
		return 0, false
	case kind.Measure == "":
		return len(n.towers(t.Towers, i)), true
	}
	switch kind.Measure {
	case "mobility":
		if side := t.Towers.Colour; side != "" {
			at := m.at
			at.Turn = n.colour(side, i)
			rules, _ := replay.For(at.Variant)
			p, _ := rules.Position(&at)
			return len(p.MoveTexts()), true
		}
		return m.legal, true
	case "ply":
		return i + 1, true
	case "plies":
		return len(n.report.Moves), true
	}
	sum := 0
	for _, s := range n.board.Squares() {
		tower := m.at.At(s)
		if tower == 0 || colour != "" && n.colour(colour, i) != tower.Owner() {
			continue
		}
		far, home := squarePart{Side: "farside"}, squarePart{Side: "homeside"}
		switch kind.Measure {
		case "material":
			sum += tower.Own().N
		case "pieces", "piece":
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

// plain returns a text in the form in which names are compared.
func plain(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(text), "ё", "е")), " ")
}

// ofGame evaluates a condition on the game alone.
func (n *naive) ofGame(c *aboutGame) bool {
	g, r := n.report.Game, n.report
	side := func(s string) string {
		if n.exchanged && s != "" {
			return map[string]string{"white": "black", "black": "white"}[s]
		}
		return s
	}
	oneOf := func(words []namedWord, is string) bool {
		return slices.ContainsFunc(words, func(w namedWord) bool { return strings.ToLower(strings.Trim(w.Name, `"`)) == is })
	}
	switch {
	case c.Player != "":
		who := plain(unescaped(c.Player))
		white := strings.Contains(plain(g.Tag("White")), who)
		black := strings.Contains(plain(g.Tag("Black")), who)
		return map[string]bool{"": white || black, "white": white, "black": black}[side(c.Colour)]
	case c.Tag != nil:
		asked := *c.Tag
		for _, text := range []*string{&asked.Name, &asked.Text, &asked.Part} {
			if strings.HasPrefix(*text, `"`) {
				*text = unescaped(*text)
			}
		}
		return slices.ContainsFunc(g.Tags, func(t record.Tag) bool {
			value := plain(t.Value)
			switch {
			case plain(t.Name) != plain(asked.Name):
				return false
			case asked.Op == "":
				return strings.Contains(value, plain(asked.Part))
			case asked.Number == "":
				return comparesTexts(value, asked.Op, plain(asked.Text))
			}
			whole, part, _ := strings.Cut(strings.ReplaceAll(value, ",", "."), ".")
			digits := strings.TrimLeft(whole, "+-")
			if digits == "" || len(whole) > len(digits)+1 || strings.Trim(digits+part, "0123456789") != "" || strings.HasSuffix(value, ".") || strings.HasSuffix(value, ",") {
				return false
			}
			x, _ := new(big.Rat).SetString(whole + "." + part + "0")
			y, _ := new(big.Rat).SetString(map[bool]string{true: "-"}[asked.Minus] + asked.Number)
			return compares(x.Cmp(y), map[bool]string{true: "="}[asked.Op == "is"]+strings.TrimPrefix(asked.Op, "is"), 0)
		})
	case c.Date != nil:
		d, ok := record.ParseDate(g.Tag("Date"))
		asked, _ := record.ParseDate(unescaped(c.Date.Text))
		if !ok || d.Year == 0 {
			return false
		}
		first, last, from, to := day(d, false), day(d, true), day(asked, false), day(asked, true)
		equal := !first.After(to) && !last.Before(from)
		return map[string]bool{
			"=": equal, "!=": !equal, "<": first.Before(to), "<=": !first.After(to), ">": last.After(from), ">=": !last.Before(from),
		}[c.DateOp]
	case c.Draw || c.Winner != "":
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
		return outcome == map[string]record.Outcome{"": record.Draw, "white": record.WhiteWins, "black": record.BlackWins}[side(c.Winner)]
	case c.Result != nil:
		text := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(unescaped(c.Result.Text))), ":", "-")
		return g.Result.String() == text || text == "none" && g.Result.String() == ""
	case c.Verdicts != nil:
		return oneOf(c.Verdicts, r.Verdict.String())
	case c.Claim != nil:
		for _, claim := range r.Claims {
			if len(c.Claim.Of) == 0 || slices.ContainsFunc(c.Claim.Of, func(of claimGround) bool { return of.Name == string(claim.Kind) }) {
				return true
			}
		}
		return false
	case c.Variants != nil:
		return oneOf(c.Variants, r.Variant.String())
	}
	return strings.HasPrefix(strings.Join(r.Moves, " ")+" ", strings.Join(new(compiler).opening(c.Opening), " ")+" ")
}

// comparesTexts compares texts letter by letter.
func comparesTexts(a, op, b string) bool {
	switch {
	case a == b:
		return op == "is" || op == "=" || op == "<=" || op == ">="
	case op == "!=":
		return true
	}
	return slices.Compare([]rune(a), []rune(b)) < 0 == (op[0] == '<') && op != "is" && op != "="
}

// unescaped returns a text without its quotes.
func unescaped(token string) string {
	return strings.NewReplacer(`\\`, `\\`, `\"`, `"`).Replace(token[1 : len(token)-1])
}
