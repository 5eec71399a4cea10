package diagram

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/image/font/sfnt"

	"github.com/stolb/stolb/record"
)

//go:embed board.typ
var typstBoard string

// TypstFunctions returns the definition of stolb-board, which draws a board of a
// FEN as Draw does, for documents with many of them; see AppendTypstCall. The module
// convert/book/typsttest holds both to the same pictures.
func TypstFunctions() string {
	var b strings.Builder
	b.WriteString("#let stolb-inks = (\n")
	for _, ink := range []string{"colour", "black"} {
		fmt.Fprintf(&b, "  %s: (\n", ink)
		for _, s := range styles(ink == "black") {
			fmt.Fprintf(&b, "    %s: (fill: %s, stroke: %s, line: %s),\n",
				s.Class, typstColour(s.Fill, s.Opacity), typstColour(s.Stroke, 1), number(s.Line))
		}
		b.WriteString("  ),\n")
	}
	b.WriteString(")\n\n// Squares in the order of their numbers.\n#let stolb-boards = (\n")
	named := map[record.Board]string{}
	for _, v := range record.Variants() {
		board := v.Board()
		if named[board] != "" {
			continue
		}
		named[board] = v.String()
		var squares []string
		for _, s := range board.Squares() {
			squares = append(squares, s.Algebraic())
		}
		fmt.Fprintf(&b, "  %v: (files: %d, ranks: %d, numbered: %t, squares: \"%s\"),\n",
			v, board.Files, board.Ranks, board.Numbering == record.Numeric, strings.Join(squares, " "))
	}
	b.WriteString(")\n\n#let stolb-variants = (\n")
	for _, v := range record.Variants() {
		fmt.Fprintf(&b, "  %v: (board: \"%s\", marked: %t),\n", v, named[v.Board()], v.KingMarks())
	}
	b.WriteString(")\n\n// The letters and digits of the Go fonts: how wide, and the outline, of a size of 1000.\n#let stolb-glyphs = (\n")
	for _, r := range "0123456789abcdefghijkl" {
		wide, outline := glyph(r)
		fmt.Fprintf(&b, "  \"%c\": (%d, \"%s\"),\n", r, wide, outline)
	}
	b.WriteString(")\n\n")
	return b.String() + typstBoard
}

// glyph returns how wide a letter is of a size of 1000, and its outline in words:
// M begins at a point, L is a line, Q a quadratic curve with its control point first.
func glyph(r rune) (wide int, outline string) {
	advance, segments, err := glyphOf(new(sfnt.Buffer), r, 1000)
	if err != nil {
		panic(err) // the typeface is part of the program
	}
	var words []string
	for _, g := range segments {
		a, b := g.Args[0], g.Args[1]
		switch g.Op {
		case sfnt.SegmentOpMoveTo:
			words = append(words, fmt.Sprintf("M%d,%d", a.X, a.Y))
		case sfnt.SegmentOpLineTo:
			words = append(words, fmt.Sprintf("L%d,%d", a.X, a.Y))
		case sfnt.SegmentOpQuadTo: // TrueType has no others
			words = append(words, fmt.Sprintf("Q%d,%d,%d,%d", a.X, a.Y, b.X, b.Y))
		}
	}
	return int(advance), strings.Join(words, " ")
}

// AppendTypstCall appends a call of stolb-board, as code, that draws a position as
// Draw does. Labelled metadata has its FEN, for queries.
func AppendTypstCall(dst []byte, p *record.Position, o Options, width Length) []byte {
	dst = fmt.Appendf(dst, "stolb-board(%s, %s, width: %smm", TypstString(p.FEN()), TypstString(p.Variant.String()), number(width.millimetres()))
	if o.From == record.Black {
		dst = append(dst, `, from: "black"`...)
	}
	if o.Coordinates != "" {
		dst = fmt.Appendf(dst, `, names: "%s"`, o.Coordinates)
	}
	if o.BlackInk {
		dst = append(dst, `, ink: "black"`...)
	}
	if len(o.Marks) > 0 {
		dst = append(dst, ", marks: ("...)
		for _, m := range o.Marks {
			var names []string
			for _, s := range m {
				names = append(names, p.Variant.Board().Name(s))
			}
			dst = fmt.Appendf(dst, "%s,", TypstString(strings.Join(names, "-")))
		}
		dst = append(dst, ')')
	}
	if o.Title != "" {
		dst = fmt.Appendf(dst, ", title: %s", TypstString(o.Title))
	}
	return append(dst, ')')
}

