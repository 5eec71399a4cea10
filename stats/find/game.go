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

// scope is what a condition, or a number, looks at.
type scope uint8

const (
	ofTags    scope = iota // of which an index may not have all
	ofResult               // the recorded one
	ofJudging              // the variant and the verdict, which an index has, too
	ofReport               // all that judging comes to
	ofMoment
)

// game is what conditions on a game look at. The report is there when the game is judged. Of a
// game of an index there are the tags, as Fold has them, the result, variant and verdict.
type game struct {
	record  *record.Game
	report  *replay.Report
	isIndex bool
}

// fold is Fold of what a tag says.
func (g *game) fold(text string) string {
	if g.isIndex {
		return text
	}
	return Fold(text)
}

// Fold returns a text as names are compared: in small letters, ё as е, with single spaces.
func Fold(name string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(name), "ё", "е")), " ")
}

// game compiles a condition on a game.
func (c *compiler) game(a *aboutGame) condition {
	switch {
	case a.Player != "":
		who, text := c.side(a.Colour), Fold(unquote(a.Player))
		return c.onGame(ofTags, func(g *game) bool {
			return who != "black" && strings.Contains(g.fold(g.record.Tag("White")), text) ||
				who != "white" && strings.Contains(g.fold(g.record.Tag("Black")), text)
		})
	case a.Winner != "" || a.Draw:
		outcome := map[string]record.Outcome{"": record.Draw, "white": record.WhiteWins, "black": record.BlackWins}[c.side(a.Winner)]
		return c.onGame(ofResult, func(g *game) bool { return Winner(g.record.Result) == outcome })
	case a.Result != nil:
		text := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(unquote(a.Result.Text))), ":", "-")
		c.wrongIf(!results.MatchString(text), a.Result.Pos, "query.no-result", "found", show(text))
		return c.onGame(ofResult, func(g *game) bool {
			if g.isIndex {
				return cmp.Or(g.record.Result.Text, "none") == text
			}
			return cmp.Or(g.record.Result.String(), "none") == text
		})
	case a.Tag != nil:
		has := c.tag(a.Tag)
		return c.onGame(ofTags, func(g *game) bool {
			return slices.ContainsFunc(g.record.Tags, func(t record.Tag) bool { return has(g.fold(t.Name), g.fold(t.Value)) })
		})
	case a.Date != nil:
		date, ok := record.ParseDate(unquote(a.Date.Text))
		c.wrongIf(!ok || date.Year == 0, a.Date.Pos, "query.no-date", "found", show(a.Date.Text))
		wanted := daysOf(date)
		return c.onGame(ofTags, func(g *game) bool {
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

// onGame is a condition on a game as a whole, the same at all of its moments.
func (c *compiler) onGame(about scope, is func(*game) bool) condition {
	var word uint64
	c.constants = append(c.constants, func(g *game) { word = wordOf(is(g)) })
	out := condition{test: func(*moment) uint64 { return word }, whole: true, size: 1}
	out.known = func(s source) (answer, error) {
		switch {
		case s.game != nil && (about <= ofResult || s.game.report != nil):
			return answer{games: gameSet{wordOf(is(s.game)) & 1}, sure: true, whole: true}, nil
		case s.index != nil && about <= ofJudging:
			return s.index.headed(s, about, is)
		}
		return s.anything(), nil
	}
	return out
}

// results are the spellings of results, but for colons in place of dashes.
var results = regexp.MustCompile(`^(none|\*|1/2-1/2|[0-9.]+-[0-9.]+|[+-]/[+-])$`)

// Winner returns how a played game ended, in points, too.
func Winner(r record.Result) record.Outcome {
	if r.Outcome != record.Points || r.White == 0 && r.Black == 0 { // lost for both
		return r.Outcome
	}
	return [...]record.Outcome{record.BlackWins, record.Draw, record.WhiteWins}[1+cmp.Compare(r.White, r.Black)]
}

// numeral is the value of a tag that is a number.
var numeral = regexp.MustCompile(`^[-+]?[0-9]+(?:[.,][0-9]+)?$`)

// tag compiles a condition on a tag: whether it is true of a name and a value, as Fold has them.
func (c *compiler) tag(t *tagPart) func(name, value string) bool {
	c.wrongIf(t.Op != "" && t.Number+t.Text == "", t.Pos, "query.value-after-sign")
	folded := func(text string) string {
		if strings.HasPrefix(text, `"`) {
			text = unquote(text)
		}
		return Fold(text)
	}
	name, text, part := folded(t.Name), folded(t.Text), folded(t.Part)
	if t.Op == "" {
		return func(has, value string) bool { return has == name && strings.Contains(value, part) }
	}
	op := strings.Replace(t.Op, "is", "=", 1)
	number, _ := strconv.ParseFloat(t.Number, 64) // it is made of digits
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

// holds reports whether two things compare so, which cmp.Compare has in an order.
func holds(op string, order int) bool {
	return strings.Contains(op, "<=>"[order+1:order+2]) != (op == "!=")
}

// days is a stretch of time, as the numbers YYYYMMDD of its first and last day.
type days struct{ first, last int }

// daysOf returns the days that a date may be: of what is not known every one.
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

// compare reports whether a day may be so compared with one of others; != is the contrary of =.
func (d days) compare(op string, other days) bool {
	same := d.first <= other.last && d.last >= other.first
	if op == "!=" {
		return !same
	}
	return holds(op, 0) && same || holds(op, -1) && d.first < other.last || holds(op, 1) && d.last > other.first
}

// each returns words that have to be some of those of a list; wrong says of one that it is none.
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

// opening returns moves that are written as in sheets, numbered or not, as reports have them.
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

// fullMove returns a move in full notation, and whether text is one.
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
