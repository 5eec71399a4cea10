package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/restore"
)

func restoreCommand(s *streams) *cobra.Command {
	command := ofFiles("restore", "usage.no-file-restore")
	flags := command.Flags()
	var c restoring
	c.Certain, c.Damaged = restore.DefaultCertain, true
	variantFlag(flags, &c.Variant)
	choiceFlag(flags, &c.format, "format", "text", "text", "json")
	choiceFlag(flags, &c.to, "to", "", "pdn", "json", "sheet")
	flags.StringVarP(&c.outputPath, "output", "o", "", "")
	verdictsFlag(flags, &c.only, "only", restore.Lost)
	flags.BoolVar(&c.summary, "summary", false, "")
	flags.BoolVarP(&c.quiet, "quiet", "q", false, "")
	flags.BoolVar(&c.Together, "together", false, "")
	flags.StringVar(&c.answersPath, "answers", "", "")
	flags.BoolVar(&c.asks, "ask", false, "")
	flags.StringVar(&c.handPath, "confusions", "", "")
	flags.StringVar(&c.reviewPath, "review", "", "")
	flags.StringVar(&c.proofPath, "proof", "", "")
	shareFlag(flags, &c.Certain, "certain", "P", "usage.expected-probability",
		func(f float64) bool { return f > 0 && f <= 1 })
	c.input.flags(flags, false)
	command.RunE = func(_ *cobra.Command, args []string) error {
		err := cmp.Or(
			misuse(c.quiet && c.summary, "usage.one-of", "a", "--quiet", "b", "--summary"),
			misuse(c.summary && c.to != "", "usage.one-of", "a", "--summary", "b", "--to"),
			misuse(c.summary && c.format != "text", "usage.summary-is-text", "format", c.format),
			misuse(c.to != "" && flags.Changed("format"), "usage.one-of", "a", "--format", "b", "--to"),
			misuse(c.Together && len(args) != 2, "usage.together-two", "n", len(args)),
			requires(flags, "output", "to"),
			requires(flags, "ask", "answers"),
			misuse(c.asks && slices.Contains(args, "-"), "usage.ask-input"),
			apart(args, "-o", c.outputPath, "--review", c.reviewPath, "--proof", c.proofPath,
				"--answers", c.answersPath, "--confusions", c.handPath),
		)
		if err != nil {
			return err
		}
		return c.all(s, args)
	}
	return command
}

type restoring struct {
	input
	format      string // "text" or "json", if to is ""
	to          string
	hand        *restore.Confusions
	answers     convert.Answers
	answersText []byte // the file of answers

	only           []restore.Verdict // the verdicts of games to write; all if empty
	summary, quiet bool

	// Other files that are read and written.
	outputPath, answersPath, handPath, reviewPath, proofPath string
	asks                                                     bool

	scans  pictures // one for all workers, since a scan can take a gigabyte
	counts restoredCounts
	ofFile restoredCounts // the file that is being counted
}

// restoredGame is a game with its output texts, which are reused.
type restoredGame struct {
	*convert.Restored
	reported bool
	text     []byte
	pages    [2][]byte // for --review and --proof
	err      error
}

type restoredCounts struct {
	verdicts                         [restore.Lost + 1]int
	read, mended, inserted, dropped  int // moves
	games, questions, unknownVariant int
	file                             string
	answered                         map[any]bool // the keys of games with answers
}

// flush writes the line of the last file, if --summary is set, and resets its counts.
func (c *restoring) flush(s *streams) {
	if v := &c.ofFile.verdicts; c.summary && c.ofFile.games > 0 {
		fmt.Fprintln(s.out, say("restore.of-file", "file", clean(c.ofFile.file, messageCells),
			"certain", v[restore.Certain], "likely", v[restore.Likely], "open", v[restore.Open], "lost", v[restore.Lost]))
	}
	c.ofFile = restoredCounts{}
}

