package book

import (
	"archive/zip"
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"html/template"
	"io"
	"time"

	"github.com/yuin/goldmark/ast"

	"github.com/stolb/stolb/convert/diagram"
)

// xmlHead is how a file of XML begins.
const xmlHead = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

// file returns the name of a figure's file in an EPUB.
func (f *figure) file() string { return fmt.Sprintf("diagram-%d.svg", f.Number) }

// item is a file that an EPUB lists.
type item struct{ ID, File string }

// WriteEPUB writes the book as EPUB 3.3. Diagrams are files in SVG, so that the text
// of a chapter has nothing in it that is not read; what is drawn there is their
// alternative text, with the position as FEN. The time
// is the one at which it says that it was last changed.
func (b *Book) WriteEPUB(w io.Writer, changed time.Time) error {
	parts := b.parts()
	x := &xhtml{Book: b, apart: true}
	where := map[string]string{}
	var chapters, diagrams []item
	for i, nodes := range parts {
		it := item{fmt.Sprintf("part-%d", i+1), fmt.Sprintf("part-%d.xhtml", i+1)}
		chapters = append(chapters, it)
		eachID(nodes, func(id string) { where[id] = it.File })
	}
	for _, f := range b.figures {
		diagrams = append(diagrams, item{fmt.Sprintf("diagram-%d", f.Number), f.file()})
	}
	x.file = func(id string) string { return where[id] }
	sum := sha256.New()
	var texts []string
	for i, nodes := range parts {
		body, err := x.rendered(nodes)
		if err != nil {
			return err
		}
		if i == 0 {
			title, err := x.execute("title", x)
			if err != nil {
				return err
			}
			body = title + body
		}
		text, err := x.document(b.called(), body)
		if err != nil {
			return err
		}
		io.WriteString(sum, text) // which does not fail
		texts = append(texts, text)
	}
	contents := x.lines(b.contents())
	if len(contents) == 0 {
		contents = []line{{Address: template.HTMLAttr(`href="` + chapters[0].File + `#"`), Name: b.called()}}
	}
	list, err := x.execute("nav", struct {
		*xhtml
		Contents []line
	}{x, contents})
	if err != nil {
		return err
	}
	nav, err := x.document(b.say("book.contents"), list)
	if err != nil {
		return err
	}
	id := sum.Sum(nil)
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // RFC 9562, version 8
	pack, err := x.execute("package", struct {
		*xhtml
		UUID, Changed      string
		Chapters, Diagrams []item
	}{
		x, fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:16]),
		changed.UTC().Format("2006-01-02T15:04:05Z"), chapters, diagrams,
	})
	if err != nil {
		return err
	}

	z := zip.NewWriter(w)
	const mimetype = "application/epub+zip"
	first, err := z.CreateRaw(&zip.FileHeader{ // which has to be as plain as can be
		Name: "mimetype", Method: zip.Store, CRC32: crc32.ChecksumIEEE([]byte(mimetype)),
		CompressedSize64: uint64(len(mimetype)), UncompressedSize64: uint64(len(mimetype)),
	})
	if err != nil {
		return err
	}
	if _, err := io.WriteString(first, mimetype); err != nil {
		return err
	}
	add := func(name, text string) error {
		out, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err == nil {
			_, err = io.WriteString(out, text)
		}
		return err
	}
	files := [][2]string{
		{"META-INF/container.xml", xmlHead + `<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/book.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`},
		{"EPUB/book.opf", xmlHead + string(pack)},
		{"EPUB/book.css", css},
		{"EPUB/nav.xhtml", nav},
	}
	for i, text := range texts {
		files = append(files, [2]string{"EPUB/" + chapters[i].File, text})
	}
	for _, f := range files {
		if err := add(f[0], f[1]); err != nil {
			return err
		}
	}
	for _, f := range b.figures {
		drawing := diagram.Draw(&f.Position, f.Drawn).AppendSVG([]byte(xmlHead), figureWidth)
		if err := add("EPUB/"+f.file(), string(drawing)); err != nil {
			return err
		}
	}
	return z.Close()
}

// document returns a file of the EPUB with that body.
func (x *xhtml) document(name string, body template.HTML) (string, error) {
	text, err := x.execute("chapter", struct {
		*xhtml
		Name string
		Body template.HTML
	}{x, name, body})
	return xmlHead + string(text), err
}

// parts divides the book where chapters of the first level begin.
func (b *Book) parts() [][]ast.Node {
	parts := make([][]ast.Node, 1)
	for _, n := range b.body() {
		level := 0
		switch n := n.(type) {
		case *ast.Heading:
			level = n.Level
		case *part:
			level = n.level
		}
		if level == 1 && len(parts[len(parts)-1]) > 0 {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], n)
	}
	return parts
}

// eachID calls f with what can be referred to in nodes.
func eachID(nodes []ast.Node, f func(string)) {
	for _, n := range nodes {
		switch n := n.(type) {
		case *ast.Heading:
			f(idOf(n))
		case *part:
			if n.figure != nil {
				f(n.figure.ID)
			}
			if n.game != nil {
				f(n.game.ID)
				for _, fig := range n.game.Figures {
					f(fig.ID)
				}
			}
		}
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			eachID([]ast.Node{c}, f)
		}
	}
}
