package replay

import (
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// repairs notes what in the spelling of a legal move had to be put right.
func (j *Arbiter) repairs(fault record.Fault, w *record.Word, m *Move, text string) {
	text = j.p.rules.geometry.asWritten(text, w)
	fault.Severity = record.Repaired
	fault.Suggestions = []string{text}
	if len(w.Steps) == 1 && fault.Code != record.AmbiguousMove && j.report.Game.Start == nil { // a game's short moves have the file they begin on (Codex 1.10, Adiukh 7.2)
		fault.Code = record.MissingStart
		fault.Message = message.Of("replay.start-missing", "word", w.Text, "move", text)
		j.repair(fault)
	}
	for _, repair := range w.Repairs {
		fault.Code = repair.Code
		switch from, to := describe(repair.From, repair.To); {
		case repair.To == "":
			fault.Message = message.Of("replay.no-sign", "word", w.Text, "from", repair.From, "move", text)
		case repair.Code == record.SquareOrder:
			fault.Message = message.Of("replay.letter-first", "word", w.Text, "from", from, "to", to)
		default:
			fault.Message = message.Of("replay.read-as", "word", w.Text, "from", from, "to", to)
		}
		j.repair(fault)
	}
	switch {
	case w.Separator == record.Quiet && m.n > 0:
		fault.Code = record.WrongSeparator
		fault.Message = message.Of("replay.is-a-capture", "word", w.Text, "move", text)
		j.repair(fault)
	case w.Separator == record.Take && m.n == 0:
		fault.Code = record.WrongSeparator
		fault.Message = message.Of("replay.captures-nothing", "word", w.Text, "move", text)
		j.repair(fault)
	}
	if step, missing := j.p.promotionFault(w, m, m.promotes && j.marked()); step >= 0 {
		fault.Code = record.PromotionMark
		switch {
		case missing:
			fault.Message = message.Of("replay.mark-missing", "word", w.Text)
			fault.Suggestions = []string{text + "D"}
		case j.p.rules.KingByRank:
			fault.Message = message.Of("replay.no-kings-marked", "word", w.Text, "variant", j.p.rules.Variant.Term(), "rule", j.p.rules.cite(ruleKingStands))
		default:
			fault.Message = message.Of("replay.mark-too-many", "word", w.Text)
		}
		j.repair(fault)
	}
}

// repair notes one thing that had to be put right.
func (j *Arbiter) repair(fault record.Fault) {
	switch j.repaired++; {
	case j.repaired <= maxRepairs:
		j.fault(fault)
	case j.repaired == maxRepairs+1:
		j.untold = fault
	}
}
