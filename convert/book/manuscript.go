package book

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// manuscript is a book that is being read, from a manuscript or from records alone.
type manuscript struct {
	Options
	book   *Book
	name   string // "" of records alone
	faults []Fault

	inHeading bool   // whose text is being read
	level     int    // of the last heading
	item      string // the number of the list's item that begins, with its point, else ""

	ids    map[string]*target // what has an ID
	next   map[string]int     // the number that makes an ID that is taken one of its own
	counts map[bool]int       // of figures, true for those of compositions
	games  map[string]*game   // by ID
	files  map[source][]*replay.Report
	tabled map[string]bool // files and events of which there is a table

	later   []func()      // what can only be done when all is read
	begins  []int         // the bytes at which the lines begin, but the first
	indents map[int]int   // the characters before the text of a block in a line
	words   grammar.Words // that compositions had so far

	flow   flow            // the moves that sentences talk about
	parser *grammar.Parser // of what sentences mention
	of     *replay.Report  // of which these are all positions
	known  map[notation.Place]notation.Reached

	solutions []ast.Node // that are printed at the end

	pictured int            // bytes of the pictures so far
	inNote   bool           // whether a footnote is being read
	defined  map[string]int // the bytes at which the footnotes begin, by label
}

// target is what can be referred to.
type target struct {
	line   int    // of the manuscript
	name   string // by which a reference without a text calls it
	number int    // of a game, a figure or a footnote
	hidden bool   // a game that is not printed
}

// source is a file of games, and the variant of those that do not say their own.
type source struct {
	name           string
	defaultVariant record.Variant
}

func newManuscript(name string, o Options) *manuscript {
	return &manuscript{
		Options: o, name: name, parser: grammar.NewParser(),
		book: &Book{File: name, Language: o.Language, notation: o.Notation, template: o.Template, root: ast.NewDocument()},
		ids:  map[string]*target{}, next: map[string]int{}, counts: map[bool]int{}, games: map[string]*game{}, files: map[source][]*replay.Report{}, tabled: map[string]bool{},
		indents: map[int]int{}, defined: map[string]int{},
	}
}

