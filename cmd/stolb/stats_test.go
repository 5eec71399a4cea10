package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Ctrl-C while games are counted: exit code 130, and no file is written or left.
func TestInterruptedStats(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signal that a test can send")
	}
	for _, kind := range []string{"openings", "adiukh", "players", "crosstable"} {
		folder := t.TempDir()
		command := exec.CommandContext(t.Context(), "stolb", "stats", kind, "--html", filepath.Join(folder, "page.html"), "-")
		command.Env = append(os.Environ(), "TMPDIR="+folder)
		stdin, err := command.StdinPipe()
		require.NoError(t, err)
		var out, errs bytes.Buffer
		command.Stdout, command.Stderr = &out, &errs
		require.NoError(t, command.Start())
		_, err = io.WriteString(stdin, sheets(500)) // and the pipe stays open
		require.NoError(t, err)
		for len(names(t, folder)) < 1 { // the new one is begun
			time.Sleep(time.Millisecond)
		}
		require.NoError(t, command.Process.Signal(os.Interrupt))
		var exit *exec.ExitError
		require.True(t, errors.As(command.Wait(), &exit))
		require.Equal(t, exitInterrupted, exit.ExitCode(), errs.String())
		require.Regexp(t, `^stolb: interrupted: \d+ games? counted, which is not all; nothing is written\n$`, errs.String())
		require.Empty(t, out.String())
		require.Empty(t, names(t, folder))
	}
}

// Ctrl-C when all is counted and is being put together.
func TestInterruptedAtTheEnd(t *testing.T) {
	var errs bytes.Buffer
	s := &streams{ctx: t.Context(), err: &errs}
	c := &statistic{}
	err := c.counts(func(*streams, []string) error {
		return fmt.Errorf("tree: %w", context.Canceled)
	})(s, nil)
	require.ErrorIs(t, err, errInterrupted)
	require.Equal(t, "stolb: interrupted: 0 games counted, but nothing is written\n", errs.String())
}
