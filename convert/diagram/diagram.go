// Package diagram draws boards with towers as rule books print them. A drawing is a list of
// shapes that small writers encode as SVG, PNG and PDF, so that a board looks the same in all
// formats. In Typst, a function written in Typst draws the same board. A disc at an edge of the
// board has the colour of the side to move and is at that side's end.
//
// A single piece is seen from above. A tower is a pile with its prisoners at the bottom; beside it
// are the number of its own pieces and, below that, the number of its prisoners. Every piece is
// drawn; those of tall towers are flatter. A king has a crown or, unless it is on top of its
// tower, a bar across its edge (Codex 1.2.1: "поперечные полосы").
//
// Read Draw first, then Drawing.
package diagram

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Styles of coordinates.
const (
	NoNames   = "none"
	Border    = "border"  // around the board: letters and ranks, or the numbers of the edge squares
	InSquares = "squares" // every square's name, to the left of the square
	Numbers   = "numbers" // like InSquares, but always numbers, such as 1 to 32 from White's far left
)

// Coordinates are the styles of coordinates.
var Coordinates = []string{NoNames, Border, InSquares, Numbers}

// Options configures a drawing. The zero Options are the defaults.
type Options struct {
	Title       string        // a text alternative for readers who cannot see the drawing
	From        record.Colour // the side at the bottom
	Coordinates string        // "" is Border on boards with letters, InSquares on numbered boards
	BlackInk    bool          // draw in black, with one grey on the playing squares
	// Marks are the marks on the board. A mark of one square is a frame; a longer one is the path
	// of a move, drawn as an arrow through its squares.
	Marks [][]record.Square
}

// Drawing is a drawing of a board. Later shapes cover earlier ones. A side of a square is Unit
// long; x grows to the right and y downward.
type Drawing struct {
	Width, Height float64
	Title         string
	FEN           string // of the position, or "" for other drawings
	BlackInk      bool
	Shapes        []shape
}

type kind uint8

const (
	kindRectangle kind = iota // upper left corner X, Y; width W, height H
	kindEllipse               // centre X, Y; radii W and H
	kindOutline               // Path, closed
	kindText                  // Text, centred at X, with its baseline at Y; font size H
)

type shape struct {
	Kind       kind
	Role       role
	Square     record.Square // the square it is drawn on, or NoSquare
	X, Y, W, H float64
	Path       []segment
	Text       string
	Line       float64 // width of its line, or 0 for that of its role
	Depth      float64 // of a shade, 0 to 1
}

// segment is a part of an outline that ends at To: 'M' moves, 'L' is a line, and 'C' a Bézier curve
// with the control points First and Then.
type segment struct {
	Op              byte
	First, Then, To point
}

type point struct{ X, Y float64 }

// Lengths.
const (
	Unit       = 100.0 // a side of a square
	frame      = 4.0   // margin around the board, for its outline
	letterSize = 5.0   // of coordinates, per file of the board: 5 points if the board is 40 mm wide
	turnRadius = 16.0  // of the disc that shows the side to move
	turnSpace  = 42.0  // beside the board, for that disc
)

// board is a drawing under construction.
type board struct {
	Drawing
	record.Board
	from   record.Colour
	letter float64 // the size of coordinates
	left   float64 // of the board's upper left corner
	top    float64
}

// Draw returns a drawing of the position.
func Draw(p *record.Position, o Options) *Drawing {
	d := begin(p.Variant, o)
	d.FEN = p.FEN()
	d.turn(p.Turn)
	for _, m := range o.Marks { // beneath the pieces
		d.mark(m)
	}
	for _, s := range p.Variant.Board().Squares() {
		if t := p.At(s); t != 0 {
			d.tower(p, s, t)
		}
	}
	return &d.Drawing
}

// DrawShades returns a drawing of the variant's board, White at the bottom. For each playing square
// it draws a shade, from 0 for none to 1 for the deepest, and a text of a few characters.
func DrawShades(v record.Variant, title string, of func(record.Square) (shade float64, text string)) *Drawing {
	d := begin(v, Options{Title: title})
	for _, s := range v.Board().Squares() {
		shade, text := of(s)
		x, y := d.corner(s)
		d.add(shape{Kind: kindRectangle, Role: roleShadeFill, Square: s, X: x, Y: y, W: Unit, H: Unit, Depth: min(max(shade, 0), 1)})
		if text != "" {
			d.add(shape{Kind: kindText, Role: roleShadeText, Square: s, X: x + Unit/2, Y: y + 62, H: 33, Text: text})
		}
	}
	return &d.Drawing
}

// Position returns a drawing of the position with default options as an svg element. The title is
// its text alternative.
func Position(p *record.Position, title string) string {
	return string(Draw(p, Options{Title: title}).AppendSVG(nil, Length{}))
}

