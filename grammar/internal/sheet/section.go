package sheet

import (
	"cmp"
	"slices"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/record"
)

// Section returns the section of a bulletin that the text is in, and the section of the text after
// it; before is the section so far. A section begins with paragraphs without players, moves or
// results, before a game's players or number. A line in them, or in a paragraph after the moves,
// that may be the title of a section but does not clearly name a variant ends the previous section.
// A different tournament or round among a game's own headers ends that of the section.
func (r *Reading) Section(before cut.Section) (here, next cut.Section) {
	next = before
	var (
		said          record.Variant // named in the paragraph
		head          headline       // of the paragraph
		sure, maybe   bool           // a header or title names the variant; a line may be a title
		own, filled   bool           // the paragraph belongs to a game; the line is not empty
		named         bool           // a header in a paragraph before the game names the variant
		begun, played bool           // the game has begun; a move was made
	)
	paragraph := func() {
		switch {
		case own || begun && !played:
		case sure && !begun:
			next.Variant, named = said, true
		case sure || maybe && !named:
			next.Variant = record.UnknownVariant
		}
		head.heads(&next, own || begun)
		said, head, sure, maybe, own = record.UnknownVariant, headline{}, false, false, false
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
			maybe = maybe || a.end-a.at <= maxTitle && position.MentionsOther(r.text[a.at:a.end], before.Variant)
		case roleKey:
			head.add(a.head, r.text)
			switch tag := a.head.tag; {
			case tag == "Variant" || a.head.variant != record.UnknownVariant:
				if tag == "Variant" || !sure {
					said, sure = a.head.variant, true
				}
				// A title, unlike a header, may be a section's even if players follow at once.
				parts := a.head.parts
				maybe = maybe || len(parts) > 0 && parts[0].at == int(a.at) && a.head.variant != before.Variant
			case tag == "Event":
				maybe = maybe || position.MentionsOther(r.text[a.at:a.end], before.Variant)
			case headTags[tag]&(hasWhite|hasBlack|hasResult) != 0 || tag == "FEN":
				own = true
			}
		case roleLabel:
			own = own || !begun && !sure && a.cost == 0 // "Партия 1"
		case roleNames, rolePosition, roleTurn, roleResult:
			own = true
		case rolePly, roleUnread, roleMissing:
			own = true
			if !begun && named {
				next.Variant = record.UnknownVariant // tags, then moves: it may apply to this game alone
			}
			played = true
		}
		filled = true
		if own && !begun {
			if maybe {
				next.Variant = record.UnknownVariant
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

// headline holds the values of Event, Site, Date and Round in a paragraph.
type headline [4]string

// add adds the values of headers.
func (l *headline) add(h *headArc, text string) {
	for _, p := range h.parts {
		tag, value := p.tag, text[p.at:p.end]
		if tag == tagFact {
			tag, value = factTag(value)
		}
		if i := slices.Index(cut.SectionTags[:len(l)], tag); i >= 0 {
			l[i] = value
		}
	}
}

// heads applies a paragraph's values to a section. If game is set, the values belong to a game
// alone, and only end those of the section.
func (l headline) heads(s *cut.Section, game bool) {
	const event, site, date, round, day = 0, 1, 2, 3, 4
	switch {
	case game && l[event] != "":
		s.Head = [len(s.Head)]string{}
	case game && l[round] != "":
		s.Head[round], s.Head[day] = "", ""
	case game:
	case l[event] != "" || l[site] != "" && s.Head[event] != "":
		s.Head = [len(s.Head)]string{cmp.Or(l[event], s.Head[event])}
		copy(s.Head[site:], l[site:])
		if d, _ := record.ParseDate(l[date]); l[round] != "" && d.Day > 0 {
			s.Head[date], s.Head[day] = "", l[date]
		}
	case l[round] != "":
		s.Head[round], s.Head[day] = l[round], l[date]
	case s.Head[round] != "":
		s.Head[day] = cmp.Or(l[date], s.Head[day])
	case s.Head[event] != "":
		s.Head[date] = cmp.Or(l[date], s.Head[date])
	}
}
