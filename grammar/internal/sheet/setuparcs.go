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

// Positions from which games begin: what of a text is one, and what then is on the board.

// setup adds FEN or a list of towers, perhaps on two lines, and says whether there is one.
func (a *arcs) setup(at int, line string) bool {
	tag, n := matchKey(line)
	c, from := costPosition, 0
	switch {
	case tag == "Position":
		if from = n + word.SkipBlank(line[n:], 0); !startsPosition(line[from:]) {
			if !damagedPosition(line[n-1:]) {
				return false
			}
			c = costPositionDamaged
		}
	case startsFEN(line):
	case (tag == "White" || tag == "Black") && a.movesOn(trimLeft(line[n:])):
		return false // "White: c3-d4"
	case tag == "White" || tag == "Black":
		if !startsPosition(line) && !a.isDuel(at, n) {
			if !squaresForm().MatchString(line[n:]) {
				return false
			}
			c = costPositionDamaged
		}
	case strings.IndexByte(line, '|') > 0 && isSquareList(line) && len(line) <= position.MaxLen && position.Read(strings.TrimSpace(line)).Variants() != nil:
		c = costPositionBare // g5, h6 | e3, f4
	default:
		return false
	}
	end := a.setupEnd(at + from)
	value := strings.TrimRightFunc(a.text[at+from:end], func(r rune) bool { return word.IsSpace(r) || r == ',' || r == ';' })
	x := a.addCost(rolePosition, at, end, c)
	if unicode.IsLetter(firstRune(value)) { // else a move by numbers may be two squares
		x.cost += float32(a.movesIn(value))
	}
	x.head = &headArc{tag: "Position"}
	x.head.add("FEN", at+from, at+from+len(value))
	return true
}

// isDuel says whether a side has one square in its line, which by itself would be a name, and
// the other side's pieces follow: "Белые: c3", "Черные: e5".
func (a *arcs) isDuel(at, key int) bool {
	end := a.setupEnd(at)
	square, _, _ := strings.Cut(trimSpace(a.text[at+key:a.stop]), " ")
	return isSquare(square, false) && (end > a.stop || hasKey(a.text, at+key, end))
}

// setupEnd returns where the position ends that begins at a byte.
func (a *arcs) setupEnd(at int) int {
	text := a.text
	if line := text[at:a.stop]; startsFEN(line) {
		return at + lenToFunc(line, word.IsSpace)
	}
	tag, key := matchKey(text[at:a.stop])
	stop := towersEnd(text, at+key, a.stop)
	if stop < a.stop || hasKey(text, at+key, a.stop) {
		return stop
	}
	next := a.stop
	for range 2 { // past the line's end and a blank line
		if next < len(text) && text[next] == '\n' {
			next = min(next+1+word.SkipBlank(text[next+1:], 0), len(text))
		}
	}
	end := word.LineEnd(text[:min(len(text), next+maxLine)], next)
	if other, n := matchKey(text[next:end]); (other == "White" || other == "Black") && other != tag && squareForm().MatchString(text[next+n:end]) {
		return towersEnd(text, next+n, end)
	}
	return stop
}

// hasKey says whether a colour's key is in a text from one byte to another.
func hasKey(text string, at, end int) bool {
	return slices.ContainsFunc(strings.Fields(text[at:end]), func(w string) bool {
		key, colon := strings.CutSuffix(w, ":")
		return colon && sideTag(key, false) != ""
	})
}

// turn adds words that say who is to move.
func (a *arcs) turn(at int, line string) bool {
	if tag, _ := matchKey(line); tag != "" && tag != "Turn" {
		return false
	}
	if side, n := matchTurn(line); n > 0 {
		x := a.addCost(roleTurn, at, at+n, costTurn)
		x.head, x.side = &headArc{tag: "Turn", parts: []headPart{{"Turn", place{at, at + n}}}}, turnOf(side)
		return true
	}
	return false
}

// pair adds a tag pair, [Name "value"].
func (a *arcs) pair(at int, line string) bool {
	name, value := cut.TagPair(line[:min(len(line), maxHeadLine)])
	if value == 0 {
		return false
	}
	end := value + len(pairValue().FindString(line[value:]))
	stop := min(end+1, len(line))
	if rest := word.SkipBlank(line, stop); rest < len(line) && line[rest] == ']' {
		stop = rest + 1
	}
	h := &headArc{tag: name, pair: true, parts: []headPart{{name, place{at + value, at + end}}}} // though empty
	switch text := line[value:end]; name {
	case "Variant":
		h.variant = word.ParseVariantName(text)
	case "GameType":
		if t, err := position.ParseGameType(text); err == nil {
			h.variant = t.Variant()
		}
	}
	a.add(roleKey, at, at+stop).head = h
	return true
}

// pairValue is a value up to its quotation mark, before which a backslash may be.
var pairValue = word.Pattern(`^(?:[^"\\]|\\.|\\$)*`)

// Who moves first in a position.
const (
	anySide uint8 = iota
	whiteTurn
	blackTurn
	otherTurn // than the side that begins the game
)

// turnOf returns whiteTurn or blackTurn.
func turnOf(side record.Colour) uint8 { return whiteTurn + uint8(side) }

// setup reads a position: the game's, or what is on the board after moves.
func (s *search) setup(n hyp, a *arc) {
	c := float64(a.cost)
	if n.phase != inHead || n.plies > 0 {
		c += costPositionOver
		n.busy, n.listed = true, n.set != 0 // a game that begins with one has others after it
	} else {
		c += s.setUp(&n, a.head)
		n.pend, n.remark = false, false
	}
	s.put(&n, a, c)
}

// setUp keeps the position of a head, and returns what that costs.
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

// turned reads who is to move.
func (s *search) turned(n hyp, a *arc) {
	c := float64(a.cost)
	if n.phase != inHead || n.plies > 0 {
		c += costPositionOver
	} else {
		n.mover, n.board = a.side, notBegun
	}
	s.put(&n, a, c)
}

// opening is a position with what else says with what a game begins.
type opening struct {
	set     string
	variant record.Variant
	mover   uint8
}

// begun returns the node with which a game begins; unknown for none.
func (s *search) begun(h *hyp) int32 {
	if s.board == nil {
		return unknown
	}
	key := opening{"", h.variant, h.mover}
	if h.set > 0 {
		if key.set = s.setups[h.set-1]; key.set == "" {
			return unknown
		}
	}
	node, known := s.nodes[key]
	if !known {
		key.set = strings.Clone(key.set) // it is kept longer than the text
		ok := false
		if node, ok = s.setBoard(key); !ok {
			node = unknown
		}
		s.nodes[key] = node
	}
	return node
}

// setBoard has a game begin on the board.
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
		case o.mover == whiteTurn:
			pos.Turn = record.White
		case o.mover == blackTurn:
			pos.Turn = record.Black
		case strings.IndexByte("WBwb", o.set[0]) >= 0: // FEN says it
		case o.mover == otherTurn:
			pos.Turn = v.First().Other()
		default:
			pos.Turn = v.First()
		}
		all = append(all, pos)
	}
	return s.board.Set(all)
}
