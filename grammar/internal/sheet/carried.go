package sheet

import (
	"strings"
	"sync"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/record"
)

// carriedInSheet adds the fault of a game that a sheet carries without what was
// wrong with it, where its moves are still those that were.
func carriedInSheet(g *record.Game) {
	// Behind the result, else behind the last word of the text, which in columns
	// may be the move before the last.
	lists := append(make([][]string, 0, 4), g.After)
	for _, p := range g.Plies[max(0, len(g.Plies)-2):] {
		if p.Note != nil {
			lists = append(lists, p.Note.Comments)
		}
	}
	if len(g.Plies) == 0 {
		lists = append(lists, g.Before)
	}
	if len(lists) == 1 && len(lists[0]) == 0 {
		return // as nearly always
	}
	fingerprint := sync.OnceValue(func() string {
		words := make([]string, len(g.Plies))
		for i := range g.Plies {
			words[i] = g.Plies[i].Word.Text
		}
		return cut.Fingerprint(words)
	})
	for _, list := range lists {
		for _, c := range list {
			if said, at, ok := cut.SaidInSheet(c, fingerprint); ok {
				at += max(strings.LastIndex(g.Text, c), 0)
				g.Faults = append(g.Faults, cut.CarriedFault(said, at, len(g.Plies)))
				return
			}
		}
	}
}
