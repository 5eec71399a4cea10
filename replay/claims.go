package replay

import (
	"math/bits"
	"slices"
)

// Claim is a draw that a player could have claimed. The first on each ground is noted, none is
// enforced (Ukrainian rules IV.11.4.1). A move is one of each side (IV.5.1), so that "15 moves" are
// over with the 30th ply from the one that brought the count about.
//
// Left to those who were there: that neither side can win (II.5.2, III.5.2), that a win is evident,
// that both are out of time, and that a draw may not be agreed before so many moves (II.5.1,
// III.5.1), a rule for competitions. A reverse game has its straight game's claims.
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

// drawRule is a ground on which a draw may be claimed: so many moves of each side in a row after
// each of which the material is of a kind, without a capture and what else starts the count again.
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
	onRoad        bool // the lone king is on the main road
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

// manyKings says whether three or more kings alone are against one king off the main road.
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
	columnDraws  = []drawRule{{kind: NoProgress, paragraph: "Codex 1.13.1", moves: 15, changes: true}}
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
		{kind: NoProgress, paragraph: "Ukrainian rules II.5.4.2", moves: 40, changes: true}}
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
	from     [8]int   // the ply from which each of the rules counts, or claimed
	watching bool     // for repetition
	since    int      // the ply since which a position can come again
	hashes   []uint64 // of the positions from there on
}

const claimed = -1

// begin starts a game, or goes on from a position set up after ply.
func (c *claims) begin(p *Position, ply int) {
	for i := range c.from {
		c.from[i] = ply
	}
	c.watching = p.rules.Repetition != ""
	c.since, c.hashes = ply, append(c.hashes[:0], p.hash)
}

// after looks at the position after ply, and at the move that led to it, by a man or not.
func (c *claims) after(p *Position, ply int, m *Move, man bool) {
	r := p.rules
	for i := range r.Draws {
		switch rule := &r.Draws[i]; {
		case c.from[i] == claimed:
		case m.n > 0, rule.changes && m.promotes, rule.men && man,
			rule.holds != nil && (p.kings == 0 || !rule.holds(p.material())): // all of them are about kings
			c.from[i] = ply
		case ply-c.from[i] == 2*rule.moves:
			c.found = append(c.found, Claim{rule.kind, rule.paragraph, ply})
			c.from[i] = claimed
		}
	}
	if !c.watching {
		return
	}
	// No position from before can recur once there is one king mark more, for none is ever lost
	// (Codex 1.5.2, 1.6.3). A flat game gets back neither a captured piece nor a man's step; with
	// towers both come back, as prisoners are freed and carried home.
	if m.promotes || !r.Towers && (m.n > 0 || man) {
		c.repetition(r)
		c.since, c.hashes = ply, c.hashes[:0]
	}
	c.hashes = append(c.hashes, p.hash)
}

// repetition looks for a position that was there three times among those since one could come
// again: when the game is over, and before this or the position changes. To look at them together
// costs less than at each when it comes.
func (c *claims) repetition(r *Rules) {
	i := third(c.hashes)
	if i < 0 || !c.watching {
		return
	}
	claim := Claim{Repetition, r.Repetition, c.since + i}
	at, _ := slices.BinarySearchFunc(c.found, claim.Ply+1, func(c Claim, ply int) int { return c.Ply - ply })
	c.found, c.watching = slices.Insert(c.found, at, claim), false
}

const (
	// fewestPlies is how many it takes at least until a position occurs for the third
	// time, for no piece is back in fewer than two moves.
	fewestPlies = 8
	// fewPositions is how many third looks at without a map.
	fewPositions = 512
)

// third returns the index of the first hash that is there for the third time, -1 where none is.
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
	for c, own := range p.own {
		m.pieces[c] = bits.OnesCount64(own)
		m.kings[c] = bits.OnesCount64(own & p.kings)
		m.onRoad = m.onRoad || m.pieces[c] == 1 && own&p.kings&p.rules.geometry.road != 0
	}
	return m
}
