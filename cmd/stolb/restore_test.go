package main

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/restored"
)

// Sheets that another program made and damaged: every game is found where it
// begins, and nearly all are found whole; those that are certain are.
func TestRestoreSamples(t *testing.T) {
	truths, err := filepath.Glob("../../../shared/data/damaged/*.ndjson")
	require.NoError(t, err)
	if len(truths) == 0 {
		t.Skip("no sample data beside the project: ../shared/data/damaged")
	}
	games, whole := 0, 0
	for _, truth := range truths {
		base := strings.TrimSuffix(truth, ".ndjson")
		variant, _, _ := strings.Cut(filepath.Base(base), "-")
		args := []string{"restore", "--variant", variant, "--format", "json"}
		if _, err := os.Stat(base + ".txt"); err == nil {
			args = append(args, base+".txt")
		} else {
			args = append(args, "--together", base+"-a.txt", base+"-b.txt")
		}
		command := exec.CommandContext(t.Context(), "stolb", args...)
		command.Stderr = os.Stderr
		out, err := command.Output()
		if err != nil { // some are not certain
			require.IsType(t, new(exec.ExitError), err)
			require.Equal(t, exitFaults, command.ProcessState.ExitCode())
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		file, err := os.Open(truth)
		require.NoError(t, err)
		defer file.Close()
		n := 0
		for s := bufio.NewScanner(file); s.Scan(); n++ {
			var want struct{ Moves []string }
			require.NoError(t, json.Unmarshal(s.Bytes(), &want))
			require.Less(t, n, len(lines), base)
			var got restored.Line
			require.NoError(t, json.Unmarshal([]byte(lines[n]), &got))
			require.Equal(t, n+1, got.Game, base)
			games++
			if slices.Equal(want.Moves, got.Moves) {
				whole++
			} else {
				require.NotEqual(t, "certain", got.Verdict, "%s, game %d", base, got.Game)
			}
		}
		require.Len(t, lines, n, base)
	}
	require.GreaterOrEqual(t, 100*whole, 95*games, "%d of %d games whole", whole, games)
}
