package sheet

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// role is the role of a stretch of text in a reading.
type role uint8

const (
	rolePly role = iota
	roleUnread
	roleMissing // absent from the text
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
	roleCorrection // words that replace the ply before them
	roleCell
	roleRule
	roleForm   // a blank row of a printed form, or the rest of one
	roleProse  // a whole line
	roleOthers // a line with results of other games
	roleNewline
	roleGame // a game begins
)

// Roles describes the possible roles of a stretch of a sheet.
var Roles = []word.Token{
	rolePly:        {Name: "ply", About: "a move word, see Moves; remarks may stand in it: b2:d4 (взята фигура):f6"},
	roleUnread:     {Name: "unread", About: "what is in place of a move and cannot be read: c3-b, e?-f?, нрзб, [неразб.], ..."},
	roleMissing:    {Name: "missing", About: "a move of which nothing is there: an empty cell, a number without one"},
	roleNumber:     {Name: "number", About: "a move's number: 12. 12) (12), and 12, 12: or 12 before a move"},
	roleDots:       {Name: "dots", About: "dots or a dash after a number, for the other side's move"},
	roleMark:       {Name: "mark", About: "! ? !? = +- and their like, see Marks, a $ and a number, a footnote's sign"},
	roleBracket:    {Name: "bracket", About: "a remark in ( ), { } or [ ], nested, up to a blank line; a time beside a move: 0:05"},
	roleText:       {Name: "text", About: "a word of a remark"},
	roleResult:     {Name: "result", About: "a result, see Results"},
	roleKey:        {Name: "key", About: "a header: Белые: Иванов, Черные – Петров, Round 3; [Name \"value\"]; a title: Башни"},
	roleNames:      {Name: "names", About: "two names, with what parts them: Иванов – Петров:"},
	roleLabel:      {Name: "label", About: "a game's number in a list: Партия № 2., 3)"},
	rolePosition:   {Name: "position", About: "towers by squares: \"белые: с1 - 1/0000; черные: b2\", or FEN"},
	roleTurn:       {Name: "turn", About: "who is to move: Ход белых"},
	roleSign:       {Name: "sign", About: "a full stop, a comma, a quotation mark"},
	roleStray:      {Name: "stray", About: "a bracket without its pair, or a sign before a row, which is reported as a fault"},
	roleCorrection: {Name: "correction", About: "words that say of the move before them that it is another, and that: исправлено на c3-d4"},
	roleCell:       {Name: "cell", About: "what parts the cells of a table: a tab, | or ;"},
	roleRule:       {Name: "rule", About: "a line of signs: ---, * * *"},
	roleForm:       {Name: "form", About: "a row of a printed form that is not filled in: 31. ____ ____"},
	roleProse:      {Name: "prose", About: "a line of words"},
	roleOthers:     {Name: "others", About: "a line with results of other games"},
	roleNewline:    {Name: "newline", About: "the end of a line"},
	roleGame:       {Name: "game", About: "where a game begins; nothing is there"},
}

// arc is one possible role of the text from at to end.
type arc struct {
	role          role
	clock         clock // of a bracket that is a time
	side          uint8 // whiteTurn or blackTurn: who plays the move after a sign, or who is to move
	bare          bool  // a key lacks its colon, a number its point; a mark or days are apart from others
	lead          bool  // words introduce a remark
	off           bool  // cannot be in place of a ply: not at the start of a cell, or a bracket that is a remark
	glued         bool  // a ply is followed by text without a space
	together      bool  // a ply is followed by a move without a space
	slight        bool  // a mark or sign means nothing
	solved        bool  // a mark that ends a solution
	apart         bool  // after a space; words before a row; a result of another game
	point         bool  // a sign is a full stop
	damaged       bool  // a word may be an illegible ply
	illegible     bool  // a word says that the text is illegible
	toEnd         bool  // words after a result, or a score, reach the end of the line
	within        bool  // words are only a part of the line
	ends          bool  // words say that a game has ended
	denied        bool  // words begin with a move and say that it was not played
	again         bool  // repeated from an earlier line or row
	figures       bool  // a ply of numbers
	n             int16 // a number's value, or the number at the start of words
	said          int16 // moves in words
	at, end, next int32 // next is the start of what follows, past spaces
	cost          float32
	extra         float32 // extra cost of prose in a line of regular form
	word          *record.Word
	head          *headArc
}

