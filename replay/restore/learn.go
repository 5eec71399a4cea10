package restore

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// The events that are counted of a hand.
const (
	countedPlies = iota
	countedLost
	countedTwice
	countedSwapped
	countedTogether
	countedTorn
	countedStray
	countedWords
	countedIllegible
	countedGarbled
	countedStopped
	countedSpelled
	countedAdded
	countedTransposed
	numCounted
)

// counts is how often a hand did what, according to restored games: expected numbers, since no game
// is certain. They are integers, in millionths, so that the order of the records makes no
// difference.
type counts struct {
	of    [numCounted]int64
	char  [trueSymbols][numSymbols]int64
	lose  [trueSymbols]int64
	extra [numSymbols]int64
}

const millionth = 1e-6

func tally(to *int64, n float64) { *to += int64(math.Round(n / millionth)) }

func counted(n int64) float64 { return float64(n) * millionth }

// Learn returns the hand that wrote the records, best learned from all of them at once. In each of
// rounds rounds it restores every game with the current hand, then estimates the hand from the
// words and their moves (expectation maximisation; Baum et al. 1970, Dempster, Laird and Rubin
// 1977). hand is the initial one, and weighs more the fewer words there are. jobs workers run at
// once; their number does not change the result. Texts that are no records are left out, for a hand
// learned from them explains anything; if most are, Learn returns hand unchanged. The error is that
// of ctx.
func Learn(ctx context.Context, hand *Confusions, records []*Record, rounds, jobs int) (*Confusions, error) {
	learned, given := hand, len(records)
	records = slices.Clone(records)
	for range rounds {
		var all counts
		var next atomic.Int64
		var counting sync.Mutex
		var workers sync.WaitGroup
		for range max(jobs, 1) {
			workers.Go(func() {
				r := New(learned)
				for ctx.Err() == nil {
					i := int(next.Add(1)) - 1
					if i >= len(records) {
						break
					}
					if r.Restore(records[i], nil); len(r.lattice.edges) == 0 {
						records[i] = nil
					}
					counting.Lock()
					r.count(&all)
					counting.Unlock()
				}
			})
		}
		workers.Wait()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		records = slices.DeleteFunc(records, func(rec *Record) bool { return rec == nil })
		if 2*len(records) < given {
			return hand, nil
		}
		learned = all.hand(hand)
	}
	return learned, nil
}

// minCounted is the least posterior of an edge that is counted.
const minCounted = 1e-3

// count adds the evidence of the last restored record about its hand: none if the game is lost.
func (r *Restorer) count(c *counts) {
	l := &r.lattice
	for i := range l.nodes {
		if n := &l.nodes[i]; n.ending > 0 && !n.over {
			tally(&c.of[countedStopped], n.forward*n.ending*(1/r.total))
		}
	}
	type spelling struct {
		word string // the key; the same word may be made twice, if the cache is full
		move moveID
		s    *stream
	}
	type weighted struct {
		word   *word
		weight float64
	}
	weights := make(map[spelling]weighted)
	for i := 1; i < len(l.edges); i++ { // the first leads to the start
		e := &l.edges[i]
		p := l.posterior(e)
		if p < minCounted {
			continue
		}
		from := &l.nodes[e.from]
		for j := range r.streams {
			s, done := &r.streams[j], e.done[j]
			if e.move != noMove && done != untouched {
				tally(&c.of[countedPlies], p)
			}
			effect := &effects[done]
			if effect.counted != countedPlies {
				tally(&c.of[effect.counted], p)
			}
			cells := s.cells[from.cursors[j].next:]
			for _, i := range effect.words {
				w := cells[i].word
				key := spelling{w.key, e.move, s}
				weights[key] = weighted{w, weights[key].weight + p}
			}
		}
	}
	for key, w := range weights { // in any order: integers are added
		r.countWord(c, key.s, w.word, key.move, w.weight)
	}
}

// countWord counts the characters of a word that was written for a move.
func (r *Restorer) countWord(c *counts, s *stream, w *word, move moveID, weight float64) {
	tally(&c.of[countedWords], weight)
	if w.mark {
		tally(&c.of[countedIllegible], weight)
		return
	}
	ch := s.channel
	from, to, sign := move.squares()
	full := ch.names.spell(r.channel.names, sign, r.textOf(move))
	total := w.floor
	var parts []alignment
	add := func(reading *reading, spelled []symbol, share float64) {
		fore := ch.forward(ch.first(reading.text), spelled, reading.text)
		_, back := ch.backward(spelled, reading.text)
		p := reading.weight * share * ch.legible() * fore[len(fore)-1]
		total += p
		parts = append(parts, alignment{spelled, reading.text, fore, back, p})
	}
	for i := range w.readings {
		add(&w.readings[i], full, 1-s.share)
		if s.share > 0 {
			add(&w.readings[i], ch.names.spellShort(sign, from, to), s.share)
		}
	}
	if total == 0 {
		return
	}
	tally(&c.of[countedGarbled], weight*w.floor/total)
	for i := range parts {
		if share := weight * parts[i].p / total; share > minCounted {
			parts[i].count(c, ch, share)
		}
	}
}

