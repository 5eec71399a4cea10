package convert

import (
	"cmp"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// newBoard returns a grammar.Board that follows the rules of package replay.
func newBoard() grammar.Board {
	return &boards{next: make(map[playedWord]int32), sets: make(map[string]int32)}
}

// boards implements grammar.Board with a tree of positions.
type boards struct {
	nodes     []boardNode
	positions []replay.Position    // of all nodes, in order of nodes
	moves     []replay.Move        // reused for the legal moves of a position
	next      map[playedWord]int32 // noNode if the word is no legal move
	sets      map[string]int32     // by their positions' variants and FENs
}

type playedWord struct {
	node int32
	word *record.Word
}

// boardNode is the set of possible positions, boards.positions[from:to].
type boardNode struct {
	from, to int32
	plies    int32 // since the start position
}

// Limits of the tree.
const (
	maxOpen      = 64      // positions followed at once
	maxPlies     = 1 << 12 // plies followed
	maxPositions = 1 << 11 // positions kept from one text to the next
)

func (b *boards) Start(v record.Variant) (int32, bool) {
	if v == record.UnknownVariant {
		return 0, false
	}
	return b.Set([]record.Position{record.StartPosition(v)})
}

func (b *boards) Set(positions []record.Position) (int32, bool) {
	from := len(b.positions)
	name := ""
	for i := range positions {
		r, err := replay.For(positions[i].Variant)
		if err != nil {
			continue
		}
		if p, err := r.Position(&positions[i]); err == nil {
			b.positions = append(b.positions, *p)
			name += positions[i].Variant.String() + " " + positions[i].FEN() + "\n"
		}
	}
	node, known := b.sets[name]
	switch {
	case name == "":
		return 0, false
	case known:
		b.positions = b.positions[:from]
	default:
		node = b.node(from, 0)
		b.sets[name] = node
	}
	return node, true
}

// Forget deletes all nodes if there are many. It keeps their memory for reuse unless there were
// very many.
func (b *boards) Forget() bool {
	switch n := len(b.positions); {
	case n > 4*maxPositions:
		*b = *newBoard().(*boards)
	case n > maxPositions:
		b.nodes, b.positions = b.nodes[:0], b.positions[:0]
		clear(b.next)
		clear(b.sets)
	default:
		return false
	}
	return true
}

// node returns a new node of the positions from index from on.
func (b *boards) node(from int, plies int32) int32 {
	b.nodes = append(b.nodes, boardNode{int32(from), int32(len(b.positions)), plies})
	return int32(len(b.nodes) - 1)
}

func (b *boards) Play(node int32, w *record.Word) (int32, bool) {
	next, known := b.next[playedWord{node, w}]
	if !known {
		next = b.follow(node, w)
		b.next[playedWord{node, w}] = next
	}
	return next, next != noNode
}

// noNode is the node after a word that is no legal move.
const noNode int32 = -3

// follow returns the node of all positions to which a word can lead.
func (b *boards) follow(node int32, w *record.Word) int32 {
	from, n := len(b.positions), b.nodes[node]
	after := b.positions[from:]
	for i := n.from; i < n.to; i++ {
		after = b.positions[i].Follow(cmp.Or(w, &record.Word{}), after, &b.moves)
	}
	b.positions = append(b.positions, after...)
	switch open := len(b.positions) - from; {
	case open == 0:
		return noNode
	case open > maxOpen || n.plies == maxPlies:
		b.positions = b.positions[:from]
		return grammar.UnknownNode
	}
	return b.node(from, n.plies+1)
}
