package find

import (
	"slices"

	"github.com/stolb/stolb/grammar/query"
)

// eval returns the words of a node, one for each moment that is wanted: those
// that are not 0 in want, or, of a node that speaks of the same tower or piece, the
// bits that are set there. What it says elsewhere means nothing. The words have to be
// released.
func (s *Searcher) eval(n *node, want []uint64) []uint64 {
	out := s.column(len(want))
	if n.op == opConstant {
		fill(out, word(n.constant(&s.game)))
		return out
	}
	from := slices.IndexFunc(want, isWanted)
	if from < 0 {
		fill(out, falsehood)
		return out
	}
	switch n.op {
	case opLeaf:
		if len(s.film.Boards) == 0 {
			fill(out, n.none)
			break
		}
		to := len(want)
		for want[to-1] == 0 {
			to--
		}
		s.frame.from, s.frame.to = from, to
		n.look(&s.frame, want, out)
	case opLater:
		values := s.eval(n.of[0], want)
		value, known := n.later(&s.game)
		for i, w := range values {
			x := int(int64(w))
			out[i] = word(known && x != unknown && query.Holds(x+value, n.compare, 0))
		}
		s.release(values)
	case opAll, opAny:
		s.together(n, want, out)
	case opNot:
		of := s.eval(n.of[0], want)
		for i := range out {
			out[i] = ^of[i]
		}
		s.release(of)
	case opWhole:
		fill(out, s.wholeOf(n.of[0], n.how, len(want)))
	case opOccurrence:
		s.occurrence(n, out)
	case opThen:
		s.then(n, want, out)
	case opUntil:
		s.until(n, want, out)
	}
	return out
}

func isWanted(w uint64) bool { return w != 0 }

// tests makes a leaf's look of a test of a single moment.
func tests(test func(*frame) bool) func(f *frame, want, out []uint64) {
	return func(f *frame, want, out []uint64) {
		for i := f.from; i < f.to; i++ {
			if out[i] = falsehood; want[i] != 0 {
				f.show(i)
				out[i] = word(test(f))
			}
		}
	}
}

// picks makes a leaf's look of what says of a single moment which of the same towers
// or pieces.
func picks(pick func(*frame) uint64) func(f *frame, want, out []uint64) {
	return func(f *frame, want, out []uint64) {
		for i := f.from; i < f.to; i++ {
			if out[i] = falsehood; want[i] != 0 {
				f.show(i)
				f.want = want[i]
				out[i] = pick(f)
			}
		}
	}
}

// together is eval of and and or: each part is only asked about what those before
// it have left open.
func (s *Searcher) together(n *node, want, out []uint64) {
	if n.op == opAll {
		copy(out, want)
		for _, of := range n.of {
			c := s.eval(of, out)
			for i := range c {
				out[i] &= c[i]
			}
			s.release(c)
		}
		return
	}
	open := s.column(len(out))
	copy(open, want)
	for k, of := range n.of {
		c := s.eval(of, open)
		if k == 0 {
			copy(out, c)
		} else {
			for i := range c {
				out[i] |= c[i]
			}
		}
		if k < len(n.of)-1 {
			for i := range c {
				open[i] &^= c[i]
			}
		}
		s.release(c)
	}
	s.release(open)
}

// wholeOf is the word of what is said about all moments of a game.
func (s *Searcher) wholeOf(of *node, how query.How, n int) uint64 {
	c := s.eval(of, s.everything(n))
	some, all := false, true
	for _, w := range c {
		some, all = some || w != 0, all && w != 0
	}
	s.release(c)
	switch how {
	case query.Never:
		return word(!some)
	case query.Always:
		return word(all)
	}
	return word(some)
}

// occurrence is eval of first and last.
func (s *Searcher) occurrence(n *node, out []uint64) {
	of := s.eval(n.of[0], s.everything(len(out)))
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
	s.release(of)
}

// until is eval of until.
func (s *Searcher) until(n *node, want, out []uint64) {
	open := s.column(len(out))
	some := uint64(falsehood)
	for i, w := range want { // all that comes later, too
		some |= w
		open[i] = some
	}
	goal := s.eval(n.of[1], open)
	for i := range open {
		open[i] &^= goal[i]
	}
	hold := s.eval(n.of[0], open)
	after := uint64(falsehood)
	for i := len(out) - 1; i >= 0; i-- {
		after = goal[i] | hold[i]&after
		out[i] = after
	}
	s.release(open)
	s.release(hold)
	s.release(goal)
}

// then is eval of then.
func (s *Searcher) then(n *node, want, out []uint64) {
	all := &want[0] == &s.all[0] // of everything is wanted everything
	if n.binds && !all {         // all of the first part's towers, one of which is enough
		first := s.column(len(want))
		for i, w := range want {
			first[i] = word(w != 0)
		}
		defer s.release(first)
		want = first
	}
	first := s.eval(n.of[0], want)
	if !all {
		for i := range first {
			first[i] &= want[i]
		}
	}
	begin := slices.IndexFunc(first, isWanted)
	if begin < 0 {
		fill(out, falsehood)
		s.release(first)
		return
	}
	// Of the later moments those within reach matter, or a few more.
	later := s.column(len(out))
	fill(later[:begin], falsehood)
	block := uint64(falsehood)
	if n.within == 0 {
		for i, w := range first[begin:] {
			later[begin+i] = block
			block |= w
		}
	} else {
		before, left := uint64(falsehood), n.within
		for i, w := range first[begin:] {
			later[begin+i] = before | block
			block |= w
			if left--; left == 0 {
				before, block, left = block, falsehood, n.within
			}
		}
	}
	next := s.eval(n.of[1], later)
	// Always is never the contrary.
	flip := uint64(falsehood)
	if n.how == query.Always {
		flip = truth
	}
	switch {
	case n.within == 0 || n.within >= len(out):
		after := uint64(falsehood)
		for i := len(out) - 1; i >= begin; i-- {
			later[i] = after
			after |= next[i] ^ flip
		}
	case n.within <= fewMoments || n.within*some(first[begin:]) <= fewMoments*len(out):
		for i := begin; i < len(first); i++ {
			if first[i] == falsehood {
				continue
			}
			later[i] = falsehood
			for _, of := range next[i+1 : min(i+1+n.within, len(next))] {
				later[i] |= of ^ flip
			}
		}
	default:
		s.window(next, later, n.within, flip)
	}
	if n.how != query.Sometime {
		flip = truth
	} else {
		flip = falsehood
	}
	fill(out[:begin], falsehood)
	for i := begin; i < len(out); i++ {
		w := (later[i] ^ flip) & first[i]
		if n.binds {
			w = word(w != 0)
		}
		out[i] = w
	}
	s.release(later)
	s.release(first)
	s.release(next)
}

// fewMoments is how many are looked through one by one for each, on the average.
const fewMoments = 12

// some counts the moments at which something is true.
func some(words []uint64) (n int) {
	for _, w := range words {
		if w != 0 {
			n++
		}
	}
	return n
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
	s.release(rest)
}

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
func (s *Searcher) release(c []uint64) { s.spare = append(s.spare, c) }

// everything returns a column in which all is wanted. It must not be changed.
func (s *Searcher) everything(n int) []uint64 {
	for len(s.all) < n {
		s.all = append(s.all, truth)
	}
	return s.all[:n]
}

func fill(c []uint64, w uint64) {
	for i := range c {
		c[i] = w
	}
}

func nothingIn(c []uint64) bool {
	for _, w := range c {
		if w != 0 {
			return false
		}
	}
	return true
}
