package book

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/stolb/stolb/convert/internal/records"
	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// manuscript is a manuscript that is being read.
type manuscript struct {
	*builder
	name   string
	source []byte // with the front matter blanked out

	inHeading bool   // whose text is being read
	item      string // the number of the list's item that begins, with its point, else ""

	flow   flow           // the moves that sentences talk about
	later  []func()       // what can only be done when all is read
	lines  map[string]int // of each ID
	next   map[string]int // the number that makes an ID that is taken one of its own
	begins []int          // the bytes at which the lines begin, but the first
	words  word.Table     // that compositions had so far

	parsers map[record.Variant]*records.Parser // of what sentences mention
}

// Read makes a book of a manuscript in CommonMark with tables. Lines such as
// "title: Шашки" between two lines "---" at its beginning say what it is called,
// who has written it (author), when (date), and in which language (language).
//
// Blocks of code whose first word is one of these are parts of the book; what
// they have is written behind it as NAME=VALUE:
//
//	game      a game: file=, number= in the file, or the game itself below; id=;
//	          variant= where it does not say its own;
//	          show=no for one that sentences talk about and is not printed;
//	          use=ID for talking about an earlier one again
//	diagram   a diagram: game=ID (else the game that is talked about) and ply=; below
//	          it may have the position that it is to show. Or that position alone
//	          with variant=. id=, caption=, from=white|black, mark=
//	position  a composition: variant=, author=, year=, source=, task=, id=; below, the
//	          position in one line, and the solution in abbreviated notation (Ukrainian
//	          rules VI.7.4.1-6) or as a game is written; number, author and source may
//	          stand above the position, the task beneath it. Its number is that of its
//	          diagram
//	crosstable  the table of a tournament: file=, event=, variant=
//	rounds    its results round by round: file=, event=
//	games     its games: file=, event=
//	bulletin  table, rounds and games: file=, event=
//	index     of=players|openings|authors|figures
//
// Code within a sentence that has the form of a move, `12. b2:h6`, is a move of
// the game that is talked about, or one that could have been made there; the next
// may go on from it. So is 12. b2:h6 without being code, with its number and in full,
// but not in headings. Links to #ID refer to figures, games and headings; without a
// text of their own they have the name of what they refer to.
//
// What would not be in the book is a fault: HTML, pictures, footnotes, cells beyond a
// table's columns, bytes that are no text. Line ends are of any kind.
//
// The faults, in order of place, say why the book cannot be printed.
func Read(name string, source []byte, o Options) (*Book, []Fault) {
	m := &manuscript{builder: newBuilder(o), name: name, parsers: map[record.Variant]*records.Parser{}, lines: map[string]int{}, next: map[string]int{}}
	m.book.File = name
	m.readable(source)
	if !m.frontMatter() {
		return m.book, m.faults
	}
	if !m.tame() {
		return m.book, m.faults
	}
	markdown := goldmark.New(goldmark.WithExtensions(extension.Table))
	root := markdown.Parser().Parse(text.NewReader(m.source))
	m.book.Blocks = m.blocks(root)
	for _, do := range m.later {
		do()
	}
	slices.SortStableFunc(m.faults, func(a, b Fault) int {
		if (a.File == name) != (b.File == name) { // the manuscript's own first
			return map[bool]int{true: -1, false: 1}[a.File == name]
		}
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	// What is wrong with a game of a file is told once, wherever that is named.
	m.faults = slices.CompactFunc(m.faults, func(a, b Fault) bool {
		return a.File == b.File && a.Line == b.Line && a.Column == b.Column && a.Message.In(m.Language) == b.Message.In(m.Language)
	})
	return m.book, m.faults
}

// maxStrange is how many bytes that are no text are told: more of them are another
// encoding.
const maxStrange = 10

// readable takes a manuscript's text, with one kind of line ends, and tells what is no
// text in it: it would not be in the book.
func (m *manuscript) readable(source []byte) {
	source = bytes.TrimPrefix(source, []byte("\ufeff"))
	type place struct {
		at   int
		what message.Message
	}
	var strange []place
	m.source = make([]byte, 0, len(source))
	for len(source) > 0 {
		plain := bytes.IndexFunc(source, func(r rune) bool { return r < ' ' && r != '\t' && r != '\n' || r == 0x7f || r == utf8.RuneError })
		if plain < 0 {
			plain = len(source)
		}
		m.source, source = append(m.source, source[:plain]...), source[plain:]
		if len(source) == 0 {
			break
		}
		r, n := utf8.DecodeRune(source)
		what := message.Message{}
		switch {
		case r == '\r': // alone, or of a pair
			if m.source, source = append(m.source, '\n'), source[1:]; len(source) > 0 && source[0] == '\n' {
				source = source[1:]
			}
			continue
		case r == utf8.RuneError && n == 1:
			what = message.Of("book.no-text", "byte", fmt.Sprintf("%02X", source[0]))
		case r != utf8.RuneError:
			what = message.Of("book.control", "code", fmt.Sprintf("U+%04X", r))
		}
		if !what.IsZero() && len(strange) < maxStrange {
			strange = append(strange, place{len(m.source), what})
		}
		m.source, source = utf8.AppendRune(m.source, utf8.RuneError), source[n:]
	}
	for i, c := range m.source {
		if c == '\n' {
			m.begins = append(m.begins, i+1)
		}
	}
	told := 0 // in which line
	for _, s := range strange {
		if line := m.lineOf(s.at); line != told {
			m.wrong(s.at, s.what)
			told = line
		}
	}
}

// wrong notes a fault at a byte of the manuscript.
func (m *manuscript) wrong(at int, what message.Message) {
	if len(m.faults) >= MaxFaults {
		return
	}
	at = min(max(at, 0), len(m.source))
	line, begin := m.lineOf(at), 0
	if line > 1 {
		begin = m.begins[line-2]
	}
	m.fault(m.name, line, utf8.RuneCount(m.source[begin:at])+1, what)
}

// lineOf returns the line, from 1, in which a byte stands.
func (m *manuscript) lineOf(at int) int {
	n, found := slices.BinarySearch(m.begins, at)
	if found {
		n++
	}
	return n + 1
}

// start returns the byte at which a block begins.
func start(n ast.Node) int {
	if n.Type() == ast.TypeBlock {
		if f, ok := n.(*ast.FencedCodeBlock); ok && f.Info != nil {
			return f.Info.Segment.Start
		}
		if lines := n.Lines(); lines != nil && lines.Len() > 0 {
			return lines.At(0).Start
		}
	}
	if t, ok := n.(*ast.Text); ok {
		return t.Segment.Start
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if at := start(c); at >= 0 {
			return at
		}
	}
	return -1
}

// named notes what has an ID.
func (m *manuscript) named(id string, at int, name string) {
	if id != "" && m.taken(id, at) {
		m.ids[id] = Target{id, name}
	}
}

// taken gives an ID to what stands at a byte; false where something has it already,
// which is told.
func (m *manuscript) taken(id string, at int) bool {
	if before, known := m.lines[id]; known {
		m.wrong(at, message.Of("book.twice", "id", id, "line", before))
		return false
	}
	m.lines[id] = m.lineOf(at)
	return true
}

// blocks returns what the children of a node are.
func (m *manuscript) blocks(parent ast.Node) []Block {
	var all []Block
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			m.inHeading = true // where a number may be a chapter's
			inlines := m.inlines(n)
			m.inHeading = false
			name := textOf(inlines)
			if m.book.Title == "" && n.Level == 1 {
				m.book.Title = name
			}
			id := m.freeID(headingID(name))
			m.named(id, start(n), name)
			all = append(all, Block{Kind: Heading, Level: n.Level, ID: id, Inlines: inlines})
		case *ast.Paragraph, *ast.TextBlock:
			all = append(all, Block{Kind: Paragraph, Inlines: m.inlines(n)})
		case *ast.Blockquote:
			all = append(all, Block{Kind: Quote, Blocks: m.blocks(n)})
		case *ast.List:
			all = append(all, Block{Kind: List, Ordered: n.IsOrdered(), First: n.Start, Blocks: m.blocks(n)})
		case *ast.ListItem:
			if list, ok := parent.(*ast.List); ok && list.IsOrdered() {
				m.item = fmt.Sprintf("%d. ", list.Start+len(all))
			}
			all = append(all, Block{Kind: Item, Blocks: m.blocks(n)})
			m.item = ""
		case *ast.ThematicBreak:
			all = append(all, Block{Kind: Rule})
		case *ast.FencedCodeBlock:
			all = append(all, m.fence(n)...)
		case *ast.CodeBlock:
			all = append(all, Block{Kind: Code, Text: m.text(n)})
		case *tables.Table:
			all = append(all, m.table(n))
		case *ast.HTMLBlock:
			if n.Lines().Len() > 0 && !comment([]byte(m.text(n))) {
				m.wrong(start(n), message.Of("book.no-html"))
			}
		}
	}
	return all
}

