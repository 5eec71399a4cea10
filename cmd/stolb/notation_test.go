package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

func TestNotationCommands(t *testing.T) { runCommands(t, filepath.Join("grammar", "NOTATION.md")) }

// tablesOf returns the rows of a page's tables by their heads: each row's cells
// by the name of their column, without quotes.
func tablesOf(text string) map[string][]map[string]string {
	tables := map[string][]map[string]string{}
	var columns []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			columns = nil
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.Trim(strings.TrimSpace(cells[i]), "`")
		}
		switch {
		case columns == nil:
			columns = cells
		case cells[0] == "---":
		default:
			row := map[string]string{}
			for i, cell := range cells {
				row[columns[i]] = cell
			}
			head := strings.Join(columns, " ")
			tables[head] = append(tables[head], row)
		}
	}
	return tables
}

// Each row of grammar/NOTATION.md is what Stolb does.
func TestNotationTables(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "grammar", "NOTATION.md"))
	require.NoError(t, err)
	tables := tablesOf(string(text))
	require.Len(t, tables, 4)

	variantOf := func(row map[string]string) record.Variant {
		v, err := record.ParseVariant(row["game"])
		require.NoError(t, err)
		return v
	}
	judge := func(row map[string]string) *replay.Report {
		g := &record.Game{Variant: variantOf(row)}
		if fen := row["position"]; fen != "" {
			p, err := record.ParseFEN(g.Variant, fen)
			require.NoError(t, err)
			g.Start = &p
		}
		word, err := grammar.ParseMove(row["written"])
		require.NoError(t, err)
		g.Plies = []record.Ply{{Word: word}}
		return replay.Judge(g, record.UnknownVariant)
	}
	for _, row := range tables["written in full game position where"] {
		r := judge(row)
		require.Equal(t, []string{row["in full"]}, r.Moves, row["written"])
		require.Equal(t, replay.Legal, r.Verdict, row["written"])
	}
	for _, row := range tables["written read as fault game position"] {
		r := judge(row)
		require.Equal(t, []string{row["read as"]}, r.Moves, row["written"])
		require.Equal(t, replay.Repaired, r.Verdict, row["written"])
		for _, f := range r.Faults {
			require.Equal(t, record.Code(row["fault"]), f.Code, row["written"])
		}
	}
	for _, row := range tables["written FEN game where"] {
		p, _, err := grammar.ParsePosition(row["written"], variantOf(row))
		require.NoError(t, err, row["written"])
		require.Equal(t, row["FEN"], p.FEN(), row["written"])
	}
	for _, row := range tables["written result"] {
		text := "1. c3-b4 b6-c5\n" + row["written"] + "\n"
		g := grammar.NewParser().Parse(grammar.Chunk{Text: text})
		require.Equal(t, row["result"], g.Result.String(), row["written"])
		require.Empty(t, g.Faults, row["written"])
	}
}
