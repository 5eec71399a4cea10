package sheet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Rules is what the rules of the games say; given from above.
type Rules interface {
	// Start is what is known at the beginning of a game: one position; nil where
	// there are no rules.
	Start(v record.Variant) Board
}

// Board is the positions that may stand on the board.
type Board interface {
	// Play returns them behind a word, or behind any move where it is nil; nil
	// where no move is such.
	Play(w *record.Word) Board
	Open() bool // too many to be followed
}

type phase uint8

const (
	pHead phase = iota
	pMoves
	pOver
)

// reading is all of what stands before that bears on what follows.
type decodeState struct {
	phase     phase
	layout    uint8    // 0 rows, 1 and 2 columns
	remark    bool     // within words
	lead      bool     // that speak of moves not played
	blank     bool     // behind a blank line
	ruled     bool     // behind a rule
	pend      bool     // a number waits for its move
	dots      bool     // with dots
	numbered  bool     // rows have numbers
	fresh     bool     // nothing of the line has been read
	busy      bool     // the line has something that is no header or result
	late      bool     // a bracket or a mark stands behind the last ply, nothing else
	filled    uint8    // something stands where the second move is due, 2 in a cell of its own
	blocks    uint8    // rows stand beside each other in so many blocks, each with numbers of its own
	block     uint8    // the one that is read
	begun     [3]int16 // the first number of each
	ended     [3]int16 // the last
	headless  bool     // games before had no heads
	notation  uint8    // of its plies: 1 letters, 2 numbers
	timed     bool     // times stand beside moves
	lost      bool     // the board is not known any more
	side      uint8    // plies behind the number
	inLine    uint8    // plies of the line
	emptied   uint8    // cells in a row without anything
	heads     uint8    // 1 names, 2 White, 4 Black, 8 others, 16 result, 32 bare White, 64 bare Black
	n         int16    // the last number
	plies     int16
	second    int16 // plies of the second column
	variant   record.Variant
	illegal   uint8
	board     Board
	hurt      bool // a ply cannot be read, or is not legal
	unordered bool // the first column is Black's
}

// hyp is a reading of the text so far.
type hyp struct {
	decodeState
	cost float64
	last *item
	col  []*record.Word // of the first column
}

// item is a step of a reading.
type item struct {
	prev *item
	arc  arc
	cost float64 // all so far
}

// Decoder reads texts.
type Decoder struct {
	Rules   Rules
	Variant record.Variant // asked for

	arcs   arcs
	at     [][]hyp
	text   string
	Judged int // games that were played
	Work   int // hypotheses that were made
}

const (
	hNames = 1 << iota
	hWhite
	hBlack
	hOther
	hResult
	hBareWhite
	hBareBlack
)

func (d *Decoder) begin() decodeState {
	return decodeState{variant: d.Variant, fresh: true, board: d.start(d.Variant)}
}

func (d *Decoder) start(v record.Variant) Board {
	if v == record.UnknownVariant {
		return nil
	}
	return d.Rules.Start(v)
}

