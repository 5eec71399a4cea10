package stats

import (
	"cmp"
	"slices"

	"github.com/stolb/stolb/record/message"
)

// The pairing systems of tournaments, which determine the criteria.
const (
	// Whichever is RoundRobin if the games look like one, and otherwise Swiss.
	Whichever  = "whichever"
	RoundRobin = "round robin"
	Swiss      = "Swiss"
)

// The rule books that define the criteria and their order.
const (
	Codex     = "Codex"           // 3.7
	Ukrainian = "Ukrainian rules" // IV.12
	GoCode    = "Go code"         // 8.5
)

// titles are the names of systems and books.
var titles = map[string]message.ID{
	Whichever: "page.whichever", RoundRobin: "page.round-robin", Swiss: "page.swiss",
	Codex: "page.codex", Ukrainian: "page.ukrainian", GoCode: "page.go",
}

// orders lists the criteria of each book and system in their order. If a book leaves the choice
// to the organizers, the order is that in which it names them; extra matches (Codex 3.7.2,
// Ukrainian rules IV.12.2) would be games of another event.
var orders = map[[2]string][]criterion{
	{Codex, RoundRobin}:     {shmulyanDvorkovich, berger, sonnebornBerger},
	{Codex, Swiss}:          {buchholz},
	{Ukrainian, RoundRobin}: {encounter, shmulyanDvorkovich, sonnebornBerger, mostWins, againstOthers}, // IV.12.3.1, 12.4
	{Ukrainian, Swiss}:      {encounter, shortSolkoff, medianSolkoff},                                  // IV.12.3.2
	{GoCode, RoundRobin}:    {encounters, sodos},                                                       // 8.5.2
	{GoCode, Swiss}:         {buchholz, sodos, sosos, encounters, mostWins},                            // 8.5.4
}

// criterion breaks ties between participants with equal points. The first criteria are
// coefficients: sums, over a participant's games, of the opponents' final points. A plus and a
// minus count as a win and a loss (Codex 3.6); a plus without an opponent counts as a win over
// the last in the table (Codex 3.9, Ukrainian rules IV.12.5).
type criterion uint8

// The criteria.
const (
	shmulyanDvorkovich criterion = iota // Codex 3.7.3, appendix 2; Ukrainian rules IV.12.4.1
	berger                              // Codex 3.7.3
	sonnebornBerger                     // Codex 3.7.3, Ukrainian rules IV.12.4.2; twice Berger's of Go code 1.3.1
	buchholz                            // Codex 3.7.3; Solkoff's full one, Ukrainian rules IV.15.9.7.2; SOS, Go code 8.3.1
	shortSolkoff                        // Ukrainian rules IV.12.3.2.2; SOS-1, Go code 8.3.1
	medianSolkoff                       // Ukrainian rules IV.12.3.2.3
	sos2                                // Go code 8.3.1
	sodos                               // Go code 8.3.2
	sosos                               // Go code 8.3.1
	progress                            // sum of the points after each round, Go code 8.2.3; 0 if a game lacks its round
	mostWins
	encounter     // the games between two tied participants (Ukrainian rules IV.12.3.1.1)
	encounters    // the games between any number that all met one another (Go code 8.2.1)
	againstOthers // results against the others, from the first place down (Ukrainian rules IV.12.3.1.4)
	teamMatches   // the coefficient of teams (Codex 3.7, appendix 3)
)

// numCoefficients is the number of coefficients, which come first among the criteria.
const numCoefficients = progress + 1

// criteria holds the names of the criteria in JSON and in text. For a coefficient, column and
// heading are those in the table of coefficients, and of computes it.
var criteria = [...]struct {
	name    string
	title   message.ID
	column  string
	heading message.ID
	of      func(*opponents) half
}{
	shmulyanDvorkovich: {"Shmulyan-Dvorkovich", "page.shmulyan", "shmulyanDvorkovich", "page.shmulyan",
		func(o *opponents) half { return o.sums[beaten] - o.sums[lost] }},
	berger: {"Berger", "page.berger", "berger", "page.berger",
		func(o *opponents) half { return o.sums[beaten] + o.sums[drawn] - o.sums[lost] }},
	sonnebornBerger: {"Sonneborn-Berger", "page.sonneborn", "sonnebornBerger", "page.sonneborn",
		func(o *opponents) half { return 2*o.sums[beaten] + o.sums[drawn] }},
	buchholz: {"Buchholz", "page.buchholz", "buchholz", "page.buchholz", (*opponents).all},
	shortSolkoff: {"shortened Solkoff", "page.short-solkoff", "shortSolkoff", "page.solkoff-1",
		func(o *opponents) half { return o.without(1, 0) }},
	medianSolkoff: {"median Solkoff", "page.median-solkoff", "", "page.median",
		func(o *opponents) half { return o.without(1, 1) }},
	sos2:     {"", "", "sos2", "page.sos-2", func(o *opponents) half { return o.without(2, 0) }},
	sodos:    {"SODOS", "page.sodos", "sodos", "page.sodos", func(o *opponents) half { return o.sums[beaten] }},
	sosos:    {"SOSOS", "page.sosos", "sosos", "page.sosos", func(o *opponents) half { return o.theirs }},
	progress: {"", "", "progress", "page.progress", func(o *opponents) half { return o.progress }},

	mostWins:      {name: "wins", title: "page.most-wins"},
	encounter:     {name: "encounter", title: "page.encounter"},
	encounters:    {name: "encounters", title: "page.encounters"},
	againstOthers: {name: "results against others", title: "page.against-others"},
	teamMatches:   {name: "team coefficient", title: "page.team-matches"},
}

