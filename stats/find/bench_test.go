package find

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// common are typical queries.
var common = []string{
	`white king on h8`,
	`captures at least 4`,
	`white tower of at least 5`,
	`white kings > black kings + 1`,
	`frees tower of at least 5 then the same tower promotes within 6 plies`,
	`pattern "?:Wd4:Be5=?*/*:-f6"`,
	`mobility >= 20 and white material - black material >= 3`,
	`first white promotes then never black promotes`,
	`black king on far rank then the same piece is captive within 8 plies`,
	`player "Игрок1" and white king`,
}

// texts returns the texts of 1000 games of bashni in PDN, and their number of plies.
func texts(b *testing.B) (chunks []grammar.Chunk, plies int) {
	generator, err := corpus.NewGenerator(record.Bashni, 1)
	require.NoError(b, err)
	var file bytes.Buffer
	w, err := convert.NewWriter("pdn", &file, convert.WriteOptions{})
	require.NoError(b, err)
	for range 1000 {
		g := generator.Next()
		plies += len(g.Plies)
		require.NoError(b, w.Write(replay.Judge(g, record.UnknownVariant)))
	}
	require.NoError(b, w.Close())
	cutter, err := grammar.NewCutter(&file, "", "")
	require.NoError(b, err)
	for range 1000 {
		c, err := cutter.Next()
		require.NoError(b, err)
		c.Text = string(append([]byte(nil), c.Text...))
		chunks = append(chunks, c)
	}
	return chunks, plies
}

// An operation reads 1000 games of PDN and judges them, or searches them with a query, which
// judges them too.
func BenchmarkFind(b *testing.B) {
	chunks, plies := texts(b)
	run := func(name string, do func(*record.Game, *replay.Report)) {
		b.Run(name, func(b *testing.B) {
			parser := grammar.NewParser()
			var g record.Game
			var r replay.Report
			b.ReportAllocs()
			for b.Loop() {
				for _, c := range chunks {
					parser.ParseInto(c, &g)
					do(&g, &r)
				}
			}
			b.ReportMetric(float64(plies*b.N)/b.Elapsed().Seconds()/1e6, "Mplies/s")
		})
	}
	var arbiter replay.Arbiter
	run("check", func(g *record.Game, r *replay.Report) { arbiter.Judge(g, record.UnknownVariant, r) })
	for _, text := range common {
		q, err := Parse(text, nil)
		require.NoError(b, err)
		searcher := NewSearcher(q, false)
		run(text, func(g *record.Game, r *replay.Report) { searcher.Search(g, record.UnknownVariant, r) })
	}
}
