package sheet

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// role is what a stretch of text is in a reading.
type role uint8

const (
	rolePly role = iota
	roleUnread
	roleMissing // nothing is there
	roleNumber
	roleDots
	roleMark
	roleBracket
	roleText
	roleResult
	roleKey
	roleNames
	roleLabel
	rolePosition
	roleTurn // who is to move
	roleSign
	roleStray
	roleCorrection // words that say of the ply before them that it is another, and that
	roleCell
	roleRule
	roleForm   // a row of a printed form, or the rest of one, that is not filled in
	roleProse  // a whole line
	roleOthers // a line with results of other games
	roleNewline
	roleRest // what follows the most that is read of a game
	roleGame // a game begins
)

var roleTexts = [...]struct{ name, about string }{
	rolePly:        {"ply", "a move word, see Moves; remarks may stand in it: b2:d4 (взята фигура):f6"},
	roleUnread:     {"unread", "what is in place of a move and cannot be read: c3-b, e?-f?, нрзб, [неразб.], ..."},
	roleMissing:    {"missing", "a move of which nothing is there: an empty cell, a number without one"},
	roleNumber:     {"number", "a move's number: 12. 12) (12), and 12, 12: or 12 before a move"},
	roleDots:       {"dots", "dots or a dash after a number, for the other side's move"},
	roleMark:       {"mark", "! ? !? = +- and their like, see Marks, a $ and a number, a footnote's sign"},
	roleBracket:    {"bracket", "a remark in ( ), { } or [ ], nested, up to a blank line; a time beside a move: 0:05"},
	roleText:       {"text", "a word of a remark"},
	roleResult:     {"result", "a result, see Results"},
	roleKey:        {"key", "a header: Белые: Иванов, Черные – Петров, Round 3; [Name \"value\"]; a title: Башни"},
	roleNames:      {"names", "two names, with what parts them: Иванов – Петров:"},
	roleLabel:      {"label", "a game's number in a list: Партия № 2., 3)"},
	rolePosition:   {"position", "towers by squares: \"белые: с1 - 1/0000; черные: b2\", or FEN"},
	roleTurn:       {"turn", "who is to move: Ход белых"},
	roleSign:       {"sign", "a full stop, a comma, a quotation mark"},
	roleStray:      {"stray", "a bracket without its pair, or a sign before a row, which is reported as a fault"},
	roleCorrection: {"correction", "words that say of the move before them that it is another, and that: исправлено на c3-d4"},
	roleCell:       {"cell", "what parts the cells of a table: a tab, | or ;"},
	roleRule:       {"rule", "a line of signs: ---, * * *"},
	roleForm:       {"form", "a row of a printed form that is not filled in: 31. ____ ____"},
	roleProse:      {"prose", "a line of words"},
	roleOthers:     {"others", "a line with results of other games"},
	roleNewline:    {"newline", "the end of a line"},
	roleRest:       {"rest", "what follows the most that is read of one game"},
	roleGame:       {"game", "where a game begins; nothing is there"},
}

// arc is one role that the text from at to end may have.
type arc struct {
	role          role
	clock         clock // a bracket is a time
	side          uint8 // whiteTurn or blackTurn: a sign names the side whose move follows
	bare          bool  // a key without its colon, a number without its point, a mark by itself, days apart from others
	lead          bool  // words with which a remark begins, or a tournament before two names
	off           bool  // in a line with tabs, not at the beginning of a cell; a bracket is a remark
	glued         bool  // something hangs on the ply
	together      bool  // the next move follows the ply without a space
	slight        bool  // a mark or sign without a meaning
	solved        bool  // a mark that ends a solution
	apart         bool  // a space is before it, words before a row; of a result, it is another game's
	point         bool  // a sign is a full stop
	damaged       bool  // a word may be a ply that cannot be read
	illegible     bool  // a word says that something cannot be read
	toEnd         bool  // words after a result, or a score, to the end of the line
	within        bool  // words in a line, and not all of it
	again         bool  // it is in the line before, too
	figures       bool  // a ply of numbers
	n             int16 // of a number, or with which a text begins
	said          int16 // moves in it
	at, end, next int32 // next is where what follows begins
	cost          float32
	extra         float32 // what a line's regular form makes prose of it cost more
	word          *record.Word
	head          *headArc
}

// clock says that a bracket is a time beside a move, and of what kind.
type clock uint8

const (
	noClock clock = iota
	isTime
	isTimeOrMove
	isDay  // a line or cell has the day and month alone on which a move came or was sent
	isDays // or the days that it took
)

func (a *arc) isPly() bool {
	return a.role == rolePly || a.role == roleUnread || a.role == roleMissing
}

// needsBoard says whether its role depends on what is on the board.
func (a *arc) needsBoard() bool {
	return a.role == roleResult || a.role == roleNames || a.role == roleBracket && a.word != nil
}

// headArc is what a header, two names or a result say.
type headArc struct {
	tag     string // of a header's key
	column  bool   // the key heads a column: it has no colon
	pair    bool   // it is a tag pair, [Name "value"]
	timed   bool   // a player's key has a time: "Белые: 10 минут"
	parts   []headPart
	variant record.Variant
	result  record.Result
}

// headPart is one value in a head: what it is the value of, and where it is. Without a
// tag it is a remark, and a fact has none that is known before the game's others are.
type headPart struct {
	tag string
	place
}

// tagFact is the tag of a tournament, a place or a date without a key.
const tagFact = "fact"

func (h *headArc) isTime() bool { return strings.HasSuffix(h.tag, "Time") }

// add adds a part unless it is empty.
func (h *headArc) add(tag string, at, end int) {
	if end > at {
		h.parts = append(h.parts, headPart{tag, place{at, end}})
	}
}

// value returns where the value of a tag is.
func (h *headArc) value(tag string) (p place, ok bool) {
	for _, part := range h.parts {
		if part.tag == tag {
			return part.place, true
		}
	}
	return place{}, false
}

// unreadNumber is that of a move's number that cannot be read.
const unreadNumber = -1

// Limits that keep the work for each byte the same.
const (
	maxArc        = 1 << 13
	maxSkip       = 1 << 9
	maxPly        = 1.6  // of damageCost, for what may well be a ply
	maxSpoilt     = 2.35 // for what is made as plies are
	maxOdd        = 2.65 // what is dearer is no ply that cannot be read
	maxRun        = 96
	maxEdge       = 16
	maxBracket    = 3000
	maxHeadLine   = 400
	maxLine       = 4 << 10
	maxAnyWords   = 48
	maxMoveNumber = 400
)

// arcs makes the arcs of a text, from one byte after the other.
type arcs struct {
	text  string
	words *word.Table
	list  []arc

	parsed int  // words, so far
	poor   bool // no time is left to look for words in words

	again  bool   // the line is the one before once more
	before string // that, without spaces about it
	row    []arc

	brackets, bracketsTo int // where partner knows the brackets
	partners             [2 * maxBracket]int16

	// What of the line bears on the arcs in it.
	start, stop int  // where it begins and ends
	first       int  // up to where its first thing may begin
	body        int  // where it does
	setUp       int  // where a position ends
	labelled    int  // where a label does
	heading     bool // it heads a table of moves
	over        int  // where words after a result begin
	led         int  // words in it that lead to moves
	cell        byte // what parts its cells beside tabs; 0 for nothing
	rule        bool // it is one
	tabs        bool // it has some
	plain       bool // no other reading of it is tried than row
	moves       int  // in it, as far as it was looked at
}

// reset makes ready for another text.
func (a *arcs) reset() {
	a.bracketsTo = 0
	a.stop, a.setUp, a.labelled, a.over = -1, -1, -1, -1
	a.again, a.before = false, ""
}

// sees says whether enough of the text is at hand for the arcs from a byte on: its line and
// the next two, and the partners of the brackets in it.
func (a *arcs) sees(at int) bool {
	if at < a.stop || at == a.stop && a.text[at] == '\n' {
		return true
	}
	stop := at
	for lines, from := 0, at; lines < 3; lines++ {
		rest := a.text[from:min(len(a.text), from+maxLine)]
		n := strings.IndexByte(rest, '\n')
		if n < 0 && len(rest) < maxLine {
			return false
		} else if n < 0 {
			n = maxLine - 1
		}
		if lines == 0 {
			stop = at + n
		}
		from += n + 1
	}
	return stop+len(a.partners) <= len(a.text) || !strings.ContainsAny(a.text[at:stop], "({[")
}

// says says whether it is a sign of a game.
func (a *arc) says() bool {
	return a.isPly() || a.role == roleResult || a.role == roleNames || a.role == rolePosition || a.role == roleKey && (a.head.tag == "White" || a.head.tag == "FEN")
}

// begins says whether a line begins at a byte.
func (a *arcs) begins(at int) bool { return at == 0 || a.text[at-1] == '\n' }

// skip returns where what follows a byte begins, past spaces.
func (a *arcs) skip(at int) int {
	for n := at; n < len(a.text) && n < at+maxSkip; {
		c := a.text[n]
		if c == '\t' || c == '\n' || c > ' ' && c < utf8.RuneSelf {
			return n
		}
		r, w := utf8.DecodeRuneInString(a.text[n:])
		if !word.IsSpace(r) {
			return n
		}
		n += w
		if n >= at+maxSkip {
			return n
		}
	}
	return min(at, len(a.text))
}

