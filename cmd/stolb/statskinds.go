package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/stolb/stolb/cmd/internal/page"
	"github.com/stolb/stolb/cmd/internal/partial"
	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// kind is one of the statistics.
type kind interface {
	// worker returns a function that counts games on one goroutine. What it
	// returns is called in the order of the games, if it is not nil.
	worker() func(*replay.Report) (func() error, error)
	// tables returns what was counted: as a page, if that is wanted, and as a table
	// in the other formats. The error may be nothing.
	tables(ctx context.Context, wantsPage bool) (*page.Page, *table.Table, error)
	// describe fills in what is this statistic's alone.
	describe(*partial.Head)
	save(io.Writer) error
	// load adds what another has saved.
	load(*partial.Head, *bufio.Reader) error
	close()
}

// counter is a statistic of package stats, which T is itself.
type counter[T any] interface {
	Add(*replay.Report) error
	Merge(T) error
	Save(io.Writer) error
	Load(*bufio.Reader) error
	Close() error
}

// parts are the counters of the workers.
type parts[T counter[T]] struct {
	*statistic
	create func(record.Variant) (T, error) // of the games of a variant, where it is of a single one
	mutex  sync.Mutex
	all    []T
}

// add returns one more counter.
func (p *parts[T]) add(v record.Variant) (T, error) {
	part, err := p.create(v)
	if err == nil {
		p.mutex.Lock()
		p.all = append(p.all, part)
		p.mutex.Unlock()
	}
	return part, err
}

// worker counts the games of a single variant, where no other is asked for that of
// its first; if the games are of several, that is an error, which take finds.
func (p *parts[T]) worker() func(*replay.Report) (func() error, error) {
	var part T
	made := false
	return func(r *replay.Report) (inOrder func() error, err error) {
		if p.single {
			if r.Verdict > replay.Repaired {
				return nil, nil
			}
			v := r.Variant
			inOrder = func() error { return p.take(v) }
		}
		if !made {
			v := p.asked
			if v == record.UnknownVariant {
				v = r.Variant
			}
			if part, err = p.add(v); err != nil {
				return nil, err
			}
			made = true
		}
		return inOrder, part.Add(r)
	}
}

// take notes the variant of a game that was counted.
func (c *statistic) take(v record.Variant) error {
	switch {
	case c.variant == record.UnknownVariant:
		c.variant = v
	case v != c.variant && c.asked == record.UnknownVariant:
		return message.Of("stats.several-variants", "first", c.variant.String(), "second", v.String())
	case v != c.variant:
		c.other++
	}
	return nil
}

// whole puts together what the workers have counted.
func (p *parts[T]) whole() (T, error) {
	if len(p.all) == 0 {
		return p.add(p.variant)
	}
	for _, part := range p.all[1:] {
		if err := errors.Join(p.all[0].Merge(part), part.Close()); err != nil {
			return p.all[0], err
		}
	}
	p.all = p.all[:1]
	return p.all[0], nil
}

func (p *parts[T]) save(w io.Writer) error {
	all, err := p.whole()
	if err != nil {
		return err
	}
	return all.Save(w)
}

func (p *parts[T]) load(h *partial.Head, r *bufio.Reader) error {
	p.other += h.Other
	all, err := p.whole()
	if err != nil {
		return err
	}
	return all.Load(r)
}

func (p *parts[T]) close() {
	for _, part := range p.all {
		part.Close() // what was counted is told, or an error is
	}
}

// openings counts openings.
type openings struct {
	parts[*stats.Openings]
	depth, minGames int
	root            *replay.Position // nil for the start of the variant
}

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
		var root *replay.Position
		if from.text != "" {
			from.variant = c.asked
			var err error
			if root, err = from.position(s); err != nil {
				return err
			}
		}
		return c.carryOut(s, newOpenings(c, root, *depth, *minGames), args)
	})
	return command
}

func newOpenings(c *statistic, root *replay.Position, depth, minGames int) *openings {
	c.single, c.variant = true, c.asked
	create := func(v record.Variant) (*stats.Openings, error) {
		from := root
		if from == nil {
			rules, err := replay.For(v)
			if err != nil {
				return nil, err
			}
			from = rules.Start()
		}
		return stats.NewOpenings(from, depth, c.memory()), nil
	}
	return &openings{parts[*stats.Openings]{statistic: c, create: create}, depth, minGames, root}
}

