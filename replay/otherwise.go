package replay

import (
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Here are words that are no legal move as they stand, and that are told of
// otherwise than by the rule which the move would break: those that mean a legal
// move in another spelling, and captures that are none of the best.

// lettered says whether the record calls the squares of a board with numbers by
// letters and digits, so that it is answered in these.
func lettered(b record.Board, w *record.Word) bool {
	if b.Numbering != record.Numeric {
		return false
	}
	for _, step := range w.Steps {
		if step.File >= 0 {
			return true
		}
	}
	return false
}

// Lettered says whether a record that has the word calls the squares of a board with
// numbers by letters and digits.
func Lettered(v record.Variant, w *record.Word) bool {
	return w != nil && v != record.UnknownVariant && lettered(v.Board(), w)
}

// InLetters returns a move's text with letters and digits in place of the numbers of a
// board that has numbers.
func InLetters(b record.Board, text string) string {
	if b.Numbering != record.Numeric {
		return text
	}
	var lettered []byte
	for i := 0; i < len(text); {
		number, end := 0, i
		for ; end < len(text) && text[end] >= '0' && text[end] <= '9' && number < 100; end++ {
			number = 10*number + int(text[end]-'0')
		}
		if s := b.Numbered(number); end > i && s != record.NoSquare {
			lettered = append(lettered, s.Algebraic()...)
		} else {
			end = max(end, i+1)
			lettered = append(lettered, text[i:end]...)
		}
		i = end
	}
	return string(lettered)
}

// asWritten returns the text of a move as the record would have it that has the
// word: in letters and digits, too, where the board has numbers.
func (g *geometry) asWritten(text string, w *record.Word) string {
	if !lettered(g.board, w) {
		return text
	}
	return InLetters(g.board, text)
}

// allAsWritten is asWritten of several texts.
func (g *geometry) allAsWritten(texts []string, w *record.Word) []string {
	if !lettered(g.board, w) {
		return texts
	}
	written := make([]string, len(texts))
	for i, text := range texts {
		written[i] = g.asWritten(text, w)
	}
	return written
}

// spelt says which legal move the word is in another spelling than that of the
// game, if it is one.
func (e *explainer) spelt() message.Message {
	p, w := e.p, e.w
	g := p.rules.geometry
	if len(w.Steps) < 2 {
		return e.torn()
	}
	if numbers := e.inNumbers(); numbers != nil {
		if moves := e.fitting(numbers); len(moves) > 0 {
			return e.because(record.OtherSpelling, message.Of("replay.spelt-in-numbers", "moves", e.those(moves), "variant", p.rules.Variant.Term()))
		}
		return message.Message{}
	}
	if doubled := e.doubled(); doubled != nil {
		if moves := e.fitting(doubled); len(moves) > 0 {
			return e.because(record.OtherSpelling, message.Of("replay.spelt-doubled", "letter", written(w.Steps[0]), "moves", e.those(moves)))
		}
	}
	from, whole := w.Steps[0].Square(g.board)
	if backward := e.backward(); backward != nil && whole && p.At(from) == 0 {
		if moves := e.fitting(backward); len(moves) > 0 {
			return e.because(record.OtherSpelling, message.Of("replay.spelt-backward", "moves", e.those(moves)))
		}
	}
	var moves []int
	for i := range e.legal {
		if e.namesTaken(&e.legal[i]) {
			moves = append(moves, i)
		}
	}
	if len(moves) > 0 {
		return e.because(record.OtherSpelling, message.Of("replay.spelt-by-taken", "moves", e.those(moves)))
	}
	return message.Message{}
}

// torn says of a word that is one square alone which move it is together with the word
// behind it, which is one, too: e5 c3, e5; c3.
func (e *explainer) torn() message.Message {
	if e.next == nil || len(e.next.Steps) != 1 || !e.w.Steps[0].Whole() || !e.next.Steps[0].Whole() {
		return message.Message{}
	}
	moves := e.fitting(&record.Word{Steps: []record.Step{e.w.Steps[0], e.next.Steps[0]}})
	if len(moves) == 0 {
		return message.Message{}
	}
	return e.because(record.OtherSpelling, message.Of("replay.torn", "next", e.next.Text, "moves", e.those(moves)))
}

// fitting returns which of the legal moves a word can mean.
func (e *explainer) fitting(w *record.Word) []int {
	var moves []int
	for i := range e.legal {
		if e.p.fits(w, &e.legal[i]) {
			moves = append(moves, i)
		}
	}
	return moves
}

// inNumbers returns the word with its numbers read as those of checkers, where the
// board has letters; nil where it is written otherwise.
func (e *explainer) inNumbers() *record.Word {
	board := e.p.rules.geometry.board
	if board.Numbering == record.Numeric {
		return nil
	}
	numbers := board
	numbers.Numbering, numbers.Corner = record.Numeric, record.TopLeft
	read := record.Word{Separator: e.w.Separator}
	for _, step := range e.w.Steps {
		s := numbers.Numbered(int(step.Number))
		if step.Number == 0 || s == record.NoSquare {
			return nil
		}
		read.Steps = append(read.Steps, record.Step{File: int8(s.File()), Rank: int8(s.Rank())})
	}
	return &read
}

// doubled returns the word without its first letter where that stands twice, cc3-b4;
// nil where it does not.
func (e *explainer) doubled() *record.Word {
	first, second := e.w.Steps[0], e.w.Steps[1]
	if first.File < 0 || first.Whole() || first.File != second.File || !second.Whole() || len(e.w.Steps) < 3 {
		return nil
	}
	return &record.Word{Separator: e.w.Separator, Steps: e.w.Steps[1:]}
}

// backward returns the word from its end to its start; nil where that is no other.
func (e *explainer) backward() *record.Word {
	steps := e.w.Steps
	if !steps[len(steps)-1].Whole() {
		return nil
	}
	read := record.Word{Separator: e.w.Separator}
	for i := range steps {
		read.Steps = append(read.Steps, steps[len(steps)-1-i])
	}
	return &read
}

// namesTaken says whether the word says a capture by the squares of the pieces that
// it takes: d4:c5 for d4:b6, or d4:c5:b6.
func (e *explainer) namesTaken(m *Move) bool {
	g := e.p.rules.geometry
	steps := e.w.Steps
	last := len(steps) - 1
	if m.n == 0 || e.w.Separator != record.Take || !steps[0].Matches(g.board, g.square[m.from]) || !steps[last].Whole() {
		return false
	}
	taken := 0
	for _, step := range steps[1:] {
		if taken < int(m.n) && step.Matches(g.board, g.square[m.taken[taken]]) {
			taken++
		} else if taken == 0 || !step.Matches(g.board, g.square[m.land[taken-1]]) {
			return false
		}
	}
	return taken == int(m.n)
}

// turnsBack returns the square where the word's capture goes back on the diagonal
// that it came by, if it does.
func (e *explainer) turnsBack() (record.Square, bool) {
	g := e.p.rules.geometry
	b := g.board
	for i := 2; i < len(e.w.Steps); i++ {
		one, ok := e.w.Steps[i-2].Square(b)
		two, whole := e.w.Steps[i-1].Square(b)
		three, end := e.w.Steps[i].Square(b)
		if !ok || !whole || !end {
			continue
		}
		if d := g.between(one, two); d != noDirection && g.between(two, three) == d.opposite() {
			return two, true
		}
	}
	return record.NoSquare, false
}

// lessThanBest says whether the word is a capture that another must be preferred to.
func (e *explainer) lessThanBest() bool {
	if e.p.rules.Prefer == nil {
		return false
	}
	free := *e.p.rules
	free.Prefer = nil
	p := *e.p
	p.rules = &free
	for _, m := range p.Moves(nil) {
		if p.fits(e.w, &m) {
			return true
		}
	}
	return false
}
