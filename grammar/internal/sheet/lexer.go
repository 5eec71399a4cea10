package sheet

import (
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
)

// lineLexer cuts a sheet into tokens, line by line. What a line is, is decided
// once, at its beginning (see kindOf), by the line and by the state of the game
// so far; Reader and Finder both go by it.
type lineLexer struct {
	state
	text    string
	words   *word.Table
	kinds   *kindTable
	at      int
	begin   bool    // at the beginning of a line
	end     int     // of the line; found by lineEnd
	prose   int     // up to where there is prose
	queue   []token // cut already
	queued  int     // the first of queue that is still to come
	last    lexer.TokenType
	row     rowState
	closely bool // look at every word closely
	cleaned bool // of markup
	tagless int  // the end of a line in the rest of which no tag of HTML stands

	ahead nameSigns // what may part names
	named string    // the line in which names were looked for last
	names players

	asked   asked  // what the last line is that was looked at closely
	weighed string // the line that was weighed last
	weight  weight

	headed bool  // names of players, or a column's head, have stood before
	pairs  pairs // of brackets
	listed listed
}

// state is what the lines of a game so far say of those to come.
type state struct {
	begun  bool // there are moves
	ended  bool // there is a result behind moves
	number int  // the last move number
	blank  bool // a blank line stands before
	column bool // the head of a column stands before: "Белые – Иванов"
	whole  bool // the last row has two moves behind its last number
	matter bool // the last line is no game's: see isMatter
	closed bool // the result stands in a move's place: "4. ничья"
	anew   anew // names stand before, and moves behind them may be another game's
}

// rowState is what the tokens of a row so far say of those to come.
type rowState struct {
	any      bool // there has been a token but for signs before the row
	plies    int  // since the last number, or in the line where it has none
	cells    byte // what parts its cells beside tabs: | ; or ,; 0 for nothing
	brackets bool // numbers stand in brackets
	remark   bool // it is no row, but a remark
	result   bool // there has been a result, and nothing but words behind it
	start    int  // where the row begins whose cells have not been looked at; 0 for none
}

func newLineLexer(words *word.Table) *lineLexer {
	return &lineLexer{words: words, kinds: new(kindTable)}
}

func (l *lineLexer) reset(text string) {
	*l = lineLexer{
		text: text, words: l.words, kinds: l.kinds, begin: true, end: -1, closely: l.closely,
		queue: l.queue[:0], pairs: l.pairs,
	}
	l.pairs.reset()
}

// next returns the next token; its kind is lexer.EOF at the end.
func (l *lineLexer) next() token {
	t := l.token()
	last := l.last
	if t.kind != tokenSign || l.row.cells == 0 || l.text[t.at] != '"' { // what a cell begins with
		l.last = t.kind
	}
	switch t.kind {
	case tokenWord, tokenSpoilt, tokenDoubtful:
		l.row.plies++
		l.row.result = false
		l.begun = l.begun || t.kind != tokenDoubtful
	case tokenNumber:
		digits := strings.TrimLeft(l.text[t.at:t.end], "(")
		n, _ := numberAt(digits)
		value := numberValue(digits[:n])
		if l.ended && value == l.number+1 {
			l.ended = false // the game goes on: what looked like a result was none
		}
		l.number = value
		l.row.result = false
	case tokenKey:
		l.column = headsColumn(l.text[t.at:t.end])
		if tag := keyTag(l.text[t.at:t.end]); tag == "White" || tag == "Black" {
			l.headed = true
			if l.closed {
				l.ended, l.closed = false, false // of one column
			}
		}
	case tokenPlayer:
		l.headed = true
	case tokenResult:
		l.closed = last == tokenNumber && l.begun && !l.ended
		l.ended = l.ended || l.begun
		l.row.result = true
	case tokenNewline:
		if l.row.plies > 0 {
			l.whole = l.row.plies == 2
		}
		l.row = rowState{brackets: l.row.brackets}
		return t
	case tokenSign, tokenStray, tokenCell:
		return t
	}
	l.row.any = true
	return t
}

func (l *lineLexer) token() token {
	for {
		if l.queued < len(l.queue) {
			l.queued++
			return l.queue[l.queued-1]
		}
		if l.begin {
			l.begin = false
			l.queue, l.queued = l.queue[:0], 0
			at := l.at
			l.beginLine()
			// What takes none of the text is no line's beginning a second time.
			l.begin = l.begin && l.at > at
			continue
		}
		l.at = skipSpaces(l.text, l.at)
		if l.at >= len(l.text) {
			return token{kind: lexer.EOF, at: len(l.text), end: len(l.text)}
		}
		at := l.at
		if c := l.text[at]; c == '\n' || c == '\r' {
			l.at++
			if c == '\r' && strings.HasPrefix(l.text[l.at:], "\n") {
				l.at++
			}
			l.begin = true
			return token{kind: tokenNewline, at: at, end: l.at}
		}
		if at < l.prose {
			l.at = l.prose
			return token{kind: tokenText, at: at, end: at + beforeBlank(l.text[at:l.prose])}
		}
		return l.item()
	}
}

