package word

import (
	"strings"
	"unicode/utf8"
)

// Illegible says whether text is what is written for something that cannot be
// read, нрзб, perhaps in brackets.
func Illegible(text string) bool {
	text = strings.TrimSuffix(strings.TrimPrefix(text, "«"), "»")
	for text != "" && notIllegible[text[0]] {
		text = text[1:]
	}
	for text != "" && notIllegible[text[len(text)-1]] {
		text = text[:len(text)-1]
	}
	said, _ := LookUp(illegible, text)
	return said
}

// notIllegible are what may stand round such a word.
var notIllegible = ByteSet("<>*/[](){}._- \t")

var illegible = Vocabulary("нрзб н.р нерзб неразб неразбор неразборчиво нечитаемо пас нечетко утрачено стерто пропуск " +
	"клякса пятно размыто порвано оторвано вырвано смазано затерто зачеркнуто выцвело залито " +
	"нерозб нерозбірливо нечитабельно нечітко втрачено пляма розмито відірвано вирвано закреслено затерте " +
	"illegible unreadable pass unclear missing lost blot blotted smudge smudged torn blurred stain stained faded")

// IsDamaged says whether text, which is no move, is so hurt that nobody knows
// what it was: it lacks a square or a sign, or has characters that could not be
// read. What is not is a word that is wrong, c3-b9.
func IsDamaged(text string) bool {
	squares, signs := 0, 0
	for i, r := range text {
		_, take := TakeOf(r)
		_, _, file := FileOf(r)
		_, _, digit := DigitOf(r)
		switch {
		case IsDash(r) || take && i > 0:
			signs++
		case IsDigit(byte(r)) && r < utf8.RuneSelf:
			squares++
		case !file && !digit && !IsLetter(r) || i == 0 && !file:
			return true
		}
	}
	return squares == 0 || signs == 0
}
