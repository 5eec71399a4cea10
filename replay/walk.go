package replay

import (
	"iter"

	"github.com/stolb/stolb/record"
)

// Ply is a move of a judged game and the position in which it is made.
type Ply struct {
	Variation int       // the number of the variation, from 1; 0 for the game's own moves
	Before    *Position // if the record sets up another position here, that position
	Move      *Move     // nil at the game's final position
}

// After returns the position after the move, which must not be nil.
func (p Ply) After() Position { return p.Before.After(p.Move) }

// After returns the position after a legal move.
func (p Position) After(m *Move) Position {
	p.Play(m)
	return p
}

// Plies replays the game's own moves and yields each with its index in Moves, then the final
// position, with a nil Move. It yields nothing if the variant or the starting position is unknown.
// It reuses the moves that Judge found, so it is cheap. The values a Ply points to change with the
// next iteration and must not be kept; a Position is a value and may be copied. Only a report made
// by Judge has plies.
func (r *Report) Plies() iter.Seq2[int, Ply] {
	return func(yield func(int, Ply) bool) {
		if r.begun.rules == nil {
			return
		}
		for i, ply := range walk(r.Game.Plies, r.played, &r.begun) {
			if plies := r.Game.Plies; ply.Move == nil && i < len(plies) && setsUp(plies[i]) {
				*ply.Before = *r.begun.rules.set(&r.Final) // the record may set it up before a word that is not a move
			}
			if !yield(i, ply) {
				return
			}
		}
	}
}

// walk yields the moves of a line that were played, then the position after the last.
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

// Tree replays the game and its variations, and yields each move with its index in its line, in
// text order: a move, then the variations attached to it, then the next move. Otherwise it is like
// Plies, but yields no final position.
func (r *Report) Tree() iter.Seq2[int, Ply] {
	return func(yield func(int, Ply) bool) {
		next := 0 // index of the next variation
		var line func(number int, plies []record.Ply, moves []Move, start *Position) bool
		line = func(number int, plies []record.Ply, moves []Move, start *Position) bool {
			// vary walks the variations attached to plies earlier than before.
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

// Start returns the position before the first move, or false if the variant or that position is
// unknown.
func (r *Report) Start() (*Position, bool) {
	p := r.begun
	return &p, p.rules != nil
}
