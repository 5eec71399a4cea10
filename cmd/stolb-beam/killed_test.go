package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
)

// A worker that is killed during its work leaves no output under a final name, and the same
// command line then gives the same results as an undisturbed run. Prism retries nothing: it ends
// with the worker, or waits for it for ever and is killed.
func TestKilledWorker(t *testing.T) {
	folder := t.TempDir()
	games, out := filepath.Join(folder, "games"), filepath.Join(folder, "out")
	require.NoError(t, os.Mkdir(games, 0o777))
	w, err := corpus.NewGenerator(record.Bashni, 11)
	require.NoError(t, err)
	w.Layout, w.Spoil = corpus.PDN, 0.1
	var text []byte
	for n := range 2000 {
		text, _ = w.Append(text, n+1)
		text = append(text, '\n')
	}
	require.NoError(t, os.WriteFile(filepath.Join(games, "games.pdn"), text, 0o666))

	who := filepath.Join(folder, "worker")
	environment, err := json.Marshal(map[string]any{"command": os.Args[0], "env": map[string]string{role: worker, pidFile: who}})
	require.NoError(t, err)
	args := []string{
		"--input", filepath.Join(games, "*.pdn"), "--output", out, "--variant", "bashni", "--depth", "5", "--range", "20000", "--worker_binary", os.Args[0],
		"--environment_type", "process", "--environment_config", string(environment),
	}
	first := beamCommand(args...)
	require.NoError(t, first.Start())
	// It is at work when there is a file, still without its final name.
	require.Eventually(t, func() bool {
		entries, _ := os.ReadDir(filepath.Join(out, unfinished)) // not there at first
		return len(entries) > 0
	}, time.Minute, time.Millisecond)
	pid, err := os.ReadFile(who)
	require.NoError(t, err)
	number, err := strconv.Atoi(strings.TrimSpace(string(pid)))
	require.NoError(t, err)
	process, err := os.FindProcess(number)
	require.NoError(t, err)
	require.NoError(t, process.Kill())
	_ = first.Process.Kill() // it may have ended
	require.Error(t, first.Wait())
	entries, err := os.ReadDir(out)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	require.Equal(t, unfinished, entries[0].Name())

	got := run(t, beamCommand(args...))
	require.Equal(t, exitFaults, got.code, got.errs)
	requireSame(t, games, out, "bashni")
	require.NoDirExists(t, filepath.Join(out, unfinished))
}

// The results do not change when bundles fail midway and are repeated, as on Flink, Spark and
// Dataflow. Here the test acts as the runner, with the functions of the pipeline.
func TestFailedBundles(t *testing.T) {
	games, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	writeGames(t, games, 12)
	writeTournament(t, games)
	names, err := listFiles(t.Context(), filepath.Join(games, "*"))
	require.NoError(t, err)
	o := Options{Output: out, Variant: "bashni", Language: "en", Write: what, Partition: []string{"variant"}, Depth: 5, RangeBytes: 4000, Event: cup}
	surveyor, judge := &surveyFn{Options: o}, &judgeFn{Options: o}
	judge.Setup()
	var surveys []File
	var summary Summary
	tell := func(s Summary) { summary = (&sumFn{}).MergeAccumulators(summary, s) }
	for i, name := range names {
		require.NoError(t, surveyor.ProcessElement(t.Context(), File{Index: int64(i), Name: name}, func(_ int, s File) { surveys = append(surveys, s) }, tell))
	}
	var written []Written
	counted := map[string][]Counted{}
	write := func(w Written) { written = append(written, w) }
	failed := 0
	for n, r := range plan(surveys, o.RangeBytes) {
		// The output of a failed bundle is dropped, but not its files. It fails after emitting
		// so many elements.
		left := n % 5
		fail := func() {
			if left--; left < 0 {
				panic("killed")
			}
		}
		err := func() (err error) {
			defer func() {
				if recover() != nil {
					err = errors.New("the worker has died")
				}
			}()
			return judge.ProcessElement(t.Context(), r, func(Written) { fail() },
				func(string, Counted) { fail() }, func(Summary) { fail() })
		}()
		if err != nil {
			failed++
		}
		judge.Setup() // another worker
		require.NoError(t, judge.ProcessElement(t.Context(), r, write,
			func(key string, c Counted) { counted[key] = append(counted[key], c) }, tell))
	}
	require.Greater(t, failed, 20)
	for key, all := range counted {
		require.NoError(t, (&countedFn{o}).ProcessElement(t.Context(), key, each(all), summary, func(Written) {}))
		require.NoError(t, (&countedFn{o}).ProcessElement(t.Context(), key, each(all), summary, write))
	}
	require.NoError(t, (&nameFn{o}).ProcessElement(t.Context(), nil, each(written), summary))
	requireSame(t, games, out, "bashni")
	require.FileExists(t, filepath.Join(out, "stats", "crosstable.partial"))
}

