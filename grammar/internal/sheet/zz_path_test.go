package sheet

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// NewBoard returns a cut.Board of the rules of replay.
func NewBoard() cut.Board { return new(boards) }

// boards is a Board from replay: a tree of positions, each searched once.
type boards struct {
	nodes []boardNode
	next  map[xplayed]int32 // noNode where a word is no legal move

	starts map[record.Variant]int32
	sets   map[string]int32 // by what stands there
}

type xplayed struct {
	node int32
	word *record.Word
}

// boardNode is the positions that may stand on the board.
type boardNode []boardPosition

type boardPosition struct {
	replay.Position
	legal []replay.Move // nil before the first question
}

// boardState is what tells positions apart.
type boardState struct {
	rules *replay.Rules
	hash  uint64
}

// Limits of the tree.
const (
	maxOpen  = 64      // positions that are followed at once
	maxNodes = 1 << 14 // nodes that are kept from one text to the next
)

func (b *boards) Start(v record.Variant) (int32, bool) {
	if node, ok := b.starts[v]; ok {
		return node, true
	}
	r, err := replay.For(v)
	if err != nil {
		return 0, false
	}
	if b.starts == nil {
		b.starts = map[record.Variant]int32{}
	}
	b.starts[v] = b.add(boardNode{{Position: *r.Start()}})
	return b.starts[v], true
}

func (b *boards) Set(positions []record.Position) (int32, bool) {
	var node boardNode
	var name strings.Builder
	for i := range positions {
		r, err := replay.For(positions[i].Variant)
		if err != nil {
			continue
		}
		if p, err := r.Position(&positions[i]); err == nil {
			node = append(node, boardPosition{Position: *p})
			name.WriteString(positions[i].Variant.String() + " " + positions[i].FEN() + "\n")
		}
	}
	if len(node) == 0 {
		return 0, false
	}
	if known, ok := b.sets[name.String()]; ok {
		return known, true
	}
	if b.sets == nil {
		b.sets = map[string]int32{}
	}
	n := b.add(node)
	b.sets[name.String()] = n
	return n, true
}

// Forget forgets all nodes where there are many.
func (b *boards) Forget() {
	if len(b.nodes) > maxNodes {
		*b = boards{nodes: b.nodes[:0]}
	}
}

func (b *boards) add(n boardNode) int32 {
	b.nodes = append(b.nodes, n)
	return int32(len(b.nodes) - 1)
}

func (b *boards) Play(node int32, w *record.Word) (int32, bool) {
	next, known := b.next[xplayed{node, w}]
	if !known {
		if next = b.follow(node, w); b.next == nil {
			b.next = map[xplayed]int32{}
		}
		b.next[xplayed{node, w}] = next
	}
	return next, next != noNode
}

// noNode is the node after a word that is no legal move.
const noNode int32 = -3

// follow returns the positions to which a word can lead.
func (b *boards) follow(node int32, w *record.Word) int32 {
	var next boardNode
	var seen []boardState
	set := b.nodes[node]
	for i := range set {
		p := &set[i]
		if p.legal == nil {
			p.legal = p.Moves(nil)
		}
		for j := range p.legal {
			if w != nil && !means(&p.Position, w, &p.legal[j]) {
				continue
			}
			q := p.Position
			q.Play(&p.legal[j])
			if s := (boardState{q.Rules(), q.Hash()}); !slices.Contains(seen, s) {
				seen = append(seen, s)
				next = append(next, boardPosition{Position: q})
			}
		}
	}
	switch {
	case len(next) == 0:
		return noNode
	case len(next) > maxOpen:
		return cut.UnknownNode
	}
	return b.add(next)
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

func TestPathDump(t *testing.T) {
	in, _ := io.ReadAll(os.Stdin)
	text := string(in)
	v, _ := record.ParseVariant(os.Getenv("V"))
	s := NewSplitter(new(word.Table), NewBoard(), v)
	for text != "" {
		n, r, ok := s.Next(text, true)
		if !ok || n == 0 {
			fmt.Println("??", n, ok)
			break
		}
		fmt.Println("==== GAME", n)
		if reading, _ := r.(*Reading); reading != nil {
			for _, a := range reading.steps {
				fmt.Printf("%-8s %-24q %6.2f %d due=%v\n", roleTexts[a.role], reading.text[a.at:a.end], a.surprise, a.layout, a.due)
			}
		}
		text = text[n:]
		s.Reset(false)
	}
}
