package jsonl

import (
	"fmt"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// The line as encoding/json would write it.
type (
	lineJSON struct {
		Game    int         `json:"game"`
		File    string      `json:"file"`
		Line    int         `json:"line"`
		Variant string      `json:"variant"`
		White   string      `json:"white"`
		Black   string      `json:"black"`
		Result  string      `json:"result"`
		Verdict string      `json:"verdict"`
		Plies   int         `json:"plies"`
		Moves   []string    `json:"moves"`
		Final   string      `json:"final"`
		Over    bool        `json:"over"`
		Score   *[2]int     `json:"score,omitempty"`
		Faults  []foundJSON `json:"faults"`
		Lines   []lineOfIt  `json:"variations,omitempty"`
		ID      string      `json:"id,omitempty"`
		Claims  []claimJSON `json:"claims,omitempty"`
		Legal   []string    `json:"legal,omitempty"`
		More    int         `json:"more_legal,omitempty"`
		Record  *recordJSON `json:"record,omitempty"`
	}
	foundJSON struct {
		Code        string   `json:"code"`
		Ply         int      `json:"ply"`
		Variation   int      `json:"variation,omitempty"`
		Line        int      `json:"line"`
		Column      int      `json:"column"`
		Byte        int64    `json:"byte"`
		Word        string   `json:"word"`
		Message     string   `json:"message"`
		Suggestions []string `json:"suggestions"`
		Reason      string   `json:"reason,omitempty"`
		Squares     []string `json:"squares,omitempty"`
		Paragraph   string   `json:"paragraph,omitempty"`
	}
	lineOfIt struct {
		Of      int      `json:"of"`
		Ply     int      `json:"ply"`
		Written int      `json:"written"`
		Legal   bool     `json:"legal"`
		Moves   []string `json:"moves"`
		Final   string   `json:"final"`
	}
	claimJSON struct {
		Kind      string `json:"kind"`
		Paragraph string `json:"paragraph"`
		Ply       int    `json:"ply"`
	}
	recordJSON struct {
		Escape       string      `json:"escape,omitempty"`
		Format       string      `json:"format,omitempty"`
		Layout       string      `json:"layout,omitempty"`
		Offset       int64       `json:"offset,omitempty"`
		Column       int         `json:"column,omitempty"`
		Encoding     string      `json:"encoding,omitempty"`
		Shows        []string    `json:"shows,omitempty"`
		Tags         []tagJSON   `json:"tags,omitempty"`
		Start        string      `json:"start,omitempty"`
		StartVariant string      `json:"start_variant,omitempty"`
		Before       []string    `json:"before,omitempty"`
		Moves        []plyJSON   `json:"moves,omitempty"`
		Aside        *plyJSON    `json:"aside,omitempty"`
		After        []string    `json:"after,omitempty"`
		Result       *resultJSON `json:"result,omitempty"`
		Faults       []faultJSON `json:"faults,omitempty"`
		Text         string      `json:"text,omitempty"`
	}
	tagJSON struct {
		Name  string `json:"name"`
		Value string `json:"value"`
		At    int    `json:"at,omitempty"`
	}
	resultJSON struct {
		Outcome string  `json:"outcome,omitempty"`
		Manner  string  `json:"manner,omitempty"`
		White   float64 `json:"white,omitempty"`
		Black   float64 `json:"black,omitempty"`
		Text    string  `json:"text,omitempty"`
		At      int     `json:"at,omitempty"`
	}
	faultJSON struct {
		Code        string   `json:"code"`
		Severity    string   `json:"severity"`
		Ply         int      `json:"ply,omitempty"`
		Variation   int      `json:"variation,omitempty"`
		At          int      `json:"at,omitempty"`
		Length      int      `json:"length,omitempty"`
		Word        string   `json:"word,omitempty"`
		Message     string   `json:"message,omitempty"`
		Suggestions []string `json:"suggestions,omitempty"`
		Reason      string   `json:"reason,omitempty"`
		Squares     []string `json:"squares,omitempty"`
		Paragraph   string   `json:"paragraph,omitempty"`
	}
	plyJSON struct {
		Word       string       `json:"word"`
		Reading    *readingJSON `json:"reading,omitempty"`
		At         int          `json:"at,omitempty"`
		Length     *int         `json:"length,omitempty"`
		Number     int          `json:"number,omitempty"`
		Behind     int          `json:"behind,omitempty"`
		Marks      []string     `json:"marks,omitempty"`
		NAGs       []int        `json:"nags,omitempty"`
		DrawOffer  bool         `json:"draw_offer,omitempty"`
		Before     []string     `json:"before,omitempty"`
		Comments   []string     `json:"comments,omitempty"`
		Inside     []insideJSON `json:"inside,omitempty"`
		Clock      string       `json:"clock,omitempty"`
		Commands   []string     `json:"commands,omitempty"`
		Diagram    bool         `json:"diagram,omitempty"`
		Setup      string       `json:"setup,omitempty"`
		Variations [][]plyJSON  `json:"variations,omitempty"`
	}
	readingJSON struct {
		Steps      []any        `json:"steps"`
		Separator  string       `json:"separator"`
		Promotions []int        `json:"promotions,omitempty"`
		Repairs    []repairJSON `json:"repairs,omitempty"`
	}
	repairJSON struct {
		Code string `json:"code"`
		From string `json:"from,omitempty"`
		To   string `json:"to,omitempty"`
	}
	insideJSON struct {
		Step int    `json:"step"`
		Text string `json:"text"`
	}
)

func mirror(r *replay.Report) *lineJSON {
	g := r.Game
	line := &lineJSON{
		Game: g.Source.Number, File: g.Source.File, Line: g.Source.Line,
		Variant: r.Variant.String(), White: g.Tag("White"), Black: g.Tag("Black"), Result: g.Result.String(),
		Verdict: r.Verdict.String(), Plies: len(r.Moves), Moves: append([]string{}, r.Moves...),
		Over: r.Over, Score: r.Score, Faults: []foundJSON{}, Legal: r.Legal, More: r.MoreLegal,
		Record: &recordJSON{
			Format: g.Format, Layout: g.Layout, Offset: g.Source.Offset, Column: g.Source.Column, Encoding: encodingNames[encodingOf(g.Source.Width)],
			Before: g.Before, Moves: mirrorPlies(g.Plies), After: g.After, Text: g.Text,
		},
	}
	if g.Aside != nil {
		line.Record.Aside = &mirrorPlies([]record.Ply{*g.Aside})[0]
	}
	if r.Final.Variant != record.UnknownVariant {
		line.Final = r.Final.FEN()
	}
	for _, f := range r.Faults {
		place := g.Place(f.At)
		line.Faults = append(line.Faults, foundJSON{
			string(f.Code), f.Ply, f.Variation, place.Line, place.Column, place.Byte, f.Word, f.Message.Error(), append([]string{}, f.Suggestions...),
			string(f.Reason), f.Squares, string(f.Paragraph),
		})
	}
	for _, v := range r.Variations {
		line.Lines = append(line.Lines, lineOfIt{v.Of, v.Ply, len(v.Line), v.Legal, append([]string{}, v.Moves...), v.Final.FEN()})
	}
	if id, ok := r.ID(); ok {
		line.ID = id
	}
	for _, c := range r.Claims {
		line.Claims = append(line.Claims, claimJSON{string(c.Kind), c.Paragraph, c.Ply})
	}
	rec := line.Record
	for _, v := range g.Shows {
		rec.Shows = append(rec.Shows, v.String())
	}
	for _, t := range g.Tags {
		rec.Tags = append(rec.Tags, tagJSON(t))
	}
	if g.Start != nil {
		rec.Start = g.Start.FEN()
		if g.Start.Variant != r.Variant {
			rec.StartVariant = g.Start.Variant.String()
		}
	}
	if g.Result != (record.Result{}) {
		rec.Result = &resultJSON{
			outcomeNames[g.Result.Outcome], MannerNames[g.Result.Manner], g.Result.White, g.Result.Black, g.Result.Text, g.Result.At,
		}
	}
	for _, f := range g.Faults {
		rec.Faults = append(rec.Faults, faultJSON{
			string(f.Code), SeverityNames[f.Severity], f.Ply, f.Variation, f.At, f.Len, f.Word, f.Message.Error(), f.Suggestions,
			string(f.Reason), f.Squares, string(f.Paragraph),
		})
	}
	return line
}

func mirrorPlies(plies []record.Ply) []plyJSON {
	all := []plyJSON{}
	for _, p := range plies {
		ply := plyJSON{Word: p.Word.Text, At: p.At}
		if p.Len != len(p.Word.Text) {
			ply.Length = &p.Len
		}
		read, err := grammar.ParseMove(p.Word.Text)
		if err != nil {
			read = &record.Word{Text: p.Word.Text}
		}
		if !same(read, p.Word) {
			ply.Reading = &readingJSON{Steps: []any{}, Separator: separatorNames[p.Word.Separator]}
			for _, s := range p.Word.Steps {
				text := ""
				if s.File >= 0 {
					text = string(rune('a' + s.File))
				}
				if s.Rank >= 0 {
					text += fmt.Sprint(s.Rank + 1)
				}
				if s.Number > 0 {
					ply.Reading.Steps = append(ply.Reading.Steps, s.Number)
				} else {
					ply.Reading.Steps = append(ply.Reading.Steps, text)
				}
			}
			for i := range 32 {
				if p.Word.Promotion&(1<<i) != 0 {
					ply.Reading.Promotions = append(ply.Reading.Promotions, i)
				}
			}
			for _, repair := range p.Word.Repairs {
				ply.Reading.Repairs = append(ply.Reading.Repairs, repairJSON{string(repair.Code), repair.From, repair.To})
			}
		}
		if n := p.Note; n != nil {
			ply.Behind, ply.Commands, ply.Diagram = n.StartOffset, n.Commands, n.Diagram
			ply.Number, ply.Marks, ply.NAGs, ply.DrawOffer = n.Number, n.Marks, n.NAGs, n.DrawOffer
			ply.Before, ply.Comments, ply.Clock, ply.Setup = n.Before, n.Comments, n.Clock, n.Setup
			for _, in := range n.Inside {
				ply.Inside = append(ply.Inside, insideJSON(in))
			}
			for _, v := range n.Variations {
				ply.Variations = append(ply.Variations, mirrorPlies(v))
			}
		}
		all = append(all, ply)
	}
	return all
}
