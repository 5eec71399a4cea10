package sheet

// What the roles of a text cost, each as minus the logarithm of how seldom it is (base e, by
// guess, then fitted). All that the decoder decides it decides by sums of these; what a text
// is like costs besides, see damageCost and textCost.
//
// A search exploits any cost that makes evidence cheaper to drop than to explain. So, as
// TestCosts has it: to read a ply as words costs more than an illegal one; a regular
// header, names and the number that is due are hardly ever words; an unknown board is no
// cheaper than a known one on which all is legal.
const (
	// A ply and its word.
	costRepair        = .3  // a character in place of another
	costGlued         = 2.0 // something hangs on the word
	costJoined        = .4  // spaces about its sign
	costTogether      = 1.5 // no space before the next
	costWayApart      = 2.4 // for a sign that lacks in a way where two such moves may meet
	costBareEnd       = 1.2 // one square alone
	costSignedEnd     = 1.0 // with a sign before it
	costOtherNotation = 3.0 // letters among numbers

	// The board.
	costIllegal = 3.0 // a ply that is not legal
	costUnknown = .3  // a ply where it is not known what is on the board

	// The place of a ply.
	costThird         = 3.0 // a third ply after a number
	costNoNumber      = 1.0 // a row's first ply without a number where rows have them
	costAfterProse    = .8  // after words, with no number between
	costAfterResult   = 3.0
	costAfterRule     = 5.0 // and after a rule
	costAfterBlank    = 1.5 // a number that is not due, after a result and a blank line
	costAfterLabel    = 6.0 // after a game's number in a list
	costTwoInColumn   = 5.0 // a second ply in the line of a column
	costNoPlyInColumn = 2.0 // a line of a column without a ply
	costTextInCell    = 1.0 // words in a cell after the ply of a column

	// A ply that cannot be read.
	costUnread       = 1.0  // beside what the text is like
	costMissing      = 3.2  // nothing of it is there
	costEmptyCell    = 1.0  // its cell is empty
	costCellFurther  = 1.5  // a row's first ply a cell further than in other rows
	costFilled       = 1.1  // something else is where a ply is due
	costAnyWords     = 1.2  // words are there
	costLeadAnyWords = 1.5  // of a remark that leads to moves
	costSignsAlone   = .4   // signs are there
	costMarkAsks     = .5   // a mark of question marks may be one, and stand for it
	costBracketPly   = .6   // a move in brackets
	costResultAsText = 6.0  // one alone in its line as words
	costTurnAsText   = 30.0 // who is to move, which may make all moves illegal
	costResultAsPly  = 3.5  // a result read as an illegible ply, or as words

	// Numbers.
	costBareNumber   = .8  // without its point
	costUnreadNumber = 1.0 // that cannot be read
	costNumberGlued  = 1.5 // a sign of a move after it
	costAlike        = .3  // a letter for a digit, a byte of it
	costAgain        = 1.0 // the same number
	costOffBy1       = 2.0
	costOff          = 3.0
	costOne          = 4.0 // the number 1 again
	costOneBlank     = 1.5 // after a blank line
	costOneHeaded    = 4.0 // after the game's head again

	// Remarks.
	costOpen          = .9  // words begin
	costText          = .05 // a word more
	costLead          = -.8 // one of leads
	costWord          = 3.2 // a move in a remark
	costWordSaid      = .9  // after one of leads
	costDueAsText     = 4.0 // the number that is due
	costShortText     = 1.9 // a short word where a ply is due, 8 letters less so
	costIllegibleText = 3.5 // something illegible
	costHeadPly       = 1.5 // a ply in words between names and moves
	costKeyAsText     = 9.0 // a header
	costLabelAsText   = 2.0 // a game's number in a list
	costNamesAsText   = 3.0 // two names
	costNumberAsText  = 1.0 // a number before a move, or a game's
	costNumberInCell  = 2.0 // one in the cell before that of a move
	costBracket       = .2  // a remark in brackets
	costReply         = -.3 // a move in brackets at a move
	costBracketNext   = 1.9 // that could be played
	costClock         = .2  // a time
	costClockMove     = 6.0 // a time that may be a move
	costClockDamaged  = 5.0 // one where a ply of letters is due, which it may be, damaged
	costProseLine     = .8  // a line of words
	costEndsInHead    = 1.0 // that say that a game has ended, above the moves
	costProseMove     = 1.4 // with a move in it
	costLeadMoves     = 1.0 // all of those after words that lead to them
	costProseRow      = 2.0 // with a first row after a colon
	costProseDamaged  = .8  // with what may be one
	costSaidRow       = 1.3 // a row after words, where no blank line is before them
	costSealed        = .9  // a move in a sentence that was sealed: it was played
	costMatter        = .3  // a page, a row of a tournament, an address
	costRowAgain      = 2.6 // the row before it again
	costRowOver       = 9.0 // or row 1, after a result and a blank line
	costForm          = .2  // a row of a form that is not filled in
	costVacant        = 6.0 // one alone, which may stand for moves
	costRuleOfPlies   = 3.0 // a short rule in two parts, which may stand for plies
	costOthers        = .5  // results of other games
	costOthersLast    = 8.0 // after which the game does not go on
	costLeadNumber    = 2.0 // a number after words that lead to moves not played
	costStruck        = -.3 // struck out
	costRefers        = -.2 // words that refer to a move elsewhere
	costCorrection    = .3  // of the ply before it
	costSign          = .1
	costStray         = 1.5 // a bracket without its partner
	costMark          = .05
	costMarkApart     = .5 // a mark by itself

	// Results.
	costResultOther      = 3.0 // of another game, as it says
	costResultBracket    = .4  // in brackets
	costResultAsBracket  = .8  // which are a remark
	costResultHead       = .5  // above the moves
	costResultRemark     = 1.5 // in a remark
	costResultAgain      = 1.0
	costDashResult       = 1.5 // dashes and signs alone
	costRefused          = 4.0 // words that deny it follow
	costScore            = .2  // numbers alone
	costResultAfterBlank = 3.0 // a header of it after a blank line
	costResultAlone      = 3.0 // as the head of a game, a blank line, a rule or a game's number after it

	// Headers.
	costKeyInMoves      = 4.0
	costKeyOver         = 2.5 // after the result
	costKeyBelow        = .2  // of who signs the sheet
	costVariantOver     = 7.0 // what is played, after the result
	costKeyTwice        = 3.0
	costRoundOfWords    = 1.0 // each word after the first of a round or a board
	costNames           = .3
	costPosition        = .1
	costPositionDamaged = .8
	costPositionBare    = .8 // without colours
	costPositionTwice   = 4.0
	costPositionOver    = 1.5 // after moves
	costTurn            = .1
	costNamesInLine     = .5 // in the middle of one
	costNamesInMoves    = 3.4
	costNamesAgain      = .3  // of the same players
	costPageHead        = 1.0 // and in the middle of the game
	costOthersInMoves   = 6.0 // of other players
	costLabel           = .4
	costBareLabel       = 1.2 // a number alone
	costTitle           = .2  // what is played, without a key
	costEvent           = 1.0 // a tournament's name without a key
	costLabelInMoves    = 3.0

	// Where a game begins and ends.
	costGameOver     = .8  // after a result
	costGameMoves    = 3.0 // after moves without one
	costGameBlank    = -.4 // after a blank line
	costGameRule     = -.6 // after a rule
	costGameInLine   = 1.5 // in the middle of a line
	costNoPlies      = 4.5 // a game without plies
	costNamedNoPlies = 1.6 // but with names
	costTorn         = 2.0 // the number of a game's first ply is not 1
	costFirstMissing = 2.0 // the first row is missing
	costNoHead       = 3.2 // without names
	costNoNames      = 1.6 // but with other headers
	costNoHeadAgain  = .3  // as the one before
	costUnended      = .2  // without a result

	// Layouts.
	costRowsHalfHeaded = 1.5 // with one player named
	costRowsAgain      = .5  // after columns
	costColumns        = 1.6
	costColumnsHeaded  = .2  // with one player named
	costSecondHead     = .2  // the other's name before the second column
	costSecondOne      = 1.5 // a 1 before it
	costSecondNoHead   = 3.0 // but not the other's name
	costSecondBlank    = 2.5 // a blank line before it
	costOneSide        = 4.0 // one column
	costEachPly        = 2.5 // numbers count plies,
	costEachUnknown    = 4.0 // and the board is not known: a number more than plies that are missing
	costUneven         = 1.5 // columns of different lengths, a ply
	costBlocks         = 1.2 // rows beside each other
	costBlocksUneven   = 4.0 // whose numbers do not go on
)

