package find

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/record/message"
)

// condition is a part of a query's tree that is true or false at each moment of a game:
// a *thenPart with what is before it, an *untilPart with a goal, an *orPart or
// *andPart of several, a *unary with a prefix, an *aboutGame, an *onBoard, or a
// *statement that is no name. What is one of these, the methods called condition say.
type condition any

// then is a sequence from one of its parts on, which is not the last.
type then struct {
	of *sequence
	at int // 0 is before the first then
}

func (t then) part() *thenPart { return &t.of.Then[t.at] }

// first is what is true at the moment itself, next what at later ones.
func (t then) first() condition { return t.of.part(t.at).condition() }
func (t then) next() condition  { return t.of.from(t.at + 1) }

func (s *sequence) condition() condition { return s.from(0) }

// from returns a sequence from a part on.
func (s *sequence) from(at int) condition {
	if at < len(s.Then) {
		return then{s, at}
	}
	return s.part(at).condition()
}

func (s *sequence) part(at int) *untilPart {
	if at == 0 {
		return &s.First
	}
	return &s.Then[at-1].What
}

func (u *untilPart) condition() condition {
	if u.Goal != nil {
		return u
	}
	return u.Hold.condition()
}

func (o *orPart) condition() condition {
	if len(o.Of) > 1 {
		return o
	}
	return o.Of[0].condition()
}

func (a *andPart) condition() condition {
	if len(a.Of) > 1 {
		return a
	}
	return a.Of[0].condition()
}

func (u *unary) condition() condition {
	switch {
	case u.Group != nil:
		return u.Group.condition()
	case u.Game != nil:
		return u.Game
	case u.Board != nil:
		return u.Board
	case u.State == nil:
		return u
	case u.State.named != nil:
		return u.State.named.condition()
	}
	return u.State
}

// isImage says that a prefix makes images.
func (u *unary) isImage() bool { return u.Prefix == "mirrored" || u.Prefix == "eithercolour" }

// partsOf returns the conditions of which one is made.
func partsOf(c condition) []condition {
	var all []condition
	switch c := c.(type) {
	case *andPart:
		for i := range c.Of {
			all = append(all, c.Of[i].condition())
		}
	case *orPart:
		for i := range c.Of {
			all = append(all, c.Of[i].condition())
		}
	case *unary:
		all = []condition{c.Of.condition()}
	case then:
		all = []condition{c.first(), c.next()}
	case *untilPart:
		all = []condition{c.Hold.condition(), c.Goal.condition()}
	}
	return all
}

// sizeOf returns how many conditions there are, with those that have a name
// counted each time and images as conditions of their own, but no more than a
// little above the limit.
func sizeOf(c condition, known map[condition]int) int {
	if n, ok := known[c]; ok {
		return n
	}
	n := 1
	for _, part := range partsOf(c) {
		n = min(n+sizeOf(part, known), maxConditions+1)
	}
	if u, ok := c.(*unary); ok && u.isImage() {
		n = min(2*n, maxConditions+1)
	}
	known[c] = n
	return n
}

// verb returns what a statement says of a move, nil where it says nothing.
func (s *statement) verb() *movePart {
	if s.Move != nil {
		return s.Move
	}
	return s.Does
}

// mover is what a statement says of the tower that moves; both are nil where it says
// nothing.
func (s *statement) mover() (*towers, *samePart) {
	if s.Does == nil {
		return nil, nil
	}
	return s.Left.First.Towers, s.Left.First.Same
}

// exists returns the towers that a statement says there are, and how many, nil for one
// at least; or nil where it says something else.
func (s *statement) exists() (*number, *towers) {
	switch t := s.Left; {
	case t == nil || s.Right != nil || s.Does != nil:
		return nil, nil
	case t.First.Count != nil:
		return t.First.Count, t.First.Of
	default:
		return nil, t.First.Towers
	}
}

// same returns what a statement says of the same tower or piece by itself, nil where it
// says something else.
func (s *statement) same() *samePart {
	if s.Left == nil || s.Right != nil || s.Does != nil {
		return nil
	}
	return s.Left.First.Same
}

// signed is a term with its sign.
type signed struct {
	*term
	minus bool
}

func (s *sum) terms() []signed {
	all := []signed{{&s.First, s.Minus}}
	for i := range s.Rest {
		all = append(all, signed{&s.Rest[i].Term, s.Rest[i].Sign == "-"})
	}
	return all
}

// number returns a term that is a number.
func (t *term) number() (n int, ok bool) {
	if t.Count == nil {
		return 0, false
	}
	return t.Count.n, true
}

