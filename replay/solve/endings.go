package solve

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

const (
	// fewPieces is the most pieces, prisoners included, for which a search makes a table.
	fewPieces = 3
	// With up to fewFirst pieces, half of a search may go into a complete table of the positions
	// that can follow the first; with more pieces an eighth.
	fewFirst = 4
	// maxEndings is the greatest number of positions in a table: 200 MB. It exceeds all positions
	// of fewPieces on any board, so that none is left out because of those that came earlier.
	maxEndings = 1 << 21
	// maxReached is the greatest number of positions added at once.
	maxReached = 1 << 20
)

// endings is a table of positions with few pieces, made on demand. For all positions that can
// follow a given one, it computes by retrograde analysis which ones the attacker wins, so that
// repetitions need no special care. It is safe for concurrent use.
type endings struct {
	goal goal
	full bool // a position to be solved had too many successors

	few atomic.Int32 // greatest number of pieces of the positions in the table

	mu    sync.Mutex
	known map[key]worth
}

// pieces returns the number of pieces on the board, prisoners included.
func pieces(p *replay.Position) int {
	return p.Census(record.White).Pieces + p.Census(record.Black).Pieces
}

// look returns the worth of a position, or false if the table cannot have it.
func (e *endings) look(p *replay.Position, k key) (worth, bool) {
	if bits.OnesCount64(uint64(p.Towers(record.White)|p.Towers(record.Black))) > int(e.few.Load()) {
		return worth{}, false // the usual case
	}
	n := int32(pieces(p))
	if n > e.few.Load() {
		return worth{}, false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	w, ok := e.known[k]
	if !ok && n <= e.few.Load() {
		if _, ok = e.add(p, k, maxReached); !ok {
			e.few.Store(n - 1)
		}
		w = e.known[k]
	}
	return w, ok
}

// add adds a position and all that can follow it, unless they exceed limit, and returns how many
// positions it looked at: at most limit+1.
func (e *endings) add(p *replay.Position, k key, limit int) (looked int, ok bool) {
	g, ok := e.reach(p, k, min(limit, maxReached, maxEndings-len(e.known)))
	if ok {
		g.backward()
		for i, key := range g.keys {
			if n := &g.nodes[i]; n.won {
				e.known[key] = worth{pn: 0, dn: infinite, plies: n.plies}
			} else {
				e.known[key] = worth{pn: infinite, dn: 0}
			}
		}
		e.few.Store(max(e.few.Load(), int32(pieces(p))))
	}
	return len(g.nodes), ok
}

// graph is a position and all positions that can follow it.
type graph struct {
	nodes []node
	keys  []key
	edges []edge // the first is unused
}

type node struct {
	attacks bool // the attacker is to move
	won     bool
	plies   uint16 // to the goal, if won
	before  int32  // the last of the edges that lead to it, 0 if there is none
	left    int32  // number of moves not known to lead to a won position
}

// edge is a move from one position to another.
type edge struct {
	from int32
	next int32 // edge to the same position
}

// reach returns the positions that can follow p, up to known ones; false if they exceed limit.
func (e *endings) reach(p *replay.Position, k key, limit int) (*graph, bool) {
	g := &graph{edges: make([]edge, 1)}
	index := map[key]int32{}
	type pending struct {
		p replay.Position
		n int32
	}
	var todo []pending
	add := func(p *replay.Position, k key) int32 {
		if n, ok := index[k]; ok {
			return n
		}
		n := int32(len(g.nodes))
		index[k] = n
		g.nodes = append(g.nodes, node{attacks: p.Turn() == e.goal.attacker})
		g.keys = append(g.keys, k)
		if w, ok := e.known[k]; ok {
			g.nodes[n].won, g.nodes[n].plies = w.pn == 0, w.plies
		} else {
			todo = append(todo, pending{*p, n})
		}
		return n
	}
	add(p, k)
	var moves []replay.Move
	for len(todo) > 0 {
		last := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if moves = last.p.Moves(moves[:0]); len(moves) == 0 {
			g.nodes[last.n].won = e.goal.reached(&last.p)
			continue
		}
		g.nodes[last.n].left = int32(len(moves))
		for i := range moves {
			if len(g.nodes) > limit {
				return g, false
			}
			next := last.p.After(&moves[i])
			n := add(&next, keyOf(&next))
			g.edges = append(g.edges, edge{last.n, g.nodes[n].before})
			g.nodes[n].before = int32(len(g.edges) - 1)
		}
	}
	return g, true
}

// backward computes which positions are won, the nearest to the goal first.
func (g *graph) backward() {
	var at [][]int32 // by plies to the goal
	note := func(n int32) {
		plies := int(g.nodes[n].plies)
		for len(at) <= plies {
			at = append(at, nil)
		}
		at[plies] = append(at[plies], n)
	}
	for n := range g.nodes {
		if g.nodes[n].won {
			note(int32(n))
		}
	}
	for plies := 0; plies < len(at); plies++ {
		for i := 0; i < len(at[plies]); i++ {
			for e := g.nodes[at[plies][i]].before; e > 0; e = g.edges[e].next {
				before := &g.nodes[g.edges[e].from]
				if before.left--; before.won || !before.attacks && before.left > 0 {
					continue
				}
				before.won, before.plies = true, uint16(plies+1)
				note(g.edges[e].from)
			}
		}
		at[plies] = nil
	}
}
