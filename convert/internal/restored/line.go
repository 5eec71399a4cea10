package restored

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay/restore"
)

// Line is the line of JSON for a game. Names and order are a contract; fields with omitempty were
// added later.
type Line struct {
	Game        int        `json:"game"`
	File        string     `json:"file"` // the first sheet's file
	Line        int        `json:"line"`
	Variant     string     `json:"variant"`
	White       string     `json:"white"`
	Black       string     `json:"black"`
	Verdict     string     `json:"verdict"`
	Probability float64    `json:"probability"`
	Moves       []string   `json:"moves"`
	Final       string     `json:"final"`
	Plies       []Ply      `json:"plies"`
	Dropped     []Dropped  `json:"dropped"`
	Questions   []Question `json:"questions"`
	Reason      string     `json:"reason,omitempty"`  // why it is not certain
	Second      *Second    `json:"second,omitempty"`  // the other player's sheet
	Guessed     bool       `json:"guessed,omitempty"` // the variant was guessed
}

// Second is the place of the second sheet.
type Second struct {
	Key
	Line int `json:"line"`
}

// Ply is a move of the game.
type Ply struct {
	Ply          int         `json:"ply"`
	Written      string      `json:"written"` // "" if absent
	Move         string      `json:"move"`
	Probability  float64     `json:"probability"`
	How          string      `json:"how"`
	Alternatives []Candidate `json:"alternatives"`
	Second       *string     `json:"second,omitempty"`   // the text on the second sheet
	Disagree     bool        `json:"disagree,omitempty"` // the two sheets say different moves
	Page         int         `json:"page,omitempty"`
	Box          *[4]int     `json:"box,omitempty"`
}

// Candidate is a possible move.
type Candidate struct {
	Move        string  `json:"move"`
	Probability float64 `json:"probability"`
}

// Dropped is written text without a move.
type Dropped struct {
	After   int    `json:"after"`
	Written string `json:"written"`
	Sheet   int    `json:"sheet,omitempty"` // 2 for the second sheet
}

// Question is a ply to put to a person.
type Question struct {
	Ply        int         `json:"ply"`
	Line       int         `json:"line"`
	Column     int         `json:"column"`
	Written    string      `json:"written"`
	Candidates []Candidate `json:"candidates"`
	Sheet      int         `json:"sheet,omitempty"`  // 2 if Line refers to the second sheet
	Second     *string     `json:"second,omitempty"` // the text on the second sheet
	Page       int         `json:"page,omitempty"`
	Image      string      `json:"image,omitempty"`
	Box        *[4]int     `json:"box,omitempty"`
}

// rounded rounds a probability to a millionth, the useful precision.
func rounded(p float64) float64 { return math.Round(p*1e6) / 1e6 }

func candidates(all []restore.Candidate) []Candidate {
	out := make([]Candidate, len(all))
	for i, c := range all {
		out[i] = Candidate{c.Text, rounded(c.Probability)}
	}
	return out
}

// second returns the text of a cell on the second sheet, or nil if there is no second sheet.
func (f *Found) second(cells [restore.MaxSheets]int) *string {
	if len(f.Sheets) < 2 {
		return nil
	}
	return new(f.written(1, cells))
}

// Line returns the line of JSON for the game, with the reason in the given language.
func (f *Found) Line(in message.Language) *Line {
	g, found := f.First(), f.Game
	l := &Line{
		Game: g.Source.Number, File: g.Source.File, Line: g.Source.Line,
		White: f.Tag("White"), Black: f.Tag("Black"),
		Verdict: found.Verdict.String(), Probability: rounded(found.Probability), Reason: found.Reason.In(in),
		Moves: make([]string, len(found.Plies)), Plies: make([]Ply, len(found.Plies)),
		Guessed: f.Guessed,
		Dropped: make([]Dropped, len(found.Dropped)), Questions: make([]Question, len(found.Questions)),
	}
	if f.Variant != record.UnknownVariant {
		l.Variant = f.Variant.String()
	}
	if found.Verdict != restore.Lost {
		l.Final = found.Final.FEN()
	}
	if len(f.Sheets) > 1 {
		s := &f.Sheets[1].Game.Source
		l.Second = &Second{Key{s.File, s.Number}, s.Line}
	}
	for i := range found.Plies {
		p := &found.Plies[i]
		l.Moves[i] = p.Move
		l.Plies[i] = Ply{
			Ply: i + 1, Written: f.written(0, p.Cells), Move: p.Move, Probability: rounded(p.Probability), How: p.How,
			Alternatives: candidates(p.Alternatives), Second: f.second(p.Cells), Disagree: f.Disagree(p),
		}
		if f.Sheets[0].Recognised != nil && p.Cells[0] >= 0 {
			w := f.Place(i+1, p.Cells)
			l.Plies[i].Page, l.Plies[i].Box = w.Page, w.Box
		}
	}
	for i, d := range found.Dropped {
		l.Dropped[i] = Dropped{After: d.After, Written: f.Cell(d.Sheet, d.Cell).Text, Sheet: 2 * d.Sheet}
	}
	for i := range found.Questions {
		q := &found.Questions[i]
		w := f.Place(q.Ply, q.Cells)
		l.Questions[i] = Question{
			Ply: q.Ply, Line: w.Line, Column: w.Column, Written: f.written(0, q.Cells), Candidates: candidates(q.Candidates),
			Second: f.second(q.Cells), Page: w.Page, Image: w.Image, Box: w.Box, Sheet: 2 * w.Sheet,
		}
	}
	return l
}