// comment says whether HTML is a comment, which is not printed.
func comment(html []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(html), []byte("<!--")) }

// freeID returns an ID that nothing has yet.
func (m *manuscript) freeID(id string) string {
	free := id
	for {
		if _, taken := m.lines[free]; !taken {
			return free
		}
		m.next[id]++
		free = fmt.Sprintf("%s-%d", id, m.next[id]+1)
	}
}

func (m *manuscript) table(n *tables.Table) Block {
	var rows [][][]Inline
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells [][]Inline
		stop := -1 // of the last cell's text
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, m.inlines(cell))
			if lines := cell.Lines(); lines.Len() > 0 {
				stop = lines.At(lines.Len() - 1).Stop
			}
		}
		if stop >= 0 {
			behind, _, _ := bytes.Cut(m.source[stop:], []byte("\n"))
			if lost := bytes.Trim(behind, " \t|"); len(lost) > 0 {
				m.wrong(stop+bytes.Index(behind, lost), message.Of("book.no-column", "text", string(lost), "n", len(cells)))
			}
		}
		rows = append(rows, cells)
	}
	return Block{Kind: TableOf, Rows: rows}
}

// text returns the lines of a block.
func (m *manuscript) text(n ast.Node) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.Write(line.Value(m.source))
	}
	return b.String()
}

