package replay

import (
	"math/bits"
	"slices"

	"github.com/stolb/stolb/record"
)

// Claim is a draw that a player could have claimed. Claims are noted, never
// enforced (a player has to turn to the referee: Ukrainian rules IV.11.4.1); the
// first on each ground is. A move is one of each side (IV.5.1), so that "15
// moves" are over with the 30th ply from the one that brought the count about.
//
// Left to those who were there: that neither side can win (II.5.2, III.5.2),
// that a win is evident, that both are out of time, and that a draw may not be
// agreed before so many moves (II.5.1, III.5.1), which is a rule for
// competitions under these rules. A reverse game has its straight game's claims.
type Claim struct {
	Kind      string `json:"kind"`      // the ground: Repetition, NoProgress, ...
	Paragraph string `json:"paragraph"` // of the rule book
	Ply       int    `json:"ply"`       // the ply after which it could first be claimed
}

// The grounds of a claim.
const (
	Repetition    = "repetition"     // a position for the third time
	NoProgress    = "no-progress"    // so many moves without a change of material
	KingMovesOnly = "king-moves"     // so many moves of kings alone, without a capture
	Ending        = "ending"         // so many moves in an ending that a few pieces cannot win
	LongEnding    = "long-ending"    // so many moves in an ending of four to seven pieces
	LongDiagonal  = "road-not-taken" // so many moves of many against a king off the main road
)

// drawRule is a ground on which a draw may be claimed: so many moves of each
// side in a row after each of which the material is of a kind, without a
// capture and what else starts the count again.
type drawRule struct {
	kind      string
	paragraph string
	moves     int
	changes   bool // a promotion starts the count again
	men       bool // so does the move of a man
	holds     func(m material) bool
}

// material is what a flat game's draw rules look at.
type material struct {
	pieces, kings [2]int
	onRoad        bool // the lone king stands on the main road
}

// loneKing says whether one side has a king and nothing else, and the other n
// or more pieces, or exactly n, with a king among them.
func (m material) loneKing(n int, orMore bool) bool {
	for c := range 2 {
		o := c ^ 1
		if m.pieces[c] == 1 && m.kings[c] == 1 && m.kings[o] > 0 && (m.pieces[o] == n || orMore && m.pieces[o] > n) {
			return true
		}
	}
	return false
}

// manyKings says whether three or more kings, and nothing else, are against
// one king off the main road.
func (m material) manyKings() bool {
	return m.loneKing(3, true) && !m.onRoad && m.pieces == m.kings
}

// fewAgainstKing are the endings of Ukrainian rules II.5.3.1 and III.5.3.
func (m material) fewAgainstKing() bool {
	return m.loneKing(1, false) || m.loneKing(2, false) || m.loneKing(3, false) && m.onRoad
}

// total says whether both sides have kings and the pieces are a to b in all.
func (m material) total(a, b int) bool {
	n := m.pieces[0] + m.pieces[1]
	return m.kings[0] > 0 && m.kings[1] > 0 && n >= a && n <= b
}

var (
	// Codex 1.13.1: the number of towers and their composition.
	columnDraws = []drawRule{
		{kind: NoProgress, paragraph: "Codex 1.13.1", moves: 15, changes: true},
	}
	russianDraws = []drawRule{
		{kind: Ending, paragraph: "Ukrainian rules II.5.3.1", moves: 5, changes: true, holds: material.fewAgainstKing},
		{kind: LongDiagonal, paragraph: "Ukrainian rules II.5.3.2", moves: 15, changes: true, holds: material.manyKings},
		{kind: KingMovesOnly, paragraph: "Ukrainian rules II.5.3.4.1", moves: 15, men: true,
			holds: func(m material) bool { return !m.fewAgainstKing() && !m.manyKings() }},
		{kind: LongEnding, paragraph: "Ukrainian rules II.5.3.4.2", moves: 30, changes: true,
			holds: func(m material) bool { return m.total(4, 5) && !m.fewAgainstKing() && !m.manyKings() }},
		{kind: LongEnding, paragraph: "Ukrainian rules II.5.3.4.2", moves: 60, changes: true,
			holds: func(m material) bool { return m.total(6, 7) && !m.manyKings() }},
	}
	checkersDraws = []drawRule{
		{kind: NoProgress, paragraph: "Ukrainian rules II.5.4.2", moves: 40, changes: true},
	}
	internationalDraws = []drawRule{
		{kind: Ending, paragraph: "Ukrainian rules III.5.3", moves: 5, changes: true, holds: material.fewAgainstKing},
		{kind: LongDiagonal, paragraph: "Ukrainian rules III.5.4", moves: 16, changes: true,
			holds: func(m material) bool { return m.loneKing(3, false) && !m.onRoad }},
		{kind: KingMovesOnly, paragraph: "Ukrainian rules III.5.6", moves: 25, men: true},
	}
)

// claims watches a game for draws that may be claimed.
type claims struct {
	found    []Claim
	counts   [8]int8  // plies in a row for each of the rules; -1 once noted
	noted    [8]int8  // -1 for each of those
	progress int      // the ply of the last change of material
	still    bool     // such a change is waited for no more, see Rules.still
	watching bool     // for repetition
	since    int      // the ply since which a position can come again
	hashes   []uint64 // of the positions from there on
}

