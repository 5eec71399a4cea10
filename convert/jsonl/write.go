package jsonl

import (
	"encoding/hex"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/cut"
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
	if n := len(w.buf) - start; n > cut.MaxJSON {
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
		Source: r.Game.Source, Text: r.Game.Text[:min(len(r.Game.Text), cut.MaxGame)], Format: r.Game.Format,
		Variant: r.Variant, Faults: []record.Fault{{
			Code: record.TooLarge, Severity: record.Unreadable,
			Message: message.Of("json.too-long", "n", n, "most", cut.MaxJSON),
		}},
	}
	return &replay.Report{Game: g, Variant: r.Variant, Verdict: replay.Unreadable, Faults: g.Faults}
}

// AppendVerdict appends the line of "stolb check --format json" on a game: what
// Writer writes without the record and what else it adds; messages in the given
// language.
func AppendVerdict(dst []byte, r *replay.Report, l message.Language) []byte {
	e := encoder{dst: append(dst, '{'), language: l}
	e.verdict(r)
	return append(e.dst, "}\n"...)
}

// encoder appends JSON to dst. A value of a game's strings, numbers and truth
// values alone takes no reflection to be written; TestWriterAgainstEncodingJSON
// holds it against encoding/json.
type encoder struct {
	dst      []byte
	words    *wordTable
	language message.Language // of messages
	escape   string           // stands before the two digits of a byte that is not UTF-8
	invalid  bool             // there was such a byte, and no escape
}

// escapeFor returns a run of replacement characters that is longer than any in
// the line, so that no text of it can be taken for an escaped byte.
func escapeFor(line []byte) string {
	longest, run := 0, 0
	for i := 0; i < len(line); {
		r, n := utf8.DecodeRune(line[i:])
		if run++; r != utf8.RuneError {
			run = 0
		}
		longest = max(longest, run)
		i += n
	}
	return strings.Repeat(string(utf8.RuneError), longest+1)
}

const hexDigits = "0123456789abcdef"

// plain has the ASCII characters that stand for themselves in a string.
var plain = func() (plain [utf8.RuneSelf]bool) {
	for c := range plain {
		plain[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return plain
}()

func (e *encoder) string(s string) {
	dst := append(e.dst, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if plain[c] {
				i++
				continue
			}
			dst = append(dst, s[from:i]...)
			switch c {
			case '"', '\\':
				dst = append(dst, '\\', c)
			case '\b':
				dst = append(dst, `\b`...)
			case '\f':
				dst = append(dst, `\f`...)
			case '\n':
				dst = append(dst, `\n`...)
			case '\r':
				dst = append(dst, `\r`...)
			case '\t':
				dst = append(dst, `\t`...)
			default:
				dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xf])
			}
			i++
			from = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			dst = append(dst, s[from:i]...)
			if e.escape == "" {
				e.invalid = true
				dst = append(dst, `\ufffd`...)
			} else {
				dst = append(dst, e.escape...)
				dst = append(dst, hexDigits[c>>4], hexDigits[c&0xf])
			}
			from = i + 1
		case r == '\u2028' || r == '\u2029': // they end lines in JavaScript
			dst = append(dst, s[from:i]...)
			dst = append(dst, `\u202`...)
			dst = append(dst, hexDigits[r&0xf])
			from = i + n
		}
		i += n
	}
	dst = append(dst, s[from:]...)
	e.dst = append(dst, '"')
}

func (e *encoder) int(n int64) { e.dst = strconv.AppendInt(e.dst, n, 10) }

// name begins a member: a comma where it is not the first, the name, a colon.
func (e *encoder) name(name string) {
	if c := e.dst[len(e.dst)-1]; c != '{' {
		e.dst = append(e.dst, ',')
	}
	e.dst = append(e.dst, '"')
	e.dst = append(e.dst, name...)
	e.dst = append(e.dst, '"', ':')
}

// member writes a member that is left out where it is "".
func (e *encoder) member(name, value string) {
	if value != "" {
		e.name(name)
		e.string(value)
	}
}

