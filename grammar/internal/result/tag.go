package result

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// MaxUsual is how many bytes a usual result may take, its spaces included.
const MaxUsual = 24

// usual has PDN's results by how PlainScore leaves them, with a dash. No move has a square
// 0, nor ends where it begins.
var usual = map[string]string{
	"1-0": "1-0", "0-1": "0-1", "2-0": "2-0", "0-2": "0-2", "1-1": "1-1", "0-0": "0-0",
	"1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "0.5-0.5": "1/2-1/2", "0,5-0,5": "1/2-1/2", "0.5-0,5": "1/2-1/2", "0,5-0.5": "1/2-1/2",
	"1/2": "1/2", "½": "½",
}

// usualResults has what each of PDN's results says.
var usualResults = func() map[string]record.Result {
	results := make(map[string]record.Result)
	for _, text := range usual {
		white, black, two := strings.Cut(text, "-")
		if !two {
			black = white
		}
		r := resultOf(pointsOf(white), pointsOf(black))
		if r.Outcome == record.Points { // 0-0 is lost for both
			r.Manner = record.Forfeit
		}
		results[text] = r
	}
	return results
}()

// beginsNone are bytes with which none of them begins: the sign of an unfinished game, and
// of ASCII's letters all but those that look like digits.
var beginsNone = word.ByteSet("*3456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ")

// Usual returns one of PDN's results in its usual spelling: without spaces, with digits for letters
// that look like them and a plain dash. The first number is the one of the side that begins.
func Usual(text string) (string, bool) {
	if len(text) > MaxUsual || text == "" || beginsNone[text[0]] {
		return "", false // as nearly all moves are
	}
	if known, ok := usual[text]; ok {
		return known, true
	}
	known, ok := usual[strings.Replace(PlainScore(text), ":", "-", 1)]
	return known, ok
}

// DecimalDraw is a draw in decimals, 0.5-0.5, as a regular expression.
const DecimalDraw = `0[.,]5[ \t]*[-–—:][ \t]*0[.,]5`

// OfTag reads a result as PDN's tag Result has it, those of
// ResultFormat included: 1-0, 2-0, 1/2-1/2, 1.01-0.99, "1 1/2 - 1/2",
// "1+ - 1-" for a draw with the better position, and +/- for a game that was not played (Codex
// 3.6). Two numbers that are no usual result are points. The first is taken for White's.
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

// MaxTag is how many bytes a result may take.
const MaxTag = 40

// score is two sides' points, each of them 2, 0.98, 1/2, 1 1/2, 1½, followed by a
// sign in a draw that is better for one.
var score = func() func() *regexp.Regexp {
	const side = `\s*((?:-?\d+\.\d*|\d+)(?:\s+1/2|\s*½)?|1/2|½)[+-]?\s*`
	return word.Pattern(`^` + side + `[-:]` + side + `$`)
}()

// resultOf returns what two sides' points say, White's first: 1-0, 2-0, ½-½ and
// 1-1 and the like are a win or a draw, anything else is points.
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

// pointsOf reads one side's points, 2, 0.98, 0,5, 1/2, 1 1/2 or 1½. What is no number is 0.
func pointsOf(text string) float64 {
	whole, half := strings.CutSuffix(strings.TrimSuffix(text, "½"), "1/2")
	n, _ := strconv.ParseFloat(strings.Replace(strings.TrimRight(whole, " "), ",", ".", 1), 64)
	if half || whole != text {
		n += 0.5
	}
	return n
}

// PlainScore returns points as they are usually written: with digits for letters
// that look like them, plain dashes, and without spaces.
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
