package stats

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Tree is the result of Openings: the positions that enough games reached, and the moves that
// lead from one to another.
type Tree struct {
	Variant   record.Variant
	Depth     int // plies from the root
	MinGames  int // minimum number of games for a position or move to be included
	Positions []Node
}

// Node is a position of a Tree.
type Node struct {
	Position record.Position
	Hash     uint64 // replay.Position.Hash
	Tally    Tally  // of the games that reached it
	Moves    []Edge // the moves played in it, most frequent first
	// RareMoves counts the moves played in fewer than Tree.MinGames games, RareGames those
	// games. A game that returns to the position counts once for each move that it played.
	RareMoves, RareGames int
	// Parent is the index of the position from which this one was first found, Move the move that
	// led here, and Ply the number of moves from the root. The root has itself, "" and 0.
	Parent, Ply int
	Move        string
	Name        string // of the opening, or "" if absent: see Tree.Name
}

// Edge is a move played in a position.
type Edge struct {
	Move  string // in full; if several lead to the same position, the alphabetically first
	Games int    // number of games that played it
	To    int    // index in Tree.Positions of the position after the move
}

// Line returns the moves from the root to a position, by the path that was found first.
func (t *Tree) Line(at int) []string {
	line := make([]string, t.Positions[at].Ply)
	for ply := len(line); ply > 0; ply-- {
		line[ply-1] = t.Positions[at].Move
		at = t.Positions[at].Parent
	}
	return line
}

// Name names the position that is reached by moves from the start of the game, written in full.
// A position that has a name keeps it. The error says that the moves cannot be played.
func (t *Tree) Name(name string, moves []string) error {
	g := record.Game{Variant: t.Variant}
	for _, text := range moves {
		word, err := grammar.ParseMove(text)
		if err != nil {
			word = new(record.Word)
		}
		g.Plies = append(g.Plies, record.Ply{Word: word})
	}
	r := replay.Judge(&g, t.Variant)
	if n := len(r.Moves); n < len(moves) {
		return fmt.Errorf("stats: opening %s: move %d: %s cannot be played", name, n+1, moves[n])
	}
	for i := range t.Positions {
		if n := &t.Positions[i]; n.Position == r.Final {
			n.Name = cmp.Or(n.Name, name)
		}
	}
	return nil
}

