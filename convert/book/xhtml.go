package book

import (
	"fmt"
	"html"
	"strings"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/convert/typeset"
	"github.com/stolb/stolb/record/message"
)

// xhtml writes blocks as HTML that is XML as well, for pages and for EPUB.
type xhtml struct {
	book *Book
	dst  []byte
	file func(id string) string // where in the book something is, before "#"; nil where all is in one file

	apart bool // diagrams are files of their own
}

func (x *xhtml) add(format string, args ...any) { x.dst = fmt.Appendf(x.dst, format, args...) }

func escape(text string) string { return html.EscapeString(printable(text)) }

// address returns the address of what has an ID.
func (x *xhtml) address(id string) string {
	if x.file == nil {
		return "#" + escape(id)
	}
	return x.file(id) + "#" + escape(id)
}

func (x *xhtml) blocks(blocks []Block) {
	for i := range blocks {
		x.block(&blocks[i])
	}
}

func (x *xhtml) block(b *Block) {
	switch b.Kind {
	case Heading:
		x.add("<h%d id=\"%s\">", b.Level, escape(b.ID))
		x.inlines(b.Inlines)
		x.add("</h%d>\n", b.Level)
	case Paragraph:
		x.add("<p>")
		x.inlines(b.Inlines)
		x.add("</p>\n")
	case Quote:
		x.add("<blockquote>\n")
		x.blocks(b.Blocks)
		x.add("</blockquote>\n")
	case List:
		switch {
		case !b.Ordered:
			x.add("<ul>\n")
			x.blocks(b.Blocks)
			x.add("</ul>\n")
		default:
			x.add("<ol start=\"%d\">\n", b.First)
			x.blocks(b.Blocks)
			x.add("</ol>\n")
		}
	case Item:
		x.add("<li>")
		x.blocks(b.Blocks)
		x.add("</li>\n")
	case Code:
		x.add("<pre>%s</pre>\n", html.EscapeString(strings.ToValidUTF8(keepLines(b.Text), "\ufffd")))
	case Rule:
		x.add("<hr/>\n")
	case TableOf:
		x.table(b.Rows)
	case GameText:
		x.game(b.Game, b.Level)
	case FigureBlock:
		x.figure(b.Figure)
	case Composition:
		x.add("<section class=\"%s\">\n", map[bool]string{true: "composition", false: "composition spread"}[b.onePage()])
		x.blocks(b.Blocks)
		x.add("</section>\n")
	case Solution:
		x.add("<div class=\"solution\">\n<p class=\"label\">%s</p>\n", escape(message.Of("book.solution").In(x.book.Language)))
		x.runs(b.Runs, nil)
		x.add("</div>\n")
	case Index:
		x.add("<ul class=\"index\">\n")
		for _, e := range *b.Entries {
			open, close := "", ""
			if b.Bracketed {
				open, close = "(", ")"
			}
			x.add("<li>%s%s\u00a0– ", open, escape(e.Name))
			for i, to := range e.To {
				if i > 0 {
					x.add(", ")
				}
				x.add("<a href=\"%s\">%s</a>", x.address(to.ID), escape(to.Name))
			}
			x.add("%s</li>\n", close)
		}
		x.add("</ul>\n")
	}
}

// keepLines returns text without control characters but the ends of lines.
func keepLines(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\t", "    "), "\n")
	for i := range lines {
		lines[i] = printable(lines[i])
	}
	return strings.Join(lines, "\n")
}

func (x *xhtml) inlines(inlines []Inline) {
	for i := range inlines {
		in := &inlines[i]
		switch in.Kind {
		case Plain:
			x.add("%s", escape(in.Text))
		case Emphasis, Strong:
			tag := map[InlineKind]string{Emphasis: "em", Strong: "strong"}[in.Kind]
			x.add("<%s>", tag)
			x.inlines(in.Inlines)
			x.add("</%s>", tag)
		case Verbatim:
			x.add("<code>%s</code>", escape(in.Text))
		case Moves:
			x.add("<span class=\"move\">%s</span>", escape(together(in.Text)))
		case Link:
			if !safe(in.Target) {
				x.inlines(in.Inlines)
				continue
			}
			x.add("<a href=\"%s\">", escape(in.Target))
			x.inlines(in.Inlines)
			x.add("</a>")
		case Reference:
			x.add("<a href=\"%s\">", x.address(in.Target))
			x.inlines(in.Inlines)
			x.add("</a>")
		case Break:
			x.add("<br/>")
		}
	}
}

// safe says whether an address is of a kind that a book may have.
func safe(address string) bool {
	scheme, _, found := strings.Cut(strings.ToLower(strings.TrimSpace(address)), ":")
	return found && (scheme == "http" || scheme == "https" || scheme == "mailto")
}

// together keeps the number of a move with it.
func together(text string) string {
	return spaced().ReplaceAllString(strings.ReplaceAll(text, ". ", ".\u00a0"), "$1$2")
}

