package restore

import (
	"slices"
	"strconv"

	"github.com/stolb/stolb/record"
)

// names is a way to name the squares of a board: its own, or letters for
// numbers and numbers for letters, as some records have them.
type names struct {
	squares int
	index   [256]uint8 // number of a record.Square here, from 0
	text    [][]symbol // of each square
	file    []uint8    // the file of each square; nil where there is no short notation
	files   int
}

// namesOf returns the board's own names, or the other ones.
func namesOf(b record.Board, other bool) *names {
	other = other && b.Files != 10 // a hundred squares have numbers only
	letters := (b.Numbering == record.Algebraic) != other
	squares := b.Squares()
	if other && b.Numbering == record.Algebraic {
		// PDN counts the squares of Russian draughts as those of checkers.
		b.Numbering, b.Corner = record.Numeric, record.TopLeft
	}
	v := &names{squares: len(squares), files: b.Files}
	for i, s := range squares {
		v.index[s] = uint8(i)
		name := s.Algebraic()
		if !letters {
			name = strconv.Itoa(b.Number(s))
		}
		text, _ := fold(nil, name)
		v.text = append(v.text, text)
		if letters {
			v.file = append(v.file, uint8(s.File()))
		}
	}
	return v
}

// channel says how probable written words are for moves. It has the figures of
// a Confusions as the edit model needs them, and the words that it met, so
// that the work for a word is done once. The model is that of a noisy typist:
// each character is written right, as another one, or not at all, others may
// stand behind it, and two neighbours may change places; the probability is
// summed over all ways in which the word can have come about (Ristad and
// Yianilos 1998; without the longer blocks of Brill and Moore 2000, for a move
// has no syllables).
type channel struct {
	hand  *Confusions
	names *names
	sub   [trueSymbols][numSymbols]float64
	other *channel // of the other names of the squares
	words map[string]*word
	old   map[string]*word // what was in words before it was full
	key   []byte
	rows  [3][]float64
}

// maxWords is how many different words a channel remembers, twice over; each
// takes some 15 KB.
const maxWords = 1000

func newChannel(hand *Confusions, b record.Board, other bool) *channel {
	c := &channel{hand: hand, names: namesOf(b, other), words: make(map[string]*word)}
	for s := range c.sub {
		for w := range c.sub[s] {
			c.sub[s][w] = (1 - hand.lose[s]) * hand.char[s][w]
		}
	}
	return c
}

// word is a written cell as the channel sees it.
type word struct {
	readings []reading
	length   int     // characters of the likeliest reading
	mark     bool    // it stands for a word that cannot be read
	blank    bool    // nothing is written
	floor    float64 // the part of its probability that no move changes
	stray    float64 // its probability where no move was made, or any
	inFull   float64 // of its probability for any move in full
	inShort  float64 // and in short notation
	best     float64 // its greatest probability for a move, 0 where not asked for
	full     []float32
	short    []float32
	long     map[string]float32 // of captures with squares between
}

// reading is one of the texts that a cell may have, with its probability.
type reading struct {
	text   []symbol
	weight float64
	// Rows of probabilities by how many characters are written so far, n+1 each:
	// the start and the separator have produced the first b; the end of the move
	// produces what stands behind the first b.
	start, startShort, end []float64
}

// wordOf returns what a cell is.
func (c *channel) wordOf(cell *Cell) *word {
	c.key = append(c.key[:0], cell.Text...)
	for i := range cell.Alternatives {
		if i == 0 {
			c.key = strconv.AppendFloat(append(c.key, 0), cell.Confidence, 'g', 6, 64)
		}
		c.key = append(append(c.key, 0), cell.Alternatives[i].Text...)
		c.key = strconv.AppendFloat(append(c.key, 0), cell.Alternatives[i].Confidence, 'g', 6, 64)
	}
	if w := c.words[string(c.key)]; w != nil {
		return w
	}
	w := c.old[string(c.key)]
	if w == nil {
		w = c.newWord(cell)
	}
	if len(c.words) >= maxWords {
		c.old, c.words = c.words, make(map[string]*word, maxWords)
	}
	c.words[string(c.key)] = w
	return w
}

// read returns the texts that a cell may have, the likeliest first, with
// probabilities that sum to 1. A confidence is taken at its word, but never
// for certainty: a recogniser's own alternatives show that it doubts.
func readingsOf(cell *Cell) []Alternative {
	readings := []Alternative{{cell.Text, cell.Confidence}}
	for _, a := range cell.Alternatives {
		at := len(readings)
		for at > 1 && readings[at-1].Confidence < a.Confidence {
			at--
		}
		readings = append(readings, a)
		copy(readings[at+1:], readings[at:])
		readings[at] = a
	}
	readings = readings[:min(len(readings), MaxAlternatives)]
	if len(readings) > 1 && !(readings[0].Confidence > 0) {
		rest := 0.0
		for _, a := range readings[1:] {
			rest += within(a.Confidence, 0, 1)
		}
		readings[0].Confidence = max(1-rest, 0.5)
	}
	total := 0.0
	for i := range readings {
		if !(readings[i].Confidence > 0.001) || len(readings) == 1 {
			readings[i].Confidence = 0.001
		}
		total += readings[i].Confidence
	}
	for i := range readings {
		readings[i].Confidence /= total
	}
	return readings
}

