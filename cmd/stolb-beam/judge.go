package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

func init() {
	register.DoFn5x1[context.Context, Range, func(Written), func(string, Counted), func(Summary), error](&judgeFn{})
}

// judgeFn judges the games of a range. It writes the results to files of the range, and emits the
// counts and the summary, which others merge.
type judgeFn struct {
	Options Options

	parse   func(grammar.Chunk, *record.Game)
	arbiter replay.Arbiter
	report  replay.Report
	game    record.Game
	part    convert.Part
}

func (f *judgeFn) Setup() {
	f.parse = convert.NewParser(f.Options.variant()).ParseInto
}

func (f *judgeFn) ProcessElement(ctx context.Context, r Range, written func(Written), counts func(string, Counted), tell func(Summary)) error {
	first := r.Pieces[0].Before + int64(max(r.Pieces[0].From.Number, 1))
	out := &judged{fn: f, first: first, next: 1, summary: newSummary(), counted: map[string]*statistic{}}
	defer out.discard()
	if err := out.begin(); err != nil {
		return err
	}
	for i := range r.Pieces {
		p := &r.Pieces[i]
		for text, err := range p.texts(ctx, &f.Options) {
			if err == nil {
				err = out.add(text.Chunk, p.Before+int64(text.Source.Number))
			}
			if err != nil {
				return err
			}
		}
	}
	return out.finish(ctx, written, counts, tell)
}

// judged has the results for the games of a range.
type judged struct {
	fn       *judgeFn
	first    int64 // the number of its first game
	summary  Summary
	folder   string // a temporary folder on this machine
	verdicts lines  // of all games
	faults   lines  // of games that are not legal as written
	line     []byte
	dataset  *convert.Writer
	row      func(*replay.Report, *convert.Part) // converts a game for the dataset
	next     int64                               // the number of the next game of the dataset
	counted  map[string]*statistic
}

// lines is a file of JSON lines, which is created with the first line.
type lines struct {
	file   *os.File
	buffer *bufio.Writer
}

func (l *lines) add(path string, line []byte) (err error) {
	if l.file == nil {
		if l.file, err = os.Create(path); err != nil {
			return err
		}
		l.buffer = bufio.NewWriterSize(l.file, 1<<18)
	}
	_, err = l.buffer.Write(line)
	return err
}

func (l *lines) close() error {
	if l.file == nil {
		return nil
	}
	return errors.Join(l.buffer.Flush(), l.file.Close())
}

// begin creates the files on this machine, which are later copied to the output.
func (j *judged) begin() (err error) {
	o := &j.fn.Options
	if j.folder, err = os.MkdirTemp("", "stolb-*"); err != nil {
		return err
	}
	if o.writes("dataset") {
		j.dataset, err = convert.CreateDataset(filepath.Join(j.folder, "dataset"), "parquet",
			convert.WriteOptions{Language: o.language(), Columns: o.Columns, Partition: o.Partition, Provenance: o.Provenance})
		if err == nil {
			j.row = j.dataset.NewWorker()
		}
	}
	return err
}

func (j *judged) add(c grammar.Chunk, id int64) error {
	f := j.fn
	f.parse(c, &f.game)
	r := &f.report
	f.arbiter.Judge(&f.game, f.Options.variant(), r)
	if j.dataset != nil {
		f.part.Verbatim = c.IsWhole()
		j.row(r, &f.part)
		j.dataset.Skip(id - j.next)
		j.next = id + 1
		if err := j.dataset.WritePart(&f.part); err != nil {
			return err
		}
	}
	j.summary.add(r)
	verdicts, isFault := f.Options.writes("verdicts"), r.Verdict != replay.Legal
	if verdicts || isFault {
		j.line = convert.AppendVerdict(j.line[:0], r, f.Options.language())
	}
	var err error
	if verdicts {
		err = j.verdicts.add(filepath.Join(j.folder, "verdicts.jsonl"), j.line)
	}
	if err == nil && isFault {
		err = j.faults.add(filepath.Join(j.folder, "faults.jsonl"), j.line)
	}
	if err == nil {
		err = f.Options.count(j.counted, r)
	}
	return err
}

// finish copies the files to the output, and emits the counts and the summary.
func (j *judged) finish(ctx context.Context, written func(Written), counts func(string, Counted), tell func(Summary)) error {
	err := errors.Join(j.verdicts.close(), j.faults.close())
	if err == nil && j.dataset != nil {
		err = j.dataset.Close()
	}
	if err == nil {
		err = j.carry(ctx, written)
	}
	if err != nil {
		return err
	}
	for key, s := range j.counted {
		c, err := s.counted(j.first)
		if err != nil {
			return err
		}
		counts(key, c)
	}
	tell(j.summary)
	return nil
}

// carry copies the files to the output, under names that no other worker uses.
func (j *judged) carry(ctx context.Context, written func(Written)) error {
	part := fmt.Sprintf("/part-%012d", j.first)
	files := os.DirFS(j.folder)
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		file, err := files.Open(name)
		if err != nil {
			return err
		}
		// dataset/games/variant=lasca/part-0.parquet, dataset/games.parquet or verdicts.jsonl.
		extension := filepath.Ext(name)
		name = strings.TrimSuffix(name, extension)
		if folder, number, ok := strings.Cut(name, "/part-"); ok {
			name = folder + part + "-" + number + extension
		} else {
			name += part + extension
		}
		err = j.fn.Options.write(ctx, name, func(w io.Writer) error {
			_, err := io.Copy(w, file)
			return err
		}, written)
		return errors.Join(err, file.Close())
	})
}

func (j *judged) discard() {
	_ = errors.Join(j.verdicts.close(), j.faults.close())
	if j.dataset != nil {
		j.dataset.Abort()
	}
	if j.folder != "" {
		_ = os.RemoveAll(j.folder)
	}
	for _, s := range j.counted {
		_ = s.kind.Close() // the counts were emitted, or an error returned
	}
}
