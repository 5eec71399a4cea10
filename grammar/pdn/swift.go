package pdn

import (
	"slices"

	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
)

// swift reads what nearly all movetext consists of by hand: moves whose words
// are known already, with the numbers that counting gives, between spaces. It
// begins at l.at and leaves l where something else stands, which the lexer and
// the grammar are for: whatever swift reads they would read alike
// (TestSwiftPDN, FuzzParsePDN).
func (b *builder) swift(l *pdnLexer) {
	if l.state > 0 || b.star >= 0 {
		return
	}
	text := l.text
	m := &b.line
	for l.count+2 <= maxPDNTokens && m.number == "" && !m.gap {
		i := word.SkipPlainSpace(text, l.at)
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
			at = word.SkipPlainSpace(text, i+1)
			if l.endsWithResult(at) {
				return
			}
		}
		n, key := word.Plain(text[at:])
		i = at + n
		w := b.r.Words.Known(text[at:i], key)
		if w == nil || !w.Plain && (w.Separator == record.NoSeparator || w.Repairs != nil || w.Promotion != 0) {
			return
		}
		// A sign behind spaces would go on with the move.
		next := word.SkipPlainSpace(text, i)
		if next < len(text) && (next == i || !word.FreshBytes[text[next]]) {
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
