package lsp

import (
	"context"
	"errors"
	"flag"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// found has the properties of a game that are compared.
type found struct {
	number, line int
	verdict      replay.Verdict
	variant      record.Variant
	white        string
	result       string
	moves        int
	over         bool
	score        *[2]int
	faults       []record.Fault // without their messages
	said         []string       // by them
}

// tell separates faults from their messages, which are rendered on demand.
func tell(faults []record.Fault) (apart []record.Fault, said []string) {
	for _, f := range faults {
		said = append(said, f.Message.In(message.English))
		f.Message = message.Message{}
		apart = append(apart, f)
	}
	return apart, said
}

// fromScratch judges a text as stolb check does.
func fromScratch(t testing.TB, name, text string, asked record.Variant) []found {
	t.Helper()
	in := convert.OpenReader(strings.NewReader(text), name, convert.Options{Variant: asked, Encoding: "utf-8", Jobs: 1})
	var all []found
	for r, err := range convert.Judge(t.Context(), in) {
		if errors.Is(err, convert.ErrNoGame) {
			break
		}
		require.NoError(t, err)
		faults, said := tell(r.Faults)
		all = append(all, found{
			r.Game.Source.Number, r.Game.Source.Line, r.Verdict, r.Variant, r.Game.Tag("White"), r.Game.Result.String(),
			len(r.Moves), r.Over, r.Score, faults, said,
		})
	}
	return all
}

func foundBy(t testing.TB, d *gameText) []found {
	t.Helper()
	require.NoError(t, d.Judge(context.Background()))
	var all []found
	for _, g := range d.games {
		faults, said := tell(g.Faults)
		all = append(all, found{
			g.Number, newPlaces(d, "utf-8").position(g.start).Line + 1, g.Verdict, g.Variant, g.White, g.Result.String(),
			g.Moves, g.Over, g.Score, faults, said,
		})
	}
	return all
}

func requireAsFromScratch(t testing.TB, d *gameText) {
	t.Helper()
	want, got := fromScratch(t, d.name, d.text, d.defaultVariant), foundBy(t, d)
	require.Equal(t, len(want), len(got), "games of %.2000q", d.text)
	for i := range want {
		require.Equal(t, want[i], got[i], "game %d of %.2000q", i+1, d.text)
	}
}

var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")

// seeds returns texts of every kind, each with some games.
func seeds() map[string]string {
	texts := map[string]string{
		"seeds.txt": strings.Join(corpus.DamageTexts("sheet-seeds"), "\n\n"),
		"seeds.pdn": strings.Join(corpus.DamageTexts("pdn-seeds"), "\n\n"),
		"two.txt":   "c3-b4 b6-c5 1-0\nc3-d4 b6-c5 0-1\n1. c3-b4 b6-c5 2. b4-a5 a7-b6\n1. c3-d4 f6-g5\n",
		"j.jsonl":   `{"game":1,"variant":"bashni","moves":["c3-b4","b6-c5"]}` + "\n" + `{"game":2,"variant":"lasca","moves":["9-12","15:9"]}` + "\n",
		"empty":     "",
		"cr.txt":    "Белые: А\rЧерные: Б\r1. c3-b4 b6-c5\r\r\nБелые: В\r\n1. c3-b4 b6-b5\r\n",
	}
	for _, layout := range []string{"adiukh/adiukh-7-table.txt", "bashni/codex-1.10-columns.txt", "lasca/codex-2.3-columns.txt"} {
		text, err := fs.ReadFile(corpus.FS(), "games/"+layout)
		if err != nil {
			panic(err)
		}
		texts[layout] = strings.Repeat(string(text)+"\n", 3)
	}
	for _, layout := range corpus.Layouts() {
		texts["made-"+layout] = made(layout, 12)
	}
	return texts
}

// made returns a text of so many games, some of them with faults.
func made(layout string, games int) string {
	w, err := corpus.NewGenerator(record.Bashni, 7)
	if err != nil {
		panic(err)
	}
	w.Layout, w.Spoil = layout, 0.3
	var text []byte
	for n := range games {
		if n > 0 {
			text = append(text, '\n')
		}
		text, _ = w.Append(text, n+1)
	}
	return string(text)
}

// pieces are inserted into texts: beginnings and ends of games and remarks, and parts of lines.
var pieces = []string{
	"", "", "", " ", "\n", "\n\n", "\r", "\r\n", "\t", "{", "}", "(", ")", "[", "]", "1.", "2. ", "1-0", "*", "ничья", "?", "c3-b4", "b6-c5 ", "cb4",
	"9-12 ", "15:9", "[White \"X\"]\n", "[Event \"\n", "Белые: Ж\n", "\nЧерные: З\n", "А – Б: ", "%", ";", "{\"game\":1}\n", "\"", "а", "З", "—", "𝄞", "Счет 17:7.\n", "\n1. c3-b4 b6-c5\n",
}

// boundary returns the beginning of the character that contains a byte.
func boundary(d *gameText, at int) int {
	for at = min(at, len(d.text)); at < len(d.text) && d.text[at]&0xc0 == 0x80; at-- {
	}
	return at
}

func randomChange(random *rand.Rand, d *gameText) {
	at := func() int { return boundary(d, random.IntN(len(d.text)+1)) }
	from, to := at(), at()
	if random.IntN(4) > 0 { // mostly a few characters
		to = boundary(d, from+random.IntN(3))
	}
	text := pieces[random.IntN(len(pieces))]
	if random.IntN(8) == 0 {
		line := at()
		text += d.text[line:d.lineEnd(line)] + pieces[random.IntN(len(pieces))]
	}
	if random.IntN(5) == 0 {
		d.Replace(d.text[:min(from, to)] + text + d.text[max(from, to):])
		return
	}
	d.Change(from, to, text)
}

// After changes a text has the same judgements as when judged from scratch.
func TestJudgeAsFromScratch(t *testing.T) {
	rounds := 5
	if *thorough {
		rounds = 150
	}
	for name, text := range seeds() {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, uint64(len(text))))
			d := newGameText(name, text, record.UnknownVariant)
			requireAsFromScratch(t, d)
			for range rounds {
				for range 1 + random.IntN(3) {
					randomChange(random, d)
				}
				if random.IntN(10) == 0 {
					cancelled, cancel := context.WithCancel(context.Background())
					cancel()
					if err := d.Judge(cancelled); err != nil {
						require.ErrorIs(t, err, context.Canceled)
						randomChange(random, d)
					}
				}
				requireAsFromScratch(t, d)
			}
			d.SetVariant(record.Adiukh)
			requireAsFromScratch(t, d)
			d.Replace("")
			requireAsFromScratch(t, d)
			d.Replace(text)
			requireAsFromScratch(t, d)
		})
	}
}

