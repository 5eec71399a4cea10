package sheet

import (
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// builder makes a game of a sheet's tokens, which come in the order of the
// text. Only at the end is it known how the words stand on the page, and so
// whose move each is.
type builder struct {
	g      *record.Game
	words  *word.Table
	asked  record.Variant
	faults int // of g before the sheet

	entries   []entry      // in the order of the text
	order     []entry      // of columns, in the order of the game
	layout    layout       // of the step
	line      int32        // of the text, from 0
	cell      int8         // of the row
	proseCell int8         // in which prose begins
	cells     bool         // there have been cells
	row       int          // the first entry of the line
	lone      int          // lines with one entry
	loner     int          // the entry of the last of them
	heads     []columnHead // of columns, in the order of the text
	run       bool         // the names stand before the first move: Иванов – Петров: 1.
	match     place        // the title of one
	start     place
	position  *position.Text // of start; nil for none
	turn      record.Colour
	turned    bool // turn is said

	number  number        // before the next word
	lost    number        // 1 before any move, with nothing behind it
	gone    place         // words before any move that say that the moves cannot be read
	before  []string      // comments between the number and the next word
	prose   place         // words of a row that are no moves, so far
	opening place         // signs, perhaps of such words
	gaps    []place       // lines of words in the second column
	ended   bool          // there has been a result
	over    place         // of the last result
	hints   map[int]place // prose behind words, by their places
	timed   place         // a time or a mark between the number and the next word
	strays  int           // signs that have no meaning
	wrong   int           // results and names that do not agree
	many    int           // plies beyond MaxPlies
	asideAt int           // how many entries there were at g.Aside, and one
	counted int           // entries that lastNumber has looked at
	last    int           // the last number of these
	read    string        // the text as it is read, without markup
	doubted *path         // words for which the next ply is not to be trusted
	struck  *path         // what is struck out where a ply is due
	clock   *path         // the last time beside a move that may be one itself
	clocks  int           // how many there are
	above   *path         // words with a move before any is read
	odd     *path         // what may be a ply before any is read
	small   int           // small faults of headers and numbers, told or not
	untold  int           // where the first is that is not told
}

// maxSmall is how many small faults of headers and numbers are told one by one.
const maxSmall = 1000

// maxTold is how many faults of another kind are told of a game.
const maxTold = 8

// tell counts a small fault at byte at and says whether it is to be told.
func (b *builder) tell(at int) bool {
	if b.small++; b.small == maxSmall+1 {
		b.untold = at
	}
	return b.small <= maxSmall
}

// place is a stretch of the text; end is 0 where there is none.
type place struct{ at, end int }

// number is a move number with its place and the dots behind it. Numbers and
// entries are many, and kept small.
type number struct {
	at, end int32
	n       int32
	dots    bool
	apart   bool // a space stands before the dots: "1. ...", not "1..."
}

func (n number) place() place { return place{int(n.at), int(n.end)} }

// entry is what stands, or may stand, in a move's place, with what the layout
// needs to know of it. Word is nil where it is no move, or where it is nothing
// but dots.
type entry struct {
	record.Ply
	number number
	line   int32
	cell   int8 // of the row, from 0
	layout layout
	column bool  // it stands in a column, which may have numbers of its own
	slip   *slip // why it is no word; nil where it is one
}

// slip says why something that stands in a move's place is no move, and what
// was probably meant.
type slip struct {
	why   message.Message
	meant string
	code  record.Code
	blank bool // nothing stands there
}

// columnHead is a column's head.
type columnHead struct {
	colour record.Colour
	plies  int // that were there before it
}

func (b *builder) reset(g *record.Game, r *Reader) {
	*b = builder{
		g: g, words: r.words, asked: r.asked, faults: len(g.Faults),
		entries: b.entries[:0], order: b.order, heads: b.heads[:0],
	}
}

func (b *builder) fault(code record.Code, severity record.Severity, p place, said message.Message) *record.Fault {
	b.g.Faults = append(b.g.Faults, record.Fault{
		Code: code, Severity: severity, At: p.at, Len: p.end - p.at, Word: b.g.Text[p.at:p.end], Message: said,
	})
	return &b.g.Faults[len(b.g.Faults)-1]
}

func (b *builder) newline() {
	if b.prose.end > 0 {
		b.endProse(false)
	}
	if b.timed.end > 0 {
		b.timed = place{}
	}
	if len(b.entries) == b.row+1 {
		b.lone, b.loner = b.lone+1, b.row
	}
	b.row = len(b.entries)
	if b.number.dots && b.number.end > 0 {
		// Dots alone in a row: a column's first move is the other side's.
		b.entries = append(b.entries, entry{number: b.number, line: b.line, cell: b.cell, layout: b.layout})
		b.number = number{}
		b.lone, b.row = b.lone+1, len(b.entries)
	}
	b.line++
	b.cell = 0
}

// numbered takes the number of the next move.
func (b *builder) numbered(p place, n int) {
	if b.prose.end > 0 {
		b.endProse(false)
	}
	if b.ended && len(b.entries) > 0 && n == b.lastNumber()+1 {
		b.goOn()
	}
	if n == 2 {
		b.keepLost()
	}
	if b.number.end > 0 && int(b.number.n) == n && !b.number.dots {
		b.timed = p // "4. 4."
	}
	b.number = number{at: int32(p.at), end: int32(p.end), n: int32(n)}
}

// goOn takes back that the game has ended, for its numbers go on. It is rare, and where
// it is called is not.
//
//go:noinline
func (b *builder) goOn() {
	b.ended = false
	if b.wrong++; b.wrong <= maxTold {
		b.fault(record.ResultMismatch, record.Remark, b.over, message.Of("grammar.goes-on"))
	}
}

// moveNumber takes a move number, which is told of only where it is wrong.
func (b *builder) moveNumber(p place, n int) {
	digits := strings.TrimLeft(b.read[p.at:p.end], "(")
	alike := false
	for _, r := range digits {
		_, code, ok := word.DigitOf(r)
		if !ok {
			break
		}
		alike = alike || code != ""
	}
	b.numbered(p, n)
	if alike && b.tell(p.at) {
		b.fault(record.LookAlike, record.Repaired, p, message.Of("grammar.read-as", "text", b.g.Text[p.at:p.end], "to", strconv.Itoa(n)+"."))
	}
}

// lastNumber returns the number of the last move that has one, 0 for none, while
// the entries grow.
func (b *builder) lastNumber() int {
	for ; b.counted < len(b.entries); b.counted++ {
		if n := b.entries[b.counted].number.n; n > 0 {
			b.last = int(n)
		}
	}
	return b.last
}

// move takes a move word.
func (b *builder) move(p place, w *record.Word) {
	if b.prose.end > 0 {
		if b.corrects(p) {
			return
		}
		b.endProse(true)
	}
	if w == nil {
		var err error
		if w, err = b.words.Parse(b.read[p.at:p.end]); err != nil { // the lexer has read it already
			b.spoilt(p)
			return
		}
	}
	if n := len(b.entries); n < cap(b.entries) && b.before == nil && n < MaxPlies { // nearly always; where it lies, field by field, is half the work
		b.entries = b.entries[:n+1]
		e := &b.entries[n]
		e.Word, e.At, e.Len, e.Note = w, p.at, p.end-p.at, nil
		e.number, e.line, e.cell, e.layout, e.column, e.slip = b.number, b.line, b.cell, b.layout, false, nil
		b.number = number{}
		return
	}
	b.add(entry{Ply: record.Ply{Word: w, At: p.at, Len: p.end - p.at}})
}

func (b *builder) add(e entry) {
	e.number, e.line, e.cell, e.layout = b.number, b.line, b.cell, b.layout
	b.number = number{}
	if len(b.before) > 0 {
		e.Note = &record.Notes{Before: b.before}
		b.before = nil
	}
	if len(b.entries) == MaxPlies {
		if b.many++; b.many == 1 {
			b.fault(record.TooLarge, record.Unreadable, place{e.At, e.At + e.Len}, message.Of("sheet.too-many-moves", "most", MaxPlies)).Ply = MaxPlies + 1
		}
		return
	}
	b.entries = append(b.entries, e)
}

// MaxPlies is the most plies that are read of a sheet; no game comes near it.
const MaxPlies = 1 << 14

// spoilt takes what stands in a move's place and is none.
func (b *builder) spoilt(p place) {
	b.endProse(true)
	text := b.read[p.at:p.end]
	s := &slip{why: message.Of("grammar.cannot-be-read"), code: record.IllegibleMove}
	switch _, err := b.words.Parse(text); {
	case err == nil && word.IsNumber(text):
		s.why = message.Of("grammar.one-number", "text", text)
	case err != nil && !word.IsDamaged(text):
		s.why, s.code = message.Later(err), record.UnreadableWord
		if e, ok := err.(*word.Error); ok {
			s.meant = e.Meant
		}
	case err != nil && word.IsMisspelt(text):
		s.why = message.Later(err)
	}
	b.add(entry{Ply: record.Ply{At: p.at, Len: p.end - p.at}, slip: s})
}

// missing takes a move of which nothing stands where it should.
func (b *builder) missing(p place) {
	line := b.line
	if last := b.lastEntry(); last != nil && p.at <= last.end() {
		b.line = last.line
	}
	b.add(entry{Ply: record.Ply{At: p.at, Len: p.end - p.at}, slip: &slip{why: message.Of("sheet.number-without-move"), code: record.IllegibleMove, blank: true}})
	b.line = line
}

// stray takes a sign that has no meaning where it stands.
func (b *builder) stray(p place) {
	if b.strays++; b.strays > maxTold {
		return
	}
	switch text := b.g.Text[p.at:p.end]; text {
	case "(", "[", "{":
		b.fault(record.Syntax, record.Remark, p, message.Of("sheet.open-bracket"))
	default:
		b.fault(record.Syntax, record.Remark, p, message.Of("grammar.no-meaning", "text", text))
	}
}
