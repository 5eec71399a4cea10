package stats

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// historyOf returns a History of games between players named A, B and so on.
func historyOf(games ...ratedGame) *History {
	h := &History{games: games}
	for _, g := range games {
		for max(g.sides[0], g.sides[1]) >= len(h.names) {
			name := string(rune('A' + len(h.names)))
			if len(h.names) >= 26 {
				name = strconv.Itoa(len(h.names))
			}
			h.names = append(h.names, name)
		}
	}
	return h
}

func repeat(n int, a, b int, points half) (all []ratedGame) {
	for range n {
		all = append(all, ratedGame{[2]int{a, b}, points})
	}
	return all
}

func join(of ...[]ratedGame) (all []ratedGame) {
	for _, games := range of {
		all = append(all, games...)
	}
	return all
}

// Two players have closed forms: of 100 games without draws, one wins three quarters, who moves
// first in 60, and three quarters of these. So the first move is worth nothing, the difference is
// 400 log10(3), and its variance, in units, that of a game, 3/4*1/4, by the inverse of the matrix
// (100, 20; 20, 100) of differences and first moves, 1/96; a rating is half of it from the mean.
func TestTwoPlayers(t *testing.T) {
	s := historyOf(join(repeat(45, 0, 1, 2), repeat(15, 0, 1, 0), repeat(10, 1, 0, 2), repeat(30, 1, 0, 0))...).strengths()
	require.Equal(t, 1, s.Groups)
	require.Equal(t, "A", s.Players[0].Name)
	require.InDelta(t, 400*math.Log10(3), s.Players[0].Rating-s.Players[1].Rating, 1e-6)
	require.InDelta(t, 400/math.Ln10/math.Sqrt(96*0.75*0.25)/2, s.Players[0].Error, 1e-4)
	require.InDelta(t, 0, s.First, 1e-6)
	require.Zero(t, s.Draw)

	// Of equals, the first move wins 50 of 100, draws 30 and loses 20: the quotient of wins and
	// losses is exp(a), and d is 30/sqrt(50*20).
	s = historyOf(join(repeat(25, 0, 1, 2), repeat(15, 0, 1, 1), repeat(10, 0, 1, 0),
		repeat(25, 1, 0, 2), repeat(15, 1, 0, 1), repeat(10, 1, 0, 0))...).strengths()
	require.InDelta(t, 0, s.Players[0].Rating, 1e-6)
	require.InDelta(t, 400*math.Log10(2.5), s.First, 1e-4)
	d := 30 / math.Sqrt(50*20)
	require.InDelta(t, d/(2+d), s.Draw, 1e-6)
}

// The example of home advantage of Agresti (Categorical Data Analysis; the American League of
// 1987, wins of the home team and of the guest), as Turner and Firth print it for BradleyTerry2:
// advantage 0.3023, its error 0.131; Milwaukee 1.6196, Detroit 1.4754, Toronto 1.3271, New York
// 1.2813, Boston 1.1438, Cleveland 0.7047, Baltimore 0.
func TestPublished(t *testing.T) {
	wins := [7][7][2]int{ // of the home team in the row, and of the guest in the column
		{{}, {4, 3}, {4, 2}, {4, 3}, {6, 1}, {4, 2}, {6, 0}},
		{{3, 3}, {}, {4, 2}, {4, 3}, {6, 0}, {6, 1}, {4, 3}},
		{{2, 5}, {4, 3}, {}, {2, 4}, {4, 3}, {4, 2}, {6, 0}},
		{{3, 3}, {5, 1}, {2, 5}, {}, {4, 3}, {4, 2}, {6, 1}},
		{{5, 1}, {2, 5}, {3, 3}, {4, 2}, {}, {5, 2}, {6, 0}},
		{{2, 5}, {3, 3}, {3, 4}, {4, 3}, {4, 2}, {}, {2, 4}},
		{{2, 5}, {1, 5}, {1, 6}, {2, 4}, {1, 6}, {3, 4}, {}},
	}
	var games []ratedGame
	for a := range wins {
		for b, w := range wins[a] {
			games = append(games, join(repeat(w[0], a, b, 2), repeat(w[1], a, b, 0))...)
		}
	}
	s := historyOf(games...).strengths()
	unit := 400 / math.Ln10
	require.InDelta(t, 0.3023, s.First/unit, 0.0001)
	require.InDelta(t, 0.131, s.FirstErr/unit, 0.0005)
	last := s.Players[6].Rating
	for i, want := range []float64{1.6196, 1.4754, 1.3271, 1.2813, 1.1438, 0.7047, 0} {
		require.InDelta(t, want, (s.Players[i].Rating-last)/unit, 0.0001, s.Players[i].Name)
	}
}

// If one player moves first in all games, the first move cannot be separated from the player.
func TestFirstAlone(t *testing.T) {
	s := historyOf(join(repeat(3, 0, 1, 2), repeat(2, 0, 1, 0))...).strengths()
	require.True(t, math.IsNaN(s.Players[0].Error))
	require.True(t, math.IsNaN(s.FirstErr))
}

