package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// views says which positions of which games are shown.
type views struct {
	convert.Options
	game  int // its number in each file, 0 for all
	plies plies
	shown int // so far
}

// view is a position of a game.
type view struct {
	report    *replay.Report
	variation int             // its number, from 1; 0 for the game's own moves
	ply       int             // of the game or of the variation
	position  record.Position // its Variant is unknown where there is none
}

// each calls do with the views, in the order of the games. At the end it returns
// errReported or errFaults as checker.run does.
func (v *views) each(s *streams, args []string, do func(*view) error) error {
	faults, failed, found, shorter := false, false, false, 0
	count := func(view *view) error {
		v.shown++
		return do(view)
	}
	v.Stdin = s.in
	for game, err := range convert.Open(args, v.Options).Games(s.ctx) {
		if s.ctx.Err() != nil {
			s.tell("show.not-all")
			return errInterrupted
		}
		if err != nil {
			s.complain("%v", err)
			failed = true
			continue
		}
		if v.game != 0 && game.Source.Number != v.game {
			continue
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
		if err := v.ofGame(report, count); err != nil {
			return err
		}
	}
	if !found && !failed {
		return message.Of("show.no-game", "number", v.game)
	}
	switch {
	case shorter > 0:
		s.tell("show.shorter", "n", shorter, "ply", v.plies.n)
	case v.shown > 0 || failed:
	case v.plies.kind == plyMarked:
		s.tell("show.no-mark")
		failed = true
	case v.plies.kind == plyEach:
		s.tell("show.none-so-long", "ply", v.plies.n)
		failed = true
	}
	return ending(failed, faults)
}

// ofGame calls do with the views of a game.
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

// What --ply says.
const (
	plyLast   = iota // nothing: where the game ends
	plyAfter         // a number
	plyEach          // each so many
	plyMarked        // where the record has a mark
)

// maxPly is the greatest number of plies that --ply takes.
const maxPly = 1 << 20

// plies is what --ply says.
type plies struct{ kind, n int }

func pliesFlag(flags *pflag.FlagSet, p *plies) {
	flags.Var(&value{kind: "N|each K|marked", known: []string{"marked", "each 2", "each 10"}, set: func(text string) error {
		word := strings.ToLower(strings.TrimSpace(text))
		if word == "marked" {
			*p = plies{kind: plyMarked}
			return nil
		}
		kind, least := plyAfter, 0
		number, each := strings.CutPrefix(word, "each")
		if each {
			kind, least = plyEach, 1
		}
		n, err := strconv.Atoi(strings.TrimLeft(number, " :="))
		if err != nil || n < least || n > maxPly {
			return &usageError{message: say("usage.expected-ply", "most", maxPly)}
		}
		*p = plies{kind, n}
		return nil
	}}, "ply", "")
}

// show writes the views as text.
func (v *views) show(s *streams, args []string) error {
	first := true
	return v.each(s, args, func(v *view) error {
		if !first {
			if _, err := io.WriteString(s.out, "\n"); err != nil {
				return err
			}
		}
		first = false
		_, err := s.out.Write(appendShown(nil, v))
		return err
	})
}

// appendShown appends a game's heading and its position; where there is none,
// what is wrong.
func appendShown(dst []byte, v *view) []byte {
	if v.position.Variant == record.UnknownVariant {
		for i := range v.report.Faults {
			dst = appendFault(dst, v.report, &v.report.Faults[i])
		}
		return dst
	}
	dst = fmt.Appendf(dst, "%s, %s, %s\n\n", heading(v.report), say("check.variant", "variant", v.report.Variant.Term()), v.moment())
	return appendBoard(dst, v.position)
}

// moment says when the position is on the board.
func (v *view) moment() string {
	r := v.report
	if v.variation > 0 {
		of := &r.Variations[v.variation-1]
		text := say("show.before-variation", "variation", v.variation)
		if v.ply > 0 {
			text = say("show.in-variation", "ply", of.Before+v.ply, "move", moveOf(r, of.Before+v.ply), "text", of.Moves[v.ply-1], "variation", v.variation)
		}
		return text
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

// title is the text of a drawing for those who cannot see it.
func (v *view) title() string {
	return say("show.title", "game", title(v.report.Game), "moment", v.moment(), "side", v.position.Turn.Term())
}
