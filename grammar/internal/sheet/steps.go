package sheet

import (
	"github.com/stolb/stolb/record"
)

// step extends a reading by an arc.
func (s *search) step(h *hyp, a *arc) {
	if !s.fits(int(a.next), h.cost+float64(a.cost)-mostCheaper) {
		return
	}
	n := *h
	n.fresh = false
	c, ok := float64(a.cost), true
	s.due = h.due() && h.phase != isOver
	if keep := keeps[a.role]; keep != nil {
		keep(s, n, a)
		return
	}
	if h.fills(a) {
		if n.filled = max(n.filled, 1); h.emptied > 0 {
			n.filled = 2
		}
	}
	switch a.role {
	case roleNewline:
		s.newline(h, n, a)
		return
	case roleDots:
		ok = !h.dots && (h.pend || h.numbered && h.side == 1 && h.layout == inRows) // "1. c3-d4 ... d6-c5", in one line or two
		if n.dots = h.pend; !h.pend {
			c += costMarkApart
		}
	case roleMark:
		ok = !a.solved || h.set != 0 && h.phase == inMoves && !h.remark
		n.busy = true
		if !a.bare || h.remark {
			c += costMark
		} else if c += costMarkApart; h.inLine == 0 && h.phase == inMoves {
			c += 1.5
		}
		if h.phase == inHead || a.bare && (h.remark || h.phase == isOver) {
			c += 1
		}
	case roleBracket:
		c, ok = s.bracket(h, &n, a)
	case roleStray:
		n.busy = true
		if h.pend && !h.dots && a.apart {
			c += .7
		}
		c += costStray
		if a.cost > 0 {
			c -= .5
		}
	case roleSign:
		ok = a.side == anySide || !h.remark && h.phase != isOver && a.side == h.turnOf()
		n.busy = h.busy || h.layout != inRows && h.inLine == 0 && !a.point
		c += costSign
	case roleCell:
		n.remark = false
		if n.emptied++; n.emptied > 1 && h.phase == inMoves && h.side < 2 && h.emptied > 0 {
			m := n
			s.missing(&m, int(a.at), costEmptyCell)
			m.side++
			m.pend = false
			s.put(&m, a, c)
		}
	case roleCorrection:
		ok = h.phase == inMoves && h.inLine > 0 && !h.pend && !h.remark
		n.busy = true
	case roleText:
		if c += s.text(h, a); s.arcs.rule {
			c += h.resultAlone()
		}
		if h.fresh && h.dated == 0 {
			n.pass(a)
		}
		n.remark, n.lead, n.busy, n.spoken = true, h.lead || a.lead, true, h.spoken || a.said > 0
	case roleProse:
		c, ok = h.prose(&n, a)
	case roleOthers:
		ok = h.phase == inMoves && h.layout == inRows && !h.pend && h.numbered
		n.listed = true
	case roleRule:
		n.ruled = true
		c += .3 + h.resultAlone()
	case roleForm:
		ok = h.vacate(&n, a)
	case roleLabel:
		c += h.label(&n, a)
	}
	if ok {
		s.put(&n, a, c)
	}
}

// keeps has the functions of roles that may yield several readings, which they put themselves.
var keeps = [roleGame + 1]func(s *search, n hyp, a *arc){
	rolePly: (*search).ply, roleUnread: (*search).ply, roleNumber: (*search).number, roleResult: (*search).result,
	roleKey: (*search).key, rolePosition: (*search).setup, roleTurn: (*search).turned, roleNames: (*search).pair,
}

