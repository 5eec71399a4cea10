package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/solve"
)

// notations are the notations by their names for --notation.
var notations = map[string]replay.Notation{"full": replay.Full, "short": replay.Short, "numeric": replay.Numeric}

func convertCommand(s *streams) *cobra.Command {
	command := &cobra.Command{Use: "convert", ValidArgsFunction: completeRecords}
	flags := command.Flags()
	var c converter
	formats := convert.Formats()
	choiceFlag(flags, &c.to, "to", "", formats...)
	flags.StringVarP(&c.path, "output", "o", "", "")
	choiceFlag(flags, &c.split, "split", "", "game", "event", "variant")
	flags.BoolVar(&c.overwrite, "overwrite", false, "")
	flags.BoolVar(&c.strict, "strict", false, "")
	flags.BoolVar(&c.unique, "unique", false, "")
	flags.BoolVar(&c.provenance, "provenance", false, "")
	flags.BoolVar(&c.solve, "solve", false, "")
	var notation string
	choiceFlag(flags, &notation, "notation", "full", "full", "short", "numeric")
	choiceFlag(flags, &c.write.Layout, "layout", "table", "table", "run", "columns", "correspondence")
	choiceFlag(flags, &c.write.Table, "table", "", "games", "plies", "faults")
	listFlag(flags, &c.write.Partition, "partition", convert.Partitions()...)
	listFlag(flags, &c.write.Columns, "columns")
	c.where.flags(flags)
	variantFlag(flags, &c.Variant)
	c.input.flags(flags, true)
	command.RunE = func(_ *cobra.Command, args []string) error {
		err := cmp.Or(
			misuse(c.to == "", "usage.say-format", "formats", strings.Join(formats, "|")),
			misuse(len(args) == 0, "usage.no-file-convert"),
			c.where.parse(),
			c.checkPart(args),
			// The index of authors needs all compositions.
			misuse(c.Parts > 0 && (c.unique || c.split != "" || c.to == "composition"), "usage.part-of-all", "to", "--to composition"),
			misplaced(flags, c.to != "sheet", "usage.for-sheets", nil, "notation", "layout"),
			requires(flags, "overwrite", "split"),
			misuse(c.provenance && c.to != "json", "usage.provenance-json", "flag", "--to json", "others", "SARIF"),
			misplaced(flags, !c.isTables(), "usage.for-tables", nil, "table", "partition", "columns"),
			c.tablesFlags(),
		)
		if err != nil {
			return err
		}
		if c.write.Language, c.write.Words = language, sheetLanguage; flags.Changed("lang") {
			c.write.Words = language
		}
		c.write.Notation = notations[notation]
		if c.provenance || c.isTables() || c.to == "html" {
			if c.write.Provenance, err = s.provenance(command, args, c.Options); err != nil {
				return err
			}
		}
		defer func() {
			if c.writer != nil {
				c.writer.Abort()
			}
		}()
		if err := c.create(s); err != nil {
			return err
		}
		times := int64(1)
		if c.unique {
			done, err := keepInput(s, args)
			if err != nil {
				return err
			}
			defer done()
			times = 2
		}
		_, done := c.open(s, args, times)
		defer done()
		return c.run(s)
	}
	return command
}

// extensions are the file extensions of the text formats.
var extensions = map[string]string{"pdn": ".pdn", "json": ".jsonl", "sheet": ".txt", "composition": ".txt", "html": ".html"}

type converter struct {
	input
	to, path string
	split    string // "game", "event", "variant" or ""
	where    whereFlags
	write    convert.WriteOptions

	overwrite, strict, unique, solve bool
	provenance                       bool // as the first line of JSON

	writer *convert.Writer
	out    *output
}

