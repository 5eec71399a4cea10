//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record/message"
)

// Windows has neither signals that a test can send nor modes of files.

// heedSignals makes the commands that a test starts heed signals, even if the tests themselves
// ignore them, as with nohup.
func heedSignals(t *testing.T) {
	heard := make(chan os.Signal, 8)
	signal.Notify(heard, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(heard) })
}

// After Ctrl-C the output has the finished games, in order, and a message that it is incomplete.
func TestInterrupt(t *testing.T) {
	heedSignals(t)
	command := exec.CommandContext(t.Context(), "stolb", "check", "--variant", "bashni", "--format", "json", "-")
	stdin, err := command.StdinPipe()
	require.NoError(t, err)
	stdout, err := command.StdoutPipe()
	require.NoError(t, err)
	var errs bytes.Buffer
	command.Stderr = &errs
	require.NoError(t, command.Start())
	go io.WriteString(stdin, sheets(5000)) // and the pipe stays open

	lines := bufio.NewScanner(stdout)
	lines.Buffer(nil, 1<<20)
	n := 0
	for lines.Scan() {
		var game gameJSON
		require.NoError(t, json.Unmarshal(lines.Bytes(), &game))
		n++
		require.Equal(t, n, game.Game)
		if n == 100 {
			require.NoError(t, command.Process.Signal(os.Interrupt))
		}
	}
	require.NoError(t, lines.Err())
	require.ErrorAs(t, command.Wait(), new(*exec.ExitError))
	require.Equal(t, exitInterrupted, command.ProcessState.ExitCode())
	require.Equal(t, fmt.Sprintf("stolb: interrupted: %d games checked, not all\n", n), errs.String())
}

// After Ctrl-C, SIGTERM and a closed terminal, existing files are unchanged, and no others left.
func TestInterruptedConversion(t *testing.T) {
	heedSignals(t)
	for i, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if i >= 3 && !*thorough {
			break // each signal once, each way once at least
		}
		split := i%2 > 0
		folder := t.TempDir()
		old := filepath.Join(folder, "bashni.pdn")
		require.NoError(t, os.WriteFile(old, []byte("old"), 0o640))
		args := []string{"convert", "--variant", "bashni", "--to", "pdn", "-o", old, "-"}
		if split {
			args = []string{"convert", "--variant", "bashni", "--to", "pdn", "--split", "variant", "--overwrite", "-o", folder, "-"}
		}
		command := exec.CommandContext(t.Context(), "stolb", args...)
		stdin, err := command.StdinPipe()
		require.NoError(t, err)
		var errs bytes.Buffer
		command.Stderr = &errs
		require.NoError(t, command.Start())
		_, err = io.WriteString(stdin, sheets(2000)) // and the pipe stays open
		require.NoError(t, err)
		for len(names(t, folder)) < 2 { // the new one is begun
			time.Sleep(time.Millisecond)
		}
		require.NoError(t, command.Process.Signal(signal))
		require.ErrorAs(t, command.Wait(), new(*exec.ExitError))
		require.Equal(t, exitInterrupted, command.ProcessState.ExitCode(), errs.String())
		require.Contains(t, errs.String(), "stolb: interrupted: nothing is written to "+folder)
		require.Equal(t, []string{"bashni.pdn"}, names(t, folder))
		kept, err := os.ReadFile(old)
		require.NoError(t, err)
		require.Equal(t, "old", string(kept))
	}
}

// The next run removes the temporary files of a killed one, but not of one that is still running.
func TestKilledConversion(t *testing.T) {
	for _, split := range []bool{false, true} {
		folder := t.TempDir()
		out := []string{"-o", filepath.Join(folder, "bashni.pdn")}
		if split {
			out = []string{"--split", "variant", "--overwrite", "-o", folder}
		}
		args := append([]string{"convert", "--variant", "bashni", "--to", "pdn", "-"}, out...)
		begun := func(beside int) *exec.Cmd {
			command := exec.CommandContext(t.Context(), "stolb", args...)
			stdin, err := command.StdinPipe()
			require.NoError(t, err)
			require.NoError(t, command.Start())
			_, err = io.WriteString(stdin, sheets(2000)) // and the pipe stays open
			require.NoError(t, err)
			for len(names(t, folder)) < beside {
				time.Sleep(time.Millisecond)
			}
			return command
		}
		killed := begun(1)
		require.NoError(t, killed.Process.Kill())
		require.Error(t, killed.Wait())
		require.Len(t, names(t, folder), 1)
		running := begun(1)
		ofKilled := "." + strconv.Itoa(killed.Process.Pid) + "-"
		for left := ""; left == "" || strings.Contains(left, ofKilled); left = strings.Join(names(t, folder), " ") {
			time.Sleep(time.Millisecond)
		}
		command := exec.CommandContext(t.Context(), "stolb", args...)
		command.Stdin = strings.NewReader(sheets(1))
		require.NoError(t, command.Run())
		left := names(t, folder)
		require.Len(t, left, 2)
		require.Contains(t, left[0], "."+strconv.Itoa(running.Process.Pid)+"-")
		require.NoError(t, running.Process.Kill())
		require.Error(t, running.Wait())
	}
}

