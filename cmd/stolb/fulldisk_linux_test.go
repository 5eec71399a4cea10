package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A full disk is reported.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	defer full.Close()
	folder := t.TempDir()
	file := filepath.Join(folder, "sheets.txt")
	require.NoError(t, os.WriteFile(file, []byte(sheets(600)), 0o666))
	for _, args := range append(writers(file), []string{"moves", "--variant", "bashni"}, []string{"show", "--variant", "bashni"}, []string{"help"}) {
		var errs strings.Builder
		require.Equal(t, exitFailed, run(args, noInput{}, full, &errs), "%v: %s", args, &errs)
		require.True(t, strings.HasSuffix(errs.String(), "stolb: standard output: no space left on device; the output is incomplete\n"), "%v: %s", args, &errs)
	}
	for _, args := range [][]string{
		{"convert", "--to", "json", "--variant", "bashni", "-o", "/dev/full", file},
		{"generate", "--variant", "bashni", "--games", "1000", "-o", "/dev/full"},
		{"generate", "--variant", "bashni", "--games", "1000", "--spoil", "1", "--truth", "/dev/full", "-o", filepath.Join(folder, "new")},
		{"stats", "openings", "--variant", "bashni", "--html", "/dev/full", file},
	} {
		told := tell(args...)
		require.Equal(t, exitFailed, told.code, "%v: %s", args, told.errs)
		require.Contains(t, told.errs, "stolb: /dev/full: no space left on device\n", "%v", args)
	}
	require.NoFileExists(t, filepath.Join(folder, "new"))
}
