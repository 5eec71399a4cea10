package replay

import (
	"iter"
	"math/bits"

	"github.com/stolb/stolb/record"
)

// Step is a move of a judged game and what it led to.
type Step struct {
	Move   *Move
	Before uint64    // the hash of the position before it
	After  *Position // the position after it
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
// costs little. What a step points to changes with the next and must not be
// kept; a Position is a value and may be copied.
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
		for i := range r.played {
			if i >= len(r.Game.Plies) || !again.setUpBefore(i) {
				return // the game was changed since it was judged
			}
			before := again.p.hash
			again.p.Play(&r.played[i])
			if !yield(i, Step{&r.played[i], before, &again.p}) {
				return
			}
		}
	}
}

// Census is what one side has on the board.
type Census struct {
	Towers    int // lone pieces included
	Pieces    int // in its towers, prisoners included
	Prisoners int // the other side's pieces among them
	Kings     int // towers that are kings
	Tallest   int // pieces in its tallest tower
	Home      int // of its Pieces, those on the half of the board from which it began
	Away      int // those on the other half; the middle rank of an odd board is in neither
}

// Census counts what a side has on the board.
func (p *Position) Census(c record.Colour) Census {
	own := p.own[c]
	home, away := own&p.rules.half[c], own&p.rules.half[c^1]
	atHome, tallHome := p.heights(home)
	farAway, tallAway := p.heights(away)
	middle, tallMiddle := p.heights(own &^ (home | away))
	all := atHome + farAway + middle
	return Census{
		Towers: bits.OnesCount64(own), Pieces: height(all), Prisoners: int(all >> 8), Kings: bits.OnesCount64(own & p.kings),
		Tallest: max(tallHome, tallAway, tallMiddle), Home: height(atHome), Away: height(farAway),
	}
}

// heights adds up the counts of the towers on a set of squares, and returns the
// height of the tallest. A tower's two counts lie in bytes side by side, and no
// side has more pieces than a byte counts, so that both are added at once.
func (p *Position) heights(set uint64) (sum record.Tower, tallest int) {
	for ; set != 0; set &= set - 1 {
		t := p.towers[bits.TrailingZeros64(set)] >> 32 & 0xffff
		sum += t
		tallest = max(tallest, height(t))
	}
	return sum, tallest
}

// height adds a tower's two counts.
func height(counts record.Tower) int { return int(counts&0xff) + int(counts>>8) }

// halves returns the squares of the half from which each side begins.
func (g *geometry) halves() (half [2]uint64) {
	for r := range g.board.Ranks / 2 {
		half[record.White] |= g.rank(r)
		half[record.Black] |= g.rank(g.board.Ranks - 1 - r)
	}
	return half
}