// inlines returns what the children of a node are.
func (m *manuscript) inlines(parent ast.Node) []Inline {
	var all []Inline
	add := func(text string) {
		if n := len(all); n > 0 && all[n-1].Kind == Plain {
			all[n-1].Text += text
		} else if text != "" {
			all = append(all, Inline{Kind: Plain, Text: text})
		}
	}
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			raw := n.Segment.Value(m.source)
			if !m.inHeading { // "3. c3-d4" at the beginning of a line is an item of a list
				m.sentence(n.Segment.Start-len(m.item), m.item+string(raw))
			}
			m.item = ""
			add(string(unescaped(raw)))
			switch {
			case n.HardLineBreak():
				all = append(all, Inline{Kind: Break})
			case n.SoftLineBreak():
				add(" ")
			}
		case *ast.String:
			add(string(n.Value))
		case *ast.Emphasis:
			kind := Emphasis
			if n.Level > 1 {
				kind = Strong
			}
			all = append(all, Inline{Kind: kind, Inlines: m.inlines(n)})
		case *ast.CodeSpan:
			all = append(all, m.code(n))
		case *ast.Link:
			all = append(all, m.link(n))
		case *ast.AutoLink:
			address := string(n.URL(m.source))
			target := address
			if n.AutoLinkType == ast.AutoLinkEmail {
				target = "mailto:" + address
			}
			all = append(all, Inline{Kind: Link, Target: target, Inlines: plain(address)})
		case *ast.RawHTML:
			if at := n.Segments.At(0); !comment(at.Value(m.source)) {
				m.wrong(at.Start, message.Of("book.no-html"))
			}
		case *ast.Image:
			at := m.linkStart(n)
			if start(n) >= 0 { // else it is behind what stands before it
				at--
			}
			m.wrong(at, message.Of("book.no-picture"))
		default:
			all = append(all, m.inlines(n)...)
		}
	}
	return all
}

// textOf returns the text of inlines.
func textOf(inlines []Inline) string {
	var b strings.Builder
	for i := range inlines {
		b.WriteString(inlines[i].Text)
		b.WriteString(textOf(inlines[i].Inlines))
	}
	return b.String()
}

// gamesOf returns the judged games of a file, as it is named in the manuscript.
func (m *manuscript) gamesOf(name string, asked record.Variant) ([]*replay.Report, error) {
	if all, ok := m.files[source{name, asked}]; ok {
		return all, nil
	}
	var all []*replay.Report
	err := m.Games(name, asked, func(r *replay.Report) error {
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
	m.files[source{name, asked}] = all
	return all, nil
}
