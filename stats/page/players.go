package page

import (
	"strconv"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/stats"
)

// shownPlayers is how many players the chart shows.
const shownPlayers = 20

// Players returns the page of players, in the order given; more is how many
// there are besides.
func Players(players []stats.Player, more int, language message.Language) *Page {
	w := words{language}
	p := &Page{Language: language, Title: w.tell("page.players", "n", len(players)+more)}
	if len(players) > 0 {
		p.Sections = []Section{w.playerTable(players, more)}
	}
	return p
}

func (w words) playerTable(players []stats.Player, more int) Section {
	if len(players) == 0 {
		return Section{Notes: []string{w.tell("page.no-player")}}
	}
	scored := false
	for i := range players {
		scored = scored || players[i].Scored() > 0
	}
	s := Section{Columns: append([]Column{w.left("page.player")}, w.columns(
		"page.games", "page.won", "page.drawn", "page.lost", "page.share",
		"page.as-white", "page.share", "page.as-black", "page.share", "page.plies")...)}
	if scored {
		s.Columns = append(s.Columns, w.scoreColumns()...)
	}
	s.Columns = append(s.Columns, w.columns("page.years")...)
	stacks := []stack{{name: w.tell("page.won")}, {name: w.tell("page.lost")}, {name: w.tell("page.drawn")}}
	var names []string
	for i := range players {
		if i == MaxRows {
			more += len(players) - i
			break
		}
		p := &players[i]
		white, black := &p.As[record.White], &p.As[record.Black]
		row := []string{
			short(p.Name), strconv.Itoa(p.Games()), strconv.Itoa(p.Wins()), strconv.Itoa(p.Draws()), strconv.Itoa(p.Losses()), w.percent(p.Share()),
			strconv.Itoa(white.Games), w.percent(white.Share()), strconv.Itoa(black.Games), w.percent(1 - black.Share()), w.decimal(p.MeanPlies(), 1),
		}
		if scored {
			row = append(row, w.decimal(p.MeanPoints(), 2), w.decimal(p.Spread(), 2))
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
		s.Notes = append(s.Notes, w.tell("page.more-players", "n", more))
	}
	s.Pictures = []Picture{{
		bars("", w.tell("page.games"), names, stacks, w.tell("page.players-chart")),
		w.tell("page.players-caption"),
	}}
	return s
}
