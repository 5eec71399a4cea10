package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func names(t *testing.T, folder string) []string {
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// More games than are held, of alternating events: every game goes to the file of its event, in
// order, compressed or not.
func TestManyEvents(t *testing.T) {
	const events, rounds = 50, 1 + maxHeld/50/8000
	source := strings.Repeat("x", 8000) // so that few games exceed maxHeld
	var text strings.Builder
	for round := range rounds {
		for event := range events {
			fmt.Fprintf(&text, "[Event \"%d\"]\n[Round \"%d\"]\n[Variant \"bashni\"]\n[Source %q]\n\n1. c3-b4 *\n\n", event, round, source)
		}
	}
	for _, extension := range []string{".pdn", ".pdn.gz", ".pdn.zst"} {
		folder := t.TempDir()
		var errs bytes.Buffer
		args := []string{"convert", "--to", "pdn", "--split", "event", "-o", filepath.Join(folder, "event *"+extension), "-"}
		require.Equal(t, exitFine, run(args, strings.NewReader(text.String()), io.Discard, &errs), errs.String())
		require.Len(t, names(t, folder), events)
		for event := range events {
			var out bytes.Buffer
			args := []string{"convert", "--to", "pdn", filepath.Join(folder, fmt.Sprintf("event %d%s", event, extension))}
			require.Equal(t, exitFine, run(args, nil, &out, &errs), errs.String())
			var want strings.Builder
			for round := range rounds {
				if round > 0 {
					want.WriteByte('\n')
				}
				fmt.Fprintf(&want, "[Event \"%d\"]\n[Round \"%d\"]\n[Result \"*\"]\n[GameType \"45,W,8,8,A0,0\"]\n[Variant \"bashni\"]\n[Source %q]\n\n1. c3-b4 *\n", event, round, source)
			}
			require.Equal(t, want.String(), out.String())
		}
	}
}

// The games are the same and in the same order for any number of jobs.
func TestConvertJobs(t *testing.T) {
	convert := func(jobs string) string {
		var out, errs bytes.Buffer
		args := []string{"convert", "--variant", "bashni", "--to", "pdn", "--jobs", jobs, "-"}
		require.Equal(t, exitFine, run(args, strings.NewReader(sheets(1000)), &out, &errs))
		require.Equal(t, "stolb: 1000 games, of which copied unchanged: 142 illegal, 0 unreadable\n", errs.String())
		return out.String()
	}
	var again bytes.Buffer
	one := convert("1")
	require.Equal(t, 1000, strings.Count(one, "[Variant \"bashni\"]"))
	require.Equal(t, exitFaults, run([]string{"check", "--summary", "-"}, strings.NewReader(one), &again, io.Discard))
	require.Contains(t, again.String(), ", 142 illegal, 0 unreadable") // they are written unchanged
	require.Equal(t, one, convert("8"))
}

// Files of events have names that every system accepts and distinguishes.
func TestNamesOfEvents(t *testing.T) {
	folder := t.TempDir()
	split := func(events []string, more ...string) (int, string) {
		var text strings.Builder
		for _, event := range events {
			fmt.Fprintf(&text, "[Event \"%s\"]\n[Variant \"bashni\"]\n\n1. c3-b4 *\n\n", event)
		}
		var errs bytes.Buffer
		args := append([]string{"convert", "--to", "pdn", "--split", "event", "-o", filepath.Join(folder, "*.pdn"), "-"}, more...)
		return run(args, strings.NewReader(text.String()), io.Discard, &errs), errs.String()
	}
	code, errs := split([]string{
		"con", "CON", "NUL.", "lpt1", "LPT 1", "com10", // devices, and a similar name
		"Йод", "И\u0306од", "йод", // one letter, and two characters for it
		"STRASSE", "Straße", "ΣΟΦΟΣ", "σοφος", "σοφοσ", // one small letter with two capitals, and two with one
		"a", "A-2", "A", "a!", "<>:\"/\\|?*", "x . ", " x", "x-2",
	})
	require.Equal(t, exitFine, code, errs)
	require.ElementsMatch(t, []string{
		"con-event.pdn", "CON-event-2.pdn", "NUL-event.pdn", "lpt1-event.pdn", "LPT-1.pdn", "com10.pdn",
		"Йод.pdn", "И\u0306од-2.pdn", "йод-3.pdn",
		"STRASSE.pdn", "Straße-2.pdn", "ΣΟΦΟΣ.pdn", "σοφος-2.pdn", "σοφοσ-3.pdn",
		"a.pdn", "A-2.pdn", "A-3.pdn", "a-4.pdn", "no-event.pdn", "x.pdn", "x-2.pdn", "x-2-2.pdn",
	}, names(t, folder))

	// An existing file stays, and then the others are not written.
	old := filepath.Join(folder, "old.pdn")
	require.NoError(t, os.WriteFile(old, []byte("old"), 0o644))
	code, errs = split([]string{"new", "old"})
	require.Equal(t, exitFailed, code)
	require.Equal(t, "stolb: "+old+": exists, so nothing is written; --overwrite replaces such files\n", errs)
	require.Len(t, names(t, folder), 23)
	kept, err := os.ReadFile(old)
	require.NoError(t, err)
	require.Equal(t, "old", string(kept))
	require.NoError(t, os.Mkdir(filepath.Join(folder, "new.pdn"), 0o777))
	code, errs = split([]string{"old", "new"}, "--overwrite")
	require.Equal(t, exitFailed, code)
	require.Contains(t, errs, "new.pdn: is not a regular file and cannot be replaced; nothing is written")
	code, errs = split([]string{"old", "newer"}, "--overwrite")
	require.Equal(t, exitFine, code, errs)
	require.Len(t, names(t, folder), 25)
	kept, err = os.ReadFile(old)
	require.NoError(t, err)
	require.Contains(t, string(kept), "c3-b4")
}

func TestSlug(t *testing.T) {
	for text, want := range map[string]string{
		"Кубок Украины, 2021":      "Кубок-Украины-2021",
		"../../etc/passwd":         "etc-passwd",
		" «A» ":                    "A",
		"":                         "no-event",
		"???":                      "no-event",
		"a\x00b\nc\xffd":           "a-b-c-d",
		"е\u0301":                  "е\u0301",
		strings.Repeat("я", 60):    strings.Repeat("я", 50),
		strings.Repeat("a ", 1000): strings.Repeat("a-", 50)[:99],
	} {
		require.Equal(t, want, slug(text))
	}
}

// BenchmarkConvert converts 1,000 sheets of four plies per operation.
func BenchmarkConvert(b *testing.B) {
	text := sheets(1000)
	for _, f := range []string{"pdn", "json", "sheet", "composition", "html"} {
		b.Run(f, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				run([]string{"convert", "--variant", "bashni", "--to", f, "-"}, strings.NewReader(text), io.Discard, io.Discard)
			}
		})
	}
}
