package restore

import "math"

// Counts is how often a hand did what, as far as restored games tell: expected
// numbers, since no game is known for certain. They are kept as whole numbers
// of a millionth, so that it makes no difference in which order, and on how
// many cores, records are counted and counts added.
type Counts struct {
	plies, lost, twice, swapped, together, torn, stray int64
	words, illegible, garbled                          int64
	endings, stopped                                   int64
	char                                               [trueSymbols][numSymbols]int64
	lose                                               [trueSymbols]int64
	spelled, added, transposed                         int64
	extra                                              [numSymbols]int64
}

const millionth = 1e-6

func tally(to *int64, n float64) { *to += int64(math.Round(n / millionth)) }

func counted(n int64) float64 { return float64(n) * millionth }

// Add adds other counts to c.
func (c *Counts) Add(o *Counts) {
	for _, sum := range [][2]*int64{
		{&c.plies, &o.plies}, {&c.lost, &o.lost}, {&c.twice, &o.twice}, {&c.swapped, &o.swapped},
		{&c.together, &o.together}, {&c.torn, &o.torn}, {&c.stray, &o.stray}, {&c.words, &o.words},
		{&c.illegible, &o.illegible}, {&c.garbled, &o.garbled}, {&c.endings, &o.endings}, {&c.stopped, &o.stopped},
		{&c.spelled, &o.spelled}, {&c.added, &o.added}, {&c.transposed, &o.transposed},
	} {
		*sum[0] += *sum[1]
	}
	for s := range c.char {
		for w := range c.char[s] {
			c.char[s][w] += o.char[s][w]
		}
		c.lose[s] += o.lose[s]
	}
	for w := range c.extra {
		c.extra[w] += o.extra[w]
	}
}

// Learn returns the hand that wrote the records, which is best told from all of
// them at once: rounds times, every game is found by the hand as it is known,
// and the hand is made of what was then written for what (expectation
// maximisation; Baum et al. 1970, Dempster, Laird and Rubin 1977). hand is what
// to begin with, and what counts for more the fewer words there are. To learn on several
// cores, use Count and Counts.Hand.
func Learn(hand *Confusions, records []*Record, rounds int) *Confusions {
	learned := hand
	for range rounds {
		var counts Counts
		r := New(learned)
		for _, rec := range records {
			r.Restore(rec, nil)
			r.Count(&counts)
		}
		learned = counts.Hand(hand)
	}
	return learned
}

// minCounted is the least posterior of an edge that is counted.
const minCounted = 1e-3

// Count adds what the record that was restored last tells of its hand. A game
// that is lost tells nothing.
func (r *Restorer) Count(c *Counts) {
	l := &r.lattice
	if r.record == nil || len(l.edges) == 0 {
		return
	}
	for i := range l.nodes {
		if n := &l.nodes[i]; n.ending > 0 {
			p := n.forward * n.ending * r.unit
			tally(&c.endings, p)
			if !n.over {
				tally(&c.stopped, p)
			}
		}
	}
	type spelling struct {
		word *word
		move moveID
		s    *stream
	}
	weights := make(map[spelling]float64)
	var order []spelling
	for i := range l.edges {
		e := &l.edges[i]
		p := l.posterior(e)
		if p < minCounted {
			continue
		}
		from := &l.nodes[e.from]
		for j := range r.streams {
			s := &r.streams[j]
			if e.move != noMove && e.done[j] != untouched {
				tally(&c.plies, p)
			}
			at := from.cursors[j]
			x := &s.cells[at.next()]
			var words [2]*word
			switch e.done[j] {
			case matched:
				words[0] = x.word
			case lost:
				tally(&c.lost, p)
			case twice:
				tally(&c.twice, p)
				words = [2]*word{x.word, s.cells[at.next()+1].word}
			case swappedFirst:
				tally(&c.swapped, p)
				words[0] = s.cells[at.next()+1].word
			case swappedSecond:
				words[0] = x.word
			case torn:
				tally(&c.torn, p)
			case togetherFirst:
				tally(&c.together, p)
			case dropped:
				tally(&c.stray, p)
			case droppedRow:
				tally(&c.twice, p)
			}
			for _, w := range words {
				if w == nil {
					continue
				}
				key := spelling{w, e.move, s}
				if _, ok := weights[key]; !ok {
					order = append(order, key)
				}
				weights[key] += p
			}
		}
	}
	for _, key := range order {
		r.countWord(c, key.s, key.word, key.move, weights[key])
	}
}

