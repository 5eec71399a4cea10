package query

import "github.com/stolb/stolb/record"

// Condition is a part of a query that is true or false at each moment of a game.
// It is one of the types of this file; FIND.md says what each means.
type Condition interface{ condition() }

// All is true where all of its conditions are: and.
type All struct{ Of []Condition }

// Any is true where one of its conditions is: or.
type Any struct{ Of []Condition }

// Not is true where its condition is not.
type Not struct{ Of Condition }

// Whole is about all moments of a game: sometime, never, always.
type Whole struct {
	How How
	Of  Condition
}

// How says at which of some moments a condition is true.
type How uint8

// The ways.
const (
	Sometime How = iota // at one at least
	Never               // at none
	Always              // at all
)

// Occurrence is the first or the last moment of a game at which a condition is
// true.
type Occurrence struct {
	Last bool
	Of   Condition
}

// Then is true where First is and, as How says, Next at later moments.
type Then struct {
	First  Condition
	How    How
	Next   Condition
	Within int // how many moments later at most; 0 for any
}

// Until is true where Goal is, or Hold up to where it is.
type Until struct{ Hold, Goal Condition }

// Image is its condition or an image of it: in a mirror, or else with colours
// exchanged.
type Image struct {
	Mirrored bool
	Of       Condition
}

// Compare compares two sums.
type Compare struct {
	Left, Right Sum
	Op          string // = != < <= > >=
}

// Sum is terms added up, those with Minus subtracted.
type Sum []Term

// Term is a number, a count of towers or a measure.
type Term struct {
	Minus   bool
	Number  int
	Towers  *Phrase // nil for none
	Measure string  // "" for none: mobility, ply, plies, year, material, ...
	Side    Side    // of the measure; AnySide for both
}

// Side is a side as a query names it.
type Side uint8

// The sides.
const (
	AnySide Side = iota
	White
	Black
	Mover
	Opponent
)

// Kind is what stands on top of a tower.
type Kind uint8

// The kinds.
const (
	AnyKind Kind = iota
	Man
	King
)

// Phrase describes towers.
type Phrase struct {
	Side   Side
	Kind   Kind
	Height *Number
	Own    *Number
	// Prisoners and, of king's marks, those among the owner's pieces and among the
	// prisoners.
	Prisoners, Kings, CaptiveKings *Number
	Like                           *Stack
	On, Off                        []Squares
}

// Number is a number that is exact, or a limit.
type Number struct {
	Op string // = < <= > >=
	N  int
}

// Holds says whether n is such a number.
func (n *Number) Holds(x int) bool {
	return n == nil || Holds(x, n.Op, n.N)
}

// Holds compares two numbers.
func Holds(a int, op string, b int) bool {
	switch op {
	case "=":
		return a == b
	case "!=":
		return a != b
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	}
	return a >= b
}

// Stack is a pattern of a tower: '0', '1', '?' and '*', from the top down.
type Stack struct{ Own, Prisoners string }

// Squares is a set of squares: those of all its parts.
type Squares []Part

// Part is a square or squares with a name.
type Part struct {
	Name       string // "far rank", "home rank", "far side", "home side", "main road", "edge"; "" for the others
	File, Rank int    // from 0, a square has both; -1 where it has not
	Number     int    // of a square, from 1; 0 for none
}

// Exists says how many towers there are that a phrase describes; at least one
// where Count is nil.
type Exists struct {
	Count  *Number
	Towers *Phrase
}

// Same is the tower, or the piece, of the step before.
type Same struct {
	Piece   bool
	Towers  *Phrase // what it is
	Top     bool    // of a piece
	Captive *bool   // of a piece
}

// Made says that a move is made.
type Made struct {
	Mover    *Phrase // nil for any
	Same     *Same   // what makes it; nil where Mover says it
	Verb     string  // moves, captures, promotes, frees
	Quietly  bool
	Count    *Number // nil for one at least
	What     string  // of captures: pieces, kings, men; of frees: prisoners, or towers as Freed says
	OneTower bool    // Count is of the pieces captured from one tower
	Freed    *Phrase // nil for any
	From, To []Squares
	Over     []Over
	Turning  []Turning
}

// Over is a tower that a move captures from.
type Over struct {
	Towers *Phrase // or
	Same   *Same
}

// Turning is a change of direction on the way.
type Turning struct {
	Count *Number // nil for one at least
	At    Squares // nil for anywhere
}

// ToMove says whose turn it is.
type ToMove struct{ Side Side }

// MustCapture says that something can be captured.
type MustCapture struct{}

// Boundary is the first moment of a game, or its last.
type Boundary struct{ End bool }

// Position is a whole position.
type Position struct{ FEN string }

// Hash is a position by its hash.
type Hash struct{ Hash uint64 }

// Pattern is a position of which some squares count.
type Pattern struct {
	Turn  Side // White, Black or AnySide
	Items []Item
}

// Item is a square of a pattern.
type Item struct {
	At    Part
	Empty bool
	Side  Side // AnySide for either
	Stack Stack
}

// Player says that a player has a text in the name.
type Player struct {
	Side Side // White, Black or AnySide
	Text string
}

// Tag says that a game has a tag; with Text in it, or being it.
type Tag struct {
	Name string
	Has  bool // there is a Text
	Is   bool
	Text string
}

// Date compares a game's date.
type Date struct {
	Op   string
	Date record.Date
}

// Outcome is who won: AnySide for a draw.
type Outcome struct{ Winner Side }

// Result is the recorded result, "none" for none.
type Result struct{ Text string }

// Verdict is what judging a game came to, one of them.
type Verdict struct{ Of []string }

// Claim is a draw that could have been claimed, on one of the grounds, or any
// where there is none.
type Claim struct{ Of []string }

// Variant is what is played, one of them.
type Variant struct{ Of []record.Variant }

// Opening is the first moves of a game, in full.
type Opening struct{ Moves []string }

func (*All) condition()         {}
func (*Any) condition()         {}
func (*Not) condition()         {}
func (*Whole) condition()       {}
func (*Occurrence) condition()  {}
func (*Then) condition()        {}
func (*Until) condition()       {}
func (*Image) condition()       {}
func (*Compare) condition()     {}
func (*Exists) condition()      {}
func (*Same) condition()        {}
func (*Made) condition()        {}
func (*ToMove) condition()      {}
func (*MustCapture) condition() {}
func (*Boundary) condition()    {}
func (*Position) condition()    {}
func (*Hash) condition()        {}
func (*Pattern) condition()     {}
func (*Player) condition()      {}
func (*Tag) condition()         {}
func (*Date) condition()        {}
func (*Outcome) condition()     {}
func (*Result) condition()      {}
func (*Verdict) condition()     {}
func (*Claim) condition()       {}
func (*Variant) condition()     {}
func (*Opening) condition()     {}
