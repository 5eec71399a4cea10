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
	film    *replay.Film
	begun   bool
	entered bool       // somebody has asked
	entry   trackState // for the moment of which that was
	trackState
}

// trackState is what is followed.
type trackState struct {
	at    int       // the moment to which all is
	lost  bool      // another position was set up before it
	tower [64]uint8 // the number of the tower on a square, 0 for none
	where [65]uint8 // a tower's square, by its number; nowhere where it is gone

	pieces      bool      // these are followed, too
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

// begin makes ready for a game.
func (t *track) begin(film *replay.Film, pieces bool) {
	t.film, t.begun, t.entered, t.pieces = film, false, false, pieces
}

// seek follows all to a moment. Where that is before the one reached, it goes back to
// where it was first asked for, or to the game's first.
func (t *track) seek(at int) {
	switch {
	case t.begun && t.at <= at:
	case t.entered && t.entry.at <= at:
		t.trackState = t.entry
	default:
		t.begun = true
		t.number()
	}
	if t.at < at && !t.lost {
		t.follow(at)
	}
	if !t.entered {
		t.entry, t.entered = t.trackState, true
	}
}

// follow goes on to a moment.
func (t *track) follow(at int) {
	if len(t.film.Cuts) > 1 && t.film.Cuts[1].Moment <= at {
		t.at = at
		t.lose()
		return
	}
	boards, moves := t.film.Boards, t.film.Moves
	for i := t.at; i < at; i++ {
		m, b := &moves[i], &boards[i]
		from, to := m.Bits()
		id := t.tower[from&63]
		t.tower[from&63] = 0
		if b.Taken > 0 {
			t.capture(id, m, &boards[i+1])
		}
		t.tower[to&63], t.where[id] = id, uint8(to)
		if b.Promotes {
			t.marked |= bitOf(t.top[id])
		}
	}
	t.at = at
}

// bitOf returns the bit of a number, none of 0.
func bitOf(number uint8) uint64 { return 1 << (number - 1) }

// lose forgets all: another position was set up.
func (t *track) lose() {
	t.lost, t.tower, t.there = true, [64]uint8{}, 0
	for i := range t.where {
		t.where[i] = nowhere
	}
}

// number numbers what is on the board at the first moment.
func (t *track) number() {
	t.trackState = trackState{pieces: t.pieces}
	p := &t.film.Cuts[0].At
	tower, piece := uint8(0), uint8(0)
	for set := uint64(p.Towers(record.White) | p.Towers(record.Black)); set != 0; set &= set - 1 {
		square := bits.TrailingZeros64(set)
		tower++
		t.tower[square], t.where[tower] = tower, uint8(square)
		if !t.pieces {
			continue
		}
		stands := p.Tower(square)
		own, prisoners := stands.Own(), stands.Prisoners()
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
			if captive == (stands.Owner() == record.White) {
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

// capture follows what the tower of a number takes; next is what is there behind the
// move.
func (t *track) capture(id uint8, m *replay.Move, next *replay.Board) {
	if t.pieces {
		t.capturePieces(id, m)
		return
	}
	// A tower is gone where nothing stands any more, or the one that took it.
	_, to := m.Bits()
	stand := (next.Own[0] | next.Own[1]) &^ (1 << to)
	for _, c := range m.Taken() {
		if c &= 63; stand>>c&1 == 0 {
			t.where[t.tower[c]] = nowhere
			t.tower[c] = 0
		}
	}
}

func (t *track) capturePieces(id uint8, m *replay.Move) {
	towers := t.film.Cuts[0].At.Rules().Towers
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
