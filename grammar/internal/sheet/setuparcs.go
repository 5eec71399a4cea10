package sheet

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Initial positions: how they are found in a text, and set up on the board.

// setup adds FEN or a list of towers, of one or two lines, and reports whether there is one.
func (a *arcs) setup(at int, line string) bool {
	tag, n := matchKey(line)
	from, list := 0, 0
	lead := a.leadOf(at, n, line)
	switch {
	case lead > 0:
		from, list = lead, lead
	case tag == "Position":
		from = n + word.SkipBlank(line[n:], 0)
		_, turn := position.ReadTurn(line[from:]) // "Ход черных. Белые: a5 ..."
		list = len(line) - len(strings.TrimLeft(line[from+turn:], " .:;"))
		if !startsPosition(line[list:]) && !damagedPosition(line[n-1:]) {
			return false
		}
	case startsFEN(line):
	case tag == "White" || tag == "Black":
		moves := a.movesOn(trimLeft(line[n:])) // "White: c3-d4"
		if (moves || !startsPosition(line) && !squaresForm().MatchString(line[n:])) && !a.isPosition(at, n) {
			return false
		}
	case strings.IndexByte(line, '|') > 0 && isSquareList(line) && len(line) <= position.MaxLen &&
		position.Read(strings.TrimSpace(line)).Variants() != nil: // g5, h6 | e3, f4
	default:
		return false
	}
	end := a.setupEnd(at + list)
	value := strings.TrimRightFunc(a.text[at+from:end], func(r rune) bool { return word.IsSpace(r) || r == ',' || r == ';' || r == '}' })
	x := a.add(rolePosition, at, end, costPosition)
	isList := len(value) <= position.MaxLen && position.Read(value).Variants() != nil
	if !isList && unicode.IsLetter(firstRune(value)) { // figures may be moves by numbers of squares
		x.cost += float32(a.movesIn(value))
	}
	x.head = &headArc{tag: "Position"}
	x.head.add("", at, at+lead)
	x.head.add("FEN", at+from, at+from+len(value))
	return true
}

// leadOf returns the length of the words before a position of both sides, or 0 if there are none:
// "Диаграмма 5. Белые: c3, b2; черные: d6", "В позиции белые c3, b2; черные d6", "FEN W:Wc3:Bd6".
// The side to move is part of the position. key is the length of the line's key.
func (a *arcs) leadOf(at, key int, line string) int {
	if r := firstRune(line); at > a.first || !strings.Contains(line, ",") && !strings.Contains(line, ":B") || !unicode.IsLetter(r) && r != '{' {
		return 0 // nearly always
	}
	if _, turn := position.ReadTurn(trimSpace(line[key:])); turn > 0 || startsFEN(trimLeft(line[key:])) {
		return 0
	}
	m := positionLead().FindStringSubmatchIndex(line[:min(len(line), maxHeadLine)])
	if m == nil {
		return 0
	}
	lead := max(m[3], m[5])
	list := trimSpace(a.text[at+lead : a.setupEnd(at+lead)])
	isSetup := startsFEN(list) && position.Read(strings.TrimRight(list, "}")).Variants() != nil
	if len(list) > position.MaxLen || !isSetup && (len(sidesForm().FindAllString(list, 2)) < 2 || !position.Read(list).Lists()) {
		return 0
	}
	return lead
}

// positionLead matches words and a side or FEN, sidesForm a side and its first square.
var (
	positionLead = word.Pattern(`^([^\t|]*?[\pL\d][ .:(` + word.Dashes + `]{1,4})` + sideOwner + `|^([\pL .:]*?(?i:fen)[ :]{1,2}|{)[WB]:[WB]`)
	sidesForm    = word.Pattern(sideOwner + `(?:\pL* )?[^\pL\d]{0,4}\pL?\pL?\d`)
)

const sideOwner = `(?i:белые|білі|ч[её]рные|чорні|white|black)[^\pL]`

