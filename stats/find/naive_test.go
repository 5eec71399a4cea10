package find_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// naive evaluates queries as grammar/query/FIND.md says, moment for moment, in
// whatever time it takes. It shares no code with what it is there to check.
type naive struct {
	report  *replay.Report
	moments []moment
	board   record.Board

	mirrored, exchanged bool
}

// moment is a position with the move made in it.
type moment struct {
	there    bool // there is a board
	at       record.Position
	move     bool
	from, to record.Square
	captured []record.Square
	landed   []record.Square
	after    record.Position
	legal    int
	hash     uint64
	lost     bool // it is behind another position that was set up
}

// thing is a tower, or a piece so deep in one, at a moment.
type thing struct {
	at    int
	on    record.Square
	piece bool
	depth int
}

func newNaive(r *replay.Report) *naive {
	n := &naive{report: r, board: r.Variant.Board()}
	var legal []replay.Move
	for _, ply := range r.Plies() {
		p, m := ply.Before, ply.Move
		one := moment{there: true, at: p.Record(), legal: len(p.Moves(nil)), hash: p.Hash()}
		if m != nil {
			legal = p.Moves(legal[:0])
			one.move = true
			one.from, one.to = p.From(m), p.To(m)
			one.captured, one.landed = p.Captured(m), p.Landed(m)
			after := *p
			after.Play(m)
			one.after = after.Record()
		}
		if k := len(n.moments); k > 0 {
			one.lost = n.moments[k-1].lost || n.moments[k-1].after != one.at
		}
		n.moments = append(n.moments, one)
	}
	if len(n.moments) == 0 {
		n.moments = []moment{{}}
	}
	return n
}

// is says whether a condition is true at a moment; same is what the same tower
// is, nil for nothing.
func (n *naive) is(c query.Condition, i int, same *thing) bool {
	m := &n.moments[i]
	switch c := c.(type) {
	case *query.All:
		for _, of := range c.Of {
			if !n.is(of, i, same) {
				return false
			}
		}
		return true
	case *query.Any:
		for _, of := range c.Of {
			if n.is(of, i, same) {
				return true
			}
		}
		return false
	case *query.Not:
		return !n.is(c.Of, i, same)
	case *query.Whole:
		times := 0
		for j := range n.moments {
			if n.is(c.Of, j, nil) {
				times++
			}
		}
		return map[query.How]bool{query.Sometime: times > 0, query.Never: times == 0, query.Always: times == len(n.moments)}[c.How]
	case *query.Occurrence:
		if !n.is(c.Of, i, same) {
			return false
		}
		for j := range n.moments {
			if (c.Last && j > i || !c.Last && j < i) && n.is(c.Of, j, same) {
				return false
			}
		}
		return true
	case *query.Then:
		return n.then(c, i, same, nil)
	case *query.Until:
		for j := i; j < len(n.moments); j++ {
			if n.is(c.Goal, j, same) {
				return true
			}
			if !n.is(c.Hold, j, same) {
				return false
			}
		}
		return false
	case *query.Image:
		return n.image(c, func() bool { return n.is(c.Of, i, same) })
	case *query.Compare:
		return n.compare(c, i)
	case *query.Exists:
		if !m.there {
			return false
		}
		count := len(n.towers(c.Towers, i))
		if c.Count == nil {
			return count > 0
		}
		return number(c.Count, count)
	case *query.Same:
		return m.there && n.same(c, i, same)
	case *query.Made:
		return m.move && n.made(c, i, same)
	case *query.ToMove:
		return m.there && m.at.Turn == n.colour(c.Side, i)
	case *query.MustCapture:
		return m.there && n.mustCapture(m)
	case *query.Boundary:
		return m.there && (c.End && i == len(n.moments)-1 || !c.End && i == 0)
	case *query.Hash:
		return m.there && m.hash == c.Hash
	case *query.Position:
		return m.there && n.position(c, m)
	case *query.Pattern:
		return m.there && n.pattern(c, i)
	}
	return n.ofGame(c)
}

// image evaluates something as it is and as an image.
func (n *naive) image(c *query.Image, is func() bool) bool {
	if is() {
		return true
	}
	flip := func() {
		if c.Mirrored {
			n.mirrored = !n.mirrored
		} else {
			n.exchanged = !n.exchanged
		}
	}
	flip()
	defer flip()
	return is()
}

// speaks says whether a condition speaks of the same tower of a step before it.
func speaks(c query.Condition) bool {
	tower, piece := query.Free(c)
	return tower || piece
}

