package sheet

import (
	"flag"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")
var _ = debug.SetGCPercent(400) // the heaps are small, and collecting them takes time

// isSquareList and towersEnd must agree on what is a square at the start of a list of towers.
// Otherwise the lexer loops, as it did at аЗО, which looks like a30.
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
