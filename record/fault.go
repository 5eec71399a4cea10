package record

import (
	"slices"

	"github.com/stolb/stolb/record/message"
)

// Severity says what a fault means for the game.
type Severity uint8

// The severities, from harmless to hopeless.
const (
	Remark     Severity = iota // worth telling; the moves are not touched: a wrong move number
	Repaired                   // read differently from what is written; the game is legal so
	Illegal                    // the rules forbid what is written
	Unreadable                 // what is written cannot be understood
)

// Code names a kind of fault. The codes are part of the JSON contract.
type Code string

// Codes of repairs: the spelling was put right, a square never is.
const (
	WrongSeparator Code = "wrong-separator" // 3-11 for a capture, 3:11
	LookAlike      Code = "look-alike"      // a Cyrillic letter or a digit that looks like the right one
	LetterCase     Code = "letter-case"     // A3-B4
	SquareOrder    Code = "square-order"    // 3a-b4
	DashKind       Code = "dash-kind"       // c3–b4
	PromotionMark  Code = "promotion-mark"  // a mark D too many or missing
	MissingStart   Code = "missing-start"   // a5 for b6-a5, the only move there, in a game from the beginning
	DateForm       Code = "date-form"       // 12.03.1987 for 1987.03.12; a remark where it is left as it is
)

// Codes of remarks.
const (
	MoveNumber     Code = "move-number"     // a move number that does not count on
	ResultMismatch Code = "result-mismatch" // the board, or the record itself, contradicts the recorded result
	CountMismatch  Code = "count-mismatch"  // the count in brackets is not the number of towers listed
	VariantTag     Code = "variant-tag"     // tags of the same game name different variants
	VariantGuessed Code = "variant-guessed" // the variant is guessed; it forbids a move of the game, and another allows all
	MoreRepairs    Code = "more-repairs"    // there are more repairs than are reported one by one
	Blunder        Code = "blunder"         // a move that gave away a win or a draw, as a search has proven
	EndingResult   Code = "ending-result"   // the final position is worth something else than the record says, as a search has proven
	PostTime       Code = "post-time"       // of a game by post: days that do not agree with each other
	TimeExceeded   Code = "time-exceeded"   // of a game by post: more days than its time control gives
	FullNotation   Code = "full-notation"   // of a game by post: a move that is not written in full
	NoRules        Code = "no-rules"        // what was played is known, but has no rules here: the game is left unjudged
)

// Codes of faults that stop a game.
const (
	IllegalMove    Code = "illegal-move"
	AmbiguousMove  Code = "ambiguous-move"  // the word fits more than one legal move; a repair where what follows allows one of them
	ColumnLength   Code = "column-length"   // one column has a word too many or too few
	UnreadableWord Code = "unreadable-word" // not a word of any notation
	IllegibleMove  Code = "illegible-move"  // a move that cannot be read, or is missing from its place
	BadPosition    Code = "bad-position"    // the position to start from cannot be
	NoVariant      Code = "no-variant"      // neither tags nor text nor flag say what is played
	Syntax         Code = "syntax"          // the text breaks its format
	TooLarge       Code = "too-large"       // a stated limit is passed
	NoMoves        Code = "no-moves"        // a game without any move or position
)

// Fault is something wrong with a game, with its place in the game's text.
type Fault struct {
	Code        Code            `json:"code"`
	Severity    Severity        `json:"severity"`
	Ply         int             `json:"ply,omitzero"`       // from 1, of the game or of the variation; 0 where it concerns no ply
	Variation   int             `json:"variation,omitzero"` // from 1, in the order of the text; 0 where it is not in a variation
	At          int             `json:"at,omitzero"`        // byte offset in Game.Text
	Len         int             `json:"length,omitzero"`    // length in bytes of what is wrong
	Word        string          `json:"word,omitzero"`      // what is wrong, as written
	Message     message.Message `json:"message,omitempty"`  // for a person: what, what was expected, what was probably meant
	Suggestions []string        `json:"suggestions,omitempty"`
	OnBoard     bool            `json:"-"` // of ResultMismatch: the board contradicts the result, and not the record itself

	Reason    Code     `json:"reason,omitzero"`    // "" where the code says all
	Squares   []string `json:"squares,omitempty"`  // that the reason concerns, by the board's own names
	Paragraph string   `json:"paragraph,omitzero"` // of the rule that the reason cites, such as "Codex 1.6.1", "" where none is
}

// Stops says whether the game stops at the fault's ply; one in a variation stops that alone.
func (f *Fault) Stops() bool { return f.Severity >= Illegal && f.Variation == 0 }

// SortFaults puts faults in the order of their places; those of one place stay as they are.
func SortFaults(faults []Fault) {
	slices.SortStableFunc(faults, func(a, b Fault) int { return a.At - b.At })
}
