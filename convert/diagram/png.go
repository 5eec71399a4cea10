package diagram

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/stolb/stolb/record/message"
)

// WritePNG writes the drawing as a PNG picture of that width, on white.
func (d *Drawing) WritePNG(w io.Writer, width Length) error {
	picture, err := d.Image(width.or(d).pixels())
	if err != nil {
		return err
	}
	return png.Encode(w, picture)
}

// MaxPixels is the greatest width of a picture.
const MaxPixels = 8192

// Image returns the drawing as a picture so many points wide, on white.
func (d *Drawing) Image(width int) (*image.RGBA, error) {
	if width < 1 || width > MaxPixels {
		return nil, message.Of("diagram.picture", "n", width, "most", MaxPixels)
	}
	scale := float64(width) / d.Width
	height := max(int(math.Round(d.Height*scale)), 1)
	p := &painter{scale: scale, picture: image.NewRGBA(image.Rect(0, 0, width, height))}
	draw.Draw(p.picture, p.picture.Bounds(), image.White, image.Point{}, draw.Src)
	for i := range d.Shapes {
		if err := p.paint(d, &d.Shapes[i]); err != nil {
			return nil, err
		}
	}
	return p.picture, nil
}

// painter paints shapes into a picture.
type painter struct {
	picture *image.RGBA
	scale   float64 // points of the picture to a unit
	raster  vector.Rasterizer
	buffer  sfnt.Buffer

	offset image.Point // of the raster in the picture
}

// outline returns the outline of a shape that is no text.
func (s *shape) outline() []segment {
	switch s.Kind {
	case kindRectangle:
		return []segment{
			{Op: 'M', To: point{s.X, s.Y}}, {Op: 'L', To: point{s.X + s.W, s.Y}},
			{Op: 'L', To: point{s.X + s.W, s.Y + s.H}}, {Op: 'L', To: point{s.X, s.Y + s.H}},
		}
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

func (p *painter) paint(d *Drawing, s *shape) error {
	style := d.style(s)
	if s.Kind == kindText {
		return p.text(s, style)
	}
	path := s.outline()
	if style.Fill != "" {
		p.begin(path, 0)
		for _, g := range path {
			switch to := p.at(g.To); g.Op {
			case 'M':
				p.raster.MoveTo(to[0], to[1])
			case 'L':
				p.raster.LineTo(to[0], to[1])
			case 'C':
				a, b := p.at(g.First), p.at(g.Then)
				p.raster.CubeTo(a[0], a[1], b[0], b[1], to[0], to[1])
			}
		}
		p.raster.ClosePath()
		p.fill(style.Fill, style.Opacity)
	}
	if style.Stroke != "" {
		p.begin(path, style.Line)
		p.stroke(path, style.Line/2)
		p.fill(style.Stroke, 1)
	}
	return nil
}

// begin makes the raster ready for a path with a line of that width around it.
func (p *painter) begin(path []segment, line float64) {
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, g := range path {
		points := []point{g.To}
		if g.Op == 'C' {
			points = append(points, g.First, g.Then)
		}
		for _, q := range points {
			left, right = min(left, q.X), max(right, q.X)
			top, bottom = min(top, q.Y), max(bottom, q.Y)
		}
	}
	p.room(left-line, top-line, right+line, bottom+line)
}

// room makes the raster ready for what lies between these limits.
func (p *painter) room(left, top, right, bottom float64) {
	b := image.Rect(int(math.Floor(left*p.scale)), int(math.Floor(top*p.scale)),
		int(math.Ceil(right*p.scale))+1, int(math.Ceil(bottom*p.scale))+1).Intersect(p.picture.Rect) // what is beyond the raster is clipped
	p.offset = b.Min
	p.raster.Reset(b.Dx(), b.Dy())
}

// at returns the place of a point in the raster.
func (p *painter) at(q point) [2]float32 {
	return [2]float32{float32(q.X*p.scale) - float32(p.offset.X), float32(q.Y*p.scale) - float32(p.offset.Y)}
}

// fill paints what is in the raster.
func (p *painter) fill(colour string, opacity float64) {
	r, g, b := rgb(colour)
	source := image.NewUniform(color.NRGBA{uint8(r), uint8(g), uint8(b), uint8(math.Round(255 * opacity))})
	size := p.raster.Size()
	p.raster.Draw(p.picture, image.Rectangle{p.offset, p.offset.Add(size)}, source, image.Point{})
}

// curveSteps is into how many straight lines a curve is divided for its line.
const curveSteps = 24

// stroke puts the line along a closed path into the raster: what lies between
// the path widened and the path narrowed by half of the line. The paths that have
// a line are convex.
func (p *painter) stroke(path []segment, half float64) {
	points := flatten(path)
	wide, narrow := make([]point, len(points)), make([]point, len(points))
	for i, q := range points {
		before, after := points[(i+len(points)-1)%len(points)], points[(i+1)%len(points)]
		ax, ay := normal(before, q)
		bx, by := normal(q, after)
		// Along the middle of both normals, so far that both lines are kept.
		far := half / (1 + ax*bx + ay*by)
		x, y := (ax+bx)*far, (ay+by)*far
		wide[i] = point{q.X + x, q.Y + y}
		narrow[len(points)-1-i] = point{q.X - x, q.Y - y}
	}
	p.polygon(wide)
	p.polygon(narrow)
}

// normal returns what stands upright on the way from a to b, of length 1.
func normal(a, b point) (x, y float64) {
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	return -(b.Y - a.Y) / length, (b.X - a.X) / length
}

func (p *painter) polygon(points []point) {
	for i, q := range points {
		if to := p.at(q); i == 0 {
			p.raster.MoveTo(to[0], to[1])
		} else {
			p.raster.LineTo(to[0], to[1])
		}
	}
	p.raster.ClosePath()
}

// flatten returns points along a closed path, no two neighbours the same.
func flatten(path []segment) []point {
	var points []point
	var at point
	add := func(q point) {
		if len(points) == 0 || math.Hypot(q.X-points[len(points)-1].X, q.Y-points[len(points)-1].Y) > 1e-6 {
			points = append(points, q)
		}
	}
	for _, g := range path {
		if g.Op == 'C' {
			for i := 1; i < curveSteps; i++ {
				t := float64(i) / curveSteps
				u := 1 - t
				a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
				add(point{
					a*at.X + b*g.First.X + c*g.Then.X + d*g.To.X,
					a*at.Y + b*g.First.Y + c*g.Then.Y + d*g.To.Y,
				})
			}
		}
		add(g.To)
		at = g.To
	}
	if last := len(points) - 1; last > 0 && math.Hypot(points[0].X-points[last].X, points[0].Y-points[last].Y) <= 1e-6 {
		points = points[:last]
	}
	return points
}

var typeface = sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(gobold.TTF) })

