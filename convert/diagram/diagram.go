// Package diagram draws boards with towers as rule books print them. A drawing is a list of
// shapes, made in one place, which small writers spell as SVG, PNG and PDF, so that a board looks
// the same wherever it is printed. For Typst a function written in it draws the same. A disc
// beside the board has the colour of the side to move, and is at that side's edge.
//
// A piece by itself is seen from above. A tower is a pile, its prisoners lowest, its top piece
// facing the reader, with the number of its own pieces beside it above and that of its prisoners
// below; each piece is drawn, and those of tall towers are flatter. A king has a crown, or within
// a pile a bar across its edge (Codex 1.2.1: "поперечные полосы").
//
// Read first: Draw, then Drawing.
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

// Where the names of squares stand.
const (
	NoNames   = "none"    // nowhere
	Border    = "border"  // beside the board: letters and ranks, or the numbers of the squares at its edges
	InSquares = "squares" // of each square to the left of it
	Numbers   = "numbers" // so, too, on boards with letters: 1 to 32, from White's far left
)

// Coordinates are the places where names can stand.
var Coordinates = []string{NoNames, Border, InSquares, Numbers}

// Options says how a position is drawn. The zero Options are the usual way.
type Options struct {
	Title       string        // for those who cannot see the drawing
	From        record.Colour // whose side is below
	Coordinates string        // "" is Border with letters, InSquares where squares are numbered
	BlackInk    bool          // in black, with one grey on the squares that are played on
	// Marks are what the drawing points at: a square where one has one, else the way
	// of a move, as an arrow over all of its squares.
	Marks [][]record.Square
}

// Drawing is a picture of a board. Its shapes lie one over another in the order
// of the list. Lengths are in units, of which a square of the board has Unit; x
// grows to the right and y downward.
type Drawing struct {
	Width, Height float64
	Title         string
	FEN           string // of the position, "" for other drawings
	BlackInk      bool
	Shapes        []shape
}

type kind uint8

const (
	kindRectangle kind = iota // upper left corner X, Y; W wide, H high
	kindEllipse               // centre X, Y; W and H are its radii
	kindOutline               // Path, closed
	kindText                  // Text, its baseline at Y; X is its middle; H is the size of its letters
)

type shape struct {
	Kind       kind
	Role       role
	Square     record.Square // on which it is drawn; NoSquare for none
	X, Y, W, H float64
	Path       []segment
	Text       string
	Line       float64 // width of its line, where its role has one and it is not the usual; else 0
	Depth      float64 // of a shade, 0 to 1
}

// segment is a part of an outline: 'M' begins at To, 'L' is a straight line to it, 'C' a Bézier
// curve with two control points, and 'Q', which letters alone have, one with First alone.
type segment struct {
	Op              byte
	First, Then, To point
}

type point struct{ X, Y float64 }

// Lengths.
const (
	Unit       = 100.0 // a side of a square
	frame      = 4.0   // beyond the edge of the board, for its line
	letterSize = 5.0   // of coordinates, for each file of the board: 5 points where it is 40 mm wide
	turnRadius = 16.0  // of the disc that says whose move it is
	turnSpace  = 42.0  // beside the board, for that disc
)

// board is a drawing in the making.
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

// DrawShades returns a drawing of the variant's board, White below, on which each playing
// square has a shade, from 0 for none to 1 for the deepest, and a text of a few characters.
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

// Position returns the usual drawing of the position as an svg element, White
// below. The title is its text for those who cannot see it.
func Position(p *record.Position, title string) string {
	return string(Draw(p, Options{Title: title}).AppendSVG(nil, Length{}))
}

func (d *board) add(s shape) { d.Shapes = append(d.Shapes, s) }

// begin returns the empty board.
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
			if x == d.left { // beside the board
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

// border draws the coordinates beside the board.
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

// MaxMarks is how many squares the marks of a drawing can have together.
const MaxMarks = 200

// ParseMarks reads marks: squares and moves with commas or spaces between them,
// as "c3, e5 a3:c5:e7 f6-g5". The error names what is no square of the board,
// and squares of a move that no diagonal joins.
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

// mark draws a frame in a square, or the way of a move over the squares.
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

// arrow returns the outline of a bar between two points, with a head or without.
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

// Length is a length on paper or on a screen. The zero Length is the usual one of a drawing.
type Length struct {
	Value float64
	Unit  string // mm, cm, in, pt or px (a ninety-sixth of an inch, as in CSS)
}

// perInch is how many of each unit an inch has.
var perInch = map[string]float64{"mm": 25.4, "cm": 2.54, "in": 1, "pt": 72, "px": 96}

// The least and the greatest width of a drawing, in inches.
const (
	narrowest = 0.1
	widest    = 100
)

// PrintResolution is how many points of a picture there are to an inch where its
// size is not said in px.
const PrintResolution = 300

// ParseLength reads a length such as "35mm"; a bare number is of px. The error
// says what is accepted.
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

// or returns the length, or where it is zero the usual one: half an inch a square.
func (l Length) or(d *Drawing) Length {
	if l.Value > 0 {
		return l
	}
	return Length{d.Width * 0.5, "px"}
}

// resolution returns how many points of a picture there are to an inch.
func (l Length) resolution() float64 {
	if l.Unit == "px" {
		return perInch["px"]
	}
	return PrintResolution
}

// pixels returns the width of a picture of that size.
func (l Length) pixels() int { return int(math.Round(l.inches() * l.resolution())) }

func (l Length) millimetres() float64 { return l.inches() * perInch["mm"] }