func (o *openings) tables(ctx context.Context, _ bool) (*page.Page, *table.Table, error) {
	if o.variant == record.UnknownVariant {
		return nil, nil, nothing{message.Of("stats.no-opening")}
	}
	all, err := o.whole()
	if err != nil {
		return nil, nil, err
	}
	tree, err := all.Tree(ctx, o.minGames)
	if err != nil {
		return nil, nil, message.Of("stats.with-flags", "why", err, "flags", "--min-games, --depth")
	}
	for _, c := range corpus.Openings() {
		if c.Variant == o.variant {
			if err := tree.Name(c.Name, c.Moves); err != nil {
				return nil, nil, err
			}
		}
	}
	if *o.format == "json" {
		return page.Openings(tree, language), tree.Nodes(), nil
	}
	return page.Openings(tree, language), tree.Table(), nil
}

func (o *openings) describe(h *partial.Head) {
	h.Kind, h.Asked.Depth = "openings", o.depth
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
	return o.parts.save(w)
}

func (o *openings) load(h *partial.Head, r *bufio.Reader) error {
	if h.Variant == "" {
		o.other += h.Other
		return nil
	}
	v, err := record.ParseVariant(h.Variant)
	if err != nil {
		return err
	}
	if err := o.take(v); err != nil {
		return err
	}
	return o.parts.load(h, r)
}

// maxOpeningPlies is the most plies by which stats adiukh tells openings apart:
// with more of them the table would be stats openings.
const maxOpeningPlies = 5

// adiukh counts scores.
type adiukh struct {
	parts[*stats.Adiukh]
	depth, minGames int
}

func adiukhCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "adiukh",
		Example: `
  stolb stats adiukh games/
  stolb stats adiukh --min-games 20 --html scores.html games.pdn`,
		ValidArgsFunction: completeRecords,
	}
	flags := command.Flags()
	c := statisticFlags(flags)
	depth := intFlag(flags, "depth", 2, 1, maxOpeningPlies)
	minGames := minGamesFlag(flags)
	command.RunE = c.counts(s, func(args []string) error { return c.carryOut(s, newAdiukh(c, *depth, *minGames), args) })
	return command
}

func newAdiukh(c *statistic, depth, minGames int) *adiukh {
	c.single, c.asked, c.variant = true, record.Adiukh, record.Adiukh
	create := func(record.Variant) (*stats.Adiukh, error) { return stats.NewAdiukh(depth, c.memory()), nil }
	return &adiukh{parts[*stats.Adiukh]{statistic: c, create: create}, depth, minGames}
}

func (a *adiukh) tables(ctx context.Context, _ bool) (*page.Page, *table.Table, error) {
	all, err := a.whole()
	if err != nil {
		return nil, nil, err
	}
	if counted, unscored := all.Games(); counted == 0 {
		return nil, nil, nothing{message.Of("stats.no-adiukh", "n", unscored)}
	}
	summary, printed, err := all.Tables(ctx, a.minGames, language)
	if err != nil {
		return nil, nil, message.Of("stats.with-flags", "why", err, "flags", "--depth")
	}
	return page.Adiukh(summary, printed, language), summary, nil
}

func (a *adiukh) describe(h *partial.Head) { h.Kind, h.Asked.Depth = "adiukh", a.depth }

// players counts what players achieved.
type players struct {
	parts[*stats.Players]
	minGames int
}

func playersCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "players",
		Example: `
  stolb stats players --min-games 10 games/
  stolb stats players --format json games.pdn`,
		ValidArgsFunction: completeRecords,
	}
	flags := command.Flags()
	c := statisticFlags(flags)
	variantFlag(flags, &c.asked)
	minGames := minGamesFlag(flags)
	command.RunE = c.counts(s, func(args []string) error { return c.carryOut(s, newPlayers(c, *minGames), args) })
	return command
}

