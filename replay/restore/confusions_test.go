package restore

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestConfusionsAreDistributions(t *testing.T) {
	c := General()
	for s := range c.char {
		require.InDelta(t, 1, sum(c.char[s][:]), 1e-9, "%c", written[s])
		for w, p := range c.char[s] {
			require.Positive(t, p, "%c as %c", written[s], written[w])
		}
		require.Greater(t, c.char[s][s], 0.9)
	}
	require.InDelta(t, 1, sum(c.extra[:]), 1e-9)
}

func TestConfusionsText(t *testing.T) {
	text, err := General().MarshalText()
	require.NoError(t, err)
	var back Confusions
	require.NoError(t, back.UnmarshalText(text))
	again, err := back.MarshalText()
	require.NoError(t, err)
	c := General()
	require.Equal(t, c.Lost, back.Lost)
	require.Equal(t, c.added, back.added)
	for s := range c.char {
		require.InDelta(t, 1, sum(back.char[s][:]), 1e-9)
		for w := range c.char[s] {
			require.InDelta(t, c.char[s][w], back.char[s][w], 1e-4, "%c as %c", written[s], written[w])
		}
	}
	require.Equal(t, strings.Count(string(text), "\n"), strings.Count(string(again), "\n"))
	require.Contains(t, string(text), "\nlost        0.004      # a ply has no word\n")
}

func TestConfusionsByHand(t *testing.T) {
	var c Confusions
	require.NoError(t, c.UnmarshalText([]byte("# mine\n\nlost 0.25\nchar 3 3 0.6 5 0.4 nothing 0.1\nchar - - 0.5 other 0.25\n")))
	require.Equal(t, 0.25, c.Lost)
	require.Equal(t, General().Twice, c.Twice)
	three, five := symbolOf('3'), symbolOf('5')
	require.InDelta(t, 0.6, c.char[three][three], 1e-5)
	require.InDelta(t, 0.4, c.char[three][five], 1e-5)
	require.Equal(t, 0.1, c.lose[three])
	require.InDelta(t, 0.25, c.char[symbolDash][symbolOther], 1e-6)
	// A quarter is left for the other 58 characters.
	require.InDelta(t, 0.25/58, c.char[symbolDash][five], 1e-6)
}

func TestConfusionsErrors(t *testing.T) {
	for text, want := range map[string]string{
		"lost":                       "line 1 of the confusions: \"lost\" must be followed by one probability",
		"\nlost 2":                   "line 2 of the confusions: \"2\" is not a probability, which is from 0 to 1",
		"lost NaN":                   "\"NaN\" is not a probability",
		"found 1":                    "unknown name \"found\"",
		"char":                       "must be followed by a character",
		"char z z 1":                 "\"z\" is not one of the distinguished characters",
		"char ab a 1":                "\"ab\" is not one of the distinguished characters",
		"char a a 0.6 b 0.6":         "the probabilities sum to 1.2",
		"char a a 0.6 a 0.1":         "\"a\" is named twice",
		"char a a 0.6 b":             "\"b\" has no probability",
		"char a a 0.6 nothing 1":     "nothing can be read: illegible, garbled, added or nothing is too large",
		"illegible 0.5\ngarbled 0.5": "nothing can be read",
	} {
		var c Confusions
		require.ErrorContains(t, c.UnmarshalText([]byte(text)), want, "%q", text)
		require.Zero(t, c, "%q must leave the hand as it was", text)
	}
	var c Confusions
	require.ErrorContains(t, c.UnmarshalText(make([]byte, MaxConfusions+1)), "more than")
}

func FuzzConfusions(f *testing.F) {
	text, err := General().MarshalText()
	require.NoError(f, err)
	f.Add(text)
	f.Add([]byte("char 3 3 0.6 5 0.4 nothing 0.1"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var c Confusions
		if c.UnmarshalText(text) != nil {
			return
		}
		for s := range c.char {
			require.InDelta(t, 1, sum(c.char[s][:]), 1e-6)
		}
	})
}
