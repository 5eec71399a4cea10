package stats

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/stats/internal/spill"
)

// Memory is the approximate number of bytes that a statistic holds before it spills its
// counts to a temporary file. Reading them back takes at most as much again.
const Memory = 64 << 20

const (
	// groupCost is the bytes that a group takes besides its key: the tally and the map entry.
	groupCost = 160
	// maxKey is the maximum length of a key in bytes: of positions, or of a name, which may be
	// as long as a game.
	maxKey = 1 << 23
)

// groups holds a tally for each key. Tallies that exceed its memory go to a Sorter and are
// summed when they are read back, so the sums are exact for any number of keys.
type groups struct {
	memory  int                   // bytes
	valid   func(key []byte) bool // reports whether a loaded key is well-formed
	held    map[string]*Tally
	size    int           // approximate bytes held
	spilled *spill.Sorter // tallies, perhaps several for one key
}

// newGroups returns groups that hold at most memory bytes: half for counting, and an eighth
// in the Sorter's buffer.
func newGroups(memory int, valid func(key []byte) bool) *groups {
	return &groups{memory: memory / 2, valid: valid, held: make(map[string]*Tally), spilled: spill.New(memory / 8)}
}

// add adds by to the tally of a key. An error comes from a temporary file.
func (g *groups) add(key []byte, by *Tally) error {
	t := g.held[string(key)]
	if t == nil {
		if g.size > g.memory {
			if err := g.spill(); err != nil {
				return err
			}
		}
		t = new(Tally)
		g.held[string(key)] = t
		g.size += len(key) + groupCost
	}
	t.Merge(by)
	return nil
}

// spill moves the held groups to the Sorter.
func (g *groups) spill() error {
	var name, tally []byte
	for key, t := range g.held {
		name, tally = append(name[:0], key...), t.append(tally[:0])
		if err := g.spilled.Add(name, tally); err != nil {
			return err
		}
	}
	clear(g.held)
	g.size = 0
	return nil
}

// Save writes the counts: the groups in order of their keys, each after the length of its key
// plus 1, and a 0 at the end. An error comes from the writer or a temporary file.
func (g *groups) Save(w io.Writer) error {
	var line []byte
	err := g.each(context.Background(), func(key []byte, t *Tally) error {
		line = binary.AppendUvarint(line[:0], uint64(len(key))+1)
		line = append(line, key...)
		_, err := w.Write(t.append(line))
		return err
	})
	if err != nil {
		return err
	}
	_, err = w.Write([]byte{0})
	return err
}

// Load adds counts that another statistic of the same kind saved; openings need the same root
// and depth. The error is ErrPartial or comes from a temporary file.
func (g *groups) Load(r *bufio.Reader) error {
	var key []byte
	for {
		n, err := binary.ReadUvarint(r)
		switch {
		case err != nil || n > maxKey:
			return ErrPartial
		case n == 0:
			return nil
		}
		key = slices.Grow(key[:0], int(n)-1)[:n-1]
		var t Tally
		if _, err := io.ReadFull(r, key); err != nil || t.read(r) != nil || !g.valid(key) {
			return ErrPartial
		}
		if err := g.add(key, &t); err != nil {
			return err
		}
	}
}

// take moves the groups of o to g and leaves o empty.
func (g *groups) take(o *groups) error {
	return errors.Join(o.each(context.Background(), g.add), o.Close())
}

// each calls f with every key and its tally, in ascending order of keys. f must not retain
// either. The error comes from f, a file, or the context.
func (g *groups) each(ctx context.Context, f func(key []byte, t *Tally) error) error {
	if err := g.spill(); err != nil {
		return err
	}
	var last []byte
	var sum Tally
	some := false
	err := g.spilled.Each(ctx, func(key, value []byte) error {
		var t Tally
		if err := t.read(bytes.NewReader(value)); err != nil {
			return message.Of("stats.temporary-changed", "", err)
		}
		if some && !bytes.Equal(key, last) {
			if err := f(last, &sum); err != nil {
				return err
			}
			sum = Tally{}
		}
		last, some = append(last[:0], key...), true
		sum.Merge(&t)
		return nil
	})
	if err != nil || !some {
		return err
	}
	return f(last, &sum)
}

// Close removes the temporary file and all counts.
func (g *groups) Close() error {
	clear(g.held)
	g.size = 0
	return g.spilled.Close()
}

// A statistic can be saved, and loaded by another of its kind, which is a Merge from a file:
// the combined result is exact however the games were divided. Save leaves the counts
// unchanged. The input of Load is not trusted: it, or later Openings.Tree, rejects what Save cannot
// have written.

// Limits on loaded data.
const (
	maxSummary = 1 << 28 // bytes of a JSON value
	maxYears   = 10_000
)

// ErrPartial is returned for input that is not a saved statistic of the kind, or is truncated.
var ErrPartial = errors.New("stats: not what such a statistic saves, or not all of it")

// saveJSON writes the length of a value and the value.
func saveJSON(w io.Writer, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = w.Write(append(binary.AppendUvarint(nil, uint64(len(text))), text...))
	return err
}

// loadJSON reads the output of saveJSON.
func loadJSON(r *bufio.Reader, value any) error {
	n, err := binary.ReadUvarint(r)
	if err != nil || n > maxSummary {
		return ErrPartial
	}
	text, err := io.ReadAll(io.LimitReader(r, int64(n)))
	if err != nil || uint64(len(text)) < n || json.Unmarshal(text, value) != nil {
		return ErrPartial
	}
	return nil
}

// Save writes the counts. An error comes from the writer or a temporary file.
func (a *Adiukh) Save(w io.Writer) error {
	return cmp.Or(saveJSON(w, &a.summary), a.opening.Save(w), a.players.Save(w))
}

// Load adds counts saved by an Adiukh with the same number of opening plies. The error is
// ErrPartial or comes from a temporary file.
func (a *Adiukh) Load(r *bufio.Reader) error {
	var s adiukhSummary
	if err := loadJSON(r, &s); err != nil {
		return err
	}
	if len(s.Years) > maxYears {
		return ErrPartial
	}
	a.summary.merge(&s)
	if err := a.opening.Load(r); err != nil {
		return err
	}
	return a.players.Load(r)
}

// Save writes the results added so far. An error comes from w.
func (t *Tournament) Save(w io.Writer) error { return saveJSON(w, &t.kept) }

// Load adds the results that another Tournament saved, of the same event and also of players
// or of teams, as if its games came next. The error is ErrPartial or that of Add.
func (t *Tournament) Load(r *bufio.Reader) error {
	var saved keptTournament
	if err := loadJSON(r, &saved); err != nil {
		return err
	}
	if saved.Unfinished < 0 || saved.MissingPlayers < 0 || len(saved.Events) > maxEvents {
		return ErrPartial
	}
	for _, event := range saved.Events {
		t.noteEvent(event)
	}
	for _, games := range [...]struct{ from, into *[]tournamentGame }{{&saved.Games, &t.kept.Games}, {&saved.Open, &t.kept.Open}} {
		for i, g := range *games.from {
			if min(g.Points[0], g.Points[1]) < 0 || max(g.Points[0], g.Points[1]) > 2 || games.into == &t.kept.Games && g.Sides[0] == g.Sides[1] {
				return fmt.Errorf("%w (game %d)", ErrPartial, i+1)
			}
			if err := t.take(g, games.into); err != nil {
				return err
			}
		}
	}
	t.kept.Unfinished += saved.Unfinished
	t.kept.MissingPlayers += saved.MissingPlayers
	return nil
}
