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

// indexing runs stolb index where files may have so many blocks, any number of them
// where that is "unlimited", and returns what it complains of.
func indexing(t *testing.T, blocks, temporary string, args ...string) string {
	t.Helper()
	args = append([]string{"-c", `ulimit -f "$0" && exec stolb index "$@"`, blocks}, args...)
	command := exec.CommandContext(t.Context(), "sh", args...)
	command.Env = append(os.Environ(), "TMPDIR="+temporary)
	said, err := command.CombinedOutput()
	require.Error(t, err)
	require.Equal(t, exitFailed, command.ProcessState.ExitCode(), "%s", said)
	return string(said)
}

// Where the disk is full, or nothing can be written, it is said where, the old index
// stays as it was, and nothing else is left.
func TestIndexUnwritten(t *testing.T) {
	folder := t.TempDir()
	games, old, temporary := filepath.Join(folder, "games.pdn"), filepath.Join(folder, "old.idx"), filepath.Join(folder, "temporary")
	require.NoError(t, os.Mkdir(temporary, 0o777))
	require.NoError(t, exec.CommandContext(t.Context(), "stolb", "generate", "--variant", "bashni", "--games", "300", "--to", "pdn", "-o", games).Run())
	require.NoError(t, exec.CommandContext(t.Context(), "stolb", "index", "-o", old, games).Run())
	before, err := os.ReadFile(old)
	require.NoError(t, err)
	for _, of := range []struct{ language, blocks, temporary, output, said string }{
		// The index itself, which is written last, and has more than 100 kB.
		{"en", "100", temporary, old, old + ": cannot be written: file too large"},
		{"ru", "100", temporary, old, old + ": нельзя записать: файл больше, чем разрешено"},
		{"uk", "100", temporary, old, old + ": не можна записати: файл більший, ніж дозволено"},
		// One of the parts in which positions are gathered, of which each has some kilobytes.
		{"en", "1", temporary, old, temporary + ": cannot collect positions here: file too large"},
		{"ru", "1", temporary, old, temporary + ": здесь нельзя собирать позиции: файл больше, чем разрешено"},
		{"uk", "1", temporary, old, temporary + ": тут не можна збирати позиції: файл більший, ніж дозволено"},
		// No folder, whoever may do what.
		{"en", "unlimited", games, old, games + ": cannot collect positions here: not a directory"},
		{"en", "unlimited", temporary, filepath.Join(games, "new.idx"), filepath.Join(games, "new.idx") + ": cannot be written: not a directory"},
		{"ru", "unlimited", temporary, filepath.Join(games, "new.idx"), filepath.Join(games, "new.idx") + ": нельзя записать: это не папка"},
		{"uk", "unlimited", temporary, filepath.Join(folder, "none", "new.idx"), filepath.Join(folder, "none", "new.idx") + ": не можна записати: такого файлу чи теки немає"},
	} {
		said := indexing(t, of.blocks, of.temporary, "--lang", of.language, "--progress", "never", "-o", of.output, games)
		require.Equal(t, "stolb: "+of.said+"\n", said)
		after, err := os.ReadFile(old)
		require.NoError(t, err)
		require.Equal(t, string(before), string(after))
		require.Equal(t, []string{"games.pdn", "old.idx", "temporary"}, names(t, folder))
		require.Empty(t, names(t, temporary))
	}
}

// Of an index that is damaged no more is told than was looked at.
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