// then is then; only, if it is not nil, is what the first step has to speak of.
func (n *naive) then(c *query.Then, i int, same, only *thing) bool {
	later := func(same *thing) bool {
		some, all := false, true
		for j := i + 1; j < len(n.moments) && (c.Within == 0 || j <= i+c.Within); j++ {
			if n.is(c.Next, j, same) {
				some = true
			} else {
				all = false
			}
		}
		return map[query.How]bool{query.Sometime: some, query.Never: !some, query.Always: all}[c.How]
	}
	if !speaks(c.First) && speaks(c.Next) && query.Subject(c.First) {
		_, piece := query.Free(c.Next)
		for _, one := range n.subjects(c.First, i, piece) {
			if (only == nil || *only == one) && later(&one) {
				return true
			}
		}
		return false
	}
	return n.is(c.First, i, same) && later(same)
}

// subjects are the towers that a step speaks of at a moment, or their pieces.
func (n *naive) subjects(c query.Condition, i int, piece bool) []thing {
	m := &n.moments[i]
	if !m.there || m.lost {
		return nil
	}
	var out []thing
	add := func(s record.Square, depth int) {
		if !piece {
			depth = 0
		}
		out = append(out, thing{at: i, on: s, piece: piece, depth: depth})
	}
	switch c := c.(type) {
	case *query.Exists:
		for _, s := range n.towers(c.Towers, i) {
			add(s, 0)
		}
	case *query.Made:
		switch {
		case !m.move || !n.made(c, i, nil):
		case c.Verb == "frees":
			for _, s := range n.freed(c.Freed, i) {
				add(s, m.at.At(s).Own().N)
			}
		default:
			add(m.from, 0)
		}
	case *query.All:
		at := slices.IndexFunc(c.Of, query.Subject)
		for k, of := range c.Of {
			if k != at && !n.is(of, i, nil) {
				return nil
			}
		}
		return n.subjects(c.Of[at], i, piece)
	case *query.Any:
		for _, of := range c.Of {
			out = append(out, n.subjects(of, i, piece)...)
		}
	case *query.Occurrence:
		if n.is(c, i, nil) {
			return n.subjects(c.Of, i, piece)
		}
	case *query.Image:
		n.image(c, func() bool { out = append(out, n.subjects(c.Of, i, piece)...); return false })
	case *query.Then:
		_, pieces := query.Free(c.Next)
		for _, one := range n.subjects(c.First, i, piece) {
			only := one
			if piece != pieces {
				if n.is(c, i, nil) {
					out = append(out, one)
				}
			} else if n.then(c, i, nil, &only) {
				out = append(out, one)
			}
		}
	}
	return out
}

// follow returns where a thing is at a later moment.
func (n *naive) follow(t *thing, to int) (record.Square, int, bool) {
	on, depth := t.on, t.depth
	for i := t.at; i < to; i++ {
		m := &n.moments[i]
		if n.moments[i+1].lost || !m.move {
			return on, depth, false
		}
		if on == m.from {
			on = m.to
			continue
		}
		times := 0
		for k, s := range m.captured {
			if s != on {
				continue
			}
			if times == depth && t.piece {
				if !n.report.Variant.Towers() {
					return on, depth, false
				}
				before := m.at.At(m.from)
				on, depth = m.to, before.Height()+k
				times = -1
				break
			}
			times++
		}
		if times < 0 {
			continue
		}
		if before := m.at.At(on); !t.piece && times == before.Height() {
			return on, depth, false
		}
		if t.piece {
			depth -= times
		}
	}
	return on, depth, true
}

// same is what is said of the same tower or piece.
func (n *naive) same(c *query.Same, i int, same *thing) bool {
	if same == nil || same.piece != c.Piece || n.moments[i].lost {
		return false
	}
	on, depth, there := n.follow(same, i)
	if !there {
		return false
	}
	if !c.Piece {
		return n.described(c.Towers, i, on)
	}
	m := &n.moments[i]
	t := m.at.At(on)
	colour, king := t.Owner(), false
	captive := depth >= t.Own().N
	if captive {
		colour = colour.Other()
		king = t.Prisoners().Kings>>(depth-t.Own().N)&1 == 1
	} else {
		king = t.Own().Kings>>depth&1 == 1
	}
	if n.report.Variant == record.Adiukh {
		king = depth == 0 && n.king(m, on)
	}
	if c.Top && depth != 0 || c.Captive != nil && *c.Captive != captive {
		return false
	}
	if c.Towers.Kind == query.King && !king || c.Towers.Kind == query.Man && king {
		return false
	}
	if c.Towers.Side != query.AnySide && n.colour(c.Towers.Side, i) != colour {
		return false
	}
	return n.placed(c.Towers, on, colour)
}

