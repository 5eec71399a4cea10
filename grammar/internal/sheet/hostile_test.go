package sheet

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")

// drawn puts pieces together that are drawn by lot.
func drawn(random *rand.Rand, most int, pieces ...string) string {
	var b strings.Builder
	for range 1 + random.IntN(most) {
		b.WriteString(pieces[random.IntN(len(pieces))])
	}
	return b.String()
}

// What gives up early where no move can be says the same as what reads on.
func TestShapeGivesUp(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	shaped, cases := 0, 30_000
	if *thorough {
		cases = 200_000
	}
	for range cases {
		text := drawn(random, 8, "c3", "b4", "12", "-", ":", ",", ".", "*", "|", "x", "х", "З", "б", "–", "+", "e", "(", " ", "¹", "l", "m", "×")
		n := wordAt(text)
		if n > 0 && !isShape(text[:n]) {
			n = 0
		}
		require.Equal(t, n, shapeAt(text), "%q", text)
		if n > 0 {
			shaped++
		}
		run := runAt(text)
		require.Equal(t, isShape(text[:run]), isShape(text[:runOf(text, true)]), "%q", text)
	}
	require.Greater(t, shaped, cases/20)
}

// What a list of towers begins with is a square to both who look for it, the
// one that says that a list begins and the one that says where it ends: else
// the lexer stands still, as it did at аЗО, which looks like a30.
func TestSquareListBegins(t *testing.T) {
	for text, want := range map[string]bool{
		"a1, b2": true, "а1-0/0": true, "аЗ": true, "аЗ-b4": true, "12, 13": true, "a1О,": true, "кО, b2": false,
		"аЗО-b2|c3": false, "koЗ.о|": false, "all, b2": false, "cb4|b2": false, "x, 1": false,
	} {
		require.Equal(t, want, isSquareList(text), text)
		if want {
			require.Positive(t, towersEnd(text, 0, len(text)), text)
		}
	}
}