func (x *xhtml) table(rows [][][]Inline) {
	x.add("<table>\n")
	for i, row := range rows {
		tag := "td"
		if i == 0 {
			if textOf(flat(row)) == "" {
				continue
			}
			tag = "th"
		}
		x.add("<tr>")
		for _, cell := range row {
			x.add("<%s>", tag)
			x.inlines(cell)
			x.add("</%s>\n", tag)
		}
		x.add("</tr>\n")
	}
	x.add("</table>\n")
}

func flat(row [][]Inline) []Inline {
	var all []Inline
	for _, cell := range row {
		all = append(all, cell...)
	}
	return all
}

// game writes a game: who played, where, and its text with its diagrams.
func (x *xhtml) game(g *Game, level int) {
	x.add("<section class=\"game\" id=\"%s\">\n<h%d><span class=\"number\">%d.</span> %s</h%d>\n<p class=\"about\">%s</p>\n",
		escape(g.ID), level, g.Number, escape(x.book.gameName(g)), level, escape(g.About(x.book.Language)))
	x.runs(x.book.runs(g), g.Figures)
	x.add("</section>\n")
}

// gameName returns who played a game, or its number where nobody knows.
func (b *Book) gameName(g *Game) string {
	if name := g.Heading(); name != "" {
		return name
	}
	return message.Of("book.game", "n", g.Number).In(b.Language)
}

// runs writes the text of a game as paragraphs with figures between.
func (x *xhtml) runs(runs []typeset.Run, figures map[int]*Figure) {
	open := false
	begin := func() {
		if !open {
			x.add("<p class=\"text\">")
			open = true
		}
	}
	end := func() {
		if open {
			x.dst = append(trimSpace(x.dst), "</p>\n"...)
			open = false
		}
	}
	bold := false
	for i := 0; i < len(runs); i++ {
		run := &runs[i]
		if run.Role == typeset.Space && !open || run.Role == typeset.Command {
			continue
		}
		switch run.Role {
		case typeset.NewLine:
			end()
			continue
		case typeset.Diagram:
			if f := figures[i]; f != nil {
				end()
				x.figure(f)
			}
			continue
		case typeset.Ending:
			end()
			x.add("<p class=\"ending\">%s</p>\n", escape(run.Text))
			continue
		}
		begin()
		text := escape(run.Text)
		if tied(runs, i) {
			text = "\u00a0"
		}
		main := mainly(run) || bold && run.Role == typeset.Space && i+1 < len(runs) && mainly(&runs[i+1])
		switch {
		case main && !bold:
			x.add("<b>")
		case !main && bold:
			x.add("</b>")
		}
		bold = main
		switch run.Role {
		case typeset.Comment:
			text = "<span class=\"comment\">" + text + "</span>"
		case typeset.Main, typeset.Side:
			move, marks := marked(runs, i)
			text = "<span class=\"m\">" + escape(move) + "</span>" // a line does not end at its dash
			i += marks
		}
		x.add("%s", text)
		if bold && (i+1 == len(runs) || !mainly(&runs[i+1]) && runs[i+1].Role != typeset.Space) {
			x.add("</b>")
			bold = false
		}
	}
	if bold {
		x.add("</b>")
	}
	end()
}

// tied says whether a run is a space at which no line ends: behind the number of a
// move, or before a sign.
func tied(runs []typeset.Run, i int) bool {
	if runs[i].Role != typeset.Space {
		return false
	}
	return i > 0 && runs[i-1].Role == typeset.Number ||
		i+1 < len(runs) && runs[i+1].Role == typeset.Mark && !strings.Contains(runs[i+1].Text, " ")
}

// marked returns the text of a move with the marks that stand right behind it, and how
// many these are.
func marked(runs []typeset.Run, i int) (text string, marks int) {
	text = runs[i].Text
	for _, run := range runs[i+1:] {
		if run.Role != typeset.Mark || mainly(&run) != mainly(&runs[i]) {
			break
		}
		text += run.Text
		marks++
	}
	return text, marks
}

// mainly says whether a run is of the game's own moves, or names a line.
func mainly(run *typeset.Run) bool {
	return run.Role == typeset.Label || run.Depth == 0 && (run.Role == typeset.Number || run.Role == typeset.Main || run.Role == typeset.Mark && !strings.Contains(run.Text, " "))
}

func trimSpace(dst []byte) []byte {
	for len(dst) > 0 && dst[len(dst)-1] == ' ' {
		dst = dst[:len(dst)-1]
	}
	return dst
}

// figureWidth is how wide diagrams are on a page.
var figureWidth = diagram.Length{Value: 270, Unit: "px"}

func (x *xhtml) figure(f *Figure) {
	x.add("<figure id=\"%s\">\n", escape(f.ID))
	for i, line := range f.above() {
		x.add("<p class=\"%s\">%s</p>\n", [...]string{"above", "source"}[i], escape(line))
	}
	if x.apart {
		x.add("<img src=\"%s\" alt=\"%s\"/>\n", f.file(), escape(f.Drawn.Title))
	} else {
		x.dst = diagram.Draw(&f.Position, f.Drawn).AppendSVG(x.dst, figureWidth)
	}
	if caption := x.book.caption(f); caption != "" {
		x.add("<figcaption>%s</figcaption>\n", escape(caption))
	}
	x.add("</figure>\n")
}
