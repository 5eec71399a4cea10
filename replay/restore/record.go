package restore

import (
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// The limits of a record. One with more sheets or cells is Lost, for that reason.
const (
	MaxCells        = 1000 // cells of a sheet
	MaxSheets       = 2    // sheets of a game: both players wrote
	MaxAlternatives = 8    // readings of a cell, its text included; the likeliest are used
	MaxWord         = 72   // characters of a cell, without blanks; a longer word counts as illegible
)

// Record is the written text of one game, on one sheet or two.
type Record struct {
	Variant record.Variant
	Start   *record.Position // nil for the variant's starting position
	// Final is the recorded final position, or nil if absent. It is evidence, not a command: it may
	// be wrong, too.
	Final  *record.Position
	Result record.Result // evidence, too
	Sheets []Sheet       // one, or MaxSheets of the same game
}

// Sheet is one hand's record of the game.
type Sheet struct {
	Cells []Cell // in the order in which the moves should have been made
	// Apart means that each side's moves have a column of their own, first all of one side, then
	// all of the other, so that a word missing in one column does not shift the other. Cells that
	// are not Sided then alternate between the sides.
	Apart bool
}

// Cell is the text in the place of a move: a word, a mark for an illegible one, or nothing.
type Cell struct {
	Text   string // as written, any bytes; "" for a blank cell
	Number int    // the move number written before it, or 0 if absent
	Sided  bool   // its column's side is known; in running text the number alone shows it
	Side   record.Colour
	At     int // byte offset of Text in the source; for the caller, not used here
	Len    int // length in bytes there; for the caller, not used here
	// Confidence is how sure a recogniser is of Text, 0 for a hand or if not given; Alternatives
	// are its other readings.
	Confidence   float64
	Alternatives []Candidate
}

// Candidate is a possible move, in full, or another reading, with its probability.
type Candidate struct {
	Text        string
	Probability float64 // from 0 to 1
}

// Answers other than a move.
const (
	CannotTell = "?" // the person cannot tell; no further question is about the ply
	NoMove     = "-" // the game had ended by then
)

// Verdict is how certain it is that the restored game is the one that was played.
type Verdict uint8

// The verdicts, from best to worst.
const (
	Certain Verdict = iota // the whole game has a probability of Restorer.Certain or more
	Likely                 // of a half or more
	Open                   // of less: the game is the likeliest of several
	Lost                   // no legal game was found
)

// DefaultCertain is the least probability of a certain game.
const DefaultCertain = 0.99

// String returns the verdict's name in the JSON contract.
func (v Verdict) String() string {
	return [...]string{"certain", "likely", "open", "lost"}[min(v, Lost)]
}

// The origins of a move of a restored game, as the JSON contract names them.
const (
	Read     = "read"     // as written
	Mended   = "mended"   // something else is written, or something illegible
	Inserted = "inserted" // nothing is written
)

// Game is the result for a record.
type Game struct {
	Verdict     Verdict
	Reason      message.Message // why the game is lost or uncertain; "" if it is certain
	Probability float64         // of this whole game
	// Overlooked is the estimated share of all games that the search did not follow; Probability
	// already allows for it.
	Overlooked float64
	// Evidence is the natural logarithm of the probability of the most probable game together with
	// the written text, given the hand. Use it to compare two searches of the same record that
	// found different games.
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
	// Cells is for each sheet the index of the cell written for the move, the first if there are
	// two, or -1 if there is none.
	Cells [MaxSheets]int
	// Alternatives are the other possible moves at this ply, the likeliest first: at most MaxMoves,
	// each with a probability of MinAlternative or more.
	Alternatives []Candidate
}

// The limits of a ply's Alternatives; MaxMoves also limits a question's Candidates.
const (
	MinAlternative = 1e-4
	MaxMoves       = 10
)

// Dropped is a written cell without a move.
type Dropped struct {
	Sheet   int  // from 0
	Cell    int  // index in the sheet
	After   int  // the ply before it, from 1; 0 before the first ply
	Repeats bool // it writes a move once more; it is not a stray word
}

// Question is a ply to ask a person about.
type Question struct {
	Ply        int            // from 1
	Cells      [MaxSheets]int // the cells written for it, as in Ply
	Candidates []Candidate    // the likeliest first; NoMove may be among them
	// Settles is the expected reduction, in bits, of the uncertainty about the whole game, once the
	// earlier questions are answered.
	Settles float64
}
