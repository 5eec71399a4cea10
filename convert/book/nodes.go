package book

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	_ "image/gif"  // for image.Decode
	_ "image/jpeg" // for image.Decode
	_ "image/png"  // for image.Decode
	"net/url"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/record/message"
)

// A book is a tree of goldmark's nodes, whose text is in raw strings and in spans and
// blocks of code. A Text is a line break only. Links to places in the book begin with #.
// What CommonMark has no node for is a part.

var kindPart = ast.NewNodeKind("Part")

// part is what CommonMark does not have. A composition has its figure and its solution as
// children, and a row the diagrams that are beside each other.
type part struct {
	ast.BaseBlock
	name    string // of its template
	content any    // what that is given; nil of what has children
}

// unbroken is moves that were played, each with its number, as a part within a sentence: at
// these words no line ends, only between them. The class is "move" or "m".
type unbroken struct{ text, class string }

type solution struct {
	runs []notation.Run
	Of   *figure // nil if it is beneath its diagram
}

// Kind implements ast.Node.
func (p *part) Kind() ast.NodeKind { return kindPart }

// Dump implements ast.Node.
func (p *part) Dump(source []byte, level int) { ast.DumpHelper(p, source, level, nil, nil) }

// inRows puts diagrams with nothing between them into rows.
func inRows(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if !isDiagram(n) || !isDiagram(n.NextSibling()) {
			continue
		}
		row := &part{name: "Row"}
		parent.InsertBefore(parent, n, row)
		for isDiagram(row.NextSibling()) {
			row.AppendChild(row, row.NextSibling())
		}
		n = row
	}
}

// isDiagram says whether a node is a diagram, or a composition without its solution.
func isDiagram(n ast.Node) bool {
	p, ok := n.(*part)
	return ok && (p.name == "Figure" || p.name == "Composition" && p.ChildCount() == 1)
}

func childrenOf(n ast.Node) (all []ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		all = append(all, c)
	}
	return all
}

// plain returns a node of text that has no markup.
func plain(text string) *ast.String {
	s := ast.NewString([]byte(text))
	s.SetRaw(true)
	return s
}

// section returns a heading that can be referred to.
func (m *manuscript) section(level int, id, title string, at int) ast.Node {
	id = m.freeID(id)
	h := ast.NewHeading(level)
	h.SetAttributeString("id", []byte(id))
	h.AppendChild(h, plain(title))
	m.named(id, at, target{name: title})
	return h
}

func replace(parent, old ast.Node, with []ast.Node) {
	for _, n := range with {
		if n != old {
			parent.InsertBefore(parent, old, n)
		}
	}
	if len(with) == 0 || with[0] != old {
		parent.RemoveChild(parent, old)
	}
}

// textOf returns the text of a node, in one line.
func (b *Book) textOf(n ast.Node) string {
	switch n := n.(type) {
	case *ast.String:
		return string(n.Value)
	case *part:
		return n.content.(unbroken).text // no other is within a text
	case *ast.Text: // of code, or nothing but the end of a line
		text := string(n.Segment.Value(b.source))
		if n.SoftLineBreak() {
			text += " "
		}
		return text
	case *ast.AutoLink:
		return string(n.Label(b.source))
	}
	all := ""
	for _, c := range childrenOf(n) {
		all += b.textOf(c)
	}
	if n.Kind() == ast.KindCodeSpan {
		all = strings.TrimSpace(all)
	}
	return all
}

func linesOf(n ast.Node, source []byte) string { return string(n.Lines().Value(source)) }

// label returns the line above a solution.
func (b *Book) label(s *solution) string {
	if s.Of != nil {
		return s.Of.Above()[0]
	}
	return b.say("book.solution")
}

// footnotes returns the footnotes to which something refers, in the order of their numbers.
func (b *Book) footnotes() (all []*tables.Footnote) {
	if list, ok := b.root.LastChild().(*tables.FootnoteList); ok {
		for _, n := range childrenOf(list) {
			all = append(all, n.(*tables.Footnote))
		}
	}
	return all
}

func idOf(h *ast.Heading) string {
	id, _ := h.AttributeString("id")
	text, _ := id.([]byte)
	return string(text)
}

// Limits of pictures.
const (
	MaxPicture  = 16 << 20 // bytes of one
	maxPictures = 64 << 20 // bytes of all that a book prints
	maxPixels   = 50_000_000
)

type picture struct {
	Number        int // in the book, from 1
	Format        string
	Data          []byte
	Width, Height int
	Text, Caption string
}

// File returns the name of a picture's file in an EPUB.
func (p *picture) File() string { return fmt.Sprintf("picture-%d.%s", p.Number, p.Format) }

// Type returns the picture's MIME type.
func (p *picture) Type() string { return "image/" + p.Format }

// Address returns the picture itself as an address.
func (p *picture) Address() string {
	return "data:" + p.Type() + ";base64," + base64.StdEncoding.EncodeToString(p.Data)
}

// picture returns the picture that an image names, with its title beneath it.
func (m *manuscript) picture(n *ast.Image) []ast.Node {
	at := n.Pos()
	m.inlines(n)
	m.sentence(string(n.Title), func(_ int, why message.Message) { m.wrong(at, why) })
	p := &picture{Number: len(m.book.pictures) + 1, Text: m.book.textOf(n), Caption: string(unescaped(n.Title))}
	name := string(unescaped(n.Destination))
	if u, err := url.Parse(name); err == nil && (len(u.Scheme) > 1 || u.Host != "") || m.Picture == nil {
		return m.failed(at, message.Of("book.foreign-picture", "name", name))
	} else if err == nil {
		name = u.Path
	}
	var err error
	if p.Data, err = m.Picture(name); err != nil {
		return m.failed(at, message.From(err))
	}
	size, format, err := image.DecodeConfig(bytes.NewReader(p.Data))
	if err != nil {
		return m.failed(at, message.Of("book.no-picture", "name", name))
	}
	if m.pictured += len(p.Data); len(p.Data) > MaxPicture || m.pictured > maxPictures || size.Width*size.Height > maxPixels {
		return m.failed(at, message.Of("book.huge-picture", "name", name, "one", MaxPicture>>20, "pixels", maxPixels/1e6, "all", maxPictures>>20))
	}
	if _, _, err := image.Decode(bytes.NewReader(p.Data)); err != nil {
		return m.failed(at, message.Of("book.damaged-picture", "name", name, "why", err))
	}
	p.Format, p.Width, p.Height = format, size.Width, size.Height
	m.book.pictures = append(m.book.pictures, p)
	return []ast.Node{&part{name: "Picture", content: p}}
}
