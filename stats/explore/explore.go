// Package explore serves pages on which the games of an index are walked through:
// the board, what was played in the position and with what result, the games that
// reached it, and a box for a query. The pages need no script, and write nothing.
//
// Read first: New, and ServeHTTP, which says to whom it answers.
package explore

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/convert/records"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats/find"
	"github.com/stolb/stolb/stats/index"
)

const (
	// listed is how many games a page lists.
	listed = 30
	// searchFor is how long a page searches the games that a query may find, before it
	// shows what it has and where to go on.
	searchFor = 60 * time.Millisecond
	// askFor is how long the index is asked what games a query may find: of one that has
	// hundreds of names it has to look for each.
	askFor = 2 * time.Second
	// atOnce is how many pages are made at the same time; who asks for more waits.
	atOnce = 4
	// maxGamePlies is how many moves of a game its page has.
	maxGamePlies = 2000
)

// Explorer is the pages of an index. Several goroutines may use it at once.
type Explorer struct {
	index    *index.Index
	language message.Language
	variants []index.Variant
	room     chan struct{} // for each page that is made at the same time
}

// New returns the pages of an index in a language.
func New(x *index.Index, language message.Language) (*Explorer, error) {
	e := &Explorer{index: x, language: language, room: make(chan struct{}, atOnce)}
	var err error
	if e.variants, err = x.Variants(); err != nil {
		return nil, err
	}
	return e, nil
}

// labels are the words of the page that are the same on each.
var labels = map[string]message.ID{
	"title": "explore.title", "query": "explore.query", "search": "explore.search", "move": "explore.move", "games": "explore.games",
	"white-wins": "explore.white-wins", "draws": "explore.draws", "black-wins": "explore.black-wins", "share": "explore.share",
	"white": "explore.white", "black": "explore.black", "result": "explore.result", "date": "explore.date", "event": "explore.event",
	"plies": "explore.plies", "here": "explore.here", "back": "explore.back", "forward": "explore.forward", "ended": "explore.ended",
	"turn-white": "explore.turn-white", "turn-black": "explore.turn-black", "go-on": "explore.go-on",
	"position": "explore.position", "show": "explore.show", "variants": "explore.variants", "steps": "explore.steps", "moves": "explore.moves",
}

func (e *Explorer) label(name string) string { return e.in(message.Of(labels[name])) }

func (e *Explorer) in(m message.Message) string { return m.In(e.language) }

// ServeHTTP answers those who ask this machine by its own name for something to
// read. A page of elsewhere whose name leads here all at once (DNS rebinding) asks
// by that name, and is refused.
func (e *Explorer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	p := &page{Language: e.language.String(), Title: e.label("title")}
	if !local(r.Host) {
		p.Refused = true
		e.refuse(w, p, "explore.not-local", http.StatusForbidden)
		return
	}
	p.All = e.in(message.Of("explore.all", "games", e.index.Games, "plies", e.index.Plies))
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		e.refuse(w, p, "explore.no-writing", http.StatusMethodNotAllowed)
		return
	}
	asked, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		e.refuse(w, p, "explore.no-address", http.StatusBadRequest)
		return
	}
	ctx := r.Context()
	select {
	case e.room <- struct{}{}:
		defer func() { <-e.room }()
	case <-ctx.Done(): // nobody waits any more
		return
	}
	switch r.URL.Path {
	case "/":
		err = e.position(p, asked)
	case "/game":
		err = e.game(p, asked)
	case "/find":
		err = e.find(ctx, p, asked)
	default:
		e.refuse(w, p, "explore.no-page", http.StatusNotFound)
		return
	}
	status := http.StatusOK
	switch {
	case err == nil:
	case errors.Is(err, context.Canceled):
		return
	case errors.Is(err, context.DeadlineExceeded):
		err, status = message.Of("explore.too-much", "n", int(askFor/time.Second)), http.StatusServiceUnavailable
	case errors.Is(err, index.ErrDamaged):
		status = http.StatusInternalServerError
	default:
		status = http.StatusBadRequest
	}
	if err != nil {
		p.Fault = e.in(message.From(err))
	}
	e.answer(w, p, status)
}

// refuse answers that there is no such page.
func (e *Explorer) refuse(w http.ResponseWriter, p *page, why message.ID, status int) {
	p.Fault = e.in(message.Of(why))
	e.answer(w, p, status)
}

