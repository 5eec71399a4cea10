package gametype

import (
	"slices"

	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/record"
)

// Reading is how a record names its squares and which side begins.
type Reading struct {
	Board  record.Board
	Begins record.Colour
}

// ReadingOf returns how a record of variant v names its squares and which side
// begins, by its moves, its position as FEN has it, "" for none, and what its GameType
// says, nil for nothing.
//
// The variant's own way prevails wherever the moves can be meant so, for not
// every program writes the GameType that it should: one says N1 for boards of
// 100 squares, whose numbers it then counts as everybody does. Then the way of
// GameType is tried: other numbers, letters for numbers, another side to begin.
// Letters and digits are the same in all of them, a1 at White's left; in
// Jamaican draughts they run from the right of a mirrored board, which is the
// same game. Numbers for a board of letters, if GameType does not say which
// ones, count as in checkers.
func ReadingOf(v record.Variant, t *GameType, plies []record.Ply, fen string) Reading {
	own := Reading{v.Board(), v.First()}
	others := make([]Reading, 0, 4)
	if t != nil && !t.Short {
		as := Reading{t.Board, t.First}
		if as.Board.Numbering == record.Algebraic {
			as.Board = own.Board
			as.Board.Numbering = record.Algebraic
		}
		if as != own {
			others = append(others, Reading{own.Board, as.Begins}, Reading{as.Board, own.Begins}, as)
		}
	}
	numbered := len(plies) > 0 && plies[0].Word != nil && len(plies[0].Word.Steps) > 0 && plies[0].Word.Steps[0].Number > 0
	if own.Board.Numbering == record.Algebraic && !v.Towers() && numbered {
		others = append(others, Reading{own.Board.WithNumbers(), own.Begins})
	}
	fits := func(as Reading) bool { return position.CanBe(v, as.Board, as.Begins, plies, fen) }
	if len(others) == 0 || fits(own) {
		return own
	}
	if i := slices.IndexFunc(others, fits); i >= 0 {
		return others[i]
	}
	return own
}

// Rename puts moves and positions whose numbers are otherwise than those of variant v's board
// into the names of that.
func (r Reading) Rename(v record.Variant, plies []record.Ply) {
	if r.Board.Numbering == record.Numeric && r.Board != v.Board() {
		rename(r.Board, v, plies, make(map[*record.Word]*record.Word))
	}
}

// rename puts the numbers of a line of moves into the names of the variant's
// board. done has the words that have been.
func rename(from record.Board, v record.Variant, plies []record.Ply, done map[*record.Word]*record.Word) {
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
			rename(from, v, line, done)
		}
	}
}
