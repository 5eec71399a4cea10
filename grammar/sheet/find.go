package sheet

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/grammar/pdn"
	"github.com/stolb/stolb/grammar/word"
)

// sheetFinder begins a game at the head of a sheet that follows moves or
// a result, at a number 1 that follows a blank line, and, where rows have no
// numbers, at the row behind a blank line. It looks at lines as the grammar
// does (see classify), so that headers, prose and the heads of columns are the
// same to both.
type Finder struct {
	begun   bool     // there are moves
	ended   bool     // there is a result
	blank   bool     // blank lines stand before this line
	number  int      // the last move number
	close   int      // rows that follow the row before without a blank line
	heads   [2]bool  // White's, Black's has been a head
	last    string   // the tag of the last head
	wide    bool     // a row has two moves: there are no columns
	second  bool     // the second column has begun: it may have numbers of its own
	keys    []string // tags of the headers
	section bool     // a mark stands before headers that may be the next game's
	comment byte     // the sign that ends the comment in which this line stands; 0 for none
	nested  int      // how many of its brackets are open

	results resultTable
	fresh   bool // the game begins here, though it may be in the middle of a line

	// The line last looked at: that with which a game begins comes again.
	line     string
	lineKind lineKind
	versus   versus
}

// maxSheetKeys is how many tags of a game are remembered.
const maxSheetKeys = 64

func (f *Finder) Unclosed() bool { return false }

func (f *Finder) Reset() {
	*f = Finder{keys: f.keys[:0], results: f.results, fresh: true, line: f.line, lineKind: f.lineKind, versus: f.versus}
}

func (f *Finder) Find(text string, first bool) (cut.Decision, int) {
	first = first || f.fresh
	f.fresh = false
	if first && f.comment == 0 {
		if n, words := plainLine(text); words > 0 {
			return f.row(n, false, words > 1)
		}
	}
	if !first { // a part of a long line
		f.begun = true
		return f.inRow(text, 0)
	}
	at := word.SkipBlank(text, 0)
	if f.line != text {
		f.line = text
		f.lineKind, f.versus = classify(text, &f.results)
	}
	kind, v := f.lineKind, f.versus
	if f.comment != 0 && kind != lineBlank && f.inComment(strings.TrimRight(text[at:], " \t")) {
		return cut.Keep, 0
	}
	switch kind {
	case lineBlank:
		f.blank, f.comment = true, 0
		return cut.Keep, 0
	case lineRow:
		return f.rowText(text)
	case lineResult:
		f.blank = false
		_, n := f.results.match(text[at:])
		f.ended = true
		return f.inRow(text, at+n)
	case lineTag:
		return f.header([]string{pdn.TagName(text)}, false)
	case lineKey:
		var keys []string
		for i := at; i < len(text); {
			tag, n := matchKey(text[i:])
			if n == 0 {
				break
			}
			keys = append(keys, tag)
			l := sheetLexer{text: text, results: &f.results}
			i, _ = l.valueEnd(word.SkipBlank(text, i+n), len(text))
		}
		return f.header(keys, true)
	case linePosition:
		return f.header([]string{"FEN"}, true)
	case lineTurn:
		f.blank = false
		return cut.Keep, 0
	case lineVersus:
		what, i := f.header([]string{"White", "Black"}, true)
		if what != cut.AtMark {
			f.begun = true
			return f.inRow(text, at+v.end)
		}
		return what, i
	}
	// Prose, or two names in a line.
	if f.inComment(strings.TrimRight(text[at:], " \t")) {
		return cut.Keep, 0
	}
	if f.ended || f.begun && f.blank {
		f.blank = false
		return cut.Mark, 0
	}
	f.blank = false
	return cut.Keep, 0
}

// inComment says whether a line behind moves or the result is a comment, or a
// part of one: it belongs to the game before it, unless a blank line stands
// between.
func (f *Finder) inComment(line string) bool {
	if f.comment == 0 {
		open := strings.IndexByte("({[", line[0])
		if open < 0 || !f.ended && !f.begun || f.blank {
			return false
		}
		f.comment, f.nested = ")}]"[open], 0
	}
	open := "({["[strings.IndexByte(")}]", f.comment)]
	for i := 0; i < len(line) && f.comment != 0; i++ {
		switch line[i] {
		case open:
			f.nested++
		case f.comment:
			if f.nested--; f.nested <= 0 {
				f.comment = 0
			}
		}
	}
	return true
}

// header takes a line of headers with the given tags.
func (f *Finder) header(tags []string, sheet bool) (cut.Decision, int) {
	blank := f.blank
	f.blank = false
	column := sheet && len(tags) == 1 && (tags[0] == "White" || tags[0] == "Black") && f.begun && !f.ended && !f.second
	if column && !f.wide && (!f.heads[headIndex(tags[0])] || f.last != "" && f.last != tags[0]) {
		f.second = true
		return cut.None, 0
	}
	trailing := true
	for _, t := range tags {
		switch t {
		case "Arbiter", "Annotator", "WhiteTime", "BlackTime":
		default:
			trailing = false
		}
	}
	if f.begun || f.ended {
		if trailing {
			return cut.Keep, 0
		}
		return cut.AtMark, 0
	}
	// Headers without moves: a tag that comes again behind a blank line is the
	// next game's, which begins where the blank line ended.
	for _, t := range tags {
		if (blank || f.section) && slices.Contains(f.keys, t) {
			return cut.AtMark, 0
		}
	}
	what := cut.None
	if blank && len(f.keys) > 0 {
		f.section = true
		what = cut.Mark
	} else if f.section {
		what = cut.Keep
	}
	for _, t := range tags {
		if len(f.keys) < maxSheetKeys && !slices.Contains(f.keys, t) {
			f.keys = append(f.keys, t)
		}
		if sheet && (t == "White" || t == "Black") {
			f.heads[headIndex(t)] = true
			f.last = t
		}
	}
	return what, 0
}

