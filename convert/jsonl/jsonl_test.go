package jsonl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// The line as encoding/json would write it.
type (
	lineJSON struct {
		Game    int         `json:"game"`
		File    string      `json:"file"`
		Line    int         `json:"line"`
		Variant string      `json:"variant"`
		White   string      `json:"white"`
		Black   string      `json:"black"`
		Result  string      `json:"result"`
		Verdict string      `json:"verdict"`
		Plies   int         `json:"plies"`
		Moves   []string    `json:"moves"`
		Final   string      `json:"final"`
		Over    bool        `json:"over"`
		Score   *[2]int     `json:"score,omitempty"`
		Faults  []foundJSON `json:"faults"`
		Lines   []lineOfIt  `json:"variations,omitempty"`
		ID      string      `json:"id,omitempty"`
		Claims  []claimJSON `json:"claims,omitempty"`
		Legal   []string    `json:"legal,omitempty"`
		More    int         `json:"more_legal,omitempty"`
		Record  *recordJSON `json:"record,omitempty"`
	}
	foundJSON struct {
		Code        string   `json:"code"`
		Ply         int      `json:"ply"`
		Variation   int      `json:"variation,omitempty"`
		Line        int      `json:"line"`
		Column      int      `json:"column"`
		Byte        int64    `json:"byte"`
		Word        string   `json:"word"`
		Message     string   `json:"message"`
		Suggestions []string `json:"suggestions"`
		Reason      string   `json:"reason,omitempty"`
		Squares     []string `json:"squares,omitempty"`
		Paragraph   string   `json:"paragraph,omitempty"`
	}
	lineOfIt struct {
		Of      int      `json:"of"`
		Ply     int      `json:"ply"`
		Written int      `json:"written"`
		Legal   bool     `json:"legal"`
		Moves   []string `json:"moves"`
		Final   string   `json:"final"`
	}
	claimJSON struct {
		Kind      string `json:"kind"`
		Paragraph string `json:"paragraph"`
		Ply       int    `json:"ply"`
	}
	recordJSON struct {
		Escape       string      `json:"escape,omitempty"`
		Format       string      `json:"format,omitempty"`
		Layout       string      `json:"layout,omitempty"`
		Offset       int64       `json:"offset,omitempty"`
		Encoding     string      `json:"encoding,omitempty"`
		Shows        []string    `json:"shows,omitempty"`
		Tags         []tagJSON   `json:"tags,omitempty"`
		Start        string      `json:"start,omitempty"`
		StartVariant string      `json:"start_variant,omitempty"`
		Before       []string    `json:"before,omitempty"`
		Moves        []plyJSON   `json:"moves,omitempty"`
		Aside        *plyJSON    `json:"aside,omitempty"`
		After        []string    `json:"after,omitempty"`
		Result       *resultJSON `json:"result,omitempty"`
		Faults       []faultJSON `json:"faults,omitempty"`
		Text         string      `json:"text,omitempty"`
	}
	tagJSON struct {
		Name  string `json:"name"`
		Value string `json:"value"`
		At    int    `json:"at,omitempty"`
	}
	resultJSON struct {
		Outcome string  `json:"outcome,omitempty"`
		Manner  string  `json:"manner,omitempty"`
		White   float64 `json:"white,omitempty"`
		Black   float64 `json:"black,omitempty"`
		Text    string  `json:"text,omitempty"`
		At      int     `json:"at,omitempty"`
	}
	faultJSON struct {
		Code        string   `json:"code"`
		Severity    string   `json:"severity"`
		Ply         int      `json:"ply,omitempty"`
		Variation   int      `json:"variation,omitempty"`
		At          int      `json:"at,omitempty"`
		Length      int      `json:"length,omitempty"`
		Word        string   `json:"word,omitempty"`
		Message     string   `json:"message,omitempty"`
		Suggestions []string `json:"suggestions,omitempty"`
		Reason      string   `json:"reason,omitempty"`
		Squares     []string `json:"squares,omitempty"`
		Paragraph   string   `json:"paragraph,omitempty"`
	}
	plyJSON struct {
		Word       string       `json:"word"`
		Reading    *readingJSON `json:"reading,omitempty"`
		At         int          `json:"at,omitempty"`
		Length     *int         `json:"length,omitempty"`
		Number     int          `json:"number,omitempty"`
		Behind     int          `json:"behind,omitempty"`
		Marks      []string     `json:"marks,omitempty"`
		NAGs       []int        `json:"nags,omitempty"`
		DrawOffer  bool         `json:"draw_offer,omitempty"`
		Before     []string     `json:"before,omitempty"`
		Comments   []string     `json:"comments,omitempty"`
		Inside     []insideJSON `json:"inside,omitempty"`
		Clock      string       `json:"clock,omitempty"`
		Commands   []string     `json:"commands,omitempty"`
		Diagram    bool         `json:"diagram,omitempty"`
		Setup      string       `json:"setup,omitempty"`
		Variations [][]plyJSON  `json:"variations,omitempty"`
	}
	readingJSON struct {
		Steps      []any        `json:"steps"`
		Separator  string       `json:"separator"`
		Promotions []int        `json:"promotions,omitempty"`
		Repairs    []repairJSON `json:"repairs,omitempty"`
	}
	repairJSON struct {
		Code string `json:"code"`
		From string `json:"from,omitempty"`
		To   string `json:"to,omitempty"`
	}
	insideJSON struct {
		Step int    `json:"step"`
		Text string `json:"text"`
	}
)

