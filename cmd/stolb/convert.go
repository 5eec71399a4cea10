package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert/columnar"
	"github.com/stolb/stolb/convert/jsonl"
	"github.com/stolb/stolb/convert/pdn"
	"github.com/stolb/stolb/convert/play"
	"github.com/stolb/stolb/convert/records"
	"github.com/stolb/stolb/convert/sheet"
	"github.com/stolb/stolb/grammar/cut"
	sheetgrammar "github.com/stolb/stolb/grammar/sheet"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

func convertCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use:   "convert --to pdn|json|sheet|html|arrow|parquet [--notation N] [--layout L] [--lang LANG] [-o PATH] [--split game|event|variant [--overwrite]] [--table games|plies] [--partition variant,year] [--strict] [--unique] [--include PATTERN] [selection] FILE...",
		Short: "write games in another format",
		Long: `
Reads games in any format, judges them, and writes them in the one that is
asked for, in the order of the input:
  pdn    Portable Draughts Notation 3.0
  json   an object a game, a line an object, with all that the record holds;
         its names are those of "stolb check --format json"
  sheet  score sheets: --notation full (c3-b4, a3:a7), short (cb4, a:a7) or
         numeric (9-12); --layout table, run or columns; headers in Russian,
         English or Ukrainian, --lang ru, en or uk. A board has either numbers or
         letters, so numeric is full, and short is full where it has numbers
  html   a page on which the games are played through, in one file that needs no
         network: boards with towers, moves with their variations, keys and
         buttons, a link to each position, PDN and FEN to copy; without scripts,
         the games to read and to print. --lang ru, en or uk
  arrow, parquet
         two tables in columns, games and plies, for DuckDB, Polars, pandas or
         Spark: in the folder -o names, which is made when all is done; with
         --partition variant,year in a tree of folders as Hive has them. With
         --table only one of them, as any other format: Arrow as a file with
         -o, as a stream without. They are read as well: "stolb check dataset"

A game that is illegal or unreadable is carried over as it stands, with its
verdict, and counted at the end; with --strict the first such game ends the
work, with exit code 1.

Without -o the games go to standard output. A file is packed if its name ends
in .gz or .zst. It gets its name when all is done: until then, and where a file
cannot be read, the disk is full, --strict finds a fault or Ctrl-C is pressed,
what was there before stays as it was.

--unique leaves out what "stolb check --duplicates" tells of: games that are the
same as one before, and those that are the beginning of another. The games are
read twice for it, and standard input is kept in a temporary file.

With --split there is a file for each game, event or variant, in the folder -o
names. A * in the last part of the path stands for the file's name, as in
-o 'games/*.pdn.gz'. Events that would have the same file, capitals and accents
being the same to some systems, have a number behind their names. Where one of the
files is there already nothing is written, unless --overwrite lets it be replaced;
a file that -o names is replaced in any case.

Of the games only those can be taken that meet all of these conditions:
  --player NAME        one of the players has NAME in his name; given more than
                       once, any of the names
  --only-variant V     the game is V; more with commas
  --result R           1-0, 0-1, 1/2-1/2 (whatever the words and points), *, a
                       score such as 17-7, or none; in the order of the record,
                       where PDN of checkers has Black first
  --verdict V          legal, repaired, unjudged, illegal, unreadable; more with
                       commas
  --since DATE         played on the day, or later; 2021-03-12, 12.03.2021,
  --until DATE         2021-03 or 2021. A date of which only the year is known
                       may be any day of it; a game without one is left out
  --min-plies N        that many legal moves, both sides' counted
  --max-plies N
  --reached FEN        the position was on the board
  --pattern FEN        a position was on the board that has the towers of FEN,
                       whatever stood elsewhere; "?" for either side to move:
                       '?:Wc3=00/0:Bg7'`,
		Example: `
  stolb convert --to pdn -o games.pdn sheets/
  stolb convert --to json -o games.jsonl.zst --only-variant lasca archive.pdn.gz
  stolb convert --to pdn --split event -o events/ games.jsonl
  stolb convert --to sheet --notation short --layout run --lang uk games.pdn
  stolb convert --to json --player Иванов --since 1998 --verdict legal,repaired games.pdn
  stolb convert --to pdn --pattern '?:Wd4=000:B' games.jsonl
  stolb convert --to html -o games.html games.pdn
  stolb convert --to parquet -o dataset archive/
  stolb convert --to parquet --partition variant,year -o dataset archive/
  stolb convert --to arrow --table plies games.pdn | consumer`,
		ValidArgsFunction: completeRecords,
	}
	flags := command.Flags()
	c := converter{checker: checker{plies: math.MaxInt}}
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	for _, f := range tableFormats {
		names = append(names, f.name)
	}
	to := enumFlag(flags, "to", "", "the format", names...)
	var path string
	flags.StringVarP(&path, "output", "o", "", "write to `PATH` instead of standard output")
	split := enumFlag(flags, "split", "", "a file for each", "game", "event", "variant")
	overwrite := flags.Bool("overwrite", false, "with --split, replace files that are there")
	flags.BoolVar(&c.strict, "strict", false, "stop at the first game that is illegal or unreadable, and write nothing")
	flags.BoolVar(&c.unique, "unique", false, "leave out games that repeat another, or are its beginning")
	sheetFlags := []string{"notation", "layout", "lang"}
	notation := enumFlag(flags, "notation", "full", "of sheets", "full", "short", "numeric")
	layout := enumFlag(flags, "layout", "table", "of sheets", "table", "run", "columns")
	language := enumFlag(flags, "lang", "ru", "of sheets and pages", "ru", "en", "uk")
	table := enumFlag(flags, "table", "", "write this table of arrow or parquet alone", "games", "plies")
	partition := flags.StringSlice("partition", nil, "a folder of arrow or parquet for each variant, year or both: variant,year")
	c.chosen.flags(flags)
	variantFlag(flags, &c.asked, "the variant of the games that do not name theirs")
	jobs := jobsFlag(flags, "convert")
	encodingFlag(flags, &c.encoding)
	includeFlag(flags, &c.include)
	mode := progressFlag(flags)
	command.RunE = func(_ *cobra.Command, args []string) error {
		if *to == "" {
			return &usageError{message: "say which format to write: --to " + strings.Join(names, "|")}
		}
		if len(args) == 0 {
			return &usageError{message: "no file to convert; - stands for standard input"}
		}
		if err := c.chosen.check(c.asked); err != nil {
			return err
		}
		for _, f := range formats {
			if f.name == *to {
				c.to = f
			}
		}
		for _, name := range sheetFlags {
			if c.to.name != "sheet" && flags.Changed(name) && !(c.to.name == "html" && name == "lang") {
				return &usageError{message: fmt.Sprintf("--%s is for --to sheet", name)}
			}
		}
		c.layout, c.language = sheetgrammar.Layout(*layout), sheetgrammar.Language(*language)
		if *notation == "short" {
			c.notation = replay.Short
		}
		c.jobs, c.split = *jobs, *split
		if *overwrite && c.split == "" {
			return &usageError{message: "--overwrite is for --split; the file that -o names is replaced in any case"}
		}
		defer useProcessors(c.jobs)()
		tables, err := newTables(*to, *table, *partition, path, c.split)
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
			l := c.pageLanguage()
			out.head, out.tail = play.Head(l), play.Tail(l)
		}
		if tables != nil {
			if err := tables.begin(out); err != nil {
				return err
			}
			defer tables.Abort()
			c.tables = tables
		}
		p := s.showProgress(*mode, func() int64 {
			size := totalSize(args, c.include, s.in)
			if c.unique && size > 0 {
				size *= 2 // they are read twice
			}
			return size
		}, true, c.progress)
		defer p.finish()
		return c.run(s, args, out)
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
	{"pdn", ".pdn", "\n", func(_ *converter, w io.Writer) gameWriter { return pdn.NewWriter(w) }},
	{"json", ".jsonl", "", func(_ *converter, w io.Writer) gameWriter { return jsonl.NewWriter(w) }},
	{"sheet", ".txt", "\n", func(c *converter, w io.Writer) gameWriter {
		s := sheet.NewWriter(w)
		s.Notation, s.Layout, s.Language = c.notation, c.layout, c.language
		return s
	}},
	{"html", ".html", "", func(c *converter, w io.Writer) gameWriter { return &pageWriter{w, c.pageLanguage()} }},
}