// line makes ready for the arcs of the line from a byte on. Where that is nothing but a
// number and plain moves, and mayBePlain, there is one reading of it alone.
func (a *arcs) line(at int, mayBePlain bool) {
	a.start, a.stop = at, a.lineEnd(at)
	line := a.text[at:a.stop]
	margin := line[:min(len(line), maxEdge)]
	a.first = at + len(margin) - len(strings.TrimLeft(margin, " \u00a0\ufeff\"'|>"))
	a.body = a.stop - len(strings.TrimLeftFunc(line, word.IsSpace))
	a.led, a.moves, a.rule = 0, 0, false
	a.tabs = strings.IndexByte(line, '\t') >= 0
	a.cell = cellsAt(line)
	if trimmed := strings.TrimSpace(line); trimmed != "" {
		a.again = trimmed == a.before
		a.before = trimmed
	}
	a.heading = a.isHeading(line)
	a.plain = mayBePlain && !a.again && a.plainRow(at)
}

// lineEnd returns where the line ends from a byte on, or so far of it that nothing that is
// looked at in a line is longer.
func (a *arcs) lineEnd(at int) int {
	if n := strings.IndexByte(a.text[at:min(len(a.text), at+maxLine)], '\n'); n >= 0 {
		return at + n
	}
	end := min(len(a.text), at+maxLine)
	if n := strings.LastIndexByte(a.text[at:end], ' '); n > 0 && end < len(a.text) {
		return at + n
	}
	for end < len(a.text) && end > at+1 && !utf8.RuneStart(a.text[end]) {
		end--
	}
	return end
}

// goOn makes ready for the line in which a byte is: a bracket has ended in it, or it is
// longer than is looked at at once.
func (a *arcs) goOn(at int) {
	from := max(a.stop, 0)
	if n := strings.LastIndexByte(a.text[from:at], '\n'); n >= 0 {
		a.line(from+n+1, false)
		return
	}
	a.start, a.stop, a.plain = at, a.lineEnd(at), false
	a.first, a.body, a.heading = -1, -1, false
}

// plainRow makes the arcs of a line that is a regular row of words which are plainly moves.
func (a *arcs) plainRow(at int) bool {
	n, i := word.NumberAt(a.text, at)
	if n == 0 {
		return false
	}
	a.list = a.list[:0]
	a.add(roleNumber, at, i).n = int16(n)
	letters := false
	for i = a.skip(i); i < len(a.text) && len(a.list) < maxRegular; i = a.skip(i) {
		switch a.text[i] {
		case '\n':
			a.add(roleNewline, i, i+1)
			a.row = append(a.row[:0], a.list...)
			return isRegular(a.row)
		case '\t':
			a.add(roleCell, i, i+1)
			i++
			continue
		}
		end := i
		for end < len(a.text) && a.text[end] > ' ' && a.text[end] < utf8.RuneSelf {
			end++
		}
		if end-i > maxPlainMove || end < len(a.text) && strings.IndexByte(" \n\t", a.text[end]) < 0 {
			return false
		}
		w := a.parse(a.text[i:end])
		if w == nil || !w.Plain {
			return false
		}
		if letters && word.IsDigit(a.text[i]) {
			if _, score := scoreOf(a.text[i:end]); score {
				return false // 26. a1:c3 11-13
			}
		}
		letters = !a.addPly(i, end, w).figures
		i = end
	}
	return false
}

// Limits of a regular row, in steps and bytes.
const (
	maxRegular   = 6
	maxPlainMove = 12
)

// add adds a role of a stretch of text. What is returned is valid until the next is added.
func (a *arcs) add(r role, at, end int) *arc {
	if end-at > maxArc-2*maxSkip {
		return new(arc)
	}
	next := end
	if r != roleNewline { // after which a line begins
		next = a.skip(end)
	}
	a.list = append(a.list, arc{role: r, at: int32(at), end: int32(end), next: int32(next)})
	return &a.list[len(a.list)-1]
}

func (a *arcs) addCost(r role, at, end int, cost float64) *arc {
	x := a.add(r, at, end)
	x.cost = float32(cost)
	return x
}

func (a *arcs) addPly(at, end int, w *record.Word) *arc {
	x := a.add(rolePly, at, end)
	x.word, x.figures = w, w.Steps[0].Number > 0
	return x
}

func (a *arcs) has(r role) bool {
	for i := range a.list {
		if x := &a.list[i]; x.role == r && !x.bare {
			return true
		}
	}
	return false
}

// at returns the arcs from a byte that is no space on.
func (a *arcs) at(at int) []arc {
	text := a.text
	for at > a.stop || at == a.stop && text[at] != '\n' {
		a.goOn(at)
	}
	a.list = a.list[:0]
	if a.plain {
		for i := range a.row {
			if int(a.row[i].at) == at {
				return a.row[i : i+1]
			}
		}
		return nil
	}
	if text[at] == '\n' {
		a.add(roleNewline, at, at+1)
		return a.list
	}
	a.atoms(at)
	off := a.tabs && at > a.first && text[at-1] != '\t'
	for i := range a.list {
		x := &a.list[i]
		x.off = x.off || off
		x.again = x.role == roleResult && !x.figures && a.again || x.again
	}
	if a.again && at <= a.first && a.moves > 0 {
		x := a.addCost(roleProse, at, a.stop, costRowAgain)
		x.said, x.again = int16(min(a.moves, 1000)), true
	}
	return a.list
}

// namesMove says whether a text is a move after its side's key: "Б: c3-d4".
func (a *arcs) namesMove(text string) bool {
	_, n := matchKey(text)
	return a.movesOn(trimLeft(text[n:]))
}

// coarse returns the one arc from a byte on where there is no time to look for others: it
// is illegible up to the next space, and may be a move.
func (a *arcs) coarse(at int) []arc {
	if c := a.text[at]; at >= a.stop || c == '\t' || c == a.cell {
		return a.at(at)
	}
	a.list = a.list[:0]
	x := a.addCost(roleText, at, a.runEnd(at, true), costIllegibleText)
	x.damaged, x.illegible, x.said = true, true, 1
	return a.list
}

// atoms adds the arcs from a byte on.
func (a *arcs) atoms(at int) {
	text, line, cell := a.text, a.text[at:a.stop], a.cell
	c, w := utf8.DecodeRuneInString(line)
	if (unicode.IsDigit(c) || strings.ContainsRune("-–—−", c)) && a.days(at, line) {
		return
	}
	first, opens := at <= a.first, false
	if first {
		a.lineArcs(at, line)
		a.label(at, line)
	}
	begins := first || at == a.setUp
	setup := (begins || at >= 2 && text[at-2:at] == ". ") && a.setup(at, line) || begins && a.turn(at, line)
	if setup && a.has(rolePosition) {
		a.setUp = int(a.list[len(a.list)-1].next) // who is to move may follow
	}
	if parts := c == '\t' || cell != 0 && c == rune(cell); !setup && !parts && (first || c != '_' && strings.IndexByte("\t| ;,_\"", text[at-1]) >= 0) {
		a.key(at, line)
		a.players(at, line)
	}
	if first {
		a.noProse(a.regular(at))
	}
	switch {
	case c == '\t', cell != 0 && c == rune(cell):
		a.add(roleCell, at, at+1)
		return
	case c == '[' && (first || text[at-1] == ']' || text[at-1] == ' ') && a.pair(at, line):
		return
	case c == '(' || c == '{' || c == '[':
		if a.bracket(at); len(a.list) > 0 && a.list[len(a.list)-1].role == roleBracket {
			return
		}
		opens = true
	case c == ')' || c == '}' || c == ']':
		a.add(roleStray, at, at+1).apart = a.isApart(at)
		return
	case c == '/' && (first || text[at-1] == ' '):
		if n := a.slashed(line); n > 0 {
			a.addCost(roleBracket, at, at+n, costBracket)
			return
		}
	case c == '$' && len(line) > 1 && word.IsDigit(line[1]):
		n := leadingDigits(line[1:min(len(line), maxRun)])
		a.add(roleMark, at, at+1+n).slight = true
		return
	case c == '<':
		if n := strings.IndexByte(line[:min(len(line), 30)], '>'); n > 1 && (word.IsLetter(rune(line[1])) || line[1] == '/') {
			if strings.HasPrefix(line, "<td") {
				a.add(roleCell, at, at+n+1)
			} else {
				a.sign(at, n+1, 0)
				if a.isMove(line[1:n]) {
					a.list[len(a.list)-1].cost += costWord
					a.addCost(roleUnread, at, at+n+1, costBracketPly)
				}
			}
			if word.Illegible(line[:n+1]) {
				a.addCost(roleUnread, at, at+n+1, -.4)
			}
			return
		}
	}
	a.form(at, line)
	if word.IsDigit(line[0]) {
		a.clock(at, line)
	}
	if n := len(struck().FindString(line[:min(len(line), maxMarked)])); n > 0 {
		a.addCost(roleUnread, at, at+n, costAnyWords)
		x := a.addCost(roleBracket, at, at+n, costStruck)
		x.slight = true
		return
	}
	if n := len(footnote().FindString(line[:min(len(line), maxRun)])); n > 0 {
		a.add(roleMark, at, at+n).slight = true
	}
	if spaced := at > 0 && strings.IndexByte(" \t|", text[at-1]) >= 0; spaced && unicode.IsLetter(c) && (!a.tabs || first || text[at-1] == '\t') {
		rest := line
		if n := strings.IndexAny(rest[:min(len(rest), maxRun)], "\t|"); n > 0 {
			rest = rest[:n]
		}
		if len(rest) < maxRun && damageCost(rest[:runEnd(rest)]) > maxPly {
			if rest = strings.TrimRight(rest, " .,"); len(rest) < maxAnyWords && strings.IndexFunc(rest, unicode.IsDigit) < 0 && !a.has(roleKey) && !a.isMove(rest[:runEnd(rest)]) {
				c := costAnyWords // any words
				if refersElsewhere(rest) {
					c = costRefers
				} else if first, _, _ := strings.Cut(rest, " "); !word.Illegible(rest) && (leads.has(strings.TrimRight(first, "?!:,")) || strings.Count(rest, " ") > 1) {
					c += costLeadAnyWords
				}
				a.addCost(roleUnread, at, at+len(rest), c)
			}
		}
	}
	if n := a.joinLen(line); n > 0 {
		a.sign(at, n, .3)
	}
	a.sideOfMove(at, line)
	runEnd := a.runEnd(at, false)
	run := text[at:runEnd]
	a.correction(at, line)
	a.number(at, line)
	a.result(at, line)
	a.mark(at, line, run)
	moved, whole := a.move(at, line, run)
	dots := dotsLen(line)
	if dots > 0 {
		if c != '_' {
			a.add(roleDots, at, at+dots)
		}
		a.addCost(roleUnread, at, at+dots, .3)
		x := a.addCost(roleText, at, at+dots, .4)
		x.bare, x.damaged = true, true
	}
	if (at == 0 || strings.IndexByte(" \t|\n.)", text[at-1]) >= 0) && strings.IndexFunc(run, ofWord) < 0 {
		x := a.addCost(roleUnread, at, runEnd, costSignsAlone)
		if a.has(roleResult) {
			x.cost += costResultAsPly
		}
	}
	// A remark in brackets beside a move is no part of its word.
	if end := a.runEnd(at, true); end > runEnd && !(moved && a.isMove(run)) {
		if c := damageCost(text[at:end]); c < 3 {
			a.addCost(roleUnread, at, end, c)
		}
	}
	if n := blotLen(run); n > 0 && word.MarkAt(run) == 0 {
		a.add(roleUnread, at, at+n)
	}
	if c == '*' && at > 0 && strings.IndexByte(" \t\n*", text[at-1]) < 0 {
		a.add(roleMark, at, at+1).slight = true
	}
	if strings.ContainsRune("<>_~^/", c) {
		a.sign(at, w, .3)
	}
	if c == '.' && dots > 0 {
		return
	}
	if strings.ContainsRune("\"'`»”″〃", c) && a.isApart(at) && word.SkipBlank(line, w) == len(line) {
		a.add(roleUnread, at, at+w) // the same again
	}
	if strings.ContainsRune(".,;:\"'«»“”„’‘`", c) {
		if c == ':' && (isShape("a"+run) || strings.Count(run, ":") == 1 && isShape("1"+run)) { // the end of a capture, no time
			a.damaged(at, run, line)
			a.sign(at, w, costSignedEnd)
			return
		}
		a.sign(at, w, 0)
		return
	}
	trimmed := strings.TrimRight(run, ".,;:!?\"»”")
	if trimmed == "" {
		trimmed = run
	}
	illegible := a.illegible(at, line, trimmed)
	if !illegible && !whole {
		a.damaged(at, run, line)
	}
	if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
		a.add(roleStray, at, at+w).apart = a.isApart(at)
	}
	if c != '.' && !opens {
		_, n := word.NumberAt(trimmed, 0) // 3...f6-e5, 7.13:22
		said := moved || a.isMove(strings.TrimLeft(trimmed[n:], "."))
		a.word(at, trimmed, said, illegible)
	}
}

