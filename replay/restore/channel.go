package restore

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record"
)

// names is a way to name the squares of a board: its own, or numbers for letters and letters for
// numbers, as some records do.
type names struct {
	index  [256]uint8       // index of each record.Square, from 0
	number map[string]uint8 // index of the square with a name
	text   [][]symbol       // name of each square
	file   []uint8          // file of each square; nil without short notation
	files  int              // 0 without short notation
	move   *regexp.Regexp   // matches a move, in full or short, in characters of symbols
}

// namesOf returns the board's own names, or the other ones.
func namesOf(b record.Board, other bool) *names {
	letters, squares := (b.Numbering == record.Algebraic) != other, b.Squares()
	if other {
		b = b.WithNumbers()
	}
	v, all := &names{number: make(map[string]uint8)}, ""
	for i, s := range squares {
		v.index[s] = uint8(i)
		name := s.Algebraic()
		if !letters {
			name = strconv.Itoa(b.Number(s))
		}
		v.number[name] = uint8(i)
		all += "|" + name
		text, _ := fold(name)
		v.text = append(v.text, text)
		if letters {
			v.file, v.files = append(v.file, uint8(s.File())), b.Files
		}
	}
	start := "(" + all[1:] + ")[-:]"
	if letters {
		start = "(" + start + "|[a-l][-:]?)"
	}
	v.move = regexp.MustCompile("^" + start + "(" + all[1:] + ")$")
	return v
}

// spell returns the characters of a move whose squares have the names of own.
func (n *names) spell(own *names, sign int, move string) (text []symbol) {
	for name := range strings.SplitSeq(move, "-:"[sign:sign+1]) {
		text = append(append(text, n.text[own.number[name]]...), symbolDash+symbol(sign))
	}
	return text[:len(text)-1]
}

// spellShort returns the characters of a move in short notation.
func (n *names) spellShort(sign, from, to int) []symbol {
	return append([]symbol{symbol(n.file[from]), symbolTake}[:1+sign], n.text[to]...)
}

// channel computes the probability of written words given a move. It holds the figures of a
// Confusions in the form the edit model needs, and caches the words it has met. The model is a
// noisy typist: each character is written correctly, replaced or omitted, others may be inserted
// after it, and two neighbours may be transposed; the probability is summed over all ways to
// produce the word (Ristad and Yianilos 1998; without the longer blocks of Brill and Moore 2000,
// for a move has no syllables).
type channel struct {
	hand  *Confusions
	names *names
	sub   [trueSymbols][numSymbols]float64
	other *channel // with the other square names; nil if the board has none
	words map[string]*word
}

// maxWords is the number of words that a channel caches; each takes some 6 KB.
const maxWords = 2000

func newChannel(hand *Confusions, b record.Board, other bool) *channel {
	c := &channel{hand: hand, names: namesOf(b, other), words: make(map[string]*word)}
	for s := range c.sub {
		for w := range c.sub[s] {
			c.sub[s][w] = (1 - hand.lose[s]) * hand.char[s][w]
		}
	}
	return c
}

// word is a written cell, prepared for the channel.
type word struct {
	key      string // in the cache
	readings []reading
	length   int     // characters of the likeliest reading
	mark     bool    // a mark for an illegible word
	floor    float64 // the part of its probability that is the same for every move
	stray    float64 // its probability if no move was made, or any move
	inFull   float64 // its mean probability over all moves in full
	inShort  float64 // the same in short notation
	best     float64 // its greatest probability for a move, 0 until computed
}

// reading is a possible text of a cell, with its probability.
type reading struct {
	text   []symbol
	weight float64
	// Rows of n+1 probabilities, by the number of characters written so far: the start and the
	// separator have produced the first b; the end of the move produces the text after the first b.
	start, startShort, end []float64
}

// wordOf returns the word of a cell, from the cache if it is there.
func (c *channel) wordOf(cell *Cell) *word {
	key := cell.Text
	if len(cell.Alternatives) > 0 {
		key = fmt.Sprintf("%q %v %#v", cell.Text, cell.Confidence, cell.Alternatives)
	}
	if w := c.words[key]; w != nil {
		return w
	}
	if len(c.words) == maxWords {
		clear(c.words)
	}
	w := c.newWord(cell)
	w.key, c.words[key] = key, w
	return w
}

