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
	waits := m.before != nil || m.variations != nil || m.setup != "" // for the first of the moves
	plies, count, second, tokens, read := m.plies, m.count, m.second, s.count, 0
	for tokens+2 <= maxTokens {
		numbers := 0
		if !second {
			if n, end := word.NumberAt(text, at); end > at {
				if n != count {
					break
				}
				at, numbers = word.SkipPlainSpace(text, end), 1
				b.numbered = true
			}
		}
		w, end, next := b.r.Words.Move(text, at)
		if w == nil {
			break
		}
		if len(plies) == 0 {
			// Most moves take nine bytes, with their numbers.
			plies = slices.Grow(plies, (len(text)-at)/9+8)
		}
		if waits {
			m.plies = plies
			b.ply(w, at, end-at)
			plies, count, second, waits = m.plies, m.count, m.second, false
		} else {
			plies = append(plies, record.Ply{Word: w, At: at, Len: end - at})
			if second {
				count++
			}
			second = !second
		}
		tokens += 1 + numbers
		at, read = next, end
	}
	if read == 0 {
		return
	}
	m.plies, m.count, m.second, m.varied = plies, count, second, false
	if len(b.above) == 0 {
		b.aside = -1
	}
	b.end, s.at, s.count = read, read, tokens
}