// isPosition reports whether a line with the key of a colour begins the pieces of both sides, though
// the first could be a name or a move: "Белые: c3", "Черные: e5"; "Белые: Дh2, a1", "Белые: a3,c3".
func (a *arcs) isPosition(at, key int) bool {
	text := trimSpace(a.text[at+key : a.listEnd(at+key, a.stop)])
	first := text[:lenTo(text, ",;.")]
	if n, _ := placeLen(first[len(pieceWord().FindString(first)):]); n == 0 {
		return false
	}
	end := a.setupEnd(at)
	if end <= a.stop && !hasKey(a.text, at+key, end) {
		return false
	}
	list := trimSpace(a.text[at:end])
	if moves := strings.ContainsFunc(first, word.IsDash); (moves || word.IsDigit(first[0]) && !severalForm().MatchString(list)) && !strings.Contains(text, "/") {
		return false // moves or points; but 9 - 10/01 is a tower
	}
	if len(list) > position.MaxLen || strings.HasSuffix(list, ":") {
		return false
	}
	p := position.Read(list)
	return p.Variants() != nil || p.Lists() && strings.Contains(list, ",") // even if it is impossible
}

// severalForm matches two pieces named by numbers.
var severalForm = word.Pattern(`\d *[,;] *\d`)

// setupEnd returns the end of the position that begins at a byte.
func (a *arcs) setupEnd(at int) int {
	text := a.text
	if line := text[at:a.stop]; startsFEN(line) {
		return at + lenToFunc(line, word.IsSpace)
	}
	tag, key := matchKey(text[at:a.stop])
	last := a.listEnd(at+key, a.stop)
	stop := towersEnd(text, at+key, last)
	if stop < last || hasKey(text, at+key, last) {
		return stop
	}
	next := a.lineEnd(last)
	for range 2 { // past the end of the line and a blank line
		if next < len(text) && text[next] == '\n' {
			next = min(next+1+word.SkipBlank(text[next+1:], 0), len(text))
		}
	}
	end := word.LineEnd(text[:min(len(text), next+maxLine)], next)
	if other, n := matchKey(text[next:end]); (other == "White" || other == "Black") && other != tag && squareForm().MatchString(text[next+n:a.listEnd(next+n, end)]) {
		return towersEnd(text, next+n, a.listEnd(next+n, end))
	}
	return stop
}

// listEnd returns the end of a list of squares that ends at the end of its line, or of those below
// it: it goes on after a comma, or after a key alone in its line.
func (a *arcs) listEnd(at, end int) int {
	for {
		list, next := trimRight(a.text[at:end]), a.lineEnd(end)+1
		if list != "" && !strings.HasSuffix(list, ",") || next >= len(a.text) || trimSpace(a.text[end:next]) != "" ||
			!isSquareList(a.text[next:a.lineEnd(next)]) {
			return end
		}
		at, end = next, a.lineEnd(next)
	}
}

// hasKey reports whether text[at:end] has the key of a colour.
func hasKey(text string, at, end int) bool {
	return slices.ContainsFunc(strings.Fields(text[at:end]), func(w string) bool {
		key, colon := strings.CutSuffix(w, ":")
		return colon && sideTag(key, true) != ""
	})
}

// turn adds words that name the side to move, and reports whether there are any.
func (a *arcs) turn(at int, line string) bool {
	if tag, _ := matchKey(line); tag != "" && tag != "Turn" {
		return false
	}
	if side, n := position.ReadTurn(line); n > 0 {
		x := a.add(roleTurn, at, at+n, costTurn)
		x.head, x.side = &headArc{tag: "Turn", parts: []headPart{{"Turn", place{at, at + n}}}}, turnOf(side)
		return true
	}
	return false
}

