package replay

import (
	"math"
	"math/bits"

	"github.com/stolb/stolb/record"
)

// count returns the number of legal moves. Captures that may go on are found one by
// one; those that have to be listed are put behind the moves in spare, which is left as
// it was.
func (p *Position) count(spare *[]Move) int {
	n, longer := p.countFirst()
	switch {
	case longer != 0:
		return n + p.countLonger(longer, spare)
	case n == 0:
		return p.countQuiet(math.MaxInt)
	}
	return n
}

// countQuiet returns the number of moves where nothing can be captured; of what is more
// than so many it may only say that it is more.
func (p *Position) countQuiet(most int) int {
	me := p.own[p.turn&1]
	empty := p.rules.geometry.playing &^ (p.own[0] | p.own[1])
	right, left := p.manTargets(me&^p.kings, empty)
	n := bits.OnesCount64(right) + bits.OnesCount64(left)
	if n > most || p.rules.KingStands {
		return n
	}
	for kings := me & p.kings; kings != 0; kings &= kings - 1 {
		n += bits.OnesCount64(p.kingTargets(uint8(bits.TrailingZeros64(kings)), empty))
	}
	return n
}

// countLonger returns the number of captures of some towers, found one by one. In a
// flat game they have to be listed to be counted, because some may turn out to be the
// same, or not to be preferred.
func (p *Position) countLonger(captors uint64, spare *[]Move) (n int) {
	if p.rules.Towers {
		c := counter{p: p}
		for ; captors != 0; captors &= captors - 1 {
			n += c.captures(uint8(bits.TrailingZeros64(captors)))
		}
		return n
	}
	g := generator{p: p, moves: *spare, base: len(*spare)}
	for ; captors != 0; captors &= captors - 1 {
		g.capturesOf(uint8(bits.TrailingZeros64(captors)))
	}
	n = len(g.moves) - g.base
	*spare = g.moves[:g.base]
	return n
}

// counter counts the captures of a tower in a game with towers, as a generator lists
// them.
type counter struct {
	p                 *Position
	occupied, targets uint64 // all towers but the captor; those that it can capture
}

// captures counts those of the tower on a square.
func (c *counter) captures(from uint8) int {
	p, bit := c.p, uint64(1)<<(from&63)
	c.occupied, c.targets = (p.own[0]|p.own[1])&^bit, p.own[p.turn&1^1]
	king := p.kings&bit != 0
	if p.rules.SparesKings && !king {
		c.targets &^= p.kings
	}
	if king && p.rules.KingFlies {
		return c.flights(from, noDirection)
	}
	return c.steps(bit, noDirection, king)
}

// steps counts the ways on of a tower that does not fly, from the square of a bit,
// reached in a direction.
func (c *counter) steps(bit uint64, came direction, king bool) (n int) {
	p := c.p
	r, g := p.rules, p.rules.geometry
	right, left := g.shifts()
	empty := g.playing &^ c.occupied
	over := quadruple{
		bit << right & c.targets & (empty >> right), bit << left & c.targets & (empty >> left),
		bit >> right & c.targets & (empty << right), bit >> left & c.targets & (empty << left),
	}
	if came != noDirection {
		over[came&3^2] = 0
	}
	if !king && !r.ManCapturesBack {
		back := direction(2)
		if p.turn == record.Black {
			back = 0
		}
		over[back], over[back+1] = 0, 0
	}
	for d := upRight; d <= downRight; d++ {
		if over[d] == 0 {
			continue
		}
		taken := uint8(bits.TrailingZeros64(over[d]))
		land := g.behind[d][taken&63]
		undo := c.take(taken)
		on := 0
		switch {
		case king || land&r.promote[p.turn&1] == 0 || r.Passing == GoesOnAsMan:
			on = c.steps(land, d, king)
		case r.Passing == Stops:
		case r.KingFlies:
			on = c.flights(uint8(bits.TrailingZeros64(land)), d)
		default:
			on = c.steps(land, d, true)
		}
		n += max(on, 1)
		c.untake(taken, undo)
	}
	return n
}