// decode returns the steps of the cheapest reading, in order, and by how much the
// next that ends otherwise is dearer.
func (d *Decoder) decode(text string) []arc {
	d.text = text
	d.arcs.text = text
	d.at = make([][]hyp, len(text)+1)
	d.at[0] = []hyp{{decodeState: d.begin(), last: &item{arc: arc{role: rGame}}}}
	first, cell := true, byte(0)
	lineStart := 0
	for at := 0; at < len(text); at++ {
		hyps := d.at[at]
		if len(hyps) == 0 {
			if text[at] == '\n' {
				lineStart = at + 1
			}
			continue
		}
		if at == 0 || text[at-1] == '\n' {
			lineStart = at
			cell = cellOf(text[at:d.arcs.lineEnd(at)])
			hyps = d.prune(d.games(hyps, at))
			if list := d.arcs.plain(at); list != nil && !NoPlain && hyps[0].phase != pOver {
				// What is dearer by so much than the cheapest will hardly be the cheapest.
				for len(hyps) > 1 && hyps[len(hyps)-1].cost > hyps[0].cost+PlainCost {
					hyps = hyps[:len(hyps)-1]
				}
				d.at[at] = hyps
				for _, a := range list {
					from := d.prune(d.at[a.at])
					for i := range from {
						d.step(&from[i], a)
					}
					d.at[a.at] = nil
					if next := word.SkipBlank(text, a.end); next > a.end && text[a.end] != '\n' {
						d.at[next], d.at[a.end] = d.at[a.end], nil
					}
				}
				continue
			}
		} else {
			hyps = d.prune(hyps)
		}
		if next := word.SkipBlank(text, at); next > at && text[at] != '\t' {
			if tab := strings.IndexByte(text[at:next], '\t'); tab > 0 {
				next = at + tab
			}
			if text[at] != '\n' {
				d.at[next] = append(d.at[next], hyps...)
				d.at[at] = nil
				continue
			}
		}
		first = strings.TrimLeft(text[lineStart:at], " \u00a0\ufeff\"'|>") == ""
		for _, a := range d.arcs.at(at, first, cell) {
			for i := range hyps {
				d.step(&hyps[i], a)
			}
		}
		d.at[at] = nil
	}
	hyps := d.at[len(text)]
	best, bestCost := (*hyp)(nil), 0.0
	for i := range hyps {
		h := &hyps[i]
		c := h.cost + d.close(h)
		if best == nil || c < bestCost {
			if h.pend && h.plies > 0 && h.phase == pMoves {
				d.missing(h, len(text), 0)
			}
			best, bestCost = h, c
		}
	}
	if best == nil {
		return nil
	}
	var list []arc
	for it := best.last; it != nil; it = it.prev {
		list = append(list, it.arc)
	}
	slices.Reverse(list)
	if Debug {
		fmt.Printf("best %.2f of %d\n", bestCost, len(hyps))
		for _, a := range list {
			fmt.Printf("  %-8s %-24q %.2f lay=%d\n", roleNames[a.role], text[a.at:a.end], a.surprise, a.layout)
		}
	}
	return list
}

// cellOf returns what parts the cells of a line.
func cellOf(line string) byte {
	if strings.Contains(line, "\t") && !strings.Contains(line, "|") {
		return 0
	}
	if n := strings.Count(line, "|"); n > 1 || n == 1 && (strings.Contains(line, " |") || strings.Contains(line, "| ") || line[0] == '|' || line[len(line)-1] == '|') {
		return '|'
	}
	for _, c := range []byte(";,") {
		if n := strings.Count(line, string(c)); n > 0 && !strings.Contains(line, string(c)+" ") && !strings.ContainsAny(line, "(") && (c == ';' || n > 1 && !strings.ContainsAny(line, " \t")) {
			return c
		}
	}
	return 0
}

// prune keeps the cheapest of readings in the same state, and the cheapest of all.
func (d *Decoder) prune(hyps []hyp) []hyp {
	slices.SortStableFunc(hyps, func(a, b hyp) int {
		switch {
		case a.cost < b.cost:
			return -1
		case a.cost > b.cost:
			return 1
		}
		return 0
	})
	kept := hyps[:0]
	for i := range hyps {
		h := hyps[i]
		if len(kept) > 0 && h.cost > kept[0].cost+MaxCost || len(kept) == MaxBeam {
			break
		}
		same := 0
		for j := range kept {
			if kept[j].decodeState == h.decodeState {
				same++
			}
		}
		if same < Same {
			kept = append(kept, h)
		}
	}
	return kept
}

// Same is how many readings in the same state are kept. Where it is more than one,
// the board is asked at the end of a game only.
var Same = 1

// judge is what the board says of a game that is read, where it was not asked.
func (d *Decoder) judge(h *hyp) (c float64) {
	if Same == 1 && h.blocks == 0 || h.plies == 0 {
		return 0
	}
	d.Judged++
	n := hyp{decodeState: h.decodeState}
	n.lost, n.illegal, n.board = false, 0, d.start(h.variant)
	was := Same
	Same = 1
	for _, w := range inOrder(h) {
		c += d.onBoard(&n, w)
	}
	Same = was
	for i := 1; i < int(h.blocks); i++ {
		if h.ended[i-1]+1 != h.begun[i] {
			c += cost.BlocksUneven
		}
	}
	return c
}

