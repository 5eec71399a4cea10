// Package message makes sentences for people from data, in English, Russian and Ukrainian.
//
// A Message is an identifier with named arguments; its sentence is in a catalogue of each language,
// plain files in the folder catalogue which a translator can edit (README.md there has their
// syntax). The sentence is made only when it is read, so a Message that is never read costs little.
//
// Read Of first, then what an argument can be: argument.go.
package message

import (
	"fmt"
	"strings"
)

// ID names a message: the file of the catalogue, a dot, and the key in it, such as
// "replay.capture-missed". Identifiers are written where the message is made; a test compares
// all of them, and their arguments, with the catalogues.
type ID string

// Message is something to be said to a person, in whichever language. The zero
// Message says nothing. It is an error, too, which speaks English.
type Message struct {
	id   ID
	args []any // names and values by turns
}

// Of returns the message with the given arguments: names and values by turns.
// A value is a string that is said as it is, such as a file's name or a word of a
// record; an int or int64, which may have its plural forms; what Quoted returns; another
// Message, such as Term, Rule, Or, And and Decimal return; or an error, which is said as a Message where
// it is one, or is known to this package, and as it speaks itself where not.
func Of(id ID, args ...any) Message { return Message{id, args} }

// Verbatim returns a message that says the text in every language.
func Verbatim(text string) Message {
	if text == "" {
		return Message{}
	}
	return of(text)
}

// From returns what an error says as a message.
func From(err error) Message {
	switch err := err.(type) { //nolint:errorlint // what wraps a message says more than it
	case Message:
		return err
	case interface{ Message() Message }:
		return err.Message()
	}
	return Later(err)
}

// Later is From for an error that is rarely reported: its message is made when it is.
func Later(err error) Message { return of(err) }

// Then returns a message that says one message and then the next, or one if the other is zero.
func Then(said, next Message) Message {
	switch {
	case next.IsZero():
		return said
	case said.IsZero():
		return next
	}
	return Of("message.then", "said", said, "next", next)
}

// ID returns the message's identifier, "" for a verbatim text.
func (m Message) ID() ID { return m.id }

// IsZero says whether the message says nothing.
func (m Message) IsZero() bool { return m.id == "" && len(m.args) == 0 }

// Argument returns the value of the argument with the name, nil where there is none.
func (m Message) Argument(name string) any {
	for i := 0; i+1 < len(m.args); i += 2 {
		if given, ok := m.args[i].(string); ok && given == name {
			return m.args[i+1]
		}
	}
	return nil
}

// Items returns what a message lists that Or or And returned; nil of any other.
func (m Message) Items() []any {
	all, _ := m.Argument("").(list)
	return all.items
}

// In returns what the message says in a language.
func (m Message) In(l Language) string {
	return string(m.AppendIn(make([]byte, 0, 128), l))
}

// AppendIn appends to dst what the message says in a language.
func (m Message) AppendIn(dst []byte, l Language) []byte { return m.append(dst, "", l) }

// append appends what the message says, terms that it lists in the given grammatical case.
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

// Error returns what the message says in English.
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

// sentence is what a catalogue has for an identifier: texts and, between, what is to be put in.
type sentence []part

// part is a text, or an argument's place.
type part struct {
	text  string
	name  string   // of the argument; "" for a text
	form  string   // of a term: a grammatical case
	forms []string // of a count: the word for one, few, many, as the language has them
}

// parse reads a sentence as README.md in the folder catalogue has it.
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
