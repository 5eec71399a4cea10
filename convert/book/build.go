package book

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/convert/typeset"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Options says how a book is made.
type Options struct {
	Language message.Language
	Variant  record.Variant // of games that do not say theirs
	Notation replay.Notation
	Ink      diagram.Ink

	// Games yields the judged games of a file that a manuscript names, as it is
	// named there; asked is the variant of those that do not say theirs. Its errors
	// name the file.
	Games func(name string, asked record.Variant, each func(*replay.Report) error) error
}

// Limits of a book.
const (
	MaxGames   = 100_000
	MaxFigures = 200_000
	MaxFaults  = 1000 // that are told
)

// builder makes a book.
type builder struct {
	Options
	book   *Book
	faults []Fault
	ids    map[string]Target // what can be referred to
	games  map[string]*Game  // by ID
	files  map[source][]*replay.Report

	indents map[int]int // the characters before the text of a block in a line of the manuscript

	of    *replay.Report // of which these are all positions
	known map[place]reached
}

// source is a file of games, and what those are taken for that do not say what
// they are.
type source struct {
	name  string
	asked record.Variant
}

func newBuilder(o Options) *builder {
	return &builder{
		Options: o, book: &Book{Language: o.Language, notation: o.Notation},
		indents: map[int]int{}, ids: map[string]Target{}, games: map[string]*Game{}, files: map[source][]*replay.Report{},
	}
}

// fault notes what is wrong at a place.
func (b *builder) fault(file string, line, column int, m message.Message) {
	if len(b.faults) < MaxFaults {
		b.faults = append(b.faults, Fault{file, line, column, m})
	}
}

// judge notes the faults of a game, at their places in its file, and says whether
// there are none that keep it from being printed.
func (b *builder) judge(r *replay.Report) bool {
	if r.Verdict < replay.Unjudged {
		return b.signs(r.Game, r.Game.Plies)
	}
	g := r.Game
	told := false
	for i := range r.Faults {
		f := &r.Faults[i]
		if f.Severity < record.Illegal {
			continue
		}
		told = true
		place := g.Place(f.At)
		b.inRecord(g, place, message.Of("book.in-game", "n", g.Source.Number, "why", f.Message))
	}
	if !told {
		b.fault(g.Source.File, g.Source.Line, 1, message.Of("book.unjudged", "n", g.Source.Number))
	}
	return false
}

// inRecord notes what is wrong at a place of a game's record.
func (b *builder) inRecord(g *record.Game, at record.Place, what message.Message) {
	column := at.Column
	if g.Source.File == b.book.File {
		column += b.indents[at.Line]
	}
	b.fault(g.Source.File, at.Line, column, what)
}

// signs notes numbers behind moves that mean nothing, for which there is nothing to
// print, and says whether there are none.
func (b *builder) signs(g *record.Game, plies []record.Ply) bool {
	known := true
	for i := range plies {
		n := plies[i].Note
		if n == nil {
			continue
		}
		for _, nag := range n.NAGs {
			if text, ok := record.NAGText(nag, b.Language); !ok {
				known = false
				place := g.Place(plies[i].At)
				b.inRecord(g, place, message.Of("book.no-nag", "n", g.Source.Number, "nag", text))
			}
		}
		for _, v := range n.Variations {
			known = b.signs(g, v) && known
		}
	}
	return known
}

// game makes a game of a judged record, with the diagrams that the record asks
// for; with final, the last position where it asks for none.
func (b *builder) game(r *replay.Report, id string, final bool) *Game {
	g := &Game{Number: len(b.book.Games) + 1, ID: id, Report: r, Figures: map[int]*Figure{}}
	if g.ID == "" {
		g.ID = fmt.Sprintf("game-%d", g.Number)
	}
	b.book.Games = append(b.book.Games, g)
	g.final = final
	runs := b.book.runs(g)
	wanted := slices.ContainsFunc(runs, func(run typeset.Run) bool { return run.Role == typeset.Diagram })
	if wanted {
		positions := b.positions(r)
		for i, run := range runs {
			if run.Role != typeset.Diagram {
				continue
			}
			at := place{run.Variation, run.Ply}
			if p, ok := positions[at]; ok {
				g.Figures[i] = b.figure(&p.position, Figure{Caption: b.moment(r, at, p.move)}, diagram.Options{})
			}
		}
	}
	return g
}

// runs returns the text of a game. It is made anew when it is wanted: a book of many
// games could not hold those of all.
func (b *Book) runs(g *Game) []typeset.Run {
	runs := typeset.Runs(g.Report, typeset.Options{Notation: b.notation, Language: b.Language})
	if g.final && len(g.Report.Moves) > 0 && !slices.ContainsFunc(runs, func(run typeset.Run) bool { return run.Role == typeset.Diagram }) {
		runs = append(runs, typeset.Run{Role: typeset.Diagram, Ply: len(g.Report.Moves)})
	}
	return endedFirst(runs)
}

