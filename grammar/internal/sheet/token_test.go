package sheet

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar/internal/word"
)

// A regular row has one or two plies per number, with at most one cell separator after each.
func TestPlainRows(t *testing.T) {
	for line, rows := range map[string]int{
		"1. c3-d4":              1,
		"1. c3-d4 b6-a5":        1,
		"1. c3-d4\tb6-a5":       1,
		"1. c3-d4\t":            1,
		"1. c3-d4 b6-a5\t":      1,
		"1. c3-d4\tb6-a5\t":     1,
		"1. ":                   0,
		"1.\tc3-d4":             0,
		"1. c3-d4\t\tb6-a5":     0,
		"1. c3-d4 b6-a5 d4-c5":  0,
		"1. c3-d4 нрзб":         0,
		"1. c3-d4 2. d4-c5":     2,
		"1. c3-d4\t2. d4-c5":    0,
		"1. c3-d4 b6-a5 2.":     0,
		"1. c3-d4 b6-a5 3. a-b": 0,
		"1. c3-d4 b6-a5 2. d4-c5\td6:b4 3. a3:c5": 3,
	} {
		a := newSearch(new(word.Table), nil).arcs
		a.reset()
		a.text = line + "\n"
		require.Equal(t, rows, a.plainRows(0, true), line)
	}
}

// Signs, letters and Roman numerals number rows.
func TestSignOf(t *testing.T) {
	for text, want := range map[string]int{"③": 3, "b) c3-d4": 2, "в) c3-d4": 3, "IV.": 4, "XXVI. a3:c5": 26, "XLIX)": 49, "IIII.": 0, "b)c3": 0, ".": 0} {
		n, _ := signOf(text)
		require.Equal(t, want, n, text)
	}
}