// flights counts the ways on of a flying king from a square, reached in a direction.
func (c *counter) flights(from uint8, came direction) (n int) {
	for d := upRight; d <= downRight; d++ {
		if came == noDirection || d != came.opposite() {
			n += c.flight(from, d)
		}
	}
	return n
}

// flight counts those in a direction. Where it goes straight on, it is the same from
// wherever it has landed.
func (c *counter) flight(from uint8, d direction) (n int) {
	g := c.p.rules.geometry
	block := g.ray[d&3][from&63] & c.occupied
	if block == 0 {
		return 0
	}
	taken := first(block, d)
	landings := g.behind[d&3][taken&63] &^ c.occupied
	if landings == 0 || c.targets>>(taken&63)&1 == 0 {
		return 0
	}
	near := uint8(bits.TrailingZeros64(landings))
	landings = g.ray[d&3][taken&63]
	if block := landings & c.occupied; block != 0 {
		b := first(block, d)
		landings &^= g.ray[d&3][b&63] | 1<<(b&63)
	}
	undo := c.take(taken)
	n = c.flight(near, d)
	for rest := landings; rest != 0; rest &= rest - 1 {
		l := uint8(bits.TrailingZeros64(rest))
		n += c.flight(l, d^1) + c.flight(l, d^3)
	}
	c.untake(taken, undo)
	if n == 0 {
		return bits.OnesCount64(landings)
	}
	return n
}

// take captures the top piece on a square.
func (c *counter) take(taken uint8) beheaded {
	p, bit := c.p, uint64(1)<<(taken&63)
	undo := beheaded{p.towers[taken&63], c.occupied, c.targets}
	rest, _ := undo.tower.Behead()
	p.towers[taken&63] = rest
	switch {
	case rest == 0:
		c.occupied &^= bit
		c.targets &^= bit
	case rest.Owner() == p.turn:
		c.targets &^= bit
	}
	return undo
}

func (c *counter) untake(taken uint8, undo beheaded) {
	c.p.towers[taken&63] = undo.tower
	c.occupied, c.targets = undo.occupied, undo.targets
}

// countFirst returns the number of captures of towers of which none goes on behind the
// first piece, and the other towers that can capture. Where captures are preferred to
// others, those are all unless all are worth the same.
//
// How towers are made does not matter to that: what would be captured next lies neither
// straight back (Adiukh 3.14) nor where the first piece was, and neither does the square
// behind it, so that nothing of that has changed.
func (p *Position) countFirst() (n int, longer uint64) {
	r, g := p.rules, p.rules.geometry
	right, left := g.shifts()
	me, opp := p.own[p.turn&1], p.own[p.turn&1^1]
	empty := g.playing &^ (me | opp)
	// The squares from which a neighbour is captured, by direction.
	near := quadruple{
		(empty >> right & opp) >> right, (empty >> left & opp) >> left,
		(empty << right & opp) << right, (empty << left & opp) << left,
	}
	if r.SparesKings || r.Prefer != nil && p.kings != 0 {
		return 0, p.capturers()
	}
	kings := me & p.kings
	if men := me &^ kings; men&(near[0]|near[1]|near[2]|near[3]) != 0 {
		man := near
		switch {
		case r.ManCapturesBack:
		case p.turn == record.White:
			man[downLeft], man[downRight] = 0, 0
		default:
			man[upRight], man[upLeft] = 0, 0
		}
		far := r.promote[p.turn&1]
		switch r.Passing {
		case GoesOnAsMan:
			n, longer = g.countSteps(men, &man, 0, 0)
		case Stops:
			n, longer = g.countSteps(men, &man, far, 0)
		case GoesOnAsKing: // where it may go on as one it is not looked at
			n, longer = g.countSteps(men, &man, 0, far)
		}
	}
	switch {
	case kings == 0:
	case r.KingFlies:
		of, goOn := g.countFlights(kings, me|opp, &near, empty)
		n, longer = n+of, longer|goOn
	default:
		of, goOn := g.countSteps(kings, &near, 0, 0)
		n, longer = n+of, longer|goOn
	}
	if r.Prefer != nil && longer != 0 {
		return 0, p.capturers()
	}
	return n, longer
}

