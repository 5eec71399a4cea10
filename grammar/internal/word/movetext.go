package word

import (
	"math/bits"
	"strings"

	"github.com/stolb/stolb/record"
)

// Plain movetext, moves that are known already with their numbers between spaces,
// is what nearly all of most files consists of, in PDN and in sheets. It is read
// here, for both; whatever else there is, their lexers and grammars read, and they
// would read this alike (TestPlainPDN, FuzzPlainPDN, TestSwiftSheet, FuzzSwift).

// Move returns the move that stands at byte at of a text, where it ends and where
// what follows begins behind spaces and line ends, most often one space; nil where
// none stands there that is known and plainly written, or where a sign, a mark or a
// remark may go on with it.
func (t *Table) Move(text string, at int) (w *record.Word, end, next int) {
	if !FastPath {
		return nil, at, at
	}
	// Nearly always it is one of those last met, with a space or the line's end behind it
	// and then something plain.
	if rest := text[at:]; len(rest) > 8 {
		n, key := runOfEight(Eight(rest))
		e := t.at(key)
		if w = e[0].word; key != e[0].key {
			w = e[1].word
		}
		if (key == e[0].key || key == e[1].key) && key != 0 && (rest[n] == ' ' || rest[n] == '\n') && freshBytes[rest[n+1]] {
			return w, at + n, at + n + 1
		}
	}
	if at == len(text) || !beginsMove[text[at]] {
		return nil, at, at
	}
	return t.moveClosely(text, at)
}

// Row adds to plies, as far as they have room, the moves from byte at of a text on, up to
// the end of the line or to what is not known or not spaced as mostly: one space behind
// each move and number, or the line's end, and then something that is no sign of the move.
// due is twice the number of the next move, and one more where it is the second of its
// pair: before a first move that number may stand, which it returns how often it did. It
// is Move for many at once.
func (t *Table) Row(plies []record.Ply, text string, at, due int) (_ []record.Ply, numbers int) {
	const reach = 9 // bytes of a short word with what stands behind it and begins the next
	for i := len(plies); FastPath && i < cap(plies) && len(text)-at >= reach; i++ {
		rest, numbered := text[at:at+reach], 0
		x := Eight(rest)
		if due&1 == 0 && IsDigit(byte(x)) {
			number, end := SpacedNumber(x)
			if end += at - 1; number == 0 {
				number, end = NumberAt(text, at)
			}
			if number > 0 {
				if at = end + 1; number != due>>1 || len(text)-at < reach || text[end] != ' ' {
					break
				}
				rest, numbered = text[at:at+reach], 1
				x = Eight(rest)
			}
		}
		n, key := runOfEight(x)
		e := t.at(key)
		w := e[0].word
		if key != e[0].key {
			if w = e[1].word; key != e[1].key {
				break
			}
		}
		behind := rest[n&7]
		if key == 0 || behind != ' ' && behind != '\n' || !freshBytes[rest[n&7+1]] {
			break
		}
		plies = plies[:i+1]
		plies[i] = record.Ply{Word: w, At: at, Len: n}
		numbers += numbered
		due++
		if at += n + 1; behind == '\n' {
			break
		}
	}
	return plies, numbers
}

// moveClosely is Move, whatever the word and what stands behind it.
func (t *Table) moveClosely(text string, at int) (w *record.Word, end, next int) {
	n, key := run(text[at:])
	end = at + n
	e := t.at(key)
	switch {
	case key == e[0].key && key != 0:
		w = e[0].word
	case key == e[1].key && key != 0:
		w = e[1].word
	default:
		if w = t.words[text[at:end]].word; w == nil || !isMovetext(w) {
			return nil, at, at
		}
		if key != 0 {
			e[0], e[1] = shortEntry{key, w}, e[0]
		}
	}
	if next = SkipPlainSpace(text, end); next < len(text) && (next == end || !freshBytes[text[next]]) {
		return nil, at, at
	}
	return w, end, next
}

