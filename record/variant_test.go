package record

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseVariant(t *testing.T) {
	for _, v := range Variants() {
		got, err := ParseVariant(v.String())
		require.NoError(t, err)
		require.Equal(t, v, got)
	}
	got, err := ParseVariant(" Bashni-Reverse ")
	require.NoError(t, err)
	require.Equal(t, BashniReverse, got)

	_, err = ParseVariant("bashny")
	require.EqualError(t, err, `no variant "bashny"; the variants are bashni, bashni-reverse, lasca, lasca-reverse, adiukh, russian, russian-reverse, brazilian, checkers, international, pool, italian, spanish, portuguese, czech`)
	_, err = ParseVariant("unknown")
	require.Error(t, err)
	require.Equal(t, "unknown", UnknownVariant.String())
	require.Equal(t, "Variant(200)", Variant(200).String())
}

// Codex 4.1.4: a reverse game is its straight game played to lose.
func TestReversed(t *testing.T) {
	reversed := map[Variant]Variant{BashniReverse: Bashni, LascaReverse: Lasca, RussianReverse: Russian}
	for _, v := range Variants() {
		straight, ok := reversed[v]
		require.Equal(t, ok, v.Reversed(), v)
		if !ok {
			straight = v
		}
		require.Equal(t, straight, v.Straight())
		require.Equal(t, straight.GameType(), v.GameType())
		require.Equal(t, straight.Board(), v.Board())
		require.Equal(t, straight.Pieces(), v.Pieces())
		require.Equal(t, straight.First(), v.First())
	}
}
