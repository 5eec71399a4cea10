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
	w := writer{dst: append(dst, '{'), language: l}
	w.verdict(r)
	return append(w.dst, "}\n"...)
}

// verdict writes the members of the check's line. Their names and order are a
// contract with those who read it.
func (w *writer) verdict(r *replay.Report) {
	g := r.Game
	w.key("game").int(int64(g.Source.Number))
	w.key("file").string(g.Source.File)
	w.key("line").int(int64(g.Source.Line))
	w.key("variant").string(r.Variant.String())
	w.key("white").string(g.Tag("White"))
	w.key("black").string(g.Tag("Black"))
	w.key("result").string(g.Result.String())
	w.key("verdict").string(r.Verdict.String())
	w.key("plies").int(int64(len(r.Moves)))
	w.key("moves").strings(r.Moves)
	w.key("final").fen(&r.Final)
	w.key("over").bool(r.Over)
	if r.Score != nil {
		w.key("score").open('[')
		w.int(int64(r.Score[0]))
		w.int(int64(r.Score[1]))
		w.close(']')
	}
	w.key("faults").open('[')
	w.found(g, r.Faults)
	w.close(']')
	if len(r.Variations) > 0 {
		w.key("variations").open('[')
		for i := range r.Variations {
			v := &r.Variations[i]
			w.open('{')
			w.key("of").int(int64(v.Of))
			w.key("ply").int(int64(v.Ply))
			w.key("written").int(int64(len(v.Line)))
			w.key("legal").bool(v.Legal)
			w.key("moves").strings(v.Moves)
			w.key("final").fen(&v.Final)
			w.close('}')
		}
		w.close(']')
	}
	if id, ok := r.ID(); ok {
		w.key("id").string(id)
	}
}

// found writes what judging found, with its places in the file.
func (w *writer) found(g *record.Game, faults []record.Fault) {
	if len(faults) == 0 {
		return
	}
	at := make([]int, len(faults))
	for i := range faults {
		at[i] = faults[i].At
	}
	for i, place := range g.AppendPlaces(make([]record.Place, 0, len(at)), at...) {
		f := &faults[i]
		w.open('{')
		w.key("code").string(string(f.Code))
		w.key("ply").int(int64(f.Ply))
		if f.Variation != 0 {
			w.key("variation").int(int64(f.Variation))
		}
		w.key("line").int(int64(place.Line))
		w.key("column").int(int64(place.Column))
		w.key("byte").int(place.Byte)
		w.key("word").string(f.Word)
		w.key("message").string(f.Message.In(w.language))
		w.key("suggestions").strings(f.Suggestions)
		reason(&coder{out: w}, f)
		w.close('}')
	}
}

// game writes a game's line.
func (w *writer) game(r *replay.Report, words *grammar.Words) {
	c := &coder{out: w, words: words, escape: &w.escape}
	w.dst = append(w.dst, '{')
	w.verdict(r)
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
