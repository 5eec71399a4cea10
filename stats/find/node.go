package find

import "github.com/stolb/stolb/grammar/query"

// program is a query compiled for a variant.
type program struct {
	root    *node
	subject *node   // the towers that are found, where they are wanted
	leaves  []*node // in the order of the columns
	sets    []composition
	values  int  // how many numbers are kept
	towers  bool // the same tower is spoken of
	pieces  bool // the same piece is
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

	// Of a leaf: one of them.
	test func(*frame) bool
	pick func(*frame) uint64
	cost int    // of a leaf, about how long it takes
	none uint64 // its word where there is no board

	column   int
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

// word is the leaf's at a moment.
func (n *node) word(f *frame) uint64 {
	if n.test != nil {
		return word(n.test(f))
	}
	return n.pick(f)
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

// column returns room for a word of each of n moments, whatever is in it.
func (s *Searcher) column(n int) []uint64 {
	if last := len(s.spare) - 1; last >= 0 {
		c := s.spare[last]
		s.spare = s.spare[:last]
		if cap(c) >= n {
			return c[:n]
		}
	}
	return make([]uint64, n, n+n/4)
}

// release gives back what eval returned.
func (s *Searcher) release(n *node, c []uint64) {
	if n.op != opLeaf {
		s.spare = append(s.spare, c)
	}
}

// eval returns the words of a node for n moments; those of a leaf must not be
// changed.
func (s *Searcher) eval(n *node, count int) []uint64 {
	if n.op == opLeaf {
		return s.columns[n.column]
	}
	out := s.column(count)
	switch n.op {
	case opConstant:
		fill(out, word(n.constant(&s.game)))
	case opLater:
		value, known := n.later(&s.game)
		for i, w := range s.columns[n.of[0].column] {
			x := int(int64(w))
			out[i] = word(known && x != unknown && query.Holds(x+value, n.compare, 0))
		}
	case opAll, opAny:
		s.together(n, out)
	case opNot:
		of := s.eval(n.of[0], count)
		for i := range out {
			out[i] = ^of[i]
		}
		s.release(n.of[0], of)
	case opWhole:
		of := s.eval(n.of[0], count)
		fill(out, wholeOf(of, n.how))
		s.release(n.of[0], of)
	case opOccurrence:
		of := s.eval(n.of[0], count)
		fill(out, falsehood)
		for i := range of {
			at := i
			if n.last {
				at = len(of) - 1 - i
			}
			if of[at] != 0 {
				out[at] = of[at]
				break
			}
		}
		s.release(n.of[0], of)
	case opThen:
		s.then(n, out)
	case opUntil:
		hold, goal := s.eval(n.of[0], count), s.eval(n.of[1], count)
		after := uint64(falsehood)
		for i := count - 1; i >= 0; i-- {
			after = goal[i] | hold[i]&after
			out[i] = after
		}
		s.release(n.of[0], hold)
		s.release(n.of[1], goal)
	}
	return out
}

// together is eval of and and or.
func (s *Searcher) together(n *node, out []uint64) {
	for k, of := range n.of {
		c := s.eval(of, len(out))
		switch {
		case k == 0:
			copy(out, c)
		case n.op == opAll:
			for i := range out {
				out[i] &= c[i]
			}
		default:
			for i := range out {
				out[i] |= c[i]
			}
		}
		s.release(of, c)
	}
}

func fill(c []uint64, w uint64) {
	for i := range c {
		c[i] = w
	}
}

func wholeOf(c []uint64, how query.How) uint64 {
	some, all := false, true
	for _, w := range c {
		some, all = some || w != 0, all && w != 0
	}
	switch how {
	case query.Never:
		return word(!some)
	case query.Always:
		return word(all)
	}
	return word(some)
}

// then is eval of then.
func (s *Searcher) then(n *node, out []uint64) {
	first, next := s.eval(n.of[0], len(out)), s.eval(n.of[1], len(out))
	later := s.column(len(out))
	// Always is never the contrary.
	flip := uint64(falsehood)
	if n.how == query.Always {
		flip = truth
	}
	if n.within == 0 || n.within >= len(out) {
		some := uint64(falsehood)
		for i := len(out) - 1; i >= 0; i-- {
			later[i] = some
			some |= next[i] ^ flip
		}
	} else {
		s.window(next, later, n.within, flip)
	}
	for i := range out {
		w := later[i]
		if n.how != query.Sometime {
			w = ^w
		}
		if w &= first[i]; n.binds {
			w = word(w != 0)
		}
		out[i] = w
	}
	s.spare = append(s.spare, later)
	s.release(n.of[0], first)
	s.release(n.of[1], next)
}

// window puts into later[i] what is in next, flipped, at one of the moments i+1
// to i+within: of blocks of that many moments it takes the end of one and the
// beginning of the other (M. van Herk, Pattern Recognition Letters 13, 1992).
func (s *Searcher) window(next, later []uint64, within int, flip uint64) {
	n := len(next)
	rest := s.column(n) // of a block from a moment on
	for i := n - 1; i >= 0; i-- {
		rest[i] = next[i] ^ flip
		if (i+1)%within != 0 && i+1 < n {
			rest[i] |= rest[i+1]
		}
	}
	begin, at := uint64(falsehood), -1 // of a block up to the moment at
	for i := range n {
		if i+1 == n {
			later[i] = falsehood
			break
		}
		last := min(i+within, n-1)
		for at < last {
			at++
			if at%within == 0 {
				begin = falsehood
			}
			begin |= next[at] ^ flip
		}
		if (i+1)/within == last/within {
			// One block alone, from its first moment or cut off by the end of the game.
			if (i+1)%within == 0 {
				later[i] = begin
			} else {
				later[i] = rest[i+1]
			}
		} else {
			later[i] = rest[i+1] | begin
		}
	}
	s.spare = append(s.spare, rest)
}
