package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"maps"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
	"github.com/stolb/stolb/stats/find"
)

func findCommand(s *streams) *cobra.Command {
	command := &cobra.Command{Use: "find", ValidArgsFunction: completeRecords}
	var f finder
	flags := command.Flags()
	choiceFlag(flags, &f.format, "format", "text", "text", "json", "pdn")
	flags.BoolVar(&f.count, "count", false, "")
	var group []string
	listFlag(flags, &group, "group", groupNames...)
	intFlag(flags, &f.limit, "limit", 0, 0, math.MaxInt32)
	flags.StringVar(&f.html, "html", "", "")
	var values map[string]string
	settingsFlag(flags, &values)
	like := setup{variant: &f.Variant}
	flags.StringVar(&like.text, "like", "", "")
	variantFlag(flags, &f.Variant)
	f.input.flags(flags, false)
	command.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 && slices.Equal(group, []string{"by"}) { // accept --group by player, as in speech
			group, args = splitList(args[0]), args[1:]
		}
		if like.text != "" {
			p, err := like.position(s, "--like")
			if err != nil {
				return err
			}
			args = append([]string{find.Like(p.Record())}, args...)
		}
		err := misuse(len(args) == 0, "usage.say-query")
		if err != nil {
			return err
		}
		if f.query, err = parseQuery("", args[0], values); err != nil {
			_, none := os.Stat(args[0])
			return cmp.Or(misuse(none == nil, "usage.query-first", "file", args[0]), err)
		}
		if f.text = args[0]; len(group) > 0 {
			if f.groups, err = newGroups(group, f.query); err != nil {
				return err
			}
		}
		err = cmp.Or(
			misuse(len(args) == 1, "usage.no-file-search"),
			misuse(f.count && f.groups != nil, "usage.count-group"),
			misuse((f.count || f.groups != nil) && f.format == "pdn", "usage.counts-no-games", "format", f.format),
			apart(args[1:], "--html", f.html),
		)
		if err != nil {
			return err
		}
		defer debug.SetGCPercent(debug.SetGCPercent(200)) // little memory is in use from game to game
		_, done := f.open(s, args[1:], 1)
		defer done()
		return f.run(s, args[1:])
	}
	return command
}

type finder struct {
	input
	query  *find.Query
	text   string // the text of query
	all    int    // games of an index, not all of which are searched
	format string
	count  bool
	groups *groups // nil if absent
	limit  int
	html   string // the file of --html, or ""
}

// hit is a searched game with its output. It is reused.
type hit struct {
	found  bool
	places int
	text   []byte
	keys   map[string]int
	page   *section
	cut    string // the game's heading, if only a part of it was searched
}

const (
	listedPlaces  = 3       // places of a game that are shown as text
	maxPageGames  = 200     // games on a page
	pageBoards    = 2       // boards of a game on a page
	maxGroups     = 1 << 20 // the most groups that are counted
	maxGroupBytes = 1 << 28 // the most bytes of their keys
	openingPlies  = 4       // moves in the key opening
	tagKey        = "tag:"  // prefix of a key that is the name of a tag
	separator     = "\xff"  // between the parts of a group's key; no text contains it
)

func (f *finder) newWorker() func(*convert.Entry, *hit) {
	searcher := find.NewSearcher(f.query, f.format == "json" || f.groups != nil && slices.Contains(f.groups.by, "square"))
	var part convert.Part
	write := gameWriter("pdn", convert.WriteOptions{Language: language})
	return func(in *convert.Entry, out *hit) {
		report := &in.Report
		*out = hit{text: out.text[:0]}
		out.found = searcher.Search(in.Game, f.Variant, report)
		if searcher.Incomplete() {
			out.cut = heading(report)
		}
		if !out.found {
			return
		}
		out.places = len(searcher.Moments)
		switch {
		case f.groups != nil:
			out.keys = f.groups.keys(report, searcher)
		case f.count:
		case f.format == "json":
			out.text = appendFoundJSON(out.text, report, placesOf(report, searcher, math.MaxInt))
		case f.format == "pdn":
			f.remark(in.Game, searcher)
			write(report, &part)
			out.text = append(out.text, part.Text...)
		default:
			out.text = f.appendFoundText(out.text, report, searcher)
		}
		if f.html != "" {
			out.page = foundSection(report, searcher)
		}
	}
}

