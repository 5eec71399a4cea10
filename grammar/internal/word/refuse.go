package word

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Refusal is what a reader makes of a text that is no move: a word without steps, what
// to say, and how badly it is hurt. It is shared like a word.
type Refusal struct {
	Word     record.Word
	Why      message.Message // what Parse's error says, put into words when somebody reads it
	Damaged  bool            // see IsDamaged
	Misspelt bool            // where it is, see IsMisspelt

	room [2]any // of Why
	once sync.Once
	said message.Message
}

// refusals are the texts last met that are no words, and room for the next.
type refusals struct {
	last    [1 << refusalBits]refusalEntry
	misses  uint64 // the key of what was refused last by misfits
	letters strings.Builder
	next    []Refusal
}

// refusalEntry is a text with its key, as shortEntry has it.
type refusalEntry struct {
	key     uint64
	refusal *Refusal
}

const refusalBits = 10

// place returns where what is known of a key is kept.
func (t *refusals) place(key uint64) *refusalEntry {
	return &t.last[key*0x9e3779b97f4a7c15>>(64-refusalBits)]
}

// refuses says whether a text with a key is known to be no word, or easily seen to be
// none, which costs less than to look for it.
func (t *refusals) refuses(key uint64, text string) bool {
	if key == 0 {
		return false
	}
	if t.place(key).key == key || t.misses == key {
		return true
	}
	if misfits(text) {
		t.misses = key
		return true
	}
	return false
}

// Read is Parse, with what is made of a text that is no word in place of the error: it
// is not parsed then where that is easily seen.
func (t *Table) Read(text string) (*record.Word, *Refusal) {
	n, key := run(text)
	if n != len(text) {
		key = 0
	}
	if w, r := t.lastMet(key); w != nil || r != nil {
		return w, r
	}
	if len(text) <= maxRespelt && (key != 0 && t.misses == key || misfits(text)) {
		r := t.refuse(text)
		if key != 0 {
			*t.place(key) = refusalEntry{key, r}
		}
		return nil, r
	}
	w, err := t.Parse(text)
	if err == nil {
		return w, nil
	}
	if len(text) > MaxTableWordLen {
		r := new(Refusal)
		r.of(text)
		r.Why = message.Later(err)
		return nil, r
	}
	e := t.words[text]
	if e.refusal == nil {
		e.refusal = t.refuse(text)
		t.words[e.refusal.Word.Text] = e
	}
	if key != 0 {
		*t.place(key) = refusalEntry{key, e.refusal}
	}
	return nil, e.refusal
}

// Known returns what Read makes of the word at byte at of a text, and where it ends, if
// it is one of those last met; else neither.
func (t *Table) Known(text string, at int) (w *record.Word, r *Refusal, end int) {
	n, key := run(text[at:])
	if w, r = t.lastMet(key); w == nil && r == nil {
		return nil, nil, at
	}
	return w, r, at + n
}

// lastMet is Known for the key of a word.
func (t *Table) lastMet(key uint64) (*record.Word, *Refusal) {
	if key == 0 {
		return nil, nil
	}
	short := t.at(key)
	if key == short[0].key {
		return short[0].word, nil
	} else if key == short[1].key {
		return short[1].word, nil
	}
	if e := t.place(key); e.key == key {
		return nil, e.refusal
	}
	return nil, nil
}

// refuse returns what is made of a text that is no word, of which it keeps a copy.
func (t *refusals) refuse(text string) *Refusal {
	const letters, words = 512, 32
	if t.letters.Cap()-t.letters.Len() < len(text) {
		t.letters = strings.Builder{}
		t.letters.Grow(letters)
	}
	at := t.letters.Len()
	t.letters.WriteString(text)
	if len(t.next) == 0 {
		t.next = make([]Refusal, words)
	}
	r := &t.next[0]
	t.next = t.next[1:]
	r.of(t.letters.String()[at:])
	return r
}

func (r *Refusal) of(text string) {
	r.Word.Text = text
	r.Why = message.LaterIn(&r.room, r)
	r.Damaged = IsDamaged(text)
	r.Misspelt = r.Damaged && IsMisspelt(text)
}

