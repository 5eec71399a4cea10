package book

import (
	"archive/zip"
	"cmp"
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"html/template"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/record"
)

// xmlHead is the XML declaration.
const xmlHead = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

// Stem returns the name of a figure's file in an EPUB, without ".svg".
func (f *figure) Stem() string {
	return map[bool]string{true: "problem-", false: "diagram-"}[f.Composition] + strconv.Itoa(f.Number)
}

// The IDs in the text of a part, and references to IDs, of which the file is not known at first.
var (
	identified = pattern(` id="([^"]*)"`)
	referring  = pattern(` href="#[^"]*`)
)

// WriteEPUB writes the book as EPUB 3.3, with changed as its time of modification. Diagrams are
// separate SVG files, so that the chapters contain only text to be read. Their alternative text
// describes the position and has its FEN.
func (b *Book) WriteEPUB(w io.Writer, changed time.Time) error {
	parts := b.parts()
	pack := page{Changed: changed.UTC().Format("2006-01-02T15:04:05Z"), Figures: b.figures, Pictures: b.pictures}
	o := b.html(true)
	texts, where := make([]string, len(parts)), map[string]string{} // where: the file of each ID
	for i, nodes := range parts {
		name := fmt.Sprintf("part-%d", i+1)
		pack.Chapters = append(pack.Chapters, name)
		body, err := o.rendered(nodes)
		if err != nil {
			return err
		}
		texts[i] = xmlHead + o.page("chapter", page{Name: b.called(), Titled: i == 0, Body: body})
		for _, found := range identified().FindAllStringSubmatch(texts[i], -1) {
			where[found[1]] = name + ".xhtml"
		}
	}
	linked := func(text string) string {
		return referring().ReplaceAllStringFunc(text, func(href string) string {
			begin, id, _ := strings.Cut(href, "#")
			return begin + where[id] + "#" + id
		})
	}
	sum := sha256.New()
	for i := range texts {
		texts[i] = linked(texts[i])
		io.WriteString(sum, texts[i]) // never fails
	}
	contents := b.contents()
	if len(contents) == 0 {
		where[""] = "part-1.xhtml"
		contents = []line{{Name: b.called()}}
	}
	id := sum.Sum(nil)
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // RFC 9562, version 8
	pack.UUID = fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:16])

	z := zip.NewWriter(w)
	var err error
	add := func(name, text string) {
		if err != nil {
			return
		}
		header, create := &zip.FileHeader{Name: name, Method: zip.Deflate}, z.CreateHeader
		if name == "mimetype" || strings.HasSuffix(name, ".json") { // to be found without unpacking
			header.Method, header.CRC32 = zip.Store, crc32.ChecksumIEEE([]byte(text))
			header.CompressedSize64, header.UncompressedSize64 = uint64(len(text)), uint64(len(text))
			create = z.CreateRaw // states these before the text, as some readers require
		}
		var file io.Writer
		if file, err = create(header); err == nil {
			_, err = io.WriteString(file, text)
		}
	}
	add("mimetype", "application/epub+zip") // EPUB requires: first, uncompressed, no extra fields
	add("META-INF/container.xml", xmlHead+o.page("container", page{}))
	add("EPUB/book.opf", xmlHead+o.page("package", pack))
	add("EPUB/book.css", css)
	nav := page{Name: b.say("book.contents"), Contents: contents}
	add("EPUB/nav.xhtml", linked(xmlHead+o.page("chapter", nav)))
	for i, name := range pack.Chapters {
		add("EPUB/"+name+".xhtml", texts[i])
	}
	if b.Provenance != "" {
		add("META-INF/provenance.json", b.Provenance)
	}
	if len(b.figures) > 0 {
		add("EPUB/cover.svg", xmlHead+o.cover())
	}
	for _, f := range b.figures {
		drawing := diagram.Draw(&f.Position, f.Drawn).AppendSVG([]byte(xmlHead), cmp.Or(f.Size, figureWidth))
		add("EPUB/"+f.Stem()+".svg", string(drawing))
	}
	for _, p := range b.pictures {
		add("EPUB/"+p.File(), string(p.Data))
	}
	if err != nil {
		return err
	}
	return z.Close()
}

// coverLine is the most characters of a line of the title on the cover.
const coverLine = 24

// cover returns the cover as SVG: the title above the first diagram.
func (o *output) cover() string {
	lines := []string{""}
	for word := range strings.FieldsSeq(printable(o.called())) {
		last := &lines[len(lines)-1]
		if *last != "" && utf8.RuneCountInString(*last+" "+word) > coverLine {
			lines = append(lines, word)
			continue
		}
		*last = strings.TrimSpace(*last + " " + word)
	}
	f := o.figures[0]
	board := diagram.Draw(&f.Position, f.Drawn).AppendSVG(nil, diagram.Length{Value: 400, Unit: "px"})
	return diagram.Printable(o.made("cover", map[string]any{
		"Lines": lines[:min(len(lines), 4)], "Author": o.Author, "Board": template.HTML(board),
	}))
}

// day returns the known part of the date in ISO form, as EPUB requires.
func (b *Book) day() string {
	d, _ := record.ParseDate(b.Date)
	return d.ISO()
}

// parts splits the book at headings of the first level, such games, and the footnotes.
func (b *Book) parts() [][]ast.Node {
	parts := make([][]ast.Node, 1)
	for _, n := range b.body() {
		level := 0
		switch n := n.(type) {
		case *ast.Heading:
			level = n.Level
		case *tables.FootnoteList:
			level = 1
		case *part:
			if g, ok := n.content.(*game); ok {
				level = g.Level
			}
		}
		if level == 1 && len(parts[len(parts)-1]) > 0 {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], n)
	}
	return parts
}
