package result

import (
	"regexp"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// MaxUsual is how many bytes a usual result may take, its spaces included.
const MaxUsual = 24

// usual are PDN's. The first number is the one of the side that begins.
// No move has a square 0, nor ends where it begins.
var usual = word.Vocabulary("1-0 0-1 1/2-1/2 1/2 ½-½ ½ 2-0 0-2 1-1 0-0")

// beginsNone are bytes with which none of them begins: of ASCII's letters all but
// those that look like digits.
var beginsNone = word.ByteSet("3456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ")

// Usual returns one of PDN's results in its usual spelling: without
// spaces, with digits for letters that look like them and a plain dash.
func Usual(text string) (string, bool) {
	if len(text) > MaxUsual || text == "" || beginsNone[text[0]] {
		return "", false // as nearly all moves are
	}
	switch text {
	case "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1":
		return text, true // nearly always
	case "*":
		return text, false
	}
	if IsDecimalDraw(text) {
		return "1/2-1/2", true
	}
	text = word.PlainScore(text)
	text = strings.Replace(text, ":", "-", 1) // no move has a square 0, nor ends where it begins
	if text == "½-½" {
		text = "1/2-1/2"
	}
	return text, usual[text]
}

// DecimalDraw is a draw in decimals, 0.5-0.5, as a regular expression.
const DecimalDraw = `0[.,]5[ \t]*[-–—:][ \t]*0[.,]5`

var decimalDrawOnly = regexp.MustCompile(`^` + DecimalDraw + `$`)

// IsDecimalDraw says whether a text is a draw in decimals, 0.5-0.5.
func IsDecimalDraw(text string) bool {
	return len(text) > 2 && (text[1] == '.' || text[1] == ',') && decimalDrawOnly.MatchString(text)
}

// OfTag reads a result as PDN's tag Result has it, those of
// ResultFormat included: 1-0, 2-0, 1/2-1/2, 1.01-0.99, "1 1/2 - 1/2", and
// "1+ - 1-" for a draw with the better position. Two numbers that are no usual
// result are points. The first number is taken for White's.
func OfTag(text string) record.Result {
	switch text { // nearly always
	case "*":
		return record.Result{Outcome: record.Unfinished}
	case "1-0":
		return record.Result{Outcome: record.WhiteWins}
	case "0-1":
		return record.Result{Outcome: record.BlackWins}
	}
	if usual, ok := Usual(text); ok {
		white, black, two := strings.Cut(usual, "-")
		if !two {
			black = white
		}
		r := word.ResultOf(pointsOf(white), pointsOf(black))
		if r.Outcome == record.Points { // 0-0 is lost for both
			r.Manner = record.Forfeit
		}
		return r
	}
	isNumber := func(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
	if white, black, _ := strings.Cut(text, "-"); isNumber(white) && isNumber(black) && len(text) <= MaxTag { // nearly always
		return record.Result{Outcome: record.Points, White: pointsOf(white), Black: pointsOf(black)}
	}
	m := score.FindStringSubmatch(text)
	if m == nil || len(text) > MaxTag {
		return record.Result{}
	}
	return record.Result{Outcome: record.Points, White: pointsOf(m[1]), Black: pointsOf(m[2])}
}

// MaxTag is how many bytes a result may take.
const MaxTag = 40

// score is two sides' points, each of them 2, 0.98, 1/2, 1 1/2, 1½, and with a
// sign behind it for a draw that is better for one.
var score = func() *regexp.Regexp {
	const side = `\s*((?:-?\d+\.\d*|\d+)(?:\s+1/2|\s*½)?|1/2|½)[+-]?\s*`
	return regexp.MustCompile(`^` + side + `[-:]` + side + `$`)
}()

// pointsOf returns one side's points.
func pointsOf(text string) float64 {
	n, _ := word.Points(text)
	return n
}
