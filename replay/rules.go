package replay

import (
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Rules is a variant as data: everything in which one game differs from another.
type Rules struct {
	Variant record.Variant

	// ManCapturesBack: a man captures backward, too (Codex 1.6.2); else forward only (Codex 2.4.1).
	ManCapturesBack bool
	// KingFlies: a king moves and captures at any distance (Codex 1.5.3,
	// 1.6.3); else to the next square only (Codex 2.4.1).
	KingFlies bool
	// KingStands: a king has captures only (Adiukh 3.5).
	KingStands bool
	// KingByRank: a tower is a king while it is on its owner's far rank (Adiukh 3.5, 3.12); else
	// its top piece is marked on reaching that rank and keeps the mark (Codex 1.5.2, 1.6.3).
	KingByRank bool
	// Passing is what a man does that reaches the far rank in a capture.
	Passing passing
	// Towers: a captured piece goes under the captor at once (Codex 1.6.1);
	// else all captured pieces leave the board after the move, and none is
	// jumped twice (Ukrainian rules II.3.5-3.6, III.3.5-3.6).
	Towers bool
	// Prefer says which captures must be preferred to others, what counts most
	// first, at most 4; where it is empty the choice is free (Codex 1.6.3).
	Prefer []preference
	// SparesKings: a man does not capture kings.
	SparesKings bool
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
	startFEN string
	geometry *geometry
	promote  [2]uint64 // the far rank of each colour
	half     [2]uint64 // the half of the board from which each colour begins
}

// passing is what becomes of a man that reaches the far rank in the course of a capture.
type passing uint8

// The ways of passing the far rank.
const (
	// goesOnAsKing: it is a king at once and goes on as one (Codex 1.6.3, Adiukh 3.11).
	goesOnAsKing passing = iota
	// stops: it is a king, and its move ends (Codex 2.4.2).
	stops
	// goesOnAsMan: it goes on as a man where it can and is a king only if its
	// move ends there (Ukrainian rules II.3.8.2, III.3.8).
	goesOnAsMan
)

// preference is what makes a capture one that must be preferred.
type preference uint8

// The preferences.
const (
	// mostPieces: it captures more pieces, of either kind (Ukrainian rules II.3.8.4, III.3.10).
	mostPieces preference = iota
	// withKing: a king makes it.
	withKing
	// mostKings: it captures more kings.
	mostKings
	// kingsFirst: of two that capture as many kings, it captures one earlier.
	kingsFirst
)

// Draughts that the rule books do not have, but PDN's list of game types has.
// Their federations' rules differ from the books' games in this; the paragraphs
// are named in github.com/rhalbersma/dctl, include/dctl/core/rules.
//
//   - pool: in a capture a man goes on from the far rank where it can, and is
//     no king then; the choice is free.
//   - italian: men capture forward, and no kings; a king steps. The most pieces
//     must be captured; if that leaves a choice, with a king; if that does, the
//     most kings; if that does, a king as early as can be.
//   - spanish, and portuguese under its own name: men capture forward, a king
//     flies. The most pieces must be captured, and of these captures one with
//     the most kings.
//   - czech: men capture forward, a king flies, and captures before any man.
//
// Claims name paragraphs of the rule books, so that these games have none.
var rulesOf = func() (all [256]*Rules) {
	straight := map[record.Variant]Rules{
		record.Bashni: {ManCapturesBack: true, KingFlies: true, Passing: goesOnAsKing, Towers: true,
			Repetition: "Codex 1.13.1", Draws: columnDraws},
		record.Lasca: {Passing: stops, Towers: true, Repetition: "Codex 1.13.1", Draws: columnDraws},
		record.Adiukh: {ManCapturesBack: true, KingFlies: true, KingStands: true, KingByRank: true,
			Passing: goesOnAsKing, Towers: true, Points: true},
		record.Russian: {ManCapturesBack: true, KingFlies: true, Passing: goesOnAsKing,
			Repetition: "Ukrainian rules II.5.3.3", Draws: russianDraws},
		record.Brazilian: {ManCapturesBack: true, KingFlies: true, Passing: goesOnAsMan,
			Prefer: []preference{mostPieces}, Repetition: "Ukrainian rules II.5.3.3", Draws: russianDraws},
		record.International: {ManCapturesBack: true, KingFlies: true, Passing: goesOnAsMan,
			Prefer: []preference{mostPieces}, Repetition: "Ukrainian rules III.5.5",
			Draws: internationalDraws},
		record.Checkers: {Passing: stops, Repetition: "Ukrainian rules II.5.4.1", Draws: checkersDraws},
		record.Pool:     {ManCapturesBack: true, KingFlies: true, Passing: goesOnAsMan},
		record.Italian: {Passing: stops, SparesKings: true,
			Prefer: []preference{mostPieces, withKing, mostKings, kingsFirst}},
		record.Spanish:    {KingFlies: true, Passing: stops, Prefer: []preference{mostPieces, mostKings}},
		record.Portuguese: {KingFlies: true, Passing: stops, Prefer: []preference{mostPieces, mostKings}},
		record.Czech:      {KingFlies: true, Passing: stops, Prefer: []preference{withKing}},
	}
	for _, v := range record.Variants() {
		r := straight[v.Straight()]
		r.Variant, r.StuckWins, r.geometry = v, v.Reversed(), geometries[v.Board()]
		last := v.Board().Ranks - 1
		r.promote = [2]uint64{r.geometry.rank[last], r.geometry.rank[0]}
		for i := range (last + 1) / 2 { // the middle rank of an odd board is in neither half
			r.half[record.White] |= r.geometry.rank[i]
			r.half[record.Black] |= r.geometry.rank[last-i]
		}
		start := record.StartPosition(v)
		r.start, r.startFEN = *r.set(&start), start.FEN()
		all[v] = &r
	}
	return all
}()

// For returns the rules of a variant. The error says that there are none.
func For(v record.Variant) (*Rules, error) {
	if r := rulesOf[v]; r != nil {
		return r, nil
	}
	return nil, message.Of("replay.no-rules", "variant", v.String())
}
