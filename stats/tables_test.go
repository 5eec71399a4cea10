package stats_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	parquetgo "github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// tree returns the tree of three games of bashni, two of which transpose and one of which has
// neither result nor date.
func tree(t *testing.T) *stats.Tree {
	rules, err := replay.For(record.Bashni)
	require.NoError(t, err)
	o := stats.NewOpenings(rules.Start(), 3, stats.Memory)
	defer o.Close()
	for _, g := range []struct {
		moves, date string
		outcome     record.Outcome
	}{
		{"c3-b4 d6-e5 g3-h4", "1998.01.02", record.WhiteWins},
		{"g3-h4 d6-e5 c3-b4", "2004", record.Draw},
		{"g3-h4", "", record.NoResult},
	} {
		game := &record.Game{Variant: record.Bashni, Result: record.Result{Outcome: g.outcome}, Tags: []record.Tag{{Name: "Date", Value: g.date}}}
		for _, w := range strings.Fields(g.moves) {
			step := func(s string) record.Step { return record.Step{File: int8(s[0] - 'a'), Rank: int8(s[1] - '1')} }
			game.Plies = append(game.Plies, record.Ply{Word: &record.Word{Text: w, Steps: []record.Step{step(w[:2]), step(w[3:])}, Separator: record.Quiet}})
		}
		require.NoError(t, o.Add(replay.Judge(game, record.Bashni)))
	}
	made, err := o.Tree(t.Context(), 1)
	require.NoError(t, err)
	require.NoError(t, made.Name("Косяк", []string{"c3-b4", "d6-e5", "g3-h4"}))
	return made
}

// want are the rows by hand, without hash and parent: variant, path, ply, move,
// ways, played, games, white_wins, draws, black_wins, share, mean_plies, scored,
// mean_points, spread_points, first_year, last_year, rare_moves, rare_games, name.
var want = []string{
	"bashni||0|null|0|3|3|1|1|0|0.75|2.3333333333333335|0|null|null|1998|2004|0|0|null",
	"bashni|g3-h4|1|g3-h4|1|2|2|0|1|0|0.5|2|0|null|null|2004|2004|0|0|null",
	"bashni|c3-b4|1|c3-b4|1|1|1|1|0|0|1|3|0|null|null|1998|1998|0|0|null",
	"bashni|g3-h4 d6-e5|2|d6-e5|1|1|1|0|1|0|0.5|3|0|null|null|2004|2004|0|0|null",
	"bashni|c3-b4 d6-e5|2|d6-e5|1|1|1|1|0|0|1|3|0|null|null|1998|1998|0|0|null",
	"bashni|g3-h4 d6-e5 c3-b4|3|c3-b4|2|1|2|1|1|0|0.75|3|0|null|null|1998|2004|0|0|Косяк",
}

// parents are the rows of the previous positions.
var parents = []int{0, 0, 0, 1, 2, 3}

func requireRows(t *testing.T, tree *stats.Tree, names []string, rows [][]string) {
	var columns []string
	for _, c := range tree.Table().Columns {
		columns = append(columns, c.Name)
	}
	require.Equal(t, columns, names)
	require.Len(t, rows, len(want))
	for i, row := range rows {
		require.Equal(t, []string{fmt.Sprint(int64(tree.Positions[i].Hash)), fmt.Sprint(int64(tree.Positions[parents[i]].Hash))}, row[4:6])
		require.Equal(t, tree.Positions[i].Position.FEN(), row[len(row)-1])
		rest := append(append([]string{}, row[:4]...), row[6:len(row)-1]...)
		require.Equal(t, want[i], strings.Join(rest, "|"))
	}
}

// optional reports whether a value of a column may be missing.
func optional(column string) bool {
	return slices.Contains([]string{"move", "share", "mean_plies", "mean_points", "spread_points", "first_year", "last_year", "name"}, column)
}

