package replay

import (
	"cmp"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

const (
	// solutionWork is how many positions are examined for each written move of a solution, and
	// workOfAll for the solution in addition, if omitted captures are ambiguous or a line could
	// replace any of several moves.
	solutionWork = 32
	workOfAll    = 1 << 12
	// maxLeftOut is how many consecutive captures may be omitted.
	maxLeftOut = 8
)

// Solve returns the game that a composition's abbreviated solution describes, with the moves that
// are omitted because they were forced (Ukrainian rules VI.7.4.5): the main line becomes its plies,
// branches and false tries become variations. A move that fits nothing stays unchanged, so that
// judging the game reports what is wrong with it; an ambiguity is a fault. g.Solution must not be
// nil.
//
// An omitted move is a capture. If the side had several captures, it is the one after which all
// written moves can be played. Captures of the same pieces that end on different squares do not
// matter; the first is taken.
func Solve(g *record.Game, defaultVariant record.Variant) *record.Game {
	game := *g
	game.Solution, game.Plies, game.Faults = nil, nil, slices.Clone(g.Faults)
	if len(g.Solution.Lines) == 0 {
		return &game
	}
	v, _ := variantOf(g, defaultVariant)
	rules, err := For(v)
	var start *Position
	if err == nil && g.Start != nil {
		start, err = rules.Position(g.Start)
	}
	if err != nil || start == nil { // the plies are the moves as written
		game.Plies = appendPlies(nil, g.Solution.Lines[0].Moves)
		return &game
	}
	s := solver{left: workOfAll, game: &game, lines: make([]solved, len(g.Solution.Lines))}
	for i := range g.Solution.Lines {
		s.left += solutionWork * len(g.Solution.Lines[i].Moves)
	}
	for i := range g.Solution.Lines {
		s.line(g.Solution, i, start)
	}
	s.attach()
	return &game
}

type solver struct {
	game  *record.Game
	lines []solved
	left  int // remaining work
	moves []record.SolutionMove

	way     []solvedMove // the moves played so far
	best    []solvedMove // the moves to the furthest written move reached
	reached int          // number of written moves in best
	found   [][]solvedMove
}

// solvedMove is a move of a line; written is false if it is omitted there.
type solvedMove struct {
	Move
	written bool
}

// solved is a line with its moves in full.
type solved struct {
	plies  []record.Ply
	faults []record.Fault // at most one
	index  []int          // the ply of each written move
	before []Position     // the position before each written move
	start  int            // the plies from the first to where the line begins
	of, at int            // the line, and its ply, that this one replaces; of is -1 for the main line, or if unknown
}

func (s *solver) line(all *record.Solution, i int, start *Position) {
	line, out := &all.Lines[i], &s.lines[i]
	out.of = -1
	if i == 0 || len(line.Moves) == 0 {
		s.solve(line, *start, out)
		return
	}
	of, move := line.Of, line.Move
	if of < 0 {
		// No move has the line's label: the line replaces the only move of the main line in whose
		// place it can be played.
		places := 0
		for k := range s.lines[0].before {
			if all.Lines[0].Moves[k].Black == line.Moves[0].Black && s.solve(line, s.lines[0].before[k], &solved{}) {
				of, move = 0, k
				places++
			}
		}
		if places != 1 {
			s.game.Faults = append(s.game.Faults, record.Fault{
				Code: record.AmbiguousMove, Severity: record.Unreadable, At: line.At, Len: len(line.Label), Word: line.Label,
				Message: message.Of("composition.label-unclear", "label", line.Label),
			})
			return
		}
	}
	if above := &s.lines[of]; move < len(above.before) {
		out.of, out.at = of, above.index[move]
		out.start = above.start + out.at
		s.solve(line, above.before[move], out)
	}
}

// solve finds the moves of a line from p, and reports whether all written ones can be played.
func (s *solver) solve(line *record.SolutionLine, p Position, out *solved) bool {
	s.moves, s.way, s.best, s.reached, s.found = line.Moves, nil, nil, 0, nil
	s.search(p, 0, 0)
	whole, best := len(s.found) > 0, s.best
	if whole {
		n := s.common()
		best, whole = s.found[0][:n], n == len(s.found[0])
	}
	var legal []Move
	for k := range best {
		legal = p.Moves(legal[:0])
		ply := record.Ply{Word: p.Word(&best[k].Move, legal)}
		if reached := len(out.index); reached < len(line.Moves) {
			written := &line.Moves[reached]
			ply.At = written.At // omitted moves get this place, too
			if best[k].written {
				ply.Len, ply.Note = written.Len, written.Note
				out.index, out.before = append(out.index, k), append(out.before, p)
			}
		}
		out.plies = append(out.plies, ply)
		p.Play(&best[k].Move)
	}
	if !whole && len(out.index) < len(line.Moves) {
		s.fail(line, &p, out)
	}
	return whole
}

// search finds ways to play the written moves from the i-th on, after leftOut consecutive omitted
// captures.
func (s *solver) search(p Position, i, leftOut int) {
	if i == len(s.moves) {
		s.found = append(s.found, slices.Clone(s.way))
		return
	}
	if i > s.reached { // not again when a capture is omitted before this move
		s.best, s.reached = slices.Clone(s.way), i
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
		s.way = append(s.way, solvedMove{*m, next > i})
		s.search(p.After(m), next, out)
		s.way = s.way[:len(s.way)-1]
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

// maxFound is how many ways to play a line are sought.
const maxFound = 16

// common returns the number of first moves that all ways found share. Omitted captures of the same
// pieces by the same piece may end on different squares.
func (s *solver) common() int {
	first := s.found[0]
	for n, m := range first {
		if slices.ContainsFunc(s.found[1:], func(w []solvedMove) bool {
			return n == len(w) || w[n].written != m.written || w[n].Move != m.Move && (m.written || !m.TakesAs(&w[n].Move))
		}) {
			return n
		}
	}
	return len(first)
}

func appendPlies(plies []record.Ply, moves []record.SolutionMove) []record.Ply {
	for _, m := range moves {
		plies = append(plies, m.Ply)
	}
	return plies
}

// fail adds the moves that cannot be played, and a fault where judging the game will report none.
func (s *solver) fail(line *record.SolutionLine, p *Position, out *solved) {
	rest := line.Moves[len(out.index):]
	ply, written := len(out.plies)+1, &rest[0]
	out.plies = appendPlies(out.plies, rest)
	if len(written.Word.Steps) == 0 {
		return // already reported when read
	}
	legal := p.Moves(nil)
	f := record.Fault{
		Severity: record.Unreadable, Ply: ply, At: written.At, Len: written.Len, Word: written.Word.Text,
		Suggestions: p.texts(legal, p.likely(written.Word, legal, MaxLegal)),
	}
	switch found := p.resolve(written.Word, legal); {
	case written.Black == (p.turn == record.Black) && len(found.fit) > 1:
		f.Code, f.Paragraph = record.AmbiguousMove, "Ukrainian rules VI.7.4.2"
		f.Suggestions = p.texts(legal, found.fit)
		f.Message = message.Of("composition.unclear", "word", written.Word.Text,
			"moves", message.Or(f.Suggestions...), "rule", message.Rule(f.Paragraph))
	case len(s.found) > 1 || s.left <= 0:
		f.Code = record.AmbiguousMove
		f.Message = message.Of("composition.left-out-unclear", "word", written.Word.Text)
	case written.Black != (p.turn == record.Black) && !p.MustCapture():
		f.Code, f.Severity = record.IllegalMove, record.Illegal
		f.Paragraph = "Ukrainian rules VI.7.4.5"
		f.Message = message.Of("composition.not-forced", "word", written.Word.Text,
			"side", p.turn.Term(), "rule", message.Rule(f.Paragraph))
	default:
		return // judging the game reports it
	}
	out.faults = append(out.faults, f)
}

// attach attaches the lines to the game's plies as variations, and numbers the faults in them.
func (s *solver) attach() {
	for i := len(s.lines) - 1; i > 0; i-- {
		line := &s.lines[i]
		if line.of < 0 || len(line.plies) == 0 {
			continue
		}
		ply := &s.lines[line.of].plies[line.at]
		note := *cmp.Or(ply.Note, &record.Notes{})
		first := *cmp.Or(line.plies[0].Note, &record.Notes{})
		first.Number = line.start/2 + 1 // the variation replaces this move and no other
		line.plies[0].Note = &first
		note.Variations = slices.Insert(slices.Clone(note.Variations), 0, line.plies)
		ply.Note = &note
	}
	s.game.Plies = s.lines[0].plies
	number := map[*record.Ply]int{} // variation numbers by first ply
	var count func([]record.Ply)
	count = func(plies []record.Ply) {
		for i := range plies {
			for _, line := range cmp.Or(plies[i].Note, &record.Notes{}).Variations {
				number[&line[0]] = len(number) + 1
				count(line)
			}
		}
	}
	count(s.game.Plies)
	for i := range s.lines {
		for _, f := range s.lines[i].faults {
			f.Variation = number[&s.lines[i].plies[0]] // 0 for the main line
			s.game.Faults = append(s.game.Faults, f)
		}
	}
}
