package restore

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// The bounds of the search. They are constants, so that time and memory grow
// with the length of the record and with nothing else.
const (
	// DefaultWidth is how many nodes of a level are followed.
	DefaultWidth = 600
	// maxEdges is about how many edges a lattice may have, for which it takes
	// some 200 MB; usualMoves is how many a node has in most positions.
	maxEdges   = 2_000_000
	usualMoves = 12
	// A node is followed if it is not so much less probable than the best of its level. The first
	// search is narrow; if it leaves doubts, a wide one follows; and if that finds nothing that can
	// be believed, the widest, with twice the width.
	narrow = 1e-5
	wide   = 1e-7
	widest = 1e-9
	// settled is the probability from which no second search is needed, if no
	// word is less probable, in comparison with what it could be, than plausible.
	settled   = 0.99
	plausible = 1e-5
	credible  = 1e-8
	// A text is no record, and not searched further, where after so many cells the most probable
	// way explains them, a cell, worse by this logarithm than moves at random. By the general hand
	// random words have about -3, records in which four characters of ten are wrong about 1.
	enoughCells = 40
	leastFit    = -2
)

// cursor is how far a stream is read.
type cursor struct {
	next uint16 // cell
	mode uint8  // in which way that is to be read
	run  uint8  // how many plies since the last cell had no word
}

// The ways of reading the next cell.
const (
	asWritten  = 0
	swapped    = 1 // the cell after it is read already
	secondHalf = 2 // and 3, 4: the first half of it is read, divided in this way
)

// read returns how many cells are read.
func (c cursor) read() int {
	if c.mode == swapped {
		return int(c.next) + 1
	}
	return int(c.next)
}

// operation is what became of a ply, or of a cell, on one stream.
type operation uint8

const (
	untouched operation = iota
	matched
	lost           // the ply has no word
	twice          // it has two
	swappedFirst   // its word is the one after the next
	swappedSecond  // its word is the one before the last
	torn           // two cells are its word
	togetherFirst  // its word is the first part of a cell
	togetherSecond // and the second
	dropped        // there was no ply
	droppedRow     // two cells are the two before once more
)

// effects has what each operation makes of the cells from the next on.
var effects = [...]struct {
	shown   int   // the one that is written for the move; none for none
	words   []int // those that are a word of the move
	gone    []int // those for which there was no move
	repeats bool  // which are another once more
	counted int   // of a hand, besides plies
}{
	untouched:      {shown: none},
	matched:        {words: []int{0}},
	lost:           {shown: none, counted: countedLost},
	twice:          {words: []int{0, 1}, gone: []int{1}, repeats: true, counted: countedTwice},
	swappedFirst:   {shown: 1, words: []int{1}, counted: countedSwapped},
	swappedSecond:  {words: []int{0}},
	torn:           {counted: countedTorn},
	togetherFirst:  {counted: countedTogether},
	togetherSecond: {},
	dropped:        {shown: none, gone: []int{0}, counted: countedStray},
	droppedRow:     {shown: none, gone: []int{0, 1}, repeats: true, counted: countedTwice},
}

const none = -1

// state is a position reached after some ply with some cells read. Ways that lead to the same state
// are one node (hypothesis recombination, as decoders of speech have it).
type state struct {
	hash    uint64 // of the position
	cursors [maxStreams]cursor
	ply     int32
}

