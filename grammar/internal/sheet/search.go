package sheet

// The decoder reads a sheet the way restore reads a doubtful one: of all readings that give every
// character of the text a role, it picks the cheapest.
//
// Read the files in this order:
//
//   - table.go, vocabulary.txt: costs of roles, limits, and words. To change a decision, change a
//     number there first.
//   - arcs.go: the roles that a stretch of text may have regardless of what precedes it: a
//     lattice. movearcs.go has the roles of words (moves, numbers, times, results), wordarcs.go
//     remarks, headarcs.go and setuparcs.go headers and positions. They use the grammars of words,
//     results and positions, and names.go, lines.go, markup.go.
//   - search.go, steps.go, headsteps.go: the state, the beam, and the transition from a state over
//     an arc. The search knows neither text nor vocabulary.
//   - plain.go: reads regular sheets without a search.
//   - build.go: builds a game from the steps of the cheapest reading; written.go gives the steps
//     to restore and to the editor.
//   - read.go: splits a text into games. The rules come in as a Board (package cut).
//
// To see why something is read as it is, print the Reading.
//
// Lessons learned:
//
//   - The beginning of a game is a role like any other. Readings that end at the same place in the
//     same state are merged, and a beam of 8 per place is enough.
//   - The board judges the surviving readings at the end of a line, and where a result or names
//     may end the game. So an ambiguity within a line must be settled by costs. Without the board
//     some 4 % of the scripts and 1 % of the damaged files fail.
//   - A search exploits any cost that makes evidence cheaper to drop than to explain. Every game
//     that was wrong without a fault was such a case: a result read as an illegible ply, a first
//     row read as a remark because an unknown board is cheap, a ply read as a short word, a
//     bracket closed by that of the number "3)". Before adding a role, check what it may
//     swallow. TestCosts has the rules.
//   - Reporting expensive roles (maxSilent) is not enough: words where a ply is due, text struck
//     out there, and missing rows become illegible plies.
//   - The state must forget what no longer matters (see played). Otherwise readings that differ in
//     nothing else are not merged, fill the beam, and hide the end of a game from the search long
//     after it.
//   - A reading within a header, a position or a result is dropped once it costs much more than
//     one that has read the whole (maxPassed). This saves two thirds of the steps on junk and a
//     quarter of those on damaged sheets.
//   - Work is bounded by income (see the table), runs by maxRun; partners of brackets are found
//     once per stretch. Code that scans to the end of a line must run once a line.
//   - Costs were set by hand. Fitting them to a third of the scripts and the damaged files of a
//     seed won 4 of 1,913 cases and lost 3 of 765 others: what is still wrong needs roles and
//     state, not numbers.

