package jsonl

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// coder reads or writes a record. What a function says of a value goes for both;
// so the members of an object are listed once, in the order in which they are
// written. In reading they may come in any order; of those with the same name
// the last one counts.
type coder struct {
	in     *reader // nil in writing
	out    *writer // nil in reading
	words  *grammar.Words
	escape *string // see record.escape in the schema; "" for none
}

// reads says whether a member's value is to be read.
func (c *coder) reads(name string) bool { return c.in != nil && c.in.name == name }

// object reads or writes an object, whose members the function lists, and returns
// where it begins in reading.
func (c *coder) object(members func()) (at int) {
	if c.in == nil {
		c.out.open('{')
		members()
		c.out.close('}')
		return 0
	}
	c.in.begin('{', "json.an-object")
	at = c.in.offset() - 1
	for c.in.member() {
		if members(); c.in.name != "" {
			c.in.unknown(c.in.name, c.in.nameAt)
		}
	}
	return at
}

// required reads or writes a member that is always written.
func required[T any](c *coder, name string, v *T, value func(*coder, *T)) {
	switch {
	case c.in == nil:
		c.out.key(name)
	case c.in.name == name:
		c.in.name = ""
	default:
		return
	}
	value(c, v)
}

// optional reads or writes a member that is left out if its value is zero.
func optional[T any](c *coder, name string, v *T, value func(*coder, *T)) {
	if c.in != nil {
		required(c, name, v, value)
		return
	}
	before := len(c.out.dst)
	c.out.key(name)
	at := len(c.out.dst)
	value(c, v)
	switch string(c.out.dst[at:]) {
	case `""`, "0", "-0", "false", "{}":
		c.out.dst = c.out.dst[:before]
	}
}

// list reads or writes an array as a member that is left out if it is empty.
func list[T any](c *coder, name string, v *[]T, element func(*coder, *T)) {
	if c.in != nil || len(*v) > 0 {
		required(c, name, v, func(c *coder, v *[]T) { array(c, v, element) })
	}
}

func array[T any](c *coder, v *[]T, element func(*coder, *T)) {
	if c.in == nil {
		c.out.open('[')
		for i := range *v {
			element(c, &(*v)[i])
		}
		c.out.close(']')
		return
	}
	*v = (*v)[:0]
	for c.in.begin('[', "json.an-array"); c.in.err == nil && !c.in.delimiter(']'); {
		*v = append(*v, *new(T))
		element(c, &(*v)[len(*v)-1])
	}
}

func text[T ~string](c *coder, v *T) {
	if c.in != nil {
		s, _ := c.in.string()
		*v = T(s)
	} else {
		c.out.string(string(*v))
	}
}

// truth reads or writes a truth value.
func truth(c *coder, v *bool) {
	if c.in != nil {
		*v = c.in.next(jsontext.KindTrue, "json.true-or-false").text == "true"
	} else {
		c.out.separate()
		c.out.dst = strconv.AppendBool(c.out.dst, *v)
	}
}

// points reads or writes points. JSON has neither infinity nor what is no number.
func points(c *coder, v *float64) {
	if c.in == nil {
		n := min(max(*v, -math.MaxFloat64), math.MaxFloat64)
		if math.IsNaN(n) {
			n = 0
		}
		c.out.separate()
		c.out.dst = strconv.AppendFloat(c.out.dst, n, 'g', -1, 64)
		return
	}
	n := c.in.next(jsontext.KindNumber, "json.a-number")
	var err error
	if *v, err = strconv.ParseFloat(n.text, 64); err != nil {
		c.in.fail(n, message.Of("json.too-large", "number", fmt.Sprintf("%.32s", n.text)))
	}
}

// number reads or writes a whole number, which is read from least to most.
func number[T ~int | ~int64 | ~uint8](c *coder, v *T, least, most int64) {
	if c.in == nil {
		c.out.separate()
		c.out.dst = strconv.AppendInt(c.out.dst, int64(*v), 10)
		return
	}
	n := c.in.next(jsontext.KindNumber, "json.a-number")
	whole, err := strconv.ParseInt(n.text, 10, 64)
	if err != nil || whole < least || whole > most {
		c.in.fail(n, message.Of("json.whole-number",
			"number", fmt.Sprintf("%.32s", n.text), "least", least, "most", most))
	}
	*v = T(whole)
}

// maxPlace is the largest place in a text, length, number or ply that is read.
const maxPlace = math.MaxInt32

func place(c *coder, v *int)     { number(c, v, 0, maxPlace) }
func signed(c *coder, v *int)    { number(c, v, -maxPlace, maxPlace) }
func nag(c *coder, v *int)       { number(c, v, math.MinInt, math.MaxInt) }
func promotion(c *coder, v *int) { number(c, v, 0, grammar.MaxSteps-1) }
func offset(c *coder, v *int64)  { number(c, v, 0, math.MaxInt64) }

// named reads or writes a value by its name.
func named[T ~uint8 | ~int](c *coder, v *T, names []string) {
	if c.in == nil {
		c.out.string(names[*v])
		return
	}
	s, at := c.in.string()
	i := slices.Index(names, s)
	if i < 0 {
		known := strings.TrimPrefix(strings.Join(names, ", "), ", ")
		c.in.fail(at, message.Of("json.one-of", "found", s, "names", known))
		i = 0
	}
	*v = T(i)
}

