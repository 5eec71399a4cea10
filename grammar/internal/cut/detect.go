package cut

import (
	"bytes"
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/stolb/stolb/grammar/internal/word"
)

// Text that is neither UTF-8 nor UTF-16 is in one of these encodings, the likelier first. In
// Cyrillic, whole words are beyond ASCII; in Latin, a few letters in words of ASCII are.
var (
	cyrillic = []string{"cp1251", "cp866", "koi8-r", "koi8-u"}
	latin    = []string{"cp1252", "cp1250"}
)

// detectOneByte returns the one-byte encoding of a sample.
func detectOneByte(sample []byte, known func(string) bool) *textEncoding {
	own, among := 0, 0 // words
	for w := range bytes.FieldsFuncSeq(sample, func(r rune) bool { return r < utf8.RuneSelf && !unicode.IsLetter(r) }) {
		ascii := 0
		for _, b := range w {
			if b < utf8.RuneSelf {
				ascii++
			}
		}
		switch {
		case ascii == 0 && len(w) > 1:
			own++
		case 2*ascii > len(w) && ascii < len(w): // otherwise a few letters look like Cyrillic ones
			among++
		}
	}
	if among <= own && (among+own > 0 || bytes.IndexByte(sample, half) < 0) {
		return likeliest(cyrillic, func(c *charmap.Charmap) int { return sense(sample, c, known) })
	}
	return likeliest(latin, func(c *charmap.Charmap) int { return -outOfWords(sample, c) })
}

// likeliest returns the first of the encodings for which worth is greatest.
func likeliest(names []string, worth func(c *charmap.Charmap) int) *textEncoding {
	var best *textEncoding
	most := 0
	for _, name := range names {
		e, _ := encodingByName(name)
		if n := worth(e.coding.(*charmap.Charmap)); best == nil || n > most {
			best, most = e, n
		}
	}
	return best
}

// half is ½ in every Latin encoding; in Cyrillic it is a letter or unused.
const half = 0xbd

// outOfWords counts the signs, except apostrophes, right before an ASCII letter when read with c.
func outOfWords(sample []byte, c *charmap.Charmap) (n int) {
	for i, b := range sample {
		r := c.DecodeByte(b)
		if b >= 0x80 && b != 0x92 && !unicode.IsLetter(r) && i+1 < len(sample) && unicode.IsLetter(rune(sample[i+1])) && sample[i+1] < 0x80 {
			n++
		}
	}
	return n
}

// Detectors made for prose were tried for Cyrillic (gogs/chardet, wlynxg/chardet), but a sheet has
// too few letters for them. They take "Счет 17:7." after forty moves for Mac or Windows-1252,
// "БЕЛЫЕ: ИВАНОВ" for Hebrew or KOI8-R, "с3-b4" for Thai. A sheet tells more than prose: there are
// four candidates, the text is Russian or Ukrainian, it has known words, and a letter next to a
// digit is a file. So the sample is decoded with each, and the reading that makes most sense wins.
// TestDetect has the sheets that this must detect.

// frequency is the weight of a letter of Russian or Ukrainian as evidence for a reading.
var frequency = func() map[rune]int {
	worth := make(map[rune]int)
	for n, r := range []rune("оаеинтсрвлкмдпуяыьгзбчйхжшюцщэфіїєґёъ") { // most frequent first
		worth[r] = max(2, 12-n/3)
	}
	return worth
}()

// sense returns a score of how much the sample looks like a sheet when decoded with c.
func sense(sample []byte, c *charmap.Charmap, known func(string) bool) int {
	score := 0
	var before rune // the previous character; 0 at the start
	letters, capitals := make([]rune, 0, 32), 0
	endWord := func() {
		if len(letters) == 0 {
			return
		}
		if w := string(letters); len(letters) > 2 && known(w) {
			score += 100
		}
		// Capitals come first or throughout; scrambled case reveals that two halves of an encoding
		// table are swapped.
		if first := unicode.IsUpper(letters[0]); capitals > 0 && capitals < len(letters) && (capitals > 1 || !first) {
			score -= 10 * capitals
		} else if capitals == 0 || capitals == 1 && first {
			score += 2 * len(letters)
		}
		letters, capitals = letters[:0], 0
	}
	for i, b := range sample {
		r := rune(b)
		if b >= 0x80 {
			r = c.DecodeByte(b)
		}
		if unicode.IsLetter(r) {
			if r >= 0x80 {
				score += cmp.Or(frequency[unicode.ToLower(r)], -20) // -20 for letters of other languages
			}
			if len(letters) < cap(letters) {
				letters = append(letters, r)
				if unicode.IsUpper(r) {
					capitals++
				}
			}
			if file, _, ok := word.FileOf(r); ok && r >= 0x80 && file <= 'h' && i+1 < len(sample) && sample[i+1] >= '1' && sample[i+1] <= '8' {
				score += 20
				if strings.ContainsRune("аес", r) {
					score += 10 // look-alikes are mistyped more often than other letters
				}
			}
		} else {
			endWord()
			switch {
			case b < 0x80:
			case strings.ContainsRune("«»„“”’№…½", r):
				score++
			case word.IsDash(r) || word.IsSpace(r):
				score += 5
			default:
				score -= 20 // box drawing, mathematical signs
			}
		}
		if r >= 0x80 && before != 0 && before < 0x80 && unicode.IsLetter(before) && unicode.IsLetter(r) {
			score -= 2 // Latin and Cyrillic letters side by side
		}
		before = r
	}
	endWord()
	return score
}
