package message

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unicode/utf8"
)

// term is a word that the catalogues translate; rule is a paragraph of a rule book.
type (
	term string
	rule string
)

// Term returns a message for a word of the field, such as "white" or "tower". The catalogues have
// it in the file "term" with the grammatical cases that the language's sentences need: the key
// "white" and, if a sentence has {side.genitive}, "white.genitive".
func Term(name string) Message { return of(term(name)) }

// Rule returns a message for a paragraph of a rule book, by its name in code and JSON: "Codex
// 1.6.1", "Adiukh 3.4", "Ukrainian rules II.3.3".
func Rule(paragraph string) Message { return of(rule(paragraph)) }

// of returns a message for a value.
func of(value any) Message { return Message{args: []any{"", value}} }

// quoted is a text in the quotation marks of the language.
type quoted string

// Quoted returns an argument that is printed in the quotation marks of the language.
func Quoted(text string) any { return quoted(text) }

// list is several values, joined by "or" or "and".
type list struct {
	items []any
	last  term // before the last item
}

// Or returns a message that lists alternatives, which are values as in arguments: "a, b or c".
func Or[T any](items ...T) Message { return listOf("or", items) }

// And returns a message that lists values joined by "and": "a, b and c".
func And[T any](items ...T) Message { return listOf("and", items) }

// Some returns a message that lists, as Or does, at most the first most items and, if there are
// more in all, how many more.
func Some(items []string, most, all int) Message {
	var first []any
	for _, item := range items[:min(len(items), most)] {
		first = append(first, item)
	}
	if more := all - len(first); more > 0 {
		first = append(first, Of("message.more", "n", more))
	}
	return Or(first...)
}

func listOf[T any](last term, items []T) Message {
	all := list{make([]any, len(items)), last}
	for i, item := range items {
		all.items[i] = item
	}
	return of(all)
}

// decimal is a number with a number of digits after the point.
type decimal struct {
	value  float64
	digits int
}

// Decimal returns a message for a number with the given number of digits after the decimal point,
// which is a comma in some languages; -1 means as many as needed.
func Decimal(value float64, digits int) Message { return of(decimal{value, digits}) }

// appendValue appends a value, with terms in the given grammatical case.
func appendValue(dst []byte, value any, form string, l Language) []byte {
	switch value := value.(type) {
	case string:
		return appendVerbatim(dst, value)
	case quoted:
		quotes := l.data().quotes
		return append(appendVerbatim(append(dst, quotes[0]...), string(value)), quotes[1]...)
	case int:
		return strconv.AppendInt(dst, int64(value), 10)
	case int64:
		return strconv.AppendInt(dst, value, 10)
	case term:
		return appendTerm(dst, value, form, l)
	case rule:
		return appendRule(dst, value, l)
	case list:
		return appendList(dst, value, form, l)
	case decimal:
		at := len(dst)
		dst = strconv.AppendFloat(dst, value.value, 'f', value.digits, 64)
		if dst[at] == '-' && !bytes.ContainsAny(dst[at:], "123456789") {
			dst = append(dst[:at], dst[at+1:]...) // not -0
		}
		if point := bytes.IndexByte(dst[at:], '.'); point >= 0 {
			dst[at+point] = l.data().decimal
		}
		return dst
	case error:
		return From(value).append(dst, form, l)
	}
	return fmt.Append(dst, value)
}

// appendVerbatim appends a text, with unprintable characters escaped as in Go.
func appendVerbatim(dst []byte, text string) []byte {
	if !strings.ContainsFunc(text, func(r rune) bool { return r == utf8.RuneError || !strconv.IsGraphic(r) }) {
		return append(dst, text...)
	}
	quoted := strconv.Quote(text)
	return append(dst, strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)...)
}

func appendTerm(dst []byte, t term, form string, l Language) []byte {
	terms := fileOf(l, "term")
	s, ok := terms[string(t)+"."+form]
	if !ok {
		s = terms[string(t)]
	}
	if s == nil {
		return append(dst, t...)
	}
	return s.append(dst, Message{}, l)
}

// appendRule appends the name of a rule book, whose term has the first word of the English name,
// and the paragraph.
func appendRule(dst []byte, r rule, l Language) []byte {
	book, _, _ := strings.Cut(string(r), " ")
	dst = appendTerm(dst, term("book-"+strings.ToLower(book)), "", l)
	return append(dst, r[max(strings.LastIndexByte(string(r), ' '), 0):]...)
}

func appendList(dst []byte, list list, form string, l Language) []byte {
	for i, item := range list.items {
		switch {
		case i == 0:
		case i+1 == len(list.items):
			dst = append(appendTerm(append(dst, ' '), list.last, "", l), ' ')
		default:
			dst = append(dst, ", "...)
		}
		dst = appendValue(dst, item, form, l)
	}
	return dst
}

// Say returns the text of an error in a language: a Message in that language, errors of the
// operating system about files from the catalogue, and any other error in its own words.
func Say(err error, l Language) string {
	switch err.(type) { //nolint:errorlint // what wraps a message says more than it
	case Message, interface{ Message() Message }:
		return From(err).In(l)
	}
	if l == English {
		return err.Error()
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var lines []string
		for _, e := range joined.Unwrap() {
			lines = append(lines, Say(e, l))
		}
		return strings.Join(lines, "\n")
	}
	return system(err).In(l)
}

// systemErrors are errors of the operating system or the standard library.
var systemErrors = []struct {
	is   error
	says ID
}{
	{os.ErrNotExist, "message.not-there"},
	{os.ErrPermission, "message.no-permission"},
	{os.ErrExist, "message.there-already"},
	{syscall.EISDIR, "message.folder"},
	{syscall.ENOTDIR, "message.no-folder"},
	{syscall.ENOSPC, "message.full"},
	{syscall.EFBIG, "message.too-large"},
	{syscall.EIO, "message.device"},
	{syscall.EROFS, "message.read-only"},
	{syscall.ENAMETOOLONG, "message.long-name"},
	{syscall.EADDRINUSE, "message.port-in-use"},
	{syscall.ELOOP, "message.links"},
	{io.ErrUnexpectedEOF, "message.ends-early"},
}

// system returns such an error as a message.
func system(err error) Message {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return Of("message.path", "path", path.Path, "why", system(path.Err))
	}
	for _, known := range systemErrors {
		if errors.Is(err, known.is) {
			return Of(known.says)
		}
	}
	return Verbatim(err.Error())
}
