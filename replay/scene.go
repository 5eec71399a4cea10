package replay

import "github.com/stolb/stolb/record"

// Scene is a film's board at one moment after another with how its towers are made,
// of which the film itself says nothing. Begin comes first.
type Scene struct {
	Moment    int
	Material  [2]int // pieces in the towers of White and of Black, of their own colour
	Prisoners [2]int // of the other

	film *Film
	cut  int // the next of the film's
	p    Position
}

// Begin goes to the first moment of a film that has one.
func (s *Scene) Begin(film *Film) {
	s.Moment, s.film, s.cut = 0, film, 0
	s.setUp()
}

// Next goes on by the move of the moment, of which there must be one. It says whether
// a position was set up there.
func (s *Scene) Next() bool {
	m, mover := &s.film.Moves[s.Moment], s.film.Boards[s.Moment].Turn&1
	s.Moment++
	t := &s.p.towers
	from, to := m.from&63, m.to&63
	tower := t[from]
	t[from] = 0
	if m.n > 0 {
		s.Material[mover^1] -= int(m.n)
		if s.p.rules.Towers {
			tower = s.capture(tower, m, mover)
		} else {
			for _, c := range m.taken[:m.n] {
				t[c&63] = 0
			}
		}
	}
	if m.promotes {
		tower = tower.Promoted()
	}
	t[to] = tower
	if s.cut < len(s.film.Cuts) && s.film.Cuts[s.cut].Moment == s.Moment {
		s.setUp()
		return true
	}
	return false
}

// capture takes a move's pieces and returns the tower that has them.
func (s *Scene) capture(tower record.Tower, m *Move, mover record.Colour) record.Tower {
	s.Prisoners[mover] += int(m.n)
	for _, c := range m.taken[:m.n] {
		rest, king := s.p.towers[c&63].Behead()
		tower = tower.Capture(king)
		s.p.towers[c&63] = rest
		if rest != 0 && rest.Owner() == mover { // freed
			freed := rest.Own().N
			s.Material[mover] += freed
			s.Prisoners[mover^1] -= freed
		}
	}
	return tower
}

func (s *Scene) setUp() {
	s.p = s.film.Cuts[s.cut].At
	s.cut++
	s.Material, s.Prisoners = [2]int{}, [2]int{}
	for c := range s.p.own {
		Squares(s.p.own[c]).Each(func(bit int) {
			s.Material[c] += s.p.towers[bit].Own().N
			s.Prisoners[c] += s.p.towers[bit].Prisoners().N
		})
	}
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
