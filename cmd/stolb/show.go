package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

func showCommand(s *streams) *cobra.Command {
	command := &cobra.Command{Use: "show", ValidArgsFunction: completeRecords}
	flags := command.Flags()
	var views views
	from := positionFlags(flags, &views.Variant)
	flags.Var(&value{kind: "N|each K|marked", known: []string{"marked", "each 2", "each 10"}, set: func(text string) error {
		word := strings.ToLower(strings.TrimSpace(text))
		if word == "marked" {
			views.plies = plies{kind: plyMarked}
			return nil
		}
		kind, least := plyAfter, 0
		number, each := strings.CutPrefix(word, "each")
		if each {
			kind, least = plyEach, 1
		}
		n, err := strconv.Atoi(strings.TrimLeft(number, " :="))
		views.plies = plies{kind, n}
		return misuse(err != nil || n < least || n > maxPly, "usage.expected-ply", "most", maxPly)
	}}, "ply", "")
	intFlag(flags, &views.game, "game", 0, 1, math.MaxInt32)
	var d drawing
	d.flags(flags)
	encodingFlag(flags, &views.Encoding)
	command.RunE = func(_ *cobra.Command, args []string) error {
		mistake := cmp.Or(
			d.check(flags),
			misuse(len(args) > 0 && from.text != "", "usage.position-or-file"),
			misplaced(flags, len(args) == 0, "usage.of-a-game", nil, "ply", "game"),
			apart(args, "-o", d.path),
		)
		if mistake != nil {
			return mistake
		}
		each := func(do func(*view) error) error { return views.each(s, args, do) }
		if len(args) == 0 {
			p, err := from.position(s, "--position")
			if err != nil {
				return err
			}
			each = func(do func(*view) error) error { return do(&view{position: p.Record()}) }
		}
		if d.to != "text" {
			return d.draw(s, each)
		}
		out := output{w: s.out, gap: []byte("\n")}
		return each(func(v *view) error { return out.write(appendShown(nil, v)) })
	}
	return command
}

// appendBoard appends a drawing of the position, the side to move, and the FEN.
func appendBoard(dst []byte, p record.Position) []byte {
	dst = appendTowers(dst, p)
	return fmt.Appendf(dst, "\n%s\n%s\n", say("show.to-move", "side", p.Turn.Term()), p.FEN())
}

// appendTowers appends a drawing of the position with White at the bottom: the board with its
// coordinates, and the towers of each row beside it.
func appendTowers(dst []byte, p record.Position) []byte {
	b := p.Variant.Board()
	numeric := b.Numbering == record.Numeric
	// Columns are two cells wider than the text of the widest square.
	wide := 3
	for _, s := range b.Squares() {
		wide = max(wide, len(squareText(&p, s))+2)
	}
	files := ""
	if !numeric {
		for f := range b.Files {
			files += fmt.Sprintf("%-*c", wide, 'a'+f)
		}
		files = "  " + strings.TrimRight(files, " ") + "\n"
	}
	dst = append(dst, files...)
	for rank := b.Ranks - 1; rank >= 0; rank-- {
		number, row := "", ""
		if !numeric {
			number = fmt.Sprintf("%-2d", rank+1)
		}
		var towers []string
		for file := range b.Files {
			s := record.SquareAt(file, rank)
			text := ""
			if b.Has(s) {
				text = squareText(&p, s)
			}
			row += fmt.Sprintf("%-*s", wide, text)
			if t := p.At(s); t.Height() > 1 {
				towers = append(towers, fmt.Sprintf("%s %c %s", b.Name(s), letter(t, false), t.String()))
			}
		}
		row = number + row + number + "  " + strings.Join(towers, ", ")
		dst = append(append(dst, strings.TrimRight(row, " ")...), '\n')
	}
	return append(dst, files...)
}

// squareText returns a square's text: on a numeric board its number, and then its tower or a dot.
func squareText(p *record.Position, s record.Square) string {
	text := "."
	if t := p.At(s); t != 0 {
		text = string(letter(t, p.KingAt(s)))
		if own, prisoners := t.Own().N, t.Prisoners().N; prisoners > 0 {
			text += fmt.Sprintf("%d/%d", own, prisoners)
		} else if own > 1 {
			text += fmt.Sprint(own)
		}
	}
	if b := p.Variant.Board(); b.Numbering == record.Numeric {
		text = fmt.Sprintf("%2d %s", b.Number(s), text)
	}
	return text
}

// letter returns the letter of a tower's top piece.
func letter(t record.Tower, king bool) byte {
	c := t.Owner().Letter()
	if !king {
		c += 'a' - 'A'
	}
	return c
}

