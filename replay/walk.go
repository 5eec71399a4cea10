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
func (p Ply) After() Position {
	after := *p.Before
	after.Play(p.Move)
	return after
}

// Plies plays the game's own moves once more and yields each with its index in Moves, and at last
// the final position, in which no move is made. It yields nothing where it is not known what is
// played, or from where. It takes the moves that Judge found and looks for none, so that it costs
// little. What a Ply points to changes with the next and must not be kept; a Position is a value
// and may be copied. Only a report that Judge made has plies.
func (r *Report) Plies() iter.Seq2[int, Ply] {
	return func(yield func(int, Ply) bool) {
		var start Position
		if !r.start(&start) {
			return
		}
		var buf [1]Position
		n := playLine(buf[:], r.Game.Plies, r.played, &start, func(i int, p *Position, m *Move) bool {
			return yield(i, Ply{0, p, m})
		}, nil)
		if n != len(r.played) {
			return
		}
		if plies := r.Game.Plies; n < len(plies) && plies[n].Note != nil && plies[n].Note.Setup != "" {
			buf[0] = *start.rules.set(&r.Final) // it is set up, perhaps, before what is no move
		}
		yield(n, Ply{0, &buf[0], nil})
	}
}

// Tree plays all that can be played once more, and yields each move with its index in
// its line, in the order of the text: a move, then the variations that are attached to
// it, then the next move. It is else like Plies, but has no final position.
func (r *Report) Tree() iter.Seq2[int, Ply] {
	return func(yield func(int, Ply) bool) {
		var start Position
		if !r.start(&start) {
			return
		}
		variation := 0 // the last that was met
		var line func(number int, plies []record.Ply, played []Move, start *Position) bool
		line = func(number int, plies []record.Ply, played []Move, start *Position) bool {
			return playLine(make([]Position, bufSize), plies, played, start, func(i int, p *Position, m *Move) bool {
				return yield(i, Ply{number, p, m})
			}, func(_ int, plies []record.Ply, position func(int) *Position) bool {
				if variation++; variation > len(r.Variations) {
					return false // the game was changed since it was judged
				}
				v := &r.Variations[variation-1]
				if !v.begun {
					variation += nested(plies)
					return true
				}
				return line(variation, v.Line, v.played, new(*position(v.Ply - 1)))
			}) >= 0
		}
		line(0, r.Game.Plies, r.played, &start)
	}
}

// Start returns the position before the first move. It is false where it is
// not known what is played, or from where.
func (r *Report) Start() (*Position, bool) {
	p := new(Position)
	return p, r.start(p)
}

// start sets up the position before the first move.
func (r *Report) start(p *Position) bool {
	rules, err := For(r.Variant)
	if err != nil || r.Final.Variant == record.UnknownVariant {
		return false
	}
	_, ok := p.begin(rules, r.Game)
	return ok
}

// bufSize is how many positions of a line playLine needs to judge variations.
const bufSize = maxBefore + ahead + 1

// playLine plays a line from start, which is nil where it is not known. It calls each, if there is
// one, with every move and the position before it. After a move it calls vary, if there is one,
// with each variation that is attached to it and the positions near by: position(i) is that before
// the i-th move, nil where that is too far away or was never reached. It returns how many moves it
// played; -1 if one of them returned false, at which it ends, or start is not known. It overwrites
// buf with the positions: one, which is at last that after all, or bufSize where there is vary.
func playLine(buf []Position, plies []record.Ply, played []Move, start *Position, each func(i int, p *Position, m *Move) bool,
	vary func(i int, line []record.Ply, position func(int) *Position) bool) int {
	var near []Position // before the i-th move, at i modulo their number
	known := -1         // the ply up to before which positions are known
	if start != nil {
		near = buf[:min(len(buf), len(plies)+1)]
		near[0], known = *start, 0
	}
	for i := range plies {
		for ; start != nil && known < min(i+ahead, len(played)); known++ {
			before, after := &near[known%len(near)], &near[(known+1)%len(near)]
			if _, ok := before.setUpBefore(plies, known); !ok {
				break
			}
			if each != nil && !each(known, before, &played[known]) {
				return -1
			}
			if after != before {
				*after = *before
			}
			after.Play(&played[known])
		}
		note := plies[i].Note
		if note == nil || vary == nil {
			continue
		}
		first, last := max(0, i-maxBefore), known
		for _, line := range note.Variations {
			goOn := vary(i, line, func(at int) *Position {
				if at < first || at > last {
					return nil
				}
				return &near[at%len(near)]
			})
			if !goOn {
				return -1
			}
		}
	}
	return known
}

// nested counts the variations that are attached to the moves of a line.
func nested(plies []record.Ply) int {
	n := 0
	for i := range plies {
		if plies[i].Note != nil {
			for _, line := range plies[i].Note.Variations {
				n += 1 + nested(line)
			}
		}
	}
	return n
}