// begin starts a game, or goes on from another position that was set up after
// ply; what is found is put behind found.
func (c *claims) begin(p *Position, ply int, found []Claim) {
	c.found, c.counts, c.noted = found, [8]int8{}, [8]int8{}
	c.progress, c.still = ply, false
	c.watching = p.rules.Repetition != ""
	c.hashes = c.hashes[:0]
	if c.watching {
		c.since, c.hashes = ply, append(c.hashes, p.hash)
	}
}

// after looks at the position after ply, and at the move that led to it; man
// says that a man made it.
func (c *claims) after(p *Position, ply int, m *Move, man bool) {
	r, captured := p.rules, m.n > 0
	if r.still > 0 {
		if captured || m.promotes {
			c.progress = ply
		} else if ply-c.progress == r.still && !c.still {
			c.still = true
			c.found = append(c.found, Claim{r.Draws[0].kind, r.Draws[0].paragraph, ply})
		}
	} else if captured || p.kings == 0 && r.kingDraws {
		c.counts = c.noted // which starts all counts again
	} else {
		c.count(p, ply, m, man)
	}
	if !c.watching {
		return
	}
	// No position from before can recur once there is one king mark more, for none
	// is ever lost (Codex 1.5.2, 1.6.3). A flat game gets back neither a captured
	// piece nor a man's step; with towers both come back, as prisoners are freed
	// and carried home.
	if m.promotes || !r.Towers && (captured || man) {
		if len(c.hashes) > fewestPlies {
			c.repetition(r)
		}
		c.since, c.hashes = ply, c.hashes[:0]
	}
	c.hashes = append(c.hashes, p.hash)
}

// count counts on after a move that captured nothing.
func (c *claims) count(p *Position, ply int, m *Move, man bool) {
	var now material
	counted := false // now is
	for i := range p.rules.Draws {
		rule := &p.rules.Draws[i]
		if c.counts[i] < 0 {
			continue
		}
		again := rule.changes && m.promotes || rule.men && man
		switch {
		case again || rule.holds == nil:
		case p.kings == 0: // kings are what all of them are about, or it was a man that moved
			again = true
		default:
			if !counted {
				now, counted = p.material(), true
			}
			again = !rule.holds(now)
		}
		if again {
			c.counts[i] = 0
			continue
		}
		if c.counts[i]++; int(c.counts[i]) == 2*rule.moves {
			c.found = append(c.found, Claim{rule.kind, rule.paragraph, ply})
			c.counts[i], c.noted[i] = -1, -1
		}
	}
}

// end returns what was found when the game is over, or before another position
// is set up in it.
func (c *claims) end(r *Rules) []Claim {
	if c.watching {
		c.repetition(r)
	}
	return c.found
}

// repetition looks for a position that was there three times among those since
// one could come again. To look at them together costs less than at each when
// it comes.
func (c *claims) repetition(r *Rules) {
	i := third(c.hashes)
	if i < 0 {
		return
	}
	claim := Claim{Repetition, r.Repetition, c.since + i}
	at := len(c.found)
	for at > 0 && c.found[at-1].Ply > claim.Ply {
		at--
	}
	c.found = slices.Insert(c.found, at, claim)
	c.watching = false
}

const (
	// fewestPlies is how many it takes at least until a position is there for the
	// third time, for nobody is back in fewer than two moves.
	fewestPlies = 8
	// fewPositions is how many third looks at without a map.
	fewPositions = 512
)

// third returns the index of the first hash that is there for the third time, -1
// where none is.
func third(hashes []uint64) int {
	if len(hashes) <= fewestPlies {
		return -1
	}
	if len(hashes) > fewPositions {
		times := make(map[uint64]uint8) // not made for all at once, for a third is mostly near
		for i, h := range hashes {
			if times[h]++; times[h] == 3 {
				return i
			}
		}
		return -1
	}
	var filter [64]uint64 // has a bit for each of those before; with most of them in one of eight
	for i, h := range hashes {
		word, bit := &filter[h>>58], uint64(1)<<(h>>52&63)
		if *word&bit != 0 {
			times := 1
			for _, before := range hashes[:i] {
				if before == h {
					times++
				}
			}
			if times == 3 {
				return i
			}
		}
		*word |= bit
	}
	return -1
}

func (p *Position) material() material {
	var m material
	for c := range 2 {
		m.pieces[c] = bits.OnesCount64(p.own[c])
		m.kings[c] = bits.OnesCount64(p.own[c] & p.kings)
	}
	for c := range 2 {
		if m.pieces[c] == 1 && m.kings[c] == 1 && p.own[c]&p.rules.geometry.road != 0 {
			m.onRoad = true
		}
	}
	return m
}

// mainRoad returns the squares of the main road, the longest diagonal, from
// White's left corner (Ukrainian rules II.1.3.3, III.1.3.3).
func (g *geometry) mainRoad() uint64 {
	var road uint64
	for i := range min(g.board.Files, g.board.Ranks) {
		if s := record.SquareAt(i, i); g.board.Has(s) {
			road |= 1 << g.bit[s]
		}
	}
	return road
}
