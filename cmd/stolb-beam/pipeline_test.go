package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"github.com/stolb/stolb/cmd/internal/partial"
	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// writeGames writes generated games of every layout and several variants to a folder, in several
// encodings and compressed, a third of them with a fault, and the games of the corpus.
func writeGames(t *testing.T, folder string, games int) {
	write := func(name string, text []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), text, 0o666))
	}
	for i, layout := range corpus.Layouts() {
		w, err := corpus.NewGenerator([]record.Variant{record.Bashni, record.Lasca, record.Adiukh, record.Russian}[i], 7)
		require.NoError(t, err)
		w.Layout, w.Spoil = layout, 0.3
		text := []byte("\ufeff\n\n  \n")
		for n := range games {
			text, _ = w.Append(text, n+1)
			text = append(text, "\n\n"[:1+n%2]...)
		}
		write(layout+".txt", text)
		var packed bytes.Buffer
		packer := gzip.NewWriter(&packed)
		_, err = packer.Write(text)
		require.NoError(t, err)
		require.NoError(t, packer.Close())
		write(layout+".gz", packed.Bytes())
		if layout == corpus.PDN {
			continue
		}
		narrow, err := charmap.Windows1251.NewEncoder().Bytes(bytes.ReplaceAll(text[3:], []byte("\n"), []byte("\r\n")))
		require.NoError(t, err)
		write(layout+".cp1251", narrow)
	}
	source := filepath.Join(folder, string(corpus.PDN)+".txt")
	write("games.jsonl", []byte(runStolb(t, "convert", "--to", "json", source)))
	write("games.arrows", []byte(runStolb(t, "convert", "--to", "arrow", "--table", "games", source)))
	write("games.parquet", []byte(runStolb(t, "convert", "--to", "parquet", "--table", "games", source)))
	for i, c := range corpus.Games() {
		write(fmt.Sprintf("corpus-%02d.txt", i), []byte(c.Text))
	}
}

// cup is the event of the games of writeTournament.
const cup = "Кубок городов"

// writeTournament writes the games of a five-fold round robin to files of a folder, mixed with
// games of others and some that were not played, have no result or have no names.
func writeTournament(t *testing.T, folder string) {
	made, err := corpus.NewGenerator(record.Bashni, 17)
	require.NoError(t, err)
	players := []string{"Иванов", "Петров", "Сидоров", "Кравец", "Ли", "Оджба"}
	teams := []string{"Самара", "Киев"}
	for round := 1; round <= 5; round++ {
		var text bytes.Buffer
		w, err := convert.NewWriter("pdn", &text, convert.WriteOptions{})
		require.NoError(t, err)
		for i, white := range players {
			for j, black := range players[:i] {
				g := made.Next()
				sides := []string{white, black, teams[i%2], teams[(i+1)%2]}
				if (round+i+j)%2 == 0 {
					sides = []string{black, white, teams[(i+1)%2], teams[i%2]}
				}
				g.Tags = slices.DeleteFunc(g.Tags, func(tag record.Tag) bool { return tag.Name == "White" || tag.Name == "Black" })
				for n, name := range []string{"White", "Black", "WhiteTeam", "BlackTeam"} {
					g.Tags = append(g.Tags, record.Tag{Name: name, Value: sides[n]})
				}
				g.Tags = append(g.Tags, record.Tag{Name: "Event", Value: cup}, record.Tag{Name: "Round", Value: fmt.Sprint(round)})
				require.NoError(t, w.Write(replay.Judge(g, record.Bashni)))
			}
		}
		require.NoError(t, w.Close())
		for _, tags := range []string{
			`[White "Ли"] [Black "Оджба"] [Result "1-0"] 1-0`, `[White "?"] [Black "Ли"] [Result "0-1"] 0-1`,
			`[White "Кравец"] [Black "Петров"] [Result "*"] *`, `[White "Сидоров"] [Black ""] [Termination "unplayed"] [Result "1-0"] 1-0`,
		} {
			event := cup
			if strings.Contains(tags, "Оджба") {
				event = "Другой"
			}
			fmt.Fprintf(&text, "\n[Event %q] [Variant \"bashni\"]\n%s\n", event, strings.ReplaceAll(tags, "] ", "]\n"))
		}
		require.NoError(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf("cup-%d.pdn", round)), text.Bytes(), 0o666))
	}
}

// rows returns the rows of all files of a table of a dataset, sorted, by their partition.
func rows(t *testing.T, folder string) map[string][]string {
	all := map[string][]string{}
	require.NoError(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		within, err := filepath.Rel(folder, filepath.Dir(path))
		require.NoError(t, err)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		file, err := parquet.OpenFile(bytes.NewReader(text), int64(len(text)))
		require.NoError(t, err)
		columns := fmt.Sprint(file.Schema().Columns())
		for _, group := range file.RowGroups() {
			reader := group.Rows()
			for buffer := make([]parquet.Row, 64); ; {
				n, err := reader.ReadRows(buffer)
				for _, row := range buffer[:n] {
					all[within] = append(all[within], columns+fmt.Sprintf("%+v", row))
				}
				if errors.Is(err, io.EOF) {
					break
				}
				require.NoError(t, err)
			}
			require.NoError(t, reader.Close())
		}
		return nil
	}))
	for _, of := range all {
		slices.Sort(of)
	}
	return all
}

