package restore

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// ending returns the probability that a record, all of whose cells are read, ends in a position and
// gives this final position and result. The game is over if no move can be made; otherwise a player
// resigned or both agreed, which is rare at any given ply.
func (r *Restorer) ending(p *replay.Position, n *node, over bool) float64 {
	if int(n.ply) < r.last {
		return 0 // the move of a later ply is known
	}
	weight := 1.0
	if !over {
		weight = r.channel.hand.Stops
	}
	if final := r.record.Final; final != nil {
		// The final position may have mistakes, too: one square in three hundred.
		given, here := *final, p.Record()
		for _, s := range p.Rules().Variant.Board().Squares() {
			if given.At(s) != here.At(s) {
				weight *= 0.003
			}
		}
		if given.Turn != here.Turn {
			weight *= 0.1
		}
	}
	return weight * r.resultWeight(p, over)
}

// resultWeight returns the probability of the recorded result: one in a hundred is a mistake.
func (r *Restorer) resultWeight(p *replay.Position, over bool) float64 {
	given, points, contradicted := r.record.Result, p.Rules().Points, false
	switch {
	case !over, given.Outcome == record.NoResult, given.Outcome == record.Unplayed:
	case given.Outcome == record.Points:
		white, black := p.Points()
		contradicted = points && (float64(white) != given.White || float64(black) != given.Black)
	case given.Outcome == record.Unfinished || given.Manner > record.Unstated && given.Manner < record.Forfeit:
		contradicted = true // the game went on
	default:
		contradicted = !points && p.Outcome() != given.Outcome
	}
	if contradicted {
		return 0.01
	}
	return 1
}

// backward computes for every node the probability of all ways from it to the end, so that forward
// times backward is its posterior (the forward-backward algorithm, Baum et al. 1970, on the lattice
// of the search).
func (r *Restorer) backward() {
	l := &r.lattice
	r.total = 0
	for i := range l.nodes {
		r.total += l.nodes[i].forward * l.nodes[i].backward
	}
	if r.total > 0 {
		for i := range l.nodes {
			l.nodes[i].backward /= r.total
		}
	}
	for i := len(l.edges) - 1; i > 0; i-- { // the first leads to the start
		if w, to := l.step(&l.edges[i]); w > 0 && to.backward > 0 {
			l.nodes[l.edges[i].from].backward += w * to.backward
		}
	}
}

// posterior returns the probability that the game passed through an edge other than the first.
func (l *lattice) posterior(e *edge) float64 {
	w, to := l.step(e)
	return l.nodes[e.from].forward * w * to.backward
}

// bestWay returns the edges of the most probable way and its probability, 0 if there is none.
func (l *lattice) bestWay() (way []int32, best float64) {
	// The backward of a node that ends the game comes from the ending alone: no edge leaves it for
	// another end with more cells read.
	at := int32(-1)
	for i := range l.nodes {
		if n := &l.nodes[i]; n.level >= 0 && n.best*n.ending > best {
			best, at = n.best*n.ending, int32(i)
		}
	}
	if at < 0 {
		return nil, 0
	}
	for n := at; l.nodes[n].from > 0; {
		e := l.nodes[n].from
		way, n = append(way, e), l.edges[e].from
	}
	slices.Reverse(way)
	return way, best
}

// together returns the probability of all ways that make the same moves as the given one.
func (l *lattice) together(way []int32) float64 {
	var moves []moveID
	hashes := []uint64{l.nodes[0].hash}
	for _, i := range way {
		if e := &l.edges[i]; e.move != noMove {
			moves = append(moves, e.move)
			hashes = append(hashes, l.nodes[e.to].hash)
		}
	}
	mass := make([]float64, len(l.nodes))
	mass[0] = l.nodes[0].forward
	total := 0.0
	for i := 1; i < len(l.edges); i++ {
		e := &l.edges[i]
		m := mass[e.from]
		if m == 0 {
			continue
		}
		w, to := l.step(e)
		if ply := l.nodes[e.from].ply; int(to.ply) < len(hashes) && to.hash == hashes[to.ply] &&
			(e.move == noMove || moves[ply] == e.move) {
			mass[e.to] += m * w
		}
	}
	for n, m := range mass {
		if x := &l.nodes[n]; x.ending > 0 && int(x.ply) == len(moves) {
			total += m * x.ending
		}
	}
	return total
}

// overlooked estimates the probability of the games that the search did not follow, relative to
// those that it did. It assumes that a node dropped at a level has as good a future as the least
// probable nodes that were followed there, which it resembles most.
func (l *lattice) overlooked() float64 {
	type band struct{ forward, posterior float64 }
	low := make([]band, len(l.lost))
	top := make([]float64, len(l.lost))
	for i := range l.nodes {
		if n := &l.nodes[i]; n.level >= 0 {
			top[n.level] = max(top[n.level], n.forward)
		}
	}
	for i := range l.nodes {
		if n := &l.nodes[i]; n.level >= 0 && n.forward <= top[n.level]*bandWidth {
			low[n.level].forward += n.forward
			low[n.level].posterior += n.forward * n.backward
		}
	}
	var all, best float64
	for i := range low {
		all += low[i].posterior
		best += low[i].forward / max(top[i], 1e-300)
	}
	total := 0.0
	for i, lost := range l.lost {
		if lost == 0 {
			continue
		}
		future := 1.0 // of a node as probable as the best
		if best > 0 {
			future = all / best
		}
		if low[i].forward > 0 {
			future = low[i].posterior / low[i].forward * top[i]
		}
		total += lost / max(top[i], 1e-300) * min(future, 1)
	}
	return total
}

