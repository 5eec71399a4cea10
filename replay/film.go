package replay

import (
	"slices"

	"github.com/stolb/stolb/record"
)

// Film is a judged game as it went: what stands where at each of its moments, so
// that all of them can be looked at at once. The zero Film is ready, and its memory
// is used again.
type Film struct {
	// Boards has one for each move, before it is made, and at last that of the final
	// position. There is none where the game has no board: see Report.Final.
	Boards []Board
	Moves  []Move   // those made, one fewer than the Boards; valid as long as the report is
	Hashes []uint64 // of the positions, where they were asked for
	// Cuts are where what stands on the board is not what the moves before led to: at
	// the first moment, and where the record sets up another position.
	Cuts []Cut
}

// Board is who owns what at a moment, as sets like Squares.
type Board struct {
	Own   [2]uint64 // the towers of White and of Black
	Kings uint64
	Turn  record.Colour
}

// Cut is a position that no move led to.
type Cut struct {
	Moment int
	At     Position
}

// Filming says what a film is for. What nobody asks about is not looked for.
type Filming struct {
	Claims bool // draws that could be claimed
	Hashes bool // of the positions
	// Faults is all that is said of what is wrong. Without it a report has what stops
	// the game, but not what was meant there; its variations are not judged, and its
	// verdict is that of the game's own moves.
	Faults bool
}

// JudgeFilm is Judge that makes a film of the game.
func (j *Arbiter) JudgeFilm(g *record.Game, asked record.Variant, r *Report, film *Film, what Filming) {
	film.begin()
	j.film, j.filming = film, what
	j.Judge(g, asked, r)
	j.film, j.filming = nil, Filming{}
	if len(film.Boards) > 0 {
		film.Moves = r.played
	}
}

// Film makes a film of the game once more, with the hashes. It costs little. Only a
// report that Judge made has a film.
func (r *Report) Film(film *Film) {
	film.begin()
	again, ok := r.again()
	if !ok {
		return
	}
	again.film, again.filming.Hashes = film, true
	film.prepare(&again.p, len(r.played))
	for i := range r.played {
		if i >= len(r.Game.Plies) || !again.setUpBefore(i) {
			film.begin() // the game was changed since it was judged
			return
		}
		again.shoot()
		again.p.Play(&r.played[i])
	}
	if r.Final != again.p.Record() { // set up before a move that is none
		p, err := again.p.rules.Position(&r.Final)
		if err != nil {
			film.begin()
			return
		}
		film.cut(&again.p, p)
		again.p = *p
	}
	again.shoot()
	film.Moves = r.played
}

// cursory says that nobody asks what was meant where a game stops.
func (j *Arbiter) cursory() bool { return j.film != nil && !j.filming.Faults }

// filmed plays the i-th ply for JudgeFilm.
func (j *Arbiter) filmed(i int, m *Move) {
	j.shoot()
	switch {
	case j.filming.Claims:
		man := j.p.kings&(1<<(m.from&63)) == 0
		j.p.Play(m)
		j.claims.after(&j.p, i+1, m, man)
	case j.filming.Hashes:
		j.p.Play(m)
	default:
		j.p.Advance(m)
	}
}

// shoot adds a moment to the film, which has room for it.
func (j *Arbiter) shoot() {
	f, p := j.film, &j.p
	n := len(f.Boards)
	f.Boards = f.Boards[:n+1]
	b := &f.Boards[n]
	b.Own[0], b.Own[1], b.Kings, b.Turn = p.own[0], p.own[1], p.kings, p.turn&1
	if j.filming.Hashes {
		f.Hashes = append(f.Hashes, p.hash)
	}
}

// prepare begins a film of so many moves at most.
func (f *Film) prepare(p *Position, moves int) {
	f.Boards = slices.Grow(f.Boards, moves+1)
	f.cut(nil, p)
}

// begin empties the film.
func (f *Film) begin() {
	f.Boards, f.Moves, f.Hashes, f.Cuts = f.Boards[:0], nil, f.Hashes[:0], f.Cuts[:0]
}

// cut notes that the next moment has a position other than was led to, where that
// is so. Without one before it is the first.
func (f *Film) cut(before, p *Position) {
	switch first := len(f.Boards) == 0; {
	case first:
		f.Cuts = f.Cuts[:0]
	case before.turn == p.turn && before.own == p.own && before.kings == p.kings && before.towers == p.towers:
		return
	}
	f.Cuts = append(f.Cuts, Cut{len(f.Boards), *p})
}

// Advance is Play for who does not need the hash: that of the position is not kept
// up, and Hash means nothing from then on.
func (p *Position) Advance(m *Move) {
	r := p.rules
	from, to, turn := m.from&63, m.to&63, p.turn&1
	tower := p.towers[from]
	p.turn ^= 1
	if m.n == 0 && !m.promotes && !r.KingByRank {
		step := uint64(1)<<from | 1<<to
		p.own[turn] ^= step
		if p.kings>>from&1 != 0 {
			p.kings ^= step
		}
		p.towers[from], p.towers[to] = 0, tower
		return
	}
	p.own[turn] &^= 1 << from
	p.kings &^= 1 << from
	p.towers[from] = 0
	for _, n := range m.taken[:m.n] {
		n &= 63
		bit := uint64(1) << n
		p.own[0] &^= bit
		p.own[1] &^= bit
		p.kings &^= bit
		if !r.Towers {
			p.towers[n] = 0
			continue
		}
		rest, king := p.towers[n].Behead()
		tower = tower.Capture(king)
		p.towers[n] = rest
		if rest != 0 {
			p.own[rest.Owner()&1] |= bit
			if r.crowned(rest, bit) {
				p.kings |= bit
			}
		}
	}
	if m.promotes {
		tower = tower.Promoted()
	}
	bit := uint64(1) << to
	p.towers[to] = tower
	p.own[turn] |= bit
	if r.crowned(tower, bit) {
		p.kings |= bit
	}
}
