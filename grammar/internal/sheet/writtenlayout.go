package sheet

import (
	"strings"
	"unicode"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
)

// GoesOn says whether the text of what was taken for another game is the rest of
// the game before it: it was cut in the middle of a line, at a word that looked
// like a result and is a move that is hurt, and no names stand before its moves;
// or its numbers go on where those before left off.
func (r *Reader) GoesOn(before, text string) bool {
	if before == "" || text == "" {
		return false
	}
	tail := before[max(0, len(before)-maxWeighed):]
	last, next := 0, 0
	l := r.lex
	l.reset(tail)
	l.begun = true
	words := false
	for t := l.next(); t.kind != lexer.EOF; t = l.next() {
		switch t.kind {
		case tokenNumber:
			last, words = l.number, false
		case tokenResult:
			words = strings.IndexFunc(tail[t.at:t.end], word.IsLetter) >= 0
		}
	}
	if words {
		return false // it has ended
	}
	if isSecondColumn(before, text) {
		return true
	}
	if _, from := finalLine(text); from > 0 && strings.Count(trimSpace(text), "\n") < 2 {
		return true // the position at its end
	}
	head := text[:min(len(text), maxWeighed)]
	l.reset(head)
	l.begun = true
	for next == 0 {
		switch t := l.next(); t.kind {
		case tokenNumber:
			next = l.number
		case tokenKey, tokenPlayer, tokenTagName, tokenVariant, tokenPosition, tokenFact, lexer.EOF:
			return false
		}
	}
	return next == last+1 && next > 1
}

// isSecondColumn says whether a text is the other side's column of the game
// before it: it begins with the head of that column, and the text before has one
// of the other, alone.
func isSecondColumn(before, text string) bool {
	headOf := func(line string) string {
		line = line[word.SkipBlank(line, 0):]
		tag, n := matchKey(line)
		if tag != "White" && tag != "Black" || strings.ContainsAny(line[n:], ":\t") {
			return ""
		}
		return tag
	}
	second := headOf(text[:word.LineEnd(text, 0)])
	if second == "" || len(before) > maxColumns {
		return false
	}
	first := ""
	for line := range strings.Lines(before) {
		if tag := headOf(strings.TrimRight(line, "\r\n")); tag != "" {
			if first != "" {
				return false
			}
			first = tag
		}
	}
	return first != "" && first != second
}

// maxColumns is the most bytes of a sheet in which the heads of columns are
// looked for.
const maxColumns = 1 << 16

// isHurt says whether a word that is no move to the lexer may well be one that
// is hurt: it has a digit beside a sign or a letter, and not many letters that
// no square has.
func isHurt(text string) bool {
	text = strings.TrimRight(text, ".,;!")
	digits, places, signs, others := 0, 0, 0, 0
	for _, r := range text {
		_, _, file := word.FileOf(r)
		switch {
		case r >= '0' && r <= '9':
			digits++
		case isSign(r):
			signs++
		case file:
			places++
		case unicode.IsLetter(r):
			others++
		}
	}
	return len(text) <= maxDamaged && digits > 0 && (signs > 0 || places > 0) && others <= 3
}
