package sheet

import (
	"errors"
	"slices"

	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// finish works out the layout and fills in the game.
func (b *builder) finish() {
	b.endProse(false)
	b.matchPlayers()
	b.settleDoubts()
	b.layOut()
	g := b.g
	b.outcome()
	if b.asked == record.UnknownVariant {
		b.settle()
	}
	if more := b.small - maxSmall; more > 0 {
		b.fault(record.MoreRepairs, record.Remark, place{b.untold, b.untold},
			message.Of("sheet.more-repairs", "n", more, "told", maxSmall))
	}
	if len(g.Plies) == 0 && g.Start == nil && g.Result.Text == "" && !b.broken() {
		b.fault(record.NoMoves, record.Unreadable, place{}, message.Of("sheet.no-moves"))
	}
}

// layOut works out how the moves stand on the page and puts them in the order of the game.
func (b *builder) layOut() {
	blocks := b.inBlocks()
	b.trimForm()
	if len(b.before) > 0 { // behind the last number
		b.g.After = append(b.g.After, b.before...)
	}
	g := b.g
	if b.asideAt != len(b.entries)+1 {
		g.Aside = nil // moves follow
	}
	b.firstMissing()
	first := b.position0()
	if blocks {
		g.Layout = "columns"
		b.sequence(b.entries, first)
	} else if c := b.inColumns(); c != nil {
		g.Layout = "columns"
		b.interleave(c, first)
	} else {
		g.Layout = b.layoutOf()
		b.sequence(b.entries, first)
	}
}

// firstMissing makes a move that cannot be read of dots in the place of a game's
// first move, "1. … b6-c5", where it begins as games begin. "1... b6-c5" says
// that the other side begins.
func (b *builder) firstMissing() {
	if b.start.end > 0 || b.turned {
		return
	}
	if len(b.entries) == 0 {
		if b.keepLost(); b.g.Result.Manner == record.Forfeit {
			return
		}
		if b.lost.end > 0 {
			b.entries = append(b.entries, entry{Ply: record.Ply{At: int(b.lost.end)}, number: b.lost, slip: noMove})
		} else if b.gone.end > 0 {
			b.entries = append(b.entries, entry{Ply: record.Ply{At: b.gone.at, Len: b.gone.end - b.gone.at}, slip: noMove})
		}
		return
	}
	e := &b.entries[0]
	if b.lost.end > 0 && e.number.n == 2 && !slices.ContainsFunc(b.heads, func(h columnHead) bool { return h.plies > 0 }) {
		at := int(b.lost.end)
		b.entries = slices.Insert(b.entries, 0, entry{Ply: record.Ply{At: at}, number: b.lost, slip: noMove})
		return
	}
	if !e.number.apart {
		return
	}
	at := int(e.number.end)
	dots := place{at: at + word.SkipBlank(b.g.Text[at:], 0)}
	dots.end = dots.at + max(dotsAt(b.g.Text[dots.at:]), 1)
	missing := entry{Ply: record.Ply{At: dots.at, Len: dots.end - dots.at}, number: e.number, line: e.line, cell: e.cell, slip: noMove}
	missing.number.dots, missing.number.apart = false, false
	if e.Word == nil && e.slip == nil {
		*e = missing
		return
	}
	e.number = number{}
	b.entries = slices.Insert(b.entries, 0, missing)
	for i := range b.heads {
		if b.heads[i].plies > 0 {
			b.heads[i].plies++
		}
	}
}

// keepLost keeps the number that waits for a move where it is 1 before any move: what
// follows is none.
func (b *builder) keepLost() {
	if len(b.entries) == 0 && b.number.n == 1 && !b.number.dots {
		b.lost = b.number
	}
}

var noMove = &slip{why: message.Of("grammar.cannot-be-read"), code: record.IllegibleMove}

// numberIsDue says whether the number that waits for a move goes on from that
// before.
func (b *builder) numberIsDue() bool {
	last := b.lastNumber()
	return last > 0 && int(b.number.n) == last+1
}

// position0 reads the position that the game starts from and returns the side
// that moves first.
func (b *builder) position0() record.Colour {
	g := b.g
	v := b.variant()
	first := v.First()
	if len(b.entries) > 0 && b.entries[0].number.dots {
		first = first.Other()
	}
	if b.turned {
		first = b.turn
	}
	if b.start.end == 0 {
		return first
	}
	text := g.Text[b.start.at:b.start.end]
	b.position = position.Read(text)
	if v == record.UnknownVariant {
		v = record.Bashni // whose error is told where none can have it
		if all := b.position.Variants(); len(all) > 0 {
			v = all[0]
		}
	}
	pos, faults, err := b.position.As(v)
	for _, f := range faults {
		f.At += b.start.at
		g.Faults = append(g.Faults, f)
	}
	if errors.Is(err, record.ErrUnknownTurn) {
		err = nil
	}
	if err != nil {
		at := b.start
		if e, ok := err.(*record.PositionError); ok {
			at.at += min(e.Offset, len(text))
		}
		b.fault(record.BadPosition, record.Unreadable, at, message.From(err))
		return first
	}
	if len(text) >= 2 && (text[0] == 'W' || text[0] == 'B' || text[0] == 'w' || text[0] == 'b') && !b.turned {
		first = pos.Turn // FEN says it
	}
	pos.Turn = first
	g.Start = &pos
	return first
}

// layoutOf names the layout of a sheet without columns: a run has more than
// one number, or its players, in a line.
func (b *builder) layoutOf() string {
	if b.run {
		return "run"
	}
	for i := 1; i < len(b.entries); i++ {
		if b.entries[i].line == b.entries[i-1].line && b.entries[i].number.end > 0 && !b.entries[i].number.dots {
			return "run"
		}
	}
	return "table"
}
