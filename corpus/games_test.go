package corpus

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// judge parses a text as the command does and judges its games.
func judge(t *testing.T, content string, asked record.Variant) []*replay.Report {
	t.Helper()
	cutter, err := grammar.NewCutter(strings.NewReader(content), "-", "")
	require.NoError(t, err)
	parser := grammar.NewParser()
	parser.Variant = asked
	var reports []*replay.Report
	for {
		chunk, err := cutter.Next()
		if errors.Is(err, io.EOF) {
			return reports
		}
		require.NoError(t, err)
		reports = append(reports, replay.Judge(parser.Parse(chunk), asked))
	}
}

func TestGames(t *testing.T) {
	for _, c := range Games() {
		t.Run(c.Name, func(t *testing.T) {
			reports := judge(t, c.Text, c.Variant)
			require.Len(t, reports, 1)
			r := reports[0]
			require.Equal(t, c.Moves, r.Moves, "%+v", r.Faults)
			require.Equal(t, c.Verdict, r.Verdict.String())
			require.Equal(t, c.Final, r.Final.FEN())
			require.Equal(t, c.Over, r.Over)
			require.Equal(t, c.Score, r.Score)
			require.Equal(t, c.Start, startOf(r.Game))
			require.Equal(t, c.White, r.Game.Tag("White"))
			require.Equal(t, c.Black, r.Game.Tag("Black"))
			require.Equal(t, c.Outcome, outcome(r.Game.Result))
			require.Equal(t, c.Manner == "resigned", r.Game.Result.Manner == record.Resigned)
			checkFaults(t, c.Faults, r)
		})
	}
}

// startOf returns the FEN of a game's initial position, or "" if it has none.
func startOf(g *record.Game) string {
	if g.Start == nil {
		return ""
	}
	return g.Start.FEN()
}

// outcome spells a recorded result as in games.toml.
func outcome(r record.Result) string {
	switch r.Outcome {
	case record.WhiteWins:
		return "1-0"
	case record.BlackWins:
		return "0-1"
	case record.Draw:
		return "1/2-1/2"
	case record.Points:
		return fmt.Sprintf("%g:%g", r.White, r.Black)
	}
	return ""
}

var remark = regexp.MustCompile(`\([^)]*\)`)

// checkFaults checks that a report has exactly the faults of a case, each at its word. A word with
// two look-alike letters has a fault for each.
func checkFaults(t *testing.T, want []record.Fault, r *replay.Report) {
	t.Helper()
	var got []record.Fault
	for _, f := range r.Faults {
		require.NotEmpty(t, f.Message)
		// A remark within a move is not part of its word.
		place := remark.ReplaceAllString(r.Game.Text[f.At:f.At+f.Len], "")
		require.Equal(t, f.Word, strings.ReplaceAll(place, " ", ""), "the fault's place is the word's")
		one := record.Fault{Ply: f.Ply, Code: f.Code, Word: f.Word, Suggestions: f.Suggestions[:min(1, len(f.Suggestions))]}
		if !slices.ContainsFunc(got, func(f record.Fault) bool {
			return f.Ply == one.Ply && f.Code == one.Code && f.Word == one.Word && slices.Equal(f.Suggestions, one.Suggestions)
		}) {
			got = append(got, one)
		}
	}
	require.Equal(t, want, got)
}
