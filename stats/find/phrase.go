package find

import (
	"math/bits"

	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// composition is how a tower is made, whatever its owner and square.
type composition struct {
	height, own, prisoners, kings, captiveKings span
	like                                        query.Stack // any where Own is ""
	heightAlone                                 bool        // all else is anything
}

// span is the numbers from least to most.
type span struct{ least, most int }

var everything = span{-1 << 30, 1 << 30}

func spanOf(n *query.Number) span {
	s := everything
	if n == nil {
		return s
	}
	switch n.Op {
	case "=":
		s = span{n.N, n.N}
	case "<":
		s.most = n.N - 1
	case "<=":
		s.most = n.N
	case ">":
		s.least = n.N + 1
	case ">=":
		s.least = n.N
	}
	return s
}

func (s span) has(n int) bool { return n >= s.least && n <= s.most }

// holds says whether a tower is made so; none is where there is none.
func (c *composition) holds(t record.Tower) bool {
	return t != 0 && c.height.has(t.Height()) && (c.heightAlone || c.blocks(t))
}

// blocks says whether a tower of the right height is made so.
func (c *composition) blocks(t record.Tower) bool {
	own, prisoners := t.Own(), t.Prisoners()
	if !c.own.has(own.N) || !c.prisoners.has(prisoners.N) {
		return false
	}
	if c.kings != everything && !c.kings.has(bits.OnesCount16(own.Kings)) ||
		c.captiveKings != everything && !c.captiveKings.has(bits.OnesCount16(prisoners.Kings)) {
		return false
	}
	return c.like.Own == "" || stackIs(own, c.like.Own) && stackIs(prisoners, c.like.Prisoners)
}

// stackIs says whether a block is as a pattern of 0, 1, ? and * says.
func stackIs(b record.Block, pattern string) bool {
	// Behind a star everything is tried from the next piece on.
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
	for at < len(pattern) && pattern[at] == '*' {
		at++
	}
	return at == len(pattern)
}

// phrase is a query's phrase on a variant's board.
type phrase struct {
	side query.Side
	kind query.Kind
	at   [2]uint64 // the squares where a tower of each side may stand
	// anywhere says that the side, the kind and the squares are any.
	anywhere bool
	made     composition
	set      int // of those made so, where all of them are looked for; -1 for none
}

// counted compiles a phrase for all towers that it describes.
func (c *compiler) counted(p *query.Phrase) phrase {
	out := c.phrase(p)
	if out.made != anyhow {
		out.set = c.setOf(out.made)
	}
	return out
}

// cost is how long it takes about to find all towers that the phrase describes.
func (p *phrase) cost() int {
	if p.set >= 0 {
		return costTowers
	}
	return costBits
}

// anyhow is how any tower is made.
var anyhow = composition{everything, everything, everything, everything, everything, query.Stack{}, true}

// phrase compiles a phrase for towers on squares that are known.
func (c *compiler) phrase(p *query.Phrase) phrase {
	out := phrase{side: c.side(p.Side), kind: p.Kind, set: -1}
	for side := range out.at {
		out.at[side] = c.within(p.On, p.Off, record.Colour(side))
	}
	out.anywhere = p.Side == query.AnySide && p.Kind == query.AnyKind && out.at == [2]uint64{c.playing, c.playing}
	out.made = composition{spanOf(p.Height), spanOf(p.Own), spanOf(p.Prisoners), spanOf(p.Kings), spanOf(p.CaptiveKings), query.Stack{}, false}
	if p.Like != nil {
		out.made.like = *p.Like
	}
	out.made.heightAlone = out.made == composition{out.made.height, everything, everything, everything, everything, query.Stack{}, false}
	return out
}

// within returns the squares that are in all of some sets and in none of others,
// for a tower of a side.
func (c *compiler) within(on, off []query.Squares, side record.Colour) uint64 {
	set := c.playing
	for _, s := range on {
		set &= c.squares(s, side)
	}
	for _, s := range off {
		set &^= c.squares(s, side)
	}
	return set
}

// setOf returns the number of a way to be made, which all that ask for it share.
func (c *compiler) setOf(made composition) int {
	for i := range c.program.sets {
		if c.program.sets[i] == made {
			return i
		}
	}
	c.program.sets = append(c.program.sets, made)
	return len(c.program.sets) - 1
}

// scan puts into out the squares of the towers that the phrase describes, of each
// moment that may be wanted, and returns that part of out.
func (p *phrase) scan(f *frame, out []uint64) []uint64 {
	n := len(out)
	boards, out := f.film.Boards[f.from:f.to], out[f.from:f.to]
	if p.anywhere && p.set >= 0 { // which has towers alone
		copy(out, f.set(p.set, n)[f.from:f.to])
		return out
	}
	// By the turn, whose towers count where; and of the kings which are left out.
	var of [2][2]uint64
	for turn := range of {
		for side := range of[turn] {
			if p.side == query.AnySide || side == colourAt(turn, p.side) {
				of[turn][side] = p.at[side]
			}
		}
	}
	flip, any := word(p.kind == query.Man), word(p.kind == query.AnyKind)
	if white, black := of[0][0], of[0][1]; of[0] == of[1] {
		for i := range boards {
			b := &boards[i]
			out[i] = (b.Own[0]&white | b.Own[1]&black) & (b.Kings ^ flip | any)
		}
	} else {
		for i := range boards {
			b := &boards[i]
			of := &of[b.Turn&1]
			out[i] = (b.Own[0]&of[0] | b.Own[1]&of[1]) & (b.Kings ^ flip | any)
		}
	}
	if p.set >= 0 && !nothingIn(out) {
		for i, set := range f.set(p.set, n)[f.from:f.to] {
			out[i] &= set
		}
	}
	return out
}

// among returns those of some squares on which the phrase describes the tower.
func (p *phrase) among(f *frame, squares uint64) uint64 {
	if squares &= p.standing(f.Board); squares == 0 || p.made == anyhow {
		return squares
	}
	at := f.towers()
	for look := squares; look != 0; look &= look - 1 {
		if bit := bits.TrailingZeros64(look); !p.made.holds(at.Tower(bit)) {
			squares &^= 1 << bit
		}
	}
	return squares
}

// standing returns where towers stand that may be so, whatever they are made of.
func (p *phrase) standing(b *replay.Board) uint64 {
	var set uint64
	switch p.side {
	case query.AnySide:
		set = b.Own[0]&p.at[0] | b.Own[1]&p.at[1]
	case query.White:
		set = b.Own[0] & p.at[0]
	case query.Black:
		set = b.Own[1] & p.at[1]
	case query.Mover:
		set = b.Own[b.Turn&1] & p.at[b.Turn&1]
	default:
		set = b.Own[b.Turn&1^1] & p.at[b.Turn&1^1]
	}
	switch p.kind {
	case query.King:
		set &= b.Kings
	case query.Man:
		set &^= b.Kings
	}
	return set
}

// side returns a side of the query, or the other one where colours are exchanged.
func (c *compiler) side(s query.Side) query.Side {
	if c.exchanged {
		return exchanged(s)
	}
	return s
}

func exchanged(s query.Side) query.Side {
	switch s {
	case query.White:
		return query.Black
	case query.Black:
		return query.White
	}
	return s
}

// squares returns a set of squares for a tower, or a move, of a side. Sides and
// what is theirs are not in images.
func (c *compiler) squares(list query.Squares, side record.Colour) uint64 {
	var set uint64
	for i := range list {
		set |= c.part(&list[i], side)
	}
	return set
}

func (c *compiler) part(p *query.Part, side record.Colour) uint64 {
	b := c.board
	above := func(s record.Square) int { // the middle, as the side sees it
		if x := 2*s.Rank() + 1 - b.Ranks; side == record.White {
			return x
		} else {
			return -x
		}
	}
	var is func(record.Square) bool
	image := c.image
	switch p.Name {
	case "far rank", "home rank":
		rank := b.Ranks - 1
		if (p.Name == "far rank") != (side == record.White) {
			rank = 0
		}
		is, image = func(s record.Square) bool { return s.Rank() == rank }, nil
	case "far side":
		is, image = func(s record.Square) bool { return above(s) > 0 }, nil
	case "home side":
		is, image = func(s record.Square) bool { return above(s) < 0 }, nil
	case "main road":
		is = func(s record.Square) bool { return s.File() == s.Rank() }
	case "edge":
		is, image = func(s record.Square) bool {
			return s.File() == 0 || s.Rank() == 0 || s.File() == b.Files-1 || s.Rank() == b.Ranks-1
		}, nil
	default:
		if p.Number > 0 {
			numbered := record.NoSquare
			if b.Numbering == record.Numeric {
				numbered = b.Numbered(p.Number)
			}
			is = func(s record.Square) bool { return s == numbered }
			break
		}
		if p.File >= 0 && p.Rank >= 0 && b.Numbering == record.Numeric {
			return 0
		}
		is = func(s record.Square) bool {
			return (p.File < 0 || p.File == s.File()) && (p.Rank < 0 || p.Rank == s.Rank())
		}
	}
	var set uint64
	for _, s := range b.Squares() {
		if !is(s) {
			continue
		}
		if image != nil {
			s = image(s)
		}
		set |= 1 << c.rules.Bit(s)
	}
	return set
}

// image returns the square that is in the place of another in the image at hand.
func (c *compiler) image(s record.Square) record.Square {
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
