package stats

import (
	"cmp"
	"slices"

	"github.com/stolb/stolb/record/message"
)

// The systems in which tournaments are paired, which decide on the criteria.
const (
	// Whichever is RoundRobin where each has met each of the others as often as
	// all have, else Swiss.
	Whichever  = "whichever"
	RoundRobin = "round robin"
	Swiss      = "Swiss"
)

// The rule books whose criteria decide, in their order.
const (
	Codex     = "Codex"           // 3.7
	Ukrainian = "Ukrainian rules" // IV.12
	GoCode    = "Go code"         // 8.5
)

// titles are what systems and books are called.
var titles = map[string]message.ID{
	Whichever: "page.whichever", RoundRobin: "page.round-robin", Swiss: "page.swiss",
	Codex: "page.codex", Ukrainian: "page.ukrainian", GoCode: "page.go",
}

// orders are the criteria of each book and system in their order. Where a book leaves the
// choice to the organizers, it is the order in which it names them; extra matches (Codex
// 3.7.2, Ukrainian rules IV.12.2) would be games of another event.
var orders = map[[2]string][]criterion{
	{Codex, RoundRobin}:     {shmulyanDvorkovich, berger, sonnebornBerger},
	{Codex, Swiss}:          {buchholz},
	{Ukrainian, RoundRobin}: {encounter, shmulyanDvorkovich, sonnebornBerger, mostWins, againstOthers}, // IV.12.3.1, 12.4
	{Ukrainian, Swiss}:      {encounter, shortSolkoff, medianSolkoff},                                  // IV.12.3.2
	{GoCode, RoundRobin}:    {encounters, sodos},                                                       // 8.5.2
	{GoCode, Swiss}:         {buchholz, sodos, sosos, encounters, mostWins},                            // 8.5.4
}

// criterion decides places where points are equal. The first ones are coefficients:
// sums over the games of a participant, of the points that the opponents have at the end.
// A plus and a minus count as a win and a loss (Codex 3.6); a plus without an opponent
// counts as a win over the last of the table (Codex 3.9, Ukrainian rules IV.12.5).
type criterion uint8

// The criteria.
const (
	shmulyanDvorkovich criterion = iota // Codex 3.7.3, appendix 2; Ukrainian rules IV.12.4.1
	berger                              // Codex 3.7.3
	sonnebornBerger                     // Codex 3.7.3, Ukrainian rules IV.12.4.2; half of it is that of Berger of Go code 1.3.1
	buchholz                            // Codex 3.7.3; Solkoff's full one, Ukrainian rules IV.15.9.7.2; SOS, Go code 8.3.1
	shortSolkoff                        // Ukrainian rules IV.12.3.2.2; SOS-1, Go code 8.3.1
	medianSolkoff                       // Ukrainian rules IV.12.3.2.3
	sos2                                // Go code 8.3.1
	sodos                               // Go code 8.3.2
	sosos                               // Go code 8.3.1
	progress                            // the points after each round, Go code 8.2.3; 0 where a game does not say its round
	mostWins
	encounter     // of two, their own games (Ukrainian rules IV.12.3.1.1)
	encounters    // of any number that all met one another (Go code 8.2.1)
	againstOthers // the better results against the others, from the first place down (Ukrainian rules IV.12.3.1.4)
	teamMatches   // the coefficient of teams (Codex 3.7, appendix 3)
)

// numCoefficients is how many of the criteria are coefficients.
const numCoefficients = progress + 1

