package columnar_test

import (
	"bytes"
	"io"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) { c.n += int64(len(p)); return len(p), nil }

// pdnGames returns games of a variant as text, and their number.
func pdnGames(tb testing.TB, v record.Variant, n int) string {
	made, err := corpus.NewGenerator(v, 1)
	require.NoError(tb, err)
	var text []byte
	var w notation.PDN
	for range n {
		text = append(w.Append(text, replay.Judge(made.Next(), v)), '\n')
	}
	return string(text)
}

func chunks(tb testing.TB, text string) []grammar.Chunk {
	cutter, err := grammar.NewCutter(bytes.NewReader([]byte(text)), "games.pdn", "")
	require.NoError(tb, err)
	var all []grammar.Chunk
	for {
		c, err := cutter.Next()
		if err == io.EOF {
			return all
		}
		require.NoError(tb, err)
		all = append(all, c)
	}
}

// One operation is 1,000 games of bashni, from text to both tables; "judged" is
// the same without the tables, which is what check does.
func BenchmarkWrite(b *testing.B) {
	const perOperation = 1000 // of so many that none is seen again in the same batch
	all := chunks(b, pdnGames(b, record.Bashni, 20*perOperation))
	for _, format := range append([]string{"judged", "rows"}, formats...) {
		b.Run(format, func(b *testing.B) {
			b.ReportAllocs()
			parser := grammar.NewParser()
			var arbiter replay.Arbiter
			var report replay.Report
			var game record.Game
			rows := columnar.Rows{Verbatim: true}
			var games, moves counter
			plies, next := 0, 0
			var w *columnar.Writer
			if slices.Contains(formats, format) {
				w = columnar.NewWriter(columnar.Format{Name: format, Columns: every}, map[string]io.Writer{"games": &games, "plies": &moves})
			}
			for b.Loop() {
				for range perOperation {
					parser.ParseInto(all[next], &game)
					next = (next + 1) % len(all)
					if format == "judged" {
						arbiter.Judge(&game, record.UnknownVariant, &report)
						plies += len(report.Moves)
						continue
					}
					arbiter.Judge(&game, record.UnknownVariant, &report)
					rows.Fill(&report)
					plies += len(report.Moves)
					if w != nil {
						if err := w.WriteRows(&rows); err != nil {
							b.Fatal(err)
						}
					}
				}
			}
			if w != nil {
				require.NoError(b, w.Close())
				b.ReportMetric(float64(moves.n)/float64(plies), "B/ply")
				b.ReportMetric(float64(games.n)/float64(b.N*perOperation), "B/game")
			}
			b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
			b.ReportMetric(float64(plies+b.N*perOperation)/b.Elapsed().Seconds(), "rows/s")
			runtime.KeepAlive(rows)
		})
	}
}

// One operation is reading 1,000 games of bashni from the table games, up to
// their text, as a stream hands it to workers; "parsed" parses them, too.
func BenchmarkRead(b *testing.B) {
	all := chunks(b, pdnGames(b, record.Bashni, 1000))
	for _, format := range []string{"arrow", "arrow-stream", "parquet"} {
		var games bytes.Buffer
		w := columnar.NewWriter(columnar.Format{Name: format, Columns: every}, map[string]io.Writer{"games": &games})
		rows := columnar.Rows{Verbatim: true}
		for _, c := range all {
			rows.Fill(replay.Judge(grammar.NewParser().Parse(c), record.UnknownVariant))
			require.NoError(b, w.WriteRows(&rows))
		}
		require.NoError(b, w.Close())
		for _, parsed := range []bool{false, true} {
			name := format
			if parsed {
				name += "/parsed"
			}
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(games.Len()))
				parser, game := convert.NewParser(record.UnknownVariant), new(record.Game)
				for b.Loop() {
					r, err := readerOf(format, games.Bytes())
					require.NoError(b, err)
					n := 0
					for ; ; n++ {
						c, err := r.Chunk()
						if err == io.EOF {
							break
						}
						if err != nil {
							b.Fatal(err)
						}
						if parsed {
							parser.ParseInto(c, game)
						}
					}
					if n != len(all) {
						b.Fatal(n)
					}
				}
				b.ReportMetric(float64(b.N*len(all))/b.Elapsed().Seconds(), "rows/s")
			})
		}
	}
}
