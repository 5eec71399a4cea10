package play

import (
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// What the moves of a game change on the board is written beside its text. The
// first and the last square that a move's text names are where it starts and ends;
// a tower between them on a diagonal loses its top piece. Most moves change no
// more, and so many of them in a row are their number:
//
//	12      so many moves change that
//	?       a move that does, and makes a king
//	:NU     one that takes the top pieces of these squares, in that order: d4, b6
//	!:NU    and makes a king
//	=AB:NU  from a1 to c1, even if the text names others
//	(…)     a variation in place of the move before, ~1(…) of the one so many plies after it
//	{FEN}   the next move is played from this position
//
// On the board of Russian columns "2:RU" is c3-d4, b6-c5, and a move that takes from c5 and b6.

// letters name the squares of a board in its order.
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"

// plain is the change of a move that its text gives in full.
const plain = ""

// changes is what a move changes.
type changes struct {
	from, to string // where it starts and ends
	code     string // where its text names these; plain where that is all
	full     string // and where it does not
}

// changesOf returns what a move changes on the board.
func changesOf(p *replay.Position, m *replay.Move) changes {
	b := p.Rules().Variant.Board()
	letter := func(s record.Square) string { n := b.Number(s); return letters[n-1 : n] }
	from, to, taken := p.From(m), p.To(m), p.Captured(m)
	c := changes{from: b.Name(from), to: b.Name(to)}
	king, squares := "", ":"
	if m.Promotes() {
		king = "!"
	}
	for _, s := range taken {
		squares += letter(s)
	}
	c.full = king + "=" + letter(from) + letter(to) + squares
	switch {
	case len(taken) > 1: // one alone is between them
		c.code = king + squares
	case m.Promotes():
		c.code = "?"
	}
	return c
}

// beside returns the code that is written beside a move's text.
func (c *changes) beside(text string) string {
	squares := strings.FieldsFunc(text, func(r rune) bool { return (r < '0' || r > '9') && (r < 'a' || r > 'l') })
	if len(squares) > 1 && squares[0] == c.from && squares[len(squares)-1] == c.to {
		return c.code
	}
	return c.full
}
