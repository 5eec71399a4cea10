package stats

import "slices"

// elimination solves equations for the ratings of players: for each player, the sum over his
// opponents of the difference of both ratings times the weight of the pair is given. It
// eliminates one player after another, from the last found in a breadth-first search to the first.
// Eliminating a player makes pairs of his opponents, of which it leaves out those who never met, so
// that memory is proportional to the games (an incomplete Cholesky factorization). The solution is
// approximate, but exact for chains and trees of players or of round robins.
type elimination struct {
	found  []int // the players in the order of the search
	places []int // in that order, from 1
	// The opponents of each player who are eliminated later, in order, and the weights of the pairs.
	later   [][]int
	weights [][]float64
}

// newElimination returns the elimination for a number of players.
func newElimination(players int, games []ratedGame) *elimination {
	e := &elimination{places: make([]int, players), later: make([][]int, players), weights: make([][]float64, players)}
	opponents := make([][]int, players)
	for _, g := range games {
		a, b := g.sides[0], g.sides[1]
		opponents[a], opponents[b] = append(opponents[a], b), append(opponents[b], a)
	}
	find := func(i int) {
		if e.places[i] == 0 {
			e.found = append(e.found, i)
			e.places[i] = len(e.found)
		}
	}
	at := 0
	for i := range players {
		for find(i); at < len(e.found); at++ {
			for _, k := range opponents[e.found[at]] {
				find(k)
			}
		}
	}
	for i, others := range opponents {
		others = slices.DeleteFunc(others, func(k int) bool { return e.places[k] > e.places[i] })
		slices.SortFunc(others, e.order)
		e.later[i] = slices.Compact(others)
		e.weights[i] = make([]float64, len(e.later[i]))
	}
	return e
}

// order compares two players by the order of elimination.
func (e *elimination) order(a, b int) int { return e.places[b] - e.places[a] }

// weight returns the weight of a pair of opponents.
func (e *elimination) weight(a, b int) *float64 {
	if e.order(a, b) > 0 {
		a, b = b, a
	}
	at, _ := slices.BinarySearchFunc(e.later[a], b, e.order)
	return &e.weights[a][at]
}

// solve returns the ratings for given sums, of which the last two are of no player. It clears the
// weights.
func (e *elimination) solve(sums []float64) []float64 {
	ratings := slices.Clone(sums)
	clear(ratings[len(e.found):])
	// What is left out weighs as if it were a pair with a player rated 0, so that the equations
	// remain positive definite.
	const least = 1e-300 // no less is divided by
	total, zero := make([]float64, len(e.found)), make([]float64, len(e.found))
	for _, i := range slices.Backward(e.found) {
		total[i] = zero[i]
		for _, weight := range e.weights[i] {
			total[i] += weight
		}
		for at, a := range e.later[i] {
			part := e.weights[i][at] / max(total[i], least)
			ratings[a] += part * ratings[i]
			zero[a] += part * zero[i]
			pair := 0
			for k, b := range e.later[i][at+1:] {
				by := part * e.weights[i][at+1+k]
				for pair < len(e.later[a]) && e.order(e.later[a][pair], b) < 0 {
					pair++
				}
				if pair < len(e.later[a]) && e.later[a][pair] == b {
					e.weights[a][pair] += by
				} else {
					zero[a] += by
					zero[b] += by
				}
			}
		}
	}
	for _, i := range e.found {
		for at, a := range e.later[i] {
			ratings[i] += e.weights[i][at] * ratings[a]
		}
		if ratings[i] /= total[i]; total[i] < least { // the last of a group, whose ratings are relative
			ratings[i] = 0
		}
		clear(e.weights[i])
	}
	return ratings
}
