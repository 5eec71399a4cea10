package replay

import (
	"math/bits"

	"github.com/stolb/stolb/record"
)

// Scene is a film's board at one moment after another with how its towers are made.
// Begin comes first.
type Scene struct {
	Moment int

	film    *Film
	cut     int // the next of the film's
	changed int // and of its Changed
	p       Position
}

// Begin goes to the first moment of a film that has one.
func (s *Scene) Begin(film *Film) {
	s.Moment, s.film, s.cut, s.changed = 0, film, 1, 0
	s.p = film.Cuts[0].At
}

// To goes on to a moment, which is none before.
func (s *Scene) To(moment int) {
	for s.cut < len(s.film.Cuts) && s.film.Cuts[s.cut].Moment <= moment {
		cut := &s.film.Cuts[s.cut]
		s.cut++
		s.to(cut.Moment)
		s.p = cut.At
	}
	s.to(moment)
}

// to is To where no cut is on the way.
func (s *Scene) to(moment int) {
	t, changed := &s.p.towers, s.film.Changed[s.changed:]
	boards, moves := s.film.Boards[s.Moment:moment], s.film.Moves[s.Moment:moment]
	for i := range moves {
		b, m := &boards[i], &moves[i]
		from, to := m.from&63, m.to&63
		tower := t[from]
		t[from] = 0
		if b.Taken > 0 || b.Promotes {
			taken := m.taken[:m.n]
			for k, c := range taken {
				t[c&63] = changed[k]
			}
			tower = changed[len(taken)]
			changed = changed[len(taken)+1:]
		}
		t[to] = tower
	}
	s.Moment = moment
	s.changed = len(s.film.Changed) - len(changed)
}

// Tower returns the tower on the square of a bit, the zero Tower where there is
// none.
func (s *Scene) Tower(bit int) record.Tower { return s.p.towers[bit&63] }

// Mobility puts into counts the number of legal moves at each of the film's first moments
// for which asked is not 0; of what is more than so many it may only say that it is more.
// The scene is at the film's first moment. The spare is memory for moves that have to be
// listed.
func (s *Scene) Mobility(asked, counts []uint64, most int, spare *[]Move) {
	boards := s.film.Boards[:len(asked)]
	for i, w := range asked {
		b := &boards[i]
		if w == 0 {
			continue
		}
		if s.p.own, s.p.kings, s.p.turn = b.Own, b.Kings, b.Turn; b.Taken == 0 && i < len(s.film.Moves) {
			counts[i] = uint64(s.p.countQuiet(most)) // or the move would not be legal
		} else {
			counts[i] = uint64(s.mobility(i, most, spare))
		}
	}
}

// mobility is Mobility at a moment that is shown, where something may be captured.
func (s *Scene) mobility(moment, most int, spare *[]Move) int {
	n, longer := 0, s.p.capturers()
	switch {
	case longer != 0:
		// Each of these has a capture.
		if least := n + bits.OnesCount64(longer); least > most && s.p.rules.Prefer == nil {
			return least
		}
		s.To(moment)
		b := &s.film.Boards[moment]
		s.p.own, s.p.kings, s.p.turn = b.Own, b.Kings, b.Turn
		return n + s.p.count(spare)
	case n == 0:
		return s.p.countQuiet(most)
	}
	return n
}

// MustCapture says whether the side to move has something to capture at any moment.
func (f *Film) MustCapture(moment int) bool {
	if moment < len(f.Moves) {
		return f.Boards[moment].Taken > 0
	}
	b := &f.Boards[moment]
	p := Position{rules: f.Cuts[0].At.rules, own: b.Own, kings: b.Kings, turn: b.Turn}
	return p.capturers() != 0
}