// bracket reads a remark in brackets, a time or a date.
func (s *search) bracket(h, n *hyp, a *arc) (c float64, ok bool) {
	c = float64(a.cost)
	n.busy = h.busy || h.layout != inRows
	switch mayMove := a.clock == isTimeOrMove; a.clock {
	case noClock:
	case isDay:
		if n.dated, n.middle = min(h.dated+1, 2), false; h.dated == 0 {
			c += costProseLine
		}
	case isDays:
		row := h.plies/2 + 1
		if h.numbered {
			row = h.n
		}
		inMiddle := a.bare && h.plies%2 == 1 && !h.middle && !h.pend // a row's number may come between its moves
		switch {
		case !a.lead && (h.dated < 2 || a.bare && !inMiddle):
			return c, false
		case inMiddle && a.n == row, a.lead && !a.bare:
		case inMiddle:
			c += costOff
		case a.lead, h.numbers(a), h.plies == 0 && a.n == 1, h.middle:
			c += costDueAsText
		}
		n.middle = inMiddle || h.middle
	default:
		if a.figures && (h.notation != letters || h.inLine == 0) {
			return c, false
		}
		n.timed = h.timed || !mayMove || h.notation != letters || !s.due
		switch {
		case mayMove && h.notation != letters && (h.pend || h.last.clock > noClock):
			c += costClockMove // a move is due, or the move before has its time
		case h.timed && mayMove:
			c += costUnknown
		case h.timed:
		case mayMove && h.notation != letters && h.phase == inHead && h.set == 0:
			c += costClockAbove
		case mayMove && h.notation != letters && h.layout != inRows && h.due():
			c += costPlyAsText
		case mayMove && h.notation != letters:
			c += costClockMove
		case !n.timed:
			c += costClockDamaged
		default:
			c += .5
		}
	}
	if h.pend && h.phase == inMoves {
		c += .4
	}
	if a.word != nil && !h.pend && h.layout == inRows && h.block == 0 && len(a.word.Steps) > 1 && n.board >= 0 {
		if _, ok := s.board.Play(n.board, a.word); ok {
			c += costBracketNext // it could be the next move
		}
	}
	return c, true
}

func (h *hyp) prose(n *hyp, a *arc) (c float64, ok bool) {
	c = float64(a.cost)
	if h.phase == inHead {
		if c = .3 + 1.5*float64(a.said); a.said > 0 && !a.lead {
			c = max(c, float64(a.cost)) // rows are not a sentence
		}
		if a.ends {
			c += costEndsInHead
		}
		if a.n == 1 && h.heads&hasNames != 0 {
			c += costDueAsText
		} else if a.again {
			c += costRowOver
		}
	} else if h.phase == isOver && !a.lead {
		if c = .3 + 1.2*float64(a.said); a.n > 0 && a.said > 1 {
			c = max(c, float64(a.cost)) // rows are not a sentence
		}
		if (a.n == 1 && !h.tabulates(a) || a.again) && h.blank {
			c += costRowOver
		}
	}
	if a.denied && (!h.numbered || h.side != 2 || h.layout != inRows || h.remark) {
		c += costDueAsText // its move may be due
	}
	if a.toEnd && (h.phase != isOver || h.fresh) || a.within && (h.phase != inMoves || h.inLine == 0) {
		return c, false
	}
	c += float64(a.extra)
	if a.apart && h.numbers(a) {
		if !h.blank {
			c += costSaidRow
		}
	} else if h.numbers(a) || a.n > 0 && h.phase == inMoves && h.rowsAgain(a.n) {
		c += costDueAsText
	}
	n.pass(a)
	n.remark, n.spoken = !a.within, h.spoken || a.within
	return c, true
}

// label reads a game's number or title, and returns its cost beyond that of the arc.
func (h *hyp) label(n *hyp, a *arc) (c float64) {
	if c += costLabel + h.resultAlone(); h.phase == inMoves && !h.blank {
		c += costLabelInMoves
	}
	if h.numbers(a) {
		c += costDueAsText
	}
	if !a.bare {
		if n.passed = 0; h.phase == inHead {
			n.heads |= hasOther
		}
	}
	n.labelled = h.phase != inHead && a.cost == 0
	return c
}

// vacate reads a blank row of a form, after which no ply follows, or the rest of a row. It reports
// whether the arc may be one.
func (h *hyp) vacate(n *hyp, a *arc) bool {
	switch begun := h.inLine > 0 && h.vacant == 0; {
	case h.plies == 0 || h.layout != inRows || !h.numbered || h.remark || h.pend:
		return false
	case a.n == 0 && h.block > 0:
		n.ended[h.block] = filledUp // rows of the blocks before it may follow
		return begun && h.side == 1
	case a.n == 0:
		n.vacant = 1
		return begun && h.side == 1
	case a.n != h.n+1:
		return begun && h.side == 2 && a.n > h.n // of another block
	case h.vacant > 0:
		n.vacant = 3
	case a.damaged, h.phase == isOver:
		n.vacant = 1
	default:
		n.vacant = 2
	}
	n.n = a.n
	return true
}

