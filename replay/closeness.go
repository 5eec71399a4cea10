package replay

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/stolb/stolb/record"
)

// closeness compares a written word with the texts of moves. A character that
// has to be changed, inserted or dropped counts 2, one that looks like the right
// one, or cannot be read, 1; signs and marks do not count.
type closeness struct {
	text string // of the word, at most maxCompared bytes
	full bool   // it begins with a whole square
}

// maxCompared is how many bytes of a word are compared.
const maxCompared = 64

// looksLike are, for a character, those for which hands and print make it be
// taken; for one that cannot be read, all.
var looksLike = [128]string{
	'a': "d", 'b': "h6", 'c': "e", 'd': "a", 'e': "c", 'f': "t", 'g': "9", 'h': "b",
	'0': "68", '1': "74", '2': "7", '3': "85", '4': "91", '5': "36", '6': "508b", '7': "12", '8': "306", '9': "4g",
	unread: "abcdefghij0123456789:",
}

// folded are the characters of moves for which others are written.
var folded = map[rune]byte{
	'а': 'a', 'б': '6', 'в': 'b', 'с': 'c', 'ц': 'c', 'д': 'd', 'е': 'e', 'э': 'e', 'ф': 'f', 'г': 'g', 'ж': 'g', 'н': 'h',
	'з': '3', 'ч': '4', 'о': '0', 'o': '0', 'l': '1', 'i': '1', '|': '1', 's': '5', 'q': '9', 't': '7', 'z': '2',
	'x': ':', 'х': ':', '×': ':', '-': ':', '–': ':', '—': ':', '−': ':', ';': ':', '.': ':', '=': ':', '/': ':', '_': ':', '~': ':',
}

// unread stands for a character that cannot be read.
const unread = '?'

// to makes ready to compare with a word.
func (c *closeness) to(w *record.Word, b record.Board) {
	c.text = canonical(w, b)
	if len(w.Steps) == 0 {
		c.text = fold(w.Text)
	}
	c.text = c.text[:min(len(c.text), maxCompared)]
	c.full = len(c.text) >= 2 && c.text[1] >= '0' && c.text[1] <= '9'
}

// distance returns how far the word is from the text of a move in full, or from
// what of it other notations write; 0 where nothing is written.
func (c *closeness) distance(text string) int {
	if c.text == "" {
		return 0
	}
	d := c.of(text, "")
	first := strings.IndexAny(text, ":-")
	if first < 0 {
		return d
	}
	last := strings.LastIndexByte(text, text[first])
	if last > first {
		d = min(d, c.of(text[:first], text[last:]))
	}
	if text[0] >= 'a' && !c.full { // short (Codex 1.10), and without a sign (Adiukh 7.2)
		d = min(d, c.of(text[:1], text[last:]))
		if !strings.Contains(c.text, ":") {
			d = min(d, c.of(text[:1], text[last+1:]))
		}
	}
	return d
}

// of is distance where the text is all that is written of the move, in two parts.
func (c *closeness) of(begin, end string) int {
	text := strings.ReplaceAll(begin+end, "-", ":")
	return editDistance(c.text, text, false) + editDistance(c.text, text, true)
}

// editDistance is the number of characters to change, insert or drop to make one text of
// another (Levenshtein); where alike is set, none are that look like the right one. The
// written text has at most maxCompared bytes.
func editDistance(written, text string, alike bool) int {
	var row [maxCompared + 1]int // of the table: the distances of what the text has so far
	for i := range written {
		row[i+1] = i + 1
	}
	for n := range len(text) {
		diagonal := row[0]
		row[0] = n + 1
		for i := range len(written) {
			least := diagonal
			if c := written[i]; c != text[n] && !(alike && strings.IndexByte(looksLike[c&127], text[n]) >= 0) {
				least = min(diagonal, row[i], row[i+1]) + 1
			}
			diagonal, row[i+1] = row[i+1], least
		}
	}
	return row[len(written)]
}

// canonical spells the word with colons and without marks.
func canonical(w *record.Word, b record.Board) string {
	parts := make([]string, min(len(w.Steps), 16))
	for i, step := range w.Steps[:len(parts)] {
		if sq, ok := step.Square(b); ok {
			parts[i] = b.Name(sq)
		} else if step.Number > 0 {
			parts[i] = strconv.Itoa(int(step.Number))
		} else {
			parts[i] = written(step)
		}
	}
	return strings.Join(parts, ":")
}

// fold spells what could not be read with the characters of moves, a byte each;
// only so much of it as is compared.
func fold(text string) string {
	var room [maxCompared]byte
	spelt := room[:0]
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
	return string(spelt)
}