// form adds a row of a form that is not filled in, or the rest of one: "31. ____ ____", "31.",
// "31)", cells.
func (a *arcs) form(at int, line string) {
	n, digits, from := numberAt(line)
	end := from + len(formRest().FindString(line[from:min(len(line), from+maxRun)]))
	signs := strings.Trim(line[from:end], " \t|;,)")
	switch {
	case n == 0 && signs == "", a.cell != ',' && strings.Contains(line[from:end], ","):
		return
	case n > 0 && (signs == "" && end < len(line) || from == digits && at > a.first):
		return
	}
	x := a.addCost(roleForm, at, at+end, costForm)
	x.n, x.damaged = int16(min(n, maxMoveNumber)), signs != "" && signs[0] != '_' || from == digits
}

// formRest is what it is made of beside its number: lines or dots, for moves to be written on.
var formRest = word.Pattern(`^(?:[ \t|;,)]|__+|\.{4,}|…{2,}|-{4,}|[–—]{3,})*`)

// joinLen returns the length of words with which a line begins that join moves, or the moves
// and the result: "в ответ".
func (a *arcs) joinLen(line string) (n int) {
	for range 3 {
		w := line[n : n+runEnd(line[n:])]
		if n > 0 {
			if _, k := result.Match(line[n:min(len(line), n+2*maxRun)]); k > 0 || a.movesOn(line[n:]) {
				return n
			}
		}
		if !joining.has(w) {
			break
		}
		n += len(w)
		n += word.SkipBlank(line[n:], 0)
	}
	return 0
}

// sideOfMove adds the side whose move follows: "Белые c3-d4", "1. б. c3-d4 ч. f6-e5".
func (a *arcs) sideOfMove(at int, line string) {
	n := runEnd(line)
	if at > a.body && !a.isApart(at) || !a.movesOn(line[n+word.SkipBlank(line[n:], 0):]) {
		return
	}
	w := strings.TrimRight(line[:n], ".:")
	if tag := sideTag(w, len(w) < n); tag != "" {
		x := a.add(roleSign, at, at+n)
		x.slight, x.side = true, whiteTurn
		if tag == "Black" {
			x.side = blackTurn
		}
	}
}

// isApart says whether a space is before a byte.
func (a *arcs) isApart(at int) bool { return at > 0 && a.text[at-1] == ' ' }

// sign adds a sign that has no meaning.
func (a *arcs) sign(at, n int, cost float64) {
	x := a.addCost(roleSign, at, at+n, cost)
	x.point = a.text[at] == '.'
	x.slight = !a.isApart(at) || strings.IndexByte(".,;:", a.text[at]) >= 0
}

// regular is what it costs that words are read from a byte on in place of what is regular.
func (a *arcs) regular(at int) (extra float64) {
	for i := range a.list {
		switch x := &a.list[i]; {
		case x.role == roleKey && !x.bare, x.role == rolePosition:
			extra = max(extra, costKeyAsText)
		case x.role == roleKey && (x.head.tag == "White" || x.head.tag == "Black") && len(x.head.parts) > 0 && x.cost == 0 && int(x.end) >= a.stop: // "Черные – Петров"
			extra = max(extra, costNamesAsText)
		case x.role == roleLabel && x.cost == 0 && int(x.end) >= a.stop:
			extra = max(extra, costLabelAsText)
		case x.role == roleNumber && x.n != unreadNumber && at == a.body:
			rest := a.text[x.next:max(a.stop, int(x.next))]
			if a.isMove(rest[:runEnd(rest)]) {
				extra = max(extra, costNumberAsText)
			}
			cell := string(rune(cmp.Or(a.cell, '\t')))
			if rest, ok := strings.CutPrefix(rest, cell); ok && x.bare {
				if rest, _, _ = strings.Cut(strings.TrimLeft(rest, " "), cell); a.isMove(rest[:runEnd(rest)]) {
					extra = max(extra, costNumberInCell)
				}
			}
		case x.role == roleNames && x.lead:
			extra = max(extra, costTitleAsText)
		case x.role == roleNames && x.cost < 2:
			extra = max(extra, costNamesAsText)
			if a.text[x.end-1] == ':' {
				extra += costNamesAsText
			}
			if n, _ := word.NumberAt(a.text, int(x.next)); n == 1 {
				extra = max(extra, 2*costKeyAsText)
			}
		}
	}
	return extra
}

// noProse has the line cost more as prose.
func (a *arcs) noProse(extra float64) float64 {
	for i := range a.list {
		if x := &a.list[i]; x.role == roleProse && !x.again && extra > 1 {
			x.extra = max(x.extra, float32(extra))
		}
	}
	return extra
}

// word adds a word of a remark.
func (a *arcs) word(at int, w string, moved, illegible bool) {
	extra := 0.0
	if slices.ContainsFunc(a.list, func(x arc) bool { return x.role == roleResult && float64(x.cost) < costRefused }) {
		extra = 1.8
		if at == a.body && len(w) >= a.stop-at-1 {
			extra = costResultAsText
		}
	}
	if illegible {
		extra = costIllegibleText
	}
	if a.has(roleTurn) {
		extra = costTurnAsText
	}
	extra = a.noProse(max(extra, a.regular(at)))
	base := textCost(w, moved)
	if len(w) == 4 && isYear(w) {
		base = .2
	} else if isDiagram(w) {
		base = 0
	}
	n, _ := strconv.Atoi(w[:leadingDigits(w[:min(len(w), 3)])])
	x := a.addCost(roleText, at, at+len(w), base+extra)
	lead := false
	if !moved {
		if lead = leads.has(w) || supposed.has(w); judging.has(w) { // perhaps the move before
			lead = !a.moveFollows(at + len(w))
		}
	}
	if n := utf8.RuneCountInString(w); lead && n < 3 { // "с угрозой" and "ср.", and not "З. c3-d4"
		rest := strings.TrimLeft(a.text[min(at+len(w), a.stop):a.stop], " ")
		lead = n == 2 && strings.HasPrefix(rest, ".") || leads.has(strings.TrimRight(rest[:runEnd(rest)], ".,:;"))
	}
	x.lead, x.illegible = lead, illegible
	if x.n = int16(n); moved {
		x.said, x.figures = 1, word.IsDigit(w[0])
	} else {
		x.damaged = illegible || damageCost(w) < maxOdd || strings.IndexFunc(w, notOfPly) < 0
	}
	if (lead || at == a.over) && at > a.body && a.led < maxLed { // "1-0. На 3. g3-h4 следует g5-f4"
		a.led++
		x := a.addCost(roleProse, at, a.stop, costProseLine)
		x.toEnd = true
	}
	if r, _ := utf8.DecodeRuneInString(w); at > a.body && (lead && !judging.has(w) || unicode.IsUpper(r)) {
		a.sentence(at, unicode.IsUpper(r), lead)
	}
}

