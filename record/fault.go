package record

import (
	"slices"

	"github.com/stolb/stolb/record/message"
)

// Severity is the effect of a fault on the game.
type Severity uint8

// The severities, from harmless to hopeless.
const (
	Remark     Severity = iota // worth reporting, but the moves are unaffected: a wrong move number
	Repaired                   // read differently from the written text, which makes the game legal
	Illegal                    // the rules forbid what is written
	Unreadable                 // the text cannot be understood
)

// String returns the name in JSON and in the catalogue of terms.
func (s Severity) String() string {
	return [...]string{"remark", "repaired", "illegal", "unreadable"}[s]
}

// Code is a kind of fault. The codes are part of the JSON contract.
type Code string

// Codes of repairs: the spelling was corrected; a square never is.
const (
	WrongSeparator Code = "wrong-separator" // 3-11 for a capture, 3:11
	LookAlike      Code = "look-alike"      // a Cyrillic letter or a digit that looks like the right one
	LetterCase     Code = "letter-case"     // A3-B4
	SquareOrder    Code = "square-order"    // 3a-b4
	DashKind       Code = "dash-kind"       // c3–b4
	PromotionMark  Code = "promotion-mark"  // a superfluous or missing mark D
	MissingStart   Code = "missing-start"   // a5 for b6-a5, the only such move, in a game from the beginning
	DateForm       Code = "date-form"       // 12.03.1987 for 1987.03.12; a remark if it is left unchanged
)

// Codes of remarks.
const (
	MoveNumber     Code = "move-number"     // a move number that does not continue the count
	ResultMismatch Code = "result-mismatch" // the board, or the record itself, contradicts the recorded result
	CountMismatch  Code = "count-mismatch"  // the count in brackets differs from the number of towers listed
	VariantTag     Code = "variant-tag"     // tags of the same game name different variants
	VariantGuessed Code = "variant-guessed" // the variant is guessed; it forbids a move of the game, and another variant allows all of them
	MoreRepairs    Code = "more-repairs"    // more repairs than are reported individually
	Blunder        Code = "blunder"         // a move that gave away a win or a draw, proven by a search
	EndingResult   Code = "ending-result"   // the value of the final position differs from the recorded result, proven by a search
	PostTime       Code = "post-time"       // of a game by post: days that contradict each other
	TimeExceeded   Code = "time-exceeded"   // of a game by post: more days than the time control allows
	FullNotation   Code = "full-notation"   // of a game by post: a move not written in full
	NoRules        Code = "no-rules"        // the variant is known, but has no rules here: the game is not judged
)

// Codes of faults that stop a game.
const (
	IllegalMove    Code = "illegal-move"
	AmbiguousMove  Code = "ambiguous-move"  // the word fits several legal moves; a repair if the following moves allow only one of them
	ColumnLength   Code = "column-length"   // one column has a word too many or too few
	UnreadableWord Code = "unreadable-word" // not a word of any notation
	IllegibleMove  Code = "illegible-move"  // a move that is illegible, or missing from its place
	BadPosition    Code = "bad-position"    // the initial position is impossible
	NoVariant      Code = "no-variant"      // neither tags nor text nor flag name the variant
	Syntax         Code = "syntax"          // the text breaks its format
	TooLarge       Code = "too-large"       // a stated limit is exceeded
	NoMoves        Code = "no-moves"        // a game with neither moves nor a position
)

// Fault is a defect of a game, with its place in the game's text. The JSON names are those of
// games as JSON lines; encoding/json leaves the Message empty.
type Fault struct {
	Code        Code            `json:"code"`
	Severity    Severity        `json:"severity"`
	Ply         int             `json:"ply,omitzero"`       // from 1, of the game or of the variation; 0 if it concerns no ply
	Variation   int             `json:"variation,omitzero"` // from 1, in the order of the text; 0 outside variations
	At          int             `json:"at,omitzero"`        // byte offset in Game.Text
	Len         int             `json:"length,omitzero"`    // length of the faulty text, in bytes
	Word        string          `json:"word,omitzero"`      // the faulty text, as written
	Message     message.Message `json:"message,omitempty"`  // for a person: the fault, what was expected, what was probably meant
	Suggestions []string        `json:"suggestions,omitempty"`
	OnBoard     bool            `json:"-"` // of ResultMismatch: the board contradicts the result, rather than the record itself

	Reason    Code     `json:"reason,omitzero"`    // "" if the code says it all
	Squares   []string `json:"squares,omitempty"`  // squares of the reason, by the board's own names
	Paragraph string   `json:"paragraph,omitzero"` // of the rule, such as "Codex 1.6.1"; "" if none is cited
}

// Stops reports whether the game stops at the fault's ply; in a variation only the variation stops.
func (f *Fault) Stops() bool { return f.Severity >= Illegal && f.Variation == 0 }

// SortFaults sorts faults by place and keeps the order of those at the same place.
func SortFaults(faults []Fault) {
	slices.SortStableFunc(faults, func(a, b Fault) int { return a.At - b.At })
}