// clock is the kind of time that a bracket beside a move holds.
type clock uint8

const (
	noClock clock = iota
	isTime
	isTimeOrMove
	isDay  // a line or cell with just the day and month on which a move was sent or received
	isDays // or the days that it took
)

func (a *arc) isPly() bool {
	return a.role == rolePly || a.role == roleUnread || a.role == roleMissing
}

// headArc is the content of a header, a pair of names, or a result.
type headArc struct {
	tag     string // of a header's key
	column  bool   // the key heads a column: it has no colon
	pair    bool   // a tag pair, [Name "value"]
	timed   bool   // a player's key has a time: "Белые: 10 минут"
	parts   []headPart
	variant record.Variant
	result  record.Result
}

// headPart is one value in a head, with its tag and place. A remark has no tag; a fact gets its
// own once the game's other values are known.
type headPart struct {
	tag string
	place
}

// tagFact is the tag of a tournament, place or date without a key.
const tagFact = "fact"

func (h *headArc) isTime() bool { return strings.HasSuffix(h.tag, "Time") }

// add adds a part unless it is empty.
func (h *headArc) add(tag string, at, end int) {
	if end > at {
		h.parts = append(h.parts, headPart{tag, place{at, end}})
	}
}

// value returns the place of a tag's value.
func (h *headArc) value(tag string) (p place, ok bool) {
	for _, part := range h.parts {
		if part.tag == tag {
			return part.place, true
		}
	}
	return place{}, false
}

// unreadNumber is the value of an illegible move number.
const unreadNumber = -1

// Limits that bound the work for each byte.
const (
	maxArc        = 1 << 13
	maxSkip       = 1 << 9
	maxPly        = 1.6  // the damageCost up to which text may well be a ply,
	maxSpoilt     = 2.35 // up to which it has the form of one,
	maxOdd        = 2.65 // and up to which it may be an illegible ply
	maxRun        = 96
	maxEdge       = 16
	maxBracket    = 3000
	maxHeadLine   = 400
	maxLine       = 4 << 10
	maxAnyWords   = 48
	maxMoveNumber = 400
)

// arcs makes the arcs of a text, one byte after another.
type arcs struct {
	text  string
	words *word.Table
	list  []arc

	parsed int  // words parsed so far
	poor   bool // no budget is left to look for words within words

	again   bool           // the line repeats the one before
	before  string         // the last line that is not blank, trimmed
	headers map[string]int // headers other than players, and where each appears first
	row     []arc
	named   string  // the line that findPlayers searched last,
	found   players // and those it found

	brackets, bracketsTo int // the stretch whose brackets partner has matched
	partners             [2 * maxBracket]int16

	// Properties of the current line.
	start, stop int  // without spaces at its end
	eol         int  // its newline
	first       int  // end of its margin of spaces, quotation marks, | and >
	body        int  // its first character that is no space
	board       int  // end of the picture of a board
	labelled    int  // end of a label
	heading     bool // the line heads a table of moves or results
	results     int  // end of the last table of results
	over        int  // start of words after a result
	led         int  // words that introduce moves
	cell        byte // cell separator beside tabs; 0 for none
	rule        bool // the line is a rule
	tabs        bool // the line has tabs
	lone        bool // a word with a digit alone: a move, perhaps
	rows        int  // rows that make up the line: row is its only reading; 0 for none
	moves       int  // moves counted so far
}

func (a *arcs) reset() {
	a.bracketsTo = 0
	a.stop, a.eol, a.labelled, a.over = -1, -1, -1, -1
	a.again, a.before, a.results, a.board = false, "", 0, 0
	clear(a.headers)
}

// sees reports whether enough text is available for the arcs at a byte: its line, the lines
// searched for the next row or for a board, and the partners of its brackets.
func (a *arcs) sees(at int) bool {
	if at < a.eol || at == a.eol && a.text[at] == '\n' {
		return true
	}
	stop, most := a.lineEnd(at), 1+maxVaried
	if line := a.text[at:stop]; isBoardRow(line) || strings.Trim(line, ruleSigns) == "" {
		most = maxBoardLines
	}
	for lines, end := 0, stop; lines < most; lines++ {
		if end == len(a.text) {
			return false
		}
		end = a.lineEnd(end + 1)
	}
	return stop+len(a.partners) <= len(a.text) || !strings.ContainsAny(a.text[at:stop], "({[")
}