// sentence adds words from the capital letter of one on, or from one that leads to moves, that
// name a move or two, as far as the next number: "2. b2-c3 f6-g5 Белые хотели 3. a1-b2". Before
// the move is its number, or a word where the first has a capital letter.
func (a *arcs) sentence(at int, capital, lead bool) {
	if a.has(roleResult) || a.regular(at) > 0 {
		return
	}
	words, moves, after, number, next, n := 0, 0, 0, 0, 0, 0
	add := func() {
		x := a.addCost(roleProse, at, at+len(strings.TrimRight(a.text[at:at+n], " ")), costProseLine)
		if x.said, x.lead, x.within = int16(moves), true, true; lead {
			x.cost += costLead
		}
	}
	line := a.text[at:min(a.stop, at+maxSentence)]
	for ; n < len(line); n += word.SkipBlank(line[n:], 0) {
		end := n + runEnd(line[n:])
		if end == n {
			break // a cell or the line ends
		}
		k, from := word.NumberAt(line[:end], n)
		w := strings.Trim(line[from:end], ".,;:!?()\"…")
		if _, is := result.Match(line[n:end]); moves > 0 && (k > 0 || is > 0 && word.IsDigit(line[n])) {
			next = k
			break
		}
		r, _ := utf8.DecodeRuneInString(w)
		switch {
		case k > 0 && w == "":
			number = k
		case a.isMove(w):
			if moves == 1 && after == 0 && lead {
				add() // the other is the reply to the row before
			}
			moves, number = moves+1, max(number, k)
			if after = 0; moves > 2 || moves == 1 && (words == 0 || number == 1 || number == 0 && !capital) {
				return
			}
		case isLonePlace(w):
			return // of a move with spaces
		case word.IsLetter(r) && number == 0 || moves > 0:
			words += min(utf8.RuneCountInString(w)/2, 1) // a letter alone is none
			after++
			lead = lead || moves == 0 && utf8.RuneCountInString(w) > 2 && leads.has(w)
			if moves == 0 && (words > maxLeading || strings.IndexByte(".!?", line[end-1]) >= 0 && !leads.has(w)) {
				return
			}
		default:
			return
		}
		n = end
	}
	if moves == 0 || at+n < a.stop && n == len(line) || !lead && moves == 2 && (after == 0 || words < 2) {
		return
	}
	if moves == 2 && after == 0 && !capital && next != number {
		return // it is the row with that number
	}
	add()
}

// maxSentence is how long it is, in bytes, and maxLeading how many words stand before its move.
const (
	maxSentence = 240
	maxLeading  = 9
)

// moveFollows says whether a move is in the line after words that judge one, up to a byte.
func (a *arcs) moveFollows(at int) bool {
	rest := a.text[min(at, a.stop):a.stop]
	for range maxLed {
		rest = strings.TrimLeft(rest, "?!:,. ")
		w := rest[:runEnd(rest)]
		if a.isMove(w) {
			return true
		}
		if !isFigure(strings.TrimRight(w, "?!:,.")) {
			break
		}
		rest = rest[len(w):]
	}
	return false
}

// maxLed is after how many words of a line it may be words to its end.
const maxLed = 4

// illegible adds up to six words that say that something cannot be read, and says whether
// the first does.
func (a *arcs) illegible(at int, line, first string) bool {
	if len(first) > maxAnyWords {
		return false
	}
	if r, _ := utf8.DecodeRuneInString(line); word.IsLetter(r) || strings.IndexByte("#([<", line[0]) >= 0 {
		for n, k := 0, 0; k < 6 && n < len(line); k++ {
			if n += word.SkipBlank(line[n:], 0); n >= len(line) {
				break
			}
			end := a.runEnd(at+n, false) - at
			if end <= n || k > 0 && strings.ContainsAny(line[n:end], "0123456789") {
				break
			}
			if n = end; k > 0 && word.Illegible(strings.TrimRight(line[:n], ".,;:!?")) {
				a.addCost(roleUnread, at, at+n, -.6)
			}
		}
	}
	if !word.Illegible(first) {
		return false
	}
	end := at + len(first)
	if end < a.stop && a.text[end] == '.' { // неразб.
		end++
	}
	a.addCost(roleUnread, at, end, -.6)
	if rest := strings.TrimLeft(line[len(first):], " ."); at == a.body && a.isMove(rest[:runEnd(rest)]) {
		a.addCost(roleNumber, at, at+len(first), costUnreadNumber).n = unreadNumber
	}
	return true
}

// clock adds a time beside a move.
func (a *arcs) clock(at int, line string) {
	if n := leadingDigits(line); n > 3 || n == len(line) || strings.IndexByte(".-", line[n]) >= 0 && (n > 1 || n+1 == len(line) || !word.IsDigit(line[n+1])) {
		return
	}
	m := clockForm().FindStringSubmatch(line[:min(len(line), 32)])
	if m == nil {
		return
	}
	x := a.addCost(roleBracket, at, at+len(m[1]), costClock)
	x.clock = isTime
	if m[1][0] != '0' && strings.IndexAny(m[1], ".-") == 1 {
		x.figures = true // or a ply of figures, or a number and a part of one
	} else if a.isMove(m[1]) {
		x.clock = isTimeOrMove
	}
}

// result adds a result.
func (a *arcs) result(at int, line string) {
	a.score(at, line)
	if a.rule || !result.CanBegin(line) {
		return
	}
	res, n := result.Match(line[:min(len(line), 2*maxRun)])
	if n == 0 || line[:n] == "*" && (isFootnote(line[n:]) || at > a.start && a.text[at-1] > ' ') || isOfMatch(res) {
		return
	}
	x := a.add(roleResult, at, at+n)
	x.head = &headArc{result: res}
	if at == a.body {
		a.labelled = int(x.next) // "1-0 Иванов – Петров"
	}
	x.lead = slices.ContainsFunc(a.list, func(x arc) bool { return x.role == roleKey && x.head.tag == "Result" })
	x.apart = at == a.body && ofAnotherGame(line[n:])
	if a.isOffered(at) {
		x.cost = costRefused
	}
	rest := strings.TrimLeft(line[n:min(len(line), n+maxRun)], " .,")
	next, after, _ := strings.Cut(rest, " ")
	if refusals.has(strings.TrimRight(next, ".,")) {
		x.cost, rest = costRefused, after
	} else if second, _, _ := strings.Cut(after, " "); supposed.has(next) && !strings.HasPrefix(line[n:], ".") ||
		wonThings.has(strings.TrimRight(next, ".,")) || wonThings.has(strings.TrimRight(second, ".,")) {
		x.cost = costRefused
	}
	if said, ended := strings.CutPrefix(line[n:], ". "); ended && x.cost < costRefused && word.IsLetter(firstRune(said)) && !a.movesOn(said) {
		row := strings.IndexAny(said, "0123456789")
		if _, more := result.Match(said); more == 0 && (row < 0 || numberOf(said[row:]) != 1) { // else it is another game's
			a.over = a.stop - len(said)
		}
	}
	if _, end := word.NumberAt(rest, 0); end > 0 {
		if row := strings.TrimLeft(rest[end:], " "); a.isMove(row[:runEnd(row)]) {
			a.noProse(costResultAsText) // the game goes on
		}
	}
	if strings.Trim(line[:n], "-–—−/+ ") == "" {
		x.cost, x.bare = costDashResult, true
	}
}

// isFootnote says whether words follow a star in its line, as in a footnote.
func isFootnote(rest string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " "))
	return word.IsLetter(r)
}

// isOfMatch says whether points are those of a match: a game gives one or two, or in Adiukh
// all pieces.
func isOfMatch(r record.Result) bool {
	sum := r.White + r.Black
	return r.Outcome == record.Points && sum > 2 && sum != float64(2*record.Adiukh.Pieces())
}

// score adds a score without a word, "17:7", which among plies of letters is no ply.
func (a *arcs) score(at int, line string) {
	if !word.IsDigit(line[0]) {
		return
	}
	run := strings.TrimRight(a.text[at:a.runEnd(at, false)], ".")
	if !strings.ContainsAny(run[leadingDigits(run):], "0123456789½") { // a number alone
		return
	}
	if r, ok := scoreOf(run); ok {
		x := a.addCost(roleResult, at, at+len(run), costScore)
		x.figures, x.head = true, &headArc{result: r}
		x.toEnd = strings.Trim(a.text[at+len(run):a.stop], ". ") == ""
	}
}

// scoreOf returns the score that a run is, if it is one: "17:7".
func scoreOf(run string) (record.Result, bool) {
	r, ok := result.Parse(run)
	return r, ok && r.White+r.Black == float64(2*record.Adiukh.Pieces())
}

// isOffered says whether words stand before a byte that say of a result that it was only
// offered, refused or supposed: "после g3-f4 белые выигрывают".
func (a *arcs) isOffered(at int) bool {
	before := a.text[max(a.start, at-maxRun):at]
	moved := false
	for range 2 {
		before = strings.TrimRight(before, " ")
		w := before[strings.LastIndexByte(before, ' ')+1:]
		if strings.ContainsAny(w, ")}]") { // what is in brackets is not said of it
			return false
		}
		if offers.has(w) || remarkLeads.has(w) && moved {
			return true
		}
		moved = a.isMove(w)
		before = before[:len(before)-len(w)]
	}
	return false
}