// each returns an iterator of Beam over a slice.
func each[T any](all []T) func(*T) bool {
	return func(next *T) bool {
		if len(all) == 0 {
			return false
		}
		*next, all = all[0], all[1:]
		return true
	}
}

// A file of a worker whose work was repeated is not renamed if it was not emitted; and after a run
// that ended during the renaming, the next one names a file that it left.
func TestWrittenTwice(t *testing.T) {
	ctx, o := context.Background(), Options{Output: filepath.Join(t.TempDir(), "out")}
	write := func(text string) (w Written) {
		err := o.write(ctx, "verdicts/part-1.jsonl", func(to io.Writer) error {
			_, err := io.WriteString(to, text)
			return err
		}, func(written Written) { w = written })
		require.NoError(t, err)
		return w
	}
	write("cut o")
	second := write("whole")
	write("too late")
	name := func(all ...Written) error {
		return (&nameFn{o}).ProcessElement(ctx, nil, func(w *Written) bool {
			if len(all) == 0 {
				return false
			}
			*w, all = all[0], all[1:]
			return true
		}, Summary{})
	}
	// It dies midway: one file is renamed, and another is missing.
	require.Error(t, name(second, Written{unfinished + "/gone", "verdicts/part-2.jsonl"}))
	require.Equal(t, "whole", texts(t, filepath.Join(o.Output, "verdicts")))
	require.NoFileExists(t, filepath.Join(o.Output, summaryName))
	// A retry finds the first one renamed already.
	require.Error(t, name(second, Written{unfinished + "/gone", "verdicts/part-2.jsonl"}))
	require.Equal(t, "whole", texts(t, filepath.Join(o.Output, "verdicts")))

	// Another run does not replace what was renamed.
	require.ErrorContains(t, prepare(ctx, o.Output), "the folder contains")
	require.NoError(t, os.RemoveAll(o.Output))
	require.NoError(t, prepare(ctx, o.Output))
	require.NoError(t, name(write("again")))
	require.Equal(t, "again", texts(t, filepath.Join(o.Output, "verdicts")))
	require.FileExists(t, filepath.Join(o.Output, summaryName))
	require.NoDirExists(t, filepath.Join(o.Output, unfinished))
	require.ErrorContains(t, prepare(ctx, o.Output), "the folder contains")
}

// The ranges have each game once, with its number, line and place, wherever files are divided.
func TestRanges(t *testing.T) {
	folder := t.TempDir()
	writeGames(t, folder, 6)
	games := strings.Repeat("А – Б\n1. c3-d4 b6-c5\n\n", 20)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "sections.txt"), []byte("Вид: башни\n\n"+games+"Русские шашки\n\n"+games), 0o600))
	ctx := context.Background()
	names, err := listFiles(ctx, filepath.Join(folder, "*"))
	require.NoError(t, err)
	type game struct {
		ID                  int64
		File, Text          string
		Number, Line, Place int
		Variant             record.Variant // of the section
	}
	var whole []game
	for _, size := range []int64{1 << 40, 1 << 20, 5000, 900, 40} {
		o := Options{Variant: "bashni", RangeBytes: size, Language: "en"}
		f := &surveyFn{Options: o}
		var surveys []File
		for i, name := range names {
			require.NoError(t, f.ProcessElement(ctx, File{Index: int64(i), Name: name}, func(_ int, s File) { surveys = append(surveys, s) }, func(Summary) {}))
		}
		var all []game
		ranges := plan(surveys, size)
		for _, r := range ranges {
			for _, p := range r.Pieces {
				for text, err := range p.texts(ctx, &o) {
					require.NoError(t, err)
					s := &text.Source
					all = append(all, game{p.Before + int64(s.Number), s.File, strings.Clone(text.Chunk.Text), s.Number, s.Line, int(s.Offset), text.Chunk.Variant})
				}
			}
		}
		if whole != nil {
			require.Equal(t, whole, all, "%d", size)
			require.Greater(t, int64(len(ranges)), min(1<<14/size, 10))
			continue
		}
		whole = all
		require.Len(t, ranges, 1)
		require.Equal(t, strings.Count(runStolb(t, "check", "--variant", "bashni", "--format", "json", folder), "\n"), len(whole))
		for i, g := range whole {
			require.Equal(t, int64(i+1), g.ID)
		}
	}
}