// Tree returns the tree of the positions that at least minGames games, 1 or more, reached by
// moves that as many games played. The first position is the root, however few games reached
// it; the others follow by their distance from it. The error may be that of ctx, since
// spilled counts take time to read.
func (o *Openings) Tree(ctx context.Context, minGames int) (*Tree, error) {
	minGames = max(minGames, 1)
	kept := map[string]*keptNode{o.rootKey: {}}
	var open *keptNode // the position whose moves follow; nil if too rare
	var from []byte    // its key
	err := o.each(ctx, func(key []byte, t *Tally) error {
		if to, isWay := bytes.CutPrefix(key, from); isWay && len(from) > 0 {
			switch {
			case open == nil:
			case t.Games < minGames:
				open.RareMoves++
				open.RareGames += t.Games
			default:
				open.next = append(open.next, way{string(to), t.Games})
			}
			return nil
		}
		from = append(from[:0], key...)
		if open = kept[string(key)]; open == nil && t.Games >= minGames {
			if len(kept) >= MaxPositions {
				return message.Of("stats.too-many-positions", "most", MaxPositions, "games", minGames)
			}
			open = new(keptNode)
			kept[string(key)] = open
		}
		if open != nil {
			open.Tally = *t
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	rules := o.root.Rules()
	queue := []*keptNode{kept[o.rootKey]} // the nodes reachable from the root
	queue[0].Position = o.root.Record()
	var legal []replay.Move
	for at := 0; at < len(queue); at++ {
		n := queue[at]
		p, err := rules.Position(&n.Position)
		if err != nil {
			return nil, err
		}
		n.Hash = p.Hash()
		// moves maps the key of the position after a move to the move.
		legal = p.Moves(legal[:0])
		moves := make(map[string]legalMove, len(legal))
		for i := range legal {
			after := *p
			after.Play(&legal[i])
			key, text := string(o.appendPosition(nil, &after)), string(p.AppendMove(nil, &legal[i], legal))
			if other := moves[key].text; other == "" || text < other {
				moves[key] = legalMove{text, &after}
			}
		}
		slices.SortFunc(n.next, func(a, b way) int {
			return cmp.Or(cmp.Compare(b.games, a.games), strings.Compare(moves[a.to].text, moves[b.to].text))
		})
		n.Moves = make([]Edge, 0, len(n.next))
		for _, w := range n.next {
			to, move := kept[w.to], moves[w.to]
			if to == nil || move.text == "" {
				return nil, ErrPartial // Add counts a way, which is legal, together with its end
			}
			if to.index == 0 && w.to != o.rootKey {
				to.index, to.Parent, to.Ply, to.Move = len(queue), at, n.Ply+1, move.text
				to.Position = move.after.Record()
				queue = append(queue, to)
			}
			n.Moves = append(n.Moves, Edge{Move: move.text, Games: w.games, To: to.index})
		}
	}
	tree := &Tree{Variant: rules.Variant, Depth: o.depth, MinGames: minGames}
	for _, n := range queue {
		tree.Positions = append(tree.Positions, n.Node)
	}
	return tree, nil
}

// keptNode is a position reached by enough games.
type keptNode struct {
	Node
	next  []way
	index int // in the tree; 0 until added
}

// legalMove is a legal move and the position after it.
type legalMove struct {
	text  string
	after *replay.Position
}

// way is a move, given by the position that it leads to.
type way struct {
	to    string // key
	games int
}

const (
	// MaxPositions is the maximum number of positions in a Tree, some hundred megabytes.
	MaxPositions = 200_000
	// MaxDepth is the maximum number of plies for which openings are followed.
	MaxDepth = 200
)

// Openings counts game outcomes by the positions reached in the first plies, or in the first
// plies after a given position. Transpositions are counted together. Positions are equal if
// every square and the side to move are equal; hashes are not relied on.
//
// It counts games of the root's variant that are legal or repaired and were played (Codex
// 3.6). It is not safe for concurrent use.
type Openings struct {
	root    *replay.Position
	rootKey string
	squares []record.Square // of the board, in its order
	depth   int
	*groups

	// The current game.
	left  int             // plies left to follow; -1 before the root
	tally Tally           // of this game alone
	from  []byte          // key of the position before the next move
	edge  []byte          // keys of the positions before and after a move
	met   map[string]bool // the keys for which the game was counted
}

// NewOpenings returns an Openings for the games that reach root. It follows them for depth
// plies after root, 0 to MaxDepth, and holds about memory bytes in memory.
func NewOpenings(root *replay.Position, depth, memory int) *Openings {
	o := &Openings{
		root: root, squares: root.Rules().Variant.Board().Squares(), depth: min(max(depth, 0), MaxDepth),
		groups: newGroups(memory, func([]byte) bool { return true }), // Tree looks only for possible keys
		met:    make(map[string]bool),
	}
	o.rootKey = string(o.appendPosition(nil, root))
	return o
}

// Add counts a game if it qualifies and reaches the root. A position, or a move in it, is
// counted once per game, even if the game returns to it. An error comes from a temporary file.
func (o *Openings) Add(r *replay.Report) error {
	if r.Variant != o.root.Rules().Variant || !sound(r) {
		return nil
	}
	o.tally = Tally{}
	o.tally.Count(r)
	clear(o.met)
	o.left = -1
	var after replay.Position
	for i, ply := range r.Plies() {
		isEnd := ply.Move == nil
		if i == 0 || !isEnd && after != *ply.Before { // the position was set up
			if o.left >= 0 {
				return nil
			}
			if err := o.visit(ply.Before); err != nil {
				return err
			}
		}
		if isEnd || o.left == 0 {
			return nil
		}
		after = ply.After()
		if err := o.visit(&after); err != nil {
			return err
		}
	}
	return nil
}

// Merge moves the counts of other, which has the same root and depth, and leaves other empty.
func (o *Openings) Merge(other *Openings) error { return o.take(other.groups) }

// visit counts the root, or a later position and the move to it from the previous position.
// The key of a move consists of those of both positions, because in games without towers the
// same capture can be written in several ways.
func (o *Openings) visit(p *replay.Position) error {
	isAfter := o.left >= 0
	if !isAfter && p.Hash() != o.root.Hash() {
		return nil
	}
	o.edge = append(o.edge[:0], o.from...)
	o.from = o.appendPosition(o.from[:0], p)
	switch o.edge = append(o.edge, o.from...); {
	case isAfter:
		o.left--
		return cmp.Or(o.count(o.edge), o.count(o.from))
	case string(o.from) == o.rootKey:
		o.left = o.depth
		return o.count(o.from)
	}
	return nil
}

// count counts the game for a key, once.
func (o *Openings) count(key []byte) error {
	if o.met[string(key)] {
		return nil
	}
	o.met[string(key)] = true
	return o.add(key, &o.tally)
}

// sound reports whether the moves of a game can be counted: they are legal, perhaps after
// repairs to their spelling, and were played.
func sound(r *replay.Report) bool {
	return r.Verdict <= replay.Repaired && r.Game.Result.Outcome != record.Unplayed
}

// A position in a key is the side to move, then the record.Tower of each square in board order,
// rotated so that the counts are the low bits, as a varint. No position's bytes are a prefix of
// another's.
const towerTurn = 32

// appendPosition appends the bytes of p.
func (o *Openings) appendPosition(dst []byte, p *replay.Position) []byte {
	dst = append(dst, byte(p.Turn()))
	for _, s := range o.squares {
		dst = binary.AppendUvarint(dst, bits.RotateLeft64(uint64(p.At(s)), towerTurn))
	}
	return dst
}
