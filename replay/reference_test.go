package replay_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A second generator of legal moves, to check the engine against. It is written from the rule books
// alone, as slowly and plainly as they put it, and shares nothing with the engine or with package
// record: the board is a map from squares to towers, a tower is a string of pieces from the top,
// 'w' and 'b' for men, 'W' and 'B' for kings. It knows the games by name rather than as data: each
// rule is a function that says which games have it and where that is written.

// spot is a square, by file and rank from 1, as seen by White.
type spot struct{ file, rank int }

func (s spot) step(d [2]int, n int) spot { return spot{s.file + n*d[0], s.rank + n*d[1]} }

var diagonals = [][2]int{{-1, 1}, {1, 1}, {-1, -1}, {1, -1}}

// diagram is a position of the reference.
type diagram struct {
	game   string // the variant's name without "-reverse", which has the same moves
	turn   byte   // 'w' or 'b'
	towers map[spot]string
}

// slowMove is a move of the reference: every square on its path, from start to end, and the squares
// of the captured pieces in order.
type slowMove struct {
	path   []spot
	taken  []spot
	result map[spot]string // the board after the move
	ways   []string        // each way to make it, by turning squares; several only in flat games
}

func (m slowMove) from() spot { return m.path[0] }
func (m slowMove) to() spot   { return m.path[len(m.path)-1] }

// ---- The games ----

func (d diagram) tower() bool { return d.game == "bashni" || d.game == "lasca" || d.game == "adiukh" }

// The games that are in PDN but in no rule book follow the summaries of their federations' rules in
// Wikipedia ("Pool checkers", "Italian draughts", "Czech draughts") and the FMJD forum's
// ("Alternative game rules", for spanish and portuguese).

// mirrored: the corner at White's left is not a playing square (PDN 3.0, GameType).
func (d diagram) mirrored() bool {
	return d.game == "italian" || d.game == "spanish" || d.game == "portuguese"
}

// size: Codex 1.1 and 2.1, Adiukh 1, Ukrainian rules II.1.1 and III.1.1.
func (d diagram) size() int {
	switch d.game {
	case "lasca":
		return 7
	case "international":
		return 10
	}
	return 8
}

func (d diagram) onBoard(s spot) bool {
	return s.file >= 1 && s.file <= d.size() && s.rank >= 1 && s.rank <= d.size()
}

// free: the square is empty, and is on the board.
func (d diagram) free(s spot) bool { return d.onBoard(s) && d.towers[s] == "" }

// forward: White's men go up the board, Black's down.
func forward(side byte, dir [2]int) bool { return (dir[1] > 0) == (side == 'w') }

// farRank: the last row, counted from the side's own (Codex 1.5.2).
func (d diagram) farRank(side byte, s spot) bool {
	if side == 'w' {
		return s.rank == d.size()
	}
	return s.rank == 1
}

// side of a piece.
func side(piece byte) byte { return piece | 0x20 }

func owner(tower string) byte { return side(tower[0]) }

// isKing: the top piece is a king (Codex 1.5.1); in Adiukh, any tower on its owner's far rank is
// (Adiukh 3.5, 3.12).
func (d diagram) isKing(tower string, s spot) bool {
	if d.game == "adiukh" {
		return d.farRank(owner(tower), s)
	}
	return tower[0] == 'W' || tower[0] == 'B'
}

// kingsFly: Codex 1.5.3, Adiukh 3.9, Ukrainian rules II.2.5, III.2.5; not in
// Lasca (Codex 2.4.1), in checkers (Ukrainian rules II.2.6) or Italian.
func (d diagram) kingsFly() bool {
	return d.game != "lasca" && d.game != "checkers" && d.game != "italian"
}

// menCaptureBackward: Codex 1.6.2, Adiukh 3.6, Ukrainian rules II.3.7.1,
// II.3.8.1, III.3.7, pool; not in Lasca (Codex 2.4.1), in checkers (Ukrainian
// rules II.3.9.1) or the others.
func (d diagram) menCaptureBackward() bool {
	switch d.game {
	case "bashni", "adiukh", "russian", "brazilian", "international", "pool":
		return true
	}
	return false
}

// kingsRest: a king only captures (Adiukh 3.5).
func (d diagram) kingsRest() bool { return d.game == "adiukh" }

// goesOnAsKing: a man that reaches the far rank in a capture is a king for the rest of it (Codex
// 1.6.3, Adiukh 3.11, Ukrainian rules II.3.7.2).
func (d diagram) goesOnAsKing() bool {
	return d.game == "bashni" || d.game == "adiukh" || d.game == "russian"
}

// stopsOnFarRank: it stops there (Codex 2.4.2, Ukrainian rules II.3.9.4), as it must if men never
// capture backward.
func (d diagram) stopsOnFarRank() bool { return !d.menCaptureBackward() }

