package query

// Asks is what a query asks of a game besides its headers, who owns what at each
// moment, and moves.
type Asks struct {
	Towers  bool // how they are made
	Claims  bool // draws that could be claimed
	Hashes  bool // of the positions
	Opening bool // its first moves, as texts
	Verdict bool
}

// AsksOf says what a condition asks.
func AsksOf(c Condition) Asks {
	var asks Asks
	seen := make(map[Condition]bool)
	var look func(Condition)
	look = func(c Condition) {
		if seen[c] {
			return
		}
		seen[c] = true
		asks.add(c)
		for _, part := range partsOf(c) {
			look(part)
		}
	}
	look(c)
	return asks
}

// add adds what a condition asks itself.
func (a *Asks) add(c Condition) {
	switch c := c.(type) {
	case *Claim:
		a.Claims = true
	case *Hash:
		a.Hashes = true
	case *Opening:
		a.Opening = true
	case *Verdict:
		a.Verdict = true
	case *Position, *Pattern:
		a.Towers = true
	case *Exists:
		a.phrase(c.Towers)
	case *Same:
		a.same(c)
	case *Compare:
		for _, sum := range []Sum{c.Left, c.Right} {
			for i := range sum {
				a.phrase(sum[i].Towers)
				switch sum[i].Measure {
				case "", "ply", "plies", "year", "score":
				default:
					a.Towers = true
				}
			}
		}
	case *Made:
		// Which of the captured pieces are kings, and what is left of a tower.
		a.Towers = a.Towers || c.Verb == "frees" || c.Verb == "captures" && c.What != "pieces"
		a.phrase(c.Mover)
		a.phrase(c.Freed)
		a.same(c.Same)
		for i := range c.Over {
			a.phrase(c.Over[i].Towers)
			a.same(c.Over[i].Same)
		}
	}
}

func (a *Asks) same(s *Same) {
	if s != nil {
		a.Towers = a.Towers || s.Piece
		a.phrase(s.Towers)
	}
}

func (a *Asks) phrase(p *Phrase) {
	a.Towers = a.Towers || p != nil &&
		(p.Height != nil || p.Own != nil || p.Prisoners != nil || p.Kings != nil || p.CaptiveKings != nil || p.Like != nil)
}
