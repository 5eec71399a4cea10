package replay

import (
	"math/bits"
	"slices"
	"time"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// rule is a rule that an explanation cites.
type rule uint8

const (
	ruleMustCapture rule = iota
	ruleManForward
	ruleKingFlies
	ruleGoesOn
	ruleManCapture
	ruleEnd
	ruleKingStands
	ruleTurnsBack
	ruleMajority
	numCited
)

var cited = map[record.Variant][numCited]string{
	record.Bashni:        {"Codex 1.6.1", "Codex 1.5.2", "Codex 1.5.3", "Codex 1.6.3", "Codex 1.6.2", "Codex 1.11", "", "", ""},
	record.Lasca:         {"Codex 1.6.1", "Codex 2.4.1", "Codex 2.4.1", "Codex 1.6.3", "Codex 2.4.1", "Codex 1.11", "", "", ""},
	record.Adiukh:        {"Adiukh 3.6", "Adiukh 3.4", "Adiukh 3.9", "Adiukh 3.10", "Adiukh 3.6", "Adiukh 5.1", "Adiukh 3.5", "Adiukh 3.14", ""},
	record.Russian:       {"Ukrainian rules II.3.3", "Ukrainian rules II.2.3", "Ukrainian rules II.2.5.1", "Ukrainian rules II.3.2", "Ukrainian rules II.3.7.1", "Ukrainian rules II.4.2", "", "Ukrainian rules II.3.5", ""},
	record.Brazilian:     {"Ukrainian rules II.3.3", "Ukrainian rules II.2.3", "Ukrainian rules II.2.5.1", "Ukrainian rules II.3.2", "Ukrainian rules II.3.8.1", "Ukrainian rules II.4.2", "", "Ukrainian rules II.3.5", "Ukrainian rules II.3.8.4"},
	record.Checkers:      {"Ukrainian rules II.3.3", "Ukrainian rules II.2.3", "Ukrainian rules II.2.6.1", "Ukrainian rules II.3.2", "Ukrainian rules II.3.9.1", "Ukrainian rules II.4.2", "", "Ukrainian rules II.3.5", ""},
	record.International: {"Ukrainian rules III.3.3", "Ukrainian rules III.2.3", "Ukrainian rules III.2.5", "Ukrainian rules III.3.2", "Ukrainian rules III.3.7", "Ukrainian rules III.4.2", "", "Ukrainian rules III.3.5", "Ukrainian rules III.3.10"},
}

// paragraph returns the paragraph of the variant's rule book, or "" if no book has the rule.
func (r *Rules) paragraph(what rule) string {
	if r.StuckWins && what == ruleEnd && !r.Variant.PDNAlone() {
		return "Codex 4.1.4"
	}
	return cited[r.Variant.Straight()][what]
}

// cite names the paragraph of the variant's rule book, or the variant if no book has the rule.
func (r *Rules) cite(what rule) message.Message {
	if paragraph := r.paragraph(what); paragraph != "" {
		return message.Rule(paragraph)
	}
	return message.Of("replay.game-of", "variant", r.Variant.Term())
}

// noun returns the noun for a tower: a single piece is a "piece" in every game.
func noun(t record.Tower) message.Message {
	return message.Term(map[bool]string{true: "tower", false: "piece"}[t.Height() > 1])
}

// explainer explains, by the rules, why a word is not a legal move.
type explainer struct {
	p      *Position
	w      *record.Word
	next   *record.Word // of the next ply, or nil if absent
	legal  []Move
	listed []string      // the texts of some of the legal moves
	fault  *record.Fault // receives the reason, with its squares and paragraph
}

// because sets the fault's reason and squares, and returns why.
func (e *explainer) because(reason record.Code, why message.Message, squares ...uint8) message.Message {
	e.fault.Reason, e.fault.Squares = reason, nil
	for _, n := range squares {
		e.fault.Squares = append(e.fault.Squares, e.p.rules.geometry.name[n])
	}
	return why
}

// cite sets the fault's paragraph, and returns it as a message.
func (e *explainer) cite(what rule) message.Message {
	e.fault.Paragraph = e.p.rules.paragraph(what)
	return e.p.rules.cite(what)
}

// name returns the name of a square as the record writes squares.
func (e *explainer) name(n uint8) string {
	return e.p.rules.asWritten(e.p.rules.geometry.name[n], e.w)
}

// those lists the legal moves with the given indices, up to a limit.
func (e *explainer) those(moves []int) message.Message {
	texts := e.p.texts(e.legal, moves[:min(len(moves), MaxLegal)])
	return message.Some(e.p.rules.allAsWritten(texts, e.w), maxNamed, len(moves))
}

func (e *explainer) why() message.Message {
	p, w := e.p, e.w
	g, last := p.rules.geometry, len(w.Steps)-1
	if why := e.spelt(); !why.IsZero() { // never so without legal moves
		return why
	}
	for _, step := range w.Steps {
		if why := e.offBoard(step); !why.IsZero() {
			return why
		}
	}
	if len(e.legal) == 0 {
		return e.because(record.GameOver, message.Of("replay.game-over", "side", p.turn.Term(), "rule", e.cite(ruleEnd)))
	}
	from, to := g.stepBit(w.Steps[0]), g.stepBit(w.Steps[last])
	if from == offBoard || to == offBoard || last == 0 {
		// A short word may match exactly one tower of the side to move.
		starts := g.meant(w.Steps[0]) & p.own[p.turn]
		if to == offBoard || last == 0 || bits.OnesCount64(starts) != 1 {
			none := message.Of("replay.none-moves-so", "piece", message.Term("piece"), "side", p.turn.Term())
			if last == 0 {
				none = message.Of("replay.none-moves-there", "piece", message.Term("piece"), "side", p.turn.Term())
			}
			if p.MustCapture() {
				return message.Then(none, e.mandatory())
			}
			return e.because(record.NoSuchPiece, none)
		}
		from = uint8(bits.TrailingZeros64(starts))
	}
	return e.move(from, to)
}

// mandatory explains that a capture was mandatory.
func (e *explainer) mandatory() message.Message {
	var able []uint8
	for _, m := range e.legal { // by captor
		able = append(able, m.from)
	}
	return e.because(record.CaptureMissed, message.Of("replay.capture-missed",
		"rule", e.cite(ruleMustCapture), "moves", message.Some(e.p.rules.allAsWritten(e.listed, e.w), maxNamed, len(e.legal))), slices.Compact(able)...)
}

// offBoard explains why a step names no square of the board, or returns the zero Message if it may.
func (e *explainer) offBoard(step record.Step) message.Message {
	b, v := e.p.rules.geometry.board, e.p.rules.Variant.Term()
	switch last := record.SquareAt(b.Files-1, b.Ranks-1).Algebraic(); {
	case step.Number > 0 && b.Numbering != record.Numeric:
		why := message.Of("replay.number-for-letters", "number", int(step.Number), "variant", v, "last", last)
		if _, err := time.Parse("15:04", e.w.Text); err == nil {
			why = message.Then(why, message.Of("replay.if-a-time", "word", e.w.Text))
		}
		return e.because(record.OtherNames, why)
	case step.Number > 0 && b.Numbered(int(step.Number)) == record.NoSquare:
		return e.because(record.OffBoard, message.Of("replay.no-such-number", "number", int(step.Number), "variant", v, "last", len(b.Squares())))
	case step.Number > 0:
		return message.Message{}
	case step.File >= int8(b.Files), step.Rank >= int8(b.Ranks):
		return e.because(record.OffBoard, message.Of("replay.off-board", "square", step.String(), "last", last))
	case step.Whole():
		if sq, ok := step.Square(b); !ok {
			return e.because(record.LightSquare, message.Of("replay.light-square", "square", sq.Algebraic()))
		}
	}
	return message.Message{}
}

// move explains why no legal move goes between two squares of the board.
func (e *explainer) move(from, to uint8) message.Message {
	p, r, g := e.p, e.p.rules, e.p.rules.geometry
	tower := p.towers[from]
	piece := noun(tower)
	switch {
	case tower == 0:
		return e.because(record.NoSuchPiece, message.Of("replay.empty-square", "piece", piece, "square", e.name(from)), from)
	case tower.Owner() != p.turn:
		return e.because(record.OtherSide, message.Of("replay.other-side", "piece", piece, "square", e.name(from),
			"owner", p.turn.Other().Term(), "turn", p.turn.Term()), from)
	case p.MustCapture():
		return e.capture(from, to)
	case p.towers[to] != 0 && to != from:
		return e.because(record.Occupied, message.Of("replay.occupied", "square", e.name(to)), to)
	}
	king, d := p.kings>>from&1 != 0, g.toward[from][to]
	forward := g.square[to].Rank() - g.square[from].Rank()
	if p.turn == record.Black {
		forward = -forward
	}
	switch {
	case len(e.w.Steps) > 2 || e.w.Separator == record.Take:
		return e.nothing(from, to, d)
	case king && r.KingStands:
		return e.because(record.KingHasNoQuietMove, message.Of("replay.king-has-no-quiet-move",
			"square", e.name(from), "rule", e.cite(ruleKingStands)), from, to)
	case d == noDirection:
		return e.because(record.NotADiagonal, message.Of("replay.not-a-diagonal", "from", e.name(from), "to", e.name(to)), from, to)
	case !king && forward < 0:
		return e.because(record.ManMovesBack, message.Of("replay.man-moves-back",
			"piece", piece, "square", e.name(from), "rule", e.cite(ruleManForward)), from, to)
	case !king && forward > 1:
		return e.because(record.TooFar, message.Of("replay.man-too-far",
			"piece", piece, "square", e.name(from), "rule", e.cite(ruleManForward)), from, to)
	case king && !r.KingFlies && forward*forward > 1:
		return e.because(record.TooFar, message.Of("replay.king-too-far", "square", e.name(from), "rule", e.cite(ruleKingFlies)), from, to)
	}
	if block := g.ray[d][from] &^ g.ray[d][to] & (p.own[0] | p.own[1]); block != 0 {
		n := first(block, d)
		return e.because(record.WayBlocked, message.Of("replay.way-blocked", "piece", noun(p.towers[n]),
			"owner", p.towers[n].Owner().Term(), "square", e.name(n)), from, to, n)
	}
	return e.because(record.NoMoveWrittenSo, message.Of("replay.no-move-written-so"), from, to)
}

// nothing explains why a word captures nothing.
func (e *explainer) nothing(from, to uint8, d direction) message.Message {
	p, r, g := e.p, e.p.rules, e.p.rules.geometry
	piece, man := noun(p.towers[from]), p.kings>>from&1 == 0
	block := uint64(0)
	if d != noDirection {
		block = g.ray[d][from] &^ g.ray[d][to] &^ (1 << to) & (p.own[0] | p.own[1])
	}
	if block != 0 {
		switch n := first(block, d); {
		case p.towers[n].Owner() == p.turn:
			return e.because(record.OwnPiece, message.Of("replay.own-piece",
				"piece", noun(p.towers[n]), "square", e.name(n), "side", p.turn.Term()), from, to, n)
		case !r.ManCapturesBack && man && (d <= upLeft) != (p.turn == record.White):
			return e.because(record.ManCapturesBack, message.Of("replay.man-captures-back",
				"piece", piece, "square", e.name(from), "rule", e.cite(ruleManCapture)), from, to)
		case man || !r.KingFlies:
			return e.because(record.NothingToCapture, message.Of("replay.not-next-to",
				"square", e.name(n), "from", e.name(from)), from, to, n)
		}
	}
	return e.because(record.NothingToCapture, message.Of("replay.nothing-to-capture", "piece", piece, "square", e.name(from)), from, to)
}

// capture explains why the word is none of the legal captures.
func (e *explainer) capture(from, to uint8) message.Message {
	p, r, g := e.p, e.p.rules, e.p.rules.geometry
	piece := noun(p.towers[from])
	mine := e.such(func(m *Move) bool { return m.from == from })
	on := e.such(func(m *Move) bool { // those in mine that pass the word's end
		passed := uint64(0)
		for k := range max(int(m.n), 1) - 1 {
			passed |= g.landings(m, k)
		}
		return m.from == from && passed>>to&1 != 0
	})
	turns, back := e.turnsBack()
	// A flying king captures a piece on the way to the word's end, which is free.
	beyond := p.kings>>from&1 != 0 && r.KingFlies && p.towers[to] == 0 && slices.ContainsFunc(e.legal, func(m Move) bool {
		return m.from == from && g.free(m.taken[0], g.leg(&m, 0), (p.own[0]|p.own[1])&^(1<<from))>>to&1 != 0
	})
	switch {
	case back && e.w.Separator == record.Take:
		why := message.Of("replay.turns-straight-back", "square", e.name(turns))
		if rule := r.paragraph(ruleTurnsBack); rule != "" {
			why = message.Of("replay.turns-straight-back-by", "square", e.name(turns), "rule", e.cite(ruleTurnsBack))
		}
		if len(mine) > 0 {
			why = message.Then(why, message.Of("replay.other-capture", "piece", piece, "square", e.name(from), "moves", e.those(mine)))
		}
		return e.because(record.TurnsStraightBack, why, turns)
	case len(on) == 0 && e.lessThanBest():
		return e.because(record.Majority, message.Of("replay.majority",
			"rule", e.cite(ruleMajority), "why", r.preferences(), "moves", message.Some(e.p.rules.allAsWritten(e.listed, e.w), maxNamed, len(e.legal))), from, to)
	case len(mine) == 0:
		return message.Then(e.mandatory(), r.preferences())
	case len(on) > 0:
		return e.because(record.UnfinishedCapture, message.Of("replay.unfinished-capture",
			"square", e.name(to), "rule", e.cite(ruleGoesOn), "moves", e.those(on)), from, to)
	case beyond:
		return e.because(record.WrongLanding, message.Of("replay.wrong-landing",
			"rule", e.cite(ruleGoesOn), "moves", e.those(mine)), from, to)
	case e.w.Separator != record.Take:
		return e.mandatory()
	default:
		return message.Then(e.because(record.OtherCapture, message.Of("replay.other-capture",
			"piece", piece, "square", e.name(from), "moves", e.those(mine)), from), r.preferences())
	}
}

// preferences names the captures that must be preferred, if any.
func (r *Rules) preferences() message.Message {
	var said message.Message
	for _, preference := range r.Prefer {
		next := message.Of([...]message.ID{mostPieces: "replay.most-pieces",
			withKing: "replay.with-king", mostKings: "replay.most-kings",
			kingsFirst: "replay.kings-first"}[preference])
		if said.IsZero() {
			said = next
		} else {
			said = message.Of("replay.preferred-then", "first", said, "next", next)
		}
	}
	return said
}
