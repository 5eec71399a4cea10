package solve

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// genre is a kind of composition, with its limits on position and task (Codex 5.1.3).
type genre struct {
	names        []string
	white, black [2]int // towers, least and most
	men          bool   // no kings
	inLasca      int    // the most towers there, if fewer; else 0
	locks        bool   // the task is to lock; otherwise to win or to draw
}

const anyNumber = 1 << 10

var genres = []genre{
	{names: []string{"проблема", "problem"}, white: [2]int{5, anyNumber}, black: [2]int{1, anyNumber}},
	{names: []string{"миниатюра", "мініатюра", "miniature"}, white: [2]int{1, 5}, black: [2]int{1, 5}, men: true, inLasca: 4},
	{names: []string{"концовка", "кінцівка", "ending"}, white: [2]int{1, 10}, black: [2]int{1, 10}, men: true},
	{names: []string{"средняя проблема", "середня проблема", "medium problem"}, white: [2]int{1, 6}, black: [2]int{1, 6}, men: true},
	{names: []string{"большая проблема", "велика проблема", "large problem"}, white: [2]int{1, 8}, black: [2]int{1, 8}, men: true},
	{names: []string{"этюд", "етюд", "study"}, white: [2]int{1, 4}, black: [2]int{1, 6}},
	{names: []string{"позиционная концовка", "позиційна кінцівка", "positional ending"}, white: [2]int{1, 8}, black: [2]int{1, 8}},
	{names: []string{"задача", "lock problem"}, white: [2]int{1, anyNumber}, black: [2]int{1, anyNumber}, locks: true},
}

// genreOf returns the genre named by a tag or a line before the moves, and the name, or nil.
func genreOf(g *record.Game) (*genre, string) {
	for _, name := range append([]string{g.Tag("Genre"), g.Tag("Source")}, g.Before...) {
		name = strings.ToLower(strings.Trim(name, " \t.:"))
		for i := range genres {
			if slices.Contains(genres[i].names, name) {
				return &genres[i], name
			}
		}
	}
	return nil, ""
}

// genre reports how a composition differs from its stated genre.
func (e *examiner) genre(r *record.Game) {
	g, name := genreOf(r)
	if g == nil {
		return
	}
	find := func(id message.ID, args ...any) {
		e.find(record.Fault{Code: OtherGenre, Paragraph: "Codex 5.1.3"}, id, append(args, "genre", name)...)
	}
	if e.o.Task.Locks() != g.locks {
		find("solve.genre-task")
	}
	for side, towers := range [...][2]int{g.white, g.black} {
		side := record.Colour(side)
		if g.inLasca > 0 && e.start.Rules().Variant.Straight() == record.Lasca {
			towers[1] = g.inLasca
		}
		if g.men && e.start.Census(side).Kings > 0 {
			find("solve.genre-kings", "side", side.Term())
		}
		switch n := e.start.Census(side).Towers; {
		case n < towers[0]:
			find("solve.genre-least", "side", side.Term(), "n", n, "least", towers[0])
		case n > towers[1]:
			find("solve.genre-most", "side", side.Term(), "n", n, "most", towers[1])
		}
	}
}
