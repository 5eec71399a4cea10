package pdn

import (
	"regexp"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// ending is a result as it is written, in a tag or behind the moves.
type ending struct {
	text string
	at   int
}

// usualResults are PDN's. The first number is the one of the side that begins.
// No move has a square 0, nor ends where it begins.
var usualResults = word.Vocabulary("1-0 0-1 1/2-1/2 1/2 ½-½ ½ 2-0 0-2 1-1 0-0")

// beginsNoResult are bytes with which none of them begins: of ASCII's letters all but
// those that look like digits.
var beginsNoResult = word.ByteSet("3456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ")

// usualResult returns one of PDN's results in its usual spelling: without
// spaces, with digits for letters that look like them and a plain dash.
func usualResult(text string) (string, bool) {
	if len(text) > maxUsual || text == "" || beginsNoResult[text[0]] {
		return "", false // as nearly all moves are
	}
	switch text {
	case "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1":
		return text, true // nearly always
	case "*":
		return text, false
	}
	if isDecimalDraw(text) {
		return "1/2-1/2", true
	}
	for i := range len(text) {
		if beginsNoResult[text[i]] {
			return "", false
		}
	}
	text = word.PlainScore(text)
	text = strings.Replace(text, ":", "-", 1) // no move has a square 0, nor ends where it begins
	if text == "½-½" {
		text = "1/2-1/2"
	}
	return text, usualResults[text]
}

const decimalDraw = `0[.,]5[ \t]*[-–—:][ \t]*0[.,]5`

var decimalDrawOnly = regexp.MustCompile(`^` + decimalDraw + `$`)

// isDecimalDraw says whether a text is a draw in decimals, 0.5-0.5.
func isDecimalDraw(text string) bool {
	return len(text) > 2 && (text[1] == '.' || text[1] == ',') && decimalDrawOnly.MatchString(text)
}

// told says whether a result says how the game ended.
func told(r record.Result) bool {
	return r.Outcome != record.NoResult && r.Outcome != record.Unfinished
}

// conclude works out the result from the tag and from the end of the movetext;
// last says that no game follows in the file.
func (b *builder) conclude(last bool) {
	b.g.Result = b.outcome(last)
	r := &b.g.Result
	if !told(*r) {
		return
	}
	switch strings.ToLower(b.g.Tag("Termination")) {
	case "resigned":
		r.Manner = record.Resigned
	case "time forfeit":
		r.Manner = record.OnTime
	case "agreed":
		r.Manner = record.Agreed
	case "forfeit":
		r.Manner = record.Forfeit
	case "unplayed":
		switch r.Outcome {
		case record.WhiteWins:
			r.White, r.Black = 1, 0
		case record.BlackWins:
			r.White, r.Black = 0, 1
		}
		r.Outcome, r.Manner = record.Unplayed, record.Forfeit
	}
}

// outcome finds the result.
func (b *builder) outcome(last bool) record.Result {
	g := b.g
	tag, said := ending{}, record.Result{}
	for _, t := range g.Tags {
		if t.Is("Result") {
			tag = ending{strings.TrimFunc(t.Value, word.IsSpace), t.At}
			said = b.resultOf(tag)
			break
		}
	}
	if b.result.text == "" {
		b.points()
	}
	if b.result.text == "" {
		if !last && (len(g.Plies) > 0 || b.begun()) {
			b.remark(b.end, "", message.Of("pdn.no-result"))
		}
		return said
	}
	ended := b.resultOf(b.result)
	_, usual := usualResult(b.result.text)
	if !usual && b.result.text != "*" && g.Tag("ResultFormat") == "" && g.Variant.Straight() != record.Adiukh {
		b.remark(b.result.at, b.result.text, message.Of("pdn.unusual-result"))
	}
	if !told(said) && (told(ended) || said.Outcome == record.NoResult) {
		return ended
	}
	same := ended.Outcome == said.Outcome && (ended.Outcome != record.Points || ended.White == said.White && ended.Black == said.Black)
	if told(ended) && !same {
		b.fault(&record.Fault{Code: record.ResultMismatch, At: b.result.at, Len: len(b.result.text), Word: b.result.text,
			Message: message.Of("pdn.result-mismatch", "result", b.result.text, "tag", tag.text)})
	}
	return said
}

// points takes the last word for the result where it is numbers among moves
// that are not: Adiukh's 10-14.
func (b *builder) points() {
	g := b.g
	n := len(g.Plies) - 1
	if n < 1 || g.Plies[n].Note != nil {
		return
	}
	w, first := g.Plies[n].Word, g.Plies[0].Word
	if len(w.Steps) != 2 || w.Steps[0].Number == 0 || w.Separator != record.Quiet || len(first.Steps) == 0 || first.Steps[0].Number != 0 {
		return
	}
	b.result = ending{w.Text, g.Plies[n].At}
	g.Plies = g.Plies[:n]
}

// resultOf returns what a result says. Its first number is the one of the side
// that begins: in checkers, where Black does, 1-0 is a win for Black (PDN 2.0,
// 6.1.1.1.1.5; PDN 3.0 does not say, and its game files have it so). A letter
// for a digit is a repair.
func (b *builder) resultOf(end ending) record.Result {
	if usual, ok := usualResult(end.text); ok && end.text != usual {
		for _, r := range end.text {
			_, code, digit := word.DigitOf(r)
			if word.IsDash(r) && r != '-' {
				code, digit = record.DashKind, true
			}
			if digit && code != "" {
				b.fault(&record.Fault{Code: code, Severity: record.Repaired, At: end.at, Len: len(end.text), Word: end.text,
					Message: message.Of("pdn.read-as-result", "result", usual), Suggestions: []string{usual}})
				break
			}
		}
		if strings.Contains(end.text, ":") || isDecimalDraw(end.text) {
			b.remark(end.at, end.text, message.Of("pdn.result-form", "result", usual))
		}
	}
	r := ParseResult(end.text)
	r.Text, r.At = end.text, end.at
	if b.reading.begins == record.Black {
		r.White, r.Black = r.Black, r.White
		switch r.Outcome {
		case record.WhiteWins:
			r.Outcome = record.BlackWins
		case record.BlackWins:
			r.Outcome = record.WhiteWins
		}
	}
	return r
}

// ParseResult reads a result as PDN's tag Result has it, those of
// ResultFormat included: 1-0, 2-0, 1/2-1/2, 1.01-0.99, "1 1/2 - 1/2", and
// "1+ - 1-" for a draw with the better position. Two numbers that are no usual
// result are points. The first number is taken for White's.
func ParseResult(text string) record.Result {
	switch text { // nearly always
	case "*":
		return record.Result{Outcome: record.Unfinished}
	case "1-0":
		return record.Result{Outcome: record.WhiteWins}
	case "0-1":
		return record.Result{Outcome: record.BlackWins}
	}
	if usual, ok := usualResult(text); ok {
		white, black, two := strings.Cut(usual, "-")
		if !two {
			black = white
		}
		r := word.ResultOf(side(white), side(black))
		if r.Outcome == record.Points { // 0-0 is lost for both
			r.Manner = record.Forfeit
		}
		return r
	}
	if n := leading(text, digits); n > 0 && n < len(text) && (text[n] == '-' || text[n] == ':') { // nearly always
		if black := text[n+1:]; black != "" && leading(black, digits) == len(black) && len(text) <= maxResult {
			return record.Result{Outcome: record.Points, White: side(text[:n]), Black: side(black)}
		}
	}
	m := score.FindStringSubmatch(text)
	if m == nil || len(text) > maxResult {
		return record.Result{}
	}
	return record.Result{Outcome: record.Points, White: side(m[1]), Black: side(m[2])}
}

// maxResult is how many bytes a result may take.
const maxResult = 40

// score is two sides' points, each of them 2, 0.98, 1/2, 1 1/2, 1½, and with a
// sign behind it for a draw that is better for one.
var score = func() *regexp.Regexp {
	const side = `\s*((?:-?\d+\.\d*|\d+)(?:\s+1/2|\s*½)?|1/2|½)[+-]?\s*`
	return regexp.MustCompile(`^` + side + `[-:]` + side + `$`)
}()

// side returns one side's points.
func side(text string) float64 {
	n, _ := word.Points(text)
	return n
}
