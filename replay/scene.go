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
	t, cuts, changed := &s.p.towers, s.film.Cuts, s.film.Changed[s.changed:]
	boards, moves := s.film.Boards[s.Moment:moment], s.film.Moves[s.Moment:moment]
	cut := moment + 1
	if s.cut < len(cuts) {
		cut = cuts[s.cut].Moment
	}
	for i := range boards {
		b, m := &boards[i], &moves[i]
		from, to := m.from&63, m.to&63
		tower := t[from]
		t[from] = 0
		if b.Taken > 0 || b.Promotes {
			for k, c := range m.taken[:m.n] {
				t[c&63] = changed[k]
			}
			tower = changed[m.n]
			changed = changed[m.n+1:]
		}
		t[to] = tower
		if s.Moment++; s.Moment == cut {
			s.p = cuts[s.cut].At
			s.cut++
			if cut = moment + 1; s.cut < len(cuts) {
				cut = cuts[s.cut].Moment
			}
		}
	}
	s.changed = len(s.film.Changed) - len(changed)
}

// Tower returns the tower on the square of a bit, the zero Tower where there is
// none.
func (s *Scene) Tower(bit int) record.Tower { return s.p.towers[bit&63] }

// Mobility returns the number of legal moves. The spare is memory for those that
// have to be listed for it.
func (s *Scene) Mobility(spare *[]Move) int {
	s.show(s.Moment)
	return s.p.count(spare)
}

// QuickMobility returns the number of legal moves at any moment where it does not
// depend on how towers are made: where nothing can be captured, and where more than so
// many towers can capture, of which it then returns how many, for each has a capture. It
// is false elsewhere.
func (s *Scene) QuickMobility(moment, most int) (int, bool) {
	s.show(moment)
	captors := bits.OnesCount64(s.p.capturers())
	switch {
	case captors == 0:
		return s.p.countQuiet(), true
	case captors > most && s.p.rules.Prefer == nil:
		return captors, true
	}
	return 0, false
}

// MustCapture says whether the side to move has something to capture at any moment.
func (s *Scene) MustCapture(moment int) bool {
	s.show(moment)
	return s.p.capturers() != 0
}

// show puts what the film has of a moment into the position. The hash is not kept
// up.
func (s *Scene) show(moment int) {
	b := &s.film.Boards[moment]
	s.p.own[0], s.p.own[1], s.p.kings, s.p.turn = b.Own[0], b.Own[1], b.Kings, b.Turn
}
