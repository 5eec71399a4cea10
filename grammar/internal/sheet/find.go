package sheet

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
)

// Finder finds where games of sheets begin, for a cut.Cutter: at the head of
// a sheet that follows moves or a result, where the numbers begin again, and,
// where rows have no numbers, behind a result or at the row behind a blank line.
// It looks at lines as the Reader does (see kindOf).
type Finder struct {
	game
	lex      *lineLexer
	keys     []string  // tags of the headers
	tags     []string  // of the line
	values   [2]string // of White and Black among them
	title    titled    // the line before, which may be a title
	settling bool      // whether this line may be one is being found out
	fresh    bool      // the game begins here, though it may be in the middle of a line

	// A remark that is not closed in its line may be closed in one behind it, or
	// never: so far the lines are looked at as if its bracket were not there.
	open   byte  // what closes it, 0 where there is none
	nested int   // how many of its brackets are open
	outer  state // and game as they were before it
	before game
	frozen bool // a game begins in it, if it is never closed
	again  int  // lines behind that in which brackets are open that nothing closes there

	tail    tail   // of the line before, or of this
	begins  begins // what may begin a game in this line
	remarks pairs  // brackets of this line, from where one was first found that is not closed as pairs are

	// The line last looked at: that with which a game begins comes again.
	line    string
	kind    kind
	players players
	looked  state
}

// game is what a Finder knows of the game so far.
type game struct {
	blank   bool    // blank lines stand before this line
	marked  bool    // a line that may begin a game stands before this row
	rows    int     // with moves
	close   int     // rows that follow the row before without a blank line
	heads   [2]bool // White's, Black's has been a head
	last    string  // the tag of the last head
	named   bool    // two names have stood in a line, with a result
	wide    int     // rows with two moves; where most have, there are no columns
	headed  bool    // a line of two names stands before this row
	above   bool    // the line before was a result behind a blank line, which may stand above the next game
	second  bool    // the second column has begun: it may have numbers of its own
	section bool    // a mark stands before headers that may be the next game's
	placed  sides   // whose position has stood in lines
	row     string  // the last, where it is short
	sample  string  // a row
	white   string  // who plays, by the first line of two names
	black   string
	moves   bool // the headers' line has moves or the result, too
	near    bool // nothing parts the mark from the game before it
	head
}

// maxSheetKeys is how many tags of a game are remembered.
const maxSheetKeys = 64

// NewFinder returns a Finder.
func NewFinder() *Finder {
	return &Finder{lex: newLineLexer(new(word.Table)), remarks: pairs{deep: true}}
}

// Reset implements cut.Finder.
func (f *Finder) Reset() {
	f.lex.state, f.lex.row = state{}, rowState{}
	*f = Finder{keys: f.keys[:0], tags: f.tags, lex: f.lex, fresh: true, line: f.line, kind: f.kind, players: f.players, looked: f.looked, tail: f.tail, remarks: f.remarks, begins: f.begins}
}

// Unclosed implements cut.Finder.
func (f *Finder) Unclosed() bool { return f.open != 0 && f.frozen || f.pending }

// Find implements cut.Finder.
func (f *Finder) Find(text string, first bool) (cut.Decision, int) {
	first = first || f.fresh
	f.fresh = false
	f.lex.state.blank = f.blank
	if f.open != 0 {
		return f.inRemark(text, first)
	}
	if f.title.is {
		return f.behindTitle(text, first)
	}
	if first && !result.IsWinLine(text) {
		if r := plainLine(text); r.plies > 0 {
			if r.plies == 1 && r.first == 0 && (f.blank || !f.lex.begun || f.lex.ended) ||
				f.lex.ended && r.first != r.last {
				return f.find(text, first, false) // it may be a title, or its numbers say that the game goes on
			}
			what := f.rowOf(r, text)
			if what != cut.AtMark {
				f.lex.begun = true
				if r.last > 0 {
					f.lex.state.number = r.last
				}
			}
			return what, 0
		}
		if len(text) > len("1. cb4 1-0") && word.IsDigit(text[0]) && text[len(text)-2] == '-' {
			if r := wonRow(text); r.plies > 0 {
				return f.won(r, text), 0
			}
		}
	}
	return f.find(text, first, first && f.isAgain(text))
}

// isAgain says whether a line was the last that was looked at, in the same state.
func (f *Finder) isAgain(text string) bool {
	return len(text) <= maxAsked && f.line == text && f.looked == f.lex.state
}

