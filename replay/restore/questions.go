package restore

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Question is a ply to ask about.
type Question struct {
	Ply        int            // from 1
	Cells      [MaxSheets]int // what is written for it, as in Ply
	Candidates []Candidate    // the likeliest first; NoMove may be one
	// Settles is how much of the doubt about the whole game, in bits, the
	// answer is expected to take away, when those before it are known.
	Settles float64
}

// The limits of asking.
const (
	// MaxQuestions is how many questions are told at once. An answer often
	// settles others, so that to ask the first, restore again with the answer
	// and ask the first again needs the fewest.
	MaxQuestions = 8
	// minSettled is the least that is worth a question, in bits.
	minSettled = 0.005
	// minCandidate is the least probability of a move that is offered.
	minCandidate = 1e-3
	// samples is how many games are drawn to see which doubts hang together.
	samples = 400
)

// questions chooses what to ask. The answer to a question is a part of the
// game, so that what it is expected to tell is its own entropy, given the
// answers before it; that is taken from games that are drawn from the
// posterior, except for the first question, for which it is known exactly.
func (r *Restorer) questions(g *Game, marginals [][]marginal) []Question {
	type doubt struct {
		ply     int // from 0
		entropy float64
	}
	var doubts []doubt
	for ply := range g.Plies {
		if ply >= len(marginals) || r.answers[ply+1] != "" || r.unanswerable[ply+1] {
			continue
		}
		h := -entropy(1 - total(marginals[ply])) // the game may have ended by then
		for _, m := range marginals[ply] {
			h -= entropy(m.probability)
		}
		if h >= minSettled {
			doubts = append(doubts, doubt{ply, h})
		}
	}
	if len(doubts) == 0 {
		return nil
	}
	slices.SortStableFunc(doubts, func(a, b doubt) int {
		switch {
		case a.entropy > b.entropy:
			return -1
		case a.entropy < b.entropy:
			return 1
		}
		return 0
	})
	// Doubts beyond these settle less than the first by far.
	doubts = doubts[:min(len(doubts), 64)]
	drawn := r.draw(samples)
	groups := make([]int, len(drawn)) // which answers so far the game agrees with
	count := 1
	known := 0.0
	var questions []Question
	for len(questions) < MaxQuestions && len(doubts) > 0 {
		best, settles := 0, doubts[0].entropy
		if len(questions) > 0 {
			best, settles = -1, minSettled
			for i, d := range doubts {
				if gain := jointEntropy(drawn, groups, count, d.ply) - known; gain > settles {
					best, settles = i, gain
				}
			}
			if best < 0 {
				break
			}
		}
		ply := doubts[best].ply
		doubts = slices.Delete(doubts, best, best+1)
		q := Question{Ply: ply + 1, Cells: g.Plies[ply].Cells, Settles: settles}
		for _, m := range marginals[ply] {
			if m.probability >= minCandidate && len(q.Candidates) < MaxMoves {
				q.Candidates = append(q.Candidates, Candidate{r.textOf(m.move), min(m.probability, 1)})
			}
		}
		if over := 1 - total(marginals[ply]); over >= minCandidate {
			at := slices.IndexFunc(q.Candidates, func(c Candidate) bool { return c.Probability < over })
			if at < 0 {
				at = len(q.Candidates)
			}
			q.Candidates = slices.Insert(q.Candidates, at, Candidate{NoMove, over})
		}
		questions = append(questions, q)
		known = jointEntropy(drawn, groups, count, ply)
		count = refine(drawn, groups, ply)
	}
	return questions
}

// total is the probability that there was a move.
func total(moves []marginal) float64 {
	p := 0.0
	for _, m := range moves {
		p += m.probability
	}
	return p
}

// entropy is the (negative) part of a probability in an entropy, in bits.
func entropy(p float64) float64 {
	if p < 1e-12 {
		return 0
	}
	return p * math.Log2(p)
}

// moveAt returns the move of a drawn game at a ply.
func moveAt(game []moveID, ply int) moveID {
	if ply < len(game) {
		return game[ply]
	}
	return noMove
}

type answered struct {
	group int
	move  moveID
}

// jointEntropy is that of the answers so far and of one about ply, in the
// games that were drawn.
func jointEntropy(drawn [][]moveID, groups []int, count, ply int) float64 {
	sizes := make(map[answered]int, count+8)
	order := make([]answered, 0, count+8)
	for i, game := range drawn {
		key := answered{groups[i], moveAt(game, ply)}
		if sizes[key] == 0 {
			order = append(order, key)
		}
		sizes[key]++
	}
	h := 0.0
	for _, key := range order {
		h -= entropy(float64(sizes[key]) / float64(len(drawn)))
	}
	return h
}

// refine divides the groups by the answer about ply and returns their number.
func refine(drawn [][]moveID, groups []int, ply int) int {
	index := make(map[answered]int)
	for i, game := range drawn {
		key := answered{groups[i], moveAt(game, ply)}
		n, ok := index[key]
		if !ok {
			n = len(index)
			index[key] = n
		}
		groups[i] = n
	}
	return len(index)
}

// draw draws games from the posterior: from the start on, each edge with the
// probability of all that lies behind it. The same lattice gives the same
// games.
func (r *Restorer) draw(count int) [][]moveID {
	l := &r.lattice
	random := rand.New(rand.NewPCG(1, uint64(len(l.edges))))
	games := make([][]moveID, count)
	for i := range games {
		n := int32(0)
		for {
			node := &l.nodes[n]
			x := random.Float64() * node.backward
			if node.ending > 0 {
				if x -= node.ending * r.unit; x < 0 {
					break
				}
			}
			chosen := int32(-1)
			for j := node.edges; j < node.edgesEnd; j++ {
				e := &l.edges[j]
				to := &l.nodes[e.to]
				if to.level < 0 || to.backward == 0 {
					continue
				}
				w := e.weight * to.backward
				if a, b := l.scales[node.level], l.scales[to.level]; a != b {
					w *= math.Exp(a - b)
				}
				chosen = j
				if x -= w; x < 0 {
					break
				}
			}
			if chosen < 0 {
				break
			}
			if e := &l.edges[chosen]; e.move != noMove {
				games[i] = append(games[i], e.move)
			}
			n = l.edges[chosen].to
		}
	}
	return games
}