// number writes a member that is left out where it is 0.
func (e *encoder) number(name string, n int64) {
	if n != 0 {
		e.name(name)
		e.int(n)
	}
}

func (e *encoder) points(name string, n float64) {
	if n != 0 && !math.IsNaN(n) {
		e.name(name)
		e.dst = strconv.AppendFloat(e.dst, min(max(n, -math.MaxFloat64), math.MaxFloat64), 'g', -1, 64)
	}
}

func (e *encoder) strings(list []string) {
	e.dst = append(e.dst, '[')
	for i, s := range list {
		if i > 0 {
			e.dst = append(e.dst, ',')
		}
		e.string(s)
	}
	e.dst = append(e.dst, ']')
}

// list writes a member that is left out where it is empty.
func (e *encoder) list(name string, list []string) {
	if len(list) > 0 {
		e.name(name)
		e.strings(list)
	}
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
	var places []record.Place
	if len(r.Faults) > 0 {
		at := make([]int, len(r.Faults))
		for i := range r.Faults {
			at[i] = r.Faults[i].At
		}
		places = g.Places(at...)
	}
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
		e.string(f.Message.In(e.language))
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
		e.dst = append(e.dst, '"')
		e.dst = hex.AppendEncode(e.dst, id[:])
		e.dst = append(e.dst, '"')
	}
}

