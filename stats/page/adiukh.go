package page

import (
	"fmt"
	"strconv"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/stats"
)

// Adiukh returns the page of scores of Adiukh. Openings come the most frequent
// first, and players in the order given.
func Adiukh(s *stats.AdiukhSummary, openings []stats.AdiukhOpening, players []stats.Player, morePlayers int) *Page {
	p := &Page{Title: "Scores of Adiukh: " + count(s.Tally.Games, "game", "games")}
	if s.Unscored > 0 {
		p.Notes = append(p.Notes, count(s.Unscored, "game", "games")+" more without a score")
	}
	if s.Tally.Games == 0 {
		return p
	}
	p.Sections = append(p.Sections, scores(s), endings(s), sides(s), giving(s), blocked(s), lengths(s), squares(s), byYear(s), byOpening(openings), byPlayer(players, morePlayers))
	return p
}

func scores(s *stats.AdiukhSummary) Section {
	section := Section{Title: "Scores"}
	section.Columns = []Column{{Title: "score"}, {Title: "games"}, {Title: "share"}}
	for _, e := range stats.Endings() {
		section.Columns = append(section.Columns, Column{Title: e.String()})
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
			stacks[i].name = e.String()
			stacks[i].values = append(stacks[i].values, float64(n))
		}
		row[1], row[2] = strconv.Itoa(sum), part(sum, s.Tally.Games)
		if sum > 0 {
			section.Rows = append(section.Rows, row)
		}
	}
	row := []string{"all", strconv.Itoa(s.Tally.Games), part(s.Tally.Games, s.Tally.Games)}
	var drawn []stack
	for i, n := range total {
		row = append(row, strconv.Itoa(n))
		if n > 0 {
			drawn = append(drawn, stacks[i])
		}
	}
	section.Rows = append(section.Rows, row)
	section.Notes = []string{"White's points first. Played out: a side had no move left (Adiukh 5.1); a side that resigns or loses on time has 0 of 24 (5.2, 5.4)."}
	section.Pictures = []Picture{{
		bars("score", "games", names, drawn, "games by score and by how they ended; the table has the numbers"),
		"How often each score occurs, and how the games ended.",
	}}
	return section
}

// endings tells resignations and the like apart from games that were played out,
// whose scores say how good the play was.
func endings(s *stats.AdiukhSummary) Section {
	section := Section{
		Title: "By ending",
		Columns: []Column{
			{Title: "", Left: true}, {Title: "games"}, {Title: "share"}, {Title: "White's points"}, {Title: "Black's points"}, {Title: "spread"},
		},
	}
	for _, e := range stats.Endings() {
		t := s.Ending(e)
		if t.Games == 0 {
			continue
		}
		section.Rows = append(section.Rows, []string{
			e.String(), strconv.Itoa(t.Games), part(t.Games, s.Tally.Games),
			decimal(t.Mean(), 2), decimal(stats.AdiukhPoints-t.Mean(), 2), decimal(t.Spread(), 2),
		})
	}
	return section
}

func sides(s *stats.AdiukhSummary) Section {
	section := Section{
		Title:   "By colour",
		Columns: []Column{{Title: "", Left: true}, {Title: "wins"}, {Title: "share"}, {Title: "points"}, {Title: "spread"}, {Title: "won by"}, {Title: "spread"}},
		Notes: []string{
			"Points: mean of the side's, with its standard deviation. Won by: mean difference of the points in the side's wins.",
			fmt.Sprintf("%s drawn, 12:12.", count(s.Tally.Draws, "game", "games")),
		},
	}
	wins := [2]int{s.Tally.WhiteWins, s.Tally.BlackWins}
	points := [2]float64{s.Tally.MeanPoints(), stats.AdiukhPoints - s.Tally.MeanPoints()}
	share := [2]float64{s.Tally.Share(), 1 - s.Tally.Share()}
	for c := record.White; c <= record.Black; c++ {
		section.Rows = append(section.Rows, []string{
			colourName(c), strconv.Itoa(wins[c]), percent(share[c]), decimal(points[c], 2), decimal(s.Tally.Spread(), 2),
			decimal(s.Margins[c].Mean(), 2), decimal(s.Margins[c].Spread(), 2),
		})
	}
	return section
}