func (f *finder) run(s *streams, args []string) error {
	file, err := s.createNamed("--html", f.html)
	if err != nil {
		return err
	}
	page := page{Title: f.text}
	games, places, in := 0, 0, f.Input
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	if slices.ContainsFunc(args, find.IsIndex) {
		if len(args) > 1 {
			return &usageError{message: say("usage.one-index")}
		}
		if known, err := f.lookUp(ctx, s, args[0]); known || err != nil {
			return err
		}
		in = convert.OpenTexts(indexed(ctx, args[0], f.query), f.Options)
	}
	out := output{w: s.out}
	if f.format == "pdn" {
		out.gap = []byte("\n")
	}
	enough := errors.New("enough")
	var unread error
	s.note = func(error) { f.all, unread = 0, errReported } // count only the searched games of an index, too
	err = each(s, &f.games, convert.Each(ctx, in, f.newWorker), func(h *hit) error {
		if h.cut != "" {
			s.tell("find.incomplete", "game", message.Verbatim(h.cut))
		}
		if !h.found {
			return nil
		}
		games++
		places += h.places
		if err := out.write(h.text); err != nil {
			return err
		}
		if f.groups != nil {
			if err := f.groups.add(h.keys); err != nil {
				return err
			}
		}
		if h.page != nil && len(page.Sections) < maxPageGames {
			page.Sections = append(page.Sections, *h.page)
		}
		if games == f.limit {
			return enough
		}
		return nil
	}, func() { s.tell("find.interrupted", "n", int(f.games.Load())) })
	stopped := errors.Is(err, enough)
	if !stopped && !isWorthReporting(err) {
		return err
	}
	if f.games.Load() == 0 && f.all == 0 {
		return unread
	}
	err = f.close(s, games, places, stopped)
	if err == nil && f.html != "" {
		if f.groups != nil {
			page.Sections = slices.Insert(page.Sections, 0, f.groups.section())
		}
		page.Notes = []string{foundText(games, places, f.searched())}
		if games > maxPageGames {
			page.Notes = append(page.Notes, say("find.shown", "n", maxPageGames))
		}
		err = writePage(file, &page)
	}
	return cmp.Or(err, unread)
}

// lookUp writes how many games and places a query finds, if the index knows and that is enough.
func (f *finder) lookUp(ctx context.Context, s *streams, path string) (known bool, err error) {
	x, err := find.OpenIndex(path)
	if err != nil {
		return false, message.Of("message.path", "path", path, "why", err)
	}
	defer x.Close()
	if f.Variant != record.UnknownVariant && f.Variant != x.DefaultVariant {
		return false, &usageError{message: say("usage.index-variant", "path", path)}
	}
	f.all, f.Variant = x.Games, x.DefaultVariant
	if !f.count || f.html != "" || f.limit > 0 {
		return false, nil
	}
	games, places, known, err := x.Count(ctx, f.query)
	switch {
	case err != nil:
		err = message.Of("message.path", "path", path, "why", err)
	case known:
		err = f.close(s, games, places, false)
	}
	return known, err
}

func (f *finder) searched() int { return max(f.all, int(f.games.Load())) }

// close writes the output that follows the games.
func (f *finder) close(s *streams, games, places int, stopped bool) error {
	searched, asJSON := f.searched(), f.format == "json"
	text := foundText(games, places, searched)
	if stopped {
		text = say("find.stopped", "found", text)
	}
	switch {
	case f.groups != nil:
		return f.groups.write(s.out, asJSON, text)
	case f.format != "text" && !f.count:
		return nil
	}
	s.writeLine(asJSON, struct {
		Games    int `json:"games"`
		Places   int `json:"places"`
		Searched int `json:"searched"`
	}{games, places, searched}, text)
	return nil
}

func foundText(games, places, searched int) string {
	text := say("find.found", "n", games, "all", searched)
	if places > 0 {
		text = say("find.in-places", "found", text, "n", places)
	}
	return text
}

// foundPlace is a moment that was found. Its JSON is a contract with its readers.
type foundPlace struct {
	Ply      int      `json:"ply"`  // of the move that is made there
	Move     string   `json:"move"` // "" at the end
	Position fen      `json:"position"`
	Squares  []string `json:"squares,omitempty"`
	from, to string
}

// fen is a position that JSON has as FEN.
type fen struct{ record.Position }

