package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/columnar"
	"github.com/stolb/stolb/convert/composition"
	"github.com/stolb/stolb/convert/jsonl"
	"github.com/stolb/stolb/convert/pdn"
	"github.com/stolb/stolb/convert/play"
	"github.com/stolb/stolb/convert/sheet"
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
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	for _, f := range tableFormats {
		names = append(names, f.name)
	}
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
		for _, f := range formats {
			if f.name == *to {
				c.to = f
			}
		}
		for _, name := range sheetFlags {
			if c.to.name != "sheet" && flags.Changed(name) {
				return &usageError{message: say("usage.for-sheets", "flag", name)}
			}
		}
		c.layout, c.language = grammar.Layout(*layout), sheetLanguage
		if flags.Changed("lang") {
			c.language = language
		}
		if *notation == "short" {
			c.notation = replay.Short
		}
		c.jobs, c.split = *jobs, *split
		if *overwrite && c.split == "" {
			return &usageError{message: say("usage.overwrite-split")}
		}
		defer useProcessors(c.jobs)()
		tables, err := newTables(*to, *table, *partition, *columns, path, c.split)
		if err != nil {
			return err
		}
		file := path
		if tables != nil && tables.table == "" {
			file = "" // it is a folder, and the dataset's own
		}
		out, err := newOutputs(s.out, file, c.split != "", c.to.extension, c.to.gap)
		if out != nil {
			defer out.discard()
		}
		if err != nil {
			return err
		}
		out.overwrite = *overwrite
		if c.to.name == "html" {
			l := c.language
			out.head, out.tail = play.Head(l), play.Tail(l)
		}
		if tables != nil {
			if err := tables.begin(out); err != nil {
				return err
			}
			defer tables.Abort()
			c.tables = tables
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

// format is one that games are written in.
type format struct {
	name      string
	extension string // of a file
	gap       string // between two games
	writer    func(*converter, io.Writer) gameWriter
}

var formats = []format{
	{"pdn", ".pdn", "\n", func(_ *converter, w io.Writer) gameWriter {
		p := pdn.NewWriter(w)
		p.Remarks = language
		return p
	}},
	{"json", ".jsonl", "", func(_ *converter, w io.Writer) gameWriter { return speaking(jsonl.NewWriter(w)) }},
	{"sheet", ".txt", "\n", func(c *converter, w io.Writer) gameWriter {
		s := sheet.NewWriter(w)
		s.Notation, s.Layout, s.Language, s.Remarks = c.notation, c.layout, c.language, language
		return s
	}},
	{"composition", ".txt", "\n", func(c *converter, w io.Writer) gameWriter {
		s := composition.NewWriter(w)
		s.Language = c.language
		return s
	}},
	{"html", ".html", "", func(c *converter, w io.Writer) gameWriter { return &pageWriter{w, c.language} }},
}

// pageWriter writes games as parts of a page, whose head and tail outputs has.
type pageWriter struct {
	w        io.Writer
	language message.Language
}

func (w *pageWriter) Write(r *replay.Report) error {
	_, err := w.w.Write(play.AppendGame(nil, r, w.language))
	return err
}

func (w *pageWriter) Close() error { return nil }

// gameWriter is what the packages of convert have for writing. Close writes
// what is still buffered, and writing may go on behind it.
type gameWriter interface {
	Write(*replay.Report) error
	Close() error
}

// converter writes the games of files in another format.
type converter struct {
	checker
	to     format
	split  string // "game", "event", "variant" or ""
	strict bool
	unique bool
	where  whereFlags

	tables   *tables         // of arrow and parquet, else nil
	notation replay.Notation // of sheets
	layout   grammar.Layout
	language message.Language
}

// converted is a game as it will be written. The slices are reused.
type converted struct {
	verdict  replay.Verdict
	chosen   bool
	nameless bool // the variant is not known
	text     []byte
	rows     columnar.Rows // of arrow and parquet
	key      string        // of the file, with --split

	author, number string // of a composition

	fault []byte // what --strict says of it
}

// newWorker returns what converts games on one goroutine.
func (c *converter) newWorker() func(*convert.Entry, *converted) {
	var text bytes.Buffer
	var writer gameWriter
	if c.tables == nil {
		writer = c.to.writer(c, &text)
	}
	chosen := c.where.chosen()
	return func(in *convert.Entry, out *converted) {
		report := &in.Report
		in.Judge()
		out.verdict = report.Verdict
		if out.chosen = chosen(report); !out.chosen {
			return
		}
		if c.strict && report.Verdict >= replay.Illegal {
			out.fault = appendText(out.fault[:0], report)
			return
		}
		out.nameless = isNameless(report)
		if c.tables != nil {
			out.rows.Reset()
			// An object may have been changed since its game was read.
			out.rows.Verbatim, out.rows.Language = in.Format != grammar.JSON, language
			out.rows.Add(report)
			return
		}
		text.Reset()
		// A buffer takes everything.
		_ = writer.Write(report)
		_ = writer.Close()
		// What stands between two games is for whoever puts them into a file.
		out.text = append(out.text[:0], bytes.TrimPrefix(text.Bytes(), []byte(c.to.gap))...)
		out.author, out.number = report.Game.Tag("Author"), composition.NumberOf(report.Game)
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
	var authors composition.Index // of compositions
	var err error
	if c.unique {
		if left, err = c.repeated(s); err != nil {
			return err
		}
	}
	c.after(s, out)
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
		if c.to.name == "composition" {
			authors.Add(game.author, game.number)
		}
		switch {
		case c.tables != nil:
			defer game.rows.Reset() // which lets go of the text
			return c.tables.WriteRows(&game.rows)
		case c.split == "game":
			return out.writeAlone(fmt.Sprintf("%06d", written), game.text)
		case c.split == "event":
			return out.writeTo(game.key, slug(game.key), game.text)
		case c.split == "variant":
			return out.writeTo(game.key, game.key, game.text)
		}
		return out.write(game.text)
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
	if c.tables != nil {
		if err := c.tables.Close(); err != nil {
			return err
		}
	}
	if text := authors.Text(c.language); text != "" && c.split == "" {
		out.tail = []byte("\n" + text)
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
func (c *converter) after(s *streams, out *outputs) {
	if c.tables == nil && c.to.gap == "" {
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
		if games == 1 && c.tables == nil {
			break
		}
	}
	switch {
	case c.tables != nil:
		c.tables.skip(games)
	case games > 0:
		out.goOn()
	}
}

// kept says what has become of the games so far: in files nothing.
func (c *converter) kept(out *outputs, written string) string {
	if c.tables != nil && c.tables.dataset != nil {
		return say("files.nothing-written", "path", c.tables.path)
	}
	return out.kept(written)
}
