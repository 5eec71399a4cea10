package replay

import (
	"iter"
	"math/bits"

	"github.com/stolb/stolb/record"
)

// Step is a move of a game and what it led to. What it points to changes with
// the next and must not be kept; a Position is a value and may be copied.
type Step struct {
	Move   *Move
	Before uint64     // the hash of the position before it
	After  *Position  // the position after it
	Have   *[2]Census // what each colour has there: After's Census
}

// JudgeSteps is Judge that calls each with every move that it plays, when the
// move is in the report's Moves, and its index there. That costs less than
// Report.Steps afterwards. A game may be found not to be legal behind its last
// step.
func (j *Arbiter) JudgeSteps(g *record.Game, asked record.Variant, r *Report, each func(int, Step)) {
	j.each, j.counted = each, false
	j.Judge(g, asked, r)
	j.each = nil
}

// step plays a move, the last of the report's, for JudgeSteps.
func (j *Arbiter) step(m *Move) {
	if !j.counted {
		j.have.begin(&j.p)
		j.counted = true
	}
	before := j.p.hash
	j.have.play(&j.p, m)
	j.each(len(j.report.Moves)-1, Step{m, before, &j.p, &j.have.census})
}

// Start returns the position before the first move. It is false where it is
// not known what is played, or from where.
func (r *Report) Start() (*Position, bool) {
	again, ok := r.again()
	if !ok {
		return nil, false
	}
	return &again.p, true
}

// again returns an Arbiter of which p is the position before the first move.
func (r *Report) again() (*Arbiter, bool) {
	rules, err := For(r.Variant)
	if err != nil || r.Final.Variant == record.UnknownVariant {
		return nil, false
	}
	a := &Arbiter{report: &Report{Game: r.Game, Variant: r.Variant}}
	return a, a.begin(rules)
}

// Steps plays the report's moves once more and yields each with its index in
// Moves. It takes the moves that Judge found and looks for none, so that it
// costs little.
//
// Where a record sets up another position within the game, the hash before a
// move is not that of the position after the last. Only a report that Judge
// made has steps.
func (r *Report) Steps() iter.Seq2[int, Step] {
	return func(yield func(int, Step) bool) {
		again, ok := r.again()
		if !ok {
			return
		}
		p, have := &again.p, &again.have
		have.begin(p)
		for i := range r.played {
			if i >= len(r.Game.Plies) || !again.setUpBefore(i) {
				return // the game was changed since it was judged
			}
			if n := r.Game.Plies[i].Note; n != nil && n.Setup != "" {
				have.begin(p)
			}
			m, before := &r.played[i], p.hash
			have.play(p, m)
			if !yield(i, Step{m, before, p, &have.census}) {
				return
			}
		}
	}
}

// Census is what one side has on the board. No position has more than 40
// pieces.
type Census struct {
	Towers    int8 // lone pieces included
	Pieces    int8 // in its towers, prisoners included
	Prisoners int8 // the other side's pieces among them
	Kings     int8 // towers that are kings
	Tallest   int8 // pieces in its tallest tower
	Home      int8 // of its Pieces, those on the half of the board from which it began
	Away      int8 // those on the other half; the middle rank of an odd board is in neither
}

// Census counts what a side has on the board.
func (p *Position) Census(c record.Colour) Census {
	var t tally
	t.begin(p)
	return t.census[c]
}

// tally keeps the census of both sides in the course of a game, for which only
// the squares of a move have to be counted again.
type tally struct {
	census  [2]Census
	heights [2][2*record.MaxBlock + 2]int8 // how many towers there are of each
}

// begin counts a position.
func (t *tally) begin(p *Position) {
	*t = tally{}
	for set := p.own[0] | p.own[1]; set != 0; set &= set - 1 {
		t.add(p, uint8(bits.TrailingZeros64(set)), +1)
	}
	t.finish(p)
}

// play plays a move of the position that was counted.
func (t *tally) play(p *Position, m *Move) {
	from, to, zone := m.from&63, m.to&63, &p.rules.zone
	if mover := p.turn & 1; m.n == 0 {
		// Nothing has changed but where it stands, and maybe that it is a king.
		c := &t.census[mover]
		if zone[from] != zone[to] {
			h := int8(p.towers[from].Height())
			c.shift(zone[from]^uint8(mover), -h)
			c.shift(zone[to]^uint8(mover), +h)
		}
		p.Play(m)
		c.Kings = int8(bits.OnesCount64(p.own[mover] & p.kings))
		return
	}
	// A tower can lose more than one piece, and a move end where it took one.
	touched := uint64(1)<<from | 1<<to | m.takenSet()
	for set := touched; set != 0; set &= set - 1 {
		t.add(p, uint8(bits.TrailingZeros64(set)), -1)
	}
	p.Play(m)
	for set := touched; set != 0; set &= set - 1 {
		t.add(p, uint8(bits.TrailingZeros64(set)), +1)
	}
	t.finish(p)
}

// add adds the tower on a square, if any, or with -1 takes it away.
func (t *tally) add(p *Position, n uint8, sign int8) {
	tower := p.towers[n&63]
	if tower == 0 {
		return
	}
	owner := tower.Owner() & 1
	prisoners := tower.Prisoners().N
	height := tower.Own().N + prisoners
	c, h := &t.census[owner], sign*int8(height)
	c.Pieces += h
	c.Prisoners += sign * int8(prisoners)
	c.shift(p.rules.zone[n&63]^uint8(owner), h)
	t.heights[owner][height&31] += sign
	c.Tallest = max(c.Tallest, int8(height))
}

// finish counts what is known once all towers are added.
func (t *tally) finish(p *Position) {
	for i := range t.census {
		c := &t.census[i]
		c.Towers, c.Kings = int8(bits.OnesCount64(p.own[i])), int8(bits.OnesCount64(p.own[i]&p.kings))
		for c.Tallest > 0 && t.heights[i][c.Tallest&31] == 0 {
			c.Tallest--
		}
	}
}

// shift adds pieces to the side's home, 0, or away from it, 1.
func (c *Census) shift(zone uint8, pieces int8) {
	switch zone {
	case 0:
		c.Home += pieces
	case 1:
		c.Away += pieces
	}
}

// zones returns in which part of the board each square is: the half from which
// White begins, 0, that from which Black does, 1, or the rank between, 2.
func (g *geometry) zones() (zone [64]uint8) {
	for n, s := range g.square {
		switch {
		case s == record.NoSquare:
		case 2*s.Rank()+1 > g.board.Ranks:
			zone[n] = 1
		case 2*s.Rank()+1 == g.board.Ranks:
			zone[n] = 2
		}
	}
	return zone
}
