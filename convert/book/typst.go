package book

import (
	"bufio"
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"strings"

	tables "github.com/yuin/goldmark/extension/ast"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/stolb/stolb/convert/diagram"
)

//go:embed stolb.typ
var typstPackage string

// typst writes a book's nodes as code for Typst. All text is in strings, in which
// nothing of it can be markup.
type typst struct{ *Book }

// WriteTypst writes the book as a document for Typst 0.13 or later. The document
// imports no package: it begins with the functions that it needs.
func (b *Book) WriteTypst(w io.Writer) error {
	chapters := true // headings of the first level are over more than a game
	for n := b.root.FirstChild(); n != nil; n = n.NextSibling() {
		p, ok := n.(*part)
		chapters = chapters && !(ok && p.level == 1)
	}
	out := bufio.NewWriter(w)
	out.WriteString(diagram.TypstFunctions() + typstPackage + b.template)
	fmt.Fprintf(out, "\n#show: stolb-book.with(title: %s, author: %s, date: %s, lang: %s, contents: %s, chapters: %t,\n",
		quote(b.Title), quote(b.Author), quote(b.Date), quote(b.Language.String()), quote(b.say("book.contents")), chapters)
	fmt.Fprintf(out, "subtitle: %s, publisher: %s, place: %s, isbn: %s, imprint: %s, template: stolb-template, title-page: stolb-title)\n\n",
		quote(b.Subtitle), quote(b.Publisher), quote(b.Place), quote(b.isbn()), quote(b.Imprint))
	out.WriteString("#{\n")
	t := &typst{b}
	for _, n := range b.body() {
		t.render(out, n)
	}
	out.WriteString("}\n")
	if b.Provenance != "" {
		fmt.Fprintf(out, "\n// %s\n", b.Provenance)
	}
	return out.Flush()
}

// quote spells text as a string of Typst's.
func quote(text string) string { return diagram.TypstString(printable(text)) }

// quoteAll spells texts as an array of strings.
func quoteAll(all []string) string {
	var text strings.Builder
	for _, s := range all {
		text.WriteString(quote(s) + ",")
	}
	return "(" + text.String() + ")"
}

// render writes a node and what is in it. The errors of w are those of its flush.
func (t *typst) render(w util.BufWriter, n ast.Node) {
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		return t.node(w, n, entering), nil
	})
}

// write writes the text before a node's children, or the text after them. The errors of w are
// those of its flush.
func write(w util.BufWriter, entering bool, before, after string) {
	if entering {
		after = before
	}
	w.WriteString(after)
}

// node writes what is around the children of a node, or all of it.
func (t *typst) node(w util.BufWriter, n ast.Node, entering bool) ast.WalkStatus {
	before, after, status := "", "", ast.WalkContinue
	switch n := n.(type) {
	case *ast.TextBlock, *ast.Paragraph:
		before, after = "par({", "})\n"
		if note, ok := n.Parent().(*tables.Footnote); ok { // its number begins the line
			if before, after = "", "parbreak()\n"; n == note.LastChild() {
				after = ""
			}
		}
		if _, class := n.AttributeString("class"); class {
			before, after = "stolb-ragged(par({", "}))\n"
		}
	case *ast.Blockquote:
		before, after = "quote(block: true, {\n", "})\n"
	case *ast.ListItem:
		before, after = "{\n", "}, "
	case *ast.ThematicBreak:
		before = "line(length: 100%)\n"
	case *tables.TableRow:
		after = "\n"
	case *ast.Heading:
		before, after = fmt.Sprintf("[#heading(level: %d, {", n.Level), "})#label("+quote(idOf(n))+")]\n"
	case *ast.List:
		before, after = "list(", ")\n"
		if n.IsOrdered() {
			before = fmt.Sprintf("enum(start: %d, ", n.Start)
		}
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		var lines []string
		text := strings.TrimRight(strings.ReplaceAll(linesOf(n, t.source), "\t", "    "), "\n")
		for line := range strings.SplitSeq(text, "\n") {
			lines = append(lines, quote(line))
		}
		before = fmt.Sprintf("raw(block: true, (%s,).join(\"\\n\"))\n", strings.Join(lines, ", "))
	case *tables.Table:
		before, after = fmt.Sprintf("stolb-table(%d,\n", n.FirstChild().ChildCount()), ")\n"
	case *tables.TableHeader:
		if before, after = "table.header(", "),\n"; t.textOf(n) == "" {
			before, after, status = "", "", ast.WalkSkipChildren
		}
	case *tables.TableCell:
		before, after = "{", "}, "
		if n.Parent().Kind() == tables.KindTableHeader {
			before = "{set text(weight: \"bold\"); "
		}
	case *part:
		t.part(w, n, entering)
	case *tables.FootnoteList: // they are where they are referred to
		status = ast.WalkSkipChildren
	case *tables.FootnoteLink:
		if before = "footnote(label(" + quote(noteID(n.Index)) + ")); "; n.RefIndex == 0 {
			before, after = "[#footnote({", "})#label("+quote(noteID(n.Index))+")]; "
		}
	case *ast.String:
		before = quote(string(n.Value)) + "; "
	case *ast.Text:
		status = ast.WalkSkipChildren
		if n.HardLineBreak() {
			before = "linebreak(); "
		}
	case *ast.Emphasis:
		before, after = "emph({", "}); "
		if n.Level > 1 {
			before = "strong({"
		}
	case *ast.CodeSpan:
		before, status = "raw("+quote(t.textOf(n))+"); ", ast.WalkSkipChildren
	case *unbroken:
		before = typstText.unbroken(n)
	case *ast.Link:
		before, after = "link("+quote(string(n.Destination))+", {", "}); "
		if id, within := strings.CutPrefix(string(n.Destination), "#"); within {
			before = "link(label(" + quote(id) + "), {"
		}
	case *ast.AutoLink:
		address, target := string(n.URL(t.source)), ""
		if n.AutoLinkType == ast.AutoLinkEmail {
			target = "mailto:"
		}
		before = "link(" + quote(target+address) + ", {" + quote(address) + "; }); "
	}
	write(w, entering, before, after)
	if link, ok := n.(*tables.FootnoteLink); ok && entering && link.RefIndex == 0 {
		note := t.footnotes()[link.Index-1]
		for c := note.FirstChild(); c != nil; c = c.NextSibling() {
			t.render(w, c)
		}
	}
	return status
}

