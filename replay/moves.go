package replay

import (
	"math/bits"

	"github.com/stolb/stolb/record"
)

// maxTaken is the most pieces that one move can capture: all 20 of a side on the largest board.
const maxTaken = 20

// Move is a legal move of a position. Only Position.Moves makes moves.
type Move struct {
	from, to uint8 // bit numbers, see geometry
	n        uint8 // pieces captured
	promotes bool  // the top piece gets a king mark
	taken    [maxTaken]uint8
	land     [maxTaken]uint8 // landing square of each capture; the last equals to
}

// Moves appends the legal moves of the side to move to dst. If a capture is possible, all of them
// are captures (Codex 1.6.1, Adiukh 3.6). Captures with the same start, captured squares in the
// same order, and end are one move; in a flat game the order does not matter.
func (p *Position) Moves(dst []Move) []Move {
	captors := p.capturers()
	if captors == 0 {
		return p.quiet(dst)
	}
	g := generator{p: p, moves: dst, base: len(dst)}
	g.captures(captors)
	return g.moves
}

// Over reports whether the side to move has no move, which ends the game (Codex 1.11, Adiukh 5.1).
func (p *Position) Over() bool {
	var buf [32]Move // most positions have fewer
	return p.capturers() == 0 && len(p.quiet(buf[:0])) == 0
}

// MustCapture reports whether the side to move can capture.
func (p *Position) MustCapture() bool { return p.capturers() != 0 }

// manTargets returns the squares to which the given men of the side to move can step.
func (p *Position) manTargets(men, empty uint64) (right, left uint64) {
	toRight, toLeft := p.rules.geometry.shifts()
	if p.turn == record.White {
		return men << toRight & empty, men << toLeft & empty
	}
	return men >> toRight & empty, men >> toLeft & empty
}

// kingTargets returns the squares to which the king on square n can move.
func (p *Position) kingTargets(n uint8) (targets uint64) {
	g, occupied := p.rules.geometry, p.own[0]|p.own[1]
	if !p.rules.KingFlies {
		bit := uint64(1) << (n & 63)
		right, left := g.shifts()
		return (bit<<right | bit<<left | bit>>right | bit>>left) & g.playing &^ occupied
	}
	for d := upRight; d <= downRight; d++ {
		targets |= g.free(n, d, occupied)
	}
	return targets
}

// quiet appends the moves of a position without captures.
func (p *Position) quiet(dst []Move) []Move {
	r := p.rules
	me, empty := p.own[p.turn&1], r.geometry.playing&^(p.own[0]|p.own[1])
	right, left := p.manTargets(me&^p.kings, empty)
	steps := [2]int{int(r.geometry.right), int(r.geometry.left)}
	if p.turn == record.Black {
		steps = [2]int{-steps[0], -steps[1]}
	}
	far := r.promote[p.turn&1]
	if r.KingByRank {
		far = 0 // no piece gets a mark
	}
	for i, targets := range [2]uint64{right, left} {
		for ; targets != 0; targets &= targets - 1 {
			n := bits.TrailingZeros64(targets)
			dst = append(dst, Move{from: uint8(n - steps[i]), to: uint8(n), promotes: far>>n&1 != 0})
		}
	}
	if r.KingStands {
		return dst
	}
	for kings := me & p.kings; kings != 0; kings &= kings - 1 {
		n := uint8(bits.TrailingZeros64(kings))
		for targets := p.kingTargets(n); targets != 0; targets &= targets - 1 {
			dst = append(dst, Move{from: n, to: uint8(bits.TrailingZeros64(targets))})
		}
	}
	return dst
}

// capturers returns the squares of the towers that can capture.
func (p *Position) capturers() uint64 {
	r, g := p.rules, p.rules.geometry
	right, left := g.shifts()
	me, opp := p.own[p.turn&1], p.own[p.turn&1^1]
	empty, men, kings := g.playing&^(me|opp), me&^p.kings, me&p.kings
	// Beyond each capturable piece is an empty square, on its near side the captor.
	targets := [4]uint64{empty >> right & opp, empty >> left & opp, empty << right & opp, empty << left & opp} // by direction
	up, down := targets[upRight]>>right|targets[upLeft]>>left, targets[downLeft]<<right|targets[downRight]<<left
	var found uint64
	if !r.KingFlies {
		found = (up | down) & kings
	} else {
		for ; kings != 0; kings &= kings - 1 {
			if n := uint8(bits.TrailingZeros64(kings)); g.seesFirst(n, me|opp, &targets) {
				found |= 1 << n
			}
		}
	}
	if r.SparesKings {
		up = (targets[upRight]&^p.kings)>>right | (targets[upLeft]&^p.kings)>>left
		down = (targets[downLeft]&^p.kings)<<right | (targets[downRight]&^p.kings)<<left
	}
	switch {
	case r.ManCapturesBack:
		return found | (up|down)&men
	case p.turn == record.White:
		return found | up&men
	}
	return found | down&men
}

