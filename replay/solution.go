package replay

import (
	"cmp"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

const (
	// solutionWork is how many positions are looked at for each written move of a
	// solution, and workOfAll besides for all of it, where captures that are left out
	// could be several, or a line replace any of several moves.
	solutionWork = 32
	workOfAll    = 1 << 12
	// maxLeftOut is how many captures in a row may be left out.
	maxLeftOut = 8
)

// Solve returns the game that a composition's abbreviated solution describes, with the moves that
// are left out because they were forced (Ukrainian rules VI.7.4.5): the main line as its plies,
// branches and false tries as variations. A move that fits nothing stays unchanged, so that judging
// the game says what is wrong with it; what could be several is a fault.
//
// A left-out move is a capture. Where a side could capture in several ways, it is the one with
// which all that is written after it can be played; several that take the same pieces and end on
// different squares do not matter, and the first is taken.
func Solve(g *record.Game, defaultVariant record.Variant) *record.Game {
	game := *g
	game.Solution, game.Plies, game.Faults = nil, nil, slices.Clone(g.Faults)
	if len(g.Solution.Lines) == 0 {
		return &game
	}
	v, _ := variantOf(g, defaultVariant)
	rules, err := For(v)
	all := 0
	for i := range g.Solution.Lines {
		all += len(g.Solution.Lines[i].Moves)
	}
	s := solver{left: workOfAll + solutionWork*all, game: &game, lines: make([]solved, len(g.Solution.Lines))}
	var start *Position
	if err == nil && g.Start != nil {
		start, err = rules.Position(g.Start)
	}
	if err != nil || start == nil { // the plies are what is written
		game.Plies = appendPlies(nil, g.Solution.Lines[0].Moves)
		return &game
	}
	for i := range g.Solution.Lines {
		s.line(g.Solution, i, start)
	}
	s.attach()
	return &game
}

// solver makes plies of solutions.
type solver struct {
	game  *record.Game
	lines []solved
	left  int // moves that may still be tried in the line
	moves []record.SolutionMove

	way   way // so far
	best  way // to the furthest written move
	found []way
}

// way is a way to play a line, or its beginning.
type way struct {
	path  []Move
	leads []int // the index in path of each written move
}

func (w way) clone() way { return way{slices.Clone(w.path), slices.Clone(w.leads)} }

// solved is a line with its moves in full.
type solved struct {
	plies  []record.Ply
	faults []record.Fault // at most one
	index  []int          // the ply of each written move
	before []Position     // before each of them
	start  int            // the plies from the first to where it begins
	of, at int            // the line, and its ply, that it replaces; of is -1 for the main line, and where that is not known
}

// line solves the i-th line.
func (s *solver) line(all *record.Solution, i int, start *Position) {
	line, out := &all.Lines[i], &s.lines[i]
	out.of = -1
	if len(line.Moves) == 0 {
		return
	}
	if i == 0 {
		s.solve(line, *start, out)
		return
	}
	if line.Of >= 0 {
		if above := &s.lines[line.Of]; line.Move < len(above.before) {
			out.of, out.at = line.Of, above.index[line.Move]
			out.start = above.start + out.at
			s.solve(line, above.before[line.Move], out)
		}
		return
	}
	// The label is noted at no move: the line replaces the move of the main line in
	// whose place it can be played.
	main, whole := &s.lines[0], -1
	for k := range main.before {
		if all.Lines[0].Moves[k].Black == line.Moves[0].Black && s.solve(line, main.before[k], &solved{}) {
			if whole >= 0 {
				s.game.Faults = append(s.game.Faults, record.Fault{
					Code: record.AmbiguousMove, Severity: record.Unreadable, At: line.At, Len: len(line.Label), Word: line.Label,
					Message: message.Of("composition.label-unclear", "label", line.Label),
				})
				return
			}
			whole = k
		}
	}
	at := max(whole, 0) // else the first of its side
	for whole < 0 && at < len(main.before)-1 && all.Lines[0].Moves[at].Black != line.Moves[0].Black {
		at++
	}
	if at < len(main.before) {
		out.of, out.at, out.start = 0, main.index[at], main.index[at]
		s.solve(line, main.before[at], out)
	}
}

// solve finds the moves of a line from a position; false where not all written ones can be played.
func (s *solver) solve(line *record.SolutionLine, from Position, out *solved) bool {
	s.moves = line.Moves
	s.way, s.best, s.found = way{}, way{}, nil
	s.search(from, 0, 0)
	whole, best, reached := len(s.found) > 0, s.best, 0
	if whole {
		best = s.found[0]
		if !s.alike() {
			best.path, whole = best.path[:s.parting()], false
		}
	}
	path, leads, p := best.path, best.leads, from
	var legal []Move
	out.plies, out.index, out.before = nil, nil, nil
	for k := range path {
		legal = p.Moves(legal[:0])
		ply := record.Ply{Word: p.Word(&path[k], legal)}
		if reached < len(line.Moves) {
			ply.At = line.Moves[reached].At // where what is left out would stand
			if reached < len(leads) && leads[reached] == k {
				written := &line.Moves[reached]
				ply.Len, ply.Note = written.Len, written.Note
				out.index, out.before = append(out.index, k), append(out.before, p)
				reached++
			}
		}
		out.plies = append(out.plies, ply)
		p.Play(&path[k])
	}
	if !whole && reached < len(line.Moves) {
		s.fail(line, &p, out, reached)
	}
	return whole
}

// search looks for all ways to play what is written from the i-th move on, with
// left captures that were left out before it in a row. Two are enough.
func (s *solver) search(p Position, i, leftOut int) {
	if i == len(s.moves) {
		s.found = append(s.found, s.way.clone())
		return
	}
	if i > len(s.best.leads) { // and not where a capture is left out before it
		s.best = s.way.clone()
	}
	if len(s.found) > maxFound || s.left <= 0 {
		return
	}
	written, legal := &s.moves[i], p.Moves(nil)
	s.left -= 1 + len(legal)/8
	if len(written.Word.Steps) == 0 || len(legal) == 0 {
		return
	}
	play := func(m *Move, next, out int) {
		q := p
		q.Play(m)
		before := s.way
		s.way.path = append(s.way.path, *m)
		if next > i {
			s.way.leads = append(s.way.leads, len(before.path))
		}
		s.search(q, next, out)
		s.way = before
	}
	if written.Black == (p.turn == record.Black) {
		found := p.resolve(written.Word, legal)
		if found.move != nil {
			play(found.move, i+1, 0)
			return
		}
		for _, k := range found.fit {
			play(&legal[k], i+1, 0)
		}
		if len(found.fit) > 0 {
			return
		}
	}
	if !p.MustCapture() || leftOut >= maxLeftOut {
		return
	}
	for k := range legal {
		play(&legal[k], i, leftOut+1)
	}
}

// maxFound is how many ways to play a line are looked for.
const maxFound = 16

// parting returns how many moves all ways that were found begin with.
func (s *solver) parting() int {
	first := s.found[0].path
	for n := range first {
		if slices.ContainsFunc(s.found[1:], func(w way) bool { return n == len(w.path) || w.path[n] != first[n] }) {
			return n
		}
	}
	return len(first)
}

// alike says whether the ways differ only in where captures end that are left
// out, of the same pieces by the same piece.
func (s *solver) alike() bool {
	first := s.found[0]
	for _, other := range s.found[1:] {
		if len(other.path) != len(first.path) || !slices.Equal(other.leads, first.leads) {
			return false
		}
		for k := range first.path {
			a, b := &first.path[k], &other.path[k]
			if !a.TakesAs(b) || slices.Contains(first.leads, k) && *a != *b {
				return false
			}
		}
	}
	return true
}

// appendPlies appends the plies of moves as they are written.
func appendPlies(plies []record.Ply, moves []record.SolutionMove) []record.Ply {
	for _, m := range moves {
		plies = append(plies, m.Ply)
	}
	return plies
}

// fail adds to a line what cannot be played as it is written, and says why where
// judging the game will not.
func (s *solver) fail(line *record.SolutionLine, p *Position, out *solved, reached int) {
	ply, written := len(out.plies)+1, &line.Moves[reached]
	out.plies = appendPlies(out.plies, line.Moves[reached:])
	if len(written.Word.Steps) == 0 {
		return // reading reported it
	}
	legal := p.Moves(nil)
	f := record.Fault{
		Severity: record.Unreadable, Ply: ply, At: written.At, Len: written.Len, Word: written.Word.Text,
		Suggestions: p.texts(legal, p.likely(written.Word, legal, MaxLegal)),
	}
	switch found := p.resolve(written.Word, legal); {
	case written.Black == (p.turn == record.Black) && len(found.fit) > 1:
		f.Code, f.Suggestions = record.AmbiguousMove, p.texts(legal, found.fit)
		f.Message = message.Of("composition.unclear", "word", written.Word.Text, "moves", message.Or(f.Suggestions...),
			"rule", message.Rule("Ukrainian rules VI.7.4.2"))
	case len(s.found) > 1 || s.left <= 0:
		f.Code = record.AmbiguousMove
		f.Message = message.Of("composition.left-out-unclear", "word", written.Word.Text)
	case written.Black != (p.turn == record.Black) && !p.MustCapture():
		f.Code, f.Severity = record.IllegalMove, record.Illegal
		f.Message = message.Of("composition.not-forced", "word", written.Word.Text, "side", p.turn.Term(), "rule", message.Rule("Ukrainian rules VI.7.4.5"))
	default:
		return // judging it says why
	}
	out.faults = append(out.faults, f)
}

// attach adds the lines to the tree as variations, and numbers the faults in them.
func (s *solver) attach() {
	for i := len(s.lines) - 1; i > 0; i-- {
		line := &s.lines[i]
		if line.of < 0 || len(line.plies) == 0 {
			continue
		}
		ply := &s.lines[line.of].plies[line.at]
		note := *cmp.Or(ply.Note, &record.Notes{})
		first := *cmp.Or(line.plies[0].Note, &record.Notes{})
		first.Number = line.start/2 + 1 // it replaces this move, and no other
		line.plies[0].Note = &first
		note.Variations = slices.Insert(slices.Clone(note.Variations), 0, line.plies)
		ply.Note = &note
	}
	s.game.Plies = s.lines[0].plies
	number := map[*record.Ply]int{} // by the first ply of a variation
	var count func([]record.Ply)
	count = func(plies []record.Ply) {
		for i := range plies {
			if plies[i].Note == nil {
				continue
			}
			for _, line := range plies[i].Note.Variations {
				number[&line[0]] = len(number) + 1
				count(line)
			}
		}
	}
	count(s.game.Plies)
	for i := range s.lines {
		for _, f := range s.lines[i].faults {
			f.Variation = number[&s.lines[i].plies[0]] // 0 of the main line
			s.game.Faults = append(s.game.Faults, f)
		}
	}
}
