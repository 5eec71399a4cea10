package diagram

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record/message"
)

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

// usual is half an inch a square.
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

// millimetres returns the length on paper.
func (l Length) millimetres() float64 { return l.inches() * perInch["mm"] }