// isMovetext says whether a word can be nothing but a move, and is written as it
// should be: 1:1 may be a result, 1:05:30 a time, but 24x15x6 is neither.
func isMovetext(w *record.Word) bool {
	if w.Repairs != nil || w.Promotion != 0 || len(w.Steps) < 2 {
		return false
	}
	return w.Steps[0].Number == 0 || (w.Plain || strings.IndexByte(w.Text, 'x') > 0) && w.Steps[0] != w.Steps[1]
}

// NumberAt returns the move number that stands at byte at of a text, and where it
// ends with its full stop; 0 where there is none.
func NumberAt(text string, at int) (n, end int) {
	if at >= len(text) || !IsDigit(text[at]) {
		return 0, at
	}
	if text := text[at:]; len(text) > 3 { // nearly always of one or two digits
		n = int(text[0] - '0')
		if text[1] == '.' {
			return n, at + 2
		}
		if IsDigit(text[1]) && text[2] == '.' {
			return 10*n + int(text[1]-'0'), at + 3
		}
	}
	n, end = 0, at
	for end < len(text) && end < at+maxNumber && IsDigit(text[end]) {
		n = 10*n + int(text[end]-'0')
		end++
	}
	if end == len(text) || text[end] != '.' {
		return 0, at
	}
	return n, end + 1
}

// SpacedNumber returns the move number of one or two digits with which eight bytes begin,
// the first lowest and a digit, with its full stop and a space, and how many bytes these
// are; 0 where there is none.
func SpacedNumber(x uint64) (n, width int) {
	const stop = '.' | ' '<<8
	switch {
	case uint16(x>>8) == stop:
		return int(byte(x) - '0'), len("1. ")
	case uint16(x>>16) == stop && IsDigit(byte(x>>8)):
		return 10*int(byte(x)-'0') + int(byte(x>>8)-'0'), len("10. ")
	}
	return 0, 0
}

// maxNumber is the most digits of a move number.
const maxNumber = 4

// Eight returns the first eight bytes of a text, the first lowest.
func Eight(text string) uint64 {
	return uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
}

// IsSpacedMove says whether eight bytes, the first lowest, begin with two squares of the
// files a to h and the ranks 1 to 8 with a sign between, a space and a letter of those or
// a digit.
func IsSpacedMove(x uint64) bool {
	// Less one, the letters are 0x60 to 0x67, and the digits 0x30 to 0x37.
	const (
		one  = 0x00_00_00_01_01_00_01_01
		mask = 0x00_00_ff_f8_f8_00_f8_f8
		want = 0x00_00_20_30_60_00_30_60
	)
	sign, behind := byte(x>>16), byte(x>>48)
	return (x-one)&mask == want && (sign == '-' || sign == ':') && (behind-'a' < 8 || IsDigit(behind))
}

// runOfEight returns how many of eight bytes, the first lowest, stand before the first
// that is a space or a control character, and these; of eight without a space 7 and 0.
func runOfEight(x uint64) (n int, key uint64) {
	// The lowest high bit is of that byte. What else but letters, digits and signs
	// stands before it makes a key that no word has.
	const each = 0x0101010101010101
	blank := (x - '!'*each) &^ x & (0x80 * each)
	if blank == 0 {
		return 7, 0
	}
	first := blank & -blank
	return bits.TrailingZeros64(first) / 8, x & (first>>7 - 1)
}

// run returns the length of the run of letters, digits and signs with which text
// begins, or of the run up to a space, and its key in the table of words, which is
// 0 where it is longer than eight bytes.
func run(text string) (n int, key uint64) {
	if len(text) > 8 {
		if n, key = runOfEight(Eight(text)); key != 0 || n == 0 {
			return n, key
		}
		n = 0
	}
	for n < len(text) && wordBytes[text[n]] {
		key |= uint64(text[n]) << (8 * n)
		n++
	}
	if n > 8 {
		key = 0
	}
	return n, key
}