func mirror(r *replay.Report) *lineJSON {
	g := r.Game
	line := &lineJSON{
		Game: g.Source.Number, File: g.Source.File, Line: g.Source.Line,
		Variant: r.Variant.String(), White: g.Tag("White"), Black: g.Tag("Black"), Result: g.Result.String(),
		Verdict: r.Verdict.String(), Plies: len(r.Moves), Moves: append([]string{}, r.Moves...),
		Over: r.Over, Score: r.Score, Faults: []foundJSON{}, Legal: r.Legal, More: r.MoreLegal,
		Record: &recordJSON{
			Format: g.Format, Layout: g.Layout, Offset: g.Source.Offset, Encoding: encodingOf(g.Source.Width),
			Before: g.Before, Moves: mirrorPlies(g.Plies), After: g.After, Text: g.Text,
		},
	}
	if g.Aside != nil {
		line.Record.Aside = &mirrorPlies([]record.Ply{*g.Aside})[0]
	}
	if r.Final.Variant != record.UnknownVariant {
		line.Final = r.Final.FEN()
	}
	for _, f := range r.Faults {
		place := g.Place(f.At)
		line.Faults = append(line.Faults, foundJSON{
			string(f.Code), f.Ply, f.Variation, place.Line, place.Column, place.Byte, f.Word, f.Message.Error(), append([]string{}, f.Suggestions...),
			string(f.Reason), f.Squares, string(f.Paragraph),
		})
	}
	for _, v := range r.Variations {
		line.Lines = append(line.Lines, lineOfIt{v.Of, v.Ply, len(v.Line), v.Legal, append([]string{}, v.Moves...), v.Final.FEN()})
	}
	if id, ok := r.ID(); ok {
		line.ID = id.String()
	}
	for _, c := range r.Claims {
		line.Claims = append(line.Claims, claimJSON{string(c.Kind), c.Paragraph, c.Ply})
	}
	rec := line.Record
	for _, v := range g.Shows {
		rec.Shows = append(rec.Shows, v.String())
	}
	for _, t := range g.Tags {
		rec.Tags = append(rec.Tags, tagJSON(t))
	}
	if g.Start != nil {
		rec.Start = g.Start.FEN()
		if g.Start.Variant != r.Variant {
			rec.StartVariant = g.Start.Variant.String()
		}
	}
	if g.Result != (record.Result{}) {
		rec.Result = &resultJSON{
			outcomeNames[g.Result.Outcome], mannerNames[g.Result.Manner], g.Result.White, g.Result.Black, g.Result.Text, g.Result.At,
		}
	}
	for _, f := range g.Faults {
		rec.Faults = append(rec.Faults, faultJSON{
			string(f.Code), severityNames[f.Severity], f.Ply, f.Variation, f.At, f.Len, f.Word, f.Message.Error(), f.Suggestions,
			string(f.Reason), f.Squares, string(f.Paragraph),
		})
	}
	return line
}

