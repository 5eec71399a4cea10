package sheet

import (
	"bytes"
	"encoding/csv"
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
// spaces after it: characters that are not seen, the width of digits, the signs of
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
				if to == i { // the run begins after it
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

// entities puts characters for the entities of a text, and spaces after them.
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
	after := text[next : next+runEnd(text[next:])]
	if next == end || after == "" || len(after) > len("-10") || strings.ContainsAny(text[afterEnd(text, end):next], "\r\n") {
		return false
	}
	signed := func(c byte) bool { return c == '-' || c == ':' }
	if n := len(last) - 1; signed(last[n]) {
		return isLonePlace(last[:n]) && isLonePlace(after)
	}
	return signed(after[0]) && isLonePlace(last) && isLonePlace(after[1:])
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

// tagAt returns the length of a tag of HTML with which text begins, and whether a
// cell begins with it; 0 where there is none that a table or list has.
func tagAt(text string) (n int, cell bool) {
	if len(text) < 3 || text[0] != '<' {
		return 0, false
	}
	i := 1
	if text[1] == '/' {
		i++
	}
	name := i
	for i < len(text) && i < maxTag && (word.IsLatin(text[i]) || i == name+1 && word.IsDigit(text[i])) { // h2
		i++
	}
	if !htmlTags.has(text[name:i]) {
		return 0, false
	}
	cell = name == 1 && (text[1]|0x20 == 't') && (text[2]|0x20 == 'd' || text[2]|0x20 == 'h') && i == name+2
	end := strings.IndexAny(text[i:min(len(text), i+maxTag)], "<>\r\n")
	if end < 0 || text[i+end] != '>' {
		return 0, false
	}
	if said := strings.Trim(text[i:i+end], " /"); said != "" && (strings.IndexByte(said, '=') < 0 || strings.IndexFunc(said, func(r rune) bool { return r < ' ' || r > '~' }) >= 0) {
		return 0, false // <p c3-b4> is no tag
	}
	return i + end + 1, cell
}

// maxTag is the most bytes of a tag's name, and of what it says beside it.
const maxTag = 128

// withoutTags returns a text of the same length with spaces for the tags of tables
// and lists, and a tab where a cell begins.
func withoutTags(text string) string {
	bytes := []byte(text)
	for i := 0; i < len(bytes); {
		k := strings.IndexByte(text[i:], '<')
		if k < 0 {
			break
		}
		i += k
		n, cell := tagAt(text[i:])
		for k := range n {
			bytes[i+k] = ' '
		}
		if n > 0 {
			name := strings.TrimRight(strings.TrimLeft(text[i:i+n], "</"), ">")
			if struck := struckTags.has(name); struck && text[i+1] == '/' {
				copy(bytes[i:], "~~")
			} else if struck {
				copy(bytes[i+n-2:], "~~")
			}
		}
		if cell {
			bytes[i] = '\t'
		}
		i += max(n, 1)
	}
	return string(bytes)
}

// isBox says whether text begins with a line of a drawn table, U+2500 to U+257F.
func isBox(text string) bool {
	return len(text) > 2 && text[0] == 0xe2 && (text[1] == 0x94 || text[1] == 0x95)
}

// withoutMarkup returns a text of the same length without the markup of pages: what
// withoutTags leaves, the sides of drawn tables as | and their rules as dashes, and
// lines without the backslash at their end, and what markup.go takes out. No character
// after byte read goes before it: up to there the text is read already.
func withoutMarkup(text string, read int) string {
	bytes := []byte(withoutTags(text))
	for at := 0; at < len(bytes); {
		end := word.LineEnd(text, at)
		unmarkLine(bytes[at:end])
		tabCells(bytes[at:end])
		at = end + 1
	}
	for i := 0; i < len(bytes); i++ {
		switch {
		case isBox(text[i:min(len(text), i+3)]):
			box, _ := utf8.DecodeRuneInString(text[i:])
			bytes[i], bytes[i+1], bytes[i+2] = '-', '-', '-'
			if strings.ContainsRune("│┃║┆┇┊┋╎╏", box) {
				bytes[i], bytes[i+1], bytes[i+2] = '|', ' ', ' '
			}
		case bytes[i] == '\\' && (i+1 == len(bytes) || word.IsEnd(text[i+1]) || text[i+1] == '\\'):
			bytes[i] = ' '
		}
	}
	entities(bytes)
	plainRuns(bytes, read)
	joinParted(bytes)
	return string(bytes)
}

// Tables that spreadsheets save as text have ';' or ',' between their cells, and cells in
// quotation marks (RFC 4180). A line of such a table is read as one with tabs.

// mayHaveCells says whether a line that begins with a byte may be one that separatorOf
// knows.
func mayHaveCells(c byte) bool {
	return c >= 'A' && c < 0xe2 || c == '"' || c == ';' || c == ','
}

// separatorOf returns what parts the cells of a line that is certainly one of a table:
// it begins with a quoted cell, an empty one or the key of a header. It returns 0 for any
// other line.
func separatorOf(line string) rune {
	if c := line[0]; (c == ';' || c == ',') && len(line) > 1 && line[1] != ' ' {
		return rune(c)
	}
	quoted := line[0] == '"'
	first := line
	if quoted {
		first = line[1:]
	}
	first = first[:min(len(first), maxKey+1)]
	end := strings.IndexAny(first, `";,`)
	if end < 0 || !quoted && (first[end] == '"' || word.HeaderTag(trimSpace(first[:end])) == "") {
		return 0
	}
	rest := first[end:]
	if quoted {
		if rest = strings.TrimPrefix(rest, `"`); rest == "" || !strings.ContainsAny(rest[:1], ";,\t") {
			return 0
		}
	}
	separator, _ := utf8.DecodeRuneInString(rest)
	if strings.HasPrefix(rest, ", ") {
		return 0 // words, and no cells
	}
	return separator
}

// tabCells puts tabs between the cells of a line of a table, and spaces for their quotation
// marks: every cell stays where it is.
func tabCells(line []byte) {
	indent := word.SkipBlank(string(line[:min(len(line), maxMarked)]), 0)
	if indent >= len(line) || !mayHaveCells(line[indent]) {
		return
	}
	text := string(line[indent:])
	separator := separatorOf(text)
	if separator == 0 {
		return
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = separator
	cells, err := r.Read()
	if err != nil || r.InputOffset() < int64(len(text)) || len(cells) < 2 {
		return
	}
	line = line[indent:]
	for i := range line {
		line[i] = ' '
	}
	for i, cell := range cells {
		_, column := r.FieldPos(i) // from 1, of its quotation mark
		at := column - 1
		if i > 0 {
			line[at-1] = '\t'
		}
		if cell != "" && text[at] == '"' {
			at++
		}
		copy(line[at:], cell)
	}
}
