package book

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// tournamentFence returns the crosstable of a tournament, its results round by round, its games, or
// all of these.
func (m *manuscript) tournamentFence(f *fence) []ast.Node {
	file, event := f.values["file"], f.values["event"]
	if file == "" {
		return m.failed(f.at, message.Of("book.no-file", "name", "file", "fence", f.name))
	}
	all, err := m.gamesOf(file, cmp.Or(f.variant(), m.Variant))
	if err != nil {
		return m.failed(f.place("file"), message.From(err))
	}
	all = slices.DeleteFunc(slices.Clone(all), func(r *replay.Report) bool { return event != "" && strings.TrimSpace(r.Game.Tag("Event")) != event })
	if len(all) == 0 {
		return m.failed(f.place("event"), message.Of("book.no-event", "event", event, "file", file))
	}
	var t *Crosstable
	if f.name == "crosstable" || f.name == "bulletin" {
		m.tabled[file+"\x00"+event] = true
		if t = m.crosstable(f, all); t == nil {
			return nil
		}
	}
	slices.SortStableFunc(all, func(a, b *replay.Report) int { return byRound(boardOf(a), boardOf(b)) })
	switch f.name {
	case "crosstable":
		return m.table(t)
	case "rounds":
		m.later = append(m.later, func() {
			if !m.tabled[file+"\x00"+event] {
				m.crosstable(f, all) // to report faults of the games
			}
		})
		return m.rounds(f, all, nil, nil)
	case "games":
		return m.printed(f, all, 3, nil, nil)
	}
	said := commonTags(all, "Event", "Site", "Variant")
	top := &part{name: "Note", content: about(all[0], said, m.Language)}
	return slices.Concat([]ast.Node{top}, m.table(t), m.rounds(f, all, t, append(said, "Round")))
}

// resultOf returns the recorded result of a game, or that on the board if the record has none.
func resultOf(r *replay.Report) record.Result {
	result := r.Game.Result
	if outcome := r.Outcome(); outcome != record.NoResult && (result.Outcome == record.NoResult || result.Outcome == record.Unfinished) {
		result.Outcome = outcome
	}
	return result
}

// commonTags returns the tags whose values are the same in all games.
func commonTags(all []*replay.Report, tags ...string) []string {
	return slices.DeleteFunc(tags, func(tag string) bool {
		return slices.ContainsFunc(all, func(r *replay.Report) bool {
			return aboutTag(r, tag, message.English) != aboutTag(all[0], tag, message.English)
		})
	})
}

// printed returns the games of a tournament that can be printed. The tags in said are not repeated
// above them; names are those of the Crosstable, if any.
func (m *manuscript) printed(f *fence, all []*replay.Report, level int, said []string, names map[string]string) []ast.Node {
	var blocks []ast.Node
	for _, r := range all {
		if !m.judge(r) {
			continue
		}
		g := m.game(r, "", false)
		g.Level, g.said, g.names = level, said, names
		m.noted(g, f.at)
		blocks = append(blocks, &part{name: "Game", content: g})
	}
	return blocks
}

// noted registers the IDs of a game and its figures.
func (m *manuscript) noted(g *game, at int) {
	m.named(g.ID, at, target{name: m.book.gameName(g), number: g.Number})
	m.games[g.ID] = g
	for _, i := range slices.Sorted(maps.Keys(g.Figures)) {
		fig := g.Figures[i]
		m.named(fig.ID, at, target{name: m.book.name(fig), number: fig.Number})
	}
}

// boardOf returns the tag Round: a round, or a round and a board, such as 2.1.
func boardOf(r *replay.Report) string { return strings.TrimSpace(r.Game.Tag("Round")) }

// roundOf returns the round of a game, without its board.
func roundOf(r *replay.Report) string {
	if found := numberedRound().FindStringSubmatch(boardOf(r)); found != nil {
		return found[1]
	}
	return boardOf(r)
}

// byRound orders rounds by their numbers: 2.1 before 10.
func byRound(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(x, y string) int {
		n, _ := strconv.Atoi(x) // other text, as 0, is before numbers
		k, _ := strconv.Atoi(y)
		return cmp.Or(cmp.Compare(n, k), cmp.Compare(x, y))
	})
}

// crosstable returns the table of a tournament, or nil after recording faults: an error, or
// probable errors in the games whose codes the block does not accept.
func (m *manuscript) crosstable(f *fence, all []*replay.Report) *Crosstable {
	t, err := m.Crosstable(f.values, all, m.Language)
	if err != nil {
		m.wrong(f.at, message.From(err))
		return nil
	}
	accepted := listed(f.values["accept"])
	sound := true
	for _, slip := range t.Slips {
		if !slices.Contains(accepted, string(slip.Code)) {
			sound = false
			m.wrong(f.at, message.Of("book.slip", "what", slip.Message, "accept", "accept="+string(slip.Code)))
		}
	}
	if !sound {
		return nil
	}
	return t
}

// results is a table of players' scores. It may be too wide for a page.
type results struct {
	Heads   []string // of the columns: place and name first
	Crossed int      // columns after these whose heads are rounds or players, not turned when printed
	Rows    [][]string
	Title   string // "" if absent
}

