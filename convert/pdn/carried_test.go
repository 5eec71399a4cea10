package pdn

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// A game of another format that is illegal or unreadable stays so, and its text
// as it is, however often it is written and read.
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
		g := grammar.NewParser().Parse(cut.Chunk{Text: test.text, Source: record.Source{Line: 1}})
		r := replay.Judge(g, record.Bashni)
		require.Equal(t, test.verdict, r.Verdict, test.text)
		first := ""
		for range 3 {
			var b bytes.Buffer
			w := NewWriter(&b)
			require.NoError(t, w.Write(r))
			require.NoError(t, w.Close())
			for line := range strings.Lines(test.text) {
				require.Contains(t, b.String(), strings.TrimRight(line, "\n"))
			}
			if first == "" {
				first = b.String()
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
