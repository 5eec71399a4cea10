package stats

import (
	"cmp"
	"math"
	"slices"

	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/replay"
)

// History rates players by all of their games at once: of all ratings those under which the
// results are the most probable, in Davidson's model with an advantage of the first move. Of
// ratings x and y in units of their logarithm, who moves first, with advantage a, wins, draws and
// loses in the proportions exp(x+a), d exp((x+a+y)/2), exp(y). The zero History has no games.
type History struct {
	Aliases *Aliases // which names are one player's; nil for none

	names   []string
	index   map[string]int
	games   []ratedGame
	skipped int // games without a known outcome or two different players
}

// ratedGame is a game with the indices of its players, the one who moves first before the
// other, and what the first made.
type ratedGame struct {
	sides  [2]int
	points half
}

// strength is a player's place in a history.
type strength struct {
	Name   string
	Group  int     // from 1, the largest first: ratings of different groups cannot be compared; 0 for none
	Rating float64 // in Elo, 0 being the mean of the group
	Error  float64 // its standard error; NaN where the games do not tell ratings from the first move
	Games  int
	Points float64
}

// strengths are what a history comes to.
type strengths struct {
	Players         []strength // by group and rating
	Groups          int
	Games           int     // within groups, which are what is reckoned with
	First, FirstErr float64 // what the first move is worth, in Elo, and its standard error
	Draw            float64 // how probable a draw is between equals
}

// Read returns what takes a judged game in.
func (h *History) Read(r *replay.Report) func() error {
	outcome, first := Outcome(r), r.Game.Side(r.Variant.First(), 1)
	names := [2]string{h.Aliases.Name(playerOf(r.Game, first)), h.Aliases.Name(playerOf(r.Game, first.Other()))}
	return func() error {
		points, ok := pointsOf[outcome]
		if !ok || names[0] == "" || names[1] == "" || names[0] == names[1] {
			h.skipped++
			return nil
		}
		g := ratedGame{points: points[first]}
		for i, name := range names {
			at, known := h.index[name]
			if !known {
				if h.index == nil {
					h.index = make(map[string]int)
				}
				at = len(h.names)
				h.index[name] = at
				h.names = append(h.names, name)
			}
			g.sides[i] = at
		}
		h.games = append(h.games, g)
		return nil
	}
}

// eloUnit is what a unit of the logarithm is in Elo.
var eloUnit = 400 / math.Ln10

const (
	mostUnits  = 12      // that a rating or an advantage comes to: nothing bounds one where no result speaks against it
	mostRounds = 10_000  // of climbing
	isSettled  = 1e-9    // units that a round changes at most
	mostSolved = 1 << 10 // players of whom errors are found from all others' together
)

// Tables returns the players, by group and rating, and in a row what all games come to: how many
// there are within groups and without an outcome or two players, what the first move is worth,
// and how probable, in per cent, a draw is between equals. A rating exists only within a group,
// counted from 1, of which each has points against the rest, directly or through others: one who
// won or lost all games has none. Ratings and their standard errors are in Elo, with 0 for the
// mean of the group; an error is missing where the games do not tell ratings from the first move.
func (h *History) Tables() (players, about *table.Table) {
	all := h.strengths()
	players = &table.Table{Columns: named("name", "group", "rating", "error", "games", "points")}
	players.Rows = rows(all.Players, func(_ int, p strength) []any {
		if p.Group == 0 {
			return []any{p.Name, nil, nil, nil, p.Games, p.Points}
		}
		return []any{p.Name, p.Group, hundredths(p.Rating), hundredths(p.Error), p.Games, p.Points}
	})
	return players, &table.Table{Columns: named("games", "groups", "first", "error", "draw", "skipped"), Rows: table.Of([][]any{
		{all.Games, all.Groups, math.Round(all.First), all.FirstErr, math.Round(100 * all.Draw), h.skipped},
	})}
}