// game writes a game's line.
func (e *encoder) game(r *replay.Report) {
	e.dst = append(e.dst, '{')
	e.verdict(r)
	if len(r.Claims) > 0 {
		e.name("claims")
		e.dst = append(e.dst, '[')
		for i, c := range r.Claims {
			if i > 0 {
				e.dst = append(e.dst, ',')
			}
			e.dst = append(e.dst, '{')
			e.name("kind")
			e.string(string(c.Kind))
			e.name("paragraph")
			e.string(c.Paragraph)
			e.name("ply")
			e.int(int64(c.Ply))
			e.dst = append(e.dst, '}')
		}
		e.dst = append(e.dst, ']')
	}
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
	e.member("encoding", encodingOf(g.Source.Width))
	if len(g.Shows) > 0 {
		e.name("shows")
		e.dst = append(e.dst, '[')
		for i, v := range g.Shows {
			if i > 0 {
				e.dst = append(e.dst, ',')
			}
			e.string(v.String())
		}
		e.dst = append(e.dst, ']')
	}
	if len(g.Tags) > 0 {
		e.name("tags")
		e.dst = append(e.dst, '[')
		for i := range g.Tags {
			if i > 0 {
				e.dst = append(e.dst, ',')
			}
			t := &g.Tags[i]
			e.dst = append(e.dst, '{')
			e.name("name")
			e.string(t.Name)
			e.name("value")
			e.string(t.Value)
			e.number("at", int64(t.At))
			e.dst = append(e.dst, '}')
		}
		e.dst = append(e.dst, ']')
	}
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
	if len(g.Plies) > 0 {
		e.name("moves")
		e.plies(g.Plies)
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
	if len(g.Faults) > 0 {
		e.name("faults")
		e.dst = append(e.dst, '[')
		for i := range g.Faults {
			if i > 0 {
				e.dst = append(e.dst, ',')
			}
			e.fault(&g.Faults[i])
		}
		e.dst = append(e.dst, ']')
	}
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
	e.member("message", f.Message.In(e.language))
	e.list("suggestions", f.Suggestions)
	e.reason(f)
	e.dst = append(e.dst, '}')
}

func (e *encoder) plies(plies []record.Ply) {
	e.dst = append(e.dst, '[')
	for i := range plies {
		if i > 0 {
			e.dst = append(e.dst, ',')
		}
		p := &plies[i]
		e.dst = append(e.dst, '{')
		e.name("word")
		e.string(p.Word.Text)
		if !same(p.Word, e.words.read(p.Word.Text)) {
			e.reading(p.Word)
		}
		e.number("at", int64(p.At))
		if p.Len != len(p.Word.Text) {
			e.name("length")
			e.int(int64(p.Len))
		}
		if p.Note != nil {
			e.notes(p.Note)
		}
		e.dst = append(e.dst, '}')
	}
	e.dst = append(e.dst, ']')
}

// same says whether two words were read alike.
func same(a, b *record.Word) bool {
	return a == b || a.Separator == b.Separator && a.Promotion == b.Promotion &&
		slices.Equal(a.Steps, b.Steps) && slices.Equal(a.Repairs, b.Repairs)
}

// reading writes how a word was read where that is not what grammar.ParseWord
// makes of its text.
func (e *encoder) reading(w *record.Word) {
	e.name("reading")
	e.dst = append(e.dst, '{')
	e.name("steps")
	e.dst = append(e.dst, '[')
	for i, s := range w.Steps {
		if i > 0 {
			e.dst = append(e.dst, ',')
		}
		if s.Number > 0 {
			e.int(int64(s.Number))
			continue
		}
		e.dst = append(e.dst, '"')
		if s.File >= 0 && s.File < maxSide {
			e.dst = append(e.dst, 'a'+byte(s.File))
		}
		if s.Rank >= 0 && s.Rank < maxSide {
			e.dst = strconv.AppendInt(e.dst, int64(s.Rank)+1, 10)
		}
		e.dst = append(e.dst, '"')
	}
	e.dst = append(e.dst, ']')
	e.name("separator")
	e.string(separatorNames[w.Separator])
	if w.Promotion != 0 {
		e.name("promotions")
		e.dst = append(e.dst, '[')
		for i := range 32 {
			if w.Promotion>>i&1 == 0 {
				continue
			}
			if w.Promotion<<(32-i) != 0 {
				e.dst = append(e.dst, ',')
			}
			e.int(int64(i))
		}
		e.dst = append(e.dst, ']')
	}
	if len(w.Repairs) > 0 {
		e.name("repairs")
		e.dst = append(e.dst, '[')
		for i, r := range w.Repairs {
			if i > 0 {
				e.dst = append(e.dst, ',')
			}
			e.dst = append(e.dst, '{')
			e.name("code")
			e.string(string(r.Code))
			e.member("from", r.From)
			e.member("to", r.To)
			e.dst = append(e.dst, '}')
		}
		e.dst = append(e.dst, ']')
	}
	e.dst = append(e.dst, '}')
}

func (e *encoder) notes(n *record.Notes) {
	e.number("number", int64(n.Number))
	e.number("behind", int64(n.Behind))
	e.list("marks", n.Marks)
	if len(n.NAGs) > 0 {
		e.name("nags")
		e.dst = append(e.dst, '[')
		for i, nag := range n.NAGs {
			if i > 0 {
				e.dst = append(e.dst, ',')
			}
			e.int(int64(nag))
		}
		e.dst = append(e.dst, ']')
	}
	if n.DrawOffer {
		e.name("draw_offer")
		e.dst = append(e.dst, "true"...)
	}
	e.list("before", n.Before)
	e.list("comments", n.Comments)
	if len(n.Inside) > 0 {
		e.name("inside")
		e.dst = append(e.dst, '[')
		for i, in := range n.Inside {
			if i > 0 {
				e.dst = append(e.dst, ',')
			}
			e.dst = append(e.dst, '{')
			e.name("step")
			e.int(int64(in.Step))
			e.name("text")
			e.string(in.Text)
			e.dst = append(e.dst, '}')
		}
		e.dst = append(e.dst, ']')
	}
	e.member("clock", n.Clock)
	e.list("commands", n.Commands)
	if n.Diagram {
		e.name("diagram")
		e.dst = append(e.dst, "true"...)
	}
	e.member("setup", n.Setup)
	if len(n.Variations) > 0 {
		e.name("variations")
		e.dst = append(e.dst, '[')
		for i, v := range n.Variations {
			if i > 0 {
				e.dst = append(e.dst, ',')
			}
			e.plies(v)
		}
		e.dst = append(e.dst, ']')
	}
}
