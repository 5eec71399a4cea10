package sheet

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// otherName says whether two names are known and not one player's: they have no
// word in common, "Иванов Иван (МС)" and "И. И. Иванов", but initials.
func otherName(a, b string) bool {
	if a == "" || b == "" || strings.EqualFold(a, b) {
		return false
	}
	for w := range wordsOf(a) {
		for v := range wordsOf(b) {
			if strings.EqualFold(w, v) {
				return false
			}
		}
	}
	return true
}

// wordsOf yields the words of a name that are more than an initial.
func wordsOf(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range strings.FieldsFuncSeq(name, func(r rune) bool { return !word.IsLetter(r) && !unicode.IsDigit(r) }) {
			if utf8.RuneCountInString(w) > 1 && !yield(w) {
				return
			}
		}
	}
}

// headsAnother says whether a cell behind the head of a column heads the other
// column: "Белые	Черные".
func headsAnother(cell string) bool {
	tag, n := matchKey(cell)
	return (tag == "White" || tag == "Black") && headsColumn(cell[:n])
}
