package main

import (
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/stretchr/testify/require"
)

// A table has the columns that are named, or by default all except the derived one.
func TestColumns(t *testing.T) {
	source := "../../corpus/games/adiukh/adiukh-7-table.txt"
	names := func(args ...string) []string {
		r, err := ipc.NewReader(strings.NewReader(outputOf(t, append([]string{"convert", "--to", "arrow", source}, args...)...)))
		require.NoError(t, err)
		defer r.Release()
		rows := int64(0)
		for r.Next() {
			rows += r.Record().NumRows()
		}
		require.NoError(t, r.Err())
		require.NotZero(t, rows)
		var names []string
		for _, f := range r.Schema().Fields() {
			names = append(names, f.Name)
		}
		return names
	}
	require.Equal(t, []string{"white", "outcome"}, names("--table", "games", "--columns", "outcome,white,move"))
	require.Equal(t, []string{"ply", "move"}, names("--table", "plies", "--columns", "move", "--columns", "ply"))
	all := names("--table", "plies", "--columns", "all")
	require.Contains(t, all, "hash_before")
	usual := names("--table", "plies")
	require.Len(t, usual, len(all)-2)
	require.NotContains(t, usual, "hash_before")
	require.NotContains(t, usual, "fen")
	require.Contains(t, names("--table", "games", "--columns", "all"), "tags")
	require.Equal(t, []string{"white", "tag:Annotator"}, names("--table", "games", "--columns", "tag:Annotator,white"))
	for columns, says := range map[string]string{"white,black": "the table plies has none of these columns: white, black", "": `no table has a column ""`} {
		got := tell("convert", "--to", "arrow", "--table", "plies", "--columns", columns, source)
		require.Equal(t, exitFailed, got.code)
		require.Contains(t, got.errs, says)
	}
	got := tell("convert", "--to", "arrow", "--table", "plies", "--columns", "mvoe", source)
	require.Equal(t, exitFailed, got.code)
	require.Contains(t, got.errs, `no table has a column "mvoe"; did you mean move?`)
	require.Equal(t, exitFailed, tell("convert", "--to", "pdn", "--columns", "move", source).code)
}
