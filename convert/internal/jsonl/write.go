package jsonl

import (
	"bytes"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

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
	words grammar.Words
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
	c := carrier{words: &w.words, language: w.Language}
	w.buf = appendLine(w.buf, c.object(r))
	if c.invalid {
		// Some text is not UTF-8: write it again with its bytes.
		c.escape = escapeFor(w.buf[start:])
		w.buf = appendLine(w.buf[:start], c.object(r))
	}
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
	c := carrier{language: l}
	return appendLine(dst, c.verdict(r))
}

// writing is how lines are written: with signs that end lines in JavaScript as
// escapes.
var writing = json.JoinOptions(jsontext.EscapeForJS(true), jsontext.AllowInvalidUTF8(true))

func appendLine(dst []byte, line *object) []byte {
	b := bytes.NewBuffer(dst)
	if err := json.MarshalWrite(b, line, writing); err != nil {
		panic(err) // neither a buffer nor what is in a line gives any
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// escapeFor returns a run of replacement characters that is longer than any in
// the line, so that no text of it can be taken for an escaped byte.
func escapeFor(line []byte) string {
	longest, run := 0, 0
	for _, r := range string(line) {
		if run++; r != utf8.RuneError {
			run = 0
		}
		longest = max(longest, run)
	}
	return strings.Repeat(string(utf8.RuneError), longest+1)
}

// carrier makes lines of games.
type carrier struct {
	words    *grammar.Words
	language message.Language // of messages
	escape   string           // stands before the two digits of a byte that is not UTF-8
	invalid  bool             // there was such a byte
}

// text returns a string with the bytes that are not UTF-8 escaped.
func (c *carrier) text(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	c.invalid = true
	if c.escape == "" {
		return s
	}
	const digits = "0123456789abcdef"
	var b strings.Builder
	for i, r := range s {
		if _, n := utf8.DecodeRuneInString(s[i:]); r != utf8.RuneError || n > 1 {
			b.WriteRune(r)
			continue
		}
		b.WriteString(c.escape)
		b.WriteByte(digits[s[i]>>4])
		b.WriteByte(digits[s[i]&0xf])
	}
	return b.String()
}

func (c *carrier) texts(list []string) []string {
	if !slices.ContainsFunc(list, func(s string) bool { return !utf8.ValidString(s) }) {
		return list
	}
	return each(list, func(s *string) string { return c.text(*s) })
}

func (c *carrier) message(m message.Message) string {
	return c.text(string(m.AppendIn(nil, c.language)))
}

// each returns what of makes of each value.
func each[F, T any](from []F, of func(*F) T) []T {
	if len(from) == 0 {
		return nil
	}
	to := make([]T, len(from))
	for i := range from {
		to[i] = of(&from[i])
	}
	return to
}

// verdict returns the line of check. Its names and order are a contract with
// those who read it.
func (c *carrier) verdict(r *replay.Report) *object {
	g := r.Game
	line := &object{
		Game: g.Source.Number, File: c.text(g.Source.File), Line: g.Source.Line, Variant: variant(r.Variant),
		White: c.text(g.Tag("White")), Black: c.text(g.Tag("Black")), Result: c.text(g.Result.String()),
		Verdict: r.Verdict.String(), Plies: len(r.Moves), Moves: c.texts(r.Moves), Final: fen(&r.Final),
		Over: r.Over, Score: r.Score,
	}
	at := each(r.Faults, func(f *record.Fault) int { return f.At })
	places := g.AppendPlaces(nil, at...)
	for i := range r.Faults {
		f, place := &r.Faults[i], places[i]
		line.Faults = append(line.Faults, found{
			Code: c.text(string(f.Code)), Ply: f.Ply, Variation: f.Variation,
			Line: place.Line, Column: place.Column, Byte: place.Byte, Word: c.text(f.Word),
			Message: c.message(f.Message), Suggestions: c.texts(f.Suggestions),
			Reason:  c.text(string(f.Reason)),
			Squares: c.texts(f.Squares), Paragraph: c.text(string(f.Paragraph)),
		})
	}
	line.Variations = each(r.Variations, func(v *replay.Variation) variation {
		return variation{v.Of, v.Ply, len(v.Line), v.Legal, c.texts(v.Moves), fen(&v.Final)}
	})
	if id, ok := r.ID(); ok {
		line.ID = id
	}
	return line
}

// fen returns a position's FEN, "" where it is not known what is played.
func fen(p *record.Position) string {
	if p.Variant == record.UnknownVariant {
		return ""
	}
	return p.FEN()
}

// object returns a game's line with the record.
func (c *carrier) object(r *replay.Report) *object {
	line := c.verdict(r)
	line.Claims = each(r.Claims, func(of *replay.Claim) claim {
		return claim{string(of.Kind), of.Paragraph, of.Ply}
	})
	line.Legal, line.MoreLegal = c.texts(r.Legal), r.MoreLegal
	line.Record = c.record(r.Game, r.Variant)
	return line
}

// record returns a game as it was recorded.
func (c *carrier) record(g *record.Game, played record.Variant) *recorded {
	to := &recorded{
		Escape: c.escape, Format: c.text(g.Format), Layout: c.text(g.Layout), Offset: g.Source.Offset,
		Column: g.Source.Column, Encoding: encodingOf(g.Source.Width),
		Shows: each(g.Shows, func(v *record.Variant) variant { return variant(*v) }),
		Tags: each(g.Tags, func(t *record.Tag) tag {
			return tag{Name: c.text(t.Name), Value: c.text(t.Value), At: t.At}
		}),
		Before: c.texts(g.Before), Moves: each(g.Plies, c.ply), After: c.texts(g.After),
		Faults: each(g.Faults, c.fault), Text: c.text(g.Text),
	}
	if g.Start != nil {
		to.Start = &located{text: g.Start.FEN()}
		if g.Start.Variant != played {
			to.StartVariant = (*variant)(&g.Start.Variant)
		}
	}
	if g.Aside != nil {
		aside := c.ply(g.Aside)
		to.Aside = &aside
	}
	if g.Result != (record.Result{}) {
		to.Result = &result{
			Outcome: outcome(g.Result.Outcome), Manner: manner(g.Result.Manner),
			White: points(g.Result.White), Black: points(g.Result.Black),
			Text: c.text(g.Result.Text), At: g.Result.At,
		}
	}
	return to
}

// points returns the number that JSON has for n.
func points(n float64) float64 {
	if math.IsNaN(n) {
		return 0
	}
	return min(max(n, -math.MaxFloat64), math.MaxFloat64)
}

func (c *carrier) fault(f *record.Fault) fault {
	return fault{
		Code: c.text(string(f.Code)), Severity: severity(f.Severity), Ply: f.Ply, Variation: f.Variation,
		At: f.At, Length: f.Len, Word: c.text(f.Word), Message: c.message(f.Message),
		Suggestions: c.texts(f.Suggestions), Reason: c.text(string(f.Reason)), Squares: c.texts(f.Squares),
		Paragraph: c.text(string(f.Paragraph)),
	}
}

func (c *carrier) ply(p *record.Ply) ply {
	word := c.text(p.Word.Text)
	to := ply{Word: &word, At: p.At}
	if !same(p.Word, wordOf(c.words, p.Word.Text)) {
		to.Reading = c.reading(p.Word)
	}
	if p.Len != len(p.Word.Text) {
		to.Length = &p.Len
	}
	if n := p.Note; n != nil {
		to.Notes = &notes{
			Number: n.Number, Behind: signed(n.Behind), Marks: c.texts(n.Marks),
			NAGs:      each(n.NAGs, func(n *int) nag { return nag(*n) }),
			DrawOffer: n.DrawOffer, Before: c.texts(n.Before), Comments: c.texts(n.Comments),
			Inside: each(n.Inside, func(in *record.Inside) inside {
				return inside{Step: signed(in.Step), Text: c.text(in.Text)}
			}),
			Clock: c.text(n.Clock), Commands: c.texts(n.Commands),
			Diagram: n.Diagram, Setup: c.text(n.Setup),
			Variations: each(n.Variations, func(v *[]record.Ply) []ply { return each(*v, c.ply) }),
		}
	}
	return to
}

// same says whether two words were read alike.
func same(a, b *record.Word) bool {
	return a == b || a.Separator == b.Separator && a.Promotion == b.Promotion &&
		slices.Equal(a.Steps, b.Steps) && slices.Equal(a.Repairs, b.Repairs)
}

func (c *carrier) reading(w *record.Word) *reading {
	to := &reading{
		Steps:     each(w.Steps, func(s *record.Step) step { return step(*s) }),
		Separator: separator(w.Separator),
		Repairs: each(w.Repairs, func(r *record.Repair) repair {
			return repair{Code: c.text(string(r.Code)), From: c.text(r.From), To: c.text(r.To)}
		}),
	}
	for i := range grammar.MaxSteps {
		if w.Promotion>>i&1 > 0 {
			to.Promotions = append(to.Promotions, promotion(i))
		}
	}
	return to
}
