package stats

import (
	"cmp"
	"slices"

	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record/message"
)

// norm compares a player's result in a tournament with a norm (sections 3, 4 of the federation's).
type norm struct {
	Name, Event, Title string
	Rank               bool // Title is a rank: КМС or below
	Games              int
	Average            float64 // of the opponents' ratings, or for a rank of their coefficients
	Made               float64 // points scored
	Percent            int     // of points required by the table; 0 if absent from it, and for a rank
	Points             float64 // required points
	Failed             []step  // the conditions that are not met
}

// Reached reports whether the norm was achieved.
func (n *norm) Reached() bool { return len(n.Failed) == 0 }

// failIf records a condition as not met if missed is true.
func (n *norm) failIf(missed bool, paragraph string, id message.ID, args ...any) {
	if missed {
		n.Failed = append(n.Failed, step{n.Event, paragraph, message.Of(id, args...)})
	}
}

// normTitles are the titles that have norms, each after its paragraph.
var normTitles = [...][2]string{{"5", "ГР"}, {"6", "МС"}}

const (
	normParticipants = 10
	rankParticipants = 8
	normRounds       = 7 // for a rank
)

// ranks are the ranks that have norms, highest first, in the order of their table.
var ranks = []string{"КМС", "I", "II", "III", "I юн", "II юн", "III юн"}

// Norms returns a table, fewest failed conditions first, that compares each listed player's result
// in each tournament with the norms of "гроссмейстер России" and "мастер спорта России", and for
// those without a title with ranks above their own, from the highest down to the first reached.
// world selects the game on a hundred squares, rated by Elo-M. Status, venue and age are unknown
// and not judged (5.1, 5.4, 6.1, 6.5; section 4: 4.1, 4.3, 4.4).
func (t *Tournaments) Norms(list RatingList, world bool, l message.Language) (*table.Table, error) {
	all, err := t.norms(list, world)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b *norm) int { return len(a.Failed) - len(b.Failed) })
	columns := named("name", "event", "title", "rank", "games", "average", "made", "percent?", "points?", "reached", "failed")
	return &table.Table{Columns: columns, Rows: rows(all, func(_ int, n *norm) []any {
		var points any // required points; nil if no table has them
		if n.Points > 0 {
			points = n.Points
		}
		return []any{
			n.Name, n.Event, n.Title, n.Rank, n.Games, n.Average, n.Made, n.Percent, points, n.Reached(), stepTable(n.Failed, l),
		}
	})}, nil
}

// norms returns the norms for Norms, in the order of tournaments and places.
func (t *Tournaments) norms(list RatingList, world bool) (norms []*norm, err error) {
	rating, name, list := eloR, "elo-r", t.listed(list)
	if world {
		rating, name = func(p *ratedPlayer) float64 { return p.World }, "elo-m"
	}
	for _, event := range t.events {
		s, err := t.named(event).rated(list)
		if err != nil {
			return nil, err
		}
		rounds, masters := 0, 0
		for _, e := range s.Rows {
			rounds = max(rounds, len(e.rounds), len(e.rated))
			if e.player != nil && (e.player.Title == "ГР" || e.player.Title == "МГ") {
				masters++
			}
		}
		for _, e := range s.Rows {
			if e.player == nil {
				continue
			}
			tables, column := federationTables(), e.player.Column
			for _, of := range normTitles {
				paragraph, title := of[0], of[1]
				n := &norm{Name: e.Name, Event: event, Title: title}
				games, points, average := e.ratedAgainst(rating)
				n.Games, n.Made, n.Average = games, points.value(), hundredths(average)
				n.ask(name, column, average)
				few := [...]int{6, 4}[column]
				n.failIf(title == "ГР" && masters < few, "5.1", "stats.norm-masters", "n", masters, "few", few)
				n.failIf(len(s.Rows) < normParticipants, paragraph+".2",
					"stats.norm-participants", "n", len(s.Rows), "few", normParticipants)
				few = tables["rounds "+title+" "+s.System][0][0]
				n.failIf(rounds < few, paragraph+".2", "stats.norm-rounds", "n", rounds, "few", few)
				own, elo := float64(tables["own "+title+" "+name][0][column]), rating(e.player)
				n.failIf(elo < own, paragraph+".3", "stats.norm-own", "rating", decimal(elo), "few", decimal(own))
				norms = append(norms, n)
			}
			norms = append(norms, e.ranks(event, len(s.Rows), rounds)...)
		}
	}
	return norms, nil
}

