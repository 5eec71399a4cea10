package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

func convertCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "convert",
		Example: `
  stolb convert --to pdn -o games.pdn sheets/
  stolb convert --to json -o games.jsonl.zst --where 'variant lasca' archive.pdn.gz
  stolb convert --to pdn --split event -o events/ games.jsonl
  stolb convert --to sheet --notation short --layout run --lang uk games.pdn
  stolb convert --to json --where 'player "Иванов" and date >= "1998"' games.pdn
  stolb convert --to pdn --where 'white captures at least 4' games.jsonl
  stolb convert --to html -o games.html games.pdn
  stolb convert --to parquet -o dataset archive/
  stolb convert --to parquet --partition variant,year -o dataset archive/
  stolb convert --to parquet --part 3/8 -o dataset/part-3 archive/
  stolb convert --to arrow --table plies games.pdn | consumer`,
		ValidArgsFunction: completeRecords,
	}
	flags := command.Flags()
	var c converter
	names := convert.Formats()
	to := choiceFlag(flags, "to", "", names...)
	var path string
	flags.StringVarP(&path, "output", "o", "", "")
	split := choiceFlag(flags, "split", "", "game", "event", "variant")
	overwrite := flags.Bool("overwrite", false, "")
	flags.BoolVar(&c.strict, "strict", false, "")
	flags.BoolVar(&c.unique, "unique", false, "")
	sheetFlags := []string{"notation", "layout"}
	notation := choiceFlag(flags, "notation", "full", "full", "short", "numeric")
	layout := choiceFlag(flags, "layout", "table", "table", "run", "columns")
	table := choiceFlag(flags, "table", "", "games", "plies", "faults")
	partition := flags.StringSlice("partition", nil, "")
	columns := flags.StringSlice("columns", nil, "")
	c.where.flags(flags)
	variantFlag(flags, &c.asked)
	jobs := jobsFlag(flags)
	encodingFlag(flags, &c.encoding)
	includeFlag(flags, &c.include)
	partFlag(flags, &c.part)
	mode := progressFlag(flags)
	command.RunE = func(_ *cobra.Command, args []string) error {
		if *to == "" {
			return &usageError{message: say("usage.say-format", "formats", strings.Join(names, "|"))}
		}
		if len(args) == 0 {
			return &usageError{message: say("usage.no-file-convert")}
		}
		if err := c.where.parse(); err != nil {
			return err
		}
		if err := c.part.check(args); err != nil {
			return err
		}
		if c.part.asked() && (c.unique || *split != "" || *to == "composition") { // which has an index of authors
			return &usageError{message: say("usage.part-of-all", "to", "--to composition")}
		}
		c.to = *to
		for _, name := range sheetFlags {
			if c.to != "sheet" && flags.Changed(name) {
				return &usageError{message: say("usage.for-sheets", "flag", name)}
			}
		}
		c.write = convert.WriteOptions{
			Language: language, Words: sheetLanguage, Layout: grammar.Layout(*layout),
			Table: *table, Columns: *columns, Partition: *partition,
		}
		if flags.Changed("lang") {
			c.write.Words = language
		}
		if *notation == "short" {
			c.write.Notation = replay.Short
		}
		c.jobs, c.split = *jobs, *split
		if *overwrite && c.split == "" {
			return &usageError{message: say("usage.overwrite-split")}
		}
		defer useProcessors(c.jobs)()
		if err := c.tablesFlags(path); err != nil {
			return err
		}
		file, folder := path, c.isTables() && *table == ""
		if folder {
			file = ""
		}
		out, err := newOutputs(s.out, file, c.split != "", extensions[c.to], "")
		if out != nil {
			defer out.discard()
		}
		if err != nil {
			return err
		}
		out.overwrite, c.write.Stream = *overwrite, out.stdout != nil
		if folder {
			c.folder = path
			c.writer, err = convert.CreateDataset(path, c.to, c.write)
		} else {
			c.writer, err = convert.NewWriter(c.to, out, c.write)
		}
		if err != nil {
			flag := "-o"
			if message.From(err).ID() == "columnar.no-partition" {
				flag = "--partition"
			}
			return &usageError{message: flag + " " + message.Say(err, language)}
		}
		defer c.writer.Abort()
		if c.split != "" {
			var gap []byte
			out.head, gap, out.tail = c.writer.Around()
			out.gap = string(gap)
		}
		if c.unique {
			done, err := keepInput(s, args)
			if err != nil {
				return err
			}
			defer done()
		}
		c.open(s, args)
		p := s.showProgress(*mode, func() int64 {
			size := c.in.Size()
			if c.unique && size > 0 {
				size *= 2 // they are read twice
			}
			return size
		}, true, c.progress)
		defer p.finish()
		return c.run(s, out)
	}
	return command
}

// extensions are those of files in the formats that are text.
var extensions = map[string]string{"pdn": ".pdn", "json": ".jsonl", "sheet": ".txt", "composition": ".txt", "html": ".html"}

