package book

import (
	"bytes"
	"cmp"
	"context"
	"errors"
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

// fence is a fenced code block that describes a part of the book.
type fence struct {
	name   string
	values map[string]string // of the attributes; never empty
	places map[string]int    // offsets of the attributes in the manuscript
	at     int               // offset in the manuscript
	body   string            // its lines
	line   int               // line of the manuscript at which the body begins
}

// fences are the kinds of blocks: the attributes that each may have, and a method that converts it.
var fences = map[string]struct {
	attributes []string
	nodes      func(*manuscript, *fence) []ast.Node
}{
	"game":       {[]string{"file", "number", "variant", "id", "show", "use"}, (*manuscript).gameFence},
	"diagram":    {[]string{"game", "ply", "variant", "id", "caption", "from", "size", "coordinates", "mark"}, (*manuscript).diagramFence},
	"position":   {[]string{"variant", "author", "year", "source", "task", "id", "from", "size", "coordinates", "solution"}, (*manuscript).positionFence},
	"crosstable": {[]string{"file", "event", "variant", "system", "rules", "win", "teams", "aliases", "accept"}, (*manuscript).tournamentFence},
	"rounds":     {[]string{"file", "event", "variant", "system", "accept"}, (*manuscript).tournamentFence},
	"games":      {[]string{"file", "event", "variant"}, (*manuscript).tournamentFence},
	"bulletin":   {[]string{"file", "event", "variant", "system", "rules", "win", "teams", "aliases", "accept"}, (*manuscript).tournamentFence},
	"index":      {[]string{"of"}, (*manuscript).indexFence},
}

// wrongValue returns the message about an invalid attribute value, or the zero Message if the value
// is valid.
func wrongValue(name, value string) message.Message {
	switch name {
	case "id": // letters and digits of any script, and marks that addresses may contain
		if strings.ContainsFunc(value, func(r rune) bool {
			return !unicode.In(r, unicode.L, unicode.Nd, unicode.Mn) && !strings.ContainsRune("-_.", r)
		}) {
			return message.Of("book.no-id", "name", name, "value", value)
		}
	case "number", "ply":
		if n, err := strconv.Atoi(value); err != nil || n < 0 {
			return message.Of("book.not-a-number", "name", name, "value", value)
		}
	case "variant":
		if _, err := record.ParseVariant(value); err != nil {
			return meantOr(value, record.VariantNames(), message.From(err), "book.meant-variant", "name", value)
		}
	case "task":
		if _, ok := grammar.ParseTask(value); !ok {
			return message.Of("book.no-task", "name", name, "value", value)
		}
	case "size":
		if _, err := diagram.ParseLength(value); err != nil {
			return message.From(err)
		}
	case "of":
		if !slices.Contains(indexes, value) {
			none := message.Of("book.no-index", "name", value, "names", message.Or(indexes...))
			return meantOr(value, indexes, none, "book.meant-index", "name", value)
		}
	}
	values := []string{value}
	if name == "accept" {
		values = listed(value)
	}
	known, some := choices[name]
	if some && slices.ContainsFunc(values, func(v string) bool { return !slices.Contains(known, v) }) {
		return message.Of("book.no-show", "name", name, "value", value, "values", message.Or(known...))
	}
	return message.Message{}
}

// choices are the possible values of some attributes; accept may have several.
var choices = map[string][]string{
	"show": {"yes", "no"}, "teams": {"yes", "no"}, "solution": {"below", "back"}, "win": {"1", "2"},
	"system": {"auto", "round-robin", "swiss"}, "rules": {"codex", "ukrainian", "go"},
	"from": {"white", "black"}, "coordinates": diagram.Coordinates, "accept": slipCodes,
}

// slipCodes are the codes of faults in the games of a tournament. They repeat stats.SlipCodes,
// which this package may not import.
var slipCodes = []string{
	"near-names", "same-game", "two-results", "missing-game", "extra-game", "other-system", "other-round", "one-side", "no-name",
}

// listed splits the value of an attribute at spaces and commas.
func listed(value string) []string {
	return strings.FieldsFunc(value, func(c rune) bool { return c == ' ' || c == ',' })
}

// meantOr returns message id with the name nearest to a misspelled one as its argument "meant", or
// the message none if no name is near.
func meantOr(name string, names []string, none message.Message, id message.ID, args ...any) message.Message {
	if near := grammar.Nearest(name, names); near != "" {
		return message.Of(id, append(args, "meant", near)...)
	}
	return none
}

// place returns the offset of an attribute in the manuscript, or of the block if the attribute is
// absent.
func (f *fence) place(name string) int { return cmp.Or(f.places[name], f.at) }

// fence converts a fenced code block to a part of the book, or leaves it as code.
func (m *manuscript) fence(n *ast.FencedCodeBlock) []ast.Node {
	at := n.Pos()
	if n.Info != nil {
		at = n.Info.Segment.Start
	}
	switch {
	case m.isOpen(n):
		return m.failed(at, message.Of("book.open-fence"))
	case n.Info == nil:
		return []ast.Node{n}
	}
	info := string(n.Info.Segment.Value(m.book.source))
	name := info[:strings.IndexAny(info+" ", " \t")]
	if _, known := fences[name]; !known {
		return m.noFence(n, name, info)
	}
	f := &fence{name: name, values: map[string]string{}, places: map[string]int{}, at: at, body: linesOf(n, m.book.source)}
	f.line = m.lineOf(at) + 1
	for i := range n.Lines().Len() {
		if begin := n.Lines().At(i).Start; begin > m.begins[f.line+i-1] {
			m.indents[f.line+i] = begin - m.begins[f.line+i-1] // marks and spaces are one byte each
		}
	}
	if !m.attributes(f, info[len(name):], at+len(name)) || !m.agree(f) {
		return nil
	}
	return fences[name].nodes(m, f)
}

var letters = pattern(`\pL+`)

// noFence records a block whose name is misspelled or unknown as a fault. It returns any other
// block, such as code in a programming language, unchanged.
func (m *manuscript) noFence(n *ast.FencedCodeBlock, name, info string) []ast.Node {
	word := cmp.Or(letters().FindString(name), name)
	names := slices.Sorted(maps.Keys(fences))
	meant := grammar.Nearest(word, names)
	switch {
	case meant != "" && len(word) >= 4 && grammar.Distance(strings.ToLower(word), meant) <= 1:
		return m.failed(n.Info.Segment.Start, message.Of("book.meant-fence", "name", name, "meant", meant))
	case strings.Contains(info, "="), strings.ContainsFunc(name, func(r rune) bool { return r >= 0x80 && unicode.IsLetter(r) }):
		return m.failed(n.Info.Segment.Start, message.Of("book.no-fence", "name", name, "names", message.Or(names...)))
	}
	return []ast.Node{n}
}

// attribute matches a name and its value, which may be quoted.
var attribute = pattern(`^([^= \t"']*)=(?:"([^"]*)"|'([^']*)'|([^"' \t][^ \t]*)|(?:[ \t]|$))`)

// attributes reads the attributes in text, which begins at offset at of the manuscript. It
// records the first error as a fault and returns false.
func (m *manuscript) attributes(f *fence, text string, at int) bool {
	known := fences[f.name].attributes
	for {
		rest := strings.TrimLeft(text, " \t")
		at += len(text) - len(rest)
		if rest == "" {
			return true
		}
		found := attribute().FindStringSubmatch(rest)
		if found == nil {
			m.wrong(at, message.Of("book.bad-attribute", "text", rest))
			return false
		}
		key, value := found[1], found[2]+found[3]+found[4]
		said := message.Message{}
		switch _, twice := f.values[key]; {
		case !slices.Contains(known, key):
			none := message.Of("book.no-attribute", "fence", f.name, "name", key, "names", message.Or(known...))
			said = meantOr(key, known, none, "book.meant-attribute", "fence", f.name, "name", key)
		case twice:
			said = message.Of("book.attribute-twice", "name", key)
		case strings.TrimSpace(value) == "":
			said = message.Of("book.empty-attribute", "name", key)
		default:
			said = wrongValue(key, value)
		}
		if !said.IsZero() {
			m.wrong(at, said)
			return false
		}
		f.values[key], f.places[key] = value, at
		at, text = at+len(found[0]), rest[len(found[0]):]
	}
}

// variant returns the value of the attribute variant, or UnknownVariant if absent.
func (f *fence) variant() record.Variant { return record.VariantNamed(f.values["variant"]) }

func (m *manuscript) gameFence(f *fence) []ast.Node {
	if use, ok := f.values["use"]; ok {
		if g := m.games[use]; g != nil && g.Report.Variant == record.UnknownVariant {
			m.flow = flow{lost: true}
		} else if g != nil {
			m.flow.follow(g.Report)
		} else {
			m.wrong(f.place("use"), m.noGame(use))
		}
		return nil
	}
	number, _ := strconv.Atoi(cmp.Or(f.values["number"], "1")) // attributes has checked it
	defaultVariant := cmp.Or(f.variant(), m.Variant)
	var all []*replay.Report
	file, named := f.values["file"]
	switch {
	case named:
		var err error
		if all, err = m.gamesOf(file, defaultVariant); err != nil {
			return m.failed(f.place("file"), message.From(err))
		}
	case f.values["number"] != "":
		return m.failed(f.place("number"), message.Of("book.number-without-file", "number", number))
	case strings.TrimSpace(f.body) == "":
		return m.failed(f.at, message.Of("book.game-which"))
	default:
		if all = m.written(f, defaultVariant); len(all) > 1 { // the others would be lost
			m.fault(m.book.File, all[1].Game.Source.Line, 1, message.Of("book.several-games", "of", len(all)))
			return nil
		}
	}
	if number < 1 || number > len(all) {
		return m.failed(f.place("number"), message.Of("book.no-such-number", "file", file, "of", len(all), "n", number))
	}
	r := all[number-1]
	id := f.values["id"]
	sound := m.judge(r)
	lost := !m.played(f, r) || !sound && r.Variant == record.UnknownVariant
	if lost {
		m.flow = flow{lost: true}
	} else {
		m.flow.follow(r)
	}
	if lost || f.values["show"] == "no" {
		// Register the ID of an invalid game too, so that references to it are not faults.
		if m.named(id, f.place("id"), target{name: id, hidden: !lost}) {
			m.games[id] = &game{ID: id, Report: r}
		}
		return nil
	}
	g := m.game(r, id, false)
	g.Level = 2
	m.noted(g, f.place("id"))
	return []ast.Node{&part{name: "Game", content: g}}
}

// played reports whether the game is of the block's variant, if any; else it records a fault.
func (m *manuscript) played(f *fence, r *replay.Report) bool {
	v := f.variant()
	if v == record.UnknownVariant || v == r.Variant {
		return true
	}
	m.wrong(f.place("variant"), message.Of("book.other-variant", "name", v.String(), "found", r.Variant.String()))
	return false
}

// noGame returns the message that no game has an ID, with the one probably meant.
func (m *manuscript) noGame(id string) message.Message {
	none := message.Of("book.no-game-named", "id", id)
	if len(m.games) > maxNear || len(m.faults) > maxMeant {
		return none
	}
	return meantOr(id, slices.Sorted(maps.Keys(m.games)), none, "book.meant-game", "id", id)
}

// written returns the games in the text of a block, with places in the manuscript.
func (m *manuscript) written(f *fence, defaultVariant record.Variant) []*replay.Report {
	o := convert.Options{Variant: defaultVariant, Encoding: "utf-8", Jobs: 1}
	var all []*replay.Report
	in := convert.OpenReader(strings.NewReader(f.body), m.book.File, o)
	for r, err := range convert.Judge(context.Background(), in) {
		if errors.Is(err, convert.ErrNoGame) {
			break // gameFence reports that
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

func (m *manuscript) diagramFence(f *fence) []ast.Node {
	ply, _ := strconv.Atoi(cmp.Or(f.values["ply"], "-1")) // attributes has checked it
	report := m.flow.report
	if id, given := f.values["game"]; given {
		g := m.games[id]
		if g == nil {
			return m.failed(f.place("game"), m.noGame(id))
		}
		report = g.Report
	}
	_, own := f.values["variant"]
	lost := func() []ast.Node { // the fault of the game has been reported
		m.named(f.values["id"], f.place("id"), target{name: f.values["id"]})
		return nil
	}
	if !own && (report == nil && m.flow.lost || report != nil && report.Variant == record.UnknownVariant) {
		return lost()
	}
	caption, given := f.values["caption"]
	if report == nil || own || ply < 0 && strings.TrimSpace(f.body) != "" && f.values["game"] == "" { // not of a game
		p, ok := m.claimed(f, m.variantOf(f))
		if !ok {
			return nil
		}
		if !given {
			caption = m.turn(&p)
		}
		return m.addFigure(f, &p, figure{ID: f.values["id"], Caption: caption})
	}
	if ply < 0 {
		ply = len(report.Moves)
	}
	at, known := m.positions(report)[notation.Place{Ply: ply}]
	if !known && isLost(report) {
		return lost()
	}
	if !known {
		return m.failed(f.place("ply"), message.Of("book.no-ply", "n", ply, "of", len(report.Moves)))
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
	if !given {
		caption = m.moment(report, notation.Place{Ply: ply}, &at)
	} else if m.flow.report == report { // the caption refers to the game
		talked := m.flow
		begin := f.place("caption") + len(`caption="`)
		m.sentence(caption, func(at int, why message.Message) { m.wrong(begin+at, why) })
		m.flow = talked
	}
	return m.addFigure(f, &at.Position, figure{ID: f.values["id"], Caption: caption})
}

// variantOf returns the variant that a block names, else that of the current game, else the
// default.
func (m *manuscript) variantOf(f *fence) record.Variant {
	if m.flow.report != nil {
		return cmp.Or(f.variant(), m.flow.report.Variant)
	}
	return cmp.Or(f.variant(), m.Variant)
}

// first returns the first nonblank line of a block's body, trimmed, with its place.
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

// claimed parses the position in the first nonblank line of a block.
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
		if refused, ok := errors.AsType[*record.PositionError](err); ok && refused.Offset > 0 && refused.Offset < len(text) {
			column += utf8.RuneCountInString(text[:refused.Offset])
		}
		m.inBody(line, column, message.Of("book.no-position", "why", err))
		return p, false
	}
	return p, true
}

// inBody adds a fault at a place in a block's text.
func (m *manuscript) inBody(line, column int, what message.Message) {
	m.fault(m.book.File, line, column+m.indents[line], what)
}

// addFigure adds a figure, drawn as the attributes of its block require.
func (m *manuscript) addFigure(f *fence, p *record.Position, fig figure) []ast.Node {
	o := diagram.Options{Coordinates: f.values["coordinates"]}
	if f.values["from"] == "black" {
		o.From = record.Black
	}
	var err error
	fig.Size, _ = diagram.ParseLength(f.values["size"]) // attributes has checked it
	if o.Marks, err = diagram.ParseMarks(f.values["mark"], p.Variant.Board()); err != nil {
		return m.failed(f.place("mark"), message.Of("book.no-position", "why", message.Of("diagram.says", "why", err)))
	}
	figure := m.figure(p, fig, o)
	m.named(figure.ID, f.place("id"), target{name: m.book.name(figure), number: figure.Number})
	return []ast.Node{&part{name: "Figure", content: figure}}
}

// indexes are the kinds of indexes.
var indexes = []string{"players", "openings", "authors", "figures"}

func (m *manuscript) indexFence(f *fence) []ast.Node {
	of := f.values["of"]
	if of == "" {
		return m.failed(f.at, wrongValue("of", of))
	}
	title := m.book.say(indexTitles[of])
	x := &index{Bracketed: of == "openings"}
	m.later = append(m.later, func() { x.Entries = m.entries(of) })
	return []ast.Node{m.section(2, "index-"+of, title, f.at), &part{name: "Index", content: x}}
}

// apart are pairs of attributes of which the first makes the second meaningless.
var apart = [][2]string{
	{"use", "file"}, {"use", "number"}, {"use", "variant"}, {"use", "id"}, {"use", "show"}, {"game", "variant"},
}

// agree reports whether nothing of a block would be lost. An attribute that another makes
// meaningless, and text that is not read, are faults.
func (m *manuscript) agree(f *fence) bool {
	for _, pair := range apart {
		if f.values[pair[0]] != "" && f.values[pair[1]] != "" {
			m.wrong(f.place(pair[1]), message.Of("book.not-beside", "name", pair[1], "other", pair[0]))
			return false
		}
	}
	read := 0 // lines of the body that are read
	switch {
	case f.name == "position", f.name == "game" && f.values["file"] == "" && f.values["use"] == "":
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

// isOpen reports whether a fenced block is never closed. One without name and lines is not open.
func (m *manuscript) isOpen(n *ast.FencedCodeBlock) bool {
	rest := m.book.source[n.Pos():]
	if k := n.Lines().Len(); k > 0 {
		rest = m.book.source[min(n.Lines().At(k-1).Stop, len(m.book.source)):]
	} else if _, rest, _ = bytes.Cut(rest, []byte("\n")); n.Info == nil {
		return false
	}
	rest = bytes.TrimLeft(rest, " \t>")
	return !bytes.HasPrefix(rest, []byte("```")) && !bytes.HasPrefix(rest, []byte("~~~"))
}
