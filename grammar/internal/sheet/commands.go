package sheet

import (
	"regexp"
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// commandWords are the words that are written for PDN's commands, which say what
// people read, too: what a clock shows, what the position is worth, and what is
// marked on the board.
var commandWords = [...]struct{ name, russian, ukrainian, english string }{
	{"clk", "часы", "годинник", "clock"},
	{"clock", "часы обоих", "годинники", "clocks"},
	{"emt", "время хода", "час ходу", "time of the move"},
	{"egt", "время партии", "час партії", "time of the game"},
	{"mct", "время ходов", "час ходів", "time of the moves"},
	{"eval", "оценка", "оцінка", "evaluation"},
	{"cal", "стрелки", "стрілки", "arrows"},
	{"csl", "отмеченные поля", "позначені поля", "marked squares"},
}

// diagramWord is what is written where a diagram is wanted.
func diagramWord(l message.Language) string {
	return inLanguage(l, "диаграмма", "діаграма", "diagram")
}

// command is a command with a value, such as [%clk 1:55:21].
var command = regexp.MustCompile(`\[%(\w+) ([^\]]*)\]`)

// commandText returns a command in words, or as it is where there are none.
func commandText(l message.Language, text string) string {
	if m := command.FindStringSubmatch(text); m != nil && m[0] == text {
		for i := range commandWords {
			if c := &commandWords[i]; c.name == m[1] {
				return inLanguage(l, c.russian, c.ukrainian, c.english) + ": " + m[2]
			}
		}
	}
	return text
}

// inWords returns a comment with its commands in words.
func inWords(l message.Language, comment string) string {
	if !strings.Contains(comment, "[%") {
		return comment
	}
	return command.ReplaceAllStringFunc(comment, func(text string) string { return commandText(l, text) })
}

// commandOf returns the command that a comment says in words, and whether it
// does.
func commandOf(comment string) (string, bool) {
	words, value, ok := strings.Cut(comment, ": ")
	if !ok || strings.ContainsAny(value, "[]\r\n") {
		return "", false
	}
	for i := range commandWords {
		if c := &commandWords[i]; words == c.russian || words == c.ukrainian || words == c.english {
			return "[%" + c.name + " " + value + "]", true
		}
	}
	return "", false
}

// annotate adds a comment to a move, or the command that it says.
func annotate(note *record.Notes, text string) {
	if said, ok := commandOf(text); ok {
		word.AddCommand(note, said)
		return
	}
	if rest, taken := word.Commands(text); rest == "" {
		for _, command := range taken {
			word.AddCommand(note, command)
		}
		return
	}
	if slices.ContainsFunc(message.Languages(), func(l message.Language) bool { return text == diagramWord(l) }) {
		note.Diagram = true
		return
	}
	note.Comments = append(note.Comments, text)
}