func (d *board) add(s shape) { d.Shapes = append(d.Shapes, s) }

// begin returns a drawing of the empty board.
func begin(v record.Variant, o Options) *board {
	d := &board{Board: v.Board(), from: o.From}
	d.Title, d.BlackInk = o.Title, o.BlackInk
	if o.Coordinates == Numbers {
		d.Board = d.WithNumbers()
	}
	numbered := d.Numbering == record.Numeric
	where := cmp.Or(o.Coordinates, map[bool]string{true: InSquares, false: Border}[numbered])
	d.letter = letterSize * float64(d.Files)
	space := d.letter + 12
	d.left, d.top = frame, frame
	right, bottom := turnSpace, frame
	if where != NoNames {
		d.left = space
	}
	if where == Border {
		bottom = space
		if numbered {
			d.top, right = space, max(space, turnSpace)
		}
	}
	w, h := float64(d.Files)*Unit, float64(d.Ranks)*Unit
	d.Width, d.Height = d.left+w+right, d.top+h+bottom
	d.add(shape{Kind: kindRectangle, Role: roleLight, Square: record.NoSquare, X: d.left, Y: d.top, W: w, H: h})
	for _, s := range d.Squares() {
		x, y := d.corner(s)
		d.add(shape{Kind: kindRectangle, Role: roleDark, Square: s, X: x, Y: y, W: Unit, H: Unit})
	}
	d.add(shape{Kind: kindRectangle, Role: roleEdge, Square: record.NoSquare, X: d.left, Y: d.top, W: w, H: h})
	switch where {
	case InSquares, Numbers:
		for _, s := range d.Squares() {
			x, y := d.corner(s)
			role := roleName
			if x == d.left { // its name is outside the board
				role = roleCoordinate
			}
			d.add(shape{Kind: kindText, Role: role, Square: s, X: x - space/2, Y: y + Unit/2 + 0.35*d.letter, H: d.letter, Text: d.Name(s)})
		}
	case Border:
		d.border(w, h)
	}
	return d
}

func (d *board) turn(c record.Colour) {
	x, y := d.left+float64(d.Files)*Unit+turnSpace/2, d.top+float64(d.Ranks)*Unit-turnRadius-frame
	if c != d.from {
		y = d.top + turnRadius + frame
	}
	d.add(shape{Kind: kindEllipse, Role: turnOf(c), Square: record.NoSquare, X: x, Y: y, W: turnRadius, H: turnRadius})
}

func (d *board) border(w, h float64) {
	add := func(x, y float64, text string) {
		d.add(shape{Kind: kindText, Role: roleCoordinate, Square: record.NoSquare, X: x, Y: y, H: d.letter, Text: text})
	}
	if d.Numbering == record.Algebraic {
		for f := range d.Files {
			x, _ := d.corner(record.SquareAt(f, 0))
			add(x+Unit/2, d.top+h+0.9*d.letter, string(rune('a'+f)))
		}
		for r := range d.Ranks {
			_, y := d.corner(record.SquareAt(0, r))
			add(d.left/2, y+64, fmt.Sprint(r+1))
		}
		return
	}
	for _, s := range d.Squares() {
		x, y := d.corner(s)
		switch {
		case y < d.top+1:
			add(x+Unit/2, d.top-10, d.Name(s))
		case y > d.top+h-Unit-1:
			add(x+Unit/2, d.top+h+0.9*d.letter, d.Name(s))
		case x < d.left+1:
			add(d.left/2, y+64, d.Name(s))
		case x > d.left+w-Unit-1:
			add(d.left+w+d.letter/2+6, y+64, d.Name(s))
		}
	}
}

// corner returns the upper left corner of a square.
func (d *board) corner(s record.Square) (x, y float64) {
	f, r := s.File(), d.Ranks-1-s.Rank()
	if d.from == record.Black {
		f, r = d.Files-1-f, s.Rank()
	}
	return d.left + float64(f)*Unit, d.top + float64(r)*Unit
}

func (d *board) centre(s record.Square) point {
	x, y := d.corner(s)
	return point{x + Unit/2, y + Unit/2}
}

// MaxMarks is the maximum number of squares in all marks of a drawing.
const MaxMarks = 200

