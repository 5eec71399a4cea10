package page

import (
	"fmt"
	"strconv"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/stats"
)

// shownPlayers is how many players the chart shows.
const shownPlayers = 20

// Players returns the page of players, in the order given; more is how many
// there are besides.
func Players(players []stats.Player, more int) *Page {
	p := &Page{Title: "Players: " + strconv.Itoa(len(players)+more)}
	if len(players) > 0 {
		p.Sections = []Section{playerTable(players, more)}
	}
	return p
}

func playerTable(players []stats.Player, more int) Section {
	if len(players) == 0 {
		return Section{Notes: []string{"No player has games enough."}}
	}
	scored := false
	for i := range players {
		scored = scored || players[i].Scored() > 0
	}
	s := Section{Columns: []Column{
		{Title: "player", Left: true}, {Title: "games"}, {Title: "won"}, {Title: "drawn"}, {Title: "lost"}, {Title: "share"},
		{Title: "as White"}, {Title: "share"}, {Title: "as Black"}, {Title: "share"}, {Title: "plies"},
	}}
	if scored {
		s.Columns = append(s.Columns, scoreColumns...)
	}
	s.Columns = append(s.Columns, Column{Title: "years"})
	stacks := []stack{{name: "won"}, {name: "lost"}, {name: "drawn"}}
	var names []string
	for i := range players {
		if i == MaxRows {
			more += len(players) - i
			break
		}
		p := &players[i]
		white, black := &p.As[record.White], &p.As[record.Black]
		row := []string{
			short(p.Name), strconv.Itoa(p.Games()), strconv.Itoa(p.Wins()), strconv.Itoa(p.Draws()), strconv.Itoa(p.Losses()), percent(p.Share()),
			strconv.Itoa(white.Games), percent(white.Share()), strconv.Itoa(black.Games), percent(1 - black.Share()), decimal(p.MeanPlies(), 1),
		}
		if scored {
			row = append(row, decimal(p.MeanPoints(), 2), decimal(p.Spread(), 2))
		}
		s.Rows = append(s.Rows, append(row, years(p.Years())))
		if i < shownPlayers {
			names = append(names, short(p.Name))
			stacks[0].values = append(stacks[0].values, float64(p.Wins()))
			stacks[1].values = append(stacks[1].values, float64(p.Losses()))
			stacks[2].values = append(stacks[2].values, float64(p.Draws()))
		}
	}
	if more > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%s more; JSON has all", count(more, "player", "players")))
	}
	s.Pictures = []Picture{{
		bars("", "games", names, stacks, "games won, lost and drawn by player; the table has the numbers"),
		"Games won, lost and drawn.",
	}}
	return s
}
