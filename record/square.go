package record

import (
	"slices"
	"strconv"

	"github.com/stolb/stolb/record/message"
)

// Colour is a side: White or Black.
type Colour uint8

// The two sides. White begins in every variant but checkers.
const (
	White Colour = iota
	Black
)

// Other returns the opponent's colour.
func (c Colour) Other() Colour { return c ^ 1 }

// String returns "white" or "black".
func (c Colour) String() string { return [...]string{"white", "black"}[c&1] }

// Term returns what messages call the side.
func (c Colour) Term() message.Message { return message.Term(c.String()) }

// Letter returns FEN's letter of the side, 'W' or 'B'.
func (c Colour) Letter() byte { return "WB"[c&1] }

// Square is a square of a board by file and rank, both from 0, from White's
// left and upward: the rank in the high four bits, the file in the low four.
// It is the same for every board; what a square is called depends on the Board.
type Square uint8

// NoSquare is no square of any board.
const NoSquare Square = 0xff

// SquareAt returns the square on the given file and rank, both 0 to 14.
func SquareAt(file, rank int) Square { return Square(rank<<4 | file) }

// File returns the square's file, 0 for file a.
func (s Square) File() int { return int(s & 0xf) }

// Rank returns the square's rank, 0 for the rank nearest to White.
func (s Square) Rank() int { return int(s >> 4) }

// Algebraic returns the square's name by letter and digit, "c3" (Codex 1.10), on any board.
func (s Square) Algebraic() string {
	if s == NoSquare {
		return "-"
	}
	return string(rune('a'+s.File())) + strconv.Itoa(s.Rank()+1)
}

// The ways of naming a board's squares; the letters are those of PDN's GameType tag.
const (
	Algebraic byte = 'A' // a1 at White's left: Codex 1.10
	Numeric   byte = 'N' // 1, 2, 3, ... over the playing squares: Codex 2.3
)

// The corners where a numeric board's square 1 may lie, as White sees it.
const (
	BottomLeft uint8 = iota
	BottomRight
	TopLeft
	TopRight
)

// Board is a board's geometry and names of squares; comparable, with at most 12 files and 12 ranks.
type Board struct {
	Files, Ranks int
	Numbering    byte  // Algebraic or Numeric
	Corner       uint8 // where numbers begin
	Mirrored     bool  // the corner at White's left, a1, is not a playing square
}

// Has says whether s is a playing square of the board.
func (b Board) Has(s Square) bool {
	f, r := s.File(), s.Rank()
	return s != NoSquare && f < b.Files && r < b.Ranks && (f+r)%2 == b.parity()
}

// Mirror returns the square of board to that is in the place of b's square s:
// s itself, or its image in a mirror beside the board where one of the boards
// is mirrored and the other is not. The boards have as many files and ranks.
func (b Board) Mirror(s Square, to Board) Square {
	if b.Mirrored == to.Mirrored || s == NoSquare {
		return s
	}
	return SquareAt(b.Files-1-s.File(), s.Rank())
}

// WithNumbers returns the board with numbers for names: an algebraic one's begin at
// White's far left, as PDN's N2 has them, 1 to 32 in Russian draughts.
func (b Board) WithNumbers() Board {
	if b.Numbering == Algebraic {
		b.Numbering, b.Corner = Numeric, TopLeft
	}
	return b
}

func (b Board) parity() int {
	if b.Mirrored {
		return 1
	}
	return 0
}

// Squares returns the playing squares in board order, the order in which FEN lists them: a
// numeric board's by number, an algebraic one's row by row upward, each row from White's left.
func (b Board) Squares() []Square { return slices.Clone(tableOf(b).byNumber[1:]) }

// list makes the list of Squares.
func (b Board) list() []Square {
	squares := make([]Square, 0, (b.Files*b.Ranks+1)/2)
	down := b.Numbering == Numeric && b.Corner >= TopLeft
	back := b.Numbering == Numeric && (b.Corner == BottomRight || b.Corner == TopRight)
	for i := range b.Files * b.Ranks {
		f, r := i%b.Files, i/b.Files
		if back {
			f = b.Files - 1 - f
		}
		if down {
			r = b.Ranks - 1 - r
		}
		if s := SquareAt(f, r); b.Has(s) {
			squares = append(squares, s)
		}
	}
	return squares
}

// Numbered returns the square with number n, counted from 1 in the board's
// numbering (an algebraic board's squares are numbered in board order, too).
// It returns NoSquare where the board has no such number.
func (b Board) Numbered(n int) Square {
	if t := tableOf(b); n >= 1 && n < len(t.byNumber) {
		return t.byNumber[n]
	}
	return NoSquare
}

// Number returns the number of a playing square, from 1; 0 where the board has no such square.
func (b Board) Number(s Square) int { return int(tableOf(b).number[s]) }

// Name returns what the board calls a playing square: "c3" or "12".
func (b Board) Name(s Square) string { return tableOf(b).name[s] }