// ParseMarks parses marks: squares and moves separated by commas, semicolons or spaces, such as
// "c3, e5 a3:c5:e7 f6-g5". It returns an error for names that are not squares of the board, and
// for moves whose squares are not on a diagonal.
func ParseMarks(text string, b record.Board) ([][]record.Square, error) {
	names := map[string]record.Square{}
	for _, s := range b.Squares() {
		names[b.Name(s)] = s
	}
	var marks [][]record.Square
	total := 0
	for _, field := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == ' ' || r == '\t' }) {
		var m []record.Square
		for _, name := range strings.FieldsFunc(field, func(r rune) bool { return strings.ContainsRune("-:x×", r) }) {
			s, ok := names[strings.ToLower(name)]
			if !ok {
				return nil, message.Of("diagram.no-square", "name", message.Quoted(name))
			}
			if k := len(m); k > 0 {
				from := m[k-1]
				if files, ranks := s.File()-from.File(), s.Rank()-from.Rank(); files == 0 || files*files != ranks*ranks {
					return nil, message.Of("diagram.no-diagonal", "from", b.Name(from), "to", b.Name(s))
				}
			}
			m = append(m, s)
		}
		if total += len(m); total > MaxMarks {
			return nil, message.Of("diagram.too-many", "most", MaxMarks)
		}
		if len(m) == 0 {
			return nil, message.Of("diagram.no-mark", "name", message.Quoted(field))
		}
		marks = append(marks, m)
	}
	return marks, nil
}

// Arrows.
const (
	arrowWidth = 13.0
	arrowHead  = 34.0
	headWidth  = 42.0
)

// mark draws a frame in a single square, or arrows along the squares of a move.
func (d *board) mark(squares []record.Square) {
	if len(squares) == 1 {
		x, y := d.corner(squares[0])
		const in = 3.5
		d.add(shape{Kind: kindRectangle, Role: roleMarkedSquare, Square: squares[0], X: x + in, Y: y + in, W: Unit - 2*in, H: Unit - 2*in})
	}
	for i := 1; i < len(squares); i++ {
		from, to := d.centre(squares[i-1]), d.centre(squares[i])
		d.add(shape{Kind: kindOutline, Role: roleArrow, Square: squares[i], Path: arrow(from, to, i == len(squares)-1)})
	}
}

// arrow returns the outline of a bar between two points, with or without an arrowhead.
func arrow(from, to point, head bool) []segment {
	length := math.Hypot(to.X-from.X, to.Y-from.Y)
	ux, uy := (to.X-from.X)/length, (to.Y-from.Y)/length
	const w, h = arrowWidth / 2, headWidth / 2
	points := []point{{0, -w}, {length, -w}, {length, w}, {0, w}}
	if head {
		neck := length - arrowHead
		points = []point{{0, -w}, {neck, -w}, {neck, -h}, {length, 0}, {neck, h}, {neck, w}, {0, w}}
	}
	// Along the arrow and across it.
	return polygon(points, func(p point) point {
		return point{from.X + p.X*ux - p.Y*uy, from.Y + p.X*uy + p.Y*ux}
	})
}

// Length is a length on paper or on a screen. The zero Length is the default width of a drawing.
type Length struct {
	Value float64
	Unit  string // mm, cm, in, pt or px (1/96 inch, as in CSS)
}

// perInch is the number of each unit in an inch.
var perInch = map[string]float64{"mm": 25.4, "cm": 2.54, "in": 1, "pt": 72, "px": 96}

// The limits of a drawing's width, in inches.
const (
	narrowest = 0.1
	widest    = 100
)

// PrintResolution is the resolution of PNG pictures in pixels per inch, unless their width is in
// px.
const PrintResolution = 300

// ParseLength parses a length such as "35mm"; the default unit is px. The error says what is
// accepted.
func ParseLength(text string) (Length, error) {
	number := strings.TrimRight(strings.TrimSpace(text), "abcdefghijklmnopqrstuvwxyz ")
	unit := cmp.Or(strings.TrimSpace(strings.TrimSpace(text)[len(number):]), "px")
	value, err := strconv.ParseFloat(number, 64)
	if _, known := perInch[unit]; err != nil || !known {
		return Length{}, message.Of("diagram.no-length", "text", message.Quoted(text))
	}
	l := Length{value, unit}
	if inches := l.inches(); !(inches >= narrowest && inches <= widest) {
		return Length{}, message.Of("diagram.width", "least", message.Decimal(narrowest, 1), "most", widest)
	}
	return l, nil
}

func (l Length) inches() float64 { return l.Value / perInch[l.Unit] }

// or returns the length or, if it is zero, the drawing's default width: 50 px per square.
func (l Length) or(d *Drawing) Length {
	if l.Value > 0 {
		return l
	}
	return Length{d.Width * 0.5, "px"}
}

// resolution returns the resolution of a picture in pixels per inch.
func (l Length) resolution() float64 {
	if l.Unit == "px" {
		return perInch["px"]
	}
	return PrintResolution
}

// pixels returns the width of a picture of that size in pixels.
func (l Length) pixels() int { return int(math.Round(l.inches() * l.resolution())) }

func (l Length) millimetres() float64 { return l.inches() * perInch["mm"] }
