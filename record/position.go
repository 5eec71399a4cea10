package record

import "fmt"

// Position is a board with towers and the side to move, without rules: what a
// FEN or a rule book's list of towers says. The zero Position has no variant
// and no towers. Positions are comparable.
type Position struct {
	Variant Variant
	Turn    Colour
	towers  [towerSlots]Tower // by Square, see slot
}

// A square's file needs four bits, so that twelve ranks take twelve rows of
// sixteen slots.
const towerSlots = 12 * 16

// At returns the tower on s; the zero Tower where s is empty or off the board.
func (p *Position) At(s Square) Tower {
	if int(s) >= towerSlots {
		return 0
	}
	return p.towers[s]
}

// Put sets the tower on s, in place of what stood there; the zero Tower empties
// the square. It panics where s is not a playing square of the variant's
// board, which is a mistake in the program: check with Board.Has.
func (p *Position) Put(s Square, t Tower) {
	if !p.Variant.Board().Has(s) {
		panic(fmt.Sprintf("record: %v has no square %v", p.Variant, s.Algebraic()))
	}
	p.towers[s] = t
}

// Count returns the number of pieces of colour c, prisoners included.
func (p *Position) Count(c Colour) int {
	n := 0
	for _, t := range p.towers {
		n += t.Count(c)
	}
	return n
}

// StartPosition returns the variant's position before the first move: Codex
// 1.2.1 and 2.2.1, Adiukh 2.1, Ukrainian rules II.2 and III.2.
func StartPosition(v Variant) Position {
	p := Position{Variant: v, Turn: v.First()}
	b := v.Board()
	upward := b
	upward.Numbering = Algebraic
	squares := upward.Squares()
	for i := range v.Pieces() {
		p.Put(squares[i], Lone(White, false))
		p.Put(squares[len(squares)-1-i], Lone(Black, false))
	}
	return p
}

// Validate returns nil, or a *PositionError that says why the position cannot
// be one of its variant: more pieces of a colour than the game has, a word
// that is no tower, a tower in a flat game, a king mark in Adiukh. A position
// set up for study may have fewer pieces than the game.
func (p *Position) Validate() error {
	if p.Variant == UnknownVariant || p.Variant >= numVariants {
		return &PositionError{Reason: "the variant is not known"}
	}
	if p.Turn > Black {
		return &PositionError{Reason: "the side to move is neither White nor Black"}
	}
	b := p.Variant.Board()
	var count [2]int
	for i, t := range p.towers {
		if t == 0 {
			continue
		}
		count[White] += t.Count(White)
		count[Black] += t.Count(Black)
		s := Square(i)
		if !b.Has(s) {
			return &PositionError{Reason: fmt.Sprintf("%s is not a square of the %v board", s.Algebraic(), p.Variant)}
		}
		if err := p.Variant.checkTower(t); err != "" {
			return &PositionError{Square: b.Name(s), Reason: err}
		}
	}
	for _, c := range []Colour{White, Black} {
		if n := count[c]; n > p.Variant.Pieces() {
			return &PositionError{Reason: fmt.Sprintf("%d %v pieces, but %v has %d a side", n, c, p.Variant, p.Variant.Pieces())}
		}
	}
	return nil
}

// checkTower returns why the variant cannot have the tower, or "".
func (v Variant) checkTower(t Tower) string {
	switch {
	case !t.Valid():
		return "the word is not a tower"
	case !v.Towers() && t.Height() != 1:
		return fmt.Sprintf("a tower of %d pieces, but %v has no towers", t.Height(), v)
	case !v.KingMarks() && t.Kings(White)+t.Kings(Black) > 0:
		return fmt.Sprintf("a king mark, but %v marks no kings: a tower on the far rank is one (Adiukh 3.5)", v)
	}
	return ""
}

// PositionError says why a position, or the text of one, is refused.
type PositionError struct {
	Square string // the square concerned, "" where it is none
	Offset int    // byte offset in the text, where there is one
	Reason string
	Err    error // ErrUnknownTurn, or nil
}

// Unwrap returns e.Err.
func (e *PositionError) Unwrap() error { return e.Err }

func (e *PositionError) Error() string {
	if e.Square != "" {
		return fmt.Sprintf("position: %s: %s", e.Square, e.Reason)
	}
	return "position: " + e.Reason
}
