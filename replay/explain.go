package replay

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
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
	numCited
)

var cited = map[record.Variant][numCited]string{
	record.Bashni:        {"Codex 1.6.1", "Codex 1.5.2", "Codex 1.5.3", "Codex 1.6.3", "Codex 1.6.2", "Codex 1.11", ""},
	record.Lasca:         {"Codex 1.6.1", "Codex 2.4.1", "Codex 2.4.1", "Codex 1.6.3", "Codex 2.4.1", "Codex 1.11", ""},
	record.Adiukh:        {"Adiukh 3.6", "Adiukh 3.4", "Adiukh 3.9", "Adiukh 3.10", "Adiukh 3.6", "Adiukh 5.1", "Adiukh 3.5"},
	record.Russian:       {"Ukrainian rules II.3.3", "Ukrainian rules II.2.3", "Ukrainian rules II.2.5.1", "Ukrainian rules II.3.2", "Ukrainian rules II.3.7.1", "Ukrainian rules II.4.2", ""},
	record.Brazilian:     {"Ukrainian rules II.3.3", "Ukrainian rules II.2.3", "Ukrainian rules II.2.5.1", "Ukrainian rules II.3.2", "Ukrainian rules II.3.8.1", "Ukrainian rules II.4.2", ""},
	record.Checkers:      {"Ukrainian rules II.3.3", "Ukrainian rules II.2.3", "Ukrainian rules II.2.6.1", "Ukrainian rules II.3.2", "Ukrainian rules II.3.9.1", "Ukrainian rules II.4.2", ""},
	record.International: {"Ukrainian rules III.3.3", "Ukrainian rules III.2.3", "Ukrainian rules III.2.5", "Ukrainian rules III.3.2", "Ukrainian rules III.3.7", "Ukrainian rules III.4.2", ""},
}

// cite names the paragraph of the variant's rule book, or the game where no
// book has it.
func (r *Rules) cite(what rule) string {
	if r.Variant.PDNAlone() {
		return r.Variant.String() + " draughts"
	}
	if r.StuckWins && what == ruleEnd {
		return "Codex 4.1.4"
	}
	return cited[r.Variant.Straight()][what]
}

// noun names what stands on a square.
func (r *Rules) noun() string {
	if r.Towers {
		return "tower"
	}
	return "piece"
}

// explain says why the word is no legal move, in the words of the rules; told are
// the texts of some of the legal ones.
func (p *Position) explain(w *record.Word, legal []Move, told []string) string {
	r := p.rules
	b := r.geometry.board
	for _, step := range w.Steps {
		if reason := p.offBoard(step); reason != "" {
			return w.Text + ": " + reason
		}
	}
	if len(legal) == 0 {
		return fmt.Sprintf("%s: the game was over: %s has no move (%s)", w.Text, title(p.turn), r.cite(ruleEnd))
	}
	mandatory := ""
	if p.MustCapture() {
		mandatory = fmt.Sprintf("a capture was mandatory (%s): %s", r.cite(ruleMustCapture), list(some(told, len(legal)), "or"))
	}
	from, ok := w.Steps[0].Square(b)
	to, whole := w.Steps[len(w.Steps)-1].Square(b)
	if !ok || !whole || len(w.Steps) < 2 {
		if from, ok = p.onlyFrom(w); !ok {
			message := w.Text + ": no " + r.noun() + " of " + title(p.turn) + "'s can move so"
			if mandatory != "" {
				message += "; " + mandatory
			}
			return message
		}
	}
	return w.Text + ": " + p.explainMove(w, from, to, legal, mandatory)
}

