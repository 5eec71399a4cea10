package replay

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// sampleFiles returns files of ../shared, which is beside the project if the sample data is
// available.
func sampleFiles(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "shared", "data", pattern))
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("no sample data beside the project: ../shared/data/" + pattern)
	}
	return files
}

func samples[T any](t *testing.T, file string) []T {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	var all []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v T
		require.NoError(t, json.Unmarshal(lines.Bytes(), &v))
		all = append(all, v)
	}
	require.NoError(t, lines.Err())
	return all
}

// TestSamplePositions compares legal moves and perft with the counts of a separate program.
func TestSamplePositions(t *testing.T) {
	type sample struct {
		Variant, FEN string
		Moves        []string
		Perft3       uint64
	}
	for _, file := range sampleFiles(t, "towers/*-positions.ndjson") {
		for _, s := range samples[sample](t, file) {
			v, err := record.ParseVariant(s.Variant)
			require.NoError(t, err)
			set, err := record.ParseFEN(v, s.FEN)
			require.NoError(t, err, s.FEN)
			rules, err := For(v)
			require.NoError(t, err)
			p, err := rules.Position(&set)
			require.NoError(t, err, s.FEN)
			require.Equal(t, s.Moves, p.MoveTexts(), s.FEN)
			require.Equal(t, s.Perft3, p.Perft(3), s.FEN)
		}
	}
}

// TestSampleGames plays the moves of games made by a separate program.
func TestSampleGames(t *testing.T) {
	type sample struct {
		Variant, Final string
		Over           bool
		Moves          []string
		Score          *[2]int
	}
	for _, file := range sampleFiles(t, "towers/*.ndjson") {
		if matched, _ := filepath.Match("*-positions.ndjson", filepath.Base(file)); matched {
			continue
		}
		for _, s := range samples[sample](t, file) {
			v, err := record.ParseVariant(s.Variant)
			require.NoError(t, err)
			rules, err := For(v)
			require.NoError(t, err)
			p := rules.Start()
			for _, text := range s.Moves {
				legal := p.Moves(nil)
				i := slices.IndexFunc(legal, func(m Move) bool { return string(p.AppendMove(nil, &m, legal)) == text })
				require.GreaterOrEqual(t, i, 0, "%s: %s is not among %v", filepath.Base(file), text, p.MoveTexts())
				p.Play(&legal[i])
				at := p.Record()
				require.Equal(t, p.rules.set(&at).hash, p.hash)
			}
			final := p.Record()
			require.Equal(t, s.Final, final.FEN())
			require.Equal(t, s.Over, p.Over())
			if s.Score != nil {
				white, black := p.Points()
				require.Equal(t, *s.Score, [2]int{white, black})
			}
		}
	}
}
