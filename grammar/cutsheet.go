package grammar

import (
	"bytes"
)

// sheetFinder begins a game at the head of a sheet that follows moves.
type sheetFinder struct {
	moves bool
	blank bool
}

func (f *sheetFinder) reset() { *f = sheetFinder{} }

func (f *sheetFinder) find(line []byte, first bool) (cut, int) {
	text := bytes.TrimSpace(line)
	switch {
	case len(text) == 0:
		f.blank = true
	case text[0] >= '0' && text[0] <= '9':
		f.moves = true
	case f.moves && f.blank:
		return cutHere, 0
	}
	return cutNone, 0
}
