package book

import (
	_ "embed"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/convert/typeset"
	"github.com/stolb/stolb/record/message"
)

//go:embed stolb.typ
var typstPackage string

// typst writes blocks as code for Typst. All text stands in strings, in which
// nothing of it can be markup.
type typst struct {
	book *Book
	dst  []byte
}

// AppendTypst appends the book as a document for Typst 0.13 or later, which needs
// no package: what it needs stands at its beginning.
func (b *Book) AppendTypst(dst []byte) []byte {
	t := typst{book: b, dst: append(append(dst, diagram.TypstFunctions()...), typstPackage...)}
	t.add("\n#show: stolb-book.with(title: %s, author: %s, date: %s, lang: %s, contents: %s, chapters: %t)\n\n",
		quote(b.Title), quote(b.Author), quote(b.Date), quote(b.Language.String()), quote(b.say("book.contents")), b.hasChapters())
	t.add("#{\n")
	t.blocks(b.body())
	t.add("}\n")
	return t.dst
}

// hasChapters says whether headings of the first level stand over more than a game.
func (b *Book) hasChapters() bool {
	for i := range b.Blocks {
		if b.Blocks[i].Kind == GameText && b.Blocks[i].Level == 1 {
			return false
		}
	}
	return true
}

func (t *typst) add(format string, args ...any) { t.dst = fmt.Appendf(t.dst, format, args...) }

var inQuotes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// quote spells text as a string of Typst's.
func quote(text string) string { return `"` + inQuotes.Replace(printable(text)) + `"` }

func (t *typst) blocks(blocks []Block) {
	for i := 0; i < len(blocks); i++ {
		n := 0 // games that follow each other fill their columns together
		for i+n < len(blocks) && blocks[i+n].Kind == GameText {
			n++
		}
		if n < 2 {
			t.block(&blocks[i])
			continue
		}
		t.add("stolb-games({\n")
		for k := range n {
			t.game(&blocks[i+k], false)
		}
		t.add("})\n")
		i += n - 1
	}
}

// game adds a game, whose text has columns of its own, or stands in one of those of
// several games.
func (t *typst) game(b *Block, alone bool) {
	g := b.Game
	runs, columns := t.book.runs(g), 0
	if alone {
		columns = columnsOf(runs, len(g.Figures))
	}
	t.add("stolb-game(%d, %d, %s, %d, %s, %s, {\n", columns, b.Level, quote(g.ID), g.Number, quote(t.book.gameName(g)), quote(g.About(t.book.Language)))
	t.runs(runs, g.Figures)
	t.add("})\n")
}

// onePage is how many lines, and lineLength characters in each, a solution has at
// most that stands on the page of its diagram; one that is longer goes on on the page
// beside it (Ukrainian rules VI.7.4.9).
const (
	onePage    = 18
	lineLength = 55
)

// onePage says whether a composition's solution fits beneath its diagram.
func (b *Block) onePage() bool {
	lines := 1
	for i := range b.Blocks {
		length := 0
		for _, run := range b.Blocks[i].Runs {
			if run.Role == typeset.NewLine {
				lines, length = lines+1+length/lineLength, 0
			}
			length += utf8.RuneCountInString(run.Text)
		}
		lines += length / lineLength
	}
	return lines <= onePage
}

// length is how many characters the text of a game has.
func length(runs []typeset.Run) int {
	n := 0
	for i := range runs {
		n += utf8.RuneCountInString(runs[i].Text)
	}
	return n
}

func (t *typst) block(b *Block) {
	switch b.Kind {
	case Heading:
		t.add("[#heading(level: %d, {", b.Level)
		t.inlines(b.Inlines)
		t.add("})#label(%s)]\n", quote(b.ID))
	case Paragraph:
		t.add("par({")
		t.inlines(b.Inlines)
		t.add("})\n")
	case Quote:
		t.add("quote(block: true, {\n")
		t.blocks(b.Blocks)
		t.add("})\n")
	case List:
		name := "list("
		if b.Ordered {
			name = fmt.Sprintf("enum(start: %d, ", b.First)
		}
		t.add("%s", name)
		for i := range b.Blocks {
			t.add("{\n")
			t.blocks(b.Blocks[i].Blocks)
			t.add("}, ")
		}
		t.add(")\n")
	case Item:
		t.blocks(b.Blocks)
	case Code:
		var lines []string
		for _, line := range strings.Split(strings.TrimRight(keepLines(b.Text), "\n"), "\n") {
			lines = append(lines, quote(line))
		}
		t.add("raw(block: true, (%s,).join(\"\\n\"))\n", strings.Join(lines, ", "))
	case Rule:
		t.add("line(length: 100%%)\n")
	case TableOf:
		t.table(b.Rows)
	case GameText:
		t.game(b, true)
	case FigureBlock:
		t.figure(b.Figure)
	case Composition:
		t.add("stolb-composition(%t, {\n", b.onePage())
		t.blocks(b.Blocks)
		t.add("})\n")
	case Solution:
		t.add("par(first-line-indent: 0em, strong(%s))\n", quote(message.Of("book.solution").In(t.book.Language)))
		t.runs(b.Runs, nil)
	case Index:
		t.add("stolb-index(\n")
		for _, e := range *b.Entries {
			t.add("stolb-entry(%s, (", quote(e.Name))
			for _, to := range e.To {
				t.add("(%s, %s), ", quote(to.ID), quote(to.Name))
			}
			t.add("), bracketed: %t),\n", b.Bracketed)
		}
		t.add(")\n")
	}
}

