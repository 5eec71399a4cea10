package book

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/record/message"
)

//go:embed book.css
var css string

// pageCSS makes pages dark on dark screens, and says how they are printed.
//
//go:embed page.css
var pageCSS string

//go:embed book.html
var pages string

// xhtml writes a book's nodes as HTML that is XML as well, for pages and for EPUB.
type xhtml struct {
	*Book
	templates *template.Template // the pages of a book and the parts of them that are not CommonMark
	file      map[string]string  // of an EPUB, by the ID of what is in it; nil where all is in one file
}

func (b *Book) xhtml(file map[string]string) *xhtml {
	x := &xhtml{Book: b, file: file}
	x.templates = template.Must(template.New("").Funcs(template.FuncMap{
		"address": x.address, "add": func(a, b int) int { return a + b }, "times": func(a, b int) int { return a * b },
		"moves": func(text string) template.HTML { return template.HTML(htmlText.moves(text)) },
		"name":  func(l line) template.HTML { return template.HTML(htmlText.name(&l)) },
	}).Parse(pages))
	return x
}

// page is what templates need for a page with a body: the whole of a book, or a file of an
// EPUB, which has the book's title or contents before it.
type page struct {
	*xhtml
	Name          string
	Titled        bool
	Contents      []line
	Body          template.HTML
	Style         template.CSS
	UUID, Changed string
	Chapters      []string
	Figures       []*figure
	Pictures      []*picture
}

// WriteHTML writes the book as one page, which needs no network and prints well.
func (b *Book) WriteHTML(w io.Writer) error {
	x := b.xhtml(nil)
	body, err := x.rendered(b.body())
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, x.text("page", page{
		xhtml: x, Style: template.CSS(css + pageCSS + diagram.StyleSheet()), Contents: b.contents(), Body: body,
	}))
	return err
}

// From is for templates: the provenance as a script's text.
func (x *xhtml) From() template.JS { return template.JS(x.Provenance) }

// text returns what a template makes of data, without control characters.
func (x *xhtml) text(name string, data any) string {
	var text strings.Builder
	if err := x.templates.ExecuteTemplate(&text, name, data); err != nil {
		panic(err) // the templates are part of the program, and data has what they name
	}
	return diagram.Printable(text.String())
}

func (x *xhtml) rendered(nodes []ast.Node) (template.HTML, error) {
	tables := extension.NewTableHTMLRenderer(extension.WithTableCellAlignMethod(extension.TableCellAlignStyle))
	r := renderer.NewRenderer(renderer.WithNodeRenderers(
		util.Prioritized(x, 1), util.Prioritized(tables, 2), util.Prioritized(html.NewRenderer(html.WithXHTML()), 3)))
	var body bytes.Buffer
	for _, n := range nodes {
		if err := r.Render(&body, x.source, n); err != nil {
			return "", err
		}
	}
	return template.HTML(body.String()), nil
}

// RegisterFuncs implements renderer.NodeRenderer.
func (x *xhtml) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	for _, kind := range []ast.NodeKind{
		kindPart, kindUnbroken, ast.KindLink, tables.KindTableHeader,
		tables.KindFootnoteLink, tables.KindFootnoteBacklink, tables.KindFootnote, tables.KindFootnoteList,
	} {
		r.Register(kind, x.node)
	}
}

// Called, Say, Heading and Authors are for templates.
func (x *xhtml) Called() string           { return x.called() }
func (x *xhtml) Say(id message.ID) string { return x.say(id) }
func (x *xhtml) Heading() string          { return x.heading() }
func (x *xhtml) Authors() []string {
	return slices.DeleteFunc([]string{x.Author, x.Publisher, x.Place, x.Date, x.Imprint, x.isbn()}, func(s string) bool { return s == "" })
}

// address returns the attribute that leads to what has an ID.
func (x *xhtml) address(id string) template.HTMLAttr {
	return template.HTMLAttr(`href="` + x.file[id] + "#" + diagram.Escape(id) + `"`)
}

