package sheet

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// lastEntry is what marks and comments belong to; nil where there is nothing.
func (b *builder) lastEntry() *entry {
	if len(b.entries) == 0 {
		return nil
	}
	return &b.entries[len(b.entries)-1]
}

func (e *entry) note() *record.Notes {
	if e.Note == nil {
		e.Note = new(record.Notes)
	}
	return e.Note
}

// mark takes marks: !?, +-, $5, and the = of an offered draw.
func (b *builder) mark(p place, text string) {
	e := b.lastEntry()
	if b.number.end > 0 || e == nil { // "5. ! b6-c5"
		if b.number.end > 0 && !b.number.dots {
			b.timed = p
		}
		b.remark(text)
		return
	}
	e.mark(text)
}

func (e *entry) mark(text string) {
	if rest, ok := strings.CutPrefix(text, "$"); ok {
		if n, err := strconv.Atoi(rest); err == nil {
			note := e.note()
			note.NAGs = append(note.NAGs, n)
		}
		return
	}
	// CutMarks takes what may stand behind a word, a few marks at once.
	for text != "" {
		n := 0
		for n < len(text) {
			k := word.MarkAt(text[n:])
			if k == 0 || n+k > word.MaxMarksLen {
				break
			}
			n += k
		}
		note := e.note()
		if len(note.Marks) >= maxMarks {
			return // the game's text has them
		}
		if n == 0 && text == "*" {
			note.Marks = append(note.Marks, text)
			return
		}
		if n == 0 { // of a footnote
			annotate(note, text)
			return
		}
		_, marks, draw := word.CutMarks(text[:n])
		note.Marks = append(note.Marks, marks...)
		note.DrawOffer = note.DrawOffer || draw
		text = text[n:]
	}
}

// maxMarks is about how many marks are kept of a move.
const maxMarks = 64

// comment takes text in brackets, or a time.
func (b *builder) comment(p place, text string) {
	b.endProse(false)
	inner := text
	if strings.IndexByte("({[", text[0]) >= 0 {
		if isRemark(text) {
			b.remark(trimSpace(text[len(remarkOpen) : len(text)-len(remarkClose)]))
			return
		}
		inner = trimSpace(text[1 : len(text)-1])
		if b.correctedIn(inner) {
			return
		}
	} else if b.number.end > 0 && !b.number.dots {
		b.timed = p
	}
	if b.ended {
		if r, ok := result.Parse(inner); ok {
			r.At = p.at
			b.setResult(r) // "(просрочили время)"
		}
	}
	if inner != text {
		b.aside(p, inner)
	}
	b.remark(inner)
}

// reply takes a move in brackets with what stands behind it.
func (b *builder) reply(p place, text string, w *record.Word) {
	said, branches, _ := replyIn(trimSpace(text[1 : len(text)-1]))
	said, marks, _ := word.CutMarks(said)
	b.add(entry{Ply: record.Ply{Word: w, At: p.at + strings.Index(text, said), Len: len(said)}})
	if len(marks) > 0 {
		b.lastEntry().note().Marks = marks
	}
	if branches != "" {
		b.lastEntry().note().Comments = []string{branches}
	}
}

// replyIn divides what stands in brackets into a move and capitals, which name branches.
func replyIn(inside string) (said, branches string, ok bool) {
	said = inside
	if i := strings.IndexFunc(inside, word.IsSpace); i > 0 {
		said, branches = inside[:i], trimSpace(inside[i:])
		if utf8.RuneCountInString(branches) > 4 || branches != strings.ToUpper(branches) || strings.ContainsAny(branches, "0123456789") {
			return "", "", false
		}
	}
	move, _, _ := word.CutMarks(said)
	return said, branches, isShape(move)
}

// within takes the remarks that stand in a move's word.
func (b *builder) within(e *entry, text string) {
	_, inside := spacedMove(text)
	for i, p := range inside {
		before := without(text[:p.at], inside[:i])
		step := 0
		if w, err := b.words.Parse(before); err == nil {
			step = len(w.Steps) - 1
		}
		note := e.note()
		note.Inside = append(note.Inside, record.Inside{Step: step, Text: trimSpace(text[p.at+1 : p.end-1])})
	}
}

// remark attaches a comment to where it stands.
func (b *builder) remark(text string) {
	if text == "" {
		return
	}
	e := b.lastEntry()
	switch {
	case b.ended:
		b.g.After = append(b.g.After, text)
	case b.number.end > 0 && e != nil:
		b.before = append(b.before, text)
	case e == nil:
		b.g.Before = append(b.g.Before, text)
	default:
		annotate(e.note(), text)
	}
}

// text takes words that are no moves: "диагр.9". What stands in a line between words is
// a part of what they say, and so are signs before and behind them.
func (b *builder) text(p place) {
	if b.prose.end > 0 && strings.IndexFunc(b.g.Text[b.prose.end:max(p.at, b.prose.end)], unicode.IsLetter) >= 0 {
		b.endProse(false)
	}
	if b.prose.end == 0 {
		b.prose, b.proseCell = p, b.cell
		if o := b.opening; o.end > 0 && o.at < p.at && trimSpace(b.g.Text[o.end:p.at]) == "" {
			b.prose.at = o.at
		}
	}
	b.prose.end = p.end
}

// sign takes a sign that has no meaning by itself: it may belong to words.
func (b *builder) sign(p place) {
	switch {
	case b.prose.end == p.at && p.at > 0:
		b.prose.end = p.end
	case b.opening.end == p.at && p.at > 0:
		b.opening.end = p.end
	case p.at == 0 || word.IsSpace(rune(b.g.Text[p.at-1])) || word.IsEnd(b.g.Text[p.at-1]):
		b.opening = p
	}
}

// endProse attaches the text that has ended; a move follows it in its line or
// not.
func (b *builder) endProse(move bool) {
	if b.prose.end == 0 {
		return
	}
	p := b.prose
	b.prose = place{}
	text := b.g.Text[p.at:p.end]
	if isFormRow(text) {
		return
	}
	b.gap(p, text)
	if len(b.entries) == 0 && b.gone.end == 0 && word.Illegible(text) {
		b.gone = p
	}
	if e := b.lastEntry(); e != nil {
		if b.hints == nil {
			b.hints = make(map[int]place)
		}
		if _, ok := b.hints[e.At]; !ok {
			b.hints[e.At] = p
		}
	}
	b.remark(text)
}
