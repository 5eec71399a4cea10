package restore

import (
	"cmp"
	"math"
	"slices"
)

// maxStreams is the greatest number of streams of a game: two for a sheet with separate columns.
const maxStreams = 2 * MaxSheets

// maxRun is the most consecutive plies without a word that nothing reveals: two rows.
const maxRun = 4

// longer is the least probability that a run of plies without a word goes on.
const longer = 0.1

// stream is a sequence of cells that follows the plies of one side, or of both. Sheets of the same
// game are aligned with each other through the game: ROVER (Fiscus 1997) aligns recognisers'
// outputs word by word and votes; here the legal moves come between them, so that only playable
// moves are voted on.
type stream struct {
	sheet   int
	channel *channel
	serves  [2]bool // by colour: whether it has that side's moves
	cells   []cell  // and one more, after the last
	share   float64 // share of words in short notation
}

// cell is a written cell and what may have happened to it.
type cell struct {
	index  int // in the sheet
	word   *word
	twin   bool                // the next cell may repeat it
	torn   *word               // it and the next cell as one word, or nil
	halves [maxHalves][2]*word // it as two words, or nil
	drop   float64             // probability that it has no move
	again  float64             // probability that it and the next repeat the row before
	gap    [maxRun + 1]float64 // by number: probability that so many plies before it have no word
	scale  float64             // 1, or the factor that makes different cells comparable
}

const maxHalves = 3

// maxTogether is the greatest length, in characters, of two words run together.
const maxTogether = 24

// streamsOf makes the streams of a record. It returns false if a sheet is too long.
func (r *Restorer) streamsOf(rec *Record) bool {
	r.streams = r.streams[:0]
	first := rec.Variant.First()
	if rec.Start != nil {
		first = rec.Start.Turn
	}
	for i := range rec.Sheets {
		sheet := &rec.Sheets[i]
		if len(sheet.Cells) > MaxCells {
			return false
		}
		var indices [2][]int // by colour if the columns are apart, else all in the first
		turn := first
		for j := range sheet.Cells {
			if sheet.Cells[j].Sided {
				turn = sheet.Cells[j].Side
			}
			if !sheet.Apart {
				turn = 0
			}
			indices[turn] = append(indices[turn], j)
			turn = turn.Other()
		}
		c := r.channelFor(sheet.Cells)
		for colour := range indices {
			if sheet.Apart || colour == 0 {
				serves := [2]bool{colour == 0, colour == 1 || !sheet.Apart}
				r.streams = append(r.streams, streamOf(c, sheet, i, indices[colour], serves))
			}
		}
	}
	// With more than one stream, the nodes of a level have not read the same cells. To make them
	// comparable, each cell counts relative to its greatest probability.
	r.scaled, r.longWords = 0, false
	for i := range r.streams {
		s := &r.streams[i]
		for j := range s.cells[:len(s.cells)-1] {
			x := &s.cells[j]
			x.scale = 1 / s.channel.greatest(x.word)
			r.scaled += math.Log(x.scale)
			r.longWords = r.longWords || x.word.length > plainLength
		}
	}
	return true
}

// channelFor returns the channel with the square names that the words of a sheet look like.
func (r *Restorer) channelFor(cells []Cell) *channel {
	c := r.channel
	if c.other == nil {
		return c
	}
	// The first words of a sheet show its square names.
	own, other := 0.0, 0.0
	for i := range min(len(cells), 24) {
		if a, b := c.wordOf(&cells[i]), c.other.wordOf(&cells[i]); !a.mark {
			own += math.Log(a.inFull + a.inShort + 1e-12)
			other += math.Log(b.inFull + b.inShort + 1e-12)
		}
	}
	if other > own+3 {
		return c.other
	}
	return c
}