// criteria are what the criteria are called in JSON and in text. Of a coefficient column
// and heading are those of the table of coefficients, and of is how it is computed.
var criteria = [...]struct {
	name            string
	title           message.ID
	column, heading message.ID
	of              func(*opponents) half
}{
	shmulyanDvorkovich: {"Shmulyan-Dvorkovich", "page.shmulyan", "shmulyanDvorkovich", "page.shmulyan",
		func(o *opponents) half { return o.beaten - o.lost }},
	berger: {"Berger", "page.berger", "berger", "page.berger",
		func(o *opponents) half { return o.beaten + o.drawn - o.lost }},
	sonnebornBerger: {"Sonneborn-Berger", "page.sonneborn", "sonnebornBerger", "page.sonneborn",
		func(o *opponents) half { return 2*o.beaten + o.drawn }},
	buchholz: {"Buchholz", "page.buchholz", "buchholz", "page.buchholz", (*opponents).all},
	shortSolkoff: {"shortened Solkoff", "page.short-solkoff", "shortSolkoff", "page.solkoff-1",
		func(o *opponents) half { return o.without(1, 0) }},
	medianSolkoff: {"median Solkoff", "page.median-solkoff", "", "page.median",
		func(o *opponents) half { return o.without(1, 1) }},
	sos2:     {"", "", "sos2", "page.sos-2", func(o *opponents) half { return o.without(2, 0) }},
	sodos:    {"SODOS", "page.sodos", "sodos", "page.sodos", func(o *opponents) half { return o.beaten }},
	sosos:    {"SOSOS", "page.sosos", "sosos", "page.sosos", func(o *opponents) half { return o.theirs }},
	progress: {"", "", "progress", "page.progress", func(o *opponents) half { return o.progress }},

	mostWins:      {name: "wins", title: "page.most-wins"},
	encounter:     {name: "encounter", title: "page.encounter"},
	encounters:    {name: "encounters", title: "page.encounters"},
	againstOthers: {name: "results against others", title: "page.against-others"},
	teamMatches:   {name: "team coefficient", title: "page.team-matches"},
}

// meeting is a game from one participant's side.
type meeting struct {
	opponent int  // or nobody
	points   half // of the opponent in the tournament
	result   half
}

// opponents are the points of those whom a participant met.
type opponents struct {
	beaten, drawn, lost half   // the three sums of Codex 3.7.3
	sorted              []half // of all, the worst first
	theirs              half   // the sum of all of the opponents' opponents
	progress            half
}

func opponentsOf(meetings []meeting) (o opponents) {
	for _, m := range meetings {
		switch m.result {
		case 2:
			o.beaten += m.points
		case 1:
			o.drawn += m.points
		default:
			o.lost += m.points
		}
		o.sorted = append(o.sorted, m.points)
	}
	slices.Sort(o.sorted)
	return o
}

func (o *opponents) all() half { return o.beaten + o.drawn + o.lost }

// without returns the sum of all but so many of the worst and of the best.
func (o *opponents) without(worst, best int) (sum half) {
	for _, points := range o.sorted[min(worst, len(o.sorted)):max(min(worst, len(o.sorted)), len(o.sorted)-best)] {
		sum += points
	}
	return sum
}

// medians are of all but the best and the worst; but the best and the two worst; and so
// on.
func (o *opponents) medians() (all []half) {
	rest := o.without(0, 1)
	for _, worst := range o.sorted[:max(len(o.sorted)-1, 0)] {
		rest -= worst
		all = append(all, rest)
	}
	return all
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

// coefficients computes those of every participant.
func (f *field) coefficients(rounds bool) {
	last := 0
	all := make([]opponents, len(f.rows))
	for i := range f.rows {
		all[i] = opponentsOf(f.meetings[i])
		for round := range f.rounds[i] {
			last = max(last, round)
		}
	}
	for i := range f.rows {
		for _, m := range f.meetings[i] {
			if m.opponent != nobody {
				all[i].theirs += all[m.opponent].all()
			}
		}
		for round, points := range f.rounds[i] {
			if rounds {
				// Points of a round are in the sum after it and after all later.
				all[i].progress += points * half(last-round+1)
			}
		}
		for c := range f.rows[i].Coefficients {
			f.rows[i].Coefficients[c] = criteria[c].of(&all[i])
		}
		f.rows[i].Medians = all[i].medians()
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
	switch c {
	case teamMatches:
		for _, i := range shared {
			team := f.team(i, shared)
			f.rows[i].Team = &team
		}
		return func(i int) []int { return []int{*f.rows[i].Team} }
	case mostWins:
		return func(i int) []int { return []int{f.rows[i].Wins} }
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
	case againstOthers:
		return func(i int) (results []int) {
			for _, place := range places {
				if !slices.Contains(place, i) {
					results = append(results, f.against(i, place))
				}
			}
			return results
		}
	}
	return func(i int) []int { return []int{int(f.rows[i].Coefficients[c])} }
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
