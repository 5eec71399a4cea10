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
	numeric := b.Numbering == Numeric
	if numeric {
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
	down := numeric && b.Corner >= TopLeft
	back := numeric && (b.Corner == BottomRight || b.Corner == TopRight)
	for i := range b.Files * b.Ranks {
		f, r := i%b.Files, i/b.Files
		if back {
			f = b.Files - 1 - f
		}
		if down {
			r = b.Ranks - 1 - r
		}
		s, n := SquareAt(f, r), len(t.byNumber)
		if !b.Has(s) {
			continue
		}
		t.byNumber = append(t.byNumber, s)
		t.number[s], t.name[s] = uint8(n), s.Algebraic()
		if numeric {
			t.name[s] = strconv.Itoa(n)
		}
	}
	at.Store(t) // another goroutine's table would be the same
	return t
}
