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
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// writers are commands that write much to standard output, and that read
// standard input where it is named.
func writers(file string) [][]string {
	commands := [][]string{{"generate", "--variant", "bashni", "--games", "20000"}}
	for _, c := range []string{
		"check --variant bashni", "check --variant bashni --format json", "check --variant bashni --duplicates",
		"convert --variant bashni --to json", "convert --variant bashni --to sheet", "convert --variant bashni --to arrow --table plies",
		"convert --variant bashni --to parquet --table plies", "convert --variant bashni --to pdn --unique",
		"stats openings --variant bashni", "stats openings --variant bashni --format json", "stats players --variant bashni",
	} {
		commands = append(commands, append(strings.Fields(c), file))
	}
	return commands
}

// start runs a command in another process and returns what ends it: its exit
// code and what it wrote to standard error.
func start(t *testing.T, args []string, stdin io.Reader, stdout *os.File) (*exec.Cmd, func() (int, string)) {
	t.Helper()
	command := exec.CommandContext(t.Context(), "stolb", args...)
	command.Stdin, command.Stdout = stdin, stdout
	var errs bytes.Buffer
	command.Stderr = &errs
	require.NoError(t, command.Start())
	return command, func() (int, string) {
		err := command.Wait()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			require.NoError(t, err)
		}
		return command.ProcessState.ExitCode(), errs.String()
	}
}

// What is not read to the end, as in "stolb check ... | head", says so, however
// little is missing.
func TestClosedOutput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sheets.txt")
	require.NoError(t, os.WriteFile(file, []byte(sheets(2000)), 0o666))
	for _, args := range append(writers(file), []string{"moves", "--variant", "bashni"}, []string{"show", "--variant", "bashni"}, []string{"help"}) {
		read, write, err := os.Pipe()
		require.NoError(t, err)
		require.NoError(t, read.Close())
		_, end := start(t, args, nil, write)
		require.NoError(t, write.Close())
		code, errs := end()
		require.Equal(t, exitClosed, code, "%v: %s", args, errs)
		require.True(t, strings.HasSuffix(errs, "stolb: standard output was closed by what reads it, which has not got all\n"), "%v: %s", args, errs)
	}
}

// A full disk is told, too.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full here")
	}
	defer full.Close()
	folder := t.TempDir()
	file := filepath.Join(folder, "sheets.txt")
	require.NoError(t, os.WriteFile(file, []byte(sheets(2000)), 0o666))
	for _, args := range append(writers(file), []string{"moves", "--variant", "bashni"}, []string{"show", "--variant", "bashni"}, []string{"help"}) {
		_, end := start(t, args, nil, full)
		code, errs := end()
		require.Equal(t, exitFailed, code, "%v: %s", args, errs)
		require.True(t, strings.HasSuffix(errs, "stolb: standard output: no space left on device; not all is written\n"), "%v: %s", args, errs)
	}
	for _, args := range [][]string{
		{"convert", "--to", "json", "--variant", "bashni", "-o", "/dev/full", file},
		{"generate", "--variant", "bashni", "--games", "1000", "-o", "/dev/full"},
		{"generate", "--variant", "bashni", "--games", "1000", "--spoil", "1", "--truth", "/dev/full", "-o", filepath.Join(folder, "new")},
		{"stats", "openings", "--variant", "bashni", "--html", "/dev/full", file},
	} {
		_, end := start(t, args, nil, nil)
		code, errs := end()
		require.Equal(t, exitFailed, code, "%v: %s", args, errs)
		require.Contains(t, errs, "stolb: /dev/full: no space left on device\n", "%v", args)
	}
	require.NoFileExists(t, filepath.Join(folder, "new"))
}

// Signals end every command that works for long, while it waits for input and
// while it works, and of files nothing is left.
func TestSignals(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signal that a test can send")
	}
	folder := t.TempDir()
	within := func(name string) string { return filepath.Join(folder, name) }
	for _, test := range []struct {
		args string
		told string
	}{
		{"check --variant bashni --format json -", " judged, which is not all"},
		{"check --variant bashni --duplicates -", " judged, which is not all"},
		{"convert --variant bashni --to json -", " converted, which is not all"},
		{"convert --variant bashni --to json -o " + within("a") + " -", "nothing is written to " + within("a")},
		{"convert --variant bashni --to pdn --split variant -o " + within("b") + " -", "nothing is written to " + within("b")},
		{"convert --variant bashni --to parquet -o " + within("c") + " -", "nothing is written to " + within("c")},
		{"convert --variant bashni --to json --unique -", "nothing is written"},
		{"stats openings --variant bashni -", " counted, which is not all; nothing is written"},
		{"generate --variant bashni --games 2000000000 --spoil 1 --truth - -o " + within("d"), "nothing is written to " + within("d")},
	} {
		for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
			input, more, err := os.Pipe()
			require.NoError(t, err)
			output, written, err := os.Pipe()
			require.NoError(t, err)
			args := strings.Fields(test.args)
			command, end := start(t, args, input, written)
			require.NoError(t, errors.Join(input.Close(), written.Close()))
			if args[0] == "generate" {
				_, err = io.ReadFull(output, make([]byte, 1000))
				go io.Copy(io.Discard, output)
			} else {
				go io.Copy(io.Discard, output)
				_, err = io.WriteString(more, sheets(2000)) // more than a pipe holds: it is at work
			}
			require.NoError(t, err)
			require.NoError(t, command.Process.Signal(signal))
			code, errs := end()
			require.NoError(t, more.Close())
			require.Equal(t, exitInterrupted, code, "%v: %s", args, errs)
			require.Contains(t, errs, "stolb: interrupted", "%v", args)
			require.Contains(t, errs, test.told, "%v", args)
		}
	}
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, left)
}
