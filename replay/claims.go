package replay

// claims watches for draws that may be claimed (Codex 1.13.1). The first of
// each kind is noted.
type claims struct {
	found        []Claim
	fifteen      int            // plies since the material changed; -1 where the rule does not hold or was noted
	seen         map[uint64]int // positions since a move that cannot be taken back, nil likewise
	irreversible bool
	changed      bool
}

func (c *claims) begin(p *Position) {
	c.fifteen = -1
	if p.rules.FifteenMoves {
		c.fifteen = 0
	}
	if p.rules.Repetition {
		c.seen = map[uint64]int{p.hash: 1}
	}
}

// before looks at a move about to be played.
func (c *claims) before(p *Position, m *Move) {
	// A capture changes the towers; promotion changes what one is made of.
	c.changed = m.n > 0 || m.promotes
	// A man never comes back, so that no position from before can recur.
	c.irreversible = c.changed || p.kings&(1<<m.from) == 0
}

// after looks at the position after ply.
func (c *claims) after(p *Position, ply int) {
	if c.fifteen >= 0 {
		c.fifteen++
		if c.changed {
			c.fifteen = 0
		}
		if c.fifteen == 30 {
			c.found = append(c.found, Claim{FifteenMoves, ply})
			c.fifteen = -1
		}
	}
	if c.seen != nil {
		if c.irreversible {
			if len(c.seen) <= 64 {
				clear(c.seen)
			} else {
				c.seen = map[uint64]int{} // clearing costs as much as it ever held
			}
		}
		c.seen[p.hash]++
		if c.seen[p.hash] == 3 {
			c.found = append(c.found, Claim{Repetition, ply})
			c.seen = nil
		}
	}
}
