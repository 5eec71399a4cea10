package find

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// naive evaluates queries as FIND.md defines them, moment by moment, however slowly. It interprets
// the grammar's tree itself and shares no code with the evaluator that it checks.
type naive struct {
	report  *replay.Report
	moments []naiveMoment
	lines   func() []naiveLine
	board   record.Board

	mirrored, exchanged bool
	right, up           int // shift in files and ranks
}

// naiveMoment is a position with the move made in it.
type naiveMoment struct {
	there    bool // the game has a board
	at       record.Position
	move     bool
	from, to record.Square
	captured []record.Square
	landed   []record.Square
	after    record.Position
	legal    int
	hash     uint64
	lost     bool // another position was set up before
}

// thing is a tower, or a piece at a depth in one, at a moment.
type thing struct {
	at    int
	on    record.Square
	piece bool
	depth int
}

func newNaive(r *replay.Report) *naive {
	n := &naive{report: r, board: r.Variant.Board(), lines: sync.OnceValue(func() []naiveLine { return naiveLines(r) })}
	var legal []replay.Move
	for _, ply := range r.Plies() {
		p, m := ply.Before, ply.Move
		one := naiveMoment{there: true, at: p.Record(), legal: len(p.Moves(nil)), hash: p.Hash()}
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
		n.moments = []naiveMoment{{}}
	}
	return n
}

// sentence is a condition as naive interprets it. For one about a game, a board, towers or a
// move, leaf is the grammar's node.
type sentence struct {
	kind   string // "and", "or", "then", "until", a prefix, or "leaf"
	of     []*sentence
	how    string  // of then
	times  *number // of times
	within int
	leaf   any
}

// read interprets the grammar's tree; names are those of let.
func read(tree any, names map[string]*let) *sentence {
	join := func(kind string, all []*sentence) *sentence {
		if len(all) == 1 {
			return all[0]
		}
		return &sentence{kind: kind, of: all}
	}
	switch t := tree.(type) {
	case *sequence:
		parts := []*untilPart{&t.First}
		for i := range t.Then {
			parts = append(parts, &t.Then[i].What)
		}
		s := read(parts[len(parts)-1], names)
		for i := len(t.Then) - 1; i >= 0; i-- {
			within, _ := strconv.Atoi(t.Then[i].Within)
			s = &sentence{kind: "then", of: []*sentence{read(parts[i], names), s}, how: t.Then[i].How, within: within}
		}
		return s
	case *untilPart:
		if t.Goal != nil {
			return &sentence{kind: "until", of: []*sentence{read(&t.Hold, names), read(t.Goal, names)}}
		}
		return read(&t.Hold, names)
	case *orPart:
		var all []*sentence
		for i := range t.Of {
			all = append(all, read(&t.Of[i], names))
		}
		return join("or", all)
	case *andPart:
		var all []*sentence
		for i := range t.Of {
			all = append(all, read(&t.Of[i], names))
		}
		return join("and", all)
	case *unary:
		switch {
		case t.Times != nil:
			return &sentence{kind: "times", times: t.Times, of: []*sentence{read(t.Of, names)}}
		case t.Prefix != "":
			return &sentence{kind: t.Prefix, of: []*sentence{read(t.Of, names)}}
		case t.Group != nil:
			return read(t.Group, names)
		case t.Game != nil:
			return &sentence{kind: "leaf", leaf: t.Game}
		case t.Board != nil:
			return &sentence{kind: "leaf", leaf: t.Board}
		case t.State.Name != "":
			return read(names[t.State.Name].What, names)
		}
		return &sentence{kind: "leaf", leaf: t.State}
	}
	panic("a part of the tree that the page does not have")
}

// naively parses a query for naive.
func naively(t testing.TB, text string, values map[string]string) *sentence {
	t.Helper()
	q, err := Parse(text, values) // replaces names and values in lists of squares
	require.NoError(t, err)
	return read(&q.tree.What, q.names)
}

// said splits a statement: into towers and their number, the same tower or piece alone, or a
// move and its mover.
func said(s *statement) (towers *towers, count *number, same *samePart, move *movePart) {
	if s.Move != nil {
		return nil, nil, nil, s.Move
	}
	first := &s.Left.First
	if towers = first.Towers; first.Count != nil {
		towers = first.Of
	}
	return towers, first.Count, first.Same, s.Does
}

