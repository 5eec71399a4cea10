package jsonl

import (
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// filler fills games with random content, every field that there is.
type filler struct {
	*rand.Rand
	depth int
}

var samples = []string{
	"", "c3-b4", "Иванов И.", "\"\\/\b\f\n\r\t\x00\x1f\x7f", "\u2028\u2029\ufffd\ufeff", "𝄞 漢字 é", "</script>&", "a b", "12", "�d0", "null",
}

func (f *filler) fill(v reflect.Value) {
	switch p := v.Addr().Interface().(type) {
	case *record.Source:
		*p = record.Source{
			File: samples[f.IntN(len(samples))], Number: f.IntN(5), Offset: f.Int64N(1 << 40), Line: f.IntN(5),
			Width: [...]func(string) int{nil, utf8.RuneCountInString, widths[2]}[f.IntN(3)],
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
	case *message.Message:
		*p = message.Verbatim(samples[f.IntN(len(samples))])
		return
	case *record.Outcome:
		*p = record.Outcome(f.IntN(len(outcomeNames)))
		return
	case *record.Manner:
		*p = record.Manner(f.IntN(len(MannerNames)))
		return
	case *record.Severity:
		*p = record.Severity(f.IntN(len(SeverityNames)))
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
		if w, err := grammar.ParseMove(text); err == nil && f.IntN(4) > 0 {
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
			fault.Reason = [...]record.Code{"", record.CaptureMissed}[f.IntN(2)]
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
		v.SetString(samples[f.IntN(len(samples))])
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
	add := func(text, file string, v record.Variant) {
		cutter, err := grammar.NewCutter(strings.NewReader(text), file, "")
		require.NoError(t, err)
		if strings.HasSuffix(file, ".pdn") {
			cutter.SetFormat(grammar.PDN)
		}
		parser := grammar.NewParser()
		for {
			chunk, err := cutter.Next()
			if err == io.EOF {
				return
			}
			require.NoError(t, err)
			all = append(all, replay.Judge(parser.Parse(chunk), v))
		}
	}
	for _, c := range corpus.Games() {
		add(c.Text, c.File, c.Variant)
	}
	for _, text := range corpus.DamageTexts("pdn-seeds") {
		add(text, "seed.pdn", record.International)
	}
	for seed := range uint64(200) {
		g := filled(seed)
		all = append(all, &replay.Report{
			Game: g, Variant: g.Variant, Verdict: replay.Verdict(seed % 5), Moves: samples[:seed%3], Over: seed%2 == 0, Score: &[2]int{17, 7},
			Final: record.StartPosition(record.Lasca), Faults: g.Faults, Legal: samples[:seed%4], MoreLegal: int(seed % 3),
			Claims: []replay.Claim{{Kind: replay.Repetition, Paragraph: "Codex 1.13", Ply: 20}},
		})
	}
	return all
}

// write returns the line of a report.
func write(t testing.TB, r *replay.Report) string {
	line := string(Append(nil, r, message.English))
	require.Equal(t, 1, strings.Count(line, "\n"), line)
	return line
}

// read returns the only game of a text.
func read(t testing.TB, text string) *record.Game {
	cutter, err := grammar.NewCutter(strings.NewReader(text), "games.jsonl", "utf-8")
	require.NoError(t, err)
	cutter.SetFormat(grammar.JSON)
	chunk, err := cutter.Next()
	require.NoError(t, err)
	_, err = cutter.Next()
	require.ErrorIs(t, err, io.EOF)
	g := new(record.Game)
	ParseInto(chunk, g)
	return g
}

// comparable returns the game in a form in which what means the same is the
// same: no empty lists and notes, words without what only makes judging quicker,
// and the width by its name.
func comparable(g *record.Game) (game record.Game, enc encoding) {
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