// strengths rates all players.
func (h *History) strengths() *strengths {
	n := len(h.names)
	of, sizes := h.groups()
	s := &strengths{Groups: len(sizes)}
	games := slices.DeleteFunc(slices.Clone(h.games), func(g ratedGame) bool {
		return of[g.sides[0]] == 0 || of[g.sides[0]] != of[g.sides[1]]
	})
	s.Games = len(games)
	m := &model{games: games, x: make([]float64, n+2)}
	m.climb()
	sums := make([]float64, len(sizes))
	for i, group := range of {
		if group > 0 {
			sums[group-1] += m.x[i]
		}
	}
	errors := m.errors(of, sizes)
	s.First, s.FirstErr = m.x[n]*eloUnit, errors[n]*eloUnit
	s.Draw = math.Exp(m.x[n+1]) / (2 + math.Exp(m.x[n+1]))
	for i, name := range h.names {
		p := strength{Name: name, Group: of[i]}
		if p.Group > 0 {
			p.Rating = math.Round((m.x[i]-sums[p.Group-1]/float64(sizes[p.Group-1]))*eloUnit*1e6) / 1e6 // equals are equal
			p.Error = errors[i] * eloUnit
		}
		s.Players = append(s.Players, p)
	}
	for _, g := range h.games {
		for k, i := range g.sides {
			s.Players[i].Games++
			s.Players[i].Points += [...]half{g.points, 2 - g.points}[k].value()
		}
	}
	slices.SortFunc(s.Players, func(a, b strength) int {
		last := func(p strength) int { return cmp.Or(p.Group, math.MaxInt) }
		return cmp.Or(cmp.Compare(last(a), last(b)), cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Name, b.Name))
	})
	return s
}

// groups returns the group of each player, from 1, 0 for one alone, and their sizes: those who
// reach one another by steps from a player to one against whom he has points.
func (h *History) groups() (of, sizes []int) {
	var next [2][][]int // who is reached from each, and from whom each is
	for k := range next {
		next[k] = make([][]int, len(h.names))
	}
	for _, g := range h.games {
		for k, points := range [...]half{g.points, 2 - g.points} {
			if a, b := g.sides[k], g.sides[1-k]; points > 0 {
				next[0][a], next[1][b] = append(next[0][a], b), append(next[1][b], a)
			}
		}
	}
	seen := make([]bool, len(h.names))
	// walk returns who is reached from a player and was not seen, each after those reached from him.
	walk := func(from int, next [][]int) (order []int) {
		if seen[from] {
			return nil
		}
		seen[from] = true
		for path := []int{from}; len(path) > 0; {
			at := path[len(path)-1]
			if len(next[at]) == 0 {
				order, path = append(order, at), path[:len(path)-1]
				continue
			}
			to := next[at][0]
			if next[at] = next[at][1:]; !seen[to] {
				seen[to] = true
				path = append(path, to)
			}
		}
		return order
	}
	var order []int
	for i := range h.names {
		order = append(order, walk(i, next[0])...)
	}
	clear(seen)
	var all [][]int
	for _, i := range slices.Backward(order) {
		if group := walk(i, next[1]); len(group) > 1 {
			all = append(all, group)
		}
	}
	slices.SortStableFunc(all, func(a, b []int) int { return len(b) - len(a) })
	of = make([]int, len(h.names))
	for k, group := range all {
		sizes = append(sizes, len(group))
		for _, i := range group {
			of[i] = k + 1
		}
	}
	return of, sizes
}

// model climbs to the parameters under which the games are the most probable: the players'
// ratings, the advantage, and the logarithm of d, which are the last two.
type model struct {
	games []ratedGame
	x     []float64
	fixed [2]bool // the last two, where no game speaks of them
}

// slope returns how the logarithm of a game's probability grows with what the first player has
// more, and with the logarithm of d, and the variances and the covariance of the two.
func (m *model) slope(g ratedGame) (score, draw, vScore, vDraw, both float64) {
	n := len(m.x) - 2
	more := (m.x[g.sides[0]] + m.x[n] - m.x[g.sides[1]]) / 2
	win, drawn, loss := math.Exp(more), math.Exp(m.x[n+1]), math.Exp(-more)
	sum := win + drawn + loss
	expected, isDrawn := (win+drawn/2)/sum, drawn/sum
	score, draw = g.points.value()-expected, -isDrawn
	if g.points == 1 {
		draw++
	}
	return score, draw, (win+drawn/4)/sum - expected*expected, isDrawn * (1 - isDrawn), isDrawn * (0.5 - expected)
}

