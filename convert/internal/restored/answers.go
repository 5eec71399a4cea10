package restored

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"strings"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay/restore"
)

// Key identifies a game: its file, of two sheets the first one's, and its number.
type Key struct {
	File string `json:"file"`
	Game int    `json:"game"`
}

// Answers are the answers of people about games, by ply: a move in full,
// restore.CannotTell or restore.NoMove.
type Answers map[Key]map[int]string

// answer is an answer as a line of a file has it.
type answer struct {
	Key
	Ply  int    `json:"ply"`
	Move string `json:"move"`
}

// Line returns an answer about a game as a line of a file of answers.
func (k Key) Line(ply int, move string) ([]byte, error) {
	return jsonLine(answer{k, ply, move})
}

// The limits of a file of answers.
const (
	MaxAnswerLine = 1 << 16 // bytes of a line
	MaxAnswers    = 1 << 22 // answers
	maxAnswerPly  = 1 << 20
)

// ReadAnswers reads a file of answers. The error names the line.
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
		answers.Set(a.Key, a.Ply, a.Move)
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

// Set adds an answer, in place of an earlier one about the ply.
func (a Answers) Set(key Key, ply int, move string) {
	all := make(map[int]string)
	maps.Copy(all, a[key]) // others may have the old one
	all[ply] = move
	a[key] = all
}
