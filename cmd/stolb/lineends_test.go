package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// The files of the scripts give the same reports and the same PDN whether their lines end with LF,
// CRLF or CR.
func TestLineEndsOfFiles(t *testing.T) {
	scripts, err := filepath.Glob(filepath.Join("testdata", "script", "*.txt"))
	require.NoError(t, err)
	texts := map[string]string{}
	for _, script := range scripts {
		archive, err := txtar.ParseFile(script)
		require.NoError(t, err)
		for i, f := range archive.Files {
			text := string(f.Data)
			if sheet := filepath.Ext(f.Name) == ".txt"; sheet && i > 0 && !*thorough || strings.Contains(text, "\r") {
				continue
			}
			texts[filepath.Base(script)+"-"+strings.ReplaceAll(f.Name, "/", "-")] = text
		}
	}
	checked := func(end string) []string {
		t.Chdir(t.TempDir())
		for name, text := range texts {
			require.NoError(t, os.WriteFile(name, []byte(strings.ReplaceAll(text, "\n", end)), 0o666))
		}
		var out, errs strings.Builder
		run([]string{"check", "--format", "json", "."}, noInput{}, &out, &errs)
		var games []string
		for line := range strings.Lines(out.String()) {
			var g gameJSON
			require.NoError(t, json.Unmarshal([]byte(line), &g))
			for i := range g.Faults {
				g.Faults[i].Byte = 0
			}
			data, err := json.Marshal(g)
			require.NoError(t, err)
			games = append(games, strings.NewReplacer(`\r\n`, `\n`, `\r`, `\n`).Replace(string(data)))
		}
		out.Reset()
		run([]string{"convert", "--to", "pdn", "."}, noInput{}, &out, &errs)
		return slices.AppendSeq(games, strings.Lines(out.String()))
	}
	want := checked("\n")
	require.Greater(t, len(want), 300)
	for _, end := range []string{"\r\n", "\r"} {
		got := checked(end)
		for i := range min(len(want), len(got)) {
			require.Equal(t, want[i], got[i], "%q", end)
		}
		require.Len(t, got, len(want))
	}
}
