package pdn

import (
	"slices"
	"strings"
	"unicode"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// ending is a result as written, in a tag or after the moves.
type ending struct {
	text string
	at   int
}

// isFinal reports whether a result says how the game ended.
func isFinal(r record.Result) bool {
	return r.Outcome != record.NoResult && r.Outcome != record.Unfinished
}

// conclude determines the result from the tag and the end of the movetext. last means that no game
// follows in the file.
func (b *builder) conclude(last bool) {
	b.g.Result = b.outcome(last)
	r := &b.g.Result
	if !isFinal(*r) {
		return
	}
	ended := strings.ToLower(b.g.Tag("Termination"))
	if manner, known := terminations[ended]; known {
		r.Manner = manner
	}
	if ended != "unplayed" {
		return
	}
	switch r.Outcome {
	case record.WhiteWins:
		r.White, r.Black = 1, 0
	case record.BlackWins:
		r.White, r.Black = 0, 1
	}
	r.Outcome = record.Unplayed
}

// terminations are the manners by the values of PDN's tag Termination.
var terminations = map[string]record.Manner{
	"resigned": record.Resigned, "time forfeit": record.OnTime, "agreed": record.Agreed,
	"forfeit": record.Forfeit, "unplayed": record.Forfeit,
}

// outcome returns the result and reports contradictions; the tag prevails over the movetext.
func (b *builder) outcome(last bool) record.Result {
	g := b.g
	tag, said := ending{}, record.Result{}
	if i := slices.IndexFunc(g.Tags, func(t record.Tag) bool { return t.Is("Result") }); i >= 0 {
		tag = ending{strings.TrimFunc(g.Tags[i].Value, word.IsSpace), g.Tags[i].At}
		said = b.resultOf(tag)
		for _, t := range g.Tags[i+1:] {
			if t.Is("Result") && t.Value != tag.text {
				b.say(record.ResultMismatch, t.At, t.Value, message.Of("sheet.second-result", "result", t.Value, "first", tag.text))
			}
		}
	}
	if b.result.text == "" || b.result.text == "*" {
		b.points()
	}
	if b.result.text == "" {
		if !last && (len(g.Plies) > 0 || b.begun) {
			b.remark(b.end, "", message.Of("pdn.no-result"))
		}
		return said
	}
	ended := b.resultOf(b.result)
	_, usual := result.Usual(b.result.text)
	if !usual && b.result.text != "*" && !isInWords(b.result.text) && g.Tag("ResultFormat") == "" && g.Variant.Straight() != record.Adiukh {
		b.remark(b.result.at, b.result.text, message.Of("pdn.unusual-result"))
	}
	if !isFinal(said) && (isFinal(ended) || said.Outcome == record.NoResult) {
		return ended
	}
	same := ended.Outcome == said.Outcome && (ended.Outcome != record.Points || ended.White == said.White && ended.Black == said.Black)
	if isFinal(ended) && !same {
		b.say(record.ResultMismatch, b.result.at, b.result.text, message.Of("pdn.result-mismatch", "result", b.result.text, "tag", tag.text))
	}
	return said
}

// points takes the last word as the result if it is that of the tag Result, or is numeric and the
// moves are not: Adiukh's 10-14.
func (b *builder) points() {
	g := b.g
	n := len(g.Plies) - 1
	if n < 1 {
		return
	}
	last, w, first := g.Plies[n], g.Plies[n].Word, g.Plies[0].Word
	score := func(text string) string { return strings.Replace(word.WithoutSpace(text), ":", "-", 1) }
	if score(w.Text) != score(g.Tag("Result")) && (b.result.text != "" || len(w.Steps) != 2 || w.Steps[0].Number == 0 ||
		last.Note != nil || w.Separator != record.Quiet || len(first.Steps) == 0 || first.Steps[0].Number != 0) {
		return
	}
	if last.Note != nil {
		g.After = append(last.Note.Comments, g.After...)
	}
	b.result = ending{w.Text, last.At}
	g.Plies = g.Plies[:n]
	g.Faults = slices.DeleteFunc(g.Faults, func(f record.Fault) bool { return f.Ply > n && f.Variation == 0 })
}

// resultOf returns the meaning of a result. The first number belongs to the side that begins: in
// checkers, where Black does, 1-0 is a win for Black (PDN 2.0, 6.1.1.1.1.5; PDN 3.0 does not say,
// and its game files do so). A letter for a digit is a repair.
func (b *builder) resultOf(end ending) record.Result {
	if usual, ok := result.Usual(end.text); ok && end.text != usual {
		for _, r := range end.text {
			_, code, digit := word.DigitOf(r)
			if word.IsDash(r) && r != '-' {
				code, digit = record.DashKind, true
			}
			if digit && code != "" {
				b.repair(code, end.at, end.text, usual, message.Of("pdn.read-as-result", "result", usual))
				break
			}
		}
		if strings.ContainsAny(end.text, ":.,") {
			b.remark(end.at, end.text, message.Of("pdn.result-form", "result", usual))
		}
	}
	r := result.OfTag(end.text)
	if _, _, known := result.Find(end.text); r.Outcome == record.NoResult && known || isInWords(end.text) {
		return b.inWords(end)
	}
	if r.Outcome == record.NoResult && strings.Trim(end.text, "?-") != "" {
		b.noResult(end)
	}
	r.Text, r.At = end.text, end.at
	if b.reading.Begins == record.Black {
		return r.Swapped()
	}
	return r
}

// noResult reports a result without meaning and keeps it as a comment.
func (b *builder) noResult(end ending) {
	b.remark(end.at, end.text, message.Of("grammar.no-meaning", "text", end.text))
	b.g.After = append(b.g.After, end.text)
}

// isInWords reports whether a result is in words: "Черные сдались".
func isInWords(text string) bool {
	_, usual := result.Usual(text)
	return !usual && strings.ContainsFunc(text, unicode.IsLetter) && !strings.ContainsAny(text, digits)
}

// inWords returns the meaning of a result in words, which names the side that won.
func (b *builder) inWords(end ending) record.Result {
	said, rest, ok := result.Find(end.text)
	if !ok {
		b.noResult(end)
		return said
	}
	if rest != "" {
		b.g.After = append(b.g.After, rest)
	}
	usual := said
	if b.reading.Begins == record.Black {
		usual = said.Swapped()
	}
	usual.Text = ""
	said.Text, said.At = usual.String(), end.at
	b.remark(end.at, end.text, message.Of("pdn.result-form", "result", said.Text))
	return said
}
