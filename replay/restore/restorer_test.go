package restore_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay/restore"
)

// written is a game in full, as a sheet without a fault.
func written(t testing.TB, v record.Variant, seed uint64, number, most int) (moves []string, sheet restore.Sheet) {
	t.Helper()
	generator, err := corpus.NewGenerator(v, seed)
	require.NoError(t, err)
	for i, ply := range generator.Game(number).Plies {
		if i == most {
			break
		}
		moves = append(moves, ply.Word.Text)
		c := restore.Cell{Text: ply.Word.Text, Side: restore.WhiteSide + restore.Side(i%2)}
		if i%2 == 0 {
			c.Number = i/2 + 1
		}
		sheet.Cells = append(sheet.Cells, c)
	}
	return moves, sheet
}

// hurt makes characters wrong, each with the given probability.
func hurt(text string, share float64, random *rand.Rand) string {
	b := []byte(text)
	for i := range b {
		if random.Float64() < share {
			b[i] = "abcdefgh0123456789-:"[random.IntN(20)]
		}
	}
	return string(b)
}

// BenchmarkRestore finds games of Russian columns of 100 plies at most: one
// operation is one game.
func BenchmarkRestore(b *testing.B) {
	for name, share := range map[string]float64{"clean": 0, "1%": 0.01, "10%": 0.1} {
		b.Run(name, func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 2))
			var records []*restore.Record
			for i := range 200 {
				_, sheet := written(b, record.Bashni, 1, i+1, 100)
				for j := range sheet.Cells {
					sheet.Cells[j].Text = hurt(sheet.Cells[j].Text, share, random)
				}
				records = append(records, &restore.Record{Variant: record.Bashni, Sheets: []restore.Sheet{sheet}})
			}
			r := restore.New(restore.Learn(restore.General(), records[:60], 2))
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if g := r.Restore(records[i%len(records)], nil); g.Verdict == restore.Lost {
					b.Fatal(g.Reason)
				}
				i++
			}
			b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
