package book

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/convert/records"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/grammar/position"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// fence is a block of code that is a part of the book.
type fence struct {
	name   string
	values map[string]string
	at     int    // byte of the manuscript
	body   string // its lines
	line   int    // of the body, in the manuscript
}

// fences are the kinds, with the attributes that each has.
var fences = map[string][]string{
	"game":       {"file", "number", "variant", "id", "show", "use"},
	"diagram":    {"game", "ply", "variant", "id", "caption", "from", "mark"},
	"position":   {"variant", "author", "year", "source", "task", "id", "from"},
	"crosstable": {"file", "event", "variant"},
	"rounds":     {"file", "event", "variant"},
	"games":      {"file", "event", "variant"},
	"bulletin":   {"file", "event", "variant"},
	"index":      {"of"},
}

// fence returns what a fenced block is: a part of the book, or code.
func (m *manuscript) fence(n *ast.FencedCodeBlock) []Block {
	info := ""
	if n.Info != nil {
		info = string(n.Info.Segment.Value(m.source))
	}
	name, rest, _ := strings.Cut(strings.TrimSpace(info), " ")
	known, ok := fences[name]
	if at, open := m.open(n); open {
		m.wrong(at, message.Of("book.open-fence"))
		return nil
	}
	switch {
	case !ok && meant(name, strings.Contains(rest, "=")) != "":
		m.wrong(n.Info.Segment.Start, message.Of("book.meant-fence", "name", name, "meant", meant(name, true)))
		return nil
	case !ok && strings.Contains(rest, "="): // no language of programs, but a slip
		m.wrong(n.Info.Segment.Start, message.Of("book.no-fence", "name", name, "names", message.Or(slices.Sorted(maps.Keys(fences))...)))
		return nil
	case !ok:
		return []Block{{Kind: Code, Text: m.text(n)}}
	}
	f := fence{name: name, values: map[string]string{}, at: n.Info.Segment.Start, body: m.text(n)}
	f.line = m.lineOf(f.at) + 1
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		key, behind, found := strings.Cut(rest, "=")
		var value string
		switch {
		case !found || strings.ContainsAny(key, " \t\""):
			m.wrong(f.at, message.Of("book.bad-attribute", "text", rest))
			return nil
		case strings.HasPrefix(behind, `"`):
			value, rest, found = strings.Cut(behind[1:], `"`)
			if !found {
				m.wrong(f.at, message.Of("book.bad-attribute", "text", key+"="+behind))
				return nil
			}
		default:
			value, rest, _ = strings.Cut(behind, " ")
		}
		said := message.Message{}
		switch _, twice := f.values[key]; {
		case !slices.Contains(known, key):
			said = message.Of("book.no-attribute", "fence", name, "name", key, "names", message.Or(known...))
			if near := nearest(key, known, 2); near != "" {
				said = message.Of("book.meant-attribute", "fence", name, "name", key, "meant", near)
			}
		case twice:
			said = message.Of("book.attribute-twice", "name", key)
		case strings.TrimSpace(value) == "":
			said = message.Of("book.empty-attribute", "name", key)
		}
		if !said.IsZero() {
			m.wrong(f.at, said)
			return nil
		}
		f.values[key] = value
	}
	if name, given := f.values["variant"]; given {
		if _, err := record.ParseVariant(name); err != nil {
			m.wrong(f.at, message.From(err))
			return nil
		}
	}
	if !m.agree(&f) {
		return nil
	}
	switch name {
	case "game":
		return m.gameFence(&f)
	case "diagram":
		return m.diagramFence(&f)
	case "position":
		return m.positionFence(&f)
	case "crosstable", "rounds", "games", "bulletin":
		return m.tournamentFence(&f)
	}
	return m.indexFence(&f)
}

// variant returns what is played by the attribute of that name, which is the name of
// a variant.
func (f *fence) variant() (record.Variant, bool) {
	name, given := f.values["variant"]
	v, _ := record.ParseVariant(name) // fence told where it is none
	return v, given
}

