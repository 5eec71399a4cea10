package sheet

import (
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Try is Read of a text that PDN's grammar has read and that may be a sheet with what
// PDN does not have: columns, or a result in words. It gives up, and says so, where
// it is seen at a glance that the sheet has neither.
func (r *Reader) Try(g *record.Game, asked record.Variant) bool {
	if silent, lines := isSilent(g.Text); silent && (lines < 2 || r.beginsInRows(g.Text)) {
		return false
	}
	r.Read(g, asked)
	return true
}

// isSilent says whether a text has no word with which a result or the head of a column
// may begin, beside the names of tags, and how many lines it has that are no tag pair
// and not blank. A text that has no such word has no result that begins with a letter,
// and no columns with heads; without a second line it has no columns at all.
func isSilent(text string) (silent bool, lines int) {
	for text != "" {
		end := word.LineEnd(text, 0)
		line := text[:end]
		text = text[min(end+1, len(text)):]
		from := 0
		if _, value := cut.TagPair(line); value > 0 {
			from = value
			if strings.IndexByte(line, ']') < len(strings.TrimRight(line, " \t\r"))-1 {
				lines++
			}
		} else if trimSpace(line) != "" {
			lines++
		}
		if !isSilentLine(line[from:]) {
			return false, lines
		}
	}
	return true, lines
}

// isSilentLine says whether a line has none of the words of isSilent.
func isSilentLine(line string) bool {
	for i := 0; i < len(line); {
		if line[i] < utf8.RuneSelf && (!word.IsLatin(line[i]) || isLoneFile(line[i:])) {
			i++
			continue
		}
		from, n := i, 0
		for i < len(line) {
			r, w := rune(line[i]), 1
			if r >= utf8.RuneSelf {
				r, w = utf8.DecodeRuneInString(line[i:])
			}
			if !word.IsLetter(r) {
				if n == 0 {
					i += w // a sign of several bytes
				}
				break
			}
			i += w
			n++
		}
		switch {
		case n == 1 && result.Alike(line[from:]) > 0:
			return false
		case n > 2:
			if _, ok := word.LookUp(headWords, line[from:i]); ok {
				return false
			}
		}
	}
	return true
}

// isLoneFile says whether a text begins with one letter of a to h, and no word: the file
// of a square, as nearly all letters of movetext are. No result looks like it.
func isLoneFile(text string) bool {
	return text[0]-'a' < 8 && len(text) > 1 && text[1] < utf8.RuneSelf && !word.IsLatin(text[1])
}

// beginsInRows says of a text that isSilent whether it has no columns: behind tag pairs, a
// line each, and blank lines the first one begins with moves that are known already, from
// the number 1 on, and has nothing but what may be moves.
func (r *Reader) beginsInRows(text string) bool {
	at := 0
	for at < len(text) && (text[at] == '[' || text[at] == '\n') {
		end := at
		if text[at] == '[' {
			end += max(strings.IndexByte(text[at:], '\n'), 0)
			_, value := cut.TagPair(text[at:end])
			if value == 0 || strings.IndexByte(text[at+value:end], '"') != end-at-value-len(`"]`) || text[end-1] != ']' {
				return false
			}
		}
		at = end + 1
	}
	if !strings.HasPrefix(text[at:], "1. ") {
		return false
	}
	var room [maxPlain]record.Ply
	row, numbers := r.words.Row(room[:0], text, at, 2)
	if len(row) < 2 {
		return false
	}
	last := &row[len(row)-1]
	if text[last.At+last.Len] != '\n' && numbers < 2 {
		return false // another number than 2 may follow
	}
	for i := last.At + last.Len; text[i] != '\n'; i++ {
		if i+1 == len(text) || !rowBytes[text[i]] && !isLoneFile(text[i:]) {
			return false
		}
	}
	return true
}

// rowBytes are what else lines of moves have.
var rowBytes = word.ByteSet("0123456789.-: ")
