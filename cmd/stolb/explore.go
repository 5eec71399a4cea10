package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats/find"
)

func exploreCommand(s *streams) *cobra.Command {
	command := ofFiles("explore", "usage.no-file-explore")
	var c indexer
	var port int
	flags := command.Flags()
	intFlag(flags, &port, "port", 0, 0, math.MaxUint16)
	variantFlag(flags, &c.Variant)
	c.input.flags(flags, false)
	command.RunE = func(_ *cobra.Command, args []string) error {
		path := args[0]
		if len(args) > 1 || !find.IsIndex(path) {
			folder, err := beside(filepath.Join(os.TempDir(), "stolb-explore"), 0o700)
			if err != nil {
				return err
			}
			defer os.RemoveAll(folder)
			path = filepath.Join(folder, "games.idx")
			c.path = path
			if err := c.run(s, args, message.Of("find.no-pages"), message.Of("find.no-pages-interrupted")); err != nil {
				return err
			}
		}
		return serve(s, path, port)
	}
	return command
}

// serve serves the pages of an index to this machine until Ctrl-C.
func serve(s *streams, path string, port int) error {
	x, err := find.OpenIndex(path)
	if err != nil {
		return message.Of("message.path", "path", path, "why", err)
	}
	defer x.Close()
	pages, err := newExplorer(x)
	if err != nil {
		return err
	}
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return message.Of("message.path", "path", address, "why", err)
	}
	server := &http.Server{
		Handler: pages, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: time.Minute, IdleTimeout: time.Minute,
		MaxHeaderBytes: 1 << 16,
	}
	fmt.Fprintln(s.out, say("find.serving", "address", "http://"+listener.Addr().String()+"/"))
	if err := s.out.Flush(); err != nil {
		return errors.Join(err, listener.Close())
	}
	context.AfterFunc(s.ctx, func() { server.Close() })
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

const (
	listedGames = 30                    // games on a page
	searchFor   = 60 * time.Millisecond // then a page shows its results and where to continue
	askFor      = 2 * time.Second       // in the index, since a query may have hundreds of names
	atOnce      = 4                     // pages made at the same time; others wait
)

// explorer serves pages for browsing the games of an index: the board of convert.PagePart, the
// moves played in a position and their results, the games that reached it, and a box for a query.
// The pages need no script. It is safe for concurrent use.
type explorer struct {
	index    *find.Index
	variants []record.Variant
	games    map[record.Variant]int
	making   chan struct{} // has an element for each page being made
}

func newExplorer(x *find.Index) (*explorer, error) {
	variants, games, err := x.Variants()
	return &explorer{x, variants, games, make(chan struct{}, atOnce)}, err
}

// ServeHTTP answers requests whose Host is this machine. It rejects those of a foreign page whose
// name has come to resolve to this machine (DNS rebinding), since their Host is that name.
func (e *explorer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; script-src "+string(convert.PagePart("source", language))+"; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	var p explorerPage
	status, err := e.page(r, &p, h)
	if errors.Is(err, context.Canceled) { // the client is gone
		return
	}
	if err != nil {
		p.Fault = message.Say(err, language)
	}
	var text bytes.Buffer
	if err := templates().ExecuteTemplate(&text, "explorer.html", &p); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(text.Bytes()) // the client may be gone
}

func (e *explorer) page(r *http.Request, p *explorerPage, h http.Header) (status int, err error) {
	if !local(r.Host) { // reveal nothing
		return http.StatusForbidden, message.Of("explore.not-local")
	}
	p.All = say("explore.all", "games", e.index.Games, "plies", e.index.Plies)
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		return http.StatusMethodNotAllowed, message.Of("explore.no-writing")
	}
	form, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return http.StatusBadRequest, message.Of("explore.no-address")
	}
	select {
	case e.making <- struct{}{}:
		defer func() { <-e.making }()
	case <-r.Context().Done():
		return 0, context.Canceled
	}
	ctx, cancel := context.WithTimeout(r.Context(), askFor)
	defer cancel()
	switch r.URL.Path {
	case "/":
		err = e.position(ctx, p, form)
	case "/game":
		err = e.game(p, form)
	case "/find":
		err = e.find(ctx, p, form)
	default:
		return http.StatusNotFound, message.Of("explore.no-page")
	}
	switch {
	case err == nil:
		return http.StatusOK, nil
	case errors.Is(err, context.DeadlineExceeded):
		seconds := int(askFor / time.Second)
		return http.StatusServiceUnavailable, message.Of("explore.too-much", "n", seconds)
	case errors.Is(err, find.ErrDamaged):
		return http.StatusInternalServerError, err
	}
	return http.StatusBadRequest, err
}

// local reports whether a request's Host is localhost or a loopback address.
func local(host string) bool {
	name := (&url.URL{Host: host}).Hostname()
	return strings.EqualFold(name, "localhost") || net.ParseIP(name).IsLoopback()
}