// speaks reports whether a condition refers to the same tower or piece of an earlier step.
func (s *sentence) speaks() (tower, piece bool) {
	switch s.kind {
	case "leaf":
		state, is := s.leaf.(*statement)
		if !is || state.Right != nil {
			return false, false
		}
		_, _, same, move := said(state)
		if same != nil {
			tower, piece = same.What == "tower", same.What == "piece"
		}
		if move != nil {
			for _, d := range move.Details {
				tower = tower || d.Over != nil && d.Over.Same != nil
			}
		}
		return tower, piece
	case "sometime", "never", "always", "first", "last", "times", "withinvariations":
		return false, false
	case "then":
		if s.binds() {
			return false, false
		}
	}
	for _, of := range s.of {
		t, p := of.speaks()
		tower, piece = tower || t, piece || p
	}
	return tower, piece
}

// binds reports whether the later steps of a sequence refer to the tower or piece of its first.
func (s *sentence) binds() bool {
	tower, piece := s.of[0].speaks()
	laterTower, laterPiece := s.of[1].speaks()
	return !tower && !piece && (laterTower || laterPiece) && s.of[0].subject()
}

// subject reports whether a condition has a tower to which the next step can refer as the same.
func (s *sentence) subject() bool {
	is := func(of *sentence) bool { return of.subject() }
	switch s.kind {
	case "leaf":
		state, is := s.leaf.(*statement)
		if !is || state.Right != nil {
			return false
		}
		towers, count, _, move := said(state)
		return move != nil || towers != nil && count == nil
	case "and":
		return slices.ContainsFunc(s.of, is)
	case "or":
		return !slices.ContainsFunc(s.of, func(of *sentence) bool { return !of.subject() })
	case "first", "last", "mirrored", "shifted", "eithercolour", "then":
		return s.of[0].subject()
	}
	return false
}

// is reports whether a condition is true at a moment; same is the same tower or piece, or nil.
func (n *naive) is(s *sentence, i int, same *thing) bool {
	of := func(k, i int) bool { return n.is(s.of[k], i, same) }
	switch s.kind {
	case "and":
		for k := range s.of {
			if !of(k, i) {
				return false
			}
		}
		return true
	case "or":
		for k := range s.of {
			if of(k, i) {
				return true
			}
		}
		return false
	case "not":
		return !of(0, i)
	case "withinvariations":
		return slices.Contains(n.varied(s.of[0]), i)
	case "shifted":
		return n.shifts(s, func() bool { return of(0, i) })
	case "sometime", "never", "always", "times":
		times := 0
		for j := range n.moments {
			if n.is(s.of[0], j, nil) {
				times++
			}
		}
		if s.kind == "times" {
			return is(s.times, times)
		}
		return map[string]bool{"sometime": times > 0, "never": times == 0, "always": times == len(n.moments)}[s.kind]
	case "first", "last":
		if !of(0, i) {
			return false
		}
		for j := range n.moments {
			if (s.kind == "last" && j > i || s.kind == "first" && j < i) && of(0, j) {
				return false
			}
		}
		return true
	case "then":
		return n.then(s, i, same, nil)
	case "until":
		for j := i; j < len(n.moments); j++ {
			if of(1, j) {
				return true
			}
			if !of(0, j) {
				return false
			}
		}
		return false
	case "mirrored", "eithercolour":
		return n.image(s, func() bool { return of(0, i) })
	}
	m := &n.moments[i]
	switch leaf := s.leaf.(type) {
	case *aboutGame:
		return n.ofGame(leaf)
	case *onBoard:
		return m.there && n.onBoard(leaf, i)
	}
	state := s.leaf.(*statement)
	if state.Right != nil {
		return n.compare(state, i)
	}
	towers, count, samePart, move := said(state)
	switch {
	case move != nil:
		return m.move && n.made(state, i, same)
	case !m.there:
		return false
	case samePart != nil:
		return n.same(samePart, i, same)
	case count == nil:
		return len(n.towers(towers, i)) > 0
	}
	return is(count, len(n.towers(towers, i)))
}

// image evaluates a condition unchanged and as an image.
func (n *naive) image(s *sentence, is func() bool) bool {
	if is() {
		return true
	}
	flip := func() {
		if s.kind == "mirrored" {
			n.mirrored = !n.mirrored
		} else {
			n.exchanged = !n.exchanged
		}
	}
	flip()
	defer flip()
	return is()
}

