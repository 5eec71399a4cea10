package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/restore"
)

func restoreCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "restore",
		Example: `
  stolb restore sheet.txt
  stolb restore --variant lasca --format json scans/*.hocr
  stolb restore --answers answers.jsonl --ask sheets/
  stolb restore --review questions.html sheets/
  stolb restore --together white.txt black.txt
  stolb restore --confusions ivanov.hand --to pdn -o 1987.pdn notebooks/1987/`,
		ValidArgsFunction: completeRecords,
	}
	flags := command.Flags()
	var c restoring
	c.Certain, c.Damaged = restore.DefaultCertain, true
	variantFlag(flags, &c.Variant)
	choiceFlag(flags, &c.format, "format", "text", "text", "json")
	choiceFlag(flags, &c.to, "to", "", "pdn", "json", "sheet")
	flags.StringVarP(&c.outputPath, "output", "o", "", "")
	flags.BoolVar(&c.Together, "together", false, "")
	flags.StringVar(&c.answersPath, "answers", "", "")
	flags.BoolVar(&c.asks, "ask", false, "")
	flags.StringVar(&c.handPath, "confusions", "", "")
	flags.StringVar(&c.reviewPath, "review", "", "")
	shareFlag(flags, &c.Certain, "certain", "P", say("usage.expected-probability"), func(f float64) bool { return f > 0 && f <= 1 })
	c.input.flags(flags)
	progressFlag(flags, &c.progress)
	command.RunE = func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return &usageError{message: say("usage.no-file-restore")}
		case c.to != "" && flags.Changed("format"):
			return &usageError{message: say("usage.one-of", "a", "--format", "b", "--to")}
		case c.Together && len(args) != 2:
			return &usageError{message: say("usage.together-two", "n", len(args))}
		case c.outputPath != "" && c.to == "":
			return &usageError{message: say("usage.output-needs-to")}
		case c.asks && c.answersPath == "":
			return &usageError{message: say("usage.ask-answers")}
		case c.asks && slices.Contains(args, "-"):
			return &usageError{message: say("usage.ask-input")}
		}
		return c.all(s, args)
	}
	return command
}

// restoring restores the games of files.
type restoring struct {
	input
	format  string // "text" or "json", where to is ""
	to      string
	hand    *restore.Confusions
	answers convert.Answers

	// What is read and written besides the records.
	outputPath, answersPath, handPath, reviewPath string
	asks                                          bool

	counts restoredCounts
}

// restoredGame is a game with its texts as they will be written, which are reused.
type restoredGame struct {
	*convert.Restored
	text []byte
	page []byte
	err  error
}

// restoredCounts is what the games so far come to.
type restoredCounts struct {
	verdicts                         [restore.Lost + 1]int
	read, mended, inserted, dropped  int // moves
	games, questions, unknownVariant int
	answered                         map[any]bool // the keys of the games that have answers
}

func (c *restoring) count(f *convert.Restored) {
	n := &c.counts
	n.games++
	n.verdicts[f.Game.Verdict]++
	n.questions += len(f.Game.Questions)
	read, mended, inserted, dropped := f.Counts()
	n.read, n.mended = n.read+read, n.mended+mended
	n.inserted, n.dropped = n.inserted+inserted, n.dropped+dropped
	if f.Variant == record.UnknownVariant {
		n.unknownVariant++
	}
	if _, answered := c.answers[f.Key()]; answered {
		n.answered[f.Key()] = true
	}
	c.games.Add(1)
}

// all does the work: it learns the hand, asks, and writes what it finds.
func (c *restoring) all(s *streams, args []string) (err error) {
	done, err := keepInput(s, args)
	if err != nil {
		return err
	}
	defer done()
	if err := c.readAnswers(); err != nil {
		return err
	}
	hand, err := readConfusions(c.handPath)
	if err != nil {
		return err
	}
	gap := "\n"
	if c.to == "" || c.to == "json" {
		gap = ""
	}
	out, err := createOutput(s.out, c.outputPath, gap)
	if err != nil {
		return err
	}
	defer out.discard()
	var page *output
	if c.reviewPath != "" {
		if page, err = createOutput(s.out, c.reviewPath, ""); err != nil {
			return err
		}
		defer page.discard()
	}
	if c.asks {
		c.progress = "never"
	}
	_, finish := c.open(s, args, 2)
	failed, err := c.passes(s, hand, out, page)
	finish()
	if err != nil {
		return err
	}
	if c.handPath != "" && !failed {
		if err := writeConfusions(c.handPath, c.hand); err != nil {
			return err
		}
	}
	c.report(s)
	return ending(failed, c.counts.games > c.counts.verdicts[restore.Certain])
}

// passes goes through the records: to learn the hand, to ask, and to write. It
// says whether something could not be read, which is reported.
func (c *restoring) passes(s *streams, hand *restore.Confusions, out, page *output) (failed bool, err error) {
	if c.hand, err = convert.LearnHand(s.ctx, c.Input, hand); err != nil {
		s.tell("restore.interrupted-before")
		return false, errInterrupted
	}
	if c.asks {
		if err := c.ask(s, c.answersPath); err != nil {
			return false, err
		}
	}
	return c.write(s, out, page)
}

