package stats

import (
	"cmp"
	"slices"

	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record/message"
)

// norm is what a player made in a tournament, beside a norm (sections 3, 4 of the federation's).
type norm struct {
	Name, Event, Title string
	Rank               bool // the title is a rank: КМС and below
	Games              int
	Average            float64 // of the opponents' ratings, or of a rank of their coefficients
	Made               float64 // points
	Percent            int     // of the points that the table asks; 0 where it has no such average, and of a rank
	Points             float64 // that are needed
	Failed             []step  // the conditions that are not met
}

// Reached says whether the norm is made.
func (n *norm) Reached() bool { return len(n.Failed) == 0 }

// failIf notes a condition that is not met, if something is so.
func (n *norm) failIf(missed bool, paragraph string, id message.ID, args ...any) {
	if missed {
		n.Failed = append(n.Failed, step{n.Event, paragraph, message.Of(id, args...)})
	}
}

// normTitles are the titles that have norms, by their paragraphs.
var normTitles = [...][2]string{{"5", "ГР"}, {"6", "МС"}}

const (
	normParticipants = 10
	rankParticipants = 8
	normRounds       = 7 // for a rank
)

// ranks are the ranks that have norms, from the highest, in the order of their table.
var ranks = []string{"КМС", "I", "II", "III", "I юн", "II юн", "III юн"}

// Norms returns as a table, those reached first, for each player of the list what he made in each tournament beside the norms of
// "гроссмейстер России" and "мастер спорта России", and who has no title also of the highest rank
// above his own that was reached, and those above it. World says that the game is played
// on a hundred squares, and rated by Elo-M. Status, venue and age are not known and not
// judged (5.1, 5.4, 6.1, 6.5; section 4: 4.1, 4.3, 4.4).
func (t *Tournaments) Norms(list RatingList, world bool, l message.Language) (*table.Table, error) {
	all, err := t.norms(list, world)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b *norm) int { return len(a.Failed) - len(b.Failed) })
	columns := named("name", "event", "title", "rank", "games", "average", "made", "percent?", "points?", "reached", "failed")
	return &table.Table{Columns: columns, Rows: rows(all, func(_ int, n *norm) []any {
		var points any // that are needed; nil where no table has them
		if n.Points > 0 {
			points = n.Points
		}
		return []any{
			n.Name, n.Event, n.Title, n.Rank, n.Games, n.Average, n.Made, n.Percent, points, n.Reached(), stepTable(n.Failed, l),
		}
	})}, nil
}

// norms returns the norms of Norms, in the order of tournaments and places.
func (t *Tournaments) norms(list RatingList, world bool) (norms []*norm, err error) {
	rating, name := eloR, "elo-r"
	if world {
		rating, name = func(p *ratedPlayer) float64 { return p.World }, "elo-m"
	}
	for _, event := range t.events {
		s, err := t.of[event].rated(list)
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

// ranks returns the norms of ranks, the highest first, up to one that is reached.
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

// rank returns the row of a player's title or rank: his coefficient, and percentages for ranks.
func (p *ratedPlayer) rank() []int {
	tables := federationTables()
	return slices.Concat(tables["rank "+cmp.Or(p.Rank, p.Title)], tables["rank б/р"])[0]
}

// ask looks up the last row of the table that begins below an average, and notes what is missing.
func (n *norm) ask(table string, column int, average float64) {
	for _, row := range slices.Backward(federationTables()["norm "+n.Title+" "+table]) {
		if from := row[1+column]; int(average+0.5) >= from {
			n.Percent = row[0]
			break
		}
	}
	n.failIf(n.Percent == 0, "2.1", "stats.norm-average", "rating", decimal(average))
	n.Points = normPoints(n.Percent, n.Games).value() // none of no percentage
	n.failIf(n.Made < n.Points, "2.2.1", "stats.norm-points",
		"made", decimal(n.Made), "points", decimal(n.Points), "percent", n.Percent, "n", n.Games)
}

// normPoints returns a percentage of the points of so many games, rounded to a half (2.2.1).
func normPoints(percent, games int) half {
	whole, part := percent*games/100, percent*games%100
	return half(2*whole + (part+25)/50)
}
