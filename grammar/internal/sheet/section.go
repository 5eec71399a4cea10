package sheet

import (
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Section returns what is played in the section of a bulletin in which the text is, and in
// that of the text after it, where before is what is played so far. A section begins with
// paragraphs without players, moves or results, before a game's players or number. A line in
// them, or in a paragraph after the moves, that may be the title of a section and names no
// variant for sure ends the section before.
func (r *Reading) Section(before record.Variant) (here, next record.Variant) {
	next = before
	var (
		said          record.Variant // in the paragraph
		sure, maybe   bool           // a header or title says so, or a line may be a title
		own, filled   bool           // the paragraph has something of a game, the line anything
		named         bool           // a header has said it in a paragraph before the game
		begun, played bool           // the game has, and a move was made
	)
	paragraph := func() {
		switch {
		case own || begun && !played:
		case sure && !begun:
			next, named = said, true
		case sure || maybe && !named:
			next = record.UnknownVariant
		}
		said, sure, maybe, own = record.UnknownVariant, false, false, false
	}
	for i := range r.steps {
		a := &r.steps[i]
		switch a.role {
		case roleGame, roleCell:
			continue
		case roleNewline:
			if !filled {
				paragraph()
			}
			filled = false
			continue
		case roleProse:
			maybe = maybe || a.end-a.at <= maxTitle && word.MentionsOther(r.text[a.at:a.end], before)
		case roleKey:
			switch tag := a.head.tag; {
			case tag == "Variant" || a.head.variant != record.UnknownVariant:
				if tag == "Variant" || !sure {
					said, sure = a.head.variant, true
				}
				// A title, not a header, may be that of a section though players follow at once.
				parts := a.head.parts
				maybe = maybe || len(parts) > 0 && parts[0].at == int(a.at) && a.head.variant != before
			case tag == "Event":
				maybe = maybe || word.MentionsOther(r.text[a.at:a.end], before)
			case headTags[tag]&(hasWhite|hasBlack|hasResult) != 0 || tag == "FEN":
				own = true
			}
		case roleLabel:
			own = own || !begun && !sure && a.cost == 0 // "Партия 1"
		case roleNames, rolePosition, roleTurn, roleResult:
			own = true
		case roleNumber, rolePly, roleUnread, roleMissing:
			own = true
			if !begun && named {
				next = record.UnknownVariant // tags and moves: it may be said of this game alone
			}
			played = true
		}
		filled = true
		if own && !begun {
			if maybe {
				next = record.UnknownVariant
			}
			begun, here = true, next
		}
	}
	paragraph()
	if !begun {
		here = next
	}
	return here, next
}