// write restores the games once more and writes them. It says whether
// something could not be read, which is reported.
func (c *restoring) write(s *streams, out, page *output) (failed bool, err error) {
	c.counts.answered = make(map[any]bool)
	var head, tail []byte
	if page != nil {
		if head, tail, err = reviewFrame(); err != nil {
			return true, err
		}
		if _, err := page.Write(head); err != nil {
			return true, err
		}
	}
	newWorker := func() func(*convert.Restored, *restoredGame) {
		write := c.newWriter(page != nil)
		return func(f *convert.Restored, out *restoredGame) {
			out.Restored = f
			out.text, out.page, out.err = write(f, out.text[:0], out.page[:0])
		}
	}
	made := convert.EachRestored(s.ctx, c.Input, c.hand, c.answers, newWorker)
	failed, err = each(s, made, nil, func(game *restoredGame) error {
		if game.err != nil {
			return game.err
		}
		c.count(game.Restored)
		if err := out.write(game.text); err != nil || page == nil {
			return err
		}
		return page.write(game.page)
	})
	if errors.Is(err, errInterrupted) {
		s.tell("files.interrupted", "what", out.kept(say("restore.interrupted", "n", c.counts.games)))
	}
	if err != nil {
		return true, err
	}
	if failed && out.file != nil {
		s.complain("%s", out.kept(say("restore.not-all")))
		return true, nil
	}
	if err := out.commit(); err != nil || page == nil {
		return failed, err
	}
	if _, err := page.Write(tail); err != nil {
		return failed, err
	}
	return failed, page.commit()
}

// report writes what all comes to: for a reader after the games, else to
// standard error.
func (c *restoring) report(s *streams) {
	if c.to == "" && c.format == "text" {
		c.summary(s.out)
	} else if c.counts.games > c.counts.verdicts[restore.Certain] && c.to != "" {
		c.summary(s.err)
	}
	missed := 0
	for key := range c.answers {
		if !c.counts.answered[key] {
			missed++
		}
	}
	if missed > 0 {
		s.tell("restore.missed-answers", "file", c.answersPath, "n", missed)
	}
}

func (c *restoring) summary(w io.Writer) {
	n := &c.counts
	if n.games == 0 {
		return // standard error has why
	}
	v := &n.verdicts
	fmt.Fprintln(w, say("restore.summary", "games", n.games, "files", c.FilesRead(),
		"certain", v[restore.Certain], "likely", v[restore.Likely],
		"open", v[restore.Open], "lost", v[restore.Lost]))
	fmt.Fprintln(w, say("restore.moves", "read", n.read, "mended", n.mended,
		"inserted", n.inserted, "dropped", n.dropped, "questions", n.questions))
	if n.unknownVariant > 0 {
		fmt.Fprintln(w, say("check.nameless", "n", n.unknownVariant))
	}
}

// readAnswers reads the file of answers. With --ask it need not be there yet.
func (c *restoring) readAnswers() error {
	c.answers = convert.Answers{}
	if c.answersPath == "" {
		return nil
	}
	file, err := os.Open(c.answersPath)
	if errors.Is(err, fs.ErrNotExist) && c.asks {
		return nil
	}
	if err != nil {
		return convert.FileError(c.answersPath, err)
	}
	defer file.Close()
	if c.answers, err = convert.ReadAnswers(file); err != nil {
		return message.Of("message.path", "path", c.answersPath, "why", err)
	}
	return nil
}

// readConfusions reads a hand; the general one where there is no such file.
func readConfusions(path string) (*restore.Confusions, error) {
	hand := restore.General()
	if path == "" {
		return hand, nil
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return hand, nil
	}
	if err != nil {
		return nil, convert.FileError(path, err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, restore.MaxConfusions+1))
	if err != nil {
		return nil, convert.FileError(path, err)
	}
	if err := hand.UnmarshalText(text); err != nil {
		return nil, message.Of("message.path", "path", path, "why", err)
	}
	return hand, nil
}

func writeConfusions(path string, hand *restore.Confusions) error {
	text, err := hand.MarshalText()
	if err != nil {
		return err
	}
	return writeFile(path, text)
}

// What --to sheet writes.
const (
	sheetLayout   = grammar.Table
	sheetLanguage = message.Russian
)

// newWriter returns what appends what was found to dst, in the requested
// format, and its questions to page where the page is wanted.
func (c *restoring) newWriter(wanted bool) func(f *convert.Restored, dst, page []byte) ([]byte, []byte, error) {
	var write func(*replay.Report, *convert.Part)
	var part convert.Part
	if c.to != "" {
		o := convert.WriteOptions{Language: language, Words: sheetLanguage, Layout: sheetLayout}
		w, err := convert.NewWriter(c.to, nil, o)
		if err != nil {
			panic(err) // the flag has no other format
		}
		write = w.NewWorker()
	}
	pictures := new(pictures)
	return func(f *convert.Restored, dst, page []byte) ([]byte, []byte, error) {
		var err error
		switch {
		case write != nil:
			write(f.Report(language), &part)
			if c.to == "json" {
				dst, err = f.AppendTo(dst, part.Text, language)
			} else {
				dst = append(dst, part.Text...)
			}
		case c.format == "json":
			dst, err = f.AppendJSON(dst, language)
		default:
			dst = appendRestored(dst, f)
		}
		if wanted && err == nil {
			page, err = appendReview(page, f, pictures)
		}
		return dst, page, err
	}
}
