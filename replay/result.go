package replay

import (
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// result computes the score and compares the recorded result with the board. whole is set if the
// game was played to the end of its record.
func (j *Arbiter) result(whole bool) {
	r := j.report
	recorded, rules := r.Game.Result, j.p.rules
	if rules.Points {
		r.Score = j.score(recorded, whole)
	}
	var said message.Message
	switch all := float64(2 * rules.Variant.Pieces()); {
	case !whole:
		return
	case !r.Over:
		if !rules.Points || recorded.Outcome != record.Points || recorded.Manner != record.Unstated ||
			recorded.White == all || recorded.Black == all || recorded.White == recorded.Black {
			return
		}
		said = message.Of("replay.score-too-early", "result", recorded.Text, "side", j.p.turn.Term(), "rule", rules.cite(ruleEnd))
	case !j.p.contradicts(recorded):
		return
	case rules.Points:
		said = message.Of("replay.score-mismatch", "white", r.Score[0], "black", r.Score[1], "rule", rules.cite(ruleEnd), "result", recorded.Text)
	default:
		winner := record.White
		if j.p.Outcome() == record.BlackWins {
			winner = record.Black
		}
		said = message.Of("replay.result-mismatch", "stuck", j.p.turn.Term(), "winner", winner.Term(),
			"rule", rules.cite(ruleEnd), "result", recorded.Text)
	}
	j.fault(record.Fault{Code: record.ResultMismatch, At: recorded.At, Len: len(recorded.Text),
		Word: recorded.Text, Message: said, Paragraph: rules.paragraph(ruleEnd), OnBoard: true})
}

// contradicts reports whether a game that is over here contradicts the recorded result.
func (p *Position) contradicts(recorded record.Result) bool {
	switch recorded.Outcome {
	case record.NoResult, record.Unfinished, record.Unplayed:
		return false
	case record.Points:
		white, black := p.Points()
		return !p.rules.Points || recorded.White != float64(white) || recorded.Black != float64(black)
	}
	return recorded.Outcome != p.Outcome()
}

// composition reports a composition with towers whose solution begins with a capture, which is not
// allowed in any kind (Codex 5.1.3). For a lock problem it reports lines that do not end with
// exactly the pieces of the task locked (Codex 5.2.3, 5.2.8): the main line and the branches for
// Black's moves, except those of false tries.
func (j *Arbiter) composition(task record.Task) {
	r := j.report
	tell := func(variation, number int, plies []record.Ply, paragraph string, id message.ID, args ...any) {
		ply := &plies[number-1]
		j.fault(record.Fault{Code: record.ResultMismatch, Ply: number, Variation: variation,
			At: ply.At, Len: ply.Len, Word: ply.Word.Text, OnBoard: true, Paragraph: paragraph,
			Message: message.Of(id, append(args, "rule", message.Rule(paragraph))...)})
	}
	if j.p.rules.Towers && len(r.played) > 0 && r.played[0].n > 0 {
		tell(0, 1, r.Game.Plies, "Codex 5.1.3", "composition.begins-with-capture", "move", r.Moves[0])
	}
	if !task.Locks() {
		return
	}
	locks := func(variation int, final *record.Position, plies []record.Ply) {
		if len(plies) == 0 {
			return
		}
		end, last := j.p.rules.set(final), len(plies)
		black := end.Census(record.Black)
		men, kings := black.Towers-black.Kings, black.Kings
		switch {
		case end.Turn() != record.Black || !end.Over():
			tell(variation, last, plies, "Codex 5.2.3", "composition.not-locked", "task", task.Pieces())
		case !task.Fits(men, kings):
			tell(variation, last, plies, "Codex 5.2.8", "composition.others-locked",
				"task", task.Pieces(), "found", record.Task{Men: men, Kings: kings}.Pieces())
		}
	}
	locks(0, &r.Final, r.Game.Plies)
	apart := make([]bool, len(r.Variations)+1) // the variation is a false try or within one
	for i := range r.Variations {
		v := &r.Variations[i]
		apart[i+1] = apart[v.Of] || (r.begun.turn == record.White) == (v.Before%2 == 0)
		if v.Legal && !apart[i+1] {
			locks(i+1, &v.Final, v.Line)
		}
	}
}

// Outcome returns the outcome on the board, or NoResult if the game is not over there.
func (r *Report) Outcome() record.Outcome {
	rules, err := For(r.Variant)
	if err != nil || !r.Over {
		return record.NoResult
	}
	return rules.set(&r.Final).Outcome()
}

// Outcome returns who won if the side to move has no move (Codex 1.11, reverse games 4.1.4; by
// points Adiukh 5.1, which may give a draw). It returns a draw if the game is not over.
func (p *Position) Outcome() record.Outcome {
	if !p.Over() {
		return record.Draw
	}
	white := (p.turn == record.White) == p.rules.StuckWins
	if p.rules.Points {
		w, b := p.Points()
		if w == b {
			return record.Draw
		}
		white = w > b
	}
	if white {
		return record.WhiteWins
	}
	return record.BlackWins
}

// score returns the points of a game of Adiukh: from the board if the game is over (5.1), or 24:0
// if a side resigned or lost on time earlier (5.2, 5.4).
func (j *Arbiter) score(recorded record.Result, whole bool) *[2]int {
	switch all := 2 * j.p.rules.Variant.Pieces(); {
	case j.report.Over:
		white, black := j.p.Points()
		return &[2]int{white, black}
	case !whole || recorded.Manner != record.Resigned && recorded.Manner != record.OnTime:
		return nil
	case recorded.Outcome == record.WhiteWins, recorded.Outcome == record.Points && recorded.White > recorded.Black:
		return &[2]int{all, 0}
	case recorded.Outcome == record.BlackWins, recorded.Outcome == record.Points && recorded.White < recorded.Black:
		return &[2]int{0, all}
	}
	return nil
}

// Points counts the pieces of both colours on the upper half of the board, which is Black's and
// scores for White, and on the lower half: Adiukh 5.1. A middle rank counts for neither.
func (p *Position) Points() (white, black int) {
	w, b := p.Census(record.White), p.Census(record.Black)
	return w.Away + b.Home, w.Home + b.Away
}
