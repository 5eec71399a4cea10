package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/stolb/stolb/cmd/internal/partial"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/stats"
)

func init() {
	register.DoFn5x1[context.Context, int, func(*Played) bool, Summary, func(Written), error](&tournamentFn{})
	register.Emitter2[int, Played]()
	register.Iter1[Played]()
}

// Played is the games of a tournament that a range has, as stats.Tournament saves them.
type Played struct {
	First int64 // the number of the first
	Games int
	Saved []byte
}

// tournamentFn writes the games of a tournament, for stolb stats merge. The ranges come in any
// order; the table has the games of two participants in theirs.
type tournamentFn struct{ Options Options }

func (f *tournamentFn) ProcessElement(ctx context.Context, _ int, ranges func(*Played) bool, summary Summary, written func(Written)) error {
	games, err := f.whole(ranges)
	if err != nil {
		return err
	}
	o := &f.Options
	head := partial.Head{Kind: "crosstable", Params: partial.Params{Event: o.Event, Teams: o.Teams}}
	return o.writeCounted(ctx, head.Kind, head, games.Save, &summary, written)
}

// whole returns all games in their order. The error says that they, or the participants,
// are too many for a table.
func (f *tournamentFn) whole(ranges func(*Played) bool) (*stats.Tournament, error) {
	var all []Played
	games := 0
	for p := (Played{}); ranges(&p); p = (Played{}) {
		all = append(all, p)
		if games += p.Games; games > stats.MaxTournamentGames { // no worker has to have them all in memory
			return nil, message.Of("stats.too-many-games", "most", stats.MaxTournamentGames)
		}
	}
	slices.SortFunc(all, func(a, b Played) int { return cmp.Compare(a.First, b.First) })
	whole := stats.NewTournament(f.Options.Event, f.Options.Teams)
	for _, p := range all {
		if err := whole.Load(bufio.NewReader(bytes.NewReader(p.Saved))); err != nil {
			return nil, err
		}
	}
	return whole, nil
}
