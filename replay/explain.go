package replay

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// rule is a point of the rules that an explanation cites.
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

// paragraph returns the paragraph of the variant's rule book, "" where no book has it.
func (r *Rules) paragraph(what rule) string {
	if r.StuckWins && what == ruleEnd && !r.Variant.PDNAlone() {
		return "Codex 4.1.4"
	}
	return cited[r.Variant.Straight()][what]
}

// cite names the paragraph of the variant's rule book, or the game where no book has it.
func (r *Rules) cite(what rule) message.Message {
	if paragraph := r.paragraph(what); paragraph != "" {
		return message.Rule(paragraph)
	}
	return message.Of("replay.game-of", "variant", r.Variant.Term())
}

// noun names what a tower is called: a single one is a piece in every game.
func noun(t record.Tower) message.Message {
	return message.Term(map[bool]string{true: "tower", false: "piece"}[t.Height() > 1])
}

// explainer says why a word is no legal move, in the words of the rules.
type explainer struct {
	p      *Position
	w      *record.Word
	next   *record.Word // of the next ply; nil for none
	legal  []Move
	listed []string      // the texts of some of the legal ones
	fault  *record.Fault // gets the reason, with its squares and paragraph
}

// because notes the reason, and returns what it is put into words as.
func (e *explainer) because(reason record.Code, why message.Message, squares ...record.Square) message.Message {
	e.fault.Reason, e.fault.Squares = reason, nil
	for _, s := range squares {
		e.fault.Squares = append(e.fault.Squares, e.p.rules.geometry.board.Name(s))
	}
	return why
}

// cite notes the paragraph that a reason cites, and returns it to be said.
func (e *explainer) cite(what rule) message.Message {
	e.fault.Paragraph = e.p.rules.paragraph(what)
	return e.p.rules.cite(what)
}

// name returns what the board calls a square, or the record does.
func (e *explainer) name(s record.Square) string {
	if Lettered(e.p.rules.Variant, e.w) {
		return s.Algebraic()
	}
	return e.p.rules.geometry.board.Name(s)
}

// those lists some of the legal moves.
func (e *explainer) those(moves []int) message.Message {
	texts := e.p.texts(e.legal, moves[:min(len(moves), MaxLegal)])
	return message.Some(e.p.rules.allAsWritten(texts, e.w), maxNamed, len(moves))
}

func (e *explainer) why() message.Message {
	p, w := e.p, e.w
	r := p.rules
	b := r.geometry.board
	if len(e.legal) > 0 {
		if why := e.spelt(); !why.IsZero() {
			return why
		}
	}
	for _, step := range w.Steps {
		if why := e.offBoard(step); !why.IsZero() {
			return why
		}
	}
	if len(e.legal) == 0 {
		return e.because(record.GameOver, message.Of("replay.game-over", "side", p.turn.Term(), "rule", e.cite(ruleEnd)))
	}
	from, ok := w.Steps[0].Square(b)
	to, whole := w.Steps[len(w.Steps)-1].Square(b)
	if !ok || !whole || len(w.Steps) < 2 {
		// A short word may mean the one tower of the side to move.
		starts := r.geometry.meant(w.Steps[0]) & p.own[p.turn]
		if !whole || len(w.Steps) < 2 || bits.OnesCount64(starts) != 1 {
			none := message.Of("replay.none-moves-so", "piece", message.Term("piece"), "side", p.turn.Term())
			if len(w.Steps) == 1 {
				none = message.Of("replay.none-moves-there", "piece", message.Term("piece"), "side", p.turn.Term())
			}
			if p.MustCapture() {
				return message.Then(none, e.mandatory())
			}
			return e.because(record.NoSuchPiece, none)
		}
		from = r.geometry.square[bits.TrailingZeros64(starts)]
	}
	return e.move(from, to)
}

// mandatory says that a capture was.
func (e *explainer) mandatory() message.Message {
	var able []record.Square
	for i := range e.legal {
		if s := e.p.From(&e.legal[i]); !slices.Contains(able, s) {
			able = append(able, s)
		}
	}
	return e.because(record.CaptureMissed, message.Of("replay.capture-missed",
		"rule", e.cite(ruleMustCapture), "moves", message.Some(e.p.rules.allAsWritten(e.listed, e.w), maxNamed, len(e.legal))), able...)
}

// offBoard says why a step names no square of the board, or nothing.
func (e *explainer) offBoard(step record.Step) message.Message {
	b, v := e.p.rules.geometry.board, e.p.rules.Variant.Term()
	switch last := record.SquareAt(b.Files-1, b.Ranks-1).Algebraic(); {
	case step.Number > 0 && b.Numbering != record.Numeric:
		why := message.Of("replay.number-for-letters", "number", int(step.Number), "variant", v, "last", last)
		hours, minutes, ok := strings.Cut(e.w.Text, ":")
		h, err := strconv.Atoi(hours)
		if ok && err == nil && h < 24 && len(minutes) == 2 && minutes < "60" { // 14:22
			why = message.Then(why, message.Of("replay.if-a-time", "word", e.w.Text))
		}
		return e.because(record.OtherNames, why)
	case step.Number > 0 && b.Numbered(int(step.Number)) == record.NoSquare:
		return e.because(record.OffBoard, message.Of("replay.no-such-number", "number", int(step.Number), "variant", v, "last", len(b.Squares())))
	case step.Number > 0:
		return message.Message{}
	case step.File >= int8(b.Files), step.Rank >= int8(b.Ranks):
		return e.because(record.OffBoard, message.Of("replay.off-board", "square", written(step), "last", last))
	case step.Whole():
		if sq, ok := step.Square(b); !ok {
			return e.because(record.LightSquare, message.Of("replay.light-square", "square", sq.Algebraic()))
		}
	}
	return message.Message{}
}