// inOrder returns the plies of a game as they were played.
func inOrder(h *hyp) []*record.Word {
	type numbered struct {
		n, column int
		w         *record.Word
	}
	var list []numbered
	for it := h.last; it != nil && it.arc.role != rGame; it = it.prev {
		switch a := &it.arc; a.role {
		case rPly, rUnread, rMissing:
			list = append(list, numbered{-1, int(a.layout), a.w})
		case rNumber:
			for i := len(list) - 1; i >= 0 && list[i].n < 0; i-- {
				list[i].n = a.n
			}
		}
	}
	slices.Reverse(list)
	if h.blocks > 0 {
		slices.SortStableFunc(list, func(a, b numbered) int { return a.n - b.n })
	} else if h.layout > 0 {
		count := [3]int{}
		for i := range list {
			k := &list[i]
			k.n = 2 * count[k.column%3]
			if count[k.column%3]++; (k.column == 2) != h.unordered {
				k.n++
			}
		}
		slices.SortStableFunc(list, func(a, b numbered) int { return a.n - b.n })
	}
	words := make([]*record.Word, len(list))
	for i := range list {
		words[i] = list[i].w
	}
	return words
}

// close is what it costs that the game ends here.
func (d *Decoder) close(h *hyp) float64 {
	c := d.judge(h)
	if !h.hurt && h.plies > 0 {
		c += cost.Sound
	}
	if h.pend && h.phase != pHead {
		c += .5
	}
	c += cost.Filled * float64(h.filled)
	if h.phase != pOver {
		c += cost.Unended
	}
	switch {
	case h.plies == 0 && h.heads&hNames != 0 && h.heads&hResult != 0:
		c += .5
	case h.plies == 0:
		c += cost.NoPlies
	case h.layout == 1:
		c += cost.OneSide
	case h.layout == 2:
		if n := int(h.plies) - 2*int(h.second); n < 0 || n > 1 {
			c += cost.Uneven * float64(min(max(n, -n), 4))
		}
	}
	return c
}

// games adds the readings in which a game begins at a line.
func (d *Decoder) games(hyps []hyp, at int) []hyp {
	for _, h := range slices.Clone(hyps) {
		if h.phase == pHead && h.heads&(hResult) == 0 || h.plies == 0 && h.heads == 0 {
			continue
		}
		d.game(&h, at, 0)
	}
	return append(hyps, d.at[at][len(hyps):]...)
}

func (d *Decoder) game(h *hyp, at int, extra float64) {
	c := cost.GameOver
	if h.phase != pOver && !(h.phase == pHead && h.heads&hNames != 0 && h.heads&hResult != 0) {
		c = cost.GameMoves
	}
	if h.blank {
		c += cost.GameBlank
		if h.phase == pMoves {
			c -= 1
		}
	}
	if h.ruled {
		c += cost.GameRule
	}
	c += d.close(h) + extra
	if h.pend && h.plies > 0 && h.phase == pMoves {
		k := *h
		d.missing(&k, at, 0)
		h = &k
	}
	next := hyp{decodeState: d.begin(), cost: h.cost + c}
	next.blank, next.fresh, next.headless = h.blank, h.fresh, h.heads == 0 && h.plies > 0
	next.last = &item{prev: h.last, arc: arc{role: rGame, at: at, end: at}, cost: next.cost}
	d.at[at] = append(d.at[at], next)
}

// inBlocks is the layout of an arc whose plies stand in blocks.
const inBlocks = 3

// put adds a reading that ends with an arc.
func (d *Decoder) put(n hyp, a arc, c float64) {
	n.cost += c
	if a.layout, a.surprise = n.layout, c; n.blocks > 0 {
		a.layout = inBlocks
	}
	n.last = &item{prev: n.last, arc: a, cost: n.cost}
	d.at[a.end] = append(d.at[a.end], n)
	d.Work++
}

// missing adds a ply of which nothing stands.
func (d *Decoder) missing(n *hyp, at int, c float64) {
	n.cost += c
	n.hurt = true
	for it := n.last; it != nil && (it.arc.role == rNewline || it.arc.role == rSign); it = it.prev {
		at = it.arc.at // where it ought to stand
	}
	n.last = &item{prev: n.last, arc: arc{role: rMissing, at: at, end: at, layout: n.layout}, cost: n.cost}
	d.played(n, nil)
}