// says reports whether the arc is evidence of a game.
func (a *arc) says() bool {
	return a.isPly() || a.role == roleResult || a.role == roleNames || a.role == rolePosition || a.role == roleKey && (a.head.tag == "White" || a.head.tag == "FEN")
}

// skip returns the offset of the next character that is no space, at most maxSkip bytes on.
func (a *arcs) skip(at int) int {
	for most := min(len(a.text), at+maxSkip); at < most; {
		r, w := utf8.DecodeRuneInString(a.text[at:])
		if r == '\t' || r == '\n' || !word.IsSpace(r) {
			break
		}
		at += w
	}
	return at
}

// line prepares for the arcs of the line at a byte. If mayBePlain is set and the line has nothing
// but numbers and plain moves, it has only that reading.
func (a *arcs) line(at int, mayBePlain bool) {
	a.bounds(at)
	line := a.text[at:a.stop]
	margin := line[:min(len(line), maxSkip)]
	a.first = at + len(margin) - len(strings.TrimLeft(margin, " \u00a0\ufeff\"'|>"))
	a.body = a.stop - len(strings.TrimLeftFunc(line, word.IsSpace))
	a.led, a.moves, a.rule = 0, 0, false
	a.tabs = strings.IndexByte(line, '\t') >= 0
	a.lone = !strings.ContainsAny(line, " \t") && strings.ContainsAny(line, "0123456789")
	a.cell = cellsAt(line)
	if trimmed := strings.TrimSpace(line); trimmed != "" {
		a.again, a.before = trimmed == a.before, trimmed
	}
	if a.heading = a.isHeading(line); a.heading {
		a.results = a.resultsBelow(line)
	}
	if a.rows = a.plainRows(at, mayBePlain); a.rows == 0 && at >= a.board {
		a.board = at + boardEnd(a.text[at:])
	}
}

// bounds sets the start and end of the line at a byte.
func (a *arcs) bounds(at int) {
	a.start, a.eol = at, a.lineEnd(at)
	if a.stop = at + len(withoutTail(a.text[at:a.eol])); a.eol-a.stop >= maxSkip {
		a.stop = a.eol
	}
}

// withoutTail returns a line without the spaces at its end, such as carriage returns become, but
// with tabs, which are cells.
func withoutTail(line string) string {
	return strings.TrimRightFunc(line, func(r rune) bool { return r != '\t' && word.IsSpace(r) })
}

// lineEnd returns the end of the line at a byte, or where to cut it after at most maxLine bytes.
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

// goOn prepares for the rest of a line that a bracket or the length limit has divided.
func (a *arcs) goOn(at int) {
	from := max(a.eol, 0)
	if n := strings.LastIndexByte(a.text[from:at], '\n'); n >= 0 {
		a.line(from+n+1, false)
		return
	}
	a.bounds(at)
	a.rows, a.first, a.body, a.heading = 0, -1, -1, false
}

// plainRows makes the arcs of a line that consists of regular rows, each of one or two plain moves
// with at most one cell separator after each, and returns the number of rows; 0 for any other line
// or if not mayBe. As a remark two rows would cost more than maxCost, so hardly any reading is lost.
func (a *arcs) plainRows(at int, mayBe bool) (rows int) {
	n, _ := word.NumberAt(a.text, at)
	if n == 0 || a.again || !mayBe || a.varies(int16(min(n, maxMoveNumber)), false) {
		return 0
	}
	a.list = a.list[:0]
	letters, odd, plies, cell := false, false, 0, false // plies and cells of the row
	for i, due := at, n; i < len(a.text) && len(a.list) < maxRegular; i = a.skip(i) {
		switch a.text[i] {
		case '\n':
			a.add(roleNewline, i, i+1, 0)
			a.row = append(a.row[:0], a.list...)
			if rows = due - n; plies == 0 || odd && rows > 1 {
				return 0
			}
			return rows
		case '\t':
			if plies == 0 || cell {
				return 0
			}
			a.add(roleCell, i, i+1, 0)
			i, cell = i+1, true
			continue
		}
		if n, end := word.NumberAt(a.text, i); n == due && !cell && (plies > 0 || i == at) {
			a.add(roleNumber, i, end, 0).n = int16(n)
			i, due, plies = end, due+1, 0
			continue
		}
		end := i
		for end < len(a.text) && a.text[end] > ' ' && a.text[end] < utf8.RuneSelf {
			end++
		}
		if plies++; plies > 2 || end-i > maxPlainMove || end < len(a.text) && strings.IndexByte(" \n\t", a.text[end]) < 0 {
			return 0
		}
		w := a.parse(a.text[i:end])
		if w == nil || !w.Plain {
			return 0
		}
		if letters && word.IsDigit(a.text[i]) {
			if _, score := scoreOf(a.text[i:end]); score {
				return 0 // 26. a1:c3 11-13
			}
		}
		letters = !a.addPly(i, end, w, 0).figures
		odd = odd || slices.ContainsFunc(w.Steps, isOdd)
		i, cell = end, false
	}
	return 0
}

