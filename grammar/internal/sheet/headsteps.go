package sheet

import (
	"slices"

	"github.com/stolb/stolb/record"
)

// headTags are the tags that a game's head has at most once.
var headTags = map[string]uint16{
	"White": hasWhite, "Black": hasBlack, "Variant": hasVariant, "Event": hasEvent, "Site": hasSite, "Date": hasDate, "Round": hasRound, "Result": hasResult,
}

// key reads a header.
func (s *search) key(n hyp, a *arc) {
	h, head := n, a.head
	n.passed = 0
	c := float64(a.cost)
	tag, player := headTags[head.tag], false
	timed := head.isTime() || head.timed && h.plies > 0
	again := true // consistent with this game's head
	name, named := head.value(head.tag)
	switch tag {
	case hasWhite:
		player, again = true, s.isKnown(&n.white, name)
	case hasBlack:
		player, again = true, s.isKnown(&n.black, name)
	case hasVariant:
		if head.variant == record.UnknownVariant {
			c += 1
		}
	}
	if head.pair && head.tag == "FEN" && h.plies == 0 {
		c += s.setUp(&n, head)
	}
	if head.variant != record.UnknownVariant {
		if n.variant = head.variant; h.plies == 0 {
			n.board = notBegun
		}
	}
	if h.phase == inHead && tag == hasWhite && !named && s.arcs.heading {
		n.abreast = min(h.abreast+1, maxBlocks)
	}
	switch {
	case h.phase == inHead && player && !named && h.heads&hasNames != 0: // a column head
		n.heads &^= hasWhite | hasBlack
		n.pend = false
	case h.phase == inHead:
		over := h.blank && h.heads&hasResult != 0
		if h.heads&tag != 0 && (player && (!again || head.column || over) || !player && h.blank) || !again {
			c += costKeyTwice
		}
		if h.blank && int(a.at) <= s.arcs.first {
			c += h.resultAlone()
		}
		if h.pend {
			c += .5
		}
		n.pend = false
	case tag == hasResult:
		if head.result.Text != "" {
			n.phase = isOver
		}
		if h.blank {
			c += costResultAfterBlank
		}
	case h.phase == inMoves && player && h.layout == inFirst && h.heads&tag == 0 && h.plies < maxColumn:
		if h.pend {
			s.missing(&n, int(a.at), costMissing)
		}
		n.layout, n.n, n.pend, n.side, n.numbered = inSecond, 0, false, 0, false
		c += costSecondHead
	case timed, head.tag == "Arbiter", head.tag == "Annotator": // of the game above, which they sign
	case h.phase == inMoves && again && !head.column && (player && h.heads&(tag|hasNames) != 0 || !player && a.again):
		c += costPageHead
		n.again = true
	case h.phase == inMoves:
		c += costKeyInMoves
		n.again = n.again || tag == hasVariant
	case tag == hasVariant:
		c += costVariantOver
	default:
		c += costKeyOver
	}
	if head.pair && player {
		tag = hasNames // not a column head
	}
	if n.heads |= tag; !player && tag != hasResult {
		n.heads |= hasOther
	}
	if n.heads&hasWhite != 0 && n.heads&hasBlack != 0 {
		n.heads |= hasNames
	}
	s.put(&n, a, c)
}

// isKnown reports whether a name may be the known one. If none is known, it becomes the known name.
func (s *search) isKnown(known *int32, p place) bool {
	name := s.arcs.text[p.at:p.end]
	switch {
	case name == "":
		return true
	case *known != 0:
		return s.names[*known-1] == name || !otherName(s.names[*known-1], name)
	}
	last := max(0, len(s.names)-2)
	i := last + slices.Index(s.names[last:], name)
	if i < last {
		i = len(s.names)
		s.names = append(s.names, name)
	}
	*known = int32(i + 1)
	return true
}

// pair reads two names.
func (s *search) pair(n hyp, a *arc) {
	n.passed = 0
	if !s.alone && n.phase != inHead && s.fits(int(a.next), n.cost-mostCheaper) {
		g := s.game(n, int(a.at), costGameInLine)
		s.named(g, a)
	}
	s.named(n, a)
}

func (s *search) named(n hyp, a *arc) {
	c := float64(a.cost)
	white, _ := a.head.value("White")
	black, _ := a.head.value("Black")
	known := n.white != 0 || n.black != 0
	again := s.isKnown(&n.white, white)
	again = s.isKnown(&n.black, black) && again
	switch {
	case n.phase == inHead && !known:
		if n.blank && int(a.at) <= s.arcs.first {
			c += n.resultAlone()
		}
	case n.phase == inHead && again && !(n.blank && n.heads&hasResult != 0):
		c += costNamesAgain
	case known && again && n.phase == inMoves:
		c += costPageHead
		n.again = true
	case known && !again:
		c += costOthersInMoves
	default:
		c += costNamesInMoves
	}
	if a.head.variant != record.UnknownVariant && n.plies == 0 {
		n.variant, n.board = a.head.variant, notBegun
	}
	n.heads |= hasNames
	n.pend, n.remark = false, false
	s.put(&n, a, c)
}
