package pdn

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// A game of another format that is illegal or unreadable stays so, and its text
// as it is, however often it is written and read, in whichever language.
func TestCarriedOver(t *testing.T) {
	for _, test := range []struct {
		text    string
		verdict replay.Verdict
		moves   []string
	}{
		{"Белые: Коваль\n\n1. c3-d4  b6-c5\n2. e3-f4", replay.Illegal, []string{"c3-d4", "b6-c5"}},
		{"1. c3-d4 b6-c5 {a mistake}\n\n2. e3-f4", replay.Illegal, []string{"c3-d4", "b6-c5"}},
		{"1. e3-e5", replay.Illegal, nil},
		{"1. c3-d4 b6-c5\n2. d4:z9 b6-a5", replay.Unreadable, []string{"c3-d4", "b6-c5"}},
	} {
		for _, l := range message.Languages() {
			g := grammar.NewParser().Parse(grammar.Chunk{Text: test.text, Source: record.Source{Line: 1}})
			r := replay.Judge(g, record.Bashni)
			require.Equal(t, test.verdict, r.Verdict, test.text)
			first := ""
			for range 3 {
				var b bytes.Buffer
				w := NewWriter(&b)
				w.Remarks = l
				require.NoError(t, w.Write(r))
				require.NoError(t, w.Close())
				for line := range strings.Lines(test.text) {
					require.Contains(t, b.String(), strings.TrimRight(line, "\n"))
				}
				if first == "" {
					first = b.String()
					require.Contains(t, first, map[string]string{
						"en illegal": "{illegal: sheet line ", "ru illegal": "{партия с нарушением правил: бланк, строка ", "uk illegal": "{партія з порушенням правил: бланк, рядок ",
						"en unreadable": "{unreadable: sheet line ", "ru unreadable": "{нечитаемая партия: бланк, строка ", "uk unreadable": "{непрочитана партія: бланк, рядок ",
					}[l.String()+" "+test.verdict.String()])
				}
				require.Equal(t, first, b.String())
				games := readAll(t, b.String())
				require.Len(t, games, 1)
				r = replay.Judge(games[0], record.UnknownVariant)
				require.Equal(t, test.verdict, r.Verdict)
				require.ElementsMatch(t, test.moves, r.Moves)
			}
		}
	}
}

// What is corrected by hand beside a carried text is what counts, and no verdict
// stays behind; what is not the moves' may be changed without losing it.
func TestCorrected(t *testing.T) {
	g := grammar.NewParser().Parse(grammar.Chunk{Text: "Белые: Коваль\n\n1. c3-d4  b6-c5\n2. e3-f4 d6-e5", Source: record.Source{Line: 1}})
	carried := writeAll(t, record.Bashni, g)
	for _, test := range []struct {
		from, to string
		verdict  replay.Verdict
		moves    string
	}{
		{"1. c3-d4 b6-c5", "1. c3-d4 b6-c5 2. d4:b6 a7:c5", replay.Legal, "c3-d4 b6-c5 d4:b6 a7:c5"},
		{"1. c3-d4 b6-c5", "1. c3-d4 f6-g5", replay.Legal, "c3-d4 f6-g5"},
		{"\n*", "\n2. d4:b6 *", replay.Legal, "c3-d4 b6-c5 d4:b6"},
		{`[Variant "bashni"]`, `[Variant "bashni-reverse"]`, replay.Legal, "c3-d4 b6-c5"},
		{"#", "", replay.Legal, "c3-d4 b6-c5"},
		{"1. c3-d4 b6-c5", "1.c3 - d4!  {good} b6-c5", replay.Illegal, "c3-d4 b6-c5"},
		{`[White "Коваль"]`, `[White "Ковальский"]`, replay.Illegal, "c3-d4 b6-c5"},
	} {
		require.Contains(t, carried, test.from)
		games := readAll(t, strings.Replace(carried, test.from, test.to, 1))
		require.Len(t, games, 1)
		r := replay.Judge(games[0], record.UnknownVariant)
		require.Equal(t, test.verdict, r.Verdict, "%s: %v", test.to, r.Faults)
		require.Equal(t, test.moves, strings.Join(r.Moves, " "))
		again := writeAll(t, record.UnknownVariant, games...)
		if test.verdict == replay.Legal {
			require.Contains(t, codes(games[0].Faults), "0 syntax", "the tag's verdict is told of")
			require.NotContains(t, again, "[Verdict ")
		}
		r = replay.Judge(readAll(t, again)[0], record.UnknownVariant)
		require.Equal(t, test.verdict, r.Verdict, again)
		require.Equal(t, test.moves, strings.Join(r.Moves, " "))
	}
}

