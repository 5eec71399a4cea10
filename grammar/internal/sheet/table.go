package sheet

// The costs of roles: negative natural logarithms of their frequencies, guessed, then fitted. The
// decoder decides only by sums of these and the costs of the text's form, see damageCost and
// textCost.
//
// A search exploits any cost that makes evidence cheaper to drop than to explain. So TestCosts
// requires that reading a ply as words costs more than an illegal ply; that a regular header,
// names and the next number are hardly ever words; and that an unknown board is no cheaper than a
// known one on which every ply is legal.
const (
	// A ply and its word.
	costRepair        = .3  // a character in place of another
	costGlued         = 2.0 // text joined to the word
	costJoined        = .4  // spaces around its sign
	costTogether      = 1.5 // no space before the next move
	costWayApart      = 2.4 // for each sign missing in a route where two moves may meet instead
	costBareEnd       = 1.2 // one square alone
	costSignedEnd     = 1.0 // the colon before it read as a sign
	costOtherNotation = 3.0 // letters among numbers

	// The board.
	costIllegal = 3.0 // an illegal ply
	costUnknown = .3  // a ply on an unknown board

	// The place of a ply.
	costThird         = 3.0 // a third ply after a number
	costNoNumber      = 1.0 // a row's first ply without a number although rows are numbered
	costAfterProse    = .8  // after words, without a number between
	costAfterResult   = 3.0
	costAfterRule     = 5.0 // extra after a rule
	costAfterBlank    = 1.5 // an unexpected number after a result and a blank line
	costAfterLabel    = 6.0 // after a game's list number
	costTwoInColumn   = 5.0 // a second ply in a line of a column
	costNoPlyInColumn = 2.0 // a line of a column without a ply
	costTextInCell    = 1.0 // words in a cell after the ply of a column

	// An illegible ply.
	costUnread       = 1.0  // extra to the cost of its form
	costMissing      = 3.2  // absent from the text
	costEmptyCell    = 1.0  // an empty cell
	costCellFurther  = 1.5  // a row's first ply one cell later than in other rows
	costFilled       = 1.1  // something else where a ply is due
	costAnyWords     = 1.2  // words in its place
	costLeadAnyWords = 1.5  // extra for three or more words, or for one that introduces moves
	costSignsAlone   = .4   // signs in its place
	costDashedRemark = 2    // and a dash before words: c3-d4 - a good move
	costMarkAsks     = .5   // a mark of question marks, which may replace a ply
	costBracketPly   = .6   // a move in brackets
	costResultAsText = 6.0  // a result alone in its line, read as words
	costTurnAsText   = 30.0 // the side to move read as words, which may make all moves illegal
	costPlyAsText    = 30.0 // a move at the start of a line of a column read as words, which shifts the column
	costResultAsPly  = 3.5  // a result read as an illegible ply, or as words

	// Numbers.
	costBareNumber   = .8  // without its full stop
	costUnreadNumber = 1.0 // an illegible number
	costNumberGlued  = 1.5 // followed by a sign of a move
	costAlike        = .3  // for each byte of a letter read as a digit
	costAgain        = 1.0 // the same number again
	costOffBy1       = 2.0
	costOff          = 3.0
	costOne          = 4.0 // another number 1
	costOneBlank     = 1.5 // extra after a blank line
	costOneHeaded    = 4.0 // extra after the game's head is repeated

	// Remarks.
	costOpen          = .9  // the first word
	costText          = .05 // each word
	costLead          = -.8 // a word that introduces moves
	costWord          = 3.2 // a move in a remark
	costWordSaid      = .9  // extra after such a word
	costDueAsText     = 4.0 // the next number read as text
	costShortText     = 1.9 // a word where a ply is due, less for each byte up to 8
	costIllegibleText = 3.5 // a word that says that the text is illegible
	costHeadPly       = 1.5 // a ply among words between names and moves, or after the result
	costKeyAsText     = 9.0 // a header read as text
	costLabelAsText   = 2.0 // a game's list number
	costNamesAsText   = 3.0 // two names
	costNumberAsText  = 1.0 // a number before a move
	costNumberInCell  = 2.0 // a number in the cell before a move
	costBracket       = .2  // a remark in brackets
	costReply         = -.3 // a move in brackets beside a move
	costBracketNext   = 1.9 // it could be the next move
	costClock         = .2  // a time
	costClockMove     = 6.0 // a time that may be a move
	costDayTime       = .4  // with its date, between moves; above them it is a title
	costClockAbove    = 2.5 // above the moves, which do not begin with a capture
	costClockDamaged  = 5.0 // a time where a ply in letters is due, which may be a damaged ply
	costProseLine     = .8  // a line of words
	costEndsInHead    = 1.0 // that say, above the moves, that a game has ended
	costProseMove     = 1.4 // each move in it
	costLeadMoves     = 1.0 // all moves of a line after words that introduce them
	costProseRow      = 2.0 // a first row after a colon
	costProseDamaged  = .8  // each possible damaged move in it
	costSaidRow       = 1.3 // a row after words without a blank line before them
	costSealed        = .9  // a sealed move named in a sentence, which was played
	costMatter        = .3  // a page number, a tournament row, an address
	costRowAgain      = 2.6 // the previous row again
	costRowOver       = 9.0 // a row repeated in a head or, like row 1, after a result and a blank line
	costForm          = .2  // a blank row of a form
	costVacant        = 6.0 // a lone blank row, which may replace moves
	costRuleOfPlies   = 3.0 // a short rule in two parts, which may replace plies
	costOthers        = .5  // results of other games
	costOthersLast    = 8.0 // after which the game does not continue
	costLeadNumber    = 2.0 // a number after words that introduce moves not played
	costStruck        = -.3 // struck out
	costRefers        = -.2 // words that refer to a move elsewhere
	costCorrection    = .3  // of the ply before it
	costSign          = .1
	costStray         = 1.5 // a bracket without its partner
	costMark          = .05
	costMarkApart     = .5 // a mark apart from a move
	costMarkOrResult  = 1. // +/-, apart from a move, is a result rather than a mark

	// Results.
	costResultOther      = 3.0 // of another game, as the text says
	costResultBracket    = .4  // in brackets
	costResultAsBracket  = .8  // in brackets, read as a remark
	costResultHead       = .5  // above the moves
	costResultRemark     = 1.5 // in a remark
	costResultAgain      = 1.0
	costDashResult       = 1.5 // only dashes and signs
	costRefused          = 4.0 // followed by words that deny it
	costScore            = .2  // only numbers
	costResultAfterBlank = 3.0 // as a header after a blank line
	costResultAlone      = 3.0 // as a game's head, before a blank line, a rule or a game's list number

	// Headers.
	costKeyInMoves    = 4.0
	costKeyOver       = 2.5 // after the result
	costVariantOver   = 7.0 // the variant, after the result
	costKeyTwice      = 3.0
	costNames         = .3
	costRoundOfWords  = 1.0 // for each word of a round or board after the first
	costPosition      = .1
	costPositionTwice = 4.0
	costPositionOver  = 1.5 // after moves
	costTurn          = .1
	costNamesInLine   = .5 // in the middle of a line
	costNamesInMoves  = 3.4
	costNamesAgain    = .3  // of the same players
	costPageHead      = 1.0 // repeated within the game
	costOthersInMoves = 6.0 // of other players
	costLabel         = .4
	costBareLabel     = 1.2 // only a number
	costTitle         = .2  // a variant without a key
	costEvent         = 1.0 // a tournament without a key
	costLabelInMoves  = 3.0

	// Where a game begins and ends.
	costGameOver     = .8  // after a result
	costGameMoves    = 3.0 // after moves without a result
	costGameBlank    = -.4 // after a blank line
	costGameRule     = -.6 // after a rule
	costGameInLine   = 1.5 // in the middle of a line
	costGameList     = 3.0 // in the middle of a list of moves
	costNoPlies      = 4.5 // a game without plies
	costNamedNoPlies = 1.6 // but with names
	costTorn         = 2.0 // the number of a game's first ply is not 1
	costFirstMissing = 2.0 // the first row is missing
	costNoHead       = 3.2 // without names
	costNoNames      = 1.6 // but with other headers
	costNoHeadAgain  = .3  // like the previous game
	costUnended      = .2  // without a result

	// Layouts.
	costRowsHalfHeaded = 1.5 // with only one player named
	costRowsAgain      = .5  // after columns
	costColumns        = 1.6
	costColumnsHeaded  = .2  // with only one player named
	costSecondHead     = .2  // the other player's name before the second column
	costSecondOne      = 1.5 // a number 1 before it
	costSecondNoHead   = 3.0 // extra without the other player's name
	costSecondBlank    = 2.5 // a blank line before it
	costOneSide        = 4.0 // only one column
	costEachPly        = 2.5 // numbers count plies
	costEachUnknown    = 4.0 // extra for each ply on an unknown board: more than a missing ply
	costUneven         = 1.5 // for each ply by which columns differ in length
	costBlocks         = 1.2 // blocks of rows side by side
	costBlocksUneven   = 3.0 // whose numbers do not continue
)

