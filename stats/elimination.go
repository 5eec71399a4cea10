package stats

import (
	"maps"
	"slices"
)

// elimination solves equations for the ratings of players: for each player, the sum over his
// opponents of the difference of both ratings times the weight of the pair is given. It
// eliminates the players with the fewest opponents first. That makes pairs of the opponents, of
// which it leaves out those of more than mostPaired, so that memory stays proportional to the games
// (an incomplete Cholesky factorization). The solution is approximate, but exact for chains and
// trees of players, even of small groups.
type elimination struct {
	weights []*float64 // of the pairs, by game
	order   []int      // of the players
	later   [][]paired // of each player, those eliminated later, in order
}

// mostPaired is the maximum number of opponents of whom elimination makes pairs.
const mostPaired = 8

// paired is a player's opponent.
type paired struct {
	player, place int // the place in the order, from 1
	weight        *float64
}

// newElimination returns the elimination for a number of players.
func newElimination(players int, games []ratedGame) *elimination {
	e := &elimination{later: make([][]paired, players)}
	left := make([]map[int]*float64, players) // the opponents not yet eliminated
	for i := range left {
		left[i] = map[int]*float64{}
	}
	pair := func(a, b int) *float64 {
		if left[a][b] == nil {
			left[a][b] = new(float64)
			left[b][a] = left[a][b]
		}
		return left[a][b]
	}
	for _, g := range games {
		e.weights = append(e.weights, pair(g.sides[0], g.sides[1]))
	}
	queue := make([][]int, players) // by the number of opponents left, as it was once
	for i, others := range left {
		queue[len(others)] = append(queue[len(others)], i)
	}
	places := make([]int, players)
	for n := 0; n < players; {
		if len(queue[n]) == 0 {
			n++
			continue
		}
		i := queue[n][len(queue[n])-1]
		queue[n] = queue[n][:len(queue[n])-1]
		if places[i] > 0 || len(left[i]) != n {
			continue
		}
		e.order = append(e.order, i)
		places[i] = len(e.order)
		others := slices.Sorted(maps.Keys(left[i]))
		for at, a := range others {
			delete(left[a], i)
			for _, b := range others[:at] {
				if n <= mostPaired {
					pair(a, b)
				}
			}
		}
		for _, a := range others {
			queue[len(left[a])] = append(queue[len(left[a])], a)
		}
		n = max(n-1, 0)
	}
	for i, others := range left {
		for player, weight := range others {
			e.later[i] = append(e.later[i], paired{player, places[player], weight})
		}
		slices.SortFunc(e.later[i], func(a, b paired) int { return a.place - b.place })
	}
	return e
}

// clear sets the weights to 0.
func (e *elimination) clear() {
	for _, others := range e.later {
		for _, o := range others {
			*o.weight = 0
		}
	}
}

// solve returns the ratings for given sums, of which the last two are of no player. It changes the
// weights.
func (e *elimination) solve(sums []float64) []float64 {
	ratings := slices.Clone(sums)
	clear(ratings[len(e.order):])
	// What is left out weighs as if it were a pair with a player rated 0, so that the equations
	// remain positive definite.
	sum, zero := make([]float64, len(e.order)), make([]float64, len(e.order))
	for _, i := range e.order {
		sum[i] = zero[i]
		for _, a := range e.later[i] {
			sum[i] += *a.weight
		}
		for at, a := range e.later[i] {
			if sum[i] == 0 {
				break // all weights are
			}
			part := *a.weight / sum[i]
			ratings[a.player] += part * ratings[i]
			zero[a.player] += part * zero[i]
			pairs := e.later[a.player]
			for _, b := range e.later[i][at+1:] {
				by := part * *b.weight
				for len(pairs) > 0 && pairs[0].place < b.place {
					pairs = pairs[1:]
				}
				if len(pairs) > 0 && pairs[0].place == b.place {
					*pairs[0].weight += by
				} else {
					zero[a.player] += by
					zero[b.player] += by
				}
			}
		}
	}
	for _, i := range slices.Backward(e.order) {
		for _, a := range e.later[i] {
			ratings[i] += *a.weight * ratings[a.player]
		}
		if ratings[i] /= sum[i]; sum[i] == 0 { // the last of a group, whose ratings are relative
			ratings[i] = 0
		}
	}
	return ratings
}