// countWord counts the characters of a word that was written for a move.
func (r *Restorer) countWord(c *Counts, s *stream, w *word, move moveID, weight float64) {
	tally(&c.words, weight)
	ch := s.channel
	from, to, sign := move.squares()
	var spellings [2][]symbol
	full := spellings[0]
	if n := move.text(); n > 0 && n <= len(r.lattice.texts) && ch == r.channel {
		full, _ = fold(full, r.lattice.texts[n-1])
	} else {
		full = append(full, ch.names.text[from]...)
		full = append(full, symbolDash+symbol(sign))
		full = append(full, ch.names.text[to]...)
	}
	spellings[0] = full
	if s.share > 0 {
		short := append(spellings[1], symbol(ch.names.file[from]))
		if sign == 1 {
			short = append(short, symbolTake)
		}
		spellings[1] = append(short, ch.names.text[to]...)
	}
	total := w.floor
	var parts []part
	for i := range w.readings {
		reading := &w.readings[i]
		for j, spelled := range spellings {
			if spelled == nil {
				continue
			}
			share := 1 - s.share
			if j == 1 {
				share = s.share
			}
			a := ch.align(spelled, reading.text)
			p := reading.weight * share * ch.legible() * a.total
			total += p
			parts = append(parts, part{a, p})
		}
	}
	if w.mark {
		tally(&c.illegible, weight)
		return
	}
	if total == 0 {
		return
	}
	tally(&c.garbled, weight*w.floor/total)
	for i := range parts {
		if share := weight * parts[i].p / total; share > minCounted {
			parts[i].a.count(c, ch, share)
		}
	}
}

type part struct {
	a alignment
	p float64
}

// alignment is all ways in which a spelling may have become a text: by
// characters spelled and written, the probability before, and behind. A state
// is one in which another character may still be added.
type alignment struct {
	spelled, text []symbol
	fore, back    []float64
	total         float64
}

// align computes forward and backward probabilities as channel does, but keeps
// them all.
func (c *channel) align(spelled, text []symbol) alignment {
	n, width := len(spelled), len(text)+1
	a := alignment{spelled: spelled, text: text, fore: make([]float64, (n+1)*width), back: make([]float64, (n+1)*width)}
	added := c.hand.added
	for i := range n + 1 {
		for b := range width {
			p := 0.0
			if i == 0 && b == 0 {
				p = 1
			}
			if b > 0 {
				p += a.fore[i*width+b-1] * added * c.hand.extra[text[b-1]]
			}
			if i > 0 {
				p += (1 - added) * a.fore[(i-1)*width+b] * c.hand.lose[spelled[i-1]]
				if b > 0 {
					p += (1 - added) * a.fore[(i-1)*width+b-1] * c.sub[spelled[i-1]][text[b-1]]
				}
				if i > 1 && b > 1 && transposable(spelled, i-2) {
					p += (1 - added) * a.fore[(i-2)*width+b-2] * c.transposition(spelled[i-2], spelled[i-1], text[b-2], text[b-1])
				}
			}
			a.fore[i*width+b] = p
		}
	}
	a.total = a.fore[n*width+width-1] * (1 - added)
	for i := n; i >= 0; i-- {
		for b := width - 1; b >= 0; b-- {
			p := 0.0
			if i == n && b == width-1 {
				p = 1 - added
			}
			if b+1 < width {
				p += a.back[i*width+b+1] * added * c.hand.extra[text[b]]
			}
			if i < n {
				p += (1 - added) * a.back[(i+1)*width+b] * c.hand.lose[spelled[i]]
				if b+1 < width {
					p += (1 - added) * a.back[(i+1)*width+b+1] * c.sub[spelled[i]][text[b]]
				}
				if i+1 < n && b+2 < width && transposable(spelled, i) {
					p += (1 - added) * a.back[(i+2)*width+b+2] * c.transposition(spelled[i], spelled[i+1], text[b], text[b+1])
				}
			}
			a.back[i*width+b] = p
		}
	}
	return a
}

// transposable says whether the characters from i on are of one square.
func transposable(spelled []symbol, i int) bool {
	return spelled[i] < symbolDash && spelled[i+1] < symbolDash
}

func (c *channel) transposition(s, t, v, w symbol) float64 {
	return c.hand.transposed * c.sub[s][w] * c.sub[t][v]
}

// count adds what the alignment tells of single characters, with a weight.
func (a *alignment) count(c *Counts, ch *channel, weight float64) {
	width := len(a.text) + 1
	added := ch.hand.added
	weight /= a.total
	tally(&c.spelled, weight*a.total*float64(len(a.spelled)+1))
	for i := range len(a.spelled) + 1 {
		for b := range width {
			p := weight * a.fore[i*width+b]
			if p == 0 {
				continue
			}
			if b+1 < width {
				q := p * added * ch.hand.extra[a.text[b]] * a.back[i*width+b+1]
				tally(&c.added, q)
				tally(&c.extra[a.text[b]], q)
			}
			if i == len(a.spelled) {
				continue
			}
			s := a.spelled[i]
			p *= 1 - added
			tally(&c.lose[s], p*ch.hand.lose[s]*a.back[(i+1)*width+b])
			if b+1 < width {
				tally(&c.char[s][a.text[b]], p*ch.sub[s][a.text[b]]*a.back[(i+1)*width+b+1])
			}
			if i+1 < len(a.spelled) && b+2 < width && transposable(a.spelled, i) {
				tally(&c.transposed, p*ch.transposition(s, a.spelled[i+1], a.text[b], a.text[b+1])*a.back[(i+2)*width+b+2])
			}
		}
	}
}

