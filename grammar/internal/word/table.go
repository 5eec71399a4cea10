package word

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
)

// The limits of a Table: the number of its texts, and their length. All words of a million games of
// one variant fit; a hostile file takes some 4 MB.
const (
	maxTableWords   = 1 << 14
	MaxTableWordLen = 48 // bytes
)

// Table reads words and caches them, so that each distinct word is parsed once. The zero Table is
// ready for use. It is not safe for concurrent use; the words that it returns are, and must not be
// changed.
type Table struct {
	words map[string]wordEntry
	short [1 << shortBits][2]shortEntry // recent words of up to eight bytes
}

// shortEntry is a word of up to eight bytes, none of them 0. Its key consists of these bytes, the
// first one lowest.
type shortEntry struct {
	key  uint64
	word *record.Word
}

const shortBits = 12

// wordEntry is the result for a text: a word or an error.
type wordEntry struct {
	word *record.Word
	err  error
}

// at returns the slot of a key in short.
func (t *Table) at(key uint64) *[2]shortEntry {
	return &t.short[key*0x9e3779b97f4a7c15>>(64-shortBits)]
}

// recent returns the word with a key if it is in short, or nil.
func (t *Table) recent(key uint64) *record.Word {
	if e := t.at(key); key == e[0].key {
		return e[0].word
	} else if key == e[1].key {
		return e[1].word
	}
	return nil
}

// Parse is like the function Parse, but uses the table. It does not retain text. A full table is
// emptied first: repeated words soon return to it, and junk does not.
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

// ParseGlued is like Parse, but also reads four digits: a move in numbers that lost its sign.
func (t *Table) ParseGlued(text string) (*record.Word, error) {
	w, err := t.Parse(text)
	if err != nil && glued().MatchString(text) {
		if signed, e := t.Parse(text[:2] + "-" + text[2:]); e == nil {
			return &record.Word{Text: text, Steps: signed.Steps}, nil
		}
	}
	return w, err
}

// Nearly all of most files, PDN and sheets alike, is plain movetext: known moves with their numbers
// between spaces. Row reads it for both; their lexers and grammars read the rest, and would read
// plain movetext with the same result (TestPlainPDN, FuzzPlainPDN, TestPlain, FuzzPlain).

// Row appends to plies, up to their capacity, the known moves at byte at of a text. It ends with
// the line; at a word that is unknown or continues the capture before it; and at unusual spacing,
// where a move is not followed by one space, tab or line end and then a character that cannot be
// its sign. due is twice the number of the next move, plus one if it is the second of its pair. The
// number may precede a first move; numbers counts those that do.
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

// GoesOn reports whether w has further captures of the piece that moves in the word before it: they
// are one move, since no other piece can begin where it ended.
func GoesOn(before, w *record.Word) bool {
	last := len(before.Steps) - 1
	return last > 0 && len(w.Steps) > 1 && last+len(w.Steps) <= MaxSteps && before.Steps[last] == w.Steps[0] &&
		before.Separator == record.Take && w.Separator == record.Take
}

// Joined returns the word that joins two for which GoesOn is true; text is the text of both.
func Joined(before, w *record.Word, text string) *record.Word {
	joined := *before
	joined.Text, joined.Plain = text, false
	joined.Steps = slices.Concat(before.Steps, w.Steps[1:])
	joined.Promotion |= w.Promotion << (len(before.Steps) - 1)
	to := before.Text + strings.TrimLeft(w.Text, "abcdefghABCDEFGH0123456789")
	joined.Repairs = slices.Concat(before.Repairs, w.Repairs, []record.Repair{{Code: record.WrongSeparator, From: text, To: to}})
	return &joined
}

// Movetext returns the word for a text that can only be a plainly written move, otherwise nil.
func (t *Table) Movetext(text string) *record.Word {
	if w, err := t.Parse(text); err == nil && isMovetext(w) {
		return w
	}
	return nil
}

// isMovetext reports whether a word can only be a move, and is written correctly: 1:1 may be a
// result, 1:05:30 a time, but 24x15x6 is neither.
func isMovetext(w *record.Word) bool {
	if w.Repairs != nil || w.Promotion != 0 || len(w.Steps) < 2 {
		return false
	}
	return w.Steps[0].Number == 0 || (w.Plain || strings.IndexByte(w.Text, 'x') > 0) && w.Steps[0] != w.Steps[1]
}

// NumberAt returns the move number at byte at and the end of its full stop, or 0 and at if absent.
func NumberAt(text string, at int) (n, end int) {
	for end = at; end < len(text) && end < at+maxNumber && IsDigit(text[end]); end++ {
		n = 10*n + int(text[end]-'0')
	}
	if end == at || end == len(text) || text[end] != '.' {
		return 0, at
	}
	return n, end + 1
}

// keyOf returns the key of the plain word bytes at the beginning of a text, at most eight, the
// first one lowest, and their number.
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
	// freshBytes are the bytes that cannot be a sign of the move before them.
	freshBytes = ByteSet("abcdefghij0123456789{([$!?\"%;")
)
