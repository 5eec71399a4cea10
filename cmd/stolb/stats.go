package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/stolb/stolb/cmd/internal/page"
	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

func statsCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "stats",
		Example: `
  stolb stats openings --depth 4 games/
  stolb stats adiukh --html scores.html games.pdn
  stolb stats openings --depth 8 --part 3/8 --partial 3.partial archive/
  stolb stats merge --min-games 10 *.partial`,
	}
	command.AddCommand(openingsCommand(s), adiukhCommand(s), playersCommand(s), crosstableCommand(s), mergeCommand(s))
	command.RunE = func(_ *cobra.Command, args []string) error { return unknownKind(command, args) }
	return command
}

// statsMemory is what all workers together may hold before they spill, in
// bytes. The process takes some twice of it, for the garbage collector lets the
// heap double.
const statsMemory = 128 << 20

// statistic is what the commands of stats have in common: the games, and where
// the numbers go.
type statistic struct {
	checker
	format  *string
	path    string   // --output; "" for standard output
	out     *outputs // the file path, or standard output
	html    string
	page    *outputs // the file html; nil for none
	jobs    *int
	bar     *string        // --progress
	flags   *pflag.FlagSet // to know which were given
	partial string         // --partial; "" for none
	saved   *outputs       // the file partial; nil for none
	where   whereFlags
	leftOut [replay.Unreadable + 1]int // games, by verdict

	// A statistic of a single variant, of legal games alone:
	single  bool
	variant record.Variant // of the games counted so far
	other   int            // games of another
}

// statisticFlags declares the flags of a statistic, --variant only where there is
// something to say about it, and what is written in the other formats that there
// are besides text and JSON.
func statisticFlags(flags *pflag.FlagSet, formats ...string) *statistic {
	c := new(statistic)
	c.format = choiceFlag(flags, "format", "text", append([]string{"text", "json"}, formats...)...)
	flags.StringVar(&c.html, "html", "", "")
	c.jobs = jobsFlag(flags)
	encodingFlag(flags, &c.encoding)
	includeFlag(flags, &c.include)
	c.bar = progressFlag(flags)
	partFlag(flags, &c.part)
	flags.StringVar(&c.partial, "partial", "", "")
	c.flags = flags
	c.where.flags(flags)
	return c
}

// minGamesFlag is the flag --min-games.
func minGamesFlag(flags *pflag.FlagSet) *int {
	return intFlag(flags, "min-games", 1, 1, math.MaxInt32)
}

// memory returns how many bytes the statistic of each worker may hold.
func (c *statistic) memory() int { return statsMemory / *c.jobs }

// counted is what a worker made of a game.
type counted struct {
	chosen  bool // --where finds it
	verdict replay.Verdict
	err     error
	inOrder func() error // called in the order of the games; nil for nothing
}

// count judges each game of all files and has the statistic count it, and returns
// as the commands do: see errFaults and errTold, which do not keep what was
// counted from being told.
func (c *statistic) count(s *streams, k kind, args []string) error {
	if len(args) == 0 {
		return &usageError{message: say("usage.no-file-count")}
	}
	if err := c.where.parse(); err != nil {
		return err
	}
	if err := c.openOutputs(s); err != nil {
		return err
	}
	// Where the stream is left early its workers still have something to do, and
	// what they count with is closed by then.
	var counting sync.RWMutex // locked for reading by those who count
	left := false
	defer func() {
		counting.Lock()
		left = true
		counting.Unlock()
	}()
	work := func() func(*convert.Entry, *counted) {
		var count func(*replay.Report) (func() error, error)
		chosen := c.where.chosen()
		return func(in *convert.Entry, out *counted) {
			report := in.Judge()
			*out = counted{chosen: chosen(report), verdict: report.Verdict}
			counting.RLock()
			defer counting.RUnlock()
			if left || !out.chosen {
				return
			}
			if count == nil {
				count = k.worker()
			}
			out.inOrder, out.err = count(report)
		}
	}
	defer useProcessors(*c.jobs)()
	c.checker.jobs = *c.jobs
	c.open(s, args)
	p := s.showProgress(*c.bar, c.in.Size, true, c.progress)
	defer p.finish()
	faults := false
	failed, err := each(s, convert.Each(s.ctx, c.in, work), nil, func(result *counted) error {
		if result.err != nil {
			return result.err
		}
		c.tally.games.Add(1)
		if !result.chosen {
			return nil
		}
		c.leftOut[result.verdict]++
		faults = faults || result.verdict >= replay.Illegal
		if result.inOrder != nil {
			return result.inOrder()
		}
		return nil
	})
	if errors.Is(err, errInterrupted) {
		s.tell("stats.interrupted", "n", c.tally.games.Load())
	}
	if err != nil {
		return err
	}
	return ending(failed, faults)
}