func (t *term) measure() string {
	if t.Towers == nil {
		return ""
	}
	return t.Towers.measure()
}

// kind returns the word for what is on top, nil where there is a colour alone.
func (t *towers) kind() *kindWord {
	if t.Alone != nil {
		return t.Alone
	}
	return t.Kind
}

// measure returns the word for a number, "" where it is none.
func (t *towers) measure() string {
	if t.kind() == nil {
		return ""
	}
	return t.kind().Measure
}

// what says what the number after a verb is of: pieces, kings or men that are captured,
// prisoners or towers that are freed.
func (m *movePart) what() string {
	var object kindWord
	if m.Object != nil && m.Object.kind() != nil {
		object = *m.Object.kind()
	}
	switch {
	case m.Verb == "frees" && object.Measure == "prisoners":
		return "prisoners"
	case m.Verb == "frees":
		return "towers"
	case strings.HasPrefix(object.Tower, "king"):
		return "kings"
	case object.Tower != "":
		return "men"
	}
	return "pieces"
}

// usage is what a condition says of the tower of a step before it, or of the piece.
type usage struct {
	tower, piece bool
	at           lexer.Position // where it says so first
}

func (u usage) any() bool { return u.tower || u.piece }

// bind finds what is meant by the same tower: FIND.md, The same tower.
func (c *checker) bind(q *Query) *Error {
	if u := c.uses(q, q.what); u.any() {
		c.wrong(u.at, "", message.Of("query.no-step"))
	}
	return c.fault
}

// uses returns what a condition says of a tower outside it.
func (c *checker) uses(q *Query, of condition) usage {
	u, ok := q.same[of]
	if !ok {
		u = c.find(q, of)
		q.same[of] = u
	}
	return u
}

func (c *checker) find(q *Query, of condition) (u usage) {
	switch of := of.(type) {
	case *statement:
		return c.usesOf(of)
	case *unary:
		switch of.Prefix {
		case "sometime", "never", "always", "first", "last":
			if c.uses(q, of.Of.condition()).any() {
				c.wrong(of.Pos, "", message.Of("query.whole-game"))
			}
			return usage{}
		}
	case then:
		first, next := c.uses(q, of.first()), c.uses(q, of.next())
		if !first.any() && next.any() {
			has, unsure := subject(of.first())
			if unsure {
				c.wrong(of.part().Pos, "", message.Of("query.unsure"))
			}
			if has {
				return usage{}
			}
		}
		return c.join(first, next)
	}
	for _, part := range partsOf(of) {
		u = c.join(u, c.uses(q, part))
	}
	return u
}

func (c *checker) usesOf(s *statement) usage {
	if same := s.same(); same != nil {
		return usage{same.What == "tower", same.What == "piece", same.Pos}
	}
	move := s.verb()
	if move == nil {
		return usage{}
	}
	u := usage{at: move.Pos}
	for i := range move.Details {
		if over := move.Details[i].Over; over != nil && over.Same != nil {
			u.tower, u.at = true, over.Same.Pos
		}
	}
	if _, same := s.mover(); same != nil {
		u.tower, u.piece, u.at = u.tower || same.What == "tower", same.What == "piece", same.Pos
	}
	return c.one(u)
}

func (c *checker) join(u, v usage) usage {
	if !u.any() {
		u.at = v.at
	}
	u.tower, u.piece = u.tower || v.tower, u.piece || v.piece
	return c.one(u)
}

func (c *checker) one(u usage) usage {
	if u.tower && u.piece {
		c.wrong(u.at, "", message.Of("query.both"))
	}
	return u
}

// subject says whether a condition has a tower that the next step can call the
// same; unsure where parts of or do and others do not.
func subject(c condition) (has, unsure bool) {
	switch c := c.(type) {
	case *statement:
		count, towers := c.exists()
		return c.verb() != nil || towers != nil && count == nil, false
	case *andPart:
		for _, of := range partsOf(c) {
			if has, unsure := subject(of); has || unsure {
				return has, unsure
			}
		}
	case *orPart:
		n := 0
		for _, of := range partsOf(c) {
			if has, unsure := subject(of); unsure {
				return false, true
			} else if has {
				n++
			}
		}
		return n == len(c.Of), n > 0 && n < len(c.Of)
	case *unary:
		if c.isImage() || c.Prefix == "first" || c.Prefix == "last" {
			return subject(c.Of.condition())
		}
	case then:
		return subject(c.first())
	}
	return false, false
}
