package diagram

import (
	"fmt"
	"strings"

	"github.com/stolb/stolb/record"
)

// role is what a shape represents. It decides how the shape looks.
type role uint8

// The roles. A pile has one WhitePiece or BlackPiece for each of its pieces.
const (
	roleLight      role = iota // the board beneath the squares that are played on
	roleDark                   // a square that is played on
	roleEdge                   // the line around the board
	roleCoordinate             // beside the board
	roleName                   // of a square, within it
	roleWhitePiece
	roleBlackPiece
	roleWhiteFace // a line on a piece that is there already
	roleBlackFace
	roleWhiteCrown // the mark of a king
	roleBlackCrown
	roleCount // beside a tower: its own pieces, or its prisoners
	roleShadeFill
	roleShadeText
	roleMarkedSquare
	roleArrow
	roleWhiteTurn // beside the board: whose move it is
	roleBlackTurn
	numRoles
)

func piece(c record.Colour) role   { return roleWhitePiece + role(c) }
func face(c record.Colour) role    { return roleWhiteFace + role(c) }
func crownOf(c record.Colour) role { return roleWhiteCrown + role(c) }
func turnOf(c record.Colour) role  { return roleWhiteTurn + role(c) }

// usualLine is the width of lines.
const usualLine = 3.0

// ink is the colour of a fill or of a line, as #rrggbb, "" for none: in colours and in black
// ink; and the custom property that pages may set in place of the first.
type ink struct{ colour, black, property string }

// styles are how the shapes of each role look: the class of SVG elements, for style sheets,
// what fills them, the line around them and its width, and the opacity of the fill, 0 to 1.
var styles = [numRoles]struct {
	Class         string
	Fill, Stroke  ink
	Line, Opacity float64
}{
	roleLight:        {"light", ink{"#f6ecd9", "#ffffff", "--board-light"}, ink{}, 0, 1},
	roleDark:         {"dark", ink{"#cdab7f", "#cccccc", "--board-dark"}, ink{}, 0, 1},
	roleEdge:         {"edge", ink{}, ink{"#4f3a22", "#000000", "--board-line"}, 4, 0},
	roleCoordinate:   {"coordinate", ink{"#3b3b3b", "#000000", "--board-text"}, ink{}, 0, 1},
	roleName:         {"name", ink{"#6b5230", "#555555", "--board-label"}, ink{}, 0, 1},
	roleWhitePiece:   {"white", ink{"#fffdf7", "#ffffff", "--piece-white"}, ink{"#2b1d0e", "#000000", "--piece-white-line"}, usualLine, 1},
	roleBlackPiece:   {"black", ink{"#26211d", "#000000", "--piece-black"}, ink{"#efe6d6", "#ffffff", "--piece-black-line"}, usualLine, 1},
	roleWhiteFace:    {"white-face", ink{}, ink{"#2b1d0e", "#000000", "--piece-white-line"}, usualLine, 0},
	roleBlackFace:    {"black-face", ink{}, ink{"#efe6d6", "#ffffff", "--piece-black-line"}, usualLine, 0},
	roleWhiteCrown:   {"white-crown", ink{"#a3261b", "#000000", "--piece-white-crown"}, ink{}, 0, 1},
	roleBlackCrown:   {"black-crown", ink{"#ffcc4d", "#ffffff", "--piece-black-crown"}, ink{}, 0, 1},
	roleCount:        {"count", ink{"#1d140a", "#000000", "--board-count"}, ink{}, 0, 1},
	roleShadeFill:    {"shade", ink{"#b3261e", "#808080", "--board-shade"}, ink{}, 0, 0.65},
	roleShadeText:    {"shade-text", ink{"#1d140a", "#000000", "--board-count"}, ink{}, 0, 1},
	roleMarkedSquare: {"mark", ink{}, ink{"#1b6a3a", "#000000", "--board-mark"}, 7, 0},
	roleArrow:        {"arrow", ink{"#1b6a3a", "#000000", "--board-mark"}, ink{}, 0, 0.8},
	roleWhiteTurn:    {"white-turn", ink{"#fffdf7", "#ffffff", "--piece-white"}, ink{"#2b1d0e", "#000000", "--board-text"}, usualLine, 1},
	roleBlackTurn:    {"black-turn", ink{"#26211d", "#000000", "--piece-black"}, ink{"#26211d", "#000000", "--board-text"}, usualLine, 1},
}

// look is how shapes look in one of the two inks; colours are as those of ink.
type look struct {
	Class, Fill, Stroke string
	Line, Opacity       float64
}

func lookOf(r role, blackInk bool) look {
	s := &styles[r]
	if blackInk {
		return look{s.Class, s.Fill.black, s.Stroke.black, s.Line, s.Opacity}
	}
	return look{s.Class, s.Fill.colour, s.Stroke.colour, s.Line, s.Opacity}
}

func (d *Drawing) style(s *shape) look {
	style := lookOf(s.Role, d.BlackInk)
	if s.Line > 0 {
		style.Line = s.Line
	}
	if s.Role == roleShadeFill {
		style.Opacity *= s.Depth
	}
	return style
}

// atNight are the colours of boards on a dark page.
const atNight = `@media screen and (prefers-color-scheme: dark) {
  :root { --board-light: #8f7d63; --board-dark: #54422e; --board-line: #b39a74; --board-text: #cfc6b8; --board-label: #1a120a; --board-count: #fff3df; --board-shade: #e0574c; --board-mark: #63c98b;
    --piece-white: #f4efe4; --piece-white-line: #14110f; --piece-black: #14110f; --piece-black-line: #d8ccb8; }
}
`

// StyleSheet returns the CSS rules that give drawings in colours, in a page, custom
// properties, which are other colours where the reader wants a dark page. A drawing
// has its colours without them.
func StyleSheet() string {
	var css strings.Builder
	css.WriteString(atNight)
	for _, s := range styles {
		fmt.Fprintf(&css, ".board .%s {", s.Class)
		if s.Fill.property != "" {
			fmt.Fprintf(&css, " fill: var(%s, %s);", s.Fill.property, s.Fill.colour)
		} else {
			css.WriteString(" fill: none;")
		}
		if s.Stroke.property != "" {
			fmt.Fprintf(&css, " stroke: var(%s, %s);", s.Stroke.property, s.Stroke.colour)
		}
		css.WriteString(" }\n")
	}
	return css.String()
}
