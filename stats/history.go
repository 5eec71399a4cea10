package stats

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/replay"
)

// History rates players from all their games at once. It finds the maximum-likelihood ratings
// in Davidson's model with a first-move advantage: if the players' logarithmic ratings are x
// and y, the one who moves first, with advantage a, wins, draws and loses in the proportions
// exp(x+a), d exp((x+a+y)/2), exp(y). The zero History has no games.
type History struct {
	Aliases *Aliases // names that belong to one player; nil if none

	names   []string
	index   map[string]int
	games   []ratedGame
	skipped int // games without a known outcome, or without two different players
}

// ratedGame is a game: the indices of its players, the one who moves first at index 0, and
// that player's half points.
type ratedGame struct {
	sides  [2]int
	points half
}

// strength is a player's rating in a History.
type strength struct {
	Name   string
	Group  int     // from 1, largest first, or 0 if none; ratings compare only within a group
	Rating float64 // in Elo; the mean of the group is 0
	Error  float64 // standard error; NaN if the games do not separate ratings from the first move
	Games  int
	Points float64
}

// strengths is the result of a History.
type strengths struct {
	Players         []strength // by group and rating
	Groups          int
	Games           int     // within groups; only these determine the ratings
	First, FirstErr float64 // value of the first move in Elo, and its standard error
	Draw            float64 // probability of a draw between equals
}

// Read returns a function that adds a judged game.
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
				at, name = len(h.names), strings.Clone(name) // which shares the game's text
				h.index[name] = at
				h.names = append(h.names, name)
			}
			g.sides[i] = at
		}
		h.games = append(h.games, g)
		return nil
	}
}

// eloUnit is one unit of logarithmic rating in Elo.
var eloUnit = 400 / math.Ln10

const (
	mostUnits  = 6       // limit of the advantage and of draws, which one-sided results leave unbounded
	mostRounds = 10_000  // limit of rounds in climb
	isSettled  = 1e-9    // climb ends when a round changes no parameter by more, in units
	mostSolved = 1 << 10 // maximum number of players for exact standard errors
)

// Tables returns the players, by group and rating, and a row about all games: how many are within
// groups and how many lack an outcome or two players, the value of the first move, and the
// percentage of draws between equals. A rating exists only within a group, numbered from 1, whose
// members all have points against the others, directly or through a chain of players; a player who
// won or lost every game has none. Ratings and standard errors are in Elo, each group's mean is 0,
// and an error is missing if the games do not separate ratings from the first move.
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
			p.Rating = math.Round((m.x[i]-sums[p.Group-1]/float64(sizes[p.Group-1]))*eloUnit*1e6) / 1e6 // rounded so that equals are equal
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

