package sheet

// The decoder reads a sheet as restore reads one whose moves are in doubt: of all readings
// of a text in which every character has a role, it takes the cheapest.
//
// Read the files in this order:
//
//   - table.go, vocabulary.txt: what roles cost, limits, and the words. To change what is decided, change
//     a number there first.
//   - arcs.go: the roles that stretches of a text may have, all that is before them aside: a
//     lattice. Of words movearcs.go has those that moves, their numbers, times and results may be,
//     wordarcs.go remarks, headarcs.go and setuparcs.go heads and positions. They use the grammars
//     of words, results and positions, and names.go, lines.go, markup.go.
//   - search.go, steps.go, headsteps.go: the state and the beam, and what an arc makes of a
//     state. It has no text and no vocabulary.
//   - plain.go: what is written regularly is read without a search.
//   - build.go: the steps of the cheapest reading are given to the builder, which makes a
//     game of them; written.go gives them to restore and to the editor.
//   - read.go: texts are cut into games. The rules are given as a Board (package cut).
//
// To see why something is read as it is, print the Reading.
//
// What has been learned:
//
//   - A game's beginning is a role like others. Readings that end at the same place in the
//     same state are one, and 8 of them at a place are enough.
//   - The board judges the readings that are left when a line has ended, and where
//     a result or names may end the game. So what takes both ways in a line has to be
//     decided by costs. Without the board some 4 % of the scripts are lost, and 1 % of
//     damaged files.
//   - A search exploits any cost that makes evidence cheaper to drop than to explain.
//     Each time that a game was wrong without a fault, it was that: a result read as
//     an illegible ply, a first row as a remark since an unknown board costs little, a ply
//     as one of a short word, a bracket that ends with the sign of the number "3)". What a
//     new role may swallow has to be looked at first. TestCosts has the rules.
//   - To report what is dear (maxSilent) is not enough: words where a ply is due, what is
//     struck out there and rows that are missing become plies that cannot be read.
//   - What no longer matters has to be forgotten in the state (see played). Readings that
//     differ in nothing else do not become one: they fill the beam, and the search does not
//     know where a game ends long after it has ended.
//   - A reading within a header, a position or a result is dropped as soon as it is much
//     dearer than one that has read it as such (maxPassed): two thirds of junk's steps, and
//     a quarter of those of damaged sheets.
//   - Work is bounded by income (see the table), runs by maxRun, partners of brackets are
//     found once for a stretch. What looks to the end of a line has to do so once a line.
//   - Costs were set by hand. Fitting them to a third of the scripts and the
//     damaged files of a seed won 4 of 1,913 cases and lost 3 of 765 others: what is left
//     wants roles and state, not numbers.

