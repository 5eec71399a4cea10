package sheet

import (
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
)

// headWords has the letters with which the keys of headers and the words of
// results begin, up to the first sign: most lines that begin with a letter
// begin with neither, but with a name.
var headWords = make(map[string]bool)

func addHeadWord(key string) {
	if n := strings.IndexFunc(key, func(r rune) bool { return !word.IsLetter(r) }); n >= 0 {
		key = key[:n]
	}
	headWords[key] = true
}
