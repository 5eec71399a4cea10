// Package solve solves positions: it determines whether the task of a composition (Codex 5.1.3) can
// be done against every defence, and by which first moves, and checks the other requirements of the
// Codex for compositions (5.2).
//
// Read first: Position and Solution; then search.go, the search; examine.go, the Codex's requirements.
package solve

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Answer is the knowledge about a task.
type Answer uint8

// The answers.
const (
	Open    Answer = iota // the search ended before the answer was known
	Proven                // the task can be done against every defence
	Refuted               // every attempt has a defence
)

// String returns the answer's name in the JSON contract.
func (a Answer) String() string { return [...]string{"open", "proven", "refuted"}[a] }

// Options define the task and limit the search.
type Options struct {
	// Task is to win (the zero Task), not to lose, or to lock the other side's pieces.
	Task record.Task
	// By is the side with the task, whichever is to move: White, in the books (Codex 5.1.3).
	By record.Colour
	// Nodes limits the positions searched, not counting those in tables of endings made on the way;
	// 0 means DefaultNodes. The last eighth of them is for the lines.
	Nodes int
	// Jobs is the number of first moves searched at once; 0 means 1. The solution is the same.
	Jobs int
	// Proof keeps what Solution.Proof needs, which takes up to 90 MB.
	Proof bool
}

// DefaultNodes is the limit on positions searched if Options has none.
const DefaultNodes = 2_000_000

// Solution is the result of a search.
type Solution struct {
	Answer Answer
	// Line is the best play found: how the task is done against the longest defence, or else how
	// the best try fails. It may end before the game does.
	Line []replay.Move
	// Moves are all moves of the position, in the order of their texts.
	Moves []First
	Nodes int // positions searched
	// Tabled is the number of further positions in the tables of endings that the search made.
	Tabled int

	Findings []record.Fault // where a composition falls short of the Codex

	searched *solving // if Options.Proof is set
}

// First is a first move.
type First struct {
	Move   replay.Move
	Answer Answer        // about the task after the move
	Line   []replay.Move // the best play found, beginning with Move
}

const (
	// maxEntries is the greatest number of positions in the tables of a search: 90 MB.
	maxEntries = 1 << 21
	// firstRound is the number of positions searched for each first move in the first round.
	firstRound = 1 << 10
)

// Position solves a position. The answer is Open if it is unknown when ctx or the nodes end.
func Position(ctx context.Context, p *replay.Position, o Options) *Solution {
	s := &solving{goal: goalOf(o.Task, o.By), draws: o.Task.Draw, jobs: max(o.Jobs, 1)}
	s.run(ctx, p, o.Nodes)
	out := s.solution(p)
	if o.Proof {
		out.searched = s
	}
	return out
}

// goalOf returns the goal of the side with the task or, for a draw, of its opponent.
func goalOf(t record.Task, by record.Colour) goal {
	if t.Draw {
		return goal{attacker: by ^ 1}
	}
	return goal{attacker: by, task: t}
}

// solving is the solving of a position.
type solving struct {
	goal    goal
	draws   bool // the attacker is the side that must not reach the goal
	jobs    int
	enough  bool // stop at the answer, without that of every first move
	endings *endings
	nodes   int     // the limit of the positions to search
	begun   int     // positions of the endings that count as searched
	tabled  int     // positions of the endings before the search
	first   []first // the first moves; none if the game is over
}

type first struct {
	move     replay.Move
	after    replay.Position
	searcher *searcher
	worth    worth
}

// run searches all first moves, each a little and then twice as far each round, so that easy moves
// do not wait for hard ones.
func (s *solving) run(ctx context.Context, p *replay.Position, nodes int) {
	s.nodes = cmp.Or(nodes, DefaultNodes)
	moves := p.Moves(nil)
	if len(moves) == 0 {
		return
	}
	if s.endings == nil {
		s.endings = &endings{goal: s.goal, known: map[key]int32{}}
		s.endings.few.Store(fewPieces)
	}
	if !s.endings.full {
		part := s.nodes / share
		if pieces(p) <= fewFirst {
			part = s.nodes / 2
		}
		looked, whole := s.endings.add(p, keyOf(p), part)
		s.endings.full, s.begun = !whole, looked
	}
	s.tabled = len(s.endings.known)
	nodes = s.nodes - s.nodes/share - s.begun
	entries := 0 // the endings have all successors
	if s.endings.full {
		entries = min(maxEntries, 2*nodes) / len(moves)
	}
	for _, m := range moves {
		s.first = append(s.first, first{move: m, after: p.After(&m), worth: worth{pn: 1, dn: 1}, searcher: &searcher{
			ctx: ctx, goal: s.goal, table: newTable(entries), endings: s.endings, frames: make([]frame, maxDepth+1),
		}})
	}
	for round := firstRound; ctx.Err() == nil; round *= 2 {
		var todo []*first
		left, attacks := nodes, p.Turn() == s.goal.attacker
		for i := range s.first {
			f := &s.first[i]
			left -= f.searcher.nodes
			switch {
			case !f.worth.solved():
				todo = append(todo, f)
			case s.enough && (f.worth.pn == 0) == attacks:
				return
			}
		}
		if len(todo) == 0 || left < len(todo) {
			return
		}
		more := min(round, left/len(todo)) // positions for each of the first moves
		var wait sync.WaitGroup
		busy := make(chan struct{}, s.jobs)
		for _, f := range todo {
			busy <- struct{}{}
			wait.Go(func() {
				f.worth = f.searcher.search(&f.after, f.searcher.nodes+more)
				<-busy
			})
		}
		wait.Wait()
	}
}

