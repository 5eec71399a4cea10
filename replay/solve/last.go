package solve

import (
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// hasLastMove says whether a move could have led to a position (Codex 5.2.2): each tower
// of the side that has moved is taken back to each empty square, alone or with one capture,
// and the rules say whether that can be played. A capture of several pieces is not taken
// back: where one is possible, because a tower has several prisoners, it is supposed.
func hasLastMove(p *replay.Position) bool {
	rules := p.Rules()
	moved := p.Turn() ^ 1
	if p.Towers(moved) == 0 {
		return true // nothing is left of it, and nothing is to be said
	}
	var occupied, playing []int
	for bit := range 64 {
		if rules.Square(bit) == record.NoSquare {
			continue
		}
		playing = append(playing, bit)
		if p.Tower(bit) != 0 {
			occupied = append(occupied, bit)
		}
	}
	leads := func(board map[int]record.Tower) bool {
		from := record.Position{Variant: rules.Variant, Turn: moved}
		for bit, t := range board {
			if t != 0 {
				from.Put(rules.Square(bit), t)
			}
		}
		before, err := rules.Position(&from)
		if err != nil {
			return false
		}
		for _, m := range before.Moves(nil) {
			after := *before
			after.Play(&m)
			if keyOf(&after) == keyOf(p) {
				return true
			}
		}
		return false
	}
	board := map[int]record.Tower{}
	for _, bit := range occupied {
		board[bit] = p.Tower(bit)
	}
	for _, at := range occupied {
		t := p.Tower(at)
		if t.Owner() != moved {
			continue
		}
		if t.Prisoners().N > 1 {
			return true
		}
		tops := []record.Tower{t}
		if t.King() && rules.FarRank(moved)>>at&1 != 0 {
			tops = append(tops, t&^1)
		}
		for _, top := range tops {
			for _, from := range playing {
				if board[from] != 0 {
					continue
				}
				delete(board, at)
				board[from] = top
				found := leads(board) || capturedFrom(board, from, playing, rules, leads)
				delete(board, from)
				board[at] = t
				if found {
					return true
				}
			}
		}
	}
	return false
}

// capturedFrom says whether the tower on from could have captured one piece: that piece is put
// back on each square.
func capturedFrom(board map[int]record.Tower, from int, playing []int, rules *replay.Rules, leads func(map[int]record.Tower) bool) bool {
	captor := board[from]
	taken := captor.Owner() ^ 1
	pieces := []bool{false, true} // whether it was a king
	if rules.Towers {
		prisoners := captor.Prisoners()
		if prisoners.N == 0 {
			return false
		}
		pieces = []bool{prisoners.Kings != 0}
		board[from] = record.NewTower(captor.Owner(), captor.Own(), record.Block{})
		defer func() { board[from] = captor }()
	}
	for _, over := range playing {
		was := board[over]
		if over == from || was != 0 && !rules.Towers {
			continue
		}
		for _, king := range pieces {
			back, ok := crown(was, taken, king)
			if !ok {
				continue
			}
			board[over] = back
			found := leads(board)
			if board[over] = was; was == 0 {
				delete(board, over)
			}
			if found {
				return true
			}
		}
	}
	return false
}

// crown returns a tower with one piece more on top; false where there is no such tower.
func crown(t record.Tower, owner record.Colour, king bool) (record.Tower, bool) {
	mark := uint16(0)
	if king {
		mark = 1
	}
	switch {
	case t == 0:
		return record.Lone(owner, king), true
	case t.Owner() == owner:
		own := t.Own()
		back := record.NewTower(owner, record.Block{N: own.N + 1, Kings: own.Kings<<1 | mark}, t.Prisoners())
		return back, own.N < record.MaxBlock
	case t.Prisoners().N > 0:
		return 0, false
	}
	return record.NewTower(owner, record.Block{N: 1, Kings: mark}, t.Own()), true
}