// colour is the side that a query names.
func (n *naive) colour(s query.Side, i int) record.Colour {
	turn := n.moments[i].at.Turn
	switch s {
	case query.Mover:
		return turn
	case query.Opponent:
		return turn.Other()
	}
	c := record.White
	if s == query.Black {
		c = record.Black
	}
	if n.exchanged {
		c = c.Other()
	}
	return c
}

// king says whether the tower on a square is a king.
func (n *naive) king(m *moment, s record.Square) bool { return kingIn(&m.at, s) }

func kingIn(p *record.Position, s record.Square) bool {
	t := p.At(s)
	if p.Variant == record.Adiukh {
		return t.Owner() == record.White && s.Rank() == 7 || t.Owner() == record.Black && s.Rank() == 0
	}
	return t.King()
}

// towers lists where towers stand that a phrase describes.
func (n *naive) towers(p *query.Phrase, i int) []record.Square {
	var out []record.Square
	for _, s := range n.board.Squares() {
		if n.described(p, i, s) {
			out = append(out, s)
		}
	}
	return out
}

// described says whether a phrase describes the tower on a square.
func (n *naive) described(p *query.Phrase, i int, s record.Square) bool {
	m := &n.moments[i]
	t := m.at.At(s)
	if t == 0 {
		return false
	}
	pieces := t.String()
	own, prisoners, _ := strings.Cut(pieces, "/")
	switch {
	case p.Side != query.AnySide && n.colour(p.Side, i) != t.Owner(),
		p.Kind == query.King && !n.king(m, s),
		p.Kind == query.Man && n.king(m, s),
		p.Height != nil && !number(p.Height, len(own)+len(prisoners)),
		p.Own != nil && !number(p.Own, len(own)),
		p.Prisoners != nil && !number(p.Prisoners, len(prisoners)),
		p.Kings != nil && !number(p.Kings, strings.Count(own, "1")),
		p.CaptiveKings != nil && !number(p.CaptiveKings, strings.Count(prisoners, "1")),
		p.Like != nil && !(like(own, p.Like.Own) && like(prisoners, p.Like.Prisoners)):
		return false
	}
	return n.placed(p, s, t.Owner())
}

func (n *naive) placed(p *query.Phrase, s record.Square, owner record.Colour) bool {
	for _, on := range p.On {
		if !n.in(on, s, owner) {
			return false
		}
	}
	for _, off := range p.Off {
		if n.in(off, s, owner) {
			return false
		}
	}
	return true
}

// like compares pieces with a pattern.
func like(pieces, pattern string) bool {
	if pattern == "" {
		return pieces == ""
	}
	if pattern[0] == '*' {
		return like(pieces, pattern[1:]) || pieces != "" && like(pieces[1:], pattern)
	}
	return pieces != "" && (pattern[0] == '?' || pattern[0] == pieces[0]) && like(pieces[1:], pattern[1:])
}

// in says whether a square is one of a set, for a side.
func (n *naive) in(list query.Squares, s record.Square, side record.Colour) bool {
	return slices.ContainsFunc(list, func(p query.Part) bool { return n.isPart(p, s, side) })
}

func (n *naive) isPart(p query.Part, s record.Square, side record.Colour) bool {
	last := n.board.Ranks - 1
	rank := s.Rank() // as the side counts
	if side == record.Black {
		rank = last - rank
	}
	switch p.Name {
	case "far rank":
		return rank == last
	case "home rank":
		return rank == 0
	case "far side":
		return rank > last-n.board.Ranks/2
	case "home side":
		return rank < n.board.Ranks/2
	case "edge":
		return s.File() == 0 || s.File() == n.board.Files-1 || s.Rank() == 0 || s.Rank() == last
	}
	s = n.seen(s)
	name := n.board.Name(s)
	switch {
	case p.Name == "main road":
		return s.File() == s.Rank()
	case p.Number > 0:
		return name == strconv.Itoa(p.Number)
	case p.File >= 0 && p.Rank >= 0:
		return name == fmt.Sprintf("%c%d", 'a'+p.File, p.Rank+1)
	case p.File >= 0:
		return s.File() == p.File
	}
	return s.Rank() == p.Rank
}

// seen is the square that a query means where it is looked at as an image.
func (n *naive) seen(s record.Square) record.Square {
	file, rank := s.File(), s.Rank()
	if n.exchanged {
		file, rank = n.board.Files-1-file, n.board.Ranks-1-rank
	}
	if n.mirrored {
		if n.board.Files%2 != 0 {
			file = n.board.Files - 1 - file
		} else {
			file, rank = rank, file
		}
	}
	return record.SquareAt(file, rank)
}

func number(n *query.Number, x int) bool { return compare(x, n.Op, n.N) }

func compare(a int, op string, b int) bool {
	return map[string]bool{"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
}