// isOdd reports whether a square is off the 8×8 board: among many moves it may be damaged.
func isOdd(s record.Step) bool { return s.File < 0 || s.File > 7 || s.Rank > 7 }

// add adds a role of a stretch of text, at a cost. The result is valid until the next call.
func (a *arcs) add(r role, at, end int, cost float64) *arc {
	if end-at > maxArc-2*maxSkip {
		return new(arc)
	}
	if end == a.stop && (r == roleProse || r == roleOthers) {
		end = a.eol // plainRun may have put spaces there
	}
	next := end
	if r != roleNewline { // the next line begins after it
		next = a.skip(end)
	}
	a.list = append(a.list, arc{role: r, at: int32(at), end: int32(end), next: int32(next), cost: float32(cost)})
	return &a.list[len(a.list)-1]
}

func (a *arcs) addPly(at, end int, w *record.Word, cost float64) *arc {
	x := a.add(rolePly, at, end, cost)
	x.word, x.figures = w, w.Steps[0].Number > 0
	return x
}

func (a *arcs) has(r role) bool {
	return slices.ContainsFunc(a.list, func(x arc) bool { return x.role == r })
}

// at returns the arcs at a byte that is no space.
func (a *arcs) at(at int) []arc {
	text := a.text
	for at > a.eol || at == a.eol && text[at] != '\n' {
		a.goOn(at)
	}
	a.list = a.list[:0]
	if a.rows > 0 {
		for i := range a.row {
			if int(a.row[i].at) == at {
				return a.row[i : i+1]
			}
		}
		return nil
	}
	if text[at] == '\n' {
		a.add(roleNewline, at, at+1, 0)
		return a.list
	}
	if at < a.board {
		a.add(roleProse, at, a.stop, costMatter)
		return a.list
	}
	a.atoms(at)
	off := a.tabs && at > a.first && text[at-1] != '\t'
	for i := range a.list {
		a.list[i].off = a.list[i].off || off
	}
	if a.again && at <= a.first && a.moves > 0 {
		x := a.add(roleProse, at, a.stop, costRowAgain)
		x.said, x.again = int16(min(a.moves, 1000)), true
	}
	return a.list
}

// coarse returns a single arc, for want of budget: illegible text up to the next space.
func (a *arcs) coarse(at int) []arc {
	if c := a.text[at]; at >= a.stop || c == '\t' || c == a.cell {
		return a.at(at)
	}
	a.list = a.list[:0]
	x := a.add(roleText, at, a.runEnd(at, true), costIllegibleText)
	x.damaged, x.illegible, x.said = true, true, 1
	return a.list
}

