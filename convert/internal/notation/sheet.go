package notation

import (
	"cmp"
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Sheet writes judged games as score sheets in the style of players and rule books: in full,
// short or numeric notation, as tables, running text or columns, with headers in Russian,
// Ukrainian or English. Invalid UTF-8 becomes U+FFFD: a single such byte would make readers
// detect another encoding for the whole file. It is not safe for concurrent use.
//
// An illegal or unreadable game has its verdict and the reason in the first header. A sheet
// follows with its text unchanged, a game of another format with all its moves as written; if
// that cannot be read back, the legal moves, a sign for an unreadable move, and its text in a
// comment.
type Sheet struct {
	Layout   string          // "" is grammar.Table
	Notation replay.Notation // replay.Full or replay.Short; numbered boards have no short notation (Codex 2.3)
	Language message.Language
	Remarks  message.Language // language of the verdict's reason

	buf []byte
}

// Append appends a game. The caller separates games by blank lines.
func (w *Sheet) Append(dst []byte, r *replay.Report) []byte {
	g := r.Game
	layout := cmp.Or(w.Layout, grammar.Table)
	stopped := faultOf(r)
	text := g.Format == grammar.Sheet.String() && strings.TrimSpace(g.Text) != ""
	w.buf = w.buf[:0]
	legal := func() { w.legal(r, stopped, g.Text) }
	inOneLine := func() { w.legal(r, stopped, strings.Join(strings.Fields(g.Text), " ")) } // no line of it begins a game
	switch {
	case stopped != nil && text:
		alone := func() { w.verbatim(r) }
		w.first(r, func() { w.verdict(r, stopped); alone() }, alone, legal, inOneLine)
	case stopped != nil:
		w.first(r, func() { w.verdict(r, stopped); w.sheet(r, g, layout) }, legal, inOneLine)
	case r.Verdict >= replay.Illegal && text: // the variant is unknown
		w.verbatim(r)
	default:
		w.sheet(r, g, layout)
	}
	return append(dst, w.text()...)
}

// verdict writes the header of a game that is not legal.
func (w *Sheet) verdict(r *replay.Report, f *record.Fault) {
	w.buf = grammar.AppendSheetVerdict(w.buf, r.Verdict.String()+": "+f.Message.In(w.Remarks), w.Language)
}

// sheet writes g, the game or the part of it to be written.
func (w *Sheet) sheet(r *replay.Report, g *record.Game, layout string) {
	notation := w.Notation
	if g.Start != nil && notation == replay.Numeric && r.Variant.Board().Numbering == record.Algebraic {
		notation = replay.Full // like the squares of the position
	}
	w.buf = grammar.AppendSheet(w.buf, g, r.Variant, r.Spell(notation), w.asides(r), layout, w.Language)
}

// asides returns the texts of the variations of the main line, each with its nested variations,
// as a book prints them.
func (w *Sheet) asides(r *replay.Report) (texts []string) {
	aside := writer{r: r, sides: r.SpellVariations(w.Notation), language: w.Language}
	for aside.next < len(r.Variations) {
		aside.runs = aside.runs[:0]
		aside.variation(0, 0)
		text := string(AppendText(nil, aside.runs))
		texts = append(texts, text[len("("):len(text)-len(")")])
	}
	return texts
}

// first writes an illegal game in the first of the ways, best first, that is read back as illegal
// with the same legal moves, or else in the last.
func (w *Sheet) first(r *replay.Report, ways ...func()) {
	for i, write := range ways {
		w.buf = w.buf[:0]
		if write(); i == len(ways)-1 || w.readsBack(r) {
			return
		}
	}
}

func (w *Sheet) text() string { return strings.ToValidUTF8(string(w.buf), "\ufffd") }

// readsBack reports whether the output parses as one illegal game with the same legal moves.
func (w *Sheet) readsBack(r *replay.Report) bool {
	_, again := reread(w.text(), grammar.Sheet)
	return again != nil && again.Verdict >= replay.Illegal && slices.Equal(again.Moves, r.Moves)
}

// legal writes the legal moves of a game, an unreadable move and the text. It uses a table, which
// shows clearly that one side has a move less.
func (w *Sheet) legal(r *replay.Report, stopped *record.Fault, text string) {
	w.verdict(r, stopped)
	g := *r.Game
	g.Plies = append(slices.Clone(g.Plies[:len(r.Moves)]), record.Ply{Word: illegible})
	if strings.TrimSpace(text) != "" {
		g.After = append(slices.Clip(g.After), text)
	}
	w.sheet(r, &g, grammar.Table)
}

// illegible replaces a move that cannot be read.
var illegible = &record.Word{Text: "нрзб"}

// verbatim writes a sheet unchanged, after its variant if the sheet does not name it.
func (w *Sheet) verbatim(r *replay.Report) {
	text := strings.TrimRight(r.Game.Text, " \t\r\n")
	if line, rest, _ := strings.Cut(text, "\n"); grammar.IsSheetVerdict(line) {
		text = rest
	}
	if g := r.Game; r.Variant != record.UnknownVariant && (g.Variant == record.UnknownVariant || g.Tag("Variant") == "" && g.Tag("GameType") == "") {
		w.buf = grammar.AppendSheetVariant(w.buf, r.Variant, w.Language)
	}
	w.buf = append(append(w.buf, text...), '\n')
}
