package grammar

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
)

// A game that is illegal or unreadable is carried over into another format as
// it stands: its legal moves as far as they go, then a comment that begins with
// the verdict and a colon, then the text. Here such games are found again, so
// that no verdict gets lost between formats.

// carriedOver begins the message of the fault that a game has which was
// carried over without what was wrong with it.
const carriedOver = "carried over as "

// verdictOf returns the severity that a comment names with which a game is
// carried over; false where it is another comment.
func verdictOf(comment string) (record.Severity, bool) {
	verdict, _, _ := strings.Cut(comment, ": ")
	switch verdict {
	case "illegal":
		return record.Illegal, true
	case "unreadable":
		return record.Unreadable, true
	}
	return record.Remark, false
}

// carriedFault returns the fault of a game that was carried over with the given
// comment, which stands at byte at, behind so many plies that are legal.
func carriedFault(said string, at, plies int) record.Fault {
	f := record.Fault{Code: record.IllegalMove, Ply: plies + 1, At: at, Len: len(said), Message: carriedOver + said}
	if f.Severity, _ = verdictOf(said); f.Severity == record.Unreadable {
		f.Code = record.UnreadableWord
	}
	return f
}

// carriedInPDN makes g, which b has read, the game whose text PDN carries, and
// says whether there is one. Within such a text there is none.
func (p *Parser) carriedInPDN(g *record.Game, b *pdnBuilder) bool {
	rest := g.After[slices.Index(g.After, b.said)+1:]
	if p.carried || len(rest) == 0 || strings.TrimSpace(rest[0]) == "" {
		return false
	}
	text, sign := rest[0], "{"
	if strings.HasPrefix(text, "%") {
		// Lines with a sign before each, for the text has a "}".
		var lines strings.Builder
		for _, line := range rest {
			line, ok := strings.CutPrefix(line, "%")
			if !ok {
				break
			}
			lines.WriteString(strings.TrimPrefix(line, " ") + "\n")
		}
		text, sign = lines.String(), ""
	}
	at := b.saidAt + strings.Index(g.Text[b.saidAt:], sign+rest[0]) + len(sign)
	place := g.Place(at)
	inner := Chunk{Text: text, Source: record.Source{
		File: g.Source.File, Number: g.Source.Number, Line: place.Line, Offset: place.Byte, Width: g.Source.Width,
	}}
	_, said, _ := strings.Cut(b.said, ": ")
	for _, f := range [...]Format{FormatPDN, FormatJSON} {
		if strings.HasPrefix(said, f.String()+" ") {
			inner.Format = f
		}
	}
	variant, asked := g.Variant, p.Variant
	if variant != record.UnknownVariant {
		p.Variant = variant
	}
	p.carried = true
	p.ParseInto(inner, g)
	p.carried, p.Variant = false, asked
	if g.Variant == record.UnknownVariant {
		g.Variant = variant
	}
	return true
}

// carriedInSheet adds the fault of a game that a sheet carries without what was
// wrong with it.
func carriedInSheet(g *record.Game) {
	// Behind the result, else behind the last word of the text, which in columns
	// may be the move before the last.
	lists := [][]string{g.After}
	for _, p := range g.Plies[max(0, len(g.Plies)-2):] {
		if p.Note != nil {
			lists = append(lists, p.Note.Comments)
		}
	}
	if len(g.Plies) == 0 {
		lists = append(lists, g.Before)
	}
	for _, list := range lists {
		for _, c := range list {
			said, ok := strings.CutPrefix(c, carriedOver)
			if _, stopped := verdictOf(said); ok && stopped {
				at := max(strings.LastIndex(g.Text, c), 0) + len(carriedOver)
				g.Faults = append(g.Faults, carriedFault(said, at, len(g.Plies)))
				return
			}
		}
	}
}
