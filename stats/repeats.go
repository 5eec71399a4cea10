package stats

import (
	"context"
	"encoding/binary"
	"iter"

	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats/internal/spill"
)

// Repeats finds among many games those that repeat another: that have the same moves from the
// same position in the same variant, so that their IDs are the same, or that are the beginning of
// another. Notation and headers make no difference. Games without moves are not compared, and one
// that a fault stopped only with those that are written alike from there on.
//
// Memory is bounded: of more games than it holds, what they are compared by goes to a
// temporary file, about six bytes a ply and 20 a game. Add the games, then iterate over
// Find. Not safe for concurrent use.
type Repeats struct {
	memory int
	sorted *spill.Sorter // by the games' sequences
	games  int
}

// NewRepeats returns a Repeats that holds about so many bytes in memory.
func NewRepeats(memory int) *Repeats {
	return &Repeats{memory: memory, sorted: spill.New(memory)}
}

// Repeat is a game that repeats another. Games are counted from 0 as they were added.
type Repeat struct {
	Game, Line int  // the game and its line, as it was added
	Of, OfLine int  // the other
	Plies      int  // that both have
	Beginning  bool // Game is the beginning of Of; else both are the same, and Of comes first
}

// Add adds the next game, of which sequence is what Report.AppendSequence made, empty for
// a game that is not to be compared, and plies is how many legal moves it has. line is
// returned in Repeat. The error is that of a temporary file.
func (r *Repeats) Add(sequence []byte, plies, line int) error {
	r.games++
	if len(sequence) == 0 {
		return nil
	}
	return r.sorted.Add(sequence, numbers(r.games-1, line, plies))
}

// Games returns how many games were added.
func (r *Repeats) Games() int { return r.games }

// Close removes the temporary file.
func (r *Repeats) Close() error { return r.sorted.Close() }

// opened is a game that may be the beginning of those whose sequences come next.
type opened struct {
	length int // of its sequence, which begins as the last one does
	Repeat     // Of is the first game that goes on from it, Game if there is none
}

// Find yields the games that repeat others, each at most once for either reason: those that are
// the same as an earlier one, with the first of these, and those that are a beginning, with the
// first game that goes on from there. The order is that of the games that repeat an earlier one,
// or that go on. The error is the context's or that of a temporary file.
func (r *Repeats) Find(ctx context.Context) iter.Seq2[Repeat, error] {
	return func(yield func(Repeat, error) bool) {
		found := spill.New(r.memory) // by the place in the order
		defer found.Close()
		err := r.compare(ctx, func(one Repeat) error {
			// Where there are several for a game: the beginnings, the shortest first.
			key, same := binary.BigEndian.AppendUint64(nil, uint64(one.Of)), byte(0)
			if !one.Beginning {
				key, same = binary.BigEndian.AppendUint64(nil, uint64(one.Game)), 1
			}
			key = binary.BigEndian.AppendUint64(append(key, same), uint64(one.Plies))
			return found.Add(key, numbers(one.Game, one.Line, one.Of, one.OfLine, one.Plies))
		})
		if err == nil {
			err = found.Each(ctx, func(key, value []byte) error {
				one := Repeat{Beginning: key[8] == 0}
				readNumbers(value, &one.Game, &one.Line, &one.Of, &one.OfLine, &one.Plies)
				if !yield(one, nil) {
					return errStop
				}
				return nil
			})
		}
		if err != nil && err != errStop {
			yield(Repeat{}, err)
		}
	}
}

// compare calls f with each game that repeats another, in the order of the sequences: those
// that begin with a sequence come right after it.
func (r *Repeats) compare(ctx context.Context, f func(Repeat) error) error {
	var last []byte     // the sequence before
	var within []opened // the games that it begins with, the shortest first; at last itself
	// leave leaves the last of these.
	leave := func() error {
		one := within[len(within)-1]
		within = within[:len(within)-1]
		if n := len(within); n > 0 && last[within[n-1].length] >= replay.SequencePart {
			shorter := &within[n-1]
			shorter.goesOn(one.Game, one.Line)
			shorter.goesOn(one.Of, one.OfLine)
		}
		if one.Of == one.Game {
			return nil
		}
		return f(one.Repeat)
	}
	err := r.sorted.Each(ctx, func(sequence, value []byte) error {
		one := opened{length: len(sequence), Repeat: Repeat{Beginning: true}}
		readNumbers(value, &one.Game, &one.Line, &one.Plies)
		one.Of, one.OfLine = one.Game, one.Line
		common := 0
		for common < min(len(last), len(sequence)) && last[common] == sequence[common] {
			common++
		}
		for len(within) > 0 && within[len(within)-1].length > common {
			if err := leave(); err != nil {
				return err
			}
		}
		if n := len(within); n > 0 && within[n-1].length == len(sequence) {
			first := &within[n-1]
			return f(Repeat{Game: one.Game, Line: one.Line, Of: first.Game, OfLine: first.Line, Plies: one.Plies})
		}
		last = append(last[:0], sequence...)
		within = append(within, one)
		return nil
	})
	for err == nil && len(within) > 0 {
		err = leave()
	}
	return err
}

// goesOn notes a game that goes on from here, if it is the first one.
func (o *opened) goesOn(game, line int) {
	if o.Of == o.Game || game < o.Of {
		o.Of, o.OfLine = game, line
	}
}

// numbers returns numbers as a record has them.
func numbers(all ...int) (value []byte) {
	for _, n := range all {
		value = binary.AppendUvarint(value, uint64(n))
	}
	return value
}

// readNumbers reads what numbers wrote.
func readNumbers(value []byte, all ...*int) {
	for _, n := range all {
		u, size := binary.Uvarint(value)
		*n, value = int(u), value[max(size, 0):]
	}
}
