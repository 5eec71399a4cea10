package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/book"
	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/solve"
	"github.com/stolb/stolb/stats"
)

// bookFormats are the file extensions of books.
var bookFormats = []string{".html", ".epub", ".typ", ".pdf"}

func bookCommand(s *streams) *cobra.Command {
	command := ofFiles("book", "usage.no-manuscript")
	flags := command.Flags()
	var path, title, encoding string
	flags.StringVarP(&path, "output", "o", "", "")
	check := flags.Bool("check", false, "")
	solved := flags.Bool("solve", false, "")
	var solving solve.Options
	intFlag(flags, &solving.Nodes, "nodes", solve.DefaultNodes, 1, math.MaxInt32)
	flags.StringVar(&title, "title", "", "")
	template := flags.String("template", "", "")
	o := book.Options{Language: message.Russian} // the default, as for all written records
	variantFlag(flags, &o.Variant)
	var notation, ink string
	choiceFlag(flags, &notation, "notation", "full", "full", "short", "numeric")
	choiceFlag(flags, &ink, "ink", "colour", "colour", "black")
	encodingFlag(flags, &encoding)
	command.RunE = func(_ *cobra.Command, args []string) error {
		extension := strings.ToLower(filepath.Ext(path))
		mistake := cmp.Or(
			requires(flags, "nodes", "solve"),
			misuse(*template != "" && extension != ".typ" && extension != ".pdf", "usage.requires", "flag", "--template", "other", "-o BOOK.typ|BOOK.pdf"),
			misuse(*check && path != "", "usage.check-or-output"),
			misuse(!*check && !slices.Contains(bookFormats, extension), "usage.say-book", "formats", strings.Join(bookFormats, ", ")),
			apart(append(args, *template), "-o", path),
		)
		if mistake != nil {
			return mistake
		}
		if flags.Changed("lang") {
			o.Language = language
		}
		o.Notation = notations[notation]
		o.BlackInk = ink == "black"
		o.Crosstable = func(attributes map[string]string, games []*replay.Report, l message.Language) (*book.Crosstable, error) {
			return bookTable(args[0], attributes, games, l)
		}
		if *template != "" {
			text, err := readManuscript(*template, "utf-8")
			if err != nil {
				return err
			}
			o.Template = text + "\n"
		}
		if *solved {
			solving.Jobs = runtime.GOMAXPROCS(0)
			o.Solve = func(p *replay.Position, r *replay.Report, task record.Task) *solve.Solution {
				return solve.Composition(s.ctx, p, r, solvedBy(solving, r, task))
			}
		}
		// A manuscript of many megabytes takes seconds. Nothing is written until it is done.
		var p madeBook
		err := interruptible(s, func() error {
			err := p.make(s, args, title, encoding, o)
			if err != nil || len(p.faults) > 0 || *check {
				return err
			}
			from, err := s.provenance(command, args, convert.Options{}, p.named...)
			if err == nil {
				p.book.Provenance = string(from.JSON())
				p.text, err = p.in(s, path, extension)
			}
			return err
		})
		if errors.Is(err, errInterrupted) {
			s.tell("book.interrupted")
		}
		if err != nil {
			return err
		}
		for _, f := range p.faults {
			text, place := clean(f.In(language), messageCells), clean(fmt.Sprintf("%s:%d:%d:", f.File, f.Line, f.Column), messageCells)
			if said, ok := strings.CutPrefix(text, place); ok {
				text = painted(placeColour, place) + said
			}
			fmt.Fprintln(s.out, text)
		}
		if len(p.faults) > 0 || *check {
			return ending(nil, len(p.faults) > 0)
		}
		return s.writeFile(path, p.text)
	}
	return command
}

// madeBook is a book ready to be written, or its faults.
type madeBook struct {
	book    *book.Book
	named   []string  // files that the manuscript names
	changed time.Time // the time of the newest file
	text    []byte
	faults  []book.Fault
}

// readManuscript reads a manuscript or a template as UTF-8.
func readManuscript(path, encoding string) (text string, err error) {
	return readText(path, encoding, 64, func(text string) (string, error) { return text, nil })
}

func besideManuscript(manuscript, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(manuscript), name)
}

