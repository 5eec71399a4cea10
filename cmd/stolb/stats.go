package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/stolb/stolb/cmd/internal/partial"
	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

func statsCommand(s *streams) *cobra.Command {
	command := &cobra.Command{Use: "stats"}
	command.AddCommand(
		countCommand(s, "openings"),
		countCommand(s, "adiukh"),
		countCommand(s, "players"),
		countCommand(s, "crosstable"),
		ratingsCommand(s, "ratings"),
		ratingsCommand(s, "norms"),
		mergeCommand(s))
	command.RunE = func(_ *cobra.Command, args []string) error { return unknownKind(command, args) }
	return command
}

const (
	// statsMemory is how many bytes all workers together may hold before they spill.
	// The process takes about twice that, since the garbage collector lets the heap double.
	statsMemory     = 128 << 20
	maxOpeningPlies = 5 // the most plies by which stats adiukh distinguishes openings
	maxList         = 4 // the most megabytes of a file of aliases or ratings
)

// statistic is what a stats command counts, and where the numbers go.
type statistic struct {
	input
	head     partial.Head // its kind and parameters
	counting sync.RWMutex // guards closed; workers hold it for reading while they count
	closed   bool
	mutex    sync.Mutex // guards parts
	parts    []partial.Counter
	verdicts [replay.Unreadable + 1]int // games that --where selects
	counted  record.Variant             // the variant of the games so far, if isSingle
	other    int                        // games of another variant
	where    whereFlags

	minGames, win       int
	system, rules       string
	aliases             string         // a file, or ""
	flags               *pflag.FlagSet // to know which are set
	format              string
	path, html, partial string              // --output, --html and --partial, or ""
	out, page, saved    *output             // these files, opened
	provenance          *convert.Provenance // for formats that have a place for it, or else nil
}

// counts returns the provenance with the numbers of games, or nil if there is none.
func (c *statistic) counts() []byte {
	if p := c.provenance; p != nil {
		games, chosen := int(c.games.Load()), 0
		for _, n := range c.verdicts {
			chosen += n
		}
		counted := chosen - c.other
		p.Games, p.Written, p.Verdicts = &games, &counted, namedVerdicts(c.verdicts)
		p.LeftOut = map[string]int{"filter": games - chosen, "variant": c.other}
		for v := replay.Unjudged; v <= replay.Unreadable && c.isSingle(); v++ {
			p.LeftOut[v.String()] = c.verdicts[v]
			counted -= c.verdicts[v]
		}
	}
	return c.provenance.JSON()
}

// tournamentFlags declares the flags for the table of a tournament.
func (c *statistic) tournamentFlags(flags *pflag.FlagSet) {
	choiceFlag(flags, &c.system, "system", "auto", "auto", "round-robin", "swiss")
	choiceFlag(flags, &c.rules, "rules", "codex", "codex", "ukrainian", "go")
	intFlag(flags, &c.win, "win", 1, 1, 2)
	flags.StringVar(&c.aliases, "aliases", "", "")
}

func countCommand(s *streams, kind string) *cobra.Command {
	command := &cobra.Command{Use: kind, ValidArgsFunction: completeRecords}
	flags := command.Flags()
	c := &statistic{flags: flags, head: partial.Head{Kind: kind}}
	more := map[string][]string{"openings": {"arrow", "parquet"}, "crosstable": {"trf"}}[kind]
	choiceFlag(flags, &c.format, "format", "text", append([]string{"text", "json"}, more...)...)
	flags.StringVar(&c.html, "html", "", "")
	c.input.flags(flags, true)
	flags.StringVar(&c.partial, "partial", "", "")
	c.where.flags(flags)
	from, params := setup{variant: &c.Variant}, &c.head.Params
	switch kind {
	case "openings":
		variantFlag(flags, &c.Variant)
		flags.StringVarP(&c.path, "output", "o", "", "")
		flags.StringVarP(&from.text, "position", "p", "", "")
		intFlag(flags, &params.Depth, "depth", 6, 0, stats.MaxDepth)
		minGamesFlag(flags, &c.minGames)
	case "adiukh":
		intFlag(flags, &params.Depth, "depth", 2, 1, maxOpeningPlies)
		minGamesFlag(flags, &c.minGames)
	case "players":
		variantFlag(flags, &c.Variant)
		minGamesFlag(flags, &c.minGames)
	case "crosstable":
		variantFlag(flags, &c.Variant)
		flags.StringVar(&params.Event, "event", "", "")
		flags.BoolVar(&params.Teams, "teams", false, "")
		c.tournamentFlags(flags)
	}
	command.RunE = func(_ *cobra.Command, args []string) error {
		if from.text != "" {
			root, err := from.position(s, "--position")
			if err != nil {
				return err
			}
			at := root.Record()
			params.Position = at.FEN()
		}
		return c.perform(s, command, args, c.run)
	}
	return command
}