func (a *arcs) atoms(at int) {
	text, line := a.text, a.text[at:a.stop]
	c, _ := utf8.DecodeRuneInString(line)
	if (unicode.IsDigit(c) || strings.ContainsRune("-–—−", c)) && a.days(at, line) {
		return
	}
	first, spoken := at <= a.first, a.speaker(at, line)
	if first {
		a.lineArcs(at, line)
		a.label(at, line)
	}
	setup := spoken || (first || at >= 2 && text[at-2:at] == ". ") && a.setup(at, line) || first && a.turn(at, line)
	if !setup && !a.partsCells(c) && (first || c != '_' && strings.IndexByte("\t| ;,_\".", text[at-1]) >= 0) {
		a.key(at, line)
		a.players(at, line)
	}
	if first {
		a.noProse(a.regular(at))
	}
	if a.signs(at, line, c) {
		return
	}
	a.form(at, line)
	if word.IsDigit(line[0]) {
		a.clock(at, line)
	}
	if first || !a.tabs || text[at-1] == '\t' {
		a.anyWords(at, line)
	}
	if n := a.joinLen(line); n > 0 {
		a.sign(at, n, .3)
	}
	a.sideOfMove(at, line)
	a.run(at, line)
}

// partsCells reports whether a character separates cells.
func (a *arcs) partsCells(c rune) bool { return c == '\t' || a.cell != 0 && c == rune(a.cell) }

// signs adds the arcs of a sign with a meaning of its own, and reports whether it has no others.
func (a *arcs) signs(at int, line string, c rune) (all bool) {
	before := byte('\n') // at the start of the line
	if at > a.first {
		before = a.text[at-1]
	}
	switch {
	case a.partsCells(c):
		a.add(roleCell, at, at+1, 0)
		return true
	case c == '[' && strings.IndexByte("\n] ", before) >= 0 && a.pair(at, line):
		return true
	case c == '(' || c == '{' || c == '[':
		a.bracket(at)
		return len(a.list) > 0 && a.list[len(a.list)-1].role == roleBracket
	case c == ')' || c == '}' || c == ']':
		a.add(roleStray, at, at+1, 0).apart = a.isApart(at)
		return true
	case c == '/' && (before == '\n' || before == ' '):
		n := a.slashed(line)
		if n > 0 {
			a.add(roleBracket, at, at+n, costBracket)
		}
		return n > 0
	case c == '$' && len(line) > 1 && word.IsDigit(line[1]):
		n := leadingDigits(line[1:min(len(line), maxRun)])
		a.add(roleMark, at, at+1+n, 0).slight = true
		return true
	case c == '~':
		n := len(struck().FindString(line[:min(len(line), maxMarked)]))
		if n > 0 {
			a.add(roleUnread, at, at+n, costAnyWords)
			a.add(roleBracket, at, at+n, costStruck).slight = true
		}
		return n > 0
	case strings.ContainsRune(footnoteMarks, c):
		a.add(roleMark, at, at+len(footnote().FindString(line[:min(len(line), maxRun)])), 0).slight = true
	case c == '<':
		n := strings.IndexByte(line[:min(len(line), 30)], '>')
		if n < 2 || !unicode.IsLetter(rune(line[1])) && line[1] != '/' {
			return false
		}
		if a.sign(at, n+1, 0); a.isMove(line[1:n]) {
			a.list[len(a.list)-1].cost += costWord
			a.add(roleUnread, at, at+n+1, costBracketPly)
		}
		if word.Illegible(line[:n+1]) {
			a.add(roleUnread, at, at+n+1, -.4)
		}
		return true
	}
	return false
}

// anyWords adds words in place of a ply, up to the end of the cell.
func (a *arcs) anyWords(at int, line string) {
	if c, _ := utf8.DecodeRuneInString(line); a.heading || !unicode.IsLetter(c) || at == 0 || strings.IndexByte(" \t|", a.text[at-1]) < 0 {
		return
	}
	line = strings.TrimRight(line[:lenTo(line[:min(len(line), maxRun)], "\t|")], " .,")
	first := line[:runEnd(line)]
	if len(line) >= maxAnyWords || strings.IndexFunc(line, unicode.IsDigit) >= 0 || a.has(roleKey) || damageCost(first) <= maxPly || a.isMove(first) {
		return
	}
	c := costAnyWords
	if refersElsewhere(line) {
		c = costRefers
	} else if lists["leads"].has(strings.TrimRight(first, "?!:,")) || strings.Count(line, " ") > 1 {
		c += costLeadAnyWords
	}
	a.add(roleUnread, at, at+len(line), c)
}

