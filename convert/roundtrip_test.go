// Package convert holds a package for each format, and tests that games survive them all.
package convert

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/internal/jsonl"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")
var _ = debug.SetGCPercent(400) // the heaps are small, and collecting them takes time

// format is a format with its reader and writer.
type format struct {
	name, to string
	read     grammar.Format
	o        WriteOptions
}

var (
	inPDN  = format{"pdn", "pdn", grammar.PDN, WriteOptions{}}
	inJSON = format{"json", "json", grammar.JSON, WriteOptions{}}
)

func inSheets(layout string, notation replay.Notation, language message.Language) format {
	return format{
		fmt.Sprintf("sheet %s %d %s", layout, notation, language), "sheet", grammar.Sheet,
		WriteOptions{Layout: layout, Notation: notation, Words: language},
	}
}

// read returns the judged games of a text.
func (f format) games(t testing.TB, text string, asked record.Variant) []*replay.Report {
	cutter, err := grammar.NewCutter(strings.NewReader(text), "games", "")
	require.NoError(t, err)
	cutter.SetFormat(f.read)
	parser := NewParser(record.UnknownVariant)
	var reports []*replay.Report
	for {
		chunk, err := cutter.Next()
		if err == io.EOF {
			return reports
		}
		require.NoError(t, err)
		g := new(record.Game)
		parser.ParseInto(chunk, g)
		reports = append(reports, replay.Judge(g, asked))
	}
}

func (f format) text(t testing.TB, reports []*replay.Report) string {
	var b bytes.Buffer
	w, err := NewWriter(f.to, &b, f.o)
	require.NoError(t, err)
	for _, r := range reports {
		require.NoError(t, w.Write(r))
	}
	require.NoError(t, w.Close())
	return b.String()
}

// failing is a writer that fails after some bytes.
type failing struct{ left int }

var errFull = errors.New("full")

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriterKeepsItsError(t *testing.T) {
	generator, err := corpus.NewGenerator(record.Lasca, 1)
	require.NoError(t, err)
	r := replay.Judge(generator.Next(), record.Lasca)
	for _, f := range []format{inPDN, inJSON, inSheets("", replay.Full, message.Russian)} {
		w, err := NewWriter(f.to, &failing{left: 100_000}, f.o)
		require.NoError(t, err)
		for range 1000 {
			if err = w.Write(r); err != nil {
				break
			}
		}
		require.ErrorIs(t, err, errFull)
		require.ErrorIs(t, w.Write(r), errFull)
		require.ErrorIs(t, w.Close(), errFull)
	}
}

// same requires that two games agree in everything that all formats keep.
func same(t testing.TB, want, got *replay.Report, about string) {
	about += "\n" + want.Game.Text + "\n" + got.Game.Text
	require.Equal(t, want.Variant, got.Variant, about)
	require.Equal(t, strings.Join(want.Moves, " "), strings.Join(got.Moves, " "), about)
	require.Equal(t, want.Final, got.Final, about)
	require.Equal(t, want.Over, got.Over, about)
	require.Equal(t, want.Score, got.Score, about)
	require.Equal(t, want.Verdict >= replay.Illegal, got.Verdict >= replay.Illegal, about)
	require.Equal(t, want.Game.Tag("White"), got.Game.Tag("White"), about)
	require.Equal(t, want.Game.Tag("Black"), got.Game.Tag("Black"), about)
	require.Equal(t, outcome(want), outcome(got), about)
	require.Equal(t, want.Game.Result.Manner, got.Game.Result.Manner, about)
}

// outcome returns a game's result as in PDN, where no result is * and 2-0 counts as 1-0.
func outcome(r *replay.Report) string {
	switch r.Game.Result.Outcome {
	case record.NoResult, record.Unfinished:
		return "*"
	case record.Points, record.Unplayed:
		return r.Game.Result.String()
	}
	return fmt.Sprint(r.Game.Result.Outcome)
}

