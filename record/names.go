package record

import (
	"strconv"
	"sync"
)

// squareNames holds a board's names both ways, so that the hot path of writing
// moves is a table look-up.
type squareNames struct {
	byNumber []Square // index 0 unused
	number   [256]uint8
	name     [256]string
}

var nameTables sync.Map // Board -> *squareNames

func tableOf(b Board) *squareNames {
	if t, ok := nameTables.Load(b); ok {
		return t.(*squareNames)
	}
	t := &squareNames{byNumber: []Square{NoSquare}}
	for i := range t.name {
		t.name[i] = "-"
	}
	for i, s := range b.Squares() {
		t.byNumber = append(t.byNumber, s)
		t.number[s] = uint8(i + 1)
		if b.Numbering == Numeric {
			t.name[s] = strconv.Itoa(i + 1)
		} else {
			t.name[s] = s.Algebraic()
		}
	}
	actual, _ := nameTables.LoadOrStore(b, t)
	return actual.(*squareNames)
}