// giving is the book's claim, put to the test.
func giving(s *stats.AdiukhSummary) Section {
	section := Section{Title: "How the points arose, in played-out wins"}
	if s.Winners.Games == 0 {
		section.Notes = []string{"No game was won by playing it out."}
		return section
	}
	section.Columns = []Column{
		{Title: "", Left: true}, {Title: "points"}, {Title: "walked"}, {Title: "given"}, {Title: "taken"}, {Title: "stayed"}, {Title: "captures"}, {Title: "lost"},
	}
	mean := func(n int, of stats.Sources) string { return decimal(float64(n)/float64(of.Games), 2) }
	stacks := []stack{{name: "walked"}, {name: "given"}, {name: "taken"}, {name: "stayed"}}
	for i, side := range []stats.Sources{s.Winners, s.Losers} {
		section.Rows = append(section.Rows, []string{
			[...]string{"winners", "losers"}[i], mean(side.Points(), side), mean(side.Walked, side), mean(side.Given, side),
			mean(side.Taken, side), mean(side.Stayed, side), mean(side.Captures, side), mean(side.Lost, side),
		})
		for k, n := range []int{side.Walked, side.Given, side.Taken, side.Stayed} {
			stacks[k].values = append(stacks[k].values, float64(n)/float64(side.Games))
		}
	}
	n := s.Winners.Games
	byGiving := s.Blocked[0].Wins + s.Blocked[1].Wins
	section.Notes = []string{
		"A side's points are the pieces on the opponent's half: walked, its own in its own towers; given, its own under the opponent's;",
		"taken, the opponent's under its own; stayed, the opponent's in the opponent's own. Captures: pieces it captured in a game; lost: that it lost.",
		fmt.Sprintf("\"In most games won by giving\", the book says (Adiukh, Essence and aims of the game): wins of the side left without a move: %d of %d, %s;",
			byGiving, n, part(byGiving, n)),
		fmt.Sprintf("in %d, %s, more of the winner's points were given than taken; in %d, %s, fewer; in %d as many.",
			s.GivenMore, part(s.GivenMore, n), s.TakenMore, part(s.TakenMore, n), s.Equal),
	}
	section.Pictures = []Picture{{
		bars("", "points a game", []string{"winners", "losers"}, stacks, "mean points by how they arose; the table has the numbers"),
		"How the points of a game arose.",
	}}
	return section
}

func blocked(s *stats.AdiukhSummary) Section {
	section := Section{
		Title: "The side left without a move",
		Columns: []Column{
			{Title: "", Left: true}, {Title: "games"}, {Title: "wins"}, {Title: "draws"}, {Title: "losses"}, {Title: "wins of it"},
			{Title: "without a tower: wins"}, {Title: "draws"}, {Title: "losses"},
		},
		Notes: []string{"Whoever has no tower left has given or lost all; else the towers were locked, or kings without a capture."},
	}
	for c := record.White; c <= record.Black; c++ {
		b := s.Blocked[c]
		section.Rows = append(section.Rows, []string{
			colourName(c), strconv.Itoa(b.Games()), strconv.Itoa(b.Wins), strconv.Itoa(b.Draws), strconv.Itoa(b.Losses), part(b.Wins, b.Games()),
			strconv.Itoa(b.WinsWithout), strconv.Itoa(b.DrawsWithout), strconv.Itoa(b.LossesWithout),
		})
	}
	return section
}

func lengths(s *stats.AdiukhSummary) Section {
	section := Section{
		Title:   "Margin by length, of played-out games",
		Columns: []Column{{Title: "plies"}, {Title: "games"}, {Title: "margin"}, {Title: "spread"}},
		Notes: []string{
			"Margin: mean difference of the points, 0 for a draw.",
			"Correlation of length and margin: " + decimal(s.Relation.Correlation(), 3) + ".",
		},
	}
	var points []point
	for _, l := range s.Lengths {
		if l.Margin.Games == 0 {
			continue
		}
		name := fmt.Sprintf("%d-%d", l.From, l.To)
		if l.To == 0 {
			name = fmt.Sprintf("%d or more", l.From)
		}
		section.Rows = append(section.Rows, []string{
			name, strconv.Itoa(l.Margin.Games), decimal(l.Margin.Mean(), 2), decimal(l.Margin.Spread(), 2),
		})
		points = append(points, point{float64(l.From) + 4.5, l.Margin.Mean(), l.Margin.Spread()})
	}
	if chart := means("plies", "margin", points, "mean margin by length, with its spread; the table has the numbers"); chart != "" {
		section.Pictures = []Picture{{chart, "Mean margin of games of similar length; the bars are one standard deviation up and down."}}
	}
	return section
}

