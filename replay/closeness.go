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
type closeness struct{ exact, alike pattern }

// looksLike are, for a character, those for which hands and print make it be
// taken.
var looksLike = map[byte]string{
	'a': "d", 'b': "h6", 'c': "e", 'd': "a", 'e': "c", 'f': "t", 'g': "9", 'h': "b",
	'0': "68", '1': "74", '2': "7", '3': "85", '4': "91", '5': "36", '6': "508b", '7': "12", '8': "306", '9': "4g",
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
	text := canonical(w, b)
	if len(w.Steps) == 0 {
		text = fold(w.Text)
	}
	c.exact.set(text)
	c.alike.set(text)
	for i := range c.alike.length {
		for _, other := range []byte(looksLike[text[i]]) {
			c.alike.places[other] |= 1 << i
		}
		if text[i] == unread {
			for _, any := range []byte("abcdefghij0123456789:") {
				c.alike.places[any] |= 1 << i
			}
		}
	}
}

// distance returns how far the word is from the text of a move in full, or from
// what of it other notations write; 0 where nothing is written.
func (c *closeness) distance(text string) int {
	if c.exact.length == 0 {
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
	if text[0] >= 'a' { // short (Codex 1.10), and without a sign (Adiukh 7.2)
		d = min(d, c.of(text[:1], text[last:]))
		if c.exact.places[':'] == 0 {
			d = min(d, c.of(text[:1], text[last+1:]))
		}
	}
	return d
}

func (c *closeness) of(begin, end string) int {
	return c.exact.distance(begin, end) + c.alike.distance(begin, end)
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
// only so much of it as a pattern can have.
func fold(text string) string {
	var room [maxPattern]byte
	spelt := room[:0]
	for _, r := range text {
		if len(spelt) == maxPattern {
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
