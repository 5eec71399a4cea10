package replay

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// Leaf counts of the tree of legal moves. Those of the tower games were counted by a separate
// program. Those of the flat games are published, and count captures of the same pieces in another
// order once: by the Russian draughts programmers' and the FMJD forum, as in the tests of
// github.com/rhalbersma/dctl (test/src/algo/traversal: initial/board_08x08.cpp,
// international/fmjd.cpp, italian/gilbert.cpp); international from the start by Aart Bik
// (aartbik.blogspot.com, label perft). gilbert.cpp counts a capture of the same pieces in two
// orders twice, so its counts are used only to the depth where both ways of counting agree.
var perfts = []struct {
	variant record.Variant
	fen     string   // "" for the starting position
	leaves  []uint64 // from depth 1
}{
	{record.Bashni, "", []uint64{7, 49, 302, 1469, 7482, 37908, 189912}},
	{record.BashniReverse, "", []uint64{7, 49, 302, 1469, 7482, 37908, 189912}},
	{record.Lasca, "", []uint64{6, 6, 18, 54, 116, 324, 846}},
	{record.LascaReverse, "", []uint64{6, 6, 18, 54, 116, 324, 846}},
	{record.Adiukh, "", []uint64{7, 49, 302, 1469, 7482, 37908, 189912}},
	{record.Russian, "", []uint64{7, 49, 302, 1469, 7482, 37986, 190146, 929899, 4570586}},
	{record.RussianReverse, "", []uint64{7, 49, 302, 1469, 7482, 37986, 190146, 929899}},
	{record.Brazilian, "", []uint64{7, 49, 302, 1469, 7473, 37628, 187302, 907830, 4431766}},
	{record.Checkers, "", []uint64{7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680}},
	{record.Pool, "", []uint64{7, 49, 302, 1469, 7482, 37986, 190146, 929896, 4570534}},
	{record.Italian, "", []uint64{7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860875}},
	{record.Italian, "W:W17,18,20,22,23,24,26,27,30:B1,3,5,6,9,11,14,15,16",
		[]uint64{5, 13, 42, 107, 360, 1099, 3736, 12495, 43686}},
	{record.Italian, "B:WK6,17,20,21,22,30:B1,3,5,9,25,28", []uint64{6, 47, 271, 1916, 10810, 73137, 389809}},
	{record.Italian, "W:W8,9,K12,17,20,K27,K28:B4,K11,K13,14,K19,21,24", []uint64{13, 112, 828, 6756, 46241, 368908}},
	{record.Spanish, "", []uint64{7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860866}},
	{record.Portuguese, "", []uint64{7, 49, 302, 1469, 7361, 36473, 177532, 828783}},
	{record.Czech, "", []uint64{7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963671}},
	{record.International, "", []uint64{9, 81, 658, 4265, 27117, 167140, 1049442, 6483961}},
	{record.International, "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24",
		[]uint64{14, 55, 1168, 5432, 87195, 629010}},
	{record.International, "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
		[]uint64{6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050, 377436}},
	{record.International, "W:WK31,K32,K33,K34,K35,K36,K37,K38,K39,K40,K41,K42,K43,K44,K45,K46,K47,K48,K49,K50:BK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12,K13,K14,K15,K16,K17,K18,K19,K20",
		[]uint64{17, 79, 352, 1399, 7062, 37589, 217575, 1333217}},
	{record.International, "W:W6,7,8,9,10:B41,42,43,44,45",
		[]uint64{9, 81, 795, 7578, 86351, 936311}},
}

func TestPerft(t *testing.T) {
	for _, test := range perfts {
		rules, err := For(test.variant)
		require.NoError(t, err)
		p := rules.Start()
		if test.fen != "" {
			set, err := record.ParseFEN(test.variant, test.fen)
			require.NoError(t, err)
			p, err = rules.Position(&set)
			require.NoError(t, err)
		}
		for i, leaves := range test.leaves {
			if leaves > 1_500_000 && !*thorough {
				break
			}
			t.Run(fmt.Sprintf("%v %s/%d", test.variant, test.fen, i+1), func(t *testing.T) {
				require.Equal(t, leaves, p.Perft(i+1))
			})
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	for _, v := range []record.Variant{record.Bashni, record.Lasca, record.Adiukh, record.Russian, record.Checkers, record.International} {
		b.Run(v.String(), func(b *testing.B) {
			rules, err := For(v)
			require.NoError(b, err)
			start := rules.Start()
			depth := 8
			if v == record.Lasca {
				depth = 12
			}
			b.ReportAllocs()
			var leaves uint64
			for b.Loop() {
				leaves += start.Perft(depth)
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
		})
	}
}
