package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Written is one thing that stands in a move's place as it is written: a word,
// a mark for what could not be read, or nothing, in a cell of a table that is
// empty. It is what a damaged record is restored from, so that here, other than
// in a record.Ply, nothing is understood, and in doubt a thing is one.
type Written struct {
	Text    string // as written; "" for an empty cell
	At, Len int    // in bytes of the text
	Number  int    // the move number before it, 0 for none or for one whose move is the other side's
	Column  Column
	Row     int // the line of the text, from 0
}

// Column is the column in which a thing is written.
type Column uint8

// The columns. In running text, and in a table without signs between its cells,
// nothing but the number tells whose move it is.
const (
	AnyColumn Column = iota
	FirstColumn
	SecondColumn
)

// maxWritten is the most things that are told of a sheet, well above what one
// may have to be restored.
const maxWritten = 1 << 14

// Movetext is what a game's text has of its moves, as it is written.
type Movetext struct {
	Written []Written // in the order of the text
	// Apart says that each side's moves stand apart: all of the one column and
	// then all of the other.
	Apart  bool
	Headed bool // the columns have heads: the first is White's
	// Final is the position that stands behind the moves, "" where there is
	// none, and FinalAt its byte in the text.
	Final   string
	FinalAt int
}

// MovetextOf returns the moves of a game as they are written in it.
func MovetextOf(g *record.Game) (m Movetext) {
	for i := range g.Plies {
		p := &g.Plies[i]
		m.Written = append(m.Written, Written{Text: p.Word.Text, At: p.At, Len: p.Len})
	}
	return m
}

// Written returns what stands in the places of moves in the text of a game.
// Movetext of PDN is read in the same way.
func (r *Reader) Written(text string) (m Movetext) {
	w := writing{text: text, things: r.things[:0], first: record.White}
	l := r.lex
	l.reset(text)
	for {
		t := l.next()
		if t.kind == lexer.EOF || len(w.things) == maxWritten {
			break
		}
		w.token(l, t)
	}
	w.endSegment(true)
	for n := len(w.things); n > 0 && w.things[n-1].result; n-- {
		w.things = w.things[:n-1]
	}
	if w.last == 0 && w.lines == 0 && w.onLine == 0 {
		w.things = w.things[:0] // prose alone
	}
	if at, from := finalLine(text); from > 0 && len(w.things) > 0 && w.things[0].At < at {
		for n := len(w.things); n > 0 && w.things[n-1].At >= at; n-- {
			w.things = w.things[:n-1]
		}
		w.final = place{from, from + beforeBlank(text[from:word.LineEnd(text, from)])}
	}
	r.things = w.things
	m.Written, m.Apart = w.laidOut()
	m.Headed = len(w.heads) > 0
	if w.final.end > 0 {
		m.Final, m.FinalAt = text[w.final.at:w.final.end], w.final.at
	}
	return m
}

// thing is a Written while it is not known what the layout is.
type thing struct {
	Written
	cell   int8
	sure   bool // it cannot be a remark
	result bool // it is one if nothing follows
}

// writing collects what is written of a game.
type writing struct {
	text    string
	things  []thing
	segment int // where it begins, in things: from a number to the next, or a line
	line    int
	cell    int8
	number  int // before the next thing
	dots    bool
	open    bool // a mark stands at the last thing, and what stands at that belongs to it
	last    int  // the last number
	again   bool // it has stood before
	over    bool
	first   record.Colour // of the column that stands first
	heads   []int         // how many things there were at the head of a column
	wide    int           // lines with two things or more
	lines   int           // lines with any
	onLine  int           // things of this line
	final   place         // a position behind things
}