// isSingle reports whether only legal games, and only of one variant, are counted.
func (c *statistic) isSingle() bool { return c.head.Kind == "openings" || c.head.Kind == "adiukh" }

// run counts the games, and writes or saves the result.
func (c *statistic) run(s *streams, args []string) error {
	err := cmp.Or(
		c.checkPart(args),
		requires(c.flags, "part", "partial"),
		misplaced(c.flags, c.partial != "", "usage.for-merge", []any{"command", "stolb stats merge"},
			"output", "html", "format", "min-games", "system", "rules", "win"),
		misuse(c.partial == "-", "usage.partial-file"),
		misuse(len(args) == 0, "usage.no-file-count"),
		c.where.parse(),
	)
	if err == nil && c.partial != "" {
		c.head.Input, c.head.Files = c.inputHashes(args) // first, since files may change meanwhile
	}
	if err == nil {
		err = c.begin(s)
	}
	if err == nil {
		err = c.count(s, args)
	}
	switch {
	case !isWorthReporting(err):
		return err
	case c.partial == "":
		return c.write(s, err)
	}
	return cmp.Or(c.save(err), err)
}

// perform runs a command and determines the provenance of its output. An interruption after the
// counting ends the work as an earlier one does.
func (c *statistic) perform(
	s *streams, command *cobra.Command, args []string, work func(*streams, []string) error,
) (err error) {
	if c.path != "" && !c.flags.Changed("format") { // as in show, the file's name tells it if possible
		_ = c.flags.Set("format", strings.TrimPrefix(filepath.Ext(c.path), "."))
	}
	if err := apart(append(args, c.aliases), "-o", c.path, "--html", c.html, "--partial", c.partial); err != nil {
		return err
	}
	if c.html != "" || c.partial != "" || c.format == "arrow" || c.format == "parquet" {
		c.provenance, err = s.provenance(command, args, c.Options)
	}
	if err == nil {
		err = work(s, args)
	}
	c.counting.Lock()
	c.closed = true
	for _, part := range c.parts {
		part.Close() // the result is written, or an error reported
	}
	c.counting.Unlock()
	if errors.Is(err, context.Canceled) {
		s.tell("stats.interrupted-late", "n", c.games.Load())
		return errInterrupted
	}
	return err
}

type counted struct {
	chosen  bool // by --where
	verdict replay.Verdict
	inOrder func() error // called in the order of the games; may be nil
}

// count judges and counts each game. After errFaults or errReported the result is still written.
func (c *statistic) count(s *streams, args []string) error {
	work := func() func(*convert.Entry, *counted) {
		count, chosen := c.counter(), c.where.chosen()
		return func(in *convert.Entry, out *counted) {
			report := in.Judge()
			*out = counted{chosen: chosen(report), verdict: report.Verdict}
			// Workers may still be running after the stream was left early.
			c.counting.RLock()
			defer c.counting.RUnlock()
			if !c.closed && out.chosen {
				out.inOrder = count(report)
			}
		}
	}
	_, done := c.open(s, args, 1)
	defer done()
	err := each(s, &c.games, convert.Each(s.ctx, c.Input, work), func(result *counted) error {
		if !result.chosen {
			return nil
		}
		c.verdicts[result.verdict]++
		if result.inOrder != nil {
			return result.inOrder()
		}
		return nil
	}, func() { s.tell("stats.interrupted", "n", c.games.Load()) })
	return ending(err, c.verdicts[replay.Illegal]+c.verdicts[replay.Unreadable] > 0)
}

// counter returns a function that counts games on one goroutine. The function that it returns is
// called in the order of the games, and checks that they are of one variant if isSingle.
func (c *statistic) counter() func(*replay.Report) (inOrder func() error) {
	var part partial.Counter
	return func(r *replay.Report) (inOrder func() error) {
		switch {
		case c.head.Kind == "crosstable":
			return c.parts[0].(partial.Tournament).Read(r)
		case c.isSingle() && r.Verdict > replay.Repaired:
			return nil
		}
		v, err := r.Variant, error(nil)
		if part == nil {
			part, err = c.addPart(cmp.Or(c.Variant, v))
		}
		if err == nil {
			err = part.Add(r)
		}
		return func() error { return cmp.Or(err, c.take(v)) }
	}
}

