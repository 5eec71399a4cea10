package grammar

import (
	"slices"

	"github.com/stolb/stolb/record"
)

// swift reads what nearly all movetext consists of by hand: moves whose words
// are known already, with the numbers that counting gives, between spaces. It
// begins at l.at and leaves l where something else stands, which the lexer and
// the grammar are for: whatever swift reads they would read alike
// (TestSwiftPDN, FuzzParsePDN).
func (b *pdnBuilder) swift(l *pdnLexer) {
	if l.state > 0 || l.result != "" || b.star >= 0 {
		return
	}
	text := l.text
	m := &b.line
	for l.count+2 <= maxPDNTokens && m.number == "" && !m.gap {
		i := skipPlainSpace(text, l.at)
		at := i
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
		}
		n, key := plainWord(text[at:])
		i = at + n
		w := b.p.words.known(text[at:i], key)
		if w == nil || w.Separator == record.NoSeparator || w.Repairs != nil || w.Promotion != 0 {
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

// plainWord returns the length of the run of letters, digits and signs with
// which text begins, and its key in the table of words.
func plainWord(text string) (n int, key uint64) {
	for n < len(text) && wordBytes[text[n]] {
		key = key<<8 | uint64(text[n])
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
