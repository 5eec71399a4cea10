package find

import (
	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/replay"
)

// program is a query compiled for a variant.
type program struct {
	root    *node
	rules   *replay.Rules
	subject *node // the towers that are found, where they are wanted
	leaves  int   // how many there are
	sets    []composition
	pieces  bool // the same piece is spoken of
}

// op is what a node does.
type op uint8

const (
	opLeaf     op = iota // a test of a moment
	opConstant           // the same at all moments
	opLater              // a number that becomes the same at all moments is added to the leaf's
	opAll
	opAny
	opNot
	opWhole
	opOccurrence
	opThen
	opUntil
)

// node is a part of a program. Its value is a word for each moment: of a node
// that is closed all ones for true and 0 for false, of one that speaks of the same
// tower or piece a bit for each of them by its number.
type node struct {
	op   op
	of   []*node
	free freedom

	// Of a leaf: puts its words into out, at least for the moments that are wanted.
	look func(f *frame, want, out []uint64)
	none uint64 // its word where there is no board

	cost int // about how long it takes; nothing where it is the same at all moments

	constant func(*game) bool
	later    func(*game) (int, bool)
	compare  string
	how      query.How
	last     bool
	within   int
	binds    bool // then: its first part has the towers, of which one is enough
}

// freedom says what a node speaks of that is not within it.
type freedom uint8

const (
	closed freedom = iota
	sameTower
	samePiece
)

const (
	falsehood = 0
	truth     = ^uint64(0)
)

func word(b bool) uint64 {
	if b {
		return truth
	}
	return falsehood
}

// whole says that the node is about the game as a whole: no moment is other than
// the others.
func (n *node) whole() bool {
	switch n.op {
	case opConstant, opWhole:
		return true
	case opAll, opAny, opNot:
		for _, of := range n.of {
			if !of.whole() {
				return false
			}
		}
		return true
	}
	return false
}

// unknown stands in the column of a number for one that is not known.
const unknown = -1 << 40
