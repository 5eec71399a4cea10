package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"reflect"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/stolb/stolb/cmd/internal/partial"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

func init() {
	beam.RegisterCoder(reflect.TypeFor[Counted](), encodeCounted, decodeCounted)
	register.Combiner1[Counted](&mergeFn{})
	register.DoFn5x1[context.Context, string, Counted, Summary, func(Written), error](&countedFn{})
}

// adiukhPlies is by how many plies openings of Adiukh are reported apart, as stolb stats
// adiukh does of itself.
const adiukhPlies = 2

// Counted is what was counted of some games: one of the project's statistics, which
// is its own accumulator. On its way it is the file that stolb stats --partial writes.
type Counted struct {
	head *partial.Head // Games is how many were given to it, Variant which these are of
	kind partial.Counter
}

// newCounted returns a statistic that has counted nothing. The error says that the
// head is not one of a statistic that there is.
func newCounted(h partial.Head) (Counted, error) {
	kind, err := partial.New(&h, stats.Memory)
	return Counted{&h, kind}, err
}

func (c Counted) close() {
	if c.kind != nil {
		_ = c.kind.Close() // what was counted is handed over, or an error is
	}
}

// count counts a game in all requested statistics.
func (o *Options) count(all map[string]Counted, r *replay.Report) error {
	of := func(key string, h partial.Head) error {
		c, ok := all[key]
		if !ok {
			var err error
			if c, err = newCounted(h); err != nil {
				return err
			}
			all[key] = c
		}
		c.head.Games++
		return c.kind.Add(r)
	}
	if o.writes("players") {
		if err := of("players", partial.Head{Kind: "players"}); err != nil {
			return err
		}
	}
	if r.Verdict > replay.Repaired {
		return nil
	}
	v := r.Variant.String()
	if o.writes("openings") {
		h := partial.Head{Kind: "openings", Variant: v, Params: partial.Params{Depth: o.Depth, Variant: v}}
		if err := of("openings-"+v, h); err != nil {
			return err
		}
	}
	if o.writes("adiukh") && r.Variant == record.Adiukh {
		return of("adiukh", partial.Head{Kind: "adiukh", Params: partial.Params{Depth: adiukhPlies}})
	}
	return nil
}

func encodeCounted(c Counted) ([]byte, error) {
	var file bytes.Buffer
	if c.head == nil {
		return nil, nil // nothing was counted
	}
	err := partial.Write(&file, *c.head, c.kind.Save)
	return file.Bytes(), err
}

func decodeCounted(text []byte) (Counted, error) {
	if len(text) == 0 {
		return Counted{}, nil
	}
	r, err := partial.NewReader(bytes.NewReader(text))
	if err != nil {
		return Counted{}, err
	}
	c, err := newCounted(r.Head)
	if err == nil {
		err = r.Load(c.kind.Load)
	}
	return c, err
}

// mergeFn puts together what was counted.
type mergeFn struct{}

// MergeAccumulators adds b to a.
func (*mergeFn) MergeAccumulators(a, b Counted) (Counted, error) {
	switch {
	case a.head == nil:
		return b, nil
	case b.head == nil:
		return a, nil
	}
	a.head.Games += b.head.Games
	return a, errors.Join(partial.Merge(a.kind, b.kind), b.kind.Close())
}

// countedFn writes what all have counted, for stolb stats merge.
type countedFn struct{ Options Options }

func (f *countedFn) ProcessElement(ctx context.Context, key string, c Counted, summary Summary, written func(Written)) error {
	h := *c.head
	if h.Kind != "players" { // which counts games of all verdicts
		legal := summary.Verdicts[replay.Legal] + summary.Verdicts[replay.Repaired]
		h.Other = int(legal) - h.Games
	}
	return f.Options.writeCounted(ctx, key, h, c.kind.Save, &summary, written)
}

// writeCounted writes what was counted of all games.
func (o *Options) writeCounted(ctx context.Context, key string, h partial.Head, save func(io.Writer) error, summary *Summary, written func(Written)) error {
	h.Provenance = o.Provenance.JSON()
	h.Games, h.Failed = int(summary.Games), summary.UnreadFiles > 0
	for v, n := range summary.Verdicts {
		h.LeftOut[v] = int(n)
		h.Faults = h.Faults || n > 0 && replay.Verdict(v) >= replay.Illegal
	}
	name := "stats/" + strings.ReplaceAll(key, "/", "-") + ".partial"
	return o.write(ctx, name, func(w io.Writer) error { return partial.Write(w, h, save) }, written)
}