// seesFirst reports whether, in some direction from square n, the first tower belongs to that
// direction's set. All squares in the sets are occupied.
func (g *geometry) seesFirst(n uint8, occupied uint64, sets *[4]uint64) bool {
	for d := upRight; d <= downRight; d++ {
		ray := g.ray[d&3][n&63]
		if ray&sets[d&3] != 0 && sets[d&3]>>(first(ray&occupied, d)&63)&1 != 0 {
			return true
		}
	}
	return false
}

// generator collects the moves of a position. It plays the capture that it follows on the position
// itself, step by step, and takes it back.
type generator struct {
	p      *Position
	moves  []Move
	base   int                 // index of this position's first move
	word   *record.Word        // in a flat game: list all ways of capturing that fit this word
	only   uint64              // list only captures that end on these squares; 0 for anywhere
	best   uint64              // greatest worth so far, see worth
	listed map[captureEnd]bool // the long captures of a flat game so far
	steps  int                 // number of single captures tried, a measure of the work

	// The capture being followed.
	from     uint8
	n        uint8
	taken    [maxTaken]uint8
	land     [maxTaken]uint8
	occupied uint64 // all towers except the captor
	targets  uint64 // pieces that can still be captured
}

// captures finds the captures by the towers on a set of squares.
func (g *generator) captures(captors uint64) {
	p := g.p
	for ; captors != 0; captors &= captors - 1 {
		n := uint8(bits.TrailingZeros64(captors))
		king := p.kings>>n&1 != 0
		g.from, g.n = n, 0
		// The captor's start square is empty during its move.
		g.occupied, g.targets = (p.own[0]|p.own[1])&^(1<<n), p.own[p.turn^1]
		if p.rules.SparesKings && !king {
			g.targets &^= p.kings
		}
		g.step(n, noDirection, king)
	}
}

// step continues the capture from square n, reached in direction came, and reports whether anything
// more could be captured.
func (g *generator) step(n uint8, came direction, king bool) bool {
	if king && g.p.rules.KingFlies {
		found := false
		for d := upRight; d <= downRight; d++ {
			if d != came.opposite() && g.p.rules.geometry.ray[d&3][n&63]&g.targets != 0 {
				found = g.fly(n, d) || found
			}
		}
		return found
	}
	r, geo := g.p.rules, g.p.rules.geometry
	far, found := r.promote[g.p.turn], false
	for d := upRight; d <= downRight; d++ {
		// Never straight back along the diagonal: Adiukh 3.14.
		if d == came.opposite() || !king && !r.ManCapturesBack && (d <= upLeft) != (g.p.turn == record.White) {
			continue
		}
		c, l := geo.next[n&63][d&3], uint8(offBoard) // the captured neighbour and the landing after it
		if c != offBoard {
			l = geo.next[c&63][d&3]
		}
		if l == offBoard || g.targets>>(c&63)&1 == 0 || g.occupied>>(l&63)&1 != 0 {
			continue
		}
		found = true
		reaches := !king && far>>(l&63)&1 != 0
		undo := g.take(c, l)
		if reaches && r.Passing == stops || !g.step(l, d, king || reaches && r.Passing == goesOnAsKing) {
			g.end(l, king || reaches)
		}
		g.untake(c, undo)
	}
	return found
}