// then evaluates "then"; only, unless nil, is the tower or piece of the first step.
func (n *naive) then(s *sentence, i int, same, only *thing) bool {
	later := func(same *thing) bool {
		some, all := false, true
		for j := i + 1; j < len(n.moments) && (s.within == 0 || j <= i+s.within); j++ {
			if n.is(s.of[1], j, same) {
				some = true
			} else {
				all = false
			}
		}
		return map[string]bool{"": some, "never": !some, "always": all}[s.how]
	}
	if s.binds() {
		_, piece := s.of[1].speaks()
		for _, one := range n.subjects(s.of[0], i, piece) {
			if (only == nil || *only == one) && later(&one) {
				return true
			}
		}
		return false
	}
	return n.is(s.of[0], i, same) && later(same)
}

// subjects returns the towers that a step describes at a moment, or their pieces.
func (n *naive) subjects(s *sentence, i int, piece bool) []thing {
	m := &n.moments[i]
	if !m.there || m.lost {
		return nil
	}
	var out []thing
	add := func(on record.Square, depth int) {
		if !piece {
			depth = 0
		}
		out = append(out, thing{at: i, on: on, piece: piece, depth: depth})
	}
	switch s.kind {
	case "leaf":
		state := s.leaf.(*statement)
		towers, _, _, move := said(state)
		switch {
		case move == nil:
			for _, on := range n.towers(towers, i) {
				add(on, 0)
			}
		case !m.move || !n.made(state, i, nil):
		case move.Verb == "frees":
			for _, on := range n.freed(move, i) {
				add(on, m.at.At(on).Own().N)
			}
		default:
			add(m.from, 0)
		}
	case "and":
		at := slices.IndexFunc(s.of, (*sentence).subject)
		for k, of := range s.of {
			if k != at && !n.is(of, i, nil) {
				return nil
			}
		}
		return n.subjects(s.of[at], i, piece)
	case "or":
		for _, of := range s.of {
			out = append(out, n.subjects(of, i, piece)...)
		}
	case "first", "last":
		if n.is(s, i, nil) {
			return n.subjects(s.of[0], i, piece)
		}
	case "shifted":
		n.shifts(s, func() bool { out = append(out, n.subjects(s.of[0], i, piece)...); return false })
	case "mirrored", "eithercolour":
		n.image(s, func() bool { out = append(out, n.subjects(s.of[0], i, piece)...); return false })
	case "then":
		_, pieces := s.of[1].speaks()
		for _, one := range n.subjects(s.of[0], i, piece) {
			only := one
			if piece != pieces {
				if n.is(s, i, nil) {
					out = append(out, one)
				}
			} else if n.then(s, i, nil, &only) {
				out = append(out, one)
			}
		}
	}
	return out
}

// follow returns the place of a thing at a later moment.
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

// same evaluates a description of the same tower or piece.
func (n *naive) same(c *samePart, i int, same *thing) bool {
	if same == nil || same.piece != (c.What == "piece") || n.moments[i].lost {
		return false
	}
	on, depth, there := n.follow(same, i)
	if !there {
		return false
	}
	m := &n.moments[i]
	t := m.at.At(on)
	colour, captive := t.Owner(), depth >= t.Own().N
	king := n.king(m, on)
	if c.What == "piece" {
		if captive {
			colour = colour.Other()
			king = t.Prisoners().Kings>>(depth-t.Own().N)&1 == 1
		} else {
			king = t.Own().Kings>>depth&1 == 1
		}
		if n.report.Variant == record.Adiukh {
			king = depth == 0 && n.king(m, on)
		}
	}
	for _, is := range c.Is {
		so := false
		switch is.Word {
		case "top":
			so = depth == 0
		case "captive":
			so = captive
		case "free":
			so = !captive
		case "king":
			so = king
		case "man":
			so = !king
		default:
			so = n.colour(is.Word, i) == colour
		}
		if !so {
			return false
		}
	}
	return n.has(c.Properties, i, on, colour)
}

// colour returns the side that a query names.
func (n *naive) colour(s string, i int) record.Colour {
	turn := n.moments[i].at.Turn
	switch s {
	case "mover":
		return turn
	case "opponent":
		return turn.Other()
	}
	c := record.White
	if s == "black" {
		c = record.Black
	}
	if n.exchanged {
		c = c.Other()
	}
	return c
}

