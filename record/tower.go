package record

import "math/bits"

// Tower is the pieces on a square, in one machine word: the owner's pieces above, prisoners of the
// other colour below, each piece with or without a king mark. A capture takes only top pieces and
// puts them at the captor's bottom (Codex 1.6.1), so a tower never has more than these two blocks.
// A lone man is a tower of one. The zero Tower is an empty square.
//
// Towers are values, equal if ==. In the word, the king marks come lowest with the top piece in the
// lowest bit, so that removing the top piece is a shift:
//
//	bits  0-15  king marks of the owner's pieces, top piece first
//	bits 16-31  king marks of the prisoners, uppermost first
//	bits 32-39  number of the owner's pieces, 1 to 15
//	bits 40-47  number of prisoners, 0 to 15
//	bit  48     1 where the owner is Black
type Tower uint64

const (
	towerPrisonerMarks = 16
	towerOwn           = 32
	towerPrisoners     = 40
	towerOwner         = 48
	blockMask          = 0xffff
	countMask          = 0xff

	// MaxBlock is the greatest number of pieces in a block of a tower.
	MaxBlock = 15
)

// Block is one of the two blocks of a tower: N pieces of one colour, of which those with a set bit
// in Kings are marked as kings; bit 0 is the uppermost.
type Block struct {
	N     int
	Kings uint16
}

// NewTower returns the tower of owner's block above the prisoners. The owner's block has 1 to
// MaxBlock pieces, the prisoners 0 to MaxBlock; marks beyond a block's pieces are dropped.
func NewTower(owner Colour, own, prisoners Block) Tower {
	return Tower(own.Kings&(1<<own.N-1)) |
		Tower(prisoners.Kings&(1<<prisoners.N-1))<<towerPrisonerMarks |
		Tower(own.N)<<towerOwn |
		Tower(prisoners.N)<<towerPrisoners |
		Tower(owner)<<towerOwner
}

// Lone returns a tower of a single piece.
func Lone(owner Colour, king bool) Tower {
	t := Tower(1)<<towerOwn | Tower(owner)<<towerOwner
	if king {
		t |= 1
	}
	return t
}

// Owner returns the colour of the top piece, which owns the tower.
func (t Tower) Owner() Colour { return Colour(t >> towerOwner) }

// King reports whether the top piece is marked as a king.
func (t Tower) King() bool { return t&1 != 0 }

// Own returns the owner's block.
func (t Tower) Own() Block {
	return Block{int(t >> towerOwn & countMask), uint16(t & blockMask)}
}

// Prisoners returns the block of prisoners.
func (t Tower) Prisoners() Block {
	return Block{int(t >> towerPrisoners & countMask), uint16(t >> towerPrisonerMarks & blockMask)}
}

// Height returns the number of pieces.
func (t Tower) Height() int {
	return int(t>>towerOwn&countMask) + int(t>>towerPrisoners&countMask)
}

// Count returns the number of the tower's pieces of colour c.
func (t Tower) Count(c Colour) int {
	if t.Owner() == c {
		return int(t >> towerOwn & countMask)
	}
	return int(t >> towerPrisoners & countMask)
}

// Kings returns the number of king marks among the tower's pieces of colour c.
func (t Tower) Kings(c Colour) int {
	if t.Owner() == c {
		return bits.OnesCount16(uint16(t))
	}
	return bits.OnesCount16(uint16(t >> towerPrisonerMarks))
}

// Promoted returns the tower with its top piece marked as a king.
func (t Tower) Promoted() Tower { return t | 1 }

// Behead removes the top piece and returns the rest, with 1 if the removed piece is a king, else 0.
// The rest may be empty or may belong to the other side: Codex 1.6.1.
func (t Tower) Behead() (rest Tower, king Tower) {
	king = t & 1
	n := t >> towerOwn & countMask
	if n > 1 {
		// Shift only the owner's marks.
		return t&^(blockMask|countMask<<towerOwn) | t&blockMask>>1 | (n-1)<<towerOwn, king
	}
	p := t >> towerPrisoners & countMask
	if p == 0 {
		return 0, king
	}
	return t>>towerPrisonerMarks&blockMask | p<<towerOwn | (t>>towerOwner^1)<<towerOwner, king
}

// Capture returns the tower with one more prisoner at its bottom; king is as returned by Behead.
func (t Tower) Capture(king Tower) Tower {
	p := t >> towerPrisoners & countMask
	return t + 1<<towerPrisoners | king<<((towerPrisonerMarks+p)&63)
}

// Valid reports whether the word is a tower that the methods can make: an owner's block of 1 to
// MaxBlock pieces, at most MaxBlock prisoners, no mark without its piece; or the empty square.
func (t Tower) Valid() bool {
	if t == 0 {
		return true
	}
	own, prisoners := t.Own(), t.Prisoners()
	return own.N >= 1 && own.N <= MaxBlock && prisoners.N <= MaxBlock && t>>towerOwner <= 1 &&
		t == NewTower(t.Owner(), own, prisoners)
}

// String returns the tower as written in FEN after "=", top piece first: the owner's pieces, "/"
// and the prisoners if any, "0" for a man and "1" for a king (Codex 1.10). It does not name the
// owner, and is "" for the empty square.
func (t Tower) String() string { return string(t.append(nil)) }

func (t Tower) append(dst []byte) []byte {
	dst = t.Own().append(dst)
	if prisoners := t.Prisoners(); prisoners.N > 0 {
		dst = append(dst, '/')
		dst = prisoners.append(dst)
	}
	return dst
}

func (b Block) append(dst []byte) []byte {
	for i := range b.N {
		dst = append(dst, '0'+byte(b.Kings>>i&1))
	}
	return dst
}
