// Package pdn writes Portable Draughts Notation 3.0, with Stolb's extensions for
// tower games: the tag Variant, the game types 45 to 47 and towers in FEN. Package
// grammar reads it.
//
// Read first: Writer, which writes the standard's strict form.
package pdn

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar"
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
// A game that is illegal or unreadable has its verdict and the reason in the tag
// Verdict, and all its moves: the legal ones in full, the others as they were written,
// so that judging finds the fault again. Where it would not, as of a game of which
// not all could be read, its legal moves are followed by -- and the record's own text,
// in lines that begin with "% ", of which the tag Text says the format: the text is
// what is read. One that only lacks rules, because its variant is not known, is
// written from its words as they were read.
//
// What PDN has no place for is kept so that it is read back: an offered
// draw is the comment {(=)}, how a game ended is the tag Termination, marks of
// sheets are NAGs where the standard has them (+= is $14) and comments where it
// has none. A } within a comment becomes ), and what control characters there
// are become spaces.
type Writer struct {
	Remarks message.Language // in which it says why a game is not legal; English unless set

	w          io.Writer
	buf        []byte // what is not handed on yet
	err        error
	column     int    // characters in the line so far
	glue       string // ( that is written before the next token, without a space behind it
	games      int
	variations []replay.Variation // of the game that are not written yet
	spelt      [][]string         // their moves

	parser  *grammar.Parser // of what is read back; nil before the first
	arbiter replay.Arbiter
	again   replay.Report
}

// blockSize is how many bytes of games a Writer gathers before it hands them on.
const blockSize = 64 << 10

// NewWriter returns a Writer to w. The caller must Close it.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Close writes what is still buffered. It does not close the underlying
// writer. It returns the first error that any writing met.
func (w *Writer) Close() error {
	w.flush()
	return w.err
}

func (w *Writer) flush() {
	if w.err == nil && len(w.buf) > 0 {
		_, w.err = w.w.Write(w.buf)
	}
	w.buf = w.buf[:0]
}

// Write writes a game. The error is the underlying writer's.
func (w *Writer) Write(r *replay.Report) error {
	if w.games++; w.games > 1 {
		w.text("\n")
	}
	fault, start := faultOf(r), len(w.buf)
	w.game(r, fault, false)
	if fault != nil && !w.readsBack(string(w.buf[start:]), r, fault) {
		w.buf = w.buf[:start]
		w.game(r, fault, true)
	}
	if len(w.buf) >= blockSize {
		w.flush()
	}
	return w.err
}

// game writes a game with all its moves, or its legal moves and its text.
func (w *Writer) game(r *replay.Report, fault *record.Fault, asText bool) {
	w.tags(r, fault, asText)
	w.text("\n")
	w.column = 0
	w.movetext(r, asText)
	if asText {
		w.token("--") // which is a move that nobody knows
		w.newline()
		w.lines(r.Game.Text)
	}
	w.token("*")
	w.newline()
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// lines writes a text as it is, in lines that are no part of the movetext.
func (w *Writer) lines(text string) {
	text = strings.ToValidUTF8(strings.TrimRight(text, "\r\n"), "\ufffd")
	if strings.TrimSpace(text) == "" {
		return
	}
	// A line ends with a CR as well, and what follows would be no comment's.
	for l := range strings.Lines(lineEnds.Replace(text)) {
		w.text("% " + strings.TrimRight(l, "\n") + "\n")
	}
}

// readsBack says whether a text is read as one game that is stopped as the report is:
// with the same verdict, at the same place, for the same reason.
func (w *Writer) readsBack(text string, r *replay.Report, fault *record.Fault) bool {
	if w.parser == nil {
		w.parser = grammar.NewParser()
	}
	g, alone := w.parser.ParseGame(text, grammar.PDN)
	if !alone {
		return false
	}
	w.arbiter.Judge(g, record.UnknownVariant, &w.again)
	found := faultOf(&w.again)
	return found != nil && w.again.Verdict == r.Verdict && found.Code == fault.Code && found.Reason == fault.Reason &&
		found.Ply == fault.Ply && found.Variation == fault.Variation && len(g.Plies) == len(r.Game.Plies) && slices.Equal(w.again.Moves, r.Moves)
}

// faultOf returns the first fault that stopped the game, else the first that stopped
// a variation; nil where there is none but that the variant is not known.
func faultOf(r *replay.Report) *record.Fault {
	var first *record.Fault
	for i := range r.Faults {
		switch f := &r.Faults[i]; {
		case f.Code == record.NoVariant:
		case f.Stops():
			return f
		case first == nil && f.Variation > 0 && f.Severity >= record.Illegal:
			first = f
		}
	}
	return first
}

// text writes s as it is.
func (w *Writer) text(s string) { w.buf = append(w.buf, s...) }

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
