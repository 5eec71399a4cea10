package record

// Codes of reasons, part of the JSON contract as well: of an illegal move which rule forbids
// it, and of some other faults what exactly is wrong. Each comment ends with the squares that
// the fault names.
const (
	OffBoard           Code = "off-board"              // a square that is not on the board; none
	LightSquare        Code = "light-square"           // the game is played on the dark ones; none
	OtherNames         Code = "other-names"            // numbers for a board with letters; none
	GameOver           Code = "game-over"              // the side to move had no move; none
	CaptureMissed      Code = "capture-missed"         // a capture was mandatory; where the pieces stand that can capture
	UnfinishedCapture  Code = "unfinished-capture"     // the capture goes on; start and end of the word
	WrongLanding       Code = "wrong-landing"          // a king must land where its capture goes on; start and end of the word
	OtherCapture       Code = "other-capture"          // the piece captures, but not so; its square
	Majority           Code = "majority"               // another capture must be preferred; start and end of the word
	TurnsStraightBack  Code = "turns-straight-back"    // a capture goes on the way it came; the square where it turns
	NoSuchPiece        Code = "no-such-piece"          // the square is empty, or its piece cannot move so; the square
	OtherSide          Code = "other-side"             // the piece is the opponent's; its square
	Occupied           Code = "occupied"               // the move ends on a piece; its square
	NotADiagonal       Code = "not-a-diagonal"         // start and end
	ManMovesBack       Code = "man-moves-back"         // start and end
	ManCapturesBack    Code = "man-captures-back"      // start and end
	TooFar             Code = "too-far"                // farther than one square; start and end
	WayBlocked         Code = "way-blocked"            // start and end, and the pieces between
	NothingToCapture   Code = "nothing-to-capture"     // start and end, and the pieces between, if any
	OwnPiece           Code = "own-piece"              // the capture would take a piece of its own side; start, end, the piece
	KingHasNoQuietMove Code = "king-has-no-quiet-move" // of Adiukh; start and end
	OtherSpelling      Code = "other-spelling"         // a legal move, spelled as the game does not; none
	NoMoveWrittenSo    Code = "no-move-written-so"     // none of the others; start and end
)