// exampleQueries are shown beside the query box, each with a text that explains it.
var exampleQueries = []string{
	`white wins and plies < 40`, `player "Иванов" and year >= 1990`, `start and no kings until captures 3`, `captures at least 4`,
	`frees tower of at least 4`, `frees tower of at least 6 then the same tower promotes within 6 plies`, `white mobility > black mobility and ply = 20`, `verdict illegal`,
}

// explorerPage is the data of explorer.html. Empty fields are not shown.
type explorerPage struct {
	All string

	Fault    string
	Choice   bool   // of a position
	Typed    string // the FEN that was typed, or ""
	Position *record.Position
	Variant  string
	Variants []link
	Reached  string
	Moves    []moveRow
	List     []gameRow
	More     string
	Filter   filter

	Query    string
	Excerpt  string
	Searched string
	GoOn     string // where the search continues

	Head    *gameRow
	Here    string // the link to the position of a game
	Article template.HTML
}

// link is a link. Here is true for a link to the page itself.
type link struct {
	Text, Link string
	Here       bool
}

// moveRow is a move that was played, or, without a link, the end of games.
type moveRow struct {
	link
	Counts [4]int // games, White's wins, draws, Black's wins
	Share  string // White's
}

// gameRow is a game in a list, with the move that a query found and its first serious fault.
type gameRow struct {
	Link, White, Black, Result, Date, Event, Place, Move, Broken string
	Plies                                                        int
}

// filter selects the games whose moves are counted.
type filter struct{ url.Values }

// filterFields are the fields of a filter, each with the beginning of its query.
var filterFields = [...][2]string{
	{"player", "player "}, {"from", "year >= "}, {"to", "year <= "}, {"result", "result "},
}

func (f filter) Results() []string { return []string{"", "1-0", "1/2-1/2", "0-1"} }

// query returns the filter as a query, or "" if it is empty.
func (f filter) query() (string, error) {
	var parts []string
	for _, field := range filterFields {
		value := strings.TrimSpace(f.Get(field[0]))
		if value == "" {
			continue
		}
		if strings.HasSuffix(field[1], "= ") {
			if n, err := strconv.Atoi(value); err != nil || n < 0 {
				return "", message.Of("explore.no-year", "text", value)
			}
		} else {
			value = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
		}
		parts = append(parts, field[1]+value)
	}
	return strings.Join(parts, " and "), nil
}

func (e *explorer) position(ctx context.Context, p *explorerPage, form url.Values) error {
	v := record.UnknownVariant
	if len(e.variants) > 0 {
		v = e.variants[0]
	}
	if name := form.Get("variant"); name != "" {
		var err error
		if v, err = record.ParseVariant(name); err != nil {
			return err
		}
	}
	rules, err := replay.For(v)
	if err != nil {
		return err
	}
	p.Variant = v.String()
	for _, known := range e.variants {
		text := fmt.Sprintf("%v (%d)", known, e.games[known])
		p.Variants = append(p.Variants, link{text, "/?variant=" + known.String(), known == v})
	}
	at := rules.Start()
	p.Choice, p.Typed = true, form.Get("fen")
	if fen := p.Typed; fen != "" {
		position, err := record.ParseFEN(v, fen)
		if err == nil {
			at, err = rules.Position(&position)
		}
		if err != nil {
			return err
		}
	}
	p.show(at)
	p.Filter = filter{form}
	query, err := p.Filter.query()
	if err != nil {
		return err
	}
	chosen := func(int) bool { return true }
	if query != "" {
		q, err := find.Parse(query, nil)
		if err == nil {
			chosen, err = e.index.Found(ctx, q)
		}
		if err != nil {
			return err
		}
	}
	all, moves, first, err := e.index.Played(at, listedGames, chosen)
	if err != nil {
		return err
	}
	p.Reached = say("explore.reached", "n", all[0])
	if more := all[0] - len(first); more > 0 {
		p.More = say("explore.more", "n", more)
	}
	// moves counts the legal moves and, last, the ended games.
	legal := at.Moves(nil)
	for i, counts := range moves {
		row := moveRow{link{Text: say("explore.ended")}, counts, share(counts)}
		if counts[0] == 0 {
			continue
		}
		if i < len(legal) {
			row.Text = string(at.AppendMove(nil, &legal[i], legal))
			next := *at
			next.Play(&legal[i])
			row.Link = positionLink(&next, p.Filter)
		}
		p.Moves = append(p.Moves, row)
	}
	slices.SortFunc(p.Moves, func(a, b moveRow) int {
		return cmp.Or(b.Counts[0]-a.Counts[0], strings.Compare(a.Text, b.Text))
	})
	for _, at := range first {
		r, err := e.judged(at[0])
		if err != nil {
			return err
		}
		p.List = append(p.List, rowOf(r, at[0], at[1]))
	}
	return nil
}

