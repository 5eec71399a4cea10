package find

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// scope is the part of a game that a condition or a number depends on.
type scope uint8

const (
	ofHeaders scope = iota // the tags and the recorded result
	ofJudging              // the variant and the verdict, which are also in an index
	ofReport               // the whole report
	ofMoment
)

// game is the data for conditions on a game. The report is nil until the game is judged. A game
// of an index has only its tags, folded, its result, variant and verdict.
type game struct {
	record  *record.Game
	report  *replay.Report
	isIndex bool
	cut     bool // not all of it was searched
}

// fold returns a tag's name or value as names are compared.
func (g *game) fold(text string) string {
	if g.isIndex {
		return text
	}
	return fold(text)
}

// fold returns a text in the form in which names are compared: lower case, е for ё, single spaces.
func fold(name string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(name), "ё", "е")), " ")
}

// game compiles a condition on a game.
func (c *compiler) game(a *aboutGame) condition {
	switch {
	case a.Player != "":
		who, text := c.side(a.Colour), fold(unquote(a.Player))
		return c.onGame(ofHeaders, func(g *game) bool {
			return who != "black" && strings.Contains(g.fold(g.record.Tag("White")), text) ||
				who != "white" && strings.Contains(g.fold(g.record.Tag("Black")), text)
		})
	case a.Winner != "" || a.Draw:
		outcome := map[string]record.Outcome{"": record.Draw, "white": record.WhiteWins, "black": record.BlackWins}[c.side(a.Winner)]
		return c.onGame(ofHeaders, func(g *game) bool { return winner(g.record.Result) == outcome })
	case a.Result != nil:
		text := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(unquote(a.Result.Text))), ":", "-")
		c.wrongIf(!results.MatchString(text), a.Result.Pos, "query.no-result", "found", show(text))
		return c.onGame(ofHeaders, func(g *game) bool {
			if g.isIndex {
				return cmp.Or(g.record.Result.Text, "none") == text
			}
			return cmp.Or(g.record.Result.String(), "none") == text
		})
	case a.Tag != nil:
		has := c.tag(a.Tag)
		return c.onGame(ofHeaders, func(g *game) bool {
			return slices.ContainsFunc(g.record.Tags, func(t record.Tag) bool { return has(g.fold(t.Name), g.fold(t.Value)) })
		})
	case a.Date != nil:
		date, ok := record.ParseDate(unquote(a.Date.Text))
		c.wrongIf(!ok || date.Year == 0, a.Date.Pos, "query.no-date", "found", show(a.Date.Text))
		wanted := daysOf(date)
		return c.onGame(ofHeaders, func(g *game) bool {
			played, _ := record.ParseDate(g.record.Tag("Date"))
			return played.Year > 0 && daysOf(played).compare(a.DateOp, wanted)
		})
	case a.Verdicts != nil:
		words := c.each(a.Verdicts, "query.no-verdict", []string{"legal", "repaired", "unjudged", "illegal", "unreadable"})
		return c.onGame(ofJudging, func(g *game) bool { return slices.Contains(words, g.report.Verdict.String()) })
	case a.Variants != nil:
		words := c.each(a.Variants, "query.no-variant", record.VariantNames())
		return c.onGame(ofJudging, func(g *game) bool { return slices.Contains(words, g.report.Variant.String()) })
	case a.Claim != nil:
		return c.onGame(ofReport, func(g *game) bool {
			return slices.ContainsFunc(g.report.Claims, func(claim replay.Claim) bool {
				return len(a.Claim.Of) == 0 || slices.Contains(a.Claim.Of, claimGround{string(claim.Kind)})
			})
		})
	}
	moves := c.opening(a.Opening)
	return c.onGame(ofReport, func(g *game) bool {
		return len(g.report.Moves) >= len(moves) && slices.Equal(g.report.Moves[:len(moves)], moves)
	})
}

// onGame returns a condition on a game as a whole, the same at all of its moments.
func (c *compiler) onGame(about scope, is func(*game) bool) condition {
	var word uint64
	c.constants = append(c.constants, func(g *game) { word = wordOf(is(g)) })
	out := c.test(func(*moment) uint64 { return word })
	out.whole = true
	out.known = func(s source) (answer, error) {
		switch {
		case s.game != nil && (about == ofHeaders || s.game.report != nil):
			return answer{games: gameSet{wordOf(is(s.game)) & 1}, sure: true, whole: true}, nil
		case s.index != nil && about <= ofJudging:
			return s.index.headed(s, is)
		}
		return s.anything(), nil
	}
	return out
}

// results matches the spellings of results, with dashes for colons.
var results = regexp.MustCompile(`^(none|\*|1/2-1/2|[0-9.]+-[0-9.]+|[+-]/[+-])$`)

