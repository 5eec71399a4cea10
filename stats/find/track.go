package find

import (
	"math/bits"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// track follows towers and pieces through a game by numbers from 1 on: FIND.md,
// The same tower. There are never more than 64 of either, for every tower and
// piece is there from the first moment on.
type track struct {
	towers, pieces bool      // are followed
	begun          bool      // since the first moment at which there is a tower to follow
	lost           bool      // another position was set up
	tower          [64]uint8 // the number of the tower on a square, 0 for none
	stacks         [65]stack // by a tower's number
}

// stack is the numbers of a tower's pieces, from the top down.
type stack struct {
	top, n uint8
	ids    [3 * maxPieces]uint8
}

// maxPieces is the most pieces that there are on a board.
const maxPieces = 40

func (s *stack) pieces() []uint8 { return s.ids[s.top:][:s.n] }

// push puts a piece at the bottom.
func (s *stack) push(id uint8) {
	if int(s.top)+int(s.n) == len(s.ids) {
		copy(s.ids[:], s.pieces())
		s.top = 0
	}
	s.ids[s.top+s.n] = id
	s.n++
}

// pop takes the top piece.
func (s *stack) pop() uint8 {
	id := s.ids[s.top]
	s.top++
	s.n--
	return id
}

// reset makes ready for a game.
func (t *track) reset() {
	t.begun, t.lost = false, false
	t.tower = [64]uint8{}
}

// begin numbers what is on the board. Nothing before the first tower that is
// followed can be the same.
func (t *track) begin(p *replay.Position) {
	if t.begun || t.lost {
		return
	}
	t.begun = true
	tower, piece := uint8(0), uint8(0)
	for set := uint64(p.Towers(record.White) | p.Towers(record.Black)); set != 0; set &= set - 1 {
		bit := bits.TrailingZeros64(set)
		tower++
		t.tower[bit] = tower
		if t.pieces {
			s := &t.stacks[tower]
			s.top, s.n = 0, 0
			for range p.Tower(bit).Height() {
				piece++
				s.push(piece)
			}
		}
	}
}

// lose forgets all: another position was set up.
func (t *track) lose() {
	t.lost = true
	t.tower = [64]uint8{}
}

// play follows a move, before it is made in p.
func (t *track) play(p *replay.Position, m *replay.Move) {
	from, to := m.Bits()
	id := t.tower[from]
	if t.pieces {
		s := &t.stacks[id]
		for _, c := range m.Taken() {
			if taken := &t.stacks[t.tower[c&63]]; p.Rules().Towers {
				s.push(taken.pop())
			}
		}
	}
	t.tower[from] = 0
	for i, c := range m.Taken() {
		// The tower is gone where its last piece was taken.
		times := 1
		for _, other := range m.Taken()[:i] {
			if other == c {
				times++
			}
		}
		if times == p.Tower(int(c)).Height() {
			t.tower[c&63] = 0
		}
	}
	t.tower[to] = id
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

// pieceOn returns the number, as a bit, of the piece that lies so deep, 0 for the
// top, in the tower on a square.
func (t *track) pieceOn(bit, depth int) uint64 {
	id := t.tower[bit]
	if id == 0 || depth >= int(t.stacks[id].n) {
		return 0
	}
	return 1 << (t.stacks[id].pieces()[depth] - 1)
}
