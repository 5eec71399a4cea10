// Package index keeps games in one file in which positions, and what headers say,
// are found without reading the rest: blocks that are written once, each with a
// checksum, and the places where they are. Positions are in sorted columns of sixteen
// bytes, several hundred to a block, in which a hash is looked up by its first bits.
//
// Read first: Builder, then Index. What the file looks like is in file.go, and what a
// query can be answered from in candidates.go.
package index

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Ref is a position in a game.
type Ref struct {
	Game uint32 // in the index, from 0
	Ply  uint16 // moves made before
	Move Move   // that is made there
}

// Move tells a move among the legal ones of a position.
type Move uint16

// NoMove is made at a game's end.
const NoMove Move = 0xffff

// moveOf returns the move's code: where it starts and ends, and which it is of
// the legal ones that do so alike. Legal may be nil for a quiet move.
func moveOf(m *replay.Move, legal []replay.Move) Move {
	from, to := m.Bits()
	which := 0
	for i := range legal {
		if f, t := legal[i].Bits(); f == from && t == to {
			if legal[i] == *m {
				break
			}
			which++
		}
	}
	return Move(from<<10 | to<<4 | min(which, 14))
}

// Of returns which of the legal moves it is, -1 for none.
func (m Move) Of(legal []replay.Move) int {
	for i := range legal {
		if moveOf(&legal[i], legal) == m {
			return i
		}
	}
	return -1
}

// entryBytes is what a position takes: its hash, the game, the ply and the move.
const entryBytes = 16

type entry struct {
	hash uint64
	Ref
}

func appendEntry(dst []byte, e entry) []byte {
	dst = binary.BigEndian.AppendUint64(dst, e.hash)
	dst = binary.BigEndian.AppendUint32(dst, e.Game)
	dst = binary.BigEndian.AppendUint16(dst, e.Ply)
	return binary.BigEndian.AppendUint16(dst, uint16(e.Move))
}

func entryAt(block []byte, i int) entry {
	b := block[i*entryBytes:]
	return entry{binary.BigEndian.Uint64(b), Ref{binary.BigEndian.Uint32(b[8:]), binary.BigEndian.Uint16(b[12:]), Move(binary.BigEndian.Uint16(b[14:]))}}
}

// hashOf tells positions of different variants, too.
func hashOf(v record.Variant, hash uint64) uint64 {
	return hash ^ uint64(v)*0x9e3779b97f4a7c15
}

// What a game's byte of results says.
const (
	unknownResult = iota
	whiteWon
	blackWon
	drawn
)

var (
	// ErrNoIndex is what Open returns, in words, for a file that is no index, or one of another
	// version.
	ErrNoIndex = errors.New("index: not an index that stolb index has made")
	// ErrDamaged is returned, in words, where an index does not say what it should.
	ErrDamaged = errors.New("index: the file is damaged; make it anew")
)

func damaged(what string) error {
	return message.Of("index.damaged", "", fmt.Errorf("%w: %s", ErrDamaged, what))
}

func noIndex() error { return message.Of("index.no-index", "", ErrNoIndex) }

// The kinds of terms, by which games are found.
const (
	termWhite   = "white"
	termBlack   = "black"
	termYear    = "year"
	termVariant = "variant"
	termOutcome = "outcome"
	termVerdict = "verdict"
	termLong    = "long" // not all of its positions are kept
)