func (c *converter) create(s *streams) (err error) {
	switch {
	case c.split != "":
		if c.out, err = s.createSplit(c.path, extensions[c.to], c.overwrite); err != nil {
			return err
		}
		if c.writer, err = convert.NewWriter(c.to, nil, c.write); err == nil {
			c.out.head, c.out.gap, c.out.tail = c.writer.Around()
		}
	case c.isTables() && c.write.Table == "":
		if c.out, err = s.createFolder(c.path); err == nil {
			c.writer, err = convert.CreateDataset(c.out.staging, c.to, c.write)
		}
	default:
		if info, err := os.Stat(c.path); err == nil && info.IsDir() {
			return &usageError{message: say("usage.output-folder-split", "path", c.path)}
		}
		if c.out, err = s.create(c.path); err != nil {
			return err
		}
		c.write.Stream = c.out.file == nil
		c.writer, err = convert.NewWriter(c.to, c.out, c.write)
	}
	if err != nil {
		flag := "-o"
		if message.From(err).ID() == "columnar.no-partition" {
			flag = "--partition"
		}
		return &usageError{message: flag + " " + message.Say(err, language)}
	}
	return nil
}

// gameWriter returns a function that formats games in a text format, for one goroutine.
func gameWriter(format string, o convert.WriteOptions) func(*replay.Report, *convert.Part) {
	w, err := convert.NewWriter(format, nil, o)
	if err != nil {
		panic(err) // the flags accept only known formats
	}
	return w.NewWorker()
}

// converted is a game with its output. It is reused.
type converted struct {
	tally
	chosen bool
	part   convert.Part
	key    string // of the file, with --split
	fault  []byte // the report of --strict, if it rejects the game
}

// judge returns the report on a game, with its solution if that is requested and found.
func (c *converter) judge(ctx context.Context, in *convert.Entry) *replay.Report {
	r := in.Judge()
	if !c.solve {
		return r
	}
	if task, unread := grammar.TaskOf(r.Game); unread == "" {
		if g, ok := solve.Solved(ctx, r, solvedBy(solve.Options{}, r, task)); ok {
			return replay.Judge(g, r.Variant)
		}
	}
	return r
}

func (c *converter) newWorker(ctx context.Context) func(*convert.Entry, *converted) {
	write := c.writer.NewWorker()
	chosen := c.where.chosen()
	return func(in *convert.Entry, out *converted) {
		report := c.judge(ctx, in)
		out.tally, out.fault = tallyOf(report), out.fault[:0]
		if out.chosen = chosen(report); !out.chosen {
			return
		}
		if c.strict && report.Verdict >= replay.Illegal {
			out.fault = appendText(out.fault, report, listedAlike)
			return
		}
		out.part.Verbatim = in.IsWhole()
		write(report, &out.part)
		switch c.split {
		case "event":
			out.key = strings.TrimSpace(report.Game.Tag("Event"))
		case "variant":
			out.key = report.Variant.String()
		}
	}
}

