package main

import (
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert"
)

// A program that uses the library gives the same verdicts, in the same order, and the same errors
// as the command.
func TestLibraryAsCommand(t *testing.T) {
	corpus := filepath.Join("..", "..", "corpus")
	folders := []string{filepath.Join(corpus, "games"), filepath.Join(corpus, "positions")}
	data, err := filepath.EvalSymlinks(filepath.Join("..", "..", "..", "shared", "data"))
	switch {
	case err == nil && *thorough:
		folders = append(folders, data)
	case err == nil: // not the PDN without faults
		folders = append(folders, filepath.Join(data, "damaged"), filepath.Join(data, "pdn", "fail"), filepath.Join(data, "towers"))
	default:
		t.Log("without the shared data, which are not here:", err)
	}
	type verdict struct {
		File    string
		Game    int
		Line    int
		Variant string
		Verdict string
		Final   string
		Plies   int
		Faults  []struct {
			Code string
			Ply  int
		}
	}
	for _, folder := range folders {
		command := tell("check", "--format", "json", folder)
		lines := json.NewDecoder(strings.NewReader(command.out))
		games, unread := 0, 0
		for report, err := range convert.Judge(t.Context(), convert.Open([]string{folder}, convert.Options{})) {
			if err != nil {
				unread++
				continue
			}
			games++
			var want verdict
			require.NoError(t, lines.Decode(&want))
			g := report.Game
			final := ""
			if report.Final.Variant != 0 {
				final = report.Final.FEN()
			}
			require.Equal(t, want.File, g.Source.File)
			require.Equal(t, want.Game, g.Source.Number, want.File)
			require.Equal(t, want.Line, g.Source.Line, want.File)
			require.Equal(t, want.Verdict, report.Verdict.String(), want.File)
			require.Equal(t, want.Plies, len(report.Moves), want.File)
			require.Equal(t, want.Final, final, want.File)
			require.Len(t, report.Faults, len(want.Faults), want.File)
			for i, f := range want.Faults {
				require.Equal(t, f.Code, string(report.Faults[i].Code), want.File)
				require.Equal(t, f.Ply, report.Faults[i].Ply, want.File)
			}
		}
		_, err := lines.Token()
		require.ErrorIs(t, err, io.EOF, folder)
		require.NotZero(t, games, folder)
		require.Equal(t, strings.Count(command.errs, "\n"), unread, folder)
	}
}
