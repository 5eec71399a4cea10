package main

import (
	"bytes"
	"encoding/json"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// gameJSON is a line of "check --format json". Names and order are a contract
// with those who read it.
type gameJSON struct {
	Game    int         `json:"game"` // number in the file, from 1
	File    string      `json:"file"`
	Line    int         `json:"line"`
	Variant string      `json:"variant"`
	White   string      `json:"white"`
	Black   string      `json:"black"`
	Result  string      `json:"result"` // as recorded
	Verdict string      `json:"verdict"`
	Plies   int         `json:"plies"` // len(Moves)
	Moves   []string    `json:"moves"`
	Final   string      `json:"final"` // FEN; "" where the variant is not known
	Over    bool        `json:"over"`
	Score   *[2]int     `json:"score,omitempty"` // Adiukh's points, White first
	Faults  []faultJSON `json:"faults"`
}

type faultJSON struct {
	Code        record.Code `json:"code"`
	Ply         int         `json:"ply"` // from 1; 0 where it concerns none
	Line        int         `json:"line"`
	Column      int         `json:"column"` // in characters, from 1
	Byte        int64       `json:"byte"`   // in the unpacked file, from 0
	Word        string      `json:"word"`
	Message     string      `json:"message"`
	Suggestions []string    `json:"suggestions"`
}

// appendJSON appends a game's line to dst.
func appendJSON(dst []byte, r *replay.Report) []byte {
	g := r.Game
	line := gameJSON{
		Game:    g.Source.Number,
		File:    g.Source.File,
		Line:    g.Source.Line,
		Variant: r.Variant.String(),
		White:   g.Tag("White"),
		Black:   g.Tag("Black"),
		Result:  g.Result.String(),
		Verdict: r.Verdict.String(),
		Plies:   len(r.Moves),
		Moves:   append([]string{}, r.Moves...), // [] rather than null
		Over:    r.Over,
		Score:   r.Score,
		Faults:  []faultJSON{},
	}
	if r.Variant != record.UnknownVariant {
		line.Final = r.Final.FEN()
	}
	places := placesOf(r)
	for i, f := range r.Faults {
		place := places[i]
		line.Faults = append(line.Faults, faultJSON{
			Code: f.Code, Ply: f.Ply, Line: place.Line, Column: place.Column, Byte: place.Byte,
			Word: f.Word, Message: f.Message, Suggestions: append([]string{}, f.Suggestions...),
		})
	}
	buffer := bytes.NewBuffer(dst)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(&line); err != nil {
		panic(err) // strings, numbers and booleans: cannot be
	}
	return buffer.Bytes()
}

// placesOf returns the places of the report's faults.
func placesOf(r *replay.Report) []record.Place {
	at := make([]int, len(r.Faults))
	for i := range r.Faults {
		at[i] = r.Faults[i].At
	}
	return r.Game.Places(at...)
}
