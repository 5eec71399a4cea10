package corpus

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// The layouts of Generator.Append: three kinds of score sheet, and PDN.
const (
	Table   = "table"   // one row per move: 1. c3-b4<tab>b6-c5
	Run     = "run"     // running text: Иванов – Петров: 1. c3-b4 b6-c5 2. ...
	Columns = "columns" // all moves of the side that begins, then those of the other
	PDN     = "pdn"     // Portable Draughts Notation 3.0
)

// Layouts returns all layouts.
func Layouts() []string { return []string{Table, Run, Columns, PDN} }

// lineWidth is the width at which running text and PDN are broken, in bytes.
const lineWidth = 79

// Append appends the text of the game with the given number to dst, without a blank line after it,
// in the Generator's layout and notation, with the variant's name. If a fault is planted into the
// game, truth is a line of JSON with the expected findings: game, kind (see damage.toml), ply from
// 1, word, verdict and the fault's code.
func (g *Generator) Append(dst []byte, number int) (text, truth []byte) {
	g.moves, g.words, g.arena = g.moves[:0], g.words[:0], g.arena[:0]
	final := g.play(number, func(p *replay.Position, m *replay.Move, legal []replay.Move) {
		if g.Spoil > 0 {
			g.moves = append(g.moves, *m)
		}
		at, notation := len(g.arena), g.Notation
		if g.Layout == PDN {
			notation = replay.Landings
		}
		g.arena = p.Append(g.arena, m, legal, notation)
		g.sign(g.arena[at:])
		// When the arena grows, the earlier words keep the old one.
		g.words = append(g.words, g.arena[at:len(g.arena):len(g.arena)])
	})
	truth = g.plant(number)
	white, black := players(number)
	if g.Layout == PDN {
		return g.pdn(dst, white, black, final), truth
	}
	dst = fmt.Appendf(dst, "Вид: %v\n", g.variant())
	switch g.Layout {
	case Run:
		begin := len(dst)
		dst = fmt.Appendf(dst, "%s – %s: ", white, black)
		dst = append(g.movetext(dst, begin), '\n')
	case Columns:
		dst = g.columns(dst, white, black)
	default:
		dst = g.table(fmt.Appendf(dst, "Белые: %s\tЧерные: %s\n", white, black))
	}
	r := result(final)
	if r.Outcome == record.Points {
		return fmt.Appendf(dst, "Счет %v:%v\n", r.White, r.Black), truth
	}
	return fmt.Appendln(dst, r), truth
}

// sign replaces the capture sign by PDN's x, except in Russian draughts and the tower games.
func (g *Generator) sign(word []byte) {
	if g.Layout != PDN || g.variant().Towers() || g.variant().Straight() == record.Russian {
		return
	}
	copy(word, bytes.ReplaceAll(word, []byte(":"), []byte("x")))
}

func (g *Generator) variant() record.Variant { return g.rules.Variant }

func (g *Generator) table(dst []byte) []byte {
	for i := 0; i < len(g.words); i += 2 {
		row := bytes.Join(g.words[i:min(i+2, len(g.words))], []byte("\t"))
		dst = fmt.Appendf(dst, "%d. %s\n", i/2+1, row)
	}
	return dst
}

func (g *Generator) columns(dst []byte, white, black string) []byte {
	heads := [2]string{"Белые: " + white, "Черные: " + black}
	if g.variant().First() == record.Black {
		heads[0], heads[1] = heads[1], heads[0]
	}
	for side, head := range heads {
		dst = fmt.Appendln(dst, head)
		for i := side; i < len(g.words); i += 2 {
			dst = fmt.Appendf(dst, "%d. %s\n", i/2+1, g.words[i])
		}
	}
	return dst
}

// movetext appends the moves with their numbers in lines, the first of which begins at byte begin
// of dst. Lines are broken before numbers.
func (g *Generator) movetext(dst []byte, begin int) []byte {
	for i := 0; i < len(g.words); i += 2 {
		g.text = append(strconv.AppendInt(g.text[:0], int64(i/2+1), 10), '.')
		for _, word := range g.words[i:min(i+2, len(g.words))] {
			g.text = append(append(g.text, ' '), word...)
		}
		switch {
		case i == 0:
		case len(dst)-begin+len(g.text) >= lineWidth:
			dst = append(dst, '\n')
			begin = len(dst)
		default:
			dst = append(dst, ' ')
		}
		dst = append(dst, g.text...)
	}
	return dst
}

func (g *Generator) pdn(dst []byte, white, black string, final *replay.Position) []byte {
	v, r := g.variant(), result(final)
	if v.First() == record.Black { // PDN's Result has the side that begins first
		r = r.Swapped()
	}
	written := r.String()
	if v == record.International { // which counts two
		written = [...]string{record.WhiteWins: "2-0", record.BlackWins: "0-2", record.Draw: "1-1"}[r.Outcome]
	}
	for _, tag := range [...][2]string{{"White", white}, {"Black", black}, {"Result", written}, {"GameType", v.GameType()}, {"Variant", v.String()}} {
		dst = fmt.Appendf(dst, "[%s \"%s\"]\n", tag[0], tag[1])
	}
	if r.Outcome == record.Points {
		dst = append(dst, "[ResultFormat \"Points\"]\n"...)
	}
	dst = append(dst, '\n')
	dst = g.movetext(dst, len(dst))
	return append(dst, " *\n"...)
}
