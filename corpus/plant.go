package corpus

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// plantedFault is a fault planted into a generated game, with the expected findings.
type plantedFault struct {
	Game    int         `json:"game"` // number of the game, from 1
	Kind    string      `json:"kind"` // see damage.toml
	Ply     int         `json:"ply"`  // from 1
	Word    string      `json:"word"` // as in the text
	Verdict string      `json:"verdict"`
	Code    record.Code `json:"code"` // of the expected fault
}

// planted are the kinds of damage.toml for generated games.
var planted = sync.OnceValue(func() []Damage { return Damages("generate") })

// afterTheEnd is the kind planted after the last move; all others replace a move.
const afterTheEnd = "after-end"

// spoilt returns the word written at a ply by a kind of damage, or nil if the ply cannot have it.
// It breaks the rules as coded here, independently of the engine's verdict.
func (g *Generator) spoilt(kind *Damage, ply int) []byte {
	switch kind.Name {
	case "wrong-square":
		return g.wrongSquare(ply)
	case afterTheEnd:
		return g.afterEnd(ply)
	case "unfinished-capture": // it ends where it must continue
		p, m := &g.line[ply], &g.moves[ply]
		if m.Captures() < 2 {
			return nil
		}
		return g.plantMove(ply, p.From(m), p.Landed(m)[g.draw(m.Captures()-1)], true)
	case "wrong-separator":
		return g.wrongSeparator(ply)
	case "unreadable-word":
		return g.unreadable(ply)
	case "other-side":
		return g.plantStep(ply, g.line[ply].Turn().Other())
	case "capture-missed": // by a quiet move
		if g.moves[ply].Captures() > 0 {
			return g.plantStep(ply, g.line[ply].Turn())
		}
		return nil
	}
	written := string(g.words[ply])
	if word := kind.Respell(written, g.variant().Board()); word != written {
		return []byte(word)
	}
	return nil
}

// plant plants a fault into the share of games set by Spoil, and returns it as a line of JSON, or
// nil if the game is unchanged. It tries the kinds in random order, each at the plies from a random
// one on, until one fits.
func (g *Generator) plant(number int) []byte {
	if g.Spoil <= 0 {
		return nil
	}
	g.begin(number, randomFaults)
	// A float64 has 53 bits of precision.
	if float64(g.random.Uint64()>>11)/(1<<53) >= g.Spoil {
		return nil
	}
	g.line = append(g.line[:0], *g.rules.Start())
	for i := range g.moves {
		p := g.line[i]
		p.Play(&g.moves[i])
		g.line = append(g.line, p)
	}
	kinds := planted()
	order := make([]int, len(kinds))
	for i := range order {
		j := g.draw(i + 1)
		order[i], order[j] = order[j], i
	}
	for _, k := range order {
		kind := &kinds[k]
		first := g.draw(len(g.line))
		for i := range g.line {
			ply := (first + i) % len(g.line) // the last one is after the end
			if (kind.Name == afterTheEnd) != (ply == len(g.moves)) {
				continue
			}
			word := g.spoilt(kind, ply)
			if word == nil {
				continue
			}
			g.sign(word)
			if ply == len(g.words) {
				g.words = append(g.words, nil)
			}
			g.words[ply] = word
			fault := plantedFault{number, kind.Name, ply + 1, string(word), kind.Verdict, kind.Code}
			line, err := json.Marshal(fault)
			if err != nil {
				panic(err) // impossible: JSON can represent all of it
			}
			return append(line, '\n')
		}
	}
	return nil
}

// plantMove spells a false move of two squares in the writer's notation; nil if it ends where it
// begins, or fits a legal move.
func (g *Generator) plantMove(ply int, from, to record.Square, take bool) []byte {
	if from == to {
		return nil
	}
	p := &g.line[ply]
	b := g.variant().Board()
	short := g.Notation == replay.Short && g.Layout != PDN && b.Numbering == record.Algebraic
	g.legal = p.Moves(g.legal[:0])
	for i := range g.legal {
		m := &g.legal[i]
		if p.To(m) == to && (p.From(m) == from || short && p.From(m).File() == from.File()) {
			return nil
		}
	}
	start, sign, end := b.Name(from), "-", to.Algebraic()
	if short {
		start, sign = start[:1], ""
	}
	if take {
		sign = ":"
	}
	if b.Has(to) {
		end = b.Name(to)
	}
	return []byte(start + sign + end)
}

// plantStep plants a one-square step of a side's tower: in all four directions for kings, forward
// for men, onto free squares. Adiukh's kings, on the far rank, have no step forward.
func (g *Generator) plantStep(ply int, side record.Colour) []byte {
	p := &g.line[ply]
	b := g.variant().Board()
	var steps [][2]record.Square
	for _, from := range b.Squares() {
		t := p.At(from)
		if t == 0 || t.Owner() != side {
			continue
		}
		for _, step := range [4]record.Square{0x0f, 0x11, 0xef, 0xf1} { // changes of rank and file
			forward := (step < 0x80) == (side == record.White)
			to := from + step
			if (forward || t.King() && g.variant().KingMarks()) && b.Has(to) && p.At(to) == 0 {
				steps = append(steps, [2]record.Square{from, to})
			}
		}
	}
	if len(steps) == 0 {
		return nil
	}
	s := steps[g.draw(len(steps))]
	return g.plantMove(ply, s[0], s[1], false)
}

// afterEnd adds a step of the side that moved last, after the end of the game.
func (g *Generator) afterEnd(ply int) []byte {
	if !g.line[ply].Over() {
		return nil
	}
	if word := g.plantStep(ply, g.line[ply].Turn().Other()); word != nil {
		return word
	}
	// Everything is blocked or taken: reverse the last move.
	last := g.moves[len(g.moves)-1]
	p := &g.line[ply-1]
	return g.plantMove(ply, p.To(&last), p.From(&last), false)
}

// wrongSquare ends the move on a square, dark or light, where no such move ends.
func (g *Generator) wrongSquare(ply int) []byte {
	b, p, m := g.variant().Board(), &g.line[ply], &g.moves[ply]
	squares := b.Squares()
	to := squares[g.draw(len(squares))]
	if b.Numbering == record.Algebraic && g.draw(4) == 0 {
		to = record.SquareAt(g.draw(b.Files), g.draw(b.Ranks))
	}
	return g.plantMove(ply, p.From(m), to, m.Captures() > 0)
}

// wrongSeparator exchanges colons and dashes. A quiet move in short notation has no dash, and gets
// a colon. A capture that ends where it begins is no move with a dash, so it gets none.
func (g *Generator) wrongSeparator(ply int) []byte {
	if p, m := &g.line[ply], &g.moves[ply]; p.From(m) == p.To(m) {
		return nil
	}
	written := string(g.words[ply])
	word := []byte(strings.NewReplacer("-", ":", ":", "-", "x", "-").Replace(written))
	if !strings.ContainsAny(written, "-:x") {
		word = slices.Insert(word, 1, ':')
	}
	return word
}

// unreadable ends a word with a square that no board has.
func (g *Generator) unreadable(ply int) []byte {
	p, m := &g.line[ply], &g.moves[ply]
	b := g.variant().Board()
	word := append([]byte(b.Name(p.From(m))), "-:"[min(m.Captures(), 1)])
	ends := []string{"q9", "d0", "b33"}
	if b.Numbering == record.Numeric {
		ends = []string{"q9", "100", "137"}
	}
	return append(word, ends[g.draw(len(ends))]...)
}
