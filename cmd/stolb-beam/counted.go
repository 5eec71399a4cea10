package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/stolb/stolb/cmd/internal/partial"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

func init() {
	register.DoFn5x1[context.Context, string, func(*Counted) bool, Summary, func(Written), error](&countedFn{})
	register.Emitter2[string, Counted]()
	register.Iter1[Counted]()
}

// adiukhPlies is the depth of openings of Adiukh, the default of stolb stats adiukh.
const adiukhPlies = 2

// Counted has the counts of the games of a range, as a file of stolb stats --partial. Its head's
// Games is the number of games passed to the statistic.
type Counted struct {
	First int64 // the number of the range's first game
	Games int   // of the tournament, for a crosstable
	File  []byte
}

// statistic is a counter with its head.
type statistic struct {
	head partial.Head
	kind partial.Counter
}

// newStatistic returns an empty statistic. The error is that of partial.New.
func newStatistic(h partial.Head) (*statistic, error) {
	kind, err := partial.New(&h, stats.Memory)
	return &statistic{h, kind}, err
}

// count counts a game in all requested statistics.
func (o *Options) count(all map[string]*statistic, r *replay.Report) error {
	v, legal := r.Variant.String(), r.Verdict <= replay.Repaired
	for _, of := range []struct {
		kind, key string
		counts    bool
		params    partial.Params
	}{
		{"players", "players", true, partial.Params{}},
		{"crosstable", "crosstable", true, partial.Params{Event: o.Event, Teams: o.Teams}},
		{"openings", "openings-" + v, legal, partial.Params{Depth: o.Depth, Variant: v}},
		{"adiukh", "adiukh", legal && r.Variant == record.Adiukh, partial.Params{Depth: adiukhPlies}},
	} {
		if !of.counts || !o.writes(of.kind) {
			continue
		}
		s := all[of.key]
		if s == nil {
			var err error
			head := partial.Head{Kind: of.kind, Variant: of.params.Variant, Params: of.params}
			if s, err = newStatistic(head); err != nil {
				return err
			}
			all[of.key] = s
		}
		s.head.Games++
		if err := s.kind.Add(r); err != nil {
			return err
		}
	}
	return nil
}

// counted returns the counts of the range whose first game has this number.
func (s *statistic) counted(first int64) (Counted, error) {
	c := Counted{First: first}
	if t, ok := s.kind.(partial.Tournament); ok {
		c.Games = t.Games()
	}
	var file bytes.Buffer
	err := partial.Write(&file, s.head, s.kind.Save)
	c.File = file.Bytes()
	return c, err
}

// countedFn merges the counts of all ranges and writes them for stolb stats merge.
type countedFn struct{ Options Options }

func (f *countedFn) ProcessElement(ctx context.Context, key string, parts func(*Counted) bool, summary Summary, written func(Written)) (err error) {
	s, err := whole(key, parts)
	if s != nil {
		defer func() { err = errors.Join(err, s.kind.Close()) }()
	}
	if err != nil {
		return err
	}
	h := s.head
	of := func(v replay.Verdict) int { return int(summary.Verdicts[v.String()]) }
	if h.Kind == "openings" || h.Kind == "adiukh" { // which count only legal games
		h.Other = of(replay.Legal) + of(replay.Repaired) - h.Games
	}
	h.Provenance = f.Options.Provenance.JSON()
	h.Games, h.Failed = int(summary.Games), summary.UnreadFiles > 0
	h.Faults = of(replay.Illegal)+of(replay.Unreadable) > 0
	for v := range h.LeftOut {
		h.LeftOut[v] = of(replay.Verdict(v))
	}
	name := "stats/" + strings.ReplaceAll(key, "/", "-") + ".partial"
	return f.Options.write(ctx, name, func(w io.Writer) error { return partial.Write(w, h, s.kind.Save) }, written)
}

// whole merges the counts of the ranges, which come in any order; those of a crosstable, in the
// order of the games. The error may be that there are too many of these, or of participants.
func whole(key string, parts func(*Counted) bool) (s *statistic, err error) {
	load := func(c Counted) error {
		r, err := partial.NewReader(bytes.NewReader(c.File))
		if err != nil {
			return err
		}
		if s == nil {
			if s, err = newStatistic(r.Head); err != nil {
				return err
			}
			s.head.Games = 0
		}
		s.head.Games += r.Head.Games
		return r.Load(s.kind.Load)
	}
	var ordered []Counted
	games := 0
	for c := (Counted{}); parts(&c); c = (Counted{}) {
		if key != "crosstable" {
			if err := load(c); err != nil {
				return s, err
			}
			continue
		}
		if games += c.Games; games > stats.MaxTournamentGames { // before a worker has them all in memory
			return nil, message.Of("stats.too-many-games", "most", stats.MaxTournamentGames)
		}
		ordered = append(ordered, c)
	}
	slices.SortFunc(ordered, func(a, b Counted) int { return cmp.Compare(a.First, b.First) })
	for _, c := range ordered {
		if err := load(c); err != nil {
			return s, err
		}
	}
	return s, nil
}
