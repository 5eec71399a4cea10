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

// Sheet writes judged games as score sheets, as players and rule books write games down:
// in full, short or numeric notation, as tables, as running text or in columns, with
// headers in Russian, Ukrainian or English. Bytes that are not UTF-8 become U+FFFD: a
// single other byte would have the whole file taken for one in another encoding. It is not
// safe for concurrent use.
//
// A game that is illegal or unreadable has its verdict and the reason in the first
// header. A sheet follows with its text unchanged, a game of another format with all
// its moves, as they were written; where that cannot be read back, the legal moves,
// a sign for a move that cannot be read, and its text in a comment.
type Sheet struct {
	Layout   string          // "" is grammar.Table
	Notation replay.Notation // replay.Full or replay.Short; boards with numbers have no short one (Codex 2.3)
	Language message.Language
	Remarks  message.Language // in which it says why a game is not legal

	buf   []byte
	again rereader
}

// Append appends a game. Between two games there is an empty line.
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

// sheet writes a game, or what is to be written of it.
func (w *Sheet) sheet(r *replay.Report, g *record.Game, layout string) {
	notation := w.Notation
	if g.Start != nil && notation == replay.Numeric && r.Variant.Board().Numbering == record.Algebraic {
		notation = replay.Full // as the squares of the position are
	}
	w.buf = grammar.AppendSheet(w.buf, g, r.Variant, r.Spell(notation), w.asides(r), layout, w.Language)
}

// asides returns the texts of the variations of the game's own moves, each with those
// within it, as a book prints them.
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

// first writes a game that is not legal in the first of the ways, best first, in which it is
// read back as not legal, with the same legal moves; else in the last.
func (w *Sheet) first(r *replay.Report, ways ...func()) {
	for i, write := range ways {
		w.buf = w.buf[:0]
		if write(); i == len(ways)-1 || w.readsBack(r) {
			return
		}
	}
}

// text returns what was written of a game.
func (w *Sheet) text() string { return strings.ToValidUTF8(string(w.buf), "\ufffd") }

// readsBack says whether what was written is one game that is not legal, with the same moves.
func (w *Sheet) readsBack(r *replay.Report) bool {
	_, again := w.again.read(w.text(), grammar.Sheet)
	return again != nil && again.Verdict >= replay.Illegal && slices.Equal(again.Moves, r.Moves)
}

// legal writes the legal moves of a game, a move that cannot be read, and the text; as
// a table, which shows clearly that one side has a move less.
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

// verbatim writes a sheet as it is; before it what is played, if the sheet does not say it.
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
