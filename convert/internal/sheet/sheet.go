// Package sheet writes score sheets, as players and rule books write
// games down: in full, short or numeric notation, as tables, as running text or
// in columns, with headers in Russian, Ukrainian or English.
//
// Package grammar reads them. Read first: Writer, which says what becomes of games
// that are not legal.
package sheet

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/convert/internal/typeset"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// blockSize is how many bytes of sheets a Writer gathers before it hands them
// on.
const blockSize = 64 << 10

// Writer writes judged games as score sheets in UTF-8, with a blank line between
// them. Bytes that are not UTF-8 become U+FFFD. It is not safe for concurrent use.
//
// A game that is illegal or unreadable has its verdict and the reason in the first
// header. A sheet follows with its text as it is; a game of another format has all
// its moves, as they were written, or where that cannot be read back the legal ones,
// a sign for a move that cannot be read, and its text in a comment.
type Writer struct {
	Layout   grammar.Layout
	Notation replay.Notation // replay.Full or replay.Short; boards with numbers have no short one (Codex 2.3)
	Language message.Language
	Remarks  message.Language // in which it says why a game is not legal

	w     io.Writer
	buf   []byte
	games int
	err   error

	parser  *grammar.Parser // of what is read back; nil before the first
	arbiter replay.Arbiter
	again   replay.Report
}

// NewWriter returns a Writer to w of tables in full notation with Russian
// headers; its fields may be set to others before the first game. Close must be
// called for the last games to get there.
func NewWriter(w io.Writer) *Writer {
	return &Writer{Layout: grammar.Table, Notation: replay.Full, Language: message.Russian, w: w}
}

// Write writes a game. The error is that of the underlying writer; all later
// calls return it, too.
func (w *Writer) Write(r *replay.Report) error {
	if w.err != nil {
		return w.err
	}
	if w.games++; w.games > 1 {
		w.buf = append(w.buf, '\n')
	}
	g := r.Game
	stopped := stoppedBy(r)
	text := g.Format == grammar.Sheet.String() && strings.TrimSpace(g.Text) != ""
	switch {
	case stopped != nil && text:
		w.first(r, func() { w.verbatim(r, stopped) }, func() { w.verbatim(r, nil) })
	case stopped != nil:
		w.first(r, func() { w.asWritten(r, stopped) }, func() { w.legal(r, stopped, g.Text) }, func() {
			w.legal(r, stopped, strings.Join(strings.Fields(g.Text), " ")) // no line of it begins a game
		})
	case r.Verdict >= replay.Illegal && text: // nobody says what is played
		w.verbatim(r, nil)
	default:
		w.sheet(r, g, w.Layout)
	}
	if len(w.buf) >= blockSize {
		w.flush()
	}
	return w.err
}

// Close writes what is still to be written. It does not close the underlying
// writer.
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

// stops says whether a fault stops a game.
func stops(f record.Fault) bool { return f.Severity >= record.Illegal && f.Code != record.NoVariant }

// stoppedBy returns the first fault that stopped the game; nil where there is
// none but that the variant is not known, which is nothing to carry on.
func stoppedBy(r *replay.Report) *record.Fault {
	if i := slices.IndexFunc(r.Faults, stops); i >= 0 {
		return &r.Faults[i]
	}
	return nil
}

// verdict writes the header of a game that is not legal.
func (w *Writer) verdict(r *replay.Report, f *record.Fault) {
	w.buf = grammar.AppendSheetVerdict(w.buf, r.Verdict.String()+": "+f.Message.In(w.Remarks), w.Language)
}

// sheet writes a game, or what is to be written of it.
func (w *Writer) sheet(r *replay.Report, g *record.Game, layout grammar.Layout) {
	start := len(w.buf)
	w.buf = grammar.AppendSheet(w.buf, g, r.Variant, r.Spell(w.Notation), w.asides(r), layout, w.Language)
	w.valid(start)
}

// asides returns the texts of the variations of the game's own moves, as a book
// prints them.
func (w *Writer) asides(r *replay.Report) []string {
	var texts []string
	for _, aside := range typeset.Asides(r, typeset.Options{Notation: w.Notation, Language: w.Language}) {
		text := string(typeset.AppendText(nil, aside))
		texts = append(texts, text[len("("):len(text)-len(")")])
	}
	return texts
}

// valid makes UTF-8 of what was written from byte start on: a single other byte
// would have the whole file taken for one in another encoding.
func (w *Writer) valid(start int) {
	if !utf8.Valid(w.buf[start:]) {
		w.buf = append(w.buf[:start], bytes.ToValidUTF8(w.buf[start:], []byte("\ufffd"))...)
	}
}

// first writes a game that is not legal in the first of the ways, best first, in
// which it is read back as not legal, with the same legal moves; else in the
// last.
func (w *Writer) first(r *replay.Report, ways ...func()) {
	start := len(w.buf)
	for i, write := range ways {
		w.buf = w.buf[:start]
		if write(); i == len(ways)-1 || w.readsBack(string(w.buf[start:]), r) {
			return
		}
	}
}

// readsBack says whether the text is one game with the verdict and the moves of
// the report.
func (w *Writer) readsBack(text string, r *replay.Report) bool {
	if w.parser == nil {
		w.parser = grammar.NewParser()
	}
	g, alone := w.parser.ParseGame(text, grammar.Sheet)
	if !alone {
		return false
	}
	w.arbiter.Judge(g, record.UnknownVariant, &w.again)
	return w.again.Verdict >= replay.Illegal && slices.Equal(w.again.Moves, r.Moves)
}

// asWritten writes a game with all moves as they were written.
func (w *Writer) asWritten(r *replay.Report, stopped *record.Fault) {
	w.verdict(r, stopped)
	w.sheet(r, r.Game, w.Layout)
}

// legal writes the legal moves of a game, a move that cannot be read, and the text; as
// a table, in which one side may have a move less without a doubt.
func (w *Writer) legal(r *replay.Report, stopped *record.Fault, text string) {
	w.verdict(r, stopped)
	g := *r.Game
	g.Plies = append(slices.Clone(g.Plies[:len(r.Moves)]), record.Ply{Word: illegible})
	if strings.TrimSpace(text) != "" {
		g.After = append(slices.Clip(g.After), text)
	}
	w.sheet(r, &g, grammar.Table)
}

// illegible stands for a move that cannot be read.
var illegible = &record.Word{Text: "нрзб"}

// verbatim writes a sheet as it is; before it its verdict, if it is stopped, and what
// is played, if the sheet does not say it.
func (w *Writer) verbatim(r *replay.Report, stopped *record.Fault) {
	start := len(w.buf)
	text := strings.TrimRight(r.Game.Text, " \t\r\n")
	if line, rest, _ := strings.Cut(text, "\n"); grammar.IsSheetVerdict(line) {
		text = rest
	}
	if stopped != nil {
		w.verdict(r, stopped)
	}
	if g := r.Game; r.Variant != record.UnknownVariant && (g.Variant == record.UnknownVariant || g.Tag("Variant") == "" && g.Tag("GameType") == "") {
		w.buf = grammar.AppendSheetVariant(w.buf, r.Variant, w.Language)
	}
	w.buf = append(append(w.buf, text...), '\n')
	w.valid(start)
}
