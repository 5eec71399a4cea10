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
	known map[key]int32 // index in nodes
	nodes []node
}

// node is a position of the table. Until it is known which positions are won, the positions that
// are being added and those that can follow them are a graph.
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

func (n *node) worth() worth {
	if n.won {
		return worth{pn: 0, dn: infinite, plies: n.plies}
	}
	return worth{pn: infinite, dn: 0}
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
	i, ok := e.known[k]
	if !ok && n <= e.few.Load() {
		if _, ok = e.add(p, k, maxReached); !ok {
			e.few.Store(n - 1)
		}
		i = e.known[k]
	}
	if !ok {
		return worth{}, false
	}
	return e.nodes[i].worth(), true
}

// add adds a position and all that can follow it, unless they exceed limit, and returns how many
// positions it looked at: at most limit+1.
func (e *endings) add(p *replay.Position, k key, limit int) (looked int, ok bool) {
	limit = min(limit, maxReached, maxEndings-len(e.known))
	first := int32(len(e.nodes)) // of those added
	var added []key
	var met []int32          // positions of the table that follow them
	edges := make([]edge, 1) // the first is unused
	type pending struct {
		p replay.Position
		n int32
	}
	var todo []pending
	reach := func(p *replay.Position, k key) int32 {
		n, ok := e.known[k]
		if !ok {
			n = int32(len(e.nodes))
			e.known[k] = n
			e.nodes = append(e.nodes, node{attacks: p.Turn() == e.goal.attacker})
			added, todo = append(added, k), append(todo, pending{*p, n})
		} else if n < first && e.nodes[n].before == 0 {
			met = append(met, n)
		}
		return n
	}
	reach(p, k)
	var moves []replay.Move
	for len(todo) > 0 && len(added)+len(met) <= limit {
		last := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if moves = last.p.Moves(moves[:0]); len(moves) == 0 {
			e.nodes[last.n].won = e.goal.reached(&last.p)
			continue
		}
		e.nodes[last.n].left = int32(len(moves))
		for i := 0; i < len(moves) && len(added)+len(met) <= limit; i++ {
			next := last.p.After(&moves[i])
			n := reach(&next, keyOf(&next))
			edges = append(edges, edge{last.n, e.nodes[n].before})
			e.nodes[n].before = int32(len(edges) - 1)
		}
	}
	looked = len(added) + len(met)
	if ok = looked <= limit; ok {
		e.backward(first, met, edges)
		e.few.Store(max(e.few.Load(), int32(pieces(p))))
	} else {
		for _, k := range added {
			delete(e.known, k)
		}
		e.nodes = e.nodes[:first]
	}
	for _, n := range met {
		e.nodes[n].before = 0
	}
	for n := int(first); n < len(e.nodes); n++ {
		e.nodes[n].before = 0
	}
	return looked, ok
}

// backward computes which positions, from the first on, are won, the nearest to the goal first.
func (e *endings) backward(first int32, met []int32, edges []edge) {
	var at [][]int32 // by plies to the goal
	note := func(n int32) {
		if !e.nodes[n].won {
			return
		}
		plies := int(e.nodes[n].plies)
		for len(at) <= plies {
			at = append(at, nil)
		}
		at[plies] = append(at[plies], n)
	}
	for _, n := range met {
		note(n)
	}
	for n := first; n < int32(len(e.nodes)); n++ {
		note(n)
	}
	for plies := 0; plies < len(at); plies++ {
		for i := 0; i < len(at[plies]); i++ {
			for k := e.nodes[at[plies][i]].before; k > 0; k = edges[k].next {
				before := &e.nodes[edges[k].from]
				if before.left--; before.won || !before.attacks && before.left > 0 {
					continue
				}
				before.won, before.plies = true, uint16(plies+1)
				note(edges[k].from)
			}
		}
		at[plies] = nil
	}
}