func mirrorPlies(plies []record.Ply) []plyJSON {
	all := []plyJSON{}
	for _, p := range plies {
		ply := plyJSON{Word: p.Word.Text, At: p.At}
		if p.Len != len(p.Word.Text) {
			ply.Length = &p.Len
		}
		read, err := word.Parse(p.Word.Text)
		if err != nil {
			read = &record.Word{Text: p.Word.Text}
		}
		if !same(read, p.Word) {
			ply.Reading = &readingJSON{Steps: []any{}, Separator: separatorNames[p.Word.Separator]}
			for _, s := range p.Word.Steps {
				text := ""
				if s.File >= 0 {
					text = string(rune('a' + s.File))
				}
				if s.Rank >= 0 {
					text += fmt.Sprint(s.Rank + 1)
				}
				if s.Number > 0 {
					ply.Reading.Steps = append(ply.Reading.Steps, s.Number)
				} else {
					ply.Reading.Steps = append(ply.Reading.Steps, text)
				}
			}
			for i := range 32 {
				if p.Word.Promotion&(1<<i) != 0 {
					ply.Reading.Promotions = append(ply.Reading.Promotions, i)
				}
			}
			for _, repair := range p.Word.Repairs {
				ply.Reading.Repairs = append(ply.Reading.Repairs, repairJSON{string(repair.Code), repair.From, repair.To})
			}
		}
		if n := p.Note; n != nil {
			ply.Behind, ply.Commands, ply.Diagram = n.Behind, n.Commands, n.Diagram
			ply.Number, ply.Marks, ply.NAGs, ply.DrawOffer = n.Number, n.Marks, n.NAGs, n.DrawOffer
			ply.Before, ply.Comments, ply.Clock, ply.Setup = n.Before, n.Comments, n.Clock, n.Setup
			for _, in := range n.Inside {
				ply.Inside = append(ply.Inside, insideJSON(in))
			}
			for _, v := range n.Variations {
				ply.Variations = append(ply.Variations, mirrorPlies(v))
			}
		}
		all = append(all, ply)
	}
	return all
}

// filler fills games with random content, every field that there is.
type filler struct {
	*rand.Rand
	depth int
}

var texts = []string{
	"", "c3-b4", "Иванов И.", "\"\\/\b\f\n\r\t\x00\x1f\x7f", "\u2028\u2029\ufffd\ufeff", "𝄞 漢字 é", "</script>&", "a b", "12", "�d0", "null",
}

func (f *filler) fill(v reflect.Value) {
	switch p := v.Addr().Interface().(type) {
	case *record.Source:
		*p = record.Source{
			File: texts[f.IntN(len(texts))], Number: f.IntN(5), Offset: f.Int64N(1 << 40), Line: f.IntN(5),
			Width: [...]func(string) int{nil, utf8.RuneCountInString, widthOf(utf16Text)}[f.IntN(3)],
		}
		return
	case *record.Variant:
		*p = record.Variants()[f.IntN(len(record.Variants()))]
		return
	case **record.Position:
		if f.IntN(2) == 0 {
			start := record.StartPosition(record.Bashni)
			start.Put(record.SquareAt(0, 2), record.NewTower(record.White, record.Block{N: 1, Kings: 1}, record.Block{}))
			start.Turn = record.Colour(f.IntN(2))
			*p = &start
		}
		return
	case *record.Code:
		*p = record.ResultMismatch
		return
	case *record.Reason:
		*p = record.CaptureMissed
		return
	case *message.Message:
		*p = message.Verbatim(texts[f.IntN(len(texts))])
		return
	case *record.Outcome:
		*p = record.Outcome(f.IntN(len(outcomeNames)))
		return
	case *record.Manner:
		*p = record.Manner(f.IntN(len(mannerNames)))
		return
	case *record.Severity:
		*p = record.Severity(f.IntN(len(severityNames)))
		return
	case *record.Separator:
		*p = record.Separator(f.IntN(len(separatorNames)))
		return
	case *record.Step:
		*p = [...]record.Step{
			{File: 2, Rank: 2}, {File: 2, Rank: -1}, {File: -1, Rank: 11}, {File: -1, Rank: -1}, {File: -1, Rank: -1, Number: 50},
		}[f.IntN(5)]
		return
	case **record.Word:
		words := [...]string{"c3-b4", "9:17", "сb4", "aa7", "nothing", "", "f8:a3:c1:f4:h2"}
		text := words[f.IntN(len(words))]
		if w, err := word.Parse(text); err == nil && f.IntN(4) > 0 {
			*p = w
			return
		}
		w := new(record.Word)
		f.fill(reflect.ValueOf(w).Elem())
		w.Text, w.Plain = text, false
		*p = w
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i))
		}
		if fault, ok := v.Addr().Interface().(*record.Fault); ok {
			fault.OnBoard = false // a record's faults are those of reading it
		}
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[[][]record.Ply]() {
			if f.depth++; f.depth > 3 {
				return
			}
			defer func() { f.depth-- }()
		}
		for n := f.IntN(4); n > 0; n-- {
			element := reflect.New(v.Type().Elem()).Elem()
			f.fill(element)
			v.Set(reflect.Append(v, element))
		}
	case reflect.Pointer:
		if f.IntN(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem())
		}
	case reflect.String:
		v.SetString(texts[f.IntN(len(texts))])
	case reflect.Int:
		v.SetInt(int64(f.IntN(4)))
	case reflect.Uint32:
		v.SetUint([...]uint64{0, 1, 1 << 31, 0b1010, 1<<32 - 1}[f.IntN(5)])
	case reflect.Float64:
		v.SetFloat([...]float64{0, 17, 0.5, 1e40, 1.0 / 3}[f.IntN(5)])
	case reflect.Bool:
		v.SetBool(f.IntN(2) == 0)
	default:
		panic("a kind of field that the test does not know: " + v.Type().String())
	}
}

