//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// indexing runs stolb index with a limit for the blocks of a file, or "unlimited", and returns its
// standard error.
func indexing(t *testing.T, blocks string, args ...string) string {
	t.Helper()
	args = append([]string{"-c", `ulimit -f "$0" && exec stolb index "$@"`, blocks}, args...)
	command := exec.CommandContext(t.Context(), "sh", args...)
	said, err := command.CombinedOutput()
	require.Error(t, err)
	require.Equal(t, exitFailed, command.ProcessState.ExitCode(), "%s", said)
	return string(said)
}

// If the disk is full or not writable, the error has the path, the old index stays unchanged, and
// no other file is left.
func TestIndexUnwritten(t *testing.T) {
	folder := t.TempDir()
	games, old := filepath.Join(folder, "games.pdn"), filepath.Join(folder, "old.idx")
	require.NoError(t, exec.CommandContext(t.Context(), "stolb", "generate", "--variant", "bashni", "--games", "300", "--to", "pdn", "-o", games).Run())
	require.NoError(t, exec.CommandContext(t.Context(), "stolb", "index", "-o", old, games).Run())
	before, err := os.ReadFile(old)
	require.NoError(t, err)
	for _, of := range []struct{ language, blocks, output, said string }{
		// The index itself, which is written last, and has more than 100 kB.
		{"en", "100", old, old + ": cannot be written: file too large"},
		{"ru", "100", old, old + ": нельзя записать: файл больше, чем разрешено"},
		{"uk", "100", old, old + ": не можна записати: файл більший, ніж дозволено"},
		// No such folder.
		{"en", "unlimited", filepath.Join(games, "new.idx"), filepath.Join(games, "new.idx") + ": cannot be written: not a directory"},
		{"ru", "unlimited", filepath.Join(games, "new.idx"), filepath.Join(games, "new.idx") + ": нельзя записать: это не папка"},
		{"uk", "unlimited", filepath.Join(folder, "none", "new.idx"), filepath.Join(folder, "none", "new.idx") + ": не можна записати: такого файлу чи теки немає"},
	} {
		said := indexing(t, of.blocks, "--lang", of.language, "--progress", "never", "-o", of.output, games)
		require.Equal(t, "stolb: "+of.said+"\n", said)
		after, err := os.ReadFile(old)
		require.NoError(t, err)
		require.Equal(t, string(before), string(after))
		require.Equal(t, []string{"games.pdn", "old.idx"}, names(t, folder))
	}
}

// The counts of a damaged index cover only the games that were searched.
func TestIndexDamaged(t *testing.T) {
	folder := t.TempDir()
	games, path := filepath.Join(folder, "games.pdn"), filepath.Join(folder, "games.idx")
	require.NoError(t, exec.CommandContext(t.Context(), "stolb", "generate", "--variant", "bashni", "--games", "100", "--to", "pdn", "-o", games).Run())
	require.NoError(t, exec.CommandContext(t.Context(), "stolb", "index", "-o", path, games).Run())
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	text[1000] ^= 1 // in the first block of games
	require.NoError(t, os.WriteFile(path, text, 0o666))
	for _, flag := range []string{"--count", "--jobs=1"} {
		var complaint bytes.Buffer
		command := exec.CommandContext(t.Context(), "stolb", "find", "--lang", "en", flag, "white king", path)
		command.Stderr = &complaint
		said, err := command.Output()
		require.Error(t, err)
		require.Equal(t, exitFailed, command.ProcessState.ExitCode())
		require.Equal(t, "stolb: "+path+": the index is damaged; build it again\n", complaint.String())
		require.Empty(t, string(said))
	}
}
