package position

import (
	"errors"

	"github.com/stolb/stolb/record"
)

// Shows returns the variants that a game can be, guessed from its text: its
// squares are letters and digits or numbers, which must be on the board; a game
// from the beginning opens with a move of a man of the side that begins; and
// where kings step one square, so does every quiet move. A variant known from
// PDN alone is among them only where none of the books' fits. fen is the
// position that the game begins from, as written, or "".
func Shows(g *record.Game, fen string) []record.Variant {
	var shows []record.Variant
	begins := once(samePieces, func(v record.Variant) bool { return fen == "" || isOf(v, v.Board(), fen) })
	plays := once(sameLook, func(v record.Variant) bool { return canPlay(v, v.Board(), v.First(), g.Plies, fen) })
	for _, v := range record.Variants() {
		if v.PDNAlone() && len(shows) > 0 && !shows[0].PDNAlone() {
			break // they come last
		}
		if begins(v) && plays(v) {
			shows = append(shows, v)
		}
	}
	return shows
}

// Shows returns the variants of which the text can be a position and plies the moves
// after it, guessed from their squares and signs.
func (t *Text) Shows(plies []record.Ply) []record.Variant {
	var shows []record.Variant
	plays := once(sameLook, func(v record.Variant) bool { return canPlay(v, v.Board(), v.First(), plies, t.text) })
	for _, v := range t.Variants() {
		if !t.turnless() && plays(v) {
			shows = append(shows, v)
		}
	}
	return shows
}

// samePieces has of each variant the first with the same board and pieces, sameLook the
// first that canPlay takes for the same.
var (
	samePieces = firstWith(func(v record.Variant) any {
		return [...]any{v.Board(), v.Pieces(), v.Towers(), v.KingMarks()}
	})
	sameLook = firstWith(func(v record.Variant) any {
		return [...]any{v.Board(), v.First(), kingsStep(v), starts[v].FEN()}
	})
)

// firstWith returns of each variant the first that has the same feature.
func firstWith(feature func(record.Variant) any) []record.Variant {
	found := make(map[any]record.Variant)
	first := make([]record.Variant, 1, maxVariants)
	for _, v := range record.Variants() {
		f := feature(v)
		if _, ok := found[f]; !ok {
			found[f] = v
		}
		first = append(first, found[f])
	}
	return first
}

// once returns what calls f only once for all variants that have the same first.
func once(first []record.Variant, f func(record.Variant) bool) func(record.Variant) bool {
	var called, answers [maxVariants]bool
	return func(v record.Variant) bool {
		v = first[v]
		if !called[v] {
			called[v], answers[v] = true, f(v)
		}
		return answers[v]
	}
}

// maxVariants is more than there are, with the unknown one.
const maxVariants = 32

// CanBe says whether a game can be of variant v, guessed from its text, with b's
// names of squares and the given side to begin.
func CanBe(v record.Variant, b record.Board, begins record.Colour, plies []record.Ply, fen string) bool {
	return (fen == "" || isOf(v, b, fen)) && canPlay(v, b, begins, plies, fen)
}

// isOf says whether a FEN can be of variant v.
func isOf(v record.Variant, b record.Board, fen string) bool {
	_, err := ParseFEN(v, b, fen)
	return err == nil || errors.Is(err, record.ErrUnknownTurn)
}

// canPlay says whether the moves can be of variant v.
func canPlay(v record.Variant, b record.Board, begins record.Colour, plies []record.Ply, fen string) bool {
	if len(plies) == 0 && fen == "" {
		return false
	}
	for i, p := range plies {
		steps := p.Word.Steps
		if len(steps) == 0 {
			break // unreadable; what follows may be anything
		}
		for _, s := range steps {
			if (s.Number > 0) != (b.Numbering == record.Numeric) {
				return false
			}
			if _, on := s.Square(b); s.Whole() && !on {
				return false
			}
		}
		if p.Word.Separator != record.Quiet || len(steps) != 2 {
			continue
		}
		from, whole := steps[0].Square(b)
		to, ok := steps[1].Square(b)
		if !whole || !ok {
			continue
		}
		files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
		if files != ranks && files != -ranks {
			return false
		}
		if kingsStep(v) && files != 1 && files != -1 {
			return false
		}
		if i == 0 && fen == "" {
			up := begins == record.White
			if up && ranks != 1 || !up && ranks != -1 {
				return false
			}
			start := &starts[v]
			from, to := b.Mirror(from, v.Board()), b.Mirror(to, v.Board())
			if t := start.At(from); t == 0 || t.Owner() != begins || start.At(to) != 0 {
				return false
			}
		}
	}
	return true
}

// starts are the positions that games begin from, by variant.
var starts = func() []record.Position {
	var all []record.Position
	for _, v := range record.Variants() {
		for len(all) <= int(v) {
			all = append(all, record.Position{})
		}
		all[v] = record.StartPosition(v)
	}
	return all
}()

// kingsStep says whether kings move one square only: Codex 2.4.1, Ukrainian
// rules II.2.6.1.
func kingsStep(v record.Variant) bool {
	switch v {
	case record.Lasca, record.LascaReverse, record.Checkers, record.Italian:
		return true
	}
	return false
}

// ParseFEN reads a FEN of variant v, the numbers in it as those of board
// names where that has numbers of its own.
func ParseFEN(v record.Variant, names record.Board, fen string) (record.Position, error) {
	if names.Numbering == record.Numeric && names != v.Board() {
		return record.ParseFENNumbered(v, names, fen)
	}
	return record.ParseFEN(v, fen)
}
