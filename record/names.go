package record

import (
	"strconv"
	"sync/atomic"
)

// squareNames maps a board's squares to names and numbers, for the hot path of writing moves.
type squareNames struct {
	byNumber []Square // index 0 unused
	number   [256]uint8
	name     [256]string
}

// nameTables caches the table of each board, indexed by the board packed into 12 bits: an index is
// several times as fast as a map, and every written square needs it.
var nameTables [1 << 12]atomic.Pointer[squareNames]

func tableOf(b Board) *squareNames {
	key := b.Files&0xf<<8 | b.Ranks&0xf<<4 | int(b.Corner&3)<<2 | b.parity()
	if b.Numbering == Numeric {
		key |= 2
	}
	at := &nameTables[key]
	if t := at.Load(); t != nil {
		return t
	}
	t := &squareNames{byNumber: []Square{NoSquare}}
	for i := range t.name {
		t.name[i] = "-"
	}
	for i, s := range b.list() {
		t.byNumber = append(t.byNumber, s)
		t.number[s] = uint8(i + 1)
		if b.Numbering == Numeric {
			t.name[s] = strconv.Itoa(i + 1)
		} else {
			t.name[s] = s.Algebraic()
		}
	}
	at.Store(t) // another goroutine's table would be the same
	return t
}
