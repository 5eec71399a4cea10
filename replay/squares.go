package replay

import (
	"math/bits"

	"github.com/stolb/stolb/record"
)

// Squares is a set of a board's playing squares, one bit each. Rules.Bit maps a square to its bit;
// the mapping depends only on the board.
type Squares uint64

// Each calls f with the bit of each square in the set.
func (s Squares) Each(f func(bit int)) {
	for ; s != 0; s &= s - 1 {
		f(bits.TrailingZeros64(uint64(s)))
	}
}

// Bit returns the bit of a square, from 0 to 63, or -1 if the square is not on the board.
func (r *Rules) Bit(s record.Square) int {
	if n := r.geometry.bit[s]; n != offBoard {
		return int(n)
	}
	return -1
}

// Square returns the square of a bit, 0 to 63, or record.NoSquare if there is none.
func (r *Rules) Square(bit int) record.Square { return r.geometry.square[bit&63] }

// FarRank returns the rank on which the side's men become kings.
func (r *Rules) FarRank(c record.Colour) Squares { return Squares(r.promote[c&1]) }

// Towers returns the squares of the side's towers.
func (p *Position) Towers(c record.Colour) Squares { return Squares(p.own[c&1]) }

// Kings returns the squares of the towers that are kings.
func (p *Position) Kings() Squares { return Squares(p.kings) }

// Tower returns the tower on the square of a bit, or the zero Tower if the square is empty.
func (p *Position) Tower(bit int) record.Tower { return p.towers[bit&63] }

// Bits returns the bits of the squares where the move starts and ends.
func (m *Move) Bits() (from, to int) { return int(m.from & 63), int(m.to & 63) }

// Taken returns the bits of the squares of the captured pieces, in the order of capture. The slice
// is valid as long as the move is.
func (m *Move) Taken() []uint8 { return m.taken[:m.n] }

// Turns appends the bits of the squares on which a capture changes direction, in order.
func (r *Rules) Turns(m *Move, dst []uint8) []uint8 {
	for i := range max(int(m.n), 1) - 1 {
		if r.geometry.leg(m, i) != r.geometry.leg(m, i+1) {
			dst = append(dst, m.land[i])
		}
	}
	return dst
}

// Census counts a side's material on the board.
type Census struct {
	Towers    int // including lone pieces
	Pieces    int // in the towers, including prisoners
	Prisoners int // the other side's pieces among Pieces
	Kings     int // towers that are kings
	Tallest   int // pieces in the tallest tower, or 0 if there is no tower
	// Home is the number of Pieces on the half of the board where the side started, Away the number
	// on the other half. The middle rank of an odd board belongs to neither.
	Home, Away int
}

// Census counts a side's material on the board.
func (p *Position) Census(c record.Colour) Census {
	own, home, away := p.own[c&1], p.rules.half[c&1], p.rules.half[c&1^1]
	var pieces, prisoners, tallest, atHome, atAway int // locals, because fields of a Census would live in memory
	for set := own; set != 0; set &= set - 1 {
		at := bits.TrailingZeros64(set) & 63
		height := p.towers[at].Height()
		pieces += height
		prisoners += p.towers[at].Prisoners().N
		tallest = max(tallest, height)
		atHome += height * int(home>>at&1)
		atAway += height * int(away>>at&1)
	}
	return Census{bits.OnesCount64(own), pieces, prisoners, bits.OnesCount64(own & p.kings), tallest, atHome, atAway}
}
