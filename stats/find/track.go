package find

import (
	"math/bits"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

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
