package find

import (
	"math/bits"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// moment is a position of a game with the move that is made in it, as tests see it.
type moment struct {
	at    int              // moves made before
	p     *replay.Position // nil where there is no board
	m     *replay.Move     // nil at the end
	game  *game
	rules *replay.Rules
	turn  int
	own   [2]uint64 // the squares of the towers of each side
	kings uint64
	from  uint64        // the square on which the move begins; 0 where there is none
	to    uint64        // and on which it ends
	track track         // empty where nothing is followed
	legal []replay.Move // memory for mobility
}

// show goes to a moment.
func (m *moment) show(at int, p *replay.Position, move *replay.Move) {
	m.at, m.p, m.m = at, p, move
	m.turn, m.kings = int(p.Turn()), uint64(p.Kings())
	m.own = [2]uint64{uint64(p.Towers(record.White)), uint64(p.Towers(record.Black))}
	if m.from, m.to = 0, 0; move != nil {
		from, to := move.Bits()
		m.from, m.to = 1<<from, 1<<to
	}
}

// colour is that of a side that a query names.
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

// mobility is the number of moves that are legal, or would be if it were that side's move.
func (m *moment) mobility(side string) int {
	p := m.p
	if side != "" && m.colour(side) != m.turn {
		at, err := p.Record(), error(nil)
		at.Turn = at.Turn.Other()
		if p, err = m.rules.Position(&at); err != nil { // it is a position of the game
			return 0
		}
	}
	m.legal = p.Moves(m.legal[:0])
	return len(m.legal)
}

// promotes reports whether the move makes a king.
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

// takenFrom returns how many of the first n pieces that the move captures are from a square.
func (m *moment) takenFrom(square uint8, n int) int {
	times := 0
	for _, other := range m.m.Taken()[:n] {
		if other == square {
			times++
		}
	}
	return times
}

// takenKings counts the captured pieces that were the tops of kings.
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

// freed returns the towers of which the move captures all but prisoners, if there are any.
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

// track follows towers and pieces through a game by numbers from 1 on, as they are at its first
// moment: FIND.md, The same tower. There are never more than 64 of either, for every tower and
// piece is there from then on. A set of them has the bits of their numbers, counted from 0.
type track struct {
	tower  [64]uint8   // the number of the tower on a square, 0 for none
	pieces [64][]uint8 // those of the pieces of the tower on a square, from the top down
}

// bitOf returns the bit of a number, none of 0.
func bitOf(number uint8) uint64 { return 1 << (number - 1) }

// lose forgets all: another position was set up.
func (t *track) lose() {
	t.tower = [64]uint8{}
	for square := range t.pieces {
		t.pieces[square] = t.pieces[square][:0]
	}
}

// begin numbers what is on the board at the first moment.
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

// play follows a move, in a game with towers or without.
func (t *track) play(m *replay.Move, towers bool) {
	from, to := m.Bits()
	id, made := t.tower[from], t.pieces[from]
	if id == 0 { // all is forgotten
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

// towersOn returns the numbers, as bits, of the towers on a set of squares.
func (t *track) towersOn(set uint64) uint64 {
	var ids uint64
	for ; set != 0; set &= set - 1 {
		ids |= bitOf(t.tower[bits.TrailingZeros64(set)])
	}
	return ids
}

// squaresOf returns the squares of the towers of so many numbers, as bits.
func (t *track) squaresOf(ids uint64) uint64 {
	var set uint64
	for square, tower := range t.tower {
		if ids&bitOf(tower) != 0 {
			set |= 1 << square
		}
	}
	return set
}

// piecesOn returns the numbers, as bits, of the pieces that are meant where towers on some
// squares are the ones that a step speaks of: the top one; of a tower that the
// move frees the one that is free by it.
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
