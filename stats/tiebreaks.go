package stats

import (
	"cmp"
	"slices"

	"github.com/stolb/stolb/record/message"
)

// coefficients are the criteria that decide places where points are equal. All
// are sums over the games of a participant, of the points that the opponents
// have at the end. A plus and a minus count as a win and a loss (Codex 3.6); a
// plus without an opponent counts as a win over the last of the table
// (Codex 3.9, Ukrainian rules IV.12.5).
type coefficients struct {
	// ShmulyanDvorkovich: of those beaten, less of those lost to (Codex 3.7.3,
	// appendix 2; Ukrainian rules IV.12.4.1).
	ShmulyanDvorkovich half
	// Berger: of those beaten and drawn with, less of those lost to (Codex
	// 3.7.3).
	Berger half
	// SonnebornBerger: twice of those beaten, and of those drawn with (Codex
	// 3.7.3, Ukrainian rules IV.12.4.2). half of it is the coefficient of Berger
	// of Go code 1.3.1.
	SonnebornBerger half
	// Buchholz: of all (Codex 3.7.3; the full coefficient of Solkoff, Ukrainian
	// rules IV.15.9.7.2; SOS, Go code 8.3.1).
	Buchholz half
	// ShortSolkoff: of all but the worst (Ukrainian rules IV.12.3.2.2; SOS-1, Go
	// code 8.3.1).
	ShortSolkoff half
	// Medians: of all but the best and the worst; but the best and the two
	// worst; and so on (Ukrainian rules IV.12.3.2.3).
	Medians []half
	// SOS2: of all but the two worst (Go code 8.3.1).
	SOS2 half
	// SODOS: of those beaten (Go code 8.3.2).
	SODOS half
	// SOSOS: the sum of Buchholz's coefficients of the opponents (Go code 8.3.1).
	SOSOS half
	// Progress: the sum over the rounds of the points after each (Go code 8.2.3);
	// 0 where a game does not say its round.
	Progress half
}

// Median returns the first of the medians, 0 where there is none.
func (c *coefficients) Median() half {
	if len(c.Medians) == 0 {
		return 0
	}
	return c.Medians[0]
}

// meeting is a game from one participant's side.
type meeting struct {
	opponent int  // or nobody
	points   half // of the opponent in the tournament
	result   half
}

// sums returns the points of the opponents that were beaten, drawn with and
// lost to: the three sums of Codex 3.7.3.
func sums(meetings []meeting) (beaten, drawn, lost half) {
	for _, m := range meetings {
		switch m.result {
		case 2:
			beaten += m.points
		case 1:
			drawn += m.points
		default:
			lost += m.points
		}
	}
	return beaten, drawn, lost
}

// coefficientsOf returns those that need no more than the opponents' points.
func coefficientsOf(meetings []meeting) coefficients {
	beaten, drawn, lost := sums(meetings)
	c := coefficients{
		ShmulyanDvorkovich: beaten - lost,
		Berger:             beaten + drawn - lost,
		SonnebornBerger:    2*beaten + drawn,
		Buchholz:           beaten + drawn + lost,
		SODOS:              beaten,
	}
	var points []half // the worst first
	for _, m := range meetings {
		points = append(points, m.points)
	}
	slices.Sort(points)
	rest := c.Buchholz
	for k, worst := range points {
		if rest -= worst; k+1 < len(points) {
			c.Medians = append(c.Medians, rest-points[len(points)-1])
		}
		switch k {
		case 0:
			c.ShortSolkoff = rest
		case 1:
			c.SOS2 = rest
		}
	}
	return c
}

// Book is the rule book whose criteria decide, in its order.
type Book uint8

// The books.
const (
	Codex     Book = iota // 3.7
	Ukrainian             // IV.12
	GoCode                // 8.5
)

// String returns the book's name.
func (b Book) String() string { return [...]string{"Codex", "Ukrainian rules", "Go code"}[b] }