// part writes what CommonMark has no node for.
func (t *typst) part(w util.BufWriter, p *part, entering bool) {
	before, after := p.inRow(typstText.row)
	if p.content == nil && !isDiagram(p) { // which is kept whole already
		before, after = fmt.Sprintf("stolb-composition(%t, {\n", p.onePage()), "})\n"
	}
	if write(w, entering, before, after); !entering {
		return
	}
	switch c := p.content.(type) {
	case *game:
		fmt.Fprintf(w, "stolb-game(%d, %s, %d, {%s}, %s, {\n",
			p.level, quote(c.ID), c.Number, typstText.names(t.gameName(c)), quote(c.About(t.Language)))
		typstText.write(w, t.runs(c), c.Figures, t.figure)
		w.WriteString("})\n")
	case *figure:
		w.WriteString(t.figure(c))
	case *solution:
		label := quote(t.label(c))
		if c.of != nil {
			label = fmt.Sprintf("link(label(%s), %s)", quote(c.of.ID), label)
		}
		fmt.Fprintf(w, "block(sticky: true, strong(%s))\n", label)
		typstText.write(w, c.runs, nil, t.figure)
	case *picture:
		fmt.Fprintf(w, "stolb-picture(%s, %s, %d, %d, {%s})\n",
			quote(c.address()), quote(c.Text), c.Width, c.Height, typstText.moves(c.Caption))
	case *results:
		fmt.Fprintf(w, "stolb-results(%s, %d,\n%s,\n", quote(c.Title), c.Crossed, quoteAll(c.Heads))
		for _, row := range c.Rows {
			fmt.Fprintf(w, "%s,\n", quoteAll(row))
		}
		w.WriteString(")\n")
	case *index:
		w.WriteString("stolb-index(\n")
		for _, e := range c.Entries {
			fmt.Fprintf(w, "stolb-entry({%s}, (", typstText.name(&e))
			for _, to := range e.To {
				fmt.Fprintf(w, "(%s, %s), ", quote(to.ID), quote(to.Name))
			}
			fmt.Fprintf(w, "), bracketed: %t),\n", c.Bracketed)
		}
		w.WriteString(")\n")
	}
}

// typstText is how the parts of a game's text are written in Typst. What is bold together
// is one element: each has its own in the PDF's tree of tags.
var typstText = markup{
	open: "par({", close: "})\n", bold: [2]string{"strong({", "}); "},
	text: func(s string) string { return quote(s) + "; " },
	word: func(class, s string) string {
		if class == "move" {
			return "strong(box(" + quote(s) + ")); "
		}
		return "box(" + quote(s) + "); "
	},
	row:    [3]string{"stolb-row({\n", "}, {\n", "})\n"},
	ending: func(s string) string { return "linebreak(); emph(" + quote(s) + "); " },
	inline: true,
	beside: [3]string{"stolb-beside({", "}, {", "})\n"},
}

func (t *typst) figure(f *figure) string {
	return fmt.Sprintf("stolb-figure(%s, %s, {%s}, %s, %s)\n",
		quote(f.ID), quoteAll(f.above()), typstText.moves(t.caption(f)), quote(f.Drawn.Title),
		diagram.AppendTypst(nil, &f.Position, f.Drawn, cmp.Or(f.Size, diagram.Length{Value: 45, Unit: "mm"})))
}
