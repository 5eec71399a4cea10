package replay

import (
	"math/bits"
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
	// Changed has how towers are made behind each move that captures or makes a king,
	// one move after another: what is left on each of the squares that Taken has, in
	// that order, and at last the tower that was moved.
	Changed []record.Tower

	material, prisoners [2]uint8 // at the next moment
	slides              bool     // nobody asks of a quiet move more than where it leads
}

// Board is a moment but for how towers are made: who owns what, as sets like Squares,
// what that comes to, and of what kind the move is.
type Board struct {
	Own       [2]uint64 // the towers of White and of Black
	Kings     uint64
	Turn      record.Colour
	Taken     uint8    // pieces that the move captures
	Freed     uint8    // pieces of the mover's that it frees
	Promotes  bool     // the top piece gets a king mark
	Material  [2]uint8 // pieces in the towers of each side, of its own colour
	Prisoners [2]uint8 // of the other
}

// Cut is a position that no move led to.
type Cut struct {
	Moment int
	At     Position
}

// Filming says what a film is for. What nobody asks about is not looked for.
type Filming struct {
	Boards bool // what stands where at each moment; else the film has the moves, and the last board
	Towers bool // how towers are made: Changed, and what a Board has of pieces
	Claims bool // draws that could be claimed
	Hashes bool // of the positions
	Moves  bool // the report's, which are texts
	// Faults is all else that a report says. Without it it has what stops the game, but
	// not what was meant there, nor the final position; variations are not judged, and the
	// verdict is that of the game's own moves.
	Faults bool
}

// JudgeFilm is Judge that makes a film of the game.
func (j *Arbiter) JudgeFilm(g *record.Game, asked record.Variant, r *Report, film *Film, what Filming) {
	film.begin()
	what.Moves = what.Moves || what.Faults
	j.film, j.filming = film, what
	j.Judge(g, asked, r)
	j.film, j.filming = nil, Filming{}
	if len(film.Boards) > 0 {
		film.Moves = r.played
	}
	if !what.Moves {
		r.Moves = r.Moves[:0]
	}
}

