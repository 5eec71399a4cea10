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

// manuscript is the state of reading a book, from a manuscript or from game records.
type manuscript struct {
	Options
	book   *Book
	faults []Fault

	inHeading bool   // reading the text of a heading
	level     int    // of the last heading
	item      string // "3. " at the beginning of the third item of an ordered list, else ""

	ids    map[string]*target // targets of references, by ID
	next   map[string]int     // suffixes that make duplicate IDs unique, see freeID
	counts map[bool]int       // figures so far; true for compositions
	games  map[string]*game   // by ID
	files  map[source][]*replay.Report
	tabled map[string]bool // files and events that have a crosstable

	later   []func()      // to run once the whole manuscript has been read
	begins  []int         // offsets of the lines
	indents map[int]int   // by line of a block: the characters before its text
	words   grammar.Words // words of the compositions so far

	flow   flow            // the moves that sentences refer to
	parser *grammar.Parser // of moves in sentences
	of     *replay.Report  // the game whose positions known holds
	known  map[notation.Place]notation.Reached

	solutions []ast.Node // to be printed at the end

	pictured int            // bytes of the pictures so far
	inNote   bool           // reading a footnote
	defined  map[string]int // offsets of the footnotes, by label; those in use are removed
	exceeded bool           // a limit of the markup
}

// target is the target of a reference.
type target struct {
	line   int    // of the manuscript
	name   string // the text of a reference that has none
	number int    // of a game, a figure or a footnote
	hidden bool   // a game that is not printed
}

// source is a file of games, and the variant of the games that state none.
type source struct {
	name           string
	defaultVariant record.Variant
}

func newManuscript(name string, o Options) *manuscript {
	if o.Games == nil {
		o.Games = func(string, record.Variant, func(*replay.Report) error) error { return errNil }
	}
	if o.Crosstable == nil {
		o.Crosstable = func(map[string]string, []*replay.Report, message.Language) (*Crosstable, error) { return nil, errNil }
	}
	return &manuscript{
		Options: o, parser: grammar.NewParser(), begins: []int{0},
		book: &Book{File: name, Language: o.Language, notation: o.Notation, template: o.Template, root: ast.NewDocument()},
		ids:  map[string]*target{}, next: map[string]int{}, counts: map[bool]int{}, games: map[string]*game{}, files: map[source][]*replay.Report{}, tabled: map[string]bool{},
		indents: map[int]int{}, defined: map[string]int{},
	}
}

// Read makes a book from a manuscript in CommonMark with tables and footnotes. Front matter, lines
// such as "title: Шашки" between two lines "---" at the beginning, gives the title, author, date,
// language and so on.
//
// Fenced code blocks whose first word is game, diagram, position, crosstable, rounds, games,
// bulletin or index are parts of the book. Attributes follow the word as NAME=VALUE;
// "stolb help book" describes them.
//
// A code span in the form of a move, `12. b2:h6`, is played as a move of the current game, or as an
// alternative to one; the next may continue from it. So is 12. b2:h6 in plain text, if it has its
// number and is written in full, except in headings. Links to #ID refer to figures, games and
// headings; a link without text gets the name of its target.
//
// Anything that the book would lose is a fault: HTML, footnotes without a reference, cells
// beyond a table's columns, invalid UTF-8 and control characters. Line ends may be of any kind.
//
// If there are faults, which are sorted by place, the book lacks what they concern and should not
// be written.
func Read(name string, source []byte, o Options) (*Book, []Fault) {
	m := newManuscript(name, o)
	m.readable(source)
	if !m.frontMatter() {
		return m.book, m.faults
	}
	if at := tooDeep().FindIndex(m.book.source); at != nil {
		m.wrong(at[0], message.Of("book.too-deep", "n", maxDepth))
		return m.book, m.faults
	}
	marks := &marks{manuscript: m}
	notes := footnoteParser{extension.NewFootnoteBlockParser(), m}
	markdown := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Footnote),
		goldmark.WithParserOptions(parser.WithHeadingAttribute(),
			parser.WithBlockParsers(util.Prioritized(notes, 0)), // before the extension's
			parser.WithInlineParsers(util.Prioritized(marks, 0))))
	root := markdown.Parser().Parse(text.NewReader(m.book.source))
	if m.exceeded {
		return m.book, m.faults
	}
	m.book.root = root
	if list, ok := root.LastChild().(*tables.FootnoteList); ok {
		m.book.notes = childrenOf(list)
	}
	m.blocks(root)
	m.atBack()
	for _, f := range m.book.notes {
		delete(m.defined, string(f.(*tables.Footnote).Ref))
	}
	inOrder := func(a, b string) int { return cmp.Compare(m.defined[a], m.defined[b]) }
	for _, label := range slices.SortedFunc(maps.Keys(m.defined), inOrder) {
		m.wrong(m.defined[label], message.Of("book.idle-footnote", "label", label))
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
	// A fault of a game in a file is reported once, even if the file is named repeatedly.
	m.faults = slices.CompactFunc(m.faults, func(a, b Fault) bool {
		return a.File == b.File && a.Line == b.Line && a.Column == b.Column && a.Message.In(m.Language) == b.Message.In(m.Language)
	})
	return m.book, m.faults
}

