package convert

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay/restore"
)

// gameKey identifies a game: its number and its file, for two sheets those of the first.
type gameKey struct {
	File string `json:"file"`
	Game int    `json:"game"`
}

// Answers are people's answers about games, by ply: a full move, restore.CannotTell or
// restore.NoMove.
type Answers map[gameKey]map[int]string

// answer is a line of a file of answers.
type answer struct {
	gameKey
	Ply  int    `json:"ply"`
	Move string `json:"move"`
}

// Line returns the line of a file of answers for an answer about the game.
func (k gameKey) Line(ply int, move string) ([]byte, error) {
	return jsonLine(answer{k, ply, move})
}

// Limits of a file of answers.
const (
	maxAnswerLine = 1 << 16 // in bytes
	maxAnswers    = 1 << 22 // in a file
	maxAnswerPly  = 1 << 20
)

// ReadAnswers reads a file of answers, one line of JSON each. A later answer about a ply replaces
// an earlier one. The error names the line, unless that line is too long.
func ReadAnswers(r io.Reader) (Answers, error) {
	answers := make(Answers)
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxAnswerLine)
	count := 0
	for number := 1; lines.Scan(); number++ {
		text := bytes.TrimSpace(bytes.TrimPrefix(lines.Bytes(), []byte("\ufeff")))
		if len(text) == 0 {
			continue
		}
		var a answer
		wrong := json.Unmarshal(text, &a)
		a.Move = strings.ToLower(strings.Join(strings.Fields(a.Move), ""))
		switch count++; {
		case wrong != nil:
			const example = `{"file":"x.txt","game":1,"ply":12,"move":"c3-b4"}`
			wrong = message.Of("answers.no-answer", "example", example, "", wrong)
		case a.Ply < 1 || a.Ply > maxAnswerPly:
			wrong = message.Of("answers.ply", "ply", a.Ply)
		case a.Game < 1:
			wrong = message.Of("answers.game", "game", a.Game)
		case a.Move == "":
			wrong = message.Of("answers.no-move",
				"unknown", message.Quoted(restore.CannotTell), "ended", message.Quoted(restore.NoMove))
		case count > maxAnswers:
			wrong = message.Of("answers.too-many", "most", maxAnswers)
		}
		if wrong != nil {
			return nil, message.Of("answers.line", "line", number, "why", wrong)
		}
		if answers[a.gameKey] == nil {
			answers[a.gameKey] = make(map[int]string)
		}
		answers[a.gameKey][a.Ply] = a.Move
	}
	if err := lines.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = message.Of("answers.long-line", "most", maxAnswerLine)
		}
		return nil, err
	}
	return answers, nil
}