// Message returns what Parse's error says.
func (r *Refusal) Message() message.Message {
	r.once.Do(func() {
		if _, err := Parse(r.Word.Text); err != nil {
			r.said = message.From(err)
		}
	})
	return r.said
}

func (r *Refusal) Error() string { return r.Message().Error() }

// What a byte of ASCII is to a word: a file's letter, a digit, a sign, or what stands
// in none, be it a sign or not. Others mean more than one thing, or may be mistyped.
const (
	byteOther uint8 = iota
	byteFile
	byteDigit
	byteDash
	byteTake
	byteNone
)

var byteOf = func() (of [256]uint8) {
	for c := range utf8.RuneSelf {
		r := rune(c)
		_, take := TakeOf(r)
		_, _, file := FileOf(r)
		_, _, digit := DigitOf(r)
		switch {
		case file && digit, strings.ContainsRune(missigns, r) || r == '\\' || IsSpace(r):
		case r >= 'a' && r <= 'h':
			of[c] = byteFile
		case IsDigit(byte(c)):
			of[c] = byteDigit
		case r == '-':
			of[c] = byteDash
		case r == ':' || r == 'x':
			of[c] = byteTake
		case !file && !digit && !take:
			of[c] = byteNone
		}
	}
	return of
}()

// misfits says of a text of up to maxRespelt bytes that no word can be read from it,
// nor from what it may be mistyped for. It says so of most such texts of the letters a to
// h, digits and plain signs, and of those with a letter that is in no word; of all
// others it says nothing, and false (FuzzMisfits holds it against Parse).
func misfits(text string) bool {
	if text == "" {
		return false
	}
	plain, none := true, false
	for i := range len(text) {
		switch byteOf[text[i]] {
		case byteNone:
			none = true
		case byteOther:
			if text[i] == timesCommand[0] {
				return false
			}
			plain = false
		}
	}
	if none {
		return true
	}
	if !plain || fits(text) {
		return false
	}
	// Numbers before letters, and a 6 for a b, may be respelt, part by part.
	if !mayRespell(text) {
		return true
	}
	var room [maxRespelt]byte
	n := copy(room[:], text)
	for from := 0; from <= n; {
		end := from
		for end < n && byteOf[room[end]] != byteDash && byteOf[room[end]] != byteTake {
			end++
		}
		if end == from+2 {
			switch first, second := room[from], room[from+1]; {
			case IsDigit(first) && byteOf[second] == byteFile:
				room[from], room[from+1] = second, first
			case first == '6' && second >= '1' && second <= '8':
				room[from] = 'b'
			}
		}
		from = end + 1
	}
	return !fits(string(room[:n]))
}

// fits says whether a text of files, digits and plain signs has the tokens of a word, one
// place behind the other with at most one sign between, with numbers that can be.
func fits(text string) bool {
	i, places := 0, 0
	numeric := byteOf[text[0]] == byteDigit
	for {
		if places > 0 {
			sign := false
			if i < len(text) && text[i] == 'd' && (i+1 == len(text) || byteOf[text[i+1]] != byteDigit) {
				i++ // of a man that becomes a king
			}
			if i == len(text) {
				return true
			}
			switch byteOf[text[i]] {
			case byteTake:
				sign = true
				i++
			case byteDash:
				for sign = true; i < len(text) && text[i] == '-'; {
					i++
				}
			}
			if numeric && !sign {
				return false
			}
		}
		if !numeric {
			if i == len(text) || byteOf[text[i]] != byteFile {
				return false
			}
			i++
		}
		from, value := i, 0
		for i < len(text) && byteOf[text[i]] == byteDigit {
			value = min(10*value+int(text[i]-'0'), 100)
			i++
		}
		switch {
		case i == from && (numeric || places > 0):
			return false
		case i == from: // a file alone, behind which a move goes on
			if i == len(text) {
				return false
			}
		case numeric && (value == 0 || i > from+2):
			return false
		case !numeric && (value == 0 || value > 12 || text[from] == '0'):
			return false
		}
		places++
	}
}
