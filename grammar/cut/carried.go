package cut

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// A game that is illegal or unreadable is carried over into another format as
// it stands: its legal moves as far as they go, then a comment that begins with
// the verdict and a colon, then the text. Here such games are found again, so
// that no verdict gets lost between formats. The comment is signed with the
// moves beside it (Sign, Signed): where somebody has put them right, it is a
// comment like any other, and the record as it stands is what counts.

// CarriedOver begins what a sheet says of a game that is carried over.
const CarriedOver = "carried over as "

// Said returns what the comment said with which a game was carried over that has
// the fault; false where the fault is another.
func Said(f *record.Fault) (comment string, ok bool) {
	if f.Message.ID() == carriedOver {
		comment, ok = f.Message.Argument("said").(string)
		return comment, ok
	}
	// Through JSON a message comes back as a text.
	for _, l := range message.Languages() {
		if comment, ok = strings.CutPrefix(f.Message.Error(), message.Of(carriedOver, "said", "").In(l)); ok {
			return comment, true
		}
	}
	return "", false
}

const carriedOver message.ID = "grammar.carried-over"

// Fingerprint returns eight hexadecimal digits that tell moves, and what else a
// game's verdict rests on, from others: words as they are written, spaces
// within them aside. Writer and reader have to give the same words in the same
// order.
func Fingerprint(words []string) string {
	h := fnv.New32a()
	for _, w := range words {
		fmt.Fprintf(h, "%s ", word.WithoutSpace(w)) // a hash returns no error
	}
	return fmt.Sprintf("%08x", h.Sum32())
}

// Sign returns a comment with the fingerprint of the words beside which it
// stands at its end: "illegal: sheet line 3: ... #1a2b3c4d".
func Sign(comment string, words []string) string {
	return comment + " #" + Fingerprint(words)
}

// Signed returns a comment without its fingerprint, and whether it has the one
// of the words beside which it was found. The comment of a game that was not
// carried over from what stands there is returned as it is.
func Signed(comment string, words []string) (said string, ok bool) {
	if said, ok = strings.CutSuffix(comment, " #"+Fingerprint(words)); ok {
		return said, true
	}
	return comment, false
}

// VerdictOf returns the severity that a comment names with which a game is
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

// Standing returns the comments behind a game that still hold: where it is not
// stopped, none that say that it is.
func Standing(comments []string, stopped bool) []string {
	says := func(c string) bool { _, stopped := VerdictOf(c); return stopped }
	if stopped || !slices.ContainsFunc(comments, says) {
		return comments
	}
	return slices.DeleteFunc(slices.Clone(comments), says)
}

// CarriedFault returns the fault of a game that was carried over with the given
// comment, which stands at byte at, behind so many plies that are legal.
func CarriedFault(said string, at, plies int) record.Fault {
	f := record.Fault{Code: record.IllegalMove, Ply: plies + 1, At: at, Len: len(said), Message: message.Of(carriedOver, "said", said)}
	if f.Severity, _ = VerdictOf(said); f.Severity == record.Unreadable {
		f.Code = record.UnreadableWord
	}
	return f
}
