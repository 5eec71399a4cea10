package replay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// BenchmarkArbiter judges 500 generated, already parsed games one after another with the same
// memory, as a worker of the command does.
func BenchmarkArbiter(b *testing.B) {
	for _, v := range []record.Variant{record.Bashni, record.Lasca, record.Adiukh, record.Russian, record.International} {
		b.Run(v.String(), func(b *testing.B) {
			generator, err := corpus.NewGenerator(v, 1)
			require.NoError(b, err)
			games := make([]*record.Game, 500)
			for i := range games {
				games[i] = generator.Game(i + 1)
			}
			var arbiter replay.Arbiter
			var report replay.Report
			plies := 0
			b.ReportAllocs()
			for b.Loop() {
				for _, g := range games {
					arbiter.Judge(g, v, &report)
					if report.Verdict != replay.Legal {
						b.Fatal(report.Faults)
					}
					plies += len(report.Moves)
				}
			}
			b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
		})
	}
}
