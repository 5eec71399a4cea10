package replay

import (
	"cmp"
	"slices"

	"github.com/stolb/stolb/record"
)

const (
	// MaxLegal is how many legal moves a report lists where a game was stopped, and how many a
	// fault suggests for a word that may mean any of them. Kings in a crowd have hundreds.
	MaxLegal = 32
	// maxNamed is how many moves a message names.
	maxNamed = 6
)

// texts returns the texts in full of the legal moves with the given indices, sorted bytewise.
func (p *Position) texts(legal []Move, named []int) []string {
	all := p.spell(legal, named)
	slices.Sort(all)
	return all
}

// spell returns the texts in full of those legal moves that are named by their indices.
func (p *Position) spell(legal []Move, named []int) []string {
	all := make([]string, len(named))
	for k, i := range named {
		all[k] = string(p.AppendMove(nil, &legal[i], legal))
	}
	return all
}

// likely returns at most n legal moves by their indices in order: where there are more, those first
// that start and end where the word does, then those that do either.
func (p *Position) likely(w *record.Word, legal []Move, n int) []int {
	all := make([]int, len(legal))
	for i := range all {
		all[i] = i
	}
	if len(legal) > n && len(w.Steps) > 0 {
		starts, ends := p.meant(w)
		alike := func(i int) uint64 { return starts>>legal[i].from&1 + ends>>legal[i].to&1 }
		slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(alike(b), alike(a)) })
	}
	return all[:min(len(all), n)]
}
