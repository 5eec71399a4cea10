package jsonl

import (
	"io"
	"strconv"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// blockSize is how many bytes of lines a Writer gathers before it hands them
// on.
const blockSize = 64 << 10

// Writer writes judged games as JSON lines. It is not safe for concurrent use.
type Writer struct {
	w     io.Writer
	buf   []byte
	words wordTable
	err   error

	Language message.Language // of messages
}

// NewWriter returns a Writer to w. Close must be called for the last lines to
// get there.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes a game. The error is that of the underlying writer; all later
// calls return it, too.
//
// A variant that was not in the record but was asked of replay.Judge is in the
// line, and so the record has it when it is read again. A game whose line would
// be longer than grammar.MaxJSON is written with its text alone and says so in
// a fault.
func (w *Writer) Write(r *replay.Report) error {
	if w.err != nil {
		return w.err
	}
	start := len(w.buf)
	e := encoder{dst: w.buf, words: &w.words, language: w.Language}
	e.game(r)
	if e.invalid {
		// Some text is not UTF-8: write it again with its bytes.
		e = encoder{dst: e.dst[:start], words: &w.words, language: w.Language, escape: escapeFor(e.dst[start:])}
		e.game(r)
	}
	w.buf = e.dst
	if n := len(w.buf) - start; n > grammar.MaxJSON {
		w.buf = w.buf[:start]
		return w.Write(textOnly(r, n))
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

// textOnly returns the report on a game of which nothing but the text is kept.
func textOnly(r *replay.Report, n int) *replay.Report {
	g := &record.Game{
		Source: r.Game.Source, Text: r.Game.Text[:min(len(r.Game.Text), grammar.MaxGame)], Format: r.Game.Format,
		Variant: r.Variant, Faults: []record.Fault{{
			Code: record.TooLarge, Severity: record.Unreadable,
			Message: message.Of("json.too-long", "n", n, "most", grammar.MaxJSON),
		}},
	}
	return &replay.Report{Game: g, Variant: r.Variant, Verdict: replay.Unreadable, Faults: g.Faults}
}

// AppendVerdict appends the line of "stolb check --format json" on a game: what
// Writer writes without the record and what else it adds; messages in the given
// language.
func AppendVerdict(dst []byte, r *replay.Report, l message.Language) []byte {
	var room [512]byte
	e := encoder{dst: append(dst, '{'), language: l, said: room[:0]}
	e.verdict(r)
	return append(e.dst, "}\n"...)
}

// verdict writes the members of the check's line. Their names and order are a
// contract with those who read it.
func (e *encoder) verdict(r *replay.Report) {
	g := r.Game
	e.name("game")
	e.int(int64(g.Source.Number))
	e.name("file")
	e.string(g.Source.File)
	e.name("line")
	e.int(int64(g.Source.Line))
	e.name("variant")
	e.string(r.Variant.String())
	e.name("white")
	e.string(g.Tag("White"))
	e.name("black")
	e.string(g.Tag("Black"))
	e.name("result")
	e.string(g.Result.String())
	e.name("verdict")
	e.string(r.Verdict.String())
	e.name("plies")
	e.int(int64(len(r.Moves)))
	e.name("moves")
	e.strings(r.Moves)
	e.name("final")
	e.dst = append(e.dst, '"')
	if r.Final.Variant != record.UnknownVariant {
		e.dst = r.Final.AppendFEN(e.dst) // no sign of it needs an escape
	}
	e.dst = append(e.dst, '"')
	e.name("over")
	e.dst = strconv.AppendBool(e.dst, r.Over)
	if r.Score != nil {
		e.name("score")
		e.dst = append(e.dst, '[')
		e.int(int64(r.Score[0]))
		e.dst = append(e.dst, ',')
		e.int(int64(r.Score[1]))
		e.dst = append(e.dst, ']')
	}
	e.name("faults")
	e.dst = append(e.dst, '[')
	var atRoom [64]int
	at := atRoom[:0]
	for i := range r.Faults {
		at = append(at, r.Faults[i].At)
	}
	var placesRoom [64]record.Place
	places := g.AppendPlaces(placesRoom[:0], at...)
	for i := range r.Faults {
		if i > 0 {
			e.dst = append(e.dst, ',')
		}
		f, place := &r.Faults[i], places[i]
		e.dst = append(e.dst, '{')
		e.name("code")
		e.string(string(f.Code))
		e.name("ply")
		e.int(int64(f.Ply))
		e.number("variation", int64(f.Variation))
		e.name("line")
		e.int(int64(place.Line))
		e.name("column")
		e.int(int64(place.Column))
		e.name("byte")
		e.int(place.Byte)
		e.name("word")
		e.string(f.Word)
		e.name("message")
		e.message(f.Message)
		e.name("suggestions")
		e.strings(f.Suggestions)
		e.reason(f)
		e.dst = append(e.dst, '}')
	}
	e.dst = append(e.dst, ']')
	if len(r.Variations) > 0 {
		e.variations(r.Variations)
	}
	if id, ok := r.ID(); ok {
		e.name("id")
		e.string(id)
	}
}

// game writes a game's line.
func (e *encoder) game(r *replay.Report) {
	e.dst = append(e.dst, '{')
	e.verdict(r)
	arrayOf(e, "claims", r.Claims, func(c *replay.Claim) {
		e.dst = append(e.dst, '{')
		e.name("kind")
		e.string(string(c.Kind))
		e.name("paragraph")
		e.string(c.Paragraph)
		e.name("ply")
		e.int(int64(c.Ply))
		e.dst = append(e.dst, '}')
	})
	e.list("legal", r.Legal)
	e.number("more_legal", int64(r.MoreLegal))
	e.name("record")
	e.dst = append(e.dst, '{')
	e.record(r.Game, r.Variant)
	e.dst = append(e.dst, "}}\n"...)
}

// record writes the members of a game as it was recorded. What is not there is
// left out.
func (e *encoder) record(g *record.Game, variant record.Variant) {
	e.member("escape", e.escape)
	e.member("format", g.Format)
	e.member("layout", g.Layout)
	e.number("offset", g.Source.Offset)
	e.number("column", int64(g.Source.Column))
	e.member("encoding", encodingOf(g.Source.Width))
	arrayOf(e, "shows", g.Shows, func(v *record.Variant) { e.string(v.String()) })
	arrayOf(e, "tags", g.Tags, func(t *record.Tag) {
		e.dst = append(e.dst, '{')
		e.name("name")
		e.string(t.Name)
		e.name("value")
		e.string(t.Value)
		e.number("at", int64(t.At))
		e.dst = append(e.dst, '}')
	})
	if g.Start != nil {
		e.name("start")
		e.dst = append(e.dst, '"')
		e.dst = g.Start.AppendFEN(e.dst)
		e.dst = append(e.dst, '"')
		if g.Start.Variant != variant {
			e.member("start_variant", g.Start.Variant.String())
		}
	}
	e.list("before", g.Before)
	arrayOf(e, "moves", g.Plies, e.ply)
	if g.Aside != nil {
		e.name("aside")
		e.ply(g.Aside)
	}
	e.list("after", g.After)
	if g.Result != (record.Result{}) {
		e.name("result")
		e.dst = append(e.dst, '{')
		e.member("outcome", outcomeNames[g.Result.Outcome])
		e.member("manner", mannerNames[g.Result.Manner])
		e.points("white", g.Result.White)
		e.points("black", g.Result.Black)
		e.member("text", g.Result.Text)
		e.number("at", int64(g.Result.At))
		e.dst = append(e.dst, '}')
	}
	arrayOf(e, "faults", g.Faults, e.fault)
	e.member("text", g.Text)
}

// reason writes what a fault's message is made of that a program can go by.
func (e *encoder) reason(f *record.Fault) {
	e.member("reason", string(f.Reason))
	e.list("squares", f.Squares)
	e.member("paragraph", string(f.Paragraph))
}

// fault writes what reading a record found; its place is that in the text.
func (e *encoder) fault(f *record.Fault) {
	e.dst = append(e.dst, '{')
	e.name("code")
	e.string(string(f.Code))
	e.name("severity")
	e.string(severityNames[f.Severity])
	e.number("ply", int64(f.Ply))
	e.number("variation", int64(f.Variation))
	e.number("at", int64(f.At))
	e.number("length", int64(f.Len))
	e.member("word", f.Word)
	if e.said = f.Message.AppendIn(e.said[:0], e.language); len(e.said) > 0 {
		e.name("message")
		quote(e, e.said)
	}
	e.list("suggestions", f.Suggestions)
	e.reason(f)
	e.dst = append(e.dst, '}')
}
