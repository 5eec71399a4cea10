package replay

import (
	"math/bits"

	"github.com/stolb/stolb/record"
)

// straight makes the capture along one diagonal from one square to another,
// where it is legal: every tower on the way is the opponent's with a free
// square behind, and the capture cannot go on from where it ends. Nearly all
// captures are such, and none of the others need be found to judge one: the
// choice of a capture is free (Codex 1.6.3), and no other that starts and ends
// alike is written without turning squares. It is not for games in which some
// captures must be preferred to others.
func (p *Position) straight(from, to uint8, m *Move) bool {
	r, g := p.rules, p.rules.geometry
	d := g.toward[from&63][to&63]
	if d == noDirection {
		return false
	}
	bit, target := uint64(1)<<(from&63), uint64(1)<<(to&63)
	king := p.kings&bit != 0
	flies := king && r.KingFlies
	if !king && !r.ManCapturesBack && (d <= upLeft) != (p.turn == record.White) {
		return false
	}
	crowned := !king && r.promote[p.turn&1]&target != 0
	if j := &g.jumps[from&63][d&3]; j.land == target && !flies && (!crowned || r.Passing == stops) {
		// One piece is taken, as mostly; what is left of its tower is in nobody's way.
		occupied, targets := (p.own[0]|p.own[1])&^bit, p.own[p.turn&1^1]
		if targets&j.over == 0 || occupied&target != 0 {
			return false
		}
		*m = Move{from: from, to: to, n: 1, promotes: crowned && !r.KingByRank}
		m.taken[0], m.land[0] = uint8(bits.TrailingZeros64(j.over)), to
		return crowned || !p.goesOn(target, occupied, targets&^j.over, king)
	}
	f := flight{p: p, occupied: (p.own[0] | p.own[1]) &^ bit, targets: p.own[p.turn^1]}
	*m = Move{from: from, to: to}
	var c uint8
	for n := from; n != to; {
		c = g.next[d&3][n&63]
		if flies {
			for c != offBoard && c != to && f.occupied&(1<<(c&63)) == 0 {
				c = g.next[d&3][c&63]
			}
		}
		if c == offBoard || c == to || f.targets&(1<<(c&63)) == 0 {
			return false
		}
		l := g.next[d&3][c&63]
		if l == offBoard || f.occupied&(1<<(l&63)) != 0 {
			return false
		}
		m.taken[m.n], m.land[m.n] = c, l
		m.n++
		f.behead(c)
		n = l
		if flies && g.ray[d&3][l&63]&target != 0 && g.ray[d&3][l&63]&^g.ray[d&3][to&63]&f.occupied == 0 {
			n = to // no more towers before the end
		}
	}
	last := m.n - 1
	near := m.land[last]
	m.land[last] = to
	if crowned {
		m.promotes = !r.KingByRank
		switch r.Passing {
		case stops:
			return true
		case goesOnAsKing:
			flies = r.KingFlies
			king = true
		}
	}
	if !flies {
		return !p.goesOn(target, f.occupied, f.targets&^(1<<(c&63)), king)
	}
	// It must not go on from any square where it could have landed.
	if f.fliesOn(near, d) {
		return false
	}
	for l := near; l != offBoard && f.occupied&(1<<(l&63)) == 0; l = g.next[d&3][l&63] {
		if f.fliesOn(l, d^1) || f.fliesOn(l, d^3) {
			return false
		}
	}
	return true
}

// flight is the board in the course of a capture.
type flight struct {
	p                 *Position
	occupied, targets uint64 // all towers but the captor; those that it can capture
}

// behead takes the top piece on c; in a flat game that stays in the way.
func (f *flight) behead(c uint8) {
	bit := uint64(1) << (c & 63)
	if !f.p.rules.Towers {
		f.targets &^= bit
		return
	}
	rest, _ := f.p.towers[c&63].Behead()
	switch {
	case rest == 0:
		f.occupied &^= bit
		f.targets &^= bit
	case rest.Owner() == f.p.turn:
		f.targets &^= bit
	}
}

// goesOn says whether a tower that does not fly has a capture from the square of bit.
// The targets are without what it came over: never straight back along the diagonal,
// Adiukh 3.14.
func (p *Position) goesOn(bit, occupied, targets uint64, king bool) bool {
	g := p.rules.geometry
	empty := g.playing &^ occupied
	right, left := g.shifts()
	var up, down uint64
	back := king || p.rules.ManCapturesBack
	if back || p.turn == record.White {
		up = (bit<<right&targets)<<right | (bit<<left&targets)<<left
	}
	if back || p.turn == record.Black {
		down = (bit>>right&targets)>>right | (bit>>left&targets)>>left
	}
	return (up|down)&empty != 0
}

// fliesOn says whether a flying king has one from n in direction d.
func (f *flight) fliesOn(n uint8, d direction) bool {
	g := f.p.rules.geometry
	block := g.ray[d&3][n&63] & f.occupied
	if block == 0 {
		return false
	}
	c := first(block, d)
	if f.targets&(1<<(c&63)) == 0 {
		return false
	}
	l := g.next[d&3][c&63]
	return l != offBoard && f.occupied&(1<<(l&63)) == 0
}
