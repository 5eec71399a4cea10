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

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
	"github.com/stolb/stolb/stats/page"
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
type counted[Out any] struct {
	chosen  bool // --where finds it
	verdict replay.Verdict
	err     error
	out     Out
}

// countGames judges each game of all files and has it counted on any goroutine,
// by the function that newWorker returned for that, and then has the outcomes
// taken in the order of the input. It returns as the commands do: see errFaults
// and errTold, which do not keep what was counted from being told.
func countGames[Out any](c *statistic, s *streams, args []string, newWorker func() func(*replay.Report, *Out) error, take func(*Out) error) error {
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
	work := func() func(*convert.Entry, *counted[Out]) {
		var count func(*replay.Report, *Out) error
		chosen := c.where.chosen()
		return func(in *convert.Entry, out *counted[Out]) {
			report := in.Judge()
			if out.chosen = chosen(report); !out.chosen {
				out.err = nil
				return
			}
			counting.RLock()
			defer counting.RUnlock()
			if left {
				return
			}
			if count == nil {
				count = newWorker()
			}
			out.verdict = report.Verdict
			out.err = count(report, &out.out)
		}
	}
	defer useProcessors(*c.jobs)()
	c.checker.jobs = *c.jobs
	c.open(s, args)
	p := s.showProgress(*c.bar, c.in.Size, true, c.progress)
	defer p.finish()
	faults := false
	failed, err := each(s, convert.Each(s.ctx, c.in, work), nil, func(result *counted[Out]) error {
		if result.err != nil {
			return result.err
		}
		c.tally.games.Add(1)
		if !result.chosen {
			return nil
		}
		c.leftOut[result.verdict]++
		faults = faults || result.verdict >= replay.Illegal
		return take(&result.out)
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

// nothing says that there is nothing to tell, and why, unless that is said: done
// is what countGames returned. Nothing is written then.
func (c *statistic) nothing(s *streams, done error, id message.ID, args ...any) error {
	if done == nil || c.tally.games.Load() > 0 {
		s.complain("%s", message.Of(id, args...).In(language))
	}
	return errTold
}

// tellLeftOut says on standard error which games were not counted because they
// cannot be trusted; other is how many are of another variant.
func (c *statistic) tellLeftOut(s *streams, other int) {
	if n := c.leftOut[replay.Illegal] + c.leftOut[replay.Unreadable] + c.leftOut[replay.Unjudged]; n > 0 {
		s.tell("stats.left-out", "n", n, "all", c.tally.games.Load(),
			"illegal", c.leftOut[replay.Illegal], "unreadable", c.leftOut[replay.Unreadable], "unjudged", c.leftOut[replay.Unjudged])
	}
	if other > 0 {
		s.tell("stats.other-variant", "n", other, "all", c.tally.games.Load())
	}
}

// write writes the page as text, or what writeOther writes in the other formats,
// and the HTML file.
func (c *statistic) write(s *streams, p *page.Page, writeOther func(io.Writer) error) error {
	w := c.out.stdout
	if w == nil {
		w = c.out.file.buffer
	}
	var err error
	if *c.format == "text" {
		err = p.WriteText(w)
	} else {
		err = writeOther(w)
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

// number is a JSON number with so many places at most; null for NaN, which JSON
// does not have.
func number(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	x = math.Round(x*1e6) / 1e6
	return &x
}

// tallyJSON is a stats.Tally.
type tallyJSON struct {
	Games     int      `json:"games"`
	WhiteWins int      `json:"whiteWins"`
	Draws     int      `json:"draws"`
	BlackWins int      `json:"blackWins"`
	Share     *float64 `json:"share"` // White's, of the games with a known outcome; null without any
	MeanPlies *float64 `json:"meanPlies"`
	FirstYear int      `json:"firstYear,omitempty"`
	LastYear  int      `json:"lastYear,omitempty"`
	// Of Adiukh:
	Scored     int      `json:"scored,omitempty"` // games with points
	MeanPoints *float64 `json:"meanPoints,omitempty"`
	Spread     *float64 `json:"spread,omitempty"` // standard deviation
}

func tallyOf(t *stats.Tally) tallyJSON {
	return tallyJSON{
		Games: t.Games, WhiteWins: t.WhiteWins, Draws: t.Draws, BlackWins: t.BlackWins,
		Share: number(t.Share()), MeanPlies: number(t.MeanPlies()), FirstYear: t.FirstYear, LastYear: t.LastYear,
		Scored: t.Scored, MeanPoints: number(t.MeanPoints()), Spread: number(t.Spread()),
	}
}

// severalVariants is the error of a statistic of one variant that got games of
// two.
func severalVariants(a, b record.Variant) error {
	return message.Of("stats.several-variants", "first", a.String(), "second", b.String())
}
