package sheet

import (
	"slices"

	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/record"
)

// sheetShows returns the variants that a game can be by the look of it: those
// whose squares and first move it has (see position.Shows), of which the sheet's own
// signs leave one where they can.
func (b *builder) sheetShows() []record.Variant {
	g := b.g
	var shows []record.Variant
	text := g.Text[b.start.at:b.start.end]
	if b.position == nil {
		shows = position.Shows(g, "")
	} else {
		shows = b.position.Shows(g.Plies)
	}
	only := func(v record.Variant) bool {
		if slices.Contains(shows, v) {
			shows = []record.Variant{v}
			return true
		}
		return false
	}
	marked, unsigned, numeric, read, top := false, false, true, false, 0
	for i := range g.Plies {
		w := g.Plies[i].Word
		if len(w.Steps) == 0 {
			continue // it cannot be read
		}
		read = true
		marked = marked || w.Promotion != 0
		numeric = numeric && w.Steps[0].Number > 0
		for _, s := range w.Steps {
			top = max(top, int(s.Number))
		}
		if len(w.Steps) == 2 && w.Separator == record.NoSeparator && w.Steps[0].Rank < 0 && w.Steps[0].File == w.Steps[1].File {
			unsigned = true // aa7: only a capture comes back to its file
		}
	}
	numeric = numeric && read
	points := g.Result.Outcome == record.Points && g.Result.White+g.Result.Black == float64(2*record.Adiukh.Pieces())
	if len(shows) == 0 && text == "" && read {
		// Not even the first move fits a game; the size of the numbers still tells.
		if !numeric {
			shows = []record.Variant{record.Bashni, record.Adiukh, record.Russian, record.Brazilian}
		}
		for _, v := range []record.Variant{record.Lasca, record.Checkers, record.International} {
			if numeric && v.Board().Numbered(top) != record.NoSquare {
				shows = []record.Variant{v}
				break
			}
		}
	}
	switch {
	case numeric && only(record.Lasca): // numbers up to 25
	case numeric && only(record.Checkers): // up to 32
	case numeric && only(record.International):
	case !marked && (points || unsigned) && only(record.Adiukh): // Adiukh 5.1, 7.2
	case marked: // Adiukh marks no kings (3.5)
		shows = slices.DeleteFunc(shows, func(v record.Variant) bool { return !v.KingMarks() })
	}
	return shows
}

// settle reads the position again where the moves tell the variant.
func (b *builder) settle() {
	g := b.g
	if g.Variant != record.UnknownVariant || b.asked != record.UnknownVariant {
		return
	}
	g.Shows = b.sheetShows()
	if g.Start == nil || len(g.Shows) != 1 || g.Start.Variant == g.Shows[0] {
		return
	}
	if p, _, err := b.position.As(g.Shows[0]); err == nil {
		p.Turn = g.Start.Turn
		g.Start = &p
	}
}
