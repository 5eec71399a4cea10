package columnar_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")

// judgedAll reads and judges the games of a text, as the command does: rows are
// filled while judging. Of a long one it takes the first 6, unless -thorough asks
// for all.
func judgedAll(t *testing.T, name string, text io.Reader, add func(*replay.Report, *columnar.Rows)) {
	cutter, err := grammar.NewCutter(text, name, "")
	require.NoError(t, err)
	parser := grammar.NewParser()
	var arbiter replay.Arbiter
	for n := 0; n < 6 || *thorough; n++ {
		c, err := cutter.Next()
		if err == io.EOF {
			return
		}
		require.NoError(t, err, name)
		rows := columnar.Rows{Verbatim: true}
		report := new(replay.Report)
		arbiter.Judge(parser.Parse(c), record.UnknownVariant, report)
		rows.Fill(report)
		add(report, &rows)
	}
}

// spoilt are generated games in all layouts, a third of them with a fault.
func spoilt(t *testing.T, add func(*replay.Report, *columnar.Rows)) {
	for _, v := range record.Variants() {
		for _, layout := range []string{corpus.Table, corpus.Run, corpus.Columns, corpus.PDN} {
			w, err := corpus.NewGenerator(v, 5)
			require.NoError(t, err)
			w.Layout, w.Spoil = layout, 0.3
			var text []byte
			for n := range 6 {
				text, _ = w.Append(text, n+1)
				text = append(text, '\n')
			}
			judgedAll(t, fmt.Sprint(v, "-", layout), bytes.NewReader(text), add)
		}
	}
}

// shared are files of ../shared, where they are: every third, or all with -thorough.
func shared(t *testing.T, add func(*replay.Report, *columnar.Rows)) {
	root := filepath.Join("..", "..", "..", "..", "shared", "data")
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".pdn") && !strings.HasSuffix(path, ".txt") {
			return err
		}
		if files++; files%3 > 0 && !*thorough {
			return nil
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		judgedAll(t, path, f, add)
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("there is no ../shared")
	}
	require.NoError(t, err)
}

// requireSame requires that a game has come out as the report's went in, its messages in the
// language in which they were written.
func requireSame(t *testing.T, report *replay.Report, got *record.Game, in message.Language) {
	want, same := *report.Game, *got
	if want.Variant == record.UnknownVariant {
		want.Variant = report.Variant // see Parser.Parse
	}
	what := fmt.Sprintf("%s, game %d", want.Source.File, want.Source.Number)
	require.Equal(t, want.Source.Width == nil, same.Source.Width == nil, what) // a function is like no other
	want.Source.Width, same.Source.Width = nil, nil
	want.Faults = slices.Clone(want.Faults)
	for i := range want.Faults {
		want.Faults[i].Message = message.Verbatim(want.Faults[i].Message.In(in))
	}
	require.Empty(t, difference(&want, &same), what)
	again := replay.Judge(got, record.UnknownVariant)
	require.Equal(t, report.Verdict, again.Verdict, what)
	require.Equal(t, strings.Join(report.Moves, " "), strings.Join(again.Moves, " "), what)
}

// Games are unchanged after writing and reading, in each format and with partitions.
func TestRoundTripOf(t *testing.T) {
	for name, games := range map[string]func(*testing.T, func(*replay.Report, *columnar.Rows)){"spoilt": spoilt, "shared": shared} {
		t.Run(name, func(t *testing.T) {
			var reports []*replay.Report
			files := map[string]*bytes.Buffer{}
			writers := map[string]*columnar.Writer{}
			for _, format := range formats {
				files[format] = new(bytes.Buffer)
				writers[format] = columnar.NewWriter(columnar.Format{Name: format, Columns: every}, map[string]io.Writer{"games": files[format]})
			}
			folders := map[string]string{}
			trees := map[string]*columnar.Writer{}
			for _, format := range []string{"arrow", "parquet"} {
				if !*thorough && (format == "arrow") != (name == "shared") {
					continue // one of them each
				}
				folder := filepath.Join(t.TempDir(), "tree")
				tree, err := columnar.CreateDataset(folder, columnar.Format{Name: format, Columns: every}, "variant", "year")
				require.NoError(t, err)
				defer tree.Abort()
				folders[format], trees[format] = folder, tree
			}
			games(t, func(r *replay.Report, rows *columnar.Rows) {
				reports = append(reports, r)
				for _, w := range writers {
					require.NoError(t, w.WriteRows(rows))
				}
				for _, d := range trees {
					require.NoError(t, d.WriteRows(rows))
				}
			})
			require.Greater(t, len(reports), 100)
			for format, w := range writers {
				require.NoError(t, w.Close())
				r, err := readerOf(format, files[format].Bytes())
				require.NoError(t, err)
				for _, report := range reports {
					got, err := r.Read()
					require.NoError(t, err)
					requireSame(t, report, got, message.English)
				}
				_, err = r.Read()
				require.Equal(t, io.EOF, err)
			}
			type place struct {
				file   string
				number int
			}
			left := map[place]*replay.Report{}
			for _, r := range reports {
				left[place{r.Game.Source.File, r.Game.Source.Number}] = r
			}
			require.Len(t, left, len(reports))
			for format, d := range trees {
				require.NoError(t, d.Close())
				n := 0
				require.NoError(t, filepath.WalkDir(filepath.Join(folders[format], "games"), func(path string, d fs.DirEntry, err error) error {
					if err != nil || d.IsDir() {
						return err
					}
					data, err := os.ReadFile(path)
					require.NoError(t, err)
					r, err := readerOf(format, data)
					require.NoError(t, err)
					for {
						got, err := r.Read()
						if err == io.EOF {
							return nil
						}
						require.NoError(t, err)
						report := left[place{got.Source.File, got.Source.Number}]
						require.NotNil(t, report)
						require.Contains(t, filepath.ToSlash(path), "/variant="+report.Variant.String()+"/year=")
						requireSame(t, report, got, message.English)
						n++
					}
				}))
				require.Equal(t, len(reports), n)
			}
		})
	}
}
