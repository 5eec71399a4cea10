package replay

import (
	"math/bits"

	"github.com/stolb/stolb/record"
)

// A board's playing squares lie in a 64-bit word so that each diagonal step is a shift by a
// constant and a step off the board falls into a gap between rows: the square on file f and rank r
// has bit (r*w+f)/2, where w is odd and greater than the number of files. Boards up to 10x10 fit.

// direction is one of the four diagonal directions. d^2 is the opposite of d; d^1 and d^3 cross it.
// Directions 0 and 1 go up, away from White.
type direction uint8

const (
	upRight direction = iota
	upLeft
	downLeft
	downRight
	noDirection
)

// opposite returns the opposite direction; for noDirection, none of the four.
func (d direction) opposite() direction { return d ^ 2 }

// offBoard marks the absence of a bit number.
const offBoard = 255

type geometry struct {
	board   record.Board
	right   uint // shift for a step up right or down left
	left    uint // shift for a step up left or down right
	playing uint64
	road    uint64     // the main road, the diagonal from White's left corner (Ukrainian rules II.1.3.3, III.1.3.3)
	file    [16]uint64 // the squares of each file
	rank    [16]uint64 // the squares of each rank
	bit     [256]uint8 // by record.Square
	numbers [256]uint8 // bit number by the square's number on a numeric board
	square  [64]record.Square
	name    [64]string        // names of the squares
	number  [64]string        // their numbers, on lettered boards too
	next    [64][4]uint8      // the neighbour's bit, or offBoard
	ray     [4][64]uint64     // all squares from this one to the edge
	toward  [64][64]direction // from one square to another on the same diagonal, or noDirection
}

// shifts returns the two shifts, visibly less than 64, so that each compiles to one instruction.
func (g *geometry) shifts() (right, left uint) { return g.right & 63, g.left & 63 }

func geometryOf(b record.Board) *geometry {
	w := b.Files + 1 | 1
	g := &geometry{board: b, right: uint(w+1) / 2, left: uint(w-1) / 2}
	for i := range g.bit {
		g.bit[i], g.numbers[i] = offBoard, offBoard
	}
	for n := range g.square {
		g.square[n] = record.NoSquare
		for m := range g.toward[n] {
			g.toward[n][m] = noDirection
		}
	}
	for i, s := range b.Squares() {
		file, rank := s.File(), s.Rank()
		n := (rank*w + file) / 2
		if b.Numbering == record.Numeric {
			g.numbers[i+1] = uint8(n)
		}
		g.bit[s], g.square[n], g.name[n], g.number[n] = uint8(n), s, b.Name(s), b.WithNumbers().Name(s)
		bit := uint64(1) << n
		g.file[file] |= bit
		g.rank[rank] |= bit
		g.playing |= bit
		if file == rank {
			g.road |= bit
		}
	}
	for n, s := range g.square {
		if s == record.NoSquare {
			continue
		}
		// A step changes the rank in the high four bits and the file in the low ones.
		for d, step := range [4]record.Square{0x11, 0x0f, 0xef, 0xf1} {
			g.next[n][d] = g.bit[s+step]
			for to := s + step; b.Has(to); to += step {
				g.ray[d][n] |= 1 << g.bit[to]
				g.toward[n][g.bit[to]] = direction(d)
			}
		}
	}
	return g
}

// geometries holds one geometry per board; variants share boards.
var geometries = func() map[record.Board]*geometry {
	all := make(map[record.Board]*geometry)
	for _, v := range record.Variants() {
		if b := v.Board(); all[b] == nil {
			all[b] = geometryOf(b)
		}
	}
	return all
}()

// first returns the bit number of the square of set that comes first in direction d. The set must
// not be empty, and must lie on one ray in that direction.
func first(set uint64, d direction) uint8 {
	if d <= upLeft {
		return uint8(bits.TrailingZeros64(set))
	}
	return uint8(63 - bits.LeadingZeros64(set))
}

// free returns the squares in direction d before the first occupied one.
func (g *geometry) free(n uint8, d direction, occupied uint64) uint64 {
	ray := g.ray[d&3][n&63]
	if block := ray & occupied; block != 0 {
		b := first(block, d)
		ray &^= g.ray[d&3][b&63] | 1<<b
	}
	return ray
}

// stepBit returns the bit number of the square that a written step names, or offBoard if it does
// not name a whole square of the board.
func (g *geometry) stepBit(s record.Step) uint8 {
	if s.Number > 0 {
		return g.numbers[s.Number]
	}
	if uint8(s.File|s.Rank) > 15 { // one is negative, or off every board
		return offBoard
	}
	return g.bit[uint8(s.Rank)<<4|uint8(s.File)] // the encoding of record.SquareAt
}

// meant returns the set of squares that a written step can mean.
func (g *geometry) meant(s record.Step) uint64 {
	if s.Number > 0 {
		return 1 << g.numbers[s.Number]
	}
	if s.File > 15 || s.Rank > 15 { // off every board
		return 0
	}
	set := g.playing
	if s.File >= 0 {
		set &= g.file[s.File]
	}
	if s.Rank >= 0 {
		set &= g.rank[s.Rank]
	}
	return set
}
