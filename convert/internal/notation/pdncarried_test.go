package notation

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// An illegal or unreadable game stays so, for the same reason at the same ply, through any number
// of rounds, with the reason in any language.
func TestCarriedOver(t *testing.T) {
	for _, test := range []struct {
		format   grammar.Format
		text     string
		verdict  replay.Verdict
		moves    string
		movetext string // as written
	}{
		{grammar.Sheet, "Белые: Коваль\n\n1. c3-d4  b6-c5\n2. e3-f4 (?) сд4", replay.Illegal, "c3-d4 b6-c5", "1. c3-d4 b6-c5 2. e3-f4 {?} 2... сд4 *\n"},
		{grammar.Sheet, "1. c3-d4 b6-c5 {a mistake}\n\n2. e3-f4", replay.Illegal, "c3-d4 b6-c5", "1. c3-d4 b6-c5 {a mistake} 2. e3-f4 *\n"},
		{grammar.Sheet, "1. e3-e5", replay.Illegal, "", "1. e3-e5 *\n"},
		{grammar.Sheet, "1. c3-d4 b6-c5\n2. d4:z9 b6-a5", replay.Unreadable, "c3-d4 b6-c5", "1. c3-d4 b6-c5 2. d4:z9 b6-a5 *\n"},
		{grammar.PDN, "1. c3-d4 b6-c5 {2. d4xb6 a7xc5 *", replay.Unreadable, "c3-d4 b6-c5",
			"1. c3-d4 b6-c5 {2. d4xb6 a7xc5 *} --\n% 1. c3-d4 b6-c5 {2. d4xb6 a7xc5 *\n*\n"},
		{grammar.PDN, "1. c3-d4 b6-c5 (1... c7-h2 2. zz {n} $5) 2. d4:b6 *", replay.Unreadable, "c3-d4 b6-c5 d4:b6",
			"1. c3-d4 b6-c5 (1... c7-h2 2. zz $5 {n}) 2. d4:b6 *\n"},
		{grammar.PDN, "1. c3-d4 b6-c5 (1... d6-c5 (1... d6-d5) 2. d4:b6) 2. d4:b6 {a} *", replay.Illegal, "c3-d4 b6-c5 d4:b6",
			"1. c3-d4 b6-c5 (1... d6-c5 (1... d6-d5) 2. d4:b6) 2. d4:b6 {a} *\n"},
		{grammar.PDN, "1. c3-d4 b6-c5 2. zz?! d6-e5 *", replay.Unreadable, "c3-d4 b6-c5", "1. c3-d4 b6-c5 2. zz $6 d6-e5 *\n"},
	} {
		for _, l := range message.Languages() {
			r := replay.Judge(grammar.NewParser().Parse(grammar.Chunk{Text: test.text, Format: test.format, Source: record.Source{Line: 1}}), record.Bashni)
			require.Equal(t, test.verdict, r.Verdict, test.text)
			fault := *faultOf(r)
			for range 3 {
				written := textOf(&PDN{Remarks: l}, r)
				require.Contains(t, written, "[Verdict \""+test.verdict.String()+": "+escapes.Replace(clean(fault.Message.In(l)))+"\"]\n")
				_, movetext, _ := strings.Cut(written, "\n\n")
				require.Equal(t, test.movetext, movetext)
				games := readAll(t, written)
				require.Len(t, games, 1)
				require.Empty(t, games[0].Tag("Verdict"))
				r = replay.Judge(games[0], record.UnknownVariant)
				require.Equal(t, test.verdict, r.Verdict)
				require.Equal(t, test.moves, strings.Join(r.Moves, " "))
				require.Equal(t, fault.Message.In(l), faultOf(r).Message.In(l))
				require.Equal(t, fault.Ply, faultOf(r).Ply)
			}
		}
	}
}

// A correction by hand takes effect, and no old verdict remains.
func TestCorrected(t *testing.T) {
	g := grammar.NewParser().Parse(grammar.Chunk{Text: "Белые: Коваль\n\n1. c3-d4  b6-c5\n2. e3-f4 d6-e5", Source: record.Source{Line: 1}})
	carried := writeAll(t, record.Bashni, g)
	require.Contains(t, carried, "[Verdict ")
	games := readAll(t, strings.Replace(carried, "2. e3-f4 d6-e5", "2. d4:b6 a7:c5", 1))
	require.Len(t, games, 1)
	r := replay.Judge(games[0], record.UnknownVariant)
	require.Equal(t, replay.Legal, r.Verdict)
	require.Equal(t, "c3-d4 b6-c5 d4:b6 a7:c5", strings.Join(r.Moves, " "))
	require.NotContains(t, writeAll(t, record.UnknownVariant, games...), "[Verdict ")
}

// A file from an earlier version has only the legal moves: its verdict stops the game.
func TestFormerVerdict(t *testing.T) {
	games := readAll(t, "[Variant \"bashni\"]\n[Verdict \"illegal\"]\n\n1. c3-d4 b6-c5 {illegal: sheet line 3, ply 3: no #0a1b2c3d}\n{2. e3-f4} *\n")
	require.Len(t, games, 1)
	require.Contains(t, codes(games[0].Faults), "3 syntax")
	require.Equal(t, []string{"illegal: sheet line 3, ply 3: no #0a1b2c3d", "2. e3-f4"}, games[0].Plies[1].Note.Comments)
}

// The lines of an unreadable text end with a lone CR, and none of them becomes a game.
func TestCarriedLines(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		text := strings.ReplaceAll("1. c3-d4 b6-c5 {a\n2. e3-f4 1-0\n[White \"B\"\n\n1. c3-b4 *", "\n", end)
		g := grammar.NewParser().Parse(grammar.Chunk{Text: text, Format: grammar.PDN, Source: record.Source{Line: 1}})
		r := replay.Judge(g, record.Bashni)
		require.GreaterOrEqual(t, r.Verdict, replay.Illegal)
		games := readAll(t, writeAll(t, record.Bashni, g))
		require.Len(t, games, 1, "%q", end)
		again := replay.Judge(games[0], record.UnknownVariant)
		require.Equal(t, r.Verdict, again.Verdict)
		require.Equal(t, strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")+"\n", games[0].Text)
	}
}

// A stopped game without text does not become legal when it is read again.
func TestStoppedWithoutText(t *testing.T) {
	for _, text := range []string{
		"1. c3-d4 b6-c5 {2. d4xb6 a7xc5 *", "1. c3-d4 b6-c5 (1... c7-h2 2. zz {n} $5) 2. d4:b6 *", "1. c3-d4 b6-c5 (1... f6-g5 2. a1-b2) 2. d4:b6 *",
	} {
		r := replay.Judge(grammar.NewParser().Parse(grammar.Chunk{Text: text, Format: grammar.PDN, Source: record.Source{Line: 1}}), record.Bashni)
		moves := strings.Join(r.Moves, " ")
		r.Game.Text = ""
		r = replay.Judge(readAll(t, writeAll(t, record.Bashni, r.Game))[0], record.UnknownVariant)
		require.GreaterOrEqual(t, r.Verdict, replay.Illegal, text)
		require.Equal(t, moves, strings.Join(r.Moves, " "))
	}
}
