package notation

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// branched returns a generated game with random variations, up to three levels deep, with remarks
// and signs.
func branched(t *testing.T, v record.Variant, seed uint64) *replay.Report {
	generator, err := corpus.NewGenerator(v, seed)
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(seed, 2))
	plain := replay.Judge(generator.Next(), v)
	var text strings.Builder
	fmt.Fprintf(&text, "[GameType \"%s\"]\n[Variant \"%v\"]\n[Result \"%v\"]\n\n", v.GameType(), v, plain.Game.Result)
	var line func(p replay.Position, ply, n, depth int)
	side := func(p replay.Position, ply, depth int) {
		if depth < 3 && random.IntN(4) == 0 {
			text.WriteString("(")
			line(p, ply, 1+random.IntN(4), depth+1)
			text.WriteString(") ")
		}
	}
	line = func(p replay.Position, ply, n, depth int) {
		for range n {
			legal := p.Moves(nil)
			if len(legal) == 0 {
				return
			}
			before, m := p, legal[random.IntN(len(legal))]
			fmt.Fprintf(&text, "%s %s ", plain.MoveNumber(ply), p.AppendMove(nil, &m, legal))
			if random.IntN(5) == 0 {
				text.WriteString("$2 ")
			}
			if random.IntN(5) == 0 {
				text.WriteString("{хуже} ")
			}
			p.Play(&m)
			side(before, ply, depth)
			ply++
		}
	}
	for i, ply := range plain.Plies() {
		if ply.Move != nil {
			fmt.Fprintf(&text, "%s %s ", plain.MoveNumber(i+1), plain.Moves[i])
			side(*ply.Before, i+1, 0)
		}
	}
	text.WriteString(plain.Game.Result.String() + "\n")
	g, alone := grammar.NewParser().ParseGame(text.String(), grammar.PDN)
	require.True(t, alone)
	r := replay.Judge(g, v)
	require.Equal(t, plain.Moves, r.Moves)
	require.Equal(t, replay.Legal, r.Verdict, "%v", r.Faults)
	return r
}

// Sheets have no variations: they become remarks in brackets, which are read back complete at the
// same moves and written again unchanged.
func TestVariationsAreRemarks(t *testing.T) {
	total := 0
	for _, v := range []record.Variant{record.Bashni, record.Lasca, record.Adiukh, record.International} {
		for seed := range map[bool]uint64{false: 2, true: 4}[*thorough] {
			r := branched(t, v, seed)
			want := new(Sheet).asides(r)
			total += len(want)
			for _, layout := range []string{grammar.Table, grammar.Run, grammar.Columns} {
				for _, l := range message.Languages() {
					write := func(r *replay.Report) string {
						return textOf(&Sheet{Layout: layout, Language: l}, r)
					}
					text := write(r)
					g, alone := grammar.NewParser().ParseGame(text, grammar.Sheet)
					require.True(t, alone)
					again := replay.Judge(g, v)
					require.Equal(t, replay.Legal, again.Verdict, "%v\n%s", again.Faults, text)
					require.Equal(t, r.Moves, again.Moves, text)
					var got []string
					for i := range g.Plies {
						if n := g.Plies[i].Note; n != nil {
							got = append(got, n.Comments...)
						}
					}
					require.Equal(t, want, got, text)
					require.Equal(t, text, write(again))
				}
			}
		}
	}
	require.Greater(t, total, 100)
}

// PDN's NAGs and commands become signs and words in a sheet, in its language, and the output
// reads back as the same moves.
func TestNoRawCodes(t *testing.T) {
	text := "[Variant \"bashni\"]\n[Result \"*\"]\n\n{Вступление [%eval 0.3]} 1. c3-d4 $22 $36 b6-c5 $40 $44 $132 $138 (1... d6-e5 $24 {[%cal Ga1b2]} 2. g3-h4 $41) 2. d4:b6 $7 $137 {[%cal Ga1b2]} 2... a7:c5 $255 {[%csl Ra1]} *\n"
	g, alone := grammar.NewParser().ParseGame(text, grammar.PDN)
	require.True(t, alone)
	r := replay.Judge(g, record.UnknownVariant)
	require.Equal(t, replay.Legal, r.Verdict, "%v", r.Faults)
	for _, test := range []struct {
		language message.Language
		want     []string
	}{
		{message.English, []string{"(Вступление evaluation: 0.3)", "White's slight advantage in space", "(Black is in time trouble)", "(arrows: Ga1b2)"}},
		{message.Russian, []string{"(Вступление оценка: 0.3)", "у белых небольшой перевес в пространстве", "(у черных мало времени)", "(стрелки: Ga1b2)"}},
		{message.Ukrainian, []string{"(Вступление оцінка: 0.3)", "у білих невелика перевага у просторі", "(у чорних мало часу)", "(стрілки: Ga1b2)"}},
	} {
		written := textOf(&Sheet{Layout: grammar.Run, Language: test.language}, r)
		for _, want := range append(test.want, "(⨀)", "(↑)", "(→)", "(=∞)", "(⇆)", "(⊕)", "$255") {
			require.Contains(t, written, want)
		}
		require.Equal(t, 1, strings.Count(written, "$"), written) // 255 has no meaning
		require.NotContains(t, written, "[%")
		g, alone := grammar.NewParser().ParseGame(written, grammar.Sheet)
		require.True(t, alone)
		read := replay.Judge(g, record.UnknownVariant)
		require.Equal(t, r.Moves, read.Moves)
		require.Equal(t, replay.Legal, read.Verdict, "%v\n%s", read.Faults, written)
		require.Equal(t, []string{"[%cal Ga1b2]"}, read.Game.Plies[2].Note.Commands)
		require.Equal(t, []int{255}, read.Game.Plies[3].Note.NAGs)
	}
}
