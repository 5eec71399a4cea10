package diagram

import (
	"math"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

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