func (c *restoring) count(s *streams, f *restoredGame) {
	if file := f.First().Source.File; file != c.ofFile.file {
		c.flush(s)
		c.ofFile.file = file
	}
	if f.reported {
		c.ofFile.games++
	}
	c.ofFile.verdicts[f.Game.Verdict]++
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
}

// all runs the command, from reading the answers to reporting the totals.
func (c *restoring) all(s *streams, args []string) (err error) {
	done, err := keepInput(s, args)
	if err != nil {
		return err
	}
	defer done()
	if err := c.readAnswers(s); err != nil {
		return err
	}
	if c.hand, err = readConfusions(c.handPath); err != nil {
		return err
	}
	var out *output
	info, none := os.Stat(c.outputPath)
	isFolder := none == nil && info.IsDir() || strings.HasSuffix(c.outputPath, string(os.PathSeparator))
	if isFolder || strings.Contains(filepath.Base(c.outputPath), "*") { // one file for each input
		if out, err = s.createSplit(c.outputPath, extensions[c.to], true); err == nil {
			err = c.keepsInput(out, args)
		}
	} else {
		out, err = s.create(c.outputPath)
	}
	if err != nil {
		return err
	}
	if c.to != "" && c.to != "json" {
		out.gap = []byte("\n")
	}
	var pages [2]*output
	for i, path := range []string{c.reviewPath, c.proofPath} {
		if pages[i], err = s.createNamed([]string{"--review", "--proof"}[i], path); err != nil {
			return err
		}
	}
	if c.asks || c.quiet {
		c.progress = "never"
	}
	_, finish := c.open(s, args, 2)
	err = c.write(s, out, pages)
	finish()
	if !isWorthReporting(err) {
		return err
	}
	if c.handPath != "" && err == nil {
		text, err := c.hand.MarshalText()
		if err == nil {
			err = s.writeFile(c.handPath, text)
		}
		if err != nil {
			return err
		}
	}
	c.report(s)
	return ending(err, c.counts.games > c.counts.verdicts[restore.Certain])
}

// write learns the hand, asks questions, and restores and writes the games.
func (c *restoring) write(s *streams, out *output, pages [2]*output) (err error) {
	if c.hand, err = convert.LearnHand(s.ctx, c.Input, c.hand); err != nil {
		s.tell("restore.interrupted-before")
		return errInterrupted
	}
	if c.asks {
		if err := c.ask(s); err != nil {
			return err
		}
	}
	c.counts.answered = make(map[any]bool)
	for i, head := range []string{"head", "proof-head"} {
		if err := templates().ExecuteTemplate(pages[i], head, nil); err != nil {
			return err
		}
	}
	made := convert.EachRestored(s.ctx, c.Input, c.hand, c.answers, c.newWorker)
	read := each(s, &c.games, made, func(game *restoredGame) error {
		if game.err != nil {
			return game.err
		}
		c.count(s, game)
		if !game.reported {
			return nil
		}
		write := out.write
		if file := game.First().Source.File; out.split != nil {
			write = func(text []byte) error { return out.writeTo(file, stem(file), text) }
		}
		return errors.Join(write(game.text), pages[0].write(game.pages[0]), pages[1].write(game.pages[1]))
	}, func() {
		s.tell("files.interrupted", "what", out.kept(say("restore.interrupted", "n", c.counts.games)))
	})
	c.flush(s)
	switch {
	case !isWorthReporting(read):
		return read
	case read != nil && out.file != nil:
		s.complain(out.kept(say("restore.not-all")))
		return read
	}
	err = out.commit() // with several files, those that could be read
	for i, tail := range []string{"tail", "proof-tail"} {
		if err == nil {
			err = templates().ExecuteTemplate(pages[i], tail, nil)
		}
		if err == nil {
			err = pages[i].commit()
		}
	}
	return cmp.Or(err, read)
}

func stem(file string) string { return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)) }

// keepsInput returns an error if one of the files of a split output is a file of the input.
func (c *restoring) keepsInput(out *output, args []string) error {
	var inputs, written []string
	for name, err := range convert.Open(args, c.Options).Files() {
		if err == nil {
			inputs = append(inputs, name)
			written = append(written, "-o", filepath.Join(out.folder, out.named(stem(name))))
		}
	}
	return apart(inputs, written...)
}

