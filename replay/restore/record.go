package restore

import (
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// The limits of a record. One beyond them is Lost, with the limit as the reason.
const (
	MaxCells        = 1000 // the cells of a sheet
	MaxSheets       = 2    // the sheets of a game: both players wrote
	MaxAlternatives = 8    // the readings of a cell, its text included; the likeliest are used
	MaxWord         = 72   // characters of a cell; a longer one is taken for an illegible word
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
	// does not move the other. Cells that are not Sided are then taken in turns.
	Apart bool
}

// Cell is what is written where a move should be: a word, a mark for an illegible one, or nothing.
type Cell struct {
	Text   string // as written, any bytes; "" for a blank cell
	Number int    // the move number written before it, 0 for none
	Sided  bool   // it is known whose column it is in; in running text only the number tells
	Side   record.Colour
	At     int // byte offset of Text in the source; for the caller, not used
	Len    int // length in bytes there; for the caller, not used
	// Confidence is how sure a recogniser is of Text, 0 for a hand or where it
	// does not say; Alternatives are its other readings.
	Confidence   float64
	Alternatives []Candidate
}

// Candidate is a move that may have been made, in full, or another reading, with its probability.
type Candidate struct {
	Text        string
	Probability float64 // from 0 to 1
}

// Answers that are no move.
const (
	CannotTell = "?" // no further question is about the ply
	NoMove     = "-" // the game had ended by then
)

// Verdict is how sure it is that the game that was found is the one that was played.
type Verdict uint8

// The verdicts, from best to worst.
const (
	Certain Verdict = iota // the whole game, with a probability of Certain or more
	Likely                 // with a half or more
	Open                   // less than that: it is the likeliest of several
	Lost                   // no legal game was found
)

// DefaultCertain is the probability from which a game is certain.
const DefaultCertain = 0.99

// String returns the verdict's name in the JSON contract.
func (v Verdict) String() string {
	return [...]string{"certain", "likely", "open", "lost"}[min(v, Lost)]
}

// Where a move of a restored game comes from, as the JSON contract names it.
const (
	Read     = "read"     // it is what is written
	Mended   = "mended"   // something else is written, or what cannot be read
	Inserted = "inserted" // nothing is written
)

// Game is what was found for a record.
type Game struct {
	Verdict     Verdict
	Reason      message.Message // why it is lost, or less than certain; "" where it is certain
	Probability float64         // of the whole game, as it is here
	// Overlooked is the share of all games that the search is estimated not to
	// have followed; it is allowed for in Probability.
	Overlooked float64
	// Evidence is the natural logarithm of the probability of the most probable
	// game and of all that is written, given the hand: what is to be compared
	// where two searches of the same record found different games.
	Evidence  float64
	Plies     []Ply
	Dropped   []Dropped
	Questions []Question // at most MaxQuestions, the one that settles most first
	Final     record.Position
	Over      bool // the side to move in Final has no move
}

// Ply is a move of a restored game.
type Ply struct {
	Move        string // in full
	Probability float64
	How         string // Read, Mended or Inserted
	// Cells is for each sheet the index of the cell that was written for the
	// move, -1 where there is none. Where two cells were, it is the first.
	Cells [MaxSheets]int
	// Alternatives are the other moves that may have been made at this ply, the likeliest first:
	// those with a probability of MinAlternative or more, at most MaxMoves.
	Alternatives []Candidate
}

// The limits of what is said of other moves.
const (
	MinAlternative = 1e-4
	MaxMoves       = 10
)

// Dropped is a written cell for which there was no move.
type Dropped struct {
	Sheet   int  // from 0
	Cell    int  // its index
	After   int  // the ply after which it is written, from 1; 0 before the first
	Repeats bool // it is a move written once more, not a stray one
}

// Question is a ply to ask about.
type Question struct {
	Ply        int            // from 1
	Cells      [MaxSheets]int // what is written for it, as in Ply
	Candidates []Candidate    // the likeliest first; NoMove may be one
	// Settles is how much of the doubt about the whole game, in bits, the
	// answer is expected to take away, when those before it are known.
	Settles float64
}