// Read makes a book of a manuscript in CommonMark with tables and footnotes. Lines such as
// "title: Шашки" between two lines "---" at its beginning say what it is called,
// who has written it (author), when (date), and in which language (language).
//
// Blocks of code whose first word is game, diagram, position, crosstable, rounds, games, bulletin
// or index are parts of the book; their attributes follow the word as NAME=VALUE, and
// "stolb help book" describes them.
//
// Code within a sentence that has the form of a move, `12. b2:h6`, is a move of
// the game that is talked about, or one that could have been made there; the next
// may go on from it. So is 12. b2:h6 without being code, with its number and in full,
// but not in headings. Links to #ID refer to figures, games and headings; without a
// text of their own they have the name of what they refer to.
//
// What would not be in the book is a fault: HTML, footnotes to which nothing refers, cells
// beyond a table's columns, bytes that are no text. Line ends are of any kind.
//
// The faults, in order of place, say why the book cannot be printed.
func Read(name string, source []byte, o Options) (*Book, []Fault) {
	m := newManuscript(name, o)
	m.readable(source)
	if !m.frontMatter() || !m.tame() {
		return m.book, m.faults
	}
	markdown := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Footnote), goldmark.WithParserOptions(parser.WithHeadingAttribute()))
	root := markdown.Parser().Parse(text.NewReader(m.book.source))
	m.book.root = root
	m.blocks(root)
	m.atBack()
	for _, f := range m.book.footnotes() {
		delete(m.defined, string(f.Ref))
	}
	for label, at := range m.defined {
		m.wrong(at, message.Of("book.idle-footnote", "label", label))
	}
	for _, do := range m.later {
		do()
	}
	slices.SortStableFunc(m.faults, func(a, b Fault) int {
		if (a.File == name) != (b.File == name) { // the manuscript's own first
			return map[bool]int{true: -1, false: 1}[a.File == name]
		}
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	// A fault of a game in a file is reported once, however often the file is named.
	m.faults = slices.CompactFunc(m.faults, func(a, b Fault) bool {
		return a.File == b.File && a.Line == b.Line && a.Column == b.Column && a.Message.In(m.Language) == b.Message.In(m.Language)
	})
	return m.book, m.faults
}

// maxStrange is how many bytes that are no text are reported: more of them are another encoding.
const maxStrange = 10

// readable takes a manuscript's text, with one kind of line ends, and reports what is no
// text in it: it would not be in the book.
func (m *manuscript) readable(source []byte) {
	source = bytes.TrimPrefix(source, []byte("\ufeff"))
	source = bytes.ReplaceAll(bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	m.book.source = make([]byte, 0, len(source))
	strange, reported := 0, 0 // how many such bytes, and in which line the last that was reported
	wrong := func(what message.Message) {
		if strange++; strange <= maxStrange && len(m.begins)+1 != reported {
			reported = len(m.begins) + 1
			m.wrong(len(m.book.source), what)
		}
	}
	for len(source) > 0 {
		r, n := utf8.DecodeRune(source)
		switch {
		case r == utf8.RuneError && n == 1:
			wrong(message.Of("book.no-text", "byte", fmt.Sprintf("%02X", source[0])))
		case r < ' ' && r != '\t' && r != '\n' || r == 0x7f:
			wrong(message.Of("book.control", "code", fmt.Sprintf("U+%04X", r)))
			r = utf8.RuneError
		case r == '\n':
			m.begins = append(m.begins, len(m.book.source)+1)
		}
		m.book.source, source = utf8.AppendRune(m.book.source, r), source[n:]
	}
}

// wrong notes a fault at a byte of the manuscript.
func (m *manuscript) wrong(at int, what message.Message) {
	at = min(max(at, 0), len(m.book.source))
	line, begin := m.lineOf(at), 0
	if line > 1 {
		begin = m.begins[line-2]
	}
	m.fault(m.name, line, utf8.RuneCount(m.book.source[begin:at])+1, what)
}

// failed notes the fault of a block, which becomes nothing.
func (m *manuscript) failed(at int, what message.Message) []ast.Node {
	m.wrong(at, what)
	return nil
}

// lineOf returns the line, from 1, that contains a byte.
func (m *manuscript) lineOf(at int) int {
	n, found := slices.BinarySearch(m.begins, at)
	if found {
		n++
	}
	return n + 1
}

// named gives an ID to the part of the book at a byte, unless the ID is empty. If another part
// has it already, it reports that and returns false.
func (m *manuscript) named(id string, at int, n target) bool {
	if before := m.ids[id]; before != nil {
		m.wrong(at, message.Of("book.twice", "id", id, "line", before.line))
		return false
	}
	if n.line = m.lineOf(at); id != "" {
		m.ids[id] = &n
	}
	return id != ""
}

// blocks makes the children of a node those of a book.
func (m *manuscript) blocks(parent ast.Node) {
	items := 0
	for n, next := parent.FirstChild(), ast.Node(nil); n != nil; n = next {
		next = n.NextSibling()
		switch n := n.(type) {
		case *ast.Heading:
			m.level = n.Level
			m.inHeading = true // where a number may be a chapter's
			m.inlines(n)
			m.inHeading = false
			name := m.book.textOf(n)
			if m.book.Title == "" && n.Level == 1 {
				m.book.Title = name
			}
			m.heading(n, name)
		case *ast.Paragraph, *ast.TextBlock:
			if image, ok := n.FirstChild().(*ast.Image); ok && image.NextSibling() == nil { // it is all
				replace(parent, n, m.picture(image))
			} else {
				m.inlines(n)
			}
		case *ast.Blockquote, *ast.List:
			m.blocks(n)
		case *ast.ListItem:
			if list, ok := parent.(*ast.List); ok && list.IsOrdered() {
				m.item = fmt.Sprintf("%d. ", list.Start+items)
			}
			items++
			m.blocks(n)
			m.item = ""
		case *ast.FencedCodeBlock:
			replace(parent, n, m.fence(n))
		case *tables.Table:
			m.cells(n)
		case *ast.HTMLBlock:
			if n.Lines().Len() > 0 && !comment([]byte(linesOf(n, m.book.source))) {
				m.wrong(n.Pos(), message.Of("book.no-html"))
			}
			parent.RemoveChild(parent, n)
		case *ast.LinkReferenceDefinition:
			parent.RemoveChild(parent, n)
		}
	}
	inRows(parent)
}

// heading names a heading by its {#id}, else by its text.
func (m *manuscript) heading(n *ast.Heading, name string) {
	id := idOf(n)
	for _, a := range n.Attributes() {
		if text := "{" + string(a.Name) + "}"; string(a.Name) != "id" {
			m.wrong(n.Pos(), message.Of("book.heading-attribute", "text", text))
		} else if said := wrongValue("id", id); !said.IsZero() {
			m.wrong(n.Pos(), said)
		}
	}
	n.RemoveAttributes()
	if id == "" {
		id = m.freeID(headingID(name))
	}
	n.SetAttributeString("id", []byte(id))
	m.named(id, n.Pos(), target{name: name})
}

// comment says whether HTML is a comment, which is not printed.
func comment(html []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(html), []byte("<!--")) }

func (m *manuscript) freeID(id string) string {
	free := id
	for m.ids[free] != nil {
		m.next[id]++
		free = fmt.Sprintf("%s-%d", id, m.next[id]+1)
	}
	return free
}

// cells makes the cells of a table those of a book, and reports what would be lost of it.
func (m *manuscript) cells(n *tables.Table) {
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		stop := -1 // of the last cell's text
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			m.inlines(cell)
			if lines := cell.Lines(); lines.Len() > 0 {
				stop = lines.At(lines.Len() - 1).Stop
			}
		}
		if stop >= 0 {
			rest, _, _ := bytes.Cut(m.book.source[stop:], []byte("\n"))
			if lost := bytes.Trim(rest, " \t|"); len(lost) > 0 {
				m.wrong(stop+bytes.Index(rest, lost), message.Of("book.no-column", "text", string(lost), "n", row.ChildCount()))
			}
		}
	}
}

