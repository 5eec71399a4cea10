package book

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// tournamentFence returns the table of a tournament, or its results round by
// round.
func (m *manuscript) tournamentFence(f *fence) []Block {
	file := f.values["file"]
	all, err := m.gamesOf(file, m.Variant)
	if err != nil {
		m.wrong(f.at, message.From(err))
		return nil
	}
	event := f.values["event"]
	if f.name == "rounds" {
		return m.rounds(f, all, event)
	}
	tournament := stats.NewTournament(event, false)
	for _, r := range all {
		if err := tournament.Add(tournament.Read(r)); err != nil {
			m.wrong(f.at, message.Of("book.no-tournament", "why", err))
			return nil
		}
	}
	table, err := tournament.Table(stats.Whichever, stats.Codex)
	if err != nil {
		m.wrong(f.at, message.Of("book.no-tournament", "why", err))
		return nil
	}
	say := func(text message.Message) []Inline { return plain(text.In(m.Language)) }
	head := [][]Inline{say(message.Of("book.place")), say(message.Of("book.name"))}
	for i := range table.Rows {
		head = append(head, plain(number(i+1)))
	}
	head = append(head, say(message.Of("book.points")))
	rows := [][][]Inline{head}
	for i := range table.Rows {
		row := &table.Rows[i]
		place := number(row.Place)
		if row.Last > row.Place {
			place += "–" + number(row.Last)
		}
		cells := [][]Inline{plain(place), plain(row.Name)}
		for k, met := range row.Cells {
			text := ""
			for _, c := range met {
				text += c.String()
			}
			if k == i {
				text = "■"
			}
			cells = append(cells, plain(text))
		}
		rows = append(rows, append(cells, plain(row.Points.String())))
	}
	return []Block{{Kind: TableOf, Rows: rows}}
}

// rounds returns a list of the games of each round, with their results.
func (m *manuscript) rounds(f *fence, all []*replay.Report, event string) []Block {
	of := map[string][][][]Inline{}
	var order []string
	for _, r := range all {
		g := r.Game
		if event != "" && strings.TrimSpace(g.Tag("Event")) != event {
			continue
		}
		round := strings.TrimSpace(g.Tag("Round"))
		if of[round] == nil {
			order = append(order, round)
			of[round] = [][][]Inline{{plain(""), plain("")}}
		}
		played := Game{Report: r}
		of[round] = append(of[round], [][]Inline{plain(played.Heading()), plain(g.Result.String())})
	}
	slices.SortStableFunc(order, func(a, b string) int {
		x, _ := strconv.Atoi(a)
		y, _ := strconv.Atoi(b)
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(a, b))
	})
	var blocks []Block
	for _, round := range order {
		title := message.Of("book.round-title", "round", round).In(m.Language)
		if round == "" || strings.Trim(round, "?-") == "" {
			title = message.Of("book.collection").In(m.Language)
		}
		head := Block{Kind: Heading, Level: 3, ID: m.freeID("round"), Inlines: plain(title)}
		m.named(head.ID, f.at, title)
		blocks = append(blocks, head, Block{Kind: TableOf, Rows: of[round]})
	}
	return blocks
}