// opponents holds the points of a participant's opponents.
type opponents struct {
	sums     [beaten + 1]half // the three of Codex 3.7.3
	sorted   []half           // of all opponents, worst first
	theirs   half             // the sum over the opponents' opponents
	progress half
}

// The half points against an opponent.
const lost, drawn, beaten = 0, 1, 2

// opponentsOf returns the opponents in meetings. A missing opponent counts as one with least
// points, those of the last in the table (Ukrainian rules IV.12.5).
func opponentsOf(meetings []meeting, least half) (o opponents) {
	for _, m := range meetings {
		points := least
		if m.opponent != nil {
			points = m.opponent.Points
		}
		o.sums[m.Points] += points
		o.sorted = append(o.sorted, points)
	}
	slices.Sort(o.sorted)
	return o
}

func (o *opponents) all() half { return o.sums[beaten] + o.sums[drawn] + o.sums[lost] }

// without returns the sum of all but a number of the worst and of the best.
func (o *opponents) without(worst, best int) (sum half) {
	for _, points := range o.sorted[min(worst, len(o.sorted)):max(min(worst, len(o.sorted)), len(o.sorted)-best)] {
		sum += points
	}
	return sum
}

// medians returns the sums without the best and the worst, the best and the two worst, and so on.
func (o *opponents) medians() (all []half) {
	rest := o.without(0, 1)
	for _, worst := range o.sorted[:max(len(o.sorted)-1, 0)] {
		rest -= worst
		all = append(all, rest)
	}
	return all
}

// computeCoefficients sets the coefficients of all participants; rounds enables progress.
func computeCoefficients(all []*row, rounds bool) {
	if len(all) == 0 {
		return
	}
	least := slices.MinFunc(all, func(a, b *row) int { return cmp.Compare(a.Points, b.Points) }).Points
	last := 0
	met := make(map[*row]*opponents)
	for _, r := range all {
		o := opponentsOf(r.meetings, least)
		met[r] = &o
		for round := range r.rounds {
			last = max(last, round)
		}
	}
	for _, r := range all {
		o := met[r]
		for _, m := range r.meetings {
			if m.opponent != nil {
				o.theirs += met[m.opponent].all()
			}
		}
		for round, points := range r.rounds {
			if rounds {
				// A round's points count after it and after each later round.
				o.progress += points * half(last-round+1)
			}
		}
		for c := range r.Coefficients {
			r.Coefficients[c] = criteria[c].of(o)
		}
		r.Medians = o.medians()
	}
}

// rank returns the participants by place, grouping those who share one.
func rank(all []*row, criteria []criterion) [][]*row {
	places := split(all, func(r *row) []half { return []half{r.Points} })
	for _, c := range criteria {
		before := places
		places = nil
		for _, shared := range before {
			if len(shared) > 1 {
				places = append(places, split(shared, c.among(shared, all, before))...)
			} else {
				places = append(places, shared)
			}
		}
	}
	return places
}

// split sorts participants by a value, greatest first, and groups those with equal values.
func split(participants []*row, value func(*row) []half) (places [][]*row) {
	values := make(map[*row][]half, len(participants))
	for _, r := range participants {
		values[r] = value(r)
	}
	sorted := slices.Clone(participants)
	slices.SortStableFunc(sorted, func(a, b *row) int { return slices.Compare(values[b], values[a]) })
	for at, r := range sorted {
		if at > 0 && slices.Equal(values[r], values[sorted[at-1]]) {
			places[len(places)-1] = append(places[len(places)-1], r)
		} else {
			places = append(places, []*row{r})
		}
	}
	return places
}

// among returns a function that returns a participant's value by a criterion among those who
// share a place. Greater is better; if the criterion does not apply, all values are equal.
func (c criterion) among(shared, all []*row, places [][]*row) func(*row) []half {
	switch c {
	case teamMatches:
		for _, r := range shared {
			team := r.team(shared, all)
			r.Team = &team
		}
		return func(r *row) []half { return []half{half(*r.Team)} }
	case mostWins:
		return func(r *row) []half { return []half{half(r.Results[beaten])} }
	case medianSolkoff:
		return func(r *row) []half { return r.Medians }
	case encounter, encounters:
		if c == encounter && len(shared) != 2 || !allMet(shared, false) {
			return func(*row) []half { return nil }
		}
		return func(r *row) []half { return []half{r.against(shared...)} }
	case againstOthers:
		return func(r *row) (results []half) {
			for _, place := range places {
				if !slices.Contains(place, r) {
					results = append(results, r.against(place...))
				}
			}
			return results
		}
	}
	return func(r *row) []half { return []half{r.Coefficients[c]} }
}

// allMet reports whether all have met one another equally often. Teams need not meet equally
// often, since they play on several boards, one of which may be empty.
func allMet(shared []*row, teams bool) bool {
	games := len(shared[0].Against[shared[1]])
	for i, r := range shared {
		for _, other := range shared[:i] {
			if n := len(r.Against[other]); n == 0 || n != games && !teams {
				return false
			}
		}
	}
	return true
}

// against returns a participant's half points against others.
func (r *row) against(others ...*row) (sum half) {
	for _, other := range others {
		for _, cell := range r.Against[other] {
			sum += cell.Points
		}
	}
	return sum
}

// team returns the coefficient of a team (Codex 3.7) in quarters of a point: the sum, over its
// matches, of the result times the opponent's points from all matches. As in appendix 3, matches
// between teams that share the place are left out.
func (r *row) team(shared, all []*row) (sum int) {
	for _, other := range all {
		if other != r && !slices.Contains(shared, other) {
			sum += int(r.against(other) * other.Points)
		}
	}
	return sum
}