// node is a state of the search with its probabilities.
type node struct {
	state
	forward  float64 // the probability of all ways here, in units of its level
	best     float64 // of the best way
	backward float64 // of all ways from here, so that forward*backward is the posterior
	over     bool    // no move can be made, where the game may have ended
	ending   float64 // the probability that the game ended here
	from     int32   // the edge by which the best way comes, -1 at the start
	edges    int32   // the first edge from it; the others follow
	position int32   // its index in the level's positions, while that is followed
	level    int32   // cells read; -1 where it is not followed
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

func (m moveID) squares() (from, to, sign int) {
	return int(m & 63), int(m >> 6 & 63), int(m >> 12 & 1)
}

// text returns the number of its text, from 1; 0 where start and end tell.
func (m moveID) text() int { return int(m >> 13) }

// maxTexts is how many texts with squares between are distinguished in one game.
const maxTexts = 1<<19 - 2

// level is the nodes that have read the same number of cells.
type level struct {
	nodes     []int32
	index     map[state]int32
	positions []replay.Position
	best      float64 // the greatest forward, as far as is known
	dropped   float64 // the sum of forward of what was not kept
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
	l.scale, l.texts, l.textIndex = 0, l.texts[:0], make(map[string]int)
}

func (v *level) clear() {
	v.nodes, v.positions = v.nodes[:0], v.positions[:0]
	if clear(v.index); v.index == nil {
		v.index = make(map[state]int32)
	}
	v.best, v.dropped = 0, 0
}

func (l *lattice) at(number int) *level { return &l.levels[uint(number)%uint(len(l.levels))] }

// join leads an edge to the state at a level, of which p is the position: with the probability of
// all ways and of the best. It makes the node where there is none.
func (l *lattice) join(to state, number int, e edge, forward, best float64, p *replay.Position) {
	v := l.at(number)
	n, ok := v.index[to]
	if !ok {
		n = int32(len(l.nodes))
		position := int32(len(v.positions))
		l.nodes = append(l.nodes, node{state: to, from: -1, position: position, level: int32(number)})
		v.positions, v.nodes = append(v.positions, *p), append(v.nodes, n)
		v.index[to] = n
	}
	x := &l.nodes[n]
	x.forward += forward
	if best > x.best {
		x.best, x.from = best, int32(len(l.edges))
	}
	e.to = n
	l.edges = append(l.edges, e)
	v.best = max(v.best, x.forward)
}

// leaveOut marks a node as one of the level that is not followed.
func (v *level) leaveOut(n *node) {
	v.dropped += n.forward
	n.level = -1
}

// rescale makes a unit of what is best in a level, as long games would leave floating point.
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

// step returns the weight of an edge from the unit of the one level to that of
// the other, and the node to which it leads; 0 where that is not followed.
func (l *lattice) step(e *edge) (weight float64, to *node) {
	if to = &l.nodes[e.to]; to.level < 0 {
		return 0, to
	}
	weight = e.weight
	if a, b := l.scales[l.nodes[e.from].level], l.scales[to.level]; a != b {
		weight *= math.Exp(a - b)
	}
	return weight, to
}

// candidate is a legal move as the words need it.
type candidate struct {
	move           int // index in the legal ones
	from, to, sign int
	plain          bool // start and end tell it
	short          bool // short notation tells it
	way            []uint8
	every          []uint8 // every landing, where way has only the turning squares and is not that
	id             moveID
}

// candidates lists the legal moves of a position.
func (r *Restorer) candidates(p *replay.Position) []candidate {
	r.legal = p.Moves(r.legal[:0])
	n := r.channel.names
	r.moves = r.moves[:0]
	for i := range r.legal {
		m := &r.legal[i]
		from, to := int(n.index[p.From(m)]), int(n.index[p.To(m)])
		c := candidate{move: i, from: from, to: to, plain: true, short: true}
		if m.Captures() > 0 {
			c.sign = 1
		}
		for j := range r.moves {
			o := &r.moves[j]
			if o.to != c.to {
				continue
			}
			if o.from == c.from {
				c.plain, o.plain = false, false
			}
			if n.file != nil && n.file[o.from] == n.file[c.from] {
				c.short, o.short = false, false
			}
		}
		r.moves = append(r.moves, c)
	}
	for i := range r.moves {
		c, text := &r.moves[i], 0
		var every []uint8 // start and landings
		if r.longWords && r.legal[i].Captures() > 1 {
			every = append(every, uint8(c.from))
			for _, s := range p.Landed(&r.legal[i]) {
				every = append(every, n.index[s])
			}
		}
		if !c.plain {
			inFull := r.moveText(p, c)
			text = r.lattice.textNumber(inFull)
			for name := range strings.SplitSeq(inFull, ":") {
				c.way = append(c.way, n.number[name])
			}
			if len(every) != len(c.way) {
				c.every = every
			}
		} else {
			c.way = every
		}
		c.id = moveID(c.from | c.to<<6 | c.sign<<12 | text<<13)
	}
	return r.moves
}

// textNumber returns the number of a text with squares between, from 1.
func (l *lattice) textNumber(text string) int {
	if i, ok := l.textIndex[text]; ok {
		return i
	}
	if len(l.texts) >= maxTexts {
		return maxTexts + 1
	}
	l.texts = append(l.texts, text)
	l.textIndex[text] = len(l.texts)
	return len(l.texts)
}

// probability returns that of a word, given a move.
func (r *Restorer) probability(s *stream, w *word, m *candidate) float64 {
	if w.mark && len(w.readings) == 0 {
		return w.floor
	}
	c := s.channel
	p := c.inFull(w, m.from, m.to, m.sign)
	if len(m.way) > 0 {
		switch hand := c.hand; {
		case !m.plain:
			p = (1-hand.Omitted)*c.inLong(w, m.way) + hand.Omitted*p
			if len(m.every) > 0 && w.length > plainLength {
				p = (1-hand.Superfluous)*p + hand.Superfluous*c.inLong(w, m.every)
			}
		case w.length > plainLength:
			p = (1-hand.Superfluous)*p + hand.Superfluous*c.inLong(w, m.way)
		}
	}
	if s.share > 0 {
		q := p
		if m.short {
			q = c.inShort(w, m.from, m.to, m.sign)
		}
		p += s.share * (q - p)
	}
	return p + w.floor
}

// options calls f with what a ply may be on a stream, given the move, if it is more probable than
// least, and returns the probability of all else.
func (r *Restorer) options(
	s *stream, at cursor, m *candidate, least float64, f func(to cursor, done operation, weight float64),
) (left float64) {
	hand, i, last := r.channel.hand, int(at.next), len(s.cells)-1
	add := func(next, mode, run int, done operation, weight float64) {
		if mode == asWritten && done != lost {
			weight *= s.cells[next].gap[0]
		}
		if weight > least {
			f(cursor{uint16(next), uint8(mode), uint8(run)}, done, weight)
		} else {
			left += weight
		}
	}
	x := &s.cells[i]
	switch mode := at.mode; {
	case mode == swapped:
		add(i+2, asWritten, 0, swappedSecond, r.probability(s, x.word, m)*x.scale)
		return left
	case mode >= secondHalf:
		add(i+1, asWritten, 0, togetherSecond, r.probability(s, x.halves[mode-secondHalf][1], m))
		return left
	}
	if run := int(at.run); run < maxRun {
		add(i, asWritten, run+1, lost, x.gap[run+1]/x.gap[run])
	}
	if i == last {
		return left
	}
	p := r.probability(s, x.word, m) * x.scale
	add(i+1, asWritten, 0, matched, p)
	if i+1 < last {
		y := &s.cells[i+1]
		if x.twin && p*hand.Twice > least {
			add(i+2, asWritten, 0, twice, p*hand.Twice*r.probability(s, y.word, m)*y.scale)
		}
		if hand.Swapped > least {
			add(i, swapped, 0, swappedFirst, hand.Swapped*r.probability(s, y.word, m)*y.scale)
		}
		if x.torn != nil {
			add(i+2, asWritten, 0, torn, hand.Torn*r.probability(s, x.torn, m)*x.scale*y.scale)
		}
	}
	for h := range x.halves {
		if w := x.halves[h][0]; w != nil {
			add(i, secondHalf+h, 0, togetherFirst, hand.Together*r.probability(s, w, m)*x.scale)
		}
	}
	return left
}

// search fills the lattice: a beam search over positions, level by level, of
// which the levels are the numbers of cells read, so that what is compared has
// the same evidence. It returns false, with an empty lattice, if the text is no record.
func (r *Restorer) search(start *replay.Position, width int, gap float64) bool {
	l, total, weight := &r.lattice, 0, 1.0
	for i := range r.streams {
		s := &r.streams[i]
		total += len(s.cells) - 1
		weight *= s.cells[0].gap[0]
	}
	l.reset(total + 1)
	first := edge{from: -1, move: noMove, weight: 1}
	l.join(state{hash: start.Hash()}, 0, first, weight, weight, start)
	for number := range total + 1 {
		if best := l.at(number).best; number == enoughCells && best > 0 &&
			math.Log(best)+l.scale < enoughCells*(r.atRandom()+leastFit) {
			l.reset(0)
			return false
		}
		r.processLevel(number, width, gap)
	}
	return true
}

// atRandom returns the mean logarithm of the probability of a cell, for a move at random, over
// the first enoughCells of each stream: the search has read no others when they are compared.
func (r *Restorer) atRandom() (mean float64) {
	n := 0.0
	for i := range r.streams {
		s := &r.streams[i]
		for j := range s.cells[:min(len(s.cells)-1, enoughCells)] {
			w := s.cells[j].word
			p := w.stray
			if w.mark {
				p = w.floor * markStray
			}
			mean += math.Log(p * s.cells[j].scale)
			n++
		}
	}
	return mean / n
}

// processLevel follows a level's nodes by their plies: one without a word leads to the same level.
func (r *Restorer) processLevel(number, width int, gap float64) {
	l := &r.lattice
	l.rescale(number)
	l.scales[number] = l.scale
	v := l.at(number)
	// A long record may be followed as widely as a short one only while there is memory for it.
	width = min(width, max((maxEdges-len(l.edges))/((len(l.scales)-number)*usualMoves), 16))
	least := v.best * gap
	if len(v.nodes) > width {
		r.sorted = r.sorted[:0]
		for _, n := range v.nodes {
			r.sorted = append(r.sorted, l.nodes[n].forward)
		}
		slices.Sort(r.sorted)
		least = max(least, r.sorted[len(r.sorted)-width])
	}
	// What is not followed is left out before the rest is put in order.
	v.nodes = slices.DeleteFunc(v.nodes, func(n int32) bool {
		if l.nodes[n].forward >= least {
			return false
		}
		v.leaveOut(&l.nodes[n])
		return true
	})
	followed := 0
	for done := 0; done < len(v.nodes); {
		// The nodes that are not done yet, those of the lowest ply first.
		rest := v.nodes[done:]
		slices.SortFunc(rest, func(a, b int32) int {
			x, y := &l.nodes[a], &l.nodes[b]
			return cmp.Or(cmp.Compare(x.ply, y.ply), cmp.Compare(y.forward, x.forward), cmp.Compare(a, b))
		})
		ply := l.nodes[rest[0]].ply
		for _, n := range rest {
			if l.nodes[n].ply != ply {
				break
			}
			done++
			if l.nodes[n].forward < max(least, v.best*gap) || followed >= 2*width {
				v.leaveOut(&l.nodes[n])
				continue
			}
			followed++
			l.nodes[n].edges = int32(len(l.edges))
			r.follow(n, number, gap)
		}
	}
	l.lost[number] = v.dropped
	v.clear()
}

// follow leads edges from a node to all that may come next.
func (r *Restorer) follow(n int32, number int, gap float64) {
	l := &r.lattice
	a := advance{node: l.nodes[n], gap: gap, edge: edge{from: n}}
	r.from = l.at(number).positions[a.node.position]
	p := &r.from
	for i := range r.streams {
		s, at := &r.streams[i], a.node.cursors[i]
		next := int(at.next)
		if at.mode != asWritten || next == len(s.cells)-1 {
			continue
		}
		x := &s.cells[next]
		r.drop(&a, i, next+1, dropped, x.drop*x.scale)
		if x.again > 0 {
			r.drop(&a, i, next+2, droppedRow, x.again*x.scale*s.cells[next+1].scale)
		}
	}
	moves := r.candidates(p)
	if number+1 == len(l.scales) {
		end := &l.nodes[n]
		end.over = len(moves) == 0
		end.ending = r.ending(p, &a.node, end.over)
		end.backward = end.ending
	}
	if len(moves) == 0 {
		return
	}
	prior := (1 - r.channel.hand.Stops) / float64(len(moves))
	answer := r.answers[int(a.node.ply)+1]
	a.colour = p.Turn()
	// The least that any level ahead still takes.
	least := l.at(number).best
	for k := number + 1; k < min(number+1+ahead, len(l.scales)); k++ {
		least = min(least, l.at(k).best)
	}
	a.least = least * gap
	for i := range moves {
		a.move = &moves[i]
		if answer == "" || answer == CannotTell || answer == r.moveText(p, a.move) {
			a.edge.move = a.move.id
			r.advance(&a, 0, prior)
		}
	}
}

// advance is a step from a node that is being tried.
type advance struct {
	node    node
	gap     float64
	least   float64 // the least forward probability that is followed up
	colour  record.Colour
	move    *candidate
	edge    edge
	cursors [maxStreams]cursor
}

// drop leads an edge to where cells were read for which there was no ply.
func (r *Restorer) drop(a *advance, i, next int, done operation, weight float64) {
	l, to := &r.lattice, a.node.state
	to.cursors[i] = cursor{next: uint16(next)}
	number := int(a.node.level) + next - int(a.node.cursors[i].next)
	weight *= r.streams[i].cells[next].gap[0]
	e := edge{from: a.edge.from, move: noMove, weight: weight}
	e.done[i] = done
	if forward := a.node.forward * weight; forward > l.at(number).best*a.gap {
		l.join(to, number, e, forward, a.node.best*weight, &r.from)
	} else {
		l.at(number).dropped += forward
	}
}

// advance joins what comes of each combination of options of the streams from the i-th on.
func (r *Restorer) advance(a *advance, i int, weight float64) {
	l := &r.lattice
	for i < len(r.streams) && !r.streams[i].serves[a.colour] {
		i++
	}
	if i < len(r.streams) {
		least := a.least / (a.node.forward * weight)
		at := a.node.cursors[i]
		left := r.options(&r.streams[i], at, a.move, least, func(to cursor, done operation, w float64) {
			a.cursors[i], a.edge.done[i] = to, done
			r.advance(a, i+1, weight*w)
		})
		l.at(min(int(a.node.level)+1, len(l.scales)-1)).dropped += a.node.forward * weight * left
		return
	}
	to := a.node.state
	to.ply++
	read := 0
	for j := range r.streams {
		if a.edge.done[j] != untouched {
			to.cursors[j] = a.cursors[j]
		}
		read += to.cursors[j].read()
	}
	a.edge.weight = weight
	forward := a.node.forward * weight
	if forward <= l.at(read).best*a.gap {
		l.at(read).dropped += forward
		return
	}
	r.to = r.from
	r.to.Play(&r.legal[a.move.move])
	to.hash = r.to.Hash()
	l.join(to, read, a.edge, forward, a.node.best*weight, &r.to)
}