// addPart adds and returns a counter of games, of variant v if isSingle.
func (c *statistic) addPart(v record.Variant) (partial.Counter, error) {
	head, workers := c.head, max(c.Jobs, 1)
	head.Variant = v.String()
	part, err := partial.New(&head, statsMemory/workers)
	if err == nil {
		c.mutex.Lock()
		c.parts = append(c.parts, part)
		c.mutex.Unlock()
	}
	return part, err
}

// take records the variant of a game; if isSingle, a second variant is an error or left out.
func (c *statistic) take(v record.Variant) error {
	switch {
	case !c.isSingle():
	case c.counted == record.UnknownVariant:
		c.counted = v
	case v != c.counted && c.Variant == record.UnknownVariant:
		return message.Of("stats.several-variants", "first", c.counted.String(), "second", v.String())
	case v != c.counted:
		c.other++
	}
	return nil
}

func (c *statistic) whole() (partial.Counter, error) {
	if len(c.parts) == 0 {
		return c.addPart(c.counted)
	}
	for _, part := range c.parts[1:] {
		if err := errors.Join(partial.Merge(c.parts[0], part), part.Close()); err != nil {
			return nil, err
		}
	}
	c.parts = c.parts[:1]
	return c.parts[0], nil
}

// nothing is the error of a statistic that has counted no game, with the reason.
type nothing struct{ message.Message }

// tables returns the result as a page and as a table. The error may be of type nothing.
func (c *statistic) tables(ctx context.Context, wantsPage bool) (*page, *table.Table, error) {
	if c.isSingle() && c.counted == record.UnknownVariant {
		return nil, nil, nothing{message.Of("stats.no-opening")}
	}
	whole, err := c.whole()
	if err != nil {
		return nil, nil, err
	}
	switch whole := whole.(type) {
	case *stats.Openings:
		return c.openings(ctx, whole)
	case *stats.Adiukh:
		if counted, unscored := whole.Games(); counted == 0 {
			return nil, nil, nothing{message.Of("stats.no-adiukh", "n", unscored)}
		}
		summary, printed, err := whole.Tables(ctx, c.minGames, language)
		if err != nil {
			return nil, nil, message.Of("stats.with-flags", "why", err, "flags", "--depth")
		}
		return adiukhPage(summary, printed), summary, nil
	case *stats.Players:
		return c.players(ctx, whole, wantsPage)
	}
	return c.crosstable(whole.(partial.Tournament).Tournament)
}

func (c *statistic) openings(ctx context.Context, all *stats.Openings) (*page, *table.Table, error) {
	tree, err := all.Tree(ctx, c.minGames)
	if err != nil {
		return nil, nil, message.Of("stats.with-flags", "why", err, "flags", "--min-games, --depth")
	}
	for _, known := range corpus.Openings() {
		if known.Variant == c.counted {
			if err := tree.Name(known.Name, known.Moves); err != nil {
				return nil, nil, err
			}
		}
	}
	if c.format == "json" {
		return openingsPage(tree), tree.Nodes(), nil
	}
	return openingsPage(tree), tree.Table(), nil
}

func (c *statistic) players(ctx context.Context, all *stats.Players, wantsPage bool) (*page, *table.Table, error) {
	for _, err := range all.Table(ctx, 1).Rows { // only if there is a player
		var p *page
		if err == nil && wantsPage {
			var printed *table.Table
			printed, err = all.Printed(ctx, c.minGames, language)
			p = playersPage(printed)
		}
		return p, all.Table(ctx, c.minGames), err
	}
	return nil, nil, nothing{message.Of("stats.no-player")}
}

// systems and ruleBooks are the values of --system and --rules.
var (
	systems   = map[string]string{"auto": stats.Whichever, "round-robin": stats.RoundRobin, "swiss": stats.Swiss}
	ruleBooks = map[string]string{"codex": stats.Codex, "ukrainian": stats.Ukrainian, "go": stats.GoCode}
)

// readText reads and parses a text of so many megabytes at most; path may be "". Errors name the file.
func readText[T any](path, encoding string, most int, parse func(string) (T, error)) (parsed T, err error) {
	if path == "" {
		return parsed, nil
	}
	data, err := readFile(path, int64(most)<<20+1)
	if err != nil {
		return parsed, err
	}
	text, err := grammar.Decode(bytes.NewReader(data), encoding)
	if err == nil && len(text) > most<<20 {
		err = message.Of("files.too-long", "n", most)
	}
	if err == nil {
		parsed, err = parse(string(text))
	}
	return parsed, convert.FileError(path, err)
}

