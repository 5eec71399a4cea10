package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record/message"
)

// The files of the scripts give the same reports and the same PDN whether their lines end with LF,
// CRLF or CR.
func TestLineEndsOfFiles(t *testing.T) {
	scripts, err := filepath.Glob(filepath.Join("testdata", "script", "*.txt"))
	require.NoError(t, err)
	texts := map[string]string{}
	for k, script := range scripts {
		if k%2 > 0 && !*thorough {
			continue
		}
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
	place := regexp.MustCompile(`"byte":-?\d+,`)
	checked := func(ends ...string) (told []string) {
		t.Chdir(t.TempDir())
		for i, name := range slices.Sorted(maps.Keys(texts)) {
			require.NoError(t, os.WriteFile(name, []byte(strings.ReplaceAll(texts[name], "\n", ends[i%len(ends)])), 0o666))
		}
		var pdn bytes.Buffer
		w, err := convert.NewWriter("pdn", &pdn, convert.WriteOptions{})
		require.NoError(t, err)
		for r, err := range convert.Judge(t.Context(), convert.Open([]string{"."}, convert.Options{})) {
			if err != nil {
				continue
			}
			require.NoError(t, w.Write(r))
			line := place.ReplaceAllString(string(convert.AppendVerdict(nil, r, message.English)), "")
			told = append(told, strings.NewReplacer(`\r\n`, `\n`, `\r`, `\n`).Replace(line))
		}
		require.NoError(t, w.Close())
		return slices.AppendSeq(told, strings.Lines(pdn.String()))
	}
	want := checked("\n")
	require.Greater(t, len(want), 300)
	ways := [][]string{{"\r\n", "\r"}} // each file in one way
	if *thorough {
		ways = [][]string{{"\r\n"}, {"\r"}}
	}
	for _, ends := range ways {
		got := checked(ends...)
		for i := range min(len(want), len(got)) {
			require.Equal(t, want[i], got[i], "%q", ends)
		}
		require.Len(t, got, len(want))
	}
}