// pageLanguage is the language of pages.
func (c *converter) pageLanguage() message.Language {
	l, _ := message.ParseLanguage(string(c.language)) // a sheet's is one of them
	return l
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
	chosen selection

	tables   *tables         // of arrow and parquet, else nil
	notation replay.Notation // of sheets
	layout   sheetgrammar.Layout
	language sheetgrammar.Language
}

// converted is a game as it will be written. The slices are reused.
type converted struct {
	verdict  replay.Verdict
	chosen   bool
	nameless bool // the variant is not known
	text     []byte
	rows     columnar.Rows // of arrow and parquet
	key      string        // of the file, with --split
	fault    []byte        // what --strict says of it
}

// newWorker returns what converts games on one goroutine.
func (c *converter) newWorker() func(chunk, *converted) {
	parser := records.NewParser(c.asked)
	var arbiter replay.Arbiter
	var report replay.Report
	var game record.Game
	var text bytes.Buffer
	var writer gameWriter
	if c.tables == nil {
		writer = c.to.writer(c, &text)
	}
	chosen := c.chosen.matcher()
	return func(in chunk, out *converted) {
		parser.ParseInto(in.Chunk, &game)
		if c.tables != nil {
			out.rows.Reset()
			out.rows.Judge(&arbiter, &game, c.asked, &report)
		} else {
			arbiter.Judge(&game, c.asked, &report)
		}
		out.verdict = report.Verdict
		if out.chosen = chosen(&report); !out.chosen {
			return
		}
		if c.strict && report.Verdict >= replay.Illegal {
			out.fault = appendText(out.fault[:0], &report)
			return
		}
		out.nameless = isNameless(&report)
		if c.tables != nil {
			// An object may have been changed since its game was read.
			out.rows.Verbatim = in.Format != cut.JSON
			out.rows.Add(&report)
			return
		}
		text.Reset()
		// A buffer takes everything.
		_ = writer.Write(&report)
		_ = writer.Close()
		// What stands between two games is for whoever puts them into a file.
		out.text = append(out.text[:0], bytes.TrimPrefix(text.Bytes(), []byte(c.to.gap))...)
		switch c.split {
		case "event":
			out.key = strings.TrimSpace(game.Tag("Event"))
		case "variant":
			out.key = report.Variant.String()
		}
	}
}

