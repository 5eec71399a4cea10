package replay

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// Leaf counts from the starting position. Those of the tower games were
// counted by a separate program; international and checkers are published.
var perfts = []struct {
	variant record.Variant
	leaves  []uint64 // from depth 1
}{
	{record.Bashni, []uint64{7, 49, 302, 1469, 7482, 37908, 189912}},
	{record.BashniReverse, []uint64{7, 49, 302, 1469, 7482, 37908, 189912}},
	{record.Lasca, []uint64{6, 6, 18, 54, 116, 324, 846}},
	{record.LascaReverse, []uint64{6, 6, 18, 54, 116, 324, 846}},
	{record.Adiukh, []uint64{7, 49, 302, 1469, 7482, 37908, 189912}},
	{record.International, []uint64{9, 81, 658, 4265, 27117, 167140, 1049442}},
	{record.Checkers, []uint64{7, 49, 302, 1469, 7361, 36768, 179740, 845931}},
}

func TestPerft(t *testing.T) {
	for _, test := range perfts {
		rules, err := For(test.variant)
		require.NoError(t, err)
		for i, leaves := range test.leaves {
			t.Run(fmt.Sprintf("%v/%d", test.variant, i+1), func(t *testing.T) {
				require.Equal(t, leaves, rules.Start().Perft(i+1))
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
