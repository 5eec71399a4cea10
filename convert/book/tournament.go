package book

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/convert/typeset"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// tournamentFence returns the table of a tournament, its results round by round, its
// games, or all of them.
func (m *manuscript) tournamentFence(f *fence) []Block {
	file, event := f.values["file"], f.values["event"]
	if file == "" {
		m.wrong(f.at, message.Of("book.no-file", "name", "file", "fence", f.name))
		return nil
	}
	asked := m.Variant
	if _, given := f.values["variant"]; given {
		asked = m.variantOf(f)
	}
	all, err := m.gamesOf(file, asked)
	if err != nil {
		m.wrong(f.place("file"), message.From(err))
		return nil
	}
	if event != "" {
		all = slices.DeleteFunc(slices.Clone(all), func(r *replay.Report) bool { return strings.TrimSpace(r.Game.Tag("Event")) != event })
		if len(all) == 0 {
			m.wrong(f.place("event"), message.Of("book.no-event", "event", event, "file", file))
			return nil
		}
	}
	switch f.name {
	case "crosstable":
		return m.crosstable(f, all, event)
	case "rounds":
		return m.rounds(f, all, nil)
	case "games":
		games, _ := m.printed(f, all)
		return games
	}
	table := m.crosstable(f, all, event)
	if table == nil {
		return nil
	}
	games, of := m.printed(f, all)
	return slices.Concat(table, m.rounds(f, all, of), games)
}

// printed returns the games of a tournament in the order of their rounds, and which
// is which.
func (m *manuscript) printed(f *fence, all []*replay.Report) ([]Block, map[*replay.Report]*Game) {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b *replay.Report) int { return byRound(roundOf(a), roundOf(b)) })
	of := map[*replay.Report]*Game{}
	var blocks []Block
	for _, r := range all {
		if !m.judge(r) {
			continue
		}
		of[r] = m.game(r, "", false)
		m.noted(of[r], f.at)
		blocks = append(blocks, Block{Kind: GameText, Level: 3, Game: of[r]})
	}
	return blocks, of
}

// noted notes what can be referred to of a game.
func (m *manuscript) noted(g *Game, at int) {
	m.named(g.ID, at, m.book.gameName(g))
	m.games[g.ID] = g
	for _, i := range slices.Sorted(maps.Keys(g.Figures)) {
		fig := g.Figures[i]
		m.named(fig.ID, at, m.book.name(fig))
	}
}

func roundOf(r *replay.Report) string { return strings.TrimSpace(r.Game.Tag("Round")) }

// byRound orders rounds by their numbers: 2.1 before 10.
func byRound(a, b string) int {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(x), len(y)) {
		n, _ := strconv.Atoi(x[i]) // what is no number is before those
		k, _ := strconv.Atoi(y[i])
		if c := cmp.Or(cmp.Compare(n, k), cmp.Compare(x[i], y[i])); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(x), len(y))
}

// crosstable returns the table of a tournament.
func (m *manuscript) crosstable(f *fence, all []*replay.Report, event string) []Block {
	tournament := stats.NewTournament(event, false)
	for _, r := range all {
		if err := tournament.Add(r); err != nil {
			m.wrong(f.at, message.Of("book.no-tournament", "why", err))
			return nil
		}
	}
	_, tables, err := tournament.Tables(stats.Whichever, stats.Codex, false, m.Language)
	var several *stats.EventsError
	if errors.As(err, &several) {
		var names []string
		for _, name := range several.Events {
			if name == "" {
				name = message.Of("book.nameless").In(m.Language)
			}
			names = append(names, name)
		}
		m.wrong(f.at, message.Of("book.several-events", "name", "event", "events", strings.Join(names, "; ")))
		return nil
	}
	if err != nil {
		m.wrong(f.at, message.Of("book.no-tournament", "why", err))
		return nil
	}
	say := func(text message.Message) []Inline { return plain(text.In(m.Language)) }
	head := [][]Inline{say(message.Of("book.place")), say(message.Of("book.name"))}
	var rows [][][]Inline
	for _, results := range tables[:min(len(tables), 1)] {
		games := slices.IndexFunc(results.Columns, func(c table.Column) bool { return c.Name == "games" })
		points := slices.IndexFunc(results.Columns, func(c table.Column) bool { return c.Name == "points" })
		for row := range results.Rows {
			head = append(head, plain(number(len(rows)+1)))
			cells := [][]Inline{plain(strings.Replace(row[0].(string), "-", "–", 1))}
			for _, cell := range slices.Concat(row[1:games], row[points:points+1]) {
				text := fmt.Sprint(cell)
				if len(cells) > 1 && text == "×" {
					text = "■"
				}
				cells = append(cells, plain(text))
			}
			rows = append(rows, cells)
		}
	}
	rows = slices.Insert(rows, 0, append(head, say(message.Of("book.points"))))
	return []Block{{Kind: TableOf, Rows: rows}}
}

// rounds returns a list of the games of each round, with their results; those that
// are printed are referred to.
func (m *manuscript) rounds(f *fence, all []*replay.Report, printed map[*replay.Report]*Game) []Block {
	of := map[string][][][]Inline{}
	var order []string
	for _, r := range all {
		round := roundOf(r)
		if of[round] == nil {
			order = append(order, round)
			of[round] = [][][]Inline{{plain(""), plain("")}}
		}
		played := Game{Report: r}
		name := plain(played.Heading())
		if g := printed[r]; g != nil {
			name = []Inline{{Kind: Reference, Target: g.ID, Inlines: name}}
		}
		of[round] = append(of[round], [][]Inline{name, plain(typeset.Result(r.Game.Result, m.Language))})
	}
	slices.SortStableFunc(order, byRound)
	var blocks []Block
	for _, round := range order {
		title := upperFirst(roundInWords(round, m.Language))
		if round == "" || strings.Trim(round, "?-") == "" {
			title = message.Of("book.collection").In(m.Language)
		}
		head := Block{Kind: Heading, Level: 3, ID: m.freeID("round"), Inlines: plain(title)}
		m.named(head.ID, f.at, title)
		blocks = append(blocks, head, Block{Kind: TableOf, Rows: of[round]})
	}
	return blocks
}
