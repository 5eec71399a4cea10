package jsonl

import (
	"strconv"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// object is the line of a game: what judging it came to and, where it is
// carried over, the record.
type object struct {
	Game       int         `json:"game"`
	File       string      `json:"file"`
	Line       int         `json:"line"`
	Variant    variant     `json:"variant"`
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
	ID         string      `json:"id,omitempty"`
	Claims     []claim     `json:"claims,omitempty"`
	Legal      []string    `json:"legal,omitempty"`
	MoreLegal  int         `json:"more_legal,omitzero"`
	Record     *recorded   `json:"record,omitzero"`
}

// found is a fault that judging found, with its place in the file.
type found struct {
	Code        string   `json:"code"`
	Ply         int      `json:"ply"`
	Variation   int      `json:"variation,omitzero"`
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

// variation is what judging a variation came to.
type variation struct {
	Of      int      `json:"of"`
	Ply     int      `json:"ply"`
	Written int      `json:"written"`
	Legal   bool     `json:"legal"`
	Moves   []string `json:"moves"`
	Final   string   `json:"final"`
}

type claim struct {
	Kind      string `json:"kind"`
	Paragraph string `json:"paragraph"`
	Ply       int    `json:"ply"`
}

// judging has the names of an object that are passed over where there is a record.
var judging = [...]string{
	"white", "black", "result", "verdict", "plies", "moves", "final", "over", "score", "faults",
	"variations", "id", "claims", "legal", "more_legal", "restored",
}

// carried is what is read of an object with a record.
type carried struct {
	Game    int       `json:"game"`
	File    *string   `json:"file"`
	Line    int       `json:"line"`
	Variant variant   `json:"variant"`
	Record  *recorded `json:"record"`
	Rest    rest      `json:",embed"`
}

// verdict is what is read of an object without a record.
type verdict struct {
	White   located    `json:"white"`
	Black   located    `json:"black"`
	Result  located    `json:"result"`
	Verdict located    `json:"verdict"`
	Moves   *[]located `json:"moves"`
	Faults  []fault    `json:"faults"`
}

// located is a string with its place in the line, quotation marks included.
type located struct {
	text       string
	at, length int
}

// rest has the members that the schema does not have.
type (
	rest    map[string]unknown
	unknown struct{}
)

// recorded is the game as it was recorded.
type recorded struct {
	Escape       string    `json:"escape,omitempty"`
	Format       string    `json:"format,omitempty"`
	Layout       string    `json:"layout,omitempty"`
	Offset       int64     `json:"offset,omitzero"`
	Column       int       `json:"column,omitzero"`
	Encoding     encoding  `json:"encoding,omitempty"`
	Shows        []variant `json:"shows,omitempty"`
	Tags         []tag     `json:"tags,omitempty"`
	Start        *located  `json:"start,omitzero"`
	StartVariant *variant  `json:"start_variant,omitzero"`
	Before       []string  `json:"before,omitempty"`
	Moves        []ply     `json:"moves,omitempty"`
	Aside        *ply      `json:"aside,omitzero"`
	After        []string  `json:"after,omitempty"`
	Result       *result   `json:"result,omitzero"`
	Faults       []fault   `json:"faults,omitempty"`
	Text         string    `json:"text,omitempty"`
	Rest         rest      `json:",embed"`
}

type tag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	At    int    `json:"at,omitzero"`
	Rest  rest   `json:",embed"`
}

type result struct {
	Outcome outcome `json:"outcome,omitempty"`
	Manner  manner  `json:"manner,omitempty"`
	White   float64 `json:"white,omitzero"`
	Black   float64 `json:"black,omitzero"`
	Text    string  `json:"text,omitempty"`
	At      int     `json:"at,omitzero"`
	Rest    rest    `json:",embed"`
}

// fault is what reading a record found; its place is that in the text.
type fault struct {
	Code        string   `json:"code"`
	Severity    severity `json:"severity"`
	Ply         int      `json:"ply,omitzero"`
	Variation   int      `json:"variation,omitzero"`
	At          int      `json:"at,omitzero"`
	Length      int      `json:"length,omitzero"`
	Word        string   `json:"word,omitempty"`
	Message     string   `json:"message,omitempty"`
	Suggestions []string `json:"suggestions,omitempty"`
	Reason      string   `json:"reason,omitempty"`
	Squares     []string `json:"squares,omitempty"`
	Paragraph   string   `json:"paragraph,omitempty"`
	Rest        rest     `json:",embed"`
}

// ply is a move of a record. Reading is how the word was read where that is not
// what grammar.ParseMove makes of it, Length that of the word in the text where
// it is another than that of Word.
type (
	ply struct {
		Word    *string  `json:"word"`
		Reading *reading `json:"reading,omitzero"`
		At      int      `json:"at,omitzero"`
		Length  *int     `json:"length,omitzero"`
		Notes   *notes   `json:",embed"`
		Rest    rest     `json:",embed"`
	}
	members ply // of a move, before it is known whether they are all
)

type notes struct {
	Number     int      `json:"number,omitzero"`
	Behind     signed   `json:"behind,omitzero"`
	Marks      []string `json:"marks,omitempty"`
	NAGs       []nag    `json:"nags,omitempty"`
	DrawOffer  bool     `json:"draw_offer,omitzero"`
	Before     []string `json:"before,omitempty"`
	Comments   []string `json:"comments,omitempty"`
	Inside     []inside `json:"inside,omitempty"`
	Clock      string   `json:"clock,omitempty"`
	Commands   []string `json:"commands,omitempty"`
	Diagram    bool     `json:"diagram,omitzero"`
	Setup      string   `json:"setup,omitempty"`
	Variations [][]ply  `json:"variations,omitempty"`
}

type inside struct {
	Step signed `json:"step"`
	Text string `json:"text"`
	Rest rest   `json:",embed"`
}

type reading struct {
	Steps      []step      `json:"steps"`
	Separator  separator   `json:"separator"`
	Promotions []promotion `json:"promotions,omitempty"`
	Repairs    []repair    `json:"repairs,omitempty"`
	Rest       rest        `json:",embed"`
}

type repair struct {
	Code string `json:"code"`
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	Rest rest   `json:",embed"`
}

// Numbers, which differ by their ranges: see reader.value. Others are from 0 to
// maxPlace.
type (
	signed    int
	nag       int
	promotion int
)

// Values of record under their names in JSON. An empty name is not written.
type (
	variant   record.Variant
	outcome   record.Outcome
	manner    record.Manner
	severity  record.Severity
	separator record.Separator
	encoding  int
	step      record.Step
)

func (v variant) MarshalText() ([]byte, error)   { return []byte(record.Variant(v).String()), nil }
func (o outcome) MarshalText() ([]byte, error)   { return []byte(outcomes[o]), nil }
func (m manner) MarshalText() ([]byte, error)    { return []byte(manners[m]), nil }
func (s severity) MarshalText() ([]byte, error)  { return []byte(severities[s]), nil }
func (s separator) MarshalText() ([]byte, error) { return []byte(separators[s]), nil }
func (e encoding) MarshalText() ([]byte, error)  { return []byte(encodings[e]), nil }
func (l located) MarshalText() ([]byte, error)   { return []byte(l.text), nil }

// maxSide is the most files and ranks that a board can have (record.Board).
const maxSide = 12

// MarshalJSON writes a number, or as much of a square as is written: "c3", "c",
// "3".
func (s step) MarshalJSON() ([]byte, error) {
	if s.Number > 0 {
		return strconv.AppendInt(nil, int64(s.Number), 10), nil
	}
	text := []byte{'"'}
	if s.File >= 0 && s.File < maxSide {
		text = append(text, 'a'+byte(s.File))
	}
	if s.Rank >= 0 && s.Rank < maxSide {
		text = strconv.AppendInt(text, int64(s.Rank)+1, 10)
	}
	return append(text, '"'), nil
}

var (
	outcomes = [...]string{
		record.NoResult:   "",
		record.WhiteWins:  "white-wins",
		record.BlackWins:  "black-wins",
		record.Draw:       "draw",
		record.Points:     "points",
		record.Unfinished: "unfinished",
		record.Unplayed:   "unplayed",
	}
	manners = [...]string{
		record.Unstated: "",
		record.Resigned: "resigned",
		record.OnTime:   "on-time",
		record.Agreed:   "agreed",
		record.Forfeit:  "forfeit",
	}
	severities = [...]string{
		record.Remark:     "remark",
		record.Repaired:   "repaired",
		record.Illegal:    "illegal",
		record.Unreadable: "unreadable",
	}
	verdicts = [...]string{
		replay.Legal:      replay.Legal.String(),
		replay.Repaired:   replay.Repaired.String(),
		replay.Unjudged:   replay.Unjudged.String(),
		replay.Illegal:    replay.Illegal.String(),
		replay.Unreadable: replay.Unreadable.String(),
	}
	separators = [...]string{
		record.NoSeparator: "none",
		record.Quiet:       "quiet",
		record.Take:        "take",
	}
)
