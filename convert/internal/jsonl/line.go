// Package jsonl reads and writes games as JSON Lines, one object per game and line, with all data
// of a record.
//
// An object has two layers. Its top-level names are those of "stolb check --format json": the game
// and the results of judging it. The name "record" holds the game as recorded, so that ParseInto
// restores exactly the game that Append was given. schema.json is the JSON Schema of both.
//
// Read line.go first, the types of an object, whose tags are its names; then values.go, the
// encoding of values; then Append and ParseInto.
package jsonl

import (
	"slices"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// line is the line of a game when written. Up to ID it is that of "stolb check", whose names and
// order must not change, for other programs rely on them.
type line struct {
	Game       int         `json:"game"`
	File       string      `json:"file"`
	Line       int         `json:"line"`
	Variant    string      `json:"variant"`
	White      string      `json:"white"`
	Black      string      `json:"black"`
	Result     string      `json:"result"`
	Verdict    string      `json:"verdict"`
	Plies      int         `json:"plies"`
	Moves      []string    `json:"moves"`
	Final      string      `json:"final"`
	Over       bool        `json:"over"`
	Score      *[2]int     `json:"score,omitzero"`
	Faults     []found     `json:"faults"`
	Variations []variation `json:"variations,omitempty"`
	ID         string      `json:"id,omitzero"`

	Claims    []replay.Claim `json:"claims,omitempty"`
	Legal     []string       `json:"legal,omitempty"`
	MoreLegal int            `json:"more_legal,omitzero"`
	Record    *recorded      `json:"record,omitzero"`
}

// found is a fault of a judged game, with its place in the file.
type found struct {
	Code        record.Code     `json:"code"`
	Ply         int             `json:"ply"`
	Variation   int             `json:"variation,omitzero"`
	Line        int             `json:"line"`
	Column      int             `json:"column"`
	Byte        int64           `json:"byte"`
	Word        string          `json:"word"`
	Message     message.Message `json:"message"`
	Suggestions []string        `json:"suggestions"`
	Reason      record.Code     `json:"reason,omitzero"`
	Squares     []string        `json:"squares,omitempty"`
	Paragraph   string          `json:"paragraph,omitzero"`
}

// variation is a variation as replayed.
type variation struct {
	Of      int      `json:"of"`
	Ply     int      `json:"ply"`
	Written int      `json:"written"`
	Legal   bool     `json:"legal"`
	Moves   []string `json:"moves"`
	Final   string   `json:"final"`
}

// recorded is a game as recorded.
type recorded struct {
	Escape       mark             `json:"escape,omitzero"` // see the schema
	Format       string           `json:"format,omitzero"`
	Layout       string           `json:"layout,omitzero"`
	Offset       int64            `json:"offset,omitzero"`
	Column       int              `json:"column,omitzero"`
	Encoding     encoding         `json:"encoding,omitzero"`
	Shows        []record.Variant `json:"shows,omitempty"`
	Tags         []record.Tag     `json:"tags,omitempty"`
	Start        value            `json:"start,omitzero"`
	StartVariant record.Variant   `json:"start_variant,omitzero"`
	Before       []string         `json:"before,omitempty"`
	Moves        []record.Ply     `json:"moves,omitempty"`
	Aside        *record.Ply      `json:"aside,omitzero"`
	After        []string         `json:"after,omitempty"`
	Result       record.Result    `json:"result,omitzero"`
	Faults       []record.Fault   `json:"faults,omitempty"`
	Text         string           `json:"text,omitzero"`
}

// mark is an index of escapes: whether text of the object is not UTF-8.
type mark int

const withBytes mark = 1

// ply is a move of a record. Its reading and length are omitted if they follow from the word's text.
type ply struct {
	Word    string   `json:"word"`
	Reading *reading `json:"reading,omitzero"`
	At      int      `json:"at,omitzero"`
	Length  *int     `json:"length,omitzero"`
	*record.Notes
}

// reading is the parsed form of a word.
type reading struct {
	Steps      []record.Step    `json:"steps"`
	Separator  record.Separator `json:"separator"`
	Promotions []promotion      `json:"promotions,omitempty"`
	Repairs    []record.Repair  `json:"repairs,omitempty"`
}

// promotion is the index of a step that is followed by a promotion mark.
type promotion int

// verdictOf returns the line of a judged game, without its record.
func verdictOf(r *replay.Report) *line {
	g := r.Game
	l := &line{
		Game: g.Source.Number, File: g.Source.File, Line: g.Source.Line,
		Variant: r.Variant.String(), White: g.Tag("White"), Black: g.Tag("Black"),
		Result: g.Result.String(), Verdict: r.Verdict.String(),
		Plies: len(r.Moves), Moves: r.Moves, Final: fen(&r.Final), Over: r.Over, Score: r.Score,
		Faults: make([]found, len(r.Faults)), Variations: make([]variation, len(r.Variations)),
	}
	for i, place := range r.Places() {
		f := &r.Faults[i]
		l.Faults[i] = found{
			f.Code, f.Ply, f.Variation, place.Line, place.Column, place.Byte,
			f.Word, f.Message, f.Suggestions, f.Reason, f.Squares, f.Paragraph,
		}
	}
	for i := range r.Variations {
		v := &r.Variations[i]
		l.Variations[i] = variation{v.Of, v.Ply, len(v.Line), v.Legal, v.Moves, fen(&v.Final)}
	}
	l.ID, _ = r.ID()
	return l
}

// fen returns a position's FEN, or "" if the variant is unknown.
func fen(p *record.Position) string {
	if p.Variant == record.UnknownVariant {
		return ""
	}
	return p.FEN()
}

// recordOf returns the record of a game that was judged under a variant.
func recordOf(g *record.Game, played record.Variant) *recorded {
	r := &recorded{
		Format: g.Format, Layout: g.Layout, Offset: g.Source.Offset, Column: g.Source.Column,
		Encoding: encodingOf(g.Source.Width), Shows: g.Shows, Tags: g.Tags, Before: g.Before,
		Moves: g.Plies, Aside: g.Aside, After: g.After, Result: g.Result, Faults: g.Faults, Text: g.Text,
	}
	if g.Start != nil {
		r.Start.written = `"` + fen(g.Start) + `"`
		if g.Start.Variant != played {
			r.StartVariant = g.Start.Variant
		}
	}
	return r
}

// plies is the codec of moves.
var plies = codec{
	json.MarshalToFunc(func(e *jsontext.Encoder, p record.Ply) error {
		to := ply{Word: p.Word.Text, At: p.At, Notes: p.Note}
		if p.Len != len(to.Word) {
			to.Length = &p.Len
		}
		if w := p.Word; !same(w, wordOf(w.Text)) {
			to.Reading = &reading{Steps: w.Steps, Separator: w.Separator, Repairs: w.Repairs}
			for i := range grammar.MaxSteps {
				if w.Promotion>>i&1 > 0 {
					to.Reading.Promotions = append(to.Reading.Promotions, promotion(i))
				}
			}
		}
		return json.MarshalEncode(e, &to)
	}),
	json.UnmarshalFromFunc(func(d *jsontext.Decoder, p *record.Ply) error {
		if d.StackDepth() > depthOfMoves+3*maxDepth {
			return message.Of("json.too-deep", "most", maxDepth)
		}
		var from ply
		if err := json.UnmarshalDecode(d, &from); err != nil {
			return err
		}
		*p = record.Ply{Word: wordOf(from.Word), At: from.At, Len: len(from.Word), Note: from.Notes}
		if from.Length != nil {
			p.Len = *from.Length
		}
		if r := from.Reading; r != nil {
			if len(r.Steps) > grammar.MaxSteps {
				return message.Of("json.too-many-squares", "most", grammar.MaxSteps)
			}
			p.Word = &record.Word{Text: from.Word, Steps: r.Steps, Separator: r.Separator, Repairs: r.Repairs}
			for _, i := range r.Promotions {
				p.Word.Promotion |= 1 << i
			}
		}
		return nil
	}),
}

// maxDepth is the maximum nesting depth of variations; grammar allows a hundred. Each is an object in
// two arrays; the game's own moves are depthOfMoves deep.
const (
	maxDepth     = 300
	depthOfMoves = 3
)

// words are tables of words, which parse each distinct word once.
var words = sync.Pool{New: func() any { return new(grammar.Words) }}

// wordOf parses a text as a move. If it is not one, the word has no steps. The word must not be
// modified.
func wordOf(text string) *record.Word {
	table := words.Get().(*grammar.Words)
	defer words.Put(table)
	w, err := table.Parse(text)
	if err != nil {
		w = &record.Word{Text: text}
	}
	return w
}

// same reports whether two words have the same reading.
func same(a, b *record.Word) bool {
	return a == b || a.Separator == b.Separator && a.Promotion == b.Promotion &&
		slices.Equal(a.Steps, b.Steps) && slices.Equal(a.Repairs, b.Repairs)
}
