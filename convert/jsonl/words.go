package jsonl

import (
	"strings"

	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
)

// The table's limits: how many texts it keeps, and how long they may be.
const (
	maxTableWords   = 1 << 14
	maxTableWordLen = 48 // bytes
)

// wordTable reads move words and keeps what it read, so that each distinct word
// meets the grammar once. The zero wordTable is ready.
type wordTable struct{ words map[string]*record.Word }

// read returns what the grammar makes of a text: the word, or one without
// steps where the text is no move. It must not be changed.
func (t *wordTable) read(text string) *record.Word {
	if w, ok := t.words[text]; ok {
		return w
	}
	if len(text) <= maxTableWordLen {
		text = strings.Clone(text) // which is a part of a whole line
	}
	w, err := word.Parse(text)
	if err != nil {
		w = &record.Word{Text: text}
	}
	if len(text) > maxTableWordLen {
		return w
	}
	if t.words == nil || len(t.words) >= maxTableWords {
		t.words = make(map[string]*record.Word)
	}
	t.words[text] = w
	return w
}
