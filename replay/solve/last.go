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
	rules, board := p.Rules(), p.Record()
	moved := board.Turn.Other()
	if p.Towers(moved) == 0 {
		return true // nothing is left of it, and nothing is to be said
	}
	board.Turn = moved
	leads := func() bool {
		before, err := rules.Position(&board)
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
	squares := rules.Variant.Board().Squares()
	for _, at := range squares {
		t := board.At(at)
		if t == 0 || t.Owner() != moved {
			continue
		}
		if t.Prisoners().N > 1 {
			return true
		}
		tops := []record.Tower{t}
		if t.King() && rules.FarRank(moved)>>rules.Bit(at)&1 != 0 {
			tops = append(tops, t&^1)
		}
		for _, top := range tops {
			for _, from := range squares {
				if board.At(from) != 0 {
					continue
				}
				board.Put(at, 0)
				board.Put(from, top)
				found := leads() || capturedFrom(&board, from, rules, leads)
				board.Put(from, 0)
				board.Put(at, t)
				if found {
					return true
				}
			}
		}
	}
	return false
}

// capturedFrom says whether the tower on from can have captured a piece, put back on each square.
func capturedFrom(board *record.Position, from record.Square, rules *replay.Rules, leads func() bool) bool {
	captor := board.At(from)
	taken := captor.Owner().Other()
	pieces := []bool{false, true} // whether it was a king
	if rules.Towers {
		prisoners := captor.Prisoners()
		if prisoners.N == 0 {
			return false
		}
		pieces = []bool{prisoners.Kings != 0}
		board.Put(from, record.NewTower(captor.Owner(), captor.Own(), record.Block{}))
		defer board.Put(from, captor)
	}
	for _, over := range rules.Variant.Board().Squares() {
		was := board.At(over)
		if over == from || was != 0 && !rules.Towers {
			continue
		}
		for _, king := range pieces {
			back, ok := crown(was, taken, king)
			if !ok {
				continue
			}
			board.Put(over, back)
			found := leads()
			board.Put(over, was)
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
	own, prisoners := t.Own(), t.Prisoners()
	switch {
	case t != 0 && t.Owner() == owner:
		back := record.NewTower(owner, record.Block{N: own.N + 1, Kings: own.Kings<<1 | mark}, prisoners)
		return back, own.N < record.MaxBlock
	case prisoners.N > 0:
		return 0, false
	}
	return record.NewTower(owner, record.Block{N: 1, Kings: mark}, own), true
}