// AppendTypst appends the drawing as a box of that width in Typst's markup, 0.13
// or later, which needs no package. Labelled metadata has its FEN, for queries.
func (d *Drawing) AppendTypst(dst []byte, width Length) []byte {
	width = width.or(d)
	mm := width.millimetres()
	dst = fmt.Appendf(dst, "#box(width: %smm, height: %smm, {\n  let u = %smm\n", number(mm), number(mm*d.Height/d.Width),
		strconv.FormatFloat(mm/d.Width, 'f', 6, 64))
	dst = append(dst, "  set place(top + left)\n"...)
	if d.FEN != "" {
		dst = fmt.Appendf(dst, "  [#metadata((fen: %s, title: %s)) <stolb-diagram>]\n", TypstString(d.FEN), TypstString(d.Title))
	}
	for i := range d.Shapes {
		dst = d.appendTypst(dst, &d.Shapes[i])
	}
	return append(dst, "})\n"...)
}

func (d *Drawing) appendTypst(dst []byte, s *shape) []byte {
	style := d.style(s)
	fill, stroke := typstColour(style.Fill, style.Opacity), "none"
	if style.Stroke != "" {
		stroke = fmt.Sprintf(`%s * u + rgb("%s")`, number(style.Line), style.Stroke)
	}
	look := fmt.Sprintf("fill: %s, stroke: %s", fill, stroke)
	switch s.Kind {
	case kindRectangle:
		return fmt.Appendf(dst, "  place(dx: %s * u, dy: %s * u, rect(width: %s * u, height: %s * u, %s))\n",
			number(s.X), number(s.Y), number(s.W), number(s.H), look)
	case kindEllipse:
		return fmt.Appendf(dst, "  place(dx: %s * u, dy: %s * u, ellipse(width: %s * u, height: %s * u, %s))\n",
			number(s.X-s.W), number(s.Y-s.H), number(2*s.W), number(2*s.H), look)
	case kindText:
		// A box of the square's width, in whose middle the text is.
		return fmt.Appendf(dst, "  place(dx: %s * u, dy: %s * u, box(width: 100 * u, align(center, text(size: %s * u, weight: \"bold\", fill: %s, top-edge: \"baseline\", bottom-edge: \"baseline\", %s))))\n",
			number(s.X-50), number(s.Y), number(s.H), fill, TypstString(s.Text))
	}
	dst = fmt.Appendf(dst, "  place(curve(%s", look)
	for _, g := range s.Path {
		dst = append(dst, ", "...)
		switch g.Op {
		case 'M':
			dst = fmt.Appendf(dst, "curve.move(%s)", typstPoint(g.To))
		case 'L':
			dst = fmt.Appendf(dst, "curve.line(%s)", typstPoint(g.To))
		case 'C':
			dst = fmt.Appendf(dst, "curve.cubic(%s, %s, %s)", typstPoint(g.First), typstPoint(g.Then), typstPoint(g.To))
		}
	}
	return append(dst, ", curve.close()))\n"...)
}

// typstColour spells a colour #rrggbb of that opacity, 0 to 1; "" is none.
func typstColour(colour string, opacity float64) string {
	if colour == "" {
		return "none"
	}
	text := fmt.Sprintf(`rgb("%s")`, colour)
	if opacity < 1 {
		text += fmt.Sprintf(".transparentize(%s%%)", number(100*(1-opacity)))
	}
	return text
}

func typstPoint(p point) string { return fmt.Sprintf("(%s * u, %s * u)", number(p.X), number(p.Y)) }

// TypstString spells text as a string of Typst's.
func TypstString(text string) string {
	quoted := []byte{'"'}
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			quoted = append(quoted, '\\', byte(r))
		case r < ' ' || r == 0x7f:
			quoted = fmt.Appendf(quoted, `\u{%x}`, r)
		default:
			quoted = append(quoted, string(r)...)
		}
	}
	return string(append(quoted, '"'))
}