// numbers reports whether words begin with one of the next two numbers, counted from the last
// number or from the last one read as words.
func (h *hyp) numbers(a *arc) bool {
	after := func(last int16) bool { return a.n > last && a.n <= last+2 }
	return a.n > 0 && !h.tabulates(a) && (h.phase == inMoves && h.numbered && after(h.n) || h.phase != isOver && h.passed > 0 && after(h.passed))
}

// tabulates reports whether a line is the first or the next row of a crosstable.
func (h *hyp) tabulates(a *arc) bool {
	return a.role == roleProse && a.cost == costMatter && a.n == 1-min(h.passed, 0)
}

// pass records the number at the start of words. A number out of sequence may be misread, as those
// of rows may.
func (h *hyp) pass(a *arc) {
	switch {
	case a.n == 0 || h.phase != inMoves:
	case h.tabulates(a):
		h.passed = -a.n
	case h.passed == 0 || h.numbers(a):
		h.passed = a.n
	default:
		h.passed++
	}
}

// turnOf returns whiteTurn or blackTurn, the side of the next ply.
func (h *hyp) turnOf() uint8 {
	first := h.mover
	if first == anySide || first == otherTurn {
		if first = whiteTurn; (h.variant.First() == record.White) == (h.mover == otherTurn) {
			first = blackTurn
		}
	}
	if h.plies%2 != 0 {
		first = whiteTurn + blackTurn - first
	}
	return first
}

// headsColumn reports whether the head names one player, whose column follows.
func (h *hyp) headsColumn() bool { return h.heads&hasWhite != 0 != (h.heads&hasBlack != 0) }

func (h *hyp) due() bool {
	if h.layout != inRows {
		return h.pend || h.inLine == 0
	}
	return h.pend || h.numbered && h.side == 1
}

// fills reports whether an arc other than a ply is where one is due.
func (h *hyp) fills(a *arc) bool {
	if h.phase != inMoves || h.layout != inRows || a.clock > 0 || a.off {
		return false
	}
	switch a.role {
	case roleText, roleBracket:
		if !h.pend && h.inLine != 1 {
			return false
		}
	case roleSign, roleStray, roleMark, roleDots:
	default:
		return false
	}
	if h.pend {
		return !a.slight
	}
	return h.numbered && h.side == 1 && (!a.slight || h.emptied > 0)
}

func (s *search) newline(h *hyp, n hyp, a *arc) {
	c := float64(a.cost)
	if h.inLine < 2 {
		c += costFilled * float64(h.filled)
		n.filled = 0
	}
	blank := h.fresh
	if h.pend && h.phase == inMoves && !h.dots && !blank {
		c += .5 // its move may be on the next line
	}
	if h.layout != inRows && h.phase == inMoves && h.busy && h.inLine == 0 {
		c += costNoPlyInColumn
	}
	n.fresh, n.busy, n.remark, n.lead, n.spoken, n.inLine, n.emptied = true, false, false, false, false, 0, 0
	n.blank = blank
	if !blank && h.inLine > 0 {
		n.ruled = false
	}
	m := n
	s.put(&n, a, c)
	if blank && h.layout == inFirst && h.plies > 2 && h.plies < maxColumn && !h.pend {
		m.layout, m.n, m.numbered = inSecond, 0, false
		s.put(&m, a, c+costSecondBlank)
	}
}

// resultAlone returns the cost of a head that has little more than a result before a break: the
// result is more likely that of the previous game.
func (h *hyp) resultAlone() float64 {
	if h.phase != inHead || h.heads&hasResult == 0 || h.heads&^(hasResult|hasRound|hasOther) != 0 {
		return 0
	}
	return costResultAlone
}

