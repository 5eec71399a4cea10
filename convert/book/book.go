// Package book makes books of games. It turns a CommonMark manuscript that names games, diagrams
// and positions, or a set of game records, into one HTML file, an EPUB or a Typst document. Every
// move in a book is played on the board: the moves of its games and variations, and the moves that
// its sentences mention. A book with a fault lacks what the fault concerns and should not be
// written.
//
//	manuscript or records --Read, Collect--> Book --WriteHTML, WriteEPUB, WriteTypst--> page
//
// Read Book first; then Read, which describes the syntax of a manuscript.
package book

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/solve"
)

// Book is a book that is ready to be written.
type Book struct {
	Title    string // "" if absent
	File     string // the manuscript's name, or "" if absent
	Author   string // "" if absent
	Date     string // "" if absent
	Language message.Language

	Subtitle, Publisher, Place, ISBN, Imprint string // "" if absent

	// Provenance states the book's origin as one line of JSON. If not empty, it is written to HTML
	// in a script, to Typst in a comment, and to an EPUB as META-INF/provenance.json.
	Provenance string

	template string // see Options
	root     ast.Node
	source   []byte    // the text of the nodes: the manuscript with its front matter blanked out
	games    []*game   // in the order of the book
	figures  []*figure // in the order of the book
	pictures []*picture
	notes    []ast.Node // the footnotes that are referred to, in the order of their numbers
	notation replay.Notation
}

// Games returns the printed games, in the order of the book.
func (b *Book) Games() []*replay.Report {
	all := make([]*replay.Report, len(b.games))
	for i, g := range b.games {
		all[i] = g.Report
	}
	return all
}

// Positions returns the positions of the diagrams, in the order of the book.
func (b *Book) Positions() []record.Position {
	all := make([]record.Position, len(b.figures))
	for i, f := range b.figures {
		all[i] = f.Position
	}
	return all
}

// called returns a name for the book that is never empty: the title, else the file's name
// without its extension, else the word "book".
func (b *Book) called() string {
	file := filepath.Base(b.File)
	name := strings.TrimSpace(printable(strings.TrimSuffix(file, filepath.Ext(file))))
	return cmp.Or(b.heading(), name, b.say("book.book"))
}

// heading returns the title in one line, or "" if absent.
func (b *Book) heading() string { return strings.TrimSpace(printable(b.Title)) }

// isbn returns the ISBN as printed, or "" if absent.
func (b *Book) isbn() string {
	if b.ISBN == "" {
		return ""
	}
	return "ISBN\u00a0" + b.ISBN
}

type game struct {
	Number  int // in the book, from 1
	ID      string
	Report  *replay.Report
	Figures map[int]*figure // by the index of their run, see Book.runs

	Level int               // of its heading
	said  []string          // tags that were printed earlier and are not repeated above the game
	names map[string]string // players' names in the record, mapped to the names to print
	final bool              // its last position has a diagram if the record requests none
}

// figure is a diagram.
type figure struct {
	Number   int // in the book, from 1; compositions are counted separately
	ID       string
	Position record.Position
	Drawn    diagram.Options
	Size     diagram.Length // the zero Length is the book's default
	Caption  string         // for a composition, its task

	Composition    bool
	Author, Source string // of a composition
}

// index is an index of the book. If its entries are moves, they are bracketed, so that none is
// mistaken for a game.
type index struct {
	Entries   []line
	Bracketed bool
}

// line is a line of the contents or of an index.
type line struct {
	ID, Name string
	Players  bool // Name consists of players' names
	level    int
	Below    []line // in the contents: the lines of the next level
	To       []line // in an index: the games or figures that the entry refers to
}

// Fault is an error that keeps a book from being written.
type Fault struct {
	File         string
	Line, Column int // from 1
	Message      message.Message
}

// In returns the fault in the form of compilers, FILE:LINE:COLUMN: MESSAGE.
func (f *Fault) In(l message.Language) string {
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Message.In(l))
}

// player returns the name of the player in a tag as printed, or "" if absent.
func (g *game) player(tag string) string {
	name := strings.TrimSpace(g.Report.Game.Tag(tag))
	return cmp.Or(g.names[name], name)
}

// Heading returns the players' names, or "" if both are unknown.
func (g *game) Heading() string {
	name := func(tag string) string { return tied(cmp.Or(g.player(tag), "?")) }
	white, black := name("White"), name("Black")
	if white == "?" && black == "?" {
		return ""
	}
	return white + " – " + black
}

// aboutTags are the tags that are printed above a game.
var aboutTags = []string{"Event", "Site", "Round", "Date", "Variant"}

// About returns the details printed above the game, such as event and date, without those that
// were printed earlier.
func (g *game) About(l message.Language) string {
	return about(g.Report, slices.DeleteFunc(slices.Clone(aboutTags), func(tag string) bool { return slices.Contains(g.said, tag) }), l)
}

