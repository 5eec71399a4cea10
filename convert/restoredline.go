package convert

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay/restore"
)

// lineJSON is the line of JSON for a game. Names and order are a contract; fields with omitempty
// were added later.
type lineJSON struct {
	Game        int            `json:"game"`
	File        string         `json:"file"` // the first sheet's file
	Line        int            `json:"line"`
	Variant     string         `json:"variant"`
	White       string         `json:"white"`
	Black       string         `json:"black"`
	Verdict     string         `json:"verdict"`
	Probability float64        `json:"probability"`
	Moves       []string       `json:"moves"`
	Final       string         `json:"final"`
	Plies       []plyJSON      `json:"plies"`
	Dropped     []droppedJSON  `json:"dropped"`
	Questions   []questionJSON `json:"questions"`
	Reason      string         `json:"reason,omitempty"`  // why it is not certain
	Second      *secondJSON    `json:"second,omitempty"`  // the other player's sheet
	Guessed     bool           `json:"guessed,omitempty"` // the variant was guessed
}

// secondJSON is the place of the second sheet.
type secondJSON struct {
	gameKey
	Line int `json:"line"`
}

// plyJSON is a move of the game.
type plyJSON struct {
	Ply          int             `json:"ply"`
	Written      string          `json:"written"` // "" if absent
	Move         string          `json:"move"`
	Probability  float64         `json:"probability"`
	How          string          `json:"how"`
	Alternatives []candidateJSON `json:"alternatives"`
	Second       *string         `json:"second,omitempty"`   // the text on the second sheet
	Disagree     bool            `json:"disagree,omitempty"` // the two sheets say different moves
	Page         int             `json:"page,omitempty"`
	Box          *[4]int         `json:"box,omitempty"`
}

// candidateJSON is a possible move.
type candidateJSON struct {
	Move        string  `json:"move"`
	Probability float64 `json:"probability"`
}

// droppedJSON is written text without a move.
type droppedJSON struct {
	After   int    `json:"after"`
	Written string `json:"written"`
	Sheet   int    `json:"sheet,omitempty"` // 2 for the second sheet
}

// questionJSON is a ply to put to a person.
type questionJSON struct {
	Ply        int             `json:"ply"`
	Line       int             `json:"line"`
	Column     int             `json:"column"`
	Written    string          `json:"written"`
	Candidates []candidateJSON `json:"candidates"`
	Sheet      int             `json:"sheet,omitempty"`  // 2 if Line refers to the second sheet
	Second     *string         `json:"second,omitempty"` // the text on the second sheet
	Page       int             `json:"page,omitempty"`
	Image      string          `json:"image,omitempty"`
	Box        *[4]int         `json:"box,omitempty"`
}

// rounded rounds a probability to a millionth, the useful precision.
func rounded(p float64) float64 { return math.Round(p*1e6) / 1e6 }

func candidates(all []restore.Candidate) []candidateJSON {
	out := make([]candidateJSON, len(all))
	for i, c := range all {
		out[i] = candidateJSON{c.Text, rounded(c.Probability)}
	}
	return out
}

// second returns the text of a cell on the second sheet, or nil if there is no second sheet.
func (f *Restored) second(cells [restore.MaxSheets]int) *string {
	if len(f.Sheets) < 2 {
		return nil
	}
	return new(f.written(1, cells))
}

// line returns the line of JSON for the game, with the reason in the given language.
func (f *Restored) line(in message.Language) *lineJSON {
	g, found := f.First(), f.Game
	l := &lineJSON{
		Game: g.Source.Number, File: g.Source.File, Line: g.Source.Line,
		White: f.Tag("White"), Black: f.Tag("Black"),
		Verdict: found.Verdict.String(), Probability: rounded(found.Probability), Reason: found.Reason.In(in),
		Moves: make([]string, len(found.Plies)), Plies: make([]plyJSON, len(found.Plies)),
		Guessed: f.Guessed,
		Dropped: make([]droppedJSON, len(found.Dropped)), Questions: make([]questionJSON, len(found.Questions)),
	}
	if f.Variant != record.UnknownVariant {
		l.Variant = f.Variant.String()
	}
	if found.Verdict != restore.Lost {
		l.Final = found.Final.FEN()
	}
	if len(f.Sheets) > 1 {
		s := &f.Sheets[1].Game.Source
		l.Second = &secondJSON{gameKey{s.File, s.Number}, s.Line}
	}
	for i := range found.Plies {
		p := &found.Plies[i]
		l.Moves[i] = p.Move
		l.Plies[i] = plyJSON{
			Ply: i + 1, Written: f.written(0, p.Cells), Move: p.Move, Probability: rounded(p.Probability), How: p.How,
			Alternatives: candidates(p.Alternatives), Second: f.second(p.Cells), Disagree: f.Disagree(p),
		}
		if f.Sheets[0].recognised != nil && p.Cells[0] >= 0 {
			w := f.Place(i+1, p.Cells)
			l.Plies[i].Page, l.Plies[i].Box = w.Page, w.Box
		}
	}
	for i, d := range found.Dropped {
		l.Dropped[i] = droppedJSON{After: d.After, Written: f.Cell(d.Sheet, d.Cell).Text, Sheet: 2 * d.Sheet}
	}
	for i := range found.Questions {
		q := &found.Questions[i]
		w := f.Place(q.Ply, q.Cells)
		l.Questions[i] = questionJSON{
			Ply: q.Ply, Line: w.Line, Column: w.Column, Written: f.written(0, q.Cells), Candidates: candidates(q.Candidates),
			Second: f.second(q.Cells), Page: w.Page, Image: w.Image, Box: w.Box, Sheet: 2 * w.Sheet,
		}
	}
	return l
}

// AppendJSON appends the game's line of JSON, with the reason in the given language. Invalid
// UTF-8 becomes U+FFFD.
func (f *Restored) AppendJSON(dst []byte, in message.Language) ([]byte, error) {
	line, err := jsonLine(f.line(in))
	return append(dst, line...), err
}

// jsonLine returns a value as a line of JSON.
func jsonLine(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return b.Bytes(), err
}

// AppendTo appends the game's line from package jsonl, with the line of AppendJSON added to it as
// "restored".
func (f *Restored) AppendTo(dst, line []byte, in message.Language) ([]byte, error) {
	dst = append(dst, bytes.TrimSuffix(line, []byte("}\n"))...)
	dst = append(dst, `,"restored":`...)
	dst, err := f.AppendJSON(dst, in)
	return append(bytes.TrimSuffix(dst, []byte("\n")), "}\n"...), err
}

// original returns the text of the record, with a blank line between two sheets.
func (f *Restored) original() string {
	texts := make([]string, len(f.Sheets))
	for i, s := range f.Sheets {
		texts[i] = strings.Trim(s.Game.Text, "\r\n")
	}
	return strings.Join(texts, "\n\n")
}
