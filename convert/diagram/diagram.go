// Package diagram draws boards as SVG, as rule books print them: towers as
// piles of men, the top piece above, with their counts beside them. A drawing
// stands by itself in a file or within an HTML page; it takes its colours from
// the page's custom properties where there are any, see Colours.
//
// Read first: Position.
package diagram

import (
	"fmt"
	"html"

	"github.com/stolb/stolb/record"
)

// Colours are the CSS custom properties that the drawings use, each with the
// colour that stands where a page sets none.
var Colours = map[string]string{
	"--board-light":  "#f3e7d3", // squares that are not played on
	"--board-dark":   "#c8a578", // squares that are
	"--board-line":   "#6b4f2e", // the edge of the board
	"--board-text":   "#4a4a4a", // coordinates
	"--board-label":  "#2b1d0e", // numbers within squares
	"--board-count":  "#2b1d0e", // counts beside towers
	"--board-shade":  "#b3261e", // how much there is on a square, see Shades
	"--piece-white":  "#fffdf7",
	"--piece-black":  "#2f2a26",
	"--piece-rim":    "#7d6f63",
	"--piece-crown":  "#c8912b", // the mark of a king
	"--piece-crown2": "#fffdf7", // around it
}

// Sizes in units of the drawing.
const (
	square  = 52
	margin  = 16 // for coordinates
	radius  = 15
	flat    = 8.5  // half the height of a man seen from the side and above
	side    = 4.0  // of a man's edge
	rise    = 6.0  // of a man above the one below, at most
	deepest = 0.65 // how much a shade covers, at most
	tallest = 26   // of the pile above its lowest man
)

func colour(name string) string { return "var(" + name + "," + Colours[name] + ")" }

// Position returns a drawing of the position, White below, as an svg element.
// The label is its text for those who cannot see it.
func Position(p *record.Position, label string) string {
	dst := begin(p.Variant, label)
	for _, s := range p.Variant.Board().Squares() {
		if t := p.At(s); t != 0 {
			dst = appendTower(dst, p, s, t)
		}
	}
	return string(append(dst, "</svg>\n"...))
}

// Shade is how a square is drawn by Shades.
type Shade struct {
	Depth float64 // 0 for none, 1 for the deepest
	Text  string  // within the square, a few characters
}

// Shades returns a drawing of the variant's board, White below, on which each
// playing square has a shade.
func Shades(v record.Variant, label string, of func(record.Square) Shade) string {
	dst := begin(v, label)
	for _, s := range v.Board().Squares() {
		shade := of(s)
		x, y := corner(v, s)
		dst = fmt.Appendf(dst, `<rect x="%d" y="%d" width="%d" height="%d" style="fill:%s;fill-opacity:%.3f"/>`,
			x, y, square, square, colour("--board-shade"), min(max(shade.Depth, 0), 1)*deepest)
		dst = appendText(dst, x+square/2, y+square/2+6, 17, "middle", "--board-label", shade.Text)
	}
	return string(append(dst, "</svg>\n"...))
}

// begin returns the svg element up to the empty board.
func begin(v record.Variant, label string) []byte {
	b := v.Board()
	w, h := b.Files*square+2*margin, b.Ranks*square+2*margin
	dst := fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s" class="board">`,
		w, h, w, h, html.EscapeString(label))
	dst = append(dst, '\n')
	for r := range b.Ranks {
		for f := range b.Files {
			s := record.SquareAt(f, r)
			fill := "--board-light"
			if b.Has(s) {
				fill = "--board-dark"
			}
			x, y := corner(v, s)
			dst = fmt.Appendf(dst, `<rect x="%d" y="%d" width="%d" height="%d" style="fill:%s"/>`, x, y, square, square, colour(fill))
			if b.Has(s) && b.Numbering == record.Numeric {
				dst = appendText(dst, x+square-2, y+10, 9, "end", "--board-label", b.Name(s))
			}
		}
		dst = append(dst, '\n')
	}
	dst = fmt.Appendf(dst, `<rect x="%d" y="%d" width="%d" height="%d" style="fill:none;stroke:%s"/>`,
		margin, margin, b.Files*square, b.Ranks*square, colour("--board-line"))
	if b.Numbering == record.Algebraic {
		for f := range b.Files {
			dst = appendText(dst, margin+f*square+square/2, h-3, 13, "middle", "--board-text", string(rune('a'+f)))
		}
		for r := range b.Ranks {
			_, y := corner(v, record.SquareAt(0, r))
			dst = appendText(dst, margin/2, y+square/2+5, 13, "middle", "--board-text", fmt.Sprint(r+1))
		}
	}
	return append(dst, '\n')
}

