package sheet

import (
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/word"
)

// foldWord returns the word in small letters with ё as е, as vocabularies have
// it.
func foldWord(w string) string { return wordFolder.Replace(strings.ToLower(w)) }

var wordFolder = strings.NewReplacer("ё", "е", "’", "'", "ʼ", "'", "\u00a0", " ")

// lookUp looks a word up in a vocabulary, whatever its case. Words of letters
// that have two bytes at most, which all words of vocabularies are, cost no
// allocation.
func lookUp[V any](vocabulary map[string]V, word string) (V, bool) {
	var buf [maxKey]byte
	if len(word) > len(buf) {
		var none V
		return none, false
	}
	n := copy(buf[:], word)
	for i := 0; i < n; i++ {
		switch c := buf[i]; {
		case c >= 'A' && c <= 'Z':
			buf[i] = c | 0x20
		case c < utf8.RuneSelf:
		case c == 0xd0 && i+1 < n: // Ѐ to п
			i++
			switch c := buf[i]; {
			case c == 0x81: // Ё
				buf[i] = 0xb5
			case c < 0x90: // Є, І, Ї
				buf[i-1], buf[i] = 0xd1, c+0x10
			case c < 0xa0: // А to П
				buf[i] = c + 0x20
			case c < 0xb0: // Р to Я
				buf[i-1], buf[i] = 0xd1, c-0x20
			}
		case c == 0xd1 && i+1 < n: // р to џ
			i++
			if buf[i] == 0x91 { // ё
				buf[i-1], buf[i] = 0xd0, 0xb5
			}
		default:
			v, ok := vocabulary[foldWord(word)]
			return v, ok
		}
	}
	v, ok := vocabulary[string(buf[:n])]
	return v, ok
}

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
		r, w := utf8.DecodeRuneInString(line[n:])
		if !word.IsLetter(r) {
			break
		}
		n += w
	}
	if n == 0 {
		return true
	}
	_, ok := lookUp(headWords, line[:n])
	return ok
}

func addHeadWord(key string) {
	if n := strings.IndexFunc(key, func(r rune) bool { return !word.IsLetter(r) }); n >= 0 {
		key = key[:n]
	}
	headWords[key] = true
}
