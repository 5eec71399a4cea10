package restore

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// The bounds of the search. They are constants, so that time and memory grow only with the length
// of the record.
const (
	// DefaultWidth is the number of nodes of a level that are followed.
	DefaultWidth = 600
	// maxEdges is the approximate limit on a lattice's edges, which then takes some 200 MB;
	// usualMoves is the number of moves in most positions.
	maxEdges   = 2_000_000
	usualMoves = 12
	// A node is followed if its probability is at least this share of the best of its level. The
	// first search is narrow; if it leaves doubts, a wide one follows; and if that finds nothing
	// credible, the widest, with twice the width.
	narrow = 1e-5
	wide   = 1e-7
	widest = 1e-9
	// settled is the probability from which no second search is needed, if no word is less
	// probable, relative to its best, than plausible.
	settled   = 0.99
	plausible = 1e-5
	credible  = 1e-8
	// A text is no record, and the search ends, if after enoughCells cells the most probable way
	// explains them worse, per cell, than random moves by this logarithm. With the general hand
	// random words score about -3, records with four wrong characters in ten about 1.
	enoughCells = 40
	leastFit    = -2
)

// cursor is a place in a stream.
type cursor struct {
	next uint16 // index of the next cell
	mode uint8  // how to read that cell
	run  uint8  // plies without a word since the last cell
}

// The modes of reading the next cell.
const (
	asWritten  = 0
	swapped    = 1 // the cell after it is already read
	secondHalf = 2 // and 3, 4: its first half is already read, divided in this way
)

// read returns the number of cells read.
func (c cursor) read() int {
	if c.mode == swapped {
		return int(c.next) + 1
	}
	return int(c.next)
}

// operation is how a stream accounts for a ply, or for a cell.
type operation uint8

const (
	untouched operation = iota
	matched
	lost           // the ply has no word
	twice          // it has two
	swappedFirst   // its word is the cell after the next
	swappedSecond  // its word is the cell before the last one read
	torn           // two cells together are its word
	togetherFirst  // its word is the first part of a cell
	togetherSecond // its word is the second part
	dropped        // the cell belongs to no ply
	droppedRow     // two cells repeat the two before them
)

// effects describes what each operation does with the cells from the next one on.
var effects = [...]struct {
	shown   int   // the cell shown as the move's; none if there is none
	words   []int // cells that are a word of the move
	gone    []int // cells without a move
	repeats bool  // the cells without a move repeat others
	counted int   // event of a hand to count, besides plies
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
// share a node (hypothesis recombination, in the terms of speech decoders).
type state struct {
	hash    uint64 // Zobrist hash of the position
	cursors [maxStreams]cursor
	ply     int32
}

// node is a state of the search with its probabilities.
type node struct {
	state
	forward  float64 // probability of all ways to it, in units of its level
	best     float64 // probability of the best way to it
	backward float64 // probability of all ways from it; forward*backward is the posterior
	over     bool    // no move can be made; set only where the game may have ended
	ending   float64 // probability that the game ended here
	from     int32   // last edge of the best way, -1 at the start
	edges    int32   // first of its edges; the others follow
	position int32   // index in the level's positions, while the level is searched
	level    int32   // cells read; -1 if it is not followed
}

// edge is a ply, or a dropped cell.
type edge struct {
	from, to int32
	weight   float64
	move     moveID
	done     [maxStreams]operation
}

// moveID identifies a move at its ply by its full notation: start, end, capture or not, and the
// number of its text if it needs squares between.
type moveID uint32

const noMove moveID = math.MaxUint32

func (m moveID) squares() (from, to, sign int) {
	return int(m & 63), int(m >> 6 & 63), int(m >> 12 & 1)
}

// text returns the number of its text, from 1; 0 if start and end suffice.
func (m moveID) text() int { return int(m >> 13) }

// maxTexts is the number of texts with squares between that are distinguished in one game.
const maxTexts = 1<<19 - 2

// level is the set of nodes that have read the same number of cells.
type level struct {
	nodes     []int32
	index     map[state]int32
	positions []replay.Position
	best      float64 // the greatest forward known so far
	dropped   float64 // the total forward of the ways not kept
}

// ahead is the number of levels that an edge can span: two cells on each of two sheets.
const ahead = 2 * MaxSheets

// lattice is the part of the search that is kept.
type lattice struct {
	nodes     []node
	edges     []edge
	levels    [ahead + 4]level // a power of two, more than ahead
	scales    []float64        // by level: the logarithm of its unit
	lost      []float64        // by level: the total forward of the ways not kept
	scale     float64
	texts     []string
	textIndex map[string]int // the number of a text with squares between, from 1
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

// join adds an edge to the state at a level, whose position is p, with the probability of all ways
// and of the best way. It makes the node if it is new.
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

// leaveOut marks a node of the level as not followed.
func (v *level) leaveOut(n *node) {
	v.dropped += n.forward
	n.level = -1
}

// rescale makes the best of a level the unit, for long games would underflow.
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

// step returns the weight of an edge, converted from the unit of one level to that of the other,
// and its target node; the weight is 0 if that is not followed.
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

// candidate is a legal move in the form that words are compared with.
type candidate struct {
	move           int // index in the legal moves
	from, to, sign int
	plain          bool    // start and end identify it
	short          bool    // short notation identifies it
	way            []uint8 // the squares of its text, unless it is plain
	every          []uint8 // start and all landings, if the text has fewer squares and words are long
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
			if p.From(&r.legal[o.move]).File() == p.From(m).File() {
				c.short, o.short = false, false
			}
		}
		r.moves = append(r.moves, c)
	}
	for i := range r.moves {
		c, text := &r.moves[i], 0
		if r.longWords && r.legal[i].Captures() > 1 {
			c.every = append(c.every, uint8(c.from))
			for _, s := range p.Landed(&r.legal[i]) {
				c.every = append(c.every, n.index[s])
			}
		}
		if !c.plain {
			l, inFull := &r.lattice, r.moveText(p, c)
			if text = l.textIndex[inFull]; text == 0 {
				if text = len(l.texts) + 1; text <= maxTexts {
					l.texts, l.textIndex[inFull] = append(l.texts, inFull), text
				}
			}
			for name := range strings.SplitSeq(inFull, ":") {
				c.way = append(c.way, n.number[name])
			}
			if len(c.every) == len(c.way) {
				c.every = nil
			}
		}
		c.id = moveID(c.from | c.to<<6 | c.sign<<12 | text<<13)
	}
	return r.moves
}

