package pdn

import (
	"slices"

	"github.com/stolb/stolb/grammar/word"
)

// swift reads what nearly all movetext consists of by hand: moves whose words
// are known already, with the numbers that counting gives, between spaces. It
// begins at s.at and leaves s where something else stands, which the scanner and
// the grammar are for: whatever swift reads they would read alike
// (TestSwiftPDN, FuzzParsePDN).
func (b *builder) swift(s *scanner) {
	if b.star >= 0 || b.placed || b.said != "" || len(b.doubts) > 0 || b.gap != nil {
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
	if m.number != "" || m.gap {
		return
	}
	at := word.SkipPlainSpace(text, s.at)
	for s.count+2 <= maxTokens {
		tokens := 1
		if !m.second {
			if n, end := word.NumberAt(text, at); end > at {
				if n != m.count {
					return
				}
				at, tokens = word.SkipPlainSpace(text, end), 2
				b.numbered = true
			}
		}
		w, end, next := b.r.Words.Move(text, at)
		if w == nil {
			return
		}
		if len(m.plies) == 0 {
			// Most moves take nine bytes, with their numbers.
			m.plies = slices.Grow(m.plies, (len(text)-at)/9+8)
		}
		b.ply(w, at, end-at)
		b.end, s.at = end, end
		s.count += tokens
		at = next
	}
}
