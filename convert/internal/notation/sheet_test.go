package notation

import (
	"flag"
	"fmt"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")
var _ = debug.SetGCPercent(400) // the heaps are small, and collecting them takes time

func readSheets(t testing.TB, text string) []*record.Game { return readAs(t, text, grammar.Sheet) }

// styles are writers of all kinds.
func styles(f func(name string, set func(*Sheet))) {
	for _, layout := range []string{grammar.Table, grammar.Run, grammar.Columns} {
		for _, notation := range []replay.Notation{replay.Full, replay.Short} {
			for _, language := range []message.Language{message.Russian, message.Ukrainian, message.English} {
				f(fmt.Sprintf("%s %d %s", layout, notation, language), func(w *Sheet) {
					w.Layout, w.Notation, w.Language = layout, notation, language
				})
			}
		}
	}
}

// Output reads back as the same games, in every style.
func TestSheetIsReadBack(t *testing.T) {
	var reports []*replay.Report
	for _, v := range record.Variants() {
		generator, err := corpus.NewGenerator(v, 5)
		require.NoError(t, err)
		for range map[bool]int{false: 1, true: 2}[*thorough] {
			g := generator.Next()
			g.Tags = append(g.Tags, record.Tag{Name: "Event", Value: "Кубок"}, record.Tag{Name: "Date", Value: "2021.03.12"})
			reports = append(reports, replay.Judge(g, v))
		}
	}
	for _, c := range corpus.Games() {
		for _, g := range readSheets(t, c.Text) {
			reports = append(reports, replay.Judge(g, c.Variant))
		}
	}
	all, style := reports, 0
	styles(func(name string, set func(*Sheet)) {
		if style++; !*thorough { // half of the games in each style
			reports = nil
			for i := style % 2; i < len(all); i += 2 {
				reports = append(reports, all[i])
			}
		}
		t.Run(name, func(t *testing.T) {
			w := new(Sheet)
			set(w)
			games := readSheets(t, textOf(w, reports...))
			require.Len(t, games, len(reports))
			for i, g := range games {
				want := reports[i]
				got := replay.Judge(g, record.UnknownVariant)
				about := want.Game.Text + "\n" + g.Text
				require.Equal(t, want.Variant, got.Variant, about)
				require.ElementsMatch(t, want.Moves, got.Moves, about)
				require.Equal(t, want.Final, got.Final, about)
				require.Equal(t, want.Score, got.Score, about)
				require.Equal(t, want.Game.Result.String(), g.Result.String(), about)
				require.Equal(t, want.Game.Result.Manner, g.Result.Manner, about)
				require.Equal(t, want.Verdict >= replay.Illegal, got.Verdict >= replay.Illegal, about)
				for _, tag := range want.Game.Tags {
					if tag.Name != "Variant" { // in words of the language
						require.Equal(t, tag.Value, g.Tag(tag.Name), about)
					}
				}
			}
		})
	})
}

// A game that is not legal stays so, with all its content, through any number of rounds.
func TestSheetCarriedOver(t *testing.T) {
	for _, test := range []struct {
		format  grammar.Format
		text    string
		verdict replay.Verdict
		moves   []string
		has     []string
	}{
		{grammar.Sheet, "Белые: Коваль\n\n1. c3-d4  b6-c5\n2. e3-f4 (?)\n", replay.Illegal, []string{"c3-d4", "b6-c5"},
			[]string{"Вердикт: illegal: e3-f4: ", "\nВид: столбовые шашки\nБелые: Коваль\n\n1. c3-d4  b6-c5\n2. e3-f4 (?)\n"}},
		{grammar.Sheet, "1. c3-d4 b6-c5\n2. d4:z9 b6-a5", replay.Unreadable, []string{"c3-d4", "b6-c5"},
			[]string{"Вердикт: unreadable: ", "\nВид: столбовые шашки\n1. c3-d4 b6-c5\n2. d4:z9 b6-a5\n"}},
		{grammar.PDN, "[White \"Коваль\"]\n\n1. c3-d4 b6-c5 2. e3-f4 {?} d6-e5 *", replay.Illegal, []string{"c3-d4", "b6-c5"},
			[]string{"Белые: Коваль\n", "1. c3-d4\tb6-c5\n2. e3-f4 (?)\td6-e5\n", "Вердикт: illegal: "}},
		{grammar.PDN, "1. c3-d4 b6-c5 {2. d4xb6 a7xc5 *", replay.Unreadable, []string{"c3-d4", "b6-c5"},
			[]string{"1. c3-d4\tb6-c5", "Вердикт: unreadable: ", "{2. d4xb6 a7xc5 *"}},
	} {
		g := grammar.NewParser().Parse(grammar.Chunk{Text: test.text, Format: test.format, Source: record.Source{Line: 1}})
		r := replay.Judge(g, record.Bashni)
		require.Equal(t, test.verdict, r.Verdict, test.text)
		first := ""
		for range 3 {
			written := textOf(&Sheet{Language: message.Russian}, r)
			for _, part := range test.has {
				require.Contains(t, written, part)
			}
			_, sheet, _ := strings.Cut(written, "\n") // the reason may be a sign for an unreadable move
			if first == "" {
				first = sheet
			}
			require.Equal(t, first, sheet)
			games := readSheets(t, written)
			require.Len(t, games, 1)
			r = replay.Judge(games[0], record.UnknownVariant)
			require.Equal(t, test.verdict, r.Verdict, written)
			require.Equal(t, test.moves, r.Moves)
		}
	}
}

// A game preserved in any language reads back as it is, and its verdict appears once, through any
// sequence of languages.
func TestCarriedInLanguages(t *testing.T) {
	texts := []grammar.Chunk{
		{Format: grammar.Sheet, Text: "Белые: Коваль\n\n1. c3-d4  b6-c5\n2. e3-f4 (?)\n"},
		{Format: grammar.Sheet, Text: "1. c3-d4 b6-c5\n2. d4:z9 b6-a5"},
		{Format: grammar.PDN, Text: "[White \"Коваль\"]\n\n1. c3-d4 b6-c5 2. e3-f4 {?} d6-e5 *"},
		{Format: grammar.PDN, Text: "1. c3-d4 b6-c5 {2. d4xb6 a7xc5 *"},
	}
	for _, first := range message.Languages() {
		for _, text := range texts {
			text.Source.Line = 1
			r := replay.Judge(grammar.NewParser().Parse(text), record.Bashni)
			verdict, moves := r.Verdict, r.Moves
			require.GreaterOrEqual(t, verdict, replay.Illegal)
			before := ""
			for _, l := range append([]message.Language{first}, message.Languages()...) {
				written := textOf(&Sheet{Language: message.Russian, Remarks: l}, r)
				said, sheet, _ := strings.Cut(written, "\n")
				why := strings.ReplaceAll(faultOf(r).Message.In(l), ";", ",") // separates cells
				require.Equal(t, "Вердикт: "+verdict.String()+": "+why, said)
				if before == "" {
					before = sheet
				}
				require.Equal(t, before, sheet, "%v, then %v", first, l)
				games := readSheets(t, written)
				require.Len(t, games, 1)
				r = replay.Judge(games[0], record.UnknownVariant)
				require.Equal(t, verdict, r.Verdict, written)
				require.Equal(t, moves, r.Moves)
			}
		}
	}
}

// A game of unknown variant is written as recorded.
func TestNameless(t *testing.T) {
	g := grammar.NewParser().Parse(grammar.Chunk{Text: "[White \"A\"]\n\n1. c3-b4 {!} b6-c5 1-0", Format: grammar.PDN})
	written := textOf(&Sheet{Language: message.English}, replay.Judge(g, record.UnknownVariant))
	require.Equal(t, "White: A\n1. c3-b4 (!)\tb6-c5\n1-0\n", written)
}

// An operation is a game.
func BenchmarkSheet(b *testing.B) {
	generator, err := corpus.NewGenerator(record.Bashni, 1)
	require.NoError(b, err)
	var reports []*replay.Report
	for range 100 {
		reports = append(reports, replay.Judge(generator.Next(), record.UnknownVariant))
	}
	for _, notation := range []replay.Notation{replay.Full, replay.Short} {
		b.Run(map[replay.Notation]string{replay.Full: "full", replay.Short: "short"}[notation], func(b *testing.B) {
			w := Sheet{Notation: notation, Language: message.Russian}
			b.ReportAllocs()
			var text []byte
			i, size := 0, 0
			for b.Loop() {
				text = w.Append(text[:0], reports[i%len(reports)])
				size += len(text)
				i++
			}
			b.SetBytes(int64(size / i))
		})
	}
}
