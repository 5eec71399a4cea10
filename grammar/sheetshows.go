package grammar

import "github.com/stolb/stolb/record"

// sheetShows returns the variants that a game can be by the look of it.
func sheetShows(g *record.Game) []record.Variant {
	top, algebraic, marked := 0, false, false
	unsigned := false // a capture without a sign
	for i := range g.Plies {
		w := g.Plies[i].Word
		for _, s := range w.Steps {
			top = max(top, int(s.Number))
			algebraic = algebraic || s.Number == 0
		}
		marked = marked || w.Promotion != 0
		if len(w.Steps) == 2 && w.Separator == record.NoSeparator && w.Steps[0].Rank < 0 && w.Steps[0].File == w.Steps[1].File {
			unsigned = true // aa7: only a capture comes back to its file
		}
	}
	r := g.Result
	switch {
	case len(g.Plies) == 0 || algebraic && top > 0:
		return nil
	case !algebraic && top <= record.Lasca.Board().Files*record.Lasca.Board().Ranks/2+1:
		return []record.Variant{record.Lasca}
	case !algebraic && top <= 32:
		return []record.Variant{record.Checkers}
	case !algebraic:
		return []record.Variant{record.International}
	case !marked && (unsigned || r.Outcome == record.Points && r.White+r.Black == 24):
		return []record.Variant{record.Adiukh}
	case marked:
		return []record.Variant{record.Bashni, record.BashniReverse, record.Russian, record.RussianReverse, record.Brazilian}
	}
	return []record.Variant{record.Bashni, record.BashniReverse, record.Adiukh, record.Russian, record.RussianReverse, record.Brazilian}
}
