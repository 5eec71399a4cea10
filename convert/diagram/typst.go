package diagram

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/stolb/stolb/record"
)

//go:embed board.typ
var typstBoard string

// TypstFunctions returns the definition of stolb-board, which draws a board of a
// FEN as Draw does: AppendTypst appends calls of it. The module convert/book/typsttest
// holds both to the same pictures.
func TypstFunctions() string {
	var b strings.Builder
	b.WriteString("#let stolb-inks = (\n")
	for _, ink := range []string{"colour", "black"} {
		fmt.Fprintf(&b, "  %s: (\n", ink)
		for r := range numRoles {
			s := lookOf(r, ink == "black")
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
		g := glyphOf(r)
		var words []string // as in SVG: M begins at a point, L is a line, Q a curve, its control point first
		for _, s := range g.outline {
			if s.Op == 'Q' {
				words = append(words, fmt.Sprintf("Q%v,%v,%v,%v", s.First.X, s.First.Y, s.To.X, s.To.Y))
			} else {
				words = append(words, fmt.Sprintf("%c%v,%v", s.Op, s.To.X, s.To.Y))
			}
		}
		fmt.Fprintf(&b, "  \"%c\": (%v, \"%s\"),\n", r, g.wide, strings.Join(words, " "))
	}
	b.WriteString(")\n\n")
	return b.String() + typstBoard
}

// AppendTypst appends a call of stolb-board, as code, that draws a position as Draw does,
// in Typst 0.13 or later. Labelled metadata has its FEN, for queries.
func AppendTypst(dst []byte, p *record.Position, o Options, width Length) []byte {
	width = width.or(&begin(p.Variant, o).Drawing)
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

// typstColour spells a colour #rrggbb of that opacity, 0 to 1; "" for no colour.
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
