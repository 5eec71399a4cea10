package replay

import (
	"cmp"
	"slices"

	"github.com/stolb/stolb/record"
)

const (
	// MaxLegal is how many legal moves a report lists for a stopped game, and how many a fault
	// suggests for an ambiguous word. A crowd of kings has hundreds.
	MaxLegal = 32
	// maxNamed is how many moves a message names at most.
	maxNamed = 6
)

// texts returns the full texts of the legal moves with the given indices, sorted bytewise.
func (p *Position) texts(legal []Move, named []int) []string {
	all := make([]string, len(named))
	for k, i := range named {
		all[k] = string(p.AppendMove(nil, &legal[i], legal))
	}
	slices.Sort(all)
	return all
}

// likely returns the indices of at most n legal moves. If there are more, moves that share both
// start and end with the word come first, then those that share either.
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
