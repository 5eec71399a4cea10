package sheet

import (
	"strings"

	"github.com/stolb/stolb/record"
)

// Reading is what the roles of the characters of a game's text are.
type Reading struct {
	text  string // as it is read, without markup
	steps []path // none where the game is plain
}

// readAs fills in a game whose text has been read so.
func (r *Reader) readAs(g *record.Game, reading *Reading) {
	b := &r.build
	b.reset(g, r)
	b.read = reading.text
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
	text := b.read[p.at:p.end]
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
		if inside, ok := a.head.value("Result"); ok {
			p = inside
		}
		b.result(p, a.head.result)
	case roleKey, roleNames, rolePosition, roleTurn:
		b.endProse(false)
		if r := a.head.result; r.Text != "" && len(b.entries) > 0 {
			r.Text = text
			b.result(p, r)
			break
		}
		if b.run = b.run || a.role == roleNames; (a.head.tag == "White" || a.head.tag == "Black") && !a.head.pair {
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
		b.spoilt(p)
	default:
		b.missing(p)
	}
	if b.doubted != nil && len(b.entries) > n {
		b.entries[n].Word, b.entries[n].slip = nil, noMove
		b.doubted = nil
	}
}