// climb changes one parameter after the other to where the slope is level, until nothing
// changes: the logarithm of the probability has one summit.
func (m *model) climb() {
	n, draws := len(m.x)-2, 0
	of := make([][]ratedGame, n+2)
	for _, g := range m.games {
		if g.points == 1 {
			draws++
		}
		for _, i := range g.sides {
			of[i] = append(of[i], g)
		}
	}
	m.fixed = [2]bool{draws == len(m.games), draws == 0 || draws == len(m.games)}
	if draws == 0 {
		m.x[n+1] = math.Inf(-1)
	}
	for k, fixed := range m.fixed {
		if !fixed {
			of[n+k] = m.games
		}
	}
	for range mostRounds {
		most := 0.0
		for i, games := range of {
			up, curve := 0.0, 0.0
			for _, g := range games {
				score, draw, vScore, vDraw, _ := m.slope(g)
				switch {
				case i == n+1:
					score, vScore = draw, vDraw
				case i < n && g.sides[1] == i:
					score = -score
				}
				up, curve = up+score, curve+vScore
			}
			if curve == 0 {
				continue
			}
			by := min(max(up/curve, -1), 1)
			by = min(max(m.x[i]+by, -mostUnits), mostUnits) - m.x[i]
			m.x[i] += by
			most = max(most, math.Abs(by))
		}
		if most < isSettled {
			return
		}
	}
}

// information calls add with what each game says of two parameters together.
func (m *model) information(add func(i, k int, by float64)) {
	n := len(m.x) - 2
	signs := [3]float64{1, -1, 1}
	for _, g := range m.games {
		_, _, vScore, vDraw, both := m.slope(g)
		at := [3]int{g.sides[0], g.sides[1], n}
		for a, i := range at {
			for b, k := range at {
				add(i, k, signs[a]*signs[b]*vScore)
			}
			add(i, n+1, signs[a]*both)
			add(n+1, i, signs[a]*both)
		}
		add(n+1, n+1, vDraw)
	}
}

// errors returns the standard errors of the parameters: of ratings about the mean of their
// group. Of many players each is found as if the others were known.
func (m *model) errors(of, sizes []int) []float64 {
	n := len(m.x) - 2
	errors := make([]float64, n+2)
	if n > mostSolved {
		m.information(func(i, k int, by float64) {
			if i == k {
				errors[i] += by
			}
		})
		for i, known := range errors {
			errors[i] = 1 / math.Sqrt(known)
		}
		return errors
	}
	isFixed := func(i int) bool { return i < n && of[i] == 0 || i >= n && m.fixed[i-n] }
	rows := make([][]float64, n+2)
	for i := range rows {
		if rows[i] = make([]float64, n+2); isFixed(i) {
			rows[i][i] = 1
		}
	}
	m.information(func(i, k int, by float64) {
		if !isFixed(i) && !isFixed(k) {
			rows[i][k] += by
		}
	})
	// Nothing speaks of the mean of a group: it is as if that were known, and then taken away.
	for i := range n {
		for k := range n {
			if of[i] == of[k] && of[i] > 0 {
				rows[i][k] += 1 / float64(sizes[of[i]-1])
			}
		}
	}
	invert(rows)
	for i := range rows {
		v := rows[i][i]
		if i < n && of[i] > 0 {
			v -= 1 / float64(sizes[of[i]-1])
		}
		switch {
		case isFixed(i):
		case v >= 0 && v < mostUnits*mostUnits:
			errors[i] = math.Sqrt(v)
		default: // the matrix has no inverse, but for rounding
			errors[i] = math.NaN()
		}
	}
	return errors
}

// invert inverts a matrix that has an inverse and no negative eigenvalues, in its place.
func invert(rows [][]float64) {
	for p := range rows {
		d := rows[p][p]
		rows[p][p] = 1
		for k := range rows[p] {
			rows[p][k] /= d
		}
		for i := range rows {
			if f := rows[i][p]; i != p {
				rows[i][p] = 0
				for k := range rows[i] {
					rows[i][k] -= f * rows[p][k]
				}
			}
		}
	}
}