// about returns the values of a game's tags in words, separated by commas.
func about(r *replay.Report, tags []string, l message.Language) string {
	var parts []string
	for _, tag := range tags {
		if v := aboutTag(r, tag, l); v != "" {
			parts = append(parts, v)
		}
	}
	return strings.Join(parts, ", ")
}

func aboutTag(r *replay.Report, tag string, l message.Language) string {
	switch v := strings.TrimSpace(r.Game.Tag(tag)); {
	case tag == "Variant":
		return message.Of("book.variant", "variant", r.Variant.Term()).In(l)
	case strings.Trim(v, "?.-") == "":
		return ""
	case tag == "Round":
		return roundInWords(v, l)
	case tag == "Date":
		return dateInWords(v, l)
	default:
		return v
	}
}

// Options configures how a book is made.
type Options struct {
	Language message.Language
	Variant  record.Variant // of games that do not state one
	Notation replay.Notation
	BlackInk bool // diagrams are black on white
	// Template is Typst code placed before the book. It may define stolb-template, the book's
	// show rule, and redefine any function of stolb.typ.
	Template string

	// Games calls each for every judged game of a file, given the file's name in the manuscript.
	// Games that state no variant are of defaultVariant. Its errors name the file. If Games is nil,
	// every file is a fault.
	Games func(name string, defaultVariant record.Variant, each func(*replay.Report) error) error
	// Picture returns the contents of a picture file, given its name in the manuscript. It may
	// truncate a file larger than MaxPicture. If Picture is nil, every picture is a fault.
	Picture func(name string) ([]byte, error)
	// Solve solves a composition and returns its findings. If Solve is nil, none is solved.
	Solve func(p *replay.Position, r *replay.Report, task record.Task) *solve.Solution
	// Crosstable returns the table of the tournament in which the games were played, following
	// the attributes of the block: event=, system=, rules=, win=, teams=, and aliases=, the file's
	// name in the manuscript. The defaults are those of "stats crosstable". The error says why
	// there is no table. It is called only for manuscripts. If Crosstable is nil, every table is a
	// fault.
	Crosstable func(attributes map[string]string, games []*replay.Report, l message.Language) (*Crosstable, error)
}

// Crosstable is the table of a tournament.
type Crosstable struct {
	Rows      [][]string // for each player: place, name, results against each player, points, tie-breaks
	TieBreaks []string   // headings of the tie-breaks
	Note      string     // the system, the rules and the tie-breaks
	// Standings lists the points after each round, most points first. Each row holds the round,
	// the points, and the names of the players who have them. Empty if a game states no round.
	Standings [][]string
	Slips     []record.Fault    // a block may accept their codes
	Names     map[string]string // players' names in the records, mapped to the names to print
}

// Limits of a book.
const (
	MaxGames  = 100_000
	MaxFaults = 1000 // any more are dropped
)

var errNil = errors.New("book: a function of Options is nil")

func (m *manuscript) fault(file string, line, column int, why message.Message) {
	if len(m.faults) < MaxFaults {
		m.faults = append(m.faults, Fault{file, line, column, why})
	}
}

// judge records the faults of a game, at their places in its file, and reports whether the game
// can be printed.
func (m *manuscript) judge(r *replay.Report) bool {
	g := r.Game
	reported := false
	twofold := slices.ContainsFunc(r.Faults, func(f record.Fault) bool { return f.Code == record.ResultMismatch && !f.OnBoard })
	for _, f := range r.Faults {
		// If a record has two results that differ, the board contradicts one: report only that.
		if f.Severity < record.Illegal && (f.Code != record.ResultMismatch || f.OnBoard && twofold) {
			continue
		}
		reported = true
		m.inRecord(g, f.At, message.Of("book.in-game", "n", g.Source.Number, "why", f.Message))
	}
	if r.Verdict < replay.Unjudged || reported && !isLost(r) { // the illegal move may be in a variation
		return m.notes(r) && !reported
	}
	if !reported {
		m.fault(g.Source.File, g.Source.Line, 1, message.Of("book.unjudged", "n", g.Source.Number))
	}
	return false
}