// token takes the next token.
func (w *writing) token(l *lineLexer, t token) {
	if w.over && t.kind != tokenPosition {
		return
	}
	text := w.text[t.at:t.end]
	switch t.kind {
	case tokenNewline:
		w.endLine()
	case tokenCell:
		w.cell = min(w.cell+1, 100)
	case tokenNumber:
		digits, end := numberAt(text)
		if digits > 2 && digits == end && l.number != w.last+1 {
			w.add(t.at, t.end, true) // 2113, a move without its sign
			break
		}
		w.numbered(l.number)
	case tokenDots:
		w.dotted(t)
	case tokenWord, tokenSpoilt:
		if i := strings.LastIndexByte(text, ' '); i > 0 && strings.HasPrefix(w.text[t.end:], ".") {
			if digits, end := numberAt(text[i+1:]); digits > 0 && end == len(text)-i-1 && numberValue(text[i+1:]) == w.last+1 {
				w.add(t.at, t.at+beforeBlank(text[:i]), true) // 46. 7-11 2- 47. 19-16
				w.numbered(w.last + 1)
				break
			}
		}
		w.add(t.at, t.end, true)
	case tokenMark:
		w.mark(t, text)
	case tokenDoubtful:
		if digits, end := numberAt(text); digits > 0 && end == len(text) && end > digits && numberValue(text[:digits]) == w.last+1 {
			w.numbered(w.last + 1) // 43. 1215
			break
		}
		w.add(t.at, t.end, false)
	case tokenMore:
		w.more(t)
	case tokenResult:
		w.result(t, text)
	case tokenComment:
		w.comment(t, text)
	case tokenText:
		w.prose(t)
	case tokenPosition:
		if len(w.things) > 0 {
			w.final = place{t.at, t.end}
		}
	case tokenKey:
		tag, _ := matchKey(text)
		if tag == "White" || tag == "Black" {
			if len(w.things) == 0 && len(w.heads) == 0 && tag == "Black" {
				w.first = record.Black
			}
			w.heads = append(w.heads, len(w.things))
		}
	}
}

// numbered takes a move number.
func (w *writing) numbered(n int) {
	w.endSegment(false)
	w.again = n == w.last
	w.number, w.dots, w.last = n, false, n
	if w.onLine == 0 {
		w.cell = 0 // the columns are counted from the number on
	}
}

// add adds what stands from byte at to end.
func (w *writing) add(at, end int, sure bool) {
	if end <= at || len(w.things) >= maxWritten {
		return
	}
	if n := len(w.things) - 1; n >= w.segment && (w.open || w.text[at] == '?') && w.things[n].At+w.things[n].Len == at {
		last := &w.things[n] // c7:?3
		last.Text, last.Len, last.sure = w.text[last.At:end], end-last.At, true
		return
	}
	w.open = false
	t := thing{Written: Written{Text: w.text[at:end], At: at, Len: end - at, Number: w.number, Row: w.line}, cell: w.cell, sure: sure}
	if w.dots {
		t.Number = 0
	}
	w.number, w.dots = 0, false
	if sure {
		w.onLine++
	}
	w.things = append(w.things, t)
}

// dotted takes dots or a dash behind a number. They say that the move of the
// side that begins stands elsewhere, as behind a remark, where the number comes
// again or where they stand at it; else they stand for a move.
func (w *writing) dotted(t token) {
	if r, _ := utf8.DecodeRuneInString(w.text[t.at:]); w.again || t.at > 0 && w.text[t.at-1] != ' ' && w.text[t.at-1] != '\t' && !word.IsDash(r) {
		w.dots = true
		return
	}
	w.add(t.at, t.end, true)
}

// mark takes marks. A ? at something that ends like no move, or within it,
// stands for what could not be read.
func (w *writing) mark(t token, text string) {
	n := len(w.things) - 1
	if n < w.segment || text[0] != '?' || w.things[n].At+w.things[n].Len != t.at {
		return
	}
	last := &w.things[n]
	if end, _ := utf8.DecodeLastRuneInString(last.Text); !unicode.IsDigit(end) {
		last.Text, last.Len = w.text[last.At:t.end], t.end-last.At
		w.open = true
	} else if t.end < len(w.text) && isPlaceOrSign(w.text[t.end:]) {
		last.Text, last.Len = w.text[last.At:t.end], t.end-last.At
		w.open = true
	}
}

