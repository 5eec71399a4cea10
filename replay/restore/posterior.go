package restore

import (
	"math"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// ending is the probability that a record stops in a position, and that it
// says of the end what it does. Where no move can be made a game is over; else
// it was given up or agreed upon, which at any one ply is rare.
func (r *Restorer) ending(p *replay.Position, n *node, over bool) float64 {
	for i := range r.streams {
		if n.cursors[i].next() != len(r.streams[i].cells)-1 {
			return 0
		}
	}
	if int(n.ply) < r.answered {
		return 0 // somebody knows a move that comes later
	}
	weight := 1.0
	if !over {
		weight = r.channel.hand.Stops
	}
	if final := r.record.Final; final != nil {
		// A position may have been written down with faults, too: a square in
		// three hundred.
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

// A recorded result that the board contradicts is a mistake, one in a hundred.
const contradicted = 0.01

func (r *Restorer) resultWeight(p *replay.Position, over bool) float64 {
	given := r.record.Result
	switch given.Outcome {
	case record.WhiteWins, record.BlackWins, record.Draw:
		if given.Manner == record.Resigned || given.Manner == record.OnTime || given.Manner == record.Agreed {
			if over {
				return contradicted
			}
			return 1
		}
		if over && !p.Rules().Points && p.Outcome() != given.Outcome {
			return contradicted
		}
	case record.Points:
		if !over || !p.Rules().Points {
			return 1
		}
		white, black := p.Points()
		if float64(white) != given.White || float64(black) != given.Black {
			return contradicted
		}
	case record.Unfinished:
		if over {
			return contradicted
		}
	}
	return 1
}

// backward computes for every node the probability of all ways from it to the
// end, so that forward times backward is its posterior (the forward-backward
// algorithm, Baum et al. 1970, on the lattice that the search kept).
func (r *Restorer) backward() {
	l := &r.lattice
	total := 0.0
	for i := range l.nodes {
		total += l.nodes[i].forward * l.nodes[i].backward
	}
	r.unit = 1 / total
	if total > 0 {
		for i := range l.nodes {
			l.nodes[i].backward /= total
		}
	}
	for i := len(l.edges) - 1; i > 0; i-- { // the first leads to the start
		e := &l.edges[i]
		from, to := &l.nodes[e.from], &l.nodes[e.to]
		if to.backward == 0 || to.level < 0 {
			continue
		}
		w := e.weight * to.backward
		if a, b := l.scales[from.level], l.scales[to.level]; a != b {
			w *= math.Exp(a - b)
		}
		from.backward += w
	}
}

// posterior returns the probability that the game passed over an edge.
func (l *lattice) posterior(e *edge) float64 {
	to := &l.nodes[e.to]
	if e.from < 0 || to.level < 0 || to.backward == 0 {
		return 0
	}
	from := &l.nodes[e.from]
	p := from.forward * e.weight * to.backward
	if a, b := l.scales[from.level], l.scales[to.level]; a != b {
		p *= math.Exp(a - b)
	}
	return p
}

// bestWay returns the edges of the most probable way, and false where there is
// none.
func (l *lattice) bestWay() ([]int32, bool) {
	// A node that ends the game has what remains of its backward from the
	// ending alone: no edge leaves it to another end with more cells read.
	best, at := 0.0, int32(-1)
	last := int32(len(l.scales) - 1)
	for i := range l.nodes {
		n := &l.nodes[i]
		if n.level == last && n.ending > 0 && n.best*n.ending > best {
			best, at = n.best*n.ending, int32(i)
		}
	}
	if at < 0 {
		return nil, false
	}
	var way []int32
	for n := at; l.nodes[n].from > 0; {
		e := l.nodes[n].from
		way = append(way, e)
		n = l.edges[e].from
	}
	for i, j := 0, len(way)-1; i < j; i, j = i+1, j-1 {
		way[i], way[j] = way[j], way[i]
	}
	return way, true
}

// together returns the probability of all ways that make the same moves as the
// given one, whatever became of the cells.
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
	on := func(n *node) bool { return int(n.ply) < len(hashes) && n.hash == hashes[n.ply] }
	for i := range l.edges[1:] {
		e := &l.edges[i+1]
		m := mass[e.from]
		if m == 0 {
			continue
		}
		from, to := &l.nodes[e.from], &l.nodes[e.to]
		if to.level < 0 || !on(to) || e.move != noMove && moves[from.ply] != e.move {
			continue
		}
		if a, b := l.scales[from.level], l.scales[to.level]; a != b {
			m *= math.Exp(a - b)
		}
		mass[e.to] += m * e.weight
	}
	for n, m := range mass {
		if x := &l.nodes[n]; x.ending > 0 && int(x.ply) == len(moves) {
			total += m * x.ending
		}
	}
	return total
}

// overlooked estimates the probability of the games that the search did not
// follow, in proportion to those that it did. What was dropped at a level is
// taken to have a future as good as that of the least probable that was
// followed there: that is what it was most like.
func (l *lattice) overlooked() float64 {
	type band struct{ forward, posterior float64 }
	low := make([]band, len(l.lost))
	top := make([]float64, len(l.lost))
	for i := range l.nodes {
		if n := &l.nodes[i]; n.level >= 0 {
			top[n.level] = max(top[n.level], n.forward)
		}
	}
	var all, best float64
	for pass := range 2 {
		for i := range l.nodes {
			n := &l.nodes[i]
			if n.level < 0 || n.forward > top[n.level]*bandWidth {
				continue
			}
			if pass == 0 {
				low[n.level].forward += n.forward
				low[n.level].posterior += n.forward * n.backward
			}
		}
	}
	for i := range low {
		all += low[i].posterior
		best += low[i].forward / max(top[i], 1e-300)
	}
	total := 0.0
	for i, lost := range l.lost {
		if lost == 0 {
			continue
		}
		future := 1.0 // of what is as probable as the best
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

// bandWidth is how much less probable than the best of its level a node is
// that tells of those that were dropped.
const bandWidth = 1e-2