// How many plies, or characters, the hand that learning begins with is worth.
const (
	priorPlies = 100
	priorChars = 60 // of how often a character is wrong at all
	priorRow   = 25 // of what one character is taken for
)

// Hand returns the hand that the counts tell of, given the one to begin with.
func (c *Counts) Hand(prior *Confusions) *Confusions {
	h := *prior
	rate := func(to *float64, n int64, of int64) {
		*to = within((counted(n)+*to*priorPlies)/(counted(of)+priorPlies), 1e-6, 0.4)
	}
	rate(&h.Lost, c.lost, c.plies)
	rate(&h.Twice, c.twice, c.plies)
	rate(&h.Swapped, c.swapped, c.plies)
	rate(&h.Together, c.together, c.plies)
	rate(&h.Torn, c.torn, c.plies)
	rate(&h.Stray, c.stray, c.plies)
	rate(&h.Illegible, c.illegible, c.words)
	rate(&h.Garbled, c.garbled, c.words)
	rate(&h.Stops, c.stopped, c.plies)

	// How often any character goes wrong, and by which of these it is best
	// explained what becomes of it: the hand to begin with, another character
	// of the same kind, any, or one that cannot be read.
	var n, wrong, lose, priorWrong, priorLose float64
	for s := range c.char {
		for w, k := range c.char[s] {
			n += counted(k)
			if w != s {
				wrong += counted(k)
			}
		}
		lose += counted(c.lose[s])
		priorWrong += 1 - prior.char[s][s]
		priorLose += prior.lose[s]
	}
	priorWrong /= trueSymbols
	priorLose /= trueSymbols
	wrong = (wrong + priorWrong*priorChars) / (n + priorChars)
	lose = (lose + priorLose*priorChars) / (n + lose + priorChars)
	h.added = within((counted(c.added)+prior.added*priorChars)/(counted(c.spelled)+priorChars), 1e-6, 0.2)
	h.transposed = within((counted(c.transposed)+prior.transposed*priorChars)/(counted(c.spelled)+priorChars), 1e-6, 0.2)
	for w := range h.extra {
		h.extra[w] = (counted(c.extra[w]) + prior.extra[w]*priorRow) / (counted(c.added) + priorRow)
	}
	components := c.explain(prior)
	for s := range h.char {
		var expected [numSymbols]float64
		for w := range expected {
			expected[w] = wrong * components[s][w]
		}
		expected[s] = 1 - wrong
		total := 0.0
		for _, k := range c.char[s] {
			total += counted(k)
		}
		for w := range h.char[s] {
			h.char[s][w] = (counted(c.char[s][w]) + priorRow*expected[w]) / (total + priorRow)
		}
		h.lose[s] = within((counted(c.lose[s])+priorRow*lose)/(counted(c.lose[s])+total+priorRow), 1e-6, 0.5)
	}
	return &h
}

// explain returns for each character what it is expected to be taken for where
// it is taken for another: a mixture of which the shares are learned from all
// characters together.
func (c *Counts) explain(prior *Confusions) (mixed [trueSymbols][numSymbols]float64) {
	const kinds = 4
	var parts [trueSymbols][kinds][numSymbols]float64
	for s := range parts {
		parts[s][0] = spread(func(w symbol) float64 {
			if int(w) == s {
				return 0
			}
			return prior.char[s][w]
		})
		parts[s][1] = sameKind(symbol(s))
		parts[s][2] = spread(func(w symbol) float64 { return notItself(s, w) })
		parts[s][3][symbolMark] = 1
	}
	begin := [kinds]float64{0.55, 0.3, 0.1, 0.05}
	shares := begin
	for range 8 {
		var sums [kinds]float64
		for k := range sums {
			sums[k] = 8 * begin[k]
		}
		for s := range c.char {
			for w := range c.char[s] {
				n := counted(c.char[s][w])
				if w == s || n == 0 {
					continue
				}
				p := 0.0
				for k := range shares {
					p += shares[k] * parts[s][k][w]
				}
				for k := range shares {
					sums[k] += n * shares[k] * parts[s][k][w] / p
				}
			}
		}
		total := sum(sums[:])
		for k := range shares {
			shares[k] = sums[k] / total
		}
	}
	for s := range mixed {
		for w := range mixed[s] {
			for k := range shares {
				mixed[s][w] += shares[k] * parts[s][k][w]
			}
		}
	}
	return mixed
}