// run adds the arcs of the run of characters at a byte.
func (a *arcs) run(at int, line string) {
	text := a.text
	c, w := utf8.DecodeRuneInString(line)
	runEnd := a.runEnd(at, false)
	run := text[at:runEnd]
	a.correction(at, line)
	a.number(at, line)
	a.result(at, line)
	a.mark(at, line, run)
	moved, whole := a.move(at, line, run)
	if moved && at > a.body && a.cell == 0 && !a.tabs && a.isDenied(line) {
		a.sentence(at, true, true)
	}
	if at > 0 && word.IsDigit(text[at-1]) && strings.ContainsRune(blackLetters, c) {
		a.add(roleDots, at, at+len(strings.TrimRight(sideSign().FindString(line), " ")), 0)
	}
	dots := dotsLen(line)
	if dots > 0 {
		if c != '_' {
			a.add(roleDots, at, at+dots, 0)
		}
		a.add(roleUnread, at, at+dots, .3)
		x := a.add(roleText, at, at+dots, .4)
		x.bare, x.damaged = true, true
	}
	if (at == 0 || strings.IndexByte(" \t|\n.)", text[at-1]) >= 0) && !strings.ContainsFunc(run, func(r rune) bool { return isAlnum(r) || isOfWord(r) || word.IsDash(r) }) {
		x := a.add(roleUnread, at, runEnd, costSignsAlone)
		if a.has(roleResult) {
			x.cost += costResultAsPly
		}
	}
	// A remark in brackets beside a move is not part of its word.
	if end := a.runEnd(at, true); end > runEnd && !(moved && a.isMove(run)) {
		if c := damageCost(text[at:end]); c < 3 {
			a.add(roleUnread, at, end, c)
		}
	}
	if c == '*' && at > 0 && strings.IndexByte(" \t\n*", text[at-1]) < 0 {
		a.add(roleMark, at, at+1, 0).slight = true
	}
	if strings.ContainsRune("<>_~^/", c) {
		a.sign(at, w, .3)
	}
	if c == '.' && dots > 0 {
		return
	}
	if strings.ContainsRune("\"'`»”″〃", c) && a.isApart(at) && word.SkipBlank(line, w) == len(line) {
		a.add(roleUnread, at, at+w, 0) // ditto
	}
	if strings.ContainsRune(".,;:\"'«»“”„’‘`", c) {
		cost := 0.0
		if c == ':' && (isShape("a"+run) || strings.Count(run, ":") == 1 && isShape("1"+run)) { // the end of a capture, not a time
			a.damaged(at, run, line)
			cost = costSignedEnd
		}
		a.sign(at, w, cost)
		return
	}
	trimmed := cmp.Or(strings.TrimRight(run, ".,;:!?\"»”"), run)
	illegible := a.illegible(at, line, trimmed)
	if !illegible && !whole {
		a.damaged(at, run, line)
	}
	if !isAlnum(c) {
		a.add(roleStray, at, at+w, 0).apart = a.isApart(at)
	}
	if !strings.ContainsRune(".({[", c) {
		_, n := word.NumberAt(trimmed, 0) // 3...f6-e5, 7.13:22
		rest := strings.TrimLeft(trimmed[n:], ".")
		said := moved || a.isMove(rest) || word.IsDigit(trimmed[0]) && spoiltForm().MatchString(rest)
		a.word(at, trimmed, said, illegible)
	}
	if next := trimLeft(text[runEnd:a.stop]); word.IsDash(c) && unicode.IsLower(firstRune(next)) && !a.movesOn(next) {
		for i := range a.list {
			if x := &a.list[i]; x.role == roleUnread {
				x.cost += costDashedRemark
			}
		}
	}
}

// form adds a blank row of a form, or the rest of one: "31. ____ ____", "31)".
func (a *arcs) form(at int, line string) {
	n, digits, from := numberAt(line)
	if rest := strings.TrimLeft(line[from:], " \t|;,)"); rest != "" &&
		(!strings.ContainsRune("_.…-–—", firstRune(rest)) || rest[0] < utf8.RuneSelf && !strings.HasPrefix(rest[1:], rest[:1])) {
		return // the usual case
	}
	end := from + len(formRest().FindString(line[from:min(len(line), from+maxRun)]))
	signs := strings.Trim(line[from:end], " \t|;,)")
	switch {
	case n == 0 && signs == "", a.cell != ',' && strings.Contains(line[from:end], ","),
		n > 0 && (signs == "" && end < len(line) || from == digits && at > a.first):
		return
	}
	x := a.add(roleForm, at, at+end, costForm)
	x.n, x.damaged = int16(min(n, maxMoveNumber)), signs != "" && signs[0] != '_' || from == digits && !strings.Contains(line[from:end], "|")
}

