package pdn

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// doubt is a text that may be in the place of a move: ??? [нрзб] ... It is an unreadable move if
// the numbers show that a move is missing, otherwise a mark or a remark.
type doubt struct {
	at, end  int
	plies    int  // number of plies before it
	strong   bool // also a move at the end of a game, if one is due
	mark     bool // already a mark of the move before it
	reported bool // reported as stray unless it is a move
}

// gap is a place where a move is missing, judging by the number after it. Numbers may be wrong: the
// next number must confirm this one.
type gap struct {
	at, plies int
	why       message.Message
	due       int          // of the number; it is a second move's if the first is missing
	wrong     record.Fault // reported if the number is wrong
}

// doubtful records a possible unreadable move: one after a number, or where the second move of a
// pair is due. It reports whether it did.
func (b *builder) doubtful(d doubt) bool {
	m := b.line
	if m.outer != nil || m.number == "" && (!m.second() || len(m.plies) == 0) {
		return false
	}
	d.plies = len(m.plies)
	b.doubts = append(b.doubts, d)
	return true
}

// isDoubtful reports whether marks may be an unreadable move: question marks or # set apart by
// spaces.
func (b *builder) isDoubtful(at int, text string) bool {
	if strings.Trim(text, "?#") != "" {
		return false
	}
	end := at + len(text)
	apart := b.line.number != "" || at > b.end
	return apart && (end == len(b.g.Text) || skipSpace(b.g.Text, end) > end)
}

// isUnknown reports whether the text in brackets means an unknown move.
func isUnknown(inside string) bool {
	inside = strings.TrimFunc(inside, word.IsSpace)
	return inside != "" && strings.Trim(inside, "?.…"+dashes) == "" || word.Illegible(inside)
}

// unknown reads the text for an unknown move. Consecutive dashes are reported once.
func (b *builder) unknown(at int, text string) {
	switch m := b.line; {
	case !isDashes(text):
		// In a variation, only the moves themselves show how many there are.
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

// isDashes reports whether a word is a dash for an unknown move.
func isDashes(text string) bool { return text != "" && strings.Trim(text, dashes) == "" }

// pairBegins handles a move number. In the main line it may show that moves are missing before it.
func (b *builder) pairBegins(at int, text string) {
	if b.line.outer == nil {
		b.mayMiss(at, text)
	}
	b.lone()
	b.line.number, b.line.numberAt = text, at
}

// mayMiss determines whether moves are missing before a number of the main line.
func (b *builder) mayMiss(at int, text string) {
	b.numbered = true
	m, due := b.line, dueOf(text)
	if b.gap != nil && m.due != due|1 { // otherwise the pair continues
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

// waiting returns the number that still lacks its move.
func (b *builder) waiting() int { return numberOf(b.line.number) }

// dueOf returns the value of moves.due for a number as written: 12... and 12… mean a second move.
func dueOf(number string) int {
	due := 2 * numberOf(number)
	if strings.HasSuffix(number, "...") || strings.HasSuffix(number, "…") {
		due++
	}
	return due
}

// numberOf returns the number at the beginning of a text, or 0 if absent; math.MaxInt32 is the
// maximum.
func numberOf(text string) int {
	n, _ := strconv.Atoi(text[:leading(text, digits)]) // the greatest int if it is out of range
	return min(n, math.MaxInt32)
}

// claim turns as many doubts into unreadable moves as moves are missing, and drops the others. It
// returns how many it turned.
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

// insert inserts an unreadable move into the main line before the ply with the given index.
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

// mayLack opens a gap before a number that shows a missing move for which there is no text. A game
// from a position gives its first number to a single move if Black begins.
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

// settleGap closes the gap: it inserts the missing move if the next number agrees, and otherwise
// reports the number as wrong.
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

// settleRow decides at the end of the game which doubts were unreadable moves.
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
