package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// writers are commands that write much to standard output, and read standard input if named.
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

// start runs a command in another process and returns a function that waits for its exit code and
// standard error.
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

// Output that is not read to the end, as in "stolb check ... | head", gives exit code 141, however
// little is missing.
func TestClosedOutput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sheets.txt")
	require.NoError(t, os.WriteFile(file, []byte(sheets(600)), 0o666))
	for _, args := range append(writers(file), []string{"moves", "--variant", "bashni"}, []string{"show", "--variant", "bashni"}, []string{"help"}) {
		read, write, err := os.Pipe()
		require.NoError(t, err)
		require.NoError(t, read.Close())
		_, end := start(t, args, nil, write)
		require.NoError(t, write.Close())
		code, errs := end()
		require.Equal(t, exitClosed, code, "%v: %s", args, errs)
		require.True(t, strings.HasSuffix(errs, "stolb: standard output was closed by its reader before everything was written\n"), "%v: %s", args, errs)
	}
}
