package page

import (
	"fmt"
	"strconv"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/stats"
)

// Adiukh returns the page of scores of Adiukh. Openings come the most frequent
// first, and players in the order given.
func Adiukh(s *stats.AdiukhSummary, openings []stats.AdiukhOpening, players []stats.Player, morePlayers int, language message.Language) *Page {
	w := words{language}
	p := &Page{Language: language, Title: w.tell("page.adiukh", "n", s.Tally.Games)}
	if s.Unscored > 0 {
		p.Notes = append(p.Notes, w.tell("page.unscored", "n", s.Unscored))
	}
	if s.Tally.Games == 0 {
		return p
	}
	p.Sections = append(p.Sections, w.scores(s), w.endings(s), w.sides(s), w.giving(s), w.blocked(s), w.lengths(s), w.squares(s), w.byYear(s), w.byOpening(openings), w.byPlayer(players, morePlayers))
	return p
}

func (w words) scores(s *stats.AdiukhSummary) Section {
	section := Section{Title: w.tell("page.scores")}
	section.Columns = w.columns("page.score", "page.games", "page.share")
	for _, e := range stats.Endings() {
		section.Columns = append(section.Columns, w.columns(endingNames[e])...)
	}
	stacks := make([]stack, len(stats.Endings()))
	var names []string
	total := make([]int, len(stacks))
	for points := stats.AdiukhPoints; points >= 0; points-- {
		row := []string{fmt.Sprintf("%d:%d", points, stats.AdiukhPoints-points), "", ""}
		names = append(names, row[0])
		sum := 0
		for i, e := range stats.Endings() {
			n := s.Scores[points][e]
			sum += n
			total[i] += n
			row = append(row, strconv.Itoa(n))
			stacks[i].name = w.tell(endingNames[e])
			stacks[i].values = append(stacks[i].values, float64(n))
		}
		row[1], row[2] = strconv.Itoa(sum), w.part(sum, s.Tally.Games)
		if sum > 0 {
			section.Rows = append(section.Rows, row)
		}
	}
	row := []string{w.tell("page.all"), strconv.Itoa(s.Tally.Games), w.part(s.Tally.Games, s.Tally.Games)}
	var drawn []stack
	for i, n := range total {
		row = append(row, strconv.Itoa(n))
		if n > 0 {
			drawn = append(drawn, stacks[i])
		}
	}
	section.Rows = append(section.Rows, row)
	section.Notes = []string{w.tell("page.scores-note", "rule", message.Rule("Adiukh 5.1"))}
	section.Pictures = []Picture{{
		bars(w.tell("page.score"), w.tell("page.games"), names, drawn, w.tell("page.scores-chart")),
		w.tell("page.scores-caption"),
	}}
	return section
}

// endingNames are what endings are called.
var endingNames = [...]message.ID{
	stats.PlayedOut:     "page.played-out",
	stats.Resignation:   "page.resigned",
	stats.TimeLoss:      "page.lost-on-time",
	stats.AgreedDraw:    "page.agreed-draw",
	stats.UnknownEnding: "page.ending-unknown",
}

// endings tells resignations and the like apart from games that were played out,
// whose scores say how good the play was.
func (w words) endings(s *stats.AdiukhSummary) Section {
	section := Section{
		Title:   w.tell("page.by-ending"),
		Columns: append([]Column{{Left: true}}, w.columns("page.games", "page.share", "page.points-white", "page.points-black", "page.spread")...),
	}
	for _, e := range stats.Endings() {
		t := s.Ending(e)
		if t.Games == 0 {
			continue
		}
		section.Rows = append(section.Rows, []string{
			w.tell(endingNames[e]), strconv.Itoa(t.Games), w.part(t.Games, s.Tally.Games),
			w.decimal(t.Mean(), 2), w.decimal(stats.AdiukhPoints-t.Mean(), 2), w.decimal(t.Spread(), 2),
		})
	}
	return section
}

func (w words) sides(s *stats.AdiukhSummary) Section {
	section := Section{
		Title:   w.tell("page.by-colour"),
		Columns: append([]Column{{Left: true}}, w.columns("page.wins", "page.share", "page.points", "page.spread", "page.won-by", "page.spread")...),
		Notes: []string{
			w.tell("page.colour-note"),
			w.tell("page.drawn-games", "n", s.Tally.Draws),
		},
	}
	wins := [2]int{s.Tally.WhiteWins, s.Tally.BlackWins}
	points := [2]float64{s.Tally.MeanPoints(), stats.AdiukhPoints - s.Tally.MeanPoints()}
	share := [2]float64{s.Tally.Share(), 1 - s.Tally.Share()}
	for c := record.White; c <= record.Black; c++ {
		section.Rows = append(section.Rows, []string{
			w.colour(c), strconv.Itoa(wins[c]), w.percent(share[c]), w.decimal(points[c], 2), w.decimal(s.Tally.Spread(), 2),
			w.decimal(s.Margins[c].Mean(), 2), w.decimal(s.Margins[c].Spread(), 2),
		})
	}
	return section
}

