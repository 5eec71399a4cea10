package sheet

import (
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// headWords has the letters with which the keys of headers and the words of
// results begin, up to the first sign: most lines that begin with a letter
// begin with neither, but with a name.
var headWords = make(map[string]bool)

// beginsWithHeadWord says whether a line may begin with a key, a result or who
// is to move. Where it begins with no letter it may.
func beginsWithHeadWord(line string) bool {
	n := 0
	for n < len(line) {
		c := line[n]
		if c|0x20 >= 'a' && c|0x20 <= 'z' {
			n++
			continue
		}
		if c < utf8.RuneSelf {
			break
		}
		if (c == 0xd0 || c == 0xd1) && n+1 < len(line) && line[n+1]&0xc0 == 0x80 { // Cyrillic
			n += 2
			continue
		}
		r, w := utf8.DecodeRuneInString(line[n:])
		if !word.IsLetter(r) {
			break
		}
		n += w
	}
	if n == 0 {
		return true
	}
	_, ok := word.LookUp(headWords, line[:n])
	return ok
}

func addHeadWord(key string) {
	if n := strings.IndexFunc(key, func(r rune) bool { return !word.IsLetter(r) }); n >= 0 {
		key = key[:n]
	}
	headWords[key] = true
}
