package query

import (
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// Error says what is wrong with a query, and where.
type Error struct {
	Query   string
	At, Len int // in bytes of Query
	What    message.Message
	Meant   string // what was probably meant, "" where nothing comes near
}

// Error says all in English.
func (e *Error) Error() string { return e.Message().Error() }

// Message says where the fault stands, what it is and what was probably meant.
func (e *Error) Message() message.Message {
	column := utf8.RuneCountInString(e.Query[:e.At]) + 1
	if e.Meant != "" {
		return message.Of("query.meant", "column", column, "what", e.What, "meant", e.Meant)
	}
	return message.Of("query.fault", "column", column, "what", e.What)
}

// Excerpt returns the line of the query in which the fault stands, at most so
// many characters around it, and a line with ^ under the fault.
func (e *Error) Excerpt(most int) string {
	begin := strings.LastIndexByte(e.Query[:e.At], '\n') + 1
	end := len(e.Query)
	if n := strings.IndexByte(e.Query[e.At:], '\n'); n >= 0 {
		end = e.At + n
	}
	line := strings.Map(func(c rune) rune {
		if c < ' ' {
			return ' '
		}
		return c
	}, e.Query[begin:end])
	before, rest := []rune(line[:e.At-begin]), []rune(line[e.At-begin:])
	if n := len(before) - most; n > 0 {
		before = append([]rune{'…'}, before[n:]...)
	}
	if len(rest) > most {
		rest = append(rest[:most:most], '…')
	}
	marks := max(1, min(utf8.RuneCountInString(e.Query[e.At:min(e.At+e.Len, end)]), len(rest)))
	return string(before) + string(rest) + "\n" + strings.Repeat(" ", len(before)) + strings.Repeat("^", marks)
}

// Nearest returns the word that a misspelt one probably means, or "" where none
// comes near: the first one with the fewest letters added, dropped, changed or
// swapped, at most a third of the word.
func Nearest(misspelt string, words []string) string {
	n := utf8.RuneCountInString(misspelt)
	if n < 2 || n > 40 {
		return ""
	}
	best, least := "", max(1, (n+1)/3)
	for _, w := range words {
		if d := grammar.Distance(misspelt, w); d <= least && (best == "" || d < least) && d > 0 {
			best, least = w, d
		}
	}
	return best
}
