package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/solve"
	"github.com/stolb/stolb/stats"
)

func checkCommand(s *streams) *cobra.Command {
	command := ofFiles("check", "usage.no-file-check")
	flags := command.Flags()
	c := check{faults: map[record.Code]int{}}
	variantFlag(flags, &c.Variant)
	choiceFlag(flags, &c.format, "format", "text", "text", "json", "sarif")
	verdictsFlag(flags, &c.only, "only", replay.Unreadable)
	flags.BoolVar(&c.all, "all", false, "")
	flags.BoolVar(&c.summary, "summary", false, "")
	flags.BoolVarP(&c.quiet, "quiet", "q", false, "")
	flags.BoolVar(&c.strict, "strict", false, "")
	flags.BoolVarP(&c.watch, "watch", "w", false, "")
	flags.BoolVar(&c.repeats, "duplicates", false, "")
	flags.BoolVar(&c.provenance, "provenance", false, "")
	tournaments, aliases := flags.Bool("tournaments", false, ""), flags.String("aliases", "", "")
	intFlag(flags, &c.endings, "solve-endings", 0, 0, math.MaxInt8)
	intFlag(flags, &c.nodes, "nodes", solve.DefaultNodes, 1, math.MaxInt32)
	c.input.flags(flags, true)
	command.RunE = func(_ *cobra.Command, args []string) error {
		if *tournaments {
			c.tournaments = new(stats.Tournaments)
		}
		if err := cmp.Or(c.contradiction(args), requires(flags, "aliases", "tournaments"), requires(flags, "nodes", "solve-endings")); err != nil {
			return err
		}
		names, err := readList(*aliases, stats.ParseAliases)
		if err == nil && *tournaments {
			c.tournaments.Aliases = names
		}
		if err == nil && (c.format == "sarif" || c.provenance) {
			c.from, err = s.provenance(command, args, c.Options)
		}
		switch {
		case err != nil:
			return err
		case c.watch:
			return c.watchFiles(s, args)
		}
		return c.judge(s, args)
	}
	return command
}

// check has the options of the command and the counts of the games so far.
type check struct {
	input
	format                 string
	all                    bool // list every fault, however many of a kind a game has
	summary, quiet, strict bool
	watch, repeats         bool
	provenance             bool                // JSON begins with its provenance
	endings, nodes         int                 // the most towers of an ending to solve, and the most positions to search
	only                   []replay.Verdict    // the verdicts of games to report; all if empty
	duplicates             *duplicates         // nil if not requested
	tournaments            *stats.Tournaments  // nil if not checked
	from                   *convert.Provenance // of SARIF and JSON
	counts                 tally
	file                   string // the current file, for --summary
	ofFile                 tally  // the games of that file
	faults                 map[record.Code]int
	listed, unlisted       int         // the most legal games to list, and how many were only counted
	full                   atomic.Bool // no more legal games are listed
}

// contradiction returns the error for arguments and flags that cannot be combined.
func (c *check) contradiction(args []string) error {
	text := c.format == "text"
	return cmp.Or(
		misuse(c.quiet && c.summary, "usage.one-of", "a", "--quiet", "b", "--summary"),
		misuse(c.all && (c.quiet || c.summary || !text), "usage.all-is-text"),
		misuse(c.summary && !text, "usage.summary-is-text", "format", c.format),
		misuse(c.provenance && c.format != "json", "usage.provenance-json", "flag", "--format json", "others", "SARIF"),
		misuse(c.repeats && (c.quiet && text || c.format == "sarif"), "usage.list-with", "flag", "--duplicates"),
		misuse(c.tournaments != nil && (c.quiet && text || c.format == "sarif"), "usage.list-with", "flag", "--tournaments"),
		misuse(c.Parts > 0 && c.repeats, "usage.one-of", "a", "--part", "b", "--duplicates"),
		misuse(c.Parts > 0 && c.tournaments != nil, "usage.one-of", "a", "--part", "b", "--tournaments"),
		misuse(c.Parts > 0 && (text && !c.quiet || c.format == "sarif"), "usage.part-json"),
		misuse(c.watch && (c.Parts > 0 || !text || c.quiet || c.summary || c.all || c.repeats || c.tournaments != nil), "usage.watch-with"),
		misuse(c.watch && slices.Contains(args, "-"), "usage.watch-files"),
		c.checkPart(args),
	)
}

func (c *check) judge(s *streams, args []string) error {
	text := c.format == "text"
	if c.repeats {
		c.duplicates = &duplicates{repeats: stats.NewRepeats(repeatsMemory)}
		defer c.duplicates.repeats.Close()
	}
	if c.quiet {
		c.progress = "never"
	}
	p, done := c.open(s, args, 1)
	c.listed = c.mostListed()
	var err error
	switch {
	case c.format == "sarif":
		err = c.writeSARIF(s)
	case c.format == "json":
		_, _ = s.out.Write(c.from.Line()) // an error recurs when a game is written
		err = c.run(s, func(dst []byte, r *replay.Report) []byte {
			return convert.AppendVerdict(dst, r, language)
		}, s.out.Write)
	case c.quiet, c.summary:
		err = c.run(s, nil, nil)
	default:
		err = c.run(s, c.appendListed, s.out.Write)
	}
	done()
	if text && !c.quiet && (isWorthReporting(err) || errors.Is(err, errInterrupted)) {
		c.writeSummary(s.out)
	}
	if took, long := p.took(); long {
		// Flush, so that the summary comes first on a terminal.
		if flushed := s.out.Flush(); err == nil || errors.Is(err, errFaults) {
			err = errors.Join(flushed, err)
		}
		if !text {
			c.writeSummary(s.err)
		}
		fmt.Fprintln(s.err, speed(c.counts.games, c.counts.plies, c.counts.bytes, took))
	}
	return err
}