// arrowRows returns the names of the columns and what the rows have, as text, of
// the batches that next yields up to io.EOF.
func arrowRows(t *testing.T, schema *arrow.Schema, next func() (arrow.Record, error)) (names []string, rows [][]string) {
	for _, f := range schema.Fields() {
		require.Equal(t, optional(f.Name), f.Nullable, f.Name)
		names = append(names, f.Name)
	}
	for {
		batch, err := next()
		if err == io.EOF {
			return names, rows
		}
		require.NoError(t, err)
		for i := range int(batch.NumRows()) {
			var row []string
			for _, c := range batch.Columns() {
				if c.IsNull(i) {
					row = append(row, "null")
					continue
				}
				switch c := c.(type) {
				case *array.Dictionary:
					row = append(row, c.Dictionary().ValueStr(c.GetValueIndex(i)))
				default:
					row = append(row, c.ValueStr(i))
				}
			}
			rows = append(rows, row)
		}
	}
}

func TestOpenings(t *testing.T) {
	tree := tree(t)
	t.Run("arrow file", func(t *testing.T) {
		var b bytes.Buffer
		require.NoError(t, tree.Table().Write(&b, "arrow", message.English))
		r, err := ipc.NewFileReader(bytes.NewReader(b.Bytes()))
		require.NoError(t, err)
		defer r.Close()
		names, rows := arrowRows(t, r.Schema(), r.Read)
		requireRows(t, tree, names, rows)
	})
	t.Run("arrow stream", func(t *testing.T) {
		var b bytes.Buffer
		require.NoError(t, tree.Table().Write(&b, "arrow-stream", message.English))
		r, err := ipc.NewReader(&b)
		require.NoError(t, err)
		defer r.Release()
		names, rows := arrowRows(t, r.Schema(), r.Read)
		requireRows(t, tree, names, rows)
	})
	t.Run("parquet", func(t *testing.T) {
		var b bytes.Buffer
		require.NoError(t, tree.Table().Write(&b, "parquet", message.English))
		r := parquetgo.NewReader(bytes.NewReader(b.Bytes()))
		defer r.Close()
		var names []string
		for _, f := range r.Schema().Fields() {
			require.Equal(t, optional(f.Name()), f.Optional(), f.Name())
			names = append(names, f.Name())
		}
		buffer := make([]parquetgo.Row, 10)
		n, err := r.ReadRows(buffer)
		require.ErrorIs(t, err, io.EOF)
		var rows [][]string
		for _, values := range buffer[:n] {
			var row []string
			for _, v := range values {
				if v.IsNull() {
					row = append(row, "null")
					continue
				}
				row = append(row, v.String())
			}
			rows = append(rows, row)
		}
		requireRows(t, tree, names, rows)
	})
}

// More rows than are encoded at a time keep their order.
func TestManyOpenings(t *testing.T) {
	many := &stats.Tree{Variant: record.Lasca, Positions: make([]stats.Node, 2<<14+7)}
	for i := range many.Positions {
		many.Positions[i] = stats.Node{Position: record.StartPosition(record.Lasca), Hash: uint64(i)}
	}
	var b bytes.Buffer
	require.NoError(t, many.Table().Write(&b, "arrow", message.English))
	r, err := ipc.NewFileReader(bytes.NewReader(b.Bytes()))
	require.NoError(t, err)
	defer r.Close()
	_, rows := arrowRows(t, r.Schema(), r.Read)
	require.Len(t, rows, len(many.Positions))
	for i, row := range rows {
		require.Equal(t, fmt.Sprint(i), row[4])
	}
}

type full struct{ after int }