// Other commands that write or serve everything at the end report that there is nothing.
func TestInterruptedBefore(t *testing.T) {
	heedSignals(t)
	for _, test := range []struct {
		args []string
		told string
	}{
		{[]string{"index", "-o", "x.idx", "--variant", "bashni", "-"}, "interrupted: x.idx is not written"},
		{[]string{"explore", "--variant", "bashni", "-"}, "interrupted before all games were read: no pages are served"},
		{[]string{"book", "-o", "x.html", "--variant", "bashni", "-"}, "interrupted: the book was not read to its end; nothing was written"},
	} {
		command := exec.CommandContext(t.Context(), "stolb", test.args...)
		command.Dir = t.TempDir()
		stdin, err := command.StdinPipe()
		require.NoError(t, err)
		var errs bytes.Buffer
		command.Stderr = &errs
		require.NoError(t, command.Start())
		_, err = io.WriteString(stdin, sheets(2000)) // more than a pipe holds, so that it is being read
		require.NoError(t, err)
		require.NoError(t, command.Process.Signal(os.Interrupt))
		require.ErrorAs(t, command.Wait(), new(*exec.ExitError))
		require.Equal(t, exitInterrupted, command.ProcessState.ExitCode(), errs.String())
		require.Equal(t, "stolb: "+test.told+"\n", errs.String())
		require.Empty(t, names(t, command.Dir))
	}
}

// A command that must ignore signals, under nohup or in the background, does.
func TestIgnoredSignals(t *testing.T) {
	for name, signal := range map[string]os.Signal{"HUP": syscall.SIGHUP, "INT": os.Interrupt} {
		command := exec.CommandContext(t.Context(), "sh", "-c", "trap '' "+name+"; exec stolb check --variant bashni --format json -")
		stdin, err := command.StdinPipe()
		require.NoError(t, err)
		stdout, err := command.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, command.Start())
		sent := make(chan struct{})
		go func() {
			defer stdin.Close()
			_, _ = io.WriteString(stdin, sheets(1000))
			<-sent
			_, _ = io.WriteString(stdin, sheets(1000))
		}()
		lines := bufio.NewReader(stdout)
		_, err = lines.ReadString('\n')
		require.NoError(t, err)
		require.NoError(t, command.Process.Signal(signal))
		close(sent)
		rest, err := io.ReadAll(lines)
		require.NoError(t, err)
		require.Equal(t, 1999, bytes.Count(rest, []byte{'\n'}), name)
		require.ErrorAs(t, command.Wait(), new(*exec.ExitError))
		require.Equal(t, exitFaults, command.ProcessState.ExitCode(), name)
	}
}

// A file keeps its mode when it is replaced.
func TestModeIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.pdn")
	require.NoError(t, os.WriteFile(path, nil, 0o640))
	require.Equal(t, exitFine, run([]string{"convert", "--variant", "bashni", "--to", "pdn", "-o", path, "-"}, strings.NewReader(sheets(1)), io.Discard, io.Discard))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.NotZero(t, info.Size())
	require.Equal(t, os.FileMode(0o640), info.Mode())
}

