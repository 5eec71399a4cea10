package find

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record"
)

// span is the numbers from least to most.
type span struct{ least, most int }

var everything = span{-1 << 30, 1 << 30}

// spanOf returns the numbers that one of a query stands for, all where there is none.
func spanOf(n *number) span {
	switch {
	case n == nil:
		return everything
	case n.None:
		return span{0, 0}
	}
	switch n.Limit {
	case "atleast":
		return span{n.n, everything.most}
	case "morethan":
		return span{n.n + 1, everything.most}
	case "atmost":
		return span{everything.least, n.n}
	case "fewerthan":
		return span{everything.least, n.n - 1}
	}
	return span{n.n, n.n}
}

func (s span) has(n int) bool { return n >= s.least && n <= s.most }

// phrase is a query's phrase on a variant's board.
type phrase struct {
	at     [2][2]uint64 // by the turn, where a tower of each side may stand
	kings  uint64       // of which all count that are kings,
	men    uint64       // and all that are none
	height span
	made   []func(own, prisoners record.Block) bool
}

func (c *compiler) phrase(t *towers) phrase {
	kind := ""
	if word := t.kind(); word != nil {
		kind = word.Tower
	}
	return c.phraseOf(t.Colour, kind, t.Properties)
}

// phraseOf compiles a phrase; colour and kind may be "".
func (c *compiler) phraseOf(colour, kind string, properties []property) phrase {
	p := phrase{kings: truth, men: truth, height: everything}
	switch {
	case strings.HasPrefix(kind, "king"):
		p.men = 0
	case strings.HasPrefix(kind, "m"):
		p.kings = 0
	}
	places := [2]uint64{c.playing, c.playing}
	for i := range properties {
		pr := &properties[i]
		if pr.On == nil && pr.Off == nil {
			c.property(&p, pr)
			continue
		}
		for side := range places {
			if pr.On != nil {
				places[side] &= c.squares(pr.On.all, record.Colour(side))
			} else {
				places[side] &^= c.squares(pr.Off.all, record.Colour(side))
			}
		}
	}
	side := c.side(colour)
	for turn := range p.at {
		m := moment{turn: turn}
		for owner, squares := range places {
			if side == "" || m.colour(side) == owner {
				p.at[turn][owner] = squares
			}
		}
	}
	return p
}

// property adds how towers are made.
func (c *compiler) property(p *phrase, pr *property) {
	if pr.Of != nil {
		p.height = spanOf(pr.Of)
		return
	}
	n := spanOf(pr.With)
	is := func(own, prisoners record.Block) bool { return n.has(own.N) }
	switch {
	case pr.Like != "":
		likeOwn, likePrisoners, _ := strings.Cut(unquote(pr.Like), "/")
		is = func(own, prisoners record.Block) bool {
			return blockIs(own, likeOwn) && blockIs(prisoners, likePrisoners)
		}
	case strings.HasPrefix(pr.What, "prisoner"):
		is = func(_, prisoners record.Block) bool { return n.has(prisoners.N) }
	case strings.HasPrefix(pr.What, "king"):
		is = func(own, _ record.Block) bool { return n.has(bits.OnesCount16(own.Kings)) }
	case strings.HasPrefix(pr.What, "captive"):
		is = func(_, prisoners record.Block) bool { return n.has(bits.OnesCount16(prisoners.Kings)) }
	}
	p.made = append(p.made, is)
}

// on returns those of some squares on which the phrase describes the tower.
func (p *phrase) on(m *moment, squares uint64) uint64 {
	at := &p.at[m.turn&1]
	squares &= (m.own[0]&at[0] | m.own[1]&at[1]) & (m.kings&p.kings | ^m.kings&p.men)
	if p.height == everything && p.made == nil {
		return squares
	}
	for look := squares; look != 0; look &= look - 1 {
		if square := bits.TrailingZeros64(look); !p.describes(m.p.Tower(square)) {
			squares &^= 1 << square
		}
	}
	return squares
}

// describes says whether a tower is made as the phrase says.
func (p *phrase) describes(t record.Tower) bool {
	if !p.height.has(t.Height()) {
		return false
	}
	for _, is := range p.made {
		if !is(t.Own(), t.Prisoners()) {
			return false
		}
	}
	return true
}

// blockIs says whether a block is as a pattern of 0, 1, ? and * says.
func blockIs(b record.Block, pattern string) bool {
	// After a star everything is tried from the next piece on.
	piece, at := 0, 0
	star, from := -1, 0
	for piece < b.N {
		switch {
		case at < len(pattern) && pattern[at] == '*':
			star, from = at, piece
			at++
		case at < len(pattern) && (pattern[at] == '?' || pattern[at]-'0' == byte(b.Kings>>piece&1)):
			at++
			piece++
		case star >= 0:
			from++
			at, piece = star+1, from
		default:
			return false
		}
	}
	return strings.Trim(pattern[at:], "*") == ""
}

// side returns a side of the query, or the other one where colours are exchanged.
func (c *compiler) side(s string) string {
	if c.exchanged {
		return exchanged(s)
	}
	return s
}

func exchanged(s string) string {
	switch s {
	case "white":
		return "black"
	case "black":
		return "white"
	}
	return s
}

// squares returns a set of squares for a tower, or a move, of a side. Sides and
// what is theirs are not in images.
func (c *compiler) squares(list []squarePart, side record.Colour) uint64 {
	var set uint64
	for i := range list {
		set |= c.part(&list[i], side)
	}
	return set
}

func (c *compiler) part(p *squarePart, side record.Colour) uint64 {
	is, images := c.place(p, side)
	var set uint64
	for _, s := range c.board.Squares() {
		if !is(s) {
			continue
		}
		if images {
			s = c.seen(s)
		}
		set |= 1 << c.rules.Bit(s)
	}
	return set
}

