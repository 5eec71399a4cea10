package find

import (
	"math/bits"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// track follows towers and pieces through a game by numbers from 1 on, as they stand at its first
// moment: FIND.md, The same tower. There are never more than 64 of either, for every tower and
// piece is there from then on. A set of them has the bits of their numbers, counted from 0.
type track struct {
	tower  [64]uint8   // the number of the tower on a square, 0 for none
	where  [65]uint8   // a tower's square, by its number; nowhere where it is gone
	pieces [64][]uint8 // those of the tower on a square, from the top down
	in     [65]uint8   // the number of a piece's tower

	there, black  uint64 // the pieces that are on the board; that are black
	tops, captive uint64 // those that are the tops of towers; that are prisoners
	marked        uint64 // as kings
}

const nowhere = 64

// bitOf returns the bit of a number, none of 0.
func bitOf(number uint8) uint64 { return 1 << (number - 1) }

// lose forgets all: another position was set up.
func (t *track) lose() {
	*t = track{pieces: t.pieces}
	for i := range t.where {
		t.where[i] = nowhere
	}
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
		t.tower[square], t.where[tower] = tower, uint8(square)
		on := p.Tower(square)
		own := on.Own()
		marks := uint64(own.Kings) | uint64(on.Prisoners().Kings)<<own.N
		for depth := range on.Height() {
			piece++
			bit := bitOf(piece)
			t.pieces[square], t.in[piece] = append(t.pieces[square], piece), tower
			t.there |= bit
			if marks>>depth&1 != 0 {
				t.marked |= bit
			}
			if depth >= own.N {
				t.captive |= bit
			}
			if (depth < own.N) == (on.Owner() == record.Black) {
				t.black |= bit
			}
		}
		t.tops |= bitOf(t.pieces[square][0])
	}
}

// play follows a move, in a game with towers or without.
func (t *track) play(m *replay.Move, towers bool) {
	from, to := m.Bits()
	if len(t.pieces[from]) == 0 { // all is forgotten
		return
	}
	id := t.tower[from]
	t.tower[from] = 0
	for _, square := range m.Taken() {
		tower := &t.pieces[square&63]
		piece := (*tower)[0]
		t.tops &^= bitOf(piece)
		if towers {
			t.pieces[from], t.in[piece] = append(t.pieces[from], piece), id
			t.captive |= bitOf(piece)
		} else {
			t.there &^= bitOf(piece)
		}
		if *tower = slices.Delete(*tower, 0, 1); len(*tower) == 0 {
			t.where[t.tower[square&63]], t.tower[square&63] = nowhere, 0
			continue
		}
		top := bitOf((*tower)[0])
		if t.tops |= top; t.captive&top != 0 { // all that is left is free
			for _, freed := range *tower {
				t.captive &^= bitOf(freed)
			}
		}
	}
	t.tower[to], t.where[id] = id, uint8(to)
	t.pieces[from], t.pieces[to] = t.pieces[to], t.pieces[from]
	if m.Promotes() {
		t.marked |= bitOf(t.pieces[to][0])
	}
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
	for ; ids != 0; ids &= ids - 1 {
		set |= 1 << t.where[bits.TrailingZeros64(ids)+1] // nothing where it is gone
	}
	return set
}

// piecesOn returns the numbers, as bits, of the pieces that are meant where towers on some
// squares are the ones that a step speaks of: the top one; of a tower that the
// move frees the one that is free by it.
func (t *track) piecesOn(set uint64, freed bool) uint64 {
	var ids uint64
	for ; set != 0; set &= set - 1 {
		pieces := t.pieces[bits.TrailingZeros64(set)]
		at := slices.IndexFunc(pieces, func(piece uint8) bool {
			return !freed || t.captive&bitOf(piece) != 0
		})
		if at >= 0 {
			ids |= bitOf(pieces[at])
		}
	}
	return ids
}
