package solve

import (
	"cmp"
	"context"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// maxBranches is the greatest number of variations in a solution.
const maxBranches = 24

// Solved returns the game of a composition without moves, completed with the solution found: the
// play against the longest defence, and as variations the play against other defences on the way,
// up to a limit. It returns false if the task is not proven.
func Solved(ctx context.Context, r *replay.Report, o Options) (*record.Game, bool) {
	p, ok := r.Start()
	if !ok || r.Game.Start == nil || len(r.Game.Plies) > 0 {
		return nil, false
	}
	s := Position(ctx, p, o)
	if s.Answer != Proven {
		return nil, false
	}
	g := *r.Game
	g.Variant, g.Solution, g.Plies = r.Variant, nil, plies(*p, s.Line)
	g.Faults = slices.DeleteFunc(slices.Clone(g.Faults), func(f record.Fault) bool { return f.Code == record.NoMoves })
	if g.Result.Outcome = wins(o.By); o.Task.Draw {
		g.Result.Outcome = record.Draw
	}
	o.Nodes = cmp.Or(o.Nodes, DefaultNodes) / share
	at, left := *p, maxBranches
	for i := range s.Line {
		own := s.Line[i]
		for _, m := range at.Moves(nil) {
			if at.Turn() == o.By || left == 0 || m == own {
				continue
			}
			next := at.After(&m)
			reply := Position(ctx, &next, o)
			if reply.Answer != Proven {
				continue
			}
			left--
			branch := plies(at, append([]replay.Move{m}, reply.Line...))
			branch[0].Note = &record.Notes{Number: i/2 + 1}
			if g.Plies[i].Note == nil {
				g.Plies[i].Note = &record.Notes{}
			}
			g.Plies[i].Note.Variations = append(g.Plies[i].Note.Variations, branch)
		}
		at.Play(&own)
	}
	return &g, true
}

// plies returns a line from a position as plies of a record.
func plies(p replay.Position, line []replay.Move) []record.Ply {
	all := make([]record.Ply, 0, len(line))
	for i := range line {
		all = append(all, record.Ply{Word: p.Word(&line[i], p.Moves(nil))})
		p.Play(&line[i])
	}
	return all
}