// offBoard says why a step names no square of the board, or returns "".
func (p *Position) offBoard(step record.Step) string {
	b := p.rules.geometry.board
	v := p.rules.Variant
	switch {
	case step.Number > 0 && b.Numbering != record.Numeric:
		return fmt.Sprintf("%d is a number, but %v names its squares by letter and number, a1 to %s",
			step.Number, v, record.SquareAt(b.Files-1, b.Ranks-1).Algebraic())
	case step.Number > 0 && b.Numbered(int(step.Number)) == record.NoSquare:
		return fmt.Sprintf("there is no square %d, the board of %v has 1 to %d", step.Number, v, len(b.Squares()))
	case step.Number > 0:
		return ""
	case step.File >= int8(b.Files), step.Rank >= int8(b.Ranks):
		return fmt.Sprintf("%s is not on the board, which ends at %s", written(step), record.SquareAt(b.Files-1, b.Ranks-1).Algebraic())
	case step.Whole():
		if sq, ok := step.Square(b); !ok {
			return sq.Algebraic() + " is a light square; the game is played on the dark ones"
		}
	}
	return ""
}

// written returns what a step in letters and numbers writes.
func written(step record.Step) string {
	var s string
	if step.File >= 0 {
		s = string(rune('a' + step.File))
	}
	if step.Rank >= 0 {
		s += fmt.Sprint(step.Rank + 1)
	}
	return s
}

// onlyFrom returns the square of the one tower of the side to move that the
// first step of a short word can mean.
func (p *Position) onlyFrom(w *record.Word) (record.Square, bool) {
	if len(w.Steps) < 2 {
		return record.NoSquare, false
	}
	if _, whole := w.Steps[len(w.Steps)-1].Square(p.rules.geometry.board); !whole {
		return record.NoSquare, false
	}
	found := record.NoSquare
	for n, s := range p.rules.geometry.square {
		if s != record.NoSquare && p.own[p.turn]&(1<<n) != 0 && w.Steps[0].Matches(p.rules.geometry.board, s) {
			if found != record.NoSquare {
				return record.NoSquare, false
			}
			found = s
		}
	}
	return found, found != record.NoSquare
}

func (p *Position) explainMove(w *record.Word, from, to record.Square, legal []Move, mandatory string) string {
	r, g := p.rules, p.rules.geometry
	b := g.board
	tower := p.At(from)
	switch {
	case tower == 0:
		return "no " + r.noun() + " stands on " + b.Name(from)
	case tower.Owner() != p.turn:
		return fmt.Sprintf("the %s on %s is %s's, and %s is to move", r.noun(), b.Name(from), title(p.turn.Other()), title(p.turn))
	case mandatory != "":
		return p.explainCapture(w, from, to, legal, mandatory)
	case p.At(to) != 0 && to != from:
		return b.Name(to) + " is taken"
	}
	bit := uint64(1) << g.bit[from]
	king := p.kings&bit != 0
	d := directionTo(from, to)
	steps := to.Rank() - from.Rank()
	forward := 1
	if p.turn == record.Black {
		forward = -1
	}
	switch {
	case len(w.Steps) > 2 || w.Separator == record.Take:
		return p.explainNothing(from, to, d)
	case king && r.KingStands:
		return fmt.Sprintf("the tower on %s is a king, and a king has no quiet move (%s)", b.Name(from), r.cite(ruleKingStands))
	case d == noDirection:
		return fmt.Sprintf("%s and %s are not on one diagonal", b.Name(from), b.Name(to))
	case !king && steps*forward < 0:
		return fmt.Sprintf("the %s on %s is a man and moves forward only (%s)", r.noun(), b.Name(from), r.cite(ruleManForward))
	case !king && steps*forward > 1:
		return fmt.Sprintf("the %s on %s is a man and moves one square only (%s)", r.noun(), b.Name(from), r.cite(ruleManForward))
	case king && !r.KingFlies && steps*steps > 1:
		return fmt.Sprintf("the king on %s moves one square only (%s)", b.Name(from), r.cite(ruleKingFlies))
	}
	if block := g.ray[d][g.bit[from]] &^ g.ray[d][g.bit[to]] & (p.own[0] | p.own[1]); block != 0 {
		return fmt.Sprintf("%s stands in the way on %s", p.owner(block, d), b.Name(g.square[first(block, d)]))
	}
	return "no legal move is written so"
}

func (p *Position) owner(set uint64, d direction) string {
	return title(p.towers[first(set, d)].Owner()) + "'s " + p.rules.noun()
}

