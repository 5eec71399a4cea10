package replay

import (
	"math/bits"
	"slices"

	"github.com/stolb/stolb/record"
)

// landings returns the set of squares on which a word may say that a capture lands between its i-th
// piece and the next: the turning square, or on a straight flight every free square, since the move
// is the same for each of them.
func (g *geometry) landings(m *Move, i int) uint64 {
	d := g.leg(m, i)
	if g.leg(m, i+1) != d {
		return 1 << m.land[i]
	}
	next := m.taken[i+1]
	return g.ray[d][m.taken[i]] &^ g.ray[d][next] &^ (1 << next)
}

// fits reports whether the written word can mean the move: as far as the word gives them, its start
// and end match, and its squares between are, in order, possible landing squares. The separator is
// ignored: if a capture is possible, only captures are legal.
func (p *Position) fits(w *record.Word, m *Move) bool {
	g := p.rules.geometry
	if starts, ends := p.meant(w); starts>>m.from&1 == 0 || ends>>m.to&1 == 0 {
		return false
	}
	leg, rest := -1, uint64(0) // possible landings after the current capture that are left
	for i := 1; i < len(w.Steps)-1; i++ {
		meant := g.meant(w.Steps[i])
		for rest&meant == 0 {
			if leg++; leg+1 >= int(m.n) {
				return false
			}
			rest = g.landings(m, leg)
		}
		d := g.leg(m, leg)
		rest &= g.ray[d][first(rest&meant, d)]
	}
	return true
}

// spells reports whether, between a whole start square and the end, the word names exactly the
// turning squares of the move or exactly one landing square for each capture.
func (p *Position) spells(w *record.Word, m *Move) bool {
	if len(w.Steps) < 2 || !w.Steps[0].Whole() {
		return false
	}
	g, between := p.rules.geometry, w.Steps[1:len(w.Steps)-1]
	turns, every := 0, len(between) == max(int(m.n), 1)-1
	exact := true
	for i := range int(m.n) - 1 {
		landings := g.landings(m, i)
		every = every && g.meant(between[i])&landings != 0
		if g.leg(m, i) != g.leg(m, i+1) {
			exact = exact && turns < len(between) && g.meant(between[turns])&landings != 0
			turns++
		}
	}
	return every || exact && turns == len(between)
}

// lookup finds the legal move of a plainly written word without listing all legal moves. The start
// must be a whole square, or only its file (cb4, a:a7, and without a separator aa7: Codex 1.10,
// Adiukh 7.2); the end must be a whole square in the board's naming; the separator must be right;
// and no other legal move may have the same start and end. Otherwise lookup returns false, and
// resolve decides, which is the definition. legal is overwritten.
func (p *Position) lookup(w *record.Word, m *Move, legal *[]Move) bool {
	if len(w.Steps) != 2 {
		return false
	}
	g, start, end := p.rules.geometry, w.Steps[0], w.Steps[1]
	from, to := g.stepBit(start), g.stepBit(end)
	if to == offBoard || g.board.Numbering == record.Numeric && (start.Number == 0 || end.Number == 0) ||
		!start.Whole() && start.File < 0 ||
		start.Whole() && (from == offBoard || w.Separator == record.NoSeparator || p.own[p.turn&1]>>(from&63)&1 == 0) {
		return false
	}
	if start.Whole() && w.Separator == record.Quiet { // the usual case
		return p.steps(from, to, m) && p.capturers() == 0
	}
	if *legal, _ = p.meaning(w, (*legal)[:0]); len(*legal) != 1 {
		return false
	}
	*m = (*legal)[0]
	return w.Separator == record.NoSeparator || (w.Separator == record.Take) == (m.n > 0)
}

// text returns the full text of a move found by lookup, which start and end determine.
func (p *Position) text(m *Move) string {
	g, sign := p.rules.geometry, min(m.n, 1)
	return g.name[m.from&63] + "-:"[sign:sign+1] + g.name[m.to&63]
}

// steps builds the quiet move of the tower on from, and reports whether the way is free.
func (p *Position) steps(from, to uint8, m *Move) bool {
	r, bit, target := p.rules, uint64(1)<<(from&63), uint64(1)<<(to&63)
	*m = Move{from: from, to: to}
	if p.kings&bit == 0 {
		right, left := p.manTargets(bit, target&^(p.own[0]|p.own[1]))
		m.promotes = !r.KingByRank && r.promote[p.turn&1]&target != 0
		return right|left != 0
	}
	return !r.KingStands && p.kingTargets(from)&target != 0
}

// resolution is the result of matching a word with the legal moves.
type resolution struct {
	move  *Move // the move meant, or nil if there is none or it is ambiguous
	fit   []int // if ambiguous: the indices of the legal moves that the word fits
	loose bool  // several moves fit, and all lead to the same position
}

// resolve finds the legal move that the word means.
func (p *Position) resolve(w *record.Word, legal []Move) resolution {
	var buf [16]int
	fit := buf[:0]
	spelt, exact := -1, 0 // the last move that the word spells exactly, and the number of such moves
	add := func(i int, way *Move) {
		if !slices.Contains(fit, i) {
			fit = append(fit, i)
		}
		if spelt != i && p.spells(w, way) {
			spelt = i
			exact++
		}
	}
	if p.rules.Towers || len(w.Steps) <= 2 {
		for i := range legal {
			if p.fits(w, &legal[i]) {
				add(i, &legal[i])
			}
		}
	} else if ways := p.ways(w, legal); len(ways) > 0 {
		// In a flat game a legal move represents all ways to make it, any of which the record may
		// have written.
		index := make(map[captureEnd]int, len(legal))
		for i := range legal {
			index[legal[i].end()] = i
		}
		for i := range ways {
			add(index[ways[i].end()], &ways[i])
		}
	}
	switch {
	case len(fit) == 0:
		return resolution{move: p.overJumped(w, legal)}
	case len(fit) == 1:
		return resolution{move: &legal[fit[0]]}
	case exact == 1:
		// The move that the word spells exactly, with its turning squares and no others, takes
		// precedence over one that merely passes those squares.
		return resolution{move: &legal[spelt]}
	}
	// If all moves that the word fits lead to the same position, the ambiguity is harmless.
	first := p.After(&legal[fit[0]])
	for _, m := range fit[1:] {
		if p.After(&legal[m]) != first {
			return resolution{fit: slices.Clone(fit)}
		}
	}
	return resolution{move: &legal[fit[0]], loose: true}
}

