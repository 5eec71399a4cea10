package record

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// column is a tower as seen: its pieces from the top, W and B for men, K and Q for White's and
// Black's kings.
type column string

func (c column) tower() Tower {
	if c == "" {
		return 0
	}
	colour := func(piece byte) Colour {
		if piece == 'W' || piece == 'K' {
			return White
		}
		return Black
	}
	owner := colour(c[0])
	var blocks [2]Block
	for i := range len(c) {
		b := &blocks[0]
		if colour(c[i]) != owner {
			b = &blocks[1]
		}
		if c[i] == 'K' || c[i] == 'Q' {
			b.Kings |= 1 << b.N
		}
		b.N++
	}
	return NewTower(owner, blocks[0], blocks[1])
}

// Codex 1.6.1: the captor takes the top piece of the tower and puts it under itself; the rest stays
// and may change hands.
func TestCapture(t *testing.T) {
	for _, c := range []struct{ captor, jumped, after, left column }{
		{"W", "B", "WB", ""},
		{"W", "BB", "WB", "B"},
		{"W", "BW", "WB", "W"}, // freed
		{"B", "WWB", "BW", "WB"},
		{"KW", "QBW", "KWQ", "BW"}, // Codex 1.6.3: a captive king keeps its mark
		{"KWBQ", "QKW", "KWBQQ", "KW"},
		{"WWB", "QQQQBKW", "WWBQ", "QQQBKW"},
	} {
		left, king := c.jumped.tower().Behead()
		require.Equal(t, c.left.tower(), left, "%s:%s", c.captor, c.jumped)
		require.Equal(t, c.after.tower(), c.captor.tower().Capture(king), "%s:%s", c.captor, c.jumped)
	}
}

// Long random series of captures between two columns, on words and on strings.
func TestTowerAgainstColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 16))
	own := [2]string{"WK", "BQ"}
	random := func(owner int) column {
		var c column
		for range 1 + r.IntN(12) {
			c += column(own[owner][r.IntN(2)])
		}
		for range r.IntN(12) {
			c += column(own[1-owner][r.IntN(2)])
		}
		return c
	}
	for range 20000 {
		owner := r.IntN(2)
		captor, jumped := random(owner), random(1-owner)
		x, y := captor.tower(), jumped.tower()
		for len(jumped) > 0 && y.Owner() != x.Owner() && x.Prisoners().N < 12 {
			captor, jumped = captor+jumped[:1], jumped[1:]
			var king Tower
			y, king = y.Behead()
			x = x.Capture(king)
			require.Equal(t, captor.tower(), x, "%s %s", captor, jumped)
			require.Equal(t, jumped.tower(), y, "%s %s", captor, jumped)
			require.True(t, x.Valid())
			require.True(t, y.Valid())
		}
		require.Equal(t, len(captor), x.Height())
		counts := map[rune]int{}
		for _, piece := range captor {
			counts[piece]++
		}
		require.Equal(t, counts['W']+counts['K'], x.Count(White))
		require.Equal(t, counts['B']+counts['Q'], x.Count(Black))
		require.Equal(t, counts['K'], x.Kings(White))
		require.Equal(t, counts['Q'], x.Kings(Black))
		require.Equal(t, captor[0] == 'K' || captor[0] == 'Q', x.King())
		require.Equal(t, Colour(owner), x.Owner())
		switch captor[0] {
		case 'W':
			captor = "K" + captor[1:]
		case 'B':
			captor = "Q" + captor[1:]
		}
		require.Equal(t, captor.tower(), x.Promoted())
	}
}

func TestTowerString(t *testing.T) {
	for text, c := range map[string]column{
		"": "", "0": "W", "1": "Q", "1/0000": "KBBBB", "110101/1": "QQBQBQK", "00": "BB", "0/0": "BW",
	} {
		require.Equal(t, text, c.tower().String(), "%q", c)
	}
}

func TestTowerValid(t *testing.T) {
	for _, c := range []column{"", "W", "Q", "BBBBBBBBBBBBBBB", "QQQQQQQQQQQQQQQKKKKKKKKKKKKKKK"} {
		require.True(t, c.tower().Valid(), c)
	}
	lone := Lone(White, false)
	require.False(t, (lone | 2).Valid(), "a mark without its piece")
	require.False(t, (lone | 1<<towerPrisonerMarks).Valid(), "a prisoner's mark without its piece")
	require.False(t, (lone - 1<<towerOwn).Promoted().Valid(), "a mark on an empty square")
	require.False(t, (Lone(Black, false) - 1<<towerOwn).Valid(), "an owner of nothing")
	require.False(t, (lone + 15<<towerOwn).Valid(), "a block that is too high")
	require.False(t, (lone + 16<<towerPrisoners).Valid(), "too many prisoners")
	require.False(t, (lone | 1<<60).Valid(), "bits beyond the owner's")
}
