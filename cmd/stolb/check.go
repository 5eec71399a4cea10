package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert/jsonl"
	"github.com/stolb/stolb/convert/records"
	"github.com/stolb/stolb/convert/sarif"
	"github.com/stolb/stolb/convert/source"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

func checkCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "check",
		Example: `
  stolb check sheet.txt
  stolb check --include '*.pdn.gz' archive/
  stolb check --summary --only illegal,unreadable archive/
  stolb check --watch 1987/
  stolb check --format sarif archive/ > stolb.sarif
  stolb check --quiet --strict games.pdn && echo fine
  stolb check --duplicates archive/
  stolb check --format json --part 3/8 archive/ > part-3.jsonl
  stolb check --variant adiukh games/
  zcat games.pdn.gz | stolb check --format json -`,
		ValidArgsFunction: completeRecords,
	}
	flags := command.Flags()
	var k check
	k.plies = math.MaxInt
	variantFlag(flags, &k.asked)
	k.format = choiceFlag(flags, "format", "text", "text", "json", "sarif")
	flags.Var(&k.only, "only", "")
	flags.BoolVar(&k.summary, "summary", false, "")
	flags.BoolVarP(&k.quiet, "quiet", "q", false, "")
	flags.BoolVar(&k.strict, "strict", false, "")
	flags.BoolVarP(&k.watch, "watch", "w", false, "")
	flags.BoolVar(&k.repeats, "duplicates", false, "")
	jobs := jobsFlag(flags)
	encodingFlag(flags, &k.encoding)
	includeFlag(flags, &k.include)
	partFlag(flags, &k.part)
	k.progress = progressFlag(flags)
	command.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return &usageError{message: say("usage.no-file-check")}
		}
		if err := k.contradiction(args); err != nil {
			return err
		}
		k.jobs = *jobs
		defer useProcessors(k.jobs)()
		if k.watch {
			return k.watchFiles(s, args)
		}
		return k.judge(s, args)
	}
	return command
}

// check is what is asked of the command.
type check struct {
	checker
	format, progress *string
	summary, quiet   bool
	watch, repeats   bool
}

// contradiction is the error of flags that do not go together.
func (k *check) contradiction(args []string) error {
	text := *k.format == "text"
	switch {
	case k.quiet && k.summary:
		return &usageError{message: say("usage.one-of", "a", "--quiet", "b", "--summary")}
	case k.summary && !text:
		return &usageError{message: say("usage.summary-is-text", "format", *k.format)}
	case k.repeats && (k.quiet && text || *k.format == "sarif"):
		return &usageError{message: say("usage.duplicates-with")}
	case k.part.asked() && (text && !k.quiet || *k.format == "sarif" || k.repeats):
		return &usageError{message: say("usage.part-json")}
	case k.watch && (k.part.asked() || !text || k.quiet || k.summary || k.repeats):
		return &usageError{message: say("usage.watch-with")}
	case k.watch && slices.Contains(args, "-"):
		return &usageError{message: say("usage.watch-files")}
	}
	return k.part.check(args)
}

// judge judges all games once.
func (k *check) judge(s *streams, args []string) error {
	text := *k.format == "text"
	if k.repeats {
		d, err := newDuplicates(!text)
		if err != nil {
			return err
		}
		defer d.close()
		k.duplicates = d
	} else {
		// There is little to keep from game to game, and looking for it costs
		// more than the memory that is saved.
		defer debug.SetGCPercent(debug.SetGCPercent(400))
	}
	mode := *k.progress
	if k.quiet {
		mode = "never"
	}
	p := s.showProgress(mode, func() int64 { return totalSize(args, k.include, s.in) }, true, k.checker.progress)
	report := textReport{tally: &k.tally, listed: k.listed(args)}
	var err error
	switch {
	case *k.format == "json":
		err = k.run(s, args, appendVerdict, writeText)
	case *k.format == "sarif":
		err = k.writeSARIF(s, args)
	case k.quiet:
		err = k.run(s, args, nil, nil)
	case k.summary:
		k.lines = &fileLines{out: s.out, only: k.only}
		err = k.run(s, args, nil, nil)
	default:
		k.alike = listedAlike
		err = k.run(s, args, report.append, report.write)
	}
	p.finish()
	if text && !k.quiet && (worthTelling(err) || errors.Is(err, errInterrupted)) {
		report.summary(s.out, int(k.files.Load()))
	}
	if took, told := p.took(); told {
		// Behind the summary, where both go to the same terminal.
		if flushed := s.out.Flush(); err == nil || errors.Is(err, errFaults) {
			err = errors.Join(flushed, err)
		}
		if !text {
			report.summary(s.err, int(k.files.Load()))
		}
		fmt.Fprintln(s.err, speed(int(k.tally.games.Load()), k.tally.plies, k.tally.bytes, took))
	}
	return err
}

