package pdn

import (
	"math"
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// doubt is a text in the place of a move that is not a move: ??? [нрзб] ... It is a move that
// cannot be read where the numbers say that one is missing, else a mark or a remark.
type doubt struct {
	at, end  int
	plies    int  // of the game before it
	strong   bool // at the end of a game it is a move, too, where one is due
	mark     bool // it is a mark of the move before it already
	reported bool // as a stray word, where it is not a move
}

// gap is a place where, by the number after it, a move is missing. Numbers may
// be wrong: the next one must go on from this.
type gap struct {
	at, plies int
	why       message.Message
	due       int          // of the number, which is that of a second move where the first is missing
	wrong     record.Fault // reported if the number is wrong
}

// doubtful takes what may be a move that cannot be read: after a number, or
// where the second move of a pair is due. It says whether it may.
func (b *builder) doubtful(d doubt) bool {
	m := b.line
	if m.outer != nil || m.number == "" && (!m.second() || len(m.plies) == 0) {
		return false
	}
	d.plies = len(m.plies)
	b.doubts = append(b.doubts, d)
	return true
}

// isDoubtful says whether marks may be a move that cannot be read: question
// marks and # that stand apart.
func (b *builder) isDoubtful(at int, text string) bool {
	if strings.Trim(text, "?#") != "" {
		return false
	}
	end := at + len(text)
	apart := b.line.number != "" || at > b.end
	return apart && (end == len(b.g.Text) || skipSpace(b.g.Text, end) > end)
}

// isUnknown says whether the text in brackets says that a move is not known.
func isUnknown(inside string) bool {
	inside = strings.TrimFunc(inside, word.IsSpace)
	return inside != "" && strings.Trim(inside, "?.…"+dashes) == "" || word.Illegible(inside)
}

// unknown reads a text in place of a move that is not known. A row of dashes is reported once.
func (b *builder) unknown(at int, text string) {
	switch m := b.line; {
	case !isDashes(text):
		// In a variation nothing but the moves themselves shows how many there are.
		if m.outer != nil || !b.numbered && len(m.plies) > 0 && m.number == "" && word.Illegible(strings.Trim(text, "[]<>")) {
			b.unreadable(at, text, record.IllegibleMove, word.CannotBeRead)
		} else if !b.doubtful(doubt{at: at, end: at + len(text), strong: true, reported: true}) {
			b.stray(at, text)
		}
	case len(m.plies) > 0 && isDashes(m.plies[len(m.plies)-1].Word.Text):
		b.ply(&record.Word{Text: text}, at, len(text))
	default:
		b.unreadable(at, text, record.IllegibleMove, message.Of("pdn.dash"))
	}
}

// isDashes says whether a word is a dash for a move that is not known.
func isDashes(text string) bool { return text != "" && strings.Trim(text, dashes) == "" }

// pairBegins takes a number. One of the game's own line shows whether moves are missing before it.
func (b *builder) pairBegins(at int, text string) {
	if b.line.outer == nil {
		b.mayMiss(at, text)
	}
	b.lone()
	b.line.number, b.line.numberAt = text, at
}

// mayMiss works out whether moves are missing before a number of the game's own line.
func (b *builder) mayMiss(at int, text string) {
	b.numbered = true
	m, due := b.line, dueOf(text)
	if b.gap != nil && m.due != due|1 { // else the pair goes on
		b.settleGap(due == m.due)
	}
	lacks := 0
	switch begun := len(m.plies) > 0; {
	case due == m.due+1 && begun && (m.second() || m.setup == ""):
		lacks = 1
	case due == m.due&^1+2 && m.number != "" && b.waiting() == m.due>>1:
		lacks = 2
	}
	switch took := b.claim(lacks, false); {
	case lacks == 0:
		return
	case took == 0:
		if lacks == 1 {
			b.mayLack(at, text, due)
		}
		return
	case took < lacks:
		b.insert(len(m.plies), b.end, b.end, word.CannotBeRead)
	}
	m.number, m.gap, m.due = "", false, due
}

// waiting returns the number that waits for its move.
func (b *builder) waiting() int { return numberOf(b.line.number) }

// dueOf returns the due of a move by its number as it is written: 12... or 12… is a second's.
func dueOf(number string) int {
	due := 2 * numberOf(number)
	if strings.HasSuffix(number, "...") || strings.HasSuffix(number, "…") {
		due++
	}
	return due
}

// numberOf returns the number with which a text begins, a huge one for more than nine
// digits; 0 where there is none.
func numberOf(text string) int {
	n := 0
	for i := 0; i < len(text) && word.IsDigit(text[i]); i++ {
		n = min(10*n+int(text[i]-'0'), math.MaxInt32)
	}
	return n
}

// claim makes moves that cannot be read of as many doubts as moves are missing,
// and forgets the others; it returns how many there were.
func (b *builder) claim(lacks int, end bool) (took int) {
	for _, d := range b.doubts {
		switch {
		case took < lacks && (d.strong || !end):
			if d.mark {
				marks := &b.line.noteOf(d.plies + took - 1).Marks
				if i := slices.Index(*marks, b.g.Text[d.at:d.end]); i >= 0 {
					*marks = slices.Delete(*marks, i, i+1)
				}
			}
			b.insert(d.plies+took, d.at, d.end, word.CannotBeRead)
			took++
		case d.reported:
			b.stray(d.at, b.g.Text[d.at:d.end])
		}
	}
	b.doubts = b.doubts[:0]
	return took
}

// insert puts a move that cannot be read before the ply of the game's own line
// that has the given index.
func (b *builder) insert(index, at, end int, why message.Message) {
	m, text := b.line, b.g.Text[at:end]
	m.plies = slices.Insert(m.plies, index, record.Ply{Word: &record.Word{Text: text}, At: at, Len: end - at})
	for i := range b.g.Faults[b.stops:] {
		if f := &b.g.Faults[b.stops+i]; f.Ply > index && f.Variation == 0 {
			f.Ply++
		}
	}
	b.fault(&record.Fault{Code: record.IllegibleMove, Severity: record.Unreadable, Ply: index + 1, At: at, Len: end - at, Word: text, Message: why})
}

// mayLack takes a number that says that a move is missing before it, where the text has nothing. A
// game that goes on from a position gives its first number to one move where Black begins.
func (b *builder) mayLack(at int, text string, due int) {
	m := b.line
	if b.gapless || b.misnumbered || m.number != "" || len(m.plies) == 1 && b.fen() != "" {
		return
	}
	last := &m.plies[len(m.plies)-1]
	b.gap = &gap{at: last.At + last.Len, plies: len(m.plies), due: due, wrong: wrongNumber(at, text, m.due)}
	b.gap.why = message.Of("grammar.missing-before", "number", m.due>>1, "next", due>>1)
	if due&1 == 1 {
		b.gap.why = message.Of("grammar.missing-dots", "number", due>>1)
	}
	m.due = due
}

// settleGap ends what a number began that says that a move is missing before it,
// and says whether the next number agrees.
func (b *builder) settleGap(agrees bool) {
	g, m := b.gap, b.line
	if b.gap = nil; agrees {
		b.insert(g.plies, g.at, g.at, g.why)
		return
	}
	b.gapless = true
	if g.plies < len(m.plies) {
		m.noteOf(g.plies).Number = g.due >> 1
	}
	if g.plies > 1 || g.due&1 == 1 {
		b.misnumbered = true
		b.fault(&g.wrong)
	}
}

// settleRow decides, at the end of the game, what was a move that cannot be read.
func (b *builder) settleRow() {
	m := b.line
	if g := b.gap; g != nil {
		b.settleGap(g.due&1 == 0 && len(m.plies) >= g.plies+2)
	}
	lacks := 0
	switch {
	case m.second() && len(m.plies) > 0:
		lacks = 1
	case m.number != "":
		lacks = 2
	}
	if b.claim(lacks, true) > 0 {
		m.number, m.gap = "", false
	}
}