// Ratings exist within groups: A and B have points against one another, C and D too; E lost all
// games, and that the first group beat the second alone says nothing of how much.
func TestGroupsOfHistory(t *testing.T) {
	s := historyOf(join(repeat(1, 0, 1, 2), repeat(1, 0, 1, 0), repeat(3, 0, 2, 2),
		repeat(1, 2, 3, 1), repeat(1, 3, 2, 1), repeat(1, 1, 4, 2))...).strengths()
	require.Equal(t, 2, s.Groups)
	require.Equal(t, 4, s.Games)
	for i, want := range []struct {
		name  string
		group int
	}{{"A", 1}, {"B", 1}, {"C", 2}, {"D", 2}, {"E", 0}} {
		require.Equal(t, want.name, s.Players[i].Name)
		require.Equal(t, want.group, s.Players[i].Group)
		require.InDelta(t, 0, s.Players[i].Rating, 1e-6)
	}
}

// In a chain of players, each of whom wins three of four games against the next, the ratings
// differ by 400 log10(3) from one to the next, however many there are. Half a point lost to the
// one after the next changes little.
func TestChain(t *testing.T) {
	const n = 200
	var games []ratedGame
	for i := range n - 1 {
		games = append(games, join(repeat(3, i, i+1, 2), repeat(1, i, i+1, 0), repeat(3, i+1, i, 0), repeat(1, i+1, i, 2))...)
	}
	s := historyOf(games...).strengths()
	require.InDelta(t, 0, s.First, 1e-6)
	for i := range n - 1 {
		require.InDelta(t, 400*math.Log10(3), s.Players[i].Rating-s.Players[i+1].Rating, 1e-4)
	}
	for i := range n - 2 {
		games = append(games, repeat(1, i, i+2, half(i%3))...)
	}
	isMostLikely(t, historyOf(games...))
}

// At the maximum of the likelihood, each player's points are those expected of him, and so are
// those of all who move first, and the draws.
func isMostLikely(t *testing.T, h *History) {
	s := h.strengths()
	ratings, groups := map[string]float64{}, map[string]int{}
	for _, p := range s.Players {
		ratings[p.Name], groups[p.Name] = p.Rating*math.Ln10/400, p.Group
	}
	more := map[string]float64{}
	first, draws, d := 0.0, 0.0, 2*s.Draw/(1-s.Draw)
	for _, g := range h.games {
		a, b := h.names[g.sides[0]], h.names[g.sides[1]]
		if groups[a] == 0 || groups[a] != groups[b] {
			continue
		}
		by := (ratings[a] - ratings[b] + s.First*math.Ln10/400) / 2
		sum := math.Exp(by) + d + math.Exp(-by)
		surplus := g.points.value() - (math.Exp(by)+d/2)/sum
		more[a], more[b], first, draws = more[a]+surplus, more[b]-surplus, first+surplus, draws-d/sum
		if g.points == 1 {
			draws++
		}
	}
	for name, surplus := range more {
		require.InDelta(t, 0, surplus, 1e-6, name)
	}
	require.InDelta(t, 0, first, 1e-5)
	require.InDelta(t, 0, draws, 1e-5)
}

// Games of many tournaments, some of them connected by one player alone.
func TestMostLikely(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 1))
		size, n := 4+rng.IntN(12), 1+rng.IntN(40)
		strength := make([]float64, size*n)
		for i := range strength {
			strength[i] = rng.NormFloat64()
		}
		var games []ratedGame
		for range 12 * size * n {
			at := rng.IntN(n) * (size - 1)
			a, b := at+rng.IntN(size), at+rng.IntN(size)
			points := half(1)
			if by := strength[a] - strength[b] + 0.2 + 2*rng.NormFloat64(); math.Abs(by) > 0.7 {
				points = half(1 + math.Copysign(1, by))
			}
			if a != b {
				games = append(games, ratedGame{[2]int{a, b}, points})
			}
		}
		isMostLikely(t, historyOf(games...))
	}
}

// Without upsets the likelihood grows without limit: the advantage or the share of draws is at
// its limit, and so the ratings are bounded.
func TestUnbounded(t *testing.T) {
	for i, games := range [][]ratedGame{
		join(repeat(2, 0, 1, 2), repeat(2, 1, 0, 2)), // who moves first wins
		join(repeat(1, 0, 1, 2), repeat(1, 0, 1, 1)),
		join(repeat(1, 0, 1, 2), repeat(1, 2, 0, 1), repeat(1, 2, 1, 1), repeat(1, 0, 2, 1)),
	} {
		s := historyOf(games...).strengths()
		require.Equal(t, i < 2, math.IsNaN(s.FirstErr))
		for _, p := range s.Players {
			require.Less(t, math.Abs(p.Rating), 4*mostUnits*eloUnit)
		}
	}
}

// With many players, whose errors are approximate, an advantage that the games do not determine
// has none, like one of few players.
func TestDrawsAlone(t *testing.T) {
	for _, n := range []int{3, mostSolved + 1} {
		var games []ratedGame
		for i := range n {
			games = append(games, ratedGame{[2]int{i, (i + 1) % n}, 1})
		}
		s := historyOf(games...).strengths()
		require.InDelta(t, 1, s.Draw, 0.005)
		require.Zero(t, s.FirstErr)
		require.Zero(t, s.Players[0].Rating)
		require.False(t, math.IsInf(s.Players[0].Error, 0))
	}
}
