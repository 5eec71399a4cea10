package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
)

// isMatter says whether a line is what books have between games and on the edges of
// pages, and no row: a page's number, a row of a tournament's table, a line of a table
// of contents, an address.
func isMatter(line string) bool {
	switch c := line[0]; {
	case isContentsLine(line):
		return true
	case c >= utf8.RuneSelf || (c|0x20)-'a' < 26:
		return len(line) <= maxPageNumber && mayBePage(line) && isPageNumber(line) || scoreBytes[c] && isScores(line) || isAddress(line)
	default:
		return len(line) <= maxMatter && (isPageNumber(line) || isStanding(line) || isScores(line))
	}
}

// maxMatter is how long a row of a tournament's table or a page's number is, in bytes.
const maxMatter = 240

// pageSigns are what stands on both sides of a page's number.
const pageSigns = "-*~·•|–—"

// isPageNumber says whether a line is the number of a page: "— 37 —", "Стр. 12",
// "12/40".
func isPageNumber(line string) bool {
	if len(line) > maxPageNumber {
		return false
	}
	digits := 0
	for digits < len(line) && !word.IsDigit(line[digits]) {
		digits++
	}
	if digits == len(line) {
		return false
	}
	before, rest := line[:digits], line[digits:]
	n := leadingDigits(rest)
	number, after := rest[:n], rest[n:]
	switch before = trimSpace(before); {
	case len(number) > len("1234"):
		return false
	case before == "":
		total, is := strings.CutPrefix(trimSpace(after), "/") // 1/2 is a result
		total = trimSpace(total)
		return is && len(total) >= max(2, len(number)) && len(total) <= len("1234") && isFigure(total)
	case before == trimSpace(after) && strings.Trim(before, pageSigns) == "":
		return true
	}
	if before = strings.TrimRight(before, ". "); strings.IndexByte(before, ' ') >= 0 {
		return false
	}
	is, _ := word.LookUp(pageWords, before)
	after = trimSpace(strings.TrimRight(after, "."))
	if of, rest, _ := strings.Cut(after, " "); of == "из" || of == "з" || of == "of" {
		after = strings.TrimLeft(rest, "0123456789")
	}
	return is && after == ""
}

// mayBePage says, at little cost, whether a line that begins with no digit and no sign
// of ASCII may be a page's number.
func mayBePage(line string) bool {
	switch c := line[0]; {
	case c == 'p' || c == 'P' || c > 0xd1 || c < 0xd0 && c >= utf8.RuneSelf:
		return true
	case c < utf8.RuneSelf || len(line) < len("с1"):
		return false
	}
	switch line[:len("с")] {
	case "с", "С", "л", "Л", "а", "А":
		return true
	}
	return false
}

// maxPageNumber is how long a page's number with its signs is, in bytes.
const maxPageNumber = 32

var pageWords = word.Vocabulary("стр страница с лист стор сторінка аркуш page p pp")

// toCell returns the length of what stands before a space or what parts cells.
func toCell(text string) int {
	n := 0
	for n < len(text) && !cellEnds[text[n]] {
		n++
	}
	return n
}

var cellEnds = word.ByteSet(" \t|;,")

// isStanding says whether a line is a row of a tournament's table: a place, a name and
// points, "1. Иванов 5½", "2 Петров 0 * 1 = 1", "1-2. Иванов, Петров – по 5 очков".
func isStanding(line string) bool {
	if !word.IsDigit(line[0]) {
		return false
	}
	tokens, names, points := 0, 0, 0
	next := false // the number of another place
	for i := 0; i < len(line); tokens++ {
		if i = skipCells(line, i); i == len(line) {
			break
		}
		n := toCell(line[i:])
		if i+n < len(line) && line[i+n] == ',' && i+n+1 < len(line) && word.IsDigit(line[i+n+1]) && n > 0 && word.IsDigit(line[i+n-1]) { // 5,5
			n += 1 + toCell(line[i+n+1:])
		}
		if n == 0 { // a comma
			i++
			continue
		}
		w := line[i : i+n]
		i += n
		first, _ := utf8.DecodeRuneInString(w)
		if next && unicode.IsUpper(first) {
			next = false
		}
		switch {
		case tokens == 0:
			if !isPlaceNumber(w) {
				return false
			}
		case tokens == 1 && !unicode.IsUpper(first):
			return false
		case next:
			return false // 2) Ли – Ян: 1. c3-b4
		case strings.Trim(w, "-–—") == "":
		case isPlaceNumber(w) && w[len(w)-1] == '.' && i < len(line):
			next = true
			continue
		case isScore(w):
			points++
		case !isNameOrWord(w):
			return false
		case unicode.IsUpper(first) && utf8.RuneCountInString(w) > 1 && !word.Illegible(w):
			names++
		}
	}
	return names > 0 && points > 0
}