// played plays a word, nil for one that cannot be read, and returns what that costs.
func (d *Decoder) played(n *hyp, w *record.Word) (c float64) {
	n.plies++
	if n.blocks > 0 {
		return .03 // the board is asked when all stand in order
	}
	switch n.layout {
	case 1:
		n.col = append(n.col[:len(n.col):len(n.col)], w)
		return .03
	case 2:
		k := int(n.second)
		n.second++
		if k < len(n.col) {
			first, then := n.col[k], w
			if n.unordered {
				first, then = then, first
			}
			c = d.onBoard(n, first)
			return c + d.onBoard(n, then)
		}
		return 1
	}
	return d.onBoard(n, w)
}

func (d *Decoder) onBoard(n *hyp, w *record.Word) float64 {
	if Same > 1 {
		return 0
	}
	if n.lost {
		return cost.Lost
	}
	if n.board == nil {
		return cost.Unknown
	}
	next := n.board.Play(w)
	if next != nil {
		if n.board = next; next.Open() {
			n.lost = true
		}
		return 0
	}
	n.hurt = true
	if n.illegal++; n.illegal > 1 {
		n.lost, n.board = true, nil
		return cost.Illegal
	}
	if n.board = n.board.Play(nil); n.board == nil || n.board.Open() {
		n.lost, n.board = true, nil
	}
	return cost.Illegal
}

// step adds what a reading comes to with one arc more.
func (d *Decoder) step(h *hyp, a arc) {
	n := *h
	n.fresh = false
	c := a.cost
	switch a.role {
	case rBracket, rText, rSign, rStray, rMark, rDots:
		slight := a.role == rMark && (d.text[a.at] != '?' || !a.bare) ||
			a.role == rSign && (a.at == 0 || d.text[a.at-1] != ' ' || strings.IndexByte(".,;:", d.text[a.at]) >= 0)
		if h.phase == pMoves && h.layout == 0 && a.clock == 0 && !a.off && (h.pend && !slight || h.numbered && h.side == 1 && (h.inLine == 1 || a.role != rText && a.role != rBracket) && (!slight || h.emptied > 0)) {
			if n.filled = max(n.filled, 1); h.emptied > 0 {
				n.filled = 2
			}
		}
	}
	switch a.role {
	case rNewline:
		if h.inLine < 2 {
			c += cost.Filled * float64(h.filled)
			n.filled = 0
		}
		blank := h.fresh
		if h.pend && h.phase == pMoves && !h.dots && !blank {
			c += .5 // its move may stand on the next line
		}
		if h.layout > 0 && h.phase == pMoves && h.busy && h.inLine == 0 {
			c += cost.NoPlyInColumn
		}
		n.fresh, n.busy, n.remark, n.lead, n.inLine, n.emptied = true, false, false, false, 0, 0
		n.blank = blank
		if blank && h.ruled {
			n.ruled = true
		} else if !blank && h.inLine > 0 {
			n.ruled = false
		}
		d.put(n, a, c)
		if blank && h.layout == 1 && h.plies > 2 && !h.pend {
			n.layout, n.n, n.numbered = 2, 0, false
			d.put(n, a, c+cost.SecondBlank)
		}
		return
	case rPly, rUnread:
		d.ply(n, a)
		return
	case rNumber:
		d.number(n, a)
		return
	case rDots:
		if !h.pend || h.dots {
			return
		}
		n.dots = true
		d.put(n, a, c)
		return
	case rMark:
		n.busy = true
		if a.bare {
			if c += cost.MarkApart; h.inLine == 0 && h.phase == pMoves {
				c += 1.5
			}
		} else {
			c += cost.Mark
		}
		if h.phase == pHead && h.plies == 0 {
			c += 1
		}
	case rBracket:
		n.busy = h.busy || h.layout > 0
		if a.clock > 0 {
			n.timed = true
			if a.clock > 1 && !h.timed && h.notation != letters {
				c += cost.ClockMove
			} else if !h.timed {
				c += .5
			}
		}
		if h.pend && h.phase == pMoves {
			c += .4
		}
		if a.w != nil && !h.pend && h.board != nil && h.layout == 0 && len(a.w.Steps) > 1 && h.board.Play(a.w) != nil {
			c += cost.BracketNext // it could be played next
		}
	case rStray:
		n.busy = true
		if h.pend && !h.dots && a.at > 0 && d.text[a.at-1] == ' ' {
			c += .7
		}
		c += cost.Stray
		if a.cost > 0 {
			c -= .5
		}
	case rSign:
		n.busy = h.busy || h.layout > 0 && h.inLine == 0 && d.text[a.at] != '.'
		c += cost.Sign
	case rCell:
		if h.remark {
			n.remark = false
		}
		if n.emptied++; n.emptied > 1 && h.phase == pMoves && (h.side < 2) {
			m := n
			if h.emptied > 0 {
				d.missing(&m, a.at, cost.EmptyCell)
				m.side++
				m.pend = false
				d.put(m, a, c)
			}
		}
		d.put(n, a, c)
		return
	case rText:
		if a.n > 0 && a.n >= int(h.n) && a.n <= int(h.n)+2 && h.phase == pMoves && !h.remark {
			c += cost.DueAsText
		}
		if !h.remark {
			if h.phase == pMoves {
				if a.bare && !h.pend {
					c += cost.ShortText // dots and dashes alone are no words
				}
				c += cost.Open
				if h.pend && !h.dots {
					c += .8
				}
				if n := a.end - a.at; (h.pend || h.numbered && h.side == 1 && h.layout == 0 || h.layout > 0 && h.inLine == 0) && n < 8 && !a.lead {
					c += cost.ShortText * float64(8-n) / 4
				}
			} else {
				c += cost.Open / 4
			}
			if h.phase == pMoves && a.lead {
				c += cost.Lead
			}
		}
		n.remark, n.lead, n.busy = true, h.lead || a.lead, true
		c += cost.Text
		a.due = h.pend || h.inLine == 0 || h.layout == 0 && h.numbered && h.side == 1 || h.layout > 0 && h.inLine == 0
		if a.said > 0 {
			if h.remark && (h.lead || a.lead) {
				c += cost.WordSaid - cost.Word
			} else if h.remark {
				c += .7*cost.Word - cost.Word
			} else if h.phase == pHead {
				c += 1
			}
		}
	case rProse:
		if h.phase == pHead {
			c = .3 + 1.5*float64(a.said)
		} else if h.phase == pOver && !a.lead {
			c = .3 + 1.2*float64(a.said)
		}
		c += a.extra
		n.remark = true
	case rRule:
		n.ruled = true
		c += .3
		if h.phase == pMoves && !h.blank && h.plies < 2 {
			c += .5
		}
	case rLabel:
		if c += cost.Label; h.phase == pMoves && !h.blank {
			c += cost.LabelInMoves
		}
	case rResult:
		d.ended(n, a)
		return
	case rKey:
		d.key(n, a)
		return
	case rNames:
		d.names(n, a)
		return
	}
	d.put(n, a, c)
}