// node writes what is around the children of a node, or all of it, where CommonMark has no such
// node, or what it has would be otherwise.
func (x *xhtml) node(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	before, after, status := "", "", ast.WalkContinue
	switch n := node.(type) {
	case *part:
		x.part(w, n, entering)
	case *unbroken:
		before = htmlText.unbroken(n)
	case *ast.Link:
		before, after = `<a href="`+diagram.Escape(string(n.Destination))+`">`, "</a>"
		if id, within := strings.CutPrefix(string(n.Destination), "#"); within {
			before = fmt.Sprintf("<a %s>", x.address(id))
		}
	case *tables.TableHeader:
		if before, after = "<thead>\n<tr>\n", "</tr>\n</thead>\n"; x.textOf(n) == "" {
			before, after, status = "", "", ast.WalkSkipChildren
		}
		if n.NextSibling() != nil {
			after += "<tbody>\n"
		}
	case *tables.FootnoteLink:
		id := fmt.Sprintf(" id=%q", referenceID(n.Index))
		if n.RefIndex > 0 {
			id = ""
		}
		before = fmt.Sprintf(`<sup%s><a %s role="doc-noteref">%d</a></sup>`, id, x.address(noteID(n.Index)), n.Index)
	case *tables.FootnoteBacklink:
		if n.RefIndex == 0 {
			before = fmt.Sprintf(` <a %s role="doc-backlink" aria-label="%d">↩</a>`, x.address(referenceID(n.Index)), n.Index)
		}
	case *tables.Footnote:
		before, after = fmt.Sprintf("<li id=%q>\n", noteID(n.Index)), "</li>\n"
	case *tables.FootnoteList:
		before, after = "<section class=\"notes\" role=\"doc-endnotes\">\n<ol>\n", "</ol>\n</section>\n"
	}
	write(w, entering, before, after)
	return status, nil
}

// part writes what CommonMark has no node for.
func (x *xhtml) part(w util.BufWriter, p *part, entering bool) {
	before, after := p.inRow(htmlText.row)
	if p.content == nil {
		class := map[bool]string{true: "composition", false: "composition spread"}[p.onePage()]
		before, after = fmt.Sprintf("%s<section class=%q>\n", before, class), "</section>\n"+after
	}
	if write(w, entering, before, after); !entering {
		return
	}
	switch c := p.content.(type) {
	case *game:
		var text strings.Builder
		htmlText.write(&text, x.runs(c), c.Figures, x.figure)
		head := fmt.Sprintf(`<h%d><span class="number">%d.</span> %s</h%[1]d>`, p.level, c.Number, htmlText.names(x.gameName(c)))
		w.WriteString(x.text("game", map[string]any{
			"ID": c.ID, "Head": template.HTML(head), "About": c.About(x.Language), "Text": template.HTML(text.String()),
		}))
	case *figure:
		w.WriteString(x.figure(c))
	case *solution:
		label := diagram.Escape(x.label(c))
		if c.of != nil {
			label = fmt.Sprintf("<a %s>%s</a>", x.address(c.of.ID), label)
		}
		fmt.Fprintf(w, "<div class=\"solution\">\n<p class=\"label\">%s</p>\n", label)
		htmlText.write(w, c.runs, nil, x.figure)
		w.WriteString("</div>\n")
	case *picture:
		address := template.URL(c.address())
		if x.file != nil {
			address = template.URL(c.File())
		}
		w.WriteString(x.text("picture", map[string]any{"Picture": c, "Address": address}))
	case *index:
		w.WriteString(x.text("index", c))
	case *results:
		most := math.MaxInt32 // a page scrolls, and a book does not
		if x.file != nil {
			most = lineInEPUB
		}
		w.WriteString(x.text("results", c.In(most)))
	}
}

// lineInEPUB is how many characters a line of results has on a small screen.
const lineInEPUB = 43

// figureWidth is how wide diagrams are on a page.
var figureWidth = diagram.Length{Value: 270, Unit: "px"}

func (x *xhtml) figure(f *figure) string {
	data := map[string]any{"ID": f.ID, "Above": f.above(), "Caption": x.caption(f), "Title": f.Drawn.Title}
	if x.file != nil {
		data["File"] = f.Stem() + ".svg"
	} else {
		data["SVG"] = template.HTML(diagram.Draw(&f.Position, f.Drawn).AppendSVG(nil, cmp.Or(f.Size, figureWidth)))
	}
	return x.text("figure", data)
}

// htmlText is how the parts of a game's text are written in HTML.
var htmlText = markup{
	open: "<p class=\"text\">", close: "</p>\n", bold: [2]string{"<b>", "</b>"}, trim: " ",
	text:    diagram.Escape,
	word:    func(class, s string) string { return `<span class="` + class + `">` + diagram.Escape(s) + "</span>" },
	row:     [3]string{"<div class=\"row\">\n", "", "</div>\n"},
	comment: [2]string{`<span class="comment">`, "</span>"},
	ending:  func(s string) string { return "<p class=\"ending\">" + diagram.Escape(s) + "</p>\n" },
}
