package sheet

import (
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// boards is Rules from replay; each position is searched once.
type boards map[record.Variant]*boardNode

// boardNode is the positions that may stand on the board, and those that follow them.
type boardNode struct {
	set  []boardPosition
	kids map[*record.Word]*boardNode
	any  *boardNode // after any move; nil before the first question
}

type boardPosition struct {
	replay.Position
	legal []replay.Move // nil before the first question
}

// maxOpen is how many positions are followed at once.
const maxOpen = 64

// noBoard is where a word is no legal move.
var noBoard = new(boardNode)

func (b boards) Start(v record.Variant) Board {
	if n, ok := b[v]; ok {
		return n
	}
	r, err := replay.For(v)
	if err != nil {
		return nil
	}
	b[v] = &boardNode{set: []boardPosition{{Position: *r.Start()}}}
	return b[v]
}

func (n *boardNode) Open() bool { return len(n.set) > maxOpen }

func (n *boardNode) Play(w *record.Word) Board {
	next := n.any
	if w != nil {
		next = n.kids[w]
	}
	if next == nil {
		next = n.follow(w)
		if w == nil {
			n.any = next
		} else {
			if n.kids == nil {
				n.kids = map[*record.Word]*boardNode{}
			}
			n.kids[w] = next
		}
	}
	if next == noBoard {
		return nil
	}
	return next
}

// follow returns the positions to which a word can lead.
func (n *boardNode) follow(w *record.Word) *boardNode {
	next := new(boardNode)
	seen := map[uint64]bool{}
	for i := range n.set {
		p := &n.set[i]
		if p.legal == nil {
			p.legal = p.Moves(nil)
		}
		for j := range p.legal {
			if w != nil && !means(&p.Position, w, &p.legal[j]) {
				continue
			}
			q := p.Position
			if q.Play(&p.legal[j]); !seen[q.Hash()] {
				seen[q.Hash()] = true
				next.set = append(next.set, boardPosition{Position: q})
			}
		}
	}
	if len(next.set) == 0 {
		return noBoard
	}
	return next
}

// means says whether a word can mean a legal move.
func means(p *replay.Position, w *record.Word, m *replay.Move) bool {
	board := p.Rules().Variant.Board()
	last := len(w.Steps) - 1
	if last < 0 {
		return true
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