// answer writes a page.
func (e *Explorer) answer(w http.ResponseWriter, p *page, status int) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	var text writer
	p.write(&text, e.label)
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text.b.String())) // whoever has gone has gone
}

// local says whether a request names this machine as such.
func local(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// page is what a page has; nothing of what it has not is shown.
type page struct {
	Language, Title string
	All             string

	Refused  bool // to who is not told what there is
	Fault    string
	Typed    string // the FEN that was asked for, "" for none; where there is Choice
	Choice   bool   // of a position
	Board    markup
	FEN      string
	Turn     string
	Variant  string
	Variants []variantLink
	Reached  string
	Moves    []moveRow
	List     []gameRow
	More     string

	Query    string
	Excerpt  string
	Searched string
	GoOn     string // a link

	Head  *gameRow
	Game  []plyLink
	Steps []stepLink
}

type variantLink struct {
	Name  string
	Games int
	Here  bool
}

type moveRow struct {
	Move, Link string // no link where a game ended
	index.Tally
	Share string // White's
}

type gameRow struct {
	Link, White, Black, Result, Date, Event, Place string
	Plies                                          int
}

type plyLink struct {
	Number, Move, Link string
	Here               bool
}

type stepLink struct{ Say, Link string }

// position is the page of a position.
func (e *Explorer) position(p *page, asked url.Values) error {
	v := record.UnknownVariant
	if len(e.variants) > 0 {
		v = e.variants[0].Variant
	}
	if name := asked.Get("variant"); name != "" {
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
		p.Variants = append(p.Variants, variantLink{known.Variant.String(), known.Games, known.Variant == v})
	}
	at := rules.Start()
	p.Choice, p.Typed = true, asked.Get("fen")
	if fen := p.Typed; fen != "" {
		position, err := record.ParseFEN(v, fen)
		if err != nil {
			return err
		}
		if at, err = rules.Position(&position); err != nil {
			return err
		}
	}
	e.board(p, at)
	all, moves, first, err := e.index.Moves(at, listed)
	if err != nil {
		return err
	}
	p.Reached = e.in(message.Of("explore.reached", "n", all.Games))
	if more := all.Games - len(first); more > 0 {
		p.More = e.in(message.Of("explore.more", "n", more))
	}
	legal := at.Moves(nil)
	for code, tally := range moves {
		row := moveRow{Move: e.label("ended"), Tally: *tally, Share: share(tally)}
		if i := code.Of(legal); i >= 0 {
			row.Move = string(at.AppendMove(nil, &legal[i], legal))
			next := *at
			next.Play(&legal[i])
			row.Link = positionLink(&next)
		}
		p.Moves = append(p.Moves, row)
	}
	slices.SortFunc(p.Moves, func(a, b moveRow) int { return cmp.Or(b.Games-a.Games, strings.Compare(a.Move, b.Move)) })
	return e.list(p, first)
}

// share is White's part of the points, where the results are known.
func share(t *index.Tally) string {
	known := t.WhiteWins + t.Draws + t.BlackWins
	if known == 0 {
		return "–"
	}
	return strconv.FormatFloat(100*(float64(t.WhiteWins)+float64(t.Draws)/2)/float64(known), 'f', 1, 64) + " %"
}

func positionLink(p *replay.Position) string {
	at := p.Record()
	return "/?" + url.Values{"variant": {at.Variant.String()}, "fen": {at.FEN()}}.Encode()
}

func gameLink(n uint32, ply int) string {
	return "/game?n=" + strconv.Itoa(int(n)+1) + "&ply=" + strconv.Itoa(ply)
}

// board draws a position.
func (e *Explorer) board(p *page, at *replay.Position) {
	position := at.Record()
	p.FEN, p.Variant = position.FEN(), position.Variant.String()
	p.Turn = e.label("turn-" + position.Turn.String())
	p.Board = markup(diagram.Position(&position, p.FEN)) // it is drawn here, and has nothing of a record's text
}

// list lists games with the position in each.
func (e *Explorer) list(p *page, refs []index.Ref) error {
	for _, ref := range refs {
		c, err := e.index.Chunk(ref.Game)
		if err != nil {
			return err
		}
		g := new(record.Game)
		records.NewParser(e.index.Asked).ParseInto(c, g)
		p.List = append(p.List, rowOf(g, ref.Game, int(ref.Ply)))
	}
	return nil
}

func rowOf(g *record.Game, n uint32, ply int) gameRow {
	return gameRow{
		Link: gameLink(n, ply), White: cmp.Or(g.Tag("White"), "?"), Black: cmp.Or(g.Tag("Black"), "?"), Result: g.Result.String(),
		Date: g.Tag("Date"), Event: g.Tag("Event"), Place: g.Source.File + ":" + strconv.Itoa(g.Source.Line), Plies: len(g.Plies),
	}
}

// game is the page of a game, at one of its positions.
func (e *Explorer) game(p *page, asked url.Values) error {
	n, err := strconv.Atoi(asked.Get("n"))
	if err != nil || n < 1 || n > e.index.Games {
		return message.Of("explore.no-game", "n", e.index.Games)
	}
	c, err := e.index.Chunk(uint32(n - 1))
	if err != nil {
		return err
	}
	g := new(record.Game)
	records.NewParser(e.index.Asked).ParseInto(c, g)
	r := replay.Judge(g, e.index.Asked)
	ply, err := strconv.Atoi(cmp.Or(asked.Get("ply"), "0"))
	ply = min(max(ply, 0), len(r.Moves))
	if err != nil {
		ply = 0
	}
	row := rowOf(g, uint32(n-1), ply)
	p.Head = &row
	before := 0 // where Black begins, White's first move has not been made
	for at, played := range r.Plies() {
		q := played.Before
		if at == ply {
			e.board(p, q)
			p.Steps = append(p.Steps, stepLink{"here", positionLink(q)})
		}
		if played.Move != nil && at < maxGamePlies {
			number := ""
			switch turn := q.Record().Turn; {
			case at == 0:
				if before = 0; turn == record.Black {
					before = 1
				}
				number = []string{"1.", "1..."}[before]
			case turn == record.White:
				number = strconv.Itoa((at+before)/2+1) + "."
			}
			p.Game = append(p.Game, plyLink{number, r.Moves[at], gameLink(uint32(n-1), at+1), at+1 == ply})
		}
	}
	if ply > 0 {
		p.Steps = append(p.Steps, stepLink{"back", gameLink(uint32(n-1), ply-1)})
	}
	if ply < len(r.Moves) {
		p.Steps = append(p.Steps, stepLink{"forward", gameLink(uint32(n-1), ply+1)})
	}
	return nil
}

// find is the page of a query: the games that it finds in some time, from one on.
func (e *Explorer) find(ctx context.Context, p *page, asked url.Values) error {
	p.Query = asked.Get("q")
	c, err := query.Parse(p.Query, nil)
	var fault *query.Error
	if errors.As(err, &fault) {
		p.Excerpt = fault.Excerpt(60)
	}
	if err != nil {
		return err
	}
	from, err := strconv.Atoi(cmp.Or(asked.Get("from"), "1"))
	if err != nil || from < 1 || from > max(e.index.Games, 1) {
		return message.Of("explore.no-game", "n", e.index.Games)
	}
	asking, cancel := context.WithTimeout(ctx, askFor)
	defer cancel()
	games, _, err := e.index.Candidates(asking, c)
	if err != nil {
		return err
	}
	all := games.Count()
	searched := games.Before(uint32(from - 1))
	searcher := find.NewSearcher(find.New(c), find.Wanted{})
	parser := records.NewParser(e.index.Asked)
	var g record.Game
	var r replay.Report
	until, first := time.Now().Add(searchFor), searched
	err = e.index.Chunks(games, func(n uint32, chunk grammar.Chunk) bool {
		if len(p.List) == listed || searched > first && time.Now().After(until) || ctx.Err() != nil {
			p.GoOn = "/find?" + url.Values{"q": {p.Query}, "from": {strconv.Itoa(int(n) + 1)}}.Encode()
			return false
		}
		searched++
		parser.ParseInto(chunk, &g)
		if found := searcher.Search(&g, e.index.Asked, &r); found != nil && found.Any {
			ply := 0
			if len(found.Moments) > 0 {
				ply = found.Moments[0]
			}
			p.List = append(p.List, rowOf(&g, n, ply))
		}
		return true
	})
	p.Searched = e.in(message.Of("explore.searched", "found", len(p.List), "searched", searched, "all", all))
	return err
}
