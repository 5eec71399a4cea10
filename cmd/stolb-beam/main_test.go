package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record/message"
)

// With these variables the test binary is stolb-beam, or a worker of it.
const (
	role    = "STOLB_BEAM_TEST"
	command = "command"
	worker  = "worker"
	pidFile = "STOLB_BEAM_TEST_PID" // the file to which a worker writes its process id
)

// stolb is the command of the main module, built for the tests.
var stolb string

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case command:
		main()
	case worker:
		beWorker()
	}
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	folder, err := os.MkdirTemp("", "stolb-beam-test-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	stolb = filepath.Join(folder, "stolb")
	build := exec.Command("go", "build", "-o", stolb, "./cmd/stolb")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %s", err, out)
		return 1
	}
	return m.Run()
}

// beWorker runs the process that Prism starts as a worker. It converts --id='…' and
// --provision_endpoint=… to the flags of a worker of Beam.
func beWorker() {
	args := []string{os.Args[0], "--worker"}
	for _, arg := range os.Args[1:] {
		name, value, _ := strings.Cut(arg, "=")
		value = strings.Trim(value, "'")
		if name == "--id" {
			args = append(args, "--id="+value)
		} else {
			args = append(args, "--logging_endpoint="+value, "--control_endpoint="+value)
		}
	}
	os.Args = args
	if err := os.WriteFile(os.Getenv(pidFile), fmt.Appendf(nil, "%d\n", os.Getpid()), 0o666); err != nil {
		panic(err)
	}
	main()
}

// ran is the output of a command and its exit code.
type ran struct {
	out, errs string
	code      int
}

func run(t *testing.T, c *exec.Cmd) ran {
	t.Helper()
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	if _, exited := err.(*exec.ExitError); !exited {
		require.NoError(t, err)
	}
	return ran{out.String(), errs.String(), c.ProcessState.ExitCode()}
}

func beamCommand(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], append([]string{"--lang", "en"}, args...)...)
	c.Env = append(os.Environ(), role+"="+command)
	return c
}

// runStolb returns the output of stolb, which must not fail.
func runStolb(t *testing.T, args ...string) string {
	t.Helper()
	got := run(t, stolbCommand(args...))
	require.Contains(t, []int{0, 1}, got.code, "%v: %s", args, got.errs)
	return got.out
}

// texts returns the concatenated files of a folder, in the order of their names.
func texts(t *testing.T, folder string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*"))
	require.NoError(t, err)
	slices.Sort(names)
	var all strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		all.Write(text)
	}
	return all.String()
}

// Errors in the command line are reported, and nothing is written.
func TestUsage(t *testing.T) {
	folder := t.TempDir()
	games, out := filepath.Join(folder, "games.pdn"), filepath.Join(folder, "out")
	require.NoError(t, os.WriteFile(games, []byte("1. c3-b4 b6-a5\n"), 0o666))
	full := filepath.Join(folder, "full")
	require.NoError(t, os.Mkdir(full, 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(full, "letter.txt"), nil, 0o666))
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--output", out}, "no file to judge"},
		{[]string{"--input", games}, "no output folder"},
		{[]string{"--input", games, "--output", out, "--variant", "chess"}, "chess"},
		{[]string{"--input", games, "--output", out, "--write", "verdicts,pictures"}, "--write pictures: expected"},
		{[]string{"--input", games, "--output", out, "--partition", "player"}, "--partition player: expected"},
		{[]string{"--input", games, "--output", out, "--columns", "colour"}, "--columns colour: expected"},
		{[]string{"--input", games, "--output", out, "--encoding", "morse"}, "--encoding morse: expected"},
		{[]string{"--input", games, "--output", out, "--depth", "-1"}, "--depth: expected 0 to"},
		{[]string{"--input", games, "--output", out, "--range", "0"}, "--range: expected"},
		{[]string{"--input", games, "--output", out, "--range", "4 bits"}, "such as 4MB"},
		{[]string{"--input", games, "--output", out, "--event", "Cup"}, "which is not written: --write crosstable"},
		{[]string{"--input", games, "--output", out, "--teams", "--write", "players"}, "which is not written: --write crosstable"},
		{[]string{"--input", games, "--output", out, "more.pdn"}, "more.pdn: name files with --input"},
		{[]string{"--input", games, "--output", full}, "letter.txt; the output folder must be empty"},
		{[]string{"--input", games, "--output", games}, "games.pdn: a file; the output goes to a folder"},
		{[]string{"--input", games, "--output", out, "--runner", "cray"}, "--runner cray: expected prism, flink, spark"},
	} {
		got := run(t, beamCommand(c.args...))
		require.Equal(t, exitFailed, got.code, c.args)
		require.Contains(t, got.errs, c.says)
		require.NoDirExists(t, out)
	}
	for line, says := range map[string]string{
		"--bogus":                   "stolb-beam: --bogus: no such flag\n",
		"--bogus --lang uk":         "stolb-beam: --bogus: такого прапорця немає\n",
		"--lang=ru --depth five":    "stolb-beam: --depth: five — не значение для этого флага\n",
		"--lang=ru --teams=perhaps": "stolb-beam: --teams: perhaps — не значение для этого флага\n",
		"--lang=ru --output":        "stolb-beam: --output: за этим флагом должно стоять значение\n",
		"---":                       "stolb-beam: ---: no such flag\n",
	} {
		got := run(t, beamCommand(strings.Fields(line)...))
		require.Equal(t, exitFailed, got.code, line)
		require.Equal(t, says, got.errs, line)
	}
	got := run(t, beamCommand("--help"))
	require.Equal(t, exitFine, got.code)
	require.Contains(t, got.errs, "--partition")
	require.Contains(t, got.errs, "--runner prism")
}

// The totals are reported as by stolb check.
func TestDone(t *testing.T) {
	c := commandLine{Options: Options{Output: "out"}, language: message.English}
	verdicts := map[string]int64{"legal": 208, "repaired": 14, "illegal": 30, "unreadable": 8}
	require.Equal(t, "260 games in 5 files: 208 legal, 14 repaired, 30 illegal, 8 unreadable; written to out",
		c.done(&Summary{Files: 5, Games: 260, Verdicts: verdicts}).In(c.language))
	verdicts["unjudged"] = 1
	require.Contains(t, c.done(&Summary{Verdicts: verdicts}).In(c.language), "8 unreadable, 1 unjudged;")
}

func stolbCommand(args ...string) *exec.Cmd {
	return exec.Command(stolb, append([]string{"--lang", "en"}, args...)...)
}