// filled returns a game with random content.
func filled(seed uint64) *record.Game {
	g := new(record.Game)
	f := filler{Rand: rand.New(rand.NewPCG(seed, 1))}
	f.fill(reflect.ValueOf(g).Elem())
	g.Solution = nil // of which judging makes plies
	// A game whose words are no moves has a fault that says so.
	g.Faults = append(g.Faults, record.Fault{Code: record.UnreadableWord, Severity: record.Unreadable, Ply: 1})
	return g
}

// judged returns reports on generated games of every variant, on the games of
// the rule books and on games with every field set.
func judged(t testing.TB) []*replay.Report {
	var all []*replay.Report
	for _, v := range record.Variants() {
		generator, err := corpus.NewGenerator(v, 7)
		require.NoError(t, err)
		for range 5 {
			all = append(all, replay.Judge(generator.Next(), record.UnknownVariant))
		}
	}
	for _, c := range corpus.Games() {
		cutter, err := grammar.NewCutter(strings.NewReader(c.Text), c.File, "")
		require.NoError(t, err)
		parser := grammar.NewParser()
		for {
			chunk, err := cutter.Next()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			all = append(all, replay.Judge(parser.Parse(chunk), c.Variant))
		}
	}
	for _, text := range corpus.PDNSeeds() {
		cutter, err := grammar.NewCutter(strings.NewReader(text), "seed.pdn", "")
		require.NoError(t, err)
		cutter.SetFormat(cut.PDN)
		parser := grammar.NewParser()
		for {
			chunk, err := cutter.Next()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			all = append(all, replay.Judge(parser.Parse(chunk), record.International))
		}
	}
	for seed := range uint64(200) {
		g := filled(seed)
		all = append(all, &replay.Report{
			Game: g, Variant: g.Variant, Verdict: replay.Verdict(seed % 5), Moves: texts[:seed%3], Over: seed%2 == 0, Score: &[2]int{17, 7},
			Final: record.StartPosition(record.Lasca), Faults: g.Faults, Legal: texts[:seed%4], MoreLegal: int(seed % 3),
			Claims: []replay.Claim{{Kind: replay.Repetition, Paragraph: "Codex 1.13", Ply: 20}},
		})
	}
	return all
}

// write returns the line of a report.
func write(t testing.TB, r *replay.Report) string {
	var b bytes.Buffer
	w := NewWriter(&b)
	require.NoError(t, w.Write(r))
	require.NoError(t, w.Close())
	require.Equal(t, 1, strings.Count(b.String(), "\n"), b.String())
	return b.String()
}

// read returns the only game of a text.
func read(t testing.TB, text string) *record.Game {
	r, err := NewReader(strings.NewReader(text), "games.jsonl")
	require.NoError(t, err)
	g, err := r.Read()
	require.NoError(t, err)
	_, err = r.Read()
	require.ErrorIs(t, err, io.EOF)
	return g
}

// comparable returns the game in a form in which what means the same is the
// same: no empty lists and notes, words without what only makes judging quicker,
// and the width by its name.
func comparable(g *record.Game) (game record.Game, encoding string) {
	return clean(reflect.ValueOf(*g)).Interface().(record.Game), encodingOf(g.Source.Width)
}

// clean returns a copy of the value in that form.
func clean(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Func:
		return reflect.Zero(v.Type())
	case reflect.Slice:
		if v.Len() == 0 {
			return reflect.Zero(v.Type())
		}
		list := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			list.Index(i).Set(clean(v.Index(i)))
		}
		return list
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		to := reflect.New(v.Type().Elem())
		to.Elem().Set(clean(v.Elem()))
		if _, ok := to.Interface().(*record.Notes); ok && to.Elem().IsZero() {
			return reflect.Zero(v.Type())
		}
		return to
	case reflect.Struct:
		to := reflect.New(v.Type()).Elem()
		to.Set(v)
		if w, ok := to.Addr().Interface().(*record.Word); ok {
			w.Plain = false
		}
		if _, ok := to.Interface().(record.Position); ok {
			return to
		}
		if said, ok := to.Interface().(message.Message); ok { // what it is made of is not kept
			return reflect.ValueOf(message.Verbatim(said.Error()))
		}
		for i := range v.NumField() {
			to.Field(i).Set(clean(v.Field(i)))
		}
		return to
	}
	return v
}