func (c *channel) newWord(cell *Cell) *word {
	n := c.names
	w := &word{
		full:  make([]float32, 2*n.squares*n.squares),
		short: make([]float32, 2*n.files*n.squares),
	}
	for i, a := range readingsOf(cell) {
		text, whole := fold(nil, a.Text)
		mark := !whole || illegible(a.Text, text)
		if i == 0 {
			w.length, w.mark, w.blank = len(text), mark, len(text) == 0
		}
		if mark {
			w.floor += a.Confidence * c.hand.Illegible
			w.stray += a.Confidence * markStray
			if w.mark && i == 0 && w.blank {
				w.stray += a.Confidence * blankStray
			}
			continue
		}
		r := reading{text: text, weight: a.Confidence}
		c.tabulate(&r)
		full, short := c.average(&r)
		w.inFull += r.weight * full
		w.inShort += r.weight * short
		garbled := garble(len(text))
		w.floor += r.weight * c.hand.Garbled * garbled
		w.stray += r.weight * (0.5*full + 0.4*short + 0.1*garbled)
		w.readings = append(w.readings, r)
	}
	return w
}

// A mark where no move was made is as good as a word there; a blank cell is
// just a blank cell.
const (
	markStray  = 0.02
	blankStray = 20
)

// garble is the probability of a text that has nothing to do with any move.
func garble(length int) float64 {
	p := 0.15
	for range length {
		p /= 40
	}
	return p
}

// legible is the part of its probability that a word owes to its move.
func (c *channel) legible() float64 { return 1 - c.hand.Illegible - c.hand.Garbled }

// tabulate fills the rows of a reading.
func (c *channel) tabulate(r *reading) {
	n, width := c.names, len(r.text)+1
	r.start = make([]float64, 2*n.squares*width)
	r.end = make([]float64, n.squares*width)
	first := c.first(r.text, nil)
	var row, before []float64
	for s, name := range n.text {
		row, before = append(c.rows[0][:0], first...), c.rows[1][:0]
		row, before = c.spell(row, before, noSymbol, name, r.text)
		for sign, separator := range []symbol{symbolDash, symbolTake} {
			c.extend(nil, row, noSymbol, separator, r.text, r.start[(2*s+sign)*width:][:width])
		}
		c.rows[0], c.rows[1] = row, before
		c.ends(name, r.text, r.end[s*width:][:width])
	}
	if n.file == nil {
		return
	}
	r.startShort = make([]float64, 2*n.files*width)
	for f := range n.files {
		row := r.startShort[2*f*width:][:width]
		c.extend(nil, first, noSymbol, symbol(f), r.text, row)
		c.extend(nil, row, noSymbol, symbolTake, r.text, r.startShort[(2*f+1)*width:][:width])
		for b := range width {
			// Adiukh's book writes no sign for a capture either (Adiukh 7.2).
			take := &r.startShort[(2*f+1)*width+b]
			*take = 0.8**take + 0.2*row[b]
		}
	}
}

const noSymbol = 255

// first returns the row before any character is spelled: others may stand
// before the word.
func (c *channel) first(text []symbol, dst []float64) []float64 {
	p := 1 - c.hand.added
	for b := range len(text) + 1 {
		dst = append(dst, p)
		if b < len(text) {
			p *= c.hand.added * c.hand.extra[text[b]]
		}
	}
	return dst
}

// spell extends row by the characters of a name; it returns the last row, and
// the one before it, in the memory of both.
func (c *channel) spell(row, before []float64, last symbol, name, text []symbol) ([]float64, []float64) {
	for _, s := range name {
		next := c.rows[2][:0]
		next = append(next, row...)
		c.extend(before, row, last, s, text, next)
		c.rows[2] = before
		before, row, last = row, next, s
	}
	return row, before
}

// extend computes the row behind one more character s: the probability that
// what is spelled so far has produced the first b characters of text. before
// is the row before the last character, empty where no two may change places.
func (c *channel) extend(before, row []float64, last, s symbol, text []symbol, dst []float64) {
	lose, added, sub := c.hand.lose[s], c.hand.added, &c.sub[s]
	p := 0.0
	for b := range row {
		q := row[b] * lose
		if b > 0 {
			w := text[b-1]
			q += row[b-1]*sub[w] + p*added*c.hand.extra[w]
			if b > 1 && len(before) > 0 {
				q += before[b-2] * c.hand.transposed * c.sub[last][w] * sub[text[b-2]]
			}
		}
		p = q
		dst[b] = q * (1 - added)
	}
}

