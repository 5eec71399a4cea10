package book

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// headWords are what the head of a manuscript can say.
var headWords = []string{"title", "author", "date", "language"}

// headLine is what a line of a head looks like.
var headLine = pattern(`^[ \t]*[\pL_-]+[ \t]*:`)

// frontMatter reads the head: the lines at the beginning that say what the book is
// called, and blanks them out, so that what is behind them keeps its place. It
// says whether the head ends; where it does not, nobody knows what is text.
func (m *manuscript) frontMatter() bool {
	const rule = "---"
	line := func(at int) (text []byte, next int) {
		if end := bytes.IndexByte(m.source[at:], '\n'); end >= 0 {
			return m.source[at : at+end], at + end + 1
		}
		return m.source[at:], len(m.source)
	}
	begin := len(m.source) - len(bytes.TrimLeft(m.source, "\n")) // a head may stand below empty lines
	first, at := line(begin)
	if string(bytes.TrimRight(first, " \t")) != rule {
		return true
	}
	second, _ := line(at)
	if begin > 0 && !headLine().Match(second) {
		return true
	}
	before := slices.Clone(m.faults)
	given := map[string]int{} // at which line
	for at < len(m.source) {
		text, next := line(at)
		if string(bytes.TrimRight(text, " \t")) == rule {
			for i := range m.source[:next] {
				if m.source[i] != '\n' {
					m.source[i] = ' '
				}
			}
			return true
		}
		m.headLine(string(text), at, given)
		at = next
	}
	if !headLine().Match(second) {
		m.faults = before
		return true // a line across the page, and no head
	}
	m.faults = before // the others may be of the text
	m.wrong(begin, message.Of("book.open-head", "end", rule))
	return false
}

// headLine reads a line of the head that begins at a byte.
func (m *manuscript) headLine(text string, at int, given map[string]int) {
	at += len(text) - len(strings.TrimLeft(text, " \t"))
	if text = strings.TrimSpace(text); text == "" || text[0] == '#' {
		return
	}
	key, value, found := strings.Cut(text, ":")
	key = strings.ToLower(strings.TrimSpace(key))
	if key == "lang" {
		key = "language"
	}
	behind := at + strings.Index(text, ":") + 1 // the value's place
	behind += len(value) - len(strings.TrimLeft(value, " \t"))
	value = strings.TrimSpace(value)
	if n := len(value); n > 1 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
		value = value[1 : n-1]
	}
	switch {
	case !found:
		m.wrong(at, message.Of("book.bad-head", "text", text, "names", message.Or(headWords...)))
		return
	case !slices.Contains(headWords, key):
		said := message.Of("book.no-head", "name", key, "names", message.Or(headWords...))
		if near := nearest(key, headWords, 2); near != "" {
			said = message.Of("book.meant-head", "name", key, "meant", near)
		}
		m.wrong(at, said)
		return
	case given[key] > 0:
		m.wrong(at, message.Of("book.head-twice", "name", key, "line", given[key]))
		return
	}
	given[key] = m.lineOf(at)
	switch key {
	case "title":
		m.book.Title = value
	case "author":
		m.book.Author = value
	case "date":
		m.book.Date = value
	case "language":
		l, err := message.ParseLanguage(value)
		if err != nil {
			m.wrong(behind, message.From(err))
			return
		}
		m.book.Language, m.Language = l, l
	}
}

// nearest returns which of the words is meant by one that differs from it in at
// most so many letters; "" for none.
func nearest(name string, words []string, most int) string {
	if n := utf8.RuneCountInString(name); n > 20 || n < 3 {
		return ""
	}
	best := ""
	name = strings.ToLower(name)
	for _, w := range words {
		if n := len(w) - len(name); n > 2*most || -n > 2*most {
			continue
		}
		if d := grammar.Distance(name, strings.ToLower(w)); d <= most && d < utf8.RuneCountInString(w)/2 {
			best, most = w, d-1
		}
	}
	return best
}
