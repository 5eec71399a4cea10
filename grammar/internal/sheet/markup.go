package sheet

import (
	"bytes"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// What editors, mail and pages put about the signs of a record is no part of it: quoted
// lines, headings and strong words of Markdown, bullets, entities of HTML, characters that
// are not seen, digits of East Asian width, words parted at the end of a line. It is taken
// out before a line is read; every word stays where it begins.

// maxMarked is how much of a line is looked at for such signs, in bytes.
const maxMarked = 256

// unmarkLine puts spaces for the signs of a quotation, a heading, a bullet or strong words
// with which a line begins.
func unmarkLine(line []byte) {
	blank := func(from, to int) {
		for ; from < to; from++ {
			line[from] = ' '
		}
	}
	i := word.SkipBlank(string(line[:min(len(line), maxMarked)]), 0)
	for i < len(line) && line[i] == '>' { // quoted in a letter
		blank(i, i+1)
		for i++; i < len(line) && line[i] == ' '; i++ {
		}
	}
	if n := len(line[i:]) - len(bytes.TrimLeft(line[i:], "#")); n > 0 && n <= 6 && i+n < len(line) && line[i+n] == ' ' {
		blank(i, i+n)
		i += n + 1
	}
	if i+3 < len(line) && (line[i] == '-' || line[i] == '*') && line[i+1] == ' ' {
		if digits, end := numberAt(string(line[i+2 : min(len(line), i+8)])); end > digits {
			blank(i, i+1)
			i += 2
		}
	}
	for _, sign := range []string{"**", "__"} {
		if rest := line[i:]; len(rest) > 4 && string(rest[:2]) == sign && rest[2] != sign[0] && rest[2] != ' ' {
			if k := bytes.Index(rest[2:], []byte(sign)); k > 0 && bytes.IndexFunc(rest[2:2+k], word.IsLetter) >= 0 {
				for at := i; ; {
					k := bytes.Index(line[at:], []byte(sign))
					if k < 0 {
						return
					}
					blank(at+k, at+k+2)
					at += k + 2
				}
			}
		}
	}
	if rest := bytes.TrimRight(line[i:], " \t"); len(rest) > 4 && (rest[0] == '*' || rest[0] == '_') && rest[1] != ' ' && rest[1] != rest[0] && bytes.IndexByte(rest[1:], rest[0]) == len(rest)-2 {
		blank(i, i+1)
		blank(i+len(rest)-1, i+len(rest))
	}
}

// struckAt returns the length of what was struck out with which text begins, as Markdown
// has it: ~~c3-d4~~; 0 where it begins with nothing of the kind.
func struckAt(text string) int {
	const sign = "~~"
	if len(text) < 2*len(sign)+1 || text[:len(sign)] != sign || text[len(sign)] <= ' ' || text[len(sign)] == '~' {
		return 0
	}
	inside := text[len(sign):min(len(text), maxMarked)]
	n := strings.Index(inside[:word.LineEnd(inside, 0)], sign)
	if n <= 0 {
		return 0
	}
	return n + 2*len(sign)
}

// maxEntity is how long an entity is, in bytes.
const maxEntity = 10

// entityAt returns the character for which the entity stands with which text begins, and
// its length; 0 for none.
func entityAt(text string) (rune, int) {
	text = text[:min(len(text), maxEntity)]
	n := strings.IndexByte(text, ';')
	if n < 3 {
		return 0, 0
	}
	for _, c := range []byte(text[1:n]) {
		if !word.IsLatin(c) && !word.IsDigit(c) && c != '#' {
			return 0, 0
		}
	}
	said := html.UnescapeString(text[:n+1])
	r, w := utf8.DecodeRuneInString(said)
	if w != len(said) || r < ' ' || r == utf8.RuneError || w > n+1 {
		return 0, 0
	}
	return r, n + 1
}

// maxHidden is how much of a run is looked at, in bytes.
const maxHidden = 64

// unseen says whether r is not seen: it says where lines may be broken or which way they run.
func unseen(r rune) bool {
	switch {
	case r == 0xad, r >= 0x200c && r <= 0x200f, r >= 0x202a && r <= 0x202e, r == 0x2060, r >= 0x2066 && r <= 0x2069, r == 0xfeff:
		return true
	}
	return false
}

// wide returns what a character of East Asian width is; 0 where it has another.
func wide(r rune) byte {
	if r > 0xff00 && r < 0xff5f {
		return byte(r - 0xff00 + ' ')
	}
	return 0
}

// runEnd returns the length of the run with which text begins.
func runEnd(text string) int {
	n := 0
	for n < min(len(text), maxMarked) && text[n] > ' ' {
		n++
	}
	return n
}

// plainRuns takes out of each run of a text what hides its characters, and puts as many
// spaces behind it: characters that are not seen, the width of digits, the signs of
// stressed words. A soft hyphen may be a move's sign. At byte part, which may be within
// one, a run begins.
func plainRuns(text []byte, part int) {
	for i := 0; i < len(text); {
		if text[i] <= ' ' {
			i++
			continue
		}
		end := i
		for end < len(text) && text[end] > ' ' && (end == i || end != part) {
			end++
		}
		to := i
		for at := i; at < end; {
			r, w := utf8.DecodeRune(text[at:end])
			switch plain := wide(r); {
			case plain != 0:
				text[to] = plain
				to++
			case unseen(r) && !(r == 0xad && to > i && word.IsDigit(text[to-1]) && at+w < end && (word.IsLatin(text[at+w]) || word.IsDigit(text[at+w]))):
				if to == i { // the run begins behind it
					for to < at+w {
						text[to] = ' '
						to++
					}
					i = to
				}
			default:
				to += copy(text[to:], text[at:at+w])
			}
			at += w
		}
		for k := to; k < end; k++ {
			text[k] = ' '
		}
		if to-i > 4 && text[i] == '_' && text[to-1] == '_' && isShape(string(text[i+1:min(to-1, i+maxDamaged)])) {
			text[i], text[to-1] = ' ', ' '
		}
		i = end
	}
}

// entities puts characters for the entities of a text, and spaces behind them.
func entities(text []byte) {
	for i := 0; i < len(text); i++ {
		k := bytes.IndexByte(text[i:], '&')
		if k < 0 {
			return
		}
		i += k
		r, n := entityAt(string(text[i:min(len(text), i+maxEntity)]))
		if n == 0 {
			continue
		}
		if word.IsSpace(r) {
			r = ' '
		}
		for k := copy(text[i:], string(r)); k < n; k++ {
			text[i+k] = ' '
		}
		i += n - 1
	}
}

// isParted says whether a line ends with the beginning of a move, up to byte end, whose
// rest begins the next: "c3-" and "b4", "h6" and ":f4".
func isParted(text string, end int) bool {
	from := end
	for from > 0 && end-from < len("10-") && text[from-1] > ' ' && text[from-1] != '.' {
		from--
	}
	last := text[from:end]
	if last == "" || from > 0 && text[from-1] > ' ' && text[from-1] != '.' {
		return false
	}
	text = text[:min(len(text), end+maxHidden)]
	next := word.SkipPlainSpace(text, end)
	behind := text[next : next+runEnd(text[next:])]
	if next == end || behind == "" || len(behind) > len("-10") || strings.ContainsAny(text[afterEnd(text, end):next], "\r\n") {
		return false
	}
	signed := func(c byte) bool { return c == '-' || c == ':' }
	if n := len(last) - 1; signed(last[n]) {
		return isLonePlace(last[:n]) && isLonePlace(behind)
	}
	return signed(behind[0]) && isLonePlace(last) && isLonePlace(behind[1:])
}

// afterEnd returns where the line's end ends that may be at a byte.
func afterEnd(text string, at int) int {
	if strings.HasPrefix(text[at:], "\r\n") {
		return at + 2
	}
	if at < len(text) && word.IsEnd(text[at]) {
		return at + 1
	}
	return at
}

// joinParted joins the moves of a text that are parted at the end of a line.
func joinParted(text []byte) {
	said := string(text)
	for i := 0; i < len(said); i++ {
		k := strings.IndexAny(said[i:], "\r\n")
		if k < 0 {
			return
		}
		if i += k; isParted(said, i) {
			for k := i; k < len(text) && (word.IsEnd(said[k]) || said[k] == ' '); k++ {
				text[k] = ' '
			}
		}
	}
}
