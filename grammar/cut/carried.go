package cut

import (
	"strings"

	"github.com/stolb/stolb/record"
)

// A game that is illegal or unreadable is carried over into another format as
// it stands: its legal moves as far as they go, then a comment that begins with
// the verdict and a colon, then the text. Here such games are found again, so
// that no verdict gets lost between formats.

// carriedOver begins the message of the fault that a game has which was
// carried over without what was wrong with it.
const CarriedOver = "carried over as "

// verdictOf returns the severity that a comment names with which a game is
// carried over; false where it is another comment.
func VerdictOf(comment string) (record.Severity, bool) {
	verdict, _, _ := strings.Cut(comment, ": ")
	switch verdict {
	case "illegal":
		return record.Illegal, true
	case "unreadable":
		return record.Unreadable, true
	}
	return record.Remark, false
}

// carriedFault returns the fault of a game that was carried over with the given
// comment, which stands at byte at, behind so many plies that are legal.
func CarriedFault(said string, at, plies int) record.Fault {
	f := record.Fault{Code: record.IllegalMove, Ply: plies + 1, At: at, Len: len(said), Message: CarriedOver + said}
	if f.Severity, _ = VerdictOf(said); f.Severity == record.Unreadable {
		f.Code = record.UnreadableWord
	}
	return f
}
