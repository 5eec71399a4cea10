package replay

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record"
)

const (
	// MaxLegal is how many legal moves a report lists where a game was stopped, and
	// how many a fault suggests for a word that may mean any of them. Kings in a
	// crowd have hundreds.
	MaxLegal = 32
	// maxSuggestions is how many legal moves are offered for an illegal one.
	maxSuggestions = 5
	// maxNamed is how many moves a message names.
	maxNamed = 6
)

// texts returns the texts in full of those legal moves that are named by their
// indices, sorted bytewise. It is AppendMove for many at once: what each of them
// has to be told apart from is found once.
func (p *Position) texts(legal []Move, named []int) []string {
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
			all[k] = g.texts[min(m.n, 1)][m.from&63][m.to&63]
			continue
		}
		own, every := g.turning(m, &chain[i]), false
		for ; others > 0 && !every; others = chain[others-1].next {
			o := int(others - 1)
			every = o != i && g.turning(&legal[o], &chain[o]) == own
		}
		all[k] = string(g.appendCapture(nil, m, true, every))
	}
	slices.Sort(all)
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
	if len(legal) <= n {
		all := make([]int, len(legal))
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

// nearest returns the texts that come nearest to the word as written, nearest
// first: those that differ from it by the fewest characters, signs and marks
// aside.
func nearest(texts []string, w *record.Word, b record.Board) []string {
	word := newPattern(canonical(w, b))
	type candidate struct {
		text     string
		distance int
	}
	candidates := make([]candidate, len(texts))
	for i, text := range texts {
		d := math.MaxInt
		if from, rest, ok := strings.Cut(text, ":"); ok && strings.Contains(rest, ":") {
			d = word.distance(from, text[strings.LastIndexByte(text, ':'):])
		}
		// It is at least the difference of their lengths.
		if more := len(text) - word.length; max(more, -more) < d {
			d = min(d, word.distance(text, ""))
		}
		candidates[i] = candidate{text, d}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return a.distance - b.distance })
	var near []string
	for _, c := range candidates[:min(len(candidates), maxSuggestions)] {
		near = append(near, c.text)
	}
	return near
}

// canonical spells the word with colons and without marks.
func canonical(w *record.Word, b record.Board) string {
	parts := make([]string, min(len(w.Steps), 16))
	for i, step := range w.Steps[:len(parts)] {
		if sq, ok := step.Square(b); ok {
			parts[i] = b.Name(sq)
		} else if step.Number > 0 {
			parts[i] = strconv.Itoa(int(step.Number))
		} else {
			parts[i] = written(step)
		}
	}
	return strings.Join(parts, ":")
}

// pattern is a word to compare others with: by character, in which places it has
// it, as bits.
type pattern struct {
	length int
	places [256]uint64
}

// newPattern makes a pattern of a word's first 64 bytes.
func newPattern(word string) *pattern {
	word = word[:min(len(word), 64)]
	p := &pattern{length: len(word)}
	for i := range len(word) {
		p.places[word[i]] |= 1 << i
	}
	return p
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

// some returns the first of the moves, of which there are so many in all, and how
// many more there are.
func some(moves []string, all int) []string {
	if all <= maxNamed {
		return moves
	}
	return append(slices.Clone(moves[:maxNamed]), fmt.Sprintf("%d more", all-maxNamed))
}
