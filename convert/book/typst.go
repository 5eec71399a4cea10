package book

import (
	"bufio"
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/stolb/stolb/convert/diagram"
)

//go:embed stolb.typ
var typstPackage string

// typstNodes holds the templates of the code after typstPackage. All text of the book is in Typst
// strings, so that none of it can be markup.
//
//go:embed nodes.typ
var typstNodes string

// typst returns an output that renders nodes as Typst code.
func (b *Book) typst() *output {
	o := &output{Book: b, markup: &typstText}
	templates := template.Must(template.New("").Delims("<<", ">>").Funcs(o.functions()).Funcs(template.FuncMap{
		"quote": quote, "isbn": b.isbn, "plain": typstText.text,
		"board": func(f *figure) string {
			return string(diagram.AppendTypst(nil, &f.Position, f.Drawn, cmp.Or(f.Size, diagram.Length{Value: 45, Unit: "mm"})))
		},
		"code": func(n ast.Node) []string {
			text := strings.TrimRight(strings.ReplaceAll(linesOf(n, b.source), "\t", "    "), "\n")
			return strings.Split(text, "\n")
		},
		"address": func(n *ast.AutoLink) string {
			return map[bool]string{true: "mailto:"}[n.AutoLinkType == ast.AutoLinkEmail] + string(n.URL(b.source))
		},
		"note": func(index int) []ast.Node { return childrenOf(b.notes[index-1]) },
	}).Parse(typstNodes))
	o.templates = templates
	o.render = func(w util.BufWriter, n ast.Node) error {
		if n.Kind() == kindPart || templates.Lookup(n.Kind().String()) != nil {
			w.WriteString(o.node(n)) // Flush returns its error
		}
		return nil
	}
	return o
}

// WriteTypst writes the book as a document for Typst 0.13 or later. The document imports no
// packages: it begins with the functions that it needs.
func (b *Book) WriteTypst(w io.Writer) error {
	// First-level headings are chapters unless games have them.
	chapters := !slices.ContainsFunc(b.games, func(g *game) bool { return g.Level == 1 })
	o := b.typst()
	out := bufio.NewWriter(w)
	out.WriteString(diagram.TypstFunctions() + typstPackage + b.template)
	out.WriteString(o.made("head", map[string]any{"Book": b, "Chapters": chapters}))
	for _, n := range b.body() {
		if err := o.render(out, n); err != nil {
			return err
		}
	}
	out.WriteString("}\n")
	if b.Provenance != "" {
		fmt.Fprintf(out, "\n// %s\n", b.Provenance)
	}
	return out.Flush()
}

// quote returns text as a Typst string.
func quote(text any) string { return diagram.TypstString(printable(fmt.Sprint(text))) }

// typstText is the Typst markup of a game's text. Consecutive bold runs are one element, because
// each element becomes a node in the PDF's tag tree.
var typstText = markup{
	open: "par({", close: "})\n", bold: [2]string{"strong({", "}); "},
	text: func(s string) string { return quote(s) + "; " },
	word: func(class, s string) string {
		if class == "move" {
			return "strong(box(" + quote(s) + ")); "
		}
		return "box(" + quote(s) + "); "
	},
	ending: func(s string) string { return "linebreak(); emph(" + quote(s) + "); " },
	inline: true,
	beside: [3]string{"stolb-beside({", "}, {", "})\n"},
}