// notes records NAGs without a meaning, which have no text to print, plays the moves that comments
// mention, and reports whether all of them are valid.
func (m *manuscript) notes(r *replay.Report) bool {
	talked, sound, next := m.flow, true, 0
	defer func() { m.flow = talked }()
	wrong := func(at int, why message.Message) {
		sound = false
		m.inRecord(r.Game, at, why)
	}
	var line func(game flow, before int, plies []record.Ply)
	line = func(game flow, before int, plies []record.Ply) {
		earlier := 0 // offset of the previous move
		for i := range plies {
			n, at := cmp.Or(plies[i].Note, new(record.Notes)), plies[i].At
			for _, nag := range n.NAGs {
				if text, ok := record.NAGText(nag, m.Language); !ok {
					wrong(at, message.Of("book.no-nag", "n", r.Game.Source.Number, "nag", text))
				}
			}
			// The offset of a comment is not recorded: search for its text from the move on.
			say := func(text string, last, from int) {
				m.flow = game
				m.flow.last = last
				m.sentence(text, func(inText int, why message.Message) {
					place := at
					if k := strings.Index(r.Game.Text[min(from, len(r.Game.Text)):], text); k >= 0 {
						place = from + k + inText
					}
					wrong(place, message.Of("book.in-game", "n", r.Game.Source.Number, "why", why))
				})
			}
			for _, text := range n.Before {
				say(text, before+i-1, earlier)
			}
			for _, in := range n.Inside {
				say(in.Text, before+i, at)
			}
			for _, text := range n.Comments {
				say(text, before+i, at)
			}
			for range n.Variations {
				if next < len(r.Variations) {
					v := &r.Variations[next]
					next++
					line(m.aside(r, game, next, v.Before), v.Before, v.Line)
				}
			}
			earlier = at
		}
	}
	var game flow
	if game.follow(r); game.report != nil {
		line(game, 0, r.Game.Plies)
	}
	return sound
}

// aside returns the flow for comments within a variation: the moves of the parent line up to the
// branch, then the variation's own.
func (m *manuscript) aside(r *replay.Report, game flow, number, before int) flow {
	game.starts = &starts{of: game.starts, before: before}
	game.lost = game.lost || !r.Variations[number-1].Legal
	game.short = nil // do not look for moves without a number throughout the game
	known := m.positions(r)
	for ply := 0; ; ply++ {
		at, ok := known[notation.Place{Variation: number, Ply: ply}]
		if !ok {
			return game
		}
		game.starts.own = append(game.starts.own, at.Position)
	}
}

// inRecord adds a fault at a byte offset of a game's record.
func (m *manuscript) inRecord(g *record.Game, at int, what message.Message) {
	place := g.Place(at)
	if g.Source.File == m.book.File {
		place.Column += m.indents[place.Line]
	}
	m.fault(g.Source.File, place.Line, place.Column, what)
}

// game adds a judged game to the book, with the diagrams that the record requests. With final, a
// game that requests none gets a diagram of its last position.
func (m *manuscript) game(r *replay.Report, id string, final bool) *game {
	g := &game{Number: len(m.book.games) + 1, Report: r, Figures: map[int]*figure{}, final: final}
	g.ID = cmp.Or(id, fmt.Sprintf("game-%d", g.Number))
	m.book.games = append(m.book.games, g)
	for i, run := range m.book.runs(g) {
		if run.Role != notation.Diagram {
			continue
		}
		at := notation.Place{Variation: run.Variation, Ply: run.Ply}
		if p, ok := m.positions(r)[at]; ok {
			g.Figures[i] = m.figure(&p.Position, figure{Caption: m.moment(r, at, &p)}, diagram.Options{})
		}
	}
	return g
}

// runs returns the text of a game. It is not cached: the runs of many games would take too much
// memory.
func (b *Book) runs(g *game) []notation.Run {
	runs := notation.Runs(g.Report, notation.Options{Notation: b.notation, Language: b.Language})
	if g.final && len(g.Report.Moves) > 0 && !slices.ContainsFunc(runs, func(run notation.Run) bool { return run.Role == notation.Diagram }) {
		runs = append(runs, notation.Run{Role: notation.Diagram, Ply: len(g.Report.Moves)})
	}
	return endedFirst(runs)
}

// endedFirst moves the ending of a game before the diagrams of its last position, so that no
// caption separates the ending from the moves.
func endedFirst(runs []notation.Run) []notation.Run {
	ending := slices.IndexFunc(runs, func(r notation.Run) bool { return r.Role == notation.Ending })
	last := max(ending, 0)
	for last > 0 && runs[last-1].Role != notation.Main {
		last--
	}
	follows := func(r notation.Run) int { return map[bool]int{true: 1}[r.Role == notation.Diagram && r.Variation == 0] }
	slices.SortStableFunc(runs[last:max(ending+1, last)], func(a, b notation.Run) int { return follows(a) - follows(b) })
	return runs
}

func (m *manuscript) positions(r *replay.Report) map[notation.Place]notation.Reached {
	if m.of != r {
		m.of, m.known = r, notation.Positions(r, m.Notation)
	}
	return m.known
}