// listed returns how many legal games are listed: none among many files, where
// somebody looks for what is left to do, and all where they were asked for.
func (k *check) listed(args []string) int {
	if len(k.only) > 0 {
		return math.MaxInt
	}
	files := 0
	enough := errors.New("enough")
	_ = eachFile(args, k.include, func(string) error {
		if files++; files > fewFiles {
			return enough
		}
		return nil
	}, func(error) error { return nil }) // told when it is read
	if files > fewFiles {
		return 0
	}
	return listedLegal
}

// writeSARIF writes the faults as SARIF.
func (k *check) writeSARIF(s *streams, args []string) error {
	log := sarif.NewWriter(s.out)
	log.Version, log.Language, log.Strict = moduleVersion(), language, k.strict
	k.note = log.Note
	err := k.run(s, args, log.AppendResults, func(_ io.Writer, j *judged) error { return log.WriteResults(j.text) })
	if worthTelling(err) || errors.Is(err, errInterrupted) {
		if err := log.Close(err == nil || errors.Is(err, errFaults)); err != nil {
			return err
		}
	}
	return err
}

// checker judges the games of files.
type checker struct {
	asked    record.Variant
	encoding string
	jobs     int
	include  patterns
	part     partValue
	plies    int          // of each game; what follows is not judged
	files    atomic.Int64 // opened so far
	read     atomic.Int64 // bytes of them so far, as they are on the disk
	tally    tally

	only       verdictsValue // tells of games with these alone; of all where there is none
	alike      int           // how many faults of a kind are told in full of a game; 0 for all
	strict     bool          // a result that the board contradicts is a fault, too
	duplicates *duplicates   // nil where nobody asks for them
	lines      *fileLines    // likewise
	note       func(error)   // is told what cannot be read, too; may be nil
}

// tally is what the games judged so far come to.
type tally struct {
	games    atomic.Int64 // the progress bar reads it
	plies    int          // legal moves
	bytes    int64        // of text
	verdicts [replay.Unreadable + 1]int
	nameless int // games of which nobody says what is played
	strict   int // games whose result the board contradicts, where that is asked for

	variations, wrongVariations int // all, and those that cannot be played whole

	faults faultCounts
}

// add adds a game.
func (t *tally) add(j *judged) {
	t.games.Add(1)
	t.plies += j.plies
	t.bytes += int64(j.bytes)
	t.verdicts[j.verdict]++
	if j.nameless {
		t.nameless++
	}
	t.variations += j.variations
	t.wrongVariations += j.wrongVariations
	if j.mismatch {
		t.strict++
	}
	for _, f := range j.faults {
		t.faults.add(f.code, f.n)
	}
}

// progress says how far the work is: bytes read and games.
func (c *checker) progress() (int64, string) {
	return c.read.Load(), say("check.games", "n", int(c.tally.games.Load()))
}

// judged is a game's result as it will be written. The text is reused.
type judged struct {
	verdict  replay.Verdict
	clean    bool // legal, and nothing else to tell
	nameless bool // the variant is not known
	mismatch bool // the board contradicts the result, where that is asked for
	told     bool // it has one of the verdicts that are asked for
	plies    int
	bytes    int
	faults   faultCounts

	variations, wrongVariations int

	text []byte

	source   record.Source
	sequence []byte // for duplicates
}

// appendVerdict appends the line of JSON on a game.
func appendVerdict(dst []byte, r *replay.Report) []byte { return jsonl.AppendVerdict(dst, r, language) }

// writeText writes a result as it is.
func writeText(w io.Writer, j *judged) error {
	_, err := w.Write(j.text)
	return err
}

// chunk is a game's text as a piece of work.
type chunk struct{ grammar.Chunk }

func (c chunk) Size() int { return len(c.Text) }

