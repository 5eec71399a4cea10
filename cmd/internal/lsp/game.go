package lsp

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Game is a game of a document, with its verdict.
type Game struct {
	*judgement
	Number int // in the text, from 1
	start  int // where its chunk begins in the text, in bytes
}

// judgement is what was found of a game, independent of its place. Its faults are those
// of the report: gameText.FaultRange returns their places.
type judgement struct {
	Verdict      replay.Verdict
	Variant      record.Variant
	White, Black string
	Result       record.Result // as recorded
	Moves        int           // the legal ones, up to the first fault that stops the game
	Over         bool          // the side to move, Turn, has no move, so that Outcome is how it ended
	Turn         record.Colour
	Outcome      record.Outcome
	Score        *[2]int // Adiukh's points, White first
	Faults       []record.Fault

	slips []Slip // in the order of the faults

	chunk grammar.Chunk // its Offset counts from the unit
	base  int           // where the game's own text begins in the chunk's
	own   bool          // and is it; else the game is carried over, and no place in it is one of this text
}

// judge keeps what a report says of the game that was read in a chunk.
func judge(c grammar.Chunk, r *replay.Report) *judgement {
	j := &judgement{
		Verdict: r.Verdict, Variant: r.Variant,
		White: r.Game.Tag("White"), Black: r.Game.Tag("Black"), Result: r.Game.Result,
		Moves: len(r.Moves), Over: r.Over, Turn: r.Final.Turn, Outcome: r.Outcome(),
		Score: r.Score, Faults: slices.Clone(r.Faults), chunk: c,
	}
	if base := r.Game.Source.Offset - c.Source.Offset; base >= 0 && base <= int64(len(c.Text)) {
		j.base = int(base)
		j.own = strings.HasPrefix(c.Text[base:], r.Game.Text)
	}
	for i := range j.Faults {
		if j.Faults[i].Variation == 0 {
			j.slips = appendSlips(j.slips, i, j.Faults[i].Message, r.Game.Plies)
		}
	}
	return j
}

// Range returns the place of the game without the blanks around it.
func (d *gameText) Range(g *Game) (from, to Place) {
	text := g.chunk.Text
	begin := len(text) - len(strings.TrimLeft(text, blank))
	end := max(begin, len(strings.TrimRight(text, blank)))
	return d.place(g.start + begin), d.place(g.start + end)
}

const blank = " \t\r\n\f\v\u00a0\ufeff"

// FaultRange returns the place of a fault; if it has none in the text, the game's first line.
func (d *gameText) FaultRange(g *Game, f *record.Fault) (from, to Place) {
	at, end := f.At, f.At+f.Len
	if !g.own || f.Code == record.NoVariant || f.Code == record.VariantGuessed || f.Code == record.NoMoves || at < 0 || f.Len < 0 || end > len(g.chunk.Text)-g.base {
		from, _ = d.Range(g)
		return from, d.clip(Place{from.Line, len(d.lines[from.Line])})
	}
	at, end = at+g.base, end+g.base
	if at == end { // between characters: the word that begins there, else the one before
		inWord := func(r rune) bool { return !strings.ContainsRune(blank, r) }
		text := g.chunk.Text
		end = len(text) - len(strings.TrimLeftFunc(text[at:], inWord))
		if end == at {
			at = len(strings.TrimRightFunc(strings.TrimRight(text[:at], blank), inWord))
		}
	}
	return d.place(g.start + at), d.place(g.start + end)
}
