package replay

import (
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

const (
	// MaxLegal is how many legal moves a report lists where a game was stopped, and
	// how many a fault suggests for a word that may mean any of them. Kings in a
	// crowd have hundreds.
	MaxLegal = 32
	// maxNamed is how many moves a message names.
	maxNamed = 6
)

// texts returns the texts in full of those legal moves that are named by their
// indices, sorted bytewise.
func (p *Position) texts(legal []Move, named []int) []string {
	all := p.spell(legal, named)
	slices.Sort(all)
	return all
}

// spell returns the texts in full of those legal moves that are named by their
// indices. It is AppendMove for many at once: what each of them has to be told
// apart from is found once.
func (p *Position) spell(legal []Move, named []int) []string {
	g := p.rules.geometry
	// Those that start and end alike are a chain, of indices counted from 1.
	var last [64][64]uint32
	chain := make([]chained, len(legal))
	for i := range legal {
		end := &last[legal[i].from&63][legal[i].to&63]
		chain[i].next = *end
		*end = uint32(i + 1)
	}
	all := make([]string, len(named))
	for k, i := range named {
		m := &legal[i]
		others := last[m.from&63][m.to&63]
		if int(others) == i+1 && chain[i].next == 0 {
			all[k] = g.text(m.n > 0, m.from, m.to)
			continue
		}
		own, every := g.turning(m, &chain[i]), false
		for ; others > 0 && !every; others = chain[others-1].next {
			o := int(others - 1)
			every = o != i && g.turning(&legal[o], &chain[o]) == own
		}
		all[k] = string(g.appendCapture(nil, m, true, every))
	}
	return all
}

// chained is what texts finds of a move: which other starts and ends like it, and
// its turning squares.
type chained struct {
	next  uint32
	turns turningSquares
}

// turningSquares are those of a capture, of which there are fewer than maxTaken,
// each in six bits behind a 1; 0 where they are not known yet.
type turningSquares struct{ high, low uint64 }

// turning returns the turning squares of a capture, and keeps them.
func (g *geometry) turning(m *Move, found *chained) turningSquares {
	if found.turns != (turningSquares{}) {
		return found.turns
	}
	t := turningSquares{low: 1}
	var room [maxTaken]uint8
	for _, n := range g.way(m, false, room[:0]) {
		t.high = t.high<<6 | t.low>>58
		t.low = t.low<<6 | uint64(n)
	}
	found.turns = t
	return t
}

// likely returns at most n legal moves by their indices in order: where there
// are more, those first that start and end where the word does, then those that
// do either.
func (p *Position) likely(w *record.Word, legal []Move, n int) []int {
	if len(legal) <= n || len(w.Steps) == 0 {
		all := make([]int, min(len(legal), n))
		for i := range all {
			all[i] = i
		}
		return all
	}
	starts, ends := p.meant(w)
	chosen := make([]int, 0, n)
	for alike := 2; alike >= 0; alike-- {
		for i := range legal {
			m := &legal[i]
			if int(starts>>m.from&1+ends>>m.to&1) == alike && len(chosen) < n {
				chosen = append(chosen, i)
			}
		}
	}
	return chosen
}

// pattern is a word to compare others with: by character, in which places it has
// it, as bits.
type pattern struct {
	length int
	places [256]uint64
}

// maxPattern is how many bytes of a word a pattern has.
const maxPattern = 64

// set makes a pattern of a word's first bytes.
func (p *pattern) set(word string) {
	word = word[:min(len(word), maxPattern)]
	*p = pattern{length: len(word)}
	for i := range len(word) {
		p.places[word[i]] |= 1 << i
	}
}

// distance is the number of characters to change, insert or drop to make a text,
// in two parts, of the pattern (Levenshtein), a dash being a colon. A column of
// the table is two words of bits, the differences up and down: G. Myers, A fast
// bit-vector algorithm for approximate string matching, J. ACM 46 (1999).
func (p *pattern) distance(begin, end string) int {
	if p.length == 0 {
		return len(begin) + len(end)
	}
	up, down := ^uint64(0), uint64(0)
	distance, last := p.length, uint64(1)<<(p.length-1)
	for _, part := range [2]string{begin, end} {
		for i := range len(part) {
			c := part[i]
			if c == '-' {
				c = ':'
			}
			same := p.places[c]
			vertical := same | down
			horizontal := ((same & up) + up) ^ up | same
			more, less := down|^(horizontal|up), up&horizontal
			if more&last != 0 {
				distance++
			}
			if less&last != 0 {
				distance--
			}
			more, less = more<<1|1, less<<1
			up, down = less|^(vertical|more), more&vertical
		}
	}
	return distance
}

// some lists the first of the moves, of which there are so many in all, and how
// many more there are.
func some(moves []string, all int) message.List {
	if all <= maxNamed {
		return message.Or(moves...)
	}
	list := message.Or(moves[:maxNamed]...)
	list.More = all - maxNamed
	return list
}
