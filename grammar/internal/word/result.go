package word

import (
	"strconv"
	"strings"

	"github.com/stolb/stolb/record"
)

// ResultOf returns what two sides' points say, White's first: 1-0, 2-0, ½-½ and
// 1-1 and the like are a win or a draw, anything else is points.
func ResultOf(white, black float64) record.Result {
	switch {
	case white == 1 && black == 0:
		return record.Result{Outcome: record.WhiteWins}
	case white == 0 && black == 1:
		return record.Result{Outcome: record.BlackWins}
	case white == 0.5 && black == 0.5:
		return record.Result{Outcome: record.Draw}
	}
	r := record.Result{Outcome: record.Points, White: white, Black: black}
	switch {
	case white == 2 && black == 0:
		r.Outcome = record.WhiteWins
	case white == 0 && black == 2:
		r.Outcome = record.BlackWins
	case white == 1 && black == 1:
		r.Outcome = record.Draw
	}
	return r
}

// Points reads one side's points, 2, 0.98, 0,5, 1/2, 1 1/2 or 1½, and says whether
// they are written with a half. What is no number is 0.
func Points(text string) (n float64, half bool) {
	whole, half := strings.CutSuffix(strings.TrimSuffix(text, "½"), "1/2")
	half = half || whole != text
	n, _ = strconv.ParseFloat(strings.Replace(strings.TrimRight(whole, " "), ",", ".", 1), 64)
	if half {
		n += 0.5
	}
	return n, half
}

// PlainScore returns points as they are usually written: with digits for letters
// that look like them, plain dashes, and without spaces.
func PlainScore(text string) string {
	return strings.Map(func(r rune) rune {
		digit, _, ok := DigitOf(r)
		switch {
		case ok:
			return rune(digit)
		case IsSpace(r):
			return -1
		case IsDash(r):
			return '-'
		}
		return r
	}, text)
}
