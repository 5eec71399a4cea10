package sheet

import (
	"strings"

	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
)

// players reads a line of two names, and what stands with them.
func (l *lineLexer) players(at, end int, p players) {
	if before := beforeBlank(l.text[at : at+p.white]); before > 0 {
		kind := tokenText
		if l.results.variants.parse(strings.TrimRight(l.text[at:at+before], ".: ")) != record.UnknownVariant {
			kind = tokenVariant // "Башни. Иванов – Петров"
		}
		l.push(kind, at, at+before)
	}
	l.push(tokenPlayer, at+p.white, at+p.whiteEnd)
	l.parenthesis(at+p.whiteEnd, at+p.black)
	l.push(tokenPlayer, at+p.black, at+p.blackEnd)
	tail := at + p.blackEnd
	if k := word.SkipBlank(l.text[:at+p.end], tail); k < at+p.end && l.text[k] == '(' {
		if n := strings.IndexByte(l.text[k:at+p.end], ')'); n > 0 {
			tail = k + n + 1
			l.push(tokenText, k, tail)
		}
	}
	l.facts(tail, at+p.end)
	l.at = at + p.end
	l.row.cells = cellsAt(l.text[l.at:end])
}

// parenthesis reads the town behind White's name and the sign between the names.
func (l *lineLexer) parenthesis(at, end int) {
	if open := strings.IndexByte(l.text[at:end], '('); open >= 0 {
		close := at + open + strings.IndexByte(l.text[at+open:end], ')') + 1
		l.push(tokenText, at+open, close)
		at = close
	}
	if at = word.SkipBlank(l.text, at); at < end {
		l.push(tokenSign, at, at+beforeBlank(l.text[at:end]))
	}
}

// facts reads what stands between commas: a tournament, a town, a date.
func (l *lineLexer) facts(at, end int) {
	for at < end {
		n := strings.IndexByte(l.text[at:end], ',')
		stop := at + n
		if n < 0 {
			stop = end
		}
		from := word.SkipBlank(l.text[:stop], at)
		to := from + beforeBlank(strings.TrimRight(l.text[from:stop], ":;. \t"))
		if strings.HasSuffix(l.text[from:stop], "г.") {
			to = stop
		}
		if to > from {
			l.push(tokenFact, from, to)
		}
		at = stop + 1
	}
	l.at = end
}

// isContentsLine says whether a line is one of a table of contents: dots lead to the number
// of a page.
func isContentsLine(line string) bool {
	return word.IsDigit(line[len(line)-1]) && strings.Contains(line, " . . . . . . . . ")
}
