package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay/restore"
)

// ask asks about each game that is not certain, until it is, no questions are left, or the user
// stops. Each answer is saved at once. Nothing goes to standard output, which has only the games.
func (c *restoring) ask(s *streams) error {
	a := &asker{c: c, s: s, in: bufio.NewScanner(s.in)}
	text := c.answersText
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		text = append(text, '\n')
	}
	err := a.write(nil, text) // an error is reported before the first question
	if err == nil {
		err = a.games()
	}
	if errors.Is(err, errStop) {
		err = nil
	}
	if err == nil {
		fmt.Fprintln(s.err, say("restore.answers", "n", len(a.history), "file", c.answersPath))
	}
	return err
}

// errStop is returned when the user wants to stop.
var errStop = errors.New("stop")

type asker struct {
	c       *restoring
	s       *streams
	in      *bufio.Scanner // the lines that the user types
	again   *restore.Restorer
	history []answered // the answers that can be taken back
	seen    int        // records
}

// answered is an answer that can be taken back.
type answered struct {
	game *convert.Restored
	text []byte // the file before it
}

// write replaces the file of answers, and restores game f, unless nil, with the new answers.
func (a *asker) write(f *convert.Restored, text []byte) error {
	err := a.s.writeFile(a.c.answersPath, text)
	if err == nil {
		a.c.answersText = text
		a.c.answers, err = convert.ReadAnswers(bytes.NewReader(text))
	}
	if err == nil && f != nil {
		f.Restore(a.again, a.c.answers[f.Key()])
	}
	return err
}

