package book

import (
	"bufio"
	"html/template"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/stolb/stolb/convert/internal/notation"
)

// output renders the nodes of a book with the templates of a format, which are named after the
// kinds of nodes. The data of a template is the part's content, or else the node.
type output struct {
	*Book
	markup    *markup
	templates interface {
		ExecuteTemplate(w io.Writer, name string, data any) error
	}
	render func(w util.BufWriter, n ast.Node) error // renders a node
}

// made executes a template with data and returns the text.
func (o *output) made(name string, data any) string {
	var text strings.Builder
	if err := o.templates.ExecuteTemplate(&text, name, data); err != nil {
		panic(err) // the templates are part of the program and match their data
	}
	return text.String()
}

// node renders a node that has a template, with its children.
func (o *output) node(n ast.Node) string {
	switch p, ok := n.(*part); {
	case !ok:
		return o.made(n.Kind().String(), n)
	case p.content == nil:
		return o.made(p.name, n)
	default:
		return o.made(p.name, p.content)
	}
}

// rendered renders nodes in order.
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

// functions returns the functions that are common to the templates of all formats.
func (o *output) functions() map[string]any {
	figure := func(f *figure) string { return o.made("Figure", f) }
	return map[string]any{
		"say": o.say, "about": func(g *game) string { return g.About(o.Language) }, "caption": o.caption,
		"nodes": childrenOf, "textOf": o.textOf, "idOf": idOf, "noteID": noteID, "referenceID": referenceID,
		"node":     func(n ast.Node) (template.HTML, error) { return o.rendered([]ast.Node{n}) },
		"children": func(n ast.Node) (template.HTML, error) { return o.rendered(childrenOf(n)) },
		"moves":    func(text string) template.HTML { return template.HTML(o.markup.moves(text)) },
		"gameName": o.gameName, "tied": tied,
		"within": func(n *ast.Link) string { // the ID that it refers to, or "" for an address
			id, within := strings.CutPrefix(string(n.Destination), "#")
			return map[bool]string{true: id}[within]
		},
		"names":    func(text string) template.HTML { return template.HTML(o.markup.names(text)) },
		"unbroken": func(u unbroken) template.HTML { return template.HTML(o.markup.unbroken(u)) },
		"game":     func(g *game) template.HTML { return template.HTML(o.markup.paragraphs(o.runs(g), g.Figures, figure)) },
		"solution": func(s *solution) template.HTML { return template.HTML(o.markup.paragraphs(s.runs, nil, figure)) },
	}
}

// markup is the markup of a game's text in an output format.
type markup struct {
	open, close  string    // of a paragraph
	bold         [2]string // opening, closing
	trim         string    // characters to trim from the end of a paragraph
	inline       bool      // the ending of the game is part of the last paragraph
	beside       [3]string // before a paragraph beside a diagram, between the two, and after
	comment      [2]string
	text, ending func(string) string
	word         func(class, text string) string // text without line breaks
}

// moves renders text that may contain moves, without line breaks at their dashes.
func (m *markup) moves(text string) string {
	var all strings.Builder
	for piece, isMove := range pieces(text) {
		if isMove {
			all.WriteString(m.word("m", together(piece)))
		} else {
			all.WriteString(m.text(piece))
		}
	}
	return all.String()
}

// names renders players' names, without line breaks between initials and surnames.
func (m *markup) names(text string) string {
	first, second, several := strings.Cut(text, " – ")
	switch {
	case !strings.ContainsAny(first+second, " -"): // no line can end within them
		return m.text(text)
	case !several:
		return m.word("name", text)
	}
	return m.word("name", first+" –") + m.text(" ") + m.word("name", second)
}

// unbroken renders words, each without line breaks.
func (m *markup) unbroken(u unbroken) string {
	var words []string
	for word := range strings.SplitSeq(together(u.text), " ") {
		words = append(words, m.word(u.class, word))
	}
	return strings.Join(words, m.text(" "))
}

// besideLength is the number of characters that fit beside a diagram.
const besideLength = 400

