package solve

import (
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

const (
	// tryNodes is the greatest number of positions searched for the best try.
	tryNodes = 50_000
	// decided exceeds the value of all towers together.
	decided = 1 << 20
)

// try searches for the best try by alpha-beta, if no move does the task: the move that leaves the
// side to move the most material after the captures that follow.
type try struct {
	goal  goal
	nodes int // left
}

// best returns the index of the best of the moves, by iterative deepening.
func (t *try) best(moves []first) int {
	chosen := 0
	for depth := 0; depth < maxDepth; depth++ {
		best, most := 0, -decided*2
		for i := range moves {
			v := -t.value(&moves[i].after, depth, 0, -decided*2, -most)
			if t.nodes == 0 {
				return chosen
			}
			if v > most {
				best, most = i, v
			}
		}
		if chosen = best; most >= decided || most <= -decided {
			break // deeper is no better
		}
	}
	return chosen
}

// value returns the value of a position for the side to move.
func (t *try) value(p *replay.Position, depth, ply, least, most int) int {
	if t.nodes == 0 {
		return 0
	}
	t.nodes--
	moves := p.Moves(nil)
	switch {
	case len(moves) == 0 && t.goal.reached(p) == (p.Turn() == t.goal.attacker):
		return 2*decided - ply - 1
	case len(moves) == 0:
		return ply + 1 - 2*decided
	case depth <= 0 && !p.MustCapture() || ply == maxDepth:
		return t.material(p, p.Turn()) - t.material(p, p.Turn()^1)
	}
	for i := range moves {
		next := after(*p, &moves[i])
		if v := -t.value(&next, depth-1, ply+1, -most, -least); v >= most {
			return v
		} else if v > least {
			least = v
		}
	}
	return least
}

// material returns the value of a side's towers: in the reverse game, their cost.
func (t *try) material(p *replay.Position, side record.Colour) int {
	c := p.Census(side)
	worth := 100*c.Towers + 150*c.Kings + 10*c.Pieces
	if p.Rules().Variant.Reversed() {
		return -worth
	}
	return worth
}
