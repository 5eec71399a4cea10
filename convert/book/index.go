package book

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/convert/composition"
	"github.com/stolb/stolb/record/message"
)

// openingPlies is how many plies an opening has in its index.
const openingPlies = 4

// indexTitle returns what an index is called; the zero Message where there is no
// such index.
func indexTitle(of string) message.Message {
	switch of {
	case "players":
		return message.Of("book.players")
	case "openings":
		return message.Of("book.openings")
	case "authors":
		return message.Of("book.authors")
	case "figures":
		return message.Of("book.figures")
	}
	return message.Message{}
}

// entries returns the entries of an index: players with their games, openings
// with theirs, authors with the numbers of their compositions in absolute
// alphabetical order (Ukrainian rules VI.7.4.8), figures in their own order.
func (b *builder) entries(of string) []Entry {
	var all []Entry
	at := map[string]int{}
	add := func(name string, to Target) {
		if name = strings.TrimSpace(name); name == "" || strings.Trim(name, "?-.") == "" {
			return
		}
		i, known := at[name]
		if !known {
			i = len(all)
			at[name] = i
			all = append(all, Entry{Name: name})
		}
		all[i].To = append(all[i].To, to)
	}
	switch of {
	case "players":
		for _, g := range b.book.Games {
			to := Target{g.ID, number(g.Number)}
			white, black := g.Report.Game.Tag("White"), g.Report.Game.Tag("Black")
			add(white, to)
			if black != white {
				add(black, to)
			}
		}
	case "openings":
		for _, g := range b.book.Games {
			if g.Report.Game.Start == nil && len(g.Report.Moves) > 0 {
				add(b.opening(g), Target{g.ID, number(g.Number)})
			}
		}
	case "authors":
		for _, f := range b.book.Figures {
			for _, author := range composition.Authors(f.Author) {
				add(author, Target{f.ID, number(f.Number)})
			}
		}
	case "figures":
		for _, f := range b.book.Figures {
			caption := b.book.caption(f)
			if f.Composition {
				caption = strings.TrimSuffix(b.book.name(f)+". "+f.Author, ". ")
			}
			all = append(all, Entry{caption, []Target{{f.ID, number(f.Number)}}})
		}
		return all
	}
	slices.SortStableFunc(all, func(a, c Entry) int { return composition.Compare(a.Name, c.Name, b.Language) })
	return all
}

// opening returns the first moves of a game, with their numbers.
func (b *builder) opening(g *Game) string {
	var words []string
	for i, m := range g.Report.Moves[:min(openingPlies, len(g.Report.Moves))] {
		if n := g.Report.MoveNumber(i + 1); i == 0 || !strings.HasSuffix(n, "...") {
			words = append(words, n)
		}
		words = append(words, m)
	}
	return strings.Join(words, " ")
}
