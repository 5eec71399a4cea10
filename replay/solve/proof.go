package solve

import (
	"slices"

	"github.com/stolb/stolb/replay"
)

// maxProof is the greatest number of moves in a proof.
const maxProof = 1 << 20

// Proof returns a strategy that proves the answer for the position that was solved, with
// Options.Proof: for each reachable position in which the side that can force it moves, by FEN, its
// move in full. That side reaches the task's end, if that is proven, or else keeps the other from
// it for ever. ok is false if the answer is open, Options.Proof was not set, or the proof is too
// large or could not be found again.
func (s *Solution) Proof(p *replay.Position) (moves map[string]string, ok bool) {
	if s.Answer == Open || len(s.Moves) == 0 {
		return nil, s.Answer != Open
	}
	if s.searched == nil {
		return nil, false
	}
	attacks, side := (s.Answer == Proven) != s.searched.draws, s.searched.goal.attacker
	if !attacks {
		side ^= 1
	}
	moves = map[string]string{}
	most := slices.MaxFunc(s.searched.first, func(a, b first) int { return a.searcher.nodes - b.searcher.nodes })
	searcher := most.searcher
	known := map[key]bool{} // false while its successors are being visited
	var follow func(p *replay.Position) bool
	follow = func(p *replay.Position) bool {
		k := keyOf(p)
		if done, was := known[k]; was {
			return done || !attacks // the attacker must reach an end
		}
		known[k] = false
		legal := p.Moves(nil)
		var best worth
		chosen := -1
		for i := range legal {
			next := p.After(&legal[i])
			if p.Turn() != side {
				if !follow(&next) {
					return false
				}
				continue
			}
			w := searcher.search(&next, searcher.nodes+again)
			if w.solved() && (w.pn == 0) == attacks && (chosen < 0 || w.plies < best.plies) {
				best, chosen = w, i
			}
		}
		if p.Turn() == side && len(legal) > 0 {
			if chosen < 0 || len(moves) == maxProof {
				return false
			}
			record := p.Record()
			moves[record.FEN()] = text(p, &legal[chosen])
			next := p.After(&legal[chosen])
			if !follow(&next) {
				return false
			}
		}
		known[k] = true
		return true
	}
	return moves, follow(p)
}
