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
	r.Register(kindPart, x.part)
	r.Register(kindUnbroken, x.unbroken)
	r.Register(ast.KindLink, x.link)
	r.Register(tables.KindTableHeader, x.tableHeads)
	for _, kind := range []ast.NodeKind{tables.KindFootnoteLink, tables.KindFootnoteBacklink, tables.KindFootnote, tables.KindFootnoteList} {
		r.Register(kind, x.footnote)
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

func (x *xhtml) unbroken(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	return write(w, entering, htmlText.unbroken(node.(*unbroken)), "")
}

func (x *xhtml) link(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	target := string(n.(*ast.Link).Destination)
	id, within := strings.CutPrefix(target, "#")
	switch {
	case !entering:
		w.WriteString("</a>")
	case within:
		fmt.Fprintf(w, "<a %s>", x.address(id))
	default:
		fmt.Fprintf(w, `<a href="%s">`, diagram.Escape(target))
	}
	return ast.WalkContinue, nil
}

// footnote writes a footnote, all of them, a reference to one, or the way back from it.
func (x *xhtml) footnote(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	before, after := "", ""
	switch n := node.(type) {
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
	default:
		before, after = "<section class=\"notes\" role=\"doc-endnotes\">\n<ol>\n", "</ol>\n</section>\n"
	}
	return write(w, entering, before, after)
}

// tableHeads writes the heads of a table's columns, unless they are empty.
func (x *xhtml) tableHeads(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	empty := x.textOf(n) == ""
	if !empty {
		w.WriteString(map[bool]string{true: "<thead>\n<tr>\n", false: "</tr>\n</thead>\n"}[entering])
	}
	if !entering && n.NextSibling() != nil {
		w.WriteString("<tbody>\n")
	}
	if empty {
		return ast.WalkSkipChildren, nil
	}
	return ast.WalkContinue, nil
}

// part writes what CommonMark has no node for.
func (x *xhtml) part(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	p := n.(*part)
	before, after := p.inRow(htmlText.row)
	if p.content == nil {
		class := map[bool]string{true: "composition", false: "composition spread"}[p.onePage()]
		before, after = fmt.Sprintf("%s<section class=%q>\n", before, class), "</section>\n"+after
	}
	if write(w, entering, before, after); !entering {
		return ast.WalkContinue, nil
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
	return ast.WalkContinue, nil
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