// The other cases, brazilian, international and pool: it continues as a man, if it can as a man
// (Ukrainian rules II.3.8.2-3, III.3.8-9).

// preferred drops the captures that are not allowed because there are better ones.
func (d diagram) preferred(found []slowMove) []slowMove {
	most := func(of func(slowMove) int) {
		best := 0
		for _, m := range found {
			best = max(best, of(m))
		}
		found = slices.DeleteFunc(found, func(m slowMove) bool { return of(m) < best })
	}
	pieces := func(m slowMove) int { return len(m.taken) }
	kings := func(m slowMove) (n int) {
		for _, s := range m.taken {
			if d.isKing(d.towers[s], s) {
				n++
			}
		}
		return n
	}
	byKing := func(m slowMove) int { return map[bool]int{true: 1}[d.isKing(d.towers[m.from()], m.from())] }
	switch d.game {
	case "brazilian", "international":
		// The most pieces of either kind: Ukrainian rules II.3.8.4, III.3.10.
		most(pieces)
	case "spanish", "portuguese":
		most(pieces)
		most(kings)
	case "italian":
		most(pieces)
		most(byKing)
		most(kings)
		// And kings as early as possible: at the first capture, else at the second...
		longest := 0
		for _, m := range found {
			longest = max(longest, len(m.taken))
		}
		for i := range longest {
			most(func(m slowMove) int { return map[bool]int{true: 1}[d.isKing(d.towers[m.taken[i]], m.taken[i])] })
		}
	case "czech":
		most(byKing)
	}
	return found
}

// crowned marks the top piece of a tower.
func (d diagram) crowned(tower string) string {
	if d.game == "adiukh" {
		return tower
	}
	return strings.ToUpper(tower[:1]) + tower[1:]
}

// ---- Moves ----

// moves returns the legal moves, in no particular order. A capture is mandatory (Codex 1.6.1,
// Adiukh 3.4 and 3.6, Ukrainian rules II.3.3).
func (d diagram) moves() []slowMove {
	found := d.all()
	if len(found) > 0 && len(found[0].taken) > 0 {
		return d.different(found)
	}
	return found
}

// all returns the legal moves, including duplicates.
func (d diagram) all() []slowMove {
	var found []slowMove
	for s, tower := range d.towers {
		if owner(tower) == d.turn {
			found = append(found, d.captures(s)...)
		}
	}
	found = d.preferred(found)
	if len(found) > 0 {
		return found
	}
	for s, tower := range d.towers {
		if owner(tower) == d.turn {
			found = append(found, d.quiet(s)...)
		}
	}
	return found
}

// quiet: Codex 1.5, Adiukh 3.4 and 3.5, Ukrainian rules II.2.
func (d diagram) quiet(from spot) []slowMove {
	var found []slowMove
	tower := d.towers[from]
	king := d.isKing(tower, from)
	for _, dir := range diagonals {
		reach := 1
		switch {
		case king && d.kingsRest():
			reach = 0
		case king && d.kingsFly():
			reach = d.size()
		case !king && !forward(d.turn, dir):
			reach = 0
		}
		for n := 1; n <= reach && d.free(from.step(dir, n)); n++ {
			to := from.step(dir, n)
			after := maps.Clone(d.towers)
			delete(after, from)
			after[to] = tower
			if !king && d.farRank(d.turn, to) {
				after[to] = d.crowned(tower)
			}
			found = append(found, slowMove{path: []spot{from, to}, result: after})
		}
	}
	return found
}

// capture is a capture in progress.
type capture struct {
	diagram               // without the captor and, in tower games, the pieces taken
	captor  string        // with its prisoners
	king    bool          // it captures as a king
	came    *[2]int       // the direction of the last jump
	jumped  map[spot]bool // in flat games, the pieces that may not be jumped again
	path    []spot
	taken   []spot
}

// captures returns all captures of the tower on a square.
func (d diagram) captures(from spot) []slowMove {
	c := capture{
		diagram: diagram{d.game, d.turn, maps.Clone(d.towers)},
		captor:  d.towers[from],
		king:    d.isKing(d.towers[from], from),
		jumped:  map[spot]bool{},
		path:    []spot{from},
	}
	delete(c.towers, from) // the captor's start square is empty
	var found []slowMove
	c.follow(&found)
	return found
}

// jump is a capture of one piece, with its possible landing squares.
type jump struct {
	over     spot
	dir      [2]int
	landings []spot
}