func headIndex(tag string) int {
	if tag == "Black" {
		return 1
	}
	return 0
}

// rowText takes a line of moves that may have more in it.
func (f *Finder) rowText(line string) (cut.Decision, int) {
	at := word.SkipBlank(line, 0)
	n, dots, rest := rowNumber(line[at:])
	if what, i := f.row(n, dots, twoWords(rest)); what != cut.None {
		return what, i
	}
	return f.inRow(line, at)
}

// row takes a line of moves with the given number, 0 for none, dots behind the
// number or not, and two moves or one.
func (f *Finder) row(n int, dots, two bool) (cut.Decision, int) {
	blank := f.blank
	f.blank = false
	switch {
	case n == 1 && !dots && f.ended, n == 1 && !dots && f.begun && blank && !f.second,
		n == 0 && f.begun && f.ended && blank && !f.second,
		n == 0 && f.begun && f.number == 0 && blank && f.close >= 1 && two:
		return cut.AtMark, 0
	}
	if f.begun && !blank {
		f.close++
	}
	f.begun = true
	if n > 0 {
		f.number = n
	}
	f.wide = f.wide || !f.second && two
	f.section = false
	return cut.None, 0
}

// inRow looks for a result in a line of moves, from byte at on, and for a game
// that begins behind it: "... Черные сдались. Иванов – Петров: 1. cb4".
func (f *Finder) inRow(line string, at int) (cut.Decision, int) {
	for i := at; i < len(line); {
		if !f.ended && (i == at || i == 0 || line[i-1] == ' ') {
			i = skipPlainMoves(line, i)
		}
		next := word.SkipBlank(line, i)
		if f.begun && f.ended {
			if v := findVersus(line[next:]); v.ok && v.end < len(line)-next && next+v.white > 0 {
				return cut.Here, next + v.white
			}
			break
		}
		if resultCanBegin(line[next:]) {
			if _, n := f.results.match(line[next:]); n > 0 {
				f.ended = true
				i = next + n
				continue
			}
		}
		k := strings.IndexFunc(line[next:], word.IsSpace)
		if k <= 0 {
			break
		}
		i = next + k
	}
	return cut.None, 0
}

// rowNumber reads the number at the beginning of a row, 0 for none, whether
// dots follow it, and what stands behind.
func rowNumber(line string) (n int, dots bool, rest string) {
	digits, end := numberAt(line)
	if digits == 0 || end == digits && word.SkipBlank(line, digits) == digits && !strings.HasPrefix(line[digits:], "…") {
		return 0, false, line
	}
	for _, r := range line[:digits] {
		if d, _, ok := word.DigitOf(r); ok {
			n = n*10 + int(d-'0')
		}
	}
	rest = line[end:]
	rest = rest[word.SkipBlank(rest, 0):]
	return n, ellipsisAt(line[digits:]) > 1 || startsEllipsis(rest), rest
}

// twoWords says whether there are two moves in the rest of a row.
func twoWords(rest string) bool {
	n := wordAt(rest)
	rest = rest[n:]
	rest = rest[word.SkipBlank(rest, 0):]
	n = wordAt(rest)
	return n > 0 && isShape(rest[:n])
}

// plainLine returns the number, 0 for none, with which a line begins that has
// nothing but moves and their numbers, and how many moves stand before the next
// number; no moves where there may be more to it.
func plainLine(line string) (number, words int) {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	if !plainRow(line[i:]) {
		return 0, 0
	}
	for j, n := i, 0; j < len(line); j++ {
		if c := line[j]; word.IsDigit(c) {
			n = n*10 + int(c-'0')
		} else {
			if c == '.' {
				number, i = n, j+1
			}
			break
		}
	}
	numbered := false // by a number within the line
	for i < len(line) {
		if line[i] == ' ' || line[i] == '\t' {
			i++
			continue
		}
		if n := plainMove(line[i:]); n > 0 {
			if !numbered {
				words++
			}
			i += n
			continue
		}
		n := i
		for n < len(line) && n < i+4 && word.IsDigit(line[n]) {
			n++
		}
		if n == i || words == 0 || n+1 >= len(line) || line[n] != '.' || !plainNumberEnd[line[n+1]] {
			return 0, 0
		}
		numbered = true
		i = n + 1
	}
	return number, words
}

// skipPlainMoves returns where the first run of characters behind byte i of the
// line stands that is not plainly a move or its number, so that a result could
// begin there.
func skipPlainMoves(line string, i int) int {
	start := i // of the run
	for ; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ':
			if i > start && !plainRun(line[start:i]) {
				return start
			}
			start = i + 1
		case pdn.PlainMovetext[c] == pdn.NotPlain:
			return start
		}
	}
	if i > start && !plainRun(line[start:]) {
		return start
	}
	return i
}

// plainRun says whether a run of plain characters cannot begin a result. Those
// that do are words, or begin with one digit, as "1-0", "1 : 0" and "1.5-0.5".
func plainRun(run string) bool {
	switch last := run[len(run)-1]; {
	case len(run) < 2, last != '.' && (last < '0' || last > '9'):
		return false
	case run[0] > '9':
		return true
	case run[1] == '-' || run[1] == ':':
		return false
	}
	return run[1] != '.' || len(run) == 2 || run[2] != '5'
}
