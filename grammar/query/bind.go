package query

import (
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/record/message"
)

// usage is what a condition says of the tower of a step before it.
type usage struct {
	tower, piece bool
	at           lexer.Position // where it says so first
}

func (u usage) any() bool { return u.tower || u.piece }

// bind looks for what is meant by the same tower: FIND.md, The same tower.
func (b *builder) bind(c Condition) *Error {
	binder := binder{builder: b, known: make(map[Condition]usage)}
	if u := binder.uses(c); u.any() {
		b.wrong(u.at, "", message.Of("query.no-step"))
	}
	return b.fault
}

type binder struct {
	*builder
	known map[Condition]usage
}

// uses returns what a condition says of a tower outside it.
func (b *binder) uses(c Condition) usage {
	if u, ok := b.known[c]; ok {
		return u
	}
	u := b.find(c)
	b.known[c] = u
	return u
}

func (b *binder) find(c Condition) usage {
	switch c := c.(type) {
	case *Same:
		return usage{!c.Piece, c.Piece, b.places[c]}
	case *Made:
		u := usage{at: b.places[c]}
		for _, o := range c.Over {
			if o.Same != nil {
				u.tower, u.at = true, b.places[o.Same]
			}
		}
		if c.Same != nil {
			u.tower, u.piece, u.at = u.tower || !c.Same.Piece, c.Same.Piece, b.places[c.Same]
		}
		return b.one(u)
	case *Whole, *Occurrence:
		u := b.uses(partsOf(c)[0])
		if u.any() {
			b.wrong(b.places[c], "", message.Of("query.whole-game"))
		}
		return usage{}
	case *Then:
		first, next := b.uses(c.First), b.uses(c.Next)
		if !first.any() && next.any() {
			has, unsure := subject(c.First)
			if unsure {
				b.wrong(b.places[c], "", message.Of("query.unsure"))
			}
			if has {
				return usage{}
			}
		}
		return b.join(first, next)
	}
	var u usage
	for _, part := range partsOf(c) {
		u = b.join(u, b.uses(part))
	}
	return u
}

func (b *binder) join(u, v usage) usage {
	if !u.any() {
		u.at = v.at
	}
	u.tower, u.piece = u.tower || v.tower, u.piece || v.piece
	return b.one(u)
}

func (b *binder) one(u usage) usage {
	if u.tower && u.piece {
		b.wrong(u.at, "", message.Of("query.both"))
	}
	return u
}

// subject says whether a condition has a tower that the next step can call the
// same; unsure where parts of or do and others do not.
func subject(c Condition) (has, unsure bool) {
	switch c := c.(type) {
	case *Exists:
		return c.Count == nil, false
	case *Made:
		return true, false
	case *All:
		for _, of := range c.Of {
			if has, unsure := subject(of); has || unsure {
				return has, unsure
			}
		}
	case *Any:
		n := 0
		for _, of := range c.Of {
			if has, unsure := subject(of); unsure {
				return false, true
			} else if has {
				n++
			}
		}
		return n == len(c.Of), n > 0 && n < len(c.Of)
	case *Occurrence:
		return subject(c.Of)
	case *Image:
		return subject(c.Of)
	case *Then:
		return subject(c.First)
	}
	return false, false
}

// Free says whether a condition speaks of the tower, or of the piece, of a step
// before it that is not within the condition.
func Free(c Condition) (tower, piece bool) {
	b := binder{builder: &builder{fault: &Error{}}, known: make(map[Condition]usage)}
	u := b.uses(c)
	return u.tower, u.piece
}

// Subject says whether a condition has a tower that a step behind it can call the
// same.
func Subject(c Condition) bool {
	has, _ := subject(c)
	return has
}
