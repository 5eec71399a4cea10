package word

import (
	"strings"
	"unicode/utf8"
)

// Fold returns the word in small letters with ё as е, as vocabularies have
// it.
func Fold(w string) string { return wordFolder.Replace(strings.ToLower(w)) }

var wordFolder = strings.NewReplacer("ё", "е", "’", "'", "ʼ", "'", "\u00a0", " ")

// Vocabulary returns a set of words for LookUp, from a list of them.
func Vocabulary(words string) map[string]bool {
	all := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		all[Fold(w)] = true
	}
	return all
}

// LookUp looks a word up in a vocabulary, whatever its case. Words of ASCII and
// Russian letters, which nearly all words of vocabularies are, cost no allocation;
// those with characters that no vocabulary has cost nothing.
func LookUp[V any](vocabulary map[string]V, word string) (V, bool) {
	var buf [maxWord]byte
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
		case c == 0xc2 || c == 0xca || c == 0xd2 || c == 0xe2: // no-break space, ʼ, Ґ, ’
			v, ok := vocabulary[Fold(word)]
			return v, ok
		default:
			var none V
			return none, false
		}
	}
	v, ok := vocabulary[string(buf[:n])]
	return v, ok
}

// maxWord is the most bytes of a word, or of several, in a vocabulary.
const maxWord = 64
