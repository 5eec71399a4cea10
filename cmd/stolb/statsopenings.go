package main

import (
	"fmt"
	"io"
	"sync"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
	"github.com/stolb/stolb/stats/page"
	"github.com/stolb/stolb/stats/partial"
	"github.com/stolb/stolb/stats/table"
)

func openingsCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "openings",
		Example: `
  stolb stats openings --depth 6 --min-games 10 games/
  stolb stats openings --variant lasca --position 'B:W1-10,13:B15-25' games.pdn
  stolb stats openings --format json --html openings.html games.pdn
  stolb stats openings --depth 12 --format parquet -o openings.parquet dataset/games.parquet`,
		ValidArgsFunction: completeRecords,
	}
	flags := command.Flags()
	c := statisticFlags(flags, "arrow", "parquet")
	variantFlag(flags, &c.asked)
	flags.StringVarP(&c.path, "output", "o", "", "")
	var from setup
	flags.StringVarP(&from.text, "position", "p", "", "")
	depth := intFlag(flags, "depth", 6, 0, stats.MaxDepth)
	minGames := minGamesFlag(flags)
	command.RunE = c.counts(s, func(args []string) error {
		o := &openings{statistic: c, depth: *depth, minGames: *minGames}
		if from.text != "" {
			from.variant = c.asked
			root, err := from.position(s)
			if err != nil {
				return err
			}
			o.root = root
		}
		return c.carryOut(s, o, args)
	})
	return command
}

// openings counts openings with a stats.Openings for each worker.
type openings struct {
	*statistic
	depth, minGames int
	root            *replay.Position // nil for the start of the variant

	variant record.Variant // of the games counted so far
	other   int            // games of another

	mutex sync.Mutex
	parts []*stats.Openings
}

func (o *openings) close() {
	for _, part := range o.parts {
		part.Close() // what was counted is told, or an error is
	}
}

func (o *openings) count(s *streams, args []string) error {
	o.variant = o.asked
	return countGames(o.statistic, s, args, o.newWorker, o.take)
}

// take takes the variant of a game that was counted, unknown for none.
func (o *openings) take(v *record.Variant) error {
	switch {
	case *v == record.UnknownVariant:
	case o.variant == record.UnknownVariant:
		o.variant = *v
	case *v != o.variant && o.asked == record.UnknownVariant:
		return severalVariants(o.variant, *v)
	case *v != o.variant:
		o.other++
	}
	return nil
}

// all returns what all parts have counted, of the variant of the games.
func (o *openings) all() (*stats.Openings, error) {
	all, err := o.newPart(o.variant)
	if err != nil {
		return nil, err
	}
	for _, part := range o.parts[:len(o.parts)-1] {
		if err := all.Merge(part); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (o *openings) tell(s *streams, done error) error {
	o.tellLeftOut(s, o.other)
	if o.variant == record.UnknownVariant {
		return o.nothing(s, done, "stats.no-opening")
	}
	all, err := o.all()
	if err != nil {
		return err
	}
	tree, err := all.Tree(s.ctx, o.minGames)
	if err != nil {
		return message.Of("stats.with-flags", "why", err, "flags", "--min-games, --depth")
	}
	if err := tree.Name(namedLines(o.variant)); err != nil {
		return err
	}
	if err := o.write(s, page.Openings(tree, language), func(w io.Writer) error { return o.writeTree(w, tree) }); err != nil {
		return err
	}
	return done
}

func (o *openings) describe(h *partial.Head) {
	h.Kind, h.Other = "openings", o.other
	h.Asked.Depth = o.depth
	if o.root != nil {
		root := o.root.Record()
		h.Asked.Position = root.FEN()
		h.Asked.Variant = root.Variant.String()
	}
	if o.variant != record.UnknownVariant {
		h.Variant = o.variant.String()
	}
}

func (o *openings) save(w io.Writer) error {
	if o.variant == record.UnknownVariant {
		return nil
	}
	all, err := o.all()
	if err != nil {
		return err
	}
	return all.Save(w)
}

func (o *openings) load(h *partial.Head, r stats.Reader) error {
	o.other += h.Other
	if h.Variant == "" {
		return nil
	}
	v, err := record.ParseVariant(h.Variant)
	if err != nil {
		return err
	}
	if err := o.take(&v); err != nil {
		return err
	}
	if len(o.parts) == 0 {
		if _, err := o.newPart(v); err != nil {
			return err
		}
	}
	return o.parts[0].Load(r)
}

// namedLines returns the openings that have a name.
func namedLines(v record.Variant) []stats.NamedLine {
	var lines []stats.NamedLine
	for _, c := range corpus.Openings() {
		if c.Variant == v {
			lines = append(lines, stats.NamedLine{Name: c.Name, Moves: c.Moves})
		}
	}
	return lines
}

// newWorker returns what counts games on one goroutine. Of the games without
// --variant it counts those of the variant of its first; if the games are of
// several, that is an error, which the caller finds.
func (o *openings) newWorker() func(*replay.Report, *record.Variant) error {
	var part *stats.Openings
	return func(r *replay.Report, v *record.Variant) error {
		*v = record.UnknownVariant
		if r.Verdict > replay.Repaired {
			return nil
		}
		*v = r.Variant
		if part == nil {
			variant := o.asked
			if variant == record.UnknownVariant {
				variant = r.Variant
			}
			var err error
			if part, err = o.newPart(variant); err != nil {
				return err
			}
		}
		return part.Add(r)
	}
}

// newPart returns openings of the variant, to be closed at the end.
func (o *openings) newPart(v record.Variant) (*stats.Openings, error) {
	root := o.root
	if root == nil {
		rules, err := replay.For(v)
		if err != nil {
			return nil, err
		}
		root = rules.Start()
	}
	o.mutex.Lock()
	defer o.mutex.Unlock()
	part := stats.NewOpenings(root, o.depth, o.memory())
	o.parts = append(o.parts, part)
	return part, nil
}

// nodeJSON is a position of the tree.
type nodeJSON struct {
	Position string   `json:"position"` // FEN
	Hash     string   `json:"hash"`     // 16 hexadecimal digits
	Line     []string `json:"line"`     // moves from the root
	Name     string   `json:"name,omitempty"`
	tallyJSON
	Moves     []edgeJSON `json:"moves"`
	RareMoves int        `json:"rareMoves,omitempty"` // played in fewer games than --min-games
	RareGames int        `json:"rareGames,omitempty"`
}

type edgeJSON struct {
	Move     string `json:"move"`
	Games    int    `json:"games"`    // that played it
	Position string `json:"position"` // FEN of the position behind it
}

// writeTree writes the tree as JSON or as a table.
func (o *openings) writeTree(w io.Writer, tree *stats.Tree) error {
	for _, f := range tableFormats {
		if f.name != *o.format {
			continue
		}
		encoder := f.stream
		if o.out.stdout == nil {
			encoder = f.folder.Encoder
		}
		return table.WriteOpenings(encoder(w, table.Openings()), tree)
	}
	for i := range tree.Positions {
		n := &tree.Positions[i]
		node := nodeJSON{
			Position: n.Position.FEN(), Hash: fmt.Sprintf("%016x", n.Hash), Line: tree.Line(i), Name: n.Name,
			tallyJSON: tallyOf(&n.Tally), Moves: []edgeJSON{}, RareMoves: n.RareMoves, RareGames: n.RareGames,
		}
		for _, e := range n.Moves {
			node.Moves = append(node.Moves, edgeJSON{e.Move, e.Games, tree.Positions[e.To].Position.FEN()})
		}
		if err := writeLine(w, &node); err != nil {
			return err
		}
	}
	return nil
}