// inlines makes the children of a node those of a book.
func (m *manuscript) inlines(parent ast.Node) {
	var all []ast.Node
	add := func(text string) {
		if n := len(all); n > 0 {
			if before, ok := all[n-1].(*ast.String); ok {
				before.Value = append(before.Value, text...)
				return
			}
		}
		if text != "" {
			all = append(all, plain(text))
		}
	}
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			raw := n.Segment.Value(m.book.source)
			m.unknownFootnotes(n.Segment)
			if !m.inHeading { // "3. c3-d4" at the beginning of a line is an item of a list
				begin := n.Segment.Start - len(m.item)
				m.sentence(m.item+string(raw), func(at int, why message.Message) { m.wrong(begin+at, why) })
			}
			m.item = ""
			for piece, isMove := range pieces(string(unescaped(raw))) {
				if isMove {
					all = append(all, &part{name: "Unbroken", content: unbroken{piece, "m"}})
				} else {
					add(piece)
				}
			}
			switch {
			case n.HardLineBreak():
				end := ast.NewTextSegment(text.NewSegment(0, 0))
				end.SetHardLineBreak(true)
				all = append(all, end)
			case n.SoftLineBreak():
				add(" ")
			}
		case *ast.CodeSpan:
			all = append(all, m.code(n))
		case *ast.Link:
			m.link(n)
			all = append(all, n)
		case *ast.RawHTML:
			if at := n.Segments.At(0); !comment(at.Value(m.book.source)) {
				m.wrong(at.Start, message.Of("book.no-html"))
			}
		case *ast.Image:
			m.wrong(n.Pos(), message.Of("book.picture-within"))
		case *tables.FootnoteLink:
			m.footnote(n)
			all = append(all, n)
		default:
			m.inlines(n)
			all = append(all, n)
		}
	}
	parent.RemoveChildren(parent)
	for _, n := range all {
		parent.AppendChild(parent, n)
	}
}