func outcome(c *coder, v *record.Outcome)     { named(c, v, outcomeNames) }
func manner(c *coder, v *record.Manner)       { named(c, v, mannerNames) }
func severity(c *coder, v *record.Severity)   { named(c, v, severityNames) }
func separator(c *coder, v *record.Separator) { named(c, v, separatorNames) }
func textEncoding(c *coder, v *encoding)      { named(c, v, encodingNames) }

func variant(c *coder, v *record.Variant) {
	if c.in == nil {
		c.out.string(v.String())
		return
	}
	name, at := c.in.string()
	if *v = record.UnknownVariant; name == v.String() {
		return
	}
	var err error
	if *v, err = record.ParseVariant(name); err == nil && v.String() != name {
		err = message.Of("json.small-letters")
	}
	if err != nil {
		c.in.fail(at, message.From(err))
	}
}

// opening is what a record's game starts from: in writing a position, in reading
// its FEN, which is read further when the variant is known.
type opening struct {
	position *record.Position
	fen      string
	written  value
	variant  record.Variant
}

func fen(c *coder, o *opening) {
	if c.in != nil {
		o.fen, o.written = c.in.string()
	} else {
		position(c, o.position)
	}
}

// position writes a position, "" if it is not known what is played.
func position(c *coder, p *record.Position) {
	fen := ""
	if p.Variant != record.UnknownVariant {
		fen = p.FEN()
	}
	c.out.string(fen)
}

// recorded reads or writes a game as it was recorded. In writing, played is the
// variant that it was judged under.
func recorded(c *coder, g *record.Game, played record.Variant) opening {
	start := opening{position: g.Start}
	if g.Start != nil {
		start.variant = g.Start.Variant
	}
	encoding := encodingOf(g.Source.Width)
	c.object(func() {
		optional(c, "escape", c.escape, text)
		optional(c, "format", &g.Format, text)
		optional(c, "layout", &g.Layout, text)
		optional(c, "offset", &g.Source.Offset, offset)
		optional(c, "column", &g.Source.Column, place)
		optional(c, "encoding", &encoding, textEncoding)
		list(c, "shows", &g.Shows, variant)
		list(c, "tags", &g.Tags, tag)
		if c.in != nil || g.Start != nil {
			required(c, "start", &start, fen)
			if c.in != nil || start.variant != played {
				required(c, "start_variant", &start.variant, variant)
			}
		}
		list(c, "before", &g.Before, text)
		list(c, "moves", &g.Plies, ply)
		if c.reads("aside") {
			g.Aside = new(record.Ply)
		}
		if g.Aside != nil {
			required(c, "aside", g.Aside, ply)
		}
		list(c, "after", &g.After, text)
		optional(c, "result", &g.Result, result)
		list(c, "faults", &g.Faults, fault)
		optional(c, "text", &g.Text, text)
	})
	if c.in != nil {
		g.Source.Width = encoding.width()
	}
	return start
}

func tag(c *coder, t *record.Tag) {
	c.object(func() {
		required(c, "name", &t.Name, text)
		required(c, "value", &t.Value, text)
		optional(c, "at", &t.At, place)
	})
}

func result(c *coder, r *record.Result) {
	if c.in != nil {
		*r = record.Result{}
	}
	c.object(func() {
		optional(c, "outcome", &r.Outcome, outcome)
		optional(c, "manner", &r.Manner, manner)
		optional(c, "white", &r.White, points)
		optional(c, "black", &r.Black, points)
		optional(c, "text", &r.Text, text)
		optional(c, "at", &r.At, place)
	})
}

// fault reads or writes what reading a record found; its place is that in the
// record's text.
func fault(c *coder, f *record.Fault) {
	said := ""
	if c.in == nil {
		said = f.Message.In(c.out.language)
	}
	c.object(func() {
		required(c, "code", &f.Code, text)
		required(c, "severity", &f.Severity, severity)
		optional(c, "ply", &f.Ply, place)
		optional(c, "variation", &f.Variation, place)
		optional(c, "at", &f.At, place)
		optional(c, "length", &f.Len, place)
		optional(c, "word", &f.Word, text)
		optional(c, "message", &said, text)
		list(c, "suggestions", &f.Suggestions, text)
		reason(c, f)
	})
	if c.in != nil {
		f.Message = message.Verbatim(said)
	}
}

// reason reads or writes what a program can go by of a fault's message.
func reason(c *coder, f *record.Fault) {
	optional(c, "reason", &f.Reason, text)
	list(c, "squares", &f.Squares, text)
	optional(c, "paragraph", &f.Paragraph, text)
}

