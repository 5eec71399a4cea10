package jsonl

import (
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
)

// wordTable reads move words as grammar.Words does. The zero wordTable is ready.
type wordTable struct{ words grammar.Words }

// read returns what the grammar makes of a text: the word, or one without
// steps where the text is no move. It must not be changed.
func (t *wordTable) read(text string) *record.Word {
	w, err := t.words.Parse(text)
	if err != nil {
		w = &record.Word{Text: text}
	}
	return w
}