// MarshalText implements encoding.TextMarshaler.
func (p fen) MarshalText() ([]byte, error) { return p.AppendFEN(nil), nil }

// placesOf returns at most the first most moments that were found.
func placesOf(r *replay.Report, found *find.Searcher, most int) []foundPlace {
	places := []foundPlace{} // [] in JSON, not null
	next := 0
	for i, ply := range r.Plies() {
		if next == min(len(found.Moments), most) {
			break
		}
		if found.Moments[next] != i {
			continue
		}
		at := foundPlace{Ply: i + 1, Position: fen{ply.Before.Record()}}
		p, name := ply.Before, r.Variant.Board().Name
		if m := ply.Move; m != nil {
			at.Move, at.from, at.to = r.Moves[i], name(p.From(m)), name(p.To(m))
		}
		if next < len(found.Squares) {
			found.Squares[next].Each(func(bit int) {
				at.Squares = append(at.Squares, name(p.Rules().Square(bit)))
			})
		}
		places = append(places, at)
		next++
	}
	return places
}

// appendFoundText appends a game that was found, with its first places.
func (f *finder) appendFoundText(dst []byte, r *replay.Report, found *find.Searcher) []byte {
	g := r.Game
	id, result := message.ID("find.game"), clean(g.Result.String(), nameCells)
	if result != "" {
		id = "find.game-result"
	}
	dst = message.Of(id, "game", message.Verbatim(heading(r)), "variant", r.Variant.Term(),
		"n", len(r.Moves), "result", result).AppendIn(dst, language)
	for _, at := range placesOf(r, found, listedPlaces) {
		text := say("find.at-end")
		if at.Move != "" {
			where := g.Place(g.Plies[at.Ply-1].At)
			text = say("find.place", "line", where.Line, "column", where.Column, "ply", at.Ply, "move", moveOf(r, at.Ply), "word", at.Move)
		}
		dst = fmt.Appendf(dst, "\n    %s\n        ", text)
		dst = at.Position.AppendFEN(dst)
	}
	if more := len(found.Moments) - listedPlaces; more > 0 {
		dst = fmt.Appendf(dst, "\n    %s", say("find.more-places", "n", more))
	}
	return append(dst, '\n')
}

// appendFoundJSON appends a game that was found, as a line of JSON.
func appendFoundJSON(dst []byte, r *replay.Report, places []foundPlace) []byte {
	g, text := r.Game, bytes.NewBuffer(dst)
	writeLine(text, struct {
		gamePlace
		Variant string       `json:"variant"`
		White   string       `json:"white"`
		Black   string       `json:"black"`
		Result  string       `json:"result"`
		Verdict string       `json:"verdict"`
		Plies   int          `json:"plies"`
		Found   []foundPlace `json:"found"`
	}{
		gamePlace{g.Source.Number, g.Source.File, g.Source.Line}, r.Variant.String(), g.Tag("White"), g.Tag("Black"),
		g.Result.String(), r.Verdict.String(), len(r.Moves), places,
	})
	return text.Bytes()
}

// remark adds a comment to a game at each place that was found.
func (f *finder) remark(g *record.Game, found *find.Searcher) {
	remark := "find: " + strings.NewReplacer("{", "(", "}", ")", "\n", " ", "\r", " ").Replace(f.text)
	for _, at := range found.Moments {
		if at >= len(g.Plies) {
			g.After = append(g.After, remark)
			continue
		}
		note := *cmp.Or(g.Plies[at].Note, new(record.Notes))
		note.Before = append(slices.Clip(note.Before), remark)
		g.Plies[at].Note = &note
	}
	if len(found.Moments) == 0 {
		g.Before = append(g.Before, remark)
	}
}

// foundSection returns a game with boards of its first places, or none if all of it matches.
func foundSection(r *replay.Report, found *find.Searcher) *section {
	game := say("find.game", "game", message.Verbatim(sequences.ReplaceAllString(heading(r), "")), "variant", r.Variant.Term(), "n", len(r.Moves))
	s := &section{Table: &table.Table{Title: game, Rows: table.Of(nil)}}
	for _, at := range placesOf(r, found, pageBoards) {
		caption := say("find.at-end")
		if at.Move != "" {
			caption = say("find.caption", "ply", at.Ply, "move", moveOf(r, at.Ply), "word", at.Move)
		}
		s.Pictures = append(s.Pictures, picture{SVG: template.HTML(diagram.Position(&at.Position.Position, caption)), Caption: caption})
	}
	return s
}

