package find

import (
	"math/bits"
	"strings"

	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/record"
)

// position compiles a condition on a position that is neither towers nor numbers.
func (c *compiler) position(of query.Condition) *node {
	switch of := of.(type) {
	case *query.ToMove:
		turn := record.White
		if c.side(of.Side) == query.Black {
			turn = record.Black
		}
		return leaf(costBits, tests(func(f *frame) bool { return f.Turn == turn }))
	case *query.MustCapture:
		return leaf(costBits, func(f *frame, _, out []uint64) {
			boards, part := f.film.Boards[f.from:f.to], out[f.from:f.to]
			for i := range boards {
				part[i] = word(boards[i].Taken > 0)
			}
			if last := len(f.film.Moves); last < f.to {
				out[last] = word(f.film.MustCapture(last))
			}
		})
	case *query.Boundary:
		end := of.End
		return leaf(costNothing, func(f *frame, _, out []uint64) {
			fill(out, falsehood)
			switch last := len(f.film.Moves); {
			case !end:
				out[0] = truth
			case last < len(out):
				out[last] = truth
			}
		})
	case *query.Hash:
		hash := of.Hash
		return leaf(costBits, tests(func(f *frame) bool { return f.film.Hashes[f.at] == hash }))
	case *query.Position:
		return c.whole(of)
	case *query.Pattern:
		return c.pattern(of)
	}
	panic("find: a condition of an unknown type")
}

// nothing is what a variant cannot have.
func nothing() *node { return leaf(costBits, func(_ *frame, _, out []uint64) { fill(out, falsehood) }) }

// whole compiles a whole position.
func (c *compiler) whole(of *query.Position) *node {
	read, err := query.ReadFEN(c.rules.Variant, of.FEN)
	if err != nil {
		return nothing()
	}
	want := record.Position{Variant: read.Variant, Turn: read.Turn}
	for _, s := range c.board.Squares() {
		t := read.At(s)
		if t != 0 && c.exchanged {
			t = record.NewTower(t.Owner().Other(), t.Own(), t.Prisoners())
		}
		want.Put(c.image(s), t)
	}
	if c.exchanged {
		want.Turn = want.Turn.Other()
	}
	p, err := c.rules.Position(&want)
	if err != nil {
		return nothing()
	}
	own := [2]uint64{uint64(p.Towers(record.White)), uint64(p.Towers(record.Black))}
	return leaf(costPattern, tests(func(f *frame) bool {
		if f.Own != own || f.Turn != want.Turn && !read.EitherTurn {
			return false
		}
		for set := own[0] | own[1]; set != 0; set &= set - 1 {
			if bit := bits.TrailingZeros64(set); f.towers().Tower(bit) != p.Tower(bit) {
				return false
			}
		}
		return true
	}))
}

// pattern compiles a pattern: first whose towers stand where, then how they are
// made.
func (c *compiler) pattern(of *query.Pattern) *node {
	type wanted struct {
		bit   int
		exact [2]record.Tower // by side; 0 where the stack says it
		stack query.Stack
	}
	var own [2]uint64
	var any, empty uint64
	var towers []wanted
	for i := range of.Items {
		item := &of.Items[i]
		set := c.part(&item.At, record.White)
		if set == 0 {
			return nothing()
		}
		switch side := c.side(item.Side); {
		case item.Empty:
			empty |= set
			continue
		case side == query.White:
			own[0] |= set
		case side == query.Black:
			own[1] |= set
		default:
			any |= set
		}
		w := wanted{bit: bits.TrailingZeros64(set), stack: item.Stack}
		if item.Stack.Own == "*" && item.Stack.Prisoners == "*" {
			continue // any tower
		}
		if strings.Trim(item.Stack.Own+item.Stack.Prisoners, "01") == "" && len(item.Stack.Own) == 1 && item.Stack.Prisoners == "" {
			for side := range w.exact {
				w.exact[side] = record.Lone(record.Colour(side), item.Stack.Own == "1")
			}
		}
		towers = append(towers, w)
	}
	turn := c.side(of.Turn)
	return leaf(costPattern, tests(func(f *frame) bool {
		all := f.Own[0] | f.Own[1]
		if own[0]&^f.Own[0] != 0 || own[1]&^f.Own[1] != 0 || any&^all != 0 || empty&all != 0 || turn != query.AnySide && f.colour(turn) != int(f.Turn) {
			return false
		}
		for i := range towers {
			w := &towers[i]
			t := f.towers().Tower(w.bit)
			if w.exact[0] != 0 {
				if t != w.exact[t.Owner()&1] {
					return false
				}
			} else if !stackIs(t.Own(), w.stack.Own) || !stackIs(t.Prisoners(), w.stack.Prisoners) {
				return false
			}
		}
		return true
	}))
}