// worthTelling says whether what was counted is to be told in spite of err.
func worthTelling(err error) bool {
	return err == nil || errors.Is(err, errFaults) || errors.Is(err, errTold)
}

// counts returns the work of a statistic that counts in one go: it ends as Ctrl-C
// does where that came when all was counted and not yet put together.
func (c *statistic) counts(s *streams, do func(args []string) error) func(*cobra.Command, []string) error {
	return func(_ *cobra.Command, args []string) error {
		defer c.discardOutputs()
		err := do(args)
		if errors.Is(err, context.Canceled) {
			s.tell("stats.interrupted-late", "n", c.tally.games.Load())
			return errInterrupted
		}
		return err
	}
}

// nothing is the error of a statistic that has counted no game, and says why.
type nothing struct{ message.Message }

// tell writes what was counted; done is what count returned. Nothing is written
// where there is nothing to tell, and why is said, unless an error is.
func (c *statistic) tell(s *streams, k kind, done error) error {
	c.tellLeftOut(s)
	p, t, err := k.tables(s.ctx, *c.format == "text" || c.page != nil)
	var none nothing
	if errors.As(err, &none) {
		if done == nil || c.tally.games.Load() > 0 {
			s.complain("%s", none.In(language))
		}
		return errTold
	}
	if err == nil {
		err = c.write(p, t)
	}
	if err != nil {
		return err
	}
	return done
}

// tellLeftOut says on standard error which games were not counted because they
// cannot be trusted or are of another variant.
func (c *statistic) tellLeftOut(s *streams) {
	if !c.single {
		return
	}
	if n := c.leftOut[replay.Illegal] + c.leftOut[replay.Unreadable] + c.leftOut[replay.Unjudged]; n > 0 {
		s.tell("stats.left-out", "n", n, "all", c.tally.games.Load(),
			"illegal", c.leftOut[replay.Illegal], "unreadable", c.leftOut[replay.Unreadable], "unjudged", c.leftOut[replay.Unjudged])
	}
	if c.other > 0 {
		s.tell("stats.other-variant", "n", c.other, "all", c.tally.games.Load())
	}
}

// write writes the page as text, or the table in the other formats, and the HTML
// file.
func (c *statistic) write(p *page.Page, t *table.Table) error {
	w, format := c.out.stdout, *c.format
	switch {
	case w == nil:
		w = c.out.file.buffer
	case format == "arrow":
		format = "arrow-stream"
	}
	var err error
	if format == "text" {
		err = p.WriteText(w)
	} else {
		err = t.Write(w, format, language)
	}
	if err != nil && c.out.stdout == nil {
		return fileError(c.path, err)
	}
	if c.page != nil { // though nobody reads the numbers any more
		var text bytes.Buffer
		if err := p.WriteHTML(&text); err != nil {
			return err
		}
		if err := c.page.write(text.Bytes()); err != nil {
			return err
		}
		if err := c.page.commit(); err != nil {
			return err
		}
	}
	return errors.Join(err, c.out.commit())
}

// openOutputs opens what is written to before anything is counted, so that nobody
// waits for what cannot be written. discardOutputs is to be called in any case; it
// does nothing once all is written.
func (c *statistic) openOutputs(s *streams) error {
	for flag, path := range map[string]string{"-o": c.path, "--html": c.html, "--partial": c.partial} {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return &usageError{message: say("usage.output-folder", "flag", flag, "path", path)}
		}
	}
	var err error
	if c.out, err = newOutputs(s.out, c.path, false, "", ""); err != nil {
		return err
	}
	if c.partial != "" {
		if c.saved, err = newOutputs(nil, c.partial, false, "", ""); err != nil {
			return err
		}
	}
	switch c.html {
	case "":
		return nil
	case "-":
		return &usageError{message: say("usage.html-file")}
	}
	c.page, err = newOutputs(nil, c.html, false, ".html", "")
	return err
}

func (c *statistic) discardOutputs() {
	for _, o := range []*outputs{c.out, c.page, c.saved} {
		if o != nil {
			o.discard()
		}
	}
}

// writeLine writes a value as a line of JSON.
func writeLine(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}