// probability returns the probability of a word, given a move.
func (r *Restorer) probability(s *stream, w *word, m *candidate) float64 {
	if w.mark && len(w.readings) == 0 {
		return w.floor
	}
	c := s.channel
	p := c.inFull(w, m.from, m.to, m.sign)
	if !m.plain {
		p = (1-c.hand.Omitted)*c.inLong(w, m.way) + c.hand.Omitted*p
	}
	if len(m.every) > 0 && w.length > plainLength {
		p = (1-c.hand.Superfluous)*p + c.hand.Superfluous*c.inLong(w, m.every)
	}
	if s.share > 0 {
		q := c.inShort(w, m.from, m.to, m.sign)
		if !m.short {
			q = p + c.hand.Omitted*(q-p)
		}
		p += s.share * (q - p)
	}
	return p + w.floor
}

// options calls f with each account of a ply on a stream, given the move, that is more probable
// than least, and returns the total probability of the others.
func (r *Restorer) options(
	s *stream, at cursor, m *candidate, least float64, f func(to cursor, done operation, weight float64),
) (left float64) {
	hand, i, last := r.channel.hand, int(at.next), len(s.cells)-1
	add := func(next, mode, run int, done operation, weight float64) {
		if mode == asWritten && run == 0 {
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
	} else if len(r.streams) > 1 { // another sheet, or column, may have the words
		add(i, asWritten, run, untouched, longer)
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

// search fills the lattice: a beam search over positions, level by level. A level is a number of
// cells read, so that the nodes compared explain equally many cells. It returns false, with an
// empty lattice, if the text is no record.
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

// atRandom returns the mean log probability of a cell, given a random move, over the first
// enoughCells of each stream: the search has read no others when they are compared.
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

// processLevel follows a level's nodes by ply: a ply without a word leads to the same level.
func (r *Restorer) processLevel(number, width int, gap float64) {
	l := &r.lattice
	l.rescale(number)
	l.scales[number] = l.scale
	v := l.at(number)
	// A long record is searched as widely as a short one only while memory lasts.
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
	// Leave out the improbable nodes before sorting the rest.
	v.nodes = slices.DeleteFunc(v.nodes, func(n int32) bool {
		if l.nodes[n].forward >= least {
			return false
		}
		v.leaveOut(&l.nodes[n])
		return true
	})
	followed := 0
	for done := 0; done < len(v.nodes); {
		// The nodes still to be done, those of the lowest ply first.
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

// follow adds the edges from a node to all its successors.
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
	// The least forward that any level ahead still accepts.
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
	least   float64 // the least forward probability that is followed
	colour  record.Colour
	move    *candidate
	edge    edge
	cursors [maxStreams]cursor
}

// drop adds an edge that reads cells without a ply.
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

// advance joins the outcome of each combination of options of the streams from the i-th on.
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
