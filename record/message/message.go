// Package message makes sentences for people from data, in English, Russian and Ukrainian.
//
// A Message is an identifier with named arguments; each language has a catalogue with its sentence,
// plain files in the folder catalogue that a translator can edit (README.md there describes their
// syntax). The sentence is made only when it is read, so a Message that is never read costs little.
//
// Read Of first, then the kinds of arguments in argument.go.
package message

import (
	"fmt"
	"strings"
)

// ID identifies a message: the file of the catalogue, a dot, and the key in it, such as
// "replay.capture-missed". Identifiers are written where the message is made; a test compares all
// of them, and their arguments, with the catalogues.
type ID string

// Message is something to say to a person, in any of the languages. The zero Message says nothing.
// A Message is also an error, with its English text.
type Message struct {
	id   ID
	args []any // alternating names and values
}

// Of returns the message with the given arguments, alternating names and values. A value is a
// string, which is printed verbatim, such as a file's name or a word of a record; an int or int64,
// which may select plural forms; a result of Quoted; another Message, such as those of Term, Rule,
// Or, And and Decimal; or an error, which is translated if it is a Message or known to this
// package, and otherwise printed in its own words.
func Of(id ID, args ...any) Message { return Message{id, args} }

// Verbatim returns a message with the same text in every language.
func Verbatim(text string) Message {
	if text == "" {
		return Message{}
	}
	return of(text)
}

// From converts an error to a message, and nil to the zero Message.
func From(err error) Message {
	switch err := err.(type) { //nolint:errorlint // what wraps a message says more than it
	case nil:
		return Message{}
	case Message:
		return err
	case interface{ Message() Message }:
		return err.Message()
	}
	return Later(err)
}

// Later is From for an error that is rarely reported: its message is made only when it is read.
func Later(err error) Message { return of(err) }

// Then returns a message that says one message and then the next; if one is zero, just the other.
func Then(said, next Message) Message {
	switch {
	case next.IsZero():
		return said
	case said.IsZero():
		return next
	}
	return Of("message.then", "said", said, "next", next)
}

// ID returns the message's identifier, or "" for a verbatim text.
func (m Message) ID() ID { return m.id }

// IsZero reports whether the message says nothing.
func (m Message) IsZero() bool { return m.id == "" && len(m.args) == 0 }

// Argument returns the value of the argument with the name, or nil if absent.
func (m Message) Argument(name string) any {
	for i := 0; i+1 < len(m.args); i += 2 {
		if given, ok := m.args[i].(string); ok && given == name {
			return m.args[i+1]
		}
	}
	return nil
}

// Items returns the items of a message made by Or or And, or nil for any other message.
func (m Message) Items() []any {
	all, _ := m.Argument("").(list)
	return all.items
}

// In returns the text of the message in a language.
func (m Message) In(l Language) string {
	return string(m.AppendIn(make([]byte, 0, 128), l))
}

// AppendIn appends the text of the message in a language to dst.
func (m Message) AppendIn(dst []byte, l Language) []byte { return m.append(dst, "", l) }

// append appends the text of the message, with terms in the given grammatical case.
func (m Message) append(dst []byte, form string, l Language) []byte {
	if m.id == "" {
		switch said := m.Argument("").(type) {
		case string:
			return append(dst, said...)
		case error:
			return append(dst, Say(said, l)...)
		case term, rule, list, decimal:
			return appendValue(dst, said, form, l)
		}
	} else if s := sentenceOf(l, m.id); s != nil {
		return s.append(dst, m, l)
	}
	return append(dst, m.id...)
}

// Error returns the text of the message in English.
func (m Message) Error() string { return m.In(English) }

// Unwrap returns the errors among the arguments.
func (m Message) Unwrap() []error {
	var errs []error
	for i := 1; i < len(m.args); i += 2 {
		if err, ok := m.args[i].(error); ok {
			errs = append(errs, err)
		}
	}
	return errs
}

// sentence is the text of an identifier in a catalogue, divided into parts.
type sentence []part

// part is a text, or an argument's place.
type part struct {
	text  string
	name  string   // name of the argument; "" for a text
	form  string   // grammatical case of a term
	forms []string // plural forms of a counted word: for one, few, many, depending on the language
}

// parse parses a sentence in the syntax of README.md in the folder catalogue.
func parse(l Language, text string) (sentence, error) {
	parts, plain := sentence{}, ""
	flush := func() {
		if plain != "" {
			parts = append(parts, part{text: plain})
			plain = ""
		}
	}
	for text != "" {
		at := strings.IndexAny(text, "{}")
		if at < 0 {
			plain += text
			break
		}
		plain += text[:at]
		if text = text[at:]; len(text) > 1 && text[1] == text[0] {
			plain += text[:1]
			text = text[2:]
			continue
		}
		end := strings.IndexByte(text, '}')
		if text[0] == '}' || end < 0 {
			return parts, fmt.Errorf("a brace without the other one; a brace for itself is written twice")
		}
		flush()
		var p part
		name, forms, counted := strings.Cut(text[1:end], "|")
		p.name, p.form, _ = strings.Cut(name, ".")
		if p.name == "" {
			return parts, fmt.Errorf("%s names no argument", text[:end+1])
		}
		if counted {
			p.forms = strings.Split(forms, "|")
			if n := len(l.data().forms); len(p.forms) != n || p.form != "" {
				return parts, fmt.Errorf("%s: %v has %d forms of a counted word", text[:end+1], l, n)
			}
		}
		parts = append(parts, p)
		text = text[end+1:]
	}
	flush()
	return parts, nil
}

// append appends the sentence with the message's arguments.
func (s sentence) append(dst []byte, m Message, l Language) []byte {
	for i := range s {
		p := &s[i]
		switch {
		case p.name == "":
			dst = append(dst, p.text...)
		case p.forms != nil:
			dst = append(dst, p.forms[l.form(m.Argument(p.name))]...)
		default:
			dst = appendValue(dst, m.Argument(p.name), p.form, l)
		}
	}
	return dst
}
