package book

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// months are the names of the months: by themselves, and behind a day.
var months = [12][2]message.ID{
	{"book.january", "book.of-january"}, {"book.february", "book.of-february"}, {"book.march", "book.of-march"},
	{"book.april", "book.of-april"}, {"book.may", "book.of-may"}, {"book.june", "book.of-june"},
	{"book.july", "book.of-july"}, {"book.august", "book.of-august"}, {"book.september", "book.of-september"},
	{"book.october", "book.of-october"}, {"book.november", "book.of-november"}, {"book.december", "book.of-december"},
}

// dateInWords returns a record's date as people write it, as far as it is known:
// "17 May 1998", "May 1998", "1998"; what is no date as it is.
func dateInWords(text string, l message.Language) string {
	d, ok := record.ParseDate(text)
	switch {
	case !ok || d.Year == 0:
		return strings.Trim(strings.TrimRight(text, "?.-/ "), " ")
	case d.Month < 1 || d.Month > 12:
		return strconv.Itoa(d.Year)
	case d.Day == 0:
		return message.Of("book.month", "month", message.Of(months[d.Month-1][0]), "year", strconv.Itoa(d.Year)).In(l)
	}
	return message.Of("book.day", "day", d.Day, "month", message.Of(months[d.Month-1][1]), "year", strconv.Itoa(d.Year)).In(l)
}

// roundInWords returns a record's round in words: "round 2" of 2, "round 2, game 1" of
// 2.1; what is no number as it is.
func roundInWords(text string, l message.Language) string {
	parts := strings.Split(text, ".")
	for _, part := range parts {
		if part == "" || len(part) > 4 || strings.Trim(part, "0123456789") != "" {
			return text
		}
	}
	switch len(parts) {
	case 1:
		return message.Of("book.round", "round", text).In(l)
	case 2:
		return message.Of("book.round-game", "round", parts[0], "game", parts[1]).In(l)
	}
	return message.Of("book.round-part", "round", text).In(l)
}

// upperFirst returns a text that begins with a capital.
func upperFirst(text string) string {
	_, n := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:n]) + text[n:]
}
