package solve

import (
	"context"
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Ending returns remarks on the end of a legal game, from the first position with at most most
// towers: the value of the final position with best play, if the recorded result differs or is
// absent (record.EndingResult), and each move that gave away a win or a draw (record.Blunder).
// Every remark is proven. Ending searches the positions from the last one back, until it learns
// nothing about one: at most whether either side wins, each search limited to that many nodes. It
// does not consider draws by claim.
func Ending(ctx context.Context, r *replay.Report, most, nodes int) []record.Fault {
	if r.Verdict > replay.Repaired || r.Game.Solution != nil {
		return nil
	}
	var steps []step
	var end replay.Position
	for ply, s := range r.Plies() {
		// Moves before a position set up in the record did not lead to it.
		if s.Before.Census(record.White).Towers+s.Before.Census(record.Black).Towers > most || ply > 0 && keyOf(&end) != keyOf(s.Before) {
			steps = steps[:0]
		}
		end = *s.Before
		if s.Move != nil {
			steps = append(steps, step{end, *s.Move})
			end.Play(s.Move)
		}
	}
	if len(steps) == 0 {
		return nil
	}
	e := ending{ctx: ctx, nodes: nodes}
	var found []record.Fault
	now, line := e.final(&end)
	if said := now.contradicts(r.Game.Result.Outcome, line); !said.IsZero() && !end.Over() {
		at, word := r.Game.Result.At, r.Game.Result.Text
		if word == "" {
			last := &r.Game.Plies[len(r.Moves)-1]
			at, word = last.At, last.Word.Text
		}
		found = append(found, record.Fault{Code: record.EndingResult, At: at, Len: len(word), Word: word, Message: said})
	}
	for i := len(steps) - 1; i >= 0 && now != unknown; i-- {
		s := &steps[i]
		side := s.before.Turn()
		before, after, better := e.before(s, now.of(side))
		if before.least > after.most {
			ply := len(r.Moves) - len(steps) + i
			at := &r.Game.Plies[ply]
			found = append(found, record.Fault{
				Code: record.Blunder, Ply: ply + 1, At: at.At, Len: at.Len, Word: at.Word.Text, Suggestions: better,
				Message: message.Of(blunders[before.least][after.most+1], "side", side.Term(), "move", text(&s.before, &s.move), "moves", message.Or(better...)),
			})
		}
		now = before.of(side)
	}
	record.SortFaults(found)
	return found
}

// value bounds the value of a position with best play: 1 is a win, 0 a draw, -1 a loss.
type value struct{ least, most int }

var unknown = value{-1, 1}

// of converts a value for White into the value for a side, and back.
func (v value) of(side record.Colour) value {
	if side == record.Black {
		return value{-v.most, -v.least}
	}
	return v
}

// blunders are the messages for a move, by what it gave away, a draw or a win, and the best that is
// left, a loss or a draw.
var blunders = [2][2]message.ID{{"solve.gave-draw", ""}, {"solve.gave-win-loss", "solve.gave-win"}}

// contradicts returns a message if the value for White is known and the recorded result differs.
func (v value) contradicts(o record.Outcome, line []string) message.Message {
	switch {
	case v.least != v.most || o == record.Unplayed || o == record.Points:
	case v.least > 0 && o != record.WhiteWins:
		return message.Of("solve.end-won", "side", record.White.Term(), "moves", strings.Join(line, " "))
	case v.most < 0 && o != record.BlackWins:
		return message.Of("solve.end-won", "side", record.Black.Term(), "moves", strings.Join(line, " "))
	case v.most == 0 && v.least == 0 && o != record.Draw:
		return message.Of("solve.end-drawn")
	}
	return message.Message{}
}

// ending solves the positions of a game's end.
type ending struct {
	ctx    context.Context
	nodes  int
	tables [2]*endings // by winner; each has the successors of a position from the searches of later ones
}

// wins searches until it is known whether a side wins a position.
func (e *ending) wins(p *replay.Position, side record.Colour) *Solution {
	s := &solving{goal: goal{attacker: side}, jobs: 1, enough: true, endings: e.tables[side]}
	s.run(e.ctx, p, e.nodes)
	e.tables[side] = s.endings
	return s.solution(p)
}

// final returns the value of the final position for White, and the line by which a side wins it.
func (e *ending) final(p *replay.Position) (value, []string) {
	v := unknown
	for _, side := range [...]record.Colour{record.White, record.Black} {
		own := v.of(side)
		switch s := e.wins(p, side); s.Answer {
		case Proven:
			return value{1, 1}.of(side), Texts(p, s.Line)
		case Refuted:
			own.most = 0
		}
		v = own.of(side)
	}
	return v, nil
}

// before returns the values for the side to move before and after its move, and the better moves,
// if any. after is known in part.
func (e *ending) before(s *step, after value) (value, value, []string) {
	if after.least == 1 {
		return after, after, nil
	}
	v := value{after.least, 1}
	win := e.wins(&s.before, s.before.Turn())
	if win.answer(s) == Refuted {
		after.most = min(after.most, 0)
	}
	switch win.Answer {
	case Proven:
		return value{1, 1}, after, win.with(&s.before, Proven)
	case Refuted:
		v.most = 0
	}
	if v.least == 0 {
		return v, after, nil
	}
	loss := e.wins(&s.before, s.before.Turn()^1)
	if loss.answer(s) == Proven {
		after = value{-1, -1}
	}
	switch loss.Answer {
	case Proven:
		v.most = -1
	case Refuted:
		v.least = 0
	}
	return v, after, loss.with(&s.before, Refuted)
}

// answer returns the answer for a step's move.
func (s *Solution) answer(of *step) Answer {
	own := slices.IndexFunc(s.Moves, func(f First) bool { return same(&of.before, &f.Move, &of.move) })
	return s.Moves[own].Answer
}

// with returns the moves with an answer, at most replay.MaxLegal.
func (s *Solution) with(p *replay.Position, a Answer) []string {
	var all []string
	for i := range s.Moves {
		if m := &s.Moves[i]; m.Answer == a && len(all) < replay.MaxLegal {
			all = append(all, text(p, &m.Move))
		}
	}
	return all
}
