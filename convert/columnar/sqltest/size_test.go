package sqltest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/columnar"
	"github.com/stolb/stolb/convert/columnar/parquet"
	"github.com/stolb/stolb/convert/records"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// many writes so many generated games of a variant, as they are read from PDN, and
// returns the folder.
func many(t *testing.T, v record.Variant, games int) string {
	made, err := corpus.NewGenerator(v, 21)
	require.NoError(t, err)
	w := corpus.NewWriter(made)
	w.Layout, w.Spoil = corpus.PDN, 0.02
	folder := filepath.Join(t.TempDir(), "dataset")
	d, err := columnar.CreateDataset(folder, parquet.Format)
	require.NoError(t, err)
	var text []byte
	for n := range games {
		text, _ = w.Append(text, n+1)
		text = append(text, '\n')
	}
	path := filepath.Join(t.TempDir(), "games.pdn")
	require.NoError(t, os.WriteFile(path, text, 0o666))
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	cutter, err := grammar.NewCutter(file, "games.pdn", "")
	require.NoError(t, err)
	parser := records.NewParser(record.UnknownVariant)
	var arbiter replay.Arbiter
	var game record.Game
	var report replay.Report
	rows := columnar.Rows{Verbatim: true}
	for range games {
		chunk, err := cutter.Next()
		require.NoError(t, err)
		parser.ParseInto(chunk, &game)
		rows.Reset()
		rows.Judge(&arbiter, &game, record.UnknownVariant, &report)
		rows.Add(&report)
		require.NoError(t, d.WriteRows(&rows))
	}
	require.NoError(t, d.Close())
	return folder
}

// What Stolb writes is no larger than what DuckDB writes of the same rows, packed
// as it packs by itself and with zstd.
func TestSizes(t *testing.T) {
	db := open(t)
	for _, v := range []record.Variant{record.Bashni, record.Lasca} {
		folder := many(t, v, 4000)
		for _, name := range []string{"games", "plies"} {
			ours := filepath.Join(folder, name+".parquet")
			info, err := os.Stat(ours)
			require.NoError(t, err)
			for _, options := range []string{"", ", COMPRESSION zstd", ", COMPRESSION zstd, PARQUET_VERSION V2"} {
				theirs := filepath.Join(t.TempDir(), "theirs.parquet")
				_, err := db.Exec(fmt.Sprintf("COPY (SELECT * FROM '%s') TO '%s' (FORMAT parquet%s)", ours, theirs, options))
				require.NoError(t, err)
				other, err := os.Stat(theirs)
				require.NoError(t, err)
				t.Logf("%v %s%s: %d, DuckDB's %d", v, name, options, info.Size(), other.Size())
				if testing.Verbose() {
					for _, path := range []string{ours, theirs} {
						rows, err := db.Query(fmt.Sprintf("SELECT path_in_schema, sum(total_compressed_size)::BIGINT, any_value(encodings) FROM parquet_metadata('%s') GROUP BY 1 ORDER BY 2 DESC", path))
						require.NoError(t, err)
						for rows.Next() {
							var column, encodings string
							var size int64
							require.NoError(t, rows.Scan(&column, &size, &encodings))
							t.Logf("%10d %s %s", size, column, encodings)
						}
						require.NoError(t, rows.Err())
					}
				}
				require.LessOrEqual(t, info.Size(), other.Size(), "%v %s%s", v, name, options)
			}
		}
	}
}