// readingsOf returns the possible texts of a cell, its own first and then the likeliest, with
// probabilities that sum to 1. It trusts a recogniser's confidence, but never as certainty: the
// alternatives show that the recogniser doubts.
func readingsOf(cell *Cell) []Candidate {
	readings := append([]Candidate{{cell.Text, cell.Confidence}}, cell.Alternatives...)
	slices.SortStableFunc(readings[1:], likelier)
	readings = readings[:min(len(readings), MaxAlternatives)]
	if len(readings) > 1 && !(readings[0].Probability > 0) {
		rest := 0.0
		for _, a := range readings[1:] {
			rest += within(a.Probability, 0, 1)
		}
		readings[0].Probability = max(1-rest, 0.5)
	}
	total := 0.0
	for i := range readings {
		if !(readings[i].Probability > 0.001) || len(readings) == 1 {
			readings[i].Probability = 0.001
		}
		total += readings[i].Probability
	}
	for i := range readings {
		readings[i].Probability /= total
	}
	return readings
}

// likelier orders candidates by descending probability.
func likelier(a, b Candidate) int { return cmp.Compare(b.Probability, a.Probability) }

func (c *channel) newWord(cell *Cell) *word {
	w := new(word)
	for i, a := range readingsOf(cell) {
		text, whole := fold(a.Text)
		mark := !whole || illegible(a.Text, text)
		if i == 0 {
			w.length, w.mark = len(text), mark
		}
		if mark {
			w.floor += a.Probability * c.hand.Illegible
			w.stray += a.Probability * markStray
			if i == 0 && len(text) == 0 {
				w.stray += a.Probability * blankStray
			}
			continue
		}
		r := reading{text: text, weight: a.Probability}
		c.tabulate(&r)
		full, short := c.average(&r)
		w.inFull += r.weight * full
		w.inShort += r.weight * short
		garbled := 0.15 * math.Pow(40, -float64(len(text))) // it has nothing to do with any move
		w.floor += r.weight * c.hand.Garbled * garbled
		w.stray += r.weight * (0.5*full + 0.4*short + 0.1*garbled)
		w.readings = append(w.readings, r)
	}
	return w
}

// A mark without a move is as good as a word there; a blank cell is just a blank cell.
const (
	markStray  = 0.02
	blankStray = 20
)

// legible is the probability that a word was written from its move: neither a mark nor garbled.
func (c *channel) legible() float64 { return 1 - c.hand.Illegible - c.hand.Garbled }

// tabulate fills the rows of a reading.
func (c *channel) tabulate(r *reading) {
	n, width, first := c.names, len(r.text)+1, c.first(r.text)
	r.start = make([]float64, 0, 2*len(n.text)*width)
	r.end = make([]float64, 0, len(n.text)*width)
	for _, name := range n.text {
		rows := c.forward(first, name, r.text)
		for _, separator := range []symbol{symbolDash, symbolTake} {
			next := c.forward(rows[len(rows)-width:], []symbol{separator}, r.text)
			r.start = append(r.start, next[width:]...)
		}
		closed, _ := c.backward(name, r.text)
		r.end = append(r.end, closed[:width]...)
	}
	for f := range n.files {
		rows := c.forward(first, []symbol{symbol(f), symbolTake}, r.text)[width:]
		for b := range width {
			// Adiukh's book writes no sign for a capture either (Adiukh 7.2).
			rows[width+b] = 0.8*rows[width+b] + 0.2*rows[b]
		}
		r.startShort = append(r.startShort, rows...)
	}
}

// first returns the row before any character is spelled: others may be inserted before the word.
func (c *channel) first(text []symbol) []float64 {
	row, p := make([]float64, 0, len(text)+1), 1-c.hand.added
	for _, w := range text {
		row = append(row, p)
		p *= c.hand.added * c.hand.extra[w]
	}
	return append(row, p)
}

// forward returns len(spelled)+1 rows: row i holds the probability that the first i characters of
// spelled, and those inserted after them, have produced the first b characters of text. first is
// the initial row.
func (c *channel) forward(first []float64, spelled, text []symbol) []float64 {
	width, added := len(text)+1, c.hand.added
	rows := make([]float64, (len(spelled)+1)*width)
	copy(rows, first)
	for i, s := range spelled {
		row, next := rows[i*width:][:width], rows[(i+1)*width:][:width]
		lose, sub, p := c.hand.lose[s], &c.sub[s], 0.0
		for b := range row {
			q := row[b] * lose
			if b > 0 {
				w := text[b-1]
				q += row[b-1]*sub[w] + p*added*c.hand.extra[w]
				if b > 1 && i > 0 && transposable(spelled, i-1) {
					before := rows[(i-1)*width+b-2]
					q += before * c.hand.transposed * c.sub[spelled[i-1]][w] * sub[text[b-2]]
				}
			}
			p = q
			next[b] = q * (1 - added)
		}
	}
	return rows
}

