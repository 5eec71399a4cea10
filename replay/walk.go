package replay

import (
	"iter"

	"github.com/stolb/stolb/record"
)

// Ply is a move of a judged game and the position in which it is made.
type Ply struct {
	Variation int       // the number of the variation, from 1; 0 for the game's own moves
	Before    *Position // where a record sets up another position, it is that one
	Move      *Move     // nil for the game's final position
}

// After returns the position after the move.
func (p Ply) After() Position { return p.Before.after(p.Move) }

// after returns the position after a move.
func (p Position) after(m *Move) Position {
	p.Play(m)
	return p
}

// Plies plays the game's own moves once more and yields each with its index in Moves, and at last
// the final position, in which no move is made. It yields nothing where it is not known what is
// played, or from where. It takes the moves that Judge found and looks for none, so that it costs
// little. What a Ply points to changes with the next and must not be kept; a Position is a value
// and may be copied. Only a report that Judge made has plies.
func (r *Report) Plies() iter.Seq2[int, Ply] {
	return func(yield func(int, Ply) bool) {
		if r.begun.rules == nil {
			return
		}
		for i, ply := range walk(r.Game.Plies, r.played, &r.begun) {
			if plies := r.Game.Plies; ply.Move == nil && i < len(plies) && setsUp(plies[i]) {
				*ply.Before = *r.begun.rules.set(&r.Final) // it is set up, perhaps, before what is no move
			}
			if !yield(i, ply) {
				return
			}
		}
	}
}

// walk yields the moves that were played of a line, and at last the position after all.
func walk(plies []record.Ply, moves []Move, start *Position) iter.Seq2[int, Ply] {
	return func(yield func(int, Ply) bool) {
		p := *start
		for i := range moves {
			if _, ok := p.setUpBefore(plies, i); !ok || !yield(i, Ply{0, &p, &moves[i]}) {
				return
			}
			p.Play(&moves[i])
		}
		yield(len(moves), Ply{0, &p, nil})
	}
}

// Tree plays all that can be played once more, and yields each move with its index in
// its line, in the order of the text: a move, then the variations that are attached to
// it, then the next move. It is else like Plies, but has no final position.
func (r *Report) Tree() iter.Seq2[int, Ply] {
	return func(yield func(int, Ply) bool) {
		next := 0 // of the variations
		var line func(number int, plies []record.Ply, moves []Move, start *Position) bool
		line = func(number int, plies []record.Ply, moves []Move, start *Position) bool {
			// vary walks over the variations that are attached to plies before one.
			vary := func(before int) bool {
				for next < len(r.Variations) && r.Variations[next].Of == number && r.Variations[next].at < before {
					v := &r.Variations[next]
					if next++; !line(next, v.Line, v.played, &v.from) {
						return false
					}
				}
				return true
			}
			for i, ply := range walk(plies, moves, start) {
				if !vary(i) || ply.Move != nil && !yield(i, Ply{number, ply.Before, ply.Move}) {
					return false
				}
			}
			return vary(len(plies))
		}
		if r.begun.rules != nil {
			line(0, r.Game.Plies, r.played, &r.begun)
		}
	}
}

// Start returns the position before the first move. It is false where it is
// not known what is played, or from where.
func (r *Report) Start() (*Position, bool) {
	p := r.begun
	return &p, p.rules != nil
}