// pair adds a tag pair, [Name "value"], and reports whether there is one.
func (a *arcs) pair(at int, line string) bool {
	name, value := cut.TagPair(line[:min(len(line), maxHeadLine)])
	if value == 0 {
		return false
	}
	value = word.SkipBlank(line, value) // after "&quot;", too
	end := value + len(pairValue().FindString(line[value:]))
	stop := min(end+1, len(line))
	if rest := word.SkipBlank(line, stop); rest < len(line) && line[rest] == ']' {
		stop = rest + 1
	}
	h := &headArc{tag: name, pair: true, parts: []headPart{{name, place{at + value, at + end}}}} // even if empty
	switch text := line[value:end]; name {
	case "Variant":
		h.variant = position.ParseVariantName(text)
	case "GameType":
		if t, err := position.ParseGameType(text); err == nil {
			h.variant = t.Variant()
		}
	}
	a.add(roleKey, at, at+stop, 0).head = h
	return true
}

// pairValue matches a value up to its closing quotation mark, with backslash escapes.
var pairValue = word.Pattern(`^(?:[^"\\]|\\.|\\$)*`)

// The side to move first in a position.
const (
	anySide uint8 = iota
	whiteTurn
	blackTurn
	otherTurn // the side that does not begin games of the variant
)

func turnOf(side record.Colour) uint8 { return whiteTurn + uint8(side) }

// setup reads a position: the initial one, or one after moves, as in a diagram.
func (s *search) setup(n hyp, a *arc) {
	c := float64(a.cost)
	if n.phase != inHead || n.plies > 0 {
		c += costPositionOver
		n.busy, n.listed = true, n.set != 0 // after a game from a position, this is another game's
	} else {
		c += s.setUp(&n, a.head)
		n.pend, n.remark = false, false
	}
	s.put(&n, a, c)
}

// setUp records the initial position of a head, and returns its cost.
func (s *search) setUp(n *hyp, h *headArc) (c float64) {
	if n.set != 0 {
		c = costPositionTwice
	}
	p, _ := h.value("FEN")
	text := s.arcs.text[p.at:p.end]
	if k := len(s.setups); k == 0 || s.setups[k-1] != text {
		s.setups = append(s.setups, text)
	}
	n.set, n.board = int32(len(s.setups)), notBegun
	n.heads |= hasPosition
	return c
}

// turned reads the side to move.
func (s *search) turned(n hyp, a *arc) {
	c := float64(a.cost)
	if n.phase != inHead || n.plies > 0 {
		c += costPositionOver
	} else {
		n.mover, n.board = a.side, notBegun
	}
	s.put(&n, a, c)
}

// opening identifies the start of a game.
type opening struct {
	set     string
	variant record.Variant
	mover   uint8
}

// begun returns the node of the start of a game; unknown if the board has none.
func (s *search) begun(h *hyp) int32 {
	if s.board == nil {
		return unknown
	}
	key := opening{"", h.variant, h.mover}
	if h.set > 0 {
		key.set = s.setups[h.set-1]
	}
	node, known := s.nodes[key]
	if !known {
		key.set = strings.Clone(key.set) // it outlives the text
		ok := false
		if node, ok = s.setBoard(key); !ok {
			node = unknown
		}
		s.nodes[key] = node
	}
	return node
}

// setBoard returns the board's node of an opening.
func (s *search) setBoard(o opening) (node int32, ok bool) {
	if o.set == "" {
		return s.board.Start(o.variant)
	}
	p := position.Read(o.set)
	variants := []record.Variant{o.variant}
	if o.variant == record.UnknownVariant {
		variants = p.Variants()
	}
	var all []record.Position
	for _, v := range variants {
		pos, _, err := p.As(v)
		if err != nil && !errors.Is(err, record.ErrUnknownTurn) {
			continue
		}
		switch {
		case o.mover == whiteTurn, o.mover == blackTurn:
			pos.Turn = record.Colour(o.mover - whiteTurn)
		case p.NamesTurn():
		case o.mover == otherTurn:
			pos.Turn = v.First().Other()
		default:
			pos.Turn = v.First()
		}
		all = append(all, pos)
	}
	return s.board.Set(all)
}
