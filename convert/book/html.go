package book

import (
	"cmp"
	_ "embed"
	"html/template"
	"io"
	"math"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"github.com/stolb/stolb/convert/diagram"
)

//go:embed book.css
var css string

// pageCSS defines the dark mode and the print layout of pages.
//
//go:embed page.css
var pageCSS string

//go:embed book.html
var pages string

// html returns an output that renders nodes as HTML that is also XML, for pages and for EPUB. It
// uses templates for parts and wherever goldmark's HTML would differ.
func (b *Book) html(epub bool) *output {
	o := &output{Book: b, markup: &htmlText}
	line := math.MaxInt32 // a page scrolls, an EPUB does not
	if epub {
		line = lineInEPUB
	}
	functions := template.FuncMap{
		"called": b.called, "heading": b.heading, "authors": b.authors, "day": b.day,
		"add": func(a, b int) int { return a + b }, "times": func(a, b int) int { return a * b },
		"raw":     func(text string) template.HTML { return template.HTML(text) },
		"address": func(id string) template.HTMLAttr { return href("#" + id) },
		"href":    func(n *ast.Link) template.HTMLAttr { return href(string(n.Destination)) },
		"epub":    func() bool { return epub }, "line": func() int { return line },
		"plain": func(text string) template.HTML { return template.HTML(util.EscapeHTML([]byte(text))) },
		"data":  func(p *picture) template.URL { return template.URL(p.Address()) },
		"svg": func(f *figure) template.HTML {
			return template.HTML(diagram.Draw(&f.Position, f.Drawn).AppendSVG(nil, cmp.Or(f.Size, figureWidth)))
		},
	}
	o.templates = template.Must(template.New("").Funcs(o.functions()).Funcs(functions).Parse(pages))
	tables := extension.NewTableHTMLRenderer(extension.WithTableCellAlignMethod(extension.TableCellAlignStyle))
	r := renderer.NewRenderer(renderer.WithNodeRenderers(
		util.Prioritized(o, 1), util.Prioritized(tables, 2), util.Prioritized(html.NewRenderer(html.WithXHTML()), 3)))
	o.render = func(w util.BufWriter, n ast.Node) error { return r.Render(w, b.source, n) }
	return o
}

// RegisterFuncs implements renderer.NodeRenderer.
func (o *output) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	for _, kind := range []ast.NodeKind{
		kindPart, ast.KindLink, tables.KindTableHeader,
		tables.KindFootnoteLink, tables.KindFootnoteBacklink, tables.KindFootnote, tables.KindFootnoteList,
	} {
		r.Register(kind, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
			if entering {
				w.WriteString(o.node(n)) // Flush returns its error
			}
			return ast.WalkSkipChildren, nil
		})
	}
}

// page is the data of the templates of files: the page of a whole book, or the files of an EPUB.
type page struct {
	*Book
	Name          string
	Titled        bool
	Contents      []line
	Body          template.HTML
	Style         template.CSS
	From          template.JS // the provenance
	UUID, Changed string
	Chapters      []string
	Figures       []*figure
	Pictures      []*picture
}

// WriteHTML writes the book as one HTML page, which loads nothing and has a print layout.
func (b *Book) WriteHTML(w io.Writer) error {
	o := b.html(false)
	body, err := o.rendered(b.body())
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, o.page("page", page{
		Style: template.CSS(css + pageCSS + diagram.StyleSheet()), From: template.JS(b.Provenance), Contents: b.contents(), Body: body,
	}))
	return err
}

// page executes the template of a file and removes control characters.
func (o *output) page(name string, p page) string {
	p.Book = o.Book
	return diagram.Printable(o.made(name, p))
}

// authors returns the lines beneath the title: author, publisher and so on.
func (b *Book) authors() []string {
	all := []string{b.Author, b.Publisher, b.Place, b.Date, b.Imprint, b.isbn()}
	return slices.DeleteFunc(all, func(s string) bool { return s == "" })
}

func href(to string) template.HTMLAttr {
	return template.HTMLAttr(`href="` + diagram.Escape(to) + `"`)
}

// lineInEPUB is the most characters of a line of results, for small screens.
const lineInEPUB = 43

// figureWidth is the default width of diagrams on a page.
var figureWidth = diagram.Length{Value: 270, Unit: "px"}

// htmlText is the HTML markup of a game's text.
var htmlText = markup{
	open: "<p class=\"text\">", close: "</p>\n", bold: [2]string{"<b>", "</b>"}, trim: " ",
	text:    diagram.Escape,
	word:    func(class, s string) string { return `<span class="` + class + `">` + diagram.Escape(s) + "</span>" },
	comment: [2]string{`<span class="comment">`, "</span>"},
	ending:  func(s string) string { return "<p class=\"ending\">" + diagram.Escape(s) + "</p>\n" },
}
