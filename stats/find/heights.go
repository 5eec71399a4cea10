package find

import (
	"math/bits"
	"slices"

	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// heights is how high the towers are at each moment of a game. Only the squares of a
// move have to be counted again, and the tallest tower only where it captures.
type heights struct {
	known  bool     // of the game at hand
	counts []uint64 // by moment, in bytes: see heightOf

	height [64]uint8    // of the tower on a square
	tall   [2]uint64    // the heights of which a side has towers, as bits
	towers [2][64]uint8 // how many there are of each
	sums   uint64       // of the counts, but for the tallest
}

// The bytes of a count, White's and Black's.
const (
	tallestByte = 0
	homeByte    = 2
	awayByte    = 4
)

// heightOf returns which byte of a count a measure is in, White's.
func heightOf(measure string) int {
	return map[string]int{"tallest": tallestByte, "home": homeByte, "away": awayByte}[measure]
}

// of returns the counts of a game, of each of the first n moments. Weights is what
// a piece in a tower of each side adds to the sums on each square.
func (h *heights) of(film *replay.Film, weights *weights, n int) []uint64 {
	if h.known {
		return h.counts[:n]
	}
	h.known = true
	h.counts = slices.Grow(h.counts[:0], n)[:n]
	changed := film.Changed
	for i := range film.Cuts {
		end := n
		if i+1 < len(film.Cuts) {
			end = min(n, film.Cuts[i+1].Moment)
		}
		if at := film.Cuts[i].Moment; at < end {
			h.begin(&film.Cuts[i].At, weights)
			changed = h.follow(film, at, end, weights, changed)
		}
	}
	return h.counts
}

func (h *heights) begin(p *replay.Position, weights *weights) {
	h.tall, h.towers, h.sums = [2]uint64{}, [2][64]uint8{}, 0
	for side := range h.towers {
		for set := uint64(p.Towers(record.Colour(side))); set != 0; set &= set - 1 {
			square := bits.TrailingZeros64(set)
			h.add(side, square, p.Tower(square), weights)
		}
	}
}

// follow counts from one moment to another, between which no position is set up, and
// returns what has changed from then on.
func (h *heights) follow(film *replay.Film, at, end int, weights *weights, changed []record.Tower) []record.Tower {
	tallest := h.tallest()
	for i := at; i < end; i++ {
		h.counts[i] = h.sums | tallest
		if i == len(film.Moves) {
			break
		}
		m, b := &film.Moves[i], &film.Boards[i]
		side := int(b.Turn & 1)
		weight := &weights[side]
		from, to := m.Bits()
		if b.Taken == 0 && !b.Promotes {
			height := h.height[from&63]
			h.height[to&63] = height
			h.sums += uint64(height) * (weight[to&63] - weight[from&63])
			continue
		}
		taken := m.Taken()
		h.remove(side, from, weights)
		for left := takenSet(taken); left != 0; left &= left - 1 {
			h.remove(side^1, bits.TrailingZeros64(left), weights)
		}
		var seen uint64
		for k, c := range taken {
			if bit := uint64(1) << (c & 63); seen&bit == 0 && changed[k] != 0 && int(c) != to {
				seen |= bit
				h.add(int(changed[k].Owner()&1), int(c), changed[k], weights)
			}
		}
		h.add(side, to, changed[len(taken)], weights)
		changed = changed[len(taken)+1:]
		tallest = h.tallest()
	}
	return changed
}

// weights is what a piece in a tower adds, by side and square.
type weights [2][64]uint64

func (h *heights) add(side, square int, t record.Tower, weights *weights) {
	height := t.Height() & 63
	h.height[square&63] = uint8(height)
	h.towers[side&1][height]++
	h.tall[side&1] |= 1 << height
	h.sums += uint64(height) * weights[side&1][square&63]
}

func (h *heights) remove(side, square int, weights *weights) {
	height := h.height[square&63] & 63
	if h.towers[side&1][height]--; h.towers[side&1][height] == 0 {
		h.tall[side&1] &^= 1 << height
	}
	h.sums -= uint64(height) * weights[side&1][square&63]
}

// tallest is the part of a count that says how high the tallest towers are.
func (h *heights) tallest() uint64 {
	return uint64(bits.Len64(h.tall[0]|1)-1)<<(8*tallestByte) | uint64(bits.Len64(h.tall[1]|1)-1)<<(8*tallestByte+8)
}

// heights compiles what has to be counted in the towers of a side.
func (c *compiler) heights(measure string, side query.Side) func(f *frame, want, out []uint64) {
	weights := new(weights)
	for colour := range weights {
		home := c.part(&query.Part{Name: "home side"}, record.Colour(colour))
		away := c.part(&query.Part{Name: "far side"}, record.Colour(colour))
		for square := range weights[colour] {
			weights[colour][square] = (home>>square&1<<(8*homeByte) | away>>square&1<<(8*awayByte)) << (8 * colour)
		}
	}
	white := heightOf(measure) * 8
	return func(f *frame, _, out []uint64) {
		counts, boards := f.heights.of(f.film, weights, len(out))[f.from:f.to], f.film.Boards[f.from:f.to]
		out = out[f.from:f.to]
		switch {
		case side != query.AnySide:
			for i, n := range counts {
				out[i] = n >> (white + 8*colour(&boards[i], side)) & 0xff
			}
		case measure == "tallest":
			for i, n := range counts {
				out[i] = max(n&0xff, n>>8&0xff)
			}
		default:
			for i, n := range counts {
				out[i] = n>>white&0xff + n>>(white+8)&0xff
			}
		}
	}
}
