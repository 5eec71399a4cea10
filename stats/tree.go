package stats

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Tree is what Openings have counted: the positions that enough games reached,
// and how moves lead from one to another.
type Tree struct {
	Variant   record.Variant
	Depth     int // plies from the root
	MinGames  int // games that a position, or a move, must have to be in it
	Positions []Node
}

// Node is a position of a Tree.
type Node struct {
	Position record.Position
	Hash     uint64 // replay.Position.Hash
	Tally    Tally  // of the games that reached it
	Moves    []Edge // what was played in it, the most frequent move first
	// Moves that fewer games than Tree.MinGames played, and those games. A game
	// that comes back to the position may have played more than one.
	RareMoves, RareGames int
	// Parent is the index of the position from which it was found first, Move the move that led
	// from there, and Ply the number of moves from the root. The root has itself, "" and 0.
	Parent, Ply int
	Move        string
	Name        string // of the opening, "" where nothing names it: see Tree.Name
}

// Edge is a move that was played in a position.
type Edge struct {
	Move  string // in full; where several lead to the same position, the first by its letters
	Games int    // that played it
	To    int    // index of the position after it, in Tree.Positions
}

// Line returns the moves from the root to a position: the way that was found first.
func (t *Tree) Line(at int) []string {
	line := make([]string, t.Positions[at].Ply)
	for ply := len(line); ply > 0; ply-- {
		line[ply-1] = t.Positions[at].Move
		at = t.Positions[at].Parent
	}
	return line
}

// Name names the position that moves in full from the start of the game reach, by any order of
// moves. A position keeps the name that it has. The error says that the moves cannot be played.
func (t *Tree) Name(name string, moves []string) error {
	rules, err := replay.For(t.Variant)
	if err != nil {
		return err
	}
	p := *rules.Start()
	var legal []replay.Move
	for i, text := range moves {
		legal = p.Moves(legal[:0])
		at := slices.IndexFunc(legal, func(m replay.Move) bool { return string(p.AppendMove(nil, &m, legal)) == text })
		if at < 0 {
			return fmt.Errorf("stats: opening %s: move %d: %s cannot be played", name, i+1, text)
		}
		p.Play(&legal[at])
	}
	position := p.Record()
	for i := range t.Positions {
		if n := &t.Positions[i]; n.Hash == p.Hash() && n.Position == position {
			n.Name = cmp.Or(n.Name, name)
		}
	}
	return nil
}

// Tree returns the tree of the positions that at least so many games reached,
// 1 or more, by moves that as many played. The first position is the root,
// however few reached it; the others follow in the order of their distance. The
// error may be that of the context, since what was spilled takes time to read.
func (o *Openings) Tree(ctx context.Context, minGames int) (*Tree, error) {
	minGames = max(minGames, 1)
	v := o.root.Rules().Variant
	kept := map[string]*keptNode{o.rootKey: {}}
	var open *keptNode // the position whose moves follow
	err := o.each(ctx, func(key []byte, t *Tally) error {
		_, rest, err := parsePosition(v, key)
		if err != nil {
			return err
		}
		if len(rest) == 0 {
			open = kept[string(key)]
			if open == nil && t.Games >= minGames {
				if len(kept) >= MaxPositions {
					return message.Of("stats.too-many-positions", "most", MaxPositions, "games", minGames)
				}
				open = new(keptNode)
				kept[string(key)] = open
			}
			if open != nil {
				open.tally = *t
			}
			return nil
		}
		switch {
		case open == nil:
		case t.Games < minGames:
			open.rareMoves++
			open.rareGames += t.Games
		default:
			open.next = append(open.next, way{string(rest), t.Games})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return o.grow(kept, &Tree{Variant: v, Depth: o.depth, MinGames: minGames})
}

// keptNode is a position that enough games reached.
type keptNode struct {
	tally                Tally
	next                 []way
	rareMoves, rareGames int
	index                int // in the tree; 0 before it is in
}

// way leads to a position.
type way struct {
	to    string // key
	games int
}

// grow puts into the tree what of the kept positions the root leads to.
func (o *Openings) grow(kept map[string]*keptNode, tree *Tree) (*Tree, error) {
	rules := o.root.Rules()
	var queue []*keptNode
	add := func(n *keptNode, p record.Position, parent, ply int, move string) {
		n.index = len(queue)
		queue = append(queue, n)
		tree.Positions = append(tree.Positions, Node{
			Position: p, Tally: n.tally, RareMoves: n.rareMoves, RareGames: n.rareGames,
			Parent: parent, Ply: ply, Move: move,
		})
	}
	add(kept[o.rootKey], o.root.Record(), 0, 0, "")
	var legal []replay.Move
	for at := 0; at < len(queue); at++ {
		position := tree.Positions[at].Position
		p, err := rules.Position(&position)
		if err != nil {
			return nil, err
		}
		tree.Positions[at].Hash = p.Hash()
		// The moves by the positions that they lead to.
		legal = p.Moves(legal[:0])
		texts := make(map[string]string, len(legal))
		for i := range legal {
			after := *p
			after.Play(&legal[i])
			key := string(appendPosition(nil, &after))
			text := string(p.AppendMove(nil, &legal[i], legal))
			if other := texts[key]; other == "" || text < other {
				texts[key] = text
			}
		}
		next := queue[at].next
		slices.SortFunc(next, func(a, b way) int {
			return cmp.Or(cmp.Compare(b.games, a.games), strings.Compare(texts[a.to], texts[b.to]))
		})
		ply := tree.Positions[at].Ply
		edges := make([]Edge, len(next))
		for i, w := range next {
			node, text := kept[w.to], texts[w.to]
			if node == nil || text == "" {
				return nil, errKey // a way is counted with its end
			}
			if node.index == 0 && w.to != o.rootKey {
				after, _, err := parsePosition(rules.Variant, []byte(w.to))
				if err != nil {
					return nil, err
				}
				add(node, after, at, ply+1, text)
			}
			edges[i] = Edge{Move: text, Games: w.games, To: node.index}
		}
		tree.Positions[at].Moves = edges
	}
	return tree, nil
}
