package pdn

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Carried is the text of a game that another format carries.
type Carried struct {
	Text   string
	At     int
	Format string // as cut.Format.String has it
}

// carried is the comment with which a game is carried over, and what follows it.
type carried struct {
	said   string   // the comment without its fingerprint, "" for none
	saidAt int      // where the token before it ends
	plies  int      // how many moves stand before it
	texts  []string // the comments behind it, of which the first begins the text
	textAt int
}

// Judged are the tags on which a verdict rests as it does on the moves: the
// fingerprint of a game that is carried over is of them, in their order, and
// of the moves.
var Judged = []string{"GameType", "Variant", "FEN"}

// carries takes a comment with which the game is carried over: it has the
// verdict of the tag Verdict, the format of the text behind it and a line of
// that, and the fingerprint of what stands before it.
func (b *builder) carries(text string) bool {
	verdict, stopped := cut.VerdictOf(text)
	if !stopped || b.said != "" || b.g.Tag("Verdict") != cut.VerdictTag(verdict) {
		return false
	}
	var judged []string
	for _, t := range b.g.Tags {
		if slices.Contains(Judged, t.Name) {
			judged = append(judged, t.Value)
		}
	}
	said, signed := cut.Signed(text, append(judged, words(b.line.plies)...))
	if _, ok := cut.CarriedFormat(text); !signed || !ok {
		return false
	}
	b.carried = carried{said: said, saidAt: b.end, plies: len(b.line.plies)}
	b.g.After = append(b.g.After, text)
	return true
}

// carry says of a game that is carried over what was wrong with it. Where the
// tag Verdict is of other moves, it is taken out.
func (b *builder) carry() {
	g := b.g
	g.After = append(g.After, b.texts...)
	if b.said != "" && b.plies == len(g.Plies) {
		// Its moves are all legal, for they end before the one that is not.
		f := cut.CarriedFault(b.said, b.saidAt, len(g.Plies))
		b.fault(&f)
		return
	}
	b.said = ""
	for i, t := range g.Tags {
		stopped := t.Value == cut.VerdictTag(record.Illegal) || t.Value == cut.VerdictTag(record.Unreadable)
		if stopped && t.Name == "Verdict" {
			g.Tags = slices.Delete(g.Tags, i, i+1)
			b.remark(t.At, t.Value, message.Of("pdn.other-moves"))
			return
		}
	}
}

// carriedGame returns the text that the game carries; nil where there is none.
func (b *builder) carriedGame() *Carried {
	if b.said == "" || len(b.texts) == 0 || strings.TrimSpace(b.texts[0]) == "" {
		return nil
	}
	text := b.texts[0]
	if strings.HasPrefix(text, "%") {
		// Lines with a sign before each, for the text has a "}".
		var lines strings.Builder
		for _, line := range b.texts {
			line, ok := strings.CutPrefix(line, "%")
			if !ok {
				break
			}
			lines.WriteString(strings.TrimPrefix(line, " ") + "\n")
		}
		text = lines.String()
	}
	format, _ := cut.CarriedFormat(b.said)
	return &Carried{text, b.textAt, format}
}
