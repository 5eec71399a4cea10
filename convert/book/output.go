package book

import (
	"bufio"
	"html/template"
	"io"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// output writes the nodes of a book by the templates of a format, which have the names of the
// kinds of nodes. A template of a part is given what the part has, another the node.
type output struct {
	*Book
	markup    *markup
	templates interface {
		ExecuteTemplate(w io.Writer, name string, data any) error
	}
	render func(w util.BufWriter, n ast.Node) error // by its template, if it has one
	file   map[string]string                        // of an EPUB, by the ID of what is in it; nil where all is in one file
}

// made returns what a template makes of data.
func (o *output) made(name string, data any) string {
	var text strings.Builder
	if err := o.templates.ExecuteTemplate(&text, name, data); err != nil {
		panic(err) // the templates are part of the program, and data has what they name
	}
	return text.String()
}

// node returns a node that has a template, with what is in it.
func (o *output) node(n ast.Node) template.HTML {
	data := any(n)
	if p, ok := n.(*part); ok && p.content != nil {
		data = p.content
	}
	return template.HTML(o.made(n.Kind().String(), data))
}

// rendered returns nodes, one after the other.
func (o *output) rendered(nodes []ast.Node) (template.HTML, error) {
	var text strings.Builder
	w := bufio.NewWriter(&text)
	for _, n := range nodes {
		if err := o.render(w, n); err != nil {
			return "", err
		}
	}
	err := w.Flush()
	return template.HTML(text.String()), err
}

// functions are those that the templates of all formats have.
func (o *output) functions() map[string]any {
	figure := func(f *figure) string { return o.made(kindFigure.String(), f) }
	return map[string]any{
		"say": o.say, "about": func(g *game) string { return g.About(o.Language) }, "label": o.label, "caption": o.caption,
		"nodes": childrenOf, "textOf": o.textOf, "idOf": idOf, "noteID": noteID, "referenceID": referenceID,
		"node":     func(n ast.Node) (template.HTML, error) { return o.rendered([]ast.Node{n}) },
		"children": func(n ast.Node) (template.HTML, error) { return o.rendered(childrenOf(n)) },
		"moves":    func(text string) template.HTML { return template.HTML(o.markup.moves(text)) },
		"gameName": o.gameName, "names": func(text string) template.HTML { return template.HTML(o.markup.names(text)) },
		"name":     func(l line) template.HTML { return template.HTML(o.markup.name(&l)) },
		"unbroken": func(n *unbroken) template.HTML { return template.HTML(o.markup.unbroken(n)) },
		"game":     func(g *game) template.HTML { return template.HTML(o.markup.paragraphs(o.runs(g), g.Figures, figure)) },
		"solution": func(s *solution) template.HTML { return template.HTML(o.markup.paragraphs(s.runs, nil, figure)) },
	}
}