// giving is the book's claim, put to the test.
func (w words) giving(s *stats.AdiukhSummary) Section {
	section := Section{Title: w.tell("page.giving")}
	if s.Winners.Games == 0 {
		section.Notes = []string{w.tell("page.no-win")}
		return section
	}
	section.Columns = append([]Column{{Left: true}}, w.columns(
		"page.points", "page.walked", "page.given", "page.taken", "page.stayed", "page.captures", "page.pieces-lost")...)
	mean := func(n int, of stats.Sources) string { return w.decimal(float64(n)/float64(of.Games), 2) }
	stacks := []stack{{name: w.tell("page.walked")}, {name: w.tell("page.given")}, {name: w.tell("page.taken")}, {name: w.tell("page.stayed")}}
	sides := []string{w.tell("page.winners"), w.tell("page.losers")}
	for i, side := range []stats.Sources{s.Winners, s.Losers} {
		section.Rows = append(section.Rows, []string{
			sides[i], mean(side.Points(), side), mean(side.Walked, side), mean(side.Given, side),
			mean(side.Taken, side), mean(side.Stayed, side), mean(side.Captures, side), mean(side.Lost, side),
		})
		for k, n := range []int{side.Walked, side.Given, side.Taken, side.Stayed} {
			stacks[k].values = append(stacks[k].values, float64(n)/float64(side.Games))
		}
	}
	n := s.Winners.Games
	byGiving := s.Blocked[0].Wins + s.Blocked[1].Wins
	section.Notes = []string{
		w.tell("page.giving-note-1"),
		w.tell("page.giving-note-2"),
		w.tell("page.by-giving", "n", byGiving, "all", n, "share", w.part(byGiving, n)),
		w.tell("page.given-more", "given", s.GivenMore, "share", w.part(s.GivenMore, n),
			"taken", s.TakenMore, "part", w.part(s.TakenMore, n), "equal", s.Equal),
	}
	section.Pictures = []Picture{{
		bars("", w.tell("page.points-a-game"), sides, stacks, w.tell("page.giving-chart")),
		w.tell("page.giving-caption"),
	}}
	return section
}

func (w words) blocked(s *stats.AdiukhSummary) Section {
	section := Section{
		Title: w.tell("page.blocked"),
		Columns: append([]Column{{Left: true}}, w.columns("page.games", "page.wins", "page.draws", "page.losses", "page.share-of-wins",
			"page.wins-without-tower", "page.draws", "page.losses")...),
		Notes: []string{w.tell("page.blocked-note")},
	}
	for c := record.White; c <= record.Black; c++ {
		b := s.Blocked[c]
		section.Rows = append(section.Rows, []string{
			w.colour(c), strconv.Itoa(b.Games()), strconv.Itoa(b.Wins), strconv.Itoa(b.Draws), strconv.Itoa(b.Losses), w.part(b.Wins, b.Games()),
			strconv.Itoa(b.WinsWithout), strconv.Itoa(b.DrawsWithout), strconv.Itoa(b.LossesWithout),
		})
	}
	return section
}

func (w words) lengths(s *stats.AdiukhSummary) Section {
	section := Section{
		Title:   w.tell("page.lengths"),
		Columns: w.columns("page.plies", "page.games", "page.margin", "page.spread"),
		Notes: []string{
			w.tell("page.margin-note"),
			w.tell("page.correlation", "number", w.decimal(s.Relation.Correlation(), 3)),
		},
	}
	var points []point
	for _, l := range s.Lengths {
		if l.Margin.Games == 0 {
			continue
		}
		name := fmt.Sprintf("%d-%d", l.From, l.To)
		if l.To == 0 {
			name = w.tell("page.or-more", "n", l.From)
		}
		section.Rows = append(section.Rows, []string{
			name, strconv.Itoa(l.Margin.Games), w.decimal(l.Margin.Mean(), 2), w.decimal(l.Margin.Spread(), 2),
		})
		points = append(points, point{float64(l.From) + 4.5, l.Margin.Mean(), l.Margin.Spread()})
	}
	if chart := means(w.tell("page.plies"), w.tell("page.margin"), points, w.tell("page.lengths-chart")); chart != "" {
		section.Pictures = []Picture{{chart, w.tell("page.lengths-caption")}}
	}
	return section
}