// ranks returns the norms of ranks, from the highest down to the first that is reached.
func (r *row) ranks(event string, participants, rounds int) (norms []*norm) {
	above := ranks
	if own := slices.Index(ranks, r.player.Rank); own >= 0 {
		above = ranks[:own]
	} else if r.player.Rank == "б/р" {
		above = ranks[:4]
	} else if r.player.Title != "" {
		return nil
	}
	sum, unknown, met := 0, 0, map[*ratedPlayer]bool{}
	for _, m := range r.rated {
		if m.opponent == nil {
			unknown++
		} else if !met[m.opponent] {
			met[m.opponent] = true
			sum += m.opponent.rank()[0]
		}
	}
	for i, title := range above {
		n := &norm{Name: r.Name, Event: event, Title: title, Rank: true, Average: hundredths(float64(sum) / float64(max(len(met), 1)))}
		norms = append(norms, n)
		percents, made := 0, half(0)
		for _, m := range r.rated {
			if m.opponent != nil && m.opponent.rank()[1+i] > 0 {
				n.Games++
				percents += m.opponent.rank()[1+i]
				made += m.points
			}
		}
		n.Made, n.Points = made.value(), normPoints(percents, 1).value()
		most := federationTables()["coefficient"][0][i]
		n.failIf(len(met) == 0 || sum > most*len(met),
			"4, 2", "stats.norm-coefficient", "coefficient", decimal(n.Average), "most", most)
		n.failIf(n.Games == 0 || n.Made < n.Points, "4, 3", "stats.norm-rank-points",
			"made", decimal(n.Made), "points", decimal(n.Points), "n", n.Games)
		n.failIf(unknown > 0, "4, 2", "stats.norm-unknown", "n", unknown)
		n.failIf(participants < rankParticipants,
			"4, 4.2", "stats.norm-participants", "n", participants, "few", rankParticipants)
		n.failIf(rounds < normRounds, "4, 4.2", "stats.norm-rounds", "n", rounds, "few", normRounds)
		if n.Reached() {
			break
		}
	}
	return norms
}

// rank returns the row of a player's title or rank: the coefficient, then a percentage per rank.
func (p *ratedPlayer) rank() []int {
	tables := federationTables()
	return slices.Concat(tables["rank "+cmp.Or(p.Rank, p.Title)], tables["rank б/р"])[0]
}

// ask finds the last row that begins at or below an average, and records the conditions that fail.
func (n *norm) ask(table string, column int, average float64) {
	for _, row := range slices.Backward(federationTables()["norm "+n.Title+" "+table]) {
		if from := row[1+column]; int(average+0.5) >= from {
			n.Percent = row[0]
			break
		}
	}
	n.failIf(n.Percent == 0, "2.1", "stats.norm-average", "rating", decimal(average))
	n.Points = normPoints(n.Percent, n.Games).value() // 0 if Percent is 0
	n.failIf(n.Made < n.Points, "2.2.1", "stats.norm-points",
		"made", decimal(n.Made), "points", decimal(n.Points), "percent", n.Percent, "n", n.Games)
}

// normPoints returns a percentage of the points in a number of games, to the nearest half (2.2.1).
func normPoints(percent, games int) half {
	whole, part := percent*games/100, percent*games%100
	return half(2*whole + (part+25)/50)
}