// explainNothing says why a capture is none.
func (p *Position) explainNothing(from, to record.Square, d direction) string {
	r, g := p.rules, p.rules.geometry
	b := g.board
	n := g.bit[from]
	if d != noDirection {
		if block := g.ray[d][n] &^ g.ray[d][g.bit[to]] &^ (1 << g.bit[to]) & (p.own[0] | p.own[1]); block != 0 {
			c := first(block, d)
			name := b.Name(g.square[c])
			switch {
			case p.towers[c].Owner() == p.turn:
				return fmt.Sprintf("there is nothing to capture: the %s on %s is %s's own", r.noun(), name, title(p.turn))
			case !r.ManCapturesBack && p.kings&(1<<n) == 0 && (d <= upLeft) != (p.turn == record.White):
				return fmt.Sprintf("there is nothing to capture: the %s on %s is a man and captures forward only (%s)", r.noun(), b.Name(from), r.cite(ruleManCapture))
			case p.kings&(1<<n) == 0 || !r.KingFlies:
				return fmt.Sprintf("there is nothing to capture: %s is not next to %s with a free square behind", name, b.Name(from))
			}
		}
	}
	return fmt.Sprintf("the %s on %s has nothing to capture", r.noun(), b.Name(from))
}

// explainCapture says why the word is not one of the captures that there are.
func (p *Position) explainCapture(w *record.Word, from, to record.Square, legal []Move, mandatory string) string {
	r, g := p.rules, p.rules.geometry
	b := g.board
	var on, mine []int // captures from here; those that pass the word's end
	for i := range legal {
		m := &legal[i]
		if g.square[m.from] != from {
			continue
		}
		mine = append(mine, i)
		var buf [8 * maxTaken]uint8
		if slices.Contains(g.landings(m, buf[:0]), g.bit[to]) {
			on = append(on, i)
		}
	}
	those := func(moves []int) string {
		return list(some(p.texts(legal, moves[:min(len(moves), MaxLegal)]), len(moves)), "or")
	}
	switch {
	case len(mine) == 0:
		return mandatory + r.preferences()
	case len(on) > 0:
		return fmt.Sprintf("the capture goes on from %s (%s): %s", b.Name(to), r.cite(ruleGoesOn), those(on))
	case p.landsBehind(from, to, legal):
		return fmt.Sprintf("a king that has several squares to land on must take one from which the capture goes on (%s): %s",
			r.cite(ruleGoesOn), those(mine))
	case w.Separator != record.Take:
		return mandatory
	default:
		return fmt.Sprintf("the %s on %s captures %s", r.noun(), b.Name(from), those(mine)) + r.preferences()
	}
}

// preferences says, for the end of a sentence, which captures must be preferred.
func (r *Rules) preferences() string {
	if r.Prefer == nil {
		return ""
	}
	parts := make([]string, len(r.Prefer))
	for i, preference := range r.Prefer {
		parts[i] = [...]string{
			MostPieces: "the most pieces must be captured",
			WithKing:   "a king must capture before a man",
			MostKings:  "the most kings must be captured",
			KingsFirst: "kings must be captured as early as can be",
		}[preference]
	}
	return "; " + strings.Join(parts, ", then ")
}

// landsBehind says whether to is a free square behind the first piece that a
// capture from the square takes.
func (p *Position) landsBehind(from, to record.Square, legal []Move) bool {
	g := p.rules.geometry
	n := g.bit[from]
	if p.kings&(1<<n) == 0 || !p.rules.KingFlies || p.At(to) != 0 {
		return false
	}
	for i := range legal {
		m := &legal[i]
		if m.from != n {
			continue
		}
		d := g.leg(m, 0)
		behind := g.ray[d][m.taken[0]]
		if block := behind & (p.own[0] | p.own[1]) &^ (1 << n); block != 0 {
			behind &^= g.ray[d][first(block, d)]
		}
		if behind&(1<<g.bit[to]) != 0 {
			return true
		}
	}
	return false
}
