package record

import (
	"fmt"

	"github.com/stolb/stolb/record/message"
)

// Position is a board with towers and the side to move, without rules, like a FEN or a book's list
// of towers. The zero Position has no variant and no towers. Positions are comparable.
type Position struct {
	Variant Variant
	Turn    Colour
	towers  [towerSlots]Tower // by Square, see slot
}

// towerSlots is twelve ranks of sixteen slots each, for a square's file takes four bits.
const towerSlots = 12 * 16

// At returns the tower on s, or the zero Tower if s is empty or off the board.
func (p *Position) At(s Square) Tower {
	if int(s) >= towerSlots {
		return 0
	}
	return p.towers[s]
}

// Put replaces the tower on s; the zero Tower empties the square. It panics if s is not a playing
// square of the variant's board, which is a programming error: check with Board.Has.
func (p *Position) Put(s Square, t Tower) {
	if !p.Variant.Board().Has(s) {
		panic(fmt.Sprintf("record: %v has no square %v", p.Variant, s.Algebraic()))
	}
	p.towers[s] = t
}

// KingAt reports whether the tower on s is a king: marked, or in Adiukh (3.5) on the far rank.
func (p *Position) KingAt(s Square) bool {
	t := p.At(s)
	switch {
	case t == 0 || p.Variant.KingMarks():
		return t.King()
	case t.Owner() == White:
		return s.Rank() == p.Variant.Board().Ranks-1
	}
	return s.Rank() == 0
}

// Count returns the number of pieces of colour c, prisoners included.
func (p *Position) Count(c Colour) int {
	n := 0
	for _, t := range p.towers {
		n += t.Count(c)
	}
	return n
}

// StartPosition returns the variant's initial position: Codex 1.2.1 and 2.2.1, Adiukh 2.1,
// Ukrainian rules II.2 and III.2.
func StartPosition(v Variant) Position {
	p := Position{Variant: v, Turn: v.First()}
	upward := v.Board()
	upward.Numbering = Algebraic
	squares := upward.Squares()
	for i := range v.Pieces() {
		p.Put(squares[i], Lone(White, false))
		p.Put(squares[len(squares)-1-i], Lone(Black, false))
	}
	return p
}

// Validate returns nil, or a *PositionError with the reason why the position is impossible in its
// variant: more pieces of a colour than the game has, an invalid tower, a tower in a flat game, a
// king mark in Adiukh. A position for study may have fewer pieces than the game.
func (p *Position) Validate() error {
	if p.Variant == UnknownVariant || p.Variant >= numVariants {
		return &PositionError{Reason: message.Of("record.variant-unknown")}
	}
	if p.Turn > Black {
		return &PositionError{Reason: message.Of("record.no-side")}
	}
	b := p.Variant.Board()
	for i, t := range p.towers {
		if t == 0 {
			continue
		}
		s := Square(i)
		if !b.Has(s) {
			return &PositionError{Reason: message.Of("record.not-of-the-board", "square", s.Algebraic(), "variant", p.Variant.Term())}
		}
		if err := p.Variant.checkTower(t); !err.IsZero() {
			return &PositionError{Square: b.Name(s), Reason: err}
		}
	}
	for _, c := range []Colour{White, Black} {
		if reason := p.Variant.checkCount(p.Count(c), c); !reason.IsZero() {
			return &PositionError{Reason: reason}
		}
	}
	return nil
}

// checkCount returns why a side of the variant cannot have n pieces, or the zero Message.
func (v Variant) checkCount(n int, c Colour) message.Message {
	if n <= v.Pieces() {
		return message.Message{}
	}
	return message.Of("record.too-many-pieces", "n", n, "side", c.Term(), "variant", v.Term(), "most", v.Pieces())
}

// checkTower returns why the variant cannot have the tower, or the zero Message.
func (v Variant) checkTower(t Tower) message.Message {
	switch {
	case !t.Valid():
		return message.Of("record.no-tower")
	case !v.Towers() && t.Height() != 1:
		return message.Of("record.tower-in-flat-game", "n", t.Height(), "variant", v.Term())
	case !v.KingMarks() && t.Kings(White)+t.Kings(Black) > 0:
		return message.Of("record.king-mark", "variant", v.Term(), "rule", message.Rule("Adiukh 3.5"))
	}
	return message.Message{}
}

// PositionError is the reason why a position, or its text, is invalid.
type PositionError struct {
	Square string // the square concerned, or "" if none
	Offset int    // byte offset in the text, if there is one
	Reason message.Message
	Err    error // ErrUnknownTurn, or nil
}

// Unwrap returns e.Err.
func (e *PositionError) Unwrap() error { return e.Err }

// Message returns the error as a message.
func (e *PositionError) Message() message.Message {
	if e.Square != "" {
		return message.Of("record.position-at", "square", e.Square, "why", e.Reason)
	}
	return message.Of("record.position", "why", e.Reason)
}

// Error returns the error in English.
func (e *PositionError) Error() string { return e.Message().Error() }
