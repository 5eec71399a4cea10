// Command copy is a peer of stolb for .ci/peers: DuckDB writes the rows of Parquet
// files, which it has read into memory before, to Parquet, by one thread. It says how
// many seconds of the processor the writing took, and how many bytes were written.
//
//	copy IN.parquet... OUT-FOLDER
package main

import (
	"database/sql"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"syscall"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) < 3 {
		log.Fatal("copy IN.parquet... OUT-FOLDER")
	}
	if err := run(os.Args[1:len(os.Args)-1], os.Args[len(os.Args)-1]); err != nil {
		log.Fatal(err)
	}
}

func run(files []string, folder string) error {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // settings are a connection's
	exec := func(query string) {
		if err == nil {
			_, err = db.Exec(query)
		}
	}
	exec("SET threads = 1")
	for i, file := range files {
		exec(fmt.Sprintf("CREATE TABLE t%d AS SELECT * FROM '%s'", i, file))
	}
	var seconds float64
	var bytes int64
	for i, file := range files {
		to := filepath.Join(folder, filepath.Base(file))
		before := spent()
		exec(fmt.Sprintf("COPY t%d TO '%s' (FORMAT parquet, COMPRESSION zstd)", i, to))
		seconds += (spent() - before).Seconds()
		if err != nil {
			return err
		}
		info, err := os.Stat(to)
		if err != nil {
			return err
		}
		bytes += info.Size()
	}
	_, err = fmt.Printf("%.3f %d\n", seconds, bytes)
	return err
}

// spent is the time of the processor that the process has taken.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		log.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
