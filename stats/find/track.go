package find

import (
	"math/bits"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// track follows towers and pieces through a game by numbers from 1 on, as they
// stand at its first moment: FIND.md, The same tower. There are never more than 64 of
// either, for every tower and piece is there from then on.
type track struct {
	film   *replay.Film
	pieces bool // are followed, too
	begun  bool
	at     int       // the moment to which all is followed
	lost   bool      // another position was set up before it
	tower  [64]uint8 // the number of the tower on a square, 0 for none
	where  [65]uint8 // a tower's square, by its number; nowhere where it is gone
	stacks [65]stack // of a tower's pieces, by its number
	in     [65]uint8 // the number of a piece's tower, by its own; 0 where it is gone
	slot   [65]uint8 // where it lies in the ids of that tower's stack
	black  uint64    // the pieces that are Black's, as bits
}

const nowhere = 64

// stack is the numbers of a tower's pieces, from the top down.
type stack struct {
	top, n uint8
	ids    [3 * maxPieces]uint8
}

// maxPieces is the most pieces that there are on a board.
const maxPieces = 40

// push puts a piece at the bottom of a tower.
func (t *track) push(tower, piece uint8) {
	s := &t.stacks[tower]
	if int(s.top)+int(s.n) == len(s.ids) {
		copy(s.ids[:], s.ids[s.top:])
		s.top = 0
		for i, id := range s.ids[:s.n] {
			t.slot[id] = uint8(i)
		}
	}
	at := s.top + s.n
	s.ids[at] = piece
	s.n++
	t.in[piece], t.slot[piece] = tower, at
}

// pop takes the top piece.
func (t *track) pop(tower uint8) uint8 {
	s := &t.stacks[tower]
	piece := s.ids[s.top]
	s.top++
	s.n--
	t.in[piece] = 0
	return piece
}

// seek follows all to a moment, from the first where that is before the one
// reached.
func (t *track) seek(at int) {
	if !t.begun || t.at > at {
		t.begin()
	}
	cut := len(t.film.Moves) + 1
	if len(t.film.Cuts) > 1 {
		cut = t.film.Cuts[1].Moment
	}
	if t.lost {
		t.at = at
	}
	for t.at < at {
		if t.at+1 == cut {
			t.lose()
			t.at = at
			return
		}
		m := &t.film.Moves[t.at]
		from, to := m.Bits()
		id := t.tower[from&63]
		t.tower[from&63] = 0
		if t.film.Boards[t.at].Taken > 0 {
			t.capture(id, m, &t.film.Boards[t.at+1])
		}
		t.tower[to&63], t.where[id] = id, uint8(to)
		t.at++
	}
}

// lose forgets all: another position was set up.
func (t *track) lose() {
	t.lost, t.tower = true, [64]uint8{}
	for i := range t.where {
		t.where[i], t.in[i] = nowhere, 0
	}
}

// begin numbers what is on the board.
func (t *track) begin() {
	t.begun, t.lost, t.at, t.black = true, false, 0, 0
	t.tower = [64]uint8{}
	p := &t.film.Cuts[0].At
	tower, piece := uint8(0), uint8(0)
	for set := uint64(p.Towers(record.White) | p.Towers(record.Black)); set != 0; set &= set - 1 {
		bit := bits.TrailingZeros64(set)
		tower++
		t.tower[bit], t.where[tower] = tower, uint8(bit)
		if !t.pieces {
			continue
		}
		t.stacks[tower].top, t.stacks[tower].n = 0, 0
		stands := p.Tower(bit)
		for depth := range stands.Height() {
			piece++
			if (depth < stands.Own().N) == (stands.Owner() == record.Black) {
				t.black |= 1 << (piece - 1)
			}
			t.push(tower, piece)
		}
	}
	for i := int(tower) + 1; i < len(t.where); i++ {
		t.where[i] = nowhere
	}
	for i := int(piece) + 1; i < len(t.in); i++ {
		t.in[i] = 0
	}
}

// capture follows the pieces that the tower of a number takes; next is what is there
// behind the move.
func (t *track) capture(id uint8, m *replay.Move, next *replay.Board) {
	taken := m.Taken()
	if t.pieces {
		for _, c := range taken {
			if piece := t.pop(t.tower[c&63]); t.film.Cuts[0].At.Rules().Towers {
				t.push(id, piece)
			}
		}
	}
	// A tower is gone where nothing stands any more, or the one that took it.
	_, to := m.Bits()
	stand := (next.Own[0] | next.Own[1]) &^ (1 << to)
	for _, c := range taken {
		if c &= 63; stand>>c&1 == 0 {
			t.where[t.tower[c]] = nowhere
			t.tower[c] = 0
		}
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

// pieceOn returns the number, as a bit, of the piece that lies so deep, 0 for the
// top, in the tower on a square.
func (t *track) pieceOn(bit, depth int) uint64 {
	id := t.tower[bit]
	if s := &t.stacks[id]; id != 0 && depth < int(s.n) {
		return 1 << (s.ids[int(s.top)+depth] - 1)
	}
	return 0
}

// find returns where a piece lies, and how deep, by its number counted from 0;
// false where it is gone.
func (t *track) find(piece int) (bit, depth int, ok bool) {
	tower := t.in[piece+1]
	if tower == 0 {
		return 0, 0, false
	}
	return int(t.where[tower]), int(t.slot[piece+1] - t.stacks[tower].top), true
}