// report writes the totals: after games in text, or else to standard error if some are uncertain.
func (c *restoring) report(s *streams) {
	switch {
	case c.quiet:
	case c.to == "" && c.format == "text":
		c.summarise(s.out)
	case c.counts.games > c.counts.verdicts[restore.Certain] && c.to != "":
		c.summarise(s.err)
	}
	if missed := len(c.answers) - len(c.counts.answered); missed > 0 {
		s.tell("restore.missed-answers", "file", c.answersPath, "n", missed)
	}
}

func (c *restoring) summarise(w io.Writer) {
	n := &c.counts
	if n.games == 0 {
		return // the reason is on standard error
	}
	v := &n.verdicts
	fmt.Fprintln(w, say("restore.summary", "games", n.games, "files", c.FilesRead(),
		"certain", v[restore.Certain], "likely", v[restore.Likely],
		"open", v[restore.Open], "lost", v[restore.Lost]))
	fmt.Fprintln(w, say("restore.moves", "read", n.read, "mended", n.mended,
		"inserted", n.inserted, "dropped", n.dropped, "questions", n.questions))
	if n.unknownVariant > 0 {
		fmt.Fprintln(w, say("check.unknown-variants", "n", n.unknownVariant))
	}
}

// readAnswers reads the file of answers, which need not exist yet.
func (c *restoring) readAnswers(s *streams) error {
	if c.answersPath == "" {
		return nil
	}
	text, err := readFile(c.answersPath, math.MaxInt64)
	if errors.Is(err, fs.ErrNotExist) {
		if !c.asks && c.reviewPath == "" {
			s.tell("restore.no-answers-yet", "file", c.answersPath)
		}
		return nil
	}
	if c.answersText = text; err == nil {
		c.answers, err = convert.ReadAnswers(bytes.NewReader(text))
		err = convert.FileError(c.answersPath, err)
	}
	return err
}

// readConfusions reads a hand, or returns the general one if there is no such file.
func readConfusions(path string) (*restore.Confusions, error) {
	hand := restore.General()
	if path == "" {
		return hand, nil
	}
	text, err := readFile(path, restore.MaxConfusions+1)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return hand, nil
	case err != nil:
		return nil, err
	}
	return hand, convert.FileError(path, hand.UnmarshalText(text))
}

const (
	sheetLanguage = message.Russian // the default for words in sheets
	listedChoices = 4               // moves shown for an uncertain ply, including its own
	sure          = 0.99            // the probability from which a ply's source line is not shown
)

// newWorker returns a function that formats a game, in the requested format and for the pages.
func (c *restoring) newWorker() func(f *convert.Restored, out *restoredGame) {
	var write func(*replay.Report, *convert.Part)
	var part convert.Part
	if c.to != "" {
		write = gameWriter(c.to, convert.WriteOptions{Language: language, Words: sheetLanguage})
	}
	folder := filepath.Dir(c.proofPath)
	return func(f *convert.Restored, out *restoredGame) {
		*out = restoredGame{f, isAmong(c.only, f.Game.Verdict), out.text[:0], [2][]byte{out.pages[0][:0], out.pages[1][:0]}, nil}
		switch {
		case !out.reported:
			return
		case c.to == "" && c.format == "text" && (c.summary || c.quiet):
		case c.to == "json":
			write(f.Report(language), &part)
			out.text, out.err = f.AppendTo(out.text, part.Text, language)
		case write != nil:
			write(f.Report(language), &part)
			out.text = append(out.text, part.Text...)
		case c.format == "json":
			out.text, out.err = f.AppendJSON(out.text, language)
		default:
			out.text = appendRestored(out.text, f)
		}
		if c.reviewPath == "" && c.proofPath == "" {
			return
		}
		c.scans.Lock()
		defer c.scans.Unlock()
		if c.reviewPath != "" && out.err == nil {
			out.pages[0], out.err = appendReview(out.pages[0], f, &c.scans)
		}
		if c.proofPath != "" && out.err == nil {
			out.pages[1], out.err = appendProof(out.pages[1], f, &c.scans, folder)
		}
	}
}