import (
	"cmp"
	"math"
	"slices"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Board is what the rules of the games say, given from above.
type Board = cut.Board

// Nodes of no board.
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

// layout is how the moves of a game are set out.
type layout uint8

const (
	inRows layout = iota
	inFirst
	inSecond // of two columns
	inBlocks // of an item alone: rows beside rows, in the first block of them; others follow
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

// headsOfMoves are those that bear on what follows a first move. The others are forgotten,
// that readings which differ in no more become one.
const headsOfMoves = hasNames | hasWhite | hasBlack | hasPosition

const (
	letters uint8 = 1 + iota
	figures
)

// decodeState is all of what was read that bears on what follows. Its fields have no gaps
// between them, so that two are compared at once.
type decodeState struct {
	white, black int32 // the names, in search.names and one; 0 for none
	set          int32 // the position from which it begins, in setups and one; 0 for none
	board        int32 // as far as it was played

	n      int16 // the last number
	passed int16 // the last number that is read as words, as they begin a line; 0 where one was read since
	plies  int16
	second int16  // plies of the second column
	heads  uint16 // hasNames and so on
	later  uint16 // of the words of plies that the board has not played yet

	begun, ended  [maxBlocks]int16 // the first number of each block, and the last
	blocks, block uint8            // rows stand beside each other in so many blocks; the one that is read

	phase   phase
	layout  layout
	variant record.Variant
	mover   uint8 // who moves first in the position

	dated    uint8 // lines with the days of moves, up to 2
	filled   uint8 // something is where a move is due, 2 in a cell of its own
	notation uint8 // of the plies: letters or figures
	side     uint8 // plies after the number
	inLine   uint8 // plies of the line
	vacant   uint8 // a row of a form is not filled in: 1 with dots for moves, 2 with nothing, 3 several rows
	home     uint8 // cells of a row up to that of its first ply
	emptied  uint8 // cells in a row without anything
	illegal  uint8 // plies

	remark   bool // within words
	spoken   bool // and a move in them
	lead     bool // that name moves that were not played
	blank    bool // after a blank line
	ruled    bool // after a rule
	labelled bool // after the number of a game in a list, in the midst of one
	pend     bool // a number waits for its move
	dots     bool // with dots
	numbered bool // rows have numbers
	fresh    bool // nothing of the line has been read
	busy     bool // the line has something that is no header or result
	headless bool // the games before had no heads
	timed    bool // times stand beside moves
	listed   bool // results of other games stand in it
	again    bool // its head is there again, and no move below it
	middle   bool // a row's number has been read in its middle, and no move after it
	flipped  bool // the first column is that of the side that does not begin
	each     bool // numbers count plies
}

// hyp is a reading of the text so far.
type hyp struct {
	decodeState
	cost   float64
	owed   float64 // for plies on an unknown board, added to cost at the line's end
	last   *item
	judged *item // up to which the board has played

	said bool  // something of a game has been read
	next *item // with which another begins, if it says anything; nil for none
	cut  *item // with which the second game begins; nil for none
}

// search finds the cheapest reading. Every step takes one arc more, and the readings that
// end at the same place in the same state are one: the cheapest.
type search struct {
	arcs           arcs
	board          Board
	defaultVariant record.Variant

	open  *[maxArc][]hyp // by the place where they go on; nil before the first text
	free  [][]hyp        // memory for others
	hyps  []hyp          // those that are taken a step further
	words []*record.Word
	nodes map[opening]int32 // of positions, unknown where they have none
	progress
}

// progress is what a search knows of the text.
type progress struct {
	at     int      // up to where the text has been read
	passed struct { // the cheapest reading that has taken an arc across this place
		to   int // where it goes on
		cost float64
	}
	reach  int      // the furthest of these places
	look   int      // from where on it is seen again whether the readings agree
	spent  int      // the place at which left was counted
	left   int      // steps that may be tried, see income
	para   int      // where the last paragraph begins
	long   bool     // the text is read no further, though no game has ended
	alone  bool     // the text is one game
	due    bool     // where a ply is
	setups []string // of positions, in the text
	names  []string
}

// newSearch returns a search. Where board is nil, no variant has rules.
func newSearch(words *word.Table, board Board) search {
	return search{arcs: arcs{words: words, headers: make(map[string]int)}, board: board, nodes: map[opening]int32{}}
}

func (s *search) begin() decodeState {
	return decodeState{variant: s.defaultVariant, fresh: true, blank: true, board: notBegun}
}

// path is a step of a reading.
type path struct {
	arc
	surprise float32 // what it costs there
	layout   layout
	due      bool // a ply was due
}

// item is a step of readings with those before it; prev is nil for the first of the text.
type item struct {
	path
	prev *item
}

// How the first of several games is read does not depend on what is before it, nor on
// how much of the text is at hand: the search begins with the game, and ends where all
// readings agree on where the next one begins, or so far after it that its own text and
// what is looked at again grow alike.
//
// A text of maxSearched bytes in which no game ends is no record. What follows is not read
// up to the next paragraph, and reported; where one began not long before it, another game
// begins with that.
const (
	minAhead    = 256
	lookEvery   = 64
	maxSearched = 128 << 10
	maxUnjudged = 1 << 12 // bytes after which the board plays, though the line goes on
)

// read returns the cheapest reading of a text, which ends with a line's end and is one
// game, and up to where it is read. defaultVariant is what is played where the text does not
// say it.
func (s *search) read(text string, defaultVariant record.Variant) (steps []path, end int) {
	s.defaultVariant = defaultVariant
	s.reset()
	s.alone = true
	s.goOn(text, true)
	return s.first()
}

// reset makes ready for the text of games, which goOn is given.
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

// goOn goes on with a text of which more is at hand than before, and says whether it is
// known how its first game is read. Where whole is set there is no more of it, and it ends
// with a line's end.
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
		s.left -= len(s.hyps)*len(list) + arcsCost + parseCost*(s.arcs.parsed-parsed)
		settles := s.hyps[0].last.end-s.hyps[0].judged.end > maxUnjudged
		for i := 0; i < len(list) && !settles; i++ {
			a := &list[i] // whose cost may depend on what is on the board
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

// agree says whether it is known where the first game ends.
func (s *search) agree() bool {
	s.look = s.at + lookEvery
	here := &s.open[s.at%maxArc]
	late := func(h hyp) bool {
		return h.cut != nil && s.at > int(h.cut.at)+max(minAhead, 2*int(h.cut.at))
	}
	if late((*here)[0]) {
		return true
	}
	*here = slices.DeleteFunc(*here, late)
	best := &(*here)[0]
	cut := best.cut
	if cut == nil {
		return false
	}
	for at := s.at; at <= s.reach; at++ {
		for i := range s.open[at%maxArc] {
			if h := &s.open[at%maxArc][i]; h.cut != cut && h.cost < best.cost+agreeCost {
				return false
			}
		}
	}
	return true
}

// first returns the cheapest reading of the text's first game, and where that ends: at the
// text's end, where no other begins. Where long is set afterwards, more of it may follow
// that is not read.
func (s *search) first() (list []path, end int) {
	end = len(s.arcs.text)
	hyps := s.open[s.at%maxArc] // there is always one
	for i := range hyps {
		if h := &hyps[i]; s.at == end {
			h.cost += s.close(h) + h.owed
		}
	}
	best := slices.MinFunc(hyps, func(a, b hyp) int { return cmp.Compare(a.cost, b.cost) })
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

// release drops the readings at a place; the memory is used for others.
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
			g := s.game(*h, at, 0)
			if s.insert(at, &g) == nil && !begun && len(*here) == maxBeam && g.cost < (*here)[0].cost+maxCost {
				(*here)[maxBeam-1] = g // the others may be but ways to read the line before
			}
			begun = true
			s.left -= income
		}
	}
	if s.arcs.rows == 1 {
		// What is dearer by so much than the cheapest will hardly be the cheapest.
		*here = within(*here, plainCost)
	}
}

// fits says whether a reading of a cost is among those that are kept at a place.
func (s *search) fits(at int, c float64) bool {
	list := s.open[at%maxArc]
	if at < s.passed.to && c > s.passed.cost+maxPassed {
		return false
	}
	return len(list) == 0 || c < list[0].cost+maxCost && (len(list) < maxBeam || c < list[len(list)-1].cost)
}

// insert keeps a reading at a place, in order of cost, where no cheaper one is in the same
// state, and returns it as it is kept; nil where it is not. That is valid up to the next.
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
	to := len(list)
	for i := range list {
		if to == len(list) && list[i].cost > h.cost {
			to = i
		}
		if list[i].decodeState == h.decodeState {
			if to == len(list) || to > i {
				return nil
			}
			list = slices.Delete(list, i, i+1)
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

// within returns the readings that are dearer by no more than so much than the first.
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
	return &item{path{arc: *a, surprise: float32(surprise), layout: l}, h.last}
}

// put keeps a reading that ends with the arc.
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

// close is what it costs that the game ends here.
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
		c += costOneSide
	case h.layout == inSecond:
		if n := int(h.plies) - 2*int(h.second); n < 0 || n > 1 {
			c += costUneven * float64(min(max(n, -n), 4))
		}
	}
	return c
}

