package word

import (
	"strings"
	"unicode/utf8"
)

// Illegible says whether text is what is written for something that cannot be
// read, нрзб.
func Illegible(text string) bool {
	text = strings.Trim(text, ". ")
	return len(text) <= maxIllegible && illegible[strings.ToLower(text)]
}

// maxIllegible is how many bytes the longest word has that says so.
const maxIllegible = len("нерозбірливо")

var illegible = func() map[string]bool {
	all := make(map[string]bool)
	for _, w := range strings.Fields("нрзб н.р нерзб неразб неразбор неразборчиво нечитаемо нечетко нечётко утрачено стерто стёрто пропуск " +
		"нерозб нерозбірливо нечитабельно нечітко втрачено illegible unreadable unclear missing lost") {
		all[w] = true
	}
	return all
}()

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