func (a *asker) games() error {
	c := a.c
	a.again = convert.NewRestorer(c.Input, c.hand)
	for f, err := range convert.Restore(a.s.ctx, c.Input, c.hand, c.answers) {
		if err != nil && a.s.ctx.Err() != nil {
			return a.interrupted()
		}
		if err != nil { // reported when the games are written
			continue
		}
		a.seen++
		if f.Game.Verdict != restore.Certain && len(f.Game.Questions) > 0 {
			if err := a.about(f); err != nil {
				return err
			}
		}
	}
	for len(a.history) > 0 {
		fmt.Fprintln(a.s.err, say("restore.nothing-left"))
		line, err := a.line()
		if err != nil || strings.ToLower(line) != "u" && strings.ToLower(line) != "undo" {
			return err
		}
		back, err := a.undo()
		if err == nil {
			err = a.about(back)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *asker) interrupted() error {
	fmt.Fprintln(a.s.err)
	a.s.tell("restore.answers-so-far", "file", a.c.answersPath)
	return errInterrupted
}

// about asks about a game until no questions are left; undo asks about earlier games first.
func (a *asker) about(f *convert.Restored) error {
	answered := true // show the next question
	for len(f.Game.Questions) > 0 {
		q := &f.Game.Questions[0]
		if answered {
			a.show(f, q)
		}
		answered = false
		line, err := a.line()
		if err != nil {
			return err
		}
		switch strings.ToLower(line) {
		case "":
		case "q", "quit", "stop":
			return errStop
		case "s", "n", "next":
			return nil
		case "u", "undo":
			back, err := a.undo()
			if err == nil && back != nil && back != f {
				err = a.about(back)
			}
			if err != nil {
				return err
			}
			if answered = back != nil; !answered {
				fmt.Fprintln(a.s.err, say("restore.nothing-to-undo"))
			}
		case "l":
			fmt.Fprintf(a.s.err, "%s\n", indented(strings.Join(legalBefore(f, q.Ply), ", "), 2))
		default:
			move := a.moveOf(f, q, line)
			if answered = move != ""; !answered {
				fmt.Fprintln(a.s.err, say("restore.none-of-this", "typed", clean(line, nameCells)))
			} else if err := a.answer(f, q, move); err != nil {
				return err
			}
		}
	}
	fmt.Fprintf(a.s.err, "%s\n\n", say("restore.settled", "game", message.Verbatim(restoredHeading(f)),
		"verdict", restoredTerm(f.Game.Verdict), "share", restore.Percent(f.Game.Probability)))
	return nil
}

// line prompts for a line and returns it, or errStop at the end of the input.
func (a *asker) line() (string, error) {
	fmt.Fprint(a.s.err, "> ")
	more := false
	if err := interruptible(a.s, func() error { more = a.in.Scan(); return nil }); err != nil {
		return "", a.interrupted()
	}
	if !more {
		fmt.Fprintln(a.s.err)
		return "", errStop
	}
	return strings.TrimSpace(a.in.Text()), nil
}

// moveOf returns the answer that a line means: a candidate by its number, a legal move, or that
// it is not known or the game had ended; "" if it means none of these.
func (a *asker) moveOf(f *convert.Restored, q *restore.Question, line string) string {
	if line == restore.CannotTell || line == restore.NoMove {
		return line
	}
	if n, err := strconv.Atoi(line); err == nil {
		if n >= 1 && n <= len(q.Candidates) {
			return q.Candidates[n-1].Text
		}
		return ""
	}
	move := strings.ToLower(strings.Join(strings.Fields(line), ""))
	is := func(c restore.Candidate) bool { return c.Text == move }
	if slices.Contains(legalBefore(f, q.Ply), move) || slices.ContainsFunc(q.Candidates, is) {
		return move
	}
	return ""
}

// legalBefore returns the legal moves before a ply of the restored game.
func legalBefore(f *convert.Restored, ply int) (moves []string) {
	if p, ok := f.Before(ply); ok {
		moves = p.MoveTexts()
	}
	return moves
}

// answer saves an answer and restores the game with it.
func (a *asker) answer(f *convert.Restored, q *restore.Question, move string) error {
	a.history = append(a.history, answered{f, a.c.answersText})
	text, err := f.Key().Line(q.Ply, move)
	if err == nil {
		err = a.write(f, append(a.c.answersText, text...)) // texts in the history keep their bytes
	}
	if err != nil {
		return err
	}
	if f.Game.Verdict == restore.Lost {
		fmt.Fprintln(a.s.err, say("restore.taken-back", "why", f.Game.Reason))
		_, err := a.undo()
		return err
	}
	return nil
}

// undo takes back the last answer and returns its game, or nil if there is none.
func (a *asker) undo() (*convert.Restored, error) {
	if len(a.history) == 0 {
		return nil, nil
	}
	last := a.history[len(a.history)-1]
	a.history = a.history[:len(a.history)-1]
	return last.game, a.write(last.game, last.text)
}

// show shows a question: its place and line, the board before the move, numbered candidates.
func (a *asker) show(f *convert.Restored, q *restore.Question) {
	var dst []byte
	w := f.Place(q.Ply, q.Cells)
	dst = fmt.Appendf(dst, "%s, %s; %s\n", restoredHeading(f), restore.Percent(f.Game.Probability).In(language),
		say("restore.so-far", "n", a.seen, "all", a.c.Records(), "answers", len(a.history)))
	dst = message.Of("restore.question", "place", placeOf(f, w.Sheet, w.Line, w.Column), "ply", q.Ply, "move", restoredMove(f, q.Ply)).AppendIn(dst, language)
	dst = append(appendBox(dst, w.Page, w.Box), '\n')
	some := false
	for i := range f.Sheets {
		if c := f.Cell(i, q.Cells[i]); c != nil {
			some = true
			dst = appendExcerpt(dst, f.Sheets[i].Game, c.At, c.Len, nil)
		}
	}
	if !some {
		dst = appendLine(dst, indent, message.Of("restore.would-be-here"))
		dst = appendExcerpt(dst, f.Sheets[w.Sheet].Game, w.At, w.Len, nil)
	}
	if p, ok := f.Before(q.Ply); ok {
		for line := range strings.Lines(string(appendBoard(nil, p.Record()))) {
			if line != "\n" {
				dst = append(append(dst, indent...), line...)
			}
		}
	}
	for i, m := range q.Candidates {
		move := m.Text
		if move == restore.NoMove {
			move = say("restore.had-ended")
		}
		dst = fmt.Appendf(dst, "  %2d  %-20s %s\n", i+1, move, restore.Percent(m.Probability).In(language))
	}
	dst = appendLine(dst, "", message.Of("restore.keys"))
	_, _ = a.s.err.Write(dst)
}
