package find

import (
	"math/bits"
	"slices"

	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// compiler makes a program of a query for a variant.
type compiler struct {
	rules   *replay.Rules // nil where the variant has none
	board   record.Board
	playing uint64
	program *program

	exchanged, mirrored bool // the image at hand
}

// compile compiles a query. With towers, the towers that it finds are compiled,
// too.
func compile(c query.Condition, v record.Variant, towers bool) *program {
	out := &program{}
	compiler := compiler{program: out, board: v.Board()}
	// Of a variant without rules no moment is ever looked at.
	rules, err := replay.For(v)
	if err != nil {
		rules, _ = replay.For(record.Bashni)
		compiler.board = record.Bashni.Board()
	}
	compiler.rules, out.rules = rules, rules
	for _, s := range compiler.board.Squares() {
		compiler.playing |= 1 << rules.Bit(s)
	}
	out.root = compiler.condition(c)
	if towers {
		out.subject = compiler.subject(c, sameTower)
		out.leaves += out.subject.leaves()
	}
	out.leaves += out.root.leaves()
	return out
}

// What a test costs, to put the cheap ones first.
const (
	costNothing  = 0  // one moment
	costBits     = 1  // some bitboards
	costMove     = 2  // the move
	costTowers   = 4  // how towers are made
	costMeasure  = 8  // what is counted in all towers
	costPattern  = 6  // towers on some squares
	costMobility = 60 // the legal moves
)

func leaf(cost int, look func(f *frame, want, out []uint64)) *node {
	return &node{op: opLeaf, cost: cost, look: look}
}

func freeLeaf(cost int, piece bool, look func(f *frame, want, out []uint64)) *node {
	n := leaf(cost, look)
	n.free = sameTower
	if piece {
		n.free = samePiece
	}
	return n
}

func constant(is func(*game) bool) *node { return &node{op: opConstant, constant: is} }

// leaves counts the leaves of a node.
func (n *node) leaves() int {
	if n.op == opLeaf {
		return 1
	}
	all := 0
	for _, of := range n.of {
		all += of.leaves()
	}
	return all
}

// over makes a node of others.
func over(op op, of ...*node) *node {
	n := &node{op: op, of: of, cost: costBits}
	for _, one := range of {
		n.cost += one.cost
		n.free = max(n.free, one.free)
	}
	return n
}

// condition compiles a condition.
func (c *compiler) condition(of query.Condition) *node {
	if is := header(of, c.exchanged); is != nil {
		return constant(is)
	}
	if is := judged(of); is != nil {
		return constant(is)
	}
	switch of := of.(type) {
	case *query.All:
		return together(opAll, c.all(of.Of))
	case *query.Any:
		return together(opAny, c.all(of.Of))
	case *query.Not:
		return over(opNot, c.condition(of.Of))
	case *query.Whole:
		n := over(opWhole, c.condition(of.Of))
		n.how = of.How
		return n
	case *query.Occurrence:
		n := over(opOccurrence, c.condition(of.Of))
		n.last = of.Last
		return n
	case *query.Then:
		return c.then(of, false)
	case *query.Until:
		return over(opUntil, c.condition(of.Hold), c.condition(of.Goal))
	case *query.Image:
		return together(opAny, c.images(of, func() *node { return c.condition(of.Of) }))
	case *query.Compare:
		return c.compare(of)
	case *query.Exists:
		return c.exists(of)
	case *query.Same:
		same := c.same(of)
		return freeLeaf(costTowers, of.Piece, picks(same.pick))
	case *query.Made:
		m := c.made(of)
		if m.same != nil || len(m.sameOver) > 0 {
			return freeLeaf(costMove, m.same != nil && m.same.of.Piece, m.look(m.pick))
		}
		return leaf(costMove, m.look(func(f *frame) uint64 { return word(m.holds(f)) }))
	}
	return c.position(of)
}

func (c *compiler) all(of []query.Condition) []*node {
	var nodes []*node
	for _, one := range of {
		nodes = append(nodes, c.condition(one))
	}
	return nodes
}

// images compiles a condition and its image.
func (c *compiler) images(of *query.Image, compile func() *node) []*node {
	nodes := []*node{compile()}
	was := *c
	if of.Mirrored {
		c.mirrored = !c.mirrored
	} else {
		c.exchanged = !c.exchanged
	}
	nodes = append(nodes, compile())
	c.mirrored, c.exchanged = was.mirrored, was.exchanged
	return nodes
}

// together compiles and and or: what costs least is asked first.
func together(op op, of []*node) *node {
	slices.SortStableFunc(of, func(a, b *node) int { return a.cost - b.cost })
	return over(op, of...)
}

// then compiles then; asSubject has its towers remain, and not only whether there
// are some.
func (c *compiler) then(of *query.Then, asSubject bool) *node {
	first, next := c.condition(of.First), c.condition(of.Next)
	n := over(opThen, first, next)
	n.how, n.within = of.How, of.Within
	if next.free != closed && first.free == closed && query.Subject(of.First) {
		n.of[0] = c.subject(of.First, next.free)
		if n.binds = !asSubject; n.binds {
			n.free = closed
		}
	}
	return n
}

// subject compiles the towers, or the pieces, that a step behind a condition can
// call the same: FIND.md, The same tower.
func (c *compiler) subject(of query.Condition, want freedom) *node {
	c.program.pieces = c.program.pieces || want == samePiece
	ids := func(set uint64, f *frame, freed bool) uint64 {
		if set == 0 {
			return 0
		}
		f.track.seek(f.at)
		if want == samePiece {
			return f.piecesOn(set, freed)
		}
		return f.track.towersOn(set)
	}
	switch of := of.(type) {
	case *query.Exists:
		p := c.counted(of.Towers)
		return freeLeaf(costTowers, want == samePiece, func(f *frame, want, out []uint64) {
			for i, set := range p.scan(f, out) {
				if i += f.from; set != 0 && want[i] != 0 {
					f.show(i)
					out[i] = ids(set, f, false)
				}
			}
		})
	case *query.Made:
		m := c.made(of)
		return freeLeaf(costMove, want == samePiece, m.look(func(f *frame) uint64 { return ids(m.subject(f), f, of.Verb == "frees") }))
	case *query.All:
		var nodes []*node
		found := false
		for _, part := range of.Of {
			if !found && query.Subject(part) {
				found = true
				nodes = append(nodes, c.subject(part, want))
			} else {
				nodes = append(nodes, c.condition(part))
			}
		}
		return together(opAll, nodes)
	case *query.Any:
		var nodes []*node
		for _, part := range of.Of {
			nodes = append(nodes, c.subject(part, want))
		}
		return together(opAny, nodes)
	case *query.Occurrence:
		return together(opAll, []*node{c.condition(of), c.subject(of.Of, want)})
	case *query.Image:
		return together(opAny, c.images(of, func() *node { return c.subject(of.Of, want) }))
	case *query.Then:
		n := c.then(of, true)
		if n.free == want {
			return n
		}
		return together(opAll, []*node{c.condition(of), c.subject(of.First, want)})
	}
	return constant(func(*game) bool { return false })
}

func (c *compiler) exists(of *query.Exists) *node {
	p := c.counted(of.Towers)
	count := span{1, everything.most}
	if of.Count != nil {
		count = spanOf(of.Count)
	}
	if count == (span{1, everything.most}) {
		return leaf(p.cost(), func(f *frame, _, out []uint64) {
			part := p.scan(f, out)
			for i, set := range part {
				part[i] = word(set != 0)
			}
		})
	}
	return leaf(p.cost(), func(f *frame, _, out []uint64) {
		part := p.scan(f, out)
		for i, set := range part {
			part[i] = word(count.has(bits.OnesCount64(set)))
		}
	})
}

// compare compiles a comparison: what changes from moment to moment is added up
// for each, and what is the same in all of the game once it is known.
func (c *compiler) compare(of *query.Compare) *node {
	if towers := tallestAs(of); towers != nil {
		return c.exists(towers)
	}
	var parts []part
	known := true // all that is of the game is numbers
	cost := 0
	for i, t := range append(slices.Clone(of.Left), of.Right...) {
		if i >= len(of.Left) {
			t.Minus = !t.Minus
		}
		if ofGame(&t) {
			known = known && t.Measure == ""
			continue
		}
		add, n := c.value(&t)
		cost += n
		parts = append(parts, part{add, t.Minus, t.Measure == "mobility"})
	}
	later := sumOfGame(of, c.exchanged)
	op := of.Op
	switch {
	case len(parts) == 0:
		return constant(func(g *game) bool {
			n, known := later(g)
			return known && query.Holds(n, op, 0)
		})
	case known:
		number, _ := later(nil)
		is := spanOf(&query.Number{Op: op, N: -number})
		differs := op == "!="
		if differs {
			is = span{-number, -number}
		}
		if len(parts) == 1 && parts[0].mobility && !parts[0].minus {
			parts[0].value = mobility(is.most)
		}
		// No number is below the least, counted from there; what is borrowed where one is
		// above the most says false.
		least, width, flip := uint64(is.least), uint64(is.most-is.least), word(differs)
		return leaf(cost, func(f *frame, want, out []uint64) {
			sum(parts, f, want, out)
			part := out[f.from:f.to]
			for i, n := range part {
				_, above := bits.Sub64(width, n-least, 0)
				part[i] = (above - 1) ^ flip
			}
		})
	}
	values := leaf(cost, func(f *frame, want, out []uint64) { sum(parts, f, want, out) })
	absent := int64(unknown)
	values.none = uint64(absent)
	n := over(opLater, values)
	n.later, n.compare = later, op
	return n
}

// tallestAs returns a limit to the height of the tallest tower as what it says of
// towers, which need not all be measured for that; nil for other comparisons.
func tallestAs(of *query.Compare) *query.Exists {
	if len(of.Left) != 1 || len(of.Right) != 1 || of.Left[0].Measure != "tallest" || of.Left[0].Minus || !isNumber(&of.Right[0]) {
		return nil
	}
	height := of.Right[0].Number
	if of.Right[0].Minus {
		height = -height
	}
	if of.Op == ">" || of.Op == "<=" {
		height++
	}
	if height < 1 { // as no tower is
		return nil
	}
	as := &query.Exists{Towers: &query.Phrase{Side: of.Left[0].Side, Height: &query.Number{Op: ">=", N: height}}}
	switch of.Op {
	case ">=", ">":
	case "<", "<=":
		as.Count = &query.Number{Op: "=", N: 0}
	default:
		return nil
	}
	return as
}

// isNumber says that a term is a number as it is written.
func isNumber(t *query.Term) bool { return t.Measure == "" && t.Towers == nil }

// part is a term of a sum: what puts its values into out, at least for the moments
// that are wanted.
type part struct {
	value    func(f *frame, want, out []uint64)
	minus    bool
	mobility bool
}

// mobility makes the value of that term; of what is more than so many it only says
// that it is more.
func mobility(most int) func(f *frame, want, out []uint64) {
	return func(f *frame, want, out []uint64) {
		f.rewind()
		f.scene.Mobility(want[:f.to], out, most, &f.spare)
	}
}

// sum adds up the parts, as numbers with a sign.
func sum(parts []part, f *frame, want, out []uint64) {
	for k, p := range parts {
		of := out
		if k > 0 {
			f.summand = slices.Grow(f.summand[:0], len(out))[:len(out)]
			of = f.summand
		}
		p.value(f, want, of)
		if k == 0 && !p.minus {
			continue
		}
		for i := f.from; i < f.to; i++ {
			n := of[i]
			if p.minus {
				n = -n
			}
			if k > 0 {
				n += out[i]
			}
			out[i] = n
		}
	}
}

// value compiles a term that changes from moment to moment.
func (c *compiler) value(t *query.Term) (value func(f *frame, want, out []uint64), cost int) {
	if t.Towers != nil {
		p := c.counted(t.Towers)
		return func(f *frame, _, out []uint64) {
			part := p.scan(f, out)
			for i, set := range part {
				part[i] = uint64(bits.OnesCount64(set))
			}
		}, p.cost()
	}
	side := c.side(t.Side)
	switch t.Measure {
	case "ply":
		return func(f *frame, _, out []uint64) {
			for i := f.from; i < f.to; i++ {
				out[i] = uint64(i + 1)
			}
		}, costBits
	case "mobility":
		return mobility(everything.most), costMobility
	case "material", "pieces", "prisoners":
		return counted(side, t.Measure != "prisoners", t.Measure != "material"), costBits
	}
	return c.heights(t.Measure, side), costMeasure
}

// counted makes the value of a term of the pieces of their own and of the prisoners
// that a side has.
func counted(side query.Side, own, prisoners bool) func(f *frame, _, out []uint64) {
	mask := func(is bool) uint8 {
		if is {
			return 0xff
		}
		return 0
	}
	material, captive := mask(own), mask(prisoners)
	return func(f *frame, _, out []uint64) {
		boards, out := f.film.Boards[f.from:f.to], out[f.from:f.to]
		for i := range boards {
			b := &boards[i]
			n := [2]uint64{
				uint64(b.Material[0]&material) + uint64(b.Prisoners[0]&captive),
				uint64(b.Material[1]&material) + uint64(b.Prisoners[1]&captive),
			}
			if side == query.AnySide {
				out[i] = n[0] + n[1]
			} else {
				out[i] = n[colour(b, side)&1]
			}
		}
	}
}

// colour is that of a side that a query names, at a moment.
func colour(b *replay.Board, side query.Side) int { return colourAt(int(b.Turn), side) }

// colourAt is colour where a side is to move.
func colourAt(turn int, side query.Side) int {
	switch side {
	case query.White:
		return 0
	case query.Black:
		return 1
	case query.Mover:
		return turn
	}
	return turn ^ 1
}

func (f *frame) colour(side query.Side) int { return colour(f.Board, side) }
