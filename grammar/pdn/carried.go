package pdn

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
)

// carriedText is the text of a game that another format carries.
type Carried struct {
	Text   string
	At     int
	Format string // as Format.String has it
}

// carriedInPDN returns the text that PDN carries in g, which b has read; nil where there
// is none.
func carriedInPDN(g *record.Game, b *builder) *Carried {
	rest := g.After[slices.Index(g.After, b.said)+1:]
	if len(rest) == 0 || strings.TrimSpace(rest[0]) == "" {
		return nil
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
	_, said, _ := strings.Cut(b.said, ": ")
	format, _, _ := strings.Cut(said, " ")
	return &Carried{text, at, format}
}
