package book

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// fence is a block of code that is a part of the book.
type fence struct {
	name   string
	values map[string]string
	places map[string]int // the bytes of the manuscript at which the attributes stand
	at     int            // byte of the manuscript
	body   string         // its lines
	line   int            // of the body, in the manuscript
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

// place returns the byte of the manuscript at which an attribute stands, that of the
// block where it is not given.
func (f *fence) place(name string) int {
	if at, given := f.places[name]; given {
		return at
	}
	return f.at
}

// begun reads the line with which a fenced block begins. It returns nil where the
// block is no part of the book; ok says whether there is nothing wrong with it.
func (m *manuscript) begun(n *ast.FencedCodeBlock) (f *fence, ok bool) {
	if n.Info == nil {
		return nil, true
	}
	info, at := string(n.Info.Segment.Value(m.book.source)), n.Info.Segment.Start
	text := strings.TrimLeft(info, " \t")
	at += len(info) - len(text)
	name, rest := text, ""
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		name, rest = text[:i], text[i:]
	}
	if _, known := fences[name]; !known {
		return nil, m.noFence(name, text, at)
	}
	f = &fence{name: name, values: map[string]string{}, places: map[string]int{}, at: at, body: linesOf(n, m.book.source)}
	f.line = m.lineOf(at) + 1
	for i := range n.Lines().Len() {
		if begin := n.Lines().At(i).Start; begin > m.begins[f.line+i-2] {
			m.indents[f.line+i] = begin - m.begins[f.line+i-2] // of marks and spaces, a byte each
		}
	}
	return f, m.attributes(f, rest, at+len(name))
}

// noFence tells a block whose name is a slip, and says whether it is none: then it is
// code in a language of programs.
func (m *manuscript) noFence(name, info string, at int) bool {
	isLetter := func(r rune) bool { return unicode.IsLetter(r) }
	word := name
	if begin := strings.IndexFunc(name, isLetter); begin >= 0 {
		word = name[begin:]
		if end := strings.IndexFunc(word, func(r rune) bool { return !isLetter(r) }); end >= 0 {
			word = word[:end]
		}
	}
	attributed := strings.Contains(info, "=")
	switch {
	case meant(word, attributed) != "":
		m.wrong(at, message.Of("book.meant-fence", "name", name, "meant", meant(word, attributed)))
		return false
	case attributed, strings.ContainsFunc(name, func(r rune) bool { return r >= 0x80 && isLetter(r) }):
		m.wrong(at, message.Of("book.no-fence", "name", name, "names", message.Or(slices.Sorted(maps.Keys(fences))...)))
		return false
	}
	return true
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

// attributes reads what stands behind a block's name, from a byte of the manuscript
// on, and tells the first thing that is wrong with it.
func (m *manuscript) attributes(f *fence, text string, at int) bool {
	known := fences[f.name]
	for {
		rest := strings.TrimLeft(text, " \t")
		at += len(text) - len(rest)
		if rest == "" {
			break
		}
		key, behind, found := strings.Cut(rest, "=")
		if !found || strings.ContainsAny(key, " \t\"'") {
			m.wrong(at, message.Of("book.bad-attribute", "text", rest))
			return false
		}
		var value string
		if quote := behind[:min(len(behind), 1)]; quote == `"` || quote == "'" {
			if value, text, found = strings.Cut(behind[1:], quote); !found {
				m.wrong(at, message.Of("book.bad-attribute", "text", rest))
				return false
			}
		} else if i := strings.IndexAny(behind, " \t"); i >= 0 {
			value, text = behind[:i], behind[i:]
		} else {
			value, text = behind, ""
		}
		said := message.Message{}
		switch _, twice := f.values[key]; {
		case !slices.Contains(known, key):
			said = message.Of("book.no-attribute", "fence", f.name, "name", key, "names", message.Or(known...))
			if near := nearest(key, known, 2); near != "" {
				said = message.Of("book.meant-attribute", "fence", f.name, "name", key, "meant", near)
			}
		case twice:
			said = message.Of("book.attribute-twice", "name", key)
		case strings.TrimSpace(value) == "":
			said = message.Of("book.empty-attribute", "name", key)
		case key == "id" && !isID(value):
			said = message.Of("book.no-id", "name", key, "value", value)
		}
		if !said.IsZero() {
			m.wrong(at, said)
			return false
		}
		f.values[key], f.places[key] = value, at
		at += len(rest) - len(text)
	}
	if name, given := f.values["variant"]; given {
		if _, err := record.ParseVariant(name); err != nil {
			said := message.From(err)
			var names []string
			for _, v := range record.Variants() {
				names = append(names, v.String())
			}
			if near := nearest(name, names, 2); near != "" {
				said = message.Of("book.meant-variant", "name", name, "meant", near)
			}
			m.wrong(f.place("variant"), said)
			return false
		}
	}
	return true
}

// isID says whether a text can be the name of a part of the book: letters and digits
// of any script, hyphens, underscores and points, since it stands in addresses.
func isID(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && !strings.ContainsRune("-_.", r)
	})
}

// variant returns what is played by the attribute of that name, which is the name of
// a variant.
func (f *fence) variant() (record.Variant, bool) {
	name, given := f.values["variant"]
	v, _ := record.ParseVariant(name) // attributes told where it is none
	return v, given
}

