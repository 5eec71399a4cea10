package sqltest

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"io"
	"math"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/internal/columnar"
)

// readers are the programs that read our files and streams, none of which shares code with
// what wrote them: Arrow's JavaScript package, and pyarrow and Polars where Python has them.
var readers = map[string]struct {
	command []string
	there   func() bool
	nulls   bool // it says which columns may have nulls
}{
	"arrow.mjs": {[]string{"node", "arrow.mjs"}, func() bool {
		_, err := os.Stat("node_modules")
		return err == nil && exec.Command("node", "--version").Run() == nil
	}, true},
	"pyarrow": {[]string{"python3", "columns.py", "pyarrow"}, func() bool { return exec.Command("python3", "-c", "import pyarrow").Run() == nil }, false},
	"polars":  {[]string{"python3", "columns.py", "polars"}, func() bool { return exec.Command("python3", "-c", "import polars").Run() == nil }, false},
}

// Other programs read our files and streams; the sums are those that DuckDB makes of the
// same games in Parquet.
func TestReaders(t *testing.T) {
	all := reports(t)
	folder := t.TempDir()
	var paths []string
	for name, format := range map[string]string{"file": "arrow", "stream": "arrow-stream"} {
		w := columnar.NewWriter(columnar.Format{Name: format, Columns: []string{"all"}}, map[string]io.Writer{
			"games": create(t, filepath.Join(folder, "games."+name), &paths),
			"plies": create(t, filepath.Join(folder, "plies."+name), &paths),
		})
		for _, r := range all {
			var rows columnar.Rows
			rows.Fill(r)
			require.NoError(t, w.WriteRows(&rows))
		}
		require.NoError(t, w.Close())
	}
	db, parquet := open(t), dataset(t, all)
	for name, reader := range readers {
		t.Run(name, func(t *testing.T) {
			if !reader.there() {
				t.Skipf("left out: it needs %s, and that is not here", name)
			}
			paths := paths
			if reader.command[0] == "python3" {
				paths = append(slices.Clone(paths), filepath.Join(parquet, "games.parquet"), filepath.Join(parquet, "plies.parquet"))
			}
			out, err := exec.Command(reader.command[0], append(reader.command[1:], paths...)...).CombinedOutput()
			require.NoError(t, err, "%s", out)
			compareSums(t, db, parquet, paths, out, reader.nulls)
		})
	}
}

// compareSums compares what a reader says of tables with what DuckDB says of those in a
// folder.
func compareSums(t *testing.T, db *sql.DB, parquet string, paths []string, out []byte, nullable bool) {
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	require.Len(t, lines, len(paths))
	for i, line := range lines {
		var got struct {
			Rows    int64
			Columns map[string]struct {
				Sum      string
				Nullable bool
				Nulls    int
			}
		}
		require.NoError(t, json.Unmarshal(line, &got), "%s", line)
		columns, table := columnar.Columns("games"), filepath.Join(parquet, "games.parquet")
		if filepath.Base(paths[i])[0] == 'p' {
			columns, table = columnar.Columns("plies"), filepath.Join(parquet, "plies.parquet")
		}
		require.Len(t, got.Columns, len(columns))
		require.Equal(t, ask(t, db, "SELECT count(*) FROM read_parquet(?)", table)[0], got.Rows)
		for _, c := range columns {
			value := `"` + c.Name + `"`
			switch c.Type {
			case columnar.Text, columnar.Symbol:
				value = "length(" + value + ")" // in code points, and there are none beyond UTF-16's first plane
			case columnar.Bool:
				value += "::INT"
			case columnar.Date:
				value = "epoch_ms(" + value + ")" // as JavaScript has days
			case columnar.Float64:
				value += "::BIGINT"
			case columnar.Map:
				value = "list_sum(list_transform(map_entries(" + value + "), pair -> length(pair.key) + length(pair.value)))"
			}
			// Modulo 2^64, as the other side adds.
			var want string
			require.NoError(t, db.QueryRow("SELECT coalesce(sum("+value+"::HUGEINT), 0)::VARCHAR FROM read_parquet(?)", table).Scan(&want), c.Name)
			require.Equal(t, wrapped(t, want), got.Columns[c.Name].Sum, "%s of %s", c.Name, paths[i])
			if nullable {
				require.Equal(t, c.Optional, got.Columns[c.Name].Nullable, c.Name)
			}
			nulls := ask(t, db, `SELECT count(*) - count("`+c.Name+`") FROM read_parquet(?)`, table)[0]
			require.EqualValues(t, nulls, got.Columns[c.Name].Nulls, c.Name)
		}
	}
}

func create(t *testing.T, name string, paths *[]string) *os.File {
	f, err := os.Create(name)
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	*paths = append(*paths, name)
	return f
}

// wrapped returns a whole number modulo 2^64, as an int64.
func wrapped(t *testing.T, decimal string) string {
	n, ok := new(big.Int).SetString(decimal, 10)
	require.True(t, ok, decimal)
	return strconv.FormatInt(int64(new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64()), 10)
}
