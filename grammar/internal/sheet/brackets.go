package sheet

import (
	"github.com/stolb/stolb/grammar/internal/word"
)

// pairs finds what closes the brackets of a text. It looks no further ahead than it
// has to, and once, also where a text is looked at anew from further on. Offsets in
// it count from where the first of these texts began.
type pairs struct {
	all   []bracket // by their opening
	gone  int       // how many before these are forgotten
	open  [3]opened // those of each kind that nothing has closed so far
	from  int       // where the text begins
	begun int       // from where brackets have been looked for
	to    int       // up to where; -1 for nowhere
	last  int       // the place in all of the bracket last asked for
	first int       // the first that was asked for: those before it are not known; -1 for none
	blank bool      // the line there is blank so far
	deep  bool      // however deep they are nested
}

// bracket is a bracket and what closes it.
type bracket struct{ open, close int }

// opened are brackets that nothing has closed so far, by how many stand before them.
type opened struct {
	all []int
	low int // so many of them are alone
}

// What bracket.close is where it is no place.
const (
	alone = -1 // for good
)

// maxNested is how deep brackets may be nested; one with deeper ones in it pairs with
// none. So what a bracket pairs with does not depend on what stands before it.
const maxNested = 64

// leadingDigits returns how many digits a text begins with.
func leadingDigits(text string) int {
	n := 0
	for n < len(text) && word.IsDigit(text[n]) {
		n++
	}
	return n
}