// The hand-written writer writes what encoding/json would.
func TestWriterAgainstEncodingJSON(t *testing.T) {
	for _, r := range judged(t) {
		var want bytes.Buffer
		encoder := json.NewEncoder(&want)
		encoder.SetEscapeHTML(false)
		line := mirror(r)
		require.NoError(t, encoder.Encode(line))
		require.Equal(t, want.String(), write(t, r))

		want.Reset()
		line.Claims, line.Legal, line.More, line.Record = nil, nil, 0, nil
		require.NoError(t, encoder.Encode(line))
		require.Equal(t, want.String(), string(AppendVerdict(nil, r, message.English)))
	}
}

// The reader takes back what the writer wrote, and judging it comes to the
// same.
func TestRoundTrip(t *testing.T) {
	for i, r := range judged(t) {
		line := write(t, r)
		g := read(t, line)
		want, wantEncoding := comparable(r.Game)
		want.Variant = r.Variant // which --variant may have told
		got, gotEncoding := comparable(g)
		require.Equal(t, want, got, "%d: %s", i, line)
		require.Equal(t, wantEncoding, gotEncoding)
		if r.Legal == nil { // else made up
			again := replay.Judge(g, record.UnknownVariant)
			if line2 := write(t, again); r.Final.Variant == r.Variant {
				require.Equal(t, line, line2)
			}
		}
	}
}

func schema(t testing.TB) *jsonschema.Schema {
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(Schema))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	require.NoError(t, compiler.AddResource("schema.json", document))
	s, err := compiler.Compile("schema.json")
	require.NoError(t, err)
	return s
}

// What is written is what the schema says, of the check's lines, too.
func TestSchema(t *testing.T) {
	s := schema(t)
	for _, r := range judged(t) {
		for _, line := range []string{write(t, r), string(AppendVerdict(nil, r, message.English))} {
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
			require.NoError(t, err)
			require.NoError(t, s.Validate(value), line)
		}
	}
	for _, wrong := range []string{
		`{}`,
		`{"game":1,"file":"x","line":1,"variant":"bashni","white":"","black":"","result":"","verdict":"fine","plies":0,"moves":[],"final":"","over":false,"faults":[]}`,
		`{"game":1,"file":"x","line":1,"variant":"bashni","white":"","black":"","result":"","verdict":"legal","plies":0,"moves":[],"final":"","over":false,"faults":[],"elo":1}`,
		`{"game":1,"file":"x","line":1,"variant":"bashni","white":"","black":"","result":"","verdict":"legal","plies":0,"moves":[],"final":"","over":false,"faults":[],"score":[1]}`,
		`{"game":1,"file":"x","line":1,"variant":"bashni","white":"","black":"","result":"","verdict":"legal","plies":0,"moves":[],"final":"","over":false,"faults":[],"record":{"moves":[{}]}}`,
	} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(wrong))
		require.NoError(t, err)
		require.Error(t, s.Validate(value), wrong)
	}
}

// A position that could not be read before the variant was told is there when
// the game is read again.
func TestPositionOfLaterVariant(t *testing.T) {
	for _, text := range []string{"[FEN \"W:Wc3,e3:Bb6\"]\n\n1. c3-d4 *", "[FEN \"W:Wz3:Bb6\"]\n\n1. c3-d4 *", "[FEN \" \"]\n\n1. c3-d4 *"} {
		g := grammar.NewParser().Parse(cut.Chunk{Text: text, Format: cut.PDN, Source: record.Source{Number: 1, Line: 1}})
		r := replay.Judge(g, record.Bashni)
		again := replay.Judge(read(t, write(t, r)), record.UnknownVariant)
		require.Equal(t, r.Verdict, again.Verdict)
		require.Equal(t, r.Final, again.Final)
		require.ElementsMatch(t, r.Moves, again.Moves)
	}
}

// Bytes that are not UTF-8 come back, too.
func TestRoundTripOfBytes(t *testing.T) {
	for _, text := range []string{
		"\xff", "1. c3-b4 \xc8\xe2\xe0\xed\xee\xe2", "\ufffd\xff", "\ufffd\ufffd\xe0\xe1\ufffd", "\xff\ufffd00", "\xed\xa0\x80", "\xf0\x9d",
	} {
		g := &record.Game{
			Source: record.Source{File: text + ".txt", Number: 1, Line: 1}, Text: text, Variant: record.Bashni, Before: []string{text, "\ufffdff"},
			Tags:   []record.Tag{{Name: text, Value: text}},
			Plies:  []record.Ply{{Word: &record.Word{Text: text}, Len: 1, Note: &record.Notes{Comments: []string{text + text}}}},
			Faults: []record.Fault{{Code: record.UnreadableWord, Severity: record.Unreadable, Ply: 1, Word: text, Suggestions: []string{text}}},
		}
		line := write(t, &replay.Report{Game: g, Variant: record.Bashni})
		require.True(t, utf8.ValidString(line))
		want, _ := comparable(g)
		got, _ := comparable(read(t, line))
		require.Equal(t, want, got, line)
	}
}

