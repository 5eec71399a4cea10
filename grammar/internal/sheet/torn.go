package sheet

import (
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record/message"
)

// maxTornRows is how many rows that a note stands for are told of.
const maxTornRows = 16

// gap returns how many rows are missing before the first ply of a row by its number,
// and why.
func (c *numberCheck) gap(index int, number number) (rows int, why message.Message) {
	at, n := index+c.second, int(number.n)
	if c.base == 0 || at%2 == 1 || number.dots {
		return 0, why
	}
	due := c.due(index)
	return n - due, message.Of("grammar.missing-before", "number", due, "next", n)
}

// tornFrom returns where the place of rows is that are missing by the next one's
// number, between two bytes of the text, if something stands there for them: a line
// of words, or the number that is due in brackets. Else the number may be a slip; 0.
func (b *builder) tornFrom(from, to, due int) int {
	if from > to {
		return 0 // in columns whose second stands first
	}
	between := b.g.Text[from:to]
	line := word.LineEnd(between, 0)
	note := strings.TrimFunc(between[line:], word.IsSpace)
	if i := strings.IndexFunc(note, func(r rune) bool { return word.IsLetter(r) || r == '…' }); i >= 0 || strings.Contains(note, "...") {
		return from + strings.Index(between, note)
	}
	for i := range line {
		if strings.IndexByte("([{", between[i]) < 0 {
			continue
		}
		inside := between[i+1:]
		if digits, end := numberAt(inside); end > digits && numberValue(inside[:digits]) == due {
			return from + i
		}
	}
	return 0
}
