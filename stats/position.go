package stats

import (
	"errors"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// In a key a position is the side to move, then each square of the board in
// board order: one of these bytes, a tower with the seven bytes of its word
// after it. No position's bytes are the beginning of another's.
const (
	emptySquare = iota
	whiteMan
	blackMan
	whiteKing
	blackKing
	someTower
)

// lonely are the pieces that stand alone, by their byte.
var lonely = [...]record.Tower{
	whiteMan: record.Lone(record.White, false), blackMan: record.Lone(record.Black, false),
	whiteKing: record.Lone(record.White, true), blackKing: record.Lone(record.Black, true),
}

const towerBytes = 7 // the word has 49 bits

// appendPosition appends a position's bytes.
func appendPosition(dst []byte, p *replay.Position) []byte {
	dst = append(dst, byte(p.Turn()))
squares:
	for _, s := range squaresOf(p.Rules().Variant) {
		t := p.At(s)
		for b, lone := range lonely {
			if t == lone {
				dst = append(dst, byte(b))
				continue squares
			}
		}
		dst = append(dst, someTower)
		for i := range towerBytes {
			dst = append(dst, byte(t>>(8*i)))
		}
	}
	return dst
}

// boards are the squares of each variant's board, which take time to list.
var boards = func() map[record.Variant][]record.Square {
	all := make(map[record.Variant][]record.Square)
	for _, v := range record.Variants() {
		all[v] = v.Board().Squares()
	}
	return all
}()

func squaresOf(v record.Variant) []record.Square { return boards[v] }

var errKey = errors.New("stats: not the bytes of a position")

// parsePosition reads what appendPosition wrote, and returns the rest.
func parsePosition(v record.Variant, key []byte) (p record.Position, rest []byte, err error) {
	if len(key) == 0 {
		return p, nil, errKey
	}
	p.Variant, p.Turn = v, record.Colour(key[0])
	key = key[1:]
	for _, s := range squaresOf(v) {
		if len(key) == 0 {
			return p, nil, errKey
		}
		b := key[0]
		key = key[1:]
		switch {
		case b < someTower:
			p.Put(s, lonely[b])
		case len(key) < towerBytes:
			return p, nil, errKey
		default:
			var t record.Tower
			for i := range towerBytes {
				t |= record.Tower(key[i]) << (8 * i)
			}
			key = key[towerBytes:]
			p.Put(s, t)
		}
	}
	return p, key, nil
}