// The lines of a text that is carried end with a CR alone, and none of them is a
// game.
func TestCarriedLines(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		text := strings.ReplaceAll("1. c3-d4 b6-c5 {a}\n2. e3-f4 1-0\n[White \"B\"]\n\n1. c3-b4 *", "\n", end)
		g := grammar.NewParser().Parse(grammar.Chunk{Text: text, Source: record.Source{Line: 1}})
		r := replay.Judge(g, record.Bashni)
		require.GreaterOrEqual(t, r.Verdict, replay.Illegal)
		games := readAll(t, writeAll(t, record.Bashni, g))
		require.Len(t, games, 1, "%q", end)
		again := replay.Judge(games[0], record.UnknownVariant)
		require.Equal(t, r.Verdict, again.Verdict)
		require.Equal(t, strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")+"\n", games[0].Text)
	}
}

// So does a game that is illegal or unreadable by a variation: its text stands
// there as it was, with the verdict, and is what is read again.
func TestCarriedVariations(t *testing.T) {
	for _, test := range []struct {
		moves   string
		verdict replay.Verdict
	}{
		{"1. c3-d4 b6-c5 (1... с7-h2 2. zz {n} $5) 2. d4:b6 *", replay.Unreadable},
		{"1. c3-d4 b6-c5 (1... d6-e5 2. 7xx) 2. d4:b6 *", replay.Unreadable},
		{"1. c3-d4 b6-c5 (1... d6-c5 (1... d6-d5) 2. d4:b6) 2. d4:b6 {a} *", replay.Illegal},
		{"1. c3-d4 b6-c5 (1... f6-g5 2. a1-b2)\n2. d4:b6 a7:c5 1-0", replay.Illegal},
	} {
		text := "[White \"Коваль\"]\n[Variant \"bashni\"]\n\n" + test.moves
		games := readAll(t, text)
		require.Len(t, games, 1)
		r := replay.Judge(games[0], record.UnknownVariant)
		require.Equal(t, test.verdict, r.Verdict, test.moves)
		moves, first := r.Moves, ""
		for range 3 {
			once := writeAll(t, record.UnknownVariant, r.Game)
			require.Contains(t, once, "[Verdict \""+test.verdict.String()+"\"]")
			require.Contains(t, once, "{"+test.verdict.String()+": pdn")
			for line := range strings.Lines(text) {
				require.Contains(t, once, strings.TrimRight(line, "\n"))
			}
			if first == "" {
				first = once
			}
			require.Equal(t, first, once)
			games = readAll(t, once)
			require.Len(t, games, 1)
			r = replay.Judge(games[0], record.UnknownVariant)
			require.Equal(t, test.verdict, r.Verdict)
			require.Equal(t, moves, r.Moves)
			require.Equal(t, strings.TrimSpace(text), strings.TrimSpace(r.Game.Text))
			require.Len(t, r.Variations, strings.Count(test.moves, "("))
		}
		// Where the text is gone, the variation is no more legal than it was.
		r.Game.Text = ""
		r = replay.Judge(readAll(t, writeAll(t, record.UnknownVariant, r.Game))[0], record.UnknownVariant)
		require.GreaterOrEqual(t, r.Verdict, replay.Illegal)
	}
}
