package main

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sharedBuffer is written by one goroutine and read by another.
type sharedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *sharedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

// take returns what was written since its last call, once that ends with end.
func (b *sharedBuffer) take(t *testing.T, end string) string {
	t.Helper()
	var taken string
	require.Eventually(t, func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		if !strings.HasSuffix(b.text.String(), end) {
			return false
		}
		taken = b.text.String()
		b.text.Reset()
		return true
	}, time.Minute, 10*time.Millisecond, "waiting for %q", end)
	return taken
}

const (
	fineSheet   = "Variant: lasca\n1. 9-12 15:9\n"
	faultySheet = "Variant: lasca\n1. 9-12 15-9\n2. 1-2\n" // a repair, and a capture missed
)

// Files that come later count, too, and those that are gone do not.
func TestWatchTooMany(t *testing.T) {
	defer func(most int) { maxWatched = most }(maxWatched)
	maxWatched = 2
	t.Chdir(t.TempDir())
	write := func(name string) { require.NoError(t, os.WriteFile(name, []byte(fineSheet), 0o666)) }
	require.NoError(t, os.Mkdir("sheets", 0o777))
	write("sheets/a.txt")
	var out, errs sharedBuffer
	s := &streams{ctx: t.Context(), in: strings.NewReader(""), out: bufio.NewWriter(&out), err: &errs, stdout: &out}
	ended := make(chan error)
	go func() {
		_, err := execute(s, []string{"check", "--watch", "sheets"})
		ended <- err
	}()
	out.take(t, "in 1 file: 1 game: 1 legal\n")
	for _, name := range []string{"sheets/b.txt", "sheets/c.txt", "sheets/d.txt"} {
		write(name)
		out.take(t, "in 2 files: 2 games: 2 legal\n")
		require.NoError(t, os.Remove(name))
		out.take(t, "in 1 file: 1 game: 1 legal\n")
	}
	write("sheets/b.txt")
	write("sheets/c.txt")
	require.EqualError(t, <-ended, "--watch: there are more than 2 files")
}

func TestWatch(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) { require.NoError(t, os.WriteFile(name, []byte(text), 0o666)) }
	require.NoError(t, os.Mkdir("sheets", 0o777))
	write("sheets/a.txt", faultySheet)
	write("one.txt", fineSheet)

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var out, errs sharedBuffer
	s := &streams{ctx: ctx, in: strings.NewReader(""), out: bufio.NewWriter(&out), err: &errs, stdout: &out}
	ended := make(chan error)
	go func() {
		_, err := execute(s, []string{"check", "--watch", "sheets", "one.txt"})
		ended <- err
	}()
	require.Contains(t, out.take(t, "in 2 files: 2 games: 1 legal, 1 illegal\n"), "sheets/a.txt:3:4: game 1, ply 3")
	errs.take(t, "stolb: watching 2 files; Ctrl-C stops\n")

	// Saved in place: one fault is corrected, one moves by a line, one is new.
	write("sheets/a.txt", "Variant: lasca\nWhite:\n1. 9-12 15:9\n2. 1-2\n\nVariant: lasca\n1. 9:12\n")
	told := out.take(t, "in 2 files: 3 games: 1 legal, 1 repaired, 1 illegal\n")
	require.True(t, strings.HasPrefix(told, "sheets/a.txt: 2 games: 1 repaired, 1 illegal; 1 fault fixed, 1 new, 1 left\n"), told)
	require.Contains(t, told, "\n  fixed: sheets/a.txt:2:9: game 1, ply 2")
	require.Contains(t, told, "\n  new: sheets/a.txt:7:4: game 2, ply 1")
	require.Contains(t, told, "\n  left: sheets/a.txt:4:4: game 1, ply 3")

	// Saved by an editor that writes another file and renames it.
	write(".one.txt.tmp", faultySheet)
	require.NoError(t, os.Rename(".one.txt.tmp", "one.txt"))
	told = out.take(t, "in 2 files: 3 games: 1 repaired, 2 illegal\n")
	require.True(t, strings.HasPrefix(told, "one.txt: 1 game: 1 illegal; 0 faults fixed, 2 new, 0 left\n"), told)
	require.NoError(t, os.Rename("one.txt", "one.txt~"))
	write("one.txt", fineSheet)
	require.NoError(t, os.Remove("one.txt~"))
	told = out.take(t, "in 2 files: 3 games: 1 legal, 1 repaired, 1 illegal\n")
	require.Contains(t, told, "one.txt: 1 game: 1 legal; 2 faults fixed, 0 new, 0 left\n")

	// A new folder in the folder, with its files, but no hidden ones, and no others beside a
	// named file.
	require.NoError(t, os.MkdirAll("sheets/1987/may", 0o777))
	write("sheets/.swap", faultySheet)
	write("two.txt", faultySheet)
	write("sheets/1987/may/b.txt", fineSheet)
	told = out.take(t, "in 3 files: 4 games: 2 legal, 1 repaired, 1 illegal\n")
	require.True(t, strings.HasPrefix(told, filepath.FromSlash("sheets/1987/may/b.txt")+": 1 game: 1 legal;"), told)
	write("sheets/1987/may/b.txt", fineSheet+"\n"+fineSheet)
	out.take(t, "in 3 files: 5 games: 3 legal, 1 repaired, 1 illegal\n")

	// A file without games does not count until it has one again.
	write("one.txt", "")
	errs.take(t, "stolb: one.txt: no game in it\n")
	out.take(t, "one.txt: is not counted any more\nin 2 files: 4 games: 2 legal, 1 repaired, 1 illegal\n")
	write("one.txt", fineSheet)
	out.take(t, "one.txt: 1 game: 1 legal; 0 faults fixed, 0 new, 0 left\nin 3 files: 5 games: 3 legal, 1 repaired, 1 illegal\n")

	// A folder is renamed, renamed back, and removed: its files count where they are.
	old, renamed := filepath.FromSlash("sheets/1987/may/b.txt"), filepath.FromSlash("sheets/1911/may/b.txt")
	const three = "in 3 files: 5 games: 3 legal, 1 repaired, 1 illegal\n"
	require.NoError(t, os.Rename("sheets/1987", "sheets/1911"))
	told = out.take(t, three)
	require.Contains(t, told, old+": was removed\n")
	require.Contains(t, told, renamed+": 2 games: 2 legal; 0 faults fixed, 0 new, 0 left\n")
	write(renamed, fineSheet)
	require.Equal(t, renamed+": 1 game: 1 legal; 0 faults fixed, 0 new, 0 left\nin 3 files: 4 games: 2 legal, 1 repaired, 1 illegal\n", out.take(t, "1 illegal\n"))
	require.NoError(t, os.Rename("sheets/1911", filepath.Join(t.TempDir(), "1911")))
	require.Equal(t, renamed+": was removed\nin 2 files: 3 games: 1 legal, 1 repaired, 1 illegal\n", out.take(t, "1 illegal\n"))
	require.NoError(t, os.MkdirAll("sheets/1987/may", 0o777))
	write(old, fineSheet+"\n"+fineSheet)
	out.take(t, three)

	require.NoError(t, os.Remove("sheets/a.txt"))
	require.Equal(t, filepath.FromSlash("sheets/a.txt")+": was removed\nin 2 files: 3 games: 3 legal\n", out.take(t, "3 legal\n"))

	cancel()
	require.ErrorIs(t, <-ended, errInterrupted)
	require.NoError(t, s.out.Flush())
	require.Empty(t, out.text.String())
	require.Empty(t, errs.text.String())
}