// mostListed returns how many legal games are listed: all with --only, none of many files.
func (c *check) mostListed() int {
	if len(c.only) > 0 {
		return math.MaxInt
	}
	files := 0
	for _, err := range c.Files() {
		if err == nil {
			files++
		}
		if files > fewFiles {
			return 0
		}
	}
	return listedLegal
}

func (c *check) writeSARIF(s *streams) error {
	log, err := convert.NewWriter("sarif", s.out, convert.WriteOptions{Program: moduleVersion(), Language: language, Strict: c.strict, Provenance: c.from})
	if err != nil {
		return err
	}
	s.note = log.Note
	results := log.NewWorker()
	err = c.run(s, func(dst []byte, r *replay.Report) []byte {
		part := convert.Part{Text: dst}
		results(r, &part)
		return part.Text
	}, func(text []byte) (int, error) { return len(text), log.WritePart(&convert.Part{Text: text}) })
	c.from.Games, c.from.Verdicts = &c.counts.games, namedVerdicts(c.counts.of)
	end := log.Close
	switch {
	case errors.Is(err, errInterrupted):
		end = log.Abort
	case !isWorthReporting(err):
		return err
	}
	return cmp.Or(end(), err)
}

// judged is the result for a game and its output text. It is reused.
type judged struct {
	tally
	source     record.Source
	clean      bool // legal, with nothing else to report
	reported   bool // has one of the requested verdicts
	faults     []record.Code
	text       []byte
	sequence   []byte       // for duplicates
	tournament func() error // adds the game to its tournament; nil if not requested
}

// newWorker returns a function that judges a game and formats it with format, unless that is nil.
func (c *check) newWorker(ctx context.Context, format func([]byte, *replay.Report) []byte) func(*convert.Entry, *judged) {
	return func(in *convert.Entry, out *judged) {
		r := in.Judge()
		if c.endings > 0 {
			r.Faults = append(r.Faults, solve.Ending(ctx, r, c.endings, c.nodes)...)
			record.SortFaults(r.Faults)
		}
		*out = judged{
			tally: tallyOf(r), source: in.Source, clean: isClean(r), reported: isAmong(c.only, r.Verdict),
			faults: out.faults[:0], text: out.text[:0], sequence: out.sequence[:0],
		}
		out.bytes = int64(len(in.Text.Text))
		for i := range r.Faults {
			out.faults = append(out.faults, r.Faults[i].Code)
			if c.strict && r.Faults[i].OnBoard {
				out.contradicted = 1
			}
		}
		if out.reported && format != nil {
			out.text = format(out.text, r)
		}
		if c.tournaments != nil {
			out.tournament = c.tournaments.Read(r)
		}
		if c.duplicates != nil {
			out.sequence = r.AppendSequence(out.sequence)
		}
	}
}

// run judges each game, formats it with format, on any goroutine, and passes the texts to write,
// in order; both may be nil. It returns errReported after a read error, or else may be errFaults.
func (c *check) run(s *streams, format func([]byte, *replay.Report) []byte, write func([]byte) (int, error)) error {
	newWorker := func() func(*convert.Entry, *judged) { return c.newWorker(s.ctx, format) }
	err := each(s, &c.games, convert.Each(s.ctx, c.Input, newWorker), func(j *judged) error {
		c.counts.add(&j.tally)
		for _, code := range j.faults {
			c.faults[code]++
		}
		if c.summary {
			if j.source.Number == 1 || j.source.File != c.file { // the games of a file are consecutive
				c.endFile(s)
				c.file = j.source.File
			}
			c.ofFile.add(&j.tally)
		}
		switch {
		case !j.reported || write == nil:
		case c.format == "text" && j.clean && c.counts.of[replay.Legal] > c.listed:
			c.full.Store(true)
			c.unlisted++
		default:
			if _, err := write(j.text); err != nil {
				return err
			}
		}
		if j.tournament != nil {
			_ = j.tournament() // writeSlips reports it
		}
		if c.duplicates != nil {
			return c.duplicates.add(j.source, j.sequence, j.plies)
		}
		return nil
	}, func() { s.tell("check.interrupted", "n", c.counts.games) })
	if !isWorthReporting(err) {
		return err
	}
	c.endFile(s)
	if c.duplicates != nil {
		if err := c.duplicates.write(s, c.format == "json"); err != nil {
			return err
		}
	}
	if c.tournaments != nil {
		writeSlips(s, c.tournaments, c.format == "json")
	}
	n := &c.counts
	return ending(err, n.of[replay.Illegal]+n.of[replay.Unreadable]+n.contradicted > 0)
}