func isPlaceOrSign(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return isPlace(r) || isSign(r)
}

// more takes what of a word stands behind a remark inside it.
func (w *writing) more(t token) {
	if n := len(w.things) - 1; n >= w.segment {
		last := &w.things[n]
		last.Text += word.WithoutSpace(w.text[t.at:t.end])
		last.Len = t.end - last.At
		return
	}
	w.add(t.at, t.end, true)
}

// result takes a result. One in figures is perhaps a move that is hurt, 1-0 for
// 10-14, if moves follow it; behind one in words no moves are this game's.
func (w *writing) result(t token, text string) {
	if strings.IndexFunc(text, word.IsLetter) >= 0 || len(text) > maxDamaged {
		w.over = len(w.things) > 0
		return
	}
	if n := len(w.things); n < maxWritten {
		w.add(t.at, t.end, false)
		w.things[n].result = true
	}
}

// comment takes what stands in brackets, or a time. A move in brackets that
// stands at another is the reply to it (Ukrainian rules VI.7.4.2); a time where
// a move is missing may be one that is hurt, 0:13.
func (w *writing) comment(t token, text string) {
	switch {
	case strings.IndexByte("({[", text[0]) < 0:
		w.add(t.at, t.end, false)
	case text[0] == '(' && t.at > 0 && len(w.things) > 0:
		before, _ := utf8.DecodeLastRuneInString(w.text[:t.at])
		inner := text[1 : len(text)-1]
		if last := &w.things[len(w.things)-1]; last.At+last.Len == t.at && !word.IsSpace(before) && wordAt(inner) == len(inner) && isShape(inner) {
			w.add(t.at+1, t.end-1, true)
		}
	}
}

// prose takes words of a line that are no moves to the lexer. One with a digit
// and what else moves have is a move that is hurt; others may be, where one is
// missing. Of a line that is prose to its end, too, where it begins with the
// number that is due or where little else stands in it.
func (w *writing) prose(t token) {
	moves, others := 0, 0
	numbered := false
	eachField(w.text, t.at, t.end, func(at, end int) {
		text := w.text[at:end]
		if digits, stop := numberAt(text); stop > digits && numberValue(text[:digits]) == w.last+1 {
			numbered = numbered || moves+others == 0
		} else if isHurt(text) {
			moves++
		} else if utf8.RuneCountInString(text) > 2 {
			others++
		}
	})
	line := numbered || moves > 0 && moves >= others
	eachField(w.text, t.at, t.end, func(at, end int) {
		text := w.text[at:end]
		if digits, stop := numberAt(text); line && stop > digits && numberValue(text[:digits]) == w.last+1 {
			w.numbered(w.last + 1)
			at += stop
			text = w.text[at:end]
		}
		text = strings.TrimRight(text, ".,;!")
		if text == "" || len(text) > maxDamaged {
			return
		}
		w.add(at, at+len(text), line && isHurt(text))
	})
}

// eachField calls visit with each part of the text from byte at to end that has
// no space in it.
func eachField(text string, at, end int, visit func(at, end int)) {
	for at < end {
		at = word.SkipBlank(text[:end], at)
		n := strings.IndexFunc(text[at:end], func(r rune) bool { return word.IsSpace(r) || r == '\t' || r == '|' })
		if n < 0 {
			n = end - at
		}
		if n == 0 {
			at++
			continue
		}
		visit(at, at+n)
		at += n
	}
}

// isHurt says whether a word that is no move to the lexer may well be one that
// is hurt: it has a digit beside a sign or a letter, and not many letters that
// no square has.
func isHurt(text string) bool {
	text = strings.TrimRight(text, ".,;!")
	digits, places, signs, others := 0, 0, 0, 0
	for _, r := range text {
		_, _, file := word.FileOf(r)
		switch {
		case r >= '0' && r <= '9':
			digits++
		case isSign(r):
			signs++
		case file:
			places++
		case unicode.IsLetter(r):
			others++
		}
	}
	return len(text) <= maxDamaged && digits > 0 && (signs > 0 || places > 0) && others <= 3
}

