package solve

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// BenchmarkPosition searches the starting positions, which are not solved soon, and reports
// positions per second next to the rate of perft.
func BenchmarkPosition(b *testing.B) {
	for _, v := range []record.Variant{record.Bashni, record.Lasca, record.Russian, record.International} {
		rules, err := replay.For(v)
		require.NoError(b, err)
		b.Run(v.String(), func(b *testing.B) {
			nodes := 0
			for b.Loop() {
				s := Position(b.Context(), rules.Start(), Options{Nodes: 200_000})
				require.Equal(b, Open, s.Answer)
				nodes += s.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
