package position

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

func TestParseGameType(t *testing.T) {
	board := func(files, ranks int, n byte, c uint8, mirrored bool) record.Board {
		return record.Board{Files: files, Ranks: ranks, Numbering: n, Corner: c, Mirrored: mirrored}
	}
	for _, test := range []struct {
		text string
		want GameType
	}{
		{"20", GameType{Number: 20}},
		{" 20 ", GameType{Number: 20}},
		{"0,W,8,8,S0", GameType{Number: 0, Full: true, Short: true, Board: board(8, 8, record.Algebraic, record.BottomLeft, false)}},
		{"27,W,12,12,N2,0", GameType{Number: 27, Full: true, Board: board(12, 12, record.Numeric, record.TopLeft, false)}},
		{"41,W,10,8,A0,0", GameType{Number: 41, Full: true, Board: board(10, 8, record.Algebraic, record.BottomLeft, false)}},
		// Seen from Black's side: bottom right is White's top left.
		{"21,B,8,8,N1,0", GameType{Number: 21, Full: true, First: record.Black, Board: board(8, 8, record.Numeric, record.TopLeft, false)}},
		{"31, B, 8, 8, N2, 0", GameType{Number: 31, Full: true, First: record.Black, Board: board(8, 8, record.Numeric, record.BottomRight, false)}},
		{"23,b,8,8,a1,1", GameType{Number: 23, Full: true, First: record.Black, Board: board(8, 8, record.Algebraic, record.TopLeft, true)}},
		// Black's bottom left corner is White's top right, which has the other colour on a board of
		// odd length.
		{"99,B,7,8,N3,0", GameType{Number: 99, Full: true, First: record.Black, Board: board(7, 8, record.Numeric, record.BottomLeft, true)}},
	} {
		got, err := ParseGameType(test.text)
		require.NoError(t, err, test.text)
		require.Equal(t, test.want, got, test.text)
	}
	for text, message := range map[string]string{
		"":                 `GameType "": "", expected the number of a game, such as 20`,
		"x":                `GameType "x": "x", expected the number of a game, such as 20`,
		"20,W":             `GameType "20,W": expected a number alone or one such as "25,W,8,8,A0,0"`,
		"20,R,10,10,N2,0":  `GameType "20,R,10,10,N2,0": "R", expected W or B for the side that begins`,
		"20,W,99,10,N2,0":  `GameType "20,W,99,10,N2,0": "99", expected the board's width, 1 to 12`,
		"20,W,10,,N2,0":    `GameType "20,W,10,,N2,0": "", expected the board's height, 1 to 12`,
		"20,W,10,10,N4,0":  `GameType "20,W,10,10,N4,0": "N4", expected A, N or S and the corner, 0 to 3`,
		"20,W,10,10,N2,no": `GameType "20,W,10,10,N2,no": "no", expected 0 or 1 for the corner at the bottom left`,
	} {
		_, err := ParseGameType(text)
		require.EqualError(t, err, message)
	}
}

// Each variant of the vocabulary is known, and so are the features that its names express.
func TestVariants(t *testing.T) {
	for name, said := range word.Entries("variant") {
		_, err := record.ParseVariant(name)
		require.NoError(t, err)
		for feature := range strings.SplitSeq(said, ", ") {
			require.Contains(t, features, feature)
		}
	}
	require.Equal(t, record.LascaReverse, ParseVariantName("Обратная Ласкa"), "with a Latin letter")
}
