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
	truths, err := filepath.Glob("../../../shared/data/damaged/*.ndjson")
	require.NoError(t, err)
	if len(truths) == 0 {
		t.Skip("no sample data beside the project: ../shared/data/damaged")
	}
	games, whole, least, many := 0, 0, 94, 3
	if *thorough {
		least, many = 95, 100
	}
	for i, truth := range truths { // three variants, each with the same seven kinds of damage
		if !*thorough && i%7%3 != i/7 {
			continue // each kind of damage once
		}
		base := strings.TrimSuffix(truth, ".ndjson")
		variant, _, _ := strings.Cut(filepath.Base(base), "-")
		args := []string{"restore", "--variant", variant, "--format", "json"}
		sheets, err := filepath.Glob(base + "*.txt")
		require.NoError(t, err)
		if len(sheets) > 1 {
			args = append(args, "--together")
		}
		for _, sheet := range sheets {
			text, err := os.ReadFile(sheet)
			require.NoError(t, err)
			games := strings.SplitAfterN(string(text), "\n\n", many+1)
			args = append(args, filepath.Join(t.TempDir(), filepath.Base(sheet)))
			require.NoError(t, os.WriteFile(args[len(args)-1], []byte(strings.Join(games[:min(many, len(games))], "")), 0o666))
		}
		told := tell(args...)
		require.Contains(t, []int{exitFine, exitFaults}, told.code, told.errs) // some are not certain
		lines := strings.Split(strings.TrimSpace(told.out), "\n")
		file, err := os.Open(truth)
		require.NoError(t, err)
		defer file.Close()
		n := 0
		for s := bufio.NewScanner(file); n < many && s.Scan(); n++ {
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
		var out, errs strings.Builder
		code := run([]string{"restore", "--variant", variant, "--format", "json", "-"}, strings.NewReader(sheets.String()), &out, &errs)
		require.Contains(t, []int{exitFine, exitFaults}, code, errs.String()) // some are not certain
		truth, err := os.ReadFile(base + ".ndjson")
		require.NoError(t, err)
		got, want := strings.Split(strings.TrimSpace(out.String()), "\n"), strings.Split(strings.TrimSpace(string(truth)), "\n")
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
				page := base + extension
				if poor && !*thorough { // its first lines, which are as poor
					text, err := os.ReadFile(page)
					require.NoError(t, err)
					lines := strings.SplitAfter(string(text), "</TextLine>\n")
					page = filepath.Join(t.TempDir(), "poor.alto.xml")
					require.NoError(t, os.WriteFile(page, []byte(strings.Join(slices.Delete(lines, 10, len(lines)-1), "")), 0o666))
				}
				told := tell("restore", "--variant", want.Variant, "--format", "json", page)
				require.Contains(t, []int{exitFine, exitFaults}, told.code, told.errs)
				var got restoredLine
				require.NoError(t, json.Unmarshal([]byte(told.out), &got), "more than one game")
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