// fence returns what a fenced block is: a part of the book, or code.
func (m *manuscript) fence(n *ast.FencedCodeBlock) []ast.Node {
	if at, open := m.open(n); open {
		m.wrong(at, message.Of("book.open-fence"))
		return nil
	}
	f, ok := m.begun(n)
	switch {
	case !ok:
		return nil
	case f == nil:
		return []ast.Node{n}
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

func (m *manuscript) gameFence(f *fence) []ast.Node {
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
	asked, given := f.variant()
	if !given {
		asked = m.Variant
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
			m.games[id] = &game{ID: id, Report: r}
		}
		return nil
	}
	g := m.game(r, id, false)
	m.noted(g, f.place("id"))
	return []ast.Node{&part{game: g, level: 2}}
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

func (m *manuscript) diagramFence(f *fence) []ast.Node {
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
	at, known := m.positions(report)[notation.Place{Ply: ply}]
	if !known {
		m.wrong(f.place("ply"), message.Of("book.no-ply", "n", ply, "of", len(report.Moves)))
		return nil
	}
	if strings.TrimSpace(f.body) != "" {
		claimed, ok := m.claimed(f, report.Variant)
		if !ok {
			return nil
		}
		if claimed != at.Position {
			line, column, _ := f.first()
			m.inBody(line, column, message.Of("book.other-position", "claimed", claimed.FEN(), "found", at.Position.FEN()))
			return nil
		}
	}
	caption, given := f.values["caption"]
	if !given {
		caption = m.moment(report, notation.Place{Ply: ply}, at.Move)
	} else if m.flow.report == report { // what it says is of the game
		talked := m.flow
		m.sentence(f.place("caption")+len(`caption="`), caption)
		m.flow = talked
	}
	return m.addFigure(f, &at.Position, figure{ID: f.values["id"], Caption: caption})
}

// positionDiagram returns the diagram of a position that is no game's.
func (m *manuscript) positionDiagram(f *fence) []ast.Node {
	p, ok := m.claimed(f, m.variantOf(f))
	if !ok {
		return nil
	}
	return m.addFigure(f, &p, figure{ID: f.values["id"], Caption: f.values["caption"]})
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
	p, _, err := grammar.ParsePosition(text, v)
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

func (m *manuscript) addFigure(f *fence, p *record.Position, fig figure) []ast.Node {
	o, ok := m.drawn(f, p.Variant)
	if !ok {
		return nil
	}
	figure := m.figure(p, fig, o)
	m.named(figure.ID, f.place("id"), m.book.name(figure))
	return []ast.Node{&part{figure: figure}}
}

// indexes are what there are indexes of.
var indexes = []string{"players", "openings", "authors", "figures"}

func (m *manuscript) indexFence(f *fence) []ast.Node {
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
	x := &index{bracketed: of == "openings"}
	m.later = append(m.later, func() { x.entries = m.entries(of) })
	head := heading(2, m.freeID("index-"+of), title.In(m.Language))
	m.named(idOf(head), f.at, title.In(m.Language))
	return []ast.Node{head, &part{index: x}}
}

// number spells a number.
func number(n int) string { return fmt.Sprint(n) }

// apart are attributes beside which others of their block say nothing.
var apart = [][2]string{
	{"use", "file"}, {"use", "number"}, {"use", "variant"}, {"use", "id"}, {"use", "show"}, {"game", "variant"},
}

// agree tells what would be lost of a block: attributes that another makes idle, and
// text where none is read.
func (m *manuscript) agree(f *fence) bool {
	for _, pair := range apart {
		_, one := f.values[pair[0]]
		if _, other := f.values[pair[1]]; one && other {
			m.wrong(f.place(pair[1]), message.Of("book.not-beside", "name", pair[1], "other", pair[0]))
			return false
		}
	}
	if show, given := f.values["show"]; given && show != "no" && show != "yes" {
		m.wrong(f.place("show"), message.Of("book.no-show", "name", "show", "value", show, "values", message.Or("yes", "no")))
		return false
	}
	_, file := f.values["file"]
	_, use := f.values["use"]
	read := 0 // lines of the body
	switch {
	case f.name == "position", f.name == "game" && !file && !use:
		return true
	case f.name == "diagram":
		read = 1
	}
	for i, line := range strings.Split(f.body, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if read--; read < 0 {
			said := message.Of("book.no-body", "fence", f.name)
			if f.name == "diagram" {
				said = message.Of("book.one-line")
			}
			m.inBody(f.line+i, len(line)-len(strings.TrimLeft(line, " \t"))+1, said)
			return false
		}
	}
	return true
}

// open says whether a fenced block is never closed, and at which byte it begins.
func (m *manuscript) open(n *ast.FencedCodeBlock) (at int, open bool) {
	next := 0 // the byte at which the line behind the block's text begins
	switch lines := n.Lines(); {
	case lines.Len() > 0:
		next = lines.At(lines.Len() - 1).Stop
		at = bytes.LastIndexByte(m.book.source[:max(lines.At(0).Start-1, 0)], '\n') + 1
	case n.Info != nil:
		next = len(m.book.source)
		if i := bytes.IndexByte(m.book.source[n.Info.Segment.Stop:], '\n'); i >= 0 {
			next = n.Info.Segment.Stop + i + 1
		}
	default: // nothing is in it
		return 0, false
	}
	if n.Info != nil {
		at = n.Info.Segment.Start
	}
	end, _, _ := bytes.Cut(m.book.source[min(next, len(m.book.source)):], []byte("\n"))
	end = bytes.TrimLeft(end, " \t>")
	return at, !bytes.HasPrefix(end, []byte("```")) && !bytes.HasPrefix(end, []byte("~~~"))
}
