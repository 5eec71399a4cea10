package sheet

import (
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// skipSpaces returns the offset of the first character from i on that is no
// space within a cell: a tab is none.
func skipSpaces(text string, i int) int {
	for i < len(text) {
		switch c := text[i]; {
		case c == ' ' || c == '\v' || c == '\f':
			i++
		case c < utf8.RuneSelf:
			return i
		default:
			r, w := utf8.DecodeRuneInString(text[i:])
			if !word.IsSpace(r) {
				return i
			}
			i += w
		}
	}
	return i
}

// skipCells returns the offset of the first character from i on that is neither
// space nor parts cells.
func skipCells(text string, i int) int {
	for i < len(text) {
		if c := text[i]; c == '|' || c == ';' {
			i++
		} else if next := word.SkipBlank(text, i); next > i {
			i = next
		} else {
			break
		}
	}
	return i
}

// valueEnd returns where a header's value that begins at byte at ends: before
// the next key of the line or its first move.
func valueEnd(text string, at, end int) (stop int, row bool) {
	if at < end && text[at] == '1' && beginsMoves(text[at:end]) {
		return at, true
	}
	ones := 0
	for i := at; i < end; {
		switch c := text[i]; {
		case c > ',' && c < utf8.RuneSelf && c != ';' && c != '|':
			i++
			continue
		case (c == 0xd0 || c == 0xd1) && i+1 < end && text[i+1] >= utf8.RuneSelf: // Cyrillic
			i += 2
			continue
		}
		r, w := utf8.DecodeRuneInString(text[i:end])
		if !word.IsSpace(r) && r != '|' && r != ';' && r != ',' {
			i += w
			continue
		}
		next := skipCells(text[:end], i)
		if r == ',' {
			next = skipCells(text[:end], i+1)
		}
		next += beforeCell(text[next:end])
		if next >= end {
			break
		}
		before := text[max(i-1, at)]
		apart := r == '\t' || r == ',' || r == '|' || r == ';' || next-i >= 2 || before == ',' || before == ';' || before == '.'
		if tag, n := matchKey(text[next:end]); n > 0 {
			sign, _ := utf8.DecodeLastRuneInString(text[next : next+n])
			signed := sign == ':' || word.IsDash(sign)
			if signed && (apart || tag == "White" || tag == "Black") || !signed && apart && (r == '\t' || r == '|' || r == ';' || tag == "Round" || tag == "Board") {
				return next, false
			}
		}
		if text[next] == '1' && ones < maxOnes {
			if ones++; beginsMoves(text[next:end]) {
				return next, true
			}
		}
		i = next
	}
	return end, false
}