// overJumped finds the only capture that the word writes with the squares of the pieces it jumps,
// as Lasker does (The Rules of Lasca, 1911) and lasca.org: 17-13-9, and so on in 17-13-9-5-1, each
// piece before the landing square beyond it. It returns nil if there is none or more than one.
func (p *Position) overJumped(w *record.Word, legal []Move) (found *Move) {
	if !p.rules.Towers {
		return nil // flat games are never written so, and a legal move represents several ways
	}
	g := p.rules.geometry
	for i := range legal {
		m := &legal[i]
		if len(w.Steps) == 2*int(m.n)+1 && g.meant(w.Steps[2*m.n])>>m.to&1 != 0 && g.namesTaken(w, m) {
			if found != nil {
				return nil
			}
			found = m
		}
	}
	return found
}

// namesTaken reports whether the word names a capture by the squares of the captured pieces, with
// or without the landing squares after them: d4:c5 for d4:b6, or d4:c5:b6.
func (g *geometry) namesTaken(w *record.Word, m *Move) bool {
	if m.n == 0 || g.meant(w.Steps[0])>>m.from&1 == 0 {
		return false
	}
	taken := 0
	for _, step := range w.Steps[1:] {
		meant, after := g.meant(step), uint64(1)<<m.to
		switch {
		case taken < int(m.n) && meant>>m.taken[taken]&1 != 0:
			taken++
			continue
		case taken == 0:
			return false
		case taken < int(m.n):
			after = g.landings(m, taken-1)
		}
		if meant&after == 0 {
			return false
		}
	}
	return taken == int(m.n)
}

// meant returns the sets of squares where moves that the word can mean start and end.
func (p *Position) meant(w *record.Word) (starts, ends uint64) {
	g, last := p.rules.geometry, len(w.Steps)-1
	starts, ends = g.playing, g.meant(w.Steps[last])
	if last > 0 { // else only the end, as in compositions: Ukrainian rules VI.7.4.2
		starts = g.meant(w.Steps[0])
	}
	return starts, ends
}

// meaning appends the legal moves that start and end where the word does, and returns the work this
// cost a follower.
func (p *Position) meaning(w *record.Word, dst []Move) ([]Move, int) {
	starts, ends := p.meant(w)
	captors := p.capturers()
	if starts &= p.own[p.turn]; starts == 0 || ends == 0 || captors&starts == 0 && captors != 0 {
		return dst, workLookUp
	}
	if captors == 0 && ends&(ends-1) == 0 {
		var m Move
		for ; starts != 0; starts &= starts - 1 {
			if p.steps(uint8(bits.TrailingZeros64(starts)), uint8(bits.TrailingZeros64(ends)), &m) {
				dst = append(dst, m)
			}
		}
		return dst, workLookUp
	}
	g := generator{p: p, moves: dst, base: len(dst)}
	switch {
	case captors == 0:
		g.moves = p.quiet(dst)
	case p.rules.Prefer != nil: // preferred to other captures, which must be compared
		g.captures(captors)
	default:
		g.only = ends
		g.captures(captors & starts)
	}
	work := workSearch + g.steps
	switch {
	case len(w.Steps) > 2 && !p.rules.Towers:
		work += g.steps // to find all ways of making them, see resolve
	case len(w.Steps) == 2 && g.only != 0 && starts&(starts-1) == 0:
		work = g.steps // of one tower
	}
	if g.only == 0 {
		g.moves = slices.DeleteFunc(g.moves, func(m Move) bool { return starts>>m.from&1 == 0 || ends>>m.to&1 == 0 })
	}
	return g.moves, work
}

// ways returns all ways to make the captures of a flat game that fit the word.
func (p *Position) ways(w *record.Word, legal []Move) []Move {
	g := generator{p: p, word: w}
	from, to := p.meant(w)
	var starts uint64
	for _, m := range legal {
		if m.n > 0 && from>>m.from&1 != 0 && to>>m.to&1 != 0 {
			starts |= 1 << m.from
		}
	}
	g.captures(starts)
	return g.moves
}

// promotionFault reports whether a promotion mark of the word is wrong, or a required mark missing.
func (p *Position) promotionFault(w *record.Word, m *Move, marked bool) (extra, missing bool) {
	if w.Promotion == 0 {
		return false, marked && m.promotes
	}
	may := uint64(0) // squares that may have a mark: where the man reached the far rank, and the end
	if m.promotes {
		may = 1 << m.to
		for _, l := range m.land[:m.n] {
			if far := p.rules.promote[p.turn] & (1 << l); far != 0 {
				may |= far
				break
			}
		}
	}
	for marks := w.Promotion; marks != 0; marks &= marks - 1 {
		if i := bits.TrailingZeros32(marks); i == 0 || p.rules.geometry.meant(w.Steps[i])&may == 0 {
			return true, false
		}
	}
	return false, false
}
