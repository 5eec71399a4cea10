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
	Have   [2]Census // what each colour has there: After's Census
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
		p := &again.p
		have := tallyOf(p)
		for i := range r.played {
			if i >= len(r.Game.Plies) || !again.setUpBefore(i) {
				return // the game was changed since it was judged
			}
			if n := r.Game.Plies[i].Note; n != nil && n.Setup != "" {
				have = tallyOf(p)
			}
			m, before := &r.played[i], p.hash
			// Only the squares of the move need be counted again.
			touched := uint64(1)<<m.from | 1<<m.to | m.takenSet()
			have.count(p, touched, -1)
			p.Play(m)
			have.count(p, touched, +1)
			if !yield(i, Step{m, before, p, [2]Census{have.census(p, 0), have.census(p, 1)}}) {
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
	t := tallyOf(p)
	return t.census(p, c)
}

// tally counts the pieces of both sides' towers. A tower's two counts lie in
// bytes side by side, and no side has more pieces than a byte counts, so that
// both are added at once.
type tally struct {
	pieces  [2][3]record.Tower // by owner and zone: the two counts
	heights [2][2*record.MaxBlock + 1]int8
	tallest [2]int
}

func tallyOf(p *Position) tally {
	var t tally
	t.count(p, p.own[0]|p.own[1], +1)
	return t
}

// count adds the towers on a set of squares, or with -1 takes them away.
func (t *tally) count(p *Position, set uint64, sign int8) {
	for ; set != 0; set &= set - 1 {
		n := bits.TrailingZeros64(set)
		tower := p.towers[n]
		if tower == 0 {
			continue
		}
		c, counts := tower.Owner(), tower>>32&0xffff
		h := height(counts)
		t.pieces[c][p.rules.zone[n]] += counts * record.Tower(sign)
		t.heights[c][h] += sign
		t.tallest[c] = max(t.tallest[c], h)
	}
}

func (t *tally) census(p *Position, c record.Colour) Census {
	for t.tallest[c] > 0 && t.heights[c][t.tallest[c]] == 0 {
		t.tallest[c]--
	}
	zones := &t.pieces[c]
	all := zones[0] + zones[1] + zones[2]
	return Census{
		Towers: bits.OnesCount64(p.own[c]), Pieces: height(all), Prisoners: int(all >> 8), Kings: bits.OnesCount64(p.own[c] & p.kings),
		Tallest: t.tallest[c], Home: height(zones[c]), Away: height(zones[c^1]),
	}
}

// height adds a tower's two counts.
func height(counts record.Tower) int { return int(counts&0xff) + int(counts>>8) }

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