// make reads a manuscript or records.
func (p *madeBook) make(s *streams, args []string, title, encoding string, o book.Options) error {
	isManuscript := func(name string) bool {
		e := strings.ToLower(filepath.Ext(name))
		return e == ".md" || e == ".markdown"
	}
	for _, name := range args {
		if isManuscript(name) && len(args) > 1 {
			return &usageError{message: say("usage.one-manuscript")}
		}
		if info, err := os.Stat(name); err == nil && info.ModTime().After(p.changed) {
			p.changed = info.ModTime()
		}
	}
	o.Games = func(name string, variant record.Variant, each func(*replay.Report) error) error {
		if isManuscript(args[0]) {
			if name = besideManuscript(args[0], name); name == "-" {
				name = "./-" // a manuscript cannot mean standard input
			}
			if err := convert.Regular(name); err != nil {
				return err
			}
			p.named = append(p.named, name)
		}
		o := convert.Options{Variant: variant, Encoding: encoding, Stdin: s.in}
		in := convert.Open([]string{name}, o)
		for report, err := range convert.Judge(s.ctx, in) {
			if s.ctx.Err() != nil {
				return errInterrupted
			}
			if err == nil {
				err = each(report)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	if !isManuscript(args[0]) {
		var err error
		p.book, p.faults, err = book.Collect(title, args, o)
		return err
	}
	o.Picture = func(name string) ([]byte, error) {
		name = besideManuscript(args[0], name)
		p.named = append(p.named, name)
		return readFile(name, book.MaxPicture+1)
	}
	source, err := readManuscript(args[0], encoding)
	if err == nil {
		p.book, p.faults = book.Read(args[0], []byte(source), o)
	}
	return err
}

// in returns the book in the format of the extension.
func (p *madeBook) in(s *streams, path, extension string) ([]byte, error) {
	var file, said bytes.Buffer
	var err error
	switch extension {
	case ".html":
		err = p.book.WriteHTML(&file)
	case ".epub":
		err = p.book.WriteEPUB(&file, p.changed)
	default: // .typ, .pdf
		err = p.book.WriteTypst(&file)
	}
	if err != nil || extension != ".pdf" {
		return file.Bytes(), err
	}
	program, err := exec.LookPath("typst")
	if err != nil {
		typ := strings.TrimSuffix(path, filepath.Ext(path)) + ".typ"
		return nil, message.Of("book.no-typst", "path", path, "instead", typ)
	}
	compile := exec.CommandContext(s.ctx, program, "compile", "--format", "pdf", "-", "-")
	compile.Stdin, compile.Stderr = &file, &said
	pdf, err := compile.Output()
	if err != nil {
		return nil, message.Of("book.typst-failed", "path", path, "why", clean(strings.TrimSpace(said.String()), messageCells), "error", err)
	}
	// PDF allows comments between objects; here it moves none of them.
	at := max(bytes.LastIndex(pdf, []byte("startxref")), 0)
	return slices.Concat(pdf[:at], []byte("% "+p.book.Provenance+"\n"), pdf[at:]), nil
}

// bookTable returns the crosstable of a tournament for a manuscript.
func bookTable(manuscript string, o map[string]string, games []*replay.Report, l message.Language) (*book.Crosstable, error) {
	tournament := stats.NewTournament(o["event"], o["teams"] == "yes")
	names := map[string]string{}
	if o["aliases"] != "" {
		aliases, err := readList(besideManuscript(manuscript, o["aliases"]), stats.ParseAliases)
		if err != nil {
			return nil, err
		}
		tournament.Aliases = aliases
		for _, r := range games {
			for _, tag := range []string{"White", "Black"} {
				as := strings.TrimSpace(r.Game.Tag(tag))
				names[as] = aliases.Name(as)
			}
		}
	}
	for _, r := range games {
		if err := tournament.Add(r); err != nil {
			return nil, message.Of("book.no-tournament", "why", err)
		}
	}
	system := systems[cmp.Or(o["system"], "auto")]
	about, tables, err := tournament.Tables(system, ruleBooks[cmp.Or(o["rules"], "codex")], o["win"] == "2", l)
	if events := tournament.Events(); len(events) > 1 {
		for i := range events {
			events[i] = cmp.Or(events[i], message.Of("book.no-name").In(l))
		}
		return nil, message.Of("book.several-events", "name", "event", "events", strings.Join(events, "; "))
	}
	if err != nil {
		return nil, message.Of("book.no-tournament", "why", err)
	}
	slips, err := tournament.Slips(system)
	standings, wrong := tournament.Standings(o["win"] == "2")
	if err = cmp.Or(err, wrong); err != nil {
		return nil, err
	}
	t := &book.Crosstable{Note: strings.Join(about.Notes[:len(about.Notes)-len(slips)], "; "), Names: names, Slips: slips, Standings: standings} // slips are the last notes
	if len(tables) == 0 {
		return t, nil
	}
	columns := tables[0].Columns
	end := slices.IndexFunc(columns, func(c table.Column) bool { return c.Name == "games" })
	shown := []int{slices.IndexFunc(columns, func(c table.Column) bool { return c.Name == "points" })}
	for i := end; i < len(columns) && len(tables) > 1; i++ {
		of := slices.IndexFunc(tables[1].Columns, func(c table.Column) bool { return c.Name == columns[i].Name })
		if columns[i].Title == "" && of >= 0 {
			shown = append(shown, i)
			t.TieBreaks = append(t.TieBreaks, tables[1].Columns[of].Title)
		}
	}
	for row := range tables[0].Rows {
		cells := []string{strings.Replace(fmt.Sprint(row[0]), "-", "–", 1)}
		for _, cell := range row[1:end] {
			cells = append(cells, fmt.Sprint(cell))
		}
		for _, i := range shown {
			cells = append(cells, strings.Replace(fmt.Sprint(row[i]), "-", "−", 1)) // a minus
		}
		cells[2+len(t.Rows)] = "■"
		t.Rows = append(t.Rows, cells)
	}
	return t, nil
}
