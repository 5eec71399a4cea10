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
		p.paint(d, &d.Shapes[i])
	}
	return p.picture, nil
}

// painter paints shapes into a picture.
type painter struct {
	picture *image.RGBA
	scale   float64 // points of the picture to a unit
	raster  vector.Rasterizer

	offset image.Point // of the raster in the picture
}

// outline returns the outline of a shape, that of a text letter by letter.
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
	case kindText:
		return s.letters()
	}
	return s.Path
}

// letters returns the outlines of the letters of a text.
func (s *shape) letters() []segment {
	x, size := s.X, s.H/glyphSize
	for _, r := range s.Text {
		x -= glyphOf(r).wide * size / 2
	}
	var path []segment
	for _, r := range s.Text {
		g := glyphOf(r)
		at := func(p point) point { return point{x + p.X*size, s.Y + p.Y*size} }
		for _, part := range g.outline {
			path = append(path, segment{Op: part.Op, First: at(part.First), To: at(part.To)})
		}
		x += g.wide * size
	}
	return path
}

func (p *painter) paint(d *Drawing, s *shape) {
	style := d.style(s)
	path := s.outline()
	if style.Fill != "" {
		p.begin(path, 0)
		for _, g := range path {
			switch to := p.at(g.To); g.Op {
			case 'M':
				p.raster.ClosePath()
				p.raster.MoveTo(to[0], to[1])
			case 'L':
				p.raster.LineTo(to[0], to[1])
			case 'Q':
				a := p.at(g.First)
				p.raster.QuadTo(a[0], a[1], to[0], to[1])
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
}

// begin makes the raster ready for a path with a line of that width around it.
func (p *painter) begin(path []segment, line float64) {
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, g := range path {
		points := []point{g.To}
		switch g.Op {
		case 'C':
			points = append(points, g.First, g.Then)
		case 'Q':
			points = append(points, g.First)
		}
		for _, q := range points {
			left, right = min(left, q.X-line), max(right, q.X+line)
			top, bottom = min(top, q.Y-line), max(bottom, q.Y+line)
		}
	}
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

// normal returns the unit normal of the line from a to b.
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

// glyphSize is the size of the letters whose outlines glyphOf returns.
const glyphSize = 1000

// glyph is how wide a letter is, and its outline.
type glyph struct {
	wide    float64
	outline []segment
}

var typeface = sync.OnceValue(func() *sfnt.Font {
	face, err := sfnt.Parse(gobold.TTF)
	if err != nil {
		panic(err) // the typeface is part of the program
	}
	return face
})

// glyphOf returns a letter of the typeface; one that it does not have is a box.
func glyphOf(r rune) glyph {
	var b sfnt.Buffer
	face := typeface()
	i, err := face.GlyphIndex(&b, r)
	if err != nil {
		return glyph{}
	}
	advance, wrong := face.GlyphAdvance(&b, i, glyphSize, font.HintingNone)
	segments, err := face.LoadGlyph(&b, i, glyphSize, nil)
	if err != nil || wrong != nil {
		return glyph{}
	}
	g := glyph{wide: float64(advance)}
	at := func(p fixed.Point26_6) point { return point{float64(p.X), float64(p.Y)} }
	for _, s := range segments { // TrueType has no cubic curves
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			g.outline = append(g.outline, segment{Op: 'M', To: at(s.Args[0])})
		case sfnt.SegmentOpLineTo:
			g.outline = append(g.outline, segment{Op: 'L', To: at(s.Args[0])})
		case sfnt.SegmentOpQuadTo:
			g.outline = append(g.outline, segment{Op: 'Q', First: at(s.Args[0]), To: at(s.Args[1])})
		}
	}
	return g
}
