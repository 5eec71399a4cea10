package diagram

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/stolb/stolb/record"
)

//go:embed board.typ
var typstBoard string

// TypstFunctions returns the definition of stolb-board, which AppendTypst calls. It draws a FEN as
// Draw does; the module convert/book/typsttest compares their pictures.
func TypstFunctions() string {
	var inks [2][]look // in coloured and in black ink
	for r := range numRoles {
		inks[0], inks[1] = append(inks[0], lookOf(r, false)), append(inks[1], lookOf(r, true))
	}
	sameBoard := func(v record.Variant) record.Variant { // the first variant with the same board
		all := record.Variants()
		return all[slices.IndexFunc(all, func(w record.Variant) bool { return w.Board() == v.Board() })]
	}
	var text strings.Builder
	err := template.Must(template.New("").Delims("<<", ">>").Funcs(template.FuncMap{
		"colour": typstColour, "number": number, "sameBoard": sameBoard, "variants": record.Variants,
		"numbered": func(b record.Board) bool { return b.Numbering == record.Numeric },
	}).Parse(typstBoard)).Execute(&text, inks)
	if err != nil {
		panic(err) // the template is part of the program and matches its data
	}
	return text.String()
}

// AppendTypst appends a call of stolb-board, for Typst 0.13 or later, that draws a position as Draw
// does. Labelled metadata holds its FEN, for queries.
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

// typstColour returns Typst code for a colour #rrggbb, or "" for none, with an opacity from 0 to 1.
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

// TypstString returns text as a Typst string literal.
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