// written returns what a step in letters and numbers writes.
func written(step record.Step) string {
	var s []byte
	if step.File >= 0 {
		s = append(s, 'a'+byte(step.File))
	}
	if step.Rank >= 0 {
		s = strconv.AppendInt(s, int64(step.Rank)+1, 10)
	}
	return string(s)
}

// move says why there is no such move between two squares of the board.
func (e *explainer) move(from, to record.Square) message.Message {
	p, w := e.p, e.w
	r, g, tower := p.rules, p.rules.geometry, p.At(from)
	piece := noun(tower)
	switch {
	case tower == 0:
		return e.because(record.NoSuchPiece, message.Of("replay.empty-square", "piece", piece, "square", e.name(from)), from)
	case tower.Owner() != p.turn:
		return e.because(record.OtherSide, message.Of("replay.other-side", "piece", piece, "square", e.name(from),
			"owner", p.turn.Other().Term(), "turn", p.turn.Term()), from)
	case p.MustCapture():
		return e.capture(from, to)
	case p.At(to) != 0 && to != from:
		return e.because(record.Occupied, message.Of("replay.occupied", "square", e.name(to)), to)
	}
	bit := uint64(1) << g.bit[from]
	king, d := p.kings&bit != 0, g.between(from, to)
	forward := to.Rank() - from.Rank()
	if p.turn == record.Black {
		forward = -forward
	}
	switch {
	case len(w.Steps) > 2 || w.Separator == record.Take:
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
	if block := g.ray[d][g.bit[from]] &^ g.ray[d][g.bit[to]] & (p.own[0] | p.own[1]); block != 0 {
		n := first(block, d)
		return e.because(record.WayBlocked, message.Of("replay.way-blocked", "piece", noun(p.towers[n]),
			"owner", p.towers[n].Owner().Term(), "square", e.name(g.square[n])), from, to, g.square[n])
	}
	return e.because(record.NoMoveWrittenSo, message.Of("replay.no-move-written-so"), from, to)
}

// nothing says why a capture is none.
func (e *explainer) nothing(from, to record.Square, d direction) message.Message {
	p, r, g := e.p, e.p.rules, e.p.rules.geometry
	n := g.bit[from]
	piece := noun(p.towers[n])
	if d != noDirection {
		if block := g.ray[d][n] &^ g.ray[d][g.bit[to]] &^ (1 << g.bit[to]) & (p.own[0] | p.own[1]); block != 0 {
			c := first(block, d)
			switch between := g.square[c]; {
			case p.towers[c].Owner() == p.turn:
				return e.because(record.OwnPiece, message.Of("replay.own-piece",
					"piece", noun(p.towers[c]), "square", e.name(between), "side", p.turn.Term()), from, to, between)
			case !r.ManCapturesBack && p.kings&(1<<n) == 0 && (d <= upLeft) != (p.turn == record.White):
				return e.because(record.ManCapturesBack, message.Of("replay.man-captures-back",
					"piece", piece, "square", e.name(from), "rule", e.cite(ruleManCapture)), from, to)
			case p.kings&(1<<n) == 0 || !r.KingFlies:
				return e.because(record.NothingToCapture, message.Of("replay.not-next-to",
					"square", e.name(between), "from", e.name(from)), from, to, between)
			}
		}
	}
	return e.because(record.NothingToCapture, message.Of("replay.nothing-to-capture", "piece", piece, "square", e.name(from)), from, to)
}

// capture says why the word is not one of the captures that there are.
func (e *explainer) capture(from, to record.Square) message.Message {
	p, r, g := e.p, e.p.rules, e.p.rules.geometry
	mine := e.such(func(m *Move) bool { return g.square[m.from] == from })
	on := e.such(func(m *Move) bool { // those of mine that pass the word's end
		passed := uint64(0)
		for k := range max(int(m.n), 1) - 1 {
			passed |= g.landings(m, k)
		}
		return g.square[m.from] == from && passed>>g.bit[to]&1 != 0
	})
	turns, back := e.turnsBack()
	// A king that flies captures a piece before the word's end, which is free.
	n := g.bit[from]
	beyond := p.kings>>n&1 != 0 && r.KingFlies && p.At(to) == 0 && slices.ContainsFunc(e.legal, func(m Move) bool {
		return m.from == n && g.free(m.taken[0], g.leg(&m, 0), (p.own[0]|p.own[1])&^(1<<n))>>g.bit[to]&1 != 0
	})
	switch {
	case back && e.w.Separator == record.Take:
		why := message.Of("replay.turns-straight-back", "square", e.name(turns))
		if rule := r.paragraph(ruleTurnsBack); rule != "" {
			why = message.Of("replay.turns-straight-back-by", "square", e.name(turns), "rule", e.cite(ruleTurnsBack))
		}
		if len(mine) > 0 {
			why = message.Then(why, message.Of("replay.other-capture", "piece", noun(p.At(from)), "square", e.name(from), "moves", e.those(mine)))
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
			"piece", noun(p.At(from)), "square", e.name(from), "moves", e.those(mine)), from), r.preferences())
	}
}

// preferences says which captures must be preferred, if any must.
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
