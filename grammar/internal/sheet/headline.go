package sheet

import (
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// players reads a line of two names, and what stands with them.
func (l *lineLexer) players(at, end int, p players) {
	if before := beforeBlank(l.text[at : at+p.white]); before > 0 {
		kind := tokenText
		from := at
		if tag, n := matchKey(l.text[at : at+before]); n > 0 && (tag == "Round" || tag == "Board") { // "Тур 3. Иванов – Петров"
			l.push(tokenKey, at, at+n)
			from, kind = word.SkipBlank(l.text, at+n), tokenValue
			before = beforeBlank(strings.TrimRight(l.text[at:at+before], ".:,"))
		} else if word.ParseVariantName(strings.TrimRight(l.text[at:at+before], ".: ")) != record.UnknownVariant {
			kind = tokenVariant // "Башни. Иванов – Петров"
		}
		if from < at+before {
			l.push(kind, from, at+before)
		}
	}
	l.push(tokenPlayer, at+p.white, at+p.whiteEnd)
	l.parenthesis(at+p.whiteEnd, at+p.black)
	l.push(tokenPlayer, at+p.black, at+p.blackEnd)
	tail := at + p.blackEnd
	for k := word.SkipBlank(l.text[:at+p.end], tail); k < at+p.end; k = word.SkipBlank(l.text[:at+p.end], tail) {
		rest := l.text[k : at+p.end]
		n := 0
		if i := strings.IndexByte("([", rest[0]); i >= 0 {
			n = strings.IndexByte(rest, ")]"[i]) + 1
		} else if w := strings.TrimRight(rest[:rawAt(rest)], ":,."); p.rated && isRating(w) {
			n = len(w)
		}
		if n == 0 {
			break
		}
		tail = k + n
		l.push(tokenText, k, tail)
	}
	l.facts(tail, at+p.end)
	l.at = at + p.end
	l.row.cells = cellsAt(l.text[l.at:end])
}

// parenthesis reads the rating and the town behind White's name and the sign between
// the names.
func (l *lineLexer) parenthesis(at, end int) {
	if open := strings.IndexAny(l.text[at:end], "(["); open >= 0 {
		if k := word.SkipBlank(l.text, at); k < at+open {
			l.push(tokenText, k, k+beforeBlank(l.text[k:at+open]))
		}
		close := end
		if n := strings.IndexAny(l.text[at+open:end], ")]"); n > 0 {
			close = at + open + n + 1
		}
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

// maxContents is how long a line of a table of contents is, in bytes.
const maxContents = 4 << 10

// isContentsLine says whether a line is one of a table of contents: dots lead to the number
// of a page.
func isContentsLine(line string) bool {
	const dots = ". . . . . . . . "
	if len(line) > maxContents || !word.IsDigit(line[len(line)-1]) {
		return false
	}
	i := strings.Index(line, dots) // which is found sooner than with the space before it
	return i >= 0 && strings.Contains(line[max(0, i-1):], " "+dots)
}
