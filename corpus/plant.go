package corpus

import (
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Planted is a fault that was put into a generated game on purpose, and what
// must be found there.
type Planted struct {
	Game    int         `json:"game"` // its number, from 1
	Kind    string      `json:"kind"` // see plantings
	Ply     int         `json:"ply"`  // from 1
	Word    string      `json:"word"` // as it stands in the text
	Verdict string      `json:"verdict"`
	Code    record.Code `json:"code"` // of the fault
}

// planting is a way to spoil a game at a ply: word returns what is written
// there, or nil where the ply cannot be spoilt so. What it writes is wrong by
// the rules as they are written here, whatever the engine makes of it.
type planting struct {
	kind     string
	severity record.Severity
	code     record.Code
	word     func(w *Writer, ply int) []byte
}

// plantings are the kinds of faults.
var plantings = []planting{
	{"capture-missed", record.Illegal, record.IllegalMove, (*Writer).captureMissed},
	{"wrong-square", record.Illegal, record.IllegalMove, (*Writer).wrongSquare},
	{"other-side", record.Illegal, record.IllegalMove, (*Writer).otherSide},
	{"after-end", record.Illegal, record.IllegalMove, (*Writer).afterEnd},
	{"unfinished-capture", record.Illegal, record.IllegalMove, (*Writer).unfinishedCapture},
	{"wrong-separator", record.Repaired, record.WrongSeparator, (*Writer).wrongSeparator},
	{"look-alike", record.Repaired, record.LookAlike, (*Writer).lookAlike},
	{"letter-case", record.Repaired, record.LetterCase, (*Writer).letterCase},
	{"dash-kind", record.Repaired, record.DashKind, (*Writer).dashKind},
	{"unreadable-word", record.Unreadable, record.UnreadableWord, (*Writer).unreadable},
}

// verdicts are those that a fault of the severity alone leads to.
var verdicts = map[record.Severity]replay.Verdict{
	record.Repaired: replay.Repaired, record.Illegal: replay.Illegal, record.Unreadable: replay.Unreadable,
}

// plant spoils the game if it is its turn. The kinds are tried from one drawn
// at random, each at the plies from one drawn at random, until one fits.
func (w *Writer) plant(number int, final *replay.Position) *Planted {
	g := w.generator
	if w.Spoil <= 0 {
		return nil
	}
	g.begin(number, randomFaults)
	// 53 bits are what a float64 tells apart.
	if float64(g.random.Uint64()>>11)/(1<<53) >= w.Spoil {
		return nil
	}
	w.line = append(w.line[:0], *g.rules.Start())
	for i := range w.moves {
		p := w.line[i]
		p.Play(&w.moves[i])
		w.line = append(w.line, p)
	}
	order := make([]int, len(plantings))
	for i := range order {
		j := g.draw(i + 1)
		order[i], order[j] = order[j], i
	}
	for _, k := range order {
		kind := &plantings[k]
		first := g.draw(len(w.line))
		for i := range w.line {
			ply := (first + i) % len(w.line) // the last stands behind the end
			word := kind.word(w, ply)
			if word == nil {
				continue
			}
			if ply == len(w.words) {
				w.words = append(w.words, word)
			} else {
				w.words[ply] = word
			}
			return &Planted{number, kind.kind, ply + 1, string(word), verdicts[kind.severity].String(), kind.code}
		}
	}
	return nil
}

// plantMove spells a false move of two squares as the writer's notation does;
// nil where it can mean one of the legal moves.
func (w *Writer) plantMove(ply int, from, to record.Square, take bool) []byte {
	p := &w.line[ply]
	b := w.variant().Board()
	short := w.Notation == replay.Short && w.Layout != PDN && b.Numbering == record.Algebraic
	g := w.generator
	g.legal = p.Moves(g.legal[:0])
	for i := range g.legal {
		m := &g.legal[i]
		if p.To(m) == to && (p.From(m) == from || short && p.From(m).File() == from.File()) {
			return nil
		}
	}
	var word []byte
	switch {
	case short && take:
		word = append(word, 'a'+byte(from.File()), ':')
	case short:
		word = append(word, 'a'+byte(from.File()))
	default:
		word = b.AppendName(word, from)
		if take {
			word = append(word, ':')
		} else {
			word = append(word, '-')
		}
	}
	if b.Has(to) {
		word = b.AppendName(word, to)
	} else {
		word = append(word, to.Algebraic()...)
	}
	w.sign(word)
	return word
}

// steps returns one-square steps of the towers of a side: all four ways for
// kings, forward for men, onto free squares. Adiukh's kings, which stand on
// the far rank, have none forward.
func (w *Writer) steps(ply int, side record.Colour) [][2]record.Square {
	p := &w.line[ply]
	b := w.variant().Board()
	var steps [][2]record.Square
	for _, from := range b.Squares() {
		t := p.At(from)
		if t == 0 || t.Owner() != side {
			continue
		}
		for _, d := range [4][2]int{{-1, 1}, {1, 1}, {-1, -1}, {1, -1}} {
			forward := (d[1] > 0) == (side == record.White)
			if !forward && !(t.King() && w.variant().KingMarks()) {
				continue
			}
			file, rank := from.File()+d[0], from.Rank()+d[1]
			if file < 0 || rank < 0 || file >= b.Files || rank >= b.Ranks {
				continue
			}
			if to := record.SquareAt(file, rank); p.At(to) == 0 {
				steps = append(steps, [2]record.Square{from, to})
			}
		}
	}
	return steps
}

// plantStep plants one of the steps of a side.
func (w *Writer) plantStep(ply int, side record.Colour) []byte {
	steps := w.steps(ply, side)
	if len(steps) == 0 {
		return nil
	}
	s := steps[w.generator.draw(len(steps))]
	return w.plantMove(ply, s[0], s[1], false)
}

// captureMissed moves quietly where a capture is mandatory.
func (w *Writer) captureMissed(ply int) []byte {
	if ply == len(w.moves) || w.moves[ply].Captures() == 0 {
		return nil
	}
	return w.plantStep(ply, w.line[ply].Turn())
}

// otherSide moves a tower of the other side.
func (w *Writer) otherSide(ply int) []byte {
	if ply == len(w.moves) {
		return nil
	}
	return w.plantStep(ply, w.line[ply].Turn().Other())
}

// afterEnd moves where the side to move has no move; the step is anybody's.
func (w *Writer) afterEnd(ply int) []byte {
	if ply < len(w.moves) || !w.line[ply].Over() {
		return nil
	}
	if word := w.plantStep(ply, w.line[ply].Turn().Other()); word != nil {
		return word
	}
	// Everything is blocked or taken: back the way that the last move came.
	last := w.moves[len(w.moves)-1]
	p := &w.line[ply-1]
	return w.plantMove(ply, p.To(&last), p.From(&last), false)
}

// wrongSquare ends the move on a square, dark or light, where none like it
// ends.
func (w *Writer) wrongSquare(ply int) []byte {
	if ply == len(w.moves) {
		return nil
	}
	g := w.generator
	b := w.variant().Board()
	p := &w.line[ply]
	m := &w.moves[ply]
	squares := b.Squares()
	to := squares[g.draw(len(squares))]
	if b.Numbering == record.Algebraic && g.draw(4) == 0 {
		to = record.SquareAt(g.draw(b.Files), g.draw(b.Ranks))
	}
	if to == p.From(m) {
		return nil
	}
	return w.plantMove(ply, p.From(m), to, m.Captures() > 0)
}

// unfinishedCapture ends a capture where it must go on.
func (w *Writer) unfinishedCapture(ply int) []byte {
	if ply == len(w.moves) || w.moves[ply].Captures() < 2 {
		return nil
	}
	p := &w.line[ply]
	m := &w.moves[ply]
	landed := p.Landed(m)
	to := landed[w.generator.draw(len(landed)-1)]
	if to == p.From(m) {
		return nil
	}
	return w.plantMove(ply, p.From(m), to, true)
}
