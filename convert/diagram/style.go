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

// roleStyle is how the shapes of a role look. Colours are #rrggbb, "" for none.
type roleStyle struct {
	Class        string // of SVG elements, for style sheets
	Fill, Stroke string
	Line         float64 // width of the stroke
	Opacity      float64 // of the fill, 0 to 1

	fill, stroke string // the custom properties that pages may set in place of the colours
}

var inColours = [numRoles]roleStyle{
	roleLight:        {Class: "light", Fill: "#f6ecd9", Opacity: 1, fill: "--board-light"},
	roleDark:         {Class: "dark", Fill: "#cdab7f", Opacity: 1, fill: "--board-dark"},
	roleEdge:         {Class: "edge", Stroke: "#4f3a22", Line: 4, stroke: "--board-line"},
	roleCoordinate:   {Class: "coordinate", Fill: "#3b3b3b", Opacity: 1, fill: "--board-text"},
	roleName:         {Class: "name", Fill: "#6b5230", Opacity: 1, fill: "--board-label"},
	roleWhitePiece:   {Class: "white", Fill: "#fffdf7", Stroke: "#2b1d0e", Line: usualLine, Opacity: 1, fill: "--piece-white", stroke: "--piece-white-line"},
	roleBlackPiece:   {Class: "black", Fill: "#26211d", Stroke: "#efe6d6", Line: usualLine, Opacity: 1, fill: "--piece-black", stroke: "--piece-black-line"},
	roleWhiteFace:    {Class: "white-face", Stroke: "#2b1d0e", Line: usualLine, stroke: "--piece-white-line"},
	roleBlackFace:    {Class: "black-face", Stroke: "#efe6d6", Line: usualLine, stroke: "--piece-black-line"},
	roleWhiteCrown:   {Class: "white-crown", Fill: "#a3261b", Opacity: 1, fill: "--piece-white-crown"},
	roleBlackCrown:   {Class: "black-crown", Fill: "#ffcc4d", Opacity: 1, fill: "--piece-black-crown"},
	roleCount:        {Class: "count", Fill: "#1d140a", Opacity: 1, fill: "--board-count"},
	roleShadeFill:    {Class: "shade", Fill: "#b3261e", Opacity: 0.65, fill: "--board-shade"},
	roleShadeText:    {Class: "shade-text", Fill: "#1d140a", Opacity: 1, fill: "--board-count"},
	roleMarkedSquare: {Class: "mark", Stroke: "#1b6a3a", Line: 7, stroke: "--board-mark"},
	roleArrow:        {Class: "arrow", Fill: "#1b6a3a", Opacity: 0.8, fill: "--board-mark"},
	roleWhiteTurn:    {Class: "white-turn", Fill: "#fffdf7", Stroke: "#2b1d0e", Line: usualLine, Opacity: 1, fill: "--piece-white", stroke: "--board-text"},
	roleBlackTurn:    {Class: "black-turn", Fill: "#26211d", Stroke: "#26211d", Line: usualLine, Opacity: 1, fill: "--piece-black", stroke: "--board-text"},
}

var inBlack = blackened()

func blackened() [numRoles]roleStyle {
	black := inColours
	for i := range black {
		s := &black[i]
		s.fill, s.stroke = "", ""
		if s.Fill != "" {
			s.Fill = "#000000"
		}
		if s.Stroke != "" {
			s.Stroke = "#000000"
		}
	}
	black[roleLight].Fill, black[roleDark].Fill = "#ffffff", "#cccccc"
	black[roleWhitePiece].Fill, black[roleBlackCrown].Fill, black[roleWhiteTurn].Fill = "#ffffff", "#ffffff", "#ffffff"
	black[roleName].Fill = "#555555"
	black[roleBlackPiece].Stroke, black[roleBlackFace].Stroke = "#ffffff", "#ffffff"
	black[roleShadeFill].Fill = "#808080"
	return black
}

// styles returns how the shapes of each role look.
func styles(blackInk bool) *[numRoles]roleStyle {
	if blackInk {
		return &inBlack
	}
	return &inColours
}

// Class returns the class that the shape has as an element of SVG.
func (s *shape) Class() string { return inColours[s.Role].Class }

// style returns how a shape looks.
func (d *Drawing) style(s *shape) roleStyle {
	style := styles(d.BlackInk)[s.Role]
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
	for _, s := range inColours {
		fmt.Fprintf(&css, ".board .%s {", s.Class)
		if s.fill != "" {
			fmt.Fprintf(&css, " fill: var(%s, %s);", s.fill, s.Fill)
		} else {
			css.WriteString(" fill: none;")
		}
		if s.stroke != "" {
			fmt.Fprintf(&css, " stroke: var(%s, %s);", s.stroke, s.Stroke)
		}
		css.WriteString(" }\n")
	}
	return css.String()
}
