package sqltest

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// many writes so many generated games of a variant, as they are read from PDN, and
// returns the folder. All columns are written, or those that are of themselves.
func many(t *testing.T, v record.Variant, games int, all bool) string {
	w, err := corpus.NewGenerator(v, 21)
	require.NoError(t, err)
	w.Layout, w.Spoil = corpus.PDN, 0.02
	folder := filepath.Join(t.TempDir(), "dataset")
	format := columnar.Format{Name: "parquet"}
	if all {
		format.Columns = []string{"all"}
	}
	d, err := columnar.CreateDataset(folder, format)
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
	parser := grammar.NewParser()
	var arbiter replay.Arbiter
	var game record.Game
	var report replay.Report
	rows := columnar.Rows{Verbatim: true}
	for range games {
		chunk, err := cutter.Next()
		require.NoError(t, err)
		parser.ParseInto(chunk, &game)
		arbiter.Judge(&game, record.UnknownVariant, &report)
		rows.Fill(&report)
		require.NoError(t, d.WriteRows(&rows))
	}
	require.NoError(t, d.Close())
	return folder
}

// What Stolb writes is hardly larger than what DuckDB writes of the same rows, packed
// as it packs by itself and with zstd: few games and many, each table by itself.
func TestSizes(t *testing.T) {
	db := open(t)
	for _, set := range []struct {
		variant record.Variant
		games   int
		all     bool
	}{
		{record.Bashni, 2000, false}, {record.Lasca, 2000, false}, {record.Adiukh, 2000, false},
		{record.Russian, 2000, false}, {record.International, 2000, false},
		{record.Bashni, 2000, true}, {record.International, 2000, true},
		{record.Bashni, 20_000, false}, {record.Russian, 20_000, true},
		{record.International, 20_000, false},
	} {
		folder := many(t, set.variant, set.games, set.all)
		for _, name := range []string{"games", "plies"} {
			ours := filepath.Join(folder, name+".parquet")
			noLarger(t, db, fmt.Sprintf("%d games of %v, %s", set.games, set.variant, name), ours)
		}
	}
}

// So it is of the trees of openings, with few positions and many.
func TestOpeningsSizes(t *testing.T) {
	db := open(t)
	for _, set := range []struct {
		variant record.Variant
		depth   int
	}{{record.Bashni, 4}, {record.Bashni, 7}, {record.Adiukh, 6}, {record.International, 6}} {
		made, err := corpus.NewGenerator(set.variant, 22)
		require.NoError(t, err)
		rules, err := replay.For(set.variant)
		require.NoError(t, err)
		tree := stats.NewOpenings(rules.Start(), set.depth, 1<<18)
		for range 3000 {
			require.NoError(t, tree.Add(replay.Judge(made.Next(), record.UnknownVariant)))
		}
		all, err := tree.Tree(t.Context(), 1)
		require.NoError(t, err)
		tree.Close()
		ours := filepath.Join(t.TempDir(), "openings.parquet")
		file, err := os.Create(ours)
		require.NoError(t, err)
		require.NoError(t, all.Table().Write(file, "parquet", message.English))
		require.NoError(t, file.Close())
		noLarger(t, db, fmt.Sprintf("%d positions of %v", len(all.Positions), set.variant), ours)
	}
}

// noLarger requires that DuckDB writes the rows of a file with no less than four fifths
// of its bytes.
func noLarger(t *testing.T, db *sql.DB, rows, ours string) {
	info, err := os.Stat(ours)
	require.NoError(t, err)
	for _, options := range []string{"", ", COMPRESSION zstd", ", COMPRESSION zstd, PARQUET_VERSION V2"} {
		what := rows + options
		theirs := filepath.Join(t.TempDir(), "theirs.parquet")
		_, err := db.Exec(fmt.Sprintf("COPY (SELECT * FROM '%s') TO '%s' (FORMAT parquet%s)", ours, theirs, options))
		require.NoError(t, err)
		other, err := os.Stat(theirs)
		require.NoError(t, err)
		t.Logf("%s: %d bytes, of DuckDB %d, %+.1f %%", what, info.Size(), other.Size(), 100*float64(info.Size()-other.Size())/float64(other.Size()))
		if testing.Verbose() {
			logColumns(t, db, ours, theirs)
		}
		require.LessOrEqual(t, 4*info.Size(), 5*other.Size(), what)
	}
}

// logColumns says how many bytes the columns of two files take, the largest first,
// and how they are written.
func logColumns(t *testing.T, db *sql.DB, ours, theirs string) {
	const columns = "(SELECT path_in_schema AS name, sum(total_compressed_size)::BIGINT AS size, string_agg(DISTINCT encodings, '; ') AS encodings FROM parquet_metadata('%s') GROUP BY 1)"
	rows, err := db.Query(fmt.Sprintf("SELECT name, a.size, b.size, a.encodings, b.encodings FROM "+columns+" a JOIN "+columns+" b USING (name) ORDER BY a.size DESC", ours, theirs))
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var name, encodings, others string
		var size, other int64
		require.NoError(t, rows.Scan(&name, &size, &other, &encodings, &others))
		t.Logf("%18s %9d %9d %s | %s", name, size, other, encodings, others)
	}
	require.NoError(t, rows.Err())
}