func (w words) squares(s *stats.AdiukhSummary) Section {
	games := 0
	for _, row := range s.Scores {
		games += row[stats.PlayedOut]
	}
	section := Section{
		Title:   w.tell("page.squares"),
		Columns: append([]Column{w.left("page.square")}, w.columns("page.towers-white", "page.towers-black", "page.pieces-white", "page.pieces-black")...),
		Notes:   []string{w.tell("page.squares-note")},
	}
	if games == 0 {
		section.Columns, section.Notes = nil, []string{w.tell("page.not-played-out")}
		return section
	}
	of := make(map[record.Square]stats.SquareTally, len(s.Squares))
	most, towers := 1, 1
	for _, q := range s.Squares {
		of[q.Square] = q
		most = max(most, q.Pieces[0]+q.Pieces[1])
		towers = max(towers, q.Towers[0], q.Towers[1])
		section.Rows = append(section.Rows, []string{
			record.Adiukh.Board().Name(q.Square), w.part(q.Towers[0], games), w.part(q.Towers[1], games),
			w.decimal(float64(q.Pieces[0])/float64(games), 2), w.decimal(float64(q.Pieces[1])/float64(games), 2),
		})
	}
	for c := record.White; c <= record.Black; c++ {
		section.Pictures = append(section.Pictures, Picture{
			diagram.Shades(record.Adiukh, w.tell([...]message.ID{"page.towers-white-picture", "page.towers-black-picture"}[c]), func(at record.Square) diagram.Shade {
				n := float64(of[at].Towers[c])
				return diagram.Shade{Depth: n / float64(towers), Text: w.decimal(100*n/float64(games), 0) + "%"}
			}), w.tell([...]message.ID{"page.towers-white-caption", "page.towers-black-caption"}[c]),
		})
	}
	section.Pictures = append(section.Pictures, Picture{
		diagram.Shades(record.Adiukh, w.tell("page.pieces-picture"), func(at record.Square) diagram.Shade {
			pieces := of[at].Pieces[0] + of[at].Pieces[1]
			return diagram.Shade{Depth: float64(pieces) / float64(most), Text: w.decimal(float64(pieces)/float64(games), 2)}
		}), w.tell("page.pieces-caption"),
	})
	return section
}

func (w words) byYear(s *stats.AdiukhSummary) Section {
	section := Section{Title: w.tell("page.by-year"), Columns: append(append(w.columns("page.year"), w.tallyColumns()...), w.scoreColumns()...)}
	var points []point
	for i := range s.Years {
		y := &s.Years[i]
		name := w.tell("page.unknown")
		if y.Year > 0 {
			name = strconv.Itoa(y.Year)
			points = append(points, point{float64(y.Year), y.Tally.MeanPoints(), y.Tally.Spread()})
		}
		section.Rows = append(section.Rows, append(append([]string{name}, w.tallyCells(&y.Tally)...), w.scoreCells(&y.Tally)...))
	}
	if len(points) > 1 {
		section.Pictures = []Picture{{
			means(w.tell("page.year"), w.tell("page.points-white"), points, w.tell("page.years-chart")),
			w.tell("page.years-caption"),
		}}
	}
	return section
}

func (w words) byOpening(openings []stats.AdiukhOpening) Section {
	section := Section{Title: w.tell("page.by-opening"), Columns: append(append(w.tallyColumns(), w.scoreColumns()...), w.left("page.moves"))}
	if len(openings) == 0 {
		return Section{Title: w.tell("page.by-opening"), Notes: []string{w.tell("page.no-opening")}}
	}
	for i := range openings {
		if i == MaxRows {
			section.Notes = append(section.Notes, w.tell("page.more-openings", "n", len(openings)-i))
			break
		}
		o := &openings[i]
		section.Rows = append(section.Rows, append(append(w.tallyCells(&o.Tally), w.scoreCells(&o.Tally)...), line(record.Adiukh, o.Line)))
	}
	return section
}

func (w words) byPlayer(players []stats.Player, more int) Section {
	section := w.playerTable(players, more)
	section.Title = w.tell("page.by-player")
	section.Pictures = nil
	return section
}
