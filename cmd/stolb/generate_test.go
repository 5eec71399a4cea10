package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Ctrl-C ends the games behind a whole one and says how many there are.
func TestGenerateInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signal that a test can send")
	}
	command := exec.CommandContext(t.Context(), "stolb", "generate", "--variant", "lasca", "--games", "2000000000", "--layout", "run")
	stdout, err := command.StdoutPipe()
	require.NoError(t, err)
	var errs bytes.Buffer
	command.Stderr = &errs
	require.NoError(t, command.Start())
	head := make([]byte, 100_000)
	_, err = io.ReadFull(stdout, head)
	require.NoError(t, err)
	require.NoError(t, command.Process.Signal(os.Interrupt))
	rest, err := io.ReadAll(stdout)
	require.NoError(t, err)
	var exit *exec.ExitError
	require.True(t, errors.As(command.Wait(), &exit))
	require.Equal(t, exitInterrupted, exit.ExitCode())

	text := string(head) + string(rest)
	games := strings.Split(text, "\n\n")
	require.Equal(t, "stolb: interrupted: "+count(len(games), "game", "games")+" made of 2000000000\n", errs.String())
	for _, game := range []string{games[0], games[len(games)-2], games[len(games)-1]} {
		require.Regexp(t, `(?s)^Вид: lasca\nИгрок\d+ – Игрок\d+: 1\. .*\n(1-0|0-1|1/2-1/2)\n?$`, game)
	}
}

// Of a file that is not whole nothing is left.
func TestGenerateInterruptedFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signal that a test can send")
	}
	folder := t.TempDir()
	command := exec.CommandContext(t.Context(), "stolb", "generate", "--variant", "lasca", "--games", "2000000000",
		"--spoil", "0.5", "--truth", "-", "-o", filepath.Join(folder, "games.txt"))
	stdout, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	_, err = io.ReadFull(stdout, make([]byte, 1000)) // it is at work
	require.NoError(t, err)
	require.NoError(t, command.Process.Signal(os.Interrupt))
	_, err = io.Copy(io.Discard, stdout)
	require.NoError(t, err)
	var exit *exec.ExitError
	require.True(t, errors.As(command.Wait(), &exit))
	require.Equal(t, exitInterrupted, exit.ExitCode())
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, left)
}