// ply reads or writes a move of a record. How its word is read and its length are
// left out if they follow from the word's text.
func ply(c *coder, p *record.Ply) {
	written, isNamed := "", false
	if c.in == nil {
		written = p.Word.Text
	} else {
		p.Len = -1
	}
	at := c.object(func() {
		isNamed = isNamed || c.reads("word")
		required(c, "word", &written, text)
		if c.reads("reading") {
			p.Word = new(record.Word)
			required(c, "reading", p.Word, word)
		} else if c.in == nil && !same(p.Word, wordOf(c.words, written)) {
			required(c, "reading", p.Word, word)
		}
		optional(c, "at", &p.At, place)
		if c.in != nil || p.Len != len(written) {
			required(c, "length", &p.Len, place)
		}
		switch note := p.Note; {
		case c.in == nil && note != nil:
			notes(c, note)
		case c.in != nil && c.in.name != "":
			if note == nil {
				note = new(record.Notes)
			}
			if notes(c, note); c.in.name == "" {
				p.Note = note
			}
		}
	})
	if c.in == nil {
		return
	}
	if !isNamed && c.in.err == nil {
		c.in.fail(value{c.in.text[at:c.in.offset()], at}, message.Of("json.no-word"))
	}
	if p.Word == nil {
		p.Word = wordOf(c.words, written)
	} else {
		p.Word.Text = written
	}
	if p.Len < 0 {
		p.Len = len(written)
	}
}

// notes reads or writes what is attached to a move, as members of its object.
func notes(c *coder, n *record.Notes) {
	optional(c, "number", &n.Number, place)
	optional(c, "behind", &n.Behind, signed)
	list(c, "marks", &n.Marks, text)
	list(c, "nags", &n.NAGs, nag)
	optional(c, "draw_offer", &n.DrawOffer, truth)
	list(c, "before", &n.Before, text)
	list(c, "comments", &n.Comments, text)
	list(c, "inside", &n.Inside, inside)
	optional(c, "clock", &n.Clock, text)
	list(c, "commands", &n.Commands, text)
	optional(c, "diagram", &n.Diagram, truth)
	optional(c, "setup", &n.Setup, text)
	list(c, "variations", &n.Variations, variation)
}

func texts(c *coder, all *[]string)          { array(c, all, text) }
func variation(c *coder, line *[]record.Ply) { array(c, line, ply) }

func inside(c *coder, in *record.Inside) {
	c.object(func() {
		required(c, "step", &in.Step, signed)
		required(c, "text", &in.Text, text)
	})
}

// word reads or writes how a word was read.
func word(c *coder, w *record.Word) {
	var promotions []int
	for i := range grammar.MaxSteps {
		if w.Promotion>>i&1 > 0 {
			promotions = append(promotions, i)
		}
	}
	c.object(func() {
		required(c, "steps", &w.Steps, steps)
		required(c, "separator", &w.Separator, separator)
		list(c, "promotions", &promotions, promotion)
		list(c, "repairs", &w.Repairs, repair)
	})
	for _, i := range promotions {
		w.Promotion |= 1 << i
	}
	if c.in != nil && len(w.Steps) > grammar.MaxSteps {
		c.in.fail(value{at: c.in.offset()},
			message.Of("json.too-many-squares", "most", grammar.MaxSteps))
	}
}

func repair(c *coder, r *record.Repair) {
	c.object(func() {
		required(c, "code", &r.Code, text)
		optional(c, "from", &r.From, text)
		optional(c, "to", &r.To, text)
	})
}

func steps(c *coder, squares *[]record.Step) { array(c, squares, step) }

// step reads or writes a number, or as much of a square as is written: "c3", "c",
// "3".
func step(c *coder, s *record.Step) {
	const files = "abcdefghijkl" // the most that a board can have (record.Board)
	switch {
	case c.in == nil && s.Number > 0:
		number(c, &s.Number, 1, math.MaxUint8)
	case c.in == nil:
		square := ""
		if s.File >= 0 && int(s.File) < len(files) {
			square = files[s.File:][:1]
		}
		if s.Rank >= 0 && int(s.Rank) < len(files) {
			square += strconv.Itoa(int(s.Rank) + 1)
		}
		c.out.string(square)
	case c.in.decoder.PeekKind() != jsontext.KindString:
		s.File, s.Rank = -1, -1
		number(c, &s.Number, 1, math.MaxUint8)
	default:
		square, at := c.in.string()
		rank := square
		s.File = int8(strings.IndexAny(files, square[:min(len(square), 1)]))
		if s.File >= 0 {
			rank = square[1:]
		}
		n, err := strconv.ParseUint(rank, 10, 8)
		if rank != "" && (err != nil || n < 1 || int(n) > len(files)) {
			c.in.fail(at, message.Of("json.no-square", "text", square))
		}
		s.Rank = int8(n) - 1
	}
}

// wordOf returns what the grammar makes of a text: the word, or one without
// steps if the text is no move. It must not be changed.
func wordOf(words *grammar.Words, text string) *record.Word {
	w, err := words.Parse(text)
	if err != nil {
		w = &record.Word{Text: text}
	}
	return w
}

// same says whether two words were read alike.
func same(a, b *record.Word) bool {
	return a == b || a.Separator == b.Separator && a.Promotion == b.Promotion &&
		slices.Equal(a.Steps, b.Steps) && slices.Equal(a.Repairs, b.Repairs)
}
