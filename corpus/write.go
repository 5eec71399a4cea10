package corpus

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Layout is how a generated game is written down.
type Layout string

// The layouts: three of a score sheet, and PDN.
const (
	Table   Layout = "table"   // a row a move: 1. c3-b4<tab>b6-c5
	Run     Layout = "run"     // running text: Иванов – Петров: 1. c3-b4 b6-c5 2. ...
	Columns Layout = "columns" // all moves of the side that begins, then the other's
	PDN     Layout = "pdn"     // Portable Draughts Notation 3.0
)

// Layouts returns all layouts.
func Layouts() []Layout { return []Layout{Table, Run, Columns, PDN} }

// lineWidth is where running text and PDN are broken into lines, in bytes.
const lineWidth = 79

// Writer writes the games of a Generator as text, legal or with known faults.
// Every game names its variant. Not safe for concurrent use.
type Writer struct {
	Layout   Layout
	Notation replay.Notation // Full or Short; PDN is always written as the standard wants
	Spoil    float64         // the share of games into which a fault is planted, 0 to 1

	generator *Generator
	moves     []replay.Move // where they may be spoilt
	words     [][]byte
	arena     []byte // of words
	line      []replay.Position
}

// NewWriter returns a Writer of the games that g makes, as tables in full
// notation without a fault.
func NewWriter(g *Generator) *Writer { return &Writer{Layout: Table, generator: g} }

// Append appends the text of the game with the given number to dst, without
// what stands between games, which is an empty line. Where a fault was planted
// into the game it is returned.
func (w *Writer) Append(dst []byte, number int) ([]byte, *Planted) {
	w.moves, w.words, w.arena = w.moves[:0], w.words[:0], w.arena[:0]
	final := w.generator.play(number, func(p *replay.Position, m *replay.Move, legal []replay.Move) {
		if w.Spoil > 0 {
			w.moves = append(w.moves, *m)
		}
		at := len(w.arena)
		w.arena = w.spell(w.arena, p, m, legal)
		// An arena that grows leaves the words so far where they are.
		w.words = append(w.words, w.arena[at:len(w.arena):len(w.arena)])
	})
	planted := w.plant(number, final)
	white, black := players(number)
	switch w.Layout {
	case Run:
		dst = w.run(dst, white, black)
	case Columns:
		dst = w.columns(dst, white, black)
	case PDN:
		return w.pdn(dst, white, black, final), planted
	default:
		dst = w.table(dst, white, black)
	}
	return append(append(dst, sheetResult(result(final))...), '\n'), planted
}

// spell appends a move in the notation of the writer.
func (w *Writer) spell(dst []byte, p *replay.Position, m *replay.Move, legal []replay.Move) []byte {
	switch {
	case w.Layout == PDN:
		at := len(dst)
		dst = p.AppendLandings(dst, m, legal)
		w.sign(dst[at:])
		return dst
	case w.Notation == replay.Short:
		return p.AppendShort(dst, m, legal)
	}
	return p.AppendMove(dst, m, legal)
}

// sign puts PDN's sign of captures into a word: x but in Russian draughts and
// the tower games.
func (w *Writer) sign(word []byte) {
	if w.Layout != PDN || w.variant().Towers() || w.variant().Straight() == record.Russian {
		return
	}
	for i, c := range word {
		if c == ':' {
			word[i] = 'x'
		}
	}
}

func (w *Writer) variant() record.Variant { return w.generator.rules.Variant }

func (w *Writer) table(dst []byte, white, black string) []byte {
	dst = fmt.Appendf(dst, "Вид: %v\nБелые: %s\tЧерные: %s\n", w.variant(), white, black)
	for i, word := range w.words {
		if i%2 == 0 {
			dst = strconv.AppendInt(dst, int64(i/2+1), 10)
			dst = append(dst, ". "...)
		}
		dst = append(dst, word...)
		if i%2 == 0 && i+1 < len(w.words) {
			dst = append(dst, '\t')
		} else {
			dst = append(dst, '\n')
		}
	}
	return dst
}

func (w *Writer) columns(dst []byte, white, black string) []byte {
	dst = fmt.Appendf(dst, "Вид: %v\n", w.variant())
	heads := [2]string{"Белые: " + white, "Черные: " + black}
	if w.variant().First() == record.Black {
		heads[0], heads[1] = heads[1], heads[0]
	}
	for side, head := range heads {
		dst = append(append(dst, head...), '\n')
		for i := side; i < len(w.words); i += 2 {
			dst = strconv.AppendInt(dst, int64(i/2+1), 10)
			dst = append(dst, ". "...)
			dst = append(append(dst, w.words[i]...), '\n')
		}
	}
	return dst
}

func (w *Writer) run(dst []byte, white, black string) []byte {
	dst = fmt.Appendf(dst, "Вид: %v\n", w.variant())
	begin := len(dst)
	dst = fmt.Appendf(dst, "%s – %s: ", white, black)
	return append(w.movetext(dst, begin), '\n')
}