// bandWidth bounds the nodes that resemble the dropped ones, as a share of the best of their level.
const bandWidth = 1e-2

type marginal struct {
	move        moveID
	probability float64
}

// marginals returns the possible moves of each ply, the likeliest first: a confusion network over
// the plies (Mangu, Brill and Stolcke 2000).
func (r *Restorer) marginals() [][]marginal {
	l := &r.lattice
	var plies [][]marginal
	for i := 1; i < len(l.edges); i++ {
		e := &l.edges[i]
		p := l.posterior(e)
		if e.move == noMove || p < 1e-9 {
			continue
		}
		ply := int(l.nodes[e.from].ply)
		for len(plies) <= ply {
			plies = append(plies, nil)
		}
		k := slices.IndexFunc(plies[ply], func(m marginal) bool { return m.move == e.move })
		if k < 0 {
			k = len(plies[ply])
			plies[ply] = append(plies[ply], marginal{move: e.move})
		}
		plies[ply][k].probability += p
	}
	for _, moves := range plies {
		slices.SortStableFunc(moves, func(a, b marginal) int {
			return cmp.Compare(b.probability, a.probability)
		})
	}
	return plies
}

// The limits of questions.
const (
	// MaxQuestions is the greatest number of questions listed at once. One answer often settles
	// several of them, so it takes the fewest answers to put the first question, restore again with
	// its answer, and repeat.
	MaxQuestions = 8
	// minSettled is the least gain that is worth a question, in bits.
	minSettled = 0.005
	// minCandidate is the least probability of a move offered as an answer.
	minCandidate = 1e-3
	// samples is the number of games drawn to find which doubts depend on each other.
	samples = 400
)

// questions chooses the questions. An answer is a part of the game, so its expected information is
// its own entropy, given the earlier answers. That is estimated from games drawn from the
// posterior, except for the first question, for which it is known exactly.
func (r *Restorer) questions(g *Game, marginals [][]marginal) []Question {
	type doubt struct {
		ply     int // from 0
		entropy float64
	}
	var doubts []doubt
	for ply := range g.Plies {
		if ply >= len(marginals) || r.answers[ply+1] != "" {
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
	slices.SortStableFunc(doubts, func(a, b doubt) int { return cmp.Compare(b.entropy, a.entropy) })
	// The rest settle far less than the first.
	doubts = doubts[:min(len(doubts), 64)]
	drawn := r.draw(samples)
	groups := make([]int, len(drawn)) // the group of games with the same answers so far
	known := 0.0
	var questions []Question
	for len(questions) < MaxQuestions && len(doubts) > 0 {
		best, settles := 0, doubts[0].entropy
		if len(questions) > 0 {
			best, settles = -1, minSettled
			for i, d := range doubts {
				if _, joint := divide(drawn, groups, d.ply); joint-known > settles {
					best, settles = i, joint-known
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
			q.Candidates = append(q.Candidates, Candidate{NoMove, over})
			slices.SortStableFunc(q.Candidates, likelier)
		}
		questions = append(questions, q)
		groups, known = divide(drawn, groups, ply)
	}
	return questions
}

// total returns the probability that a move was made.
func total(moves []marginal) float64 {
	p := 0.0
	for _, m := range moves {
		p += m.probability
	}
	return p
}

// entropy returns the (negative) term of a probability in an entropy, in bits.
func entropy(p float64) float64 {
	if p < 1e-12 {
		return 0
	}
	return p * math.Log2(p)
}

// divide divides groups of the drawn games by their moves at a ply. It returns each game's group,
// and the entropy of the division: that of the earlier answers together with the one about the ply.
func divide(drawn [][]moveID, groups []int, ply int) (divided []int, joint float64) {
	type answered struct {
		group int
		move  moveID
	}
	index := make(map[answered]int)
	var sizes []float64
	divided = make([]int, len(drawn))
	for i, game := range drawn {
		key := answered{groups[i], noMove}
		if ply < len(game) {
			key.move = game[ply]
		}
		n, ok := index[key]
		if !ok {
			n = len(sizes)
			index[key], sizes = n, append(sizes, 0)
		}
		sizes[n]++
		divided[i] = n
	}
	for _, n := range sizes {
		joint -= entropy(n / float64(len(drawn)))
	}
	return divided, joint
}

// draw draws games from the posterior: from the start on, it picks each edge with the probability
// of everything after it. The same lattice gives the same games.
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
				if x -= node.ending * (1 / r.total); x < 0 {
					break
				}
			}
			chosen := int32(-1)
			for j := node.edges; int(j) < len(l.edges) && l.edges[j].from == n && x >= 0; j++ {
				if w, to := l.step(&l.edges[j]); w > 0 && to.backward > 0 {
					chosen = j
					x -= w * to.backward
				}
			}
			if chosen < 0 {
				break
			}
			e := &l.edges[chosen]
			if e.move != noMove {
				games[i] = append(games[i], e.move)
			}
			n = e.to
		}
	}
	return games
}
