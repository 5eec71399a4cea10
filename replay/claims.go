package replay

import (
	"math/bits"
	"slices"
)

// Claim is a draw that a player could have claimed. The first claim on each ground is listed, and
// none is enforced (Ukrainian rules IV.11.4.1). A move is one ply of each side (IV.5.1), so "15
// moves" end with the 30th ply after the one that started the count.
//
// The following is left to the players: that neither side can win (II.5.2, III.5.2), that a win is
// evident, that both are out of time, and that a draw may not be agreed before so many moves
// (II.5.1, III.5.1), a rule for competitions. A reverse game has the claims of its straight game.
type Claim struct {
	Kind      string `json:"kind"`      // the ground: Repetition, NoProgress, ...
	Paragraph string `json:"paragraph"` // in the rule book
	Ply       int    `json:"ply"`       // the first ply after which it could be claimed
}

// The grounds of a claim.
const (
	Repetition    = "repetition"     // the third occurrence of a position
	NoProgress    = "no-progress"    // a number of moves without a change of material
	KingMovesOnly = "king-moves"     // a number of moves by kings only, without a capture
	Ending        = "ending"         // a number of moves in an ending that a few pieces cannot win
	LongEnding    = "long-ending"    // a number of moves in an ending of four to seven pieces
	LongDiagonal  = "road-not-taken" // a number of moves by several pieces against a king off the main road
)

// drawRule is a ground for claiming a draw: each side has made so many moves in a row, after each
// of which the material was of one kind. A capture restarts the count, and so may other moves.
type drawRule struct {
	kind      string
	paragraph string
	moves     int
	changes   bool // a promotion restarts the count
	men       bool // a move by a man restarts the count
	holds     func(m material) bool
}

// material is the input of a flat game's draw rules.
type material struct {
	pieces, kings [2]int
	onRoad        bool // the lone king is on the main road
}

// loneKing reports whether one side has only a king, and the other exactly n pieces, or n or more,
// including a king.
func (m material) loneKing(n int, orMore bool) bool {
	lone := func(c, o int) bool {
		return m.pieces[c] == 1 && m.kings[c] == 1 && m.kings[o] > 0 && (m.pieces[o] == n || orMore && m.pieces[o] > n)
	}
	return lone(0, 1) || lone(1, 0)
}

// manyKings reports whether three or more kings alone face one king off the main road.
func (m material) manyKings() bool {
	return m.loneKing(3, true) && !m.onRoad && m.pieces == m.kings
}

// fewAgainstKing reports whether this is an ending of Ukrainian rules II.5.3.1 and III.5.3.
func (m material) fewAgainstKing() bool {
	return m.loneKing(1, false) || m.loneKing(2, false) || m.loneKing(3, false) && m.onRoad
}

// total reports whether both sides have kings and there are a to b pieces in all.
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

// claims watches a game for possible draw claims.
type claims struct {
	found    []Claim
	from     [8]int   // the ply from which each rule counts
	watching bool     // for a repetition
	since    int      // the ply of the first of hashes: no earlier position can recur
	hashes   []uint64 // of the positions since then
}

// begin starts a game, or continues from a position set up after ply.
func (c *claims) begin(p *Position, ply int) {
	for i := range c.from {
		c.from[i] = ply
	}
	c.watching = p.rules.Repetition != ""
	c.since, c.hashes = ply, append(c.hashes[:0], p.hash)
}

// after examines the position after ply and the move that led to it; man is set if a man made it.
func (c *claims) after(p *Position, ply int, m *Move, man bool) {
	r := p.rules
	for i := range r.Draws {
		switch rule := &r.Draws[i]; {
		case m.n > 0, rule.changes && m.promotes, rule.men && man,
			rule.holds != nil && (p.kings == 0 || !rule.holds(p.material())): // all of them involve kings
			c.from[i] = ply
		case ply-c.from[i] == 2*rule.moves:
			c.add(Claim{rule.kind, rule.paragraph, ply})
		}
	}
	if !c.watching {
		return
	}
	// After a promotion no earlier position can recur, because a king mark is never lost (Codex
	// 1.5.2, 1.6.3). In a flat game neither a captured piece nor a man's step comes back; with
	// towers both can, as prisoners are freed and carried home.
	if m.promotes || !r.Towers && (m.n > 0 || man) {
		c.repetition(r)
		c.since, c.hashes = ply, c.hashes[:0]
	}
	c.hashes = append(c.hashes, p.hash)
}

// repetition looks for a third occurrence among the positions that can still recur. It is called
// when the game is over, and before a change of the position or of what can recur: checking them
// together is cheaper than checking each position as it comes.
func (c *claims) repetition(r *Rules) {
	i := third(c.hashes)
	if i < 0 || !c.watching {
		return
	}
	c.add(Claim{Repetition, r.Repetition, c.since + i})
	c.watching = false
}

// add adds a claim in the order of plies, unless one on its ground is listed, as before a position
// that was set up.
func (c *claims) add(claim Claim) {
	if !slices.ContainsFunc(c.found, func(f Claim) bool { return f.Kind == claim.Kind }) {
		at, _ := slices.BinarySearchFunc(c.found, claim.Ply+1, func(c Claim, ply int) int { return c.Ply - ply })
		c.found = slices.Insert(c.found, at, claim)
	}
}

// third returns the index of the first hash that occurs for the third time, or -1 if there is none.
// Only positions with the same side to move can be equal.
func third(hashes []uint64) int {
	for i, h := range hashes {
		times := 1
		for at := i % 2; at < i; at += 2 {
			if hashes[at] == h {
				times++
			}
		}
		if times == 3 {
			return i
		}
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
