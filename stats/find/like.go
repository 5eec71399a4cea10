package find

import (
	"fmt"
	"strings"

	"github.com/stolb/stolb/record"
)

// Like returns a query for a position and all that differ from it by where they stand on
// the board, or by colours alone: shifted, in a mirror, and with White and Black exchanged
// (FIND.md, Images). By it the predecessors of a composition are found.
func Like(p record.Position) string {
	board := p.Variant.Board()
	var all []string
	for ranks := -board.Ranks + 1; ranks < board.Ranks; ranks++ {
		for files := -board.Files + 1; files < board.Files; files++ {
			if shifted, ok := shift(&p, files, ranks); ok {
				all = append(all, fmt.Sprintf("position %q or mirrored position %[1]q", shifted.FEN()))
			}
		}
	}
	return "either colour (" + strings.Join(all, " or ") + ")"
}

// shift returns a position with all towers shifted; false where one would leave the board,
// or could not stand there.
func shift(p *record.Position, files, ranks int) (record.Position, bool) {
	board := p.Variant.Board()
	shifted := record.Position{Variant: p.Variant, Turn: p.Turn}
	for _, s := range board.Squares() {
		t := p.At(s)
		if t == 0 {
			continue
		}
		file, rank := s.File()+files, s.Rank()+ranks
		if min(file, rank) < 0 || !board.Has(record.SquareAt(file, rank)) {
			return shifted, false
		}
		shifted.Put(record.SquareAt(file, rank), t)
	}
	return shifted, shifted.Validate() == nil
}