// streamOf makes the stream of the cells of a sheet with the given indices.
func streamOf(c *channel, sheet *Sheet, number int, indices []int, serves [2]bool) stream {
	s := stream{sheet: number, channel: c, serves: serves, cells: make([]cell, len(indices)+1)}
	cells := s.cells[:len(indices)]
	var lengths []int
	for i := range cells {
		x := &cells[i]
		if x.index, x.word = indices[i], c.wordOf(&sheet.Cells[indices[i]]); !x.word.mark {
			lengths = append(lengths, x.word.length)
		}
	}
	s.share = shareOfShort(c, cells)
	slices.Sort(lengths)
	usual := 5
	if len(lengths) > 0 {
		usual = lengths[len(lengths)/2]
	}
	hand := c.hand
	for i := range cells {
		x, w := &cells[i], cells[i].word
		text := sheet.Cells[x.index].Text
		x.drop = hand.Stray * w.stray
		if i+1 < len(cells) {
			next := cells[i+1].word
			x.twin = resemble(w, next)
			if !w.mark && !next.mark && max(w.length, next.length) < usual && w.length+next.length <= usual+2 {
				if joined := c.wordOf(&Cell{Text: text + sheet.Cells[cells[i+1].index].Text}); !joined.mark {
					x.torn = joined
				}
			}
			if i >= 2 && resemble(w, cells[i-2].word) && resemble(next, cells[i-1].word) {
				x.again = hand.Twice * copied(w, cells[i-2].word) * copied(next, cells[i-1].word)
			}
		}
		if !w.mark && w.length >= 5 && 2*w.length >= 3*usual && w.length <= maxTogether {
			x.divide(c, text)
		}
	}
	s.gaps(hand, sheet)
	return s
}

// shareOfShort estimates the share of words in short notation, by a few rounds of expectation
// maximisation of a mixture.
func shareOfShort(c *channel, cells []cell) float64 {
	if c.names.files == 0 {
		return 0
	}
	share := 0.3
	for range 6 {
		short, all := 0.2*share, 0.2
		for i := range cells {
			if w := cells[i].word; !w.mark && w.inFull+w.inShort > 0 {
				short += share * w.inShort / (share*w.inShort + (1-share)*w.inFull)
				all++
			}
		}
		share = within(short/all, 1e-4, 1-1e-3)
	}
	if share < 1e-3 {
		return 0
	}
	return share
}

// few is the greatest edit distance of words that resemble each other.
const few = 2

// resemble reports whether two words differ in few characters, or just one of them is illegible.
func resemble(a, b *word) bool {
	if a.mark || b.mark {
		return a.mark != b.mark
	}
	return distance(a.readings[0].text, b.readings[0].text) <= few
}

// distance returns the edit distance of two words, or few+1 if their lengths differ more.
func distance(a, b []symbol) int {
	if len(a)-len(b) > few || len(b)-len(a) > few {
		return few + 1
	}
	var row [MaxWord + 1]int
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			d := diagonal
			if a[i] != b[j] {
				d = min(diagonal, row[j], row[j+1]) + 1
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}

// copied returns the approximate probability of a word written for the same move as another.
func copied(w, of *word) float64 {
	if w.mark || of.mark {
		return 0.02
	}
	return 0.7 * math.Pow(0.004, float64(distance(w.readings[0].text, of.readings[0].text)))
}

// divide finds the places at which a text most likely divides into two words run together.
func (x *cell) divide(c *channel, text string) {
	type pair struct {
		words [2]*word
		worth float64
	}
	var best []pair
	count := 0
	for at := range text {
		if count++; count < 3 || len(text)-at < 2 || count > MaxWord {
			continue
		}
		left, right := c.wordOf(&Cell{Text: text[:at]}), c.wordOf(&Cell{Text: text[at:]})
		if !left.mark && !right.mark {
			best = append(best, pair{[2]*word{left, right}, left.stray * right.stray})
		}
	}
	slices.SortStableFunc(best, func(a, b pair) int { return cmp.Compare(b.worth, a.worth) })
	for i := range best[:min(len(best), maxHalves)] {
		x.halves[i] = best[i].words
	}
}

// gaps computes the probability that plies before each cell, and after the last, have no word.
// Numbers and columns are evidence: where they count on from the cell before, a word is missing
// only if the numbers were written without it; a gap in the numbers is probably a gap in the moves.
func (s *stream) gaps(hand *Confusions, sheet *Sheet) {
	apart, before, known := !s.serves[0] || !s.serves[1], 0, false
	for i := range s.cells {
		gap := &s.cells[i].gap
		gap[0], gap[1] = 1, hand.Lost
		for k := 2; k <= maxRun; k++ { // lost words come in rows more often than by chance
			gap[k] = gap[k-1] * max(longer, hand.Lost)
		}
		if i+1 == len(s.cells) {
			break
		}
		written := &sheet.Cells[s.cells[i].index]
		here := 2 * written.Number
		if written.Sided {
			here += int(written.Side)
		}
		if apart {
			here /= 2
		}
		if written.Number <= 0 {
			before++ // it counts on, as far as is known
			continue
		}
		if missing := here - before - 1; known && missing != 0 {
			for k := range gap {
				gap[k] *= hand.Misnumber
			}
			if missing >= 1 && missing <= maxRun {
				gap[missing] = max(gap[missing], hand.Lost*hand.Gap)
			}
		}
		before, known = here, true
	}
}
