package record

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestResultString(t *testing.T) {
	for want, r := range map[string]Result{
		"":        {},
		"1-0":     {Outcome: WhiteWins, Manner: Resigned, Text: "Черные сдались"},
		"0-1":     {Outcome: BlackWins},
		"1/2-1/2": {Outcome: Draw, Text: "Ничья"},
		"2-0":     {Outcome: WhiteWins, White: 2, Text: "2-0"},
		"1-1":     {Outcome: Draw, White: 1, Black: 1},
		"17-7":    {Outcome: Points, White: 17, Black: 7, Text: "Счет 17:7"},
		"12-12":   {Outcome: Points, White: 12, Black: 12},
		"*":       {Outcome: Unfinished},
		"+/-":     {Outcome: Unplayed, White: 1},
		"-/+":     {Outcome: Unplayed, Black: 1},
		"-/-":     {Outcome: Unplayed, Text: "-:-"},
	} {
		require.Equal(t, want, r.String())
	}
}

// In checkers PDN's first points are Black's.
func TestResultAsRecorded(t *testing.T) {
	require.Equal(t, "1-0", Result{Outcome: BlackWins, Text: "1-0"}.String())
	require.Equal(t, "1-0", Result{Outcome: WhiteWins, Text: "1:0"}.String())
	require.Equal(t, "1/2-1/2", Result{Outcome: Draw, Text: "½-½"}.String())
}
