package find

import (
	"fmt"

	"github.com/stolb/stolb/record"
)

// Like returns a query for a position and all that differ from it by where they stand on
// the board, or by colours alone: shifted, in a mirror, and with White and Black exchanged
// (FIND.md, Images). By it the predecessors of a composition are found.
func Like(p record.Position) string {
	towers := 0 // else the pattern says nothing of the other squares
	for _, s := range p.Variant.Board().Squares() {
		if p.At(s) != 0 {
			towers++
		}
	}
	return fmt.Sprintf("towers = %d and either colour mirrored shifted pattern %q", towers, p.FEN())
}
