package pdn

import (
	"slices"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// row returns where a stretch of plain moves ends that begins at byte at, at where none
// does: words of the characters that most moves are made of, each with its number before it
// or not, and with spaces or a line's end after it and then something that cannot belong
// to it. Each of these is a token of its own to scan (FuzzRow); together they are one.
func (s *scanner) row(at int) (end int) {
	text := s.text[:s.limit()]
	end = at
	for i := at; s.depth <= maxDepth && s.count+2 <= maxTokens; {
		tokens := 0
		if _, stop := word.NumberAt(text, i); stop > i {
			if stop == len(text) || text[stop] != ' ' {
				break
			}
			i, tokens = stop+1, 1
		}
		begin := i
		for i < len(text) && rowBytes[text[i]] {
			i++
		}
		if i == begin || !squareBytes[text[begin]] || !squareBytes[text[i-1]] || mayBeResult(text[begin:i]) {
			break
		}
		next := word.SkipPlainSpace(text, i)
		if next == i && i < len(text) && (text[i] != ')' || !isBlankAt(text, i+1)) || next < len(s.text) && !afterRow[s.text[next]] {
			break
		}
		end, i = i, next
		s.count += tokens + 1
	}
	return end
}

// mayBeResult says whether a word of such characters may be one of PDN's results: no move
// has a square 0, nor ends where it begins.
func mayBeResult(w string) bool {
	return len(w) == 3 && word.IsDigit(w[0]) && word.IsDigit(w[2]) && (w[0] == '0' || w[2] == '0' || w[0] == w[2])
}

var (
	rowBytes    = word.ByteSet("abcdefghx0123456789:-")
	squareBytes = word.ByteSet("abcdefgh0123456789")
	// afterRow are the characters that cannot go on with a move before spaces.
	afterRow = word.ByteSet("abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWYZ0123456789{}()[]<>!?$*%;/.,'|=+#@&^_~`")
)

// limit returns up to where moves may be taken for such.
func (s *scanner) limit() int {
	limit := len(s.text)
	if s.behind > 0 {
		limit = s.behind
	}
	if s.result >= s.at {
		limit = min(limit, s.result)
	}
	return limit
}

// row takes a stretch of plain moves.
func (b *builder) row(at int, text string) {
	for end := at + len(text); ; {
		if at = word.SkipPlainSpace(b.g.Text[:end], b.moves(at, end)); at >= end {
			return
		}
		kind, next := tokenNumber, at
		if _, next = word.NumberAt(b.g.Text, at); next == at {
			for kind = tokenWord; next < end && rowBytes[b.g.Text[next]]; {
				next++
			}
		}
		b.token(kind, at, b.g.Text[at:next])
		at = next
	}
}

// moves reads plain moves that are known already, with the numbers that counting gives,
// between spaces, from byte at of the text up to byte limit, and returns
// where the last of them ends.
func (b *builder) moves(at, limit int) (end int) {
	m := &b.line
	if b.star >= 0 || b.placed || len(b.doubts) > 0 || b.gap != nil || m.number != "" || m.gap ||
		m.before != nil || m.variations != nil || m.setup != "" || // it waits for a move
		len(b.above) > 0 && len(m.plies) == 0 { // its number tells where a variation begins
		return at
	}
	text := b.g.Text[:limit]
	end = at
	if at = word.SkipPlainSpace(text, at); at == limit || text[at] == '[' {
		return end
	}
	plies, begin, numbers := m.plies, len(m.plies), 0
	due := 2 * m.count // twice the next move's number, and one where the move is the second of its pair
	if m.second {
		due++
	}
	if begin == 0 { // most moves take nine bytes, with their numbers
		plies = slices.Grow(plies, min((len(b.g.Text)-at)/9+8, maxTokens/2))
		m.plies = plies
	}
	for at < limit {
		row, n := b.r.Words.Row(plies[:len(plies):cap(plies)], text, at, due)
		if read := len(row) - len(plies); read > 0 {
			plies, due, numbers = plies[:len(row)], due+read, numbers+n
			last := &row[len(row)-1]
			at = word.SkipPlainSpace(text, last.At+last.Len)
			continue
		}
		// A word that is met for the first time, or what is not spaced as mostly.
		n = 0
		if due&1 == 0 {
			if number, after := word.NumberAt(text, at); after > at {
				if number != due>>1 {
					break
				}
				at, n = word.SkipPlainSpace(text, after), 1
			}
		}
		w, last, next := b.r.Words.Move(text, at)
		if w == nil {
			break
		}
		plies = append(plies, record.Ply{Word: w, At: at, Len: last - at})
		numbers += n
		due++
		at = next
	}
	if len(plies) == begin {
		return end
	}
	b.numbered = b.numbered || numbers > 0
	m.plies, m.count, m.second, m.varied = plies, due>>1, due&1 == 1, false
	if len(b.above) == 0 {
		b.aside = -1
	}
	last := &plies[len(plies)-1]
	b.end = last.At + last.Len
	return b.end
}