// A game that would take too long a line keeps its text.
func TestTooLarge(t *testing.T) {
	g := &record.Game{Source: record.Source{File: "x.txt", Number: 3, Line: 7}, Text: strings.Repeat("\x01", cut.MaxGame), Format: "sheet", Variant: record.Bashni}
	for range 10 {
		g.Before = append(g.Before, strings.Repeat("\x02", 1<<20))
	}
	var b bytes.Buffer
	w := NewWriter(&b)
	require.NoError(t, w.Write(&replay.Report{Game: g, Variant: record.Bashni}))
	require.NoError(t, w.Close())
	require.Less(t, b.Len(), cut.MaxJSON)
	again := read(t, b.String())
	require.True(t, g.Text == again.Text)
	require.Equal(t, g.Source, again.Source)
	require.Equal(t, record.TooLarge, again.Faults[0].Code)
	require.Equal(t, replay.Unreadable, replay.Judge(again, record.UnknownVariant).Verdict)
}

// A line of check, or one made by hand, is a game, too.
func TestReadWithoutRecord(t *testing.T) {
	line := `{"variant":"bashni","white":"Иванов","black":null,"result":"1-0","moves":["c3-d4","f6-g5","g3-f4"]}` + "\n"
	g := read(t, line)
	require.Equal(t, line, g.Text)
	require.Equal(t, "json", g.Format)
	require.Equal(t, record.Source{File: "games.jsonl", Number: 1, Line: 1}, g.Source)
	require.Equal(t, "Иванов", g.Tag("White"))
	require.Equal(t, record.WhiteWins, g.Result.Outcome)
	for _, p := range g.Plies {
		require.Equal(t, p.Word.Text, line[p.At:p.At+p.Len])
	}
	r := replay.Judge(g, record.UnknownVariant)
	require.Equal(t, []string{"c3-d4", "f6-g5", "g3-f4"}, r.Moves)
	require.Equal(t, replay.Legal, r.Verdict)

	// One that is cut short at an illegal move does not become a legal game.
	line = `{"moves":["c3-d4"],"verdict":"illegal","faults":[{"code":"move-number","ply":0},{"code":"illegal-move","ply":2,"word":"c3-d4","message":"c3 is empty","suggestions":["b6-c5"]}],"variant":"bashni"}`
	r = replay.Judge(read(t, line), record.UnknownVariant)
	require.Equal(t, replay.Illegal, r.Verdict)
	require.Equal(t, []string{"c3-d4"}, r.Moves)
	require.Equal(t, []record.Fault{{
		Code: record.IllegalMove, Severity: record.Illegal, Ply: 2, At: strings.Index(line, `"illegal"`), Len: len(`"illegal"`),
		Word: "c3-d4", Message: message.Verbatim("c3 is empty"), Suggestions: []string{"b6-c5"},
	}}, r.Faults)

	// One that nobody could judge stays so.
	r = replay.Judge(read(t, `{"moves":[],"verdict":"unjudged","faults":[{"code":"no-rules","message":"Turkish"}],"variant":"unknown"}`), record.Bashni)
	require.Equal(t, replay.Unjudged, r.Verdict)
	require.Equal(t, "Turkish", r.Faults[0].Message.Error())

	// A word that is no move stops the game there.
	r = replay.Judge(read(t, `{"variant":"bashni","moves":["c3-d4","xyz","f6-g5"]}`), record.UnknownVariant)
	require.Equal(t, replay.Unreadable, r.Verdict)
	require.Equal(t, record.UnreadableWord, r.Faults[0].Code)
	require.Equal(t, 2, r.Faults[0].Ply)
}

// The check's lines of all games are read as games that come to the same
// verdict and moves, but for those that do not begin at the beginning.
func TestReadVerdicts(t *testing.T) {
	for _, r := range judged(t) {
		if r.Legal != nil || r.Game.Start != nil || r.Final.Variant != r.Variant {
			continue
		}
		again := replay.Judge(read(t, string(AppendVerdict(nil, r, message.English))), record.UnknownVariant)
		require.Equal(t, r.Moves, again.Moves)
		require.Equal(t, r.Final, again.Final)
		require.Equal(t, r.Variant, again.Variant)
		if r.Verdict != replay.Repaired { // in full nothing has to be
			require.Equal(t, r.Verdict, again.Verdict)
		}
	}
}

