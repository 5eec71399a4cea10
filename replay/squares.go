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
	var counts, tallest uint64
	weights := &p.rules.weights[c&1]
	for set := p.own[c&1]; set != 0; set &= set - 1 {
		n := bits.TrailingZeros64(set) & 63
		tower := p.towers[n]
		height := uint64(tower.Height())
		counts += 1 + height*weights[n] + uint64(tower.Prisoners().N)<<censusPrisoners
		tallest = max(tallest, height)
	}
	kings := uint64(bits.OnesCount64(p.own[c&1] & p.kings))
	return Census{counts | kings<<censusKings | tallest<<censusTallest}
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
