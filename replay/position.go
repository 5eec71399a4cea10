package replay

import (
	"math/bits"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Position is a position under the rules of a variant. It is a plain value of a few hundred bytes:
// copy it to keep it, because playing a move changes it. Its methods are not safe for concurrent
// use on the same Position. Rules.Start and Rules.Position make one; the zero Position has no rules
// and must not be used.
type Position struct {
	rules  *Rules
	turn   record.Colour
	own    [2]uint64 // the squares of the towers of each colour
	kings  uint64    // the squares of the towers that are kings
	hash   uint64
	towers [64]record.Tower // by bit number, see geometry
}

// Start returns the position before the first move.
func (r *Rules) Start() *Position { return new(r.start) }

// Position converts a recorded position. It returns a *record.PositionError if the position is not
// possible in the variant.
func (r *Rules) Position(p *record.Position) (*Position, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if p.Variant.Straight() != r.Variant.Straight() {
		return nil, &record.PositionError{Reason: message.Of("replay.other-variant", "given", p.Variant.Term(), "wanted", r.Variant.Term())}
	}
	return r.set(p), nil
}

func (r *Rules) set(from *record.Position) *Position {
	p := &Position{rules: r, turn: from.Turn}
	for n, s := range r.geometry.square {
		if s == record.NoSquare {
			continue
		}
		if t := from.At(s); t != 0 {
			bit := uint64(1) << n
			p.towers[n] = t
			p.hash ^= towerHash(uint8(n), t)
			p.own[t.Owner()] |= bit
			if r.crowned(t, bit) {
				p.kings |= bit
			}
		}
	}
	if p.turn == record.Black {
		p.hash ^= blackToMove
	}
	return p
}

// crowned reports whether the tower is a king on the square of bit.
func (r *Rules) crowned(t record.Tower, bit uint64) bool {
	if r.KingByRank {
		return bit&r.promote[t.Owner()] != 0
	}
	return t.King()
}

// Record returns the position as a record.Position.
func (p *Position) Record() (r record.Position) {
	r.Variant, r.Turn = p.rules.Variant, p.turn
	for set := p.own[0] | p.own[1]; set != 0; set &= set - 1 {
		n := bits.TrailingZeros64(set)
		r.Put(p.rules.geometry.square[n], p.towers[n])
	}
	return r
}

// Rules returns the rules under which the position is played.
func (p *Position) Rules() *Rules { return p.rules }

// Turn returns the side to move.
func (p *Position) Turn() record.Colour { return p.turn }

// At returns the tower on s, or the zero Tower if the square is empty.
func (p *Position) At(s record.Square) record.Tower {
	if n := p.rules.geometry.bit[s]; n != offBoard {
		return p.towers[n]
	}
	return 0
}

// Hash returns the Zobrist hash of the towers with their squares and of the side to move. Equal
// positions of the same variant have the same hash, however they arose.
func (p *Position) Hash() uint64 { return p.hash }

// blackToMove is the hash's term for Black to move.
const blackToMove = 0x9d39247e33776d41

// towerHash returns the hash's term for a tower on a square. There are too many towers for a table,
// so the tower's word is mixed (the finalizer of splitmix64) with a constant for the square.
func towerHash(n uint8, t record.Tower) uint64 {
	x := uint64(t) ^ (uint64(n)+1)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Play plays a legal move that Moves returned for this position.
func (p *Position) Play(m *Move) {
	r := p.rules
	// The masks avoid bounds checks: all bit numbers are below 64.
	from, to, turn := m.from&63, m.to&63, p.turn&1
	tower := p.towers[from]
	if m.n == 0 && !m.promotes && !r.KingByRank {
		// As with most moves, only the tower's square changes.
		step := uint64(1)<<from | 1<<to
		p.own[turn] ^= step
		if p.kings>>from&1 != 0 {
			p.kings ^= step
		}
		p.towers[from], p.towers[to] = 0, tower
		p.hash ^= towerHash(from, tower) ^ towerHash(to, tower) ^ blackToMove
		p.turn ^= 1
		return
	}
	p.own[turn] &^= 1 << from
	p.kings &^= 1 << from
	p.towers[from] = 0
	h := p.hash ^ towerHash(from, tower) ^ blackToMove
	for _, n := range m.taken[:m.n] {
		n &= 63
		bit := uint64(1) << n
		h ^= towerHash(n, p.towers[n])
		var rest, king record.Tower
		if r.Towers {
			rest, king = p.towers[n].Behead()
			tower = tower.Capture(king)
		}
		p.towers[n] = rest
		p.own[0] &^= bit
		p.own[1] &^= bit
		p.kings &^= bit
		if rest != 0 {
			h ^= towerHash(n, rest)
			p.own[rest.Owner()] |= bit
			if r.crowned(rest, bit) {
				p.kings |= bit
			}
		}
	}
	if m.promotes {
		tower = tower.Promoted()
	}
	bit := uint64(1) << to
	p.towers[to] = tower
	p.own[turn] |= bit
	if r.crowned(tower, bit) {
		p.kings |= bit
	}
	p.hash = h ^ towerHash(to, tower)
	p.turn ^= 1
}