// winner returns the outcome of a result, converting points to a win or a draw.
func winner(r record.Result) record.Outcome {
	if r.Outcome != record.Points || r.White == 0 && r.Black == 0 { // 0:0 is lost for both
		return r.Outcome
	}
	return [...]record.Outcome{record.BlackWins, record.Draw, record.WhiteWins}[1+cmp.Compare(r.White, r.Black)]
}

// numeral matches the value of a tag that is a number.
var numeral = regexp.MustCompile(`^[-+]?[0-9]+(?:[.,][0-9]+)?$`)

// tag compiles a condition on a tag to a function of its folded name and value.
func (c *compiler) tag(t *tagPart) func(name, value string) bool {
	c.wrongIf(t.Op != "" && t.Number+t.Text == "", t.Pos, "query.value-after-sign")
	folded := func(text string) string {
		if strings.HasPrefix(text, `"`) {
			text = unquote(text)
		}
		return fold(text)
	}
	name, text, part := folded(t.Name), folded(t.Text), folded(t.Part)
	if t.Op == "" {
		return func(has, value string) bool { return has == name && strings.Contains(value, part) }
	}
	op := strings.Replace(t.Op, "is", "=", 1)
	number, _ := strconv.ParseFloat(t.Number, 64) // consists of digits
	if t.Minus {
		number = -number
	}
	return func(has, value string) bool {
		switch {
		case has != name:
			return false
		case t.Number == "":
			return holds(op, strings.Compare(value, text))
		case !numeral.MatchString(value):
			return false
		}
		n, _ := strconv.ParseFloat(strings.Replace(value, ",", ".", 1), 64) // likewise
		return holds(op, cmp.Compare(n, number))
	}
}

// holds reports whether a comparison holds, given the result of cmp.Compare.
func holds(op string, order int) bool {
	return strings.Contains(op, "<=>"[order+1:order+2]) != (op == "!=")
}

// days is a range of days, given by the numbers YYYYMMDD of the first and the last.
type days struct{ first, last int }

// daysOf returns the days that a date may mean: every day of an unknown month or day.
func daysOf(d record.Date) days {
	first := d.Year*10000 + d.Month*100 + d.Day
	last := first
	if d.Month == 0 {
		last += 1231
	} else if d.Day == 0 {
		last += 31
	}
	return days{first, last}
}

// compare reports whether op holds for some days of d and other; != is the opposite of =.
func (d days) compare(op string, other days) bool {
	same := d.first <= other.last && d.last >= other.first
	if op == "!=" {
		return !same
	}
	return holds(op, 0) && same || holds(op, -1) && d.first < other.last || holds(op, 1) && d.last > other.first
}

// each returns words, all of which must be in list; otherwise it ends Parse with the message wrong.
func (c *compiler) each(words []namedWord, wrong message.ID, list []string) (all []string) {
	for _, w := range words {
		name := w.Name
		if strings.HasPrefix(name, `"`) {
			name = strings.ToLower(unquote(name))
		}
		if v := grammar.ParseVariant(name); v != record.UnknownVariant {
			name = v.String() // "башни"
		}
		if !slices.Contains(list, name) {
			what := message.Of(wrong, "found", show(name), "words", strings.Join(list, ", "))
			panic(c.fault(w.Pos, grammar.Nearest(name, list), what))
		}
		all = append(all, name)
	}
	return all
}

// opening parses moves, with or without move numbers, into the notation of reports.
func (c *compiler) opening(q *quoted) (moves []string) {
	text := unquote(q.Text)
	for _, w := range strings.Fields(text) {
		if w = strings.TrimSuffix(strings.TrimLeft(grammar.CutNumber(w), "."), ","); w == "" {
			continue
		}
		move, ok := fullMove(w)
		c.wrongIf(!ok, q.Pos, "query.no-full-move", "found", show(w))
		moves = append(moves, move)
	}
	c.wrongIf(len(moves) == 0, q.Pos, "query.no-full-move", "found", show(text))
	return moves
}

// fullMove returns a move in the notation of reports, and whether text is a move in full notation.
func fullMove(text string) (string, bool) {
	w, err := grammar.ParseMove(text)
	if err != nil || len(w.Steps) < 2 || w.Separator == record.NoSeparator {
		return "", false
	}
	separator := map[record.Separator]string{record.Quiet: "-", record.Take: ":"}[w.Separator]
	var squares []string
	for _, step := range w.Steps {
		if !step.Whole() || step.Number == 0 && (step.File+step.Rank)%2 != 0 { // no tower can be on a light square
			return "", false
		}
		squares = append(squares, step.String())
	}
	return strings.Join(squares, separator), true
}