// alignment is all the ways in which a spelling may have become a text: the rows of
// channel.forward, and the open rows of channel.backward.
type alignment struct {
	spelled, text []symbol
	fore, back    []float64
	p             float64 // of the word, given this spelling
}

// count adds the evidence of the alignment about single characters, with a weight.
func (a *alignment) count(c *counts, ch *channel, weight float64) {
	width, hand := len(a.text)+1, ch.hand
	tally(&c.of[countedSpelled], weight*float64(len(a.spelled)+1))
	weight /= a.fore[len(a.fore)-1]
	for i := range len(a.spelled) + 1 {
		for b := range width {
			p := weight * a.fore[i*width+b]
			if b+1 < width {
				w := a.text[b]
				q := p / (1 - hand.added) * hand.added * hand.extra[w] * a.back[i*width+b+1]
				tally(&c.of[countedAdded], q)
				tally(&c.extra[w], q)
			}
			if i == len(a.spelled) {
				continue
			}
			s := a.spelled[i]
			tally(&c.lose[s], p*hand.lose[s]*a.back[(i+1)*width+b])
			if b+1 < width {
				tally(&c.char[s][a.text[b]], p*ch.sub[s][a.text[b]]*a.back[(i+1)*width+b+1])
			}
			if i+1 < len(a.spelled) && b+2 < width && transposable(a.spelled, i) {
				q := hand.transposed * ch.sub[s][a.text[b+1]] * ch.sub[a.spelled[i+1]][a.text[b]]
				tally(&c.of[countedTransposed], p*q*a.back[(i+2)*width+b+2])
			}
		}
	}
}

// The weight of the initial hand in learning, in plies or characters.
const (
	priorPlies = 100.0
	priorChars = 60.0 // for how often a character is wrong at all
	priorRow   = 25   // for what one character is taken for
)

// hand returns the hand that the counts show, given the initial one.
func (c *counts) hand(prior *Confusions) *Confusions {
	h := *prior
	for _, rate := range h.rates() {
		if rate.counted == countedPlies {
			continue // it is not learned
		}
		n, of, worth, most := counted(c.of[rate.counted]), counted(c.of[rate.of]), priorPlies, 0.4
		if rate.of == countedSpelled {
			worth, most = priorChars, 0.2
		}
		*rate.value = within((n+*rate.value*worth)/(of+worth), 1e-6, most)
	}

	// How often any character goes wrong, and which of these best explains the result: the initial
	// hand, another character of the same kind, any character, or an illegible one.
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
	added := counted(c.of[countedAdded])
	for w := range h.extra {
		h.extra[w] = (counted(c.extra[w]) + prior.extra[w]*priorRow) / (added + priorRow)
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
		lost := counted(c.lose[s])
		h.lose[s] = within((lost+priorRow*lose)/(lost+total+priorRow), 1e-6, 0.5)
	}
	return &h
}

// explain returns for each character the expected distribution of its mistakes: a mixture whose
// shares are learned from all characters together.
func (c *counts) explain(prior *Confusions) (mixed [trueSymbols][numSymbols]float64) {
	const kinds = 4
	var parts [trueSymbols][kinds][numSymbols]float64
	for s := range parts {
		parts[s][0] = spread(func(w symbol) float64 { return prior.char[s][w] * notItself(s, w) })
		parts[s][1] = sameKind(symbol(s))
		parts[s][2] = spread(func(w symbol) float64 { return notItself(s, w) })
		parts[s][3][symbolMark] = 1
	}
	begin := [kinds]float64{0.55, 0.3, 0.1, 0.05}
	shares := begin
	for round := 0; ; round++ {
		var sums [kinds]float64
		for k := range sums {
			sums[k] = 8 * begin[k]
		}
		for s := range mixed {
			for w := range mixed[s] {
				p := 0.0
				for k := range shares {
					p += shares[k] * parts[s][k][w]
				}
				mixed[s][w] = p
				if n := counted(c.char[s][w]); w != s && n > 0 {
					for k := range shares {
						sums[k] += n * shares[k] * parts[s][k][w] / p
					}
				}
			}
		}
		if round == 8 {
			return mixed
		}
		total := sum(sums[:])
		for k := range shares {
			shares[k] = sums[k] / total
		}
	}
}