func newPlayers(c *statistic, minGames int) *players {
	create := func(record.Variant) (*stats.Players, error) { return stats.NewPlayers(c.memory()), nil }
	return &players{parts[*stats.Players]{statistic: c, create: create}, minGames}
}

func (p *players) tables(ctx context.Context, wantsPage bool) (*page.Page, *table.Table, error) {
	all, err := p.whole()
	if err != nil {
		return nil, nil, err
	}
	some := false
	for _, err := range all.All(ctx, 1) {
		if err != nil {
			return nil, nil, err
		}
		some = true
		break
	}
	if !some {
		return nil, nil, nothing{message.Of("stats.no-player")}
	}
	var shown *page.Page
	if wantsPage {
		printed, err := all.Printed(ctx, p.minGames, language)
		if err != nil {
			return nil, nil, err
		}
		shown = page.Players(printed, language)
	}
	return shown, all.Table(ctx, p.minGames), nil
}

func (p *players) describe(h *partial.Head) { h.Kind = "players" }

// crosstable collects the games of a tournament.
type crosstable struct {
	tournamentFlags
	event      string
	teams      bool
	tournament *stats.Tournament
}

// tournamentFlags say how the table of a tournament is made.
type tournamentFlags struct {
	system, rules *string
	win           *int
}

func newTournamentFlags(flags *pflag.FlagSet) tournamentFlags {
	return tournamentFlags{
		choiceFlag(flags, "system", "auto", "auto", "round-robin", "swiss"),
		choiceFlag(flags, "rules", "codex", "codex", "ukrainian", "go"),
		intFlag(flags, "win", 1, 1, 2),
	}
}

func crosstableCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "crosstable",
		Example: `
  stolb stats crosstable tournament.pdn
  stolb stats crosstable --event 'WK 2003' --rules ukrainian --html table.html games/`,
		ValidArgsFunction: completeRecords,
	}
	flags := command.Flags()
	c := statisticFlags(flags)
	variantFlag(flags, &c.asked)
	var event string
	flags.StringVar(&event, "event", "", "")
	teams := flags.Bool("teams", false, "")
	how := newTournamentFlags(flags)
	command.RunE = c.counts(s, func(args []string) error { return c.carryOut(s, newCrosstable(how, event, *teams), args) })
	return command
}

func newCrosstable(how tournamentFlags, event string, teams bool) *crosstable {
	return &crosstable{how, event, teams, stats.NewTournament(event, teams)}
}

// worker takes the games in by their order, in which those of two participants are
// listed.
func (t *crosstable) worker() func(*replay.Report) (func() error, error) {
	return func(r *replay.Report) (func() error, error) { return t.tournament.Read(r), nil }
}

func (t *crosstable) tables(context.Context, bool) (*page.Page, *table.Table, error) {
	systems := map[string]string{"auto": stats.Whichever, "round-robin": stats.RoundRobin, "swiss": stats.Swiss}
	books := map[string]string{"codex": stats.Codex, "ukrainian": stats.Ukrainian, "go": stats.GoCode}
	about, printed, err := t.tournament.Tables(systems[*t.system], books[*t.rules], *t.win == 2, language)
	var several *stats.EventsError
	switch {
	case errors.As(err, &several):
		events := slices.Clone(several.Events)
		if i := slices.Index(events, ""); i >= 0 {
			events[i] = say("stats.no-event")
		}
		return nil, nil, message.Of("stats.several-events", "events", clean(strings.Join(events, "; "), messageCells))
	case err != nil:
		return nil, nil, err
	case len(printed) > 0:
		return page.Tournament(about, printed, language), about, nil
	case t.event != "":
		return nil, nil, nothing{message.Of("stats.no-result-of", "event", clean(t.event, messageCells))}
	}
	return nil, nil, nothing{message.Of("stats.no-result")}
}

func (t *crosstable) describe(h *partial.Head) {
	h.Kind, h.Asked.Event, h.Asked.Teams = "crosstable", t.event, t.teams
}

func (t *crosstable) save(w io.Writer) error { return t.tournament.Save(w) }

func (t *crosstable) load(_ *partial.Head, r *bufio.Reader) error { return t.tournament.Load(r) }

func (t *crosstable) close() {}
