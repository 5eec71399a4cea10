package pdn

import (
	"slices"

	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
)

// swift reads what nearly all movetext consists of by hand: moves whose words
// are known already, with the numbers that counting gives, between spaces. It
// begins at s.at and leaves s where something else stands, which the scanner and
// the grammar are for: whatever swift reads they would read alike
// (TestSwiftPDN, FuzzParsePDN).
func (b *builder) swift(s *scanner) {
	if b.star >= 0 || b.said != "" || len(b.doubts) > 0 || b.gap != nil {
		return
	}
	text := s.text
	if s.result >= s.at {
		text = text[:s.result]
	}
	m := &b.line
	if len(b.above) > 0 && len(m.plies) == 0 {
		return // its number tells where a variation begins
	}
	for s.count+2 <= maxTokens && m.number == "" && !m.gap {
		i := word.SkipPlainSpace(text, s.at)
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
			b.numbered = true
			at = word.SkipPlainSpace(text, i+1)
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
		s.at = i
		s.count += tokens
	}
}
