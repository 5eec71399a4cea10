package diagram

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/stolb/stolb/record"
)

// role is what a shape represents. It determines the shape's style.
type role uint8

// The roles. A tower has one roleWhitePiece or roleBlackPiece for each of its pieces.
const (
	roleLight      role = iota // the background of the board
	roleDark                   // a playing square
	roleEdge                   // the outline of the board
	roleCoordinate             // outside the board
	roleName                   // of a square, within the board
	roleWhitePiece
	roleBlackPiece
	roleWhiteFace // a line on a piece that is already drawn
	roleBlackFace
	roleWhiteCrown // the mark of a king
	roleBlackCrown
	roleCount // beside a tower: the number of its own pieces, or of its prisoners
	roleShadeFill
	roleShadeText
	roleMarkedSquare
	roleArrow
	roleWhiteTurn // beside the board: the side to move
	roleBlackTurn
	numRoles
)

func piece(c record.Colour) role   { return roleWhitePiece + role(c) }
func face(c record.Colour) role    { return roleWhiteFace + role(c) }
func crownOf(c record.Colour) role { return roleWhiteCrown + role(c) }
func turnOf(c record.Colour) role  { return roleWhiteTurn + role(c) }

const usualLine = 3.0

// ink is the colour of a fill or a line, #rrggbb or "" for none, in coloured and in black drawings,
// and the CSS custom property by which a page may replace the first.
type ink struct{ colour, black, property string }

// styles are the styles of the roles: the class of SVG elements, for style sheets, the fill, the
// line and its width, and the opacity of the fill, 0 to 1.
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

// look is a style in coloured or in black ink, with colours like those of ink.
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

//go:embed night.css
var atNight string // the colours of boards in dark mode

// StyleSheet returns CSS rules for coloured drawings in a page. They take colours from custom
// properties, which have other values in dark mode. Drawings have their colours without them.
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
