package find

import (
	"math/bits"

	"github.com/stolb/stolb/replay"
)

// frame is a moment of a game as the tests see it. What stands where is there for
// each; how towers are made is followed only up to the moments at which somebody asks
// for it.
type frame struct {
	*replay.Board              // who owns what
	at            int          // moves made before
	m             *replay.Move // nil at the end
	want          uint64       // which of the same towers or pieces matter, by number

	film  *replay.Film
	rules *replay.Rules
	scene replay.Scene // at the moment followed
	begun bool         // it is
	sets  []set
	track track
	spare []replay.Move
}

// set is the squares of the towers that are made in some way.
type set struct {
	of    composition
	is    uint64
	dirty uint64 // squares that have to be looked at again
}

// begin makes ready for a game.
func (f *frame) begin(p *program, film *replay.Film) {
	f.film, f.rules, f.begun = film, p.rules, false
	f.sets = f.sets[:0]
	for _, c := range p.sets {
		f.sets = append(f.sets, set{of: c})
	}
	f.track.film, f.track.begun, f.track.pieces = film, false, p.pieces
}

// show puts a moment into the frame.
func (f *frame) show(i int) {
	f.Board, f.at = &f.film.Boards[i], i
	f.m = nil
	if i < len(f.film.Moves) {
		f.m = &f.film.Moves[i]
	}
}

// towers returns how the towers of the moment are made.
func (f *frame) towers() *replay.Scene {
	if !f.begun || f.scene.Moment != f.at {
		f.catchUp()
	}
	return &f.scene
}

// mustCapture says that the side to move has something to capture.
func (f *frame) mustCapture() bool {
	if !f.begun {
		f.rewind()
	}
	return f.scene.MustCapture(f.at)
}

// catchUp follows the game to the moment, from its beginning where that is before
// the one followed.
func (f *frame) catchUp() {
	if !f.begun || f.scene.Moment > f.at {
		f.rewind()
	}
	for f.scene.Moment < f.at {
		f.changed(&f.film.Moves[f.scene.Moment])
		if f.scene.Next() {
			f.again()
		}
	}
}

// rewind goes back to the first moment.
func (f *frame) rewind() {
	f.begun = true
	f.scene.Begin(f.film)
	f.again()
}

// again has everything looked at anew.
func (f *frame) again() {
	for i := range f.sets {
		f.sets[i].is, f.sets[i].dirty = 0, truth
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
	towers, s := f.towers(), &f.sets[i]
	if s.dirty == 0 {
		return s.is
	}
	s.is &^= s.dirty
	for look := s.dirty & (f.Own[0] | f.Own[1]); look != 0; look &= look - 1 {
		if bit := bits.TrailingZeros64(look); s.of.holds(towers.Tower(bit)) {
			s.is |= 1 << bit
		}
	}
	s.dirty = 0
	return s.is
}