func (t *typst) inlines(inlines []Inline) {
	for i := range inlines {
		in := &inlines[i]
		switch in.Kind {
		case Plain:
			t.add("%s; ", quote(in.Text))
		case Emphasis, Strong:
			t.add("%s({", map[InlineKind]string{Emphasis: "emph", Strong: "strong"}[in.Kind])
			t.inlines(in.Inlines)
			t.add("}); ")
		case Verbatim:
			t.add("raw(%s); ", quote(in.Text))
		case Moves:
			t.add("strong(%s); ", quote(together(in.Text)))
		case Link:
			if !safe(in.Target) {
				t.inlines(in.Inlines)
				continue
			}
			t.add("link(%s, {", quote(in.Target))
			t.inlines(in.Inlines)
			t.add("}); ")
		case Reference:
			t.add("link(label(%s), {", quote(in.Target))
			t.inlines(in.Inlines)
			t.add("}); ")
		case Break:
			t.add("linebreak(); ")
		}
	}
}

func (t *typst) table(rows [][][]Inline) {
	columns := 0
	for _, row := range rows {
		columns = max(columns, len(row))
	}
	t.add("table(columns: %d, stroke: 0.4pt, inset: 4pt,\n", columns)
	for i, row := range rows {
		if i == 0 && textOf(flat(row)) == "" {
			continue
		}
		for k := range columns {
			t.add("{")
			if i == 0 {
				t.add("set text(weight: \"bold\"); ")
			}
			if k < len(row) {
				t.inlines(row[k])
			}
			t.add("}, ")
		}
		t.add("\n")
	}
	t.add(")\n")
}

// A game of at least so many characters is set in two columns: those of a short
// one would not be filled.
const twoColumns = 1500

func columnsOf(runs []typeset.Run, figures int) int {
	// A diagram takes the room of many lines.
	if length(runs)+figures*twoColumns/2 >= twoColumns {
		return 2
	}
	return 1
}

// runs writes the text of a game as paragraphs with figures between. What is bold
// together is one element: each has its own in the PDF's tree of tags.
func (t *typst) runs(runs []typeset.Run, figures map[int]*Figure) {
	open, bold := false, false
	strong := func(wanted bool) {
		switch {
		case wanted && !bold:
			t.add("strong({")
		case !wanted && bold:
			t.add("}); ")
		}
		bold = wanted
	}
	end := func() {
		if strong(false); open {
			t.add("})\n")
			open = false
		}
	}
	for i := 0; i < len(runs); i++ {
		run := &runs[i]
		switch {
		case run.Role == typeset.NewLine:
			end()
		case run.Role == typeset.Space && !open, run.Role == typeset.Command:
		case run.Role == typeset.Diagram:
			if f := figures[i]; f != nil {
				end()
				t.figure(f)
			}
		case run.Role == typeset.Ending:
			end()
			t.add("par(emph(%s))\n", quote(run.Text))
		default:
			if !open {
				t.add("par({")
				open = true
			}
			strong(mainly(run) || bold && run.Role == typeset.Space && i+1 < len(runs) && mainly(&runs[i+1]))
			text := quote(run.Text)
			if tied(runs, i) {
				text = "\"\u00a0\""
			}
			if run.Role == typeset.Main || run.Role == typeset.Side {
				move, marks := marked(runs, i)
				text = "box(" + quote(move) + ")" // a line does not end at its dash
				i += marks
			}
			t.add("%s; ", text)
		}
	}
	end()
}

func (t *typst) figure(f *Figure) {
	t.add("stolb-figure(%s, (", quote(f.ID))
	for _, line := range f.above() {
		t.add("%s,", quote(line))
	}
	t.add("), %s, %s, ", quote(t.book.caption(f)), quote(f.Drawn.Title))
	t.dst = diagram.AppendTypstCall(t.dst, &f.Position, f.Drawn, diagram.Length{Value: 45, Unit: "mm"})
	t.add(")\n")
}
