package replay

import (
	"fmt"

	"github.com/stolb/stolb/record"
)

// result works out the score and compares the recorded result with the board.
// whole says that the game was played to the end of its record.
func (j *Arbiter) result(whole bool) {
	r := j.report
	recorded := r.Game.Result
	rules := j.p.rules
	if rules.Points {
		r.Score = j.score(recorded, whole)
	}
	if !whole || recorded.Outcome == record.NoResult || recorded.Outcome == record.Unfinished || recorded.Outcome == record.Unplayed {
		return
	}
	message := ""
	switch {
	case rules.Points:
		message = j.contradictsPoints(recorded)
	case r.Over && recorded.Outcome != j.p.Outcome():
		message = fmt.Sprintf("%s has no move, so %s (%s), but the record says %s",
			title(j.p.turn), outcomeWords[j.p.Outcome()], rules.cite(ruleEnd), recorded.Text)
	}
	if message != "" {
		j.fault(record.Fault{
			Code: record.ResultMismatch, Severity: record.Remark,
			At: recorded.At, Len: len(recorded.Text), Word: recorded.Text, Message: message,
		})
	}
}

var outcomeWords = map[record.Outcome]string{
	record.WhiteWins: "White wins", record.BlackWins: "Black wins", record.Draw: "it is a draw",
}

// Outcome returns who has won where the side to move has no move (Codex 1.11,
// reverse games 4.1.4; in points Adiukh 5.1, where it may be a draw). Where
// the game is not over it is a draw.
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

// score returns the points of a game of Adiukh: from the board when the game
// is over (5.1), 24:0 where a side resigned or lost on time before (5.2, 5.4).
func (j *Arbiter) score(recorded record.Result, whole bool) *[2]int {
	all := 2 * j.p.rules.Variant.Pieces()
	switch {
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

// Points counts the pieces of both colours on the upper half of the board,
// which is Black's and scores for White, and on the lower: Adiukh 5.1. On a
// board with a middle rank that counts for White.
func (p *Position) Points() (white, black int) {
	ranks := p.rules.geometry.board.Ranks
	for n, t := range p.towers {
		if t == 0 {
			continue
		}
		if p.rules.geometry.square[n].Rank() >= ranks/2 {
			white += t.Height()
		} else {
			black += t.Height()
		}
	}
	return white, black
}

// contradictsPoints says how the board contradicts a result recorded in a game
// that is scored in points, or returns "".
func (j *Arbiter) contradictsPoints(recorded record.Result) string {
	r := j.report
	all := float64(2 * j.p.rules.Variant.Pieces())
	if !r.Over {
		if recorded.Outcome != record.Points || recorded.White == all || recorded.Black == all ||
			recorded.White == recorded.Black || recorded.Manner != record.Unstated {
			return ""
		}
		return fmt.Sprintf("the record says %s, but %s can still move: only a final position has such a score (Adiukh 5.1)",
			recorded.Text, title(j.p.turn))
	}
	white, black := r.Score[0], r.Score[1]
	board := fmt.Sprintf("the final position counts %d:%d (Adiukh 5.1), but the record says %s", white, black, recorded.Text)
	if recorded.Outcome == record.Points {
		if recorded.White != float64(white) || recorded.Black != float64(black) {
			return board
		}
	} else if recorded.Outcome != j.p.Outcome() {
		return board
	}
	return ""
}
