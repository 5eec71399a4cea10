package restore

import (
	"bytes"
	"cmp"
	"slices"

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
	// A node is followed if it is not so much less probable than the best of
	// its level. The first search is narrow; if it leaves doubts, a wide one
	// follows; and if that finds nothing that can be believed, the widest, with
	// twice the width.
	narrow = 1e-5
	wide   = 1e-7
	widest = 1e-9
	// settled is the probability from which no second search is needed, if no
	// word is less probable, in comparison with what it could be, than plausible.
	settled   = 0.99
	plausible = 1e-5
	credible  = 1e-8
)

// candidate is a legal move as the words need it.
type candidate struct {
	move           int // index in the legal ones
	from, to, sign int
	plain          bool // start and end tell it
	short          bool // short notation tells it
	way            []uint8
	every          []uint8 // every landing, where way has the turning squares alone and is not that
	id             moveID
}

// option is what a ply may be on one stream.
type option struct {
	cursor cursor
	done   operation
	weight float64
}

// candidates lists the legal moves of a position.
func (r *Restorer) candidates(p *replay.Position) []candidate {
	r.legal = p.Moves(r.legal[:0])
	n := r.names
	r.moves = r.moves[:0]
	for i := range r.legal {
		m := &r.legal[i]
		c := candidate{move: i, from: int(n.index[p.From(m)]), to: int(n.index[p.To(m)]), plain: true, short: true}
		if m.Captures() > 0 {
			c.sign = 1
		}
		r.moves = append(r.moves, c)
	}
	capture := len(r.moves) > 0 && r.moves[0].sign == 1
	if !capture && !r.anyShort {
		for i := range r.moves {
			c := &r.moves[i]
			c.id = moveOf(c.from, c.to, c.sign, 0)
		}
		return r.moves
	}
	for i := range r.moves {
		c := &r.moves[i]
		for j := range i {
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
	}
	for i := range r.moves {
		c := &r.moves[i]
		text := 0
		if !c.plain || r.legal[c.move].Captures() > 1 && r.longWords {
			r.text = p.AppendMove(r.text[:0], &r.legal[c.move], r.legal)
			if !c.plain {
				text = r.lattice.textNumber(r.text)
				c.way = r.wayOf(r.text)
				if r.longWords {
					if c.every = r.landings(p, c); len(c.every) == len(c.way) {
						c.every = nil
					}
				}
			} else {
				r.text = p.AppendLandings(r.text[:0], &r.legal[c.move], r.legal)
				c.way = r.landings(p, c)
			}
		}
		c.id = moveOf(c.from, c.to, c.sign, text)
	}
	return r.moves
}

// textNumber returns the number of a text with squares between, from 1.
func (l *lattice) textNumber(text []byte) int {
	if i, ok := l.textIndex[string(text)]; ok {
		return i
	}
	if len(l.texts) >= maxTexts {
		return maxTexts + 1
	}
	if l.textIndex == nil {
		l.textIndex = make(map[string]int)
	}
	l.texts = append(l.texts, string(text))
	l.textIndex[l.texts[len(l.texts)-1]] = len(l.texts)
	return len(l.texts)
}

// wayOf returns the squares of a capture that is written in full.
func (r *Restorer) wayOf(text []byte) []uint8 {
	if way, ok := r.ways[string(text)]; ok {
		return way
	}
	var way []uint8
	for name := range bytes.SplitSeq(text, []byte{':'}) {
		way = append(way, r.square[string(name)])
	}
	if r.ways == nil || len(r.ways) > 1<<14 {
		r.ways = make(map[string][]uint8)
	}
	r.ways[string(text)] = way
	return way
}

// landings returns the squares of a capture of which every landing is named.
func (r *Restorer) landings(p *replay.Position, c *candidate) []uint8 {
	way := []uint8{uint8(c.from)}
	for _, s := range p.Landed(&r.legal[c.move]) {
		way = append(way, r.names.index[s])
	}
	return way
}

// probability returns that of a word, given a move.
func (r *Restorer) probability(s *stream, w *word, m *candidate) float64 {
	if w.mark && len(w.readings) == 0 {
		return w.floor
	}
	c := r.channelOf(s)
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

// options lists what a ply may be on a stream, given the move. What is less
// probable than least is left out.
func (r *Restorer) options(s *stream, at cursor, m *candidate, least float64, dst []option) []option {
	hand := r.channel.hand
	i := at.next()
	last := len(s.cells) - 1
	add := func(next, mode, run int, done operation, weight float64) {
		if mode == asWritten {
			weight *= s.cells[next].gap[0]
		}
		if weight > least {
			dst = append(dst, option{cursorAt(next, mode, run), done, weight})
		} else {
			r.left += weight
		}
	}
	switch mode := at.mode(); {
	case mode == swapped:
		add(i+2, asWritten, 0, swappedSecond, r.probability(s, s.cells[i].word, m)*s.cells[i].scale)
		return dst
	case mode >= secondHalf:
		add(i+1, asWritten, 0, togetherSecond, r.probability(s, s.cells[i].halves[mode-secondHalf][1], m))
		return dst
	}
	x := &s.cells[i]
	if run := at.run(); run < maxRun {
		if w := x.gap[run+1] / x.gap[run]; w > least {
			dst = append(dst, option{cursorAt(i, asWritten, run+1), lost, w})
		} else {
			r.left += w
		}
	}
	if i == last {
		return dst
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
	return dst
}

// search fills the lattice: a beam search over positions, level by level, of
// which the levels are the numbers of cells read, so that what is compared has
// the same evidence behind it.
func (r *Restorer) search(start *replay.Position, width int, gap float64) {
	l := &r.lattice
	total := 0
	root := node{hash: start.Hash(), from: -1}
	weight := 1.0
	for i := range r.streams {
		s := &r.streams[i]
		total += len(s.cells) - 1
		weight *= s.cells[0].gap[0]
	}
	l.reset(total + 1)
	l.join(&root, &edge{from: -1, move: noMove, weight: 1}, weight, weight, start)
	for number := range total + 1 {
		r.processLevel(number, width, gap)
	}
}

// processLevel follows the nodes of a level in the order of their plies: one
// whose ply has no word leads to the same level.
func (r *Restorer) processLevel(number, width int, gap float64) {
	l := &r.lattice
	l.rescale(number)
	l.scales[number] = l.scale
	v := l.at(number)
	// A long record may be followed as widely as a short one only while there is
	// memory for it.
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
	keep := v.nodes[:0]
	for _, n := range v.nodes {
		if l.nodes[n].forward >= least {
			keep = append(keep, n)
			continue
		}
		v.dropped += l.nodes[n].forward
		l.nodes[n].level = -1
		l.release(n)
	}
	v.nodes = keep
	followed := 0
	for done := 0; done < len(v.nodes); {
		// The nodes that are not done yet, those of the lowest ply first.
		rest := v.nodes[done:]
		slices.SortFunc(rest, func(a, b int32) int {
			x, y := &l.nodes[a], &l.nodes[b]
			return cmp.Or(cmp.Compare(x.ply, y.ply), cmp.Compare(y.forward, x.forward), cmp.Compare(a, b))
		})
		ply := l.nodes[rest[0]].ply
		for len(rest) > 0 && l.nodes[rest[0]].ply == ply {
			n := rest[0]
			rest, done = rest[1:], done+1
			if l.nodes[n].forward < max(least, v.best*gap) || followed >= 2*width {
				v.dropped += l.nodes[n].forward
				l.nodes[n].level = -1
			} else {
				followed++
				l.nodes[n].edges = int32(len(l.edges))
				r.follow(n, number, gap)
				l.nodes[n].edgesEnd = int32(len(l.edges))
			}
			l.release(n)
		}
	}
	l.lost[number] = v.dropped
	if number+1 < len(l.scales) {
		v.clear()
	}
}

// follow leads edges from a node to all that may come next.
func (r *Restorer) follow(n int32, number int, gap float64) {
	l := &r.lattice
	from := l.nodes[n]
	p := &r.from
	*p = l.positions[from.position]
	for i := range r.streams {
		s := &r.streams[i]
		at := from.cursors[i]
		if at.mode() != asWritten || at.next() == len(s.cells)-1 {
			continue
		}
		x := &s.cells[at.next()]
		r.drop(n, &from, i, at.next()+1, dropped, x.drop*x.scale, gap)
		if x.again > 0 {
			r.drop(n, &from, i, at.next()+2, droppedRow, x.again*x.scale*s.cells[at.next()+1].scale, gap)
		}
	}
	moves := r.candidates(p)
	if number+1 == len(l.scales) {
		l.nodes[n].ending = r.ending(p, &from, len(moves) == 0)
		l.nodes[n].over = len(moves) == 0
		l.nodes[n].backward = l.nodes[n].ending
	}
	if len(moves) == 0 {
		return
	}
	prior := (1 - r.channel.hand.Stops) / float64(len(moves))
	answer := r.answers[int(from.ply)+1]
	colour := p.Turn()
	// The least that any level ahead still takes.
	r.least = l.at(number).best
	for k := number + 1; k < min(number+1+ahead, len(l.scales)); k++ {
		r.least = min(r.least, l.at(k).best)
	}
	r.least *= gap
	for i := range moves {
		m := &moves[i]
		if answer != "" && answer != r.moveText(p, m) {
			continue
		}
		r.advance(n, &from, m, 0, colour, prior, gap, edge{from: n, weight: prior, move: m.id}, number)
	}
}

// drop leads an edge to where cells were read for which there was no ply.
func (r *Restorer) drop(n int32, from *node, i, next int, done operation, weight, gap float64) {
	l := &r.lattice
	key := *from
	key.cursors[i] = cursorAt(next, asWritten, 0)
	key.level += int32(next - from.cursors[i].next())
	weight *= r.streams[i].cells[next].gap[0]
	e := edge{from: n, move: noMove, weight: weight}
	e.done[i] = done
	if forward := from.forward * weight; forward > l.at(int(key.level)).best*gap {
		l.join(&key, &e, forward, from.best*weight, &r.from)
	} else {
		l.at(int(key.level)).dropped += forward
	}
}

// advance goes through the options of the streams from the i-th on and joins
// what comes of each combination.
func (r *Restorer) advance(n int32, from *node, m *candidate, i int, colour record.Colour, weight, gap float64, e edge, number int) {
	l := &r.lattice
	for i < len(r.streams) && !r.streams[i].serves[colour] {
		i++
	}
	if i == len(r.streams) {
		key := *from
		key.ply++
		read := 0
		for j := range r.streams {
			if e.done[j] != untouched {
				key.cursors[j] = r.cursors[j]
			}
			read += key.cursors[j].read()
		}
		key.level = int32(read)
		e.weight = weight
		forward := from.forward * weight
		if forward <= l.at(read).best*gap {
			l.at(read).dropped += forward
			return
		}
		r.to = r.from
		r.to.Play(&r.legal[m.move])
		key.hash = r.to.Hash()
		l.join(&key, &e, forward, from.best*weight, &r.to)
		return
	}
	least := r.least / (from.forward * weight)
	r.left = 0
	r.choices[i] = r.options(&r.streams[i], from.cursors[i], m, least, r.choices[i][:0])
	l.at(min(number+1, len(l.scales)-1)).dropped += from.forward * weight * r.left
	for _, o := range r.choices[i] {
		r.cursors[i] = o.cursor
		e.done[i] = o.done
		r.advance(n, from, m, i+1, colour, weight*o.weight, gap, e, number)
	}
}

// channelOf returns the channel of a stream's sheet.
func (r *Restorer) channelOf(s *stream) *channel { return s.channel }
