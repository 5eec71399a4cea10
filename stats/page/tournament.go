package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/stats"
)

// maxCrossed is how many participants a table has results between: of more it
// would be wider than any page.
const maxCrossed = 40

// Tournament returns the page of a tournament's table. With whole points a win
// is 2 and a draw 1 (Codex 3.6), else 1 and ½ as in the Codex's own tables.
func Tournament(t *stats.Table, whole bool, language message.Language) *Page {
	w := words{language}
	points := func(h stats.Half) string {
		if whole {
			return strconv.Itoa(int(h))
		}
		return h.String()
	}
	p := &Page{Language: language, Title: w.tell("page.table")}
	if t.Event != "" {
		p.Title += ": " + short(t.Event)
	}
	who, number := message.ID("page.player"), w.tell("page.participants", "n", len(t.Rows))
	if t.Teams {
		who, number = "page.team", w.tell("page.teams", "n", len(t.Rows))
	}
	p.Notes = append(p.Notes, w.tell("page.table-note", "system", systems[t.System], "number", number,
		"book", books[t.Book], "criteria", w.criteria(t)))
	if t.Unfinished > 0 {
		p.Notes = append(p.Notes, w.tell("page.unfinished", "n", t.Unfinished))
	}
	if t.Nameless > 0 {
		p.Notes = append(p.Notes, w.tell("page.nameless", "n", t.Nameless))
	}
	if len(t.Rows) == 0 {
		return p
	}
	first := append(w.columns("page.place"), w.left(who))
	s := Section{Columns: slices.Clone(first)}
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
	s.Columns = append(s.Columns, w.columns("page.games", "page.won", "page.drawn", "page.lost", "page.points")...)
	if pluses {
		s.Columns = append(s.Columns, w.columns("page.norm")...)
	}
	if scored {
		s.Columns = append(s.Columns, w.columns("page.score")...)
	}
	if t.Teams {
		s.Columns = append(s.Columns, w.columns("page.coefficient")...)
	}
	coefficients := Section{Title: w.tell("page.coefficients"), Columns: append(slices.Clone(first), w.columns(
		"page.points", "page.shmulyan", "page.berger", "page.sonneborn", "page.buchholz", "page.solkoff-1", "page.median", "page.sos-2", "page.sodos", "page.sosos")...)}
	if rounds {
		coefficients.Columns = append(coefficients.Columns, w.columns("page.progress")...)
	}
	stacks := []stack{{name: w.tell("page.by-wins")}, {name: w.tell("page.by-draws")}}
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
		s.Notes = append(s.Notes, w.tell("page.norm-note", "rule", message.Rule("Codex 3.6")))
	}
	s.Pictures = []Picture{{
		bars("", w.tell("page.points"), names, stacks, w.tell("page.table-chart")),
		w.tell("page.table-caption"),
	}}
	p.Sections = []Section{s}
	if !t.Teams {
		p.Sections = append(p.Sections, coefficients)
	}
	return p
}

// What systems, books and criteria are called.
var (
	systems  = [...]message.Message{stats.Whichever: message.Of("page.whichever"), stats.RoundRobin: message.Of("page.round-robin"), stats.Swiss: message.Of("page.swiss")}
	books    = [...]message.Message{stats.Codex: message.Of("page.codex"), stats.Ukrainian: message.Of("page.ukrainian"), stats.GoCode: message.Of("page.go")}
	criteria = [...]message.ID{
		stats.ShmulyanDvorkovich: "page.shmulyan",
		stats.Berger:             "page.berger",
		stats.SonnebornBerger:    "page.sonneborn",
		stats.Buchholz:           "page.buchholz",
		stats.ShortSolkoff:       "page.short-solkoff",
		stats.MedianSolkoff:      "page.median-solkoff",
		stats.SODOS:              "page.sodos",
		stats.SOSOS:              "page.sosos",
		stats.MostWins:           "page.most-wins",
		stats.Encounter:          "page.encounter",
		stats.Encounters:         "page.encounters",
		stats.AgainstOthers:      "page.against-others",
		stats.TeamMatches:        "page.team-matches",
	}
)

// criteria says what decides places where points are equal.
func (w words) criteria(t *stats.Table) string {
	var names []string
	for _, c := range t.Criteria {
		names = append(names, w.tell(criteria[c]))
	}
	return strings.Join(names, ", ")
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
