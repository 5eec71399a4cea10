package sqltest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestCopy is a peer of stolb for .ci/peers: DuckDB writes the rows of Parquet files, which it
// has read into memory before, to Parquet, by one thread. It says how many seconds of the
// processor the writing took, and how many bytes were written.
//
//	sqltest.test -test.run Copy IN.parquet... OUT-FOLDER
func TestCopy(t *testing.T) {
	files := flag.Args()
	if len(files) < 2 {
		t.Skip("no files are named")
	}
	files, folder := files[:len(files)-1], files[len(files)-1]
	db := open(t)
	db.SetMaxOpenConns(1) // settings are a connection's
	exec := func(query string) {
		_, err := db.Exec(query)
		require.NoError(t, err)
	}
	exec("SET threads = 1")
	for i, file := range files {
		exec(fmt.Sprintf("CREATE TABLE t%d AS SELECT * FROM '%s'", i, file))
	}
	var seconds float64
	var bytes int64
	for i, file := range files {
		to := filepath.Join(folder, filepath.Base(file))
		before := spent(t)
		exec(fmt.Sprintf("COPY t%d TO '%s' (FORMAT parquet, COMPRESSION zstd)", i, to))
		seconds += (spent(t) - before).Seconds()
		info, err := os.Stat(to)
		require.NoError(t, err)
		bytes += info.Size()
	}
	fmt.Printf("%.3f %d\n", seconds, bytes)
}

// spent is the time of the processor that the process has taken.
func spent(t *testing.T) time.Duration {
	var u syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