// ends computes the probabilities that a name, with which the word ends,
// produces what stands behind the first b characters of text.
func (c *channel) ends(name, text []symbol, dst []float64) {
	n := len(text)
	added := c.hand.added
	// behind is the row of the characters behind the one in question, with what
	// may stand before them; further is the one behind that.
	var behind, further [MaxWord + 2]float64
	for b := range dst {
		dst[b] = 0
	}
	dst[n] = 1
	for i := len(name) - 1; i >= 0; i-- {
		s := name[i]
		further = behind
		p := 0.0
		for b := n; b >= 0; b-- {
			q := (1 - added) * dst[b]
			if b < n {
				q += added * c.hand.extra[text[b]] * p
			}
			p = q
			behind[b] = q
		}
		for b := 0; b <= n; b++ {
			q := c.hand.lose[s] * behind[b]
			if b < n {
				q += c.sub[s][text[b]] * behind[b+1]
			}
			if b+1 < n && i+1 < len(name) {
				q += c.hand.transposed * c.sub[s][text[b+1]] * c.sub[name[i+1]][text[b]] * further[b+2]
			}
			dst[b] = q
		}
	}
}

// average returns the mean probability of a reading over all moves that the
// board has room for, in full and in short notation: whether a word looks like
// one of either.
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
	full = dot(mean(r.start), end)
	if r.startShort != nil {
		short = dot(mean(r.startShort), end)
	}
	return full, short
}

func dot(a, b []float64) float64 {
	p := 0.0
	b = b[:len(a)]
	for i, x := range a {
		p += x * b[i]
	}
	return p
}

// inFull returns the part of the probability of the word, given the move in
// full, that it owes to the move.
func (c *channel) inFull(w *word, from, to, sign int) float64 {
	n := c.names.squares
	at := (sign*n+from)*n + to
	if p := w.full[at]; p != 0 {
		return float64(p)
	}
	p := 0.0
	for i := range w.readings {
		r := &w.readings[i]
		width := len(r.text) + 1
		p += r.weight * dot(r.start[(2*from+sign)*width:][:width], r.end[to*width:][:width])
	}
	p = p*c.legible() + 1e-37
	w.full[at] = float32(p)
	return float64(w.full[at]) // as it will be the next time
}

// inShort returns the same given the move in short notation.
func (c *channel) inShort(w *word, from, to, sign int) float64 {
	n := c.names
	f := int(n.file[from])
	at := (sign*n.files+f)*n.squares + to
	if p := w.short[at]; p != 0 {
		return float64(p)
	}
	p := 0.0
	for i := range w.readings {
		r := &w.readings[i]
		width := len(r.text) + 1
		p += r.weight * dot(r.startShort[(2*f+sign)*width:][:width], r.end[to*width:][:width])
	}
	p = p*c.legible() + 1e-37
	w.short[at] = float32(p)
	return float64(w.short[at]) // as it will be the next time
}

// plainLength is how long a word is at most, as a rule, that names no squares
// between start and end.
const plainLength = 6

// inLong returns the same given a capture with squares between its start and
// end.
func (c *channel) inLong(w *word, squares []uint8) float64 {
	if p, ok := w.long[string(squares)]; ok {
		return float64(p)
	}
	last := len(squares) - 1
	p := 0.0
	for i := range w.readings {
		r := &w.readings[i]
		width := len(r.text) + 1
		row := append([]float64(nil), r.start[(2*int(squares[0])+1)*width:][:width]...)
		next := make([]float64, width)
		for _, s := range squares[1:last] {
			for _, letter := range append(slices.Clone(c.names.text[s]), symbolTake) {
				c.extend(nil, row, noSymbol, letter, r.text, next)
				row, next = next, row
			}
		}
		p += r.weight * dot(row, r.end[int(squares[last])*width:][:width])
	}
	p = p*c.legible() + 1e-37
	if w.long == nil {
		w.long = make(map[string]float32)
	}
	w.long[string(squares)] = float32(p)
	return float64(float32(p))
}

// greatest returns about the greatest probability that the word has for any
// move.
func (c *channel) greatest(w *word) float64 {
	if w.best == 0 {
		for i := range w.readings {
			r := &w.readings[i]
			width := len(r.text) + 1
			best := 0.0
			for _, rows := range [][]float64{r.start, r.startShort} {
				for at := 0; at < len(rows); at += width {
					row := rows[at : at+width]
					for end := 0; end < len(r.end); end += width {
						best = max(best, dot(row, r.end[end:end+width]))
					}
				}
			}
			if len(r.text) > plainLength {
				// It may be a capture with squares between, of which there are too
				// many: as good as the likeliest way to write each character.
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
	}
	return w.best
}