// Limits of the search.
const (
	maxCost   = 10.0 // by which a reading may be dearer than the cheapest that is kept
	maxPassed = 6.0  // likewise, than one that has passed over the place already
	maxBeam   = 8    // readings that are kept at one place
	plainCost = 6.0  // as maxCost, through a row that has one reading
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
	maxBeforeMissing = 64      // line ends and signs that are looked past
)

// maxSilent is how dear a role may be that is not reported.
const maxSilent = 2.2

// Limits of what is read, in bytes where it is not said of what.
const (
	maxDamaged         = 48      // of a move that is damaged
	maxInside          = 1 << 10 // of a move with remarks in it
	maxMoveDigits      = 4       // digits of a move of two squares
	maxGoesOn          = 160     // how far the number is that follows
	maxOnes            = 8       // numbers 1 without a move that are looked at
	maxFirstMoves      = 8       // first moves of a line before which names are looked for,
	nextFirstMoves     = 2       // and of the rest of a line after a result or a move
	maxSentence        = 240     // of words, from a capital letter on, that name a move
	maxLeading         = 9       // words before that
	maxOpen            = 3       // lines above the last in which a sentence may begin
	maxVaried          = 8       // lines in which the next row is looked for after a variation
	maxLed             = 4       // words of a line after which it may be words to its end
	maxMarks           = 64      // marks that are kept of a move, about
	maxAside           = 4 << 10 // of moves in brackets after the last
	maxCorrection      = 120     // of the words of a correction,
	maxCorrectionWords = 8       // and how many there may be

	maxKey        = 64
	maxHeaders    = 256     // headers that are known when they come again
	maxName       = 80      // of a name in "Иванов – Петров: 1. cb4"
	maxTitle      = 96      // of a title that names the variant
	maxFacts      = 160     // of a line with a tournament
	maxCells      = 2 << 10 // of a line in which cells are looked for
	maxTable      = 64      // rows of a table of results
	maxMatter     = 240     // of a line of a page that is of no game
	maxContents   = 4 << 10 // of one of a table of contents
	maxBoardLines = 24      // of the picture of a board,
	minBoardRows  = 6       // and how many of them have signs
	maxReferring  = 120     // of words that refer to a move elsewhere
	maxMarked     = 256     // of a line in which Markdown's signs are looked for

	maxRegular     = 64 // steps of a line of regular rows
	maxPlainMove   = 12 // of a move in it
	maxPlain       = 32 // plain moves that are read at once
	maxPlainHead   = 200
	maxPlainNumber = 300 // the greatest number of a plain move
	maxBlocks      = 3   // blocks of rows that may stand beside each other

	maxSmall     = 1000    // small faults of headers and numbers that are reported one by one,
	maxReported  = 8       // faults of another kind,
	maxIllegible = 256     // moves that cannot be read,
	maxTornRows  = 16      // and rows that a note replaces
	maxWritten   = 1 << 14 // things that are returned of a sheet, well above what one may have to be restored
)
