package word

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/stolb/stolb/record/message"
)

// Error says why a text is not a move word.
type Error struct {
	Text     string       // the text, cut off where it is too long
	Offset   int          // byte offset in Text of what is wrong
	Expected []message.ID // of the messages that say what could have stood there, if anything could; not to be changed
	Meant    string       // what was probably meant, "" where nobody knows

	expects message.Message // says what Expected has

	reason message.Message // where it is not that what stands there does not belong
	found  string          // what does not belong; "" at the end

	once sync.Once
	said message.Message // by Message, once for all faults of the same word
}

// Message returns what the error says.
func (e *Error) Message() message.Message {
	e.once.Do(func() { e.said = e.message() })
	return e.said
}

func (e *Error) message() message.Message {
	next := e.expects
	if e.Meant != "" {
		meant := message.Of("word.meant", "move", e.Meant)
		if next.IsZero() {
			next = meant
		} else {
			next = message.Then(next, meant)
		}
	}
	return message.Then(message.Of("word.no-move", "text", e.Text, "why", e.why()), next)
}

// why says what is wrong at the offset.
func (e *Error) why() message.Message {
	at := func() int { return utf8.RuneCountInString(e.Text[:min(e.Offset, len(e.Text))]) + 1 }
	switch {
	case !e.reason.IsZero():
		return e.reason
	case e.Text == "":
		return message.Of("word.empty")
	case e.found == "":
		return message.Of("word.not-finished")
	case strings.TrimSpace(e.found) == "":
		return message.Of("word.space", "at", at())
	}
	return message.Of("word.does-not-belong", "found", e.found, "at", at())
}

func (e *Error) Error() string { return e.Message().Error() }