// footnote reads the footnote to which a reference leads: its moves are those of the game
// that is talked about there.
func (m *manuscript) footnote(n *tables.FootnoteLink) {
	if m.inHeading || m.inNote {
		m.wrong(n.Pos(), message.Of("book.footnote-here"))
		return
	}
	if n.RefIndex > 0 {
		return
	}
	f := m.book.footnotes()[n.Index-1]
	flow, item := m.flow, m.item
	m.inNote, m.item = true, ""
	for c := f.FirstChild(); c != nil; c = c.NextSibling() {
		if c.Type() == ast.TypeBlock && !ast.IsParagraph(c) {
			m.wrong(c.Pos(), message.Of("book.footnote-paragraphs"))
		}
	}
	m.blocks(f)
	m.inNote, m.flow, m.item = false, flow, item
	m.named(noteID(n.Index), n.Pos(), target{name: strconv.Itoa(n.Index), number: n.Index})
	m.named(referenceID(n.Index), n.Pos(), target{name: strconv.Itoa(n.Index)})
}

// noteID and referenceID are the IDs of a footnote and of the first reference to it.
func noteID(n int) string      { return fmt.Sprintf("note-%d", n) }
func referenceID(n int) string { return fmt.Sprintf("noteref-%d", n) }

// unknownFootnotes reports what begins in a text and has the form of a reference to a
// footnote, which none is.
func (m *manuscript) unknownFootnotes(in text.Segment) {
	line, _, _ := bytes.Cut(m.book.source[in.Start:], []byte("\n"))
	for _, found := range footnoteReference().FindAllSubmatchIndex(line, -1) {
		if begin := found[2]; begin < in.Len() {
			m.wrong(in.Start+begin, message.Of("book.unknown-footnote", "label", string(line[begin+2:found[3]-1])))
		}
	}
}

// gamesOf returns the judged games of a file, by its name in the manuscript.
func (m *manuscript) gamesOf(name string, defaultVariant record.Variant) ([]*replay.Report, error) {
	if all, ok := m.files[source{name, defaultVariant}]; ok {
		return all, nil
	}
	var all []*replay.Report
	err := m.Games(name, defaultVariant, func(r *replay.Report) error {
		if len(all) == MaxGames {
			return message.Of("book.too-many-games", "n", MaxGames)
		}
		all = append(all, r)
		return nil
	})
	if err == nil && len(all) == 0 {
		err = message.Of("book.no-game-in-it", "file", name)
	}
	if err != nil {
		return nil, err
	}
	m.files[source{name, defaultVariant}] = all
	return all, nil
}

// unescaped returns text without the backslashes and entities of CommonMark.
func unescaped(raw []byte) []byte {
	return util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(raw)))
}