// Reading is as generous as the format is: any order, blanks, nulls, lines,
// names that nobody knows.
func TestReadGenerously(t *testing.T) {
	g := read(t, `{
  "record": {
    "text": "1. cb4",
    "layout": null,
    "moves": [
      {"at": 3, "comments": null, "word": "cb4", "reading": null, "marks": []},
      {"word": "\u0063\u0062\u0034\ud834\udd1e"}
    ],
    "faults": [{"code": "syntax", "severity": "unreadable", "ply": 2}],
    "start": "B:Wc3:Bb6",
    "result": {"white": -1.5e1, "outcome": "points"},
    "weather": [{"a": {}}, [], "\"", 1.5e-3, true, false, null]
  },
  "variant": "bashni",
  "elo": {"white": 1200},
  "file": "x.txt",
  "score": null
}
`)
	require.Equal(t, "1. cb4", g.Text)
	require.Equal(t, record.Source{File: "x.txt"}, g.Source)
	require.Equal(t, "cb4", g.Plies[0].Word.Text)
	require.Equal(t, []record.Step{{File: 2, Rank: -1}, {File: 1, Rank: 3}}, g.Plies[0].Word.Steps)
	require.Equal(t, "cb4𝄞", g.Plies[1].Word.Text)
	require.Equal(t, record.Black, g.Start.Turn)
	require.Equal(t, record.Result{Outcome: record.Points, White: -15}, g.Result)
	require.Len(t, g.Faults, 3)
	require.Equal(t, record.Remark, g.Faults[1].Severity)
	require.Equal(t, `games.jsonl:12:5: the schema has no name "weather" here; it is passed over`, g.Faults[1].Message.Error())
	require.Equal(t, `games.jsonl:15:3: the schema has no name "elo" here; it is passed over`, g.Faults[2].Message.Error())
}

// What is no game says what is wrong and where, and keeps its text.
func TestReadFaults(t *testing.T) {
	for _, test := range []struct {
		line, at, message string // at: the text where the fault is
	}{
		{`{"game":1`, "", `the line ends too early; expected ',' or '}'`},
		{`{"game":1} {"game":2}`, `{"game":2}`, `'{' does not belong here; expected the end of the line, or another object in a line of its own`},
		{`{"game":01}`, `01}`, `no number of JSON`},
		{`{"game":1.5}`, `1.5}`, `1.5; expected a whole number from 0 to 2147483647`},
		{`{"game":-1}`, `-1}`, `-1; expected a whole number from 0 to 2147483647`},
		{`{"game":"1"}`, `"1"}`, `'"' does not belong here; expected a number`},
		{`{"game":1,}`, `}`, `'}' does not belong here; expected what the comma announces`},
		{`{"game" 1}`, `1}`, `'1' does not belong here; expected ":"`},
		{`{game:1}`, `game`, `'g' does not belong here; expected a name in quotation marks`},
		{`{"file":'x'}`, `'x'`, `''' does not belong here; expected a string`},
		{`{"file":"x}`, `"x}`, `a string without the quotation mark at its end`},
		{"{\"file\":\"a\tb\"}", "\tb", `the control character 0x09 in a string; expected \u0009`},
		{`{"file":"\x"}`, `\x`, `no escape of JSON; expected one of \" \\ \/ \b \f \n \r \t, or \u and four digits, with the other half of a pair behind it`},
		{`{"file":"\ud834"}`, `\ud834`, `no escape of JSON; expected one of \" \\ \/ \b \f \n \r \t, or \u and four digits, with the other half of a pair behind it`},
		{"{\"file\":\"\xff\"}", "\xff", `the byte 0xff is not UTF-8, which JSON is written in`},
		{`{"variant":"laska"}`, `"laska"`, `no variant "laska"; the variants are `},
		{`{"variant":"Lasca"}`, `"Lasca"`, `names are written in small letters`},
		{`{"over":maybe}`, ``, ``},
		{`{"record":{"moves":[{"at":1}]}}`, `{"at":1}`, `a move without a "word"`},
		{`{"record":{"moves":{}}}`, `{}}`, `'{' does not belong here; expected an array of moves`},
		{`{"record":{"result":{"outcome":"won"}}}`, `"won"`, `"won"; expected one of white-wins, black-wins, draw, points, unfinished, unplayed`},
		{`{"record":{"moves":[{"word":"x","reading":{"steps":["12"]}}]},"x":nul}`, `nul`, `'n' does not belong here; expected null`},
		{`{"record":{"moves":[{"word":"x","reading":{"steps":["c0"]}}]}}`, `"c0"`, `"c0" is no square; expected a file and a rank such as c3, one of them, or a number`},
		{`{"record":{"start":"W:Wz9"},"variant":"bashni"}`, `"W:Wz9"`, `position: `},
		{`{"record":{"start":"W:Wc3"}}`, `"W:Wc3"`, `position: the variant is not known`},
		{`{"moves":["c3-d4"],"verdict":"fine"}`, `"fine"`, `"fine"; expected one of legal, repaired, unjudged, illegal, unreadable`},
		{`{"game":1}`, `{"game":1}`, `no game: the object has neither "record" nor "moves"`},
		{`["game"]`, `["game"]`, `'[' does not belong here; expected an object, as in {"record":{...}}, with all of a game in one line`},
		{strings.Repeat(`{"x":`, 1001), "", `nested more than 1000 deep`},
		{`{"x":` + strings.Repeat(`[`, 1000) + `}`, `[}`, `nested more than 1000 deep`},
	} {
		g := read(t, test.line)
		require.Equal(t, test.line, g.Text)
		require.Equal(t, "json", g.Format)
		require.Equal(t, replay.Unreadable, replay.Judge(g, record.Bashni).Verdict)
		f := g.Faults[len(g.Faults)-1]
		require.Equal(t, record.Syntax, f.Code)
		require.Contains(t, f.Message.Error(), test.message, test.line)
		if test.at != "" {
			require.True(t, strings.HasPrefix(test.line[f.At:], test.at), "%s: at %d: %s", test.line, f.At, f.Message.Error())
		}
		require.Equal(t, test.line[f.At:f.At+f.Len], f.Word)
	}
}

