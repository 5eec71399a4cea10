package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

func init() {
	register.DoFn8x1[context.Context, *sdf.LockRTracker, Range, func(Written), func(int64, Fault), func(string, Counted), func(int, Played), func(Summary), error](&judgeFn{})
	register.DoFn4x1[context.Context, int64, func(*Fault) bool, func(Written), error](&faultsFn{})
	register.Emitter2[int64, Fault]()
	register.Emitter2[string, Counted]()
	register.Iter1[Fault]()
}

// judgeFn judges the games of a range. What they come to goes into files of their own if
// there is much of it, and else to those who put it together: faults, what was counted,
// the summary.
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

// Fault is the line of JSON on a game that is not legal as it is written.
type Fault struct {
	ID   int64 // the game's, as in the table games
	Line string
}

// faultGames is how many games of the input have their faults in one file.
const faultGames = 100_000

// What is split is a range's pieces: a runner with workers to spare gives them those that
// the one at work has not begun.

// CreateInitialRestriction returns all pieces.
func (f *judgeFn) CreateInitialRestriction(r Range) offsetrange.Restriction {
	return offsetrange.Restriction{End: int64(len(r.Pieces))}
}

// SplitRestriction splits nothing before the work begins: ranges are what plan makes them.
func (f *judgeFn) SplitRestriction(_ Range, pieces offsetrange.Restriction) []offsetrange.Restriction {
	return []offsetrange.Restriction{pieces}
}

// RestrictionSize returns how much work the pieces are, in bytes of the input.
func (f *judgeFn) RestrictionSize(r Range, pieces offsetrange.Restriction) float64 {
	size := int64(0)
	for _, p := range r.Pieces[pieces.Start:pieces.End] {
		size += p.Bytes
	}
	return float64(size)
}

// CreateTracker returns what says which of the pieces are still to be judged.
func (f *judgeFn) CreateTracker(pieces offsetrange.Restriction) *sdf.LockRTracker {
	return sdf.NewLockRTracker(offsetrange.NewTracker(pieces))
}

func (f *judgeFn) ProcessElement(ctx context.Context, pieces *sdf.LockRTracker, r Range,
	written func(Written), faults func(int64, Fault), counts func(string, Counted), played func(int, Played), tell func(Summary)) error {
	out := &judged{fn: f, counted: map[string]Counted{}}
	defer out.discard()
	for i := pieces.GetRestriction().(offsetrange.Restriction).Start; pieces.TryClaim(i); i++ {
		if err := out.addPiece(ctx, &r.Pieces[i], faults); err != nil {
			return err
		}
	}
	return out.finish(ctx, written, counts, played, tell)
}

// judged is what the games of a range come to.
type judged struct {
	fn       *judgeFn
	first    int64 // the number of its first game; 0 before that
	summary  Summary
	verdicts *os.File // lines of JSON
	lines    *bufio.Writer
	line     []byte
	folder   string // of the dataset, on this machine
	dataset  *convert.Writer
	row      func(*replay.Report, *convert.Part) // makes a game of the dataset
	next     int64                               // the number of the next game of the dataset
	counted  map[string]Counted
	games    *stats.Tournament // nil where it is not requested
}

// begin opens what is written on this machine before it goes where it belongs.
func (j *judged) begin(id int64) (err error) {
	j.first, j.next = id, 1
	o := &j.fn.Options
	if o.writes("crosstable") {
		j.games = stats.NewTournament(o.Event, o.Teams)
	}
	if o.writes("verdicts") {
		if j.verdicts, err = os.CreateTemp("", "stolb-verdicts-*"); err != nil {
			return err
		}
		j.lines = bufio.NewWriterSize(j.verdicts, 1<<18)
	}
	if o.writes("dataset") {
		if j.folder, err = os.MkdirTemp("", "stolb-dataset-*"); err != nil {
			return err
		}
		j.dataset, err = convert.CreateDataset(filepath.Join(j.folder, "dataset"), "parquet",
			convert.WriteOptions{Language: o.language(), Columns: o.Columns, Partition: o.Partition, Provenance: o.Provenance})
		if err == nil {
			j.row = j.dataset.NewWorker()
		}
	}
	return err
}

// addPiece judges the games of a piece.
func (j *judged) addPiece(ctx context.Context, p *Piece, faults func(int64, Fault)) error {
	for text, err := range p.texts(ctx, &j.fn.Options) {
		if err != nil {
			return err
		}
		if err := j.add(text.Chunk, p.Before+int64(text.Source.Number), faults); err != nil {
			return err
		}
	}
	return nil
}

