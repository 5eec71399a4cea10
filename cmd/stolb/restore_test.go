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

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay/restore"
)

// restoredLine is what the tests read of a restored game.
type restoredLine struct {
	Game      int
	Verdict   string
	Moves     []string
	Plies     []struct{ Box *[4]int }
	Questions []struct{ Ply int }
}

// Sheets that another program generated and damaged: every game is found at its beginning, nearly
// all are restored completely, and so are all that are certain.
func TestRestoreSamples(t *testing.T) {
	t.Parallel()
	truths, err := filepath.Glob("../../../shared/data/damaged/*.ndjson")
	require.NoError(t, err)
	if len(truths) == 0 {
		t.Skip("no sample data beside the project: ../shared/data/damaged")
	}
	games, whole, least := 0, 0, 94
	if *thorough {
		least = 95
	}
	for i, truth := range truths { // three variants, each with the same seven kinds of damage
		if !*thorough && i%7%3 != i/7 {
			continue // each kind of damage once
		}
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
			var got restoredLine
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
	require.GreaterOrEqual(t, 100*whole, least*games, "%d of %d games whole", whole, games)
}

// The same tables in two blocks, the first half of the rows on the left: as many games are restored
// completely.
func TestRestoreBlocks(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"bashni-words5", "lasca-words5", "adiukh-lost"} {
		base := "../../../shared/data/damaged/" + name
		text, err := os.ReadFile(base + ".txt")
		if os.IsNotExist(err) {
			t.Skip("no sample data beside the project: ../shared/data/damaged")
		}
		require.NoError(t, err)
		var sheets strings.Builder
		for game := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
			lines := strings.Split(game, "\n")
			sheets.WriteString(lines[0] + "\n")
			rows := lines[1:]
			half := (len(rows) + 1) / 2
			for i, row := range rows[:half] {
				sheets.WriteString(row)
				if half+i < len(rows) {
					sheets.WriteString("\t" + rows[half+i])
				}
				sheets.WriteString("\n")
			}
			sheets.WriteString("\n")
		}
		variant, _, _ := strings.Cut(name, "-")
		command := exec.CommandContext(t.Context(), "stolb", "restore", "--variant", variant, "--format", "json", "-")
		command.Stdin, command.Stderr = strings.NewReader(sheets.String()), os.Stderr
		out, err := command.Output()
		if err != nil { // some are not certain
			require.Equal(t, exitFaults, command.ProcessState.ExitCode())
		}
		truth, err := os.ReadFile(base + ".ndjson")
		require.NoError(t, err)
		got, want := strings.Split(strings.TrimSpace(string(out)), "\n"), strings.Split(strings.TrimSpace(string(truth)), "\n")
		require.Len(t, got, len(want), name)
		for i := range want {
			var found, played restoredLine
			require.NoError(t, json.Unmarshal([]byte(got[i]), &found))
			require.NoError(t, json.Unmarshal([]byte(want[i]), &played))
			require.Equal(t, played.Moves, found.Moves, "%s, game %d", name, i+1)
		}
	}
}

// Pages that Tesseract has read (corpus/recognised has the script): nearly all are restored
// completely, from hOCR and from ALTO, and none is certain that is incomplete. One is almost
// unreadable, and nothing in it is certain.
func TestRestoreRecognised(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(root, "corpus", "recognised")
	truths, err := filepath.Glob(filepath.Join(folder, "*.truth.jsonl"))
	require.NoError(t, err)
	require.Len(t, truths, 6)
	for _, truth := range truths {
		base := strings.TrimSuffix(truth, ".truth.jsonl")
		text, err := os.ReadFile(truth)
		require.NoError(t, err)
		var want gameJSON
		require.NoError(t, json.Unmarshal(text, &want))
		require.Equal(t, "legal", want.Verdict)
		for _, extension := range []string{".hocr", ".alto.xml"} {
			poor := filepath.Base(base) == "poor-table"
			if poor && extension == ".hocr" && !*thorough {
				continue // it takes as long as all others, and tests the same
			}
			t.Run(filepath.Base(base)+extension, func(t *testing.T) {
				command := exec.CommandContext(t.Context(), "stolb", "restore", "--variant", want.Variant, "--format", "json", base+extension)
				command.Stderr = os.Stderr
				out, err := command.Output()
				if err != nil {
					require.Equal(t, exitFaults, command.ProcessState.ExitCode())
				}
				var got restoredLine
				require.NoError(t, json.Unmarshal(out, &got), "more than one game")
				require.NotNil(t, got.Plies[0].Box)
				if poor {
					require.Equal(t, "open", got.Verdict)
					require.NotEmpty(t, got.Questions)
					return
				}
				require.Equal(t, want.Moves, got.Moves)
			})
		}
	}
}

// A program that uses the library restores the same games as the command.
func TestRestoreLibrary(t *testing.T) {
	folder := filepath.Join(root, "corpus", "recognised")
	files := []string{filepath.Join(folder, "typed-table.hocr"), filepath.Join(folder, "typed-run.alto.xml")}
	command := exec.CommandContext(t.Context(), "stolb", append([]string{"restore", "--format", "json"}, files...)...)
	want, err := command.Output()
	require.Equal(t, exitFaults, command.ProcessState.ExitCode(), "%v", err)

	in := convert.Open(files, convert.Options{Damaged: true})
	hand, err := convert.LearnHand(t.Context(), in, restore.General())
	require.NoError(t, err)
	var got []byte
	for f, err := range convert.Restore(t.Context(), in, hand, nil) {
		require.NoError(t, err)
		got, err = f.AppendJSON(got, message.English)
		require.NoError(t, err)
	}
	require.NotEmpty(t, got)
	require.Equal(t, string(want), string(got))
}