// movetext appends the moves with their numbers in lines, the first of which
// has begun at byte begin of dst. Lines are broken before numbers.
func (w *Writer) movetext(dst []byte, begin int) []byte {
	for i := 0; i < len(w.words); i += 2 {
		pair := w.words[i:min(i+2, len(w.words))]
		number := strconv.Itoa(i/2 + 1)
		size := len(number) + len(". ")
		for _, word := range pair {
			size += len(word) + len(" ")
		}
		switch {
		case i == 0:
		case len(dst)-begin+size > lineWidth:
			dst = append(dst, '\n')
			begin = len(dst)
		default:
			dst = append(dst, ' ')
		}
		dst = append(append(dst, number...), '.')
		for _, word := range pair {
			dst = append(append(dst, ' '), word...)
		}
	}
	return dst
}

func (w *Writer) pdn(dst []byte, white, black string, final *replay.Position) []byte {
	v := w.variant()
	r := result(final)
	for _, tag := range [...][2]string{{"White", white}, {"Black", black}, {"Result", pdnResult(v, r)}, {"GameType", v.GameType()}, {"Variant", v.String()}} {
		dst = append(append(append(dst, '['), tag[0]...), " \""...)
		dst = append(append(dst, tag[1]...), "\"]\n"...)
	}
	if r.Outcome == record.Points {
		dst = append(dst, "[ResultFormat \"Points\"]\n"...)
	}
	dst = append(dst, '\n')
	dst = w.movetext(dst, len(dst))
	return append(dst, " *\n"...)
}

// sheetResult is a result as a sheet has it.
func sheetResult(r record.Result) string {
	if r.Outcome == record.Points {
		return fmt.Sprintf("Счет %v:%v", r.White, r.Black)
	}
	return r.String()
}

// pdnResult is the value of PDN's tag Result: the side that begins comes
// first, and international draughts count two points.
func pdnResult(v record.Variant, r record.Result) string {
	if r.Outcome == record.Points {
		return r.String()
	}
	win, draw, loss := "1-0", "1/2-1/2", "0-1"
	if v == record.International {
		win, draw, loss = "2-0", "1-1", "0-2"
	}
	switch {
	case r.Outcome == record.Draw:
		return draw
	case (r.Outcome == record.WhiteWins) == (v.First() == record.White):
		return win
	}
	return loss
}

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

// respell returns the word at a ply with its first or all characters replaced,
// nil where nothing changes.
func (w *Writer) respell(ply int, pairs ...string) []byte {
	if ply == len(w.words) {
		return nil
	}
	word := []byte(strings.NewReplacer(pairs...).Replace(string(w.words[ply])))
	if bytes.Equal(word, w.words[ply]) {
		return nil
	}
	return word
}

// wrongSeparator writes a colon for a dash and the other way round. A quiet
// move in short notation has no dash, and gets a colon. A capture that ends where
// it begins is no move at all with a dash.
func (w *Writer) wrongSeparator(ply int) []byte {
	if ply == len(w.words) {
		return nil
	}
	if p, m := &w.line[ply], &w.moves[ply]; p.From(m) == p.To(m) {
		return nil
	}
	word := slices.Clone(w.words[ply])
	if !bytes.ContainsAny(word, "-:x") {
		return slices.Insert(word, 1, ':')
	}
	for i, c := range word {
		switch c {
		case '-':
			word[i] = ':'
		case ':', 'x':
			word[i] = '-'
		}
	}
	w.sign(word)
	return word
}

// lookAlike writes Cyrillic letters for Latin ones and for digits.
func (w *Writer) lookAlike(ply int) []byte {
	if w.variant().Board().Numbering == record.Numeric {
		return w.respell(ply, "3", "З", "0", "О")
	}
	return w.respell(ply, "a", "а", "c", "с", "e", "е")
}

// letterCase writes capitals.
func (w *Writer) letterCase(ply int) []byte {
	if ply == len(w.words) {
		return nil
	}
	word := slices.Clone(w.words[ply])
	for i, c := range word {
		if c >= 'a' && c <= 'l' {
			word[i] = c - 'a' + 'A'
		}
	}
	if bytes.Equal(word, w.words[ply]) {
		return nil
	}
	return word
}

// dashKind writes an en dash.
func (w *Writer) dashKind(ply int) []byte { return w.respell(ply, "-", "–") }

// unreadable ends a word with what is no square of any board.
func (w *Writer) unreadable(ply int) []byte {
	if ply == len(w.words) {
		return nil
	}
	p := &w.line[ply]
	b := w.variant().Board()
	word := append(b.AppendName(nil, p.From(&w.moves[ply])), '-')
	if w.moves[ply].Captures() > 0 {
		word[len(word)-1] = ':'
	}
	w.sign(word)
	ends := []string{"q9", "d0", "b33"}
	if b.Numbering == record.Numeric {
		ends = []string{"q9", "100", "137"}
	}
	return append(word, ends[w.generator.draw(len(ends))]...)
}
