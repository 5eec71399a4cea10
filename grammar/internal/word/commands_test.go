package word

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// Of what a clock shows no more is kept together than a move can have; nothing is lost.
func TestAddCommandOfManyClocks(t *testing.T) {
	const clock, n = "[%clk 1:00:00]", 1000
	var note record.Notes
	for range n {
		AddCommand(&note, clock)
	}
	require.LessOrEqual(t, len(note.Clock), maxClock)
	require.Greater(t, len(note.Clock), maxClock-len(clock))
	require.Equal(t, strings.Repeat(clock, n), note.Clock+strings.Join(note.Commands, ""))
}
