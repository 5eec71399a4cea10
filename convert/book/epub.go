package book

import (
	"archive/zip"
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"io"
	"time"

	"github.com/stolb/stolb/convert/diagram"
)

// part is a file of an EPUB.
type part struct {
	name   string
	blocks []Block
	text   []byte
}

// file returns the name of a figure's file in an EPUB.
func (f *Figure) file() string { return fmt.Sprintf("diagram-%d.svg", f.Number) }

// WriteEPUB writes the book as EPUB 3.3. Diagrams are files in SVG, so that the text
// of a chapter has nothing in it that is not read; what is drawn there is their
// alternative text, with the position as FEN. The time
// is the one at which it says that it was last changed.
func (b *Book) WriteEPUB(w io.Writer, changed time.Time) error {
	parts := b.parts()
	where := map[string]string{}
	for i := range parts {
		ids(parts[i].blocks, func(id string) { where[id] = parts[i].name })
	}
	file := func(id string) string { return where[id] }
	sum := sha256.New()
	for i := range parts {
		p := &parts[i]
		x := xhtml{book: b, file: file, apart: true}
		if i == 0 {
			x.titlePage()
		}
		x.blocks(p.blocks)
		p.text = b.document(b.called(), "", x.dst)
		sum.Write(p.text)
	}
	nav := xhtml{book: b, file: file}
	nav.add("<nav epub:type=\"toc\" id=\"toc\">\n<h1>%s</h1>\n", escape(b.say("book.contents")))
	contents := b.contents()
	if len(contents) == 0 {
		contents = []chapter{{1, "", b.called(), nil}}
		nav.file = func(string) string { return parts[0].name }
	}
	nav.contents(contents)
	nav.add("</nav>\n")

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
	files := []struct {
		name string
		text []byte
	}{
		{"META-INF/container.xml", []byte(`<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/book.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`)},
		{"EPUB/book.opf", b.packageFile(parts, sum.Sum(nil), changed)},
		{"EPUB/book.css", []byte(css)},
		{"EPUB/nav.xhtml", b.document(b.say("book.contents"), ` xmlns:epub="http://www.idpf.org/2007/ops"`, nav.dst)},
	}
	for _, p := range parts {
		files = append(files, struct {
			name string
			text []byte
		}{"EPUB/" + p.name, p.text})
	}
	add := func(name string, text []byte) error {
		out, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err == nil {
			_, err = out.Write(text)
		}
		return err
	}
	for _, f := range files {
		if err := add(f.name, f.text); err != nil {
			return err
		}
	}
	var drawing []byte
	for _, f := range b.Figures {
		drawing = append(drawing[:0], "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"...)
		drawing = diagram.Draw(&f.Position, f.Drawn).AppendSVG(drawing, figureWidth)
		if err := add("EPUB/"+f.file(), drawing); err != nil {
			return err
		}
	}
	return z.Close()
}

// parts divides the book where chapters of the first level begin.
func (b *Book) parts() []part {
	parts := []part{{name: "part-1.xhtml"}}
	for _, block := range b.body() {
		last := &parts[len(parts)-1]
		if (block.Kind == Heading || block.Kind == GameText) && block.Level == 1 && len(last.blocks) > 0 {
			parts = append(parts, part{name: fmt.Sprintf("part-%d.xhtml", len(parts)+1)})
			last = &parts[len(parts)-1]
		}
		last.blocks = append(last.blocks, block)
	}
	return parts
}

// ids calls f with what can be referred to in blocks.
func ids(blocks []Block, f func(string)) {
	for i := range blocks {
		b := &blocks[i]
		if b.ID != "" {
			f(b.ID)
		}
		if b.Figure != nil {
			f(b.Figure.ID)
		}
		if b.Game != nil {
			f(b.Game.ID)
			for _, fig := range b.Game.Figures {
				f(fig.ID)
			}
		}
		ids(b.Blocks, f)
	}
}

// document returns a file of the EPUB with that body.
func (b *Book) document(title, attributes string, body []byte) []byte {
	return fmt.Appendf(nil, `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml"%s lang="%v" xml:lang="%v">
<head>
<title>%s</title>
<link rel="stylesheet" type="text/css" href="book.css"/>
</head>
<body>
%s</body>
</html>
`, attributes, b.Language, b.Language, escape(title), body)
}

// packageFile returns the list of what the EPUB has.
func (b *Book) packageFile(parts []part, sum []byte, changed time.Time) []byte {
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // RFC 9562, version 8
	dst := fmt.Appendf(nil, `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="%v">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:%x-%x-%x-%x-%x</dc:identifier>
<dc:title>%s</dc:title>
<dc:language>%v</dc:language>
`, b.Language, sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16], escape(b.called()), b.Language)
	if b.Author != "" {
		dst = fmt.Appendf(dst, "<dc:creator>%s</dc:creator>\n", escape(b.Author))
	}
	dst = fmt.Appendf(dst, `<meta property="dcterms:modified">%s</meta>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessMode">visual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">alternativeText</meta>
<meta property="schema:accessibilityFeature">structuralNavigation</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityHazard">none</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="css" href="book.css" media-type="text/css"/>
`, changed.UTC().Format("2006-01-02T15:04:05Z"))
	for i, p := range parts {
		dst = fmt.Appendf(dst, "<item id=\"part-%d\" href=\"%s\" media-type=\"application/xhtml+xml\"/>\n", i+1, p.name)
	}
	for _, f := range b.Figures {
		dst = fmt.Appendf(dst, "<item id=\"diagram-%d\" href=\"%s\" media-type=\"image/svg+xml\"/>\n", f.Number, f.file())
	}
	dst = append(dst, "</manifest>\n<spine>\n"...)
	for i := range parts {
		dst = fmt.Appendf(dst, "<itemref idref=\"part-%d\"/>\n", i+1)
	}
	return append(dst, "</spine>\n</package>\n"...)
}
