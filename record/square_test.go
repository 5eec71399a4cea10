package record

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The boards of the books, row by row from the far side, as White sees them: Codex diagrams 3 and
// 7, Ukrainian rules diagrams 1, 2 (turned here, for it has Black's side nearest) and 15.
func TestBoards(t *testing.T) {
	a1 := [][]string{
		{"b8", "d8", "f8", "h8"},
		{"a7", "c7", "e7", "g7"},
		{"b6", "d6", "f6", "h6"},
		{"a5", "c5", "e5", "g5"},
		{"b4", "d4", "f4", "h4"},
		{"a3", "c3", "e3", "g3"},
		{"b2", "d2", "f2", "h2"},
		{"a1", "c1", "e1", "g1"},
	}
	for v, rows := range map[Variant][][]string{
		Bashni: a1, Adiukh: a1, Russian: a1, Brazilian: a1,
		Lasca: {
			{"22", "23", "24", "25"},
			{"19", "20", "21"},
			{"15", "16", "17", "18"},
			{"12", "13", "14"},
			{"8", "9", "10", "11"},
			{"5", "6", "7"},
			{"1", "2", "3", "4"},
		},
		Checkers: {
			{"1", "2", "3", "4"},
			{"5", "6", "7", "8"},
			{"9", "10", "11", "12"},
			{"13", "14", "15", "16"},
			{"17", "18", "19", "20"},
			{"21", "22", "23", "24"},
			{"25", "26", "27", "28"},
			{"29", "30", "31", "32"},
		},
		International: {
			{"1", "2", "3", "4", "5"},
			{"6", "7", "8", "9", "10"},
			{"11", "12", "13", "14", "15"},
			{"16", "17", "18", "19", "20"},
			{"21", "22", "23", "24", "25"},
			{"26", "27", "28", "29", "30"},
			{"31", "32", "33", "34", "35"},
			{"36", "37", "38", "39", "40"},
			{"41", "42", "43", "44", "45"},
			{"46", "47", "48", "49", "50"},
		},
		// PDN 3.0, GameType: the picture of Italian draughts.
		Italian: {
			{"1", "2", "3", "4"},
			{"5", "6", "7", "8"},
			{"9", "10", "11", "12"},
			{"13", "14", "15", "16"},
			{"17", "18", "19", "20"},
			{"21", "22", "23", "24"},
			{"25", "26", "27", "28"},
			{"29", "30", "31", "32"},
		},
		Spanish: {
			{"32", "31", "30", "29"},
			{"28", "27", "26", "25"},
			{"24", "23", "22", "21"},
			{"20", "19", "18", "17"},
			{"16", "15", "14", "13"},
			{"12", "11", "10", "9"},
			{"8", "7", "6", "5"},
			{"4", "3", "2", "1"},
		},
	} {
		b := v.Board()
		require.Equal(t, b.Ranks, len(rows))
		for i, row := range rows {
			rank := b.Ranks - 1 - i
			for j, name := range row {
				s := SquareAt(2*j+rank%2, rank) // the corner at White's left is dark
				if b.Mirrored {
					s = SquareAt(2*j+1-rank%2, rank)
				}
				require.True(t, b.Has(s), name)
				require.Equal(t, name, b.Name(s), "%v", v)
				require.Equal(t, s, b.Numbered(b.Number(s)))
			}
		}
	}
}

// A board of no variant: numbers from the right, upward, and a light corner at White's left.
func TestMirroredBoard(t *testing.T) {
	b := Board{Files: 4, Ranks: 3, Numbering: Numeric, Corner: BottomRight, Mirrored: true}
	var names []string
	for _, s := range b.Squares() {
		names = append(names, s.Algebraic())
	}
	require.Equal(t, []string{"d1", "b1", "c2", "a2", "d3", "b3"}, names)
	require.Equal(t, "3", b.Name(SquareAt(2, 1)))
	require.False(t, b.Has(SquareAt(0, 0)))
}

func TestMirror(t *testing.T) {
	require.Equal(t, SquareAt(6, 2), Italian.Board().Mirror(SquareAt(1, 2), Checkers.Board()))
	require.Equal(t, SquareAt(1, 2), Checkers.Board().Mirror(SquareAt(6, 2), Italian.Board()))
	require.Equal(t, SquareAt(2, 2), Russian.Board().Mirror(SquareAt(2, 2), Checkers.Board()))
	require.Equal(t, NoSquare, Italian.Board().Mirror(NoSquare, Checkers.Board()))
}

func TestSquaresOutside(t *testing.T) {
	for _, v := range Variants() {
		b := v.Board()
		squares := b.Squares()
		on := map[Square]bool{}
		for i, s := range squares {
			on[s] = true
			require.Equal(t, i+1, b.Number(s))
		}
		for i := range 256 {
			s := Square(i)
			require.Equal(t, on[s], b.Has(s), "%v %s", v, s.Algebraic())
			if !on[s] {
				require.Equal(t, 0, b.Number(s))
				require.Equal(t, "-", b.Name(s))
			}
		}
		for _, n := range []int{-1, 0, len(squares) + 1, 1000} {
			require.Equal(t, NoSquare, b.Numbered(n))
		}
	}
	require.Empty(t, UnknownVariant.Board().Squares())
	require.False(t, UnknownVariant.Board().Has(0))
}

func TestAlgebraic(t *testing.T) {
	require.Equal(t, "c3", SquareAt(2, 2).Algebraic())
	require.Equal(t, "l12", SquareAt(11, 11).Algebraic())
	require.Equal(t, "-", NoSquare.Algebraic())
}
