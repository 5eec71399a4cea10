package replay

import (
	"math/bits"
	"sync"

	"github.com/stolb/stolb/record"
)

// A board's playing squares lie in a 64-bit word so that each of the four
// diagonal steps is a shift by a constant, with a gap at the end of each row
// to fall into: the square on file f and rank r has bit (r*w+f)/2, w being odd
// and greater than the number of files. Boards up to 10x10 fit.

// direction is one of the four diagonal directions. d^2 is its opposite; d^1
// and d^3 cross it. Directions 0 and 1 go up, away from White.
type direction uint8

const (
	upRight direction = iota
	upLeft
	downLeft
	downRight
	noDirection
)

func (d direction) opposite() direction { return d ^ 2 }

// offBoard is the bit number of no square.
const offBoard = 255

type geometry struct {
	board   record.Board
	right   uint // shift of a step up right or down left
	left    uint // shift of a step up left or down right
	playing uint64
	road    uint64     // the main road
	file    [16]uint64 // the squares of each file
	bit     [256]uint8 // by record.Square
	numbers [256]uint8 // bit number by the number of a numeric board's square
	square  [64]record.Square
	name    [64]string // of the squares
	named   map[string]record.Square
	next    [4][64]uint8  // the neighbour's bit, or offBoard
	ray     [4][64]uint64 // all squares from here to the edge
	behind  [4][64]uint64 // the neighbour, as a set; empty where the board ends
	jumps   [64][4]jump
	toward  [64][64]direction // from one square to another, see directionTo

	spelling sync.Once
	texts    *[2][64][64]string // see text
}

// jump is the capture of a neighbour: of the piece on over, to land behind it.
// Both are empty where the board ends before.
type jump struct{ over, land uint64 }

// shifts returns the two shifts, of which the compiler sees here that they are less
// than 64: one instruction each.
func (g *geometry) shifts() (right, left uint) { return g.right & 63, g.left & 63 }

func geometryOf(b record.Board) *geometry {
	w := b.Files + 1
	if w%2 == 0 {
		w++
	}
	g := &geometry{board: b, right: uint(w+1) / 2, left: uint(w-1) / 2, named: make(map[string]record.Square)}
	for i := range g.bit {
		g.bit[i], g.numbers[i] = offBoard, offBoard
	}
	for i := range g.square {
		g.square[i] = record.NoSquare
	}
	for i, s := range b.Squares() {
		n := (s.Rank()*w + s.File()) / 2
		if b.Numbering == record.Numeric {
			g.numbers[i+1] = uint8(n)
		}
		g.bit[s] = uint8(n)
		g.named[b.Name(s)] = s
		g.square[n], g.name[n] = s, b.Name(s)
		g.file[s.File()] |= 1 << n
		g.playing |= 1 << n
	}
	steps := [4][2]int{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}
	for d, step := range steps {
		for n := range 64 {
			g.next[d][n] = offBoard
			if g.playing&(1<<n) == 0 {
				continue
			}
			f, r := g.square[n].File(), g.square[n].Rank()
			for i := 1; ; i++ {
				f2, r2 := f+i*step[0], r+i*step[1]
				if f2 < 0 || r2 < 0 || !b.Has(record.SquareAt(f2, r2)) {
					break
				}
				m := g.bit[record.SquareAt(f2, r2)]
				if i == 1 {
					g.next[d][n] = m
					g.behind[d][n] = 1 << m
				}
				g.ray[d][n] |= 1 << m
			}
		}
	}
	for n := range 64 {
		for d := range g.jumps[n] {
			if c := g.next[d][n]; c != offBoard && g.next[d][c] != offBoard {
				g.jumps[n][d] = jump{1 << c, 1 << g.next[d][c]}
			}
		}
		for m := range 64 {
			g.toward[n][m] = noDirection
			if (g.playing>>n)&(g.playing>>m)&1 != 0 {
				g.toward[n][m] = directionTo(g.square[n], g.square[m])
			}
		}
	}
	g.road = g.mainRoad()
	return g
}

// geometries has that of each board, which several variants share.
var geometries = func() map[record.Board]*geometry {
	all := make(map[record.Board]*geometry)
	for _, v := range record.Variants() {
		if b := v.Board(); all[b] == nil {
			all[b] = geometryOf(b)
		}
	}
	return all
}()

// text returns the text of a move that start and end tell, a quiet one or a capture.
func (g *geometry) text(capture bool, from, to uint8) string {
	g.spelling.Do(g.spell) // not before one asks: it takes longer than a small file
	sign := 0
	if capture {
		sign = 1
	}
	return g.texts[sign][from&63][to&63]
}

// spell fills in texts, which are parts of one.
func (g *geometry) spell() {
	g.texts = new([2][64][64]string)
	var all []byte
	var ends []int
	for pass := range 2 {
		whole, i := string(all), 0
		for sign := range g.texts {
			for m, from := range g.square {
				for n, to := range g.square {
					switch {
					case from == record.NoSquare || to == record.NoSquare || m == n && sign == 0:
					case pass == 0:
						all = append(g.board.AppendName(all, from), "-:"[sign])
						all = g.board.AppendName(all, to)
						ends = append(ends, len(all))
					default:
						begin := 0
						if i > 0 {
							begin = ends[i-1]
						}
						g.texts[sign][m][n] = whole[begin:ends[i]]
						i++
					}
				}
			}
		}
	}
}

// rank returns the squares of a rank, counted from 0.
func (g *geometry) rank(r int) uint64 {
	var mask uint64
	for f := range g.board.Files {
		if s := record.SquareAt(f, r); g.board.Has(s) {
			mask |= 1 << g.bit[s]
		}
	}
	return mask
}

// first returns the bit number of the square of set that is nearest in
// direction d; set is not empty and lies on one ray in that direction.
func first(set uint64, d direction) uint8 {
	if d <= upLeft {
		return uint8(bits.TrailingZeros64(set))
	}
	return uint8(63 - bits.LeadingZeros64(set))
}

// stepBit returns the bit number of the square that a written step names;
// offBoard where it names no whole square of the board.
func (g *geometry) stepBit(s record.Step) uint8 {
	if s.Number > 0 {
		return g.numbers[s.Number]
	}
	if uint8(s.File|s.Rank) > 15 { // one is negative, or on no board
		return offBoard
	}
	return g.bit[uint8(s.Rank)<<4|uint8(s.File)] // as record.SquareAt has it
}

// meant returns the squares that a written step can mean.
func (g *geometry) meant(s record.Step) uint64 {
	if s.Whole() {
		if n := g.stepBit(s); n != offBoard {
			return 1 << n
		}
		return 0
	}
	var set uint64
	for n, square := range g.square {
		if square != record.NoSquare && s.Matches(g.board, square) {
			set |= 1 << n
		}
	}
	return set
}

// directionTo returns the direction from one square to another on the same
// diagonal; noDirection where there is none.
func directionTo(from, to record.Square) direction {
	f, r := to.File()-from.File(), to.Rank()-from.Rank()
	switch {
	case f == 0 || f != r && f != -r:
		return noDirection
	case f > 0 && r > 0:
		return upRight
	case r > 0:
		return upLeft
	case f < 0:
		return downLeft
	default:
		return downRight
	}
}