// game returns the reading in which another game begins.
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

// lacksPly says whether a number waits for its ply where the game ends.
func (h *hyp) lacksPly() bool {
	return h.pend && (h.plies > 0 && h.phase == inMoves || h.phase == inHead && h.n == 1 && h.heads&(hasNames|hasResult) != 0)
}

// missing adds a ply of which nothing is there.
func (s *search) missing(n *hyp, at int, c float64) {
	n.cost += c
	for a, k := n.last, 0; k < maxBeforeMissing; a, k = a.prev, k+1 {
		if a.role != roleNewline && a.role != roleSign {
			if k > 0 && a.role == roleNumber {
				at = int(a.end)
			}
			break
		}
		at = int(a.at) // where it ought to stand
	}
	a := arc{role: roleMissing, at: int32(at), end: int32(at)}
	n.last = s.item(n, &a, 0)
	n.cost += s.played(n)
}

// played counts a ply and returns what that costs.
func (s *search) played(n *hyp) float64 {
	n.plies++
	n.heads, n.headless = n.heads&headsOfMoves, false
	if n.layout == inRows && (n.numbered || n.dated == 0) && n.plies > 4 {
		n.plies -= 2 // of many it matters whose turn it is
	}
	if n.layout == inSecond {
		n.second++
	}
	switch {
	case n.blocks > 0 && n.block > 0:
		return costUnknown // and in the end what the board says
	case n.layout == inRows:
		return 0 // the board judges it when the line has ended
	}
	return .03
}

