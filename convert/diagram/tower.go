package diagram

import (
	"fmt"

	"github.com/stolb/stolb/record"
)

// Dimensions of a single piece.
const (
	manRadius = 39.0
	manGroove = 27.0 // radius of a ring within a man
)

// Dimensions of a tower.
const (
	pileMiddle              = 35.0 // from the left of the square
	pileRadius              = 31.0
	pileDepth               = 13.0 // half the height of the top piece's face
	pileEdges               = 63.0 // maximum height of all edges together
	thickest                = 13.0 // maximum height of an edge
	topEdge                 = 10.0 // minimum height of the top piece's edge
	hairline                = 0.16 // line between edges, per height of an edge: thicker ones look grey
	countX                  = 83.0
	countSize               = 43.0
	firstCount, secondCount = 50.0, 92.0 // the baselines of the counts
	smallCount              = 30.0       // size of a count of two digits
)

// tower draws the tower on a square, the lowest piece first.
func (d *board) tower(p *record.Position, s record.Square, t record.Tower) {
	x, y := d.corner(s)
	n, own, prisoners := t.Height(), t.Own(), t.Prisoners()
	king := p.KingAt(s)
	if n == 1 {
		d.alone(x+Unit/2, y+Unit/2, s, t.Owner(), king)
		return
	}
	edge := min(thickest, pileEdges/float64(n))
	first := max(edge, topEdge)
	edge = min(edge, (pileEdges-first)/float64(n-1))
	whole := 2*pileDepth + first + edge*float64(n-1)
	bottom := y + (Unit+whole)/2 - pileDepth // of the lowest edge, at its sides
	line := min(usualLine, edge*hairline)
	block := bottom               // bottom of the current block: prisoners, then own pieces
	for i := n - 1; i >= 0; i-- { // i from the top down
		c, marked := t.Owner(), own.Kings>>i&1 != 0
		if i >= own.N {
			c, marked = c.Other(), prisoners.Kings>>(i-own.N)&1 != 0
		}
		high := edge
		if i == 0 {
			high = first
		}
		d.add(shape{Kind: kindOutline, Role: piece(c), Square: s, Path: edgeOf(x+pileMiddle, bottom-high, high), Line: line})
		if i > 0 && marked {
			d.add(shape{Kind: kindRectangle, Role: crownOf(c), Square: s, X: x + pileMiddle - 9, Y: bottom + pileDepth - high*0.8, W: 18, H: high * 0.6})
		}
		bottom -= high
		if i == 0 || i == own.N { // around the whole block
			d.add(shape{Kind: kindOutline, Role: face(c), Square: s, Path: edgeOf(x+pileMiddle, bottom, block-bottom)})
			block = bottom
		}
	}
	d.add(shape{Kind: kindEllipse, Role: face(t.Owner()), Square: s, X: x + pileMiddle, Y: bottom, W: pileRadius, H: pileDepth})
	if king {
		d.add(shape{Kind: kindOutline, Role: crownOf(t.Owner()), Square: s, Path: crown(x+pileMiddle, bottom, 0.8, 0.62)})
	}
	d.count(s, x+countX, y+firstCount, own.N)
	if prisoners.N > 0 {
		d.count(s, x+countX, y+secondCount, prisoners.N)
	}
}

func (d *board) count(s record.Square, x, y float64, n int) {
	size := countSize
	if n > 9 {
		size = smallCount
	}
	d.add(shape{Kind: kindText, Role: roleCount, Square: s, X: x, Y: y, H: size, Text: fmt.Sprint(n)})
}

func (d *board) alone(x, y float64, s record.Square, c record.Colour, king bool) {
	d.add(shape{Kind: kindEllipse, Role: piece(c), Square: s, X: x, Y: y, W: manRadius, H: manRadius})
	if king {
		d.add(shape{Kind: kindOutline, Role: crownOf(c), Square: s, Path: crown(x, y, 1.15, 1.15)})
		return
	}
	d.add(shape{Kind: kindEllipse, Role: face(c), Square: s, X: x, Y: y, W: manGroove, H: manGroove})
}

// circular is the distance of a quarter circle's control points from its ends, per radius.
const circular = 0.5523

// edgeOf returns the outline of a piece in a tower, its edge and the rest of its face above it. The
// centre of the face is x, y.
func edgeOf(x, y, high float64) []segment {
	const r, h = pileRadius, pileDepth
	low := y + high
	return []segment{
		{Op: 'M', To: point{x - r, y}},
		{Op: 'L', To: point{x - r, low}},
		{'C', point{x - r, low + h*circular}, point{x - r*circular, low + h}, point{x, low + h}},
		{'C', point{x + r*circular, low + h}, point{x + r, low + h*circular}, point{x + r, low}},
		{Op: 'L', To: point{x + r, y}},
		{'C', point{x + r, y - h*circular}, point{x + r*circular, y - h}, point{x, y - h}},
		{'C', point{x - r*circular, y - h}, point{x - r, y - h*circular}, point{x - r, y}},
	}
}

func crown(x, y, wide, high float64) []segment {
	points := []point{{-22, -11}, {-11, 1}, {0, -15}, {11, 1}, {22, -11}, {17, 14}, {-17, 14}}
	return polygon(points, func(p point) point { return point{x + p.X*wide, y + p.Y*high} })
}

// polygon returns an outline through points, after mapping each with at.
func polygon(points []point, at func(point) point) []segment {
	path := make([]segment, len(points))
	for i, p := range points {
		path[i] = segment{Op: 'L', To: at(p)}
	}
	path[0].Op = 'M'
	return path
}