func squares(s *stats.AdiukhSummary) Section {
	games := 0
	for _, row := range s.Scores {
		games += row[stats.PlayedOut]
	}
	section := Section{
		Title:   "Who stood where at the end, of played-out games",
		Columns: []Column{{Title: "square", Left: true}, {Title: "White's towers"}, {Title: "Black's towers"}, {Title: "white pieces"}, {Title: "black pieces"}},
		Notes:   []string{"Towers: share of the games with one of the side's on the square. Pieces: mean number on it, prisoners included."},
	}
	if games == 0 {
		section.Columns, section.Notes = nil, []string{"No game was played out."}
		return section
	}
	of := make(map[record.Square]stats.SquareTally, len(s.Squares))
	most, towers := 1, 1
	for _, q := range s.Squares {
		of[q.Square] = q
		most = max(most, q.Pieces[0]+q.Pieces[1])
		towers = max(towers, q.Towers[0], q.Towers[1])
		section.Rows = append(section.Rows, []string{
			record.Adiukh.Board().Name(q.Square), part(q.Towers[0], games), part(q.Towers[1], games),
			decimal(float64(q.Pieces[0])/float64(games), 2), decimal(float64(q.Pieces[1])/float64(games), 2),
		})
	}
	for c := record.White; c <= record.Black; c++ {
		section.Pictures = append(section.Pictures, Picture{
			diagram.Shades(record.Adiukh, "share of games with a tower of "+colourName(c)+"'s on each square; the table has the numbers", func(at record.Square) diagram.Shade {
				n := float64(of[at].Towers[c])
				return diagram.Shade{Depth: n / float64(towers), Text: decimal(100*n/float64(games), 0) + "%"}
			}), "Games that ended with a tower of " + colourName(c) + "'s on the square.",
		})
	}
	section.Pictures = append(section.Pictures, Picture{
		diagram.Shades(record.Adiukh, "mean number of pieces on each square; the table has the numbers", func(at record.Square) diagram.Shade {
			pieces := of[at].Pieces[0] + of[at].Pieces[1]
			return diagram.Shade{Depth: float64(pieces) / float64(most), Text: decimal(float64(pieces)/float64(games), 2)}
		}), "Pieces of either colour on the square, a game.",
	})
	return section
}

func byYear(s *stats.AdiukhSummary) Section {
	section := Section{Title: "By year", Columns: append(append([]Column{{Title: "year"}}, tallyColumns...), scoreColumns...)}
	var points []point
	for i := range s.Years {
		y := &s.Years[i]
		name := "unknown"
		if y.Year > 0 {
			name = strconv.Itoa(y.Year)
			points = append(points, point{float64(y.Year), y.Tally.MeanPoints(), y.Tally.Spread()})
		}
		section.Rows = append(section.Rows, append(append([]string{name}, tallyCells(&y.Tally)...), scoreCells(&y.Tally)...))
	}
	if len(points) > 1 {
		section.Pictures = []Picture{{
			means("year", "White's points", points, "White's mean points by year, with their spread; the table has the numbers"),
			"White's mean points by year; the bars are one standard deviation up and down.",
		}}
	}
	return section
}

func byOpening(openings []stats.AdiukhOpening) Section {
	section := Section{Title: "By opening", Columns: append(append(append([]Column{}, tallyColumns...), scoreColumns...), Column{Title: "moves", Left: true})}
	if len(openings) == 0 {
		return Section{Title: "By opening", Notes: []string{"No opening was played often enough."}}
	}
	for i := range openings {
		if i == MaxRows {
			section.Notes = append(section.Notes, fmt.Sprintf("%d more; JSON has all", len(openings)-i))
			break
		}
		o := &openings[i]
		section.Rows = append(section.Rows, append(append(tallyCells(&o.Tally), scoreCells(&o.Tally)...), line(record.Adiukh, o.Line)))
	}
	return section
}

func byPlayer(players []stats.Player, more int) Section {
	section := playerTable(players, more)
	section.Title = "By player"
	section.Pictures = nil
	return section
}
