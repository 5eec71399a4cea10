package find

import (
	"math/bits"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// track follows towers and pieces through a game by numbers from 1 on, as they
// stand at its first moment: FIND.md, The same tower. There are never more than 64 of
// either, for every tower and piece is there from then on. A set of them has the bits
// of their numbers, counted from 0.
type track struct {
	lost  bool      // another position was set up
	tower [64]uint8 // the number of the tower on a square, 0 for none
	where [65]uint8 // a tower's square, by its number; nowhere where it is gone

	top, bottom [65]uint8 // a tower's uppermost and lowest piece, by its number
	below       [65]uint8 // the piece below another, 0 for none
	in          [65]uint8 // the number of a piece's tower
	there       uint64    // the pieces that are on the board
	tops        uint64    // those that are the tops of towers
	captive     uint64
	marked      uint64 // as kings
	black       uint64
}

const nowhere = 64

// play follows a move.
func (t *track) play(m *replay.Move, towers bool) {
	if t.lost {
		return
	}
	from, to := m.Bits()
	id := t.tower[from&63]
	t.tower[from&63] = 0
	t.capture(id, m, towers)
	t.tower[to&63], t.where[id] = id, uint8(to)
	if m.Promotes() {
		t.marked |= bitOf(t.top[id])
	}
}

// bitOf returns the bit of a number, none of 0.
func bitOf(number uint8) uint64 { return 1 << (number - 1) }

// lose forgets all: another position was set up.
func (t *track) lose() {
	*t = track{lost: true}
	for i := range t.where {
		t.where[i] = nowhere
	}
}

// begin numbers what is on the board at the first moment.
func (t *track) begin(p *replay.Position) {
	*t = track{}
	tower, piece := uint8(0), uint8(0)
	for set := uint64(p.Towers(record.White) | p.Towers(record.Black)); set != 0; set &= set - 1 {
		square := bits.TrailingZeros64(set)
		tower++
		t.tower[square], t.where[tower] = tower, uint8(square)
		on := p.Tower(square)
		own, prisoners := on.Own(), on.Prisoners()
		for depth := range own.N + prisoners.N {
			piece++
			bit := bitOf(piece)
			t.there |= bit
			t.in[piece] = tower
			captive, marks := depth >= own.N, own.Kings>>depth
			if captive {
				t.captive |= bit
				marks = prisoners.Kings >> (depth - own.N)
			}
			if marks&1 != 0 {
				t.marked |= bit
			}
			if captive == (on.Owner() == record.White) {
				t.black |= bit
			}
			if depth == 0 {
				t.top[tower] = piece
				t.tops |= bit
			} else {
				t.below[piece-1] = piece
			}
		}
		t.bottom[tower] = piece
	}
	for i := int(tower) + 1; i < len(t.where); i++ {
		t.where[i] = nowhere
	}
}

// capture follows what the tower of a number takes, in a game with towers or without.
func (t *track) capture(id uint8, m *replay.Move, towers bool) {
	for _, c := range m.Taken() {
		from := t.tower[c&63]
		piece := t.top[from]
		bit, under := bitOf(piece), t.below[piece]
		t.top[from] = under
		t.tops &^= bit
		if under == 0 {
			t.where[from], t.tower[c&63] = nowhere, 0
		} else {
			t.tops |= bitOf(under)
			for freed := under; t.captive&bitOf(freed) != 0; freed = t.below[freed] {
				t.captive &^= bitOf(freed)
			}
		}
		if !towers {
			t.there &^= bit
			continue
		}
		t.captive |= bit
		t.below[t.bottom[id]], t.bottom[id], t.in[piece], t.below[piece] = piece, piece, id, 0
	}
}

// towersOn returns the numbers, as bits, of the towers on a set of squares.
func (t *track) towersOn(set uint64) uint64 {
	var ids uint64
	for ; set != 0; set &= set - 1 {
		if id := t.tower[bits.TrailingZeros64(set)]; id != 0 {
			ids |= 1 << (id - 1)
		}
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

// topOn returns the number, as a bit, of the top piece on a square.
func (t *track) topOn(square int) uint64 { return bitOf(t.top[t.tower[square&63]]) }

// freedOn returns that of the piece that is free once all above it are taken.
func (t *track) freedOn(square int) uint64 {
	piece := t.top[t.tower[square&63]]
	for piece != 0 && t.captive&bitOf(piece) == 0 {
		piece = t.below[piece]
	}
	return bitOf(piece)
}

// piecesOn returns the numbers of the pieces that are meant where towers on some
// squares are the ones that a step speaks of: the top one; of a tower that the
// move frees the one that is free by it.
func (t *track) piecesOn(set uint64, freed bool) uint64 {
	var ids uint64
	for ; set != 0; set &= set - 1 {
		if square := bits.TrailingZeros64(set); freed {
			ids |= t.freedOn(square)
		} else {
			ids |= t.topOn(square)
		}
	}
	return ids
}