// find looks closely at a line, or a part of a long one; again is what isAgain
// says of it.
func (f *Finder) find(text string, first, again bool) (cut.Decision, int) {
	at := word.SkipBlank(text, 0)
	if at == len(text) {
		f.blank = f.blank || first
		if f.above || f.marked && f.near && !f.headed {
			f.above, f.marked, f.near = false, false, false
			return cut.None, 0 // the result, or the words behind the moves, were this game's
		}
		return cut.Keep, 0
	}
	above := f.above
	f.above = false
	if !first {
		return f.tokens(text, at, false)
	}
	if isMarkedUp(text[at:]) || isMarkedLine(text[at:]) {
		text = withoutMarkup(text, 0)
		again = f.isAgain(text)
		if at = word.SkipBlank(text, at); at == len(text) {
			return cut.Keep, 0
		}
	}
	if !again {
		f.line, f.looked = text, f.lex.state
		if f.kind, f.players = f.lex.kindOf(text[at:]); f.kind == lineProse && hasEntity(text) {
			text = withoutMarkup(text, 0)
			f.kind, f.players = f.lex.kindOf(text[at:])
		}
	}
	switch f.kind {
	case lineResult:
		if f.pending {
			return cut.AtMark, 0
		}
		blank := f.blank && f.lex.begun
		if f.lex.ofAnotherGame(text[at:]) { // the words behind it are no moves
			_, n := result.Match(text[at:])
			text = text[:at+n]
		}
		what, i := f.tokens(text, at, true)
		if blank && what == cut.Keep {
			if tag, _ := matchKey(text[at:]); tag == "Result" {
				f.above, f.marked = true, true
				return cut.Mark, 0
			}
		}
		if what == cut.Keep && (above || f.marked && f.near && !f.headed) {
			f.marked, f.near = f.marked && above, false
			return cut.None, 0 // words and the result behind moves: the game's own
		}
		if what == cut.Keep && !f.lex.begun {
			f.settled = f.settled || f.white != ""
			f.hurt = f.hurt || f.isNamed() && f.rows > 0 // 1.
		}
		return what, i
	case lineRow, lineSentence:
		if (f.blank || !f.lex.begun || f.lex.ended) && !f.settling {
			if what, i, ok := f.titleOrRow(text, at); ok {
				return what, i
			}
		}
		return f.tokens(text, at, true)
	case lineTag:
		f.values = [2]string{}
		return f.header([]string{tagName(text)}, false, false)
	case lineKey:
		keys, column, bare, moves := f.keysOf(text, at)
		if len(keys) == 1 {
			f.lex.column = column
		}
		f.moves = moves > 0
		what, i := f.header(keys, true, bare)
		f.moves = false
		if moves == 0 || what == cut.AtMark {
			return what, i
		}
		if more, i := f.tokens(text, moves, true); more == cut.Here {
			return more, i
		}
		return what, 0
	case linePosition:
		placed := sidesOf(text[at:])
		if f.placed == bothSides && placed != 0 && !f.lex.begun {
			return cut.AtMark, 0 // a list of positions, without blank lines
		}
		f.placed |= placed
		f.values = [2]string{}
		return f.header([]string{"FEN"}, true, false)
	case lineTurn:
		f.blank = false
		return cut.Keep, 0
	case lineNames:
		p := f.players
		f.values = [2]string{text[at+p.white : at+p.whiteEnd], text[at+p.black : at+p.blackEnd]}
		if p.end < len(text)-at { // with moves or the result
			if f.mayBeOther() && isSettled(text[at:], p) {
				if f.white != "" && !f.blank && !f.marked && !f.settled && !f.named && f.other(text[at:], p) == nowhere { // perhaps those of the next game of a match
					f.marked, f.near, f.headed = true, true, false
					return cut.MarkAnew, 0
				}
				f.marked, f.pending, f.listed = true, true, true
				return cut.Mark, 0
			}
			if r := plainLine(text[at+p.end:]); r.plies > 0 && r.first == f.lex.number+1 && f.mayBeOther() {
				f.marked, f.apart, f.lex.anew = false, false, nowhere
				f.keepRow(r, text)
				f.lex.state.number = r.last
				return cut.SeamEnded, 0
			}
			f.moves = true
			what, i := f.header([]string{"White", "Black"}, true, false)
			f.moves = false
			if what == cut.AtMark {
				return what, i
			}
			f.named = true
			f.own(text[at:], p)
			begun := f.lex.begun
			if r := plainLine(text[at+p.end:]); r.plies > 0 {
				f.rowOf(r, "")
				f.lex.begun, f.lex.state.number = true, r.last
				return cut.None, 0
			}
			if more, i := f.tokens(text, at+p.end, true); more == cut.Here || f.lex.begun && !begun {
				return more, i
			}
			return what, 0
		}
		if f.unplayed(f.values[0], f.values[1]) {
			return cut.AtMark, 0
		}
	}
	if c := text[at]; (c == '(' || c == '{' || c == '[') && f.kind != lineNames {
		f.remark(text[at:])
		if !f.blank {
			return cut.Keep, 0 // it belongs to the game before it
		}
	}
	begun := f.lex.begun || f.lex.ended || f.named || f.settled || f.hurt
	f.hurt = f.hurt || f.isNamed() && standsForMoves(text[at:])
	if f.kind == lineNames {
		f.headed = true
		if f.lex.state.anew = nowhere; begun && (f.blank || f.lex.ended) {
			f.lex.state.anew = f.other(text[at:], f.players)
		}
		f.own(text[at:], f.players)
	}
	if begun || f.blank && f.isNamed() { // what follows may be the next game's
		f.says(text[at:])
		f.near = !f.lex.ended && (f.kind == lineProse || f.kind == lineRule) && !isListNumber(text[at:]) && (f.near || !f.marked)
		f.apart = f.apart || f.blank
		f.marked, f.blank = true, false
		return cut.Mark, 0
	}
	f.blank = false
	return cut.Keep, 0
}

