package restore

import (
	"github.com/stolb/stolb/record"
)

// The limits of what is restored. A record beyond them is Lost, with the limit
// as the reason; nothing is cut off in silence.
const (
	// MaxCells is the most written cells that one sheet may have.
	MaxCells = 1000
	// MaxSheets is the most sheets of one game: both players wrote.
	MaxSheets = 2
	// MaxAlternatives is how many readings of a cell are looked at, its text
	// included; the others are left out, the least likely first.
	MaxAlternatives = 8
	// MaxWord is the most characters of a cell that are looked at. A longer one
	// is no move word, and is taken for one that cannot be read.
	MaxWord = 72
)

// Record is what is written of one game, on one sheet or on two.
type Record struct {
	Variant record.Variant
	Start   *record.Position // nil for the variant's starting position
	// Final is the position that the record says was reached, nil where it says
	// none. It is evidence, not a command: it may be wrong, too.
	Final  *record.Position
	Result record.Result // evidence in the same way
	Sheets []Sheet       // one, or MaxSheets of the same game
}

// Sheet is what one hand wrote of the game.
type Sheet struct {
	Cells []Cell // in the order in which the moves should have been made
	// Apart says that each side's moves stand in a column of their own, all of
	// the one and then all of the other, so that a word missing in one column
	// does not move the other. Cells without a Side are then taken in turns.
	Apart bool
}

// Cell is one written thing that stands where a move should: a word, a mark for
// what could not be read, or nothing at all.
type Cell struct {
	Text   string // as written, any bytes; "" for a blank cell
	Number int    // the move number written before it, 0 for none
	Side   Side   // whose column it stands in
	Row    int    // the row or line, from 0; told back, not used
	At     int    // byte offset of Text in the source; told back, not used
	Len    int    // length in bytes there; told back, not used
	// Confidence is how sure a recogniser is of Text, 0 for a hand or where it
	// does not say; Alternatives are its other readings.
	Confidence   float64
	Alternatives []Alternative
}

// Alternative is another reading of a cell with the recogniser's confidence in
// it, from 0 to 1.
type Alternative struct {
	Text       string
	Confidence float64
}

// Side is the column in which a cell stands.
type Side uint8

// The columns. In running text only the number tells: a cell behind it is
// White's.
const (
	AnySide Side = iota
	WhiteSide
	BlackSide
)

// Answer is what somebody who was asked says about a ply.
type Answer struct {
	Ply  int    // from 1
	Move string // in full, as Ply.Move has it, or one of these
}

// Answers that are no move.
const (
	CannotTell = "?" // nobody knows; the ply is not asked about again
	NoMove     = "-" // the game had ended by then
)
