package replay

import (
	"strings"
	"unicode"

	"github.com/stolb/stolb/record"
)

// spelling is a written word in the form that is compared with move texts: with colons and without
// marks. Of an unreadable word it has the characters of moves that were possibly meant. It has at
// most maxCompared bytes.
type spelling string

// maxCompared is how many bytes of a word are compared.
const maxCompared = 64

// looksLike lists the characters for which a character is mistaken; for unread, all of them.
var looksLike = [128]string{
	'a': "d", 'b': "h6", 'c': "e", 'd': "a", 'e': "c", 'f': "t", 'g': "9", 'h': "b",
	'0': "68", '1': "74", '2': "7", '3': "85", '4': "91", '5': "36", '6': "508b", '7': "12", '8': "306", '9': "4g",
	unread: "abcdefghij0123456789:",
}

// folded maps characters to the characters of moves for which they are written.
var folded = map[rune]byte{
	'а': 'a', 'б': '6', 'в': 'b', 'с': 'c', 'ц': 'c', 'д': 'd', 'е': 'e', 'э': 'e', 'ф': 'f', 'г': 'g', 'ж': 'g', 'н': 'h',
	'з': '3', 'ч': '4', 'о': '0', 'o': '0', 'l': '1', 'i': '1', '|': '1', 's': '5', 'q': '9', 't': '7', 'z': '2',
	'x': ':', 'х': ':', '×': ':', '-': ':', '–': ':', '—': ':', '−': ':', ';': ':', '.': ':', '=': ':', '/': ':', '_': ':', '~': ':',
}

// unread replaces a character that cannot be read.
const unread = '?'

func (g *geometry) spellingOf(w *record.Word) spelling {
	if len(w.Steps) == 0 {
		return fold(w.Text)
	}
	var text []byte
	for i, step := range w.Steps {
		if i > 0 {
			text = append(text, ':')
		}
		if n := g.stepBit(step); step.Whole() && n != offBoard {
			text = append(text, g.name[n]...)
		} else {
			text = append(text, step.String()...)
		}
		if len(text) >= maxCompared {
			return spelling(text[:maxCompared])
		}
	}
	return spelling(text)
}

// distance returns the distance of the word from the full text of a move, or from its text in other
// notations if that is nearer; 0 if the word is empty. Changing, inserting or dropping a character
// costs 2, or 1 to change it for one that looks like it, or if it cannot be read.
func (s spelling) distance(text string) int {
	if s == "" {
		return 0
	}
	text = strings.ReplaceAll(text, "-", ":")
	d := s.editDistance(text)
	first, last := strings.IndexByte(text, ':'), strings.LastIndexByte(text, ':')
	if last > first {
		d = min(d, s.editDistance(text[:first]+text[last:]))
	}
	full := len(s) >= 2 && s[1] >= '0' && s[1] <= '9' // starts with a whole square
	if text[0] >= 'a' && !full {                      // short (Codex 1.10), and without a separator (Adiukh 7.2)
		d = min(d, s.editDistance(text[:1]+text[last:]))
		if !strings.Contains(string(s), ":") {
			d = min(d, s.editDistance(text[:1]+text[last+1:]))
		}
	}
	return d
}

// editDistance returns the cost of turning one text into the other (Levenshtein).
func (s spelling) editDistance(text string) int {
	var row [maxCompared + 1]int // of the table: the distances of the text so far
	for i := range s {
		row[i+1] = 2 * (i + 1)
	}
	for n := range len(text) {
		diagonal := row[0]
		row[0] = 2 * (n + 1)
		for i := range len(s) {
			cost := 2
			switch c := s[i]; {
			case c == text[n]:
				cost = 0
			case strings.IndexByte(looksLike[c&127], text[n]) >= 0:
				cost = 1
			}
			diagonal, row[i+1] = row[i+1], min(diagonal+cost, row[i]+2, row[i+1]+2)
		}
	}
	return row[len(s)]
}

// fold spells an unreadable text with the characters of moves, up to maxCompared bytes.
func fold(text string) spelling {
	var buf [maxCompared]byte
	spelt := buf[:0]
	for _, r := range text {
		if len(spelt) == maxCompared {
			break
		}
		r = unicode.ToLower(r)
		c, known := folded[r]
		switch {
		case known:
		case r >= 'a' && r <= 'j' || r >= '0' && r <= '9' || r == ':':
			c = byte(r)
		case unicode.IsSpace(r):
			continue
		default:
			c = unread
		}
		spelt = append(spelt, c)
	}
	return spelling(spelt)
}