// jumps returns the possible captures from the captor's square: Codex 1.6.1, 1.6.3, Adiukh 3.7,
// 3.9, Ukrainian rules II.3.1, III.3.1.
func (c capture) jumps() []jump {
	var found []jump
	at := c.path[len(c.path)-1]
	for _, dir := range diagonals {
		// Never straight back along the diagonal: Adiukh 3.14.
		if c.came != nil && dir == [2]int{-c.came[0], -c.came[1]} {
			continue
		}
		if !c.king && !c.menCaptureBackward() && !forward(c.turn, dir) {
			continue
		}
		over := at.step(dir, 1)
		if c.king && c.kingsFly() {
			for c.free(over) {
				over = over.step(dir, 1)
			}
		}
		if c.towers[over] == "" || owner(c.towers[over]) == c.turn || c.jumped[over] {
			continue
		}
		if c.game == "italian" && !c.king && c.isKing(c.towers[over], over) {
			continue // a man may not capture kings
		}
		var landings []spot
		for n := 1; c.free(over.step(dir, n)); n++ {
			landings = append(landings, over.step(dir, n))
			if !c.king || !c.kingsFly() {
				break
			}
		}
		if len(landings) > 0 {
			found = append(found, jump{over, dir, landings})
		}
	}
	return found
}

// after returns the capture with one more piece taken.
func (c capture) after(j jump, landing spot) capture {
	next := c
	next.towers = maps.Clone(c.towers)
	next.jumped = maps.Clone(c.jumped)
	next.came = &j.dir
	next.path = append(slices.Clone(c.path), landing)
	next.taken = append(slices.Clone(c.taken), j.over)
	if c.tower() {
		// The top piece goes under the captor at once: Codex 1.6.1.
		jumped := c.towers[j.over]
		next.captor = c.captor + jumped[:1]
		next.towers[j.over] = jumped[1:]
		if jumped[1:] == "" {
			delete(next.towers, j.over)
		}
	} else {
		// It stays until the move is over and cannot be jumped twice: Ukrainian rules II.3.5-6,
		// III.3.5-6.
		next.jumped[j.over] = true
	}
	if !c.king && c.farRank(c.turn, landing) && c.goesOnAsKing() {
		next.king = true
		next.captor = c.crowned(next.captor)
	}
	return next
}

// follow continues the capture as long as a piece can be taken (Codex 1.6.3) and collects the
// resulting moves.
func (c capture) follow(found *[]slowMove) {
	for _, j := range c.jumps() {
		// A king must choose a landing from which the capture continues, if there is one: Codex
		// 1.6.3.
		var on, all []capture
		for _, landing := range j.landings {
			next := c.after(j, landing)
			all = append(all, next)
			stops := !c.king && c.stopsOnFarRank() && c.farRank(c.turn, landing)
			if !stops && len(next.jumps()) > 0 {
				on = append(on, next)
			}
		}
		for _, next := range on {
			next.follow(found)
		}
		if len(on) == 0 {
			for _, next := range all {
				*found = append(*found, next.end())
			}
		}
	}
}

// end returns the move when no more pieces can be taken.
func (c capture) end() slowMove {
	m := slowMove{path: c.path, taken: c.taken, result: maps.Clone(c.towers)}
	for s := range c.jumped {
		delete(m.result, s)
	}
	m.result[m.to()] = c.captor
	if !c.king && c.farRank(c.turn, m.to()) {
		m.result[m.to()] = c.crowned(c.captor)
	}
	return m
}

// different drops duplicates. In the tower games two captures are the same if they share start,
// captured squares in the same order, and end; in the flat games the order does not matter.
func (d diagram) different(found []slowMove) []slowMove {
	known := map[string]int{}
	var moves []slowMove
	for _, m := range found {
		taken := slices.Clone(m.taken)
		if !d.tower() {
			slices.SortFunc(taken, func(a, b spot) int { return a.file*100 + a.rank - b.file*100 - b.rank })
		}
		key := fmt.Sprint(m.from(), taken, m.to())
		i, ok := known[key]
		if !ok {
			i = len(moves)
			known[key] = i
			moves = append(moves, m)
		}
		// Continuing straight after a jump is the same from each landing.
		if way := d.write(m.turns(), ":"); !slices.Contains(moves[i].ways, way) {
			moves[i].ways = append(moves[i].ways, way)
		}
	}
	return moves
}

// turns returns the start, the squares where the move changes direction, and the end: Codex 1.10.
func (m slowMove) turns() []spot {
	sign := func(a, b spot) [2]bool { return [2]bool{a.file < b.file, a.rank < b.rank} }
	turns := []spot{m.from()}
	for i := 1; i+1 < len(m.path); i++ {
		if sign(m.path[i-1], m.path[i]) != sign(m.path[i], m.path[i+1]) {
			turns = append(turns, m.path[i])
		}
	}
	return append(turns, m.to())
}

// play returns the position after a move.
func (d diagram) play(m slowMove) diagram {
	return diagram{d.game, 'w' + 'b' - d.turn, m.result}
}

// perft counts the leaves of the tree of legal moves.
func (d diagram) perft(depth int) int {
	moves := d.moves()
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, m := range moves {
		n += d.play(m).perft(depth - 1)
	}
	return n
}
