package pdn

import (
	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/record"
)

// reading is how a record may name its squares and which side begins.
type reading struct {
	board  record.Board
	begins record.Colour
}

// findReading finds out how the record names its squares and which side
// begins, and puts moves and positions that name them otherwise than the
// variant's board does into the names of that.
//
// The variant's own way prevails wherever the moves can be meant so, for not
// every program writes the GameType that it should: one says N1 for boards of
// 100 squares, whose numbers it then counts as everybody does. Then the way of
// GameType is tried: other numbers, letters for numbers, another side to begin.
// Letters and digits are the same in all of them, a1 at White's left; in
// Jamaican draughts they run from the right of a mirrored board, which is the
// same game. Numbers for a board of letters, if GameType does not say which
// ones, count as in checkers.
func (b *builder) findReading() {
	v := b.played()
	own := reading{v.Board(), v.First()}
	b.reading = own
	others := make([]reading, 0, 4)
	if t := b.gameType; t != nil && !t.Short {
		as := reading{t.Board, t.First}
		if as.board.Numbering == record.Algebraic {
			as.board = own.board
			as.board.Numbering = record.Algebraic
		}
		if as != own {
			others = append(others, reading{own.board, as.begins}, reading{as.board, own.begins}, as)
		}
	}
	if own.board.Numbering == record.Algebraic && !v.Towers() && b.firstNumber() {
		as := own
		as.board.Numbering, as.board.Corner = record.Numeric, record.TopLeft
		others = append(others, as)
	}
	if len(others) == 0 {
		return
	}
	fits := func(as reading) bool { return position.CanBe(v, as.board, as.begins, b.g.Plies, b.fen()) }
	if !fits(own) {
		for _, as := range others {
			if fits(as) {
				b.reading = as
				break
			}
		}
	}
	if b.reading.board.Numbering == record.Numeric && b.reading.board != own.board {
		b.rename(b.g.Plies, make(map[*record.Word]*record.Word))
	}
}

// firstNumber says whether the first move is in numbers.
func (b *builder) firstNumber() bool {
	return len(b.g.Plies) > 0 && len(b.g.Plies[0].Word.Steps) > 0 && b.g.Plies[0].Word.Steps[0].Number > 0
}

// rename puts the numbers of a line of moves into the names of the variant's
// board. Done has the words that have been.
func (b *builder) rename(plies []record.Ply, done map[*record.Word]*record.Word) {
	from, v := b.reading.board, b.played()
	to := v.Board()
	for i := range plies {
		p := &plies[i]
		w := done[p.Word]
		if w == nil {
			renamed := *p.Word    // words are shared between games
			renamed.Plain = false // its text is not the move's
			renamed.Steps = append([]record.Step(nil), p.Word.Steps...)
			for j, step := range renamed.Steps {
				s := from.Mirror(from.Numbered(int(step.Number)), to)
				switch {
				case s == record.NoSquare:
				case to.Numbering == record.Numeric:
					renamed.Steps[j].Number = uint8(to.Number(s))
				default:
					renamed.Steps[j] = record.Step{File: int8(s.File()), Rank: int8(s.Rank())}
				}
			}
			w = &renamed
			done[p.Word] = w
		}
		p.Word = w
		if p.Note == nil {
			continue
		}
		if p.Note.Setup != "" {
			if pos, err := position.ParseFEN(v, from, p.Note.Setup); err == nil {
				p.Note.Setup = pos.FEN()
			}
		}
		for _, line := range p.Note.Variations {
			b.rename(line, done)
		}
	}
}
