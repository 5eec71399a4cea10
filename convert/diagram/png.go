package diagram

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"

	"github.com/stolb/stolb/record/message"
)

// MaxPixels is the maximum width of a picture in pixels.
const MaxPixels = 8192

// WritePNG writes the drawing as a PNG picture of the given width, on white. The file states its
// size on paper, and holds the FEN and the title as texts. A width of more than MaxPixels is an error.
func (d *Drawing) WritePNG(w io.Writer, size Length) error {
	width := size.or(d).pixels()
	if width < 1 || width > MaxPixels {
		return message.Of("diagram.picture", "n", width, "most", MaxPixels)
	}
	scale := float64(width) / d.Width
	c := gg.NewContext(width, max(int(math.Round(d.Height*scale)), 1))
	c.SetColor(color.White)
	c.Clear()
	c.SetLineJoin(gg.LineJoinRound)
	for i := range d.Shapes {
		s := &d.Shapes[i]
		style := d.style(s)
		if s.Kind == kindText {
			face, err := opentype.NewFace(typeface(), &opentype.FaceOptions{Size: s.H * scale, DPI: perInch["pt"]})
			if err != nil {
				return err
			}
			c.SetFontFace(face)
			c.SetRGB255(rgb(style.Fill))
			c.DrawStringAnchored(s.Text, s.X*scale, s.Y*scale, 0.5, 0)
			continue
		}
		s.follow(scale, c.MoveTo, c.LineTo, c.CubicTo)
		c.ClosePath()
		if r, g, b := rgb(style.Fill); style.Fill != "" {
			c.SetRGBA255(r, g, b, int(math.Round(255*style.Opacity)))
			c.FillPreserve()
		}
		if r, g, b := rgb(style.Stroke); style.Stroke != "" {
			c.SetRGB255(r, g, b)
			c.SetLineWidth(style.Line * scale)
			c.StrokePreserve()
		}
		c.ClearPath()
	}
	var file bytes.Buffer
	if err := png.Encode(&file, c.Image()); err != nil {
		return err
	}
	perMetre := uint32(math.Round(size.or(d).resolution() / perInch["mm"] * 1000))
	about := append(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, perMetre), perMetre), inMetres)
	all := appendChunk(bytes.Clone(file.Next(headLength)), "pHYs", about)
	for _, text := range [][2]string{{"FEN", d.FEN}, {"Title", d.Title}} {
		if text[1] != "" { // keyword, uncompressed, no language, no translated keyword
			all = appendChunk(all, "iTXt", []byte(text[0]+"\x00\x00\x00\x00\x00"+text[1]))
		}
	}
	_, err := w.Write(append(all, file.Bytes()...))
	return err
}

const (
	headLength = 8 + 25 // the signature of a PNG file and its first chunk
	inMetres   = 1      // the unit of pHYs
)

func appendChunk(dst []byte, kind string, data []byte) []byte {
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(data)))
	start := len(dst)
	dst = append(append(dst, kind...), data...)
	return binary.BigEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[start:]))
}

// follow traces the outline of a shape, multiplying its coordinates by scale.
func (s *shape) follow(scale float64, move, line func(x, y float64), curve func(ax, ay, bx, by, x, y float64)) {
	for _, g := range s.outline() {
		a, b, to := g.First.times(scale), g.Then.times(scale), g.To.times(scale)
		switch g.Op {
		case 'M':
			move(to.X, to.Y)
		case 'L':
			line(to.X, to.Y)
		case 'C':
			curve(a.X, a.Y, b.X, b.Y, to.X, to.Y)
		}
	}
}

func (p point) times(scale float64) point { return point{p.X * scale, p.Y * scale} }

// outline returns the outline of a shape other than a text.
func (s *shape) outline() []segment {
	switch s.Kind {
	case kindRectangle:
		corners := []point{{0, 0}, {s.W, 0}, {s.W, s.H}, {0, s.H}}
		return polygon(corners, func(p point) point { return point{s.X + p.X, s.Y + p.Y} })
	case kindEllipse:
		x, y, w, h := s.X, s.Y, s.W, s.H
		cw, ch := w*circular, h*circular
		return []segment{
			{Op: 'M', To: point{x + w, y}},
			{'C', point{x + w, y + ch}, point{x + cw, y + h}, point{x, y + h}},
			{'C', point{x - cw, y + h}, point{x - w, y + ch}, point{x - w, y}},
			{'C', point{x - w, y - ch}, point{x - cw, y - h}, point{x, y - h}},
			{'C', point{x + cw, y - h}, point{x + w, y - ch}, point{x + w, y}},
		}
	}
	return s.Path
}

var typeface = sync.OnceValue(func() *opentype.Font {
	face, err := opentype.Parse(gobold.TTF)
	if err != nil {
		panic(err) // the typeface is part of the program
	}
	return face
})

const pdfFont = "Go-Bold"

// WritePDF writes drawings of the given width as a PDF document. Each page has the size of its
// drawing and a bookmark with its FEN. Numbers and letters are text in an embedded font.
func WritePDF(w io.Writer, width Length, drawings ...*Drawing) error {
	pages := fpdf.New("P", "mm", "A4", "")
	pages.SetAutoPageBreak(false, 0)
	pages.SetMargins(0, 0, 0)
	pages.SetCreator("Stolb", false)
	pages.AddUTF8FontFromBytes(pdfFont, "", gobold.TTF)
	// The same drawings yield the same bytes.
	pages.SetCatalogSort(true)
	pages.SetCreationDate(time.Unix(0, 0).UTC())
	pages.SetModificationDate(time.Unix(0, 0).UTC())
	for _, d := range drawings {
		mm := width.or(d).millimetres()
		scale := mm / d.Width
		if pages.PageCount() == 0 {
			pages.SetTitle(strings.ToValidUTF8(d.Title, "\ufffd"), true)
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
		text := strings.ToValidUTF8(s.Text, "\ufffd")
		p.Text(s.X*scale-p.GetStringWidth(text)/2, s.Y*scale, text)
		return
	}
	s.follow(scale, p.MoveTo, p.LineTo, p.CurveBezierCubicTo)
	p.ClosePath()
	p.DrawPath(op)
}

// rgb returns the components of a colour #rrggbb.
func rgb(colour string) (r, g, b int) {
	fmt.Sscanf(colour, "#%02x%02x%02x", &r, &g, &b)
	return r, g, b
}