// Text converted to PDN, JSON, sheets and PDN again gives the same games and the same PDN, for
// generated games of every variant, some with planted faults.
func TestThroughAllFormats(t *testing.T) {
	for _, v := range record.Variants() {
		for i, layout := range []string{grammar.Table, grammar.Run, grammar.Columns} {
			t.Run(fmt.Sprint(v, " ", layout), func(t *testing.T) {
				w, err := corpus.NewGenerator(v, uint64(i))
				require.NoError(t, err)
				w.Layout, w.Spoil = layout, 0.3
				var text []byte
				games := 2
				if *thorough {
					games = 30
				}
				for n := range games {
					text, _ = w.Append(text, n+1)
					text = append(text, '\n')
				}
				sheets := inSheets(layout, replay.Notation(i%2), []message.Language{message.Russian, message.Ukrainian, message.English}[i])
				first := sheets.games(t, string(text), record.UnknownVariant)
				require.Len(t, first, games)
				through(t, first, inPDN, inJSON, sheets, inPDN)
			})
		}
	}
}

// through converts the games through the formats and requires that they stay the same and that
// the last text equals the first. In sheets, games that are not legal gain a remark, once: their
// text is the same in the second round.
func through(t testing.TB, games []*replay.Report, formats ...format) {
	now, text, before := games, "", ""
	for range 2 {
		before = text
		for _, f := range formats {
			text = f.text(t, now)
			now = f.games(t, text, record.UnknownVariant)
			require.Len(t, now, len(games), f.name)
			for i := range games {
				same(t, games[i], now[i], f.name)
			}
		}
	}
	require.Equal(t, before, text)
	var first, last []*replay.Report
	for i := range games {
		if games[i].Verdict < replay.Illegal {
			first, last = append(first, games[i]), append(last, now[i])
		}
	}
	f := formats[0]
	require.Equal(t, plain(f.text(t, first)), plain(f.text(t, last)))
}

var numericCapture = regexp.MustCompile(`^\d+(:\d+)+\W*$`)

// plain reduces PDN to what sheets keep: without tags that have no value, trailing spaces in
// values, and SetUp, which only announces a FEN; without marks and NAGs, which become signs; with
// tags sorted by name, variations as comments, and the notation of sheets.
func plain(text string) string {
	var b strings.Builder
	var tags []string
	for line := range strings.Lines(text) {
		name, value, tag := strings.Cut(strings.TrimSuffix(line, "\"]\n"), " \"")
		if tag && line[0] == '[' {
			if value = strings.TrimSpace(value); value != "" && !strings.EqualFold(name, "[SetUp") {
				tags = append(tags, name+" \""+value+"\"]")
			}
			continue
		}
		slices.Sort(tags)
		for _, t := range tags {
			b.WriteString(t + "\n")
		}
		tags = nil
		for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("(){}", r) }) {
			if numericCapture.MatchString(word) {
				word = strings.ReplaceAll(word, ":", "x")
			}
			word = strings.TrimRight(word, "!?‼⁇⁉⁈")
			if strings.Trim(word, "0123456789.$+-−=±∓*") != "" { // numbers stand where comments end
				b.WriteString(word + "\n")
			}
		}
	}
	return b.String()
}

// The games of the rule books survive, too.
func TestBooksThroughAllFormats(t *testing.T) {
	for _, c := range corpus.Games() {
		t.Run(c.Name, func(t *testing.T) {
			for i, layout := range []string{grammar.Table, grammar.Run, grammar.Columns} {
				sheets := inSheets(layout, replay.Notation(i%2), message.Ukrainian)
				games := sheets.games(t, c.Text, c.Variant)
				through(t, games, inPDN, inJSON, sheets, inPDN)
			}
		})
	}
}

// So do the files of the PDN standard whose variants are known.
func TestStandardThroughAllFormats(t *testing.T) {
	folder := filepath.Join("..", "..", "shared", "data", "pdn")
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("%s is not there", folder)
	}
	games := 0
	for _, sub := range []string{"succeed", "fail"} {
		entries, err := os.ReadDir(filepath.Join(folder, sub))
		require.NoError(t, err)
		for _, entry := range entries {
			t.Run(entry.Name(), func(t *testing.T) {
				text, err := os.ReadFile(filepath.Join(folder, sub, entry.Name()))
				require.NoError(t, err)
				var known []*replay.Report
				for _, r := range inPDN.games(t, string(text), record.UnknownVariant) {
					if r.Variant != record.UnknownVariant {
						known = append(known, r)
					}
				}
				if games += len(known); !*thorough && len(known) > 3 {
					known = known[:3]
				}
				sheets := inSheets(grammar.Table, replay.Full, message.English)
				through(t, known, inPDN, inJSON, sheets, inJSON, inPDN)
			})
		}
	}
	t.Logf("%d games", games)
	require.Greater(t, games, 500)
}

