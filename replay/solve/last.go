package solve

import (
	"slices"

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
		return err == nil && slices.ContainsFunc(before.Moves(nil), func(m replay.Move) bool {
			next := after(*before, &m)
			return keyOf(&next) == keyOf(p)
		})
	}
	// with says whether a move leads to p where a tower is put on a square.
	with := func(s record.Square, t record.Tower, leads func() bool) bool {
		was := board.At(s)
		board.Put(s, t)
		defer board.Put(s, was)
		return leads()
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
		board.Put(at, 0)
		for _, top := range tops {
			captor := top
			if rules.Towers {
				captor = record.NewTower(moved, top.Own(), record.Block{})
			}
			for _, from := range squares {
				if board.At(from) != 0 {
					continue
				}
				if with(from, top, leads) || (!rules.Towers || top != captor) && with(from, captor, func() bool {
					return slices.ContainsFunc(squares, func(over record.Square) bool {
						was := board.At(over)
						if over == from || was != 0 && !rules.Towers {
							return false
						}
						man, king := crowned(was, p.Turn())
						return man != 0 && (with(over, man, leads) || with(over, king, leads))
					})
				}) {
					return true
				}
			}
		}
		board.Put(at, t)
	}
	return false
}

// crowned returns a tower with one man, or one king, more on top; 0 where there is no such tower.
func crowned(t record.Tower, owner record.Colour) (man, king record.Tower) {
	own, prisoners := t.Own(), t.Prisoners()
	switch {
	case t == 0 || t.Owner() != owner && prisoners.N == 0:
		man = record.NewTower(owner, record.Block{N: 1}, own)
	case t.Owner() != owner || own.N == record.MaxBlock:
		return 0, 0
	default:
		man = record.NewTower(owner, record.Block{N: own.N + 1, Kings: own.Kings << 1}, prisoners)
	}
	return man, man.Promoted()
}
