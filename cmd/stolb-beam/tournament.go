package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"io"
	"slices"

	"github.com/stolb/stolb/cmd/internal/partial"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// tournament collects the games of a tournament. In its table the games of two
// participants are in their order, but a worker may finish before one that counts
// earlier games: so consecutive games are kept together, with the number of the first,
// up to the end.
type tournament struct {
	params partial.Params
	ranges []played
}

// played is what the games of a range come to.
type played struct {
	first int64 // the number of the first
	games *stats.Tournament
}

// begin begins the only range, with the number of its first game.
func (t *tournament) begin(first int64) {
	t.ranges = []played{{first, stats.NewTournament(t.params.Event, t.params.Teams)}}
}

// Add takes in the next game of the range.
func (t *tournament) Add(r *replay.Report) error {
	games := t.ranges[0].games
	return games.Add(r)
}

// merge takes over the games of another. The error says that they are too many for a
// table, so that no worker's memory has to have them all.
func (t *tournament) merge(other *tournament) error {
	t.ranges = append(t.ranges, other.ranges...)
	all := 0
	for _, r := range t.ranges {
		all += r.games.Games()
	}
	if all > stats.MaxTournamentGames {
		return message.Of("stats.too-many-games", "most", stats.MaxTournamentGames)
	}
	return nil
}

// whole returns all games in their order. The error says that there are too many
// participants for a table.
func (t *tournament) whole() (*stats.Tournament, error) {
	slices.SortFunc(t.ranges, func(a, b played) int { return cmp.Compare(a.first, b.first) })
	all := stats.NewTournament(t.params.Event, t.params.Teams)
	for _, r := range t.ranges {
		var saved bytes.Buffer
		if err := r.games.Save(&saved); err != nil {
			return nil, err
		}
		if err := all.Load(bufio.NewReader(&saved)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Save writes the ranges for another worker.
func (t *tournament) Save(w io.Writer) error {
	if _, err := w.Write(binary.AppendUvarint(nil, uint64(len(t.ranges)))); err != nil {
		return err
	}
	for _, r := range t.ranges {
		if _, err := w.Write(binary.AppendUvarint(nil, uint64(r.first))); err != nil {
			return err
		}
		if err := r.games.Save(w); err != nil {
			return err
		}
	}
	return nil
}

// Load takes over what another worker saved.
func (t *tournament) Load(r *bufio.Reader) error {
	n, err := binary.ReadUvarint(r)
	for i := uint64(0); i < n && err == nil; i++ {
		p := played{games: stats.NewTournament(t.params.Event, t.params.Teams)}
		var first uint64
		if first, err = binary.ReadUvarint(r); err == nil {
			p.first = int64(first)
			err = p.games.Load(r)
		}
		t.ranges = append(t.ranges, p)
	}
	return err
}

// Close does nothing: there is nothing but memory.
func (t *tournament) Close() error { return nil }