const (
	letters uint8 = 1 + iota
	numbers
)

// ply reads a ply.
func (d *Decoder) ply(n hyp, a arc) {
	h := n
	c := a.cost
	if a.w != nil {
		kind := letters
		if word.IsDigit(d.text[a.at]) {
			kind = numbers
		}
		if h.notation != 0 && h.notation != kind {
			c += cost.OtherNotation
		}
		n.notation = kind
	}
	unread := a.role == rUnread
	if unread {
		n.hurt = true
		if h.pend || h.numbered && h.side == 1 && !h.remark || h.layout > 0 && h.inLine == 0 || h.emptied > 0 {
			c *= .6
		}
		c += cost.Unread
	}
	if h.phase == pOver {
		c += cost.AfterResult
	}
	if h.remark && !h.pend {
		c += cost.AfterProse
		if h.lead {
			c += 1.5
		}
	}
	n.phase, n.remark, n.lead, n.emptied, n.blank, n.filled = pMoves, false, false, 0, false, 0
	w := a.w
	if n.inLine < 9 {
		n.inLine++
	}
	finish := func(n hyp, c float64) {
		switch {
		case n.layout > 0:
			if h.inLine > 0 {
				c += cost.TwoInColumn
			}
			if n.numbered && !h.pend {
				c += .7 * cost.NoNumber
			}
			n.side = 1
		case h.pend && h.dots:
			if h.side == 0 && n.numbered && h.plies > 0 && h.plies%2 == 0 {
				c += 1.5 // a first move is missing
			}
			n.side = 2
		case h.pend:
			n.side = 1
		case n.numbered:
			if h.side >= 2 || h.side == 0 {
				if c += cost.Third; h.inLine == 0 {
					c += cost.NoNumber - cost.Third
				}
				n.side = 1
			} else {
				n.side = 2
			}
		}
		n.pend, n.dots = false, false
		c += d.played(&n, w)
		d.put(n, a, c)
	}
	if h.plies > 0 {
		finish(n, c)
		if h.layout == 1 && h.inLine == 0 && h.blank {
			n.layout = 2
			finish(n, c+cost.SecondBlank)
		}
		return
	}
	if n.board == nil && !n.lost {
		n.board = d.start(n.variant)
	}
	if h.heads&(hNames|hWhite|hBlack) == 0 {
		if c += cost.NoHead; h.headless {
			c += cost.NoHeadAgain - cost.NoHead
		}
	}
	one := h.heads&hWhite != 0 != (h.heads&hBlack != 0)
	rows, columns := cost.Rows, cost.Columns
	if one {
		rows, columns = cost.RowsHalfHeaded, cost.ColumnsHeaded
	}
	finish(n, c+rows)
	n.layout = 1
	n.unordered = (h.heads&hBlack != 0 && h.heads&hWhite == 0) != (n.variant.First() == record.Black)
	finish(n, c+columns)
}