// Ctrl-C ends the output after a whole game and reports the number of games.
func TestGenerateInterrupt(t *testing.T) {
	heedSignals(t)
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
	require.ErrorAs(t, command.Wait(), new(*exec.ExitError))
	require.Equal(t, exitInterrupted, command.ProcessState.ExitCode())

	text := string(head) + string(rest)
	games := strings.Split(text, "\n\n")
	require.Equal(t, "stolb: interrupted: "+message.Of("convert.made", "n", len(games), "all", 2000000000).Error()+"\n", errs.String())
	for _, game := range []string{games[0], games[len(games)-2], games[len(games)-1]} {
		require.Regexp(t, `(?s)^Вид: lasca\nИгрок\d+ – Игрок\d+: 1\. .*\n(1-0|0-1|1/2-1/2)\n?$`, game)
	}
}

// An incomplete file is removed.
func TestGenerateInterruptedFile(t *testing.T) {
	heedSignals(t)
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
	require.ErrorAs(t, command.Wait(), new(*exec.ExitError))
	require.Equal(t, exitInterrupted, command.ProcessState.ExitCode())
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, left)
}

// Ctrl-C while games are counted: exit code 130, and no file is written or left.
func TestInterruptedStats(t *testing.T) {
	heedSignals(t)
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
		require.ErrorAs(t, command.Wait(), new(*exec.ExitError))
		require.Equal(t, exitInterrupted, command.ProcessState.ExitCode(), errs.String())
		require.Regexp(t, `^stolb: interrupted: \d+ games? counted, not all; nothing is written\n$`, errs.String())
		require.Empty(t, out.String())
		require.Empty(t, names(t, folder))
	}
}

// Signals end every long-running command, while it waits for input and while it works, and it
// leaves no files.
func TestSignals(t *testing.T) {
	t.Parallel()
	heedSignals(t)
	folder := t.TempDir()
	within := func(name string) string { return filepath.Join(folder, name) }
	for i, test := range []struct {
		args string
		told string
	}{
		{"check --variant bashni --format json -", " checked, not all"},
		{"check --variant bashni --duplicates -", " checked, not all"},
		{"convert --variant bashni --to json -", " converted, not all"},
		{"convert --variant bashni --to json -o " + within("a") + " -", "nothing is written to " + within("a")},
		{"convert --variant bashni --to pdn --split variant -o " + within("b") + " -", "nothing is written to " + within("b")},
		{"convert --variant bashni --to parquet -o " + within("c") + " -", "nothing is written to " + within("c")},
		{"convert --variant bashni --to json --unique -", "nothing is written"},
		{"show --variant bashni -", "not all positions are shown"},
		{"stats openings --variant bashni -", " counted, not all; nothing is written"},
		{"generate --variant bashni --games 2000000000 --spoil 1 --truth - -o " + within("d"), "nothing is written to " + within("d")},
	} {
		for j, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
			if !*thorough && i > 0 && j != i%3 {
				continue // each command by one signal, the first by each
			}
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

// Ctrl-C ends a command that waits for a reader of its output.
func TestUnreadPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	var errs bytes.Buffer
	_, err := (&streams{ctx: ctx, err: &errs}).create(pipe)
	require.ErrorIs(t, err, errInterrupted)
	require.Equal(t, "stolb: "+message.Say(message.Of("files.stopped"), language)+"\n", errs.String())
}

// A pipe without a writer and an endless device are rejected wherever a manuscript or a flag names
// them: nothing waits for them.
func TestPipesAreRefused(t *testing.T) {
	folder := t.TempDir()
	pipe := filepath.Join(folder, "pipe.md")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	game := filepath.Join(folder, "game.txt")
	require.NoError(t, os.WriteFile(game, []byte("Вид: башни\n1. c3-d4 d6-e5\n"), 0o666))
	manuscript := filepath.Join(folder, "book.md")
	require.NoError(t, os.WriteFile(manuscript, []byte("```game file=pipe.md number=1\n```\n```rounds file=/dev/zero\n```\n"), 0o666))
	for _, args := range [][]string{
		{"book", "--check", pipe},
		{"book", "--check", manuscript},
		{"restore", "--answers", pipe, game},
		{"restore", "--answers", pipe, "--ask", game},
		{"restore", "--confusions", "/dev/zero", game},
		{"stats", "merge", pipe},
		{"solve", "--results", pipe, game},
		{"convert", "--to", "pdn", "--unique", pipe},
		{"restore", game, pipe},
	} {
		told := tell(args...)
		require.NotZero(t, told.code, args)
		require.Contains(t, told.out+told.errs, "a pipe or a device; name a regular file", args)
	}
}
