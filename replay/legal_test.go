package replay

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// crowded are positions with many captures, found by a search, each with a move that is not legal.
var crowded = []struct {
	variant   record.Variant
	fen, move string
}{
	{record.Bashni, "W:WKa1,c1=111,g1=111,Ka3,Ka7,Kb8,Kh8:Bc3=11,Ke3,Kg3,g5=11,b6=11,d6=111,Kg7", "b2-c3"},
	{record.Bashni, "W:WKa1,c1=111,g1=111,Ka3,Ka7,Kb8,Kh8:Bc3=11,Ke3,Kg3,g5=11,b6=11,d6=111,Kg7", "a1:c1"},
	{record.Lasca, "W:WK16,17=11:BK5,K6,K7,K12,13=11/111,K14,19=1/1,20=11/1,K21", "1-5"},
	{record.Adiukh, "W:Wb8,d8,f8=00,h8:Bc3=0/0,e3=00/00,g3,c5=00,e5=00,g5,c7=00,e7", "b2-c3"},
	{record.Russian, "W:WKa1,Kc1,Kh2,Kh4,Kb8,Kh8:BKb2,Ke3,Kg3,Kb4,Ke5,Kg5,Kb6,Ke7,Kg7", "b2-c3"},
	{record.International, "W:WK2,K4,K5,K15,K36,K46,K47,K48,K49:BK8,K9,K18,K19,K22,K24,K27,K30,K31,K40,K41,K42,K43,K44", "1-2"},
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		written, text string
		distance      int
	}{
		{"", "c3:b4", 10},
		{"c3:b4", "", 10},
		{"c3:b4", "c3:b4", 0},
		{"c3:d4", "c3:a4", 1}, // a handwritten a resembles d
		{"c3:a4", "c3:f4", 2},
		{"c3:?4", "c3:b4", 1},
		{"c3b4", "c3:b4", 2},
		{"c33:b4", "c3:b4", 2},
		{"3c:b4", "c3:b4", 4},
		{"e3:b4", "c5:h6", 5}, // e resembles c, 3 resembles 5, and b resembles h
	} {
		require.Equal(t, test.distance, spelling(test.written).editDistance(test.text), test.written)
	}
	require.Zero(t, spelling("c3:b4").distance("c3-b4"))
	require.Equal(t, 1, spelling("c3:d4").distance("c3-a4"))
	require.Zero(t, spelling("cb4").distance("c3-b4")) // short, without a separator
}

// BenchmarkIllegal judges one illegal move in a position with many captures.
func BenchmarkIllegal(b *testing.B) {
	for _, c := range crowded {
		b.Run(c.variant.String()+" "+c.move, func(b *testing.B) {
			g := from(b, gameOf(b, c.variant, c.move), c.fen)
			var arbiter Arbiter
			var r Report
			b.ReportAllocs()
			for b.Loop() {
				arbiter.Judge(g, record.UnknownVariant, &r)
			}
			require.Equal(b, Illegal, r.Verdict)
		})
	}
}