func (f *full) Write(p []byte) (int, error) {
	if f.after -= len(p); f.after < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

// The writer's error is returned.
func TestFull(t *testing.T) {
	tree := tree(t)
	for _, format := range []string{"arrow", "arrow-stream", "parquet", "csv"} {
		for _, after := range []int{0, 100, 300} {
			require.ErrorIs(t, tree.Table().Write(&full{after}, format, message.English), io.ErrShortWrite, "%s %d", format, after)
		}
	}
}

var update = flag.Bool("update", false, "write the table of the columns")

// TABLES.md describes every column as the code does.
func TestReadme(t *testing.T) {
	const page = "../convert/TABLES.md"
	have, err := os.ReadFile(page)
	require.NoError(t, err)
	const begin = "<!-- openings -->\n"
	before, behind, found := strings.Cut(string(have), begin)
	require.True(t, found)
	_, behind, found = strings.Cut(behind, "\n## ")
	require.True(t, found)
	var b strings.Builder
	b.WriteString(before + begin + "| column | type | unit | meaning |\n|---|---|---|---|\n")
	for _, c := range tree(t).Table().Columns {
		kind := c.Type.String()
		if c.Optional {
			kind += ", null"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.Name, kind, c.Unit, c.Meaning)
		require.NotEmpty(t, c.Meaning)
		require.Equal(t, c.Type == table.Symbol, c.Words != nil, c.Name)
	}
	b.WriteString("\n## " + behind)
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(b.String()), 0o666))
		return
	}
	require.Equal(t, b.String(), string(have), "go test ./stats -run Readme -update writes it anew")
}

// requireText requires a table's text.
func requireText(t *testing.T, want string, made *table.Table) {
	var text strings.Builder
	require.NoError(t, made.Write(&text, "text", message.English))
	require.Equal(t, want, text.String())
}

// The rows of the printed tree by hand: all games, then the first move.
func TestPrintedTree(t *testing.T) {
	start := record.StartPosition(record.Lasca)
	tree := &stats.Tree{Variant: record.Lasca, Depth: 2, MinGames: 2, Positions: []stats.Node{
		{Position: start, Tally: stats.Tally{Games: 5, WhiteWins: 3, Draws: 1, Plies: 100, FirstYear: 1990, LastYear: 1992},
			Moves: []stats.Edge{{Move: "10-13", Games: 4, To: 1}, {Move: "8-12", Games: 2, To: 2}}, RareMoves: 1, RareGames: 1},
		{Position: start, Tally: stats.Tally{Games: 4}, Ply: 1, Move: "10-13", Moves: []stats.Edge{{Move: "17:9", Games: 3, To: 2}}},
		{Position: start, Tally: stats.Tally{Games: 7}, Ply: 1, Move: "8-12"},
	}}
	requireText(t, `
played  games  1-0  draw  0-1  White  plies      years  moves
            5    3     1    0  87.5%   20.0  1990-1992
     4      4    0     0    0      -    0.0          -  1. 10-13
     3      7    0     0    0      -    0.0          -    1... 17:9
     2      7    0     0    0      -    0.0          -  1. 8-12  = 1. 10-13 17:9
                                                        (1 rarer move in 1 game)
`[1:], tree.Printed(message.English))
}

// Of more than MaxRows players those with the most games are printed and the rest counted.
func TestManyPlayers(t *testing.T) {
	p := stats.NewPlayers(stats.Memory)
	defer p.Close()
	for i := range stats.MaxRows + 2 {
		name := []record.Tag{{Name: "White", Value: fmt.Sprintf("%04d", i)}}
		require.NoError(t, p.Add(&replay.Report{Game: &record.Game{Tags: name}}))
		if i > stats.MaxRows {
			require.NoError(t, p.Add(&replay.Report{Game: &record.Game{Tags: name}}))
		}
	}
	printed, err := p.Printed(t.Context(), 1, message.English)
	require.NoError(t, err)
	require.Equal(t, "Players: 2002", printed.Title)
	require.Equal(t, []string{"2 players more; JSON has all"}, printed.Notes)
	var names []any
	for row := range printed.Rows {
		names = append(names, row[0])
	}
	require.Len(t, names, stats.MaxRows)
	require.Equal(t, []any{"2001", "0000", "0001"}, names[:3])
}