// king reports whether the tower on a square is a king.
func (n *naive) king(m *naiveMoment, s record.Square) bool { return kingIn(&m.at, s) }

func kingIn(p *record.Position, s record.Square) bool {
	t := p.At(s)
	if p.Variant == record.Adiukh {
		return t.Owner() == record.White && s.Rank() == 7 || t.Owner() == record.Black && s.Rank() == 0
	}
	return t.King()
}

// towers lists the squares of the towers that a phrase describes.
func (n *naive) towers(p *towers, i int) []record.Square {
	var out []record.Square
	for _, s := range n.board.Squares() {
		if n.described(p, i, s) {
			out = append(out, s)
		}
	}
	return out
}

// described reports whether a phrase describes the tower on a square.
func (n *naive) described(p *towers, i int, s record.Square) bool {
	m := &n.moments[i]
	t := m.at.At(s)
	kind := ""
	if p.Kind != nil {
		kind = p.Kind.Tower
	} else if p.Alone != nil {
		kind = p.Alone.Tower
	}
	switch {
	case t == 0,
		p.Colour != "" && n.colour(p.Colour, i) != t.Owner(),
		(kind == "king" || kind == "kings") && !n.king(m, s),
		(kind == "man" || kind == "men") && n.king(m, s):
		return false
	}
	return n.has(p.Properties, i, s, t.Owner())
}

// has reports whether the tower on a square, or a side's piece there, has properties.
func (n *naive) has(properties []property, i int, s record.Square, side record.Colour) bool {
	own, prisoners, _ := strings.Cut(n.moments[i].at.At(s).String(), "/")
	for _, p := range properties {
		so := false
		switch {
		case p.Of != nil:
			so = is(p.Of, len(own)+len(prisoners))
		case p.On != nil:
			so = n.in(p.On, s, side)
		case p.Off != nil:
			so = !n.in(p.Off, s, side)
		case p.Like != "":
			top, under, _ := strings.Cut(strings.Trim(p.Like, `"`), "/")
			so = like(own, top) && like(prisoners, under)
		default:
			so = is(p.With, map[string]int{
				"own": len(own), "prisoner": len(prisoners), "king": strings.Count(own, "1"), "captiveking": strings.Count(prisoners, "1"),
			}[strings.TrimSuffix(p.What, "s")])
		}
		if !so {
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

// in reports whether a square is in a set, for a side.
func (n *naive) in(list *squareList, s record.Square, side record.Colour) bool {
	return slices.ContainsFunc(list.all, func(p squarePart) bool { return n.isPart(p, s, side) })
}

func (n *naive) isPart(p squarePart, s record.Square, side record.Colour) bool {
	last := n.board.Ranks - 1
	rank := s.Rank() // as seen by the side
	if side == record.Black {
		rank = last - rank
	}
	switch p.Side {
	case "farrank":
		return rank == last
	case "homerank":
		return rank == 0
	case "farside":
		return rank > last-n.board.Ranks/2
	case "homeside":
		return rank < n.board.Ranks/2
	case "edge":
		return s.File() == 0 || s.File() == n.board.Files-1 || s.Rank() == 0 || s.Rank() == last
	}
	s = n.seen(s)
	file, rank := s.File()-n.right, s.Rank()-n.up
	switch {
	case p.Side == "mainroad":
		return s.File() == s.Rank()
	case p.File != "":
		return p.File == string(rune('a'+file))
	case p.Rank != "":
		return p.Rank == strconv.Itoa(rank+1)
	case file < 0 || rank < 0 || file >= n.board.Files || rank >= n.board.Ranks:
		return false
	}
	return n.board.Name(record.SquareAt(file, rank)) == strings.ToLower(p.Name)+p.Number
}

// seen returns the square that a query's square means in an image.
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

// is reports whether a number satisfies one of a query.
func is(n *number, x int) bool {
	limit, _ := strconv.Atoi(n.N)
	return map[string]bool{
		"": x == limit, "atleast": x >= limit, "atmost": x <= limit, "morethan": x > limit, "fewerthan": x < limit,
	}[n.Limit]
}

func compares(a int, op string, b int) bool {
	return map[string]bool{"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
}
