package sheet

// cost is what the roles of a text cost, each as minus the logarithm of how seldom it is
// (base e, by guess, then fitted). All that the decoder decides it decides by sums of
// these; what a text is like costs besides, see damageCost, textCost and nameCost.
//
// A search exploits any cost that makes evidence cheaper to drop than to explain. So, as
// TestCosts has it: to read a ply as words costs more than an illegal one; a regular
// header, names and the number that is due are hardly ever words; an unknown board is no
// cheaper than a known one on which all is legal.
var cost = costs{
	// A ply and its word.
	Repair:        .3,  // a character in place of another
	Glued:         2,   // something hangs on the word
	Joined:        .4,  // spaces about its sign
	Together:      1.5, // no space before the next
	WayApart:      2.4, // for a sign that lacks in a way where two such moves may meet
	BareEnd:       1.2, // one square alone
	SignedEnd:     1,   // with a sign before it
	OtherNotation: 3,   // letters among numbers

	// The board.
	Illegal: 3,  // a ply that is not legal
	Unknown: .3, // a ply where it is not known what is on the board

	// The place of a ply.
	Third:         3,  // a third ply after a number
	NoNumber:      1,  // a row's first ply without a number where rows have them
	AfterProse:    .8, // after words, with no number between
	AfterResult:   3,
	AfterRule:     5,   // and after a rule
	AfterBlank:    1.5, // a number that is not due, after a result and a blank line
	AfterLabel:    6,   // after a game's number in a list
	TwoInColumn:   5,   // a second ply in the line of a column
	NoPlyInColumn: 2,   // a line of a column without a ply
	TextInCell:    1,   // words in a cell after the ply of a column

	// A ply that cannot be read.
	Unread:       1,   // beside what the text is like
	Missing:      3.2, // nothing of it is there
	EmptyCell:    1,   // its cell is empty
	CellFurther:  1.5, // a row's first ply a cell further than in other rows
	Filled:       1.1, // something else is where a ply is due
	AnyWords:     1.2, // words are there
	LeadAnyWords: 1.5, // of a remark that leads to moves
	SignsAlone:   .4,  // signs are there
	MarkUnread:   1,   // that are a mark, "±"
	MarkAsks:     .5,  // a mark of question marks may be one, and stand for it
	BracketPly:   .6,  // a move in brackets
	ResultAsText: 6,   // one alone in its line as words
	TurnAsText:   30,  // who is to move, which may make all moves illegal
	ResultAsPly:  3.5, // a result read as an illegible ply, or as words

	// Numbers.
	BareNumber:   .8,  // without its point
	UnreadNumber: 1,   // that cannot be read
	NumberGlued:  1.5, // a sign of a move after it
	Alike:        .3,  // a letter for a digit, a byte of it
	Again:        1,   // the same number
	OffBy1:       2,
	Off:          3,
	One:          4,   // the number 1 again
	OneBlank:     1.5, // after a blank line
	OneHeaded:    4,   // after the game's head again

	// Remarks.
	Open:          .9,  // words begin
	Text:          .05, // a word more
	Lead:          -.8, // one of leads
	Word:          3.2, // a move in a remark
	WordSaid:      .9,  // after one of leads
	DueAsText:     4,   // the number that is due
	ShortText:     1.9, // a short word where a ply is due, 8 letters less so
	IllegibleText: 3.5, // something illegible
	HeadPly:       1.5, // a ply in words between names and moves
	KeyAsText:     9,   // a header
	LabelAsText:   2,   // a game's number in a list
	NamesAsText:   3,   // two names
	NumberAsText:  1,   // a number before a move, or a game's
	NumberInCell:  2,   // one in the cell before that of a move
	Bracket:       .2,  // a remark in brackets
	Reply:         -.3, // a move in brackets at a move
	BracketNext:   1.9, // that could be played
	Clock:         .2,  // a time
	ClockMove:     6,   // a time that may be a move
	ClockDamaged:  5,   // one where a ply of letters is due, which it may be, damaged
	ProseLine:     .8,  // a line of words
	ProseMove:     1.4, // with a move in it
	ProseRow:      2,   // with a first row after a colon
	ProseDamaged:  .8,  // with what may be one
	SaidRow:       1.3, // a row after words, where no blank line is before them
	Sealed:        .9,  // a move in a sentence that was sealed: it was played
	Matter:        .3,  // a page, a row of a tournament, an address
	RowAgain:      2.6, // the row before it again
	RowOver:       9,   // or row 1, after a result and a blank line
	RuleOfPlies:   3,   // a short rule in two parts, which may stand for plies
	Others:        .5,  // results of other games
	OthersLast:    8,   // after which the game does not go on
	LeadNumber:    2,   // a number after words that lead to moves not played
	Struck:        -.3, // struck out
	Year:          2,   // a year read as a ply
	Refers:        -.2, // words that refer to a move elsewhere
	Correction:    .3,  // of the ply before it
	Sign:          .1,
	Stray:         1.5, // a bracket without its partner
	Mark:          .05,
	MarkApart:     .5, // a mark by itself

	// Results.
	ResultOther:      3,   // of another game, as it says
	ResultBracket:    .4,  // in brackets
	ResultAsBracket:  .8,  // which are a remark
	ResultHead:       .5,  // above the moves
	ResultRemark:     1.5, // in a remark
	ResultAgain:      1,
	DashResult:       1.5, // dashes and signs alone
	Refused:          4,   // words that deny it follow
	Score:            .2,  // numbers alone
	ResultAfterBlank: 3,   // a header of it after a blank line
	ResultAlone:      3,   // as the head of a game, a blank line, a rule or a game's number after it

	// Headers.
	KeyInMoves:      4,
	KeyOver:         2.5, // after the result
	KeyBelow:        .2,  // of who signs the sheet
	VariantOver:     7,   // what is played, after the result
	KeyTwice:        3,
	KeyWithRow:      3, // a header's value with a row in it
	Names:           .3,
	Position:        .1,
	PositionDamaged: .8,
	PositionBare:    .8, // without colours
	PositionTwice:   4,
	PositionOver:    1.5, // after moves
	Turn:            .1,
	NamesInLine:     .5, // in the middle of one
	NamesInMoves:    3.4,
	NamesAgain:      .3, // of the same players
	PageHead:        1,  // and in the middle of the game
	OthersInMoves:   6,  // of other players
	NamesTwice:      5,
	Label:           .4,
	BareLabel:       1.2, // a number alone
	Title:           .2,  // what is played, without a key
	Event:           1,   // a tournament's name without a key
	LabelInMoves:    3,

	// Where a game begins and ends.
	GameOver:     .8,  // after a result
	GameMoves:    3,   // after moves without one
	GameBlank:    -.4, // after a blank line
	GameRule:     -.6, // after a rule
	GameInLine:   1.5, // in the middle of a line
	NoPlies:      4.5, // a game without plies
	NamedNoPlies: 1.6, // but with names
	Torn:         2,   // the number of a game's first ply is not 1
	FirstMissing: 2,   // the first row is missing
	NoHead:       3.2, // without names
	NoNames:      1.6, // but with other headers
	NoHeadAgain:  .3,  // as the one before
	Unended:      .2,  // without a result

	// Layouts.
	Rows:           0,
	RowsHalfHeaded: 1.5, // with one player named
	RowsAgain:      .5,  // after columns
	Columns:        1.6,
	ColumnsHeaded:  .2,  // with one player named
	SecondHead:     .2,  // the other's name before the second column
	SecondOne:      1.5, // a 1 before it
	SecondNoHead:   3,   // but not the other's name
	SecondBlank:    2.5, // a blank line before it
	OneSide:        4,   // one column
	EachPly:        2.5, // numbers count plies,
	EachUnknown:    4,   // and the board is not known: a number more than plies that are missing
	Uneven:         1.5, // columns of different lengths, a ply
	Blocks:         1.2, // rows beside each other
	BlocksUneven:   4,   // whose numbers do not go on
}