// requireSame checks that the output of stolb-beam for a folder of games equals that of stolb,
// with the same variant.
func requireSame(t *testing.T, games, out, variant string) {
	t.Helper()
	check := []string{"check", "--variant", variant, "--format", "json"}
	same := func(want, got, what string) { // the texts are too long to print
		t.Helper()
		require.NotEmpty(t, want, what)
		require.True(t, want == got, what)
	}
	same(runStolb(t, append(check, games)...), texts(t, filepath.Join(out, "verdicts")), "verdicts")
	same(runStolb(t, append(check, "--only", "repaired,unjudged,illegal,unreadable", games)...), texts(t, filepath.Join(out, "faults")), "faults")

	dataset := filepath.Join(t.TempDir(), "dataset")
	runStolb(t, "convert", "--variant", variant, "--to", "parquet", "--partition", "variant", "-o", dataset, games)
	for _, table := range []string{"games", "plies", "faults"} {
		want := rows(t, filepath.Join(dataset, table))
		require.NotEmpty(t, want)
		require.Equal(t, want, rows(t, filepath.Join(out, "dataset", table)), table)
	}

	// Records that do not name their variant have the given one, for every statistic.
	judged := filepath.Join(t.TempDir(), "judged.jsonl")
	runStolb(t, "convert", "--variant", variant, "--to", "json", "-o", judged, games)
	partials, err := filepath.Glob(filepath.Join(out, "stats", "*.partial"))
	require.NoError(t, err)
	var kinds []string
	for _, file := range partials {
		name := strings.TrimSuffix(filepath.Base(file), ".partial")
		kind, of, _ := strings.Cut(name, "-")
		kinds = append(kinds, name)
		args := []string{"stats", kind, "--format", "json"}
		switch kind {
		case "openings":
			args = append(args, "--depth", "5", "--variant", of)
		case "crosstable":
			args = append(args, "--event", cup)
		}
		same(runStolb(t, append(args, judged)...), runStolb(t, "stats", "merge", "--format", "json", file), name)
	}
	require.Contains(t, kinds, "players")
	require.Contains(t, kinds, "openings-"+variant)
}

// The results of Beam's workers are those of stolb on one machine: verdicts to the byte, tables
// except for the order of their rows, and statistics.
func TestSameAnswers(t *testing.T) {
	games, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	writeGames(t, games, 40)
	got := run(t, beamCommand("--input", filepath.Join(games, "*"), "--output", out, "--variant", "bashni", "--depth", "5", "--range", "6000"))
	require.Equal(t, exitFaults, got.code, got.errs)
	requireSame(t, games, out, "bashni")
	parts, err := filepath.Glob(filepath.Join(out, "verdicts", "*"))
	require.NoError(t, err)
	require.Greater(t, len(parts), 20, "it was hardly divided")
	require.NoDirExists(t, filepath.Join(out, unfinished))

	from, err := convert.ReadProvenance(filepath.Join(out, provenanceName))
	require.NoError(t, err)
	require.Contains(t, string(from), `"sha256":"`)
	text, err := os.ReadFile(filepath.Join(out, summaryName))
	require.NoError(t, err)
	var s Summary
	require.NoError(t, json.Unmarshal(text, &s))
	verdicts := strings.Split(strings.TrimSuffix(texts(t, filepath.Join(out, "verdicts")), "\n"), "\n")
	require.Equal(t, int64(len(verdicts)), s.Games)
	require.Contains(t, got.errs, fmt.Sprintf("%d games in %d files", s.Games, s.Files))

	again := run(t, beamCommand("--input", filepath.Join(games, "*"), "--output", out, "--variant", "bashni"))
	require.Equal(t, exitFailed, again.code)
	require.Contains(t, again.errs, "the folder contains")
}

// A job server in another process, to which the pipeline is submitted as to those of Flink and
// Spark, gives the same results. It is Prism, Beam's own.
func TestJobServer(t *testing.T) {
	free, err := net.Listen("tcp", "localhost:0")
	require.NoError(t, err)
	port := free.Addr().(*net.TCPAddr).Port
	require.NoError(t, free.Close())
	_, err = prism.CreateJobServer(t.Context(), prism.Options{Port: port})
	require.NoError(t, err)
	games := t.TempDir()
	writeGames(t, games, 5)
	for _, runner := range []string{"universal", "flink", "spark"} {
		out := filepath.Join(t.TempDir(), "out")
		got := run(t, beamCommand("--input", filepath.Join(games, "*"), "--output", out, "--variant", "bashni", "--depth", "5", "--range", "3000",
			"--runner", runner, "--endpoint", fmt.Sprintf("localhost:%d", port), "--environment_type", "loopback"))
		require.Equal(t, exitFaults, got.code, got.errs)
		requireSame(t, games, out, "bashni")
	}
}

