package book

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/grammar/position"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// fence returns what a fenced block is: a part of the book, or code.
func (m *manuscript) fence(n *ast.FencedCodeBlock) []Block {
	if at, open := m.open(n); open {
		m.wrong(at, message.Of("book.open-fence"))
		return nil
	}
	f, ok := m.begun(n)
	switch {
	case !ok:
		return nil
	case f == nil:
		return []Block{{Kind: Code, Text: m.text(n)}}
	case !m.agree(f):
		return nil
	}
	switch f.name {
	case "game":
		return m.gameFence(f)
	case "diagram":
		return m.diagramFence(f)
	case "position":
		return m.positionFence(f)
	case "crosstable", "rounds", "games", "bulletin":
		return m.tournamentFence(f)
	}
	return m.indexFence(f)
}

// whole returns an attribute that is a number; false where it is none, which is
// told, and -1 where it is not given.
func (m *manuscript) whole(f *fence, name string) (int, bool) {
	text, given := f.values[name]
	if !given {
		return -1, true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		m.wrong(f.place(name), message.Of("book.not-a-number", "name", name, "value", text))
		return -1, false
	}
	return n, true
}

func (m *manuscript) gameFence(f *fence) []Block {
	if use, ok := f.values["use"]; ok {
		if g := m.games[use]; g != nil {
			m.flow.follow(g.Report)
		} else {
			m.wrong(f.place("use"), m.noGame(use))
		}
		return nil
	}
	number, ok := m.whole(f, "number")
	if !ok {
		return nil
	}
	asked := m.Variant
	if _, given := f.values["variant"]; given {
		asked = m.variantOf(f)
	}
	var all []*replay.Report
	file, named := f.values["file"]
	switch {
	case named:
		var err error
		if all, err = m.gamesOf(file, asked); err != nil {
			m.wrong(f.place("file"), message.From(err))
			return nil
		}
	case number >= 0:
		m.wrong(f.place("number"), message.Of("book.number-without-file", "number", number))
		return nil
	case strings.TrimSpace(f.body) == "":
		m.wrong(f.at, message.Of("book.game-which"))
		return nil
	default:
		if all = m.written(f, asked); len(all) > 1 { // of which the others would be lost
			m.fault(m.name, all[1].Game.Source.Line, 1, message.Of("book.several-games", "of", len(all)))
			return nil
		}
	}
	if number < 0 {
		number = 1
	}
	if number < 1 || number > len(all) {
		m.wrong(f.place("number"), message.Of("book.no-such-number", "file", file, "of", len(all), "n", number))
		return nil
	}
	r := all[number-1]
	if !m.judge(r) || !m.played(f, r) {
		m.flow = flow{}
		return nil
	}
	m.flow.follow(r)
	id := f.values["id"]
	if f.values["show"] == "no" {
		if id != "" && m.taken(id, f.place("id")) {
			m.games[id] = &Game{ID: id, Report: r}
		}
		return nil
	}
	g := m.game(r, id, false)
	m.noted(g, f.place("id"))
	return []Block{{Kind: GameText, Level: 2, Game: g}}
}

// played tells a game of which the block says that another is played than its record
// does.
func (m *manuscript) played(f *fence, r *replay.Report) bool {
	v, given := f.variant()
	if !given || v == r.Variant {
		return true
	}
	m.wrong(f.place("variant"), message.Of("book.other-variant", "name", v.String(), "found", r.Variant.String()))
	return false
}

// noGame says that no game has a name, and which was probably meant.
func (m *manuscript) noGame(id string) message.Message {
	if near := nearest(id, slices.Sorted(maps.Keys(m.games)), 2); near != "" {
		return message.Of("book.meant-game", "id", id, "meant", near)
	}
	return message.Of("book.no-game-named", "id", id)
}

// written returns the games that stand in a block, their places being those of
// the manuscript.
func (m *manuscript) written(f *fence, asked record.Variant) []*replay.Report {
	o := convert.Options{Variant: asked, Encoding: "utf-8", Jobs: 1}
	var all []*replay.Report
	in := convert.OpenReader(strings.NewReader(f.body), m.name, o)
	for r, err := range convert.Judge(context.Background(), in) {
		if errors.Is(err, convert.ErrNoGame) {
			break // the block says that itself
		}
		if err != nil {
			m.wrong(f.at, message.From(err))
			break
		}
		r.Game.Source.Line += f.line - 1
		all = append(all, r)
	}
	return all
}

// drawn returns how a figure is drawn, by the attributes of its block.
func (m *manuscript) drawn(f *fence, v record.Variant) (diagram.Options, bool) {
	var o diagram.Options
	switch side := f.values["from"]; side {
	case "", "white":
	case "black":
		o.From = record.Black
	default:
		m.wrong(f.place("from"), message.Of("book.no-side", "value", side))
		return o, false
	}
	marks, err := diagram.ParseMarks(f.values["mark"], v.Board())
	if err != nil {
		m.wrong(f.place("mark"), message.Of("book.no-position", "why", message.Of("diagram.says", "why", err)))
		return o, false
	}
	o.Marks = marks
	return o, true
}

