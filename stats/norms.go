package stats

import (
	"slices"

	"github.com/stolb/stolb/record/message"
)

// Norm is what a player made in a tournament, beside the norm of a title (section 3 of
// the federation's norms).
type Norm struct {
	Name, Event, Title string
	Games              int
	Average            float64 // of the opponents' ratings
	Made               float64 // points
	Percent            int     // of the points that the table asks; 0 where it has no such average
	Points             float64 // that are needed
	Failed             []Step  // the conditions that are not met
}

// Reached says whether the norm is made.
func (n *Norm) Reached() bool { return len(n.Failed) == 0 }

func (n *Norm) fail(paragraph string, id message.ID, args ...any) {
	n.Failed = append(n.Failed, Step{n.Event, paragraph, message.Of(id, args...)})
}

// normTitles are the titles that have norms, with what their conditions ask: the paragraph,
// the own rating of men and women by Elo-R and Elo-M, and the rounds of a round robin.
var normTitles = [...]struct {
	title, paragraph string
	own              map[string][2]float64
	rounds           int
}{
	{"ГР", "5", map[string][2]float64{"elo-r": {2600, 2400}, "elo-m": {2250, 2100}}, 7},
	{"МС", "6", map[string][2]float64{"elo-r": {2400, 2300}, "elo-m": {2050, 1950}}, 9},
}

const (
	normParticipants = 10
	normRounds       = 7 // of a Swiss tournament
)

// Norms returns for each player of the list what he made in each tournament beside the norms of
// "гроссмейстер России" and "мастер спорта России". World says that the game is played
// on a hundred squares, and rated by Elo-M. Status, venue and age are not known and not
// judged (5.1, 5.4, 6.1, 6.5).
func (t *Tournaments) Norms(list RatingList, world bool) (norms []*Norm, err error) {
	rating, name := eloR, "elo-r"
	if world {
		rating, name = func(p *RatedPlayer) float64 { return p.World }, "elo-m"
	}
	for _, event := range t.events {
		entries, system, err := t.of[event].entries(list)
		if err != nil {
			return nil, err
		}
		rounds, masters := 0, 0
		for _, e := range entries {
			rounds = max(rounds, len(e.rounds), len(e.meetings))
			if e.player != nil && (e.player.Title == "ГР" || e.player.Title == "МГ") {
				masters++
			}
		}
		for _, e := range entries {
			if e.player == nil {
				continue
			}
			for _, want := range normTitles {
				n := &Norm{Name: e.Name, Event: event, Title: want.title}
				games, points, average := e.against(rating)
				n.Games, n.Made, n.Average = games, points.value(), hundredths(average)
				n.ask(name, e.player.column(), average)
				if few := [...]int{6, 4}[e.player.column()]; want.title == "ГР" && masters < few {
					n.fail("5.1", "stats.norm-masters", "n", masters, "few", few)
				}
				if len(entries) < normParticipants {
					n.fail(want.paragraph+".2", "stats.norm-participants", "n", len(entries), "few", normParticipants)
				}
				few := normRounds
				if system == RoundRobin {
					few = want.rounds
				}
				if rounds < few {
					n.fail(want.paragraph+".2", "stats.norm-rounds", "n", rounds, "few", few)
				}
				if own := want.own[name][e.player.column()]; rating(e.player) < own {
					n.fail(want.paragraph+".3", "stats.norm-own", "rating", decimal(rating(e.player)), "few", decimal(own))
				}
				norms = append(norms, n)
			}
		}
	}
	return norms, nil
}

// ask looks up what the table asks at an average, the last row that begins below it, and
// says what is missing.
func (n *Norm) ask(table string, column int, average float64) {
	for _, row := range slices.Backward(federationTables()["norm "+n.Title+" "+table]) {
		if from := row[1+column]; int(average+0.5) >= from {
			n.Percent = row[0]
			break
		}
	}
	if n.Percent == 0 {
		n.fail("2.1", "stats.norm-average", "rating", decimal(average))
		return
	}
	n.Points = normPoints(n.Percent, n.Games).value()
	if n.Made < n.Points {
		n.fail("2.2.1", "stats.norm-points", "made", decimal(n.Made), "points", decimal(n.Points), "percent", n.Percent, "n", n.Games)
	}
}

// normPoints returns a percentage of the points of so many games, rounded to a half as
// 2.2.1 says.
func normPoints(percent, games int) half {
	whole, part := percent*games/100, percent*games%100
	return half(2*whole + (part+25)/50)
}
