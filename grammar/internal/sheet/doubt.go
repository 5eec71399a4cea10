package sheet

import (
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// A reading is the cheapest of a text, and steps of it may be dear all the same. What is
// as dear as maxSilent is told, and where it may be that a ply beside it was played or was
// not, that cannot be read.

// doubt tells of a step that is dear, before it is taken.
func (b *builder) doubt(a *path) {
	last := b.lastEntry()
	dear := a.isDoubtful()
	beside := last != nil && (!b.ended || a.due)
	if last != nil && dear {
		switch {
		case a.role != roleText || a.said == 0 || a.due:
		case last.line == b.line:
			last.Word, last.slip = nil, noMove // which of the two nobody knows
		default:
			b.doubted = a
		}
		b.noMeaning(a)
	}
	if last == nil && dear && a.role == roleText && a.said > 0 {
		b.above = a
	}
	switch {
	case a.said > 0 && float64(a.surprise)-float64(a.extra) >= maxSilent && (a.role == roleText && (a.due || last == nil) || a.role == roleProse && !a.again) &&
		(beside || last == nil && len(b.heads) > 0 || last == nil && b.g.Tag("White") != ""),
		a.role == roleText && beside && dear && word.Illegible(b.textOf(a)):
		b.doubted = a
	case a.role == roleBracket && a.slight && a.due:
		b.struck = a
	case b.struck != nil && a.role == roleNumber:
		b.stands(b.struck) // the game goes on, and nothing was put in its place
		b.struck = nil
	case a.isPly():
		b.struck = nil
	case a.role == roleNumber && b.doubted != nil && b.doubted.due && int(a.n) == b.lastNumber()+1 && len(b.entries)%2 == 1:
		b.stands(b.doubted)
		b.doubted = nil
	}
	if a.glued {
		b.noMeaning(a)
	}
	if a.clock > 1 && last != nil && last.line == b.line {
		b.clock, b.clocks = a, b.clocks+1
	}
	if b.odd == nil && last == nil && b.g.Result.Text == "" && b.g.Tag("White") != "" && a.mayBePly() {
		b.odd = a
	}
}

// settleDoubts makes plies of what may be one where the game has ended.
func (b *builder) settleDoubts() {
	if a := b.doubted; a != nil && len(b.entries) > 0 {
		if a.due {
			b.stands(a)
		}
		last := b.lastEntry()
		last.Word, last.slip = nil, noMove
	}
	if b.above != nil && b.g.Tag("White") == "" && len(b.heads) == 0 {
		b.noMeaning(b.above) // without a head it is no title: it may be another game's
	}
	if b.clocks == 1 && b.clock.surprise < maxSilent {
		b.noMeaning(b.clock) // a time alone may be a move
	}
	if b.odd != nil && len(b.entries) == 0 && b.g.Result.Text != "" {
		b.stands(b.odd)
	}
}

// stands makes a ply that cannot be read of a step that stands where one is due.
func (b *builder) stands(a *path) {
	b.add(entry{Ply: record.Ply{At: int(a.at), Len: int(a.end - a.at)}, slip: noMove})
	b.lastEntry().layout = a.layout
}

// noMeaning tells of a step that has no meaning.
func (b *builder) noMeaning(a *path) {
	if b.strays++; b.strays <= maxTold {
		text := b.textOf(a)
		severity := record.Repaired
		if a.role == roleKey || a.role == roleNumber || a.role == roleProse && a.said == 0 || a.role == roleText && a.said == 0 && !a.hurt {
			severity = record.Remark
		}
		b.fault(record.Syntax, severity, place{int(a.at), int(a.end)}, message.Of("grammar.no-meaning", "text", text))
	}
}

func (b *builder) textOf(a *path) string { return b.g.Text[a.at:a.end] }

// mayBePly says whether something between names and a result may be all that is left of
// plies.
func (a *path) mayBePly() bool {
	return a.role == roleText && (a.hurt || a.said > 0) || a.role == roleRule && a.cost > 0
}

// isDoubtful says whether a step is so dear that it is told.
func (a *path) isDoubtful() bool {
	if a.role == roleProse && float64(a.extra) >= cost.NamesAsText {
		return true // names, or a header
	}
	if float64(a.surprise)-float64(a.extra) < maxSilent {
		return false
	}
	switch a.role {
	case roleText:
		return a.cost >= 1.2 || float64(a.surprise) >= 3.5
	case roleProse:
		return a.said > 0
	case roleBracket:
		return a.clock > 1
	case roleNumber, roleStray, roleMark, roleKey: // of names that are others name tells
		return true
	}
	return false
}
