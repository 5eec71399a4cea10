package sheet

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Reading is what the roles of the characters of a game's text are.
type Reading struct {
	text  string // as it is read, without markup
	steps []path
}

// readAs fills in a game whose text has been read so.
func (r *Reader) readAs(g *record.Game, reading *Reading) {
	b := &r.build
	r.lex.text = reading.text
	b.reset(g, r)
	for i := range reading.steps {
		b.take(&reading.steps[i])
	}
	b.newline()
	b.finish()
	dropVerdict(g)
	record.SortFaults(g.Faults)
}

// take takes the next step of a reading.
func (b *builder) take(a *path) {
	p := place{int(a.at), int(a.end)}
	text := b.lex.text[p.at:p.end]
	b.layout = a.layout
	b.doubt(a)
	switch a.role {
	case roleNewline:
		b.newline()
	case rolePly, roleUnread, roleMissing:
		b.ply(a, p)
	case roleNumber:
		b.moveNumber(p, int(a.n))
	case roleDots:
		b.number.dots, b.number.apart = true, p.at > int(b.number.end)
	case roleMark:
		b.mark(p, text)
	case roleBracket:
		b.comment(p, text)
	case roleText, roleProse, roleOthers, roleLabel:
		b.text(p)
	case roleCorrection:
		b.endProse(false)
		n := skipSpaces(text, max(correction(text, false), arrowAt(text)))
		b.corrected(b.lastEntry(), trimSpace(text[:n]), text[n:])
	case roleResult:
		b.result(p, a.head.result)
	case roleKey, roleNames, rolePosition, roleTurn:
		b.endProse(false)
		if r := a.head.result; r.Text != "" && b.hasMoves() {
			r.Text = text
			b.result(p, r)
			break
		}
		if b.run = b.run || a.role == roleNames; a.head.tag == "White" || a.head.tag == "Black" {
			b.columnHead(a.head.tag)
		}
		for _, part := range a.head.parts {
			if p := (place{int(part.at), int(part.end)}); a.head.pair {
				b.tagPair(part.tag, p)
			} else {
				b.head(part.tag, p)
			}
		}
		b.endProse(false)
	case roleCell:
		b.cell, b.cells = min(b.cell+1, 100), true
	case roleSign:
		b.sign(p)
	case roleStray:
		b.stray(p)
	}
}

// ply takes a ply, one that cannot be read or one of which nothing stands.
func (b *builder) ply(a *path, p place) {
	if b.ended {
		b.goOn()
	}
	n := len(b.entries)
	switch a.role {
	case rolePly:
		text := b.textOf(a)
		if text[0] == '(' {
			b.reply(p, text, a.word)
			break
		}
		if b.move(p, a.word); strings.IndexByte(text, '(') > 0 {
			b.within(b.lastEntry(), text)
		}
	case roleUnread:
		b.spoilt(p, false)
	default:
		b.missing(p, false)
	}
	if b.doubted != nil && len(b.entries) > n {
		b.entries[n].Word, b.entries[n].slip = nil, noMove
		b.doubted = nil
	}
}

// Splitter finds the games of a text of sheets. It is not safe for concurrent use.
type Splitter struct {
	decoder *Decoder
	asked   record.Variant
	queue   []split
}

type split struct {
	n       int
	reading *Reading
}

// NewSplitter returns a Splitter. asked is what is played where a text does not say it.
func NewSplitter(words *word.Table, board Board, asked record.Variant) *Splitter {
	return &Splitter{decoder: NewDecoder(words, board), asked: asked}
}

// Next returns how many bytes the first game of a text has, and its reading.
func (s *Splitter) Next(text string) (n int, reading any) {
	if len(s.queue) == 0 {
		s.queue = s.decoder.split(s.queue, text, s.asked)
	}
	next := s.queue[0]
	s.queue = s.queue[1:]
	return next.n, next.reading
}

// split appends the games of a text.
func (d *Decoder) split(games []split, text string, asked record.Variant) []split {
	plain := unmarked(text)
	from, steps := 0, d.search.read(plain, asked)
	add := func(to int, part []path) {
		r := &Reading{text: plain[from:to], steps: part}
		for i := range part {
			s := &part[i]
			s.at, s.end = s.at-int32(from), s.end-int32(from)
			if s.head != nil {
				h := *s.head
				h.parts = slices.Clone(h.parts)
				for i := range h.parts {
					h.parts[i].at, h.parts[i].end = h.parts[i].at-int32(from), h.parts[i].end-int32(from)
				}
				s.head = &h
			}
		}
		games = append(games, split{min(to, len(text)) - from, r})
		from = to
	}
	begin, any := 0, false
	for i := range steps {
		s := &steps[i]
		switch {
		case s.role == roleGame && i > 0 && any && saysAny(steps[i+1:]):
			add(int(s.at), steps[begin:i])
			begin, any = i, false
		case s.isPly() || s.role == roleResult || s.role == roleNames || s.role == rolePosition || s.role == roleKey && (s.head.tag == "White" || s.head.tag == "FEN"):
			any = true
		}
	}
	add(len(plain), steps[begin:])
	return games
}

// saysAny says whether a game begins of which anything is known.
func saysAny(steps []path) bool {
	for i := range steps {
		switch s := &steps[i]; {
		case s.role == roleGame:
			return false
		case s.isPly() || s.role == roleResult || s.role == roleNames || s.role == rolePosition || s.role == roleKey && (s.head.tag == "White" || s.head.tag == "FEN"):
			return true
		}
	}
	return false
}

// noRules is a Board for which no variant has rules.
type noRules struct{}

func (noRules) Start(record.Variant) (int32, bool)     { return 0, false }
func (noRules) Set([]record.Position) (int32, bool)    { return 0, false }
func (noRules) Play(int32, *record.Word) (int32, bool) { return 0, false }
func (noRules) Forget()                                {}

var _ = message.Of