// run converts the games of the files and writes them to out. See the command's
// help for what it does about faults.
func (c *converter) run(s *streams, args []string, out *outputs) error {
	games, written, nameless, failed := 0, 0, 0, false
	var verdicts [replay.Unreadable + 1]int
	var left *repeatedGames
	if c.unique {
		rewind, done, err := keepInput(s, args)
		if err != nil {
			return err
		}
		defer done()
		if left, err = c.repeated(s, args); err != nil {
			return err
		}
		rewind()
	}
	for game, err := range replay.Stream(s.ctx, c.jobs, c.chunks(s, args), c.newWorker) {
		switch {
		case errors.Is(err, context.Canceled):
			s.complain("interrupted: %s", c.kept(out, count(written, "game", "games")+" converted, which is not all"))
			return errInterrupted
		case err != nil:
			s.complain("%v", err)
			failed = true
			continue
		}
		games++
		c.tally.games.Add(1)
		if !game.chosen || left.has(games-1) {
			continue
		}
		if c.strict && game.verdict >= replay.Illegal {
			if err := s.out.Flush(); err != nil {
				return err
			}
			s.err.Write(game.fault)
			s.complain("--strict: stopped at this game; %s", c.kept(out, count(written, "game", "games")+" before it"))
			return errFaults
		}
		written++
		verdicts[game.verdict]++
		if game.nameless {
			nameless++
		}
		var err error
		switch {
		case c.tables != nil:
			err = c.tables.WriteRows(&game.rows)
			game.rows.Reset() // which lets go of the text
		case c.split == "":
			err = out.write(game.text)
		case c.split == "game":
			err = out.writeAlone(fmt.Sprintf("%06d", written), game.text)
		case c.split == "event":
			err = out.writeTo(game.key, slug(game.key), game.text)
		case c.split == "variant":
			err = out.writeTo(game.key, game.key, game.text)
		}
		if err != nil {
			return err
		}
	}
	if left != nil && left.games != games && !failed {
		return errors.New("the files have changed while they were read twice, which --unique needs; nothing is written")
	}
	if failed {
		s.complain("%s", c.kept(out, count(written, "game", "games")+" converted, which is not all"))
		return errTold
	}
	if c.tables != nil {
		if err := c.tables.Close(); err != nil {
			return err
		}
	}
	if err := out.commit(); err != nil {
		return err
	}
	if illegal, unreadable := verdicts[replay.Illegal], verdicts[replay.Unreadable]; illegal+unreadable > 0 {
		s.complain("carried over as they stand, of %s: %d illegal, %d unreadable", count(written, "game", "games"), illegal, unreadable)
	}
	if left != nil && left.same+left.beginnings > 0 {
		s.complain("left out: %s the same as one before, %s the beginning of another",
			count(left.same, "game that is", "games that are"), count(left.beginnings, "that is", "that are"))
	}
	if nameless > 0 {
		s.complain("%s not say what is played; --variant does", count(nameless, "game does", "games do"))
	}
	if written == 0 && games > 0 {
		s.complain("none of %s is what was asked for", count(games, "game", "games"))
	}
	return nil
}

// kept says what has become of the games so far: in files nothing.
func (c *converter) kept(out *outputs, written string) string {
	if c.tables != nil && c.tables.dataset != nil {
		return "nothing is written to " + c.tables.path
	}
	return out.kept(written)
}