// When a text changes to another format, its games are read again although they begin at the same
// places.
func TestJudgeOtherFormat(t *testing.T) {
	game := "[White \"A\"]\n\n1. c3-b4 b6-c5 ; zz9 h1-a1\n\n"
	d := newGameText("x", strings.Repeat(game, 3), record.Bashni)
	requireAsFromScratch(t, d)
	d.Change(0, 0, "Белые: А\n")
	requireAsFromScratch(t, d)
	d.Change(0, d.starts[1], "")
	requireAsFromScratch(t, d)
}

// When the head of a section changes, its games are judged again although their texts are the same.
func TestJudgeOtherSection(t *testing.T) {
	game := "А – Б\n1. c3-d4 b6-a5\n2. d4-e5 f6:d4\n3. e3:c5 d6:b4\n4. a3:c5\n*\n\n"
	d := newGameText("x", "Вид: башни\n\n"+strings.Repeat(game, 3), record.UnknownVariant)
	variants := map[string]record.Variant{"башни": record.Bashni, "русские шашки": record.Russian}
	for _, name := range []string{"башни", "русские шашки", "башни", "домино"} {
		d.Change(len("Вид: "), d.lineEnd(0), name)
		requireAsFromScratch(t, d)
		want, legal := variants[name], name == "русские шашки"
		for _, g := range d.games {
			require.Equal(t, want, g.Variant)
			require.Equal(t, legal, g.Verdict == replay.Legal)
		}
	}
}

// A game that is too large is cut off, and the games after it are found.
func TestJudgeTooLarge(t *testing.T) {
	game := "[White \"A\"]\n\n1. c3-b4 b6-c5 *\n\n"
	large := "[White \"B\"]\n\n1. c3-b4 {" + strings.Repeat("some forty characters of a long remark..\n", grammar.MaxGame/40) + "}\nb6-c5 *\n\n"
	d := newGameText("x.pdn", game+large+game+game, record.Bashni)
	requireAsFromScratch(t, d)
	for _, line := range []int{2, 1000} {
		d.Change(d.starts[line]+3, d.starts[line]+4, "x")
		requireAsFromScratch(t, d)
	}
	d.Change(d.starts[4], d.starts[len(d.starts)-13], "")
	requireAsFromScratch(t, d)
}

// A text that is too large is rejected, and judged when it is smaller.
func TestJudgeTooLargeText(t *testing.T) {
	d := newGameText("x", strings.Repeat("x", maxText+1), record.Bashni)
	require.ErrorIs(t, d.Judge(context.Background()), errTooLarge)
	require.Empty(t, d.games)
	d.Replace("1. c3-b4 b6-c5\n")
	requireAsFromScratch(t, d)
}