// appendRestored appends each difference from what is written, with its place; then the game.
func appendRestored(dst []byte, f *convert.Restored) []byte {
	g := f.Game
	questions := make(map[int]bool)
	for _, q := range g.Questions {
		questions[q.Ply] = true
	}
	dropped := g.Dropped
	left := func(after int) {
		for len(dropped) > 0 && dropped[0].After <= after {
			dst = appendLeftOut(dst, f, dropped[0])
			dropped = dropped[1:]
		}
	}
	left(0)
	for i := range g.Plies {
		if p := &g.Plies[i]; p.How != restore.Read || p.Probability < sure || questions[i+1] || !agreed(f, p) {
			dst = appendPly(dst, f, i+1, p, questions[i+1])
		}
		left(i + 1)
	}
	if g.Verdict == restore.Lost {
		return appendLine(dst, "", message.Of("restore.lost", "game", message.Verbatim(restoredHeading(f)), "verdict", paintedVerdict(g.Verdict), "why", reasonOf(g)))
	}
	read, mended, inserted, gone := f.Counts()
	variant := any(f.Variant.Term())
	if f.Guessed {
		variant = message.Of("restore.guessed", "variant", f.Variant.Term())
	}
	found := message.Of("restore.found", "game", message.Verbatim(restoredHeading(f)), "verdict", paintedVerdict(g.Verdict),
		"share", restore.Percent(g.Probability), "variant", variant, "n", len(g.Plies),
		"read", read, "mended", mended, "inserted", inserted)
	if gone > 0 {
		found = message.Of("restore.left-out-too", "found", found, "n", gone)
	}
	dst = appendLine(dst, "", found)
	if g.Verdict != restore.Certain {
		dst = appendLine(dst, indent, reasonOf(g))
	}
	if len(g.Plies) > 0 {
		dst = fmt.Appendln(dst, restoredMoves(f))
	}
	return appendLine(dst, indent, message.Of("check.final-position", "fen", g.Final.FEN()))
}

func reasonOf(g *restore.Game) message.Message {
	return message.Verbatim(clean(g.Reason.In(language), messageCells))
}

func restoredTerm(v restore.Verdict) message.Message { return message.Term("restored-" + v.String()) }

func paintedVerdict(v restore.Verdict) message.Message {
	return message.Verbatim(painted(colours[v.String()], say("check.the-verdict", "verdict", restoredTerm(v))))
}

// restoredHeading returns a game's place, number and players, and the place of a second sheet.
func restoredHeading(f *convert.Restored) string {
	s := &f.First().Source
	head := placed(s, titleOf(s.Number, f.Tag("White"), f.Tag("Black")))
	if len(f.Sheets) > 1 {
		s := &f.Sheets[1].Game.Source
		head = say("restore.with", "game", message.Verbatim(head), "place", placeText(s.File, s.Line))
	}
	return head
}

// appendPly appends the report on a ply, and its source line if the move is uncertain.
func appendPly(dst []byte, f *convert.Restored, n int, p *restore.Ply, question bool) []byte {
	w := f.Place(n, p.Cells)
	dst = message.Of("restore.ply", "place", placeOf(f, w.Sheet, w.Line, w.Column), "ply", n, "move", restoredMove(f, n), "what", saidOf(f, p)).AppendIn(dst, language)
	for i, a := range p.Alternatives {
		if i+1 == listedChoices {
			break
		}
		dst = fmt.Appendf(dst, "; %s %s", a.Text, restore.Percent(a.Probability).In(language))
	}
	dst = append(appendBox(dst, w.Page, w.Box), '\n')
	if p.Probability < sure || question {
		dst = appendExcerpt(dst, f.Sheets[w.Sheet].Game, w.At, w.Len, nil)
	}
	return dst
}

