package replay

import (
	"math/bits"

	"github.com/stolb/stolb/record"
)

// Squares is a set of a board's playing squares, a bit for each. Which bit a
// square has, Rules.Bit says; it depends on the board alone.
type Squares uint64

// Each calls f with the bit of each square of the set.
func (s Squares) Each(f func(bit int)) {
	for ; s != 0; s &= s - 1 {
		f(bits.TrailingZeros64(uint64(s)))
	}
}

// Bit returns the bit of a square, from 0 to 63; -1 where the board does not have
// it.
func (r *Rules) Bit(s record.Square) int {
	if n := r.geometry.bit[s]; n != offBoard {
		return int(n)
	}
	return -1
}

// Square returns the square of a bit, record.NoSquare where it has none.
func (r *Rules) Square(bit int) record.Square { return r.geometry.square[bit&63] }

// FarRank is the rank on which the side's men become kings.
func (r *Rules) FarRank(c record.Colour) Squares { return Squares(r.promote[c&1]) }

// MainRoad is the diagonal from White's left corner (Ukrainian rules II.1.3.3);
// empty where that is not played on.
func (r *Rules) MainRoad() Squares { return Squares(r.geometry.road) }

// Towers returns the squares of the side's towers.
func (p *Position) Towers(c record.Colour) Squares { return Squares(p.own[c&1]) }

// Kings returns the squares of the towers that are kings.
func (p *Position) Kings() Squares { return Squares(p.kings) }

// Tower returns the tower on the square of a bit, the zero Tower where there is
// none.
func (p *Position) Tower(bit int) record.Tower { return p.towers[bit&63] }

// Bits returns the bits of the squares where the move starts and ends.
func (m *Move) Bits() (from, to int) { return int(m.from & 63), int(m.to & 63) }

// Taken returns the bits of the squares of the captured pieces in the order in
// which they are taken. It is valid as long as the move is.
func (m *Move) Taken() []uint8 { return m.taken[:m.n] }

// Turns appends the bits of the squares on which a capture changes its direction,
// in order.
func (r *Rules) Turns(m *Move, dst []uint8) []uint8 { return r.geometry.way(m, false, dst) }

// Moments plays the report's moves once more and calls each with every position of
// the game and the move that is made in it, and at last with the final position and
// no move. Where a record sets up another position, it is that one. It calls nothing
// where there is no board: see Report.Final. What it passes changes with the next and
// must not be kept. It costs little. Only a report that Judge made has moments.
func (r *Report) Moments(each func(*Position, *Move)) {
	again, ok := r.again()
	if !ok {
		return
	}
	for i := range r.played {
		if i >= len(r.Game.Plies) || !again.setUpBefore(i) {
			return // the game was changed since it was judged
		}
		each(&again.p, &r.played[i])
		again.p.Play(&r.played[i])
	}
	if final := again.p.Record(); final != r.Final { // set up before a move that is none
		p, err := again.p.rules.Position(&r.Final)
		if err != nil {
			return
		}
		again.p = *p
	}
	each(&again.p, nil)
}
