package restore

import (
	"math"

	"github.com/stolb/stolb/replay"
)

// cursor is where a stream stands: the next cell, how that is to be read, and
// how many plies since the last cell had no word.
type cursor uint32

// The ways of reading the next cell.
const (
	asWritten  = 0
	swapped    = 1 // the cell behind it is read already
	secondHalf = 2 // and 3, 4: the first half of it is read, divided in this way
)

func (c cursor) next() int { return int(c >> 8) }
func (c cursor) mode() int { return int(c >> 4 & 15) }
func (c cursor) run() int  { return int(c & 15) }

func cursorAt(next, mode, run int) cursor { return cursor(next<<8 | mode<<4 | run) }

// read returns how many cells are read.
func (c cursor) read() int {
	if c.mode() == swapped {
		return c.next() + 1
	}
	return c.next()
}

// operation is what became of a ply, or of a cell, on one stream.
type operation uint8

const (
	untouched operation = iota
	matched
	lost           // the ply has no word
	twice          // it has two
	swappedFirst   // its word is the one behind the next
	swappedSecond  // its word is the one before the last
	torn           // two cells are its word
	togetherFirst  // its word is the first part of a cell
	togetherSecond // and the second
	dropped        // there was no ply
	droppedRow     // two cells are the two before once more
)

// node is a position reached after some ply with some cells read: a state of
// the search. Ways that lead to the same position at the same place are one
// node (hypothesis recombination, as decoders of speech have it).
type node struct {
	hash     uint64
	cursors  [maxStreams]cursor
	forward  float64 // the probability of all ways here, in units of its level
	best     float64 // of the best way
	backward float64 // of all ways from here, so that forward*backward is the posterior
	over     bool    // no move can be made, where the game may have ended
	ending   float64 // the probability that the game ended here
	from     int32   // the edge by which the best way comes, -1 at the start
	edges    int32   // the first edge from it
	edgesEnd int32   // and the one behind the last
	position int32   // in the pool, -1 where it is given back
	level    int32   // cells read
	ply      int32
}

// edge is a ply, or a cell that is dropped.
type edge struct {
	from, to int32
	weight   float64
	move     moveID
	done     [maxStreams]operation
}

// moveID names a move at its ply by how it is written in full: start, end,
// capture or not, and the number of its text where it needs squares between.
type moveID uint32

const noMove moveID = math.MaxUint32

func moveOf(from, to, sign, text int) moveID {
	return moveID(from | to<<6 | sign<<12 | text<<13)
}

func (m moveID) squares() (from, to, sign int) {
	return int(m & 63), int(m >> 6 & 63), int(m >> 12 & 1)
}

// text returns the number of its text, from 1; 0 where start and end tell.
func (m moveID) text() int { return int(m >> 13) }

// maxTexts is how many texts with squares between are told apart in one game.
const maxTexts = 1<<19 - 2

// level is the nodes that have read the same number of cells.
type level struct {
	nodes   []int32
	table   []int32 // by hash, node+1
	best    float64 // the greatest forward, as far as is known
	dropped float64 // the sum of forward of what was not kept
}

// ahead is how many levels an edge can reach: two cells on each of two sheets.
const ahead = 2 * MaxSheets

// lattice is all that was kept of the search.
type lattice struct {
	nodes     []node
	edges     []edge
	levels    [ahead + 4]level // a power of two, more than ahead
	scales    []float64        // by level: the logarithm of its unit
	lost      []float64        // by level: the sum of forward that was not kept
	positions []replay.Position
	free      []int32
	scale     float64
	texts     []string
	textIndex map[string]int
}

func (l *lattice) reset(levels int) {
	l.nodes, l.edges = l.nodes[:0], l.edges[:0]
	for i := range l.levels {
		l.levels[i].clear()
	}
	l.scales = append(l.scales[:0], make([]float64, levels)...)
	l.lost = append(l.lost[:0], make([]float64, levels)...)
	l.positions, l.free = l.positions[:0], l.free[:0]
	l.scale = 0
	l.texts = l.texts[:0]
	l.textIndex = nil
}

func (v *level) clear() {
	v.nodes = v.nodes[:0]
	clear(v.table)
	v.best, v.dropped = 0, 0
}

func (l *lattice) at(number int) *level { return &l.levels[uint(number)%uint(len(l.levels))] }

// find returns the node with the key in the level, or where to put it.
func (l *lattice) find(v *level, key *node) (n int32, slot int) {
	if len(v.table) == 0 {
		v.table = make([]int32, 256)
	}
	mask := len(v.table) - 1
	h := key.hash + uint64(key.ply)*0x9e3779b97f4a7c15
	for _, c := range key.cursors {
		h = (h ^ uint64(c)) * 0xbf58476d1ce4e5b9
		h ^= h >> 29
	}
	for slot = int(h>>20) & mask; v.table[slot] != 0; slot = (slot + 1) & mask {
		x := &l.nodes[v.table[slot]-1]
		if x.hash == key.hash && x.ply == key.ply && x.cursors == key.cursors {
			return v.table[slot] - 1, slot
		}
	}
	return -1, slot
}

// join leads an edge of the given probability, and its best way, to the node
// with the key; p is its position. It makes the node where there is none.
func (l *lattice) join(key *node, e *edge, forward, best float64, p *replay.Position) {
	v := l.at(int(key.level))
	n, slot := l.find(v, key)
	if n < 0 {
		n = int32(len(l.nodes))
		x := *key
		x.forward, x.best, x.backward, x.ending, x.from = 0, 0, 0, 0, -1
		if len(l.free) > 0 {
			x.position = l.free[len(l.free)-1]
			l.free = l.free[:len(l.free)-1]
			l.positions[x.position] = *p
		} else {
			x.position = int32(len(l.positions))
			l.positions = append(l.positions, *p)
		}
		l.nodes = append(l.nodes, x)
		v.nodes = append(v.nodes, n)
		v.table[slot] = n + 1
		if 2*len(v.nodes) > len(v.table) {
			l.grow(v)
		}
	}
	x := &l.nodes[n]
	x.forward += forward
	e.to = n
	if best > x.best {
		x.best, x.from = best, int32(len(l.edges))
	}
	l.edges = append(l.edges, *e)
	v.best = max(v.best, x.forward)
}

func (l *lattice) grow(v *level) {
	v.table = make([]int32, 2*len(v.table))
	for _, n := range v.nodes {
		_, slot := l.find(v, &l.nodes[n])
		v.table[slot] = n + 1
	}
}

// release gives back a node's position.
func (l *lattice) release(n int32) {
	x := &l.nodes[n]
	if x.position >= 0 {
		l.free = append(l.free, x.position)
		x.position = -1
	}
}

// rescale makes a unit of what is best in a level, so that probabilities of
// long games can be had in floating point.
func (l *lattice) rescale(number int) {
	best := l.at(number).best
	if best > 1e-60 || best == 0 {
		return
	}
	l.scale += math.Log(best)
	for i := range l.levels {
		v := l.at(number + i)
		for _, n := range v.nodes {
			l.nodes[n].forward /= best
			l.nodes[n].best /= best
		}
		v.best /= best
		v.dropped /= best
	}
}
