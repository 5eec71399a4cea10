package find

import (
	"math/bits"
	"slices"

	"github.com/stolb/stolb/record"
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
	from, to      int          // the moments that are wanted are among those from and before to
	freed         uint64       // the towers that the move frees, where that was asked last

	film    *replay.Film
	rules   *replay.Rules
	scene   replay.Scene // at the moment followed
	begun   bool         // it is
	sets    []set
	heights heights
	track   track
	spare   []replay.Move
	summand []uint64 // for sum
}

// set is the towers that are made in some way.
type set struct {
	of      composition
	known   bool     // of the game at hand
	squares []uint64 // by moment
}

// begin makes ready for a game.
func (f *frame) begin(p *program, film *replay.Film) {
	f.film, f.rules, f.begun = film, p.rules, false
	for len(f.sets) < len(p.sets) {
		f.sets = append(f.sets, set{})
	}
	for i := range p.sets {
		f.sets[i].of, f.sets[i].known = p.sets[i], false
	}
	f.heights.known = false
	f.track.begin(film, p.pieces)
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

// catchUp follows the game to the moment, from its beginning where that is before
// the one followed.
func (f *frame) catchUp() {
	if !f.begun || f.scene.Moment > f.at {
		f.rewind()
	}
	f.scene.To(f.at)
}

// rewind goes back to the first moment.
func (f *frame) rewind() {
	f.begun = true
	f.scene.Begin(f.film)
}

// set returns the squares of the towers that are made in the i-th way, at each of the
// first n moments.
func (f *frame) set(i, n int) []uint64 {
	s := &f.sets[i]
	if !s.known {
		s.known = true
		s.look(f.film, n)
	}
	return s.squares[:n]
}

// look finds the set for a game: only what a move has changed has to be looked at.
func (s *set) look(film *replay.Film, n int) {
	s.squares = slices.Grow(s.squares[:0], n)[:n]
	changed := film.Changed
	for i := range film.Cuts {
		end := n
		if i+1 < len(film.Cuts) {
			end = min(n, film.Cuts[i+1].Moment)
		}
		if at := film.Cuts[i].Moment; at < end {
			changed = s.follow(film, &film.Cuts[i].At, at, end, changed)
		}
	}
}

// follow finds the set from a position that was set up to the moment where the next is,
// and returns what has changed from then on.
func (s *set) follow(film *replay.Film, p *replay.Position, at, end int, changed []record.Tower) []record.Tower {
	is := s.standing(p)
	squares, boards, moves := s.squares[at:end], film.Boards[at:end], film.Moves[at:min(end, len(film.Moves))]
	for i := range moves {
		m, b := &moves[i], &boards[i]
		squares[i] = is
		if b.Taken == 0 && !b.Promotes { // a tower only goes elsewhere
			if from, to := m.Bits(); is>>from&1 != 0 {
				is ^= 1<<from | 1<<to
			}
			continue
		}
		from, to := m.Bits()
		taken := m.Taken()
		is &^= 1 << from
		for k, c := range taken {
			bit := uint64(1) << (c & 63)
			if is &^= bit; s.of.holds(changed[k]) {
				is |= bit
			}
		}
		if is &^= 1 << to; s.of.holds(changed[len(taken)]) {
			is |= 1 << to
		}
		changed = changed[len(taken)+1:]
	}
	if len(moves) < len(squares) { // the last moment has none
		squares[len(moves)] = is
	}
	return changed
}

// standing returns the set in a position.
func (s *set) standing(p *replay.Position) uint64 {
	var is uint64
	for look := uint64(p.Towers(record.White) | p.Towers(record.Black)); look != 0; look &= look - 1 {
		if bit := bits.TrailingZeros64(look); s.of.holds(p.Tower(bit)) {
			is |= 1 << bit
		}
	}
	return is
}