// skipSpaces returns the offset of the first character from i on that is no
// space within a cell: a tab is none.
func skipSpaces(text string, i int) int {
	for i < len(text) {
		switch c := text[i]; {
		case c == ' ' || c == '\v' || c == '\f':
			i++
		case c < utf8.RuneSelf:
			return i
		default:
			r, w := utf8.DecodeRuneInString(text[i:])
			if !word.IsSpace(r) {
				return i
			}
			i += w
		}
	}
	return i
}

// lineEnd returns the offset of the end of the line in which the lexer is.
func (l *lineLexer) lineEnd() int {
	if l.end < l.at {
		l.end = word.LineEnd(l.text, l.at)
	}
	return l.end
}

// beginLine finds out what the line is that begins at l.at and puts its first
// tokens into the queue where they are not a row's.
func (l *lineLexer) beginLine() {
	at := word.SkipBlank(l.text, l.at)
	if win := at + len("1-0"); result.IsWin(l.text[at:]) && (win == len(l.text) || l.text[win] != ' ') { // the line, see kindOf
		l.end, l.row.cells, l.state.blank, l.matter = win, 0, false, false
		return
	}
	end := l.lineEnd()
	if l.cleanLine(at) {
		end = l.lineEnd()
		if at = word.SkipBlank(l.text, at); at >= end {
			return
		}
	}
	if at == end {
		l.state.blank = true
		return
	}
	k, p := l.kindOf(l.text[at:end])
	if k == lineProse && !l.cleaned && hasEntity(l.text[at:end]) {
		l.unmark(at)
		if at, end = word.SkipBlank(l.text, at), l.lineEnd(); at >= end {
			return
		}
		k, p = l.kindOf(l.text[at:end])
	}
	if k == lineRow && l.between(at, end) || (k == lineNames || k == lineResult) && l.ofOthers(k, p, at, end) {
		k = lineProse
	}
	if k == lineProse && l.standsDue(at, end) {
		k = lineRow
	}
	if k == lineProse && !isContentsLine(l.text[at:end]) && !l.begun && !l.ended && l.nextBegins(end, 2) {
		if w := l.weigh(l.text[at:end]); w.hurt > 0 && w.prose == 0 || w.numbered && w.number == 1 && l.nextHasMove(end) {
			k = lineRow // нрзб, or "1. мелко написано", before "2. c3-b4"
		}
	}
	if k == lineProse && !l.begun && !l.ended && l.headed && l.hurtMoves(at, end) > 0 {
		next := word.SkipPlainSpace(l.text, end)
		if l.hurtMoves(at, end) > 1 || l.nextEnds(end) || l.hurtMoves(next, word.LineEnd(l.text, next)) > 0 {
			k = lineRow // none of the game's moves can be read
		}
	}
	if k == lineProse && !l.begun && !l.ended && word.Illegible(l.text[at:end]) && l.nextEnds(end) {
		k = lineRow // all of the game
	}
	if (k == lineRow || k == lineSentence) && l.title(at, end) {
		k = lineProse
	}
	if k == lineSentence {
		k = l.sentence(end)
	}
	label := 0
	if k == lineRow {
		label = l.labelAt(l.text[at:end])
	}
	l.state.blank, l.matter = false, k == lineProse && isMatter(l.text[at:end])
	switch k {
	case lineRow, lineResult:
		l.row.cells = cellsAt(l.text[at:end])
		if label > 0 {
			l.push(tokenText, at, at+beforeBlank(l.text[at:at+label]))
			l.at = at + label
		}
		if k == lineResult && l.ofAnotherGame(l.text[at:end]) { // "Победа белых в 5 туре", behind the game's moves
			_, n := result.Match(l.text[at:end])
			l.push(tokenResult, at, at+n)
			l.at, l.prose = at+n, end
		}
	case lineTag:
		l.tagPair(at, end)
	case lineKey:
		l.header(at, end)
	case linePosition:
		l.position(at, end)
	case lineTurn:
		_, n := matchTurn(l.text[at:end])
		l.push(tokenTurn, at, at+n)
		l.at = at + n
	case lineNames:
		if l.begun && !l.ended && isSettled(l.text[at:end], p) {
			l.push(tokenText, at, at+p.blackEnd) // the game's own names, below its moves
			l.at = at + p.end
			break
		}
		l.players(at, end, p)
	case lineTitle:
		l.push(tokenVariant, at, at+beforeBlank(l.text[at:end]))
		l.at = end
	case lineFacts:
		l.facts(at, end)
	case lineRule:
		l.push(tokenSign, at, at+beforeBlank(l.text[at:end]))
		l.at = end
	case lineProse:
		if c := l.text[at]; c != '(' && c != '{' && c != '[' {
			l.prose = end
		}
		l.row.remark = true // perhaps of several lines
	}
}

