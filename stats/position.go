package stats

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// In a key a position is the side to move, then each square of the board in board order: the
// index of what is alone there, or someTower and the seven bytes of the tower's word. No
// position's bytes are the beginning of another's.
const (
	someTower  = byte(len(lonely))
	towerBytes = 7 // the word has 49 bits
)

// lonely are an empty square, and the pieces that stand alone.
var lonely = [...]record.Tower{
	0, record.Lone(record.White, false), record.Lone(record.Black, false), record.Lone(record.White, true), record.Lone(record.Black, true),
}

// appendPosition appends a position's bytes.
func appendPosition(dst []byte, p *replay.Position) []byte {
	dst = append(dst, byte(p.Turn()))
	for _, s := range boards[p.Rules().Variant] {
		t := p.At(s)
		if alone := slices.Index(lonely[:], t); alone >= 0 {
			dst = append(dst, byte(alone))
			continue
		}
		dst = binary.LittleEndian.AppendUint64(append(dst, someTower), uint64(t))
		dst = dst[:len(dst)-8+towerBytes]
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

var errKey = errors.New("stats: not the bytes of a position")

// parsePosition reads what appendPosition wrote, and returns the rest.
func parsePosition(v record.Variant, key []byte) (p record.Position, rest []byte, err error) {
	if len(key) == 0 {
		return p, nil, errKey
	}
	p.Variant, p.Turn = v, record.Colour(key[0])
	key = key[1:]
	for _, s := range boards[v] {
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
			var word [8]byte
			copy(word[:], key[:towerBytes])
			key = key[towerBytes:]
			p.Put(s, record.Tower(binary.LittleEndian.Uint64(word[:])))
		}
	}
	return p, key, nil
}
