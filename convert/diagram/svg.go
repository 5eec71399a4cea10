package diagram

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"strconv"
	"strings"
)

// fontFamily is the font of numbers and letters. Every renderer has one of these.
const fontFamily = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif"

// AppendSVG appends the drawing as an svg element of the given width, which may be a file or part of
// a page. Colours are plain attributes, which every renderer supports; for the elements' classes,
// see StyleSheet. The title element holds the drawing's title, the desc element its FEN.
func (d *Drawing) AppendSVG(dst []byte, width Length) []byte {
	width = width.or(d)
	unit := strings.TrimSuffix(width.Unit, "px")
	w, h := number(width.Value)+unit, number(width.Value*d.Height/d.Width)+unit
	dst = fmt.Appendf(dst, `<svg xmlns="http://www.w3.org/2000/svg" class="board" role="img" width="%s" height="%s" viewBox="0 0 %s %s"`,
		w, h, number(d.Width), number(d.Height))
	if d.Title != "" {
		dst = fmt.Appendf(dst, ` aria-label="%s"`, Escape(d.Title))
	}
	dst = fmt.Appendf(dst, ` font-family="%s" font-weight="bold" text-anchor="middle">`+"\n", fontFamily)
	if d.Title != "" {
		dst = fmt.Appendf(dst, "<title>%s</title>\n", Escape(d.Title))
	}
	if d.FEN != "" {
		dst = fmt.Appendf(dst, "<desc>%s</desc>\n", Escape(d.FEN))
	}
	for i := range d.Shapes {
		dst = append(d.appendShape(dst, &d.Shapes[i]), '\n')
	}
	return append(dst, "</svg>\n"...)
}

func (d *Drawing) appendShape(dst []byte, s *shape) []byte {
	style := d.style(s)
	switch s.Kind {
	case kindRectangle:
		dst = fmt.Appendf(dst, `<rect x="%s" y="%s" width="%s" height="%s"`, number(s.X), number(s.Y), number(s.W), number(s.H))
	case kindEllipse:
		if s.W == s.H {
			dst = fmt.Appendf(dst, `<circle cx="%s" cy="%s" r="%s"`, number(s.X), number(s.Y), number(s.W))
		} else {
			dst = fmt.Appendf(dst, `<ellipse cx="%s" cy="%s" rx="%s" ry="%s"`, number(s.X), number(s.Y), number(s.W), number(s.H))
		}
	case kindOutline:
		dst = append(dst, `<path d="`...)
		for _, g := range s.Path {
			dst = append(dst, g.Op)
			if g.Op == 'C' {
				dst = fmt.Appendf(dst, "%s %s %s %s ", number(g.First.X), number(g.First.Y), number(g.Then.X), number(g.Then.Y))
			}
			dst = fmt.Appendf(dst, "%s %s", number(g.To.X), number(g.To.Y))
		}
		dst = append(dst, `Z"`...)
	case kindText:
		dst = fmt.Appendf(dst, `<text x="%s" y="%s" font-size="%s"`, number(s.X), number(s.Y), number(s.H))
	}
	dst = fmt.Appendf(dst, ` class="%s" fill="%s"`, style.Class, cmp.Or(style.Fill, "none"))
	if style.Fill != "" && style.Opacity < 1 {
		dst = fmt.Appendf(dst, ` fill-opacity="%.3f"`, style.Opacity)
	}
	if style.Stroke != "" {
		dst = fmt.Appendf(dst, ` stroke="%s" stroke-width="%s"`, style.Stroke, number(style.Line))
	}
	if s.Kind == kindText {
		return fmt.Appendf(dst, ">%s</text>", Escape(s.Text))
	}
	return append(dst, "/>"...)
}

// number formats a length with at most two decimals.
func number(x float64) string {
	text := strconv.AppendFloat(nil, x, 'f', 2, 64)
	return string(bytes.TrimSuffix(bytes.TrimRight(text, "0"), []byte(".")))
}

// Escape escapes text for HTML and for XML.
func Escape(text string) string { return html.EscapeString(Printable(text)) }

// Printable replaces the control characters of a text, which HTML and XML forbid, by spaces. It
// keeps line feeds and tabs.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r == 0xfffe || r == 0xffff {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}
