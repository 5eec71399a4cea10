package find

import (
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// A query is compiled to closures: once by Parse, which reports faults, and once for each
// variant that is searched. Each kind of condition has one place here, in game.go, board.go,
// measure.go or move.go, which checks its operands, makes its test, and defines what headers
// and an index know about it.
//
// A condition on a single moment is a test, called at each moment of a game. All others are computed
// in passes over the tests' words after the game.
//
// A word is the truth value of a condition: all bits or none. For a condition about the same
// tower or piece it has a bit for each of them by number: see track.

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

// test returns the word for a moment.
type test func(*moment) uint64

// condition is a compiled condition.
type condition struct {
	words func() []uint64 // for all moments, after the game; read-only
	whole bool            // true at all moments of a game or at none
	size  int             // number of conditions in it, including images and named ones
	usage                 // its references to towers outside it

	// subject compiles the towers or pieces to which a later step can refer as the same
	// (FIND.md, The same tower); nil if none. unsure is set if only some alternatives of an
	// "or" have them.
	subject func(binding) condition
	unsure  bool

	// known returns the games in which the condition may be true; nil if unknown.
	known func(source) (answer, error)
}

// usage is a condition's reference to the tower or piece of an earlier step.
type usage struct {
	of binding        // 0 if none
	at lexer.Position // of the first reference
}

// binding tells whether a reference is to the same tower or the same piece.
type binding uint8

const (
	sameTower binding = 1 << iota
	samePiece
)

// program is a query compiled for a variant.
type program struct {
	rules     *replay.Rules
	constants []func(*game)
	tests     []test
	kept      [][]uint64 // the words of each test, by moment
	columns   int        // number of words for a moment
	games     int        // number of games searched
	tracks    bool       // towers or pieces are followed
	root      func() []uint64
	subject   func() []uint64 // the towers found; nil if not wanted
}

// compiler compiles a query to a program for a variant.
type compiler struct {
	*program
	*Query
	board   record.Board
	playing uint64
	named   map[namedImage]condition // the compiled meanings of names of let
	image                            // the current image
	off     bool                     // the current image shifts squares off the board
}

type namedImage struct {
	*let
	image
}

// image is a transformation of the board under which a condition is compiled.
type image struct {
	exchanged, mirrored bool
	right, up           int // shift in files and ranks
}

func (i image) shifted() bool { return i.right != 0 || i.up != 0 }

// Parse parses a query; values are those of its names with $. An error is an *Error. Compiling
// takes time linear in the length of the query, which is limited, as is the number of conditions.
func Parse(text string, values map[string]string) (q *Query, err error) {
	q = &Query{text: text, names: make(map[string]*let)}
	var fault *Error
	if q.tokens, fault = tokensOf(text, values); fault != nil {
		return nil, fault
	}
	if len(q.tokens) == 1 {
		return nil, &Error{Query: text, At: len(text), What: message.Of("query.empty", "expected", aCondition)}
	}
	if q.tree, err = parse(queryGrammar(), q.tokens); err != nil {
		return nil, q.explain(err)
	}
	defer func() {
		if p := recover(); p != nil {
			fault, ok := p.(*Error) // from wrong
			if !ok {
				panic(p)
			}
			q, err = nil, fault
		}
	}()
	c := newCompiler(q, record.Bashni)
	for i := range q.tree.Lets {
		c.let(&q.tree.Lets[i])
	}
	q.root = c.sequence(&q.tree.What)
	c.wrongIf(q.root.of != 0, q.root.at, "query.no-step")
	return q, nil
}

var aCondition = message.Of("query.condition")

// fault returns an Error at a token, with the probably intended words; a panic with it ends Parse.
func (q *Query) fault(at lexer.Position, meant string, what message.Message) *Error {
	i := slices.IndexFunc(q.tokens, func(t lexer.Token) bool { return t.Pos.Offset >= at.Offset })
	e := &Error{Query: q.text, At: q.tokens[i].Pos.Offset, What: what, Meant: meant}
	if !q.tokens[i].EOF() {
		e.Len = len(strings.TrimRight(q.text[e.At:q.tokens[i+1].Pos.Offset], " \t\r\n"))
	}
	return e
}

// wrong ends Parse with an Error at a token.
func (q *Query) wrong(at lexer.Position, what message.ID, args ...any) {
	panic(q.fault(at, "", message.Of(what, args...)))
}

// wrongIf ends Parse with an Error at a token if bad is true.
func (q *Query) wrongIf(bad bool, at lexer.Position, what message.ID, args ...any) {
	if bad {
		q.wrong(at, what, args...)
	}
}

// let checks a name and its meaning.
func (c *compiler) let(l *let) {
	after := func(t lexer.Token) bool { return t.Pos.Offset > l.Pos.Offset }
	at, name := c.tokens[slices.IndexFunc(c.tokens, after)].Pos, message.Quoted(l.Name)
	c.wrongIf(slices.Contains(keywords(), l.Name), at, "query.name-word", "name", name)
	c.wrongIf(isSquare(l.Name), at, "query.name-square", "name", name)
	c.wrongIf(c.names[l.Name] != nil, at, "query.name-twice", "name", name)
	if l.Squares != nil {
		c.squares(l.Squares)
	} else {
		c.name(l)
	}
	c.names[l.Name] = l
}

// name compiles the meaning of a name.
func (c *compiler) name(l *let) condition {
	key := namedImage{l, c.image}
	made, ok := c.named[key]
	if !ok || c.shifted() { // compile anew to set c.off
		made = c.sequence(l.What)
		c.named[key] = made
	}
	return made
}

func newCompiler(q *Query, v record.Variant) *compiler {
	if _, err := replay.For(v); err != nil { // no moment will have a board
		v = record.Bashni
	}
	rules, _ := replay.For(v)
	c := &compiler{program: &program{rules: rules}, Query: q, board: v.Board(), named: make(map[namedImage]condition)}
	for _, s := range c.board.Squares() {
		c.playing |= 1 << c.rules.Bit(s)
	}
	return c
}

// test returns a condition on a single moment.
func (c *compiler) test(is test) condition {
	p, k := c.program, len(c.tests)
	p.tests = append(p.tests, is)
	p.kept = append(p.kept, nil)
	p.columns++
	return condition{size: 1, words: func() []uint64 { return p.kept[k] }}
}

// leaf returns a condition that tests a board.
func (c *compiler) leaf(is test) condition {
	return c.test(func(m *moment) uint64 {
		if m.p == nil {
			return falsehood
		}
		return is(m)
	})
}

func (c *compiler) boardTest(is func(*moment) bool) condition {
	return c.leaf(func(m *moment) uint64 { return wordOf(is(m)) })
}

// timely returns a function that computes the words of all moments, once per game, by calling
// work with the words of other conditions. work overwrites out.
func (c *compiler) timely(work func(out []uint64, of ...[]uint64), of ...condition) func() []uint64 {
	c.columns++
	var out []uint64
	parts := make([][]uint64, len(of))
	p, game := c.program, 0 // game is the last for which out was computed
	return func() []uint64 {
		if game != p.games {
			game = p.games
			for i, part := range of {
				parts[i] = part.words()
			}
			out = slices.Grow(out[:0], len(parts[0]))[:len(parts[0])]
			work(out, parts...)
		}
		return out
	}
}

// compose returns a condition that consists of others, without its test or words.
func (c *compiler) compose(of ...condition) condition {
	out := condition{size: 1}
	for _, part := range of {
		out.size += part.size
		out.usage = c.join(out.usage, part.usage)
	}
	c.limitSize(out.size)
	return out
}

func (c *compiler) limitSize(n int) {
	if n > maxConditions {
		panic(&Error{Query: c.text, Len: len(c.text), What: message.Of("query.many-conditions", "most", maxConditions)})
	}
}

// join returns the combined references of two conditions.
func (c *compiler) join(u, v usage) usage {
	if u.of == 0 {
		u.at = v.at
	}
	u.of |= v.of
	c.wrongIf(u.of == sameTower|samePiece, u.at, "query.both")
	return u
}

// knownBy returns a function that joins the answers of conditions.
func knownBy(join func(source, []answer) answer, of ...condition) func(source) (answer, error) {
	return func(s source) (answer, error) {
		var answers []answer
		for _, part := range of {
			a, err := s.answer(part)
			if err != nil {
				return a, err
			}
			answers = append(answers, a)
		}
		return join(s, answers), nil
	}
}

// needs returns the known function of a condition that is true only in games where all of are.
func needs(of ...condition) func(source) (answer, error) {
	return knownBy(func(s source, of []answer) answer { return answer{games: s.allOf(of).games} }, of...)
}

func (c *compiler) sequence(s *sequence) condition {
	steps := []condition{c.until(&s.First)}
	for i := range s.Then {
		steps = append(steps, c.until(&s.Then[i].What))
	}
	last := len(s.Then)
	out := steps[last]
	for i := last - 1; i >= 0; i-- {
		t := &s.Then[i]
		within := 0
		if t.Within != "" {
			within = c.number(t.Pos, t.Within)
			c.wrongIf(within == 0, t.Pos, "query.within-0")
		}
		c.wrongIf(t.How != "" && i < last-1, t.Pos, "query.before-last", "word", t.How)
		out = c.then(t, within, steps[i], out)
	}
	return out
}

// then compiles a sequence from a step on; next is the rest, which is true at a later moment.
func (c *compiler) then(t *thenPart, within int, first, next condition) condition {
	out := c.compose(first, next)
	from, binds := first, false // binds: later steps refer to the towers of the first
	if first.of == 0 && next.of != 0 {
		c.wrongIf(first.unsure, t.Pos, "query.unsure")
		if binds = first.subject != nil; binds {
			from, out.usage = first.subject(next.of), usage{}
		}
	}
	made := func(first condition, asSubject bool) func() []uint64 {
		return c.timely(func(out []uint64, of ...[]uint64) {
			first, next := of[0], of[1]
			// "always" is "never" of the opposite.
			later(out, next, within, wordOf(t.How == "always"))
			flip := wordOf(t.How != "")
			for i, word := range out {
				if word = (word ^ flip) & first[i]; binds && !asSubject {
					word = wordOf(word != falsehood) // one of the towers is enough
				}
				out[i] = word
			}
		}, first, next)
	}
	out.words = made(from, false)
	c.keepSubject(&out, first)
	if kept := out.subject; binds {
		out.subject = func(want binding) condition {
			if next.of == want {
				return condition{words: made(first.subject(want), true)}
			}
			return kept(want)
		}
	}
	out.known = needs(first)
	if t.How == "" {
		out.known = needs(first, next)
	}
	return out
}

// later sets each word of out to the "or" of next, flipped, at the following within moments, or
// at all following ones if within is 0. Each pass doubles the number of moments covered.
func later(out, next []uint64, within int, flip uint64) {
	n := len(next)
	if within == 0 || within > n {
		within = n
	}
	for i, word := range next {
		out[i] = word ^ flip
	}
	reach := 1 // each word of out covers this many moments, from its own on
	for step := 1; reach < within; reach += step {
		step = min(reach, within-reach)
		for i := range n - step {
			out[i] |= out[i+step]
		}
	}
	copy(out, out[1:])
	out[n-1] = falsehood
}

func (c *compiler) until(u *untilPart) condition {
	hold := c.alternatives(&u.Hold)
	if u.Goal == nil {
		return hold
	}
	goal := c.alternatives(u.Goal)
	out := c.compose(hold, goal)
	out.words = c.timely(func(out []uint64, of ...[]uint64) {
		hold, goal, after := of[0], of[1], uint64(falsehood)
		for i := len(out) - 1; i >= 0; i-- {
			after = goal[i] | hold[i]&after
			out[i] = after
		}
	}, hold, goal)
	out.known = needs(goal)
	return out
}

func (c *compiler) alternatives(o *orPart) condition {
	var all []condition
	for i := range o.Of {
		var of []condition
		for k := range o.Of[i].Of {
			of = append(of, c.unary(&o.Of[i].Of[k]))
		}
		all = append(all, c.and(of...))
	}
	return c.or(all...)
}

// and compiles "and" of one or more conditions.
func (c *compiler) and(of ...condition) condition {
	if len(of) == 1 {
		return of[0]
	}
	out := c.together(falsehood, c.compose(of...), of...)
	out.known = knownBy(source.allOf, of...)
	if at := slices.IndexFunc(of, func(part condition) bool { return part.subject != nil || part.unsure }); at >= 0 {
		c.keepSubject(&out, of[at])
	}
	return out
}

// keepSubject gives a condition the subject of one of its parts, at moments at which it is true.
func (c *compiler) keepSubject(out *condition, of condition) {
	if out.unsure = of.unsure; of.subject != nil {
		whole := *out
		out.subject = func(want binding) condition {
			return c.together(falsehood, condition{}, whole, of.subject(want))
		}
	}
}

// or compiles "or" of one or more conditions.
func (c *compiler) or(of ...condition) condition {
	if len(of) == 1 {
		return of[0]
	}
	out := c.together(truth, c.compose(of...), of...)
	out.known = knownBy(source.anyOf, of...)
	without := 0
	for _, part := range of {
		out.unsure = out.unsure || part.unsure
		if part.subject == nil {
			without++
		}
	}
	if out.unsure = out.unsure || without > 0 && without < len(of); without == 0 && !out.unsure {
		out.subject = func(want binding) condition {
			var all []condition
			for _, part := range of {
				all = append(all, part.subject(want))
			}
			return c.together(truth, condition{}, all...)
		}
	}
	return out
}

// together completes all as "and" if flip is 0, or as "or", which is "and" with all words
// inverted.
func (c *compiler) together(flip uint64, all condition, of ...condition) condition {
	all.whole = !slices.ContainsFunc(of, func(part condition) bool { return !part.whole })
	all.words = c.timely(func(out []uint64, of ...[]uint64) {
		copy(out, of[0])
		for _, words := range of[1:] {
			for i, word := range words {
				out[i] = (out[i]^flip)&(word^flip) ^ flip
			}
		}
	}, of...)
	return all
}

// unary compiles a condition with its prefix.
func (c *compiler) unary(u *unary) condition {
	switch {
	case u.Group != nil:
		return c.sequence(u.Group)
	case u.Game != nil:
		return c.game(u.Game)
	case u.Board != nil:
		return c.onBoard(u.Board)
	case u.State != nil:
		return c.statement(u.State)
	}
	if u.Prefix == "withinvariations" {
		return c.variations(u)
	}
	of := c.unary(u.Of)
	out := c.compose(of)
	switch u.Prefix {
	case "shifted":
		size := (maxShifts + 1) * out.size
		c.limitSize(size)
		out = c.or(append(c.shifts(u.Of), of)...)
		out.size = size
	case "mirrored", "eithercolour":
		c.limitSize(2 * out.size)
		was := c.image
		if u.Prefix == "mirrored" {
			c.mirrored = !c.mirrored
		} else {
			c.exchanged = !c.exchanged
		}
		size := 2 * out.size
		out = c.or(of, c.unary(u.Of))
		c.image, out.size = was, size
	case "not":
		out.whole = of.whole
		out.words = c.timely(func(out []uint64, of ...[]uint64) {
			for i, word := range of[0] {
				out[i] = ^word
			}
		}, of)
		out.known = knownBy(func(s source, of []answer) answer { return s.contrary(of[0]) }, of)
	case "first", "last":
		c.ofWholeGame(u, &out)
		out.words = c.timely(func(out []uint64, of ...[]uint64) {
			clear(out)
			at := -1
			for i, word := range of[0] {
				if word != falsehood && (at < 0 || u.Prefix == "last") {
					at = i
				}
			}
			if at >= 0 {
				out[at] = of[0][at]
			}
		}, of)
		c.keepSubject(&out, of)
		out.known = needs(of)
	default: // sometime, never, always, or a number of times
		c.ofWholeGame(u, &out)
		out.whole = true
		times := c.span(u.Times)
		out.words = c.timely(func(out []uint64, of ...[]uint64) {
			some, all, n := uint64(falsehood), truth, 0
			for _, word := range of[0] {
				some, all, n = some|word, all&word, n+int(word&1)
			}
			word := map[string]uint64{"sometime": some, "never": ^some, "always": all, "": wordOf(times.has(n))}[u.Prefix]
			for i := range out {
				out[i] = word
			}
		}, of)
		switch {
		case u.Prefix == "sometime" || u.Prefix == "never":
			out.known = knownBy(func(s source, of []answer) answer {
				a := answer{games: of[0].games, sure: of[0].sure, whole: of[0].sure}
				if u.Prefix == "never" {
					return s.contrary(a)
				}
				return a
			}, of)
		case times.least > 0 || u.Times == nil: // otherwise it may be true in every game
			out.known = needs(of)
		}
	}
	return out
}

// maxShifts is the number of possible shifts on the largest board.
const maxShifts = (19*19 - 1) / 2

// shifts compiles a condition once for each shift that keeps its squares on the board.
func (c *compiler) shifts(u *unary) (all []condition) {
	was, off := c.image, c.off
	for right := 1 - c.board.Files; right < c.board.Files; right++ {
		for up := 1 - c.board.Ranks; up < c.board.Ranks; up++ {
			if (right+up)%2 != 0 || right == 0 && up == 0 {
				continue
			}
			c.right, c.up, c.off = was.right+right, was.up+up, false
			if one := c.unary(u); !c.off {
				all = append(all, one)
			}
		}
	}
	c.image, c.off = was, off
	return all
}

// variations compiles a condition that is searched for in the variations of a record.
func (c *compiler) variations(u *unary) condition {
	inner := newCompiler(c.Query, c.rules.Variant)
	inner.image = c.image
	of := inner.unary(u.Of)
	inner.program.root = of.words
	c.off = c.off || inner.off
	out := c.compose(of)
	c.ofWholeGame(u, &out)
	var played *game
	c.constants = append(c.constants, func(g *game) { played = g })
	lines := Searcher{query: c.Query}
	out.words = c.timely(func(out []uint64, _ ...[]uint64) {
		clear(out)
		played.cut = !lines.variations(inner.program, played.report, out) || played.cut
	}, c.test(func(*moment) uint64 { return truth }))
	return out
}

// ofWholeGame checks that a condition on the whole game does not refer to a tower outside it.
func (c *compiler) ofWholeGame(u *unary, out *condition) {
	c.wrongIf(out.of != 0, u.Pos, "query.whole-game")
	out.usage = usage{}
}

// statement compiles a statement about towers, numbers or a move, or the meaning of a name.
func (c *compiler) statement(s *statement) condition {
	if s.Move != nil {
		return c.move(s.Move, nil, nil)
	}
	if s.Name != "" {
		l := c.names[s.Name]
		if l == nil {
			c.unknownName(s.Pos, s.Name)
		}
		c.wrongIf(l.What == nil, s.Pos, "query.name-of-squares", "name", message.Quoted(s.Name))
		return c.name(l)
	}
	if s.Right != nil {
		return c.compare(s)
	}
	t := &s.Left.First
	switch {
	case len(s.Left.Rest) > 0 || s.Left.Minus:
		c.wrong(s.Left.Pos, "query.number-alone")
	case s.Does != nil && t.Count != nil:
		c.wrong(t.Pos, "query.one-moves")
	case s.Does != nil:
		return c.move(s.Does, t.Towers, t.Same)
	case t.Same != nil:
		same := c.same(t.Same)
		out := c.leaf(func(m *moment) uint64 {
			if same.piece {
				return same.pieces(m, truth)
			}
			return m.track.towersOn(same.towers.on(m, truth))
		})
		out.usage = t.Same.usage()
		return out
	case t.Count != nil && t.Of == nil:
		c.wrong(t.Pos, "query.number-towers")
	case t.Count != nil:
		n, p := c.span(t.Count), c.phrase(t.Of, false)
		return c.leaf(func(m *moment) uint64 { return wordOf(n.has(bits.OnesCount64(p.on(m, truth)))) })
	case t.Towers.measure() != "":
		c.wrong(t.Pos, "query.is-number", "word", t.Towers.measure())
	}
	p := c.phrase(t.Towers, false)
	out := c.leaf(func(m *moment) uint64 { return wordOf(p.on(m, truth) != 0) })
	out.subject = c.subjectOf(func(m *moment) uint64 { return p.on(m, truth) }, false)
	return out
}

// subjectOf compiles the towers on the squares that a test returns; freed means freed by a move.
func (c *compiler) subjectOf(squares test, freed bool) func(binding) condition {
	return func(want binding) condition {
		c.tracks = true
		return c.leaf(func(m *moment) uint64 {
			if want == samePiece {
				return m.piecesOn(squares(m), freed)
			}
			return m.track.towersOn(squares(m))
		})
	}
}

// unknownName ends Parse with an Error: a word is neither of the language nor a name.
func (c *compiler) unknownName(at lexer.Position, name string) {
	meant := otherwise()[name]
	if isSquare(name) {
		meant = "tower on " + name
	} else if meant == "" {
		meant = grammar.Nearest(name, slices.Concat(keywords(), slices.Sorted(maps.Keys(c.names))))
	}
	panic(c.fault(at, meant, message.Of("query.unknown", "name", message.Quoted(name))))
}

func (c *compiler) number(at lexer.Position, digits string) int {
	n, err := strconv.Atoi(digits)
	c.wrongIf(err != nil || n > maxNumber, at, "query.number-large", "most", maxNumber)
	return n
}

// span is the integers from least to most.
type span struct{ least, most int }

var everything = span{-1 << 30, 1 << 30}

func (s span) has(n int) bool { return n >= s.least && n <= s.most }

// span returns the integers that a number of a query allows, all if n is nil.
func (c *compiler) span(n *number) span {
	switch {
	case n == nil:
		return everything
	case n.None:
		return span{0, 0}
	}
	x := c.number(n.Pos, n.N)
	return map[string]span{
		"": {x, x}, "atleast": {x, everything.most}, "morethan": {x + 1, everything.most},
		"atmost": {everything.least, x}, "fewerthan": {everything.least, x - 1},
	}[n.Limit]
}

// side returns a side of the query, or the other one if colours are exchanged.
func (c *compiler) side(s string) string {
	if c.exchanged {
		return strings.NewReplacer("white", "black", "black", "white").Replace(s)
	}
	return s
}
