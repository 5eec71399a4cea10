package notation

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// A record's squares, named in any way, are written in the variant's own notation; a game without
// rules is written as read.
func TestReadingsAreWritten(t *testing.T) {
	for _, c := range []struct{ about, text, want string }{
		{"numbers for letters", "[Result \"1-0\"]\n[GameType \"25,W,8,8,N2,0\"]\n\n1. 22-18 (23-19 {or}) 11-15 2. 18x11 *\n",
			"[Result \"1-0\"]\n[GameType \"25,W,8,8,A0,0\"]\n[Variant \"russian\"]\n\n1. c3-d4 (1. e3-f4 {or}) 1... f6-e5 2. d4:f6 *\n"},
		{"letters for numbers, and White begins", "[Result \"1-0\"]\n[GameType \"23,W,8,8,A0,0\"]\n\n1. c3-d4 f6-g5 *\n",
			"[Result \"0-1\"]\n[GameType \"23,B,8,8,N1,0\"]\n[Variant \"pool\"]\n[FEN \"W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12\"]\n\n1. 22-18 11-16 *\n"},
		{"no rules", "[Result \"2-0\"]\n[GameType \"40,W,10,10,N2,0\"]\n[FEN \"W:WK28:B33\"]\n\n1. 28x37 *\n",
			"[Result \"2-0\"]\n[GameType \"40,W,10,10,N2,0\"]\n[FEN \"W:WK28:B33\"]\n\n1. 28x37 *\n"},
	} {
		t.Run(c.about, func(t *testing.T) {
			games := readAll(t, c.text)
			require.Len(t, games, 1)
			r := replay.Judge(games[0], record.UnknownVariant)
			written := textOf(new(PDN), r)
			require.Equal(t, c.want, written)

			back := readAll(t, written)
			again := replay.Judge(back[0], record.UnknownVariant)
			require.Equal(t, r.Verdict, again.Verdict)
			require.Equal(t, r.Moves, again.Moves)
			require.Equal(t, r.Final, again.Final)
			require.Equal(t, games[0].Result.Outcome, back[0].Result.Outcome)
		})
	}
}
