package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
)

// outputOf returns the output of a command line, which may fail only because of faults.
func outputOf(t *testing.T, args ...string) string {
	told := tell(args...)
	require.Contains(t, []int{exitFine, exitFaults}, told.code, "%v: %s", args, told.errs)
	return told.out
}

// archive writes generated games of every layout and format, in several encodings and compressed,
// a third of them with a fault, to a folder.
func archive(t *testing.T, games int) string {
	folder := t.TempDir()
	write := func(name string, text []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), text, 0o666))
	}
	for i, layout := range corpus.Layouts() {
		w, err := corpus.NewGenerator([]record.Variant{record.Bashni, record.Lasca, record.Adiukh, record.Russian}[i], 7)
		require.NoError(t, err)
		w.Layout, w.Spoil = layout, 0.3
		text := []byte("\n\n  \n")
		for n := range games {
			text, _ = w.Append(text, n+1)
			text = append(text, "\n\n"[:1+n%2]...)
		}
		write(layout+".txt", text)
		var gz, zst bytes.Buffer
		packed := gzip.NewWriter(&gz)
		_, err = packed.Write(text)
		require.NoError(t, err)
		require.NoError(t, packed.Close())
		write(layout+".gz", gz.Bytes())
		frames, err := zstd.NewWriter(&zst)
		require.NoError(t, err)
		_, err = frames.Write(text)
		require.NoError(t, err)
		require.NoError(t, frames.Close())
		write(layout+".zst", zst.Bytes())
		wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes(text)
		require.NoError(t, err)
		write(layout+".utf16", wide)
		if layout == corpus.PDN {
			continue
		}
		narrow, err := charmap.Windows1251.NewEncoder().Bytes(bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")))
		require.NoError(t, err)
		write(layout+".cp1251", narrow)
	}
	source := filepath.Join(folder, corpus.PDN+".txt")
	write("games.jsonl", []byte(outputOf(t, "convert", "--to", "json", source)))
	write("games.arrows", []byte(outputOf(t, "convert", "--to", "arrow", "--table", "games", source)))
	write("games.parquet", []byte(outputOf(t, "convert", "--to", "parquet", "--table", "games", source)))
	outputOf(t, "convert", "--to", "arrow", "-o", filepath.Join(folder, "dataset"), source)
	return folder
}

// The concatenated output of the parts is that of one run, for any number of parts: of many files,
// of each alone, of few games and of more parts than games.
func TestParts(t *testing.T) {
	folder := archive(t, 2)
	whole := outputOf(t, "check", "--format", "json", folder)
	require.Equal(t, 2*(5*4-1+4), strings.Count(whole, "\n"))
	for n := 1; n <= 64; n++ {
		if !*thorough && !slices.Contains([]int{1, 2, 3, 7, 64}, n) {
			continue
		}
		var parts strings.Builder
		for k := 1; k <= n; k++ {
			parts.WriteString(outputOf(t, "check", "--format", "json", "--jobs", "1", "--part", fmt.Sprintf("%d/%d", k, n), folder))
		}
		require.Equal(t, whole, parts.String(), "%d parts", n)
	}
}

func TestPartsOfEach(t *testing.T) {
	folder := archive(t, 4)
	files, err := filepath.Glob(filepath.Join(folder, "*.*"))
	require.NoError(t, err)
	for i, file := range files {
		for j, command := range [][]string{
			{"check", "--format", "json"}, {"convert", "--to", "pdn"}, {"convert", "--to", "sheet", "--layout", "run"}, {"convert", "--to", "json"},
			{"convert", "--to", "pdn", "--where", "plies >= 40 and verdict legal"},
		} {
			if !*thorough && j != i%5 {
				continue // each file by one command, each command of some files
			}
			whole := outputOf(t, append(command, file)...)
			require.NotEmpty(t, whole)
			for _, n := range []int{2, 5} {
				if !*thorough && n%2 != i%2 {
					continue
				}
				var parts strings.Builder
				for k := 1; k <= n; k++ {
					parts.WriteString(outputOf(t, append(command, "--part", fmt.Sprintf("%d/%d", k, n), file)...))
				}
				require.Equal(t, whole, parts.String(), "%s: %v in %d parts", file, command, n)
			}
		}
	}
}

// The tables of parts have the games of one table, numbered through.
func TestPartsOfTables(t *testing.T) {
	folder := archive(t, 5)
	source := filepath.Join(folder, "run.txt")
	for _, selection := range [][]string{nil, {"--where", "verdict legal"}} {
		convert := append([]string{"convert", "--to", "arrow", "--table", "plies", source}, selection...)
		whole := outputOf(t, convert...)
		rows := plyRows(t, whole)
		require.NotEmpty(t, rows)
		var parts []string
		for k := 1; k <= 4; k++ {
			parts = append(parts, plyRows(t, outputOf(t, append(convert, "--part", fmt.Sprintf("%d/4", k))...))...)
		}
		require.Equal(t, rows, parts)
	}
}

// Commands that need all games are rejected.
func TestPartsOfAll(t *testing.T) {
	for _, flags := range [][]string{{"--to", "pdn", "--unique"}, {"--to", "composition"}, {"--to", "pdn", "--split", "event", "-o", t.TempDir()}} {
		got := tell(append([]string{"convert", "--part", "1/2", "../../corpus/games/adiukh/adiukh-7-table.txt"}, flags...)...)
		require.Equal(t, exitFailed, got.code)
		require.Contains(t, got.errs, "--part cannot be combined with --unique, --split and --to composition")
		require.Empty(t, got.out)
	}
}

// plyRows returns the columns game and ply of the table plies in an Arrow stream.
func plyRows(t *testing.T, stream string) (rows []string) {
	r, err := ipc.NewReader(strings.NewReader(stream))
	require.NoError(t, err)
	defer r.Release()
	for r.Next() {
		game, ply, hash := r.Record().Column(0), r.Record().Column(1), r.Record().Column(8)
		for i := range int(r.Record().NumRows()) {
			rows = append(rows, game.ValueStr(i)+" "+ply.ValueStr(i)+" "+hash.ValueStr(i))
		}
	}
	require.NoError(t, r.Err())
	return rows
}