// converter writes the games of files in another format.
type converter struct {
	checker
	to     string
	split  string // "game", "event", "variant" or ""
	strict bool
	unique bool
	where  whereFlags

	write  convert.WriteOptions
	folder string // of all tables, else ""
	writer *convert.Writer
}

// converted is a game as it will be written. It is reused.
type converted struct {
	verdict  replay.Verdict
	chosen   bool
	nameless bool // the variant is not known
	part     convert.Part
	key      string // of the file, with --split

	fault []byte // what --strict says of it
}

// newWorker returns what converts games on one goroutine.
func (c *converter) newWorker() func(*convert.Entry, *converted) {
	write := c.writer.NewWorker()
	chosen := c.where.chosen()
	return func(in *convert.Entry, out *converted) {
		report := in.Judge()
		out.verdict = report.Verdict
		if out.chosen = chosen(report); !out.chosen {
			return
		}
		if c.strict && report.Verdict >= replay.Illegal {
			out.fault = appendText(out.fault[:0], report)
			return
		}
		out.nameless = isNameless(report)
		out.part.Verbatim = in.Format != grammar.JSON
		write(report, &out.part)
		switch c.split {
		case "event":
			out.key = strings.TrimSpace(report.Game.Tag("Event"))
		case "variant":
			out.key = report.Variant.String()
		}
	}
}

// run converts the games of the files and writes them to out. See the command's
// help for what it does about faults.
func (c *converter) run(s *streams, out *outputs) error {
	games, written, nameless := 0, 0, 0
	var verdicts [replay.Unreadable + 1]int
	var left *repeatedGames
	var err error
	if c.unique {
		if left, err = c.repeated(s); err != nil {
			return err
		}
	}
	c.after(s)
	failed, err := each(s, convert.Each(s.ctx, c.in, c.newWorker), nil, func(game *converted) error {
		games++
		c.tally.games.Add(1)
		if !game.chosen || left.has(games-1) {
			return nil
		}
		if c.strict && game.verdict >= replay.Illegal {
			if err := s.out.Flush(); err != nil {
				return err
			}
			s.report(game.fault)
			s.tell("convert.stopped", "what", c.kept(out, say("convert.before", "n", written)))
			return errFaults
		}
		written++
		verdicts[game.verdict]++
		if game.nameless {
			nameless++
		}
		switch {
		case c.split == "game":
			return out.writeAlone(fmt.Sprintf("%06d", written), game.part.Text)
		case c.split == "event":
			return out.writeTo(game.key, slug(game.key), game.part.Text)
		case c.split == "variant":
			return out.writeTo(game.key, game.key, game.part.Text)
		}
		return c.writer.WritePart(&game.part)
	})
	if errors.Is(err, errInterrupted) {
		s.tell("files.interrupted", "what", c.kept(out, say("convert.converted", "n", written)))
	}
	if err != nil {
		return err
	}
	if left != nil && left.games != games && !failed {
		return message.Of("convert.changed")
	}
	if failed {
		s.complain("%s", c.kept(out, say("convert.converted", "n", written)))
		return errTold
	}
	if c.split == "" {
		if err := c.writer.Close(); err != nil {
			return err
		}
	}
	if err := out.commit(); err != nil {
		return err
	}
	if illegal, unreadable := verdicts[replay.Illegal], verdicts[replay.Unreadable]; illegal+unreadable > 0 {
		s.tell("convert.carried-over", "n", written, "illegal", illegal, "unreadable", unreadable)
	}
	if left != nil && left.same+left.beginnings > 0 {
		s.tell("convert.left-out", "same", left.same, "beginnings", left.beginnings)
	}
	if nameless > 0 {
		s.tell("convert.nameless", "n", nameless)
	}
	if written == 0 && games > 0 {
		s.tell("convert.none", "n", games)
	}
	return nil
}

// after has what is written of a part go on behind the games before it: with a
// gap before the first where there is one, in tables with the next number. What cannot
// be read of them is passed over: those who work on it say so.
func (c *converter) after(s *streams) {
	_, gap, _ := c.writer.Around()
	if !c.isTables() && len(gap) == 0 {
		return
	}
	newWorker := func() func(*convert.Entry, *bool) {
		chosen := c.where.chosen()
		return func(in *convert.Entry, out *bool) { *out = c.where.query == nil || chosen(in.Judge()) }
	}
	games := int64(0)
	for chosen, err := range convert.Each(s.ctx, c.in.Before(), newWorker) {
		if err == nil && *chosen {
			games++
		}
		if games == 1 && !c.isTables() {
			break
		}
	}
	c.writer.Skip(games)
}

// kept says what has become of the games so far: in files nothing.
func (c *converter) kept(out *outputs, written string) string {
	if c.folder != "" {
		return say("files.nothing-written", "path", c.folder)
	}
	return out.kept(written)
}