// groups returns each player's group, from 1 or 0 if alone, and the groups' sizes: the strongly
// connected components of the graph from each player to those against whom he has points.
func (h *History) groups() (of, sizes []int) {
	var next [2][][]int // the graph's edges, and the same reversed
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
	seen, order := make([]bool, len(h.names)), []int(nil)
	var walk func(from int, next [][]int) // appends the unseen players reachable, in depth-first postorder
	walk = func(from int, next [][]int) {
		if seen[from] {
			return
		}
		seen[from] = true
		for _, to := range next[from] {
			walk(to, next)
		}
		order = append(order, from)
	}
	for i := range h.names {
		walk(i, next[0])
	}
	clear(seen)
	var all [][]int
	for _, i := range slices.Backward(order) {
		order = nil
		if walk(i, next[1]); len(order) > 1 {
			all = append(all, order)
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

// model finds the maximum-likelihood parameters x: the players' ratings, then the advantage,
// then the logarithm of d.
type model struct {
	games  []ratedGame
	x      []float64
	fixed  [2]bool // whether the games do not determine the last two parameters
	slopes []slope // of the games at x
}

// slope holds the derivatives of a game's log-likelihood by the first player's rating
// difference and by the logarithm of d, then the variances of the two and their covariance.
type slope struct{ score, draw, vScore, vDraw, both float64 }

func (m *model) slope(g ratedGame) slope {
	n := len(m.x) - 2
	more := (m.x[g.sides[0]] + m.x[n] - m.x[g.sides[1]]) / 2
	most := max(math.Abs(more), m.x[n+1]) // subtracted so that no power overflows
	win, drawn, loss := math.Exp(more-most), math.Exp(m.x[n+1]-most), math.Exp(-more-most)
	sum := win + drawn + loss
	win, drawn, loss = win/sum, drawn/sum, loss/sum
	expected, draw := win+drawn/2, 0.0
	if g.points == 1 {
		draw = 1
	}
	variance := win*(1-expected)*(1-expected) + drawn*(0.5-expected)*(0.5-expected) + loss*expected*expected
	return slope{g.points.value() - expected, draw - drawn, variance, drawn * (win + loss), drawn * (0.5 - expected)}
}

// gradient computes the slopes, and returns the derivatives of the log-likelihood by the
// parameters: 0 for those that are fixed or would go beyond their limit.
func (m *model) gradient() []float64 {
	n, up := len(m.x)-2, make([]float64, len(m.x))
	for i, g := range m.games {
		s := m.slope(g)
		m.slopes[i] = s
		up[g.sides[0]] += s.score
		up[g.sides[1]] -= s.score
		up[n] += s.score
		up[n+1] += s.draw
	}
	for k, fixed := range m.fixed {
		if i := n + k; fixed || m.x[i] == math.Copysign(mostUnits, up[i]) {
			up[i] = 0
		}
	}
	return up
}

// curves returns the negative second derivatives of the log-likelihood by the parameters.
func (m *model) curves() []float64 {
	n, curves := len(m.x)-2, make([]float64, len(m.x))
	for i, s := range m.slopes {
		for _, k := range [...]int{m.games[i].sides[0], m.games[i].sides[1], n} {
			curves[k] += s.vScore
		}
		curves[n+1] += s.vDraw
	}
	return curves
}

// climb finds the maximum of the log-likelihood, which is concave, by the method of conjugate
// gradients with Newton's steps as the gradients (Polak and Ribière).
func (m *model) climb() {
	n, draws := len(m.x)-2, 0
	for _, g := range m.games {
		if g.points == 1 {
			draws++
		}
	}
	m.fixed = [2]bool{draws == len(m.games), draws == 0 || draws == len(m.games)}
	switch draws {
	case 0:
		m.x[n+1] = math.Inf(-1)
	case len(m.games):
		m.x[n+1] = mostUnits
	}
	m.slopes = make([]slope, len(m.games))
	up, step, last, before := m.gradient(), make([]float64, n+2), make([]float64, n+2), math.Inf(1)
	for range mostRounds {
		newton, curves := make([]float64, n+2), m.curves() // as if the other parameters were known
		for i, slope := range up {
			if slope != 0 {
				newton[i] = min(max(slope/curves[i], -1), 1)
			}
		}
		rise := dot(up, newton)
		again := max((rise-dot(last, newton))/before, 0)
		for i := range step {
			if step[i] = newton[i] + again*step[i]; newton[i] == 0 {
				step[i] = 0 // a parameter at its limit
			}
		}
		if dot(up, step) <= 0 {
			step = newton
		}
		last, before = up, rise
		if up = m.advance(step, dot(up, step)); up == nil {
			return
		}
	}
}

// advance changes the parameters along a step, on which the log-likelihood has a slope, to about its
// maximum there. It returns the gradient, or nil if no parameter changes by more than isSettled.
func (m *model) advance(step []float64, slope float64) []float64 {
	n, curve := len(m.x)-2, 0.0
	for i, g := range m.games {
		s, more, draw := m.slopes[i], step[g.sides[0]]-step[g.sides[1]]+step[n], step[n+1]
		curve += s.vScore*more*more + 2*s.both*more*draw + s.vDraw*draw*draw
	}
	if curve == 0 {
		return nil
	}
	from := slices.Clone(m.x)
	for by := min(slope/curve, 1e3); ; by /= 2 { // 1 in Newton's step
		most := 0.0
		for i, x := range from {
			if m.x[i] = x + by*step[i]; i >= n && !m.fixed[i-n] {
				m.x[i] = min(max(m.x[i], -mostUnits), mostUnits)
			}
			most = max(most, math.Abs(by*step[i]))
		}
		up := m.gradient()
		switch {
		case !(most > isSettled):
			return nil
		case dot(up, step) > -slope/2:
			return up
		}
	}
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// errors returns the parameters' standard errors; a rating's is relative to its group's mean.
// For more than mostSolved players each is computed as if the other parameters were known.
func (m *model) errors(of, sizes []int) []float64 {
	n := len(m.x) - 2
	isFixed := func(i int) bool { return i < n && of[i] == 0 || i >= n && m.fixed[i-n] }
	errors := make([]float64, n+2) // squared, until the end
	if n > mostSolved {
		for i, curve := range m.curves() {
			errors[i] = 1 / curve
		}
	} else {
		rows := make([][]float64, n+2)
		for i := range rows {
			if rows[i] = make([]float64, n+2); isFixed(i) {
				rows[i][i] = 1
			}
			// The games do not determine a group's mean: add a prior on it, and subtract that below.
			for k := range n {
				if i < n && of[i] == of[k] && of[i] > 0 {
					rows[i][k] = 1 / float64(sizes[of[i]-1])
				}
			}
		}
		// Each game contributes to the Fisher information matrix.
		add := func(i, k int, by float64) {
			if !isFixed(i) && !isFixed(k) {
				rows[i][k] += by
			}
		}
		for g, s := range m.slopes {
			signs, at := [3]float64{1, -1, 1}, [3]int{m.games[g].sides[0], m.games[g].sides[1], n}
			for a, i := range at {
				for b, k := range at {
					add(i, k, signs[a]*signs[b]*s.vScore)
				}
				add(i, n+1, signs[a]*s.both)
				add(n+1, i, signs[a]*s.both)
			}
			add(n+1, n+1, s.vDraw)
		}
		invert(rows)
		for i := range rows {
			if errors[i] = rows[i][i]; i < n && of[i] > 0 {
				errors[i] -= 1 / float64(sizes[of[i]-1])
			}
		}
	}
	for i, v := range errors {
		most := float64(mostUnits * mostUnits)
		if i < n && of[i] > 0 {
			most *= float64(sizes[of[i]-1]) // variances add up along a chain of players
		}
		switch errors[i] = math.Sqrt(v); {
		case isFixed(i):
			errors[i] = 0
		case !(v < most), i >= n && math.Abs(m.x[i]) == mostUnits: // singular up to rounding, or at its limit
			errors[i] = math.NaN()
		}
	}
	return errors
}

// invert inverts a positive definite matrix in place.
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
