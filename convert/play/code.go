package play

import (
	"strconv"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// letters name the squares of a board in its order.
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"

// appendChange appends what a move changes on the board: the number of pieces
// that it takes where there are any, the squares that it starts from and ends on,
// those from which it takes the top piece, in that order, and "!" where it makes
// a king. On the board of Russian columns "JN" is c3-d4, and "1NUR" d4:b6, which
// takes from c5.
func appendChange(dst []byte, p *replay.Position, m *replay.Move) []byte {
	b := p.Rules().Variant.Board()
	letter := func(s record.Square) byte { return letters[b.Number(s)-1] }
	taken := p.Captured(m)
	if len(taken) > 0 {
		dst = strconv.AppendInt(dst, int64(len(taken)), 10)
	}
	dst = append(dst, letter(p.From(m)), letter(p.To(m)))
	for _, s := range taken {
		dst = append(dst, letter(s))
	}
	if m.Promotes() {
		dst = append(dst, '!')
	}
	return dst
}