// formRest matches the blanks of a form, lines or dots to write moves on.
var formRest = word.Pattern(`^(?:[ \t|;,)]|__+|\.{4,}|…{2,}|-{4,}|[–—]{3,})*`)

// joinLen returns the length of words that join moves, or a move and the result: "в ответ",
// "на этом".
func (a *arcs) joinLen(line string) (n int) {
	ends := false // no move follows
	for range 3 {
		w := line[n : n+runEnd(line[n:])]
		if n > 0 {
			if _, k := result.Match(line[n:min(len(line), n+2*maxRun)]); k > 0 || !ends && a.movesOn(line[n:]) {
				return n
			}
		}
		says, known := word.LookUp(lists["joining"], w)
		if !known {
			break
		}
		ends = ends || says == "result"
		n = word.SkipBlank(line, n+len(w))
	}
	return 0
}

// sideOfMove adds the side named before its move: "Белые c3-d4", "1. б. c3-d4 ч. f6-e5".
func (a *arcs) sideOfMove(at int, line string) {
	n := runEnd(line)
	next := line[n+word.SkipBlank(line[n:], 0):]
	spoilt := next[:runEnd(next)]
	if at > a.body && !a.isApart(at) || !a.movesOn(next) && !(strings.ContainsAny(spoilt, "abcdefgh0123456789") && isSpoilt(spoilt) && !isLonePlace(strings.TrimRight(spoilt, ".,;"))) {
		return
	}
	w := strings.TrimRight(line[:n], ".:")
	if tag := sideTag(w, len(w) < n); tag != "" {
		x := a.add(roleSign, at, at+n, 0)
		x.slight, x.side = true, turnOf(colourOf(tag))
	}
}

// isApart reports whether a space precedes a byte.
func (a *arcs) isApart(at int) bool { return at > 0 && a.text[at-1] == ' ' }

// sign adds a sign without a meaning.
func (a *arcs) sign(at, n int, cost float64) {
	x := a.add(roleSign, at, at+n, cost)
	x.point = a.text[at] == '.'
	x.slight = !a.isApart(at) || strings.IndexByte(".,;:", a.text[at]) >= 0
}

// regular returns the extra cost of reading words in place of the regular roles at a byte.
func (a *arcs) regular(at int) (extra float64) {
	for i := range a.list {
		switch x := &a.list[i]; {
		case x.role == roleKey && !x.bare, x.role == rolePosition:
			extra = max(extra, costKeyAsText)
		case x.role == roleKey && (x.head.tag == "White" || x.head.tag == "Black") && len(x.head.parts) > 0 && x.cost == 0 && int(x.end) >= a.stop: // "Черные – Петров"
			extra = max(extra, costNamesAsText)
		case x.role == roleLabel && x.cost == 0 && int(x.end) >= a.stop, x.role == roleSign && int(x.end) == a.labelled:
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

// noProse raises the cost of reading the line as prose, and returns extra.
func (a *arcs) noProse(extra float64) float64 {
	for i := range a.list {
		if x := &a.list[i]; x.role == roleProse && !x.again && extra > 1 {
			x.extra = max(x.extra, float32(extra))
		}
	}
	return extra
}

// runEnd returns the end of the run at a byte: a space, a cell, or, unless whole, a bracket.
func (a *arcs) runEnd(at int, whole bool) int {
	rest := a.text[at:min(a.stop, at+maxRun)]
	for i, r := range rest {
		if word.IsSpace(r) || i > 0 && (a.cell != 0 && r == rune(a.cell) || !whole && (r == '(' || r == '{' || r == '[')) {
			return at + i
		}
	}
	return a.cutAt(at + len(rest))
}

// cutAt moves end back to the start of a character that a limit has cut, if it is valid UTF-8.
func (a *arcs) cutAt(end int) int {
	for n := range min(end, utf8.UTFMax) {
		if end == a.stop || utf8.RuneStart(a.text[end-n]) {
			return end - n
		}
	}
	return end
}