// mark adds a mark of a move.
func (a *arcs) mark(at int, line, run string) {
	n := word.MarkAt(line)
	if n == 0 {
		if at > a.body && isSolved(run) && at+len(run)+word.SkipBlank(line[len(run):], 0) == a.stop {
			x := a.addCost(roleMark, at, at+len(strings.TrimRight(run, ".")), costMark)
			x.solved = true
		}
		return
	}
	apart := at == 0 || strings.IndexByte(" \t\n", a.text[at-1]) >= 0
	asks := apart && run[0] == '?' && strings.Trim(run, "?!.") == ""
	x := a.add(roleMark, at, at+n)
	x.bare, x.slight = apart, line[0] != '?' || !apart
	if asks {
		if x.cost = costMarkAsks; len(run) > 2 || at > 0 && a.text[at-1] == '\t' {
			x.cost += 1.5
		}
		a.addCost(roleUnread, at, at+len(run), .2)
	}
}

// isSolved says whether a run is the sign with which books end a solution that wins
// (Ukrainian rules VI.7.4.1).
func isSolved(run string) bool {
	switch strings.TrimRight(run, ".") {
	case "x", "X", "х", "Х", "×":
		return true
	}
	return false
}

// runEnd is where what is written together ends, at a bracket in it unless it is whole.
func (a *arcs) runEnd(at int, whole bool) int {
	rest := a.text[at:min(a.stop, at+maxRun)]
	for i, r := range rest {
		if word.IsSpace(r) || i > 0 && (a.cell != 0 && r == rune(a.cell) || !whole && (r == '(' || r == '{' || r == '[')) {
			return at + i
		}
	}
	return a.cutAt(at + len(rest))
}

// cutAt is the beginning of the character that a limit has cut; what is no UTF-8 has none.
func (a *arcs) cutAt(end int) int {
	for n := range min(end, utf8.UTFMax) {
		if end == a.stop || utf8.RuneStart(a.text[end-n]) {
			return end - n
		}
	}
	return end
}

// clockForm is a time beside a move.
var clockForm = word.Pattern(`^([0-5]?\d:[0-5]\d(:[0-5]\d)?|0\.\d\d|\d{1,2}[’'′][0-5]\d(?:[”"″]|'')|\d[.-][0-5]\d(?:/\d[.-][0-5]\d)?|\d{1,3} ?(мин|хв|min|ч|год|h|час|сек|с|s|m|м|′|')\.?( ?\d{1,2} ?(мин|хв|min|m|м|сек|')?\.?)?)(?:$|[\s,;|)])`)

// sealedLen returns the length of words before a move that was sealed: "Записанный ход:",
// "Ход записан:".
func (a *arcs) sealedLen(line string) (n int) {
	said := false
	for range 7 {
		w := line[n : n+runEnd(line[n:])]
		if said && a.isMove(w) {
			return n
		}
		said = said || sealed.has(strings.TrimRight(w, ":."))
		n += len(w)
		n += word.SkipBlank(line[n:], 0)
	}
	return 0
}

// noteForm is the letter of a note.
var noteForm = word.Pattern(`^(?:[(\[]\p{L}[)\]] |\p{L}\) \d)`)

// ornaments are alone in a line between games or parts of one.
const ornaments = "❦⁂☙❧◊◆★☆✦ "

// lineArcs adds what a whole line can be.
func (a *arcs) lineArcs(at int, line string) {
	trimmed := strings.TrimSpace(line)
	if trimmed != "" && strings.Trim(trimmed, ornaments) == "" {
		a.add(roleRule, at, a.stop)
	}
	if utf8.RuneCountInString(trimmed) >= 3 && strings.Trim(trimmed, "-=_*~—–+|: ") == "" {
		c := 0.0
		if _, n := result.Match(trimmed); n == len(trimmed) && result.CanBegin(trimmed) { // "+:-"
			c = costRuleOfPlies
		} else if len(trimmed) < 12 && strings.Contains(trimmed, " ") && strings.ContainsAny(trimmed, "-_–—") { // "-- --"
			c = costRuleOfPlies
		}
		a.addCost(roleRule, at, a.stop, c)
		a.rule = c == 0
	}
	if n := trimmed; n != "" && len(n) < 5 && (strings.Trim(n, "0123456789") == "" || strings.Trim(n, "IVX") == "") {
		a.addCost(roleLabel, at, a.stop, 1).n = numberOf(trimmed + ".")
	}
	if trimmed == "" {
		return
	}
	if isMatter(trimmed) {
		a.addCost(roleProse, at, a.stop, costMatter).n = a.rowNumber(trimmed + " ")
	}
	a.titles(at, trimmed)
	moves, scores, damaged, words, before, after, number := 0, 0, 0, 0, 0, 0, int16(0)
	lead, playing, unsure := false, false, false
	if noteForm().MatchString(trimmed) {
		words++
	}
	sides := 0 // words, but the side whose move follows
	for rest := strings.TrimLeftFunc(line, a.parts); rest != ""; rest = strings.TrimLeftFunc(rest, a.parts) {
		n, inside := spacedMove(rest)
		if run := rest[:runEnd(rest)]; n <= len(run) || len(inside) > 0 || digitsOf(run) == 0 || !a.isMove(rest[:n]) {
			n = strings.IndexFunc(rest, a.parts)
		}
		if n < 0 {
			n = len(rest)
		}
		w := strings.Trim(rest[:n], ".,;:!?()[]\"")
		rest = rest[n:]
		if i := strings.LastIndexByte(w, '.'); i >= 0 && i < 4 {
			w = w[i+1:]
		}
		r, _ := utf8.DecodeRuneInString(w)
		move, tag := a.isMove(w), ""
		if move {
			words = sides
			if moves++; moves == 1 {
				before = words
			}
			after = words
			if w[0] < 'a' || w[0] > 'h' || !word.IsDigit(w[1]) { // else it is no score
				if _, is := result.Parse(w); is {
					scores++
				}
			}
		} else if damageCost(w) < 1.6 {
			damaged++
		} else if word.IsLetter(r) && isWord(w) {
			words++
		} else if moves == 0 && words > 0 && isFigure(w) {
			number = numberOf(w + ".")
		}
		if word.IsLetter(r) && !move {
			tag = word.HeaderTag(w)
			if moves == 0 {
				lead, playing, unsure = lead || leads.has(w), playing || played.has(w), unsure || supposed.has(w)
			}
		}
		if tag != "White" && tag != "Black" {
			sides = words
		}
	}
	if c := costOthers + costWord*float64(moves-scores); c < maxCost && a.isOfOthers(trimmed) {
		a.addCost(roleOthers, at, a.stop, c)
	}
	a.moves = moves
	if first, _, _ := strings.Cut(trimmed, " "); before == 0 && moves > 0 && shortWords.has(first) {
		words, before, after = words+moves, 1, after+1 // "Не 3. a1-b2?"
	}
	first, again := a.rowWithin(line)
	if again = again && moves > 0; words == 0 && !again {
		return
	}
	m := float64(moves)*costProseMove + float64(damaged)*costProseDamaged
	playing = playing && !unsure
	after = words - after
	said := (before > 1 || before > 0 && (after > 0 || moves == 1)) && moves > 0 && moves < 3 && (words > moves || moves == 1)
	if said || moves != 2 || after > 0 {
		number = 0
	}
	said = (said || number > 0) && damaged == 0 && !playing && a.cell == 0
	row := 0.0
	if moves == 1 && !lead && a.isTold(line) {
		before, after := a.text[:max(at-1, 0)], a.text[min(a.stop+1, len(a.text)):]
		next, _, _ := strings.Cut(after[:min(len(after), maxHeadLine)], "\n")
		said = said && !a.isTold(next) && !a.isTold(before[max(len(before)-maxHeadLine, strings.LastIndexByte(before, '\n')+1):])
	}
	if n, head := firstMove(line[:min(len(line), maxHeadLine)], 1); n > len(head) && strings.IndexByte(line[len(head):n], ':') >= 0 {
		said, row = false, costProseRow
	}
	switch {
	case said: // a sentence that names a move
		m = 0
		if n := a.sealedLen(line); n > 0 { // or it is the row
			m += costSealed
			a.addCost(roleBracket, at, at+n, costBracket).off = true
		}
	case (lead || unsure || again) && !playing:
		if m *= .3; first > 1 && !rowAfterSentence().MatchString(line) { // else it may be a game, or has its next row
			m = min(m, costLeadMoves)
		}
	default:
		m *= 1 + 2*float64(moves+damaged)/float64(words)
	}
	x := a.addCost(roleProse, at, a.stop, costProseLine+m)
	x.said, x.lead, x.extra = int16(min(moves+damaged, 1000)), said, float32(row)
	if x.n, x.apart = a.rowNumber(line), said && number > 0; x.apart {
		x.n = number
	}
}

// isTold says whether a line is a move after who played it, or after which it is: "Smith: c3-d4".
func (a *arcs) isTold(line string) bool {
	name, move, ok := strings.Cut(line, ":")
	return ok && len(name) <= maxKey && strings.Count(name, " ") < 2 && a.isMove(strings.Trim(move, " .!?"))
}

// rowAfterSentence is the number of a row after the end of a sentence: "Лучше 2... a7-b6. 3. g3-h4".
var rowAfterSentence = word.Pattern(`(?:[\pL)!?»"]|\D\d)[.!?] *\d{1,3}\.`)