// failing fails after some bytes.
type failing struct{ left int }

var errFull = errors.New("full")

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriterKeepsItsError(t *testing.T) {
	w := NewWriter(&failing{left: 100_000})
	r := judged(t)[0]
	var err error
	for range 1000 {
		if err = w.Write(r); err != nil {
			break
		}
	}
	require.ErrorIs(t, err, errFull)
	require.ErrorIs(t, w.Write(r), errFull)
	require.ErrorIs(t, w.Close(), errFull)
}

// Whatever a line is, it is a game, which is written and read again as it is.
func FuzzRead(f *testing.F) {
	for i, r := range judged(f) {
		if i%7 == 0 {
			f.Add(write(f, r))
			f.Add(string(AppendVerdict(nil, r, message.English)))
		}
	}
	for _, s := range []string{``, `{}`, `[`, `{"record":{}}`, `{"record":{"escape":"�"},"file":"�d0"}`, `{"moves":["c3-b4"],"verdict":"illegal","faults":[{}]}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		chunk := cut.Chunk{Text: line, Format: cut.JSON, Source: record.Source{File: "x", Number: 1, Line: 1}}
		g := NewParser().Parse(chunk)
		r := replay.Judge(g, record.UnknownVariant)
		written := write(t, r)
		want, wantEncoding := comparable(g)
		want.Variant = r.Variant
		got, gotEncoding := comparable(read(t, written))
		require.Equal(t, want, got)
		require.Equal(t, wantEncoding, gotEncoding)
		if json.Valid([]byte(line)) {
			// Where encoding/json sees no fault in the format, there is none.
			for _, fault := range g.Faults {
				for _, alien := range []string{"does not belong here; expected ',' or", "ends too early", "no number of JSON"} {
					require.NotContains(t, fault.Message.Error(), alien)
				}
			}
		} else if len(g.Faults) == 0 {
			t.Errorf("read without a fault, but encoding/json refuses it: %s", line)
		}
	})
}

func BenchmarkWriter(b *testing.B) {
	generator, err := corpus.NewGenerator(record.Bashni, 1)
	require.NoError(b, err)
	var reports []*replay.Report
	for range 100 {
		reports = append(reports, replay.Judge(generator.Next(), record.UnknownVariant))
	}
	var size failing
	size.left = 1 << 60
	w := NewWriter(&size)
	b.ReportAllocs()
	i := 0
	for b.Loop() { // a game
		if err := w.Write(reports[i%len(reports)]); err != nil {
			b.Fatal(err)
		}
		i++
	}
	require.NoError(b, w.Close())
	b.SetBytes((1<<60 - int64(size.left)) / int64(i))
}

func BenchmarkReader(b *testing.B) {
	generator, err := corpus.NewGenerator(record.Bashni, 1)
	require.NoError(b, err)
	var lines []cut.Chunk
	bytes := 0
	for range 100 {
		line := write(b, replay.Judge(generator.Next(), record.UnknownVariant))
		lines = append(lines, cut.Chunk{Text: line, Format: cut.JSON})
		bytes += len(line)
	}
	p := NewParser()
	b.SetBytes(int64(bytes / len(lines)))
	b.ReportAllocs()
	i := 0
	for b.Loop() { // a game
		if g := p.Parse(lines[i%len(lines)]); len(g.Faults) > 0 {
			b.Fatal(g.Faults)
		}
		i++
	}
}
