package diagram

import (
	"fmt"
	"strings"

	"github.com/stolb/stolb/record"
)

// Role is what a shape stands for. It decides how the shape looks.
type Role uint8

// The roles. A pile has one WhitePiece or BlackPiece for each of its pieces.
const (
	Light      Role = iota // the board beneath the squares that are played on
	Dark                   // a square that is played on
	Edge                   // the line around the board
	Coordinate             // beside the board
	Name                   // of a square, within it
	WhitePiece
	BlackPiece
	WhiteFace // a line on a piece that is there already
	BlackFace
	WhiteCrown // the mark of a king
	BlackCrown
	Count // beside a tower: its own pieces, or its prisoners
	ShadeFill
	ShadeText
	MarkedSquare
	Arrow
	numRoles
)

func piece(c record.Colour) Role   { return WhitePiece + Role(c) }
func face(c record.Colour) Role    { return WhiteFace + Role(c) }
func crownOf(c record.Colour) Role { return WhiteCrown + Role(c) }

// Ink is what a drawing is printed with.
type Ink uint8

// The inks.
const (
	Colours  Ink = iota
	BlackInk     // black, and one grey on the squares that are played on
)

// usualLine is the width of lines.
const usualLine = 3.0

// Style is how the shapes of a role look. Colours are #rrggbb, "" for none.
type Style struct {
	Class        string // of SVG elements, for style sheets
	Fill, Stroke string
	Line         float64 // width of the stroke
	Opacity      float64 // of the fill, 0 to 1

	fill, stroke string // the custom properties that pages may set in place of the colours
}

var inColours = [numRoles]Style{
	Light:        {Class: "light", Fill: "#f6ecd9", Opacity: 1, fill: "--board-light"},
	Dark:         {Class: "dark", Fill: "#cdab7f", Opacity: 1, fill: "--board-dark"},
	Edge:         {Class: "edge", Stroke: "#4f3a22", Line: 4, stroke: "--board-line"},
	Coordinate:   {Class: "coordinate", Fill: "#3b3b3b", Opacity: 1, fill: "--board-text"},
	Name:         {Class: "name", Fill: "#3d2a14", Opacity: 1, fill: "--board-label"},
	WhitePiece:   {Class: "white", Fill: "#fffdf7", Stroke: "#2b1d0e", Line: usualLine, Opacity: 1, fill: "--piece-white", stroke: "--piece-white-line"},
	BlackPiece:   {Class: "black", Fill: "#26211d", Stroke: "#efe6d6", Line: usualLine, Opacity: 1, fill: "--piece-black", stroke: "--piece-black-line"},
	WhiteFace:    {Class: "white-face", Stroke: "#2b1d0e", Line: usualLine, stroke: "--piece-white-line"},
	BlackFace:    {Class: "black-face", Stroke: "#efe6d6", Line: usualLine, stroke: "--piece-black-line"},
	WhiteCrown:   {Class: "white-crown", Fill: "#a3261b", Opacity: 1, fill: "--piece-white-crown"},
	BlackCrown:   {Class: "black-crown", Fill: "#ffcc4d", Opacity: 1, fill: "--piece-black-crown"},
	Count:        {Class: "count", Fill: "#1d140a", Opacity: 1, fill: "--board-count"},
	ShadeFill:    {Class: "shade", Fill: "#b3261e", Opacity: 0.65, fill: "--board-shade"},
	ShadeText:    {Class: "shade-text", Fill: "#1d140a", Opacity: 1, fill: "--board-label"},
	MarkedSquare: {Class: "mark", Stroke: "#1b6a3a", Line: 7, stroke: "--board-mark"},
	Arrow:        {Class: "arrow", Fill: "#1b6a3a", Opacity: 0.8, fill: "--board-mark"},
}

var styles = [...][numRoles]Style{Colours: inColours, BlackInk: inBlack()}

func inBlack() [numRoles]Style {
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
	black[Light].Fill, black[Dark].Fill = "#ffffff", "#cccccc"
	black[WhitePiece].Fill, black[BlackCrown].Fill = "#ffffff", "#ffffff"
	black[BlackPiece].Stroke, black[BlackFace].Stroke = "#ffffff", "#ffffff"
	black[ShadeFill].Fill = "#808080"
	return black
}

// StyleOf returns how the shapes of a role look.
func (i Ink) StyleOf(r Role) Style { return styles[i][r] }

// style returns how a shape looks.
func (d *Drawing) style(s *Shape) Style {
	style := styles[d.Ink][s.Role]
	if s.Line > 0 {
		style.Line = s.Line
	}
	if s.Role == ShadeFill {
		style.Opacity *= s.Depth
	}
	return style
}

// CustomProperties returns the CSS custom properties that StyleSheet gives to
// drawings, each with the colour that stands where a page does not set it.
func CustomProperties() map[string]string {
	all := map[string]string{}
	for _, s := range styles[Colours] {
		if s.fill != "" {
			all[s.fill] = s.Fill
		}
		if s.stroke != "" {
			all[s.stroke] = s.Stroke
		}
	}
	return all
}

// StyleSheet returns the CSS rules that give drawings in colours, in a page, the
// page's custom properties. A drawing has its colours without them.
func StyleSheet() string {
	var css strings.Builder
	for _, s := range styles[Colours] {
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