// share returns White's percentage of the points in games with known results.
func share(counts [4]int) string {
	known := counts[1] + counts[2] + counts[3]
	if known == 0 {
		return "–"
	}
	return message.Decimal(100*(float64(counts[1])+float64(counts[2])/2)/float64(known), 1).In(language) + " %"
}

func positionLink(p *replay.Position, f filter) string {
	at := p.Record()
	values := url.Values{"variant": {at.Variant.String()}, "fen": {at.FEN()}}
	for _, field := range filterFields {
		if value := f.Get(field[0]); value != "" {
			values.Set(field[0], value)
		}
	}
	return "/?" + values.Encode()
}

func (p *explorerPage) show(at *replay.Position) {
	position := at.Record()
	p.Position, p.Variant = &position, position.Variant.String()
}

// judged judges the n-th game, from 0.
func (e *explorer) judged(n int) (*replay.Report, error) {
	c, err := e.index.Chunk(n)
	if err != nil {
		return nil, err
	}
	g := new(record.Game)
	convert.NewParser(e.index.DefaultVariant).ParseInto(c, g)
	return replay.Judge(g, e.index.DefaultVariant), nil
}

func rowOf(r *replay.Report, n, ply int) gameRow {
	g := r.Game
	row := gameRow{
		Link:  fmt.Sprintf("/game?n=%d&ply=%d#g1p%[2]d", n+1, ply), // the query is for the server, the fragment for the page's script
		White: cmp.Or(g.Tag("White"), "?"), Black: cmp.Or(g.Tag("Black"), "?"), Result: g.Result.String(),
		Date: g.Tag("Date"), Event: g.Tag("Event"), Place: g.Source.File + ":" + strconv.Itoa(g.Source.Line), Plies: len(g.Plies),
	}
	if i := slices.IndexFunc(r.Faults, func(f record.Fault) bool { return f.Severity >= record.Illegal }); i >= 0 {
		row.Broken = say("explore.broken", "n", len(r.Moves), "why", r.Faults[i].Message)
	}
	return row
}

// game makes the page of a game, at one of its positions.
func (e *explorer) game(p *explorerPage, form url.Values) error {
	n, err := strconv.Atoi(form.Get("n"))
	if err != nil || n < 1 || n > e.index.Games {
		return message.Of("explore.no-game", "n", e.index.Games)
	}
	n--
	r, err := e.judged(n)
	if err != nil {
		return err
	}
	ply, _ := strconv.Atoi(form.Get("ply")) // 0 if it is no number
	ply = min(max(ply, 0), len(r.Moves))
	row := rowOf(r, n, ply)
	p.Head = &row
	var article convert.Part
	gameWriter("html", convert.WriteOptions{Words: language})(r, &article)
	p.Article = template.HTML(article.Text)
	for at, played := range r.Plies() {
		if at == ply {
			p.show(played.Before)
			p.Here = positionLink(played.Before, filter{})
		}
	}
	return nil
}

// find makes the page of a query: the games that it finds within searchFor, starting at from.
func (e *explorer) find(ctx context.Context, p *explorerPage, form url.Values) error {
	p.Query = form.Get("q")
	q, err := find.Parse(p.Query, nil)
	if fault, ok := errors.AsType[*find.Error](err); ok {
		p.Excerpt = queryExcerpt(fault, "")
	}
	if err != nil {
		return err
	}
	from, err := strconv.Atoi(cmp.Or(form.Get("from"), "1"))
	if err != nil || from < 1 || from > max(e.index.Games, 1) {
		return message.Of("explore.no-game", "n", e.index.Games)
	}
	searcher, parser := find.NewSearcher(q, false), convert.NewParser(e.index.DefaultVariant)
	var g record.Game
	var r replay.Report
	searched, until := 0, time.Time{}
	all, before, err := e.index.Find(ctx, q, from-1, func(n int, chunk grammar.Chunk) bool {
		if searched == 0 {
			until = time.Now().Add(searchFor)
		}
		if len(p.List) == listedGames || searched > 0 && time.Now().After(until) || ctx.Err() != nil {
			p.GoOn = "/find?" + url.Values{"q": {p.Query}, "from": {strconv.Itoa(n + 1)}}.Encode()
			return false
		}
		searched++
		parser.ParseInto(chunk, &g)
		if !searcher.Search(&g, e.index.DefaultVariant, &r) {
			return true
		}
		ply := 0
		if len(searcher.Moments) > 0 {
			ply = searcher.Moments[0]
		}
		row := rowOf(&r, n, ply)
		if len(searcher.Moments) > 0 && ply < len(r.Moves) {
			row.Move = r.MoveNumber(ply+1) + " " + r.Moves[ply]
		}
		p.List = append(p.List, row)
		return true
	})
	if err != nil && all == 0 {
		return err
	}
	p.Searched = say("explore.searched", "found", len(p.List), "searched", before+searched, "all", all)
	return err
}
