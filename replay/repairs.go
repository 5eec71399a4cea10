package replay

import (
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// repairs reports corrections to the spelling of a legal move.
func (j *Arbiter) repairs(fault record.Fault, w *record.Word, m *Move, text string) {
	fault.Severity = record.Repaired
	text = j.p.rules.asWritten(text, w)
	if len(w.Steps) == 1 && fault.Code != record.AmbiguousMove && j.report.Game.Start == nil { // in a game even a short move has its start file (Codex 1.10, Adiukh 7.2)
		fault.Code = record.MissingStart
		j.repair(fault, text, message.Of("replay.start-missing", "word", w.Text, "move", text))
	}
	for _, repair := range w.Repairs {
		fault.Code = repair.Code
		from, to := describe(repair.From, repair.To)
		said := message.Of("replay.read-as", "word", w.Text, "from", from, "to", to)
		switch {
		case repair.To == "":
			said = message.Of("replay.no-sign", "word", w.Text, "from", repair.From, "move", text)
		case repair.Code == record.SquareOrder:
			said = message.Of("replay.letter-first", "word", w.Text, "from", from, "to", to)
		}
		j.repair(fault, text, said)
	}
	fault.Code = record.WrongSeparator
	switch {
	case w.Separator == record.Quiet && m.n > 0:
		j.repair(fault, text, message.Of("replay.is-a-capture", "word", w.Text, "move", text))
	case w.Separator == record.Take && m.n == 0:
		j.repair(fault, text, message.Of("replay.captures-nothing", "word", w.Text, "move", text))
	}
	fault.Code = record.PromotionMark
	switch extra, missing := j.p.promotionFault(w, m, j.marked); {
	case missing:
		j.repair(fault, text+"D", message.Of("replay.mark-missing", "word", w.Text))
	case !extra:
	case j.p.rules.KingByRank:
		j.repair(fault, text, message.Of("replay.no-kings-marked",
			"word", w.Text, "variant", j.p.rules.Variant.Term(), "rule", j.p.rules.cite(ruleKingStands)))
	default:
		j.repair(fault, text, message.Of("replay.mark-too-many", "word", w.Text))
	}
}

// repair reports one correction, and the text that should be written instead.
func (j *Arbiter) repair(fault record.Fault, instead string, said message.Message) {
	switch j.repaired++; {
	case j.repaired <= maxRepairs:
		fault.Suggestions, fault.Message = []string{instead}, said
		j.fault(fault)
	case j.repaired == maxRepairs+1:
		j.unreported = fault
	}
}
