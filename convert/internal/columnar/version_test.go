package columnar_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/convert/internal/jsonl"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Tables of version 1, which Stolb wrote before there were nulls in them, are read as
// ever: testdata/version-1 has what the version before 68bf81c made of games.pdn.
func TestVersion1(t *testing.T) {
	folder := filepath.Join("testdata", "version-1")
	said := func(read func() (grammar.Chunk, error)) (lines string) {
		parser, g := convert.NewParser(record.UnknownVariant), new(record.Game)
		for {
			chunk, err := read()
			if err == io.EOF {
				return lines
			}
			require.NoError(t, err)
			parser.ParseInto(chunk, g)
			lines += string(jsonl.AppendVerdict(nil, replay.Judge(g, record.UnknownVariant), message.English))
		}
	}
	text, err := os.Open(filepath.Join(folder, "games.pdn"))
	require.NoError(t, err)
	defer text.Close()
	cutter, err := grammar.NewCutter(text, "games.pdn", "")
	require.NoError(t, err)
	want := said(cutter.Next)
	require.Contains(t, want, `"white":"Сидоров"`)

	file, err := os.ReadFile(filepath.Join(folder, "games.parquet"))
	require.NoError(t, err)
	table, err := columnar.NewParquetReader(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	require.Equal(t, want, said(table.Chunk))
	arrow, err := os.ReadFile(filepath.Join(folder, "games.arrow"))
	require.NoError(t, err)
	batches, err := columnar.NewArrowReader(bytes.NewReader(arrow))
	require.NoError(t, err)
	require.Equal(t, want, said(batches.Chunk))

	plies, err := os.ReadFile(filepath.Join(folder, "plies.parquet"))
	require.NoError(t, err)
	_, err = columnar.NewParquetReader(bytes.NewReader(plies), int64(len(plies)))
	require.ErrorIs(t, err, columnar.ErrNoGames)
}