func (w *writing) endLine() {
	w.endSegment(false)
	if w.onLine > 0 {
		w.lines++
		if w.onLine > 1 {
			w.wide++
		}
	} else if w.number > 0 && w.number == w.last {
		// A number with nothing behind it: a row that is all blank.
		w.things = append(w.things, thing{Written: Written{At: len(w.text), Number: w.number, Row: w.line}, cell: -1})
		w.segment = len(w.things)
	}
	w.line++
	w.cell, w.onLine, w.number, w.dots = 0, 0, 0, false
}

// endSegment decides of what may be a move that is hurt, or else a mark, a time
// or a remark: it is one where a move is missing of the two that a number has,
// or that a line has without one. What could be the result and is followed by
// moves is a move.
func (w *writing) endSegment(last bool) {
	part := w.things[w.segment:]
	sure, need := 0, 2
	for i := range part {
		if part[i].sure {
			sure++
		}
	}
	if w.lines > 4 && 4*w.wide < w.lines {
		need = 1 // a column
	}
	if len(part) > 0 && part[0].Number == 0 && sure == 0 && w.last > 0 && w.onLine == 0 {
		need = 0 // a line of remarks between rows
	}
	lastSure := -1
	for i := range part {
		if part[i].sure {
			lastSure = i
		}
	}
	if sure < need {
		part = w.divided(part, need-sure)
	}
	number := 0 // of what is left out
	kept := w.things[:w.segment]
	for i := range part {
		t := part[i]
		prose := !t.sure && isWordOfProse(t.Text)
		switch {
		case t.sure:
		case sure >= need, last && i > lastSure && prose && t.Number == 0:
			if t.Number > 0 {
				number = t.Number
			}
			continue
		case prose && i > 0 && !part[i-1].sure && len(kept) > w.segment && !kept[len(kept)-1].sure:
			continue // of several words of prose one
		default:
			sure++
		}
		if number > 0 && t.Number == 0 {
			t.Number = number
		}
		number = 0
		kept = append(kept, t)
	}
	w.things = kept
	w.segment = len(kept)
}

// isWordOfProse says whether something has letters that are no files', or many,
// and no digit.
func isWordOfProse(text string) bool {
	letters, files := 0, 0
	for _, r := range text {
		if unicode.IsDigit(r) {
			return false
		}
		if _, _, file := word.FileOf(r); file && r < 'i' {
			files++
		}
		if word.IsLetter(r) {
			letters++
		}
	}
	return letters > 0 && !word.Illegible(text) && (files < letters || letters > 3)
}

// divided divides words of a segment that lacks so many: what the signs join,
// "b:d6 :e5" or "13: 4:10", may be two words.
func (w *writing) divided(part []thing, lacking int) []thing {
	for i := range part {
		at := strings.IndexByte(part[i].Text, ' ')
		if at < 0 || !part[i].sure {
			continue
		}
		rest := strings.TrimLeft(part[i].Text[at:], " ")
		last, _ := utf8.DecodeLastRuneInString(part[i].Text[:at])
		switch next, _ := utf8.DecodeRuneInString(rest); {
		case isSign(next) && isShape(part[i].Text[:at]) && !isLonePlace(part[i].Text[:at]): // b:d6 :e5
		case isSign(last) && isShape(rest) && strings.IndexFunc(rest, isSign) > 0: // 13: 4:10
		default:
			continue
		}
		all := append([]thing{}, part[:i+1]...)
		second := all[i]
		all[i].Text, all[i].Len = all[i].Text[:at], at
		second.At, second.Text, second.Len, second.Number = second.At+second.Len-len(rest), rest, len(rest), 0
		all = append(append(all, second), part[i+1:]...)
		if lacking--; lacking == 0 {
			return all
		}
		return w.divided(all, lacking)
	}
	return part
}