// groupTitles are the column titles of --group's keys; the keys from ply on are of places.
var groupTitles = []message.ID{
	"find.column-player", "find.column-white", "find.column-black", "find.column-year", "find.column-variant",
	"find.column-event", "find.column-site", "find.column-result", "find.column-verdict", "find.column-opening",
	"find.column-ply", "find.column-move", "find.column-from", "find.column-to", "find.column-square",
}

// groupNames are the keys of --group: the ends of the titles.
var groupNames = func() (names []string) {
	for _, title := range groupTitles {
		_, name, _ := strings.Cut(string(title), "-")
		names = append(names, name)
	}
	return names
}()

// groups counts games and places by the keys of --group.
type groups struct {
	by     []string
	placed bool // some key is of a place, not of a game
	counts map[string]groupCount
	bytes  int // of the keys
}

type groupCount struct{ games, places int }

func newGroups(by []string, q *find.Query) (*groups, error) {
	g := &groups{by: by, counts: make(map[string]groupCount)}
	for _, name := range by {
		at := slices.Index(groupNames, name)
		switch {
		case isTag(name):
			continue
		case at < 0:
			why := say("usage.expected-key", "keys", strings.Join(append(groupNames, "tag:"+say("usage.tag-name")), ", "))
			return nil, expected(say("usage.wrong-value", "flag", "group", "value", name, "why", why), name, groupNames...)
		case name == "square" && !q.HasSubject():
			return nil, &usageError{message: say("usage.wrong-value", "flag", "group", "value", name, "why", say("usage.no-square"))}
		}
		g.placed = g.placed || at >= slices.Index(groupNames, "ply")
	}
	return g, nil
}

func isTag(name string) bool { return strings.HasPrefix(name, tagKey) && len(name) > len(tagKey) }

// keys returns the groups of a game, with the number of its places in each.
func (g *groups) keys(r *replay.Report, found *find.Searcher) map[string]int {
	keys := map[string]int{}
	if !g.placed {
		for _, key := range g.combine(r, nil) {
			keys[key] = len(found.Moments)
		}
		return keys
	}
	for _, at := range placesOf(r, found, math.MaxInt) {
		for _, key := range g.combine(r, &at) {
			keys[key]++
		}
	}
	return keys
}

// combine returns the keys of a game or a place in it: one for each player and each square.
func (g *groups) combine(r *replay.Report, at *foundPlace) []string {
	keys := []string{""}
	for i, name := range g.by {
		var longer []string
		for _, value := range valuesOf(name, r, at) {
			value = strings.ToValidUTF8(value, "\ufffd") // without separators
			for _, key := range keys {
				if i > 0 {
					key += separator
				}
				longer = append(longer, key+value)
			}
		}
		slices.Sort(longer)
		keys = slices.Compact(longer)
	}
	return keys
}

// valuesOf returns the values of a game, or of a place in it, for a key of --group.
func valuesOf(name string, r *replay.Report, at *foundPlace) []string {
	g, value := r.Game, ""
	switch name {
	case "player":
		return []string{g.Tag("White"), g.Tag("Black")}
	case "square":
		return at.Squares
	case "year":
		if year := g.Year(); year > 0 {
			value = strconv.Itoa(year)
		}
	case "variant":
		value = r.Variant.String()
	case "result":
		value = g.Result.String()
	case "verdict":
		value = r.Verdict.String()
	case "opening":
		value = strings.Join(r.Moves[:min(len(r.Moves), openingPlies)], " ")
	case "ply":
		value = strconv.Itoa(at.Ply)
	case "move":
		value = at.Move
	case "from":
		value = at.from
	case "to":
		value = at.to
	default:
		value = g.Tag(strings.TrimPrefix(name, tagKey))
	}
	return []string{value}
}

func (g *groups) add(keys map[string]int) error {
	for key, places := range keys {
		c := g.counts[key]
		if c.games == 0 {
			if g.bytes += len(key); len(g.counts) == maxGroups || g.bytes > maxGroupBytes {
				return errors.New(say("find.too-many-groups", "keys", strings.Join(g.by, ","), "most", len(g.counts)))
			}
		}
		g.counts[key] = groupCount{c.games + 1, c.places + places}
	}
	return nil
}

