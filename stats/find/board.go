package find

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// kind returns the word for the tower's top, or nil for a colour alone.
func (t *towers) kind() *kindWord { return cmp.Or(t.Alone, t.Kind) }

// measure returns the word for a number, or "" if it is not one or t is nil.
func (t *towers) measure() string {
	if t == nil || t.kind() == nil {
		return ""
	}
	return t.kind().Measure
}

// phrase is a query's phrase about towers, compiled for a variant's board.
type phrase struct {
	at    [2][2]uint64 // by the side to move and the tower's owner: allowed squares
	kings uint64       // squares on which kings count: all or none
	men   uint64       // squares on which men count: all or none
	made  []func(record.Tower) bool
}

// phrase compiles a phrase; alone allows a colour without a kind.
func (c *compiler) phrase(t *towers, alone bool) phrase {
	word := t.kind()
	c.wrongIf(word == nil && !alone, t.Pos, "query.after-colour", "colour", t.Colour)
	word = cmp.Or(word, new(kindWord))
	c.wrongIf(word.Measure != "", t.Pos, "query.no-towers", "word", word.Measure)
	return c.phraseOf(t.Colour, word.Tower, t.Properties, false)
}

// phraseOf compiles a phrase; colour and kind may be "". With piece only places are allowed.
func (c *compiler) phraseOf(colour, kind string, properties []property, piece bool) phrase {
	p := phrase{kings: truth, men: truth}
	switch {
	case strings.HasPrefix(kind, "king"):
		p.men = 0
	case strings.HasPrefix(kind, "m"):
		p.kings = 0
	}
	places := [2]uint64{c.playing, c.playing}
	said := make(map[string]bool)
	for i := range properties {
		pr := &properties[i]
		switch {
		case pr.On != nil:
			for side, squares := range c.squares(pr.On) {
				places[side] &= squares
			}
			continue
		case pr.Off != nil:
			for side, squares := range c.squares(pr.Off) {
				places[side] &^= squares
			}
			continue
		case piece:
			c.wrong(pr.Pos, "query.piece-no-tower")
		}
		about := strings.TrimSuffix(pr.What, "s")
		if pr.Of != nil {
			about = "of"
		}
		c.wrongIf(said[about], pr.Pos, "query.said-before")
		said[about] = true
		n, count := c.span(cmp.Or(pr.With, pr.Of)), counts[about]
		is := func(t record.Tower) bool { return n.has(count(t)) }
		if about == "" {
			is = c.stack(pr.Pos, unquote(pr.Like)).is
		}
		p.made = append(p.made, is)
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

// counts are the functions that count pieces of a tower, by the words of properties.
var counts = map[string]func(record.Tower) int{
	"of":          record.Tower.Height,
	"own":         func(t record.Tower) int { return t.Own().N },
	"prisoner":    func(t record.Tower) int { return t.Prisoners().N },
	"king":        func(t record.Tower) int { return t.Kings(t.Owner()) },
	"captiveking": func(t record.Tower) int { return t.Kings(t.Owner().Other()) },
}

// on returns the squares, among squares, on which there is a tower that the phrase describes.
func (p *phrase) on(m *moment, squares uint64) uint64 {
	at := &p.at[m.turn&1]
	squares &= (m.own[0]&at[0] | m.own[1]&at[1]) & (m.kings&p.kings | ^m.kings&p.men)
	if p.made == nil {
		return squares
	}
	for look := squares; look != 0; look &= look - 1 {
		square := bits.TrailingZeros64(look)
		t := m.p.Tower(square)
		if slices.ContainsFunc(p.made, func(is func(record.Tower) bool) bool { return !is(t) }) {
			squares &^= 1 << square
		}
	}
	return squares
}

// stack is a pattern for a tower: 0, 1, ? and *, from the top down.
type stack struct{ own, prisoners string }

// is reports whether a tower matches the pattern.
func (s stack) is(t record.Tower) bool {
	return blockIs(t.Own(), s.own) && blockIs(t.Prisoners(), s.prisoners)
}

func (c *compiler) stack(at lexer.Position, text string) stack {
	own, prisoners, slash := strings.Cut(text, "/")
	if own == "" || len(text) > 2*record.MaxBlock+10 || strings.Trim(own+prisoners, "01?*") != "" || slash && prisoners == "" {
		c.wrong(at, "query.no-stack", "text", message.Quoted(text))
	}
	return stack{own, prisoners}
}

// blockIs reports whether a block matches a pattern of 0, 1, ? and *.
func blockIs(b record.Block, pattern string) bool {
	var pieces [record.MaxBlock]byte
	for i := range b.N {
		pieces[i] = '0' + byte(b.Kings>>i&1)
	}
	is, _ := path.Match(pattern, string(pieces[:b.N])) // these signs cannot make a bad pattern
	return is
}

func isSquare(name string) bool {
	_, _, ok := squareOf(name)
	return ok
}

// squareOf returns the file and rank of a square's name, from 0.
func squareOf(name string) (file, rank int, ok bool) {
	if len(name) != 2 || name[0]|0x20 < 'a' || name[1] < '1' {
		return 0, 0, false
	}
	file, rank = int(name[0]|0x20-'a'), int(name[1]-'1')
	return file, rank, anyBoard(func(b record.Board) bool {
		return b.Numbering == record.Algebraic && file < b.Files && rank < b.Ranks
	})
}

// anyBoard reports whether is holds for the board of any variant.
func anyBoard(is func(record.Board) bool) bool {
	return slices.ContainsFunc(record.Variants(), func(v record.Variant) bool { return is(v.Board()) })
}

// squareNamed returns a square by its name or number, or the reason that it is not one.
func squareNamed(name string) (squarePart, message.Message) {
	if file, rank, ok := squareOf(name); ok {
		if (file+rank)%2 != 0 {
			return squarePart{}, message.Of("query.light", "found", show(name))
		}
		return squarePart{Name: name}, message.Message{}
	}
	n, _ := strconv.Atoi(name) // 0 if not a number
	if !anyBoard(func(b record.Board) bool { return b.Numbering == record.Numeric && b.Numbered(n) != record.NoSquare }) {
		return squarePart{}, message.Of("query.no-square", "found", show(name))
	}
	return squarePart{Number: name}, message.Message{}
}

// squares returns the squares of a list, for the towers or moves of each side.
func (c *compiler) squares(list *squareList) (set [2]uint64) {
	if list.all == nil { // only during Parse, before other goroutines can use the query
		list.all = c.plain(list)
	}
	for i := range list.all {
		for side := range set {
			set[side] |= c.part(&list.all[i], record.Colour(side))
		}
	}
	return set
}

// plain returns the parts of a list with names and values replaced by their squares.
func (c *compiler) plain(list *squareList) (all []squarePart) {
	for i := range list.Of {
		p := &list.Of[i]
		switch l := c.names[p.Name]; {
		case p.Rank+p.File+p.Side != "":
			rank, _ := strconv.Atoi(p.Rank) // the greatest integer if out of range
			isRank := func(b record.Board) bool { return rank >= 1 && rank <= b.Ranks }
			isFile := func(b record.Board) bool {
				return len(p.File) == 1 && p.File >= "a" && int(p.File[0]-'a') < b.Files
			}
			c.wrongIf(p.Rank != "" && !anyBoard(isRank), p.Pos, "query.no-rank", "rank", p.Rank)
			c.wrongIf(p.File != "" && !anyBoard(isFile), p.Pos, "query.no-file", "found", show(p.File))
			all = append(all, *p)
		case strings.HasPrefix(p.Name, `"`): // a value given for a name
			all = append(all, c.value(p.Pos, unquote(p.Name))...)
		case l == nil:
			all = append(all, c.square(p.Pos, p.Name+p.Number))
		case l.Squares == nil:
			c.wrong(p.Pos, "query.name-of-condition", "name", message.Quoted(p.Name))
		default:
			all = append(all, l.Squares.all...)
		}
		c.wrongIf(len(all) > maxTokens, p.Pos, "query.set-large", "most", maxTokens)
	}
	return all
}

func (c *compiler) square(at lexer.Position, name string) squarePart {
	square, reason := squareNamed(name)
	if !reason.IsZero() {
		words := []string{"rank", "file", "far", "home", "main", "edge"}
		panic(c.fault(at, grammar.Nearest(name, words), reason))
	}
	return square
}

// value parses squares given as a value: written as in a query, or separated by blanks.
func (c *compiler) value(at lexer.Position, text string) (squares []squarePart) {
	isText := func(t lexer.Token) bool { return t.Type == kind("Text") }
	if tokens, fault := tokensOf(text, nil); fault == nil && !slices.ContainsFunc(tokens, isText) {
		for i := range tokens {
			tokens[i].Pos = at // the place of the value's name
		}
		if list, err := parse(squareGrammar(), tokens); err == nil {
			return c.plain(list)
		}
	}
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		squares = append(squares, c.square(at, name))
	}
	c.wrongIf(len(squares) == 0, at, "query.text-squares")
	return squares
}

// part returns the squares that a part of a list names, for a side. The edge and each player's
// own ranks and sides are not changed by images.
func (c *compiler) part(p *squarePart, side record.Colour) (set uint64) {
	b := c.board
	number, _ := strconv.Atoi(p.Number + p.Rank) // checked by plain
	file, rank := -1, -1                         // any
	switch numeric := b.Numbering == record.Numeric; {
	case p.Rank != "":
		rank = number - 1
	case p.File != "":
		file = int(p.File[0]) - 'a'
	case p.Side != "":
	case p.Number != "" && numeric && b.Numbered(number) != record.NoSquare:
		file, rank = b.Numbered(number).File(), b.Numbered(number).Rank()
	case p.Name != "" && !numeric:
		file, rank, _ = squareOf(p.Name)
	default: // the board has no such square
		return 0
	}
	there := false // some square matches before shifting
	for _, s := range b.Squares() {
		above := 2*s.Rank() + 1 - b.Ranks // twice the distance above the middle, as the side sees it
		if side == record.Black {
			above = -above
		}
		seen, is := c.seen(s), false
		switch p.Side {
		case "farrank":
			is = above == b.Ranks-1
		case "homerank":
			is = above == 1-b.Ranks
		case "farside":
			is = above > 0
		case "homeside":
			is = above < 0
		case "mainroad":
			is = seen.File() == seen.Rank()
		case "edge":
			is = s.File() == 0 || s.Rank() == 0 || s.File() == b.Files-1 || s.Rank() == b.Ranks-1
		default:
			at := func(right, up int) bool {
				return (file < 0 || seen.File() == file+right) &&
					(rank < 0 || seen.Rank() == rank+up)
			}
			there = there || at(0, 0)
			is = at(c.right, c.up)
		}
		if is {
			set |= 1 << c.rules.Bit(s)
		}
	}
	c.off = c.off || there && set == 0
	return set
}

// seen returns the square that s maps to in the current image.
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
func (c *compiler) onBoard(o *onBoard) condition {
	switch {
	case o.Turn != "":
		side := c.side(o.Turn)
		return c.boardTest(func(m *moment) bool { return m.turn == m.colour(side) })
	case o.Must:
		return c.boardTest(func(m *moment) bool { return m.p.MustCapture() })
	case o.Boundary == "start":
		return c.boardTest(func(m *moment) bool { return m.at == 0 })
	case o.Boundary == "end":
		return c.boardTest(func(m *moment) bool { return m.m == nil })
	case o.Position != nil:
		return c.position(o.Position)
	case o.Pattern != nil:
		return c.pattern(o.Pattern, false, false)
	}
	hash, _ := strconv.ParseUint(o.Hash[len("0x"):], 16, 64) // the lexer has counted the digits
	var hashes []uint64
	for _, v := range record.Variants() {
		hashes = append(hashes, hashOf(v, hash))
	}
	return c.reached(c.boardTest(func(m *moment) bool { return m.p.Hash() == hash }), hashes)
}

// reached makes a condition that an index answers by the hashes of positions.
func (c *compiler) reached(is condition, hashes []uint64) condition {
	if c.image != (image{}) {
		return is
	}
	is.known = func(s source) (answer, error) {
		if s.index == nil {
			return s.anything(), nil
		}
		found := s.none()
		found.whole, found.counted = false, true
		var err error
		for _, hash := range hashes {
			err = cmp.Or(err, s.index.reached(hash, func(e entry) {
				found.games.add(int(e.game))
				found.places = append(found.places, int(e.game))
			}))
		}
		return found, err
	}
	return is
}

// nothing returns a condition that is never true: the variant cannot have it.
func (c *compiler) nothing() condition { return c.leaf(func(*moment) uint64 { return falsehood }) }

// position compiles a whole position.
func (c *compiler) position(q *quoted) condition {
	fen := unquote(q.Text)
	out := c.nothing()
	var hashes []uint64 // in each variant that can have the position
	var reason error
	possible := false
	for _, v := range record.Variants() {
		read, err := record.ParseFEN(v, fen)
		either := errors.Is(err, record.ErrUnknownTurn) // either side may be to move
		rules, none := replay.For(v)
		if none != nil || err != nil && !either {
			reason = cmp.Or(reason, err, none)
			continue
		}
		possible = true
		if v == c.rules.Variant && !c.shifted() {
			out = c.pattern(&quoted{q.Pos, `"` + read.FEN() + `"`}, true, either) // each FEN is a pattern
		}
		turns := []record.Colour{read.Turn, read.Turn.Other()}
		if !either {
			turns = turns[:1]
		}
		for _, read.Turn = range turns {
			if at, err := rules.Position(&read); err == nil {
				hashes = append(hashes, hashOf(v, at.Hash()))
			}
		}
	}
	c.wrongIf(!possible, q.Pos, "query.no-position", "why", reason)
	return c.reached(out, hashes)
}

// pattern compiles a FEN whose towers may be patterns (FIND.md, The position): it tests first
// the owners of the towers, then their pieces. With whole all other squares must be empty; with
// either any side may be to move.
func (c *compiler) pattern(q *quoted, whole, either bool) condition {
	bad := func(what message.ID, found string) {
		c.wrong(q.Pos, "query.in-pattern", "what", message.Of(what, "found", show(found)))
	}
	compact := strings.NewReplacer(" ", "", "\t", "", "\n", "", "\r", "").Replace(unquote(q.Text))
	sections := strings.Split(strings.TrimSuffix(compact, "."), ":")
	turn, ok := map[string]string{"W": "white", "w": "white", "B": "black", "b": "black", "?": ""}[sections[0]]
	if !ok {
		bad("query.pattern-turn", sections[0])
	}
	var own [2]uint64
	var any, empty uint64
	var squares []int // of the towers
	var towers []stack
	isThere := true // the board has all the squares
	for _, section := range sections[1:] {
		first, size := utf8.DecodeRuneInString(section)
		side, ok := map[rune]string{'W': "white", 'w': "white", 'B': "black", 'b': "black", '?': "", '-': ""}[first]
		if !ok {
			bad("query.pattern-side", section)
		}
		if section = section[size:]; section == "" {
			continue
		}
		for text := range strings.SplitSeq(section, ",") {
			name, made, isTower := strings.Cut(text, "=")
			tower := stack{own: "0"}
			if rest := strings.TrimLeft(name, "Kk"); len(rest) == len(name)-1 && !isTower && first != '-' {
				name, tower.own = rest, "1"
			}
			at, reason := squareNamed(name)
			c.wrongIf(!reason.IsZero(), q.Pos, "query.in-pattern", "what", reason)
			set := c.part(&at, record.White)
			isThere = isThere && set != 0
			if first == '-' {
				if empty |= set; isTower {
					bad("query.pattern-empty", name)
				}
				continue
			}
			switch c.side(side) {
			case "white":
				own[0] |= set
			case "black":
				own[1] |= set
			default:
				any |= set
			}
			if isTower {
				tower = c.stack(q.Pos, made)
			}
			squares, towers = append(squares, bits.TrailingZeros64(set)), append(towers, tower)
		}
	}
	if !isThere {
		return c.nothing()
	}
	if turn = c.side(turn); either {
		turn = ""
	}
	return c.boardTest(func(m *moment) bool {
		all := m.own[0] | m.own[1]
		if own[0]&^m.own[0]|own[1]&^m.own[1]|any&^all|empty&all != 0 ||
			whole && m.own != own || turn != "" && m.colour(turn) != m.turn {
			return false
		}
		for i, square := range squares {
			if !towers[i].is(m.p.Tower(square)) {
				return false
			}
		}
		return true
	})
}

// Like returns a query for a position and its images: shifted, mirrored, and with White and
// Black exchanged (FIND.md, Images). It finds the predecessors of a composition.
func Like(p record.Position) string {
	towers := 0 // the pattern alone would not require the other squares to be empty
	for _, s := range p.Variant.Board().Squares() {
		if p.At(s) != 0 {
			towers++
		}
	}
	return fmt.Sprintf("towers = %d and either colour mirrored shifted pattern %q", towers, p.FEN())
}
