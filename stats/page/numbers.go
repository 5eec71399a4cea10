package page

import (
	"fmt"
	"math"
	"strconv"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/stats"
)

// words puts a page into words.
type words struct{ language message.Language }

// tell says something in the page's language.
func (w words) tell(id message.ID, args ...any) string { return message.Of(id, args...).In(w.language) }

// columns are columns of numbers with such headings.
func (w words) columns(titles ...message.ID) []Column {
	columns := make([]Column, len(titles))
	for i, id := range titles {
		columns[i].Title = w.tell(id)
	}
	return columns
}

// left is a column of words.
func (w words) left(title message.ID) Column { return Column{Title: w.tell(title), Left: true} }

// none stands where there is no number.
const none = "-"

// decimal writes a number with so many places; none for NaN.
func (w words) decimal(x float64, places int) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return none
	}
	return message.Decimal{Value: x, Digits: places}.In(w.language)
}

func (w words) percent(share float64) string {
	if math.IsNaN(share) {
		return none
	}
	return w.decimal(100*share, 1) + "%"
}

// part is a share of a whole.
func (w words) part(n, of int) string { return w.percent(float64(n) / float64(of)) }

func years(first, last int) string {
	switch {
	case first == 0:
		return none
	case first == last:
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d-%d", first, last)
}

func (w words) colour(c record.Colour) string {
	return w.tell([...]message.ID{"page.white", "page.black"}[c])
}

// tallyColumns and tallyCells are the numbers of a tally.
func (w words) tallyColumns() []Column {
	columns := w.columns("page.games", "page.draw", "page.of-white", "page.plies")
	return []Column{columns[0], {Title: "1-0"}, columns[1], {Title: "0-1"}, columns[2], columns[3]}
}

func (w words) tallyCells(t *stats.Tally) []string {
	return []string{
		strconv.Itoa(t.Games), strconv.Itoa(t.WhiteWins), strconv.Itoa(t.Draws), strconv.Itoa(t.BlackWins),
		w.percent(t.Share()), w.decimal(t.MeanPlies(), 1),
	}
}

// scoreColumns and scoreCells are the numbers of a tally of Adiukh, with White's
// points.
func (w words) scoreColumns() []Column { return w.columns("page.points", "page.spread") }

func (w words) scoreCells(t *stats.Tally) []string {
	return []string{w.decimal(t.MeanPoints(), 2), w.decimal(t.Spread(), 2)}
}