// readList reads a small list, such as one of aliases.
func readList[T any](path string, parse func(string) (T, error)) (T, error) {
	return readText(path, "", maxList, parse)
}

func (c *statistic) crosstable(all *stats.Tournament) (*page, *table.Table, error) {
	aliases, err := readList(c.aliases, stats.ParseAliases)
	if err != nil {
		return nil, nil, err
	}
	all.Aliases = aliases
	about, printed, err := all.Tables(systems[c.system], ruleBooks[c.rules], c.win == 2, language)
	events := all.Events()
	switch event := c.head.Params.Event; {
	case len(events) > 1:
		for i := range events {
			events[i] = cmp.Or(events[i], say("stats.no-event"))
		}
		return nil, nil, message.Of("stats.several-events", "events", clean(strings.Join(events, "; "), messageCells))
	case err != nil:
		return nil, nil, err
	case len(printed) > 0 && c.format == "trf":
		file, err := all.TRF(systems[c.system], ruleBooks[c.rules])
		return tournamentPage(about, printed), file, err
	case len(printed) > 0:
		return tournamentPage(about, printed), about, nil
	case event != "":
		return nil, nil, nothing{message.Of("stats.no-result-of", "event", clean(event, messageCells))}
	}
	return nil, nil, nothing{message.Of("stats.no-result")}
}

// isWorthReporting reports whether results are written in spite of err.
func isWorthReporting(err error) bool {
	return err == nil || errors.Is(err, errFaults) || errors.Is(err, errReported)
}

// write writes the result, or why there is none; done is the error of the counting.
func (c *statistic) write(s *streams, done error) error {
	v := &c.verdicts
	n := v[replay.Illegal] + v[replay.Unreadable] + v[replay.Unjudged]
	if c.isSingle() && n > 0 {
		s.tell("stats.left-out", "n", n, "all", c.games.Load(),
			"illegal", v[replay.Illegal], "unreadable", v[replay.Unreadable], "unjudged", v[replay.Unjudged])
	}
	if c.other > 0 {
		s.tell("stats.other-variant", "n", c.other, "all", c.games.Load())
	}
	p, t, err := c.tables(s.ctx, c.format == "text" || c.html != "")
	if none, ok := errors.AsType[nothing](err); ok {
		if done == nil || c.games.Load() > 0 {
			s.complain(none.Message)
		}
		return errReported
	}
	if err != nil {
		return err
	}
	from := c.counts()
	if p != nil { // nil if not wanted
		p.Provenance = template.JS(from)
	}
	t.Provenance = from
	switch format := c.format; {
	case format == "text":
		err = p.writeText(c.out)
	case format == "trf":
		err = t.Write(c.out, "text", language)
	case format == "arrow" && c.out.file == nil:
		err = t.Write(c.out, "arrow-stream", language)
	default:
		err = t.Write(c.out, format, language)
	}
	if err != nil && c.out.file != nil {
		return err
	}
	if c.html != "" { // even if standard output was closed early
		if err := writePage(c.page, p); err != nil {
			return err
		}
	}
	return cmp.Or(errors.Join(err, c.out.commit()), done)
}

// begin opens the outputs before the counting, so that one that cannot be written is reported at
// once, and prepares the counting. perform closes the counters.
func (c *statistic) begin(s *streams) (err error) {
	for _, f := range []struct {
		flag, path string
		out        **output
	}{{"-o", c.path, &c.out}, {"--partial", c.partial, &c.saved}, {"--html", c.html, &c.page}} {
		if *f.out, err = s.createNamed(f.flag, f.path); err != nil {
			return err
		}
	}
	if c.head.Kind == "adiukh" {
		c.Variant = record.Adiukh
	}
	c.counted = c.Variant
	if c.head.Kind == "crosstable" { // one counter takes all games, in order
		_, err = c.whole()
	}
	return err
}

// writeLine writes a line to standard output: value as JSON, or text.
func (s *streams) writeLine(asJSON bool, value any, text string) {
	if asJSON {
		writeLine(s.out, value)
		return
	}
	fmt.Fprintln(s.out, text)
}

// writeLine writes a value as a line of JSON. w must keep its errors until it is flushed.
func writeLine(w io.Writer, value any) {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value)
}
