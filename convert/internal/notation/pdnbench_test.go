package notation

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// benchGames are generated games and their text.
func benchGames(b *testing.B) (reports []*replay.Report, text string, plies int) {
	gen, err := corpus.NewGenerator(record.Bashni, 1)
	require.NoError(b, err)
	for range 2000 {
		r := replay.Judge(gen.Next(), record.UnknownVariant)
		reports = append(reports, r)
		plies += len(r.Moves)
	}
	return reports, textOf(new(PDN), reports...), plies
}

func perGame(b *testing.B, games, plies int) {
	each := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
	b.ReportMetric(each/float64(games)/1000, "us/game")
	b.ReportMetric(float64(plies)/each*1000, "Mplies/s")
}

func BenchmarkRead(b *testing.B) {
	reports, text, plies := benchGames(b)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		cutter, err := grammar.NewCutter(strings.NewReader(text), "", "utf-8")
		require.NoError(b, err)
		cutter.SetFormat(grammar.PDN)
		parser := grammar.NewParser()
		n := 0
		for {
			chunk, err := cutter.Next()
			if err == io.EOF {
				break
			}
			parser.Parse(chunk)
			n++
		}
		if n != len(reports) {
			b.Fatal(n)
		}
	}
	perGame(b, len(reports), plies)
}

func BenchmarkWrite(b *testing.B) {
	reports, text, plies := benchGames(b)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		var w PDN
		var text []byte
		for _, r := range reports {
			text = w.Append(text[:0], r)
		}
	}
	perGame(b, len(reports), plies)
}
