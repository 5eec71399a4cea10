package solve

import (
	"context"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// infinite is the proof number of a refuted position, and the disproof number of a proven one. Sums
// stay below it.
const infinite = 1 << 30

// maxDepth is the greatest depth of a line, in plies.
const maxDepth = 300

// key identifies a position: the Zobrist hash, and a sum of the squares of each side, so that only
// two positions that agree in 128 bits could be confused.
type key struct {
	hash  uint64
	check uint64
}

func keyOf(p *replay.Position) key {
	mixed := uint64(p.Towers(record.White))*0x9e3779b97f4a7c15 ^ uint64(p.Towers(record.Black))*0xc2b2ae3d27d4eb4f ^ uint64(p.Kings())*0x165667b19e3779f9
	return key{p.Hash(), mixed}
}

// goal is the attacker's goal: to reach an end of the game. A side that plays for a draw defends,
// so that every task is an attacker's.
type goal struct {
	attacker record.Colour
	task     record.Task // the zero Task, or one that locks
}

// reached reports whether the attacker has reached it, if the side to move has no move.
func (g *goal) reached(p *replay.Position) bool {
	if g.task.Locks() {
		if p.Turn() == g.attacker {
			return false
		}
		kings := p.Census(p.Turn()).Kings
		return g.task.Fits(p.Census(p.Turn()).Towers-kings, kings)
	}
	return p.Outcome() == wins(g.attacker)
}

func wins(c record.Colour) record.Outcome {
	return [...]record.Outcome{record.WhiteWins, record.BlackWins}[c]
}

// worth is the knowledge about a position: the least number of positions that must be proven to
// prove it, and refuted to refute it. One of them is 0 once it is solved.
type worth struct {
	pn, dn uint32
	plies  uint16 // the most plies to the goal, if proven
	loop   loop   // what a refutation relies on
}

func (w *worth) solved() bool { return w.pn == 0 || w.dn == 0 }

// loop is the set of repetitions that a refutation relies on: positions of the line from the first
// to the last of these plies. It holds as long as that part of the line does, which the serial
// number of the frame at last identifies. The zero loop is none.
//
// A proof relies on no repetition: a return to a position of the line counts as not won, and a side
// that can win at all can win without one. A refutation that only returns to the refuted position,
// or to its successors, holds on every line for the same reason. Only the other refutations depend
// on how the position was reached: the graph history interaction problem.
type loop struct {
	first, last uint16
	serial      uint32 // of the frame at last; 0 if the refutation relies on nothing
}

// and returns what two refutations rely on together.
func (l loop) and(other loop) loop {
	switch {
	case l.serial == 0:
		return other
	case other.serial == 0:
		return l
	}
	both := loop{min(l.first, other.first), l.last, l.serial}
	if other.last > l.last {
		both.last, both.serial = other.last, other.serial
	}
	return both
}

// frame is a position of the current line.
type frame struct {
	key    key
	serial uint32
	moves  []replay.Move
	after  []child
	next   replay.Position // after one of the moves
}

// child is a move of a frame.
type child struct {
	key   key
	worth worth
}

// searcher looks for a proof by depth-first proof-number search (df-pn, Nagai 2002) with the weak
// disproof numbers of Ueda et al. 2008, which are robust against transpositions. It is for one
// goroutine.
type searcher struct {
	ctx     context.Context
	goal    goal
	table   table
	endings *endings
	frames  []frame
	depth   int
	serial  uint32
	nodes   int // positions looked at
	limit   int // of nodes
	stopped bool
	spare   []replay.Move
}

// search continues until the position is solved or nodes reaches limit.
func (s *searcher) search(p *replay.Position, limit int) worth {
	s.limit, s.stopped, s.depth = limit, s.nodes >= limit, 0
	k := keyOf(p)
	w := s.look(p, k)
	for !w.solved() && !s.stopped {
		w = s.follow(p, k, infinite, infinite)
	}
	return w
}

// look returns what is known of a position without searching it: nothing if it is not in the table
// and the search is stopped.
func (s *searcher) look(p *replay.Position, k key) worth {
	if e := s.table.find(k); e != nil {
		if l := e.worth.loop; l.serial == 0 || int(l.last) < s.depth && s.frames[l.last].serial == l.serial {
			return e.worth
		}
	}
	if s.stopped {
		return worth{pn: 1, dn: 1}
	}
	s.count()
	if w, known := s.endings.look(p, k); known {
		return w
	}
	s.spare = p.Moves(s.spare[:0])
	n := uint32(len(s.spare))
	switch {
	case n == 0 && s.goal.reached(p):
		return worth{pn: 0, dn: infinite}
	case n == 0:
		return worth{pn: infinite, dn: 0}
	case p.Turn() == s.goal.attacker:
		return worth{pn: 1, dn: n}
	}
	return worth{pn: n, dn: 1}
}

// count counts a node, and stops the search at the limit or when its context ends.
func (s *searcher) count() {
	s.nodes++
	if s.nodes >= s.limit || s.nodes&1023 == 0 && s.ctx.Err() != nil {
		s.stopped = true
	}
}

// follow searches until the proof number reaches pn, the disproof number dn, or one is 0.
func (s *searcher) follow(p *replay.Position, k key, pn, dn uint32) worth {
	if s.depth == maxDepth {
		s.count()
		return worth{pn: min(pn, infinite-1), dn: min(dn, infinite-1)} // neither proven nor refuted
	}
	before, at, f := s.nodes, uint16(s.depth), &s.frames[s.depth]
	s.serial++
	f.key, f.serial = k, s.serial
	f.moves = p.Moves(f.moves[:0])
	f.after = f.after[:0]
	s.depth++
	for i := range f.moves {
		f.next = *p
		f.next.Play(&f.moves[i])
		c := child{key: keyOf(&f.next)}
		c.worth = s.lookAlong(&f.next, c.key)
		f.after = append(f.after, c)
		if c.worth.solved() && (c.worth.pn == 0) == (p.Turn() == s.goal.attacker) && c.worth.loop.serial == 0 {
			break // the others do not matter
		}
	}
	attacks := p.Turn() == s.goal.attacker
	var w worth
	for {
		var chosen int
		var nextPn, nextDn uint32
		w, chosen, nextPn, nextDn = f.sum(attacks, pn, dn)
		if w.solved() || w.pn >= pn || w.dn >= dn || s.stopped {
			break
		}
		f.next = *p
		f.next.Play(&f.moves[chosen])
		f.after[chosen].worth = s.follow(&f.next, f.after[chosen].key, nextPn, nextDn)
	}
	s.depth--
	if w.loop.serial != 0 {
		// A repetition of this position relies on nothing earlier.
		if w.loop.first >= at {
			w.loop = loop{}
		} else if w.loop.last >= at {
			w.loop.last, w.loop.serial = at-1, s.frames[at-1].serial
		}
	}
	s.table.put(k, w, s.nodes-before)
	return w
}

// lookAlong is look for a position that may repeat one of the line.
func (s *searcher) lookAlong(p *replay.Position, k key) worth {
	for i := s.depth - 2; i >= 0; i -= 2 { // the same side is to move
		if s.frames[i].key == k {
			return worth{pn: infinite, dn: 0, loop: loop{uint16(i), uint16(i), s.frames[i].serial}}
		}
	}
	return s.look(p, k)
}

// sum returns the worth of a frame from its moves, the move to follow next, and its thresholds.
func (f *frame) sum(attacks bool, pn, dn uint32) (w worth, chosen int, nextPn, nextDn uint32) {
	// One proven move of the attacker proves, all refuted refute; for the defender vice versa.
	one := func(w *worth) uint32 { return w.pn }
	all := func(w *worth) uint32 { return w.dn }
	if !attacks {
		one, all = all, one
	}
	least, second, greatest, open := uint32(infinite), uint32(infinite), uint32(0), uint32(0)
	for i := range f.after {
		c := &f.after[i].worth
		switch v := one(c); {
		case v < least || v == least && i == 0:
			least, second, chosen = v, least, i
		case v < second:
			second = v
		}
		if v := all(c); v > 0 {
			greatest = max(greatest, v)
			open++
		}
	}
	sum := uint32(0)
	if open > 0 {
		sum = min(greatest+open-1, infinite-1)
	}
	switch {
	case least == 0:
		sum = infinite
	case sum == 0:
		least = infinite
	}
	if attacks {
		w.pn, w.dn = least, sum
		nextPn, nextDn = min(pn, second+1+second/4), dn-min(dn, open-min(open, 1))
	} else {
		w.pn, w.dn = sum, least
		nextPn, nextDn = pn-min(pn, open-min(open, 1)), min(dn, second+1+second/4)
	}
	switch {
	case w.pn == 0:
		w.plies = f.plies(attacks)
	case w.dn == 0:
		w.loop = f.relies(attacks)
	}
	return w, chosen, nextPn, nextDn
}

// plies returns the length of a proof.
func (f *frame) plies(attacks bool) (plies uint16) {
	for i := range f.after {
		if c := &f.after[i].worth; c.pn == 0 && (plies == 0 || (c.plies+1 < plies) == attacks) {
			plies = c.plies + 1
		}
	}
	return plies
}

// relies returns what a refutation relies on: for the attacker, everything that its moves'
// refutations rely on; for the defender, what the best one relies on.
func (f *frame) relies(attacks bool) loop {
	var l loop
	found := false
	for i := range f.after {
		switch c := &f.after[i].worth; {
		case c.dn != 0:
		case attacks:
			l = l.and(c.loop)
		case c.loop.serial == 0:
			return loop{}
		case !found || c.loop.last < l.last:
			l, found = c.loop, true
		}
	}
	return l
}
