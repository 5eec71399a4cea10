package sheet

import (
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
)

// beforeCell returns the length of the quotation marks, bars and spaces with which
// a line of cells begins.
func beforeCell(line string) int {
	for i := range len(line) {
		if c := line[i]; c != '"' && c != '|' && c != ' ' && c != '\t' {
			return i
		}
	}
	return len(line)
}

const (
	maxTitle = 96  // bytes of a title that names the variant
	maxFacts = 160 // bytes of a line with a tournament
)

// weight is what a line has beside other things: how many runs like moves, how
// many of them or other signs stand for moves that cannot be read, and how many
// words of prose.
type weight struct {
	moves, hurt, prose int
	sound              int  // moves that are words
	numbered           bool // it begins with a move's number
	number             int
	leads              bool // a word that leads a remark stands before any move
	inner              int  // the first number that stands before a move within the line, 0 for none
	dots               bool // with dots
	heads              int  // words of prose before it
	opens              bool // words of prose stand before it, and nothing else
	spoken             bool // the words before it say that what follows was not played
}

// maxWeighed is how much of a line is weighed, in bytes.
const maxWeighed = 2 << 10

func weigh(text string, words *word.Table) weight {
	var w weight
	speaks := false // the last word says that what follows it was not played
	text = text[:min(len(text), maxWeighed)]
	cells := cellsAt(text)
	if n := numberBefore(text); n > 0 {
		digits, end := numberAt(text[n-1:])
		if w.numbered = end > digits; w.numbered {
			w.number = numberValue(text[n-1 : n-1+digits])
			text = text[n-1+end:]
		}
	} else if cells != 0 {
		i := beforeCell(text)
		if digits, end := numberAt(text[i:]); digits > 0 && end == digits {
			if rest := strings.TrimLeft(text[i+digits:], "\" "); rest != "" && rest[0] == cells {
				w.numbered, w.number = true, numberValue(text[i:i+digits])
				text = rest
			}
		}
	}
	for i := 0; i < len(text); {
		if i = skipCells(text, i); i == len(text) {
			break
		}
		rest := text[i:]
		if c := rest[0]; c == '(' || c == '{' || c == '[' {
			if n := closing(rest); n > 0 {
				if inside := rest[1:n]; word.Illegible(inside) || strings.Trim(inside, "?. …") == "" {
					w.hurt++
				}
				i += n + 1
				continue
			}
		}
		if result.CanBegin(rest) {
			if _, n := result.Match(rest); n > 0 {
				i += n
				continue
			}
		}
		if digits, end := numberAt(rest); w.inner == 0 && end > digits {
			dots := dotsAt(rest[digits:])
			behind := rest[digits+max(dots, end-digits):]
			behind = behind[skipSpaces(behind, 0):]
			if shapeAt(behind) > 0 {
				w.inner, w.dots, w.heads = numberValue(rest[:digits]), dots > 0, w.prose
				w.spoken, w.opens = speaks && !w.numbered, w.prose > 0 && w.moves+w.hurt == 0 && !w.numbered
			}
		}
		n := rawAt(rest)
		if k := strings.IndexByte(rest[:n], cells); cells != 0 && k >= 0 {
			n = k
		}
		if n == 0 {
			_, k := utf8.DecodeRuneInString(rest)
			i += k
			continue
		}
		if isYears(rest[:n]) {
			w.prose++
			i += n
			continue
		}
		if k := shapeAt(rest); k > 0 {
			w.moves++
			n = max(n, k)
			if words == nil {
				w.sound++
			} else if _, err := words.Parse(rest[:k]); err == nil {
				w.sound++
			}
			i += n
			continue
		}
		raw := strings.TrimRight(rest[:n], ".,!?:")
		switch d := damageOf(rest[:n]); {
		case d == isSpoilt:
			w.moves++
			w.hurt++
		case d == isIllegible || d == isPerhaps && !proseFollows(rest[n:]) || dotsAt(rest) > 0 || strings.Trim(rest[:n], "?") == "":
			w.hurt++
		case utf8.RuneCountInString(raw) > 1 && strings.IndexFunc(raw, word.IsLetter) >= 0:
			if w.prose++; w.moves == 0 {
				leads, _ := word.LookUp(remarkLeads, raw)
				w.leads = w.leads || leads
				fills, _ := word.LookUp(remarkFillers, raw)
				speaks = leads || speaks && fills
			}
		}
		i += n
	}
	return w
}