// fly follows a flying king's captures from n in direction d and reports whether there are any.
func (g *generator) fly(n uint8, d direction) bool {
	geo := g.p.rules.geometry
	block := geo.ray[d&3][n&63] & g.occupied
	if block == 0 {
		return false
	}
	c := first(block, d)
	if g.targets&(1<<(c&63)) == 0 {
		return false
	}
	near := geo.next[c&63][d&3]
	if near == offBoard || g.occupied>>(near&63)&1 != 0 {
		return false
	}
	undo := g.take(c, near)
	// It may land on any free square beyond; but if the capture can continue from some of them, it
	// must land on one of those: Codex 1.6.3. Continuing straight on is the same from any landing
	// square, so it is followed once.
	landings := geo.free(c, d, g.occupied)
	on := g.fly(near, d)
	for rest := landings; rest != 0; rest &= rest - 1 {
		l := uint8(bits.TrailingZeros64(rest))
		for _, across := range [...]direction{d ^ 1, d ^ 3} {
			if geo.ray[across&3][l&63]&g.targets != 0 {
				g.land[g.n-1] = l
				on = g.fly(l, across) || on
			}
		}
	}
	if !on {
		for rest := landings; rest != 0; rest &= rest - 1 {
			l := uint8(bits.TrailingZeros64(rest))
			g.land[g.n-1] = l
			g.end(l, true)
		}
	}
	g.untake(c, undo)
	return true
}

// captureUndo is the state that untake restores.
type captureUndo struct {
	tower             record.Tower
	occupied, targets uint64
}

// take captures the top piece on c and lands on l.
func (g *generator) take(c, l uint8) captureUndo {
	p := g.p
	undo := captureUndo{p.towers[c], g.occupied, g.targets}
	g.taken[g.n], g.land[g.n] = c, l
	g.n++
	g.steps++
	bit := uint64(1) << c
	if !p.rules.Towers {
		// It blocks the way until the move is over, but is no longer a target.
		g.targets &^= bit
		return undo
	}
	rest, _ := undo.tower.Behead()
	p.towers[c] = rest
	if rest == 0 {
		g.occupied &^= bit
	}
	if rest == 0 || rest.Owner() == p.turn {
		g.targets &^= bit
	}
	return undo
}

func (g *generator) untake(c uint8, undo captureUndo) {
	g.p.towers[c], g.occupied, g.targets = undo.tower, undo.occupied, undo.targets
	g.n--
}

// end lists the capture being followed, which ends on l; king is set if the captor is now a king.
func (g *generator) end(l uint8, king bool) {
	if g.only != 0 && g.only&(1<<(l&63)) == 0 {
		return
	}
	r := g.p.rules
	if r.Prefer != nil {
		worth := g.worth()
		if worth < g.best {
			return
		}
		if worth > g.best {
			g.best = worth
			g.moves, g.listed = g.moves[:g.base], nil
		}
	}
	m := Move{from: g.from, to: l, n: g.n, promotes: king && !r.KingByRank && g.p.kings>>(g.from&63)&1 == 0}
	copy(m.taken[:g.n], g.taken[:g.n])
	copy(m.land[:g.n], g.land[:g.n])
	m.land[g.n-1] = l
	if g.word == nil && (r.Towers || g.n < fewestAlike || !g.known(&m)) || g.word != nil && g.p.fits(g.word, &m) {
		g.moves = append(g.moves, m)
	}
}

// worth ranks the capture being followed: a capture of the greatest worth must be made.
func (g *generator) worth() uint64 {
	kings := g.p.kings
	var w uint64
	for _, preference := range g.p.rules.Prefer {
		switch preference {
		case mostPieces:
			w = w<<5 | uint64(g.n)
		case withKing:
			w = w<<1 | kings>>g.from&1
		case mostKings:
			n := uint64(0)
			for _, c := range g.taken[:g.n] {
				n += kings >> c & 1
			}
			w = w<<5 | n
		case kingsFirst:
			w <<= maxTaken
			for i, c := range g.taken[:g.n] {
				w |= kings >> c & 1 << (maxTaken - 1 - i)
			}
		}
	}
	return w
}

// known reports whether the capture is already listed with another order of its pieces.
func (g *generator) known(m *Move) bool {
	if g.listed == nil {
		g.listed = make(map[captureEnd]bool)
	}
	end := m.end()
	known := g.listed[end]
	g.listed[end] = true
	return known
}

// fewestAlike is the fewest pieces of a flat game's capture that can be taken in another order:
// such a capture returns to a square it has passed.
const fewestAlike = 4

// captureEnd identifies a capture of a flat game; all ways to make it share it.
type captureEnd struct {
	from, to uint8
	taken    uint64 // as a set
}

func (m *Move) end() captureEnd { return captureEnd{m.from, m.to, m.takenSet()} }

func (m *Move) takenSet() uint64 {
	var set uint64
	for _, c := range m.taken[:m.n] {
		set |= 1 << c
	}
	return set
}
