package result

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// MaxUsual is the maximum length in bytes of a usual result, including spaces.
const MaxUsual = 24

// usual maps the output of PlainScore, with a dash, to PDN's results. No move has a square 0 or
// ends where it begins.
var usual = map[string]string{
	"1-0": "1-0", "0-1": "0-1", "2-0": "2-0", "0-2": "0-2", "1-1": "1-1", "0-0": "0-0",
	"1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "0.5-0.5": "1/2-1/2", "0,5-0,5": "1/2-1/2", "0.5-0,5": "1/2-1/2", "0,5-0.5": "1/2-1/2",
	"1/2": "1/2", "½": "½",
}

// usualResults are the meanings of PDN's results.
var usualResults = func() map[string]record.Result {
	results := make(map[string]record.Result)
	for _, text := range usual {
		white, black, two := strings.Cut(text, "-")
		if !two {
			black = white
		}
		r := resultOf(pointsOf(white), pointsOf(black))
		if r.Outcome == record.Points { // 0-0 is a loss for both
			r.Manner = record.Forfeit
		}
		results[text] = r
	}
	return results
}()

// beginsNone are bytes with which no usual result begins: the sign of an unfinished game, and the
// ASCII letters except look-alikes of digits.
var beginsNone = word.ByteSet("*3456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ")

// Usual returns one of PDN's results in the usual spelling: without spaces, with digits for
// look-alike letters and a plain dash. The first number belongs to the side that begins.
func Usual(text string) (string, bool) {
	if len(text) > MaxUsual || text == "" || beginsNone[text[0]] {
		return "", false // like nearly all moves
	}
	if known, ok := usual[text]; ok {
		return known, true
	}
	known, ok := usual[strings.Replace(PlainScore(text), ":", "-", 1)]
	return known, ok
}

// DecimalDraw is a regular expression for a draw in decimals, 0.5-0.5.
const DecimalDraw = `0[.,]5[ \t]*[-–—:][ \t]*0[.,]5`

// OfTag reads a result of PDN's tag Result, including those of ResultFormat: 1-0, 2-0, 1/2-1/2,
// 1.01-0.99, "1 1/2 - 1/2", "1+ - 1-" for a draw with the better position, and +/- for a game that
// was not played (Codex 3.6). Two numbers that are not a usual result are points. The first number
// is taken as White's.
func OfTag(text string) record.Result {
	if text == "*" {
		return record.Result{Outcome: record.Unfinished}
	}
	if usual, ok := Usual(text); ok {
		return usualResults[usual]
	}
	if len(text) > MaxTag {
		return record.Result{}
	}
	m := score().FindStringSubmatch(text)
	if m == nil {
		r, _ := Parse(text)
		if r.Text = ""; r.Outcome != record.Unplayed {
			return record.Result{}
		}
		return r
	}
	return record.Result{Outcome: record.Points, White: pointsOf(m[1]), Black: pointsOf(m[2])}
}

// MaxTag is the maximum length in bytes of a result in a tag.
const MaxTag = 40

// score matches the points of two sides, each 2, 0.98, 1/2, 1 1/2 or 1½, followed by a sign in a
// draw that is better for one side.
var score = func() func() *regexp.Regexp {
	const side = `\s*((?:-?\d+\.\d*|\d+)(?:\s+1/2|\s*½)?|1/2|½)[+-]?\s*`
	return word.Pattern(`^` + side + `[-:]` + side + `$`)
}()

// resultOf returns the result for the points of White and Black: a win or a draw for 1-0, 2-0, ½-½,
// 1-1 and the like, otherwise points.
func resultOf(white, black float64) record.Result {
	if outcome, ok := outcomes[[2]float64{white, black}]; ok {
		r := record.Result{Outcome: outcome}
		if white+black == 2 {
			r.White, r.Black = white, black
		}
		return r
	}
	return record.Result{Outcome: record.Points, White: white, Black: black}
}

var outcomes = map[[2]float64]record.Outcome{
	{1, 0}: record.WhiteWins, {2, 0}: record.WhiteWins, {0, 1}: record.BlackWins, {0, 2}: record.BlackWins,
	{0.5, 0.5}: record.Draw, {1, 1}: record.Draw,
}

// pointsOf reads the points of one side: 2, 0.98, 0,5, 1/2, 1 1/2 or 1½. Other text yields 0.
func pointsOf(text string) float64 {
	whole, half := strings.CutSuffix(strings.TrimSuffix(text, "½"), "1/2")
	n, _ := strconv.ParseFloat(strings.Replace(strings.TrimRight(whole, " "), ",", ".", 1), 64)
	if half || whole != text {
		n += 0.5
	}
	return n
}

// PlainScore returns points in the usual spelling: digits for look-alike letters, plain dashes, and
// no spaces.
func PlainScore(text string) string {
	return strings.Map(func(r rune) rune {
		switch digit, _, ok := word.DigitOf(r); {
		case ok:
			return rune(digit)
		case word.IsSpace(r):
			return -1
		case word.IsDash(r):
			return '-'
		}
		return r
	}, text)
}