import (
	"cmp"
	"math"
	"slices"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Nodes without a position.
const (
	notBegun int32 = -1
	unknown        = cut.UnknownNode
)

type phase uint8

const (
	inHead phase = iota
	inMoves
	isOver
)

// layout is how the moves of a game are arranged.
type layout uint8

const (
	inRows layout = iota
	inFirst
	inSecond // of two columns
	inBlocks // of an item only: the first of several blocks of rows side by side; the next blocks follow
)

const (
	hasNames uint16 = 1 << iota
	hasWhite
	hasBlack
	hasOther
	hasResult
	hasPosition
	hasEvent
	hasSite
	hasDate
	hasRound
	hasVariant
)

// filledUp is the last number of a block without numbers, or whose last row has only White's move.
const filledUp = math.MaxInt16

// headsOfMoves are the heads that matter after the first move. The others are forgotten, so that
// readings that differ only in them merge.
const headsOfMoves = hasNames | hasWhite | hasBlack | hasPosition

const (
	letters uint8 = 1 + iota
	figures
)

// decodeState is everything read so far that affects the rest. Its fields leave no gaps, so that
// two states are compared in one go.
type decodeState struct {
	white, black int32 // 1 + index of the name in search.names; 0 for none
	set          int32 // 1 + index of the initial position in setups; 0 for none
	board        int32 // node after the plies played so far

	n      int16 // the last number
	passed int16 // the last number read as words, negative in a crosstable; 0 once a number is read
	plies  int16
	second int16  // plies of the second column
	heads  uint16 // hasNames and so on
	later  uint16 // hash of the plies that the board has not played yet

	begun, ended  [maxBlocks]int16 // the first and last number of each block, or filledUp; begun[0] also that of a page's first row
	blocks, block uint8            // number of blocks side by side; index of the current one
	abreast       uint8            // number of blocks that the heads of columns announce

	phase   phase
	layout  layout
	variant record.Variant
	mover   uint8 // who moves first in the position

	dated    uint8 // lines with the dates of moves, at most 2
	filled   uint8 // something else is where a move is due: 1, or 2 if in a cell of its own
	notation uint8 // of the plies: letters or figures
	side     uint8 // plies after the number
	inLine   uint8 // plies in the line
	vacant   uint8 // a blank row of a form: 1 with dots for moves, 2 without, 3 several rows
	home     uint8 // cells of a row up to that of its first ply
	emptied  uint8 // consecutive empty cells
	illegal  uint8 // illegal plies

	remark   bool // within a remark
	spoken   bool // which has a move
	lead     bool // which introduces moves not played
	blank    bool // after a blank line
	ruled    bool // after a rule
	labelled bool // a game's list number was read after the first move
	pend     bool // a number waits for its move
	dots     bool // with dots
	numbered bool // rows have numbers
	fresh    bool // nothing of the line has been read
	busy     bool // the line has more than headers and results
	headless bool // the previous game has no head
	timed    bool // moves have times
	listed   bool // results of other games interrupt the game
	again    bool // the game's head is repeated, and no move follows yet
	middle   bool // a row's number has been read between its moves, and its second move has not
	flipped  bool // the first column is that of the side that moves second
	each     bool // numbers count plies
}

// hyp is a reading of the text so far.
type hyp struct {
	decodeState
	cost   float64
	owed   float64 // for plies on an unknown board; added to cost at the end of the line
	last   *item
	judged *item // the last item that the board has played
	page   *item // the last item of the page before, if both have blocks
	beside int   // plies of the page's blocks after the first

	said bool  // some evidence of a game has been read
	next *item // the start of another game, if followed by evidence; nil for none
	cut  *item // the start of the second game; nil for none
}

// search finds the cheapest reading. Each step adds an arc; of the readings that end at the same
// place in the same state, only the cheapest is kept.
type search struct {
	arcs           arcs
	board          cut.Board
	defaultVariant record.Variant

	open  *[maxArc][]hyp    // by the place where they continue; nil before the first text
	free  [][]hyp           // memory for reuse
	hyps  []hyp             // the readings being extended
	plies []*item           // of a reading, as the board plays them
	nodes map[opening]int32 // of initial positions, unknown if the board has none
	progress
}

// progress is the part of a search that belongs to one text.
type progress struct {
	at     int      // the text has been read up to here
	passed struct { // the cheapest reading with an arc across this place
		to   int // where it continues
		cost float64
	}
	reach  int      // the furthest place with a reading
	look   int      // where to check next whether the readings agree
	spent  int      // the place at which left was last updated
	left   int      // remaining budget of steps, see income
	para   int      // start of the last paragraph
	long   bool     // reading stops here, though no game has ended
	alone  bool     // the text is one game
	due    bool     // a ply is due
	setups []string // texts of positions
	names  []string
}

// newSearch returns a search. If board is nil, no variant has rules.
func newSearch(words *word.Table, board cut.Board) search {
	return search{arcs: arcs{words: words, headers: make(map[string]int)}, board: board, nodes: map[opening]int32{}}
}

func (s *search) begin() decodeState {
	return decodeState{variant: s.defaultVariant, fresh: true, blank: true, board: notBegun}
}

// path is a step of a reading.
type path struct {
	arc
	surprise float32 // its cost in this reading
	due      bool    // a ply was due
	spot
}

// spot is where on the page a step is.
type spot struct {
	layout layout
	row    int16 // number of its row, which may be misread
}

// item is a step linked to the steps before it; prev is nil for the first of the text.
type item struct {
	path
	prev *item
}

// The reading of the first of several games depends neither on the preceding text nor on how much
// text is available: the search begins at the game and ends where all readings agree on the start
// of the next one, or far enough past it that the work done twice stays proportional to the game's
// own text.
//
// A text of maxSearched bytes in which no game ends is not a record. The rest up to the next
// paragraph is skipped and reported; but if a paragraph begins in the second half of those bytes,
// the next game begins with it.
const (
	minAhead    = 256
	lookEvery   = 64
	maxSearched = 128 << 10
	maxUnjudged = 1 << 12 // bytes after which the board plays, even within a line
)

// read returns the cheapest reading of a text that is one game and ends with a newline, and the
// offset up to which it was read. defaultVariant applies if the text names no variant.
func (s *search) read(text string, defaultVariant record.Variant) (steps []path, end int) {
	s.defaultVariant = defaultVariant
	s.reset()
	s.alone = true
	s.goOn(text, true)
	return s.first()
}

// reset prepares for a new text, to be passed to goOn.
func (s *search) reset() {
	if s.open == nil {
		s.open = new([maxArc][]hyp)
	}
	for ; s.at <= s.reach; s.at++ {
		s.release(s.at)
	}
	s.arcs.reset()
	if s.board != nil && s.board.Forget() || len(s.nodes) > maxNodes {
		clear(s.nodes)
	}
	s.progress = progress{left: savings, setups: s.setups[:0], names: s.names[:0]}
	begin := hyp{decodeState: s.begin()}
	begin.last = s.item(&begin, &arc{role: roleGame}, 0)
	begin.judged = begin.last
	s.insert(0, &begin)
}

// goOn continues with a text that has grown since the last call, and reports whether the reading
// of its first game is known. If whole is set, the text is complete and ends with a newline.
func (s *search) goOn(text string, whole bool) bool {
	for s.arcs.text = text; s.at < len(text); s.at++ {
		at := s.at
		here := &s.open[at%maxArc]
		if at >= s.passed.to {
			s.passed.cost = math.Inf(1)
		}
		if len(*here) == 0 {
			continue
		}
		if (*here)[0].cost > s.passed.cost+maxPassed {
			s.release(at)
			continue
		}
		begins := at == 0 || text[at-1] == '\n' // a line
		if !whole && !s.arcs.sees(at) {
			return false
		}
		if (begins || at >= s.look) && s.agree() {
			return true
		}
		if at >= maxSearched {
			s.long = true
			return true
		}
		if begins {
			if (*here)[0].blank && text[at] != '\n' {
				s.para = at
			}
			s.line(at)
		}
		if to := s.arcs.skip(at); to > at {
			for i := range *here {
				s.insert(to, &(*here)[i])
			}
			s.release(at)
			continue
		}
		s.hyps = append(s.hyps[:0], *here...)
		s.release(at)
		s.left = min(s.left+income*(at-s.spent), savings)
		if s.arcs.poor = s.left < 0; s.arcs.poor {
			s.hyps = s.hyps[:1]
		}
		list, parsed := []arc(nil), s.arcs.parsed
		if s.arcs.poor && at-s.spent < minApart {
			list = s.arcs.coarse(at)
			for k := at + 1; k < int(list[0].next) && k <= s.reach; k++ {
				s.release(k)
			}
		} else {
			list = s.arcs.at(at)
		}
		s.spent = at
		s.left -= len(s.hyps)*len(list) + arcsCost + min(max(s.arcs.stop-at, 0), maxHeadLine)/8 + parseCost*(s.arcs.parsed-parsed)
		settles := s.hyps[0].last.end-s.hyps[0].judged.end > maxUnjudged
		for i := 0; i < len(list) && !settles; i++ {
			a := &list[i] // its cost may depend on the board
			settles = a.role == roleResult || a.role == roleNames || a.role == roleBracket && a.word != nil
		}
		for k := 0; k < len(s.hyps) && settles; k++ {
			s.hyps[k].cost += s.settle(&s.hyps[k])
		}
		for i := range list {
			for k := range s.hyps {
				s.step(&s.hyps[k], &list[i])
			}
		}
	}
	return whole
}

// agree reports whether the end of the first game is known.
func (s *search) agree() bool {
	s.look = s.at + lookEvery
	here := &s.open[s.at%maxArc]
	best := slices.MinFunc(*here, byTotal)
	late := func(h hyp) bool {
		return h.cut != nil && s.at > int(h.cut.at)+max(minAhead, 2*int(h.cut.at))
	}
	if late(best) {
		return true
	}
	*here = slices.DeleteFunc(*here, late)
	if best.cut == nil {
		return false
	}
	for at := s.at; at <= s.reach; at++ {
		for i := range s.open[at%maxArc] {
			if h := &s.open[at%maxArc][i]; h.cut != best.cut && h.cost+h.owed < best.cost+best.owed+agreeCost {
				return false
			}
		}
	}
	return true
}

// byTotal compares the costs of two readings, with what they owe.
func byTotal(a, b hyp) int { return cmp.Compare(a.cost+a.owed, b.cost+b.owed) }

// first returns the cheapest reading of the first game and the offset of its end, which is that of
// the text if no other game begins. If long is set afterwards, more of the game may follow unread.
func (s *search) first() (list []path, end int) {
	end = len(s.arcs.text)
	hyps := s.open[s.at%maxArc] // there is always one
	for i := range hyps {
		if h := &hyps[i]; s.at == end {
			h.cost += s.close(h)
		}
	}
	best := slices.MinFunc(hyps, byTotal)
	last := best.last
	if best.cut != nil {
		last, end = best.cut.prev, int(best.cut.at)
	} else if s.long && !s.alone && s.para > maxSearched/2 {
		for int(last.at) >= s.para {
			last = last.prev
		}
		s.long, end = false, max(s.para, int(last.end))
	} else if s.long {
		end = s.at
	} else if best.lacksPly() {
		s.missing(&best, end, 0)
		last = best.last
	}
	for i := last; i != nil; i = i.prev {
		list = append(list, i.path)
	}
	slices.Reverse(list)
	return list, end
}

// release drops the readings at a place and keeps their memory for reuse.
func (s *search) release(at int) {
	if here := &s.open[at%maxArc]; *here != nil {
		s.free = append(s.free, (*here)[:0])
		*here = nil
	}
}

// line adds the readings in which a game begins at a line.
func (s *search) line(at int) {
	here := &s.open[at%maxArc]
	s.hyps = append(s.hyps[:0], *here...)
	s.arcs.line(at, (*here)[0].phase != isOver && !(*here)[0].timed)
	begun := false
	for i := range s.hyps {
		h := &s.hyps[i]
		if at == 0 || s.alone || s.arcs.stop == at || h.phase == inHead && h.heads&(hasResult|hasNames|hasPosition) == 0 || h.plies == 0 && h.heads == 0 {
			continue
		}
		if s.fits(at, h.cost-mostCheaper) {
			extra := 0.0
			if s.arcs.lone && h.phase == inMoves && !h.numbered && !h.blank {
				extra = costGameList
			}
			g := s.game(*h, at, extra)
			if s.insert(at, &g) == nil && !begun && len(*here) == maxBeam && g.cost < (*here)[0].cost+maxCost {
				(*here)[maxBeam-1] = g // the others may differ only in the line before
			}
			begun = true
			s.left -= income
		}
	}
	if s.arcs.rows == 1 {
		// A reading this much dearer than the cheapest is unlikely to win.
		*here = within(*here, plainCost)
	}
}

// fits reports whether a reading of a cost would be kept at a place.
func (s *search) fits(at int, c float64) bool {
	list := s.open[at%maxArc]
	if at < s.passed.to && c > s.passed.cost+maxPassed {
		return false
	}
	return len(list) == 0 || c < list[0].cost+maxCost && (len(list) < maxBeam || c < list[len(list)-1].cost)
}

// insert adds a reading to those of a place, ordered by cost, unless a cheaper one is in the same
// state. It returns the stored reading, valid until the next call, or nil if dropped.
func (s *search) insert(at int, h *hyp) *hyp {
	s.reach = max(s.reach, at)
	list := s.open[at%maxArc]
	if list == nil {
		if n := len(s.free) - 1; n >= 0 {
			list, s.free = s.free[n], s.free[:n]
		} else {
			list = make([]hyp, 0, maxBeam+1)
		}
	}
	to := 0
	for to < len(list) && list[to].cost <= h.cost {
		to++
	}
	for i := range list {
		if other := &list[i]; other.decodeState == h.decodeState {
			if other.cost+other.owed <= h.cost+h.owed {
				return nil
			}
			list = slices.Delete(list, i, i+1)
			if i < to {
				to--
			}
			break
		}
	}
	if len(list) == maxBeam {
		if to == maxBeam {
			return nil
		}
		list = list[:maxBeam-1]
	}
	if at > s.at && h.cost < s.passed.cost {
		s.passed.to, s.passed.cost = at, h.cost
	}
	list = within(slices.Insert(list, to, *h), maxCost)
	s.open[at%maxArc] = list
	if to == len(list) {
		return nil
	}
	return &list[to]
}

// within drops the readings that cost over most more than the first.
func within(list []hyp, most float64) []hyp {
	for list[len(list)-1].cost > list[0].cost+most {
		list = list[:len(list)-1]
	}
	return list
}

// item adds a step to a reading.
func (s *search) item(h *hyp, a *arc, surprise float64) *item {
	l := h.layout
	if h.blocks > 0 {
		l = inBlocks + layout(h.block)
	}
	if a.says() {
		if h.said = true; h.cut == nil {
			h.cut = h.next
		}
	}
	return &item{path{arc: *a, surprise: float32(surprise), spot: spot{l, h.n}}, h.last}
}

// put keeps the reading n extended by an arc at cost c.
func (s *search) put(n *hyp, a *arc, c float64) {
	if !s.fits(int(a.next), n.cost+c) {
		return
	}
	if a.role == roleNewline {
		c += s.settle(n) + n.owed
		n.owed = 0
	}
	n.cost += c
	if kept := s.insert(int(a.next), n); kept != nil {
		kept.last = s.item(kept, a, c)
		kept.last.due = s.due
	}
}

// close returns the cost of ending the game here.
func (s *search) close(h *hyp) (c float64) {
	c += s.settle(h)
	if h.blocks > 0 {
		c += s.judgeBlocks(h)
	}
	if h.pend && h.phase != inHead {
		c += .5
	}
	c += costFilled * float64(h.filled)
	if h.listed {
		c += costOthersLast
	}
	if h.phase != isOver {
		c += costUnended
	}
	if h.vacant == 1 || h.vacant == 2 && h.phase != isOver {
		c += costVacant
	}
	switch {
	case h.plies == 0 && h.heads&(hasNames|hasPosition) != 0 && h.heads&hasResult != 0:
		c += .5
	case h.plies == 0 && h.heads&(hasNames|hasPosition) != 0:
		c += costNamedNoPlies
	case h.plies == 0:
		c += costNoPlies
	case h.layout == inFirst:
		c += costOneSide + costUnknown*float64(min(h.plies, freeColumn)) // for the others, see played
	case h.layout == inSecond:
		if n := int(h.plies) - 2*int(h.second); n < 0 || n > 1 {
			c += costUneven * float64(min(max(n, -n), 4))
		}
	}
	return c
}

// game returns the reading in which another game begins at an offset.
func (s *search) game(h hyp, at int, extra float64) hyp {
	c := costGameOver
	if h.phase != isOver && !(h.phase == inHead && h.heads&(hasNames|hasPosition) != 0) {
		c = costGameMoves
	}
	if h.blank {
		if c += costGameBlank; h.phase == inMoves {
			c -= 1
		}
	}
	if h.ruled {
		c += costGameRule
	}
	c += s.close(&h) + extra
	if h.lacksPly() {
		s.missing(&h, at, 0)
	}
	next := hyp{decodeState: s.begin(), cost: h.cost + c, owed: h.owed, said: h.said, next: h.next, cut: h.cut}
	if (h.plies == 0 || h.again) && next.variant == record.UnknownVariant {
		next.variant = h.variant // without rules, illegal moves would be cheaper than in this game
	}
	next.blank, next.fresh, next.headless = h.blank, h.fresh, h.heads&(hasNames|hasWhite|hasBlack|hasPosition) == 0 && h.plies > 0
	if next.last = h.last; h.phase == inMoves && h.numbered {
		next.passed = max(h.n, h.passed)
	}
	a := arc{role: roleGame, at: int32(at), end: int32(at)}
	next.last = s.item(&next, &a, c)
	if next.judged = next.last; next.said {
		next.next = next.last
	}
	return next
}

// lacksPly reports whether the game ends with a number that waits for its ply. A game that ends in
// the first column leaves the last number of the second without one.
func (h *hyp) lacksPly() bool {
	switch {
	case !h.pend || h.layout == inSecond && !h.flipped && 2*h.second+1 == h.plies:
		return false
	case h.phase == inHead:
		return h.n == 1 && h.heads&(hasNames|hasResult) != 0
	}
	return h.plies > 0 && h.phase == inMoves
}

// missing adds a ply that is absent from the text.
func (s *search) missing(n *hyp, at int, c float64) {
	n.cost += c
	for a, k := n.last, 0; k < maxBeforeMissing; a, k = a.prev, k+1 {
		if a.role != roleNewline && a.role != roleSign {
			if k > 0 && a.role == roleNumber {
				at = int(a.end)
			}
			break
		}
		at = int(a.at) // where it belongs
	}
	a := arc{role: roleMissing, at: int32(at), end: int32(at)}
	n.last = s.item(n, &a, 0)
	n.cost += s.played(n)
}

// played counts a ply and returns its cost.
func (s *search) played(n *hyp) float64 {
	n.plies++
	n.heads, n.headless = n.heads&headsOfMoves, false
	if n.layout == inRows && (n.numbered || n.dated == 0) && n.plies > 4 {
		n.plies -= 2 // only the parity of a large count matters
	}
	if n.layout == inSecond {
		n.second++
	}
	switch {
	case n.blocks > 0 && n.block > 0:
		n.beside++
		return costUnknown // the board judges it at the end of the game
	case n.layout == inRows:
		return 0 // the board judges it at the end of the line
	case n.layout == inFirst && n.plies > freeColumn && s.board != nil:
		return costUnknown // until it is played, or readings of rows would seem dearer meanwhile
	}
	return .03
}

// settle has the board play the plies added since the last call, and returns their cost without
// n.owed: readings that cover a stretch in one arc compete before the end of the line with
// readings of several arcs, some of which need the board.
func (s *search) settle(n *hyp) (c float64) {
	if n.last == n.judged {
		return 0
	}
	n.later = 0
	if n.layout != inFirst && n.plies > 0 && s.board != nil {
		laid := n.layout
		if n.blocks > 0 {
			laid = inBlocks // the other blocks are judged at the end
		}
		s.plies = pliesAfter(s.plies[:0], n.judged, n.last, laid, laid)
		k := int(n.second) - len(s.plies)
		var column []*item
		if n.layout == inSecond && len(s.plies) > 0 {
			column = pliesAfter(nil, nil, n.last, inFirst, inFirst)
		}
		for i, then := range s.plies {
			if n.layout == inRows {
				c += s.onBoard(n, then.word)
				continue
			}
			if k+i >= len(column) {
				c++
				continue
			}
			first := column[k+i]
			if n.flipped {
				first, then = then, first
			}
			if c += s.onBoard(n, first.word) + s.onBoard(n, then.word); k+i >= freeColumn {
				c -= costUnknown // see played
			}
		}
	}
	n.judged = n.last
	return c
}

// pliesAfter appends the plies in a range of layouts after the item it, or after the start of the
// game, up to last.
func pliesAfter(list []*item, it, last *item, from, to layout) []*item {
	for i := last; i != it && i.role != roleGame; i = i.prev {
		if i.isPly() && i.layout >= from && i.layout <= to {
			list = append(list, i)
		}
	}
	slices.Reverse(list)
	return list
}

// onBoard plays a word, nil for an illegible ply, and returns its cost.
func (s *search) onBoard(n *hyp, w *record.Word) float64 {
	if n.board == notBegun {
		n.board = s.begun(n)
	}
	if n.board == unknown {
		if n.owed += costUnknown; n.each {
			n.owed += costEachUnknown
		}
		return 0
	}
	if next, ok := s.board.Play(n.board, w); ok {
		n.board = next
		return 0
	}
	if n.each {
		n.board = unknown
		return costIllegal + costEachUnknown
	}
	if n.illegal++; n.illegal == 1 {
		if next, ok := s.board.Play(n.board, nil); ok {
			n.board = next
			return costIllegal
		}
	}
	n.board, n.illegal = unknown, 0
	return costIllegal
}

// judgeBlocks has the board play the blocks of a page after the first, and returns their cost.
func (s *search) judgeBlocks(h *hyp) (c float64) {
	if h.beside > maxColumn {
		return 0 // it would be done again for each line
	}
	list := pliesAfter(nil, h.page, h.last, inBlocks+1, inBlocks+maxBlocks)
	slices.SortStableFunc(list, func(a, b *item) int { return int(a.row) - int(b.row) })
	owed := h.owed
	for _, a := range list {
		c += s.onBoard(h, a.word)
	}
	h.owed = owed // see played
	for i := 1; i < int(h.blocks); i++ {
		if h.begun[i] > 0 && h.ended[i-1]+1 != h.begun[i] {
			c += costBlocksUneven
		}
	}
	return c
}