// link makes a link one of a book: one to #ID is a reference, which must be to
// something, and others are to addresses.
func (m *manuscript) link(n *ast.Link) {
	n.Destination = unescaped(n.Destination)
	target, at := string(n.Destination), n.Pos()
	m.inlines(n)
	id, ok := strings.CutPrefix(target, "#")
	if !ok {
		scheme, _, found := strings.Cut(strings.ToLower(strings.TrimSpace(target)), ":")
		if !found || !slices.Contains([]string{"http", "https", "mailto"}, scheme) {
			m.later = append(m.later, func() {
				said := message.Of("book.no-address", "target", target)
				if to := m.ids[target]; to != nil && !to.hidden {
					said = message.Of("book.meant-reference", "id", target, "meant", target)
				}
				m.wrong(at, said)
			})
		}
		if !n.HasChildren() {
			n.AppendChild(n, plain(target))
		}
		return
	}
	if unescaped, err := url.PathUnescape(id); err == nil {
		id = unescaped
	}
	if n.Destination = []byte("#" + id); id == "" {
		m.wrong(at, message.Of("book.empty-reference"))
		return
	}
	name := plain("")
	if !n.HasChildren() {
		n.AppendChild(n, name)
	}
	m.later = append(m.later, func() {
		to := m.ids[id]
		if to == nil || to.hidden {
			m.wrong(at, m.noReference(id))
			return
		}
		name.Value = append(name.Value, to.name...)
		// "on [diagram #](#id)": the number, after a word that is inflected.
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if s, ok := c.(*ast.String); ok && s != name && to.number > 0 {
				text := strings.ReplaceAll(strings.ReplaceAll(string(s.Value), " #", "\u00a0#"), "#", strconv.Itoa(to.number))
				s.Value = []byte(text)
			}
		}
	})
}

// maxNear is among how many names that is looked for which was meant by a wrong one.
const maxNear = 1000

// noReference says that nothing has a name, and which was probably meant.
func (m *manuscript) noReference(id string) message.Message {
	if g := m.games[id]; g != nil {
		return message.Of("book.not-shown", "id", id)
	}
	none := message.Of("book.no-reference", "id", id)
	if len(m.ids) > maxNear {
		return none
	}
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(m.ids)), func(name string) bool {
		numbered := digits().ReplaceAllString(name, "") == digits().ReplaceAllString(id, "") && name != strings.ToLower(id)
		return numbered || m.ids[name].hidden
	})
	return meantOr(id, names, none, "book.meant-reference", "id", "#"+id)
}

// digits are in the names of what is numbered: figure-2 is no slip for figure-1.
var digits = pattern(`\p{Nd}+`)

// headWords are what the head of a manuscript can say.
var headWords = []string{"title", "subtitle", "author", "date", "publisher", "place", "isbn", "imprint", "language"}

// A head: what it begins with, which may stand below empty lines, what its lines look like,
// and what it ends with.
var (
	headBegins = pattern(`^\n*---[ \t]*\n`)
	headLine   = pattern(`^[ \t]*[\pL_-]+[ \t]*:`)
	headEnds   = pattern(`(?m)^---[ \t]*$`)
)

// frontMatter reads the head: the lines at the beginning that say what the book is
// called, and blanks them out, so that the text after them keeps its place. It
// says whether the head ends; if it does not, it is unknown what is text.
func (m *manuscript) frontMatter() bool {
	at := len(headBegins().Find(m.book.source))
	head := m.book.source[at:]
	likely, end := headLine().Match(head), headEnds().FindIndex(head)
	switch {
	case at == 0, !likely && (end == nil || m.book.source[0] == '\n'):
		return true // a line across the page, and no head
	case end == nil:
		m.wrong(bytes.IndexByte(m.book.source, '-'), message.Of("book.open-head", "end", "---"))
		return false
	}
	given := map[string]int{} // at which line
	for line := range bytes.Lines(head[:end[0]]) {
		m.headLine(strings.TrimRight(string(line), "\n"), at, given)
		at += len(line)
	}
	for i, c := range m.book.source[:at+end[1]-end[0]] {
		if c != '\n' {
			m.book.source[i] = ' '
		}
	}
	return true
}