// paragraphs renders the text of a game as paragraphs, with the figures, by the indexes of their
// runs, drawn between them. The main line is bold if there are variations, comments or labels.
func (m *markup) paragraphs(runs []notation.Run, figures map[int]*figure, draw func(*figure) string) string {
	var w, text strings.Builder // text holds the open paragraph
	open, bold := false, false
	length := 0 // in characters
	type place struct {
		at, length int
		bold       bool
	}
	var numbers []place // of the move numbers of the main line
	aside := slices.ContainsFunc(runs, func(r notation.Run) bool {
		return r.Role == notation.Open || r.Role == notation.Comment || r.Role == notation.Label
	})
	strong := func(wanted bool) {
		if wanted != bold {
			text.WriteString(m.bold[map[bool]int{true: 0, false: 1}[wanted]])
			bold = wanted
		}
	}
	end := func(before, after string) {
		if strong(false); open {
			after = before + m.open + strings.TrimRight(text.String(), m.trim) + m.close + after
			open, length, numbers = false, 0, nil
			text.Reset()
		}
		w.WriteString(after)
	}
	for i := 0; i < len(runs); i++ {
		run, next := &runs[i], &notation.Run{Role: notation.NewLine}
		if i+1 < len(runs) {
			next = &runs[i+1]
		}
		switch {
		case run.Role == notation.NewLine:
			end("", "")
		case run.Role == notation.Space && !open, run.Role == notation.Command:
		case run.Role == notation.Diagram:
			f, beside := figures[i], m.beside
			if f == nil {
				break
			}
			if !open {
				beside = [3]string{}
			}
			// Put only the end of a long paragraph beside the diagram.
			k := slices.IndexFunc(numbers, func(n place) bool { return length-n.length <= besideLength })
			if beside[0] != "" && length > besideLength*5/4 && k > 0 {
				strong(false)
				n, whole := numbers[k], text.String()
				first, last := whole[:n.at], whole[n.at:]
				if n.bold {
					first, last = first+m.bold[1], m.bold[0]+last
				}
				w.WriteString(m.open + first + m.close)
				text.Reset()
				text.WriteString(last)
			}
			end(beside[0], beside[1])
			w.WriteString(draw(f) + beside[2])
		case run.Role == notation.Ending && m.inline:
			open = true
			strong(false)
			text.WriteString(m.ending(run.Text))
			if next.Role != notation.Diagram { // a paragraph beside a diagram ends there
				end("", "")
			}
		case run.Role == notation.Ending:
			end("", m.ending(run.Text))
		default:
			open = true
			if run.Role == notation.Number && run.Depth == 0 {
				numbers = append(numbers, place{text.Len(), length, bold})
			}
			length += utf8.RuneCountInString(run.Text)
			strong(aside && mainly(run) || bold && run.Role == notation.Space && mainly(next))
			switch {
			case run.Role == notation.Space && (i > 0 && runs[i-1].Role == notation.Number || isSign(next)):
				text.WriteString(m.text("\u00a0"))
			case run.Role == notation.Comment:
				text.WriteString(m.comment[0] + m.moves(run.Text) + m.comment[1])
			case run.Role == notation.Main, run.Role == notation.Side:
				move := run.Text
				for i+1 < len(runs) && runs[i+1].Role == notation.Mark && mainly(&runs[i+1]) == mainly(run) {
					i++
					move += runs[i].Text
				}
				text.WriteString(m.word("m", move)) // no line break at its dash
			default:
				text.WriteString(m.text(run.Text))
			}
		}
	}
	end("", "")
	return w.String()
}

// isSign reports whether a run is a mark without spaces, that is, not a phrase.
func isSign(run *notation.Run) bool {
	return run.Role == notation.Mark && !strings.Contains(run.Text, " ")
}

// mainly reports whether a run belongs to the main line or is the label of a line.
func mainly(run *notation.Run) bool {
	return run.Role == notation.Label || run.Depth == 0 && (run.Role == notation.Number || run.Role == notation.Main || isSign(run))
}
