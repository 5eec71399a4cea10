package book

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// tournamentFence returns the table of a tournament, its results round by round, its
// games, or all of them.
func (m *manuscript) tournamentFence(f *fence) []ast.Node {
	file, event := f.values["file"], f.values["event"]
	if file == "" {
		m.wrong(f.at, message.Of("book.no-file", "name", "file", "fence", f.name))
		return nil
	}
	all, err := m.gamesOf(file, cmp.Or(f.variant(), m.Variant))
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
func (m *manuscript) printed(f *fence, all []*replay.Report) ([]ast.Node, map[*replay.Report]*game) {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b *replay.Report) int { return byRound(roundOf(a), roundOf(b)) })
	of := map[*replay.Report]*game{}
	var blocks []ast.Node
	for _, r := range all {
		if !m.judge(r) {
			continue
		}
		of[r] = m.game(r, "", false)
		m.noted(of[r], f.at)
		blocks = append(blocks, &part{game: of[r], level: 3})
	}
	return blocks, of
}

// noted notes what can be referred to of a game.
func (m *manuscript) noted(g *game, at int) {
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
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(x, y string) int {
		n, _ := strconv.Atoi(x) // what is no number is before those
		k, _ := strconv.Atoi(y)
		return cmp.Or(cmp.Compare(n, k), cmp.Compare(x, y))
	})
}

// crosstable returns the table of a tournament. What is probably wrong with its games is
// a fault, but for what the block accepts.
func (m *manuscript) crosstable(f *fence, all []*replay.Report, event string) []ast.Node {
	t, err := m.Crosstable(TournamentOptions{
		Event: event, System: f.values["system"], Rules: f.values["rules"], Win: f.values["win"],
		Teams: f.values["teams"] == "yes", Aliases: f.values["aliases"],
	}, all, m.Language)
	if err != nil {
		m.wrong(f.at, message.From(err))
		return nil
	}
	accepted := strings.FieldsFunc(f.values["accept"], func(c rune) bool { return c == ' ' || c == ',' })
	sound := true
	for _, slip := range t.Slips {
		if !slices.Contains(accepted, slip.Code) {
			sound = false
			m.wrong(f.at, message.Of("book.slip", "what", slip.Message, "accept", "accept="+slip.Code))
		}
	}
	if !sound {
		return nil
	}
	head := []ast.Node{plain(m.book.say("book.place")), plain(m.book.say("book.name"))}
	for i := range t.Rows {
		head = append(head, plain(number(i+1)))
	}
	head = append(head, plain(m.book.say("book.points")))
	for _, name := range t.TieBreaks {
		head = append(head, plain(name))
	}
	rows := [][]ast.Node{head}
	for _, player := range t.Rows {
		var cells []ast.Node
		for _, text := range player {
			cells = append(cells, plain(text))
		}
		rows = append(rows, cells)
	}
	note := ast.NewParagraph()
	note.AppendChild(note, plain(t.Note))
	return []ast.Node{table(rows), note}
}

// rounds returns a list of the games of each round, with their results; those that
// are printed are referred to.
func (m *manuscript) rounds(f *fence, all []*replay.Report, printed map[*replay.Report]*game) []ast.Node {
	of := map[string][][]ast.Node{}
	var order []string
	for _, r := range all {
		round := roundOf(r)
		if of[round] == nil {
			order = append(order, round)
			of[round] = [][]ast.Node{{plain(""), plain("")}}
		}
		played := game{Report: r}
		var name ast.Node = plain(played.Heading())
		if g := printed[r]; g != nil {
			name = reference(g.ID, played.Heading())
		}
		of[round] = append(of[round], []ast.Node{name, plain(notation.Result(r.Game.Result, m.Language))})
	}
	slices.SortStableFunc(order, byRound)
	var blocks []ast.Node
	for _, round := range order {
		title := upperFirst(roundInWords(round, m.Language))
		if round == "" || strings.Trim(round, "?-") == "" {
			title = message.Of("book.collection").In(m.Language)
		}
		head := heading(3, m.freeID("round"), title)
		m.named(idOf(head), f.at, title)
		blocks = append(blocks, head, table(of[round]))
	}
	return blocks
}
