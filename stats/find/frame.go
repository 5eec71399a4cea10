package find

import (
	"math/bits"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// frame is a moment of a game as the tests see it. What stands where is there for
// each; how towers are made is followed only up to the moments at which somebody asks
// for it.
type frame struct {
	film  *replay.Film
	rules *replay.Rules
	at    int       // moves made before
	own   [2]uint64 // the squares of each side's towers
	kings uint64
	turn  record.Colour
	m     *replay.Move // nil at the end
	want  uint64       // which of the same towers or pieces matter, by number

	p      replay.Position // at the moment followed
	follow int             // that moment, -1 for none
	cut    int             // the next of the film's
	sets   []set
	counts bool // the census is kept
	count  replay.Count
	track  track
	spare  []replay.Move
}

// set is the squares of the towers that are made in some way.
type set struct {
	of    composition
	is    uint64
	dirty uint64 // squares that have to be looked at again
}

// begin makes ready for a game.
func (f *frame) begin(p *program, film *replay.Film) {
	f.film, f.rules, f.follow, f.counts = film, p.rules, -1, p.counts
	f.sets = f.sets[:0]
	for _, c := range p.sets {
		f.sets = append(f.sets, set{of: c})
	}
	f.track.film, f.track.begun, f.track.pieces = film, false, p.pieces
}

// show puts a moment into the frame.
func (f *frame) show(i int) {
	b := &f.film.Boards[i]
	f.at, f.own[0], f.own[1], f.kings, f.turn = i, uint64(b.Towers[0]), uint64(b.Towers[1]), uint64(b.Kings), b.Turn
	f.m = nil
	if i < len(f.film.Moves) {
		f.m = &f.film.Moves[i]
	}
}

// position returns the moment's position, without its hash.
func (f *frame) position() *replay.Position {
	if f.follow != f.at {
		f.catchUp()
	}
	return &f.p
}

// tower returns the tower on the square of a bit.
func (f *frame) tower(bit int) record.Tower { return f.position().Tower(bit) }

// census returns what a side has.
func (f *frame) census(side int) replay.Census {
	f.position()
	return f.count.Of(record.Colour(side))
}

// catchUp follows the game to the moment, from its beginning where that is before
// the one followed.
func (f *frame) catchUp() {
	if f.follow < 0 || f.follow > f.at {
		f.follow, f.cut = 0, 0
		f.setUp()
	}
	for f.follow < f.at {
		m := &f.film.Moves[f.follow]
		if f.counts {
			f.count.Advance(&f.p, m)
		} else {
			f.p.Advance(m)
		}
		f.changed(m)
		f.follow++
		if f.cut < len(f.film.Cuts) && f.film.Cuts[f.cut].Moment == f.follow {
			f.setUp()
		}
	}
}

// setUp has everything looked at anew.
func (f *frame) setUp() {
	f.p = f.film.Cuts[f.cut].At
	f.cut++
	for i := range f.sets {
		f.sets[i].is, f.sets[i].dirty = 0, truth
	}
	if f.counts {
		f.count.Begin(&f.p)
	}
}

// changed keeps the sets up after a move.
func (f *frame) changed(m *replay.Move) {
	if len(f.sets) == 0 {
		return
	}
	from, to := m.Bits()
	taken := m.Taken()
	touched := uint64(1)<<from | 1<<to
	if len(taken) == 0 && !m.Promotes() { // a tower has only gone elsewhere
		for i := range f.sets {
			s := &f.sets[i]
			s.is = s.is&^touched | s.is>>from&1<<to
			s.dirty = s.dirty&^touched | s.dirty>>from&1<<to
		}
		return
	}
	touched |= takenSet(taken)
	for i := range f.sets {
		f.sets[i].dirty |= touched
	}
}

// set returns the squares of the towers that are made in the i-th way.
func (f *frame) set(i int) uint64 {
	p, s := f.position(), &f.sets[i]
	if s.dirty == 0 {
		return s.is
	}
	s.is &^= s.dirty
	for look := s.dirty & (f.own[0] | f.own[1]); look != 0; look &= look - 1 {
		if bit := bits.TrailingZeros64(look); s.of.holds(p.Tower(bit)) {
			s.is |= 1 << bit
		}
	}
	s.dirty = 0
	return s.is
}