type costs struct {
	Repair, Glued, Joined, Together, WayApart, BareEnd, SignedEnd, OtherNotation                                                                                 float64
	Illegal, Unknown                                                                                                                                             float64
	Third, NoNumber, AfterProse, AfterResult, AfterRule, AfterBlank, AfterLabel, TwoInColumn, NoPlyInColumn, TextInCell                                          float64
	Unread, Missing, EmptyCell, CellFurther, Filled, AnyWords, LeadAnyWords, SignsAlone, MarkUnread, MarkAsks, BracketPly, ResultAsPly, ResultAsText, TurnAsText float64
	BareNumber, UnreadNumber, NumberGlued, Alike, Again, OffBy1, Off, One, OneBlank, OneHeaded                                                                   float64
	Open, Text, Lead, Word, WordSaid, DueAsText, ShortText, IllegibleText, HeadPly, KeyAsText,
	NamesAsText, NumberAsText, NumberInCell, LabelAsText, Bracket, BracketNext, Clock, ClockMove, ClockDamaged, ProseLine, ProseMove, ProseRow, ProseDamaged,
	SaidRow, Sealed, Sign, Stray, Mark, MarkApart, RowAgain, RowOver, Matter, RuleOfPlies, Others, OthersLast,
	LeadNumber, Struck, Year, Refers, Correction float64
	ResultOther, ResultBracket, ResultAsBracket, ResultHead, ResultRemark, ResultAgain, DashResult, Refused, Score, ResultAfterBlank, ResultAlone float64
	KeyInMoves, KeyOver, KeyBelow, VariantOver, KeyTwice, KeyWithRow, Names, Position, PositionDamaged, PositionBare, PositionTwice, PositionOver, Turn,
	NamesInLine, OthersInMoves, NamesAgain, PageHead, NamesInMoves, NamesTwice, Label, BareLabel, Title, Event,
	LabelInMoves, Reply float64
	GameOver, GameMoves, GameBlank, GameRule, GameInLine, NoPlies, NamedNoPlies, Torn, FirstMissing, NoHead, NoNames, NoHeadAgain,
	Unended float64
	Rows, RowsHalfHeaded, RowsAgain, Columns, ColumnsHeaded, SecondHead, SecondOne, SecondNoHead,
	SecondBlank, OneSide, EachPly, EachUnknown, Uneven, Blocks, BlocksUneven float64
}

// Limits of the search.
const (
	maxCost   = 10.0 // by which a reading may be dearer than the cheapest that is kept
	maxPassed = 6.0  // likewise, than one that has passed over the place already
	maxBeam   = 8    // readings that are kept at one place
	plainCost = 6.0  // as maxCost, through a line that has one reading
	agreeCost = 4.0  // as maxCost, where a game ends
	maxColumn = 500  // plies in a column

	mostCheaper = 2.3 // by which what is before may make an arc cheaper

	// A text has so many steps for each byte, a reading with an arc more each, and to look
	// for arcs is as dear as some. What it does not need it may save up to a limit; where it
	// has none left one reading alone goes on, and where something is at nearly every
	// byte it is illegible. So junk takes no more time than its length.
	income    = 12
	savings   = 1 << 16
	arcsCost  = 12
	parseCost = 8 // of a word
	minApart  = 4 // bytes

	maxNodes         = 1 << 10 // of beginnings that are kept from one game to the next
	minItems         = 1 << 13 // before those that no reading has are thrown away
	maxBeforeMissing = 64      // line ends and signs that are looked past
)

// maxSilent is how dear a role may be that is not reported.
const maxSilent = 2.2