// criterion decides places where points are equal.
type criterion uint8

// The criteria.
const (
	shmulyanDvorkovich criterion = iota
	berger
	sonnebornBerger
	buchholz
	shortSolkoff
	medianSolkoff
	sodos
	sosos
	mostWins
	encounter     // of two, their own games (Ukrainian rules IV.12.3.1.1)
	encounters    // of any number that all met one another (Go code 8.2.1)
	againstOthers // the better results against the others, from the first place down (Ukrainian rules IV.12.3.1.4)
	teamMatches   // the coefficient of teams (Codex 3.7, appendix 3)
)

// criteria are what the criteria are called in JSON and in tables, and a participant's
// value by those that need no more than that; the greater is better.
var criteria = [...]struct {
	name  string
	title message.ID
	value func(*row) int
}{
	shmulyanDvorkovich: {"Shmulyan-Dvorkovich", "page.shmulyan", func(r *row) int { return int(r.ShmulyanDvorkovich) }},
	berger:             {"Berger", "page.berger", func(r *row) int { return int(r.Berger) }},
	sonnebornBerger:    {"Sonneborn-Berger", "page.sonneborn", func(r *row) int { return int(r.SonnebornBerger) }},
	buchholz:           {"Buchholz", "page.buchholz", func(r *row) int { return int(r.Buchholz) }},
	shortSolkoff:       {"shortened Solkoff", "page.short-solkoff", func(r *row) int { return int(r.ShortSolkoff) }},
	medianSolkoff:      {"median Solkoff", "page.median-solkoff", nil},
	sodos:              {"SODOS", "page.sodos", func(r *row) int { return int(r.SODOS) }},
	sosos:              {"SOSOS", "page.sosos", func(r *row) int { return int(r.SOSOS) }},
	mostWins:           {"wins", "page.most-wins", func(r *row) int { return r.Wins }},
	encounter:          {"encounter", "page.encounter", nil},
	encounters:         {"encounters", "page.encounters", nil},
	againstOthers:      {"results against others", "page.against-others", nil},
	teamMatches:        {"team coefficient", "page.team-matches", func(r *row) int { return *r.Team }},
}

// criteriaOf returns a book's criteria in their order. Where a book leaves the
// choice to the organizers, it is the order in which it names them; extra
// matches (Codex 3.7.2, Ukrainian rules IV.12.2) would be games of another
// event.
func criteriaOf(book Book, system System, teams bool) []criterion {
	switch {
	case teams:
		return []criterion{teamMatches} // no other book has a sum of points for teams
	case book == Codex && system == Swiss:
		return []criterion{buchholz}
	case book == Codex:
		return []criterion{shmulyanDvorkovich, berger, sonnebornBerger}
	case book == Ukrainian && system == Swiss: // IV.12.3.2
		return []criterion{encounter, shortSolkoff, medianSolkoff}
	case book == Ukrainian: // IV.12.3.1, 12.4
		return []criterion{encounter, shmulyanDvorkovich, sonnebornBerger, mostWins, againstOthers}
	case system == Swiss: // Go code 8.5.4
		return []criterion{buchholz, sodos, sosos, encounters, mostWins}
	}
	return []criterion{encounters, sodos} // Go code 8.5.2
}

// field is all participants of a tournament, by the order in which they came.
type field struct {
	rows     []row
	meetings [][]meeting
	rounds   []map[int]half // points by round
}

// least returns the points of the last.
func (f *field) least() half {
	if len(f.rows) == 0 {
		return 0
	}
	return slices.MinFunc(f.rows, func(a, b row) int { return cmp.Compare(a.Points, b.Points) }).Points
}

