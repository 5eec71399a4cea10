package book

import (
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// describe says in words what stands on the board, for those who cannot see it: "White
// to move. White: c3, king e5, tower b4 (3 of its own, prisoners 2). Black: h8." Behind
// it stands the position as FEN.
func (b *builder) describe(p *record.Position) string {
	turn := message.Of("play.white-to-move")
	if p.Turn == record.Black {
		turn = message.Of("play.black-to-move")
	}
	text := turn.In(b.Language) + ". "
	for _, side := range []struct {
		colour record.Colour
		id     message.ID
	}{{record.White, "book.white-pieces"}, {record.Black, "book.black-pieces"}} {
		if pieces := b.pieces(p, side.colour); len(pieces) > 0 {
			text += message.Of(side.id, "pieces", strings.Join(pieces, ", ")).In(b.Language) + ". "
		}
	}
	return text + p.FEN()
}

// pieces returns what a side has on the board, in words: men by their squares alone,
// then kings, then towers.
func (b *builder) pieces(p *record.Position, side record.Colour) []string {
	var men, kings, towers []string
	board := p.Variant.Board()
	for _, s := range board.Squares() {
		t := p.At(s)
		if t == 0 || t.Owner() != side {
			continue
		}
		name := board.Name(s)
		switch {
		case t.Height() > 1:
			id := message.ID("book.tower-on")
			if t.King() {
				id = "book.king-tower-on"
			}
			towers = append(towers, message.Of(id, "square", name, "height", b.height(t)).In(b.Language))
		case t.King():
			kings = append(kings, message.Of("book.king-on", "square", name).In(b.Language))
		default:
			men = append(men, name)
		}
	}
	return append(append(men, kings...), towers...)
}

// height says of how many pieces a tower is: its own, and the prisoners.
func (b *builder) height(t record.Tower) string {
	text := message.Of("play.own", "n", t.Own().N).In(b.Language)
	if n := t.Prisoners().N; n > 0 {
		text += ", " + message.Of("play.prisoners", "n", n).In(b.Language)
	}
	return text
}
