package solve

import (
	"cmp"
	"context"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// The codes of findings. Those about things that the Codex permits, or leaves to the author, are
// remarks; Suggestions are the moves that a finding is about.
const (
	NoLastMove         record.Code = "no-last-move"        // 5.2.2: the author must name the last move
	FirstMoveCaptures  record.Code = "first-move-captures" // 5.1.3
	OtherGenre         record.Code = "other-genre"         // 5.1.3: the position or the task does not fit the genre
	NoSolution         record.Code = "no-solution"         // 5.2.3: the task cannot be done
	WrongMove          record.Code = "wrong-move"          // 5.2.3: a move of the author's loses the task
	WrongTask          record.Code = "wrong-task"          // 5.2.3: more can be achieved, or other pieces are locked
	IdlePiece          record.Code = "idle-piece"          // 5.2.4
	SecondSolution     record.Code = "second-solution"     // 5.2.6: up to Black's first branch
	PartialSolution    record.Code = "partial-solution"    // 5.2.6: after it
	Transposition      record.Code = "transposition"       // 5.2.6
	AlternativeMove    record.Code = "alternative-move"    // 5.2.7, 3
	AlternativeCapture record.Code = "alternative-capture" // 5.2.7, 3
	UnfinishedLine     record.Code = "unfinished-line"     // 5.2.7, 2: the last position is not quiet with Black to move; Suggestions complete it
	UneconomicalEnd    record.Code = "uneconomical-end"    // 5.2.8, 1
)

// permitted are the codes of findings that the Codex permits, or leaves to the author.
var permitted = []record.Code{NoLastMove, Transposition, AlternativeMove, AlternativeCapture, UnfinishedLine}

// share is the divisor that gives each further search its part of the nodes of the first, and each
// search the part for its table of endings, and that for its lines.
const share = 8

// Sound reports whether the task is proven and the composition meets all requirements of the Codex.
func (s *Solution) Sound() bool {
	return s.Answer == Proven && !slices.ContainsFunc(s.Findings, func(f record.Fault) bool { return f.Severity > record.Remark })
}

// Composition solves a composition and checks the requirements of the Codex (5.1.3, 5.2). r is the
// judged record, or nil if there is only the position p: then the solution is the one found.
func Composition(ctx context.Context, p *replay.Position, r *replay.Report, o Options) *Solution {
	o.Nodes = cmp.Or(o.Nodes, DefaultNodes)
	e := &examiner{ctx: ctx, o: o, r: r, start: p, known: map[key]*Solution{}}
	e.out = Position(ctx, p, o)
	e.known[keyOf(p)], e.o.Proof = e.out, false
	e.lines()
	e.position()
	if r != nil {
		e.genre(r.Game)
	}
	e.answer()
	for variation := range e.all {
		e.unique(variation)
	}
	e.final()
	e.idle()
	return e.out
}

// line is a line of the author's, or the one found.
type line struct {
	steps []step
	end   replay.Position
	try   bool // a false try, or a variation of one
}

type step struct {
	before replay.Position
	move   replay.Move
}

// examiner checks a composition.
type examiner struct {
	ctx    context.Context
	o      Options
	r      *replay.Report // nil if there is no record
	start  *replay.Position
	all    []line // the main line, and the variations by number
	branch int    // the ply of the main line where Black's first variation begins; 0 for none
	author bool   // the lines are the author's
	broken bool   // the author's lines have an illegal move, and end before it
	known  map[key]*Solution
	out    *Solution
}

// lines collects the author's lines or, if there are none, the line found.
func (e *examiner) lines() {
	if r := e.r; r != nil && len(r.Game.Plies) > 0 {
		e.author, e.broken = true, r.Verdict >= replay.Illegal
		e.all = make([]line, 1+len(r.Variations))
		e.all[0].end = *e.start
		for ply, s := range r.Tree() {
			l := &e.all[s.Variation]
			if ply == 0 && s.Variation > 0 {
				v := &r.Variations[s.Variation-1]
				l.try = s.Before.Turn() == e.o.By || e.all[v.Of].try
				if !l.try && v.Of == 0 && (e.branch == 0 || v.Ply < e.branch) {
					e.branch = v.Ply
				}
			}
			l.steps = append(l.steps, step{*s.Before, *s.Move})
			l.end = s.After()
		}
		// Play the forced captures left out at the end of the main line (Ukrainian rules VI.7.4.5).
		for l := &e.all[0]; !e.broken && l.end.MustCapture(); {
			moves := l.end.Moves(nil)
			if len(moves) > 1 {
				return
			}
			l.steps = append(l.steps, step{l.end, moves[0]})
			l.end.Play(&moves[0])
		}
		return
	}
	l := line{end: *e.start}
	for _, m := range e.out.Line {
		l.steps = append(l.steps, step{l.end, m})
		l.end.Play(&m)
	}
	e.all = []line{l}
}

// solve solves a position with its share of the nodes.
func (e *examiner) solve(p *replay.Position) *Solution {
	k := keyOf(p)
	if e.known[k] == nil {
		o := e.o
		o.Nodes /= share
		e.known[k] = Position(e.ctx, p, o)
	}
	return e.known[k]
}

func (e *examiner) find(f record.Fault, id message.ID, args ...any) {
	f.Message = message.Of(id, append(args, "rule", message.Rule(f.Paragraph))...)
	if !slices.Contains(permitted, f.Code) {
		f.Severity = record.Illegal
	}
	if e.r != nil && f.Ply > 0 {
		plies := e.r.Game.Plies
		if f.Variation > 0 {
			plies = e.r.Variations[f.Variation-1].Line
		}
		if f.Ply <= len(plies) {
			f.At, f.Len, f.Word = plies[f.Ply-1].At, plies[f.Ply-1].Len, plies[f.Ply-1].Word.Text
		}
	}
	e.out.Findings = append(e.out.Findings, f)
}

// position reports faults of the initial position.
func (e *examiner) position() {
	p := e.start
	if p.Hash() != p.Rules().Start().Hash() && !hasLastMove(p) {
		e.find(record.Fault{Code: NoLastMove, Paragraph: "Codex 5.2.2"}, "solve.no-last-move", "side", (p.Turn() ^ 1).Term())
	}
	if first := e.all[0].steps; len(first) > 0 && p.Turn() == e.o.By && first[0].move.Captures() > 0 {
		move := text(p, &first[0].move)
		e.find(record.Fault{Code: FirstMoveCaptures, Ply: 1, Suggestions: []string{move}, Paragraph: "Codex 5.1.3"}, "solve.first-captures", "move", move)
	}
}

// answer reports that the task cannot be done, or that more can be achieved.
func (e *examiner) answer() {
	switch {
	case e.out.Answer == Refuted:
		e.find(record.Fault{Code: NoSolution, Suggestions: Texts(e.start, e.out.Line), Paragraph: "Codex 5.2.3"}, "solve.no-solution")
	case e.out.Answer == Proven && e.o.Task.Draw:
		o := e.o
		o.Task, o.Nodes = record.Task{}, o.Nodes/share
		if s := Position(e.ctx, e.start, o); s.Answer == Proven {
			e.find(record.Fault{Code: WrongTask, Ply: 1, Suggestions: Texts(e.start, s.Line), Paragraph: "Codex 5.2.3"}, "solve.wins", "side", e.o.By.Term())
		}
	}
}

// unique reports moves of a line that do not do the task, and alternatives that do.
func (e *examiner) unique(variation int) {
	l := &e.all[variation]
	for i := range l.steps {
		s := &l.steps[i]
		if s.before.Turn() != e.o.By || e.ctx.Err() != nil {
			continue
		}
		if !e.author && i > 0 {
			return // of a line that was found, only the first move is the solution
		}
		solution := e.solve(&s.before)
		own := slices.IndexFunc(solution.Moves, func(f First) bool { return same(&s.before, &f.Move, &s.move) })
		if own < 0 {
			return
		}
		switch move, answer, ply := text(&s.before, &s.move), solution.Moves[own].Answer, i+1; {
		case l.try: // only its first move matters: it must not do the task
			if i == 0 && answer == Proven {
				e.find(record.Fault{Code: SecondSolution, Variation: variation, Ply: ply, Suggestions: []string{move}, Paragraph: "Codex 5.2.6"},
					"solve.try-solves", "move", move)
			}
			return
		case answer == Refuted:
			if solution.Answer != Refuted { // otherwise an earlier move lost it, which is reported there
				e.find(record.Fault{Code: WrongMove, Variation: variation, Ply: ply, Suggestions: Texts(&s.before, solution.Moves[own].Line), Paragraph: "Codex 5.2.3"},
					"solve.wrong-move", "ply", ply, "move", move)
			}
			return
		case i > 0 && answer == Proven && s.before.Census(e.o.By).Towers == 1:
			return // in the end of a study with one tower there may be several ways (5.2.6)
		case answer == Proven:
			e.others(variation, i, solution, own)
		}
	}
}

// others reports the other moves that do the task in place of the i-th move of a line.
func (e *examiner) others(variation, i int, solution *Solution, own int) {
	l, ply := &e.all[variation], i+1
	s := &l.steps[i]
	kinds := map[record.Code][]string{}
	for k := range solution.Moves {
		if f := &solution.Moves[k]; k != own && f.Answer == Proven {
			code := l.kind(i, &f.Move)
			if code == SecondSolution && (variation > 0 || e.branch > 0 && ply > e.branch) {
				code = PartialSolution
			}
			kinds[code] = append(kinds[code], text(&s.before, &f.Move))
		}
	}
	for _, k := range [...]struct {
		code      record.Code
		paragraph string
		id        message.ID
	}{
		{SecondSolution, "Codex 5.2.6", "solve.second-solution"},
		{PartialSolution, "Codex 5.2.6", "solve.partial-solution"},
		{Transposition, "Codex 5.2.6", "solve.transposition"},
		{AlternativeMove, "Codex 5.2.7", "solve.alternative-move"},
		{AlternativeCapture, "Codex 5.2.7", "solve.alternative-capture"},
	} {
		if moves := kinds[k.code]; moves != nil {
			e.find(record.Fault{Code: k.code, Variation: variation, Ply: ply, Suggestions: moves, Paragraph: k.paragraph},
				k.id, "ply", ply, "moves", message.And(moves...))
		}
	}
}

// kind classifies m in place of the i-th move: another way to the same square, the same moves in
// another order, or another solution.
func (l *line) kind(i int, m *replay.Move) record.Code {
	s := &l.steps[i]
	from, to := m.Bits()
	ownFrom, ownTo := s.move.Bits()
	switch {
	case from == ownFrom && to == ownTo && m.Captures() > 0:
		return AlternativeCapture
	case i+2 >= len(l.steps):
		return SecondSolution
	}
	played := s.before.After(m)
	reply, want := &l.steps[i+1], l.end
	if i+3 < len(l.steps) {
		want = l.steps[i+3].before
	}
	for _, r := range played.Moves(nil) {
		if !same(&played, &r, &reply.move) {
			continue
		}
		next := played.After(&r)
		for _, second := range next.Moves(nil) {
			end := next.After(&second)
			if keyOf(&end) != keyOf(&want) {
				continue
			}
			if at, _ := second.Bits(); from == ownFrom && at == to {
				return AlternativeMove
			}
			return Transposition
		}
	}
	return SecondSolution
}

// final reports faults of the last position of the main line.
func (e *examiner) final() {
	l := &e.all[0]
	if !e.author || e.broken || len(l.steps) == 0 {
		return
	}
	end, last := &l.end, len(l.steps)
	if !end.Over() && (end.Turn() == e.o.By || end.MustCapture()) {
		f := record.Fault{Code: UnfinishedLine, Ply: last, Paragraph: "Codex 5.2.7"}
		if s := e.solve(end); s.Answer == Proven {
			f.Suggestions = Texts(end, s.Line)
		}
		e.find(f, "solve.unfinished", "ply", last)
	}
	if !e.o.Task.Locks() || end.Turn() == e.o.By || !end.Over() {
		return
	}
	g := goalOf(e.o.Task, e.o.By)
	if !g.reached(end) {
		e.find(record.Fault{Code: WrongTask, Ply: last, Paragraph: "Codex 5.2.8"}, "solve.others-locked", "n", end.Census(e.o.By^1).Towers)
		return
	}
	e.without(end, func(p *replay.Position) bool { return g.reached(p) && p.Over() },
		record.Fault{Code: UneconomicalEnd, Ply: last, Paragraph: "Codex 5.2.8"}, "solve.uneconomical", e.o.By)
}

// idle reports the pieces without which the solution is the same: the line can still be played, its
// first move does the task, and no new move does.
func (e *examiner) idle() {
	l := &e.all[0]
	if e.out.Answer != Proven || e.broken || len(l.steps) == 0 {
		return
	}
	// notRefuted returns the first moves that are not refuted, each with whether it is proven.
	notRefuted := func(p *replay.Position, s *Solution) map[string]bool {
		all := map[string]bool{}
		for i := range s.Moves {
			if a := s.Moves[i].Answer; a != Refuted {
				all[text(p, &s.Moves[i].Move)] = a == Proven
			}
		}
		return all
	}
	before := notRefuted(e.start, e.out)
	own := text(e.start, &l.steps[0].move)
	e.without(e.start, func(p *replay.Position) bool {
		if e.ctx.Err() != nil || !l.playable(*p) {
			return false
		}
		now := notRefuted(p, e.solve(p))
		for m := range now {
			if _, ok := before[m]; !ok {
				return false
			}
		}
		return now[own]
	}, record.Fault{Code: IdlePiece, Paragraph: "Codex 5.2.4"}, "solve.idle", record.White, record.Black)
}

// without reports the towers of the given sides without which a position satisfies is.
func (e *examiner) without(p *replay.Position, is func(*replay.Position) bool, f record.Fault, id message.ID, sides ...record.Colour) {
	for _, side := range sides {
		p.Towers(side).Each(func(bit int) {
			square, left := p.Rules().Square(bit), p.Record()
			left.Put(square, 0)
			if q, err := p.Rules().Position(&left); err == nil && is(q) {
				f.Squares = append(f.Squares, left.Variant.Board().Name(square))
			}
		})
	}
	if len(f.Squares) > 0 {
		e.find(f, id, "squares", message.And(f.Squares...))
	}
}

// playable reports whether a line can be played from p with the same captures and end.
func (l *line) playable(p replay.Position) bool {
	for i := range l.steps {
		s, moves := &l.steps[i], p.Moves(nil)
		at := slices.IndexFunc(moves, func(m replay.Move) bool {
			return same(&p, &m, &s.move) && slices.Equal(m.Taken(), s.move.Taken())
		})
		if at < 0 {
			return false
		}
		p.Play(&moves[at])
	}
	return p.Over() == l.end.Over()
}

// same reports whether two moves of a position, or of two similar ones, are written alike.
func same(p *replay.Position, a, b *replay.Move) bool {
	fromA, toA := a.Bits()
	fromB, toB := b.Bits()
	return fromA == fromB && toA == toB && slices.Equal(p.Rules().Turns(a, nil), p.Rules().Turns(b, nil))
}

func text(p *replay.Position, m *replay.Move) string {
	return string(p.AppendMove(nil, m, p.Moves(nil)))
}

// Texts returns the moves of a line from a position, in full.
func Texts(p *replay.Position, line []replay.Move) []string {
	all, at := make([]string, 0, len(line)), *p
	for i := range line {
		all = append(all, text(&at, &line[i]))
		at.Play(&line[i])
	}
	return all
}