// text returns the cost of a word of a remark beyond that of its form.
func (s *search) text(h *hyp, a *arc) float64 {
	c := costText
	if a.illegible && h.layout == inRows && h.side > 1 && !h.pend && h.inLine > 1 {
		c += .5 - costIllegibleText // no ply is due
	}
	if a.n > 0 && !h.remark && (h.phase == inMoves && (a.n >= h.n && a.n <= h.n+2 || h.numbers(a)) ||
		h.phase == isOver && h.numbered && a.n == h.n+1) {
		c += costDueAsText
	}
	switch {
	case h.layout == inRows || h.remark:
	case h.inLine > 0 && h.emptied > 0:
		c += costTextInCell
	case h.due() && h.phase == inMoves && a.said > 0:
		c += costPlyAsText
	}
	if !h.remark {
		if h.phase == inMoves {
			if a.bare && !h.pend {
				c += costShortText // dots and dashes alone are not words
			}
			c += costOpen
			if h.pend && !h.dots {
				c += .8
			}
			if n := a.end - a.at; h.due() && n < 8 && !a.lead {
				c += costShortText * float64(8-n) / 4
			}
		} else {
			c += costOpen / 4
		}
		if h.phase == inMoves && a.lead {
			c += costLead
		}
	}
	if a.damaged && h.phase == inMoves && !h.numbered && h.plies > 1 && h.layout == inRows && h.inLine < 2 {
		c += costShortText
	}
	if n := a.end - a.at; h.phase == inHead && h.pend && n < 8 {
		c += costShortText * float64(8-n) / 4
	}
	if h.phase == isOver && a.damaged && !a.bare && !h.remark {
		c += costHeadPly
	}
	if h.phase == inHead && (a.damaged || a.said > 0) {
		switch {
		case h.headsColumn() && h.fresh && a.said > 0:
			c += costPlyAsText
		case h.heads&hasNames != 0:
			c += costHeadPly
		case h.heads == 0 && !h.blank: // it may belong to the previous game
			c += 2 * costHeadPly
		}
	}
	if a.said > 0 {
		due := h.pend || h.numbered && h.side == 1 && h.layout == inRows
		if h.remark && h.lead && !(due && h.spoken) {
			c += costWordSaid - costWord
		} else if h.remark && a.figures && h.notation == letters {
			c += .3*costWord - costWord // a phone number
		} else if h.remark {
			c += .7*costWord - costWord
		} else if h.phase == inHead {
			c += 1
		}
	}
	return c
}

func (s *search) ply(n hyp, a *arc) {
	if n.vacant > 0 {
		return
	}
	h := n
	c := float64(a.cost)
	if a.word != nil {
		if n.notation = letters; a.figures {
			n.notation = figures
		}
		if h.notation != 0 && h.notation != n.notation {
			c += costOtherNotation
		}
	}
	if h.numbers(a) {
		c += costDueAsText
	}
	if a.role == roleUnread {
		if h.pend || h.numbered && h.side == 1 && !h.remark || h.layout != inRows && h.inLine == 0 || h.emptied > 0 {
			c *= .6
		}
		c += costUnread
	}
	if h.phase == isOver {
		if c += costAfterResult; h.ruled {
			c += costAfterRule
		}
	}
	if h.labelled {
		c += costAfterLabel
		n.labelled = false
	}
	if h.remark && !h.pend {
		if c += costAfterProse; h.lead && !h.spoken {
			c += 1.5
		}
	}
	n.phase, n.remark, n.lead, n.spoken, n.again, n.emptied, n.blank, n.filled = inMoves, false, false, false, false, 0, false, 0
	n.middle = false
	n.inLine = min(n.inLine+1, 9)
	if h.plies > 0 {
		if h.pend && h.layout == inRows && !h.dots && h.home > 0 && h.blocks == 0 && h.emptied == h.home { // one cell later than in other rows
			m := n
			s.missing(&m, int(a.at), costEmptyCell)
			m.side, m.pend = 1, false
			later := h
			later.side, later.pend = 1, false
			s.finish(&later, m, a, c)
			c += costCellFurther
		}
		s.finish(&h, n, a, c)
		if unnumbered := h.numbered && !h.pend; h.layout == inFirst && h.inLine == 0 && h.plies < maxColumn && (h.blank || unnumbered) {
			n.layout = inSecond
			if n.numbered = h.numbered && !unnumbered; !unnumbered {
				c += costSecondBlank
			}
			s.finish(&h, n, a, c)
		}
		return
	}
	if h.heads&(hasNames|hasWhite|hasBlack|hasPosition) == 0 {
		switch {
		case h.headless:
			c += costNoHeadAgain
		case h.heads&hasOther != 0:
			c += costNoNames
		default:
			c += costNoHead
		}
	}
	rows, columns := 0.0, costColumns
	if h.headsColumn() {
		rows, columns = costRowsHalfHeaded, costColumnsHeaded
	}
	s.finish(&h, n, a, c+rows)
	n.layout = inFirst
	n.flipped = (h.heads&hasBlack != 0 && h.heads&hasWhite == 0) != (n.variant.First() == record.Black)
	s.finish(&h, n, a, c+columns)
}