// backward returns two sets of as many rows: the probability that the characters of spelled after
// the first i produce the text after its first b characters. In closed nothing more is inserted
// after character i; in open something may be.
func (c *channel) backward(spelled, text []symbol) (closed, open []float64) {
	n, width, added := len(spelled), len(text)+1, c.hand.added
	closed, open = make([]float64, (n+1)*width), make([]float64, (n+1)*width)
	closed[n*width+width-1] = 1
	for i := n; i >= 0; i-- {
		row := closed[i*width:][:width]
		if i < n {
			next, s := open[(i+1)*width:][:width], spelled[i]
			for b := range row {
				q := c.hand.lose[s] * next[b]
				if b+1 < width {
					q += c.sub[s][text[b]] * next[b+1]
				}
				if b+2 < width && i+1 < n && transposable(spelled, i) {
					q += c.hand.transposed * c.sub[s][text[b+1]] * c.sub[spelled[i+1]][text[b]] *
						open[(i+2)*width+b+2]
				}
				row[b] = q
			}
		}
		p := 0.0
		for b := width - 1; b >= 0; b-- {
			q := (1 - added) * row[b]
			if b+1 < width {
				q += added * c.hand.extra[text[b]] * p
			}
			p = q
			open[i*width+b] = q
		}
	}
	return closed, open
}

// transposable reports whether characters i and i+1 belong to one square.
func transposable(spelled []symbol, i int) bool {
	return spelled[i] < symbolDash && spelled[i+1] < symbolDash
}

// average returns the mean probability of a reading over all pairs of squares of the board, in full
// and in short notation: how much the word looks like either.
func (c *channel) average(r *reading) (full, short float64) {
	width := len(r.text) + 1
	mean := func(rows []float64) []float64 {
		m := make([]float64, width)
		for i, p := range rows {
			m[i%width] += p * float64(width) / float64(len(rows))
		}
		return m
	}
	end := mean(r.end)
	return dot(mean(r.start), end), dot(mean(r.startShort), end)
}

func dot(a, b []float64) float64 {
	p := 0.0
	b = b[:len(a)]
	for i, x := range a {
		p += x * b[i]
	}
	return p
}

// given returns the part of the word's probability that depends on its move, which ends on the
// square to; start returns the row for the rest of the move.
func (c *channel) given(w *word, to int, start func(*reading, int) []float64) float64 {
	p := 0.0
	for i := range w.readings {
		r := &w.readings[i]
		width := len(r.text) + 1
		p += r.weight * dot(start(r, width)[:width], r.end[to*width:])
	}
	return float64(float32(p*c.legible() + 1e-37))
}

// inFull returns the same part, given the move in full.
func (c *channel) inFull(w *word, from, to, sign int) float64 {
	return c.given(w, to, func(r *reading, width int) []float64 { return r.start[(2*from+sign)*width:] })
}

// inShort returns the same, given the move in short notation.
func (c *channel) inShort(w *word, from, to, sign int) float64 {
	f := int(c.names.file[from])
	return c.given(w, to, func(r *reading, width int) []float64 { return r.startShort[(2*f+sign)*width:] })
}

// plainLength is the usual greatest length of a word without squares between start and end.
const plainLength = 6

// inLong returns the same, given a capture with squares between its start and end.
func (c *channel) inLong(w *word, squares []uint8) float64 {
	last := len(squares) - 1
	return c.given(w, int(squares[last]), func(r *reading, width int) []float64 {
		row := r.start[(2*int(squares[0])+1)*width:][:width]
		for _, s := range squares[1:last] {
			for _, letter := range append(slices.Clone(c.names.text[s]), symbolTake) {
				row = c.forward(row, []symbol{letter}, r.text)[width:]
			}
		}
		return row
	})
}

// greatest returns approximately the greatest probability of the word over all moves.
func (c *channel) greatest(w *word) float64 {
	if w.best > 0 {
		return w.best
	}
	for i := range w.readings {
		r, best := &w.readings[i], 0.0
		for _, rows := range [][]float64{r.start, r.startShort} {
			for row := range slices.Chunk(rows, len(r.text)+1) {
				for end := range slices.Chunk(r.end, len(row)) {
					best = max(best, dot(row, end))
				}
			}
		}
		if len(r.text) > plainLength {
			// It may be a capture with squares between, of which there are too many to try: assume
			// the likeliest way to write each character.
			p := 0.5
			for _, t := range r.text {
				likeliest := 0.0
				for s := range c.sub {
					likeliest = max(likeliest, c.sub[s][t])
				}
				p *= likeliest
			}
			best = max(best, p)
		}
		w.best += r.weight * best * c.legible()
	}
	w.best += w.floor + 1e-300
	return w.best
}
