package restored

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay/restore"
)

// Answer is what somebody who was asked says about a ply, as a line of a file
// of answers has it.
type Answer struct {
	File string `json:"file"` // of two sheets the first one's
	Game int    `json:"game"`
	Ply  int    `json:"ply"`
	// Move is the move in full, restore.CannotTell for "can't be told" or
	// restore.NoMove for "the game had ended by then".
	Move string `json:"move"`
}

// Append appends the answer as a line.
func (a Answer) Append(dst []byte) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(a)
	return append(dst, b.Bytes()...), err
}

// Key tells a game from others.
type Key struct {
	File string
	Game int
}

// Answers are the answers about games, by ply. A later answer about a ply takes
// the place of an earlier one.
type Answers map[Key]map[int]string

// The limits of a file of answers.
const (
	MaxAnswerLine = 1 << 16 // bytes of a line
	MaxAnswers    = 1 << 22 // answers
	maxAnswerPly  = 1 << 20
)

// ReadAnswers reads a file of answers. The error tells the line.
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
		var a Answer
		if err := json.Unmarshal(text, &a); err != nil {
			return nil, inLine(number, message.Of("answers.no-answer", "example", `{"file":"x.txt","game":1,"ply":12,"move":"c3-b4"}`, "", err))
		}
		a.Move = strings.ToLower(strings.Join(strings.Fields(a.Move), ""))
		switch {
		case a.Ply < 1 || a.Ply > maxAnswerPly:
			return nil, inLine(number, message.Of("answers.ply", "ply", a.Ply))
		case a.Game < 1:
			return nil, inLine(number, message.Of("answers.game", "game", a.Game))
		case a.Move == "":
			return nil, inLine(number, message.Of("answers.no-move", "unknown", strconv.Quote(restore.CannotTell), "ended", strconv.Quote(restore.NoMove)))
		}
		if count++; count > MaxAnswers {
			return nil, inLine(number, message.Of("answers.too-many", "most", MaxAnswers))
		}
		answers.Set(a)
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

// Set adds an answer.
func (a Answers) Set(answer Answer) {
	key := Key{answer.File, answer.Game}
	said := maps.Clone(a[key]) // others may have the old one
	if said == nil {
		said = make(map[int]string)
	}
	said[answer.Ply] = answer.Move
	a[key] = said
}