// run converts and writes the games. The command's help describes how it handles faults.
func (c *converter) run(s *streams) error {
	filtered, done := 0, tally{} // games left out by --where, and games written
	var found duplicates
	var isRepeated []bool
	var err error
	if c.unique {
		if found, isRepeated, err = c.repeated(s); err != nil {
			return err
		}
	}
	c.after(s)
	newWorker := func() func(*convert.Entry, *converted) { return c.newWorker(s.ctx) }
	err = each(s, &c.games, convert.Each(s.ctx, c.Input, newWorker), func(game *converted) error {
		if !game.chosen {
			filtered++
			return nil
		}
		if n := int(c.games.Load()) - 1; n < len(isRepeated) && isRepeated[n] {
			return nil
		}
		if len(game.fault) > 0 {
			if err := s.out.Flush(); err != nil {
				return err
			}
			s.report(game.fault)
			s.tell("convert.stopped", "what", c.out.kept(say("convert.before", "n", done.games)))
			return errFaults
		}
		done.add(&game.tally)
		switch c.split {
		case "":
			return c.writer.WritePart(&game.part)
		case "game":
			return c.out.writeAlone(fmt.Sprintf("%06d", done.games), game.part.Text)
		}
		return c.out.writeTo(game.key, slug(game.key), game.part.Text)
	}, func() {
		s.tell("files.interrupted", "what", c.out.kept(say("convert.converted", "n", done.games)))
	})
	games := int(c.games.Load())
	switch {
	case errors.Is(err, errReported):
		s.complain(c.out.kept(say("convert.converted", "n", done.games)))
		return err
	case err != nil:
		return err
	case c.unique && len(isRepeated) != games:
		return message.Of("convert.changed")
	}
	if p := c.write.Provenance; p != nil {
		p.Games, p.Written, p.LeftOut = &games, &done.games, map[string]int{"filter": filtered}
		if c.unique {
			p.LeftOut["repeated"] = games - filtered - done.games
		}
		p.Verdicts = namedVerdicts(done.of)
	}
	if c.split == "" {
		err = c.writer.Close()
	}
	if err == nil {
		err = c.out.commit()
	}
	if err != nil {
		return err
	}
	if illegal, unreadable := done.of[replay.Illegal], done.of[replay.Unreadable]; illegal+unreadable > 0 {
		s.tell("convert.carried-over", "n", done.games, "illegal", illegal, "unreadable", unreadable)
	}
	if found.same+found.beginnings > 0 {
		s.tell("convert.left-out", "same", found.same, "beginnings", found.beginnings)
	}
	if done.unknownVariant > 0 {
		s.tell("convert.unknown-variants", "n", done.unknownVariant)
	}
	if done.games == 0 && games > 0 {
		s.tell("convert.none", "n", games)
	}
	return nil
}

// after makes the output of a part continue that of the games before it: with a gap before the
// first game, and in tables with the next number. Read errors are left to the other parts.
func (c *converter) after(s *streams) {
	_, gap, _ := c.writer.Around()
	if !c.isTables() && len(gap) == 0 {
		return
	}
	newWorker := func() func(*convert.Entry, *bool) {
		chosen := c.where.chosen()
		return func(in *convert.Entry, out *bool) { *out = c.where.query == nil || chosen(c.judge(s.ctx, in)) }
	}
	games := int64(0)
	for chosen, err := range convert.Each(s.ctx, c.Before(), newWorker) {
		if err == nil && *chosen {
			games++
		}
		if games == 1 && !c.isTables() {
			break
		}
	}
	c.writer.Skip(games)
}

func (c *converter) isTables() bool { return c.to == "arrow" || c.to == "parquet" }

func (c *converter) tablesFlags() error {
	if !c.isTables() {
		return nil
	}
	table := c.write.Table
	return cmp.Or(
		checkColumns(c.write.Columns, table),
		misuse(c.split != "", "usage.split-texts", "format", c.to),
		misuse(table != "" && c.write.Partition != nil, "usage.partition-or-table"),
		misuse(table == "" && (c.path == "" || c.path == "-"), "usage.two-tables"),
	)
}

// checkColumns checks the names of derived columns, or "all". The error names a column that no
// table has, or the table if it is the only one written and has none of the columns.
func checkColumns(names []string, table string) error {
	of := convert.Columns
	known := slices.Concat(of("games"), of("plies"), of("faults"))
	slices.Sort(known) // makes the suggestion deterministic
	all, has := slices.Contains(names, "all"), len(names) == 0 || table == ""
	for _, name := range names {
		if tag, ok := strings.CutPrefix(name, "tag:"); ok && tag != "" {
			has = has || table == "games"
			continue
		}
		if name != "all" && !slices.Contains(known, name) {
			return expected(say("usage.no-column", "column", name), name, known...)
		}
		has = has || all || slices.Contains(of(table), name)
	}
	return misuse(!has, "usage.no-column-of", "table", table, "columns", strings.Join(names, ", "))
}