// headLine reads a line of the head that begins at a byte.
func (m *manuscript) headLine(text string, at int, given map[string]int) {
	at += len(text) - len(strings.TrimLeft(text, " \t"))
	if text = strings.TrimSpace(text); text == "" || text[0] == '#' {
		return
	}
	key, value, found := strings.Cut(text, ":")
	place := at + len(key) + 1 + len(value) - len(strings.TrimLeft(value, " \t")) // of the value
	if key = strings.ToLower(strings.TrimSpace(key)); key == "lang" {
		key = "language"
	}
	value = strings.TrimSpace(value)
	if n := len(value); n > 1 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
		value = value[1 : n-1]
	}
	switch {
	case !found:
		m.wrong(at, message.Of("book.bad-head", "text", text, "names", message.Or(headWords...)))
		return
	case !slices.Contains(headWords, key):
		none := message.Of("book.no-head", "name", key, "names", message.Or(headWords...))
		m.wrong(at, meantOr(key, headWords, none, "book.meant-head", "name", key))
		return
	case given[key] > 0:
		m.wrong(at, message.Of("book.head-twice", "name", key, "line", given[key]))
		return
	}
	given[key] = m.lineOf(at)
	if said := map[string]*string{
		"title": &m.book.Title, "subtitle": &m.book.Subtitle, "author": &m.book.Author, "date": &m.book.Date,
		"publisher": &m.book.Publisher, "place": &m.book.Place, "isbn": &m.book.ISBN, "imprint": &m.book.Imprint,
	}[key]; said != nil {
		*said = value
	} else if l, err := message.ParseLanguage(value); err != nil {
		m.wrong(place, message.From(err))
	} else {
		m.book.Language, m.Language = l, l
	}
}

// Limits of a manuscript's marks. What reads CommonMark takes the square of their
// number for a paragraph, and of the depth for quotations and lists.
const (
	maxMarks = 2000 // brackets, stars, underscores and the like in a paragraph, an item or a row
	maxDepth = 50   // quotations and lists within each other that one line begins
)

// How a footnote begins, and what refers to one.
var (
	footnoteBegins    = pattern(`^\[\^([^\]]*)\]:`)
	footnoteReference = pattern(`(?:^|[^\\])(\[\^[^\]\s]+\])`)
)

// tame says whether no paragraph has more marks than the limits, and reports the first that does.
func (m *manuscript) tame() bool {
	marks, at := 0, 0
	fence := ""
	for line := range bytes.Lines(m.book.source) {
		here := at
		at += len(line)
		text := bytes.TrimLeft(line, " \t")
		opens := bytes.HasPrefix(text, []byte("~~~")) || bytes.HasPrefix(text, []byte("```")) && !bytes.Contains(bytes.TrimLeft(text, "`"), []byte("`"))
		if fence != "" || opens {
			switch {
			case fence == "":
				fence = string(text[:3])
			case bytes.HasPrefix(text, []byte(fence)):
				fence = ""
			}
			marks = 0
			continue
		}
		inside := bytes.TrimLeft(line, "> \t-+*0123456789.)")
		begun := line[:len(line)-len(inside)]
		if found := footnoteBegins().FindSubmatch(inside); found != nil {
			at, label := here+len(begun), string(found[1])
			if before, twice := m.defined[label]; twice {
				m.wrong(at, message.Of("book.twice", "id", "^"+label, "line", m.lineOf(before)))
			}
			m.defined[label] = at
		}
		if n := bytes.Count(begun, []byte(">")) + len(bytes.Fields(begun)); n > maxDepth {
			m.wrong(here, message.Of("book.too-deep", "n", maxDepth))
			return false
		}
		if len(bytes.TrimSpace(line)) == 0 || len(begun) > 0 || text[0] == '|' {
			marks = 0
		}
		for i, c := range inside {
			if c < 0x80 && strings.IndexByte("[]*_<`!", c) >= 0 {
				if marks++; marks > maxMarks {
					m.wrong(here+len(begun)+i, message.Of("book.too-many-marks", "n", maxMarks))
					return false
				}
			}
		}
	}
	return true
}

// headingID makes an ID of a heading's text: its letters and digits, of any script,
// with hyphens for spaces.
func headingID(text string) string {
	id := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		case unicode.IsSpace(r):
			return '-'
		}
		return -1
	}, strings.TrimSpace(text))
	if id == "" || !unicode.IsLetter([]rune(id)[0]) {
		id = strings.TrimSuffix("heading-"+id, "-")
	}
	return id
}
