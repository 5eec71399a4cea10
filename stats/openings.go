package stats

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math/bits"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

const (
	// MaxPositions is the most positions that a Tree holds, some hundred megabytes.
	MaxPositions = 200_000
	// MaxDepth is the most plies to which openings are followed.
	MaxDepth = 200
)

// Openings counts the outcomes of the positions that games reached in their first
// plies, or in the first plies after a given position. Games that reach a position by
// different orders of moves are counted together. Positions are equal if each square
// and the side to move are; a hash only finds them in memory.
//
// Games that are legal, or repaired, and of the variant are counted, if they were
// played (Codex 3.6). Not safe for concurrent use.
type Openings struct {
	root    *replay.Position
	rootKey string
	depth   int
	*groups

	// The game under way.
	left  int             // plies to follow; -1 before the root
	tally Tally           // of it alone
	from  []byte          // key of the position before the next move
	edge  []byte          // keys of the positions before and after a move
	met   map[string]bool // the keys that the game has been counted for
}

// NewOpenings returns openings of the games that reach root, to so many plies
// after it, 0 to MaxDepth, that hold about so many bytes in memory.
func NewOpenings(root *replay.Position, depth, memory int) *Openings {
	return &Openings{
		root: root, rootKey: string(appendPosition(nil, root)),
		depth:  min(max(depth, 0), MaxDepth),
		groups: newGroups(memory),
		met:    make(map[string]bool),
	}
}

// Add counts a game, if it is to be counted and reaches the root. A position, or
// a move in it, is counted once for a game even if the game comes back to it.
// The error is that of a temporary file.
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
		if i == 0 || !isEnd && after != *ply.Before { // it is set up on the board
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

// Merge takes over what other has counted, with the same root and depth. Other is empty then.
func (o *Openings) Merge(other *Openings) error { return o.take(other.groups) }

// visit counts the root, or a position after it and the way to it from the one before. The
// key of a way is those of both positions, for a flat game has captures that can be written in
// several ways.
func (o *Openings) visit(p *replay.Position) error {
	isAfter := o.left >= 0
	if !isAfter && p.Hash() != o.root.Hash() {
		return nil
	}
	o.edge = append(o.edge[:0], o.from...)
	o.from = appendPosition(o.from[:0], p)
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

// count counts the game for a key, unless it has been.
func (o *Openings) count(key []byte) error {
	if o.met[string(key)] {
		return nil
	}
	o.met[string(key)] = true
	t, err := o.of(key)
	if err != nil {
		return err
	}
	t.Merge(&o.tally)
	return nil
}

// sound reports whether the moves of a game can be counted: they are legal, or so
// once their spelling is put right, and they were played.
func sound(r *replay.Report) bool {
	return r.Verdict <= replay.Repaired && r.Game.Result.Outcome != record.Unplayed
}

// In a key a position is the side to move, then each square of the board in board order: the
// word of its tower, turned so that the counts are its low bits, as a varint. No position's bytes
// are the beginning of another's.
const towerTurn = 32

// appendPosition appends a position's bytes.
func appendPosition(dst []byte, p *replay.Position) []byte {
	dst = append(dst, byte(p.Turn()))
	for _, s := range boards[p.Rules().Variant] {
		dst = binary.AppendUvarint(dst, bits.RotateLeft64(uint64(p.At(s)), towerTurn))
	}
	return dst
}

// boards are the squares of each variant's board, which take time to list.
var boards = func() map[record.Variant][]record.Square {
	all := make(map[record.Variant][]record.Square)
	for _, v := range record.Variants() {
		all[v] = v.Board().Squares()
	}
	return all
}()

var errKey = errors.New("stats: not the bytes of a position")

// parsePosition reads what appendPosition wrote, and returns the rest.
func parsePosition(v record.Variant, key []byte) (p record.Position, rest []byte, err error) {
	if len(key) == 0 {
		return p, nil, errKey
	}
	p.Variant, p.Turn = v, record.Colour(key[0])
	key = key[1:]
	for _, s := range boards[v] {
		word, size := binary.Uvarint(key)
		if size <= 0 {
			return p, nil, errKey
		}
		p.Put(s, record.Tower(bits.RotateLeft64(word, -towerTurn)))
		key = key[size:]
	}
	return p, key, nil
}