// endedFirst puts how a game ended before the diagrams of its last position: it
// belongs to the moves, and a caption between would part it from them.
func endedFirst(runs []typeset.Run) []typeset.Run {
	ending := slices.IndexFunc(runs, func(r typeset.Run) bool { return r.Role == typeset.Ending })
	if ending < 0 {
		return runs
	}
	last := ending
	for last > 0 && runs[last-1].Role != typeset.Main {
		last--
	}
	var before, diagrams []typeset.Run
	for _, run := range runs[last:ending] {
		if run.Role == typeset.Diagram && run.Variation == 0 {
			diagrams = append(diagrams, run)
		} else {
			before = append(before, run)
		}
	}
	return slices.Concat(runs[:last], before, runs[ending:ending+1], diagrams, runs[ending+1:])
}

// place is a position of a game: behind so many plies of the variation with the
// number, or of the game's own moves where that is 0.
type place struct{ variation, ply int }

// reached is a position with the move that led to it.
type reached struct {
	position record.Position
	move     string
	before   int // the plies before the move, from the game's beginning
}

// positions returns all positions of a game.
func (b *builder) positions(r *replay.Report) map[place]reached {
	if b.of == r {
		return b.known
	}
	all := map[place]reached{}
	b.of, b.known = r, all
	if start, ok := r.Start(); ok {
		all[place{}] = reached{position: start.Record()}
	}
	var legal []replay.Move
	for i, ply := range r.Tree() {
		legal = ply.Before.Moves(legal[:0])
		move := string(ply.Before.Append(nil, ply.Move, legal, b.Notation))
		if _, known := all[place{ply.Variation, i}]; !known {
			all[place{ply.Variation, i}] = reached{position: ply.Before.Record()}
		}
		after := ply.After()
		before := i
		if ply.Variation > 0 {
			before += r.Variations[ply.Variation-1].Before
		}
		all[place{ply.Variation, i + 1}] = reached{after.Record(), move, before}
	}
	return all
}

// moment says when a position is on the board: "After 10... f4:b4".
func (b *builder) moment(r *replay.Report, at place, move string) string {
	if move == "" {
		return message.Of("book.before-first").In(b.Language)
	}
	before := at.ply
	if at.variation > 0 {
		before += r.Variations[at.variation-1].Before
	}
	return message.Of("book.after", "move", r.MoveNumber(before)+"\u00a0"+move).In(b.Language)
}

// figure adds a figure of a position.
func (b *builder) figure(p *record.Position, f Figure, o diagram.Options) *Figure {
	f.Number = len(b.book.Figures) + 1
	if f.ID == "" {
		f.ID = fmt.Sprintf("figure-%d", f.Number)
	}
	f.Position = *p
	o.Title = b.describe(p)
	o.Ink = b.Ink
	f.Drawn = o
	fig := &f
	b.book.Figures = append(b.book.Figures, fig)
	return fig
}

// name returns what a figure is called in the text.
func (b *Book) name(f *Figure) string {
	return message.Of("book.figure", "n", f.Number).In(b.Language)
}

// caption returns the text beneath a figure.
func (b *Book) caption(f *Figure) string {
	switch {
	case f.Composition: // its number stands above it
		return f.Caption
	case f.Caption == "":
		return b.name(f)
	}
	return b.name(f) + ". " + f.Caption
}

func plain(text string) []Inline { return []Inline{{Kind: Plain, Text: text}} }

// Collect makes a book of records alone: a game a section, and indexes. The
// faults say why it cannot be.
func Collect(title string, files []string, o Options) (*Book, []Fault, error) {
	b := newBuilder(o)
	b.book.Title = title
	for _, name := range files {
		err := o.Games(name, o.Variant, func(r *replay.Report) error {
			if !b.judge(r) {
				return nil
			}
			if len(b.book.Games) == MaxGames {
				return message.Of("book.too-many-games", "n", MaxGames)
			}
			g := b.game(r, "", true)
			b.book.Blocks = append(b.book.Blocks, Block{Kind: GameText, Level: 1, Game: g})
			return nil
		})
		if err != nil {
			return nil, b.faults, err
		}
	}
	if b.book.Title == "" {
		b.book.Title = message.Of("book.collection").In(o.Language)
	}
	for _, of := range []string{"players", "openings"} {
		if entries := b.entries(of); len(entries) > 0 {
			b.book.Blocks = append(b.book.Blocks,
				Block{Kind: Heading, Level: 1, ID: "index-" + of, Inlines: plain(indexTitle(of).In(o.Language))},
				Block{Kind: Index, Entries: &entries, Bracketed: of == "openings"})
		}
	}
	return b.book, b.faults, nil
}

// printable returns text without control characters, which none of the outputs
// can have.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case r < ' ' || r == 0x7f || r == 0xfffe || r == 0xffff:
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}