// A crosstable lists the games of two participants in their order, whichever workers counted them.
func TestCrosstable(t *testing.T) {
	games := t.TempDir()
	writeTournament(t, games)
	for _, teams := range [][]string{nil, {"--teams"}} {
		out := filepath.Join(t.TempDir(), "out")
		args := []string{"--input", filepath.Join(games, "*"), "--output", out, "--write", "crosstable", "--range", "3000", "--event", cup}
		got := run(t, beamCommand(append(args, teams...)...))
		require.Equal(t, exitFine, got.code, got.errs)
		saved := filepath.Join(out, "stats", "crosstable.partial")
		for _, more := range [][]string{{"--format", "json"}, {"--format", "text"}, {"--format", "json", "--rules", "ukrainian", "--win", "2", "--system", "swiss"}} {
			one := slices.Concat([]string{"stats", "crosstable", "--event", cup}, teams, more, []string{games})
			want, got := runStolb(t, one...), runStolb(t, slices.Concat([]string{"stats", "merge"}, more, []string{saved})...)
			require.Contains(t, want, map[bool]string{true: "Самара", false: "Сидоров"}[teams != nil])
			require.Equal(t, want, got, "%v %v", teams, more)
		}
	}
	out := filepath.Join(t.TempDir(), "out")
	got := run(t, beamCommand("--input", filepath.Join(games, "*"), "--output", out, "--write", "players"))
	require.Equal(t, exitFine, got.code, got.errs)
	require.NoFileExists(t, filepath.Join(out, "stats", "crosstable.partial"))
}

// The counts of ranges can be merged in any order.
func TestTournamentInAnyOrder(t *testing.T) {
	folder := t.TempDir()
	writeTournament(t, folder)
	want := stats.NewTournament(cup, false)
	var ranges []Counted
	id := int64(1)
	for round := 1; round <= 5; round++ {
		text, err := os.ReadFile(filepath.Join(folder, fmt.Sprintf("cup-%d.pdn", round)))
		require.NoError(t, err)
		cutter, err := grammar.NewCutter(bytes.NewReader(text), "cup.pdn", "")
		require.NoError(t, err)
		games, err := newStatistic(partial.Head{Kind: "crosstable", Params: partial.Params{Event: cup}})
		require.NoError(t, err)
		first := id
		for ; ; id++ {
			chunk, err := cutter.Next()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			r := replay.Judge(grammar.NewParser().Parse(chunk), record.UnknownVariant)
			require.NoError(t, want.Add(r))
			require.NoError(t, games.kind.Add(r))
		}
		c, err := games.counted(first)
		require.NoError(t, err)
		ranges = append(ranges, c)
	}
	require.Greater(t, want.Games(), 70)
	whole, err := whole("crosstable", each([]Counted{ranges[3], ranges[0], ranges[4], ranges[2], ranges[1]}))
	require.NoError(t, err)
	var got, saved bytes.Buffer
	require.NoError(t, whole.kind.Save(&got))
	require.NoError(t, want.Save(&saved))
	require.Equal(t, saved.String(), got.String())
}

// Unreadable input is reported, and the rest is judged as usual.
func TestUnread(t *testing.T) {
	games, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	writeGames(t, games, 3)
	packed, err := os.ReadFile(filepath.Join(games, "pdn.gz"))
	require.NoError(t, err)
	for name, text := range map[string][]byte{"cut.gz": packed[:len(packed)*2/3], "empty.pdn": nil, "book.xlsx": []byte("PK\x03\x04 xl/")} {
		require.NoError(t, os.WriteFile(filepath.Join(games, name), text, 0o666))
	}
	got := run(t, beamCommand("--input", filepath.Join(games, "*"), "--input", filepath.Join(games, "nowhere.pdn"), "--output", out, "--write", "verdicts", "--range", "2kB"))
	require.Equal(t, exitFailed, got.code, got.errs)
	want := run(t, stolbCommand("check", "--format", "json", games))
	require.Equal(t, want.out, texts(t, filepath.Join(out, "verdicts")))
	told := func(errs, program string) (lines []string) {
		for line := range strings.Lines(errs) {
			if why, ok := strings.CutPrefix(line, program+": "); ok && strings.Contains(why, games) {
				lines = append(lines, why)
			}
		}
		slices.Sort(lines)
		return lines
	}
	missing := filepath.Join(games, "nowhere.pdn") + ": no such file\n"
	beams := slices.DeleteFunc(told(got.errs, "stolb-beam"), func(line string) bool { return line == missing })
	require.Equal(t, told(want.errs, "stolb"), beams)
	require.Contains(t, got.errs, missing)
	require.Len(t, beams, 3)
	require.NoDirExists(t, filepath.Join(out, "dataset"))
}
