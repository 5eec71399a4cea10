package replay

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// This file explains words for which the message is not the rule that the move would break: words
// that mean a legal move in another spelling, and captures to which another must be preferred.

// Lettered reports whether the word names squares of a board with numbers by letters and digits, so
// that messages about it do the same.
func Lettered(v record.Variant, w *record.Word) bool {
	return w != nil && v != record.UnknownVariant && v.Board().Numbering == record.Numeric &&
		slices.ContainsFunc(w.Steps, func(s record.Step) bool { return s.File >= 0 })
}

// InLetters returns a move's text with letters and digits instead of a numeric board's numbers.
func InLetters(b record.Board, text string) string {
	if b.Numbering != record.Numeric {
		return text
	}
	return squareNumber.ReplaceAllStringFunc(text, func(digits string) string {
		number, _ := strconv.Atoi(digits) // no square has a number out of range
		if s := b.Numbered(number); s != record.NoSquare {
			return s.Algebraic()
		}
		return digits
	})
}

var squareNumber = regexp.MustCompile(`[0-9]+`)

// asWritten returns the text of a move in the style of the record that has the word: in letters and
// digits if it uses them on a board with numbers.
func (r *Rules) asWritten(text string, w *record.Word) string {
	if Lettered(r.Variant, w) {
		return InLetters(r.geometry.board, text)
	}
	return text
}

func (r *Rules) allAsWritten(texts []string, w *record.Word) []string {
	written := slices.Clone(texts)
	for i, text := range written {
		written[i] = r.asWritten(text, w)
	}
	return written
}

// spelt names the legal moves that the word means in a spelling foreign to the game, if any.
func (e *explainer) spelt() (why message.Message) {
	p, steps := e.p, e.w.Steps
	if len(steps) < 2 {
		// A single square that is a move together with the next word: e5 c3, e5; c3.
		if e.next != nil && len(e.next.Steps) == 1 && steps[0].Whole() && e.next.Steps[0].Whole() {
			why = e.otherwise([]record.Step{steps[0], e.next.Steps[0]}, "replay.torn", "next", e.next.Text)
		}
		return why
	}
	if numbers := p.inNumbers(e.w); numbers != nil {
		return e.otherwise(numbers, "replay.spelt-in-numbers", "variant", p.rules.Variant.Term())
	}
	first, last := steps[0], steps[len(steps)-1]
	if len(steps) > 2 && first.File >= 0 && !first.Whole() && first.File == steps[1].File && steps[1].Whole() {
		why = e.otherwise(steps[1:], "replay.spelt-doubled", "letter", first.String()) // cc3-b4
	}
	if from := p.rules.geometry.stepBit(first); why.IsZero() && from != offBoard && p.towers[from] == 0 && last.Whole() {
		back := slices.Clone(steps)
		slices.Reverse(back)
		why = e.otherwise(back, "replay.spelt-backward")
	}
	if why.IsZero() && e.w.Separator == record.Take && last.Whole() {
		why = e.other(func(m *Move) bool { return p.rules.geometry.namesTaken(e.w, m) }, "replay.spelt-by-taken")
	}
	return why
}

// otherwise builds a message about the legal moves that other steps can mean, as a different
// spelling of the word; it returns the zero Message if there are none.
func (e *explainer) otherwise(steps []record.Step, id message.ID, args ...any) message.Message {
	w := &record.Word{Steps: steps}
	return e.other(func(m *Move) bool { return e.p.fits(w, m) }, id, args...)
}

// other is like otherwise, for the legal moves that satisfy is.
func (e *explainer) other(is func(*Move) bool, id message.ID, args ...any) message.Message {
	moves := e.such(is)
	if len(moves) == 0 {
		return message.Message{}
	}
	return e.because(record.OtherSpelling, message.Of(id, append(args, "moves", e.those(moves))...))
}

// such returns the indices of the legal moves that satisfy is.
func (e *explainer) such(is func(*Move) bool) []int {
	var moves []int
	for i := range e.legal {
		if is(&e.legal[i]) {
			moves = append(moves, i)
		}
	}
	return moves
}

// inNumbers returns the word's steps with its numbers read as those of checkers on a board with
// letters, or nil if the word or the board is different.
func (p *Position) inNumbers(w *record.Word) (steps []record.Step) {
	board := p.rules.geometry.board
	for _, step := range w.Steps {
		s := board.WithNumbers().Numbered(int(step.Number))
		if board.Numbering == record.Numeric || step.Number == 0 || s == record.NoSquare {
			return nil
		}
		steps = append(steps, record.Step{File: int8(s.File()), Rank: int8(s.Rank())})
	}
	return steps
}

// turnsBack returns the square where the word's capture turns straight back, if it does.
func (e *explainer) turnsBack() (uint8, bool) {
	g, steps := e.p.rules.geometry, e.w.Steps
	for i := 2; i < len(steps); i++ {
		one, two, three := g.stepBit(steps[i-2]), g.stepBit(steps[i-1]), g.stepBit(steps[i])
		if max(one, two, three) == offBoard {
			continue
		}
		if d := g.toward[one][two]; d != noDirection && g.toward[two][three] == d.opposite() {
			return two, true
		}
	}
	return offBoard, false
}

// lessThanBest reports whether the word is a capture to which another must be preferred.
func (e *explainer) lessThanBest() bool {
	if e.p.rules.Prefer == nil {
		return false
	}
	free := *e.p.rules
	free.Prefer = nil
	p := *e.p
	p.rules = &free
	return slices.ContainsFunc(p.Moves(nil), func(m Move) bool { return p.fits(e.w, &m) })
}