// rowWithin returns the number of the first row of a line that begins with words, and whether one of
// the next lines begins with it, so that this one was not played: "Интересно 2. e3-f4 a7-b6 3.
// d2-e3.⏎2. b2-c3 h6-g5".
func (a *arcs) rowWithin(line string) (n int16, again bool) {
	words := strings.IndexAny(line, "0123456789")
	if words <= 0 || !word.IsLetter(firstRune(line)) || word.IsLetter(rune(line[words-1])) {
		return 0, false
	}
	n = numberOf(line[words:])
	rest := a.text[min(a.stop+1, len(a.text)):]
	for range 3 {
		next, after, _ := strings.Cut(rest[:min(len(rest), maxLine)], "\n")
		if other := a.rowNumber(next); n > 1 && other > 0 {
			return n, n == other
		}
		rest = after
	}
	return n, false
}

// rowNumber returns the number with which a line begins.
func (a *arcs) rowNumber(line string) int16 {
	line = strings.TrimLeft(line, " ")
	if n := leadingDigits(line); n > 0 && n < len(line) && (strings.IndexByte(" \t)", line[n]) >= 0 || line[n] == a.cell) {
		return numberOf(line[:n] + ".")
	}
	return numberOf(line)
}

// parts says whether a rune parts words or cells of the line.
func (a *arcs) parts(r rune) bool {
	return unicode.IsSpace(r) || a.cell != 0 && r == rune(a.cell)
}

// isOfOthers says whether a line has but results of other games.
func (a *arcs) isOfOthers(line string) bool {
	if len(line) > maxFacts {
		return false
	}
	// "1-0 Иванов – Петров"
	if _, n := result.Match(line); n > 0 && (isResultList(line) || ofAnotherGame(line[n:]) || playersAlone(line[skipCells(line, n):]).ok) {
		return true
	}
	if i := strings.IndexByte(line, ':'); i > 0 && i < maxMatter/4 && isResultList(strings.TrimLeft(line[i+1:], " ")) {
		return true
	}
	if cells := strings.FieldsFunc(line, func(r rune) bool { return r == '|' || r == '\t' }); len(cells) == 3 {
		_, is := result.Parse(cells[2])
		return is && beginsName(strings.TrimSpace(cells[0])) && beginsName(strings.TrimSpace(cells[1]))
	}
	settled := false
	for n := 0; line != "" && n < 8; n++ {
		one, _, _ := strings.Cut(line, ", ")
		p := findPlayers(one)
		if !p.ok {
			return false
		}
		rest := strings.TrimLeft(line[p.end:], " \t")
		_, k := result.Match(rest)
		if k == 0 {
			return false
		}
		line, settled = strings.TrimLeft(rest[k:], " .,;|\t"), true
		if line != "" && line[0] == '(' {
			return strings.IndexByte(line, ')') == len(line)-1
		}
	}
	return settled
}

// isWord says whether what begins with a letter is a word of a language rather than a ply.
func isWord(w string) bool {
	return len(w) > 3 && strings.IndexFunc(w, notOfWord) < 0 && strings.IndexFunc(w, notOfPly) >= 0 && !word.Illegible(w)
}

// notOfPly says that a rune is no letter or sign of a ply.
func notOfPly(r rune) bool { return runeKindOf(r)&(fileRune|digitRune|dashRune|takeRune) == 0 }

// notOfWord says that a rune is in no word of a language.
func notOfWord(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("-'’.,", r) }

func ofWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || word.IsDash(r) }

// partner returns where the bracket ends that begins at a byte, its partner included; 0
// where that is not found in the same paragraph.
func (a *arcs) partner(at int) int {
	if at < a.brackets || at >= a.bracketsTo {
		a.findPartners(at)
	}
	if n := a.partners[at-a.brackets]; n > 0 {
		return at + int(n)
	}
	return 0
}

// findPartners finds the partners of the brackets in the text from a byte on, up to where
// all of them are closed or the paragraph ends.
func (a *arcs) findPartners(at int) {
	a.brackets, a.bracketsTo = at, at+maxBracket
	var open [3][]int
	opened := 0
	rest := a.text[at:min(len(a.text), at+len(a.partners))]
	for i := 0; i < len(rest); i++ {
		kind := bracketKinds[rest[i]]
		switch {
		case kind == 0:
			continue
		case kind == lineBracket:
			if i+1 < len(rest) && rest[i+1] == '\n' {
				open, opened = [3][]int{}, 0
			}
		case kind > 0:
			a.partners[i] = 0
			open[kind-1] = append(open[kind-1], i)
			opened++
			continue
		case !isNumberSign(rest[:i], rest[i]):
			if n := len(open[-kind-1]); n > 0 {
				from := open[-kind-1][n-1]
				open[-kind-1] = open[-kind-1][:n-1]
				if opened--; i+1-from <= maxBracket {
					a.partners[from] = int16(i + 1 - from)
				}
			}
		}
		if opened == 0 && i < maxBracket {
			a.bracketsTo = at + i + 1
			return
		}
	}
}

// slashed returns the length of moves between slashes, which typewriters have for brackets, with
// which a line begins: "/2. e3-f4 a7-b6/"; 0 where it begins with none.
func (a *arcs) slashed(line string) int {
	n := strings.IndexByte(line[1:min(len(line), maxSentence)], '/') + 1
	if n < 3 || line[1] == ' ' || line[n-1] == ' ' || n+1 < len(line) && strings.IndexByte(" .,;:\t", line[n+1]) < 0 ||
		!slices.ContainsFunc(strings.Fields(line[1:n]), a.isMove) {
		return 0
	}
	return n + 1
}

// bracketKinds are the brackets that open, by kind, those that close, negative, and the
// line's end.
var bracketKinds = [256]int8{'(': 1, '{': 2, '[': 3, ')': -1, '}': -2, ']': -3, '\n': lineBracket}

const lineBracket = 4

// isClock says whether what is in brackets is of the characters of a time.
func isClock(inside string) bool {
	return inside != "" && strings.Trim(inside, "0123456789.:'′ ") == "" && word.IsDigit(inside[len(inside)-1])
}

// isNumberSign says whether a bracket after a text is the sign of a number with which a
// line begins: "3)".
func isNumberSign(text string, c byte) bool {
	digits := strings.TrimRight(text, "0123456789")
	return c == ')' && len(digits) < len(text) && strings.HasSuffix(digits, "\n")
}

// bracket adds a remark in brackets, or what in brackets is in place of a move.
func (a *arcs) bracket(at int) {
	end := a.partner(at)
	stray := a.add(roleStray, at, at+1)
	stray.apart = a.isApart(at)
	if end == 0 {
		return
	}
	stray.cost = 2
	if isRemark(a.text[at:end]) {
		a.addCost(roleBracket, at, end, costBracket).off = true
		return
	}
	open := a.text[at]
	inside := strings.TrimSpace(a.text[at+1 : end-1])
	number, _ := word.NumberAt(inside+".", 0)
	if len(inside) > 3 || open != '(' {
		number = 0
	}
	if w := a.reply(at, inside); w != nil {
		a.addPly(at, end, w).cost = costReply
	}
	settles := 0.0
	if r, n := result.Match(inside[:min(len(inside), maxRun)]); n > 0 && n == len(inside) && r.Outcome != record.Unfinished {
		from := at + strings.Index(a.text[at:end], inside)
		x := a.addCost(roleResult, at, end, costResultBracket)
		x.head = &headArc{result: r}
		x.head.add("Result", from, from+n)
		settles = costResultAsBracket
	}
	if isClock(inside) && (strings.ContainsAny(inside, ".:") || len(inside) < 3 && at > a.body) {
		a.addCost(roleBracket, at, end, costClock+settles).clock = isTime
		if number, _ := word.NumberAt(inside+".", 0); number > 0 && number <= maxMoveNumber {
			a.addCost(roleNumber, at, end, .2).n = int16(number)
		}
		return
	}
	illegible, empty := len(inside) < maxRun && word.Illegible(inside), false
	switch {
	case open == '(' && strings.Trim(inside, "?") == "" && inside != "" && a.isApart(at):
		// It may be said of the move before.
		a.addCost(roleUnread, at, end, costAnyWords)
		a.addCost(roleBracket, at, end, costBracket)
		return
	case illegible || strings.Trim(inside, "?.…-–— ") == "":
		a.addCost(roleUnread, at, end, -.4)
		empty = true
	case number > 0:
		a.addCost(roleNumber, at, end, .2).n = int16(number)
	case len(inside) < maxRun:
		bare, damaged := moveAside(inside)
		w := a.parse(strings.ReplaceAll(bare, " ", ""))
		if w != nil || damaged {
			a.addCost(roleUnread, at, end, costBracketPly).said = 1
			x := a.addCost(roleBracket, at, end, costBracket+settles)
			if x.said, x.word = 1, w; w == nil {
				x.cost += .4
			}
			return
		}
	}
	if len(inside) < 40 {
		a.addCost(roleUnread, at, end, costAnyWords)
	}
	x := a.addCost(roleBracket, at, end, costBracket+settles)
	if at == a.body && noteForm().MatchString(a.text[at:a.stop]) {
		x.cost += costLeadNumber
	}
	if illegible {
		x.cost = costIllegibleText
	} else if empty {
		x.cost += 1.2
	}
	x.lead, x.off = isCorrection(inside), isDiagram(inside)
	led := false
	for w := range strings.FieldsSeq(inside) {
		w = strings.Trim(w, ".,:;")
		if leads.has(w) {
			led = true
		}
		if a.isMove(w) && x.said == 0 {
			if x.said = 1; !led {
				x.word = a.parse(w)
			}
		}
	}
	if led {
		x.word, x.off = nil, true
	} else if x.word != nil {
		a.addCost(roleUnread, at, end, costBracketPly).said = 1
	}
}

