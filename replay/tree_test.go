package replay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Who looks for one move of the tree can stop there, wherever it stands.
func TestTreeStops(t *testing.T) {
	text := "1. c3-d4 b6-c5 (1... b6-a5 2. d4-c5 (2. d4-e5 d6:f4) d6:b4) (1... d6-c5) 2. d4:b6 a7:c5"
	g := grammar.NewParser().Parse(grammar.Chunk{Text: text, Format: grammar.PDN, Last: true})
	r := replay.Judge(g, record.Bashni)
	require.Equal(t, replay.Legal, r.Verdict)
	all := 0
	for range r.Tree() {
		all++
	}
	require.Equal(t, 10, all)
	for stop := range all {
		n := 0
		for range r.Tree() {
			if n++; n > stop {
				break
			}
		}
		require.Equal(t, stop+1, n)
	}
}
