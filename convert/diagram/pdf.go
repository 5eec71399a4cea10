package diagram

import (
	"fmt"
	"io"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
)

const pdfFont = "Go-Bold"

// WritePDF writes drawings of a width as a PDF document, a page each, which is as large as
// its drawing and has a bookmark, its FEN. Numbers and letters are text, in a font that the
// document has in it.
func WritePDF(w io.Writer, width Length, drawings ...*Drawing) error {
	pages := fpdf.New("P", "mm", "A4", "")
	pages.SetAutoPageBreak(false, 0)
	pages.SetMargins(0, 0, 0)
	pages.SetCreator("Stolb", false)
	pages.AddUTF8FontFromBytes(pdfFont, "", gobold.TTF)
	// The same drawings are the same bytes.
	pages.SetCatalogSort(true)
	pages.SetCreationDate(time.Unix(0, 0).UTC())
	pages.SetModificationDate(time.Unix(0, 0).UTC())
	for _, d := range drawings {
		mm := width.or(d).millimetres()
		scale := mm / d.Width
		if pages.PageCount() == 0 {
			pages.SetTitle(d.Title, true)
			pages.SetSubject(d.FEN, true)
		}
		pages.AddPageFormat("P", fpdf.SizeType{Wd: mm, Ht: d.Height * scale})
		pages.Bookmark(d.FEN, 0, 0)
		for i := range d.Shapes {
			paintPDF(pages, d, &d.Shapes[i], scale)
		}
	}
	return pages.Output(w)
}

func paintPDF(p *fpdf.Fpdf, d *Drawing, s *shape, scale float64) {
	style, op := d.style(s), ""
	if style.Fill != "" {
		op = "F"
		p.SetFillColor(rgb(style.Fill))
		p.SetAlpha(style.Opacity, "Normal")
	}
	if style.Stroke != "" {
		op += "D"
		p.SetDrawColor(rgb(style.Stroke))
		p.SetLineWidth(style.Line * scale)
		p.SetLineJoinStyle("round")
	}
	if s.Kind == kindText {
		p.SetTextColor(rgb(style.Fill))
		p.SetFont(pdfFont, "", s.H*scale/perInch["mm"]*perInch["pt"])
		p.Text(s.X*scale-p.GetStringWidth(s.Text)/2, s.Y*scale, s.Text)
		return
	}
	s.follow(scale, p.MoveTo, p.LineTo, p.CurveBezierCubicTo)
	p.ClosePath()
	p.DrawPath(op)
}

// rgb returns the parts of a colour #rrggbb.
func rgb(colour string) (r, g, b int) {
	fmt.Sscanf(colour, "#%02x%02x%02x", &r, &g, &b)
	return r, g, b
}