// place returns what says whether a square is one of those that a query names, and
// whether these change places in images.
func (c *compiler) place(p *squarePart, side record.Colour) (is func(record.Square) bool, images bool) {
	b := c.board
	above := func(s record.Square) int { // the middle, as the side sees it
		if x := 2*s.Rank() + 1 - b.Ranks; side == record.White {
			return x
		} else {
			return -x
		}
	}
	switch p.Side {
	case "farrank":
		return func(s record.Square) bool { return above(s) == b.Ranks-1 }, false
	case "homerank":
		return func(s record.Square) bool { return above(s) == 1-b.Ranks }, false
	case "farside":
		return func(s record.Square) bool { return above(s) > 0 }, false
	case "homeside":
		return func(s record.Square) bool { return above(s) < 0 }, false
	case "mainroad":
		return func(s record.Square) bool { return s.File() == s.Rank() }, true
	case "edge":
		return func(s record.Square) bool {
			return s.File() == 0 || s.Rank() == 0 || s.File() == b.Files-1 || s.Rank() == b.Ranks-1
		}, false
	}
	numeric := b.Numbering == record.Numeric
	number, _ := strconv.Atoi(p.Number + p.Rank) // the checker has read it
	switch {
	case p.Rank != "":
		return func(s record.Square) bool { return s.Rank() == number-1 }, true
	case p.File != "":
		return func(s record.Square) bool { return s.File() == int(p.File[0])-'a' }, true
	case p.Number != "":
		return func(s record.Square) bool { return numeric && s == b.Numbered(number) }, true
	}
	file, rank, _ := squareOf(p.Name)
	return func(s record.Square) bool { return !numeric && s.File() == file && s.Rank() == rank }, true
}

// seen returns the square that is in the place of another in the image at hand.
func (c *compiler) seen(s record.Square) record.Square {
	b := c.board
	if c.mirrored {
		if b.Files%2 == 1 {
			s = record.SquareAt(b.Files-1-s.File(), s.Rank())
		} else {
			s = record.SquareAt(s.Rank(), s.File())
		}
	}
	if c.exchanged {
		s = record.SquareAt(b.Files-1-s.File(), b.Ranks-1-s.Rank())
	}
	return s
}

// onBoard compiles a condition on a position that is neither towers nor numbers.
func (c *compiler) onBoard(of *onBoard) value {
	switch {
	case of.Turn != "":
		side := c.side(of.Turn)
		return boardTest(func(m *moment) bool { return m.turn == m.colour(side) })
	case of.Must:
		return boardTest((*moment).mustCapture)
	case of.Boundary == "start":
		return boardTest(func(m *moment) bool { return m.at == 0 })
	case of.Boundary == "end":
		return boardTest(func(m *moment) bool { return m.m == nil })
	case of.Position != nil:
		return c.position(unquote(of.Position.Text))
	case of.Pattern != nil:
		return c.pattern(of.pattern)
	}
	hash := of.hash()
	return boardTest(func(m *moment) bool { return m.p.Hash() == hash })
}

func (o *onBoard) hash() uint64 {
	hash, _ := strconv.ParseUint(o.Hash[len("0x"):], 16, 64) // the lexer has counted the digits
	return hash
}

// nothing is what a variant cannot have.
func nothing() value { return leaf(func(*moment) uint64 { return falsehood }) }

// position compiles a whole position.
func (c *compiler) position(fen string) value {
	read, either, err := readFEN(c.rules.Variant, fen)
	if err != nil {
		return nothing()
	}
	want := record.Position{Variant: read.Variant, Turn: read.Turn}
	for _, s := range c.board.Squares() {
		t := read.At(s)
		if t != 0 && c.exchanged {
			t = record.NewTower(t.Owner().Other(), t.Own(), t.Prisoners())
		}
		want.Put(c.seen(s), t)
	}
	if c.exchanged {
		want.Turn = want.Turn.Other()
	}
	p, err := c.rules.Position(&want)
	if err != nil {
		return nothing()
	}
	own := [2]uint64{uint64(p.Towers(record.White)), uint64(p.Towers(record.Black))}
	return boardTest(func(m *moment) bool {
		if m.own != own || m.p.Turn() != want.Turn && !either {
			return false
		}
		for set := own[0] | own[1]; set != 0; set &= set - 1 {
			if square := bits.TrailingZeros64(set); m.p.Tower(square) != p.Tower(square) {
				return false
			}
		}
		return true
	})
}

// pattern compiles a pattern: first whose towers stand where, then how they are
// made.
func (c *compiler) pattern(of *pattern) value {
	type wanted struct {
		square int
		stack
	}
	var own [2]uint64
	var any, empty uint64
	var towers []wanted
	for i := range of.items {
		item := &of.items[i]
		set := c.part(&item.at, record.White)
		switch side := c.side(item.side); {
		case set == 0:
			return nothing()
		case item.empty:
			empty |= set
			continue
		case side == "white":
			own[0] |= set
		case side == "black":
			own[1] |= set
		default:
			any |= set
		}
		towers = append(towers, wanted{bits.TrailingZeros64(set), item.stack})
	}
	turn := c.side(of.turn)
	return boardTest(func(m *moment) bool {
		all := m.own[0] | m.own[1]
		if own[0]&^m.own[0]|own[1]&^m.own[1]|any&^all|empty&all != 0 || turn != "" && m.colour(turn) != m.turn {
			return false
		}
		for i := range towers {
			t := m.p.Tower(towers[i].square)
			if !blockIs(t.Own(), towers[i].own) || !blockIs(t.Prisoners(), towers[i].prisoners) {
				return false
			}
		}
		return true
	})
}
