package grammar

import (
	"math/bits"
	"slices"

	"github.com/stolb/stolb/record"
)

// swift reads what nearly all movetext consists of by hand: moves whose words
// are known already, with the numbers that counting gives, between spaces. It
// begins at l.at and leaves l where something else stands, which the lexer and
// the grammar are for: whatever swift reads they would read alike
// (TestSwiftPDN, FuzzParsePDN).
func (b *pdnBuilder) swift(l *pdnLexer) {
	if l.state > 0 || b.star >= 0 {
		return
	}
	text := l.text
	m := &b.line
	for l.count+2 <= maxPDNTokens && m.number == "" && !m.gap {
		i := skipPlainSpace(text, l.at)
		at := i
		if l.endsWithResult(at) {
			return
		}
		// A number and a full stop.
		n := 0
		for i < len(text) && text[i] >= '0' && text[i] <= '9' && i-at < 6 {
			n = 10*n + int(text[i]-'0')
			i++
		}
		tokens := 1
		if i > at && i < len(text) && text[i] == '.' {
			if n != m.count || m.second {
				return
			}
			tokens = 2
			at = skipPlainSpace(text, i+1)
			if l.endsWithResult(at) {
				return
			}
		}
		n, key := plainWord(text[at:])
		i = at + n
		w := b.p.words.known(text[at:i], key)
		if w == nil || !w.Plain && (w.Separator == record.NoSeparator || w.Repairs != nil || w.Promotion != 0) {
			return
		}
		// A sign behind spaces would go on with the move.
		next := skipPlainSpace(text, i)
		if next < len(text) && (next == i || !freshBytes[text[next]]) {
			return
		}
		if len(m.plies) == 0 {
			// Most moves take nine bytes, with their numbers.
			m.plies = slices.Grow(m.plies, (len(text)-at)/9+8)
		}
		b.ply(w, at, i-at)
		b.end = i
		l.at, l.body = i, true
		l.count += tokens
	}
}

// endsWithResult says whether the text from byte at on is what the tag Result
// says.
func (l *pdnLexer) endsWithResult(at int) bool {
	return l.result != "" && at < len(l.text) && l.resultOfTag(at) > at
}

// plainWord returns the length of the run of letters, digits and signs with
// which text begins, or of the run up to a space, and its key in the table of
// words, which is 0 where it is longer than eight bytes.
func plainWord(text string) (n int, key uint64) {
	if len(text) > 8 {
		key = uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
			uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
		// The lowest high bit is of the first byte that is a space or a control
		// character. What else but letters, digits and signs stands before it makes
		// a key that no word has.
		const each = 0x0101010101010101
		if blank := (key - '!'*each) &^ key & (0x80 * each); blank != 0 {
			n = bits.TrailingZeros64(blank) / 8
			return n, key & (1<<(8*n) - 1)
		}
		key = 0
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

func skipPlainSpace(text string, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t') {
		i++
	}
	return i
}

var (
	// wordBytes are the bytes of plain words.
	wordBytes = byteSet("abcdefghijklmnopqrstuvwxyz0123456789:-")
	// freshBytes cannot be a sign of the move before them.
	freshBytes = byteSet("abcdefghij0123456789{([$!?\"%;")
)

func byteSet(bytes string) (set [256]bool) {
	for i := range len(bytes) {
		set[bytes[i]] = true
	}
	return set
}