func (m *manuscript) diagramFence(f *fence) []Block {
	ply, ok := m.whole(f, "ply")
	if !ok {
		return nil
	}
	report := m.flow.report
	if id, given := f.values["game"]; given {
		g := m.games[id]
		if g == nil {
			m.wrong(f.place("game"), m.noGame(id))
			return nil
		}
		report = g.Report
	}
	_, own := f.values["variant"]
	if report == nil || own || ply < 0 && strings.TrimSpace(f.body) != "" && f.values["game"] == "" {
		return m.positionDiagram(f)
	}
	if ply < 0 {
		ply = len(report.Moves)
	}
	at, known := m.positions(report)[place{0, ply}]
	if !known {
		m.wrong(f.place("ply"), message.Of("book.no-ply", "n", ply, "of", len(report.Moves)))
		return nil
	}
	if strings.TrimSpace(f.body) != "" {
		claimed, ok := m.claimed(f, report.Variant)
		if !ok {
			return nil
		}
		if claimed != at.position {
			line, column, _ := f.first()
			m.inBody(line, column, message.Of("book.other-position", "claimed", claimed.FEN(), "found", at.position.FEN()))
			return nil
		}
	}
	caption, given := f.values["caption"]
	if !given {
		caption = m.moment(report, place{0, ply}, at.move)
	} else if m.flow.report == report { // what it says is of the game
		talked := m.flow
		m.sentence(f.place("caption")+len(`caption="`), caption)
		m.flow = talked
	}
	return m.addFigure(f, &at.position, Figure{ID: f.values["id"], Caption: caption})
}

// positionDiagram returns the diagram of a position that is no game's.
func (m *manuscript) positionDiagram(f *fence) []Block {
	p, ok := m.claimed(f, m.variantOf(f))
	if !ok {
		return nil
	}
	return m.addFigure(f, &p, Figure{ID: f.values["id"], Caption: f.values["caption"]})
}

// variantOf returns what a block says is played, else what the game is that is
// talked about, else what was asked for.
func (m *manuscript) variantOf(f *fence) record.Variant {
	if v, given := f.variant(); given {
		return v
	}
	if m.flow.report != nil {
		return m.flow.report.Variant
	}
	return m.Variant
}

// first returns the first line of a block's body that is not empty, with its place.
func (f *fence) first() (line, column int, text string) {
	line = f.line
	for text := range strings.Lines(f.body) {
		if inside := strings.TrimSpace(text); inside != "" {
			return line, utf8.RuneCountInString(text[:strings.Index(text, inside)]) + 1, inside
		}
		line++
	}
	return line, 1, ""
}

// claimed returns the position that stands in a block's first line.
func (m *manuscript) claimed(f *fence, v record.Variant) (record.Position, bool) {
	line, column, text := f.first()
	switch {
	case text == "":
		m.wrong(f.at, message.Of("book.position-missing"))
		return record.Position{}, false
	case v == record.UnknownVariant:
		m.wrong(f.at, message.Of("book.unknown-variant", "name", "variant"))
		return record.Position{}, false
	}
	p, _, err := position.Parse(text, v)
	if err == nil {
		err = p.Validate()
	}
	if err != nil {
		var refused *record.PositionError
		if errors.As(err, &refused) && refused.Offset > 0 && refused.Offset < len(text) {
			column += utf8.RuneCountInString(text[:refused.Offset])
		}
		m.inBody(line, column, message.Of("book.no-position", "why", err))
		return p, false
	}
	return p, true
}

// inBody notes what is wrong at a place of a block's text.
func (m *manuscript) inBody(line, column int, what message.Message) {
	m.fault(m.name, line, column+m.indents[line], what)
}

func (m *manuscript) addFigure(f *fence, p *record.Position, fig Figure) []Block {
	o, ok := m.drawn(f, p.Variant)
	if !ok {
		return nil
	}
	figure := m.figure(p, fig, o)
	m.named(figure.ID, f.place("id"), m.book.name(figure))
	return []Block{{Kind: FigureBlock, Figure: figure}}
}

// indexes are what there are indexes of.
var indexes = []string{"players", "openings", "authors", "figures"}

func (m *manuscript) indexFence(f *fence) []Block {
	of := f.values["of"]
	title := indexTitle(of)
	if title.IsZero() {
		said := message.Of("book.no-index", "name", of, "names", message.Or(indexes...))
		if near := nearest(of, indexes, 2); near != "" {
			said = message.Of("book.meant-index", "name", of, "meant", near)
		}
		m.wrong(f.place("of"), said)
		return nil
	}
	entries := new([]Entry)
	m.later = append(m.later, func() { *entries = m.entries(of) })
	head := Block{Kind: Heading, Level: 2, ID: m.freeID("index-" + of), Inlines: plain(title.In(m.Language))}
	m.named(head.ID, f.at, title.In(m.Language))
	return []Block{head, {Kind: Index, Entries: entries, Bracketed: of == "openings"}}
}

// number spells a number.
func number(n int) string { return fmt.Sprint(n) }
