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
	a := new(Arbiter)
	return a, a.beginAgain(r, rules)
}

// beginAgain sets up the position from which a judged game begins, with the memory of what
// was begun again before.
func (j *Arbiter) beginAgain(r *Report, rules *Rules) bool {
	if j.report == nil {
		j.report = new(Report)
	}
	*j.report = Report{Game: r.Game, Variant: r.Variant, Faults: j.report.Faults[:0]}
	return j.begin(rules)
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

// Census is what one side has on the board. No count is greater than 40, the
// pieces that there are, so that all of them fit into one word: a byte each, in
// the order of the methods.
type Census struct{ counts uint64 }

// Where the counts begin.
const (
	censusPieces    = 8
	censusPrisoners = 16
	censusKings     = 24
	censusTallest   = 32
	censusHome      = 40
	censusAway      = 48
)

// Towers is the number of the side's towers, lone pieces included.
func (c Census) Towers() int { return int(c.counts & 0xff) }

// Pieces is the number of pieces in them, prisoners included.
func (c Census) Pieces() int { return int(c.counts >> censusPieces & 0xff) }

// Prisoners is the number of the other side's pieces among them.
func (c Census) Prisoners() int { return int(c.counts >> censusPrisoners & 0xff) }

// Kings is the number of towers that are kings.
func (c Census) Kings() int { return int(c.counts >> censusKings & 0xff) }

// Tallest is the number of pieces in the tallest tower, 0 where there is none.
func (c Census) Tallest() int { return int(c.counts >> censusTallest & 0xff) }

// Home is the number of the side's Pieces that are on the half of the board from
// which it began. The middle rank of an odd board is in neither half.
func (c Census) Home() int { return int(c.counts >> censusHome & 0xff) }

// Away is the number of those on the other half.
func (c Census) Away() int { return int(c.counts >> censusAway & 0xff) }

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
	sums    [2]uint64                      // the same without kings and the tallest
	heights [2][2*record.MaxBlock + 2]int8 // how many towers there are of each
	tall    [2]uint32                      // the heights of which there are any, as bits
}

// begin counts a position.
func (t *tally) begin(p *Position) {
	*t = tally{}
	for set := p.own[0] | p.own[1]; set != 0; set &= set - 1 {
		t.add(p, bits.TrailingZeros64(set)&63)
	}
	t.finish(p)
}

// play plays a move of the position that was counted.
func (t *tally) play(p *Position, m *Move) {
	from, to := m.from&63, m.to&63
	if m.n == 0 {
		// Nothing has changed but where it stands, and maybe that it is a king.
		mover := p.turn & 1
		weights := &p.rules.weights[mover]
		t.sums[mover] += uint64(p.towers[from].Height()) * (weights[to] - weights[from])
		p.Play(m)
		kings := uint64(bits.OnesCount64(p.own[mover] & p.kings))
		t.census[mover].counts = t.sums[mover] | kings<<censusKings | t.census[mover].counts&(0xff<<censusTallest)
		return
	}
	// A tower can lose more than one piece, and a move end where it took one.
	touched := uint64(1)<<from | 1<<to | m.takenSet()
	for set := touched & (p.own[0] | p.own[1]); set != 0; set &= set - 1 {
		t.remove(p, bits.TrailingZeros64(set)&63)
	}
	p.Play(m)
	for set := touched & (p.own[0] | p.own[1]); set != 0; set &= set - 1 {
		t.add(p, bits.TrailingZeros64(set)&63)
	}
	t.finish(p)
}

// add adds the tower on square n.
func (t *tally) add(p *Position, n int) {
	owner, height, counts := p.counts(n)
	t.sums[owner] += counts
	t.heights[owner][height]++
	t.tall[owner] |= 1 << height
}

// remove takes it away.
func (t *tally) remove(p *Position, n int) {
	owner, height, counts := p.counts(n)
	t.sums[owner] -= counts
	left := t.heights[owner][height] - 1
	t.heights[owner][height] = left
	t.tall[owner] &^= uint32(uint8(left-1)>>7) << height // 1 where none is left
}

// counts returns what the tower on square n adds to its owner's sums.
func (p *Position) counts(n int) (owner record.Colour, height int, counts uint64) {
	tower := p.towers[n]
	owner, height = tower.Owner()&1, tower.Height()&31
	return owner, height, 1 + uint64(height)*p.rules.weights[owner][n] + uint64(tower.Prisoners().N)<<censusPrisoners
}

// finish makes the census of both sides once all towers are added.
func (t *tally) finish(p *Position) {
	for i := range t.census {
		kings := uint64(bits.OnesCount64(p.own[i] & p.kings))
		tallest := uint64(bits.Len32(t.tall[i]|1) - 1)
		t.census[i].counts = t.sums[i] | kings<<censusKings | tallest<<censusTallest
	}
}

// weights returns what a piece in a tower of each colour adds to a census on
// each square.
func (g *geometry) weights() (weights [2][64]uint64) {
	for c := range weights {
		for n, s := range g.square {
			if s == record.NoSquare {
				continue
			}
			weights[c][n] = 1 << censusPieces
			switch above := 2*s.Rank() + 1 - g.board.Ranks; {
			case above < 0 && c == 0, above > 0 && c == 1:
				weights[c][n] |= 1 << censusHome
			case above != 0:
				weights[c][n] |= 1 << censusAway
			}
		}
	}
	return weights
}
