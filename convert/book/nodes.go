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

	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/record/message"
)

// A book is a tree of goldmark nodes. Its text is in raw strings, code spans and code blocks;
// outside them, a Text is only a line break. Links within the book begin with #. Anything that
// CommonMark has no node for is a part.

var kindPart = ast.NewNodeKind("Part")

// part is a node of a book that CommonMark does not have. The children of a composition are its
// figure and its solution; those of a row are diagrams side by side.
type part struct {
	ast.BaseBlock
	name    string // of its template
	content any    // data for the template; nil if the part has children
}

// unbroken is the text of played moves within a sentence. A line may end between its words, which
// are moves with their numbers, but not within them. The class is "move" or "m".
type unbroken struct{ text, class string }

type solution struct {
	runs []notation.Run
	Of   *figure // its diagram, or nil if directly beneath it
}

// Kind implements ast.Node.
func (p *part) Kind() ast.NodeKind { return kindPart }

// Dump implements ast.Node.
func (p *part) Dump(source []byte, level int) { ast.DumpHelper(p, source, level, nil, nil) }

// inRows puts adjacent diagrams into rows.
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

// isDiagram reports whether a node is a diagram, or a composition without its solution.
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

// plain returns a node of text without markup.
func plain(text string) *ast.String {
	s := ast.NewString([]byte(text))
	s.SetRaw(true)
	return s
}

// section returns a heading with an ID, which references may use.
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
		return n.content.(unbroken).text // the only kind of inline part
	case *ast.Text: // in code, or a line break
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

func idOf(h *ast.Heading) string {
	id, _ := h.AttributeString("id")
	text, _ := id.([]byte)
	return string(text)
}

// Limits of pictures.
const (
	MaxPicture  = 16 << 20 // bytes of one picture
	maxPictures = 64 << 20 // bytes of all pictures of a book
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

// Address returns the picture as a data URL.
func (p *picture) Address() string {
	return "data:" + p.Type() + ";base64," + base64.StdEncoding.EncodeToString(p.Data)
}

// picture loads the picture of an image node. The image's title becomes the caption.
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