// views selects the positions and games to show.
type views struct {
	convert.Options
	game  int // its number in each file, or 0 for all
	plies plies
	shown int // so far
}

// view is a position of a game, or a position alone.
type view struct {
	report    *replay.Report  // nil for a position alone
	variation int             // its number, from 1; 0 for the game's own moves
	ply       int             // of the game or of the variation
	position  record.Position // its Variant is unknown if there is no position
}

// each calls do with the views, in the order of the games. It returns errors as check.run does.
func (v *views) each(s *streams, args []string, do func(*view) error) error {
	faults, found, shorter := false, false, 0
	count := func(view *view) error {
		v.shown++
		return do(view)
	}
	v.Stdin = s.in
	err := each(s, nil, convert.Open(args, v.Options).Games(s.ctx), func(game *record.Game) error {
		if v.game != 0 && game.Source.Number != v.game {
			return nil
		}
		if v.plies.kind == plyAfter {
			if len(game.Plies) < v.plies.n {
				shorter++
			}
			game.Plies = game.Plies[:min(v.plies.n, len(game.Plies))]
		}
		report := replay.Judge(game, v.Variant)
		found = true
		faults = faults || report.Verdict >= replay.Illegal
		return v.ofGame(report, count)
	}, func() { s.tell("show.not-all") })
	switch {
	case !isWorthReporting(err):
		return err
	case !found && err == nil:
		return message.Of("show.no-game", "number", v.game)
	case shorter > 0:
		s.tell("show.shorter", "n", shorter, "ply", v.plies.n)
	case v.shown > 0 || err != nil:
	case v.plies.kind == plyMarked:
		s.tell("show.no-mark")
		err = errReported
	case v.plies.kind == plyEach:
		s.tell("show.none-so-long", "ply", v.plies.n)
		err = errReported
	}
	return ending(err, faults)
}

func (v *views) ofGame(r *replay.Report, do func(*view) error) error {
	if r.Variant == record.UnknownVariant || r.Final.Variant == record.UnknownVariant {
		return do(&view{report: r})
	}
	if v.plies.kind == plyMarked {
		for at, p := range convert.Marked(r) {
			if err := do(&view{r, at[0], at[1], p}); err != nil {
				return err
			}
		}
		return nil
	}
	for i, ply := range r.Plies() {
		if v.plies.kind == plyEach && (i == 0 || i%v.plies.n != 0) || v.plies.kind != plyEach && i < len(r.Moves) {
			continue
		}
		if err := do(&view{report: r, ply: i, position: ply.Before.Record()}); err != nil {
			return err
		}
	}
	return nil
}

// The kinds of --ply.
const (
	plyLast   = iota // absent: the end of the game
	plyAfter         // N: after N plies
	plyEach          // each K: every K plies
	plyMarked        // marked: at each mark in the record

	maxPly = 1 << 20
)

type plies struct{ kind, n int }

// appendShown appends a game's heading and its position, or its faults if it has no position.
func appendShown(dst []byte, v *view) []byte {
	switch {
	case v.position.Variant == record.UnknownVariant:
		for _, f := range v.report.Faults {
			dst = append(dst, faultLine(v.report, &f, v.report.Game.Place(f.At), title(v.report.Game))...)
			dst = appendFaultExcerpt(dst, v.report, &f)
		}
		return dst
	case v.report != nil:
		dst = fmt.Appendf(dst, "%s, %s, %s\n\n", heading(v.report), say("check.variant", "variant", v.report.Variant.Term()), v.moment())
	}
	return appendBoard(dst, v.position)
}

// moment describes when in the game the position is on the board.
func (v *view) moment() string {
	r := v.report
	if v.variation > 0 {
		of := &r.Variations[v.variation-1]
		if v.ply == 0 {
			return say("show.before-variation", "variation", v.variation)
		}
		return say("show.in-variation", "ply", of.Before+v.ply, "move", moveOf(r, of.Before+v.ply), "text", of.Moves[v.ply-1], "variation", v.variation)
	}
	text := say("show.before-first")
	if v.ply > 0 {
		text = say("show.after", "ply", v.ply, "move", moveOf(r, v.ply), "text", r.Moves[v.ply-1])
	}
	if v.ply == len(r.Moves) && (r.Verdict == replay.Illegal || r.Verdict == replay.Unreadable) {
		text = say("show.before-fault", "moment", text, "verdict", verdictTerm(r.Verdict))
	}
	return text
}

// title returns the alternative text of a drawing.
func (v *view) title() string {
	if v.report == nil {
		return say("show.position", "variant", v.position.Variant.Term(), "side", v.position.Turn.Term())
	}
	return say("show.title", "game", title(v.report.Game), "moment", v.moment(), "side", v.position.Turn.Term())
}

