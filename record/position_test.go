package record

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Errors that a FEN cannot express, so that TestParseFENRefuses does not cover them.
func TestValidate(t *testing.T) {
	p := StartPosition(Bashni)
	require.NoError(t, p.Validate())

	p.Turn = 2
	require.EqualError(t, p.Validate(), "position: the side to move is neither White nor Black")

	p = StartPosition(Bashni)
	p.Variant = Lasca // squares of the longer board
	require.EqualError(t, p.Validate(), "position: h2 is not a square of the lasca board")

	p = StartPosition(Bashni)
	p.Put(SquareAt(0, 0), Lone(White, false)|2)
	require.EqualError(t, p.Validate(), "position: a1: the word is not a tower")

	p.Variant = Variant(200)
	require.EqualError(t, p.Validate(), "position: the variant is unknown")
}

func TestPut(t *testing.T) {
	p := Position{Variant: Bashni}
	s := SquareAt(1, 1)
	p.Put(s, Lone(Black, true))
	require.Equal(t, Lone(Black, true), p.At(s))
	require.Equal(t, 1, p.Count(Black))
	require.Equal(t, 0, p.Count(White))
	p.Put(s, 0)
	require.Equal(t, Position{Variant: Bashni}, p)
	require.Equal(t, Tower(0), p.At(NoSquare))
	require.PanicsWithValue(t, "record: bashni has no square b1", func() { p.Put(SquareAt(1, 0), Lone(White, false)) })
}