// Film makes a film of the game once more, with the hashes. It costs little. Only a
// report that Judge made has a film.
func (r *Report) Film(film *Film) {
	film.begin()
	start, ok := r.Start()
	if !ok {
		return
	}
	again := &Arbiter{p: *start, report: &Report{Game: r.Game}}
	again.film, again.filming = film, Filming{Boards: true, Towers: true, Hashes: true}
	film.prepare(&again.p, len(r.played), again.filming)
	for i := range r.played {
		if i >= len(r.Game.Plies) || !again.setUpBefore(i) {
			film.begin() // the game was changed since it was judged
			return
		}
		again.filmed(i, &r.played[i])
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
	again.endFilm()
	film.Moves = r.played
}

// cursory says that nobody asks what was meant where a game stops.
func (j *Arbiter) cursory() bool { return j.SkipDiagnosis || j.film != nil && !j.filming.Faults }

// filmed plays the i-th ply for JudgeFilm. There is room for its moment.
func (j *Arbiter) filmed(i int, m *Move) {
	if !j.filming.Boards {
		j.noted(i, m)
		return
	}
	b := j.film.shoot(&j.p)
	if m.n == 0 && !m.promotes && j.film.slides {
		j.p.slide(m)
		return
	}
	j.filmedChange(i, m, b)
}

// filmedChange is filmed for what is more than a tower that goes elsewhere; b is the
// moment.
func (j *Arbiter) filmedChange(i int, m *Move, b *Board) {
	p := &j.p
	b.Taken, b.Promotes = m.n, m.promotes
	if j.filming.Claims || j.filming.Hashes {
		j.noted(i, m)
		b.Freed = p.freedBy(m)
	} else {
		b.Freed = p.advance(m)
	}
	if j.filming.Towers && (m.n > 0 || m.promotes) {
		j.film.change(p, m, b)
	}
}

// noted plays the i-th ply where its claims or hashes are asked for.
func (j *Arbiter) noted(i int, m *Move) {
	p := &j.p
	if j.filming.Hashes {
		j.film.Hashes = append(j.film.Hashes, p.hash)
	}
	man := p.kings&(1<<(m.from&63)) == 0
	p.Play(m)
	if j.filming.Claims {
		j.claims.after(p, i+1, m, man)
	}
}

// change adds what the move of a moment has changed; p is the position behind it.
func (f *Film) change(p *Position, m *Move, b *Board) {
	turn, n, freed := b.Turn&1, m.n, b.Freed
	f.material[turn] += freed
	f.material[turn^1] -= n
	if p.rules.Towers {
		f.prisoners[turn] += n
		f.prisoners[turn^1] -= freed
	}
	if cap(f.Changed)-len(f.Changed) <= maxTaken {
		f.Changed = slices.Grow(f.Changed, maxTaken+1)
	}
	taken := m.taken[:n]
	at := len(f.Changed)
	f.Changed = f.Changed[:at+len(taken)+1]
	changed := f.Changed[at:]
	for k, c := range taken {
		changed[k] = p.towers[c&63]
	}
	changed[len(taken)] = p.towers[m.to&63]
}

// shoot adds a moment to the film, which has room for it.
func (f *Film) shoot(p *Position) *Board {
	n := len(f.Boards)
	f.Boards = f.Boards[:n+1]
	// Field by field: a whole Board would be made elsewhere and copied.
	b := &f.Boards[n]
	b.Own, b.Kings = p.own, p.kings
	b.Turn, b.Taken, b.Freed, b.Promotes = p.turn&1, 0, 0, false
	b.Material, b.Prisoners = f.material, f.prisoners
	return b
}

// endFilm adds the last moment, that of the final position.
func (j *Arbiter) endFilm() {
	j.film.shoot(&j.p)
	if j.filming.Hashes {
		j.film.Hashes = append(j.film.Hashes, j.p.hash)
	}
}

// prepare begins a film of so many moves at most.
func (f *Film) prepare(p *Position, moves int, what Filming) {
	f.Boards = slices.Grow(f.Boards, moves+1)
	f.slides = !p.rules.KingByRank && !what.Claims && !what.Hashes
	f.cut(nil, p)
}

// begin empties the film.
func (f *Film) begin() {
	f.Boards, f.Moves, f.Hashes, f.Cuts, f.Changed = f.Boards[:0], nil, f.Hashes[:0], f.Cuts[:0], f.Changed[:0]
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
	f.material, f.prisoners = [2]uint8{}, [2]uint8{}
	for c := range p.own {
		Squares(p.own[c]).Each(func(bit int) {
			f.material[c] += uint8(p.towers[bit].Own().N)
			f.prisoners[c] += uint8(p.towers[bit].Prisoners().N)
		})
	}
}

// slide is advance for a move that changes nothing but where a tower stands.
func (p *Position) slide(m *Move) {
	from, to, turn := m.from&63, m.to&63, p.turn&1
	step := uint64(1)<<from | 1<<to
	p.own[turn] ^= step
	if p.kings>>from&1 != 0 {
		p.kings ^= step
	}
	p.towers[to], p.towers[from] = p.towers[from], 0
	p.turn ^= 1
}

// advance is Play without the hash, which is not that of the position from then on. Play
// is not made of it: finding the hash of what a move touches before and after costs 2 %
// of all of check's instructions. It returns how many pieces of its own the side that moves frees.
func (p *Position) advance(m *Move) (freed uint8) {
	r := p.rules
	from, to, turn := m.from&63, m.to&63, p.turn&1
	tower := p.towers[from]
	p.turn ^= 1
	p.own[turn] &^= 1 << from
	p.kings &^= 1 << from
	p.towers[from] = 0
	for _, n := range m.taken[:m.n] {
		n &= 63
		bit := uint64(1) << n
		p.kings &^= bit
		p.own[turn^1] &^= bit
		if !r.Towers {
			p.towers[n] = 0
			continue
		}
		rest, king := p.towers[n].Behead()
		tower = tower.Capture(king)
		p.towers[n] = rest
		if rest == 0 {
			continue
		}
		p.own[rest.Owner()&1] |= bit
		if rest.Owner() == turn {
			freed += uint8(rest.Own().N)
		}
		if r.crowned(rest, bit) {
			p.kings |= bit
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
	return freed
}

// freedBy is how many pieces of its own the side that made a move has freed by it, in the
// position behind it.
func (p *Position) freedBy(m *Move) (n uint8) {
	left := m.takenSet() & p.own[p.turn&1^1] &^ (1 << (m.to & 63))
	for ; left != 0; left &= left - 1 {
		n += uint8(p.towers[bits.TrailingZeros64(left)].Own().N)
	}
	return n
}