// number reads a move's number.
func (d *Decoder) number(n hyp, a arc) {
	h := n
	c := a.cost
	if h.phase == pHead && a.n != 1 && h.plies == 0 {
		c += cost.Off
		if a.n > 2 {
			c += 1
		}
	}
	if h.remark && h.phase == pHead {
		c += .3
	}
	if h.phase == pOver {
		c += 1.5
	}
	n.remark, n.lead = false, false
	if h.pend {
		if h.plies == 0 && h.phase == pHead {
			c += .7 // "1. 1. c3-b4", "1. Иванов"
		} else if a.n == int(h.n) {
			c += cost.Again
		} else {
			d.missing(&n, a.at, cost.Missing)
			if h.layout == 0 {
				n.side = 1
			}
		}
	}
	if h.blocks > 0 {
		if n.block++; h.inLine == 0 {
			if n.block = 0; h.side == 1 && h.block == h.blocks-1 {
				h.side, n.side = 2, 2 // the game's last move may stand above others
			}
		}
		if n.block == h.blocks && h.blocks < 3 && h.ended[0] == h.begun[0] && a.n-int(h.n) == int(h.begun[1]-h.begun[0]) {
			n.blocks++
			n.begun[n.block] = int16(a.n)
			h.n = int16(a.n) - 1
		} else {
			n.block = min(n.block, h.blocks-1)
			h.n = h.ended[n.block]
		}
	}
	due := int(h.n) + 1
	if h.blocks == 0 && h.layout == 0 && h.side == 2 && h.inLine == 2 && h.plies == 2 && a.n > due && !h.pend {
		m := n
		m.blocks, m.block = 2, 1
		m.begun, m.ended = [3]int16{h.n, int16(a.n)}, [3]int16{h.n}
		d.numberPut(m, a, c+cost.Blocks)
	}
	switch {
	case h.plies == 0 || h.n == 0 && h.layout == 2 && h.second == 0:
	case a.n == due:
		if h.layout == 0 && n.side == 1 && h.numbered {
			m := n
			d.missing(&m, a.at, cost.Missing)
			d.numberPut(m, a, c)
			c += 4.5 // a number too early
		}
	case a.n == int(h.n) && h.layout == 0 && h.side == 1:
		c += .6 // before the second move, with dots mostly
	case a.n == 1 && h.layout == 1:
		n.layout = 2
		c += cost.SecondOne
	case a.n == int(h.n):
		c += cost.Again + 1
	case a.n == due+1:
		c += cost.OffBy1
	case a.n == 1:
		c += cost.One
	default:
		c += cost.Off
	}
	if h.layout == 2 && h.inLine == 0 && int(h.second) == len(h.col) && a.n == len(h.col)+1 && int(h.n) != a.n-1 {
		n.layout = 0
		c += cost.RowsAgain
	}
	d.numberPut(n, a, c)
}

func (d *Decoder) numberPut(n hyp, a arc, c float64) {
	n.pend, n.dots, n.numbered = true, false, true
	n.n = int16(a.n)
	if n.blocks > 0 {
		n.ended[n.block] = n.n
	}
	if n.layout == 0 {
		if n.side > 1 {
			n.side = 0
		}
	}
	d.put(n, a, c)
}