// maxStrange limits the reports of bytes that are not text: many of them mean another encoding.
const maxStrange = 10

// readable stores the manuscript's text with line ends normalized to "\n", and records invalid
// UTF-8 and control characters as faults, for the book could not print them.
func (m *manuscript) readable(source []byte) {
	source = bytes.TrimPrefix(source, []byte("\ufeff"))
	source = bytes.ReplaceAll(bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	m.book.source = make([]byte, 0, len(source))
	strange, reported := 0, 0 // the number of such bytes, and the line of the last report
	wrong := func(what message.Message) {
		if strange++; strange <= maxStrange && len(m.begins) != reported {
			reported = len(m.begins)
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

// wrong adds a fault at a byte offset of the manuscript.
func (m *manuscript) wrong(at int, what message.Message) {
	at = min(max(at, 0), len(m.book.source))
	line := m.lineOf(at)
	m.fault(m.book.File, line, utf8.RuneCount(m.book.source[m.begins[line-1]:at])+1, what)
}

// failed adds a fault of a block, and returns no nodes in its place.
func (m *manuscript) failed(at int, what message.Message) []ast.Node {
	m.wrong(at, what)
	return nil
}

// lineOf returns the line, from 1, that contains the byte at an offset.
func (m *manuscript) lineOf(at int) int {
	n, _ := slices.BinarySearch(m.begins, max(at, 0)+1)
	return n
}

// named registers the ID of the part of the book at a byte offset, and reports whether it did: an
// empty ID is ignored, and one that is taken is a fault.
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

// blocks converts the block children of a node to those of a book.
func (m *manuscript) blocks(parent ast.Node) {
	items := 0
	for n, next := parent.FirstChild(), ast.Node(nil); n != nil; n = next {
		next = n.NextSibling()
		switch n := n.(type) {
		case *ast.Heading:
			m.level = n.Level
			m.inHeading = true // where numbers may be those of chapters
			m.inlines(n)
			m.inHeading = false
			name := m.book.textOf(n)
			if m.book.Title == "" && n.Level == 1 {
				m.book.Title = name
			}
			m.heading(n, name)
		case *ast.Paragraph, *ast.TextBlock:
			if image, ok := n.FirstChild().(*ast.Image); ok && image.NextSibling() == nil { // nothing else
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

// heading gives a heading its ID: that of its {#id}, else one made from its text.
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

// comment reports whether HTML is a comment, which is not printed.
func comment(html []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(html), []byte("<!--")) }

func (m *manuscript) freeID(id string) string {
	free := id
	for m.ids[free] != nil {
		m.next[id]++
		free = fmt.Sprintf("%s-%d", id, m.next[id]+1)
	}
	return free
}

// cells converts the cells of a table, and records text beyond the last column as a fault.
func (m *manuscript) cells(n *tables.Table) {
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		stop := -1 // end of the last cell's text
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

// inlines converts the inline children of a node to those of a book.
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
			for next := n.NextSibling(); next != nil && n.Merge(next, m.book.source); next = n.NextSibling() {
				parent.RemoveChild(parent, next) // goldmark begins another after "!"
			}
			raw := n.Segment.Value(m.book.source)
			m.unknownFootnotes(n.Segment)
			if !m.inHeading { // CommonMark takes "3. c3-d4" at the beginning of a line for a list item
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

// footnote reads the footnote of a reference. Its moves are played in the game that is current at
// the reference.
func (m *manuscript) footnote(n *tables.FootnoteLink) {
	if m.inHeading || m.inNote {
		m.wrong(n.Pos(), message.Of("book.footnote-here"))
		return
	}
	if n.RefIndex > 0 {
		return
	}
	f := m.book.notes[n.Index-1]
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

// noteID and referenceID return the IDs of a footnote and of the first reference to it.
func noteID(n int) string      { return fmt.Sprintf("note-%d", n) }
func referenceID(n int) string { return fmt.Sprintf("noteref-%d", n) }

// unknownFootnotes records references to footnotes that do not exist, which CommonMark leaves as
// text.
func (m *manuscript) unknownFootnotes(in text.Segment) {
	line, _, _ := bytes.Cut(m.book.source[in.Start:], []byte("\n"))
	for _, found := range footnoteReference().FindAllSubmatchIndex(line, -1) {
		if begin := found[2]; begin < in.Len() {
			m.wrong(in.Start+begin, message.Of("book.unknown-footnote", "label", string(line[begin+2:found[3]-1])))
		}
	}
}

// gamesOf returns the judged games of a file, given its name in the manuscript.
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

// link converts a link. A link to #ID is a reference, whose target must exist; any other must
// have an address with a scheme of http, https or mailto.
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
		// "on [diagram #](#id)": replace # by the number, so that the author can inflect the word.
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if s, ok := c.(*ast.String); ok && s != name && to.number > 0 {
				text := strings.ReplaceAll(strings.ReplaceAll(string(s.Value), " #", "\u00a0#"), "#", strconv.Itoa(to.number))
				s.Value = []byte(text)
			}
		}
	})
}

// Limits above which no suggestion is made for a misspelled ID.
const (
	maxNear  = 1000 // IDs
	maxMeant = 100  // faults so far
)

// noReference returns the message that an ID does not exist, with the one probably meant.
func (m *manuscript) noReference(id string) message.Message {
	if g := m.games[id]; g != nil {
		return message.Of("book.not-shown", "id", id)
	}
	none := message.Of("book.no-reference", "id", id)
	if len(m.ids) > maxNear || len(m.faults) > maxMeant {
		return none
	}
	unnumbered := digits().ReplaceAllString(id, "")
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(m.ids)), func(name string) bool {
		numbered := digits().ReplaceAllString(name, "") == unnumbered && name != strings.ToLower(id)
		return numbered || m.ids[name].hidden
	})
	return meantOr(id, names, none, "book.meant-reference", "id", "#"+id)
}

// digits matches the numbers of IDs: figure-2 is not a misspelling of figure-1.
var digits = pattern(`\p{Nd}+`)

// headWords are the keys of a manuscript's front matter.
var headWords = []string{"title", "subtitle", "author", "date", "publisher", "place", "isbn", "imprint", "language"}

// The front matter: its beginning, perhaps after empty lines; the beginning of one of its lines;
// and its end.
var (
	headBegins = pattern(`^\n*---[ \t]*\n`)
	headLine   = pattern(`^[ \t]*[\pL_-]+[ \t]*:`)
	headEnds   = pattern(`(?m)^---[ \t]*$`)
)

// frontMatter reads the front matter and overwrites it with spaces, so that the text after it
// keeps its offsets. It returns false if the front matter has no end, for then it is unknown
// where the text begins.
func (m *manuscript) frontMatter() bool {
	at := len(headBegins().Find(m.book.source))
	head := m.book.source[at:]
	likely, end := headLine().Match(head), headEnds().FindIndex(head)
	switch {
	case at == 0, !likely && (end == nil || m.book.source[0] == '\n'):
		return true // a thematic break rather than front matter
	case end == nil:
		m.wrong(bytes.IndexByte(m.book.source, '-'), message.Of("book.open-head", "end", "---"))
		return false
	}
	given := map[string]int{} // the line of each key
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

// headLine reads a line of the front matter that begins at offset at.
func (m *manuscript) headLine(text string, at int, given map[string]int) {
	at += len(text) - len(strings.TrimLeft(text, " \t"))
	if text = strings.TrimSpace(text); text == "" || text[0] == '#' {
		return
	}
	key, value, found := strings.Cut(text, ":")
	place := at + len(key) + 1 + len(value) - len(strings.TrimLeft(value, " \t")) // offset of the value
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

// Limits of a manuscript's markup. The CommonMark parser takes time quadratic in the number of
// delimiters of a paragraph, in the depth of nested quotations and lists, and in the number of
// footnotes.
const (
	maxMarks = 2000 // brackets, asterisks, underscores and the like in a paragraph, item or cell
	maxDepth = 50   // nested quotations and lists that one line begins
	maxNotes = 5000 // footnotes
)

// The beginning of a line that exceeds maxDepth, and a reference to a footnote.
var (
	tooDeep = pattern(fmt.Sprintf(`(?m)^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$))){%d}`, maxDepth+1))

	footnoteReference = pattern(`(?:^|[^\\])(\[\^[^\]\s]+\])`)
)

// marks is an inline parser that leaves everything to the others, until a block exceeds maxMarks:
// it records a fault, and takes the marks from there on for text.
type marks struct {
	*manuscript
	block ast.Node // the last one
	n     int      // its marks so far
}

func (*marks) Trigger() []byte { return []byte("[]*_<`!") }

func (k *marks) Parse(block ast.Node, in text.Reader, _ parser.Context) ast.Node {
	if block != k.block {
		k.block, k.n = block, 0
	}
	line, at := in.PeekLine()
	run := 1
	if line[0] == '*' || line[0] == '_' {
		run = len(line) - len(bytes.TrimLeft(line, string(line[:1])))
	}
	if k.n += run; k.n <= maxMarks {
		return nil
	}
	if !k.exceeded {
		k.wrong(at.Start, message.Of("book.too-many-marks", "n", maxMarks))
	}
	k.exceeded = true
	in.Advance(run)
	return ast.NewTextSegment(at.WithStop(at.Start + run))
}

// footnoteParser records where footnotes are, and those defined twice as faults.
type footnoteParser struct {
	parser.BlockParser
	*manuscript
}

func (f footnoteParser) Close(n ast.Node, in text.Reader, c parser.Context) {
	if len(f.defined) == maxNotes {
		if !f.exceeded {
			f.wrong(n.Pos(), message.Of("book.too-many-footnotes", "n", maxNotes))
		}
		f.exceeded = true
		return
	}
	label := string(n.(*tables.Footnote).Ref)
	if before, twice := f.defined[label]; twice {
		f.wrong(n.Pos(), message.Of("book.twice", "id", "^"+label, "line", f.lineOf(before)))
	}
	f.defined[label] = n.Pos()
	f.BlockParser.Close(n, in, c)
}

// headingID makes an ID from a heading's text: its letters in lower case and digits, of any
// script, with hyphens for spaces.
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
