package word

import (
	"strconv"
	"strings"

	"github.com/stolb/stolb/record"
)

// The table's limits: how many texts it keeps, and how long they may be. All
// words of a million games of one variant fit; a hostile file takes some 4 MB.
const (
	maxTableWords   = 1 << 14
	MaxTableWordLen = 48 // bytes
)

// Table reads words and keeps what it read, so that each distinct word
// meets the grammar once. The zero Table is empty and ready. It is not safe
// for concurrent use; the words that it returns are, and must not be changed.
type Table struct {
	words map[string]wordEntry
	short [1 << shortBits][2]shortEntry // those last met of up to eight bytes
	room  []plainRecord                 // for the next words
}

// shortEntry is a word of up to eight bytes, none of them 0, with its bytes as
// its key, the first lowest.
type shortEntry struct {
	key  uint64
	word *record.Word
}

const shortBits = 12

// plainRecord is a word with its two steps. Nearly all words have no more, and
// what is looked at together lies together.
type plainRecord struct {
	word  record.Word
	steps [2]record.Step
}

// wordEntry is what came of a text: a word or an error.
type wordEntry struct {
	word *record.Word
	err  error
}

// at returns the words of the key's place in short.
func (t *Table) at(key uint64) *[2]shortEntry {
	return &t.short[key*0x9e3779b97f4a7c15>>(64-shortBits)]
}

// Parse is the function Parse through the table. It keeps no part of text alive.
func (t *Table) Parse(text string) (*record.Word, error) {
	n, key := run(text)
	short := t.at(key)
	if plain := n == len(text) && key != 0; plain && key == short[0].key {
		return short[0].word, nil
	} else if plain && key == short[1].key {
		return short[1].word, nil
	} else if e, ok := t.words[text]; ok {
		if plain && e.err == nil && isMovetext(e.word) {
			short[0], short[1] = shortEntry{key, e.word}, short[0]
		}
		return e.word, e.err
	}
	return t.learn(text)
}

// learn parses a text that the table does not have and keeps what came of it,
// unless it is too long. A full table is emptied first: what a file repeats
// comes back soon, what was junk does not.
func (t *Table) learn(text string) (*record.Word, error) {
	text = strings.Clone(text[:min(len(text), MaxLen+1)])
	word, err := Parse(text)
	if len(text) > MaxTableWordLen {
		return word, err
	}
	if t.words == nil {
		t.words = make(map[string]wordEntry)
	} else if len(t.words) >= maxTableWords {
		clear(t.words)
	}
	if word != nil && len(word.Steps) <= 2 {
		if len(t.room) == 0 {
			t.room = make([]plainRecord, 64)
		}
		r := &t.room[0]
		t.room = t.room[1:]
		r.word = *word
		r.word.Steps = r.steps[:copy(r.steps[:], word.Steps)]
		word = &r.word
	}
	t.words[text] = wordEntry{word: word, err: err}
	return word, err
}

// plainWord reads two or more squares, or numbers, with the same sign between all of them,
// c3-b4, 15:24:33, as the grammar does, which takes ten times as long; nil for any other text.
func plainWord(text string) *record.Word {
	w := &record.Word{Text: text}
	for rest := text; ; {
		s, n := plainStep(rest)
		steps := len(w.Steps)
		if n == 0 || steps > 0 && (s == w.Steps[steps-1] || (s.Number > 0) != (w.Steps[0].Number > 0)) || steps == MaxSteps {
			return nil
		}
		if w.Steps = append(w.Steps, s); n == len(rest) {
			break
		}
		sign := record.Take
		switch rest[n] {
		case '-':
			sign = record.Quiet
		case ':', 'x':
		default:
			return nil
		}
		if steps > 0 && sign != w.Separator {
			return nil
		}
		w.Separator, rest = sign, rest[n+1:]
	}
	w.Plain = len(w.Steps) == 2 && strings.IndexByte(text, 'x') < 0
	if len(w.Steps) < 2 {
		return nil
	}
	return w
}

// plainStep reads a square a1 to h9, or a number without a 0 before it, with which text
// begins, and returns its length; 0 if it begins with neither.
func plainStep(text string) (s record.Step, n int) {
	if len(text) > 1 && text[0]-'a' < 8 && text[1]-'1' < 9 {
		if len(text) > 2 && IsDigit(text[2]) {
			return s, 0
		}
		return record.Step{File: int8(text[0] - 'a'), Rank: int8(text[1] - '1')}, 2
	}
	if n = numberAt(text); n == 0 {
		return s, 0
	}
	number, _ := strconv.Atoi(text[:n])
	return record.Step{File: -1, Rank: -1, Number: uint8(number)}, n
}
