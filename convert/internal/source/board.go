package source

import (
	"slices"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// NewBoard returns a grammar.Board that follows the rules of package replay.
func NewBoard() grammar.Board { return newBoards() }

// boards implements grammar.Board with a tree of positions.
type boards struct {
	nodes     []boardNode
	positions []replay.Position // of all nodes, in order of nodes
	moves     []replay.Move     // reused for the legal moves of a position
	next      map[played]int32  // noNode if the word is no legal move
	sets      map[string]int32  // by their positions' variants and FENs
}

func newBoards() *boards {
	return &boards{next: make(map[played]int32), sets: make(map[string]int32)}
}

type played struct {
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
		*b = *newBoards()
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
	next, known := b.next[played{node, w}]
	if !known {
		next = b.follow(node, w)
		b.next[played{node, w}] = next
	}
	return next, next != noNode
}

// noNode is the node after a word that is no legal move.
const noNode int32 = -3

// follow returns the node of all positions to which a word can lead.
func (b *boards) follow(node int32, w *record.Word) int32 {
	from := len(b.positions)
	n := b.nodes[node]
	for i := n.from; i < n.to; i++ {
		b.moves = b.positions[i].Moves(b.moves[:0])
		for j := range b.moves {
			if w != nil && !means(&b.positions[i], w, &b.moves[j]) {
				continue
			}
			q := b.positions[i]
			q.Play(&b.moves[j])
			if !isAmong(b.positions[from:], &q) {
				b.positions = append(b.positions, q)
			}
		}
	}
	switch open := len(b.positions) - from; {
	case open == 0:
		return noNode
	case open > maxOpen || n.plies == maxPlies:
		b.positions = b.positions[:from]
		return grammar.UnknownNode
	}
	return b.node(from, n.plies+1)
}

func isAmong(list []replay.Position, p *replay.Position) bool {
	for i := range list {
		if list[i].Rules() == p.Rules() && list[i].Hash() == p.Hash() {
			return true
		}
	}
	return false
}

// means reports whether a word can denote the legal move m.
func means(p *replay.Position, w *record.Word, m *replay.Move) bool {
	board := p.Rules().Variant.Board()
	last := len(w.Steps) - 1
	if last < 0 {
		return true
	}
	if w.Steps[last].Number > 0 && !p.Rules().Variant.Towers() {
		board = board.WithNumbers()
	}
	if !w.Steps[last].Matches(board, p.To(m)) || last > 0 && !w.Steps[0].Matches(board, p.From(m)) {
		return false
	}
	if last < 2 {
		return true
	}
	passed := append(p.Landed(m), p.Captured(m)...)
	for _, step := range w.Steps[1:last] {
		if !slices.ContainsFunc(passed, func(s record.Square) bool { return step.Matches(board, s) }) {
			return false
		}
	}
	return true
}