// run judges each game of all files and makes its text with format, on any
// goroutine, and has the results written in the order of the input; both may be
// nil. What cannot be read is told in its place, and errTold returned at the end;
// else errFaults where a game is not legal.
func (c *checker) run(s *streams, args []string, format func([]byte, *replay.Report) []byte, write func(io.Writer, *judged) error) error {
	newWorker := func() func(chunk, *judged) {
		parser := records.NewParser(c.asked)
		parser.Written().ReuseNotes = true
		arbiter := replay.Arbiter{Alike: c.alike}
		if format == nil {
			arbiter.Alike = 1 // nobody reads any
		}
		var report replay.Report
		var game record.Game
		return func(in chunk, out *judged) {
			parser.ParseInto(in.Chunk, &game)
			game.Plies = game.Plies[:min(c.plies, len(game.Plies))]
			arbiter.Judge(&game, c.asked, &report)
			out.verdict = report.Verdict
			out.clean = isClean(&report)
			out.nameless = isNameless(&report)
			out.plies, out.bytes, out.faults, out.mismatch = len(report.Moves), len(in.Text), out.faults[:0], false
			for i := range report.Faults {
				f := &report.Faults[i]
				out.faults.add(f.Code, 1)
				out.mismatch = out.mismatch || c.strict && f.OnBoard
			}
			out.variations, out.wrongVariations = len(report.Variations), wrongVariations(&report)
			out.text = out.text[:0]
			if out.told = len(c.only) == 0 || slices.Contains(c.only, out.verdict); out.told && format != nil {
				out.text = format(out.text, &report)
			}
			out.source = in.Source
			if c.duplicates != nil {
				out.sequence = report.AppendSequence(out.sequence[:0])
			}
		}
	}
	faults, failed := false, false
	for result, err := range replay.Stream(s.ctx, c.jobs, c.chunks(s, args), newWorker) {
		switch {
		case errors.Is(err, context.Canceled):
			s.tell("check.interrupted", "n", int(c.tally.games.Load()))
			return errInterrupted
		case err != nil:
			s.complain("%v", err)
			if c.note != nil {
				c.note(err)
			}
			failed = true
			continue
		}
		c.tally.add(result)
		faults = faults || result.verdict >= replay.Illegal || result.mismatch
		if c.lines != nil {
			c.lines.add(result)
		}
		if result.told && write != nil {
			if err := write(s.out, result); err != nil {
				return err
			}
		}
		if c.duplicates != nil {
			if err := c.duplicates.add(result.source, result.sequence); err != nil {
				return err
			}
		}
	}
	if c.lines != nil {
		c.lines.flush()
	}
	if c.duplicates != nil {
		if err := c.duplicates.write(s); err != nil {
			return err
		}
	}
	return ending(failed, faults)
}

// chunks cuts the files into the texts of their games. Errors are yielded in
// their place, and the next file follows. A file without a game is an error:
// nobody asks for that on purpose.
func (c *checker) chunks(s *streams, args []string) iter.Seq2[chunk, error] {
	if c.part.asked() {
		return c.partChunks(args, c.part.k-1, c.part.k, c.part.n)
	}
	return func(yield func(chunk, error) bool) {
		stopped := errors.New("stopped")
		fail := func(err error) error {
			if !yield(chunk{}, err) {
				return stopped
			}
			return nil
		}
		_ = eachFile(args, c.include, func(name string) error {
			cutter, file, err := c.open(name, s.in)
			if passedOver(err, args, name) {
				return errPassedOver
			}
			if err != nil {
				return fail(err)
			}
			defer file.Close()
			c.files.Add(1)
			for games := 0; ; games++ {
				next, err := cutter.Next()
				switch {
				case err == nil:
					if !yield(chunk{next}, nil) {
						return stopped
					}
				case err != io.EOF:
					return fail(message.Of("files.cut-short", "file", name, "why", err, "n", games))
				case games == 0:
					return fail(message.Of("files.no-game", "file", name))
				default:
					return nil
				}
			}
		}, fail)
	}
}

// open returns what cuts a file into the texts of its games, and the file, to
// be closed.
func (c *checker) open(name string, stdin io.Reader) (records.Source, io.Closer, error) {
	if table, file, err := source.OpenTable(name); err != nil || table != nil {
		if err != nil {
			err = message.Of("message.path", "path", name, "why", err)
		}
		return table, file, err
	}
	file, err := open(name, stdin, &c.read)
	if err != nil {
		return nil, nil, err
	}
	text, table, err := source.Stream(file)
	if err == nil && table != nil {
		return table, file, nil
	}
	var cutter *grammar.Cutter
	if err == nil {
		cutter, err = grammar.NewCutter(text, name, c.encoding)
	}
	if err != nil {
		return nil, nil, errors.Join(message.Of("message.path", "path", name, "why", err), file.Close())
	}
	// What comes through a pipe is judged as it comes, and not only when there is
	// enough of it to be cut by several at once.
	if jobs := c.jobs; jobs != 1 && runtime.GOMAXPROCS(0) > 1 && isFile(name) {
		if jobs == 0 {
			jobs = runtime.GOMAXPROCS(0)
		}
		parallel := cutter.Parallel(jobs)
		return records.NewCutter(parallel, c.asked), closers{parallel, file}, nil
	}
	return records.NewCutter(cutter, c.asked), file, nil
}

// isFile says whether a name is a regular file's.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return name != "-" && err == nil && info.Mode().IsRegular()
}

// closers are closed one behind the other.
type closers []io.Closer

func (all closers) Close() error {
	var err error
	for _, c := range all {
		err = errors.Join(err, c.Close())
	}
	return err
}