// tokens reads a row from byte at on, and finds a game that begins in it behind
// another's result: "... Черные сдались. Иванов – Петров: 1. cb4". first says
// that the row begins there.
func (f *Finder) tokens(text string, at int, first bool) (cut.Decision, int) {
	what, i := f.tokensOf(text, at, first)
	if what == cut.Here {
		f.tail = tail{text[i:], i}
	}
	return what, i
}

func (f *Finder) tokensOf(text string, at int, first bool) (cut.Decision, int) {
	l := f.lex
	before := l.state
	var open row // what stands before a bracket that is not closed
	l.text, l.at, l.end, l.begin, l.prose, l.last = text, at, len(text), false, 0, tokenNewline
	l.queue, l.queued = l.queue[:0], 0
	if f.tail.text != "" && strings.HasPrefix(text, f.tail.text) {
		at, size := f.tail.at, f.tail.at+len(f.tail.text)
		l.pairs.carry(text, at)
		f.remarks.carry(text, at)
		l.ahead.carry(at, size)
		f.begins.carry(at, size)
	} else {
		l.pairs.reset()
		f.remarks.reset()
		l.ahead, f.begins = nameSigns{}, begins{}
	}
	f.tail = tail{}
	l.cleaned = true
	if first {
		l.row = rowState{brackets: l.row.brackets, cells: cellsAt(text[at:])}
	}
	var r row
	if first {
		if n := l.labelAt(text[at:]); n > 0 {
			l.at, l.last, l.row.any, r.head = at+n, tokenText, true, true
		}
	}
	head := -1                 // where words begin that stand behind a result, or between moves
	numbers, ended := 0, false // in this line
	sure := 0                  // words that are moves
	for {
		t := l.next()
		l.begin = false
		if r.plies > 0 && f.beginsGame(text, t) {
			return cut.Here, t.at
		}
		switch t.kind {
		case lexer.EOF:
			if r.plies == 0 && numbers == 0 && !r.head {
				f.blank = false // a result
				return cut.Keep, 0
			}
			if !first {
				l.begun = true
				return cut.None, 0
			}
			after, game := l.state, f.game
			l.state = before
			if f.open != 0 && open != (row{}) {
				f.rowOf(open, text)
				f.before, f.game = f.game, game
			}
			what := f.rowOf(r, text)
			if what != cut.AtMark {
				l.state, l.anew = after, nowhere
				if r.last == 0 {
					l.state.number = before.number
				}
			}
			return what, 0
		case tokenNumber:
			n := l.state.number
			if numbers++; numbers == 1 && r.plies > 0 && sure == 0 && n == 1 {
				r.plies, r.head = 0, true // "– Dee: 1. cb4": what may be a move is a name
			}
			if numbers == 1 && r.plies == 0 {
				r.first = n
			}
			if n == 1 && ended {
				if head < 0 {
					head = t.at
				}
				return cut.Here, head
			}
			r.last = n
			head = -1
		case tokenDots:
			r.dots = r.dots || numbers == 1 && r.plies == 0
		case tokenWord, tokenSpoilt, tokenDoubtful:
			if l.ended && t.kind == tokenWord && !before.begun && r.plies > 0 && head < 0 && numbers == 0 {
				return cut.Here, t.at // games one behind the other in a line
			}
			if t.kind == tokenDoubtful && r.head && numbers == 0 {
				continue // "Иванов – : 1. cb4"
			}
			if t.kind == tokenWord {
				sure++
			}
			if numbers < 2 && (t.kind != tokenDoubtful || r.plies == 0) {
				r.plies++ // what is doubtful may be a mark of the move before it
			}
			head = -1
		case tokenResult:
			r.over = numbers == 1 && r.plies == 0
			ended = l.ended && (r.plies > 0 || !before.ended)
			next := t.end
			for next < len(text) && afterResult[text[next]] && text[next] != ':' {
				next++
			}
			if end := min(len(text), next+4*maxName); l.ended && l.ahead.within(text, next, end) {
				if p := playersBeforeMoves(text[next:end], nextFirstMoves); p.ok {
					return cut.Here, next + p.white
				}
			}
		case tokenText:
			if head < 0 {
				head = t.at
			}
			r.head = r.head || numbers == 0 && r.plies == 0
		case tokenStray:
			if i := strings.IndexByte("({[", text[t.at]); i >= 0 && f.open == 0 {
				f.outer, f.before, open = l.state, f.game, r
				f.remarkWithin(text, t.at)
			}
		}
	}
}