// answer converts a worth into an answer.
func (s *solving) answer(w worth) Answer {
	switch {
	case !w.solved():
		return Open
	case (w.pn == 0) != s.draws:
		return Proven
	}
	return Refuted
}

func (s *solving) solution(p *replay.Position) *Solution {
	out := &Solution{}
	if len(s.first) == 0 {
		out.Answer = Refuted
		if s.goal.reached(p) != s.draws {
			out.Answer = Proven
		}
		return out
	}
	count := [3]int{}
	best, left, attacks := &s.first[0], s.nodes-s.begun, p.Turn() == s.goal.attacker
	for i := range s.first {
		f := &s.first[i]
		left -= f.searcher.nodes
		switch {
		case better(&f.worth, &best.worth, attacks):
			best = f
		case f.worth.dn == 0 && best.worth.dn == 0 && attacks && f.searcher.nodes > best.searcher.nodes:
			best = f // the best try is the hardest to refute
		}
	}
	for i := range s.first {
		f := &s.first[i]
		before := f.searcher.nodes
		line := f.searcher.line(&f.after, before+left/(len(s.first)-i))
		left -= f.searcher.nodes - before
		m := First{Move: f.move, Answer: s.answer(f.worth), Line: append([]replay.Move{f.move}, line...)}
		count[m.Answer]++
		out.Moves = append(out.Moves, m)
		if f == best {
			out.Line = m.Line
		}
	}
	out.Nodes, out.Tabled = s.nodes-left, len(s.endings.known)-s.tabled
	slices.SortFunc(out.Moves, func(a, b First) int { return strings.Compare(text(p, &a.Move), text(p, &b.Move)) })
	// Either the side with the task chooses the move, or the other side.
	one, all := Proven, Refuted
	if attacks == s.draws {
		one, all = all, one
	}
	switch {
	case count[one] > 0:
		out.Answer = one
	case count[all] == len(s.first):
		out.Answer = all
	}
	return out
}

// better reports whether a move is better than another for the side that makes it.
func better(a, b *worth, attacks bool) bool {
	switch {
	case a.pn == 0 && b.pn == 0:
		return a.plies != b.plies && (a.plies < b.plies) == attacks
	case attacks:
		return a.pn < b.pn || a.pn == b.pn && a.dn > b.dn
	}
	return a.dn < b.dn || a.dn == b.dn && a.pn > b.pn
}

const (
	// longestLine is the greatest number of plies in a line.
	longestLine = 200
	// again is the number of positions searched to find again what a table has forgotten.
	again = 20_000
)

// line returns the best known play from a position that was searched, up to the end of the game or
// the first repetition, or until nodes reaches limit.
func (s *searcher) line(p *replay.Position, limit int) []replay.Move {
	var line []replay.Move
	at := *p
	seen := map[key]bool{}
	w := s.search(&at, min(s.nodes+1, limit))
	for len(line) < longestLine && !seen[keyOf(&at)] {
		seen[keyOf(&at)] = true
		moves, attacks := at.Moves(nil), at.Turn() == s.goal.attacker
		chosen, known := -1, worth{}
		for i := range moves {
			next := at.After(&moves[i])
			more := 1
			if w.solved() {
				more = again
			}
			if its := s.search(&next, min(s.nodes+more, limit)); chosen < 0 || better(&its, &known, attacks) {
				chosen, known = i, its
			}
		}
		if chosen < 0 || w.solved() && !known.solved() || !w.solved() && s.table.find(keyOf(&at)) == nil {
			break
		}
		at.Play(&moves[chosen])
		line, w = append(line, moves[chosen]), known
	}
	return line
}