// coefficients works out those of every participant.
func (f *field) coefficients(rounds bool) {
	last := 0
	for i := range f.rows {
		f.rows[i].coefficients = coefficientsOf(f.meetings[i])
		for round := range f.rounds[i] {
			last = max(last, round)
		}
	}
	for i := range f.rows {
		for _, m := range f.meetings[i] {
			if m.opponent != nobody {
				f.rows[i].SOSOS += f.rows[m.opponent].Buchholz
			}
		}
		if rounds {
			for round, points := range f.rounds[i] {
				// Points of a round are in the sum after it and after all later.
				f.rows[i].Progress += points * half(last-round+1)
			}
		}
	}
}

// rank returns the participants by place; those who share one together.
func (f *field) rank(criteria []criterion) [][]int {
	all := make([]int, len(f.rows))
	for i := range all {
		all[i] = i
	}
	places := split(all, func(i int) []int { return []int{int(f.rows[i].Points)} })
	for _, c := range criteria {
		before := places
		places = nil
		for _, shared := range before {
			if len(shared) == 1 {
				places = append(places, shared)
				continue
			}
			places = append(places, split(shared, f.criterion(c, shared, before))...)
		}
	}
	return places
}

// split sorts participants by a value, the greatest first, and puts those
// together that have the same.
func split(participants []int, value func(i int) []int) [][]int {
	values := make(map[int][]int, len(participants))
	for _, i := range participants {
		values[i] = value(i)
	}
	sorted := slices.Clone(participants)
	slices.SortStableFunc(sorted, func(a, b int) int { return slices.Compare(values[b], values[a]) })
	var places [][]int
	for at, i := range sorted {
		if at > 0 && slices.Equal(values[i], values[sorted[at-1]]) {
			last := len(places) - 1
			places[last] = append(places[last], i)
			continue
		}
		places = append(places, []int{i})
	}
	return places
}

// criterion returns a participant's value by a criterion among those who share a
// place; the greater is better. Where a criterion does not apply, all have the
// same.
func (f *field) criterion(c criterion, shared []int, places [][]int) func(i int) []int {
	if c == teamMatches {
		for _, i := range shared {
			team := f.team(i, shared)
			f.rows[i].Team = &team
		}
	}
	if value := criteria[c].value; value != nil {
		return func(i int) []int { return []int{value(&f.rows[i])} }
	}
	switch c {
	case medianSolkoff:
		return func(i int) []int {
			medians := make([]int, len(f.rows[i].Medians))
			for k, m := range f.rows[i].Medians {
				medians[k] = int(m)
			}
			return medians
		}
	case encounter, encounters:
		if c == encounter && len(shared) != 2 || !f.allMet(shared) {
			return func(int) []int { return nil }
		}
		return func(i int) []int { return []int{f.against(i, shared)} }
	}
	// Against others.
	return func(i int) []int {
		var results []int
		for _, place := range places {
			if !slices.Contains(place, i) {
				results = append(results, f.against(i, place))
			}
		}
		return results
	}
}

// allMet says whether each has met each of the others as often.
func (f *field) allMet(shared []int) bool {
	games := len(f.rows[shared[0]].Cells[shared[1]])
	for a, i := range shared {
		for _, j := range shared[:a] {
			if n := len(f.rows[i].Cells[j]); n == 0 || n != games {
				return false
			}
		}
	}
	return true
}

// against returns the half points of a participant against some.
func (f *field) against(i int, others []int) int {
	sum := 0
	for _, j := range others {
		for _, cell := range f.rows[i].Cells[j] {
			sum += int(cell.Points)
		}
	}
	return sum
}

// team returns the coefficient of a team (Codex 3.7): the result of each of its
// matches times the points that the opponent has from all matches, in
// quarters of a point. The matches of those who share the place with one
// another are left out, as appendix 3 leaves them out.
func (f *field) team(i int, shared []int) int {
	sum := 0
	for j := range f.rows {
		if j != i && !slices.Contains(shared, j) {
			sum += f.against(i, []int{j}) * int(f.rows[j].Points)
		}
	}
	return sum
}