// drawing has the flags of show that define how and where boards are drawn.
type drawing struct {
	to, path, from, coordinates, ink, marks string
	overwrite                               bool
	size                                    diagram.Length
}

// drawingFormats are the formats of drawings.
var drawingFormats = []string{"svg", "png", "pdf", "typst"}

func (d *drawing) flags(flags *pflag.FlagSet) {
	choiceFlag(flags, &d.to, "to", "text", append([]string{"text"}, drawingFormats...)...)
	flags.StringVarP(&d.path, "output", "o", "", "")
	flags.BoolVar(&d.overwrite, "overwrite", false, "")
	choiceFlag(flags, &d.from, "from", "white", "white", "black")
	flags.Var(&value{kind: say("help-flags.value-length"), set: func(text string) (err error) {
		if d.size, err = diagram.ParseLength(text); err != nil {
			return &usageError{message: message.Say(err, language)}
		}
		return nil
	}}, "size", "")
	choiceFlag(flags, &d.coordinates, "coordinates", "", diagram.Coordinates...)
	choiceFlag(flags, &d.ink, "ink", "colour", "colour", "black")
	flags.StringVar(&d.marks, "mark", "", "")
}

// check checks the flags. It derives the format, if absent, from the name of the file.
func (d *drawing) check(flags *pflag.FlagSet) error {
	formats := strings.Join(drawingFormats, "|")
	if !flags.Changed("to") && d.path != "" {
		if d.to = strings.TrimPrefix(strings.ToLower(filepath.Ext(d.path)), "."); d.to == "typ" {
			d.to = "typst"
		}
		if !slices.Contains(drawingFormats, d.to) {
			return &usageError{message: say("usage.say-drawing", "formats", formats)}
		}
	}
	return misplaced(flags, d.to == "text", "usage.for-drawings", []any{"formats", formats},
		"output", "overwrite", "from", "size", "coordinates", "ink", "mark")
}

func (d *drawing) options(v *view) (o diagram.Options, err error) {
	o = diagram.Options{Title: v.title(), BlackInk: d.ink == "black", Coordinates: d.coordinates}
	if d.from == "black" {
		o.From = record.Black
	}
	if o.Marks, err = diagram.ParseMarks(d.marks, v.position.Variant.Board()); err != nil {
		err = message.Of("files.flag", "flag", "--mark", "why", err)
	}
	return o, err
}

// draw draws views. After an error other than errFaults no files are written.
func (d *drawing) draw(s *streams, each func(func(*view) error) error) error {
	many := strings.Contains(filepath.Base(d.path), "*")
	alone := !many && d.to != "pdf" && d.to != "typst" // a file has one drawing
	var out *output
	var err error
	if many {
		out, err = s.createSplit(d.path, "", d.overwrite)
	} else {
		out, err = s.createNamed("-o", d.path)
	}
	if err != nil {
		return err
	}
	out.gap = []byte("\n")
	var pages []*diagram.Drawing // the pages of a single PDF
	drawn := 0
	ended := each(func(v *view) error {
		p := &v.position
		if p.Variant == record.UnknownVariant {
			s.report(appendShown(nil, v))
			return nil
		}
		if drawn++; drawn > 1 && alone {
			return &usageError{message: say("usage.several-positions", "format", d.to)}
		}
		o, err := d.options(v)
		if err != nil {
			return err
		}
		picture := diagram.Draw(p, o)
		var file bytes.Buffer
		switch d.to {
		case "svg":
			file.Write(picture.AppendSVG(nil, d.size))
		case "png":
			err = picture.WritePNG(&file, d.size)
		case "typst":
			if many || drawn == 1 {
				file.WriteString(diagram.TypstFunctions())
			}
			file.Write(append(diagram.AppendTypst([]byte{'#'}, p, o, d.size), '\n'))
		case "pdf":
			if !many {
				pages = append(pages, picture)
				return nil
			}
			err = diagram.WritePDF(&file, d.size, picture)
		}
		if err != nil {
			return err
		}
		if many {
			return out.writeAlone(fmt.Sprintf("%03d", drawn), file.Bytes())
		}
		return out.write(file.Bytes())
	})
	if ended != nil && !errors.Is(ended, errFaults) {
		return ended
	}
	if drawn == 0 {
		s.tell("show.nothing")
		return errors.Join(ended, errReported)
	}
	if pages != nil {
		if err := diagram.WritePDF(out, d.size, pages...); err != nil {
			return err
		}
	}
	return errors.Join(out.commit(), ended)
}
