package replay

import (
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Rules describes a variant as data: everything that distinguishes one game from another.
type Rules struct {
	Variant record.Variant

	// ManCapturesBack: a man also captures backward (Codex 1.6.2); else only forward (Codex 2.4.1).
	ManCapturesBack bool
	// KingFlies: a king moves and captures at any distance (Codex 1.5.3, 1.6.3); else only to the
	// next square (Codex 2.4.1).
	KingFlies bool
	// KingStands: a king only captures; it makes no quiet moves (Adiukh 3.5).
	KingStands bool
	// KingByRank: a tower is a king as long as it is on its owner's far rank (Adiukh 3.5, 3.12);
	// else its top piece is marked on reaching that rank and keeps the mark (Codex 1.5.2, 1.6.3).
	KingByRank bool
	// Passing determines what happens when a man reaches the far rank during a capture.
	Passing passing
	// Towers: a captured piece goes under the captor at once (Codex 1.6.1); else all captured
	// pieces leave the board after the move, and none is jumped twice (Ukrainian rules II.3.5-3.6,
	// III.3.5-3.6).
	Towers bool
	// Prefer lists the criteria by which a capture must be preferred, most important first, at most
	// 4. If empty, the choice is free (Codex 1.6.3).
	Prefer []preference
	// SparesKings: a man may not capture kings.
	SparesKings bool
	// StuckWins: the side that cannot move wins (Codex 4.1.4).
	StuckWins bool
	// Points: the game is won by pieces in the final position (Adiukh 5.1).
	Points bool
	// Repetition is the paragraph that allows a draw claim on the third occurrence of a position
	// with the same side to move (Codex 1.13.1), or "" if absent. Adiukh has no draw claims: its
	// kings cannot wander.
	Repetition string
	// Draws are the other grounds for claiming a draw, at most 8.
	Draws []drawRule

	start    Position
	startFEN string
	geometry *geometry
	promote  [2]uint64 // the far rank of each colour
	half     [2]uint64 // the half of the board on which each colour starts
}

// passing is what happens to a man that reaches the far rank during a capture.
type passing uint8

// The values of passing.
const (
	// goesOnAsKing: it becomes a king at once and continues as one (Codex 1.6.3, Adiukh 3.11).
	goesOnAsKing passing = iota
	// stops: it becomes a king, and its move ends (Codex 2.4.2).
	stops
	// goesOnAsMan: it continues as a man if it can, and becomes a king only if its move ends there
	// (Ukrainian rules II.3.8.2, III.3.8).
	goesOnAsMan
)

// preference is a criterion by which one capture must be preferred to another.
type preference uint8

// The preferences.
const (
	// mostPieces: it captures more pieces, of either kind (Ukrainian rules II.3.8.4, III.3.10).
	mostPieces preference = iota
	// withKing: a king makes it.
	withKing
	// mostKings: it captures more kings.
	mostKings
	// kingsFirst: of captures with equally many kings, it captures one earlier.
	kingsFirst
)

// The rule books do not cover the following draughts, but PDN's list of game types does. Their
// federations' rules differ from those of the books' games as follows; the paragraphs are named in
// github.com/rhalbersma/dctl, include/dctl/core/rules.
//
//   - pool: a man that reaches the far rank in a capture continues if it can, and is
//     then not promoted; the choice is free.
//   - italian: men capture forward, and no kings; a king steps. The most pieces must be
//     captured; ties are broken by capturing with a king, then by the most kings, then
//     by the earliest king.
//   - spanish, and portuguese under its own name: men capture forward, a king
//     flies. The most pieces must be captured, and among those captures the most kings.
//   - czech: men capture forward; a king flies, and captures before any man.
//
// Draw claims cite paragraphs of the rule books, so these games have none.
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

// For returns the rules of a variant, or an error if it has none.
func For(v record.Variant) (*Rules, error) {
	if r := rulesOf[v]; r != nil {
		return r, nil
	}
	return nil, message.Of("replay.no-rules", "variant", v.String())
}
