package pdn

import (
	"slices"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// swift reads what nearly all movetext consists of by hand: moves whose words
// are known already, with the numbers that counting gives, between spaces. It
// begins at s.at and leaves s where something else stands, which the scanner and
// the grammar are for: whatever swift reads they would read alike
// (TestSwiftPDN, FuzzParsePDN).
func (b *builder) swift(s *scanner) {
	if b.star >= 0 || b.placed || len(b.doubts) > 0 || b.gap != nil {
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
	if m.before != nil || m.variations != nil || m.setup != "" {
		return // it waits for a move
	}
	at := word.SkipPlainSpace(text, s.at)
	if at == len(text) || text[at] == '[' {
		return // no moves
	}
	plies, numbers := m.plies, 0
	due := 2 * m.count // twice the next move's number, and one where the move is the second of its pair
	if m.second {
		due++
	}
	begin, most := len(plies), len(plies)+(maxTokens-s.count)/2
	if begin == 0 {
		// Most moves take nine bytes, with their numbers. The room is kept though
		// no move stands here: after each tag that no line's end parts from the
		// next this asks again.
		plies = slices.Grow(plies, min((len(text)-at)/9+8, most))
		m.plies = plies
	}
	for len(plies) < most {
		row, n := b.r.Words.Row(plies[:len(plies):min(cap(plies), most)], text, at, due)
		if read := len(row) - len(plies); read > 0 {
			plies, due, numbers = plies[:len(row)], due+read, numbers+n
			last := &row[len(row)-1]
			at = word.SkipPlainSpace(text, last.At+last.Len)
			continue
		}
		// A word that is met for the first time, or what is not spaced as mostly.
		n = 0
		if due&1 == 0 {
			if number, end := word.NumberAt(text, at); end > at {
				if number != due>>1 {
					break
				}
				at, n = word.SkipPlainSpace(text, end), 1
				b.numbered = true
			}
		}
		w, end, next := b.r.Words.Move(text, at)
		if w == nil {
			break
		}
		plies = append(plies, record.Ply{Word: w, At: at, Len: end - at})
		numbers += n
		due++
		at = next
	}
	read := len(plies) - begin
	if read == 0 {
		return
	}
	b.numbered = b.numbered || numbers > 0
	m.plies, m.count, m.second, m.varied = plies, due>>1, due&1 == 1, false
	if len(b.above) == 0 {
		b.aside = -1
	}
	last := &plies[len(plies)-1]
	b.end, s.at = last.At+last.Len, last.At+last.Len
	s.count += read + numbers
}

// isSpaced says of spacedBytes from byte at to byte end of a text whether the scanner makes
// a word of them alone: they begin and end as squares and words do, no result begins so, and
// behind one space something stands that cannot go on with them.
func isSpaced(text string, at, end int) bool {
	return end > at && end+1 < len(text) && text[end] == ' ' && letters[text[end+1]] && letters[text[end-1]] &&
		text[at] >= 'a' && letters[text[at]] && beginsNoResult[text[at]]
}

// spacedBytes end no run of the scanner.
var spacedBytes = word.ByteSet("abcdefghijklmnopqrstuvwxyz0123456789:-")