// moment returns the caption of a position in a game: the last move and the side to move, as in
// "After 10... f4:b4. White to move".
func (m *manuscript) moment(r *replay.Report, at notation.Place, p *notation.Reached) string {
	after := message.Of("book.before-first")
	if p.Move != "" {
		if at.Variation > 0 {
			at.Ply += r.Variations[at.Variation-1].Before
		}
		after = message.Of("book.after", "move", r.MoveNumber(at.Ply)+"\u00a0"+p.Move)
	}
	return after.In(m.Language) + ". " + strings.ReplaceAll(m.turn(&p.Position), " ", "\u00a0")
}

func (m *manuscript) figure(p *record.Position, f figure, o diagram.Options) *figure {
	m.counts[f.Composition]++
	f.Number = m.counts[f.Composition]
	f.ID = cmp.Or(f.ID, map[bool]string{true: "problem-", false: "figure-"}[f.Composition]+strconv.Itoa(f.Number))
	o.Title, o.BlackInk = m.describe(p), m.BlackInk
	f.Position, f.Drawn = *p, o
	m.book.figures = append(m.book.figures, &f)
	return &f
}

// name returns the figure's name in the text, such as "Problem 3".
func (b *Book) name(f *figure) string {
	id := map[bool]message.ID{true: "book.problem", false: "book.figure"}[f.Composition]
	return message.Of(id, "n", f.Number).In(b.Language)
}

// caption returns the text beneath a figure.
func (b *Book) caption(f *figure) string {
	if f.Composition { // its number is above the diagram
		return f.Caption
	}
	return b.name(f) + ". " + f.Caption
}

// Collect makes a book from game records: a section for each game, then indexes. If there are
// faults, the book lacks what they concern and should not be written. The error is that of
// Options.Games.
func Collect(title string, files []string, o Options) (*Book, []Fault, error) {
	m := newManuscript("", o)
	m.book.Title = cmp.Or(title, message.Of("book.collection").In(o.Language))
	root := m.book.root
	for _, name := range files {
		err := m.Games(name, o.Variant, func(r *replay.Report) error {
			if !m.judge(r) {
				return nil
			}
			if len(m.book.games) == MaxGames {
				return message.Of("book.too-many-games", "n", MaxGames)
			}
			g := m.game(r, "", true)
			g.Level = 1
			root.AppendChild(root, &part{name: "Game", content: g})
			return nil
		})
		if err != nil {
			return nil, m.faults, err
		}
	}
	for _, of := range []string{"players", "openings"} {
		if entries := m.entries(of); len(entries) > 0 {
			root.AppendChild(root, m.section(1, "index-"+of, m.book.say(indexTitles[of]), 0))
			root.AppendChild(root, &part{name: "Index", content: &index{entries, of == "openings"}})
		}
	}
	return m.book, m.faults, nil
}

func (b *Book) say(id message.ID) string { return message.Of(id).In(b.Language) }

// body returns the blocks, without a first heading that repeats the title, which is printed
// separately.
func (b *Book) body() []ast.Node {
	all := childrenOf(b.root)
	if h, ok := b.root.FirstChild().(*ast.Heading); ok && h.Level == 1 && b.textOf(h) == b.Title {
		return all[1:]
	}
	return all
}

// contents returns the headings and games of the book, down to the second level.
func (b *Book) contents() []line {
	var all []line
	for _, n := range b.body() {
		var l line
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level <= 2 {
				l = line{ID: idOf(n), Name: b.textOf(n), level: n.Level}
			}
		case *part:
			if g, ok := n.content.(*game); ok {
				l = line{ID: g.ID, Name: strconv.Itoa(g.Number) + ".\u00a0" + b.gameName(g), Players: true, level: g.Level}
			}
		}
		switch last := len(all) - 1; {
		case strings.TrimSpace(printable(l.Name)) == "": // another node, or a heading without text
		case l.level > 1 && last >= 0 && all[last].level < l.level:
			all[last].Below = append(all[last].Below, l)
		default:
			all = append(all, l)
		}
	}
	return all
}

// gameName returns the names of a game's players, or its number if they are unknown.
func (b *Book) gameName(g *game) string {
	return cmp.Or(g.Heading(), message.Of("book.game", "n", g.Number).In(b.Language))
}

// A solution of at most onePage lines of lineLength characters is printed on the same page as its
// diagram; a longer one continues on the facing page (Ukrainian rules VI.7.4.9).
const (
	onePage    = 18
	lineLength = 55
)

// OnePage reports whether a composition's solution fits beneath its diagram.
func (p *part) OnePage() bool {
	lines, length := 1, 0
	if s, ok := p.LastChild().(*part).content.(*solution); ok {
		for _, run := range s.runs {
			if run.Role == notation.NewLine {
				lines, length = lines+1+length/lineLength, 0
			}
			length += utf8.RuneCountInString(run.Text)
		}
	}
	return lines+length/lineLength <= onePage
}

// printable returns text in one line, without control characters.
func printable(text string) string {
	return strings.NewReplacer("\n", " ", "\t", " ").Replace(diagram.Printable(text))
}
