package replay

import (
	"fmt"

	"github.com/stolb/stolb/record"
)

// Rules is a variant: everything in which one game differs from another. The
// engine reads them as data.
type Rules struct {
	Variant record.Variant

	// ManCapturesBack: a man captures backward, too (Codex 1.6.2); else forward
	// only (Codex 2.4.1).
	ManCapturesBack bool
	// KingFlies: a king moves and captures at any distance (Codex 1.5.3,
	// 1.6.3); else to the next square only (Codex 2.4.1).
	KingFlies bool
	// KingStands: a king has captures only (Adiukh 3.5).
	KingStands bool
	// KingByRank: a tower is a king while it stands on its owner's far rank
	// (Adiukh 3.5, 3.12); else its top piece is marked on reaching that rank
	// and keeps the mark (Codex 1.5.2, 1.6.3).
	KingByRank bool
	// Passing is what a man does that reaches the far rank in a capture.
	Passing Passing
	// Towers: a captured piece goes under the captor at once (Codex 1.6.1);
	// else all captured pieces leave the board after the move, and none is
	// jumped twice (Ukrainian rules II.3.5-3.6, III.3.5-3.6).
	Towers bool
	// Majority: the most pieces must be captured (Ukrainian rules II.3.8.4, III.3.10);
	// else the choice is free (Codex 1.6.3).
	Majority bool
	// StuckWins: the side that cannot move wins (Codex 4.1.4).
	StuckWins bool
	// Points: the game is won by pieces in the final position (Adiukh 5.1).
	Points bool
	// Repetition is the paragraph by which a draw may be claimed on the third
	// occurrence of a position with the same side to move (Codex 1.13.1), ""
	// where there is none. Adiukh has no draw to claim: no king can wander.
	Repetition string
	// Draws are the other grounds on which a draw may be claimed, at most 8.
	Draws []drawRule

	start    Position
	geometry *geometry
	promote  [2]uint64 // the far rank of each colour
}

// Passing is what becomes of a man that reaches the far rank in the course of
// a capture.
type Passing uint8

// The ways of passing the far rank.
const (
	// GoesOnAsKing: it is a king at once and goes on as one (Codex 1.6.3,
	// Adiukh 3.11).
	GoesOnAsKing Passing = iota
	// Stops: it is a king, and its move ends (Codex 2.4.2).
	Stops
	// GoesOnAsMan: it goes on as a man where it can and is a king only if its
	// move ends there (Ukrainian rules II.3.8.2, III.3.8).
	GoesOnAsMan
)

var rulesOf = func() map[record.Variant]*Rules {
	bashni := Rules{
		ManCapturesBack: true, KingFlies: true, Passing: GoesOnAsKing, Towers: true,
		Repetition: "Codex 1.13.1", Draws: columnDraws,
	}
	lasca := Rules{Passing: Stops, Towers: true, Repetition: "Codex 1.13.1", Draws: columnDraws}
	adiukh := Rules{
		ManCapturesBack: true, KingFlies: true, KingStands: true, KingByRank: true,
		Passing: GoesOnAsKing, Towers: true, Points: true,
	}
	russian := Rules{
		ManCapturesBack: true, KingFlies: true, Passing: GoesOnAsKing,
		Repetition: "Ukrainian rules II.5.3.3", Draws: russianDraws,
	}
	brazilian := Rules{
		ManCapturesBack: true, KingFlies: true, Passing: GoesOnAsMan, Majority: true,
		Repetition: "Ukrainian rules II.5.3.3", Draws: russianDraws,
	}
	international := Rules{
		ManCapturesBack: true, KingFlies: true, Passing: GoesOnAsMan, Majority: true,
		Repetition: "Ukrainian rules III.5.5", Draws: internationalDraws,
	}
	checkers := Rules{Passing: Stops, Repetition: "Ukrainian rules II.5.4.1", Draws: checkersDraws}

	all := make(map[record.Variant]*Rules)
	add := func(v record.Variant, r Rules) {
		r.Variant = v
		r.StuckWins = v.Reversed()
		r.geometry = geometryOf(v.Board())
		r.promote = [2]uint64{r.geometry.rank(v.Board().Ranks - 1), r.geometry.rank(0)}
		start := record.StartPosition(v)
		r.start = *r.set(&start)
		all[v] = &r
	}
	add(record.Bashni, bashni)
	add(record.BashniReverse, bashni)
	add(record.Lasca, lasca)
	add(record.LascaReverse, lasca)
	add(record.Adiukh, adiukh)
	add(record.Russian, russian)
	add(record.RussianReverse, russian)
	add(record.Brazilian, brazilian)
	add(record.International, international)
	add(record.Checkers, checkers)
	return all
}()

// For returns the rules of a variant. The error says that there are none.
func For(v record.Variant) (*Rules, error) {
	if r, ok := rulesOf[v]; ok {
		return r, nil
	}
	return nil, fmt.Errorf("replay: no rules for the variant %v", v)
}