func placeOf(f *convert.Restored, sheet, line, column int) string {
	return placeText(f.Sheets[sheet].Game.Source.File, line, column)
}

// appendBox appends the place of a box on a page, if known.
func appendBox(dst []byte, page int, box *[4]int) []byte {
	if page == 0 || box == nil {
		return dst
	}
	dst = append(dst, ' ')
	return message.Of("restore.on-page", "page", page, "x", box[0], "y", box[1]).AppendIn(dst, language)
}

// agreed reports whether both sheets, if there are two, have a word that can be a ply's move.
func agreed(f *convert.Restored, p *restore.Ply) bool {
	if len(f.Sheets) == 2 {
		for i := range f.Sheets {
			if _, move := f.Says(i, p); !move {
				return false
			}
		}
	}
	return true
}

// saidOf describes what is written for a ply, and which move is meant.
func saidOf(f *convert.Restored, p *restore.Ply) message.Message {
	var texts [2]any
	some := false
	for i := range f.Sheets {
		texts[i] = message.Of("restore.nothing")
		if c := f.Cell(i, p.Cells[i]); c != nil {
			some = true
			texts[i] = cellText(c)
		}
	}
	share := restore.Percent(p.Probability)
	switch {
	case !some:
		return message.Of("restore.not-written", "move", p.Move, "share", share)
	case f.Disagree(p):
		return message.Of("restore.disagree", "first", texts[0], "second", texts[1], "move", p.Move, "share", share)
	case p.How == restore.Read && agreed(f, p):
		return message.Of("restore.perhaps-not", "move", p.Move, "share", share)
	case len(f.Sheets) == 2:
		return message.Of("restore.both-read-as", "first", texts[0], "second", texts[1], "move", p.Move, "share", share)
	}
	return message.Of("restore.read-as", "first", texts[0], "move", p.Move, "share", share)
}

func cellText(c *restore.Cell) any {
	if text := clean(c.Text, nameCells); text != "" {
		return text
	}
	return message.Of("restore.empty-cell")
}

func appendLeftOut(dst []byte, f *convert.Restored, d restore.Dropped) []byte {
	c := f.Cell(d.Sheet, d.Cell)
	at := f.Sheets[d.Sheet].Game.Place(c.At)
	where, id := message.Of("restore.after-ply", "ply", d.After), message.ID("restore.left-out")
	if d.After == 0 {
		where = message.Of("restore.before-all")
	}
	if d.Repeats {
		id = "restore.left-out-twice"
	}
	place := placeOf(f, d.Sheet, at.Line, at.Column)
	return appendLine(dst, "", message.Of(id, "place", place, "where", where, "word", cellText(c)))
}

// restoredMoves returns the moves in lines, with * after mended moves and + after inserted ones.
func restoredMoves(f *convert.Restored) string {
	var words []string
	for i, p := range f.Game.Plies {
		text := p.Move + map[string]string{restore.Mended: "*", restore.Inserted: "+"}[p.How]
		words = append(words, strings.TrimSpace(numberBefore(f, i+1)+" "+text))
	}
	return wrapped(words, len(indent))
}

// numberBefore returns the move number before a ply of the game, such as "2."; "" before the second
// move with a number, except the first of the game, which has "1...".
func numberBefore(f *convert.Restored, ply int) string {
	number, second := numberOf(f, ply)
	if second {
		return map[int]string{1: "1..."}[ply]
	}
	return fmt.Sprintf("%d.", number)
}

// numberOf returns the number of the move at a ply, and whether it is the second with that number,
// as replay.Report.MoveNumber does.
func numberOf(f *convert.Restored, ply int) (number int, second bool) {
	if f.Side(1) == record.Black && f.Variant.First() == record.White {
		ply++ // for the move that was not made
	}
	return (ply + 1) / 2, ply%2 == 0
}

// restoredMove returns the side that makes a ply, and its move number.
func restoredMove(f *convert.Restored, ply int) string {
	number, _ := numberOf(f, ply)
	return say("check.move-of", "side", f.Side(ply).Term(), "number", number)
}