// add judges a game.
func (j *judged) add(c grammar.Chunk, id int64, faults func(int64, Fault)) error {
	if j.first == 0 {
		if err := j.begin(id); err != nil {
			return err
		}
	}
	f := j.fn
	f.parse(c, &f.game)
	r := &f.report
	f.arbiter.Judge(&f.game, f.Options.variant(), r)
	if j.dataset != nil {
		f.part.Verbatim = c.Format != grammar.JSON
		j.row(r, &f.part)
		j.dataset.Skip(id - j.next)
		j.next = id + 1
		if err := j.dataset.WritePart(&f.part); err != nil {
			return err
		}
	}
	j.summary.add(r)
	if j.verdicts != nil || r.Verdict != replay.Legal {
		j.line = convert.AppendVerdict(j.line[:0], r, f.Options.language())
	}
	if j.verdicts != nil {
		if _, err := j.lines.Write(j.line); err != nil {
			return err
		}
	}
	if r.Verdict != replay.Legal {
		faults(id/faultGames, Fault{id, string(j.line)})
	}
	if j.games != nil {
		if err := j.games.Add(r); err != nil {
			return err
		}
	}
	return f.Options.count(j.counted, r)
}

// finish hands over what there is.
func (j *judged) finish(ctx context.Context, written func(Written), counts func(string, Counted), played func(int, Played), tell func(Summary)) error {
	if j.first == 0 {
		return nil
	}
	o := &j.fn.Options
	if j.verdicts != nil {
		if err := j.lines.Flush(); err != nil {
			return err
		}
		if err := o.carry(ctx, j.verdicts.Name(), fmt.Sprintf("verdicts/%s.jsonl", part(j.first)), written); err != nil {
			return err
		}
	}
	if j.dataset != nil {
		if err := j.finishDataset(ctx, written); err != nil {
			return err
		}
	}
	if j.games != nil {
		var saved bytes.Buffer
		if err := j.games.Save(&saved); err != nil {
			return err
		}
		played(0, Played{j.first, j.games.Games(), saved.Bytes()})
	}
	for key, c := range j.counted {
		counts(key, c)
	}
	clear(j.counted) // they belong to who puts them together
	tell(j.summary)
	return nil
}

// part names what has the games from that number on.
func part(first int64) string { return fmt.Sprintf("part-%012d", first) }

// finishDataset carries the files of the dataset to the output. There the files of
// one partition, from wherever, have names of their own.
func (j *judged) finishDataset(ctx context.Context, written func(Written)) error {
	if err := j.dataset.Close(); err != nil {
		return err
	}
	root := filepath.Join(j.folder, "dataset")
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		// games/variant=lasca/part-0.parquet, or games.parquet.
		folder, base := filepath.Split(filepath.ToSlash(name))
		extension := filepath.Ext(base)
		base = strings.TrimSuffix(base, extension)
		if number, ok := strings.CutPrefix(base, "part-"); ok {
			name = "dataset/" + folder + part(j.first) + "-" + number + extension
		} else {
			name = "dataset/" + base + "/" + part(j.first) + extension
		}
		return j.fn.Options.carry(ctx, path, name, written)
	})
}

// discard removes what was written on this machine.
func (j *judged) discard() {
	if j.verdicts != nil {
		_ = j.verdicts.Close()
		_ = os.Remove(j.verdicts.Name())
	}
	if j.dataset != nil {
		j.dataset.Abort()
	}
	if j.folder != "" {
		_ = os.RemoveAll(j.folder)
	}
	for _, c := range j.counted {
		c.close()
	}
}

// carry copies a file of this machine to the output.
func (o *Options) carry(ctx context.Context, path, name string, written func(Written)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	err = o.write(ctx, name, func(w io.Writer) error {
		_, err := io.Copy(w, file)
		return err
	}, written)
	return errors.Join(err, file.Close())
}

// faultsFn writes faults to files, in the order of the input.
type faultsFn struct{ Options Options }

func (f *faultsFn) ProcessElement(ctx context.Context, key int64, faults func(*Fault) bool, written func(Written)) error {
	var all []Fault
	for fault := (Fault{}); faults(&fault); {
		all = append(all, fault)
	}
	slices.SortFunc(all, func(a, b Fault) int { return cmp.Compare(a.ID, b.ID) })
	return f.Options.write(ctx, fmt.Sprintf("faults/%s.jsonl", part(max(key*faultGames, 1))), func(w io.Writer) error {
		for _, fault := range all {
			if _, err := io.WriteString(w, fault.Line); err != nil {
				return err
			}
		}
		return nil
	}, written)
}
