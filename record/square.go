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

// Term returns the side's name in messages.
func (c Colour) Term() message.Message { return message.Term(c.String()) }

// Letter returns the side's letter in FEN, 'W' or 'B'.
func (c Colour) Letter() byte { return "WB"[c&1] }

// Square is a square of a board by file and rank, both from 0, from White's left and upward: the
// rank in the high four bits, the file in the low four. It is the same on every board; its name
// depends on the Board.
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

// The namings of a board's squares; the letters are those of PDN's GameType tag.
const (
	Algebraic byte = 'A' // a1 at White's left: Codex 1.10
	Numeric   byte = 'N' // 1, 2, 3, ... over the playing squares: Codex 2.3
)

// The corners that may have square 1 of a numeric board, as White sees them.
const (
	BottomLeft uint8 = iota
	BottomRight
	TopLeft
	TopRight
)

// Board is a board's geometry and square names; comparable, with at most 12 files and 12 ranks.
type Board struct {
	Files, Ranks int
	Numbering    byte  // Algebraic or Numeric
	Corner       uint8 // of square 1
	Mirrored     bool  // the corner at White's left, a1, is not a playing square
}

// Has reports whether s is a playing square of the board.
func (b Board) Has(s Square) bool {
	f, r := s.File(), s.Rank()
	return s != NoSquare && f < b.Files && r < b.Ranks && (f+r)%2 == b.parity()
}

// Mirror returns the square of board to in the place of b's square s: s itself, or its mirror image
// if just one of the boards is mirrored. The boards must have equally many files and ranks.
func (b Board) Mirror(s Square, to Board) Square {
	if b.Mirrored == to.Mirrored || s == NoSquare {
		return s
	}
	return SquareAt(b.Files-1-s.File(), s.Rank())
}

// WithNumbers returns the board with numbers as names. Those of an algebraic board begin at White's
// far left, as in PDN's N2: 1 to 32 in Russian draughts.
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

// Squares returns the playing squares in board order, which is FEN's: by number on a numeric board,
// row by row upward on an algebraic one, each row from White's left.
func (b Board) Squares() []Square { return slices.Clone(tableOf(b).byNumber[1:]) }

// Numbered returns the square with number n, from 1, in the board's numbering; an algebraic board's
// squares are numbered in board order. It returns NoSquare if the board has no such number.
func (b Board) Numbered(n int) Square {
	if t := tableOf(b); n >= 1 && n < len(t.byNumber) {
		return t.byNumber[n]
	}
	return NoSquare
}

// Number returns the number of a playing square, from 1, or 0 if the board has no such square.
func (b Board) Number(s Square) int { return int(tableOf(b).number[s]) }

// Name returns the board's name of a playing square, "c3" or "12", or "-" if it has no such square.
func (b Board) Name(s Square) string { return tableOf(b).name[s] }