// Limits of the search.
const (
	maxCost   = 10.0 // by which a reading may exceed the cheapest at its place
	maxPassed = 6.0  // by which it may exceed the cheapest one that has passed over its place
	maxBeam   = 8    // readings kept at one place
	plainCost = 6.0  // like maxCost, at a row that has one reading
	agreeCost = 4.0  // like maxCost, at the end of a game
	maxColumn = 500  // plies in a column

	freeColumn = 12 // plies of a first column, after which each costs as on an unknown board until played

	mostCheaper = 2.3 // the most that context may subtract from the cost of an arc

	// Each byte of text earns income steps, saved up to savings. Extending a reading by an arc is
	// one step, finding the arcs at a place is arcsCost, parsing a word parseCost. Without steps
	// left, only one reading continues, and text less than minApart after the last place is
	// illegible. So junk takes time linear in its length.
	income    = 12
	savings   = 1 << 16
	arcsCost  = 12
	parseCost = 8 // for a word
	minApart  = 4 // in bytes

	maxNodes         = 1 << 10 // starting positions kept from one game to the next
	maxBeforeMissing = 64      // line ends and signs before a missing ply that are skipped
)

// maxSilent is the cost from which a role is reported.
const maxSilent = 2.2

// Limits on the text that is read, in bytes unless noted.
const (
	maxDamaged         = 48      // of a damaged move
	maxInside          = 1 << 10 // of a move with remarks inside
	maxMoveDigits      = 4       // digits of a move of two squares
	maxGoesOn          = 160     // up to the number of the second row
	maxOnes            = 8       // numbers 1 without a move that are tried
	maxFirstMoves      = 8       // first moves in a line whose names are sought,
	nextFirstMoves     = 2       // and in the rest of a line after a result or a move
	maxSentence        = 240     // of a sentence that names a move
	maxLeading         = 9       // words before that move
	maxOpen            = 3       // earlier lines in which a sentence may begin
	maxVaried          = 8       // lines in which the next row is sought after a variation
	maxLed             = 4       // words of a line from which the rest of it may be prose
	maxMarks           = 64      // marks kept for a move, about
	maxAside           = 4 << 10 // of bracketed moves after the last move
	maxCorrection      = 120     // of the words of a correction,
	maxCorrectionWords = 8       // and their number

	maxKey        = 64
	maxHeaders    = 256     // headers remembered to recognise repetitions
	maxName       = 80      // of a name in "Иванов – Петров: 1. cb4"
	maxTitle      = 96      // of a title that names the variant
	maxFacts      = 160     // of a line that begins with a tournament
	maxCells      = 2 << 10 // of a line that is split into cells
	maxTable      = 64      // rows of a table of results
	maxMatter     = 240     // of a line that belongs to no game, such as a page number
	maxContents   = 4 << 10 // of a line of a table of contents
	maxBoardLines = 24      // lines of a board's picture,
	minBoardRows  = 6       // and how many of them must be ranks
	maxReferring  = 120     // of words that refer to a move elsewhere
	maxMarked     = 256     // of a line that is searched for Markdown signs

	maxRegular     = 64 // steps of a line of regular rows
	maxPlainMove   = 12 // of a move in such a line
	maxPlain       = 32 // plain moves read at once
	maxPlainHead   = 200
	maxPlainNumber = 300 // the largest number of a plain move
	maxBlocks      = 4   // blocks of rows side by side

	maxSmall    = 1000    // faults listed that leave a game legal,
	maxGrave    = 256     // other faults listed,
	maxTornRows = 16      // and rows that a note may replace
	maxWritten  = 1 << 14 // moves returned by Written, well above what may have to be restored
)
