package record

// Codes of reasons, also part of the JSON contract: the rule that forbids an illegal move, or the
// exact cause of some other faults. Each comment ends with the squares that the fault names.
const (
	OffBoard           Code = "off-board"              // a square that is not on the board; none
	LightSquare        Code = "light-square"           // the game is played on the dark squares; none
	OtherNames         Code = "other-names"            // numbers for a board with letters; none
	GameOver           Code = "game-over"              // the side to move had no move; none
	CaptureMissed      Code = "capture-missed"         // a capture was mandatory; the squares of the pieces that can capture
	UnfinishedCapture  Code = "unfinished-capture"     // the capture must continue; start and end of the word
	WrongLanding       Code = "wrong-landing"          // a king must land where its capture continues; start and end of the word
	OtherCapture       Code = "other-capture"          // the piece can capture, but not this way; its square
	Majority           Code = "majority"               // another capture has priority; start and end of the word
	TurnsStraightBack  Code = "turns-straight-back"    // a capture reverses its direction; the square where it turns
	NoSuchPiece        Code = "no-such-piece"          // the square is empty, or its piece cannot move this way; the square
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
	OtherSpelling      Code = "other-spelling"         // a legal move in a spelling that the game does not use; none
	NoMoveWrittenSo    Code = "no-move-written-so"     // none of the other reasons; start and end
)
