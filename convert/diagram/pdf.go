package diagram

import (
	"fmt"
	"io"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
)

// PDFWriter writes drawings as a PDF document, a page each. Each page is as
// large as its drawing and has a bookmark, its FEN; numbers and letters are text, in a
// font that the document has in it.
type PDFWriter struct {
	w     io.Writer
	pages *fpdf.Fpdf
}

const pdfFont = "Go-Bold"

// NewPDFWriter returns a PDFWriter that writes to w when it is closed.
func NewPDFWriter(w io.Writer) *PDFWriter {
	pages := fpdf.New("P", "mm", "A4", "")
	pages.SetAutoPageBreak(false, 0)
	pages.SetMargins(0, 0, 0)
	pages.SetCreator("Stolb", false)
	pages.AddUTF8FontFromBytes(pdfFont, "", gobold.TTF)
	// The same drawings are the same bytes.
	pages.SetCatalogSort(true)
	pages.SetCreationDate(time.Unix(0, 0).UTC())
	pages.SetModificationDate(time.Unix(0, 0).UTC())
	return &PDFWriter{w, pages}
}

// Write adds a page with a drawing of that width.
func (w *PDFWriter) Write(d *Drawing, width Length) error {
	mm := width.or(d).millimetres()
	p, scale := w.pages, mm/d.Width
	if p.PageCount() == 0 {
		p.SetTitle(d.Title, true)
		p.SetSubject(d.FEN, true)
	}
	p.AddPageFormat("P", fpdf.SizeType{Wd: mm, Ht: d.Height * scale})
	p.Bookmark(d.FEN, 0, 0)
	for i := range d.Shapes {
		paintPDF(p, d, &d.Shapes[i], scale)
	}
	return p.Error()
}

// Close writes the document.
func (w *PDFWriter) Close() error { return w.pages.Output(w.w) }

func paintPDF(p *fpdf.Fpdf, d *Drawing, s *shape, scale float64) {
	style := d.style(s)
	if style.Fill != "" {
		p.SetFillColor(rgb(style.Fill))
		p.SetAlpha(style.Opacity, "Normal")
	}
	if style.Stroke != "" {
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
	switch {
	case style.Fill == "":
		p.DrawPath("D")
	case style.Stroke == "":
		p.DrawPath("F")
	default:
		p.DrawPath("FD")
	}
}

// rgb returns the parts of a colour #rrggbb.
func rgb(colour string) (r, g, b int) {
	fmt.Sscanf(colour, "#%02x%02x%02x", &r, &g, &b)
	return r, g, b
}