// isPlaceNumber says whether a word is a place in a table, or several: 1. 12) 1-2. 3
func isPlaceNumber(w string) bool {
	w = strings.TrimRight(w, ".)")
	first, last, _ := strings.Cut(strings.ReplaceAll(w, "–", "-"), "-")
	return len(first) > 0 && len(first) < 4 && len(last) < 4 && isFigure(first+last)
}

// isScore says whether a word is what stands in the cells of a tournament's table, or
// points: 1, 0, ½, =, *, 3½, 4,5, 1-0.
func isScore(w string) bool {
	w = strings.TrimRight(w, ".,)")
	core := strings.TrimLeft(strings.ReplaceAll(strings.TrimPrefix(w, "("), "½", ""), "+-=–—")
	switch {
	case core == "":
		return w != ""
	case isFigure(core):
		return len(core) <= len("2100")
	case strings.Trim(core, "*xXхХ■□●") == "":
		return len(core) <= utf8.UTFMax
	}
	whole, half, ok := strings.Cut(strings.ReplaceAll(core, ",", "."), ".")
	if ok && len(whole) < 4 && len(half) < 3 && isFigure(whole+half) {
		return true
	}
	_, ok = result.Parse(w)
	return ok && utf8.RuneCountInString(w) <= len("1-0")
}

// isNameOrWord says whether a word is of letters, with what stands in and behind names.
func isNameOrWord(w string) bool {
	letters := 0
	for _, r := range w {
		switch {
		case word.IsLetter(r):
			letters++
		case !strings.ContainsRune(".'’-–:()«»\"", r):
			return false
		}
	}
	return letters > 0
}

// isScores says whether a line is the cells of a tournament's table, three or more,
// with nothing else: 1 0 ½ =.
func isScores(line string) bool {
	if line = line[:min(len(line), maxMatter)]; !scoreBytes[line[0]] || len(line) > 1 && line[0] < utf8.RuneSelf && line[1] > ' ' && line[1] != '|' && line[1] != ';' {
		return false
	}
	cells, points := 0, 0
	for w := range strings.FieldsFuncSeq(line, func(r rune) bool { return word.IsSpace(r) || r == '|' || r == ';' }) {
		switch cells++; w {
		case "0", "1", "2", "½", "1/2":
			points++
		case "=", "*", "X", "x", "Х", "х", "■":
		default:
			return false
		}
	}
	return cells > 2 && points > 1
}

// scoreBytes are those with which the cells of a table begin.
var scoreBytes = func() [256]bool {
	set := word.ByteSet("012=*X")
	set["½"[0]] = true
	return set
}()

// isAddress says whether a line is one of a page of the web.
func isAddress(line string) bool {
	return (line[0]|0x20 == 'h' || line[0]|0x20 == 'w') && (strings.HasPrefix(line, "http://") || strings.HasPrefix(line, "https://") || strings.HasPrefix(line, "www."))
}

// isYears says whether a run is two years, 1987-1990, and no move.
func isYears(run string) bool {
	n := len("1987")
	if len(run) < 2*n+1 || len(run) > 2*n+len("—") || !word.IsDigit(run[0]) {
		return false
	}
	return isYear(run[:n]) && isYear(run[len(run)-n:]) && strings.Trim(run[n:len(run)-n], "-–—") == ""
}

func isYear(w string) bool {
	return (strings.HasPrefix(w, "18") || strings.HasPrefix(w, "19") || strings.HasPrefix(w, "20")) && isFigure(w)
}

func isFigure(text string) bool { return strings.Trim(text, "0123456789") == "" }