// moveAside returns what is in brackets without a number and marks, and says whether it may
// be a move that is damaged.
func moveAside(inside string) (bare string, damaged bool) {
	if n := strings.LastIndexByte(inside, '.'); n >= 0 && n < 5 {
		inside = strings.TrimLeft(inside[n+1:], " ")
	}
	bare = strings.Trim(inside, "?!\" ")
	return bare, len(bare) < 9 && damageCost(bare) < 1.5
}

// reply returns the move in brackets after a move without a space, which is how
// compositions write Black's replies: 1. bc3(a3 АБ) d4 (Ukrainian rules VI.7.4.2-4); nil
// where there is none.
func (a *arcs) reply(at int, inside string) *record.Word {
	if a.text[at] != '(' || at == a.start || a.isApart(at) {
		return nil
	}
	if r, _ := utf8.DecodeLastRuneInString(a.text[:at]); !unicode.IsLetter(r) && !unicode.IsDigit(r) {
		return nil
	}
	said, _, ok := replyIn(inside)
	if !ok {
		return nil
	}
	said, _, _ = word.CutMarks(said)
	return a.parse(said)
}

// numberSigns stand before a move's number.
var numberSigns = []string{"№", "Nr. ", "No. ", "move ", "Move ", "ход ", "Ход ", "хід ", "Хід "}

// correction adds words which say that a move is put in the place of that before it.
func (a *arcs) correction(at int, line string) {
	if at == a.body || strings.IndexByte(" \t|", a.text[at-1]) < 0 {
		return
	}
	n := max(correctionAt(line), arrowAt(line))
	if n == 0 {
		return
	}
	n = word.SkipBlank(line, n)
	if end := shapeAt(line[n:]); end > 0 {
		a.addCost(roleCorrection, at, at+n+end, costCorrection)
	}
}

// number adds a move's number.
func (a *arcs) number(at int, line string) {
	for _, sign := range numberSigns {
		if line[0] == sign[0] && strings.HasPrefix(line, sign) {
			from := len(sign) + word.SkipBlank(line[len(sign):], 0)
			made := len(a.list)
			a.digits(at, from, line)
			for k := made; k < len(a.list); k++ {
				a.list[k].cost += .5
			}
			return
		}
	}
	a.digits(at, 0, line)
	if n, end := signOf(line); n > 0 && a.movesOn(line[end+word.SkipBlank(line[end:], 0):]) {
		a.addCost(roleNumber, at, at+end, costAlike).n = int16(n)
	}
	if r, w := utf8.DecodeRuneInString(line); at == a.body && strings.HasPrefix(line[w:], ") ") && a.movesOn(line[w+2:]) {
		for _, letters := range rowLetters {
			if n := slices.Index(letters, r); n >= 0 {
				x := a.addCost(roleNumber, at, at+w+1, costBareNumber)
				x.n = int16(n + 1)
			}
		}
	}
}

// signOf returns the number from 1 that one sign or a Roman numeral with its point says with
// which a text begins, and its length: "③", "IV."; 0 for none.
func signOf(text string) (n, end int) {
	if r, w := utf8.DecodeRuneInString(text); r >= '①' && r <= '⑳' {
		return int(r-'①') + 1, w
	}
	end = strings.IndexAny(text[:min(len(text), maxEdge)], ".)") + 1
	return max(slices.Index(romans, text[:max(end-1, 0)]), 0), end
}

var romans = strings.Split(" I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI XXII XXIII XXIV XXV", " ")

// rowLetters are the letters that stand for the numbers of rows: "a) c3-d4 d6-c5".
var rowLetters = [][]rune{[]rune("abcdefghijklmnopqrstuvwxyz"), []rune("абвгдежзиклмнопрстуфхцчшщэюя")}

// digits adds a number whose digits begin from bytes on in a line.
func (a *arcs) digits(at, from int, line string) {
	n, width, _ := numberAt(line[from:])
	i := from + width
	alike := width - digitsOf(line[from:i])
	if width == 0 || n > maxMoveNumber || alike > 0 && alike == width && (n == 0 || n > 9) {
		return
	}
	c := costAlike * float64(alike)
	ordinal := a.ordinal(line[i:])
	i += ordinal
	rest := line[i:]
	add := func(end int, c float64, bare bool) {
		x := a.addCost(roleNumber, at, at+end, c)
		x.n, x.bare = int16(n), bare
	}
	switch {
	case strings.HasPrefix(rest, ".."), strings.HasPrefix(rest, "…"):
		add(i, c, false)
	case strings.HasPrefix(rest, "."), strings.HasPrefix(rest, ")"):
		a.rowAgain(at, line[:i+1])
		if len(rest) > 1 && word.IsDigit(rest[1]) {
			c += .3
		}
		add(i+1, c, false)
	case strings.HasPrefix(rest[word.SkipBlank(rest, 0):], "."):
		add(i+word.SkipBlank(rest, 0)+1, c+.3, false)
	case alike > 0:
	default:
		if from == 0 { // without a word before it, "move 4:"
			if c += costBareNumber; len(rest) > 1 && strings.IndexByte("-:=", rest[0]) >= 0 && rest[1] != ' ' {
				c += costNumberGlued
			}
		}
		if sign, w := utf8.DecodeRuneInString(rest); w > 1 && word.IsDash(sign) && (len(rest) == w || rest[w] == ' ') { // "1— c3-d4"
			add(i+w, c+.3, true)
		}
		if rest == "" || strings.IndexByte(" \t|:,;-=!?°/_]}", rest[0]) >= 0 || a.cell != 0 && rest[0] == a.cell {
			add(i, c, true)
			if rest != "" && strings.IndexByte(":,;-=!?°/_]}", rest[0]) >= 0 {
				add(i+1, c+.3, from == 0)
			}
		}
	}
}

// ordinalForm is what makes an ordinal of a number: "1-й ход: ", "1-й.", "1º", "1 ход:".
var ordinalForm = word.Pattern(`^(?:[º°]|-?(?:[ыоі]?й|я|ая|st|nd|rd|th)(?:\.|(?: (?:ход|хід|move))?:?(?:$| ))| (?:ход|хід|move):?(?:$| ))`)

// ordinal returns the length of what makes an ordinal of a number before a move.
func (a *arcs) ordinal(text string) int {
	form := ordinalForm().FindString(text[:min(len(text), maxEdge)])
	n := len(strings.TrimRight(form, " "))
	if n == 0 || !a.movesOn(text[n+word.SkipBlank(text[n:], 0):]) {
		return 0
	}
	return n
}

// rowAgain adds the row with a number that is before it in the line once more.
func (a *arcs) rowAgain(at int, number string) {
	from := max(a.start, at-maxRun)
	n := strings.LastIndex(a.text[from:at], number)
	if n < 0 {
		return
	}
	row := strings.TrimRight(a.text[from+n:at], " ")
	if len(row) > len(number) && strings.HasPrefix(a.text[at:a.stop], row) {
		x := a.addCost(roleProse, at, at+len(row), costRowAgain)
		x.said, x.again = 1, true
	}
}

// parse reads a move word; nil where the text is none.
func (a *arcs) parse(text string) *record.Word {
	a.parsed++
	w, _ := a.words.Parse(text)
	return w
}

// isMove says whether a text is a move of two squares or more.
func (a *arcs) isMove(text string) bool {
	if len(text) < 3 || len(text) > word.MaxTableWordLen {
		return false
	}
	if r, _ := utf8.DecodeRuneInString(text); runeKindOf(r)&(fileRune|digitRune) == 0 {
		return false
	}
	w := a.parse(text)
	return w != nil && len(w.Steps) > 1
}

// movesOn says whether a text begins with a move of two squares or more, perhaps with spaces
// about its sign.
func (a *arcs) movesOn(text string) bool {
	n, inside := spacedMove(text)
	return a.isMove(text[:runEnd(text)]) || n > 0 && len(inside) == 0 && a.isMove(text[:n])
}

// ply adds a move word, and says whether it has two squares or more.
func (a *arcs) ply(at int, text string, extra float64) bool {
	if len(text) < 2 || len(text) > word.MaxTableWordLen {
		return false
	}
	w := a.parse(text)
	if w == nil {
		return false
	}
	first, _ := utf8.DecodeRuneInString(text)
	c := extra + costRepair*float64(len(w.Repairs))
	if len(w.Steps) < 2 {
		if c += costBareEnd; isSign(first) {
			c += costSignedEnd
		}
	}
	x := a.addPly(at, at+len(text), w)
	x.cost = float32(c)
	if len(w.Steps) < 2 && at == a.body {
		x.n = int16(w.Steps[0].Number)
	}
	return len(w.Steps) > 1
}