// Any comment survives, anywhere in a game.
func TestCommentsThroughAllFormats(t *testing.T) {
	for _, said := range []string{
		"white wins", "1-0", "Ничья", "illegible", "нрзб", "?", "??", "...", "-", "=", "*", "5", "3)", "0:15", "5:13", "a3-b4", "исправлено на c3-d4",
		"лучше 3...f6-e5", "1. c3-d4 b6-c5 2. d4:b6 a7:c5", "[", "a [b] c", "<s>c3-d4</s>", "~~c3-d4~~", "game time 0:15", "0-1 в 3-й партии",
		"Белые: Иванов", "Иванов – Петров", "Партия № 2", strings.Repeat("1. c3-b4 ", 100),
	} {
		said = strings.TrimSpace(said)
		text := "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Variant \"bashni\"]\n\n1. c3-b4 {" + said + "} b6-c5 2. b4-a5 a7-b6 {" + said + "} 3. b2-c3 c5-b4 4. a3:a7 {" + said + "} 1-0\n"
		want := inPDN.games(t, text, record.UnknownVariant)
		for i, layout := range []string{grammar.Table, grammar.Run, grammar.Columns} {
			sheets := inSheets(layout, replay.Full, []message.Language{message.Russian, message.Ukrainian, message.English}[i])
			written := sheets.text(t, want)
			got := sheets.games(t, written, record.UnknownVariant)
			require.Len(t, got, 1, written)
			same(t, want[0], got[0], written)
			for ply := range want[0].Game.Plies {
				require.Equal(t, want[0].Game.Plies[ply].Note == nil, got[0].Game.Plies[ply].Note == nil, written)
				if n := want[0].Game.Plies[ply].Note; n != nil {
					require.Equal(t, n.Comments, got[0].Game.Plies[ply].Note.Comments, written)
				}
			}
		}
	}
}

// Each format preserves the number of games in any text, and their moves; no illegal game becomes
// legal.
func FuzzThroughFormats(f *testing.F) {
	for _, c := range corpus.Games() {
		f.Add(c.Text, uint8(c.Variant))
	}
	for _, v := range record.Variants() {
		generator, err := corpus.NewGenerator(v, 1)
		require.NoError(f, err)
		g := generator.Next()
		g.Plies, g.Result = g.Plies[:8], record.Result{}
		r := replay.Judge(g, v)
		for _, format := range []format{inPDN, inJSON} {
			f.Add(format.text(f, []*replay.Report{r}), uint8(0))
		}
	}
	f.Add("[FEN \"  \"]\n\n1. c3-b4 /FEN \" \"/ *\n", uint8(1))
	f.Fuzz(func(t *testing.T, text string, asked uint8) {
		// A single parser serves all: it keeps the words that it has read.
		written := grammar.NewParser()
		games := func(text string, asked record.Variant) []*replay.Report {
			cutter, err := grammar.NewCutter(strings.NewReader(text), "x", "")
			require.NoError(t, err)
			written.Variant = asked
			var reports []*replay.Report
			for {
				chunk, err := cutter.Next()
				if err != nil {
					return reports
				}
				g := new(record.Game)
				if chunk.Format == grammar.JSON {
					jsonl.ParseInto(chunk, g)
				} else {
					written.ParseInto(chunk, g)
				}
				reports = append(reports, replay.Judge(g, asked))
			}
		}
		reports := games(text, record.Variant(asked%uint8(len(record.Variants())+1)))
		for _, f := range []format{
			inJSON, inPDN, inSheets(grammar.Table, replay.Full, message.Russian),
			inSheets(grammar.Run, replay.Short, message.Ukrainian), inSheets(grammar.Columns, replay.Short, message.English),
		} {
			for _, r := range reports {
				text := f.text(t, []*replay.Report{r})
				again := games(text, record.UnknownVariant)
				if f.name != "json" && r.Variant == record.UnknownVariant {
					continue // written as recorded
				}
				if len(r.Game.Plies) == 0 && strings.HasPrefix(f.name, "sheet") {
					continue // a sheet needs moves
				}
				require.Len(t, again, 1, "%s: %q", f.name, text)
				require.Equal(t, strings.Join(r.Moves, " "), strings.Join(again[0].Moves, " "), "%s: %q", f.name, text)
				require.Equal(t, r.Verdict >= replay.Illegal, again[0].Verdict >= replay.Illegal, "%s: %q", f.name, text)
			}
		}
	})
}
