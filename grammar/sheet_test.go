package grammar

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

func parseAll(t testing.TB, text string) []*record.Game {
	t.Helper()
	p := NewParser()
	var games []*record.Game
	for _, c := range cutAll(t, text, "") {
		games = append(games, p.Parse(c))
	}
	return games
}

func words(g *record.Game) []string {
	all := []string{}
	for _, p := range g.Plies {
		all = append(all, p.Word.Text)
	}
	return all
}

// TestSamples reads the samples made by a separate program and compares what
// was read with what it wrote.
func TestSamples(t *testing.T) {
	files, _ := filepath.Glob("../../shared/data/towers/*.txt")
	if len(files) == 0 {
		t.Skip("../../shared/data/towers is not there")
	}
	for _, file := range files {
		if strings.HasSuffix(file, "-pdn.txt") {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		games := parseAll(t, string(text))
		f, err := os.Open(strings.TrimSuffix(file, ".txt") + ".ndjson")
		require.NoError(t, err)
		defer f.Close()
		n := 0
		for s := bufio.NewScanner(f); s.Scan(); n++ {
			var truth struct {
				White, Black string
				Plies        int
				Moves        []string
				Score        []float64
			}
			require.NoError(t, json.Unmarshal(s.Bytes(), &truth))
			require.Less(t, n, len(games), file)
			g := games[n]
			require.Equal(t, truth.White, g.Tag("White"), file)
			require.Equal(t, truth.Black, g.Tag("Black"), file)
			require.Empty(t, g.Faults, file)
			require.Len(t, g.Plies, truth.Plies, file)
			if !strings.Contains(file, "short") {
				require.Equal(t, truth.Moves, words(g), file)
			}
			if truth.Score != nil && g.Result.Outcome == record.Points {
				require.Equal(t, truth.Score, []float64{g.Result.White, g.Result.Black}, file)
				require.Equal(t, []record.Variant{record.Adiukh}, g.Shows)
			}
		}
		require.Len(t, games, n, file)
	}
}