// AppendJSON appends the game's line of JSON, with the reason in the given language. Invalid
// UTF-8 becomes U+FFFD.
func (f *Found) AppendJSON(dst []byte, in message.Language) ([]byte, error) {
	line, err := jsonLine(f.Line(in))
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
func (f *Found) AppendTo(dst, line []byte, in message.Language) ([]byte, error) {
	dst = append(dst, bytes.TrimSuffix(line, []byte("}\n"))...)
	dst = append(dst, `,"restored":`...)
	dst, err := f.AppendJSON(dst, in)
	return append(bytes.TrimSuffix(dst, []byte("\n")), "}\n"...), err
}

// Original returns the text of the record, with a blank line between two sheets.
func (f *Found) Original() string {
	texts := make([]string, len(f.Sheets))
	for i, s := range f.Sheets {
		texts[i] = strings.Trim(s.Game.Text, "\r\n")
	}
	return strings.Join(texts, "\n\n")
}

// Key identifies a game: its number and its file, for two sheets those of the first.
type Key struct {
	File string `json:"file"`
	Game int    `json:"game"`
}

// Answers are people's answers about games, by ply: a full move, restore.CannotTell or
// restore.NoMove.
type Answers map[Key]map[int]string

// answer is a line of a file of answers.
type answer struct {
	Key
	Ply  int    `json:"ply"`
	Move string `json:"move"`
}

// Line returns the line of a file of answers for an answer about the game.
func (k Key) Line(ply int, move string) ([]byte, error) {
	return jsonLine(answer{k, ply, move})
}

// Limits of a file of answers.
const (
	MaxAnswerLine = 1 << 16 // in bytes
	MaxAnswers    = 1 << 22 // in a file
	maxAnswerPly  = 1 << 20
)

// ReadAnswers reads a file of answers. Errors name the line, except for a line that is too long.
func ReadAnswers(r io.Reader) (Answers, error) {
	answers := make(Answers)
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, MaxAnswerLine)
	count := 0
	for number := 1; lines.Scan(); number++ {
		text := bytes.TrimSpace(bytes.TrimPrefix(lines.Bytes(), []byte("\ufeff")))
		if len(text) == 0 {
			continue
		}
		var a answer
		if err := json.Unmarshal(text, &a); err != nil {
			const example = `{"file":"x.txt","game":1,"ply":12,"move":"c3-b4"}`
			return nil, inLine(number, message.Of("answers.no-answer", "example", example, "", err))
		}
		a.Move = strings.ToLower(strings.Join(strings.Fields(a.Move), ""))
		switch {
		case a.Ply < 1 || a.Ply > maxAnswerPly:
			return nil, inLine(number, message.Of("answers.ply", "ply", a.Ply))
		case a.Game < 1:
			return nil, inLine(number, message.Of("answers.game", "game", a.Game))
		case a.Move == "":
			return nil, inLine(number, message.Of("answers.no-move",
				"unknown", message.Quoted(restore.CannotTell), "ended", message.Quoted(restore.NoMove)))
		}
		if count++; count > MaxAnswers {
			return nil, inLine(number, message.Of("answers.too-many", "most", MaxAnswers))
		}
		if answers[a.Key] == nil {
			answers[a.Key] = make(map[int]string)
		}
		answers[a.Key][a.Ply] = a.Move
	}
	if err := lines.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = message.Of("answers.long-line", "most", MaxAnswerLine)
		}
		return nil, err
	}
	return answers, nil
}

func inLine(number int, why message.Message) error {
	return message.Of("answers.line", "line", number, "why", why)
}