// quadruple is a set of squares for each direction.
type quadruple [4]uint64

// countSteps is countFirst for those of some towers that capture neighbours only, from
// the squares of near. What lands on stop does not go on, what lands on doubt may.
func (g *geometry) countSteps(of uint64, near *quadruple, stop, doubt uint64) (n int, longer uint64) {
	right, left := 2*g.right&63, 2*g.left&63
	up, down := near[upRight]|near[upLeft], near[downLeft]|near[downRight]
	upRights, upLefts := of&near[upRight], of&near[upLeft]
	downLefts, downRights := of&near[downLeft], of&near[downRight]
	longer = upRights<<right&^stop&(up|near[downRight]|doubt)>>right |
		upLefts<<left&^stop&(up|near[downLeft]|doubt)>>left |
		downLefts>>right&^stop&(down|near[upLeft]|doubt)<<right |
		downRights>>left&^stop&(down|near[upRight]|doubt)<<left
	n = bits.OnesCount64(upRights&^longer) + bits.OnesCount64(upLefts&^longer) +
		bits.OnesCount64(downLefts&^longer) + bits.OnesCount64(downRights&^longer)
	return n, longer
}

// countFlights is countFirst for kings that fly.
func (g *geometry) countFlights(kings, occupied uint64, near *quadruple, empty uint64) (n int, longer uint64) {
	right, left := g.shifts()
	// The squares from which one captures in a direction.
	afar := quadruple{
		afarUp(near[upRight], empty, right), afarUp(near[upLeft], empty, left),
		afarDown(near[downLeft], empty, right), afarDown(near[downRight], empty, left),
	}
	for kings &= afar[0] | afar[1] | afar[2] | afar[3]; kings != 0; kings &= kings - 1 {
		from := uint8(bits.TrailingZeros64(kings))
		flights := 0
		for d := upRight; d <= downRight; d++ {
			if afar[d]>>from&1 == 0 {
				continue
			}
			c := first(g.ray[d][from&63]&occupied, d)
			landings := g.ray[d][c&63]
			if block := landings & occupied; block != 0 {
				b := first(block, d)
				landings &^= g.ray[d][b&63] | 1<<(b&63)
			}
			if landings&(afar[d]|afar[d^1]|afar[d^3]) != 0 {
				longer |= 1 << from
				break
			}
			flights += bits.OnesCount64(landings)
		}
		if longer>>from&1 == 0 {
			n += flights
		}
	}
	return n, longer
}

// afarUp adds to the squares from which a neighbour is captured in a direction up those
// from which a flying king captures it. The squares between are filled in steps of one,
// two and four (Kogge and Stone), which is enough for boards of 10x10.
func afarUp(near, empty uint64, shift uint) uint64 {
	fill, way := near&empty, empty
	fill |= way & (fill >> shift)
	way &= way >> shift
	fill |= way & (fill >> (2 * shift & 63))
	way &= way >> (2 * shift & 63)
	fill |= way & (fill >> (4 * shift & 63))
	return near | fill>>shift
}

// afarDown is that for a direction down.
func afarDown(near, empty uint64, shift uint) uint64 {
	fill, way := near&empty, empty
	fill |= way & (fill << shift)
	way &= way << shift
	fill |= way & (fill << (2 * shift & 63))
	way &= way << (2 * shift & 63)
	fill |= way & (fill << (4 * shift & 63))
	return near | fill<<shift
}
