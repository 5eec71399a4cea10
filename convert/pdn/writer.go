package pdn

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// width is the most characters that a line has, unless one word is longer.
const width = 79

// Writer writes judged games to a stream as PDN 3.0: UTF-8, each game closed by
// *, lines of less than 80 characters. It is not safe for concurrent use.
//
// The tags of PDN's seven-tag roster come first, then GameType, Variant and
// FEN, then what else the record has, in its order. Moves are written as the
// standard wants: start and end, and every landing between where those do not
// tell; "x" for captures, ":" in Russian draughts and in the tower games.
//
// A game that is illegal or unreadable has its verdict in the tag Verdict, its
// legal moves, and behind them, in comments, what is wrong and the record's own
// text, so that nothing of it is lost; one whose fault is in a variation has all
// its moves and variations before them, as far as PDN can have them. A fingerprint tells the reader that these
// belong to the moves as they stand (cut.Sign). One that only lacks rules, because its
// variant is not known, is written from its words as they were read.
//
// What PDN has no place for is kept so that Reader reads it back: an offered
// draw is the comment {(=)}, how a game ended is the tag Termination, marks of
// sheets are NAGs where the standard has them (+= is $14) and comments where it
// has none. A } within a comment becomes ), and what control characters there
// are become spaces.
type Writer struct {
	Remarks message.Language // in which it says why a game is carried over; English unless set

	w          *bufio.Writer
	err        error
	column     int    // characters in the line so far
	glue       string // ( that is written before the next token, without a space behind it
	games      int
	variations []replay.Variation // of the game that are not written yet
	spelt      [][]string         // their moves

	judged []string // the tags on which the verdict rests, and the moves, as they were written
}

// NewWriter returns a Writer to w. The caller must Close it.
func NewWriter(w io.Writer) *Writer { return &Writer{w: bufio.NewWriterSize(w, 64<<10)} }

// Close writes what is still buffered. It does not close the underlying
// writer. It returns the first error that any writing met.
func (w *Writer) Close() error {
	if err := w.w.Flush(); w.err == nil {
		w.err = err
	}
	return w.err
}

// Write writes a game. The error is the underlying writer's.
func (w *Writer) Write(r *replay.Report) error {
	if w.games > 0 {
		w.text("\n")
	}
	w.games++
	w.judged = w.judged[:0]
	stopped := stoppedBy(r)
	carried := stopped
	if carried == nil {
		carried = variationStoppedBy(r)
	}
	w.tags(r, carried)
	w.text("\n")
	w.column = 0
	w.movetext(r, stopped)
	if carried != nil {
		w.carriedOver(r, carried)
	}
	w.token("*")
	w.newline()
	return w.err
}

// stoppedBy returns the first fault that stopped the game; nil where there is
// none but that the variant is not known.
func stoppedBy(r *replay.Report) *record.Fault {
	for i := range r.Faults {
		if f := &r.Faults[i]; f.Stops() && f.Code != record.NoVariant {
			return f
		}
	}
	return nil
}

// variationStoppedBy returns the first fault that stopped a variation of a game
// whose text there is; nil where there is none. Without that text the variation
// is all there is of it, and is no more legal when it is read again.
func variationStoppedBy(r *replay.Report) *record.Fault {
	if strings.TrimSpace(r.Game.Text) == "" {
		return nil
	}
	for i := range r.Faults {
		if f := &r.Faults[i]; f.Variation > 0 && f.Severity >= record.Illegal && f.Code != record.NoVariant {
			return f
		}
	}
	return nil
}

// text writes s as it is.
func (w *Writer) text(s string) {
	if w.err == nil {
		_, w.err = w.w.WriteString(s)
	}
}

// newline ends the line.
func (w *Writer) newline() {
	if w.column > 0 {
		w.text("\n")
		w.column = 0
	}
}

// token writes a token of one or more parts, behind a space or at the beginning
// of a line.
func (w *Writer) token(parts ...string) {
	n := len(w.glue)
	for _, p := range parts {
		n += utf8.RuneCountInString(p)
	}
	switch {
	case w.column == 0:
	case w.column+1+n > width:
		w.newline()
	default:
		w.text(" ")
		w.column++
	}
	w.text(w.glue)
	w.glue = ""
	for _, p := range parts {
		w.text(p)
	}
	w.column += n
}

// comment writes a comment, broken into lines at single spaces: where there are
// several in a row, a line's end would lose their number.
func (w *Writer) comment(text string) {
	text = strings.Trim(strings.ReplaceAll(clean(text), "}", ")"), " ")
	if text == "" {
		return
	}
	// Of two { a line that begins with a tag pair between them tells that the
	// first was never closed, so no line may begin so.
	nested := strings.Contains(text, "{")
	text = "{" + text + "}"
	for i := 0; ; {
		n := strings.IndexByte(text[i:], ' ')
		if n < 0 {
			w.token(text)
			return
		}
		i += n
		end := i
		for text[end] == ' ' {
			end++
		}
		if end == i+1 && !(nested && text[end] == '[') {
			w.token(text[:i])
			text, i = text[end:], 0
			continue
		}
		i = end
	}
}

// line is what is known of a line of moves while it is written.
type line struct {
	first  record.Colour // the side with which a number begins
	number int
	second bool // the next move is the second of its number
	told   bool // the next move's number need not be written
	dots   bool // it is written for the second move of a number, too, whichever side begins
}
