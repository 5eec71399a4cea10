package find

import (
	"math/bits"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// moment is a position of a game with the move made in it, prepared for tests.
type moment struct {
	at    int              // number of moves before
	p     *replay.Position // nil without a board
	m     *replay.Move     // nil at the end
	game  *game
	rules *replay.Rules
	turn  int
	own   [2]uint64 // the squares of the towers of each side
	kings uint64
	from  uint64        // the first square of the move, or 0 without a move
	to    uint64        // the landing square
	track track         // empty if the program tracks nothing
	legal []replay.Move // memory for mobility
}

// show sets the moment.
func (m *moment) show(at int, p *replay.Position, move *replay.Move) {
	m.at, m.p, m.m = at, p, move
	m.turn, m.kings = int(p.Turn()), uint64(p.Kings())
	m.own = [2]uint64{uint64(p.Towers(record.White)), uint64(p.Towers(record.Black))}
	if m.from, m.to = 0, 0; move != nil {
		from, to := move.Bits()
		m.from, m.to = 1<<from, 1<<to
	}
}

// colour returns the colour of a side named in a query.
func (m *moment) colour(side string) int {
	switch side {
	case "white":
		return 0
	case "black":
		return 1
	case "mover":
		return m.turn
	}
	return m.turn ^ 1
}

// mobility returns the number of legal moves, as if it were the given side's turn.
func (m *moment) mobility(side string) int {
	p := m.p
	if side != "" && m.colour(side) != m.turn {
		at, err := p.Record(), error(nil)
		at.Turn = at.Turn.Other()
		if p, err = m.rules.Position(&at); err != nil { // cannot happen in a game
			return 0
		}
	}
	m.legal = p.Moves(m.legal[:0])
	return len(m.legal)
}

// promotes reports whether the move promotes a man.
func (m *moment) promotes() bool {
	if m.rules.KingByRank {
		return m.kings&m.from == 0 && uint64(m.rules.FarRank(record.Colour(m.turn)))&m.to != 0
	}
	return m.m.Promotes()
}

// takenSet returns the squares from which the move captures.
func (m *moment) takenSet() uint64 {
	var set uint64
	for _, square := range m.m.Taken() {
		set |= 1 << (square & 63)
	}
	return set
}

// takenFrom returns how many of the first n captured pieces are from a square.
func (m *moment) takenFrom(square uint8, n int) int {
	times := 0
	for _, other := range m.m.Taken()[:n] {
		if other == square {
			times++
		}
	}
	return times
}

// takenKings returns the number of captured kings.
func (m *moment) takenKings() int {
	kings := 0
	for i, square := range m.m.Taken() {
		if depth := m.takenFrom(square, i); depth == 0 || m.rules.KingByRank {
			kings += int(m.kings >> (square & 63) & 1)
		} else {
			kings += int(m.p.Tower(int(square)).Own().Kings >> depth & 1)
		}
	}
	return kings
}

// freed returns the squares of the towers from which the move captures all pieces but prisoners.
func (m *moment) freed() uint64 {
	if !m.rules.Towers {
		return 0
	}
	var freed uint64
	taken := m.m.Taken()
	for _, square := range taken {
		t := m.p.Tower(int(square))
		if t.Prisoners().N > 0 && m.takenFrom(square, len(taken)) == t.Own().N {
			freed |= 1 << (square & 63)
		}
	}
	return freed
}

// track follows towers and pieces through a game by numbers, from 1, that they get at its first
// moment: FIND.md, The same tower. There are at most 64 of either, since no new ones appear later.
// In a set, number n has bit n-1.
type track struct {
	tower  [64]uint8   // the number of the tower on a square, or 0 if none
	pieces [64][]uint8 // the numbers of its pieces, from the top down
}

// bitOf returns the bit of a number, or 0 for 0.
func bitOf(number uint8) uint64 { return 1 << (number - 1) }

// lose forgets all numbers, as when another position is set up.
func (t *track) lose() {
	t.tower = [64]uint8{}
	for square := range t.pieces {
		t.pieces[square] = t.pieces[square][:0]
	}
}

// begin numbers the towers and pieces of the first moment.
func (t *track) begin(p *replay.Position) {
	t.lose()
	tower, piece := uint8(0), uint8(0)
	for set := uint64(p.Towers(record.White) | p.Towers(record.Black)); set != 0; set &= set - 1 {
		square := bits.TrailingZeros64(set)
		tower++
		t.tower[square] = tower
		for range p.Tower(square).Height() {
			piece++
			t.pieces[square] = append(t.pieces[square], piece)
		}
	}
}

// play follows a move; with towers captured pieces become prisoners.
func (t *track) play(m *replay.Move, towers bool) {
	from, to := m.Bits()
	id, made := t.tower[from], t.pieces[from]
	if id == 0 { // after lose
		return
	}
	t.tower[from] = 0
	for _, square := range m.Taken() {
		taken := &t.pieces[square&63]
		if towers {
			made = append(made, (*taken)[0])
		}
		if *taken = slices.Delete(*taken, 0, 1); len(*taken) == 0 {
			t.tower[square&63] = 0
		}
	}
	t.tower[to] = id
	t.pieces[from], t.pieces[to] = t.pieces[to][:0], made
}

// towersOn returns the set of towers on a set of squares.
func (t *track) towersOn(set uint64) uint64 {
	var ids uint64
	for ; set != 0; set &= set - 1 {
		ids |= bitOf(t.tower[bits.TrailingZeros64(set)])
	}
	return ids
}

// piecesOn returns the set of pieces that represent the towers on a set of squares: the top piece
// of each, or with freed the top prisoner, which the move frees.
func (m *moment) piecesOn(set uint64, freed bool) uint64 {
	var ids uint64
	for ; set != 0; set &= set - 1 {
		square, depth := bits.TrailingZeros64(set), 0
		if freed {
			depth = m.p.Tower(square).Own().N
		}
		if pieces := m.track.pieces[square]; depth < len(pieces) {
			ids |= bitOf(pieces[depth])
		}
	}
	return ids
}