// meant returns the block that a word probably means, "" for none. A word with
// attributes behind it, sure, is no programming language, such as gams.
func meant(name string, sure bool) string {
	if len(name) < 4 {
		return ""
	}
	if sure {
		return nearest(name, slices.Sorted(maps.Keys(fences)), 2)
	}
	return nearest(name, slices.Sorted(maps.Keys(fences)), 1)
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
		m.wrong(f.at, message.Of("book.not-a-number", "name", name, "value", text))
		return -1, false
	}
	return n, true
}

func (m *manuscript) gameFence(f *fence) []Block {
	if use, ok := f.values["use"]; ok {
		if g := m.games[use]; g != nil {
			m.flow.follow(g.Report)
		} else {
			m.wrong(f.at, message.Of("book.no-game-named", "id", use))
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
			m.wrong(f.at, message.From(err))
			return nil
		}
	case number >= 0:
		m.wrong(f.at, message.Of("book.number-without-file", "number", number))
		return nil
	case strings.TrimSpace(f.body) == "":
		m.wrong(f.at, message.Of("book.game-which"))
		return nil
	default:
		all = m.written(f, asked)
	}
	if number < 0 {
		number = 1
	}
	if number < 1 || number > len(all) {
		m.wrong(f.at, message.Of("book.no-such-number", "file", file, "of", len(all), "n", number))
		return nil
	}
	r := all[number-1]
	if !m.judge(r) {
		m.flow = flow{}
		return nil
	}
	m.flow.follow(r)
	id := f.values["id"]
	if f.values["show"] == "no" {
		g := &Game{ID: id, Report: r}
		if id != "" {
			m.games[id] = g
		}
		return nil
	}
	g := m.game(r, id, false)
	m.noted(g, f.at)
	return []Block{{Kind: GameText, Level: 2, Game: g}}
}

// written returns the games that stand in a block, their places being those of
// the manuscript.
func (m *manuscript) written(f *fence, asked record.Variant) []*replay.Report {
	cutter, err := grammar.NewCutter(strings.NewReader(f.body), m.name, "")
	if err != nil {
		return nil // it is text in UTF-8
	}
	var all []*replay.Report
	for r, err := range records.Judged(cutter, asked) {
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
		m.wrong(f.at, message.Of("book.no-side", "value", side))
		return o, false
	}
	marks, err := diagram.ParseMarks(f.values["mark"], v.Board())
	if err != nil {
		m.wrong(f.at, message.Of("book.no-position", "why", message.Of("diagram.says", "why", err)))
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
			m.wrong(f.at, message.Of("book.no-game-named", "id", id))
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
		m.wrong(f.at, message.Of("book.no-ply", "n", ply, "of", len(report.Moves)))
		return nil
	}
	if strings.TrimSpace(f.body) != "" {
		claimed, ok := m.claimed(f, report.Variant)
		if !ok {
			return nil
		}
		if claimed != at.position {
			m.wrong(f.at, message.Of("book.other-position", "claimed", claimed.FEN(), "found", at.position.FEN()))
			return nil
		}
	}
	caption, given := f.values["caption"]
	if !given {
		caption = m.moment(report, place{0, ply}, at.move)
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

// claimed returns the position that stands in a block's first line.
func (m *manuscript) claimed(f *fence, v record.Variant) (record.Position, bool) {
	line, _, _ := strings.Cut(strings.TrimLeft(f.body, "\n"), "\n")
	p, _, err := position.Parse(line, v)
	if err == nil {
		err = p.Validate()
	}
	if err != nil {
		m.fault(m.name, f.line, 1, message.Of("book.no-position", "why", err))
		return p, false
	}
	return p, true
}

func (m *manuscript) addFigure(f *fence, p *record.Position, fig Figure) []Block {
	o, ok := m.drawn(f, p.Variant)
	if !ok {
		return nil
	}
	figure := m.figure(p, fig, o)
	m.named(figure.ID, f.at, m.book.name(figure))
	return []Block{{Kind: FigureBlock, Figure: figure}}
}

func (m *manuscript) indexFence(f *fence) []Block {
	of := f.values["of"]
	title := indexTitle(of)
	if title.IsZero() {
		m.wrong(f.at, message.Of("book.no-index", "name", of, "names", message.Or("players", "openings", "authors", "figures")))
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