// In splits the table into tables with lines of at most so many characters, including one between
// columns. Each has the places and names.
func (t *results) In(most int) []results {
	ends := make([]int, len(t.Heads)) // of the columns after place and name
	for i := range t.Heads {
		widest := 0
		for _, row := range t.Rows {
			widest = max(widest, utf8.RuneCountInString(row[i])+1)
		}
		if i < 2+t.Crossed { // the heads of other columns are turned
			widest = max(widest, utf8.RuneCountInString(t.Heads[i])+1)
		}
		switch {
		case i == 1:
			most = max(most-widest, 2)
		case i > 1:
			ends[i] = ends[i-1] + widest
		}
	}
	var all []results
	last := len(t.Heads) - 1
	n := (ends[last] + most - 1) / most
	for from, i := 2, 1; from <= last; i++ {
		to := from + 1
		for to <= last && ends[to]*n <= ends[last]*i {
			to++
		}
		cut := func(row []string) []string { return slices.Concat(row[:2], row[from:to]) }
		one := results{Heads: cut(t.Heads), Crossed: max(min(to, 2+t.Crossed)-from, 0), Title: t.Title}
		for _, row := range t.Rows {
			one.Rows = append(one.Rows, cut(row))
		}
		all = append(all, one)
		from = to
	}
	return all
}

// table returns the crosstable, a note on its rules, and a table of the points after each round.
func (m *manuscript) table(t *Crosstable) []ast.Node {
	cross := &results{Heads: []string{m.book.say("book.place"), m.book.say("book.name")}, Crossed: len(t.Rows)}
	var rounds []string
	points := map[[2]string]string{} // by player and round
	for _, row := range t.Standings {
		rounds = append(rounds, row[0])
		for _, player := range row[2:] {
			points[[2]string{player, row[0]}] = row[1]
		}
	}
	rounds = slices.Compact(rounds)
	progress := &results{Heads: slices.Concat(cross.Heads, rounds), Crossed: len(rounds), Title: m.book.say("book.progress")}
	for i := range t.Rows {
		cross.Heads = append(cross.Heads, strconv.Itoa(i+1))
	}
	cross.Heads = append(append(cross.Heads, m.book.say("book.points")), t.TieBreaks...)
	for _, player := range t.Rows {
		line := []string{player[0], tied(player[1])}
		cross.Rows = append(cross.Rows, slices.Concat(line, player[2:]))
		for _, round := range rounds {
			line = append(line, points[[2]string{player[1], round}])
		}
		progress.Rows = append(progress.Rows, line)
	}
	note := message.Of("book.system", "note", t.Note).In(m.Language)
	blocks := []ast.Node{&part{name: "Results", content: cross}, &part{name: "Note", content: note}}
	if len(rounds) > 0 {
		blocks = append(blocks, &part{name: "Results", content: progress})
	}
	return blocks
}

// pairing is a game of a round. Its ID is "" if the game is not printed.
type pairing struct{ ID, Players, Result string }

// rounds returns the results of each round. If t, the crosstable of a bulletin, is not nil, the
// results refer to the games of the round, which follow, and then the standings.
func (m *manuscript) rounds(f *fence, all []*replay.Report, t *Crosstable, said []string) []ast.Node {
	var blocks []ast.Node
	var names map[string]string
	if t != nil {
		names = t.Names
	}
	for len(all) > 0 {
		round, k := roundOf(all[0]), 1
		for k < len(all) && roundOf(all[k]) == round {
			k++
		}
		var played []*replay.Report
		played, all = all[:k], all[k:]
		title, level, now := upperFirst(roundInWords(round, m.Language)), min(m.level+1, 5), said
		if round == "" || strings.Trim(round, "?-") == "" {
			title = m.book.say("book.collection")
		}
		if day := commonTags(played, "Date"); t != nil && len(day) > 0 {
			title = strings.TrimSuffix(title+", "+about(played[0], day, m.Language), ", ")
			now = append(slices.Clip(said), "Date")
		}
		head := m.section(level, "round", title, f.at)
		ids := map[*replay.Report]string{} // of the printed games
		var games []ast.Node
		if t != nil {
			games = m.printed(f, played, level+1, now, names)
			for _, n := range games {
				g := n.(*part).content.(*game)
				ids[g.Report] = g.ID
			}
		}
		var list []pairing
		for _, r := range played {
			result := figures(resultOf(r), f.values["win"] == "2")
			list = append(list, pairing{ids[r], (&game{Report: r, names: names}).Heading(), result})
		}
		blocks = append(append(blocks, head, &part{name: "Round", content: list}), games...)
		if t == nil {
			continue
		}
		rows := slices.DeleteFunc(slices.Clone(t.Standings), func(row []string) bool { return row[0] != round })
		if len(rows) > 0 {
			title := message.Of("book.standings", "n", round).In(m.Language)
			blocks = append(blocks, &part{name: "Standings", content: map[string]any{"Title": title, "Rows": rows}})
		}
	}
	return blocks
}

// figures formats a result in figures: 1:0, ½:½, +:–, or 2:0 if a win is two points.
func figures(r record.Result, two bool) string {
	whole := map[bool]string{true: "2", false: "1"}[two]
	switch r.Outcome {
	case record.WhiteWins:
		return whole + ":0"
	case record.BlackWins:
		return "0:" + whole
	case record.Draw:
		return map[bool]string{true: "1:1", false: "½:½"}[two]
	case record.Points:
		return fmt.Sprint(r.White, ":", r.Black)
	case record.Unplayed:
		sign := map[bool]string{true: "+", false: "–"}
		return sign[r.White > 0] + ":" + sign[r.Black > 0]
	}
	return "*"
}

// initial matches an initial after a space, at which no line may break.
var initial = pattern(` (\pL\.)`)

// tied joins initials to the rest of a name with no-break spaces.
func tied(name string) string {
	return initial().ReplaceAllString(strings.ReplaceAll(name, ". ", ".\u00a0"), "\u00a0$1")
}
