package solve

import (
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// hasLastMove reports whether a move could have led to a position (Codex 5.2.2). It takes each
// tower of the side that moved back to each empty square, alone or with one capture, and lets the
// rules decide whether that move can be played. It does not take back a capture of several pieces
// but assumes one if a tower has several prisoners.
func hasLastMove(p *replay.Position) bool {
	rules, board := p.Rules(), p.Record()
	moved := board.Turn.Other()
	if p.Towers(moved) == 0 {
		return true // no tower is left to take back
	}
	board.Turn = moved
	leads := func() bool {
		before, err := rules.Position(&board)
		return err == nil && slices.ContainsFunc(before.Moves(nil), func(m replay.Move) bool {
			next := before.After(&m)
			return keyOf(&next) == keyOf(p)
		})
	}
	// with reports whether leads is true with a tower on a square.
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

// crowned returns a tower with one more man, or one more king, on top; 0 if there is no such tower.
func crowned(t record.Tower, owner record.Colour) (man, king record.Tower) {
	own, prisoners := t.Own(), t.Prisoners()
	switch {
	case t == 0 || t.Owner() != owner && prisoners.N == 0:
		man = record.NewTower(owner, record.Block{N: 1}, own)
	case t.Owner() != owner:
		return 0, 0
	default:
		man = record.NewTower(owner, record.Block{N: own.N + 1, Kings: own.Kings << 1}, prisoners)
	}
	return man, man.Promoted()
}
