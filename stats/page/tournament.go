package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/stats"
)

// maxCrossed is how many participants a table has results between: of more it
// would be wider than any page.
const maxCrossed = 40

// Tournament returns the page of a tournament's table. With whole points a win
// is 2 and a draw 1 (Codex 3.6), else 1 and ½ as in the Codex's own tables.
func Tournament(t *stats.Table, whole bool) *Page {
	points := func(h stats.Half) string {
		if whole {
			return strconv.Itoa(int(h))
		}
		return h.String()
	}
	p := &Page{Title: "Table"}
	if t.Event != "" {
		p.Title = "Table: " + short(t.Event)
	}
	what := "participants"
	if t.Teams {
		what = "teams"
	}
	p.Notes = append(p.Notes, fmt.Sprintf("%v, %d %s; %s", t.System, len(t.Rows), what, decides(t)))
	if t.Unfinished > 0 {
		p.Notes = append(p.Notes, count(t.Unfinished, "game", "games")+" without a result left out")
	}
	if t.Nameless > 0 {
		p.Notes = append(p.Notes, count(t.Nameless, "game does", "games do")+" not say who played, and left out")
	}
	if len(t.Rows) == 0 {
		return p
	}
	who := []Column{{Title: "place"}, {Title: map[bool]string{true: "team", false: "player"}[t.Teams], Left: true}}
	s := Section{Columns: slices.Clone(who)}
	crossed := len(t.Rows) <= maxCrossed
	if crossed {
		for i := range t.Rows {
			s.Columns = append(s.Columns, Column{Title: strconv.Itoa(i + 1)})
		}
	}
	pluses, scored, rounds := false, false, t.Rounds && !t.Teams
	for i := range t.Rows {
		pluses = pluses || t.Rows[i].Pluses > 0
		scored = scored || t.Rows[i].Scored > 0
	}
	s.Columns = append(s.Columns, Column{Title: "games"}, Column{Title: "won"}, Column{Title: "drawn"}, Column{Title: "lost"}, Column{Title: "points"})
	if pluses {
		s.Columns = append(s.Columns, Column{Title: "norm"})
	}
	if scored {
		s.Columns = append(s.Columns, Column{Title: "score"})
	}
	if t.Teams {
		s.Columns = append(s.Columns, Column{Title: "coefficient"})
	}
	coefficients := Section{Title: "Coefficients", Columns: append(slices.Clone(who), Column{Title: "points"})}
	for _, title := range []string{"Shmulyan-Dvorkovich", "Berger", "Sonneborn-Berger", "Buchholz", "Solkoff-1", "median", "SOS-2", "SODOS", "SOSOS"} {
		coefficients.Columns = append(coefficients.Columns, Column{Title: title})
	}
	if rounds {
		coefficients.Columns = append(coefficients.Columns, Column{Title: "progress"})
	}
	stacks := []stack{{name: "by wins"}, {name: "by draws"}}
	var names []string
	for i := range t.Rows {
		r := &t.Rows[i]
		place := strconv.Itoa(r.Place)
		if r.Last > r.Place {
			place = fmt.Sprintf("%d-%d", r.Place, r.Last)
		}
		row := []string{place, short(r.Name)}
		if crossed {
			for j, cells := range r.Cells {
				row = append(row, crossing(cells, i == j, t.Teams, points))
			}
		}
		row = append(row, strconv.Itoa(r.Games), strconv.Itoa(r.Wins), strconv.Itoa(r.Draws), strconv.Itoa(r.Losses), points(r.Points))
		if pluses {
			row = append(row, points(r.Norm()))
		}
		if scored {
			row = append(row, fmt.Sprintf("%d:%d", r.ScoreFor, r.ScoreAgainst))
		}
		if t.Teams {
			row = append(row, team(r.Team, whole))
		}
		s.Rows = append(s.Rows, row)

		row = []string{place, short(r.Name), points(r.Points)}
		for _, c := range []stats.Half{
			r.ShmulyanDvorkovich, r.Berger, r.SonnebornBerger, r.Buchholz, r.ShortSolkoff, r.Median(), r.SOS2, r.SODOS, r.SOSOS,
		} {
			row = append(row, points(c))
		}
		if rounds {
			row = append(row, points(r.Progress))
		}
		coefficients.Rows = append(coefficients.Rows, row)
		if i < maxCrossed {
			names = append(names, short(r.Name))
			stacks[0].values = append(stacks[0].values, float64(r.Wins))
			stacks[1].values = append(stacks[1].values, float64(r.Draws)/2)
		}
	}
	if pluses {
		s.Notes = append(s.Notes, "norm: points that count for a title; pluses do not (Codex 3.6)")
	}
	s.Pictures = []Picture{{
		bars("", "points", names, stacks, "points by participant; the table has the numbers"),
		"Points, a win being 1 and a draw ½.",
	}}
	p.Sections = []Section{s}
	if !t.Teams {
		p.Sections = append(p.Sections, coefficients)
	}
	return p
}

// decides says how places are decided.
func decides(t *stats.Table) string {
	var names []string
	for _, c := range t.Criteria {
		names = append(names, c.String())
	}
	return fmt.Sprintf("places by points, then (%v) by %s", t.Book, strings.Join(names, ", "))
}

// crossing is the results of one participant against another; of teams their
// sum.
func crossing(cells []stats.Cell, same, sum bool, points func(stats.Half) string) string {
	switch {
	case same:
		return "×"
	case len(cells) == 0:
		return ""
	case sum:
		total := stats.Half(0)
		for _, c := range cells {
			total += c.Points
		}
		return points(total)
	}
	var words []string
	for _, c := range cells {
		word := c.String()
		if !c.Unplayed {
			word = points(c.Points)
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// team writes a coefficient in quarters of a point; "" where there is none.
func team(quarters *int, whole bool) string {
	switch {
	case quarters == nil:
		return ""
	case whole:
		return strconv.Itoa(*quarters) // 2 points for 1 in both factors
	case *quarters > 0 && *quarters < 4:
		return fractions[*quarters]
	}
	return strconv.Itoa(*quarters/4) + fractions[*quarters%4]
}

var fractions = [...]string{"", "¼", "½", "¾"}