// finish keeps the reading that ends with a ply, at cost c.
func (s *search) finish(h *hyp, n hyp, a *arc, c float64) {
	if h.abreast > 1 && n.layout == inRows && !h.pend {
		c += s.beside(h, &n)
	}
	switch {
	case n.layout != inRows:
		if h.inLine > 0 {
			c += costTwoInColumn
		}
		if n.numbered && !h.pend {
			c += .7 * costNoNumber
		}
		n.side = 1
	case h.pend && h.dots:
		if h.plies == 0 && n.set != 0 && n.mover == anySide {
			n.mover = otherTurn
		}
		if h.side == 0 && n.numbered && h.plies > 0 && h.plies%2 == 0 {
			c += 1.5 // the row's first move is missing
		}
		n.side = 2
	case h.pend:
		if n.side = 1; h.home == 0 {
			n.home = h.emptied + 1
		}
		if h.each {
			n.side = 2
		}
	case n.block > h.block:
		n.side = 1
	case n.numbered:
		if h.side >= 2 || h.side == 0 {
			if c += costThird; h.inLine == 0 {
				c += costNoNumber - costThird
				n.n++ // of a row without a number
			}
			n.side = 1
		} else {
			n.side = 2
		}
	}
	n.pend, n.dots = false, false
	n.later = 31*n.later + uint16(a.end-a.at)<<1
	if a.word == nil {
		n.later++
	}
	c += s.played(&n)
	s.put(&n, a, c)
}

// beside moves n to the row of a block without numbers in which a ply is, if the heads of columns
// announce such blocks, and returns the board's cost for what is before it.
func (s *search) beside(h, n *hyp) (c float64) {
	switch {
	case h.inLine == 0 && !h.numbered:
		n.block, n.ended[0] = 0, h.ended[0]+1
	case h.inLine > 0 && h.block+1 < h.abreast && (h.side >= 2 || !h.numbered && h.inLine == 2*(h.block+1)):
		if h.blocks == 0 {
			c = s.settle(n)
			n.blocks, n.ended[0] = h.abreast, max(h.n, h.ended[0])
		}
		if n.block++; n.begun[n.block] > 0 { // its number is lost
			n.ended[n.block]++
			n.n = n.ended[n.block]
			return c + costNoNumber
		}
		n.ended[n.block] = filledUp
	default:
		return 0
	}
	n.n = n.ended[0] + maxMoveNumber*int16(n.block)
	return c
}

// number reads a move number.
func (s *search) number(n hyp, a *arc) {
	if n.vacant > 0 && n.phase != isOver {
		return
	}
	h := n
	if a.n == unreadNumber {
		due := *a
		due.n = h.n + 1
		a = &due
	}
	c := float64(a.cost) + h.numberHere(&n, a)
	n.remark, n.lead, n.spoken = false, false, false
	if h.pend {
		c = s.unanswered(&h, &n, a, c)
	}
	if h.blocks > 0 && h.inLine == 0 && a.n == h.ended[h.blocks-1]+1 {
		c += s.turnPage(&n)
		h = n
	}
	if h.blocks > 0 {
		if h.nextBlock(&n, a); h.n == filledUp {
			return
		}
	}
	due := h.n + 1
	if a.n == due {
		n.listed = false
	}
	if h.blocks == 0 && h.layout == inRows && h.side == 2 && h.inLine == 2 && (h.plies == 2 || h.begun[0] == h.n) && a.n > due && !h.pend {
		m := n
		c := c + s.settle(&m)
		m.blocks, m.block = 2, 1
		m.begun, m.ended = [maxBlocks]int16{h.n, a.n}, [maxBlocks]int16{h.n}
		s.numbered(m, a, a.n, c+costBlocks)
	}
	if c += s.counted(&h, &n, a, due, c); a.n != due && h.rowsAgain(a.n) {
		c += s.settle(&n)
		n.layout = inRows
		c += costRowsAgain
	}
	s.numbered(n, a, a.n, c)
}

