package word

import (
	"slices"
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
}

// shortEntry is a word of up to eight bytes, none of them 0, with its bytes as
// its key, the first lowest.
type shortEntry struct {
	key  uint64
	word *record.Word
}

const shortBits = 12

// wordEntry is what came of a text: a word or an error.
type wordEntry struct {
	word *record.Word
	err  error
}

// at returns the words of the key's place in short.
func (t *Table) at(key uint64) *[2]shortEntry {
	return &t.short[key*0x9e3779b97f4a7c15>>(64-shortBits)]
}

// recent returns the word with a key if it is among those last met.
func (t *Table) recent(key uint64) *record.Word {
	if e := t.at(key); key == e[0].key {
		return e[0].word
	} else if key == e[1].key {
		return e[1].word
	}
	return nil
}

// Parse is the function Parse through the table. It keeps no part of text alive. A full
// table is emptied first: what a file repeats comes back soon, what was junk does not.
func (t *Table) Parse(text string) (*record.Word, error) {
	key, n := keyOf(text)
	if w := t.recent(key); w != nil && n == len(text) {
		return w, nil
	}
	e, ok := t.words[text]
	if !ok {
		text = strings.Clone(text[:min(len(text), MaxLen+1)])
		if e.word, e.err = Parse(text); len(text) <= MaxTableWordLen {
			if t.words == nil {
				t.words = make(map[string]wordEntry)
			} else if len(t.words) >= maxTableWords {
				clear(t.words)
			}
			t.words[text] = e
		}
	}
	if s := t.at(key); n == len(text) && e.err == nil && isMovetext(e.word) {
		s[0], s[1] = shortEntry{key, e.word}, s[0]
	}
	return e.word, e.err
}

// ParseGlued is Parse, and reads four digits besides: a move in numbers whose sign was lost.
func (t *Table) ParseGlued(text string) (*record.Word, error) {
	w, err := t.Parse(text)
	if err != nil && glued().MatchString(text) {
		if signed, e := t.Parse(text[:2] + "-" + text[2:]); e == nil {
			return &record.Word{Text: text, Steps: signed.Steps}, nil
		}
	}
	return w, err
}

// Plain movetext, moves that are known already with their numbers between spaces,
// is what nearly all of most files consists of, in PDN and in sheets. It is read
// here, for both; all else their lexers and grammars read, and they would read
// this alike (TestPlainPDN, FuzzPlainPDN, TestPlain, FuzzPlain).

// Row appends to plies, up to their capacity, the moves from byte at of a text on that are known
// already. It ends with the line, or at a word that is not known or not spaced as usual: one space,
// tab or the line's end after each move and number, and then a character that is not a sign of the
// move, or at one that goes on with the capture before it. due is twice the number of the next
// move, and one more if it is the second of its pair. That number may be written before a first
// move; numbers counts how often it is.
func (t *Table) Row(plies []record.Ply, text string, at, due int) (_ []record.Ply, numbers int) {
	const reach = 9 // bytes of a short word, the character after it and the first of the next
	for i := len(plies); FastPath && i < cap(plies) && len(text)-at >= reach; i++ {
		numbered := 0
		if due&1 == 0 && IsDigit(text[at]) {
			if number, end := NumberAt(text, at); number > 0 {
				if at = end + 1; number != due>>1 || len(text)-at < reach || text[end] != ' ' {
					break
				}
				numbered = 1
			}
		}
		key, n := keyOf(text[at : at+reach-2])
		w, after := t.recent(key), text[at+n]
		if w == nil || after != ' ' && after != '\n' && after != '\t' || !freshBytes[text[at+n+1]] || i > 0 && GoesOn(plies[i-1].Word, w) {
			break
		}
		plies = plies[:i+1]
		plies[i] = record.Ply{Word: w, At: at, Len: n}
		numbers += numbered
		due++
		if at += n + 1; after == '\n' {
			break
		}
	}
	return plies, numbers
}

// GoesOn says whether a word has the next captures of the piece that has made those of the
// word before it: they are of one move, for no other piece can begin where it has ended.
func GoesOn(before, w *record.Word) bool {
	last := len(before.Steps) - 1
	return last > 0 && len(w.Steps) > 1 && before.Steps[last] == w.Steps[0] && w.Steps[0].Whole() && mayCapture(before) && mayCapture(w)
}

// mayCapture says whether a word has the sign of a capture, or is a move farther than a step:
// numbers of squares that touch differ by six at most, ranks by one.
func mayCapture(w *record.Word) bool {
	from, to := w.Steps[0], w.Steps[1]
	apart := int(from.Number) - int(to.Number) + 4*(int(from.Rank)-int(to.Rank))
	return w.Separator == record.Take || max(apart, -apart) > 6
}

// Joined returns the word that two are of which GoesOn is true; text is that of both.
func Joined(before, w *record.Word, text string) *record.Word {
	joined := *before
	joined.Text, joined.Plain = text, false
	joined.Steps = slices.Concat(before.Steps, w.Steps[1:])
	if w.Separator == record.Take {
		joined.Separator = record.Take
	}
	joined.Promotion |= w.Promotion << (len(before.Steps) - 1)
	to := before.Text + strings.TrimLeft(w.Text, "abcdefghABCDEFGH0123456789")
	joined.Repairs = slices.Concat(before.Repairs, w.Repairs, []record.Repair{{Code: record.WrongSeparator, From: text, To: to}})
	return &joined
}

// Movetext returns the word that a text is if it can be nothing but a move, plainly
// written; nil for any other text.
func (t *Table) Movetext(text string) *record.Word {
	w, err := t.Parse(text)
	if err != nil || !isMovetext(w) {
		return nil
	}
	return w
}

// isMovetext says whether a word can be nothing but a move, and is written as it
// should be: 1:1 may be a result, 1:05:30 a time, but 24x15x6 is neither.
func isMovetext(w *record.Word) bool {
	if w.Repairs != nil || w.Promotion != 0 || len(w.Steps) < 2 {
		return false
	}
	return w.Steps[0].Number == 0 || (w.Plain || strings.IndexByte(w.Text, 'x') > 0) && w.Steps[0] != w.Steps[1]
}

// NumberAt returns the move number at byte at of a text, and where it ends with its
// full stop; 0 if there is none.
func NumberAt(text string, at int) (n, end int) {
	for end = at; end < len(text) && end < at+maxNumber && IsDigit(text[end]); end++ {
		n = 10*n + int(text[end]-'0')
	}
	if end == at || end == len(text) || text[end] != '.' {
		return 0, at
	}
	return n, end + 1
}

// keyOf returns the key of the bytes of plain words with which a text begins, of eight at most,
// the first lowest, and how many these are.
func keyOf(text string) (key uint64, n int) {
	for n < len(text) && n < 8 && wordBytes[text[n]] {
		key |= uint64(text[n]) << (8 * n)
		n++
	}
	return key, n
}

var (
	// wordBytes are the bytes of plain words.
	wordBytes = ByteSet("abcdefghijklmnopqrstuvwxyz0123456789:-")
	// freshBytes cannot be a sign of the move before them.
	freshBytes = ByteSet("abcdefghij0123456789{([$!?\"%;")
)