// glyphOf returns how wide a letter of a size is, and its outline, which is valid until the
// buffer's next use.
func glyphOf(b *sfnt.Buffer, r rune, size fixed.Int26_6) (fixed.Int26_6, sfnt.Segments, error) {
	face, err := typeface()
	if err != nil {
		return 0, nil, err
	}
	glyph, err := face.GlyphIndex(b, r)
	if err != nil {
		return 0, nil, err
	}
	advance, err := face.GlyphAdvance(b, glyph, size, font.HintingNone)
	if err != nil {
		return 0, nil, err
	}
	segments, err := face.LoadGlyph(b, glyph, size, nil)
	return advance, segments, err
}

// text paints text, its middle at the shape's X.
func (p *painter) text(s *shape, style roleStyle) error {
	ppem := fixed.Int26_6(math.Round(s.H * p.scale * 64))
	whole := 0.0
	for _, r := range s.Text {
		advance, _, err := glyphOf(&p.buffer, r, ppem)
		if err != nil {
			return err
		}
		whole += float64(advance) / 64 / p.scale
	}
	x := s.X - whole/2
	p.room(x-s.H, s.Y-1.5*s.H, x+whole+s.H, s.Y+s.H)
	for _, r := range s.Text {
		advance, segments, err := glyphOf(&p.buffer, r, ppem)
		if err != nil {
			return err
		}
		at := func(q fixed.Point26_6) (float32, float32) {
			to := p.at(point{x + float64(q.X)/64/p.scale, s.Y + float64(q.Y)/64/p.scale})
			return to[0], to[1]
		}
		for _, g := range segments {
			ax, ay := at(g.Args[0])
			bx, by := at(g.Args[1])
			cx, cy := at(g.Args[2])
			switch g.Op {
			case sfnt.SegmentOpMoveTo:
				p.raster.ClosePath()
				p.raster.MoveTo(ax, ay)
			case sfnt.SegmentOpLineTo:
				p.raster.LineTo(ax, ay)
			case sfnt.SegmentOpQuadTo:
				p.raster.QuadTo(ax, ay, bx, by)
			case sfnt.SegmentOpCubeTo:
				p.raster.CubeTo(ax, ay, bx, by, cx, cy)
			}
		}
		p.raster.ClosePath()
		x += float64(advance) / 64 / p.scale
	}
	p.fill(style.Fill, style.Opacity)
	return nil
}
