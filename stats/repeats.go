package stats

import (
	"context"
	"encoding/binary"
	"iter"

	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats/internal/spill"
)

// Repeats finds games that repeat others: they have the same moves from the same position in
// the same variant, and so the same ID, or are the beginning of another. Notation and headers
// make no difference. Games without moves are not compared. A game that a fault stopped equals
// only games with the same text from the fault on.
//
// Memory is bounded: the keys of more games than fit go to a temporary file, about six bytes a
// ply and 20 a game. Add the games, then iterate over Find. It is not safe for concurrent use.
type Repeats struct {
	memory int
	sorted *spill.Sorter // by the games' sequences
	games  int
}

// NewRepeats returns a Repeats that holds about memory bytes in memory.
func NewRepeats(memory int) *Repeats {
	return &Repeats{memory: memory, sorted: spill.New(memory)}
}

// Repeat is a game that repeats another. Games are numbered from 0 in the order of Add.
type Repeat struct {
	Game, Line int  // the game and its line, as passed to Add
	Of, OfLine int  // the other game
	Plies      int  // the number of plies in common
	Beginning  bool // Game is the beginning of Of; otherwise both are the same, and Of comes first
}

// Add adds the next game: its sequence from Report.AppendSequence, or an empty one to leave the
// game out of the comparison, and the number of its legal plies. line is returned in Repeat. An
// error comes from a temporary file.
func (r *Repeats) Add(sequence []byte, plies, line int) error {
	r.games++
	if len(sequence) == 0 {
		return nil
	}
	return r.sorted.Add(sequence, numbers(r.games-1, line, plies))
}

// Games returns the number of games added.
func (r *Repeats) Games() int { return r.games }

// Close removes the temporary file.
func (r *Repeats) Close() error { return r.sorted.Close() }

// opened is a game that may be the beginning of the games whose sequences come next.
type opened struct {
	length int // of its sequence, a prefix of the last one
	Repeat     // Of is the first game that continues it, or Game if none
}

// Find yields the games that repeat others, each at most once for each reason: a game equal to
// earlier ones, with the first of them, and a game that is a beginning, with the first game
// that continues it. They are ordered by the later of the equal games, or by the game that
// continues. An error comes from ctx or a temporary file.
func (r *Repeats) Find(ctx context.Context) iter.Seq2[Repeat, error] {
	return func(yield func(Repeat, error) bool) {
		found := spill.New(r.memory) // in the order of Find
		defer found.Close()
		err := r.compare(ctx, func(one Repeat) error {
			// Several results for one game: the beginnings come first, the shortest at the front.
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

// compare calls f with each game that repeats another. Sequences are sorted, so those that
// begin with a sequence come right after it.
func (r *Repeats) compare(ctx context.Context, f func(Repeat) error) error {
	var last []byte     // the previous sequence
	var within []opened // the games that are its prefixes, shortest first, and finally its own
	// leave removes the last of within and reports it.
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

// goesOn records a game that continues this one, unless an earlier one does.
func (o *opened) goesOn(game, line int) {
	if o.Of == o.Game || game < o.Of {
		o.Of, o.OfLine = game, line
	}
}

// numbers encodes numbers as the value of a record.
func numbers(all ...int) (value []byte) {
	for _, n := range all {
		value = binary.AppendUvarint(value, uint64(n))
	}
	return value
}

// readNumbers decodes the output of numbers.
func readNumbers(value []byte, all ...*int) {
	for _, n := range all {
		u, size := binary.Uvarint(value)
		*n, value = int(u), value[max(size, 0):]
	}
}