// corner returns the upper left corner of a square.
func corner(v record.Variant, s record.Square) (x, y int) {
	return margin + s.File()*square, margin + (v.Board().Ranks-1-s.Rank())*square
}

func appendText(dst []byte, x, y, size int, anchor, fill, text string) []byte {
	if text == "" {
		return dst
	}
	halo := ""
	if fill == "--board-count" { // it may lie over a tower
		halo = ";paint-order:stroke;stroke-width:3px;stroke-linejoin:round;stroke:" + colour("--board-dark")
	}
	return fmt.Appendf(dst, `<text x="%d" y="%d" text-anchor="%s" style="font:%dpx sans-serif;fill:%s%s">%s</text>`,
		x, y, anchor, size, colour(fill), halo, html.EscapeString(text))
}

// appendTower draws a tower as a pile, the prisoners lowest.
func appendTower(dst []byte, p *record.Position, s record.Square, t record.Tower) []byte {
	x, y := corner(p.Variant, s)
	n := t.Height()
	step := min(rise, tallest/float64(max(n-1, 1)))
	cx := float64(x) + square/2
	if n > 1 {
		cx -= 7 // for the counts
	}
	whole := 2*flat + side + step*float64(n-1)
	base := float64(y) + (square+whole)/2 - side - flat
	own, prisoners := t.Own(), t.Prisoners()
	for i := range n { // from the lowest up
		c, king := t.Owner().Other(), false
		if at := n - 1 - i; at < own.N { // from the top down
			c, king = t.Owner(), own.Kings>>at&1 != 0
		} else {
			king = prisoners.Kings>>(at-own.N)&1 != 0
		}
		top := i == n-1
		if top && !p.Variant.KingMarks() {
			king = kingByRank(p.Variant, s, c)
		}
		dst = appendPiece(dst, cx, base-step*float64(i), c, king, top)
	}
	if n > 1 {
		text := fmt.Sprint(own.N)
		if prisoners.N > 0 {
			text = fmt.Sprintf("%d/%d", own.N, prisoners.N)
		}
		dst = appendText(dst, x+square-2, y+square-4, 11, "end", "--board-count", text)
	}
	return append(dst, '\n')
}

// kingByRank says whether a tower is a king because of where it stands (Adiukh
// 3.5).
func kingByRank(v record.Variant, s record.Square, owner record.Colour) bool {
	if owner == record.White {
		return s.Rank() == v.Board().Ranks-1
	}
	return s.Rank() == 0
}

func appendPiece(dst []byte, cx, cy float64, c record.Colour, king, top bool) []byte {
	fill := colour("--piece-" + c.String())
	// Its side, then its upper face.
	dst = fmt.Appendf(dst, `<path d="M%.1f %.1fv%.0fa%d %.1f 0 0 0 %d 0v-%.0f" style="fill:%s;stroke:%s"/>`,
		cx-radius+1, cy, side, radius-1, flat, 2*(radius-1), side, fill, colour("--piece-rim"))
	dst = fmt.Appendf(dst, `<ellipse cx="%.1f" cy="%.1f" rx="%d" ry="%.1f" style="fill:%s;stroke:%s"/>`,
		cx, cy, radius-1, flat, fill, colour("--piece-rim"))
	switch {
	case king && top:
		dst = fmt.Appendf(dst, `<ellipse cx="%.1f" cy="%.1f" rx="7" ry="4.2" style="fill:%s;stroke:%s"/>`,
			cx, cy, colour("--piece-crown"), colour("--piece-crown2"))
	case king: // its side is all that is seen
		dst = fmt.Appendf(dst, `<path d="M%.1f %.1fa%d %.1f 0 0 0 %d 0" style="fill:none;stroke:%s;stroke-width:2"/>`,
			cx-radius+1, cy+2, radius-1, flat, 2*(radius-1), colour("--piece-crown"))
	}
	return dst
}