// numberHere returns the cost of a number in the phase of a reading, and sets n's board if the game
// begins with another number than 1.
func (h *hyp) numberHere(n *hyp, a *arc) (c float64) {
	if h.phase == inHead && h.numbers(a) {
		c += costDueAsText // it continues the previous game
	}
	if h.phase == inHead && a.n != 1 && h.set == 0 && !(h.pend && h.n == 1 && a.n == 2) {
		if n.board = unknown; h.heads&(hasNames|hasOther) != 0 {
			c += costTorn
		} else if c += costOff; a.n > 2 {
			if c += 1; h.headless && !h.blank {
				c += 1 // only its number separates this game from the previous one
			}
		}
	}
	if h.lead && h.phase == inMoves && !a.bare && a.n != h.n && h.inLine == 0 && !h.spoken {
		c += costLeadNumber
	}
	if h.remark && h.phase == inHead {
		c += .3
	}
	if h.phase == isOver {
		if c += 1.5; h.blank && a.n != h.n+1 {
			c += costAfterBlank
		}
	}
	return c
}

// counted returns the cost of a number by counting, and keeps other readings of it, which cost so
// much so far.
func (s *search) counted(h, n *hyp, a *arc, due int16, sofar float64) (c float64) {
	switch {
	case h.plies == 0 || h.n == 0 && h.layout == inSecond && h.second == 0 || a.n != due && h.rowsAgain(a.n):
	case a.n == due:
		if h.layout == inRows && n.side == 1 && h.numbered {
			m, missing := *n, costMissing
			if h.pend {
				missing = costEmptyCell // of an empty row
			}
			s.missing(&m, int(a.at), missing)
			s.numbered(m, a, a.n, sofar)
			if h.n == 1 && h.plies == 1 && !h.pend {
				e := *n
				e.each, e.side = true, 2
				s.numbered(e, a, a.n, sofar+costEachPly)
			}
			c += 4.5 // the number comes too early
		}
	case a.n == h.n && h.layout == inRows && h.side == 1 && (a.n > 1 || !h.again):
		c += .6 // before the second move, usually with dots
	case a.n == 1 && h.layout == inFirst && h.plies < maxColumn:
		s.numbered(*n, a, a.n, sofar+costOne)
		n.layout = inSecond
		if c += costSecondOne; h.heads&(hasWhite|hasBlack) != 0 && h.heads&hasNames == 0 {
			c += costSecondNoHead
		}
	case a.n == h.n && a.n > 1:
		c += costAgain + 1
	case a.n == due+1, h.passed > 0 && a.n == h.passed+1:
		c += costOffBy1
	case a.n == 1:
		if c += costOne; h.blank {
			c += costOneBlank
		}
		if h.again {
			c += costOneHeaded
		}
	default:
		c += costOff
		s.numbered(*n, a, due, sofar+c) // misread: the next number may be due+1
	}
	return c
}

// unanswered reads a number after another that has no ply, and returns c plus the cost.
func (s *search) unanswered(h, n *hyp, a *arc, c float64) float64 {
	switch {
	case h.phase == inHead:
		if h.layout == inRows && a.n == h.n+1 && h.n == 1 && !h.remark {
			m := *n
			s.missing(&m, int(a.at), costFirstMissing)
			s.missing(&m, int(a.at), 0)
			m.phase, m.side = inMoves, 0
			s.numbered(m, a, a.n, c)
			c += costTorn
		}
		c += .7 // "1. 1. c3-b4", "1. Иванов"
	case a.n == h.n:
		c += costAgain
	default:
		s.missing(n, int(a.at), costMissing)
		if h.layout == inRows {
			n.side = 1
		}
	}
	return c
}

