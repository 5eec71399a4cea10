package page

import (
	"fmt"
	"math"
	"strconv"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/stats"
)

// none stands where there is no number.
const none = "-"

// decimal writes a number with so many places; none for NaN.
func decimal(x float64, places int) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return none
	}
	return strconv.FormatFloat(x, 'f', places, 64)
}

func percent(share float64) string {
	if math.IsNaN(share) {
		return none
	}
	return decimal(100*share, 1) + "%"
}

// part is a share of a whole.
func part(n, of int) string { return percent(float64(n) / float64(of)) }

func years(first, last int) string {
	switch {
	case first == 0:
		return none
	case first == last:
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d-%d", first, last)
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func colourName(c record.Colour) string { return [...]string{"White", "Black"}[c] }

// tallyColumns and tallyCells are the numbers of a tally.
var tallyColumns = []Column{
	{Title: "games"}, {Title: "1-0"}, {Title: "draw"}, {Title: "0-1"}, {Title: "White"}, {Title: "plies"},
}

func tallyCells(t *stats.Tally) []string {
	return []string{
		strconv.Itoa(t.Games), strconv.Itoa(t.WhiteWins), strconv.Itoa(t.Draws), strconv.Itoa(t.BlackWins),
		percent(t.Share()), decimal(t.MeanPlies(), 1),
	}
}

// scoreColumns and scoreCells are the numbers of a tally of Adiukh, with White's
// points.
var scoreColumns = []Column{{Title: "points"}, {Title: "spread"}}

func scoreCells(t *stats.Tally) []string {
	return []string{decimal(t.MeanPoints(), 2), decimal(t.Spread(), 2)}
}
