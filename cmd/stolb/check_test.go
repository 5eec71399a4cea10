package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
)

// sheets returns n short sheets, every seventh with an illegal third ply, where a capture is
// mandatory.
func sheets(n int) string {
	var text strings.Builder
	for i := 1; i <= n; i++ {
		third := "d4:b6"
		if i%7 == 0 {
			third = "g3-h4"
		}
		fmt.Fprintf(&text, "Белые: Белый%d\tЧерные: Чёрный%d\n1. c3-d4\tb6-c5\n2. %s\ta7:c5\n\n", i, i, third)
	}
	return text.String()
}

// The output is the same to the byte, in the order of the input, for any number of jobs.
func TestJobs(t *testing.T) {
	const games = 1000
	path := filepath.Join(t.TempDir(), "sheets.txt")
	require.NoError(t, os.WriteFile(path, []byte(sheets(games)), 0o666))
	check := func(args ...string) string {
		told := tell(append([]string{"check", "--variant", "bashni"}, append(args, path)...)...)
		require.Equal(t, exitFaults, told.code, told.errs)
		require.Empty(t, told.errs)
		return told.out
	}
	one := check("--format", "json", "--jobs", "1")
	lines := strings.Split(strings.TrimSpace(one), "\n")
	require.Len(t, lines, games)
	for i, line := range lines {
		var game gameJSON
		require.NoError(t, json.Unmarshal([]byte(line), &game))
		require.Equal(t, i+1, game.Game)
		require.Equal(t, 1+4*i, game.Line)
		require.Equal(t, fmt.Sprintf("Белый%d", i+1), game.White)
		if (i+1)%7 == 0 {
			require.Equal(t, "illegal", game.Verdict)
			require.Equal(t, []string{"c3-d4", "b6-c5"}, game.Moves)
			require.Len(t, game.Faults, 1)
			require.Equal(t, 3, game.Faults[0].Ply)
			require.Equal(t, 4*i+3, game.Faults[0].Line)
			require.Equal(t, 4, game.Faults[0].Column)
		} else {
			require.Equal(t, "legal", game.Verdict)
			require.Equal(t, []string{"c3-d4", "b6-c5", "d4:b6", "a7:c5"}, game.Moves)
		}
	}
	require.Equal(t, one, check("--format", "json", "--jobs", "8"))
	text := check("--jobs", "1")
	require.Contains(t, text, "1000 games in 1 file: 858 legal, 0 repaired, 142 illegal, 0 unreadable\n")
	require.Equal(t, text, check("--jobs", "8"))
}

// BenchmarkCheck judges 20,000 games in each layout with the whole command, on all processors
// (-cpu 1 for one).
func BenchmarkCheck(b *testing.B) {
	const games = 20_000
	for _, layout := range corpus.Layouts() {
		b.Run(layout, func(b *testing.B) {
			writer, err := corpus.NewGenerator(record.Bashni, 1)
			require.NoError(b, err)
			plies := 0
			for n := 1; n <= games; n++ {
				plies += len(writer.Game(n).Plies)
			}
			writer.Layout = layout
			var text []byte
			for n := 1; n <= games; n++ {
				text, _ = writer.Append(text, n)
				text = append(text, '\n')
			}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				require.Equal(b, exitFine, run([]string{"check", "-"}, bytes.NewReader(text), io.Discard, io.Discard))
			}
			b.ReportMetric(float64(plies*b.N)/b.Elapsed().Seconds(), "plies/s")
		})
	}
}

// An event with too many participants is reported among the other events' slips, once, and the
// other games are judged.
func TestLargeEvent(t *testing.T) {
	var games strings.Builder
	add := func(event, white, black string) {
		fmt.Fprintf(&games, "[Event \"%s\"]\n[White \"%s\"]\n[Black \"%s\"]\n[GameType \"25\"]\n\n1-0\n\n", event, white, black)
	}
	for i := range 600 {
		add("Open", fmt.Sprintf("White%04d", 7*i), fmt.Sprintf("Black%04d", 7*i))
	}
	add("Cup", "A", "A")
	add("Cup", "A", "B")
	path := filepath.Join(t.TempDir(), "open.pdn")
	require.NoError(t, os.WriteFile(path, []byte(games.String()), 0o666))
	var out, errs bytes.Buffer
	code := run([]string{"check", "--tournaments", "--format", "json", "--lang", "en", path}, strings.NewReader(""), &out, &errs)
	require.Equal(t, exitFine, code, errs.String())
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Equal(t, 602+2, len(lines))
	require.Equal(t, `{"event":"Open","code":"too-large","message":"more than 1000 participants in one tournament"}`, lines[602])
	require.Regexp(t, `^\{"event":"Cup","code":"one-side",`, lines[603])
	list := filepath.Join(t.TempDir(), "list.csv")
	require.NoError(t, os.WriteFile(list, []byte("name\nA\n"), 0o666))
	code = run([]string{"stats", "norms", "--list", list, "--lang", "en", path}, strings.NewReader(""), &out, &errs)
	require.Equal(t, exitFailed, code)
	require.Equal(t, "stolb: \"Open\": more than 1000 participants in one tournament\n", errs.String())
}
