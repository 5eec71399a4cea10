package jsonl

import (
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Writer writes judged games as JSON lines. It is not safe for concurrent use.
type Writer struct {
	Language message.Language // of messages

	words grammar.Words
}

// Append appends the line of a game.
//
// A variant that was not in the record but was given to replay.Judge is in the
// line, and so the record has it when it is read again. A game whose line would
// be longer than grammar.MaxJSON is written with its text alone and says so in
// a fault.
func (w *Writer) Append(dst []byte, r *replay.Report) []byte {
	start := len(dst)
	out := writer{dst: dst, language: w.Language}
	out.game(r, &w.words)
	if out.invalid {
		// Some text is not UTF-8: write it again with its bytes.
		out.escape = escapeFor(out.dst[start:])
		out.dst = out.dst[:start]
		out.game(r, &w.words)
	}
	if n := len(out.dst) - start; n > grammar.MaxJSON {
		return w.Append(out.dst[:start], textOnly(r, n))
	}
	return out.dst
}

// textOnly returns the report on a game of which nothing but the text is kept.
func textOnly(r *replay.Report, n int) *replay.Report {
	g := &record.Game{
		Source: r.Game.Source, Text: r.Game.Text[:min(len(r.Game.Text), grammar.MaxGame)],
		Format: r.Game.Format, Variant: r.Variant,
		Faults: []record.Fault{{
			Code: record.TooLarge, Severity: record.Unreadable,
			Message: message.Of("json.too-long", "n", n, "most", grammar.MaxJSON),
		}},
	}
	return &replay.Report{Game: g, Variant: r.Variant, Verdict: replay.Unreadable, Faults: g.Faults}
}

// AppendVerdict appends the line of "stolb check --format json" on a game: what
// Writer writes without the record and what else it adds; messages in the given
// language.
func AppendVerdict(dst []byte, r *replay.Report, l message.Language) []byte {
	out := writer{dst: append(dst, '{'), language: l}
	verdict(&coder{out: &out}, r)
	return append(out.dst, "}\n"...)
}

// verdict writes the members of the check's line. Their names and order are a
// contract with those who read it.
func verdict(c *coder, r *replay.Report) {
	g := r.Game
	file, white, black := g.Source.File, g.Tag("White"), g.Tag("Black")
	played, outcome, verdict := r.Variant.String(), g.Result.String(), r.Verdict.String()
	plies := len(r.Moves)
	required(c, "game", &g.Source.Number, place)
	required(c, "file", &file, text)
	required(c, "line", &g.Source.Line, place)
	required(c, "variant", &played, text)
	required(c, "white", &white, text)
	required(c, "black", &black, text)
	required(c, "result", &outcome, text)
	required(c, "verdict", &verdict, text)
	required(c, "plies", &plies, place)
	required(c, "moves", &r.Moves, texts)
	required(c, "final", &r.Final, position)
	required(c, "over", &r.Over, truth)
	if r.Score != nil {
		score := r.Score[:]
		list(c, "score", &score, place)
	}
	at := make([]int, len(r.Faults))
	for i := range r.Faults {
		at[i] = r.Faults[i].At
	}
	places := g.AppendPlaces(make([]record.Place, 0, len(at)), at...)
	required(c, "faults", &r.Faults, func(c *coder, faults *[]record.Fault) {
		array(c, faults, func(c *coder, f *record.Fault) { found(c, f, &places[0]); places = places[1:] })
	})
	list(c, "variations", &r.Variations, playedLine)
	if id, ok := r.ID(); ok {
		required(c, "id", &id, text)
	}
}

// found writes a fault with its place in the file.
func found(c *coder, f *record.Fault, at *record.Place) {
	said := f.Message.In(c.out.language)
	c.object(func() {
		required(c, "code", &f.Code, text)
		required(c, "ply", &f.Ply, place)
		optional(c, "variation", &f.Variation, place)
		required(c, "line", &at.Line, place)
		required(c, "column", &at.Column, place)
		required(c, "byte", &at.Byte, offset)
		required(c, "word", &f.Word, text)
		required(c, "message", &said, text)
		required(c, "suggestions", &f.Suggestions, texts)
		reason(c, f)
	})
}

// playedLine writes a variation as it was played.
func playedLine(c *coder, v *replay.Variation) {
	written := len(v.Line)
	c.object(func() {
		required(c, "of", &v.Of, place)
		required(c, "ply", &v.Ply, place)
		required(c, "written", &written, place)
		required(c, "legal", &v.Legal, truth)
		required(c, "moves", &v.Moves, texts)
		required(c, "final", &v.Final, position)
	})
}

// game writes a game's line.
func (w *writer) game(r *replay.Report, words *grammar.Words) {
	c := &coder{out: w, words: words, escape: &w.escape}
	w.dst = append(w.dst, '{')
	verdict(c, r)
	list(c, "claims", &r.Claims, claim)
	list(c, "legal", &r.Legal, text)
	optional(c, "more_legal", &r.MoreLegal, place)
	w.key("record")
	recorded(c, r.Game, r.Variant)
	w.dst = append(w.dst, "}\n"...)
}

func claim(c *coder, r *replay.Claim) {
	c.object(func() {
		required(c, "kind", &r.Kind, text)
		required(c, "paragraph", &r.Paragraph, text)
		required(c, "ply", &r.Ply, place)
	})
}
