package sheet

import (
	"github.com/stolb/stolb/grammar/internal/word"
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
