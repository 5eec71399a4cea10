package corpus

import (
	"fmt"
	"strconv"

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