// settle has the board play what a reading has added since it last did, and returns
// what that costs, beside what is owed: readings that take in one stretch what others do
// in steps, of which some need the board, are compared with these before the line's end.
func (s *search) settle(n *hyp) (c float64) {
	if n.last == n.judged {
		return 0
	}
	n.later = 0
	if n.layout != inFirst && n.plies > 0 && s.board != nil {
		laid := n.layout
		if n.blocks > 0 {
			laid = inBlocks // the others are judged in the end
		}
		s.words = wordsAfter(s.words[:0], n.judged, n.last, laid)
		k := int(n.second) - len(s.words)
		var column []*record.Word
		if n.layout == inSecond && len(s.words) > 0 {
			column = wordsAfter(nil, nil, n.last, inFirst)
		}
		for i, then := range s.words {
			if n.layout == inRows {
				c += s.onBoard(n, then)
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
			c += s.onBoard(n, first) + s.onBoard(n, then)
		}
	}
	n.judged = n.last
	return c
}

// wordsAfter appends the words of plies of a layout after an item, or after where the game
// begins, up to the last.
func wordsAfter(list []*record.Word, it, last *item, l layout) []*record.Word {
	for i := last; i != it && i.role != roleGame; i = i.prev {
		if i.isPly() && i.layout == l {
			list = append(list, i.word)
		}
	}
	slices.Reverse(list)
	return list
}

// onBoard plays a word, nil for one that cannot be read, and returns what that costs.
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

// judgeBlocks is what the board says of a game in blocks after the first of them.
func (s *search) judgeBlocks(h *hyp) (c float64) {
	type numbered struct {
		n int16
		w *record.Word
	}
	var list []numbered
	begun := 0
	for a := h.last; a.role != roleGame; a = a.prev {
		switch {
		case a.isPly() && a.layout > inBlocks:
			list = append(list, numbered{w: a.word})
		case a.role == roleNumber:
			for ; begun < len(list); begun++ {
				list[begun].n = a.n
			}
		}
	}
	slices.Reverse(list)
	slices.SortStableFunc(list, func(a, b numbered) int { return int(a.n) - int(b.n) })
	n := *h
	for _, x := range list {
		c += s.onBoard(&n, x.w)
	}
	for i := 1; i < int(h.blocks); i++ {
		if h.ended[i-1]+1 != h.begun[i] {
			c += costBlocksUneven
		}
	}
	return c
}
