package cut

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// A game that is illegal or unreadable is carried over into another format as
// it stands: its legal moves as far as they go, then a comment that begins with
// the verdict and a colon, then the text. Here such games are found again, so
// that no verdict gets lost between formats. The comment is signed with the
// moves beside it (Sign, Signed): where somebody has put them right, it is a
// comment like any other, and the record as it stands is what counts.

// What is said of such a game is in the language that was chosen for writing, and
// is known again in each.

// CarriedComment returns what a comment says of a game that is carried over with
// its verdict: record.Illegal or record.Unreadable, and why.
func CarriedComment(verdict record.Severity, why message.Message, l message.Language) string {
	return message.Of("grammar.carried-why", "verdict", carriedTerm(verdict), "why", why).In(l)
}

// CarriedText returns what a comment says of a game that is carried over with its
// text: besides, the text's format as Format.String has it, and where in it the
// fault is, in a line from 1 and at a ply, 0 for none.
func CarriedText(verdict record.Severity, format string, line, ply int, why message.Message, l message.Language) string {
	if !slices.Contains(carriedFormats, format) {
		format = noFormat
	}
	at := carriedAt(verdict, format, line)
	if ply > 0 {
		return message.Of("grammar.carried-ply", "at", at, "ply", ply, "why", why).In(l)
	}
	return message.Of("grammar.carried-line", "at", at, "why", why).In(l)
}

// carriedFormats are those that a game can be carried over from: Format's names,
// and what one is called that has none.
var carriedFormats = []string{PDN.String(), JSON.String(), Composition.String(), Sheet.String(), noFormat}

const noFormat = "game"

// VerdictTag returns the value of PDN's tag Verdict for a game that is carried
// over with the verdict.
func VerdictTag(verdict record.Severity) string {
	if verdict == record.Unreadable {
		return "unreadable"
	}
	return "illegal"
}

func carriedTerm(verdict record.Severity) message.Term {
	return message.Term("carried-" + VerdictTag(verdict))
}

// carriedAt begins what is said with CarriedText; the line stands at its end in
// every language.
func carriedAt(verdict record.Severity, format string, line any) message.Message {
	return message.Of("grammar.carried-at", "verdict", carriedTerm(verdict), "format", message.Term("format-"+format), "line", line)
}

// carriedBeginning is how a comment begins that says of a game that it is carried
// over.
type carriedBeginning struct {
	text    string
	verdict record.Severity
	format  string // of CarriedText, else ""
}

// carriedBeginnings are those of all languages, of verdicts alone and of
// CarriedText.
var carriedBeginnings = sync.OnceValues(func() (verdicts, texts []carriedBeginning) {
	for _, l := range message.Languages() {
		for _, verdict := range []record.Severity{record.Illegal, record.Unreadable} {
			verdicts = append(verdicts, carriedBeginning{message.Of("grammar.carried-why", "verdict", carriedTerm(verdict), "why", "").In(l), verdict, ""})
			for _, format := range carriedFormats {
				texts = append(texts, carriedBeginning{carriedAt(verdict, format, "").In(l), verdict, format})
			}
		}
	}
	return verdicts, texts
})

// CarriedFormat returns the format of the text that follows a comment of
// CarriedText; false where the comment is another.
func CarriedFormat(comment string) (format string, ok bool) {
	_, texts := carriedBeginnings()
	for _, b := range texts {
		if strings.HasPrefix(comment, b.text) {
			return b.format, true
		}
	}
	return "", false
}

// SheetComment returns what a sheet says of a game that is carried over with its
// legal moves, which stand before it as the given words: what is said of it, and
// their fingerprint.
func SheetComment(said string, words []string, l message.Language) string {
	if _, ok := cutCarriedOver(said); !ok {
		said = message.Of(carriedOver, "said", said).In(l)
	}
	return Sign(said, words)
}

// SaidInSheet returns what a comment of SheetComment says, and at which byte of
// the comment; false where it is another, or its moves were changed: fingerprint
// returns theirs.
func SaidInSheet(comment string, fingerprint func() string) (said string, at int, ok bool) {
	if said, ok = cutCarriedOver(comment); !ok {
		return "", 0, false
	}
	at = len(comment) - len(said)
	if said, ok = strings.CutSuffix(said, " #"+fingerprint()); !ok {
		return "", 0, false // somebody has put the moves right
	}
	_, ok = VerdictOf(said)
	return said, at, ok
}

// cutCarriedOver returns what stands behind "carried over as", in whichever
// language that is.
func cutCarriedOver(comment string) (said string, ok bool) {
	for _, beginning := range carriedOvers() {
		if said, ok = strings.CutPrefix(comment, beginning); ok {
			return said, true
		}
	}
	return "", false
}

// carriedOvers are what stands in each language before what is said: "carried over
// as".
var carriedOvers = sync.OnceValue(func() (beginnings []string) {
	for _, l := range message.Languages() {
		beginnings = append(beginnings, message.Of(carriedOver, "said", "").In(l))
	}
	return beginnings
})

// Said returns what the comment said with which a game was carried over that has
// the fault; false where the fault is another.
func Said(f *record.Fault) (comment string, ok bool) {
	if f.Message.ID() == carriedOver {
		comment, ok = f.Message.Argument("said").(string)
		return comment, ok
	}
	return cutCarriedOver(f.Message.Error()) // through JSON a message comes back as a text
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
	verdicts, _ := carriedBeginnings()
	for _, b := range verdicts {
		if strings.HasPrefix(comment, b.text) {
			return b.verdict, true
		}
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