func (l *lineLexer) push(kind lexer.TokenType, at, end int) {
	l.queue = append(l.queue, token{kind: kind, at: at, end: end})
}

// tagPair reads [Name "value"]; a quote in the value is written \".
func (l *lineLexer) tagPair(at, end int) {
	l.push(tokenSign, at, at+1)
	at = word.SkipBlank(l.text, at+1)
	name := at
	for at < end && l.text[at] != '"' && l.text[at] != ' ' && l.text[at] != '\t' {
		at++
	}
	l.push(tokenTagName, name, at)
	quote := word.SkipBlank(l.text, at)
	value := quote + 1
	for at = value; at < end && l.text[at] != '"'; at++ {
		if l.text[at] == '\\' && at+1 < end {
			at++
		}
	}
	at = min(at, end)
	l.push(tokenTagValue, value, at)
	close := at
	if at < end {
		at++
	}
	if rest := word.SkipBlank(l.text, at); rest < end && l.text[rest] == ']' {
		at = rest + 1
	}
	if at > close {
		l.push(tokenSign, close, at)
	}
	l.at = at
	l.begin = word.SkipBlank(l.text, at) < end
}

// header reads the headers of a line: Белые: Иванов  Черные: Петров.
func (l *lineLexer) header(at, end int) {
	at += beforeCell(l.text[at:end])
	for at < end {
		_, n := matchKey(l.text[at:end])
		if n == 0 {
			break
		}
		l.push(tokenKey, at, at+n)
		column := headsColumn(l.text[at : at+n])
		if at = skipCells(l.text, at+n); at >= end {
			break
		}
		if column && headsAnother(l.text[at:end]) || isKey(l.text[at:end]) {
			continue
		}
		stop, row := valueEnd(l.text, at, end)
		value := strings.TrimRightFunc(l.text[at:stop], func(r rune) bool { return word.IsSpace(r) || r == ',' || r == ';' || r == '|' || r == '"' })
		if rest, ok := strings.CutSuffix(value, "."); ok && stop < end {
			// A sentence's end, not an initial's.
			if i := strings.LastIndexFunc(rest, word.IsSpace); utf8.RuneCountInString(rest[i+1:]) > 2 {
				value = rest
			}
		}
		if value != "" {
			l.push(tokenValue, at, at+len(value))
		}
		at = stop
		if row {
			break
		}
	}
	l.at = min(at, end)
}

// skipCells returns the offset of the first character from i on that is neither
// space nor parts cells.
func skipCells(text string, i int) int {
	for i < len(text) {
		if c := text[i]; c == '|' || c == ';' {
			i++
		} else if next := word.SkipBlank(text, i); next > i {
			i = next
		} else {
			break
		}
	}
	return i
}

// valueEnd returns where a header's value that begins at byte at ends: before
// the next key of the line or its first move.
func valueEnd(text string, at, end int) (stop int, row bool) {
	if at < end && text[at] == '1' && beginsMoves(text[at:end]) {
		return at, true
	}
	ones := 0
	for i := at; i < end; {
		switch c := text[i]; {
		case c > ',' && c < utf8.RuneSelf && c != ';' && c != '|':
			i++
			continue
		case (c == 0xd0 || c == 0xd1) && i+1 < end && text[i+1] >= utf8.RuneSelf: // Cyrillic
			i += 2
			continue
		}
		r, w := utf8.DecodeRuneInString(text[i:end])
		if !word.IsSpace(r) && r != '|' && r != ';' && r != ',' {
			i += w
			continue
		}
		next := skipCells(text[:end], i)
		if r == ',' {
			next = skipCells(text[:end], i+1)
		}
		next += beforeCell(text[next:end])
		if next >= end {
			break
		}
		before := text[max(i-1, at)]
		apart := r == '\t' || r == ',' || r == '|' || r == ';' || next-i >= 2 || before == ',' || before == ';' || before == '.'
		if tag, n := matchKey(text[next:end]); n > 0 {
			sign, _ := utf8.DecodeLastRuneInString(text[next : next+n])
			signed := sign == ':' || word.IsDash(sign)
			if signed && (apart || tag == "White" || tag == "Black") || !signed && apart && (r == '\t' || r == '|' || r == ';' || tag == "Round" || tag == "Board") {
				return next, false
			}
		}
		if text[next] == '1' && ones < maxOnes {
			if ones++; beginsMoves(text[next:end]) {
				return next, true
			}
		}
		i = next
	}
	return end, false
}