// ended reads a result.
func (d *Decoder) ended(n hyp, a arc) {
	h := n
	c := a.cost
	if h.remark {
		c += cost.ResultRemark
	}
	c += cost.Filled * float64(h.filled)
	n.filled = 0
	if h.pend && a.result.Manner == record.Forfeit && h.phase == pMoves {
		c += 2.5
	}
	if h.pend && h.plies == 0 {
		d.missing(&n, a.at, .3)
		h.phase, n.phase, h.pend = pMoves, pMoves, false
	}
	switch h.phase {
	case pHead:
		c += cost.ResultHead
		n.heads |= hResult
	case pMoves:
		n.phase = pOver
		if h.inLine == 0 || true {
			if a.result.Outcome == record.Unfinished {
				c += .3
			}
		}
	case pOver:
		c += cost.ResultAgain
	}
	if h.pend {
		if c += .6; a.bare {
			c += cost.DashResult
		}
		n.late = true
	}
	n.pend, n.dots, n.remark, n.lead = false, false, false, false
	d.put(n, a, c)
	if h.phase != pHead || h.heads&hNames != 0 {
		// another game behind it in the line
		g := n
		g.cost += c
		g.last = &item{prev: h.last, arc: a, cost: g.cost}
		g.phase = pOver
		d.game(&g, a.end, cost.GameInLine)
	}
}

// key reads a header.
func (d *Decoder) key(n hyp, a arc) {
	h := n
	c := a.cost
	colour := uint8(0)
	switch a.tag {
	case "White":
		colour = hWhite
	case "Black":
		colour = hBlack
	}
	if a.tag == "Variant" {
		if v := word.ParseVariantName(a.value); v != record.UnknownVariant {
			n.variant = v
			if h.plies == 0 {
				n.board = d.start(v)
			}
		} else {
			c += 1
		}
	}
	switch {
	case h.phase == pHead:
		if colour != 0 && h.heads&colour != 0 {
			c += cost.KeyTwice
		}
		if h.pend {
			c += .5
		}
		n.pend = false
	case a.tag == "Result":
		if a.result.Text != "" {
			n.phase = pOver
		}
		if h.blank {
			c += cost.ResultBehindBlank
		}
	case h.phase == pMoves && colour != 0 && h.layout == 1 && h.heads&colour == 0:
		if h.pend {
			d.missing(&n, a.at, cost.Missing)
		}
		n.layout, n.n, n.pend, n.side, n.numbered = 2, 0, false, 0, false
		c += cost.SecondHead
	case h.phase == pMoves && a.tag == "Time" || strings.HasSuffix(a.tag, "Time"):
		c += .5
	case h.phase == pMoves:
		c += cost.KeyInMoves
	case a.tag == "Variant":
		c += cost.VariantOver
	default:
		c += cost.KeyOver
	}
	if colour != 0 {
		n.heads |= colour
	} else if a.tag == "Result" {
		n.heads |= hResult
	} else {
		n.heads |= hOther
	}
	if n.heads&hWhite != 0 && n.heads&hBlack != 0 {
		n.heads |= hNames
	}
	d.put(n, a, c)
}

// names reads two names.
func (d *Decoder) names(n hyp, a arc) {
	h := n
	c := a.cost
	switch {
	case h.phase == pHead && h.heads&hNames == 0:
	case h.phase == pHead:
		c += cost.NamesTwice
	default:
		c += cost.NamesInMoves
	}
	if h.remark {
		c += .4
	}
	n.heads |= hNames
	n.pend, n.remark = false, false
	d.put(n, a, c)
	if h.phase != pHead && !h.fresh {
		before := len(d.at[a.at])
		d.game(&h, a.at, cost.GameInLine)
		for _, g := range slices.Clone(d.at[a.at][before:]) {
			d.at[a.at] = d.at[a.at][:before]
			d.names(g, a)
		}
	}
}

// PlainCost is by how much a reading may be dearer that is followed through a plain line.
var PlainCost = 6.0

// NoPlain takes the plain path away.
var NoPlain bool

// Debug prints readings.
var Debug bool

var roleNames = [...]string{"ply", "unread", "missing", "number", "dots", "mark", "bracket", "text", "said", "result", "key", "names", "label", "sign", "stray", "cell", "rule", "prose", "newline", "game"}