// move adds the move words that begin here, and says whether there is one, and whether
// all of the run is.
func (a *arcs) move(at int, line, run string) (found, whole bool) {
	if r, _ := utf8.DecodeRuneInString(run); runeKindOf(r)&(fileRune|digitRune|takeRune) == 0 && !unicode.IsDigit(r) {
		return false, false
	}
	core, _, _ := word.CutMarks(strings.TrimRight(run, ".,;\"»*>)]}"+footnoteMarks))
	extra := 0.0
	if together().MatchString(core) && a.ply(at, core[:len("c3-d4")], costTogether) {
		a.list[len(a.list)-1].together = true
		extra = costWayApart * float64(len(core)/len("c3-d4")-1)
	}
	// With spaces about its sign.
	n, inside := spacedMove(line)
	if n > len(core) && len(inside) == 0 && !word.IsDigit(core[0]) && isLonePlace(core) && a.ply(at, line[:n], costJoined) {
		return true, true // its parts are nothing by themselves
	}
	whole = a.ply(at, core, extra)
	found = whole
	if n > len(core) {
		if len(inside) > 0 {
			if w := a.parse(without(line[:n], inside)); w != nil && len(w.Steps) > 1 {
				a.addPly(at, at+n, w).cost = costJoined
			}
		} else if a.ply(at, line[:n], costJoined) {
			found = true
		}
	}
	if !found && len(core) > 4 && !a.poor {
		for n := min(len(core)-1, 24); n >= 3; n-- {
			hangs := a.hangs(core[n:])
			if r, _ := utf8.DecodeRuneInString(core[n:]); utf8.RuneStart(core[n]) && !word.IsLetter(r) && a.ply(at, core[:n], hangs) {
				a.list[len(a.list)-1].glued = hangs == costGlued
				return true, false
			}
		}
	}
	return found, whole
}

// together are two moves or more in letters without a space between: c3-d4b6-c5.
var together = word.Pattern(`^(?:[a-h][1-8][-:x][a-h][1-8]){2,}$`)

// hangs is what it costs that something follows a ply without a space: where that is
// a sign of a list, a mark or a NAG and what goes on after it, the sign parts them.
func (a *arcs) hangs(rest string) float64 {
	next := strings.TrimLeft(rest, ".,;/!?")
	if rest[0] == '$' {
		next = strings.TrimLeft(rest[1:], "0123456789")
	}
	_, n := word.NumberAt(next, 0)
	move, _, _ := strings.Cut(next[n:], ".")
	if next == "" || next != rest && a.isMove(strings.TrimRight(move, ",;")) {
		return costJoined
	}
	return costGlued
}

// isNumber says whether a number with its point is at a byte of a line, and more after it.
func isNumber(line string, at int) bool {
	n, end := word.NumberAt(line, at)
	return n > 0 && word.SkipBlank(line, end) < len(line)
}

// spacedMove returns the length of "c3 - b4" or "1: 9" at the beginning of a line,
// and where brackets stand in it: "c3 (взята) :e5".
func spacedMove(line string) (end int, inside []place) {
	line = line[:min(len(line), maxInside)]
	i, within, taken := 0, 0, false // of inside, so many stand before the end
	for places := 0; ; places++ {
		n := 0
		for n < 3 && i < len(line) {
			r, w := utf8.DecodeRuneInString(line[i:])
			if runeKindOf(r)&(fileRune|digitRune) == 0 || r == '|' || r == 'x' || r == 'х' {
				break
			}
			i += w
			n++
		}
		if n == 0 || places > 0 && isNumber(line, i-n) {
			break
		}
		if places > 0 {
			end, within = i, len(inside)
		}
		j := word.SkipBlank(line, i)
		for j < len(line) && line[j] == '(' && len(inside) < maxEdge {
			n := strings.IndexByte(line[j:], ')') + 1
			if n == 0 {
				break
			}
			inside = append(inside, place{j, j + n})
			j = word.SkipBlank(line, j+n)
		}
		r, w := utf8.DecodeRuneInString(line[j:])
		if runeKindOf(r)&(dashRune|takeRune) == 0 && r != 'х' {
			break
		}
		if runeKindOf(r)&dashRune == 0 {
			taken = true
		} else if taken && word.IsDigit(line[0]) {
			return 0, nil // "1: 9-13" is a move with its number
		}
		i = word.SkipBlank(line, j+w)
	}
	return end, inside[:within]
}

// maxInside is how long a move with remarks in it is, in bytes.
const maxInside = 1 << 10

// without returns a text without stretches of it.
func without(text string, inside []place) string {
	rest, from := "", 0
	for _, p := range inside {
		rest += text[from:p.at]
		from = p.end
	}
	return word.WithoutSpace(rest + text[from:])
}

// damaged adds what may be a move that cannot be read.
func (a *arcs) damaged(at int, run, line string) {
	core := strings.TrimRight(run, ".,;!\"»")
	if _, n := word.NumberAt(run, 0); n > 0 && (n > len(core) && at == a.body || a.isMove(core[min(n, len(core)):])) {
		return
	}
	if core == "" {
		core = run
	}
	if c := damageCost(core); c < 6 {
		switch {
		case a.has(roleResult):
			c += costResultAsPly
		case isSpoilt(core):
			c = min(c, .8)
		case core[0] == '?' && utf8.RuneCountInString(core) < 6:
			c = min(c, 1.2)
		case strings.IndexFunc(core, notOfPly) < 0 && !word.IsDigit(core[0]) && len(core) > 1 && !shortWords.has(core):
			c = min(c, 2)
		}
		n, end := word.NumberAt(line, 0)
		if x := a.addCost(roleUnread, at, at+len(core), c); len(core) <= end {
			x.n = int16(min(n, maxMoveNumber))
		}
	}
	// In two pieces.
	if next := len(run) + word.SkipBlank(line[len(run):], 0); next > len(run) && next < len(line) && len(run) < 6 && strings.IndexByte(line[len(run):next], '\t') < 0 {
		n := a.runEnd(at+next, false) - at - next
		second := strings.TrimRight(line[next:next+n], ".,;!")
		joined := run + second
		if len(joined) >= 12 || digitsOf(joined) > maxMoveDigits || n >= 4 && damageCost(second) <= 1.6 || strings.ContainsAny(joined, ".)\t|") {
			return
		}
		c := damageCost(joined)
		if c >= 1.8 || isNumber(line, next) || a.isMove(second) {
			return
		}
		if _, n := result.Match(second); n == 0 {
			a.addCost(roleUnread, at, at+next+len(joined)-len(run), c+1.2)
		}
	}
}

// maxMoveDigits is how many digits a move of two squares has at most.
const maxMoveDigits = 4

// digitsOf returns how many digits a text has.
func digitsOf(text string) (n int) {
	for i := range len(text) {
		if word.IsDigit(text[i]) {
			n++
		}
	}
	return n
}

// damageCost says how little a run is like a move that is damaged.
func damageCost(run string) float64 {
	if len(run) > 4*14 || run == "" {
		return 9
	}
	letters, files, digits, signs, takes, unknown, n := 0, 0, 0, 0, 0, 0, 0
	for i, r := range run {
		n++
		kind := runeKindOf(r)
		if r == ':' {
			takes++
		}
		switch {
		case r >= '0' && r <= '9':
			digits++
		case strings.ContainsRune("?*_…#.~^", r):
			unknown++
		case kind&dashRune != 0 || kind&takeRune != 0 && i > 0:
			signs++
		case kind&fileRune != 0 && r != 'x':
			files++
		case word.IsLetter(r):
			letters++
		default:
			unknown++
		}
	}
	if more := takes - 1; more > 0 { // pieces taken, of a square each
		n -= 3 * more
		digits -= min(more, max(digits-4, 0))
	}
	if n > 14 {
		return 9
	}
	c := .8 + float64(letters) + .25*float64(max(0, n-7))
	if digits > 0 && signs > 0 {
		c -= .5 * float64(letters)
	}
	switch {
	case digits == 0 && unknown == 0 && signs > 0 && letters == 0:
		c += 1.4
	case digits == 0 && unknown == 0:
		c += 2.5 + .4*float64(files)
	case digits == 0:
		c += .8
	case digits == 1:
		c += .4
	case digits > 4:
		c += .6 * float64(digits-4)
	}
	if signs == 0 {
		c += .5
	} else {
		c -= .4
	}
	if letters+files == 0 && signs == 0 {
		if c += .8; digits > 2 {
			c += 1.4
		}
	}
	if n < 3 {
		c += .5
	}
	if n < 4 && digits == 0 {
		c = min(c, 3.6)
	}
	return c
}

// textCost says how little a run is like a word of a remark.
func textCost(run string, move bool) float64 {
	if move {
		return costWord
	}
	letters, digits, odd, n := 0, 0, 0, 0
	for _, r := range run {
		n++
		switch {
		case word.IsLetter(r):
			letters++
		case r >= '0' && r <= '9':
			digits++
		case r == '.' || r == '-' || r == '\'' || r == '’':
		default:
			odd++
		}
	}
	c := .7*float64(odd) + .3*float64(min(digits, 4))
	if digits > 0 && letters > 0 {
		c += 1
	}
	if n < 3 {
		c += .5
	}
	return c
}

// blotLen returns the length of a run of signs alone that no one writes: ■■■.
func blotLen(run string) int {
	for i, r := range run {
		switch {
		case r == utf8.RuneError:
		case r < utf8.RuneSelf && strings.IndexByte("#@?%$&", byte(r)) < 0, r >= utf8.RuneSelf && word.MarkAt(run[i:]) > 0,
			word.IsDash(r), unicode.IsLetter(r), unicode.IsDigit(r),
			strings.ContainsRune("«»“”„’‘…№§†•·●▪►✓¹²³", r):
			return 0
		}
	}
	return len(run)
}

// dotsLen returns the length of dots or dashes that stand for a move.
func dotsLen(line string) int {
	if line == "" || line[0] < utf8.RuneSelf && strings.IndexByte(".-_", line[0]) < 0 {
		return 0
	}
	return len(strings.TrimRight(dotsForm().FindString(line[:min(len(line), maxRun)]), " \t|"))
}

var dotsForm = word.Pattern(`^(?:\.{2,}|\.?…|\.(?: \.){2,}|[\p{Pd}\x{ad}\x{2043}\x{2212}_]+(?:$|[ \t|]))`)
