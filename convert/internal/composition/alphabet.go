package composition

import (
	"cmp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/stolb/stolb/record/message"
)

// The alphabets of Russian and Ukrainian in one: each has its letters in this
// order. Ё goes with Е, as Russian has it. Of the Latin letters marks do not count
// until nothing else tells two names apart.
//
// golang.org/x/text/collate knows every language's order, and brings 1.3 MB of
// tables for it.
const cyrillic = "абвгґдеєжзиіїйклмнопрстуўфхцчшщъыьэюя"

// undivided are Latin letters with a mark that Unicode does not take apart.
var undivided = strings.NewReplacer("ł", "l", "ø", "o", "đ", "d", "ß", "ss", "æ", "ae", "œ", "oe", "ı", "i", "ё", "е")

// Compare compares two names by the alphabet: negative where a stands before b.
// In Russian and Ukrainian names in Cyrillic letters stand before those in Latin
// ones, in English behind them; spaces, signs and digits stand before all. Capitals
// and marks count where nothing else differs.
func Compare(a, b string, l message.Language) int {
	small, other := strings.ToLower(norm.NFC.String(a)), strings.ToLower(norm.NFC.String(b))
	return cmp.Or(comparePlaces(undivided.Replace(small), undivided.Replace(other), l), strings.Compare(small, other), strings.Compare(b, a))
}

// comparePlaces compares texts in small letters by the places of their letters.
func comparePlaces(a, b string, l message.Language) int {
	nextA, nextB := letters(a, l), letters(b, l)
	for {
		x, y := nextA(), nextB()
		if x != y || x == 0 {
			return cmp.Compare(x, y)
		}
	}
}

// letters returns what gives the places of a text's letters, one after the other,
// and 0 at its end.
func letters(text string, l message.Language) func() int {
	const kind int = unicode.MaxRune + 1 // places of one kind
	const signs, digits, first, second, others = 1 * kind, 2 * kind, 3 * kind, 4 * kind, 5 * kind
	latin, russian := first, second
	if l != message.English {
		latin, russian = second, first
	}
	return func() int {
		for text != "" {
			n := norm.NFC.NextBoundaryInString(text, true)
			letter := text[:n]
			text = text[n:]
			for _, r := range letter {
				if at := strings.IndexRune(cyrillic, r); at >= 0 {
					return russian + at
				}
				break
			}
			for _, r := range norm.NFD.String(letter) { // the letter without its marks
				switch {
				case r >= 'a' && r <= 'z':
					return latin + int(r)
				case unicode.IsDigit(r):
					return digits + int(r)
				case unicode.IsLetter(r):
					return others + int(r)
				case !unicode.IsMark(r):
					return signs + int(r)
				}
			}
		}
		return 0
	}
}
