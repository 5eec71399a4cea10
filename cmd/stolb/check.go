package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record"
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
	k.open(s, args)
	p := s.showProgress(mode, k.in.Size, true, k.checker.progress)
	report := textReport{tally: &k.tally, listed: k.listed()}
	var err error
	switch {
	case *k.format == "json":
		err = k.run(s, appendVerdict, writeText)
	case *k.format == "sarif":
		err = k.writeSARIF(s)
	case k.quiet:
		err = k.run(s, nil, nil)
	case k.summary:
		k.lines = &fileLines{out: s.out, only: k.only}
		err = k.run(s, nil, nil)
	default:
		err = k.run(s, report.append, report.write)
	}
	p.finish()
	if text && !k.quiet && (worthTelling(err) || errors.Is(err, errInterrupted)) {
		report.summary(s.out, k.in.FilesRead())
	}
	if took, told := p.took(); told {
		// Behind the summary, where both go to the same terminal.
		if flushed := s.out.Flush(); err == nil || errors.Is(err, errFaults) {
			err = errors.Join(flushed, err)
		}
		if !text {
			report.summary(s.err, k.in.FilesRead())
		}
		fmt.Fprintln(s.err, speed(int(k.tally.games.Load()), k.tally.plies, k.tally.bytes, took))
	}
	return err
}

// listed returns how many legal games are listed: none among many files, where
// somebody looks for what is left to do, and all where they were asked for.
func (k *check) listed() int {
	if len(k.only) > 0 {
		return math.MaxInt
	}
	files := 0
	for _, err := range k.in.Files() {
		if err == nil {
			files++
		}
		if files > fewFiles {
			return 0
		}
	}
	return listedLegal
}

// writeSARIF writes the faults as SARIF.
func (k *check) writeSARIF(s *streams) error {
	log, err := convert.NewWriter("sarif", s.out, convert.WriteOptions{Program: moduleVersion(), Language: language, Strict: k.strict})
	if err != nil {
		return err
	}
	k.note = log.Note
	results := log.NewWorker()
	err = k.run(s, func(dst []byte, r *replay.Report) []byte {
		part := convert.Part{Text: dst}
		results(r, &part)
		return part.Text
	}, func(_ io.Writer, j *judged) error { return log.WritePart(&convert.Part{Text: j.text}) })
	end := log.Close
	switch {
	case errors.Is(err, errInterrupted):
		end = log.Abort
	case !worthTelling(err):
		return err
	}
	if err := end(); err != nil {
		return err
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
	in       *convert.Input // what open has opened
	tally    tally

	only       verdictsValue // tells of games with these alone; of all where there is none
	strict     bool          // a result that the board contradicts is a fault, too
	duplicates *duplicates   // nil where nobody asks for them
	lines      *fileLines    // likewise
	note       func(error)   // is told what cannot be read, too; may be nil
}

// options are how the input is read.
func (c *checker) options(s *streams) convert.Options {
	return convert.Options{
		Variant: c.asked, Encoding: c.encoding, Include: c.include, Jobs: c.jobs,
		Stdin: s.in, Part: c.part.k, Parts: c.part.n,
	}
}

// open opens the files that the arguments name.
func (c *checker) open(s *streams, args []string) *convert.Input {
	c.in = convert.Open(args, c.options(s))
	return c.in
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
	return c.in.BytesRead(), say("check.games", "n", int(c.tally.games.Load()))
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
func appendVerdict(dst []byte, r *replay.Report) []byte {
	return convert.AppendVerdict(dst, r, language)
}

// writeText writes a result as it is.
func writeText(w io.Writer, j *judged) error {
	_, err := w.Write(j.text)
	return err
}

// run judges each game of the input and makes its text with format, on any
// goroutine, and has the results written in the order of the input; both may be
// nil. What cannot be read is told in its place, and errTold returned at the end;
// else errFaults where a game is not legal.
func (c *checker) run(s *streams, format func([]byte, *replay.Report) []byte, write func(io.Writer, *judged) error) error {
	newWorker := func() func(*convert.Entry, *judged) {
		return func(in *convert.Entry, out *judged) {
			report := in.Judge()
			out.verdict = report.Verdict
			out.clean = isClean(report)
			out.nameless = isNameless(report)
			out.plies, out.bytes, out.faults, out.mismatch = len(report.Moves), len(in.Text.Text), out.faults[:0], false
			for i := range report.Faults {
				f := &report.Faults[i]
				out.faults.add(f.Code, 1)
				out.mismatch = out.mismatch || c.strict && f.OnBoard
			}
			out.variations, out.wrongVariations = len(report.Variations), wrongVariations(report)
			out.text = out.text[:0]
			if out.told = len(c.only) == 0 || slices.Contains(c.only, out.verdict); out.told && format != nil {
				out.text = format(out.text, report)
			}
			out.source = in.Source
			if c.duplicates != nil {
				out.sequence = report.AppendSequence(out.sequence[:0])
			}
		}
	}
	faults := false
	failed, err := each(s, convert.Each(s.ctx, c.in, newWorker), c.note, func(result *judged) error {
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
			return c.duplicates.add(result.source, result.sequence)
		}
		return nil
	})
	if errors.Is(err, errInterrupted) {
		s.tell("check.interrupted", "n", int(c.tally.games.Load()))
	}
	if err != nil {
		return err
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