// sorted returns the groups' keys, those of the most games first.
func (g *groups) sorted() []string {
	return slices.SortedFunc(maps.Keys(g.counts), func(a, b string) int {
		x, y := g.counts[a], g.counts[b]
		return cmp.Or(cmp.Compare(y.games, x.games), cmp.Compare(y.places, x.places), strings.Compare(padded(a), padded(b)))
	})
}

func (g *groups) write(w io.Writer, asJSON bool, title string) error {
	if !asJSON {
		return (&page{Title: title, Sections: []section{g.section()}}).writeText(w)
	}
	for _, key := range g.sorted() {
		line := make(map[string]any, len(g.by)+2)
		for i, value := range strings.Split(key, separator) {
			if line[g.by[i]] = nil; value != "" {
				line[g.by[i]] = value
			}
		}
		line["games"], line["places"] = g.counts[key].games, g.counts[key].places
		writeLine(w, line)
	}
	return nil
}

func (g *groups) section() section {
	t := &table.Table{}
	for _, name := range g.by {
		title := strings.TrimPrefix(name, tagKey)
		if !isTag(name) {
			title = say(groupTitles[slices.Index(groupNames, name)])
		}
		t.Columns = append(t.Columns, table.Column{Title: title, Left: true})
	}
	t.Columns = append(t.Columns, table.Column{Title: say("find.column-games")}, table.Column{Title: say("find.column-places")})
	keys := g.sorted()
	if more := len(keys) - stats.MaxRows; more > 0 {
		t.Notes, keys = []string{say("find.more-groups", "n", more)}, keys[:stats.MaxRows]
	}
	var rows [][]any
	for _, key := range keys {
		var row []any
		for _, value := range strings.Split(key, separator) {
			row = append(row, cmp.Or(clean(value, nameCells), "–"))
		}
		rows = append(rows, append(row, g.counts[key].games, g.counts[key].places))
	}
	t.Rows = table.Of(rows)
	return section{Table: t}
}

// padded returns a number with blanks before it, so that numbers are in order and before other
// texts, which stay unchanged.
func padded(s string) string {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return s
	}
	return fmt.Sprintf("%20s", s)
}

// whereFlags are the flags that select games: --where and --set.
type whereFlags struct {
	text    string
	values  map[string]string
	query   *find.Query // nil for all games
	flagSet *pflag.FlagSet
}

func (w *whereFlags) flags(flags *pflag.FlagSet) {
	w.flagSet = flags
	flags.StringVar(&w.text, "where", "", "")
	settingsFlag(flags, &w.values)
}

func (w *whereFlags) parse() (err error) {
	if err = requires(w.flagSet, "set", "where"); err == nil && w.flagSet.Changed("where") {
		w.query, err = parseQuery("--where", w.text, w.values)
	}
	return err
}

// key identifies a selection of games.
func (w *whereFlags) key() string {
	if w.text == "" {
		return ""
	}
	return fmt.Sprint(w.text, w.values) // maps print in the order of their keys
}

// chosen returns a function that reports whether a game is selected, for one goroutine.
func (w *whereFlags) chosen() func(*replay.Report) bool {
	if w.query == nil {
		return func(*replay.Report) bool { return true }
	}
	return find.NewSearcher(w.query, false).Judged
}

// parseQuery parses the query of a flag, or of the argument if flag is "". Errors show the fault.
func parseQuery(flag, text string, values map[string]string) (*find.Query, error) {
	q, err := find.Parse(text, values)
	if fault, ok := errors.AsType[*find.Error](err); ok {
		shown := message.Of("query.shown", "fault", fault, "excerpt", message.Verbatim(queryExcerpt(fault, "    ")))
		if flag != "" {
			shown = message.Of("files.flag", "flag", flag, "why", shown)
		}
		return nil, shown
	}
	return q, err
}

// queryExcerpt returns the line of a query that has the fault, with indented carets below it.
func queryExcerpt(fault *find.Error, indent string) string {
	begin := strings.LastIndexByte(fault.Query[:fault.At], '\n') + 1
	line, _, _ := strings.Cut(fault.Query[begin:], "\n")
	shown, carets := excerpt(line, fault.At-begin, fault.Len)
	return shown + "\n" + indent + carets
}
