package find

import (
	"math/bits"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// frame is a moment as the tests see it.
type frame struct {
	p     *replay.Position
	m     *replay.Move // nil at the end
	own   [2]uint64    // the squares of each side's towers
	kings uint64
	turn  record.Colour
	ply   int // moves made before

	sets   []set
	rounds int // how many times how towers are made has changed
	values []keptValue
	track  track
	spare  []replay.Move
	plies  []record.Ply // of the record

	touched  uint64 // squares that the last move changed
	captured bool   // it changed how a tower is made
	from, to int    // bits
	check    bool   // a position is set up behind it, another than
	after    uint64 // the one with this hash
}

// set is the squares of the towers that are made in some way.
type set struct {
	of    composition
	is    uint64
	dirty uint64 // squares that have to be looked at again
}

// keptValue is a number that only changes with how towers are made.
type keptValue struct{ round, n int }

// begin makes ready for a game.
func (f *frame) begin(p *program, plies []record.Ply) {
	f.ply, f.plies, f.check = 0, plies, false
	f.sets = f.sets[:0]
	for _, c := range p.sets {
		f.sets = append(f.sets, set{of: c})
	}
	if len(f.values) < p.values {
		f.values = append(f.values, make([]keptValue, p.values-len(f.values))...)
	}
	f.track.towers, f.track.pieces = p.towers || p.pieces, p.pieces
}

// show puts a moment into the frame.
func (f *frame) show(p *replay.Position, m *replay.Move) {
	f.p, f.m, f.turn = p, m, p.Turn()
	f.own[0], f.own[1] = uint64(p.Towers(record.White)), uint64(p.Towers(record.Black))
	f.kings = uint64(p.Kings())
	switch {
	case f.ply == 0:
		f.again()
		f.track.reset()
	case f.check && p.Hash() != f.after:
		f.again()
		f.track.lose()
	case f.captured:
		for i := range f.sets {
			f.sets[i].dirty |= f.touched
		}
		f.rounds++
	default: // a tower has only gone elsewhere
		for i := range f.sets {
			s := &f.sets[i]
			s.is = s.is&^f.touched | s.is>>f.from&1<<f.to
			s.dirty = s.dirty&^f.touched | s.dirty>>f.from&1<<f.to
		}
	}
}

// leave goes on to the next moment.
func (f *frame) leave() {
	f.ply++
	f.check = false
	if f.m == nil {
		return
	}
	from, to := f.m.Bits()
	taken := f.m.Taken()
	f.touched = 1<<from | 1<<to
	for _, c := range taken {
		f.touched |= 1 << (c & 63)
	}
	f.from, f.to = from, to
	// A new king is made otherwise, too.
	f.captured = len(taken) > 0 || f.m.Promotes()
	if f.track.begun && !f.track.lost {
		f.track.play(f.p, f.m)
	}
	if f.ply < len(f.plies) {
		if note := f.plies[f.ply].Note; note != nil && note.Setup != "" {
			after := *f.p
			after.Play(f.m)
			f.check, f.after = true, after.Hash()
		}
	}
}

// again has everything looked at anew.
func (f *frame) again() {
	for i := range f.sets {
		f.sets[i].is, f.sets[i].dirty = 0, truth
	}
	f.rounds++
}

// set returns the squares of the towers that are made in the i-th way.
func (f *frame) set(i int) uint64 {
	s := &f.sets[i]
	if s.dirty == 0 {
		return s.is
	}
	s.is &^= s.dirty
	for look := s.dirty & (f.own[0] | f.own[1]); look != 0; look &= look - 1 {
		if bit := bits.TrailingZeros64(look); s.of.holds(f.p.Tower(bit)) {
			s.is |= 1 << bit
		}
	}
	s.dirty = 0
	return s.is
}
