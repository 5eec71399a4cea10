package find

import (
	"math/bits"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// A query is compiled to closures for each variant. What it says of a moment alone is a
// test, called at each moment of a game; what it says of other moments, too, is worked
// out of the tests' words once the game is over, each time in one pass.
//
// A word says of a condition whether it is true: all bits or none. Of one that speaks of
// the same tower or piece it has a bit for each of them by its number: see track.

const (
	falsehood = 0
	truth     = ^uint64(0)
)

func wordOf(b bool) uint64 {
	if b {
		return truth
	}
	return falsehood
}

// test returns the word of a moment.
type test func(*moment) uint64

// value is a compiled condition.
type value struct {
	test  test            // nil where other moments matter
	words func() []uint64 // of all moments, once the game is over; not to be changed
	whole bool            // true at all moments of a game or at none
	bare  bool            // of no moment, but of the game alone
}

// program is a query compiled for a variant.
type program struct {
	rules     *replay.Rules
	constants []func(*game)
	tests     []test     // of which the words are kept
	kept      [][]uint64 // them, of each moment
	columns   int        // how many words there are of a moment
	games     int        // that were searched
	tracks    bool       // towers or pieces are followed
	root      value
	subject   func() []uint64 // the towers that are found, where they are wanted
}

// compiler makes a program of a query for a variant.
type compiler struct {
	*program
	query   *Query
	board   record.Board
	playing uint64
	known   map[compiled]value
	image   // at hand
}

// compiled is what was compiled once: a condition, or the towers of one.
type compiled struct {
	of condition
	image
	subject freedom
}

// freedom is what a condition speaks of that is not within it.
type freedom uint8

const (
	closed freedom = iota
	sameTower
	samePiece
)

// free says what a condition speaks of.
func (q *Query) free(c condition) freedom {
	switch u := q.same[c]; {
	case u.piece:
		return samePiece
	case u.tower:
		return sameTower
	}
	return closed
}

// compile compiles a query. With towers, the towers that it finds are compiled,
// too.
func compile(q *Query, v record.Variant, towers bool) *program {
	p := new(program)
	c := compiler{program: p, query: q, board: v.Board(), known: make(map[compiled]value)}
	var err error
	if p.rules, err = replay.For(v); err != nil { // then no moment has a board
		p.rules, _ = replay.For(record.Bashni)
		c.board = record.Bashni.Board()
	}
	for _, s := range c.board.Squares() {
		c.playing |= 1 << p.rules.Bit(s)
	}
	if p.root = c.condition(q.what); !p.root.bare {
		p.root.words = c.words(p.root)
	}
	if towers {
		p.subject = c.words(c.subject(q.what, sameTower))
	}
	return p
}

// leaf is a test of a board.
func leaf(is test) value {
	return value{test: func(m *moment) uint64 {
		if m.p == nil {
			return falsehood
		}
		return is(m)
	}}
}

func boardTest(is func(*moment) bool) value {
	return leaf(func(m *moment) uint64 { return wordOf(is(m)) })
}

// constant is what is the same at all moments of a game.
func (c *compiler) constant(is func(*game) bool) value {
	word := new(uint64)
	c.constants = append(c.constants, func(g *game) { *word = wordOf(is(g)) })
	return value{test: func(*moment) uint64 { return *word }, whole: true, bare: true}
}

// words returns what has a value's words.
func (c *compiler) words(of value) func() []uint64 {
	if of.words != nil {
		return of.words
	}
	p, k := c.program, len(c.tests)
	p.tests = append(p.tests, of.test)
	p.kept = append(p.kept, nil)
	p.columns++
	return func() []uint64 { return p.kept[k] }
}

// timely makes a value of what works out the words of all moments from those of others.
// It is called with memory for them, which it overwrites.
func (c *compiler) timely(work func(out []uint64, of ...[]uint64), of ...value) value {
	var all []func() []uint64
	v := value{}
	for _, one := range of {
		all = append(all, c.words(one))
	}
	c.columns++
	var out []uint64
	parts := make([][]uint64, len(all))
	p, game := c.program, 0 // the last of which they were worked out
	v.words = func() []uint64 {
		if game != p.games {
			game = p.games
			for i, words := range all {
				parts[i] = words()
			}
			out = resized(out, len(parts[0]))
			work(out, parts...)
		}
		return out
	}
	return v
}

// resized returns memory for n words, to be overwritten.
func resized(words []uint64, n int) []uint64 { return slices.Grow(words[:0], n)[:n] }

// condition compiles a condition.
func (c *compiler) condition(of condition) value {
	key := compiled{of, c.image, closed}
	v, ok := c.known[key]
	if !ok {
		v = c.compile(of)
		c.known[key] = v
	}
	return v
}

func (c *compiler) compile(of condition) value {
	switch of := of.(type) {
	case *andPart:
		return c.and(c.parts(of)...)
	case *orPart:
		return c.or(c.parts(of)...)
	case *unary:
		return c.unary(of)
	case then:
		return c.then(of, false)
	case *untilPart:
		return c.timely(func(out []uint64, of ...[]uint64) {
			hold, goal, after := of[0], of[1], uint64(falsehood)
			for i := len(out) - 1; i >= 0; i-- {
				after = goal[i] | hold[i]&after
				out[i] = after
			}
		}, c.parts(of)...)
	case *aboutGame:
		return c.constant(of.test(c.exchanged))
	case *onBoard:
		return c.onBoard(of)
	}
	s := of.(*statement)
	if s.Right != nil {
		return c.compare(s)
	}
	if move := s.verb(); move != nil {
		made := c.move(s)
		return leaf(made.pick)
	}
	if of := s.same(); of != nil {
		same := c.same(of)
		return leaf(same.pick)
	}
	count, towers := s.exists()
	p := c.phrase(towers)
	if count == nil {
		return leaf(func(m *moment) uint64 { return wordOf(p.on(m, truth) != 0) })
	}
	n := spanOf(count)
	return leaf(func(m *moment) uint64 { return wordOf(n.has(bits.OnesCount64(p.on(m, truth)))) })
}

func (c *compiler) parts(of condition) (all []value) {
	for _, part := range partsOf(of) {
		all = append(all, c.condition(part))
	}
	return all
}

// and compiles and.
func (c *compiler) and(of ...value) value {
	return c.together(of, func(tests []test) test {
		return func(m *moment) uint64 {
			word := truth
			for _, is := range tests {
				if word &= is(m); word == falsehood {
					break
				}
			}
			return word
		}
	}, func(out, of []uint64) {
		for i, word := range of {
			out[i] &= word
		}
	})
}

// or compiles or.
func (c *compiler) or(of ...value) value {
	return c.together(of, func(tests []test) test {
		return func(m *moment) uint64 {
			word := uint64(falsehood)
			for _, is := range tests {
				if word |= is(m); word == truth {
					break
				}
			}
			return word
		}
	}, func(out, of []uint64) {
		for i, word := range of {
			out[i] |= word
		}
	})
}

// together compiles and and or: all tests come to one, and the words of what looks at
// other moments are added to its.
func (c *compiler) together(of []value, join func([]test) test, add func(out, of []uint64)) value {
	var tests []test
	var timely []value
	all := value{whole: true, bare: true}
	for _, v := range of {
		if v.test == nil {
			timely = append(timely, v)
		} else {
			tests = append(tests, v.test)
		}
		all.whole, all.bare = all.whole && v.whole, all.bare && v.bare
	}
	switch len(tests) {
	case 0:
	case 1:
		all.test = tests[0]
	default:
		all.test = join(tests)
	}
	if timely == nil {
		return all
	}
	if tests != nil {
		timely = append(timely, value{test: all.test})
	}
	v := c.timely(func(out []uint64, of ...[]uint64) {
		copy(out, of[0])
		for _, words := range of[1:] {
			add(out, words)
		}
	}, timely...)
	v.whole = all.whole
	return v
}

func (c *compiler) unary(u *unary) value {
	if u.isImage() {
		return c.or(c.images(u, func() value { return c.condition(u.Of.condition()) })...)
	}
	of := c.condition(u.Of.condition())
	switch u.Prefix {
	case "not":
		v := of
		if of.test != nil {
			v.test = func(m *moment) uint64 { return ^of.test(m) }
			return v
		}
		v.words = c.timely(func(out []uint64, of ...[]uint64) {
			for i, word := range of[0] {
				out[i] = ^word
			}
		}, of).words
		return v
	case "first", "last":
		return c.timely(func(out []uint64, of ...[]uint64) {
			clear(out)
			is := func(word uint64) bool { return word != falsehood }
			at := slices.IndexFunc(of[0], is)
			for i := range of[0] {
				if u.Prefix == "last" && is(of[0][i]) {
					at = i
				}
			}
			if at >= 0 {
				out[at] = of[0][at]
			}
		}, of)
	}
	v := c.timely(func(out []uint64, of ...[]uint64) {
		some, all := uint64(falsehood), truth
		for _, word := range of[0] {
			some, all = some|word, all&word
		}
		word := map[string]uint64{"sometime": some, "never": ^some, "always": all}[u.Prefix]
		for i := range out {
			out[i] = word
		}
	}, of)
	v.whole = true
	return v
}

// images compiles a condition and its image.
func (c *compiler) images(of *unary, compile func() value) []value {
	values := []value{compile()}
	was := c.image
	c.image = was.prefixed(of.Prefix)
	values = append(values, compile())
	c.image = was
	return values
}

// then compiles then; asSubject has its towers remain, and not only whether there
// are some.
func (c *compiler) then(of then, asSubject bool) value {
	binds := c.binds(of)
	next := c.condition(of.next())
	var first value
	if binds {
		first = c.subject(of.first(), c.query.free(of.next()))
	} else {
		first = c.condition(of.first())
	}
	within, how := of.part().within, of.part().How
	var rest []uint64
	return c.timely(func(out []uint64, of ...[]uint64) {
		first, next := of[0], of[1]
		rest = resized(rest, len(out))
		// Always is never the contrary.
		within := within
		if within == 0 || within > len(out) {
			within = len(out)
		}
		later(out, rest, next, within, wordOf(how == "always"))
		flip := wordOf(how != "")
		for i, word := range out {
			if word = (word ^ flip) & first[i]; binds && !asSubject {
				word = wordOf(word != falsehood) // one of the towers is enough
			}
			out[i] = word
		}
	}, first, next)
}

// binds says whether the later steps of a sequence speak of the towers of the first.
func (c *compiler) binds(of then) bool {
	has, _ := subject(of.first())
	return has && c.query.free(of.next()) != closed && c.query.free(of.first()) == closed
}

// later puts into each word of out what is in next, flipped, at one of so many moments
// that come after it: of blocks of that many it takes the end of one and the beginning of
// the other (M. van Herk, Pattern Recognition Letters 13, 1992).
func later(out, rest, next []uint64, within int, flip uint64) {
	end := uint64(falsehood) // of a block from a moment on
	for i := len(next) - 1; i >= 0; i-- {
		if (i+1)%within == 0 {
			end = falsehood
		}
		end |= next[i] ^ flip
		rest[i] = end
	}
	begin := uint64(falsehood) // of the block in which the last of the moments is, up to it
	for i := range next {
		if i%within == 0 {
			begin = falsehood
		}
		if last := i + within; last < len(next) {
			begin |= next[last] ^ flip
		}
		if out[i] = begin; i+1 < len(next) {
			out[i] |= rest[i+1]
		}
	}
}

// subject compiles the towers, or the pieces, that a step after a condition can
// call the same: FIND.md, The same tower.
func (c *compiler) subject(of condition, want freedom) value {
	key := compiled{of, c.image, want}
	v, ok := c.known[key]
	if !ok {
		c.tracks = true
		v = c.compileSubject(of, want)
		c.known[key] = v
	}
	return v
}

func (c *compiler) compileSubject(of condition, want freedom) value {
	switch of := of.(type) {
	case *statement:
		towers := func(m *moment) (set uint64, freed bool) { return 0, false }
		if move := of.verb(); move != nil {
			made := c.move(of)
			towers = func(m *moment) (uint64, bool) { return made.subject(m), made.freed != nil }
		} else if count, phrase := of.exists(); count == nil && phrase != nil {
			p := c.phrase(phrase)
			towers = func(m *moment) (uint64, bool) { return p.on(m, truth), false }
		}
		return leaf(func(m *moment) uint64 {
			set, freed := towers(m)
			if want == samePiece {
				return m.track.piecesOn(set, freed)
			}
			return m.track.towersOn(set)
		})
	case *andPart:
		var values []value
		found := false
		for _, part := range partsOf(of) {
			if has, _ := subject(part); has && !found {
				found = true
				values = append(values, c.subject(part, want))
			} else {
				values = append(values, c.condition(part))
			}
		}
		return c.and(values...)
	case *orPart:
		var values []value
		for _, part := range partsOf(of) {
			values = append(values, c.subject(part, want))
		}
		return c.or(values...)
	case *unary:
		switch {
		case of.isImage():
			return c.or(c.images(of, func() value { return c.subject(of.Of.condition(), want) })...)
		case of.Prefix == "first" || of.Prefix == "last":
			return c.and(c.condition(of), c.subject(of.Of.condition(), want))
		}
	case then:
		if c.binds(of) && c.query.free(of.next()) == want {
			return c.then(of, true)
		}
		return c.and(c.condition(of), c.subject(of.first(), want))
	}
	return c.constant(func(*game) bool { return false })
}

// compare compiles a comparison: what changes from moment to moment is added up
// for each, what is the same in all of the game once.
func (c *compiler) compare(of *statement) value {
	type changing struct {
		value func(*moment) int
		minus bool
	}
	var terms []changing
	for t, minus := range of.compared() {
		if !t.ofGame() {
			terms = append(terms, changing{c.term(t), minus})
		}
	}
	sum, op := of.sumOfGame(c.exchanged), of.Op
	if terms == nil {
		return c.constant(func(g *game) bool {
			n, known := sum(g)
			return known && compare(n, op, 0)
		})
	}
	var ofGame int
	var known bool
	c.constants = append(c.constants, func(g *game) { ofGame, known = sum(g) })
	return boardTest(func(m *moment) bool {
		n := ofGame
		for i := range terms {
			if x := terms[i].value(m); terms[i].minus {
				n -= x
			} else {
				n += x
			}
		}
		return known && compare(n, op, 0)
	})
}

// term compiles a term that changes from moment to moment.
func (c *compiler) term(t *term) func(*moment) int {
	measure := t.measure()
	if measure == "" {
		p := c.phrase(t.Towers)
		return func(m *moment) int { return bits.OnesCount64(p.on(m, truth)) }
	}
	switch measure {
	case "ply":
		return func(m *moment) int { return m.at + 1 }
	case "mobility":
		return (*moment).mobility
	}
	count := map[string]func(replay.Census) int{
		"material": func(c replay.Census) int { return c.Pieces() - c.Prisoners() },
		"pieces":   replay.Census.Pieces, "piece": replay.Census.Pieces, "prisoners": replay.Census.Prisoners,
		"tallest": replay.Census.Tallest, "home": replay.Census.Home, "away": replay.Census.Away,
	}[measure]
	side := c.side(t.Towers.Colour)
	switch {
	case side != "":
		return func(m *moment) int { return count(m.census(m.colour(side))) }
	case measure == "tallest":
		return func(m *moment) int { return max(count(m.census(0)), count(m.census(1))) }
	}
	return func(m *moment) int { return count(m.census(0)) + count(m.census(1)) }
}
