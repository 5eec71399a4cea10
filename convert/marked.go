package convert

import (
	"iter"

	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Marked yields the positions of a judged game and of its variations at which the record
// wants a diagram, in the order of the text. The place of each is the number of the
// variation, 0 for the game's own moves, and how many of its plies stand before it.
func Marked(r *replay.Report) iter.Seq2[[2]int, record.Position] {
	return func(yield func([2]int, record.Position) bool) {
		at := notation.Positions(r, replay.Full)
		for _, run := range notation.Runs(r, notation.Options{}) {
			place := notation.Place{Variation: run.Variation, Ply: run.Ply}
			if p, known := at[place]; known && run.Role == notation.Diagram &&
				!yield([2]int{run.Variation, run.Ply}, p.Position) {
				return
			}
		}
	}
}