// closing returns where the bracket is closed with which text begins; 0 where it
// is not.
func closing(text string) int {
	open := text[0]
	close, nested := ")}]"[strings.IndexByte("({[", open)], 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case open:
			nested++
		case close:
			if nested--; nested == 0 {
				return i
			}
		}
	}
	return 0
}

// numberBefore returns where the digits of a number with a point stand at the
// beginning of a row, from 1, behind signs and "ход"; 0 where there is none.
func numberBefore(text string) int {
	i := 0
	for i < len(text) {
		r, w := utf8.DecodeRuneInString(text[i:])
		if word.IsLetter(r) {
			n := strings.IndexFunc(text[i:], func(r rune) bool { return !word.IsLetter(r) })
			if n < 0 {
				return 0
			}
			if is, _ := word.LookUp(numberWords, text[i:i+n]); is {
				i += n
				continue
			}
		}
		if digits, end := numberAt(text[i:]); end > digits && numberValue(text[i:i+digits]) > 0 {
			return i + 1
		}
		if word.IsLetter(r) || word.IsDigit(text[i]) {
			return 0
		}
		i += w
	}
	return 0
}

// numberWords are the words before the number of a move.
var numberWords = word.Vocabulary("ход хід move")

// beginsRow says whether a line, without space before it, begins like moves.
func beginsRow(line string) bool {
	digits, end := numberAt(line)
	if end > digits { // 12.
		rest := line[end:]
		rest = rest[word.SkipBlank(rest, 0):]
		if rest == "" || rest[0] == '(' || rest[0] == '{' || dotsAt(rest) > 0 || result.Starts(rest) || rest[0] == '?' {
			return true
		}
		for range 3 { // a word, perhaps behind something spoilt
			n, raw := runAt(rest), rawAt(rest)
			if n == 0 {
				if n = raw; n == 0 {
					_, n = utf8.DecodeRuneInString(rest)
				}
			}
			if leads, _ := word.LookUp(remarkLeads, rest[:n]); leads {
				return false // 1. Лучше было c3-d4
			}
			if isShape(rest[:n]) || damageOf(rest[:max(raw, n)]) >= isIllegible || raw > 1 && strings.Trim(rest[:raw], "?") == "" {
				return true
			}
			rest = rest[n:]
			rest = rest[word.SkipBlank(rest, 0):]
			if rest == "" {
				break
			}
		}
		return false
	}
	if digits > 0 {
		// 12 c3-b4: a number without its point, before a whole move.
		if rest := line[digits:]; len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') {
			rest = rest[word.SkipBlank(rest, 0):]
			n := runAt(rest)
			if r, _ := utf8.DecodeRuneInString(rest); n > 1 && !word.IsDash(r) && r != ':' && isShape(rest[:n]) {
				return true
			}
		}
	}
	return shapeAt(line) > 0
}

// cellsAt returns what parts the cells of a row beside tabs: '|' in a table of
// rules, ';' or ',' as spreadsheets write them; 0 where it is prose's sign.
func cellsAt(line string) byte {
	line = line[:min(len(line), maxWeighed)]
	if i := strings.IndexByte(line, '|'); i >= 0 {
		if strings.Count(line, "|") > 1 || i == 0 || i+1 == len(line) || word.SkipBlank(line[i-1:], 0) > 0 || word.SkipBlank(line, i+1) > i+1 {
			return '|'
		}
	}
	for i := 0; ; i++ {
		n := strings.IndexByte(line[i:], ';')
		if n < 0 {
			break
		}
		if i += n; (i+1 == len(line) || line[i+1] != ' ' && line[i+1] != '\t') && !missignedAt(line, i) {
			return ';'
		}
	}
	if strings.Contains(line, `,"`) || strings.Contains(line, `",`) {
		return ','
	}
	if i := strings.IndexByte(line, ','); i > 0 && !strings.ContainsAny(line, " \t.") && !missignedAt(line, i) {
		return ','
	}
	return 0
}

// missignedAt says whether what stands at byte i of a line stands between two squares
// in place of a sign: e5;c3.
func missignedAt(line string, i int) bool {
	from := i
	for from > 0 && i-from < len("c3") && word.SkipBlank(line[from-1:i], 0) == 0 && strings.IndexByte(";,.|", line[from-1]) < 0 {
		from--
	}
	return word.Missigned(line[from:]) > i-from && (from == 0 || line[from-1] == '.' || word.SkipBlank(line, from-1) >= from)
}