// turnPage ends the blocks of a page, and returns the board's cost for them. The next page may have
// blocks of its own.
func (s *search) turnPage(n *hyp) float64 {
	c := s.judgeBlocks(n)
	n.n, n.page = n.ended[n.blocks-1], n.last
	n.begun, n.ended = [maxBlocks]int16{n.n + 1}, [maxBlocks]int16{}
	n.blocks, n.block, n.beside = 0, 0, 0
	return c
}

// nextBlock moves n to the block of rows with the number a, and sets h.n to the last number there.
func (h *hyp) nextBlock(n *hyp, a *arc) {
	if n.block++; h.inLine == 0 {
		if n.block = 0; h.side == 1 && h.block == h.blocks-1 {
			h.side, n.side = 2, 2 // the game's last move may be above others
		}
	}
	if n.block == h.blocks && h.blocks < maxBlocks && h.ended[0] == h.begun[0] && a.n-h.n == h.begun[1]-h.begun[0] {
		n.blocks++
		n.begun[n.block] = a.n
		h.n = a.n - 1
	} else {
		n.block = min(n.block, h.blocks-1)
		h.n = h.ended[n.block]
	}
}

// rowsAgain reports whether n may number a row after two columns, one of which may be a ply longer.
func (h *hyp) rowsAgain(n int16) bool {
	first := h.plies - h.second
	return h.layout == inSecond && h.inLine == 0 && max(h.second-first, first-h.second) < 2 && n == first+1
}

// numbered keeps the reading that ends with the arc of a row's number, at cost c.
func (s *search) numbered(n hyp, a *arc, row int16, c float64) {
	n.pend, n.dots, n.numbered = true, false, true
	n.n, n.passed = row, 0
	if n.blocks > 0 {
		n.ended[n.block] = n.n
	} else if n.begun[0] != n.n {
		n.begun[0] = 0
	}
	if n.layout == inRows && n.side > 1 {
		n.side = 0
	}
	if n.each {
		ply := *a
		if ply.n = (row + 1) / 2; row%2 == 0 {
			ply.side = blackTurn
		}
		a = &ply
	}
	s.put(&n, a, c)
}

func (s *search) result(n hyp, a *arc) {
	h := n
	if a.figures && (h.notation != letters || h.inLine == 0 && !a.toEnd) {
		return // it may be a ply
	}
	c := float64(a.cost)
	if h.remark {
		c += costResultRemark
	}
	if a.lead && h.blank && h.phase == inMoves {
		c += costResultAfterBlank
	}
	c += costFilled * float64(h.filled)
	n.filled = 0
	if h.pend && h.plies == 0 {
		if a.head.result.Manner != record.Forfeit {
			s.missing(&n, int(a.at), .3)
		}
		h.phase, n.phase, h.pend = inMoves, inMoves, false
	}
	if a.apart && h.phase != inMoves {
		c += costResultOther
	}
	switch h.phase {
	case inHead:
		if c += costResultHead; h.heads == 0 && !h.blank {
			c += costResultHead // it may belong to the previous game
		}
		if h.heads&hasResult != 0 {
			c += costResultAgain
		}
		n.heads |= hasResult
	case inMoves:
		n.phase = isOver
		if a.head.result.Outcome == record.Unfinished {
			c += .3
		}
	case isOver:
		c += costResultAgain
	}
	if h.pend {
		c += .6
	}
	n.pend, n.dots, n.remark, n.lead = false, false, false, false
	if !s.alone && (h.phase != inHead || h.heads&hasNames != 0) {
		// Another game follows in the line.
		g := n
		g.cost += c
		g.phase = isOver
		if s.fits(int(a.next), g.cost-mostCheaper) {
			g.last = s.item(&g, a, c)
			g = s.game(g, int(a.end), costGameInLine)
			g.headless = false // the games after it have lines of their own
			s.insert(int(a.next), &g)
		}
	}
	s.put(&n, a, c)
}
