package cut

import (
	"bytes"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/stolb/stolb/grammar/internal/word"
)

// Text that is neither UTF-8 nor UTF-16 is in one of these encodings, the likelier first, or in
// cp1250. In Cyrillic, whole words are beyond ASCII; in Latin, a few letters in words of ASCII are,
// or only signs, most of which cp1251 and cp1252 share.
var possible = []string{"cp1251", "cp866", "koi8-r", "koi8-u", "cp1252", "cp10007", "iso-8859-5"}

// detectOneByte returns the one-byte encoding of a sample.
func detectOneByte(sample []byte, known func(string) bool) *textEncoding {
	own, among := 0, 0 // words
	for w := range bytes.FieldsFuncSeq(sample, func(r rune) bool { return r < utf8.RuneSelf && !unicode.IsLetter(r) }) {
		ascii, letters := 0, 0
		for _, b := range w {
			if b < utf8.RuneSelf {
				ascii++
			} else if unicode.IsLetter(charmap.Windows1252.DecodeByte(b)) ||
				unicode.IsLetter(charmap.Windows1250.DecodeByte(b)) {
				letters++
			}
		}
		switch {
		case ascii == 0 && len(w) > 1:
			own++
		case 2*ascii > len(w) && letters > 0: // otherwise a few letters look like Cyrillic ones
			among++
		}
	}
	best, most := "cp1252", math.MinInt
	switch {
	case among <= own:
		for _, name := range possible {
			e, _ := encodingByName(name)
			if n := sense(sample, e.coding.(*charmap.Charmap), known); n > most {
				best, most = name, n
			}
		}
	case outOfWords(sample, charmap.Windows1250) < outOfWords(sample, charmap.Windows1252):
		best = "cp1250"
	}
	e, _ := encodingByName(best)
	return e
}

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
// few candidates, the text is Russian or Ukrainian, it has known words, and a letter next to a
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
	high, worth := 0, 0 // of the word's letters beyond ASCII
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
			score += worth - 10*capitals
		} else if high != 1 { // one letter beyond ASCII may as well be a sign
			score += worth
			if capitals == 0 || capitals == 1 && first {
				score += 2 * len(letters)
			}
		}
		letters, capitals, high, worth = letters[:0], 0, 0, 0
	}
	for i, b := range sample {
		r := rune(b)
		if b >= 0x80 {
			r = c.DecodeByte(b)
		}
		if unicode.IsLetter(r) {
			if r >= 0x80 {
				high++
				if n := frequency[unicode.ToLower(r)]; n > 0 {
					worth += n
				} else {
					score -= 20 // a letter of another language
				}
			}
			if len(letters) < cap(letters) {
				letters = append(letters, r)
				if unicode.IsUpper(r) {
					capitals++
				}
			}
			if file, _, ok := word.FileOf(r); ok && r >= 0x80 && file <= 'h' && isRank(sample[i+1:]) {
				score += 20
				if strings.ContainsRune("аес", r) {
					score += 10 // look-alikes are mistyped more often than other letters
				}
			}
		} else {
			endWord()
			switch {
			case b < 0x80, b == 0xff: // a blank in cp866, but rather a stray byte
			case strings.ContainsRune("«»„“”’№…½×•±", r):
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

// isRank reports whether text begins with a rank that is not part of a longer number.
func isRank(text []byte) bool {
	return len(text) > 0 && text[0] >= '1' && text[0] <= '8' && (len(text) == 1 || !word.IsDigit(text[1]))
}
