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

// Text that is neither UTF-8 nor UTF-16 can be of these, the likelier first: Cyrillic has words of
// its letters alone, Latin a few among those of ASCII.
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
		case 2*ascii > len(w) && ascii < len(w): // else it has a few that look like Cyrillic ones
			among++
		}
	}
	if among <= own && (among+own > 0 || bytes.IndexByte(sample, half) < 0) {
		return likeliest(cyrillic, func(c *charmap.Charmap) int { return sense(sample, c, known) })
	}
	return likeliest(latin, func(c *charmap.Charmap) int { return -outOfWords(sample, c) })
}

// likeliest returns the first of the encodings in which the sample is worth most.
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

// half is ½ in all Latin encodings, and a letter or none in Cyrillic.
const half = 0xbd

// outOfWords counts what is no letter at one, but for an apostrophe, when a sample is read with c.
func outOfWords(sample []byte, c *charmap.Charmap) (n int) {
	for i, b := range sample {
		r := c.DecodeByte(b)
		if b >= 0x80 && b != 0x92 && !unicode.IsLetter(r) && i+1 < len(sample) && unicode.IsLetter(rune(sample[i+1])) && sample[i+1] < 0x80 {
			n++
		}
	}
	return n
}

// For Cyrillic, detectors made for prose were tried (gogs/chardet, wlynxg/chardet): a sheet has too
// few letters for them. "Счет 17:7." after forty moves is Mac or Windows-1252 to them, "БЕЛЫЕ:
// ИВАНОВ" Hebrew or KOI8-R, "с3-b4" Thai. But the sheet says what prose does not: there are four
// candidates, the text is Russian or Ukrainian, it has known words, and a letter beside a digit is
// a file's. So the sample is read in each, and the reading that makes most sense is taken.
// TestDetect has the sheets that the choice is held by.

// byFrequency are the letters of Russian and Ukrainian, the commonest first.
const byFrequency = "оаеинтсрвлкмдпуяыьгзбчйхжшюцщэфіїєґёъ"

// frequency is a letter's worth as a sign of the right reading.
var frequency = func() map[rune]int {
	worth := make(map[rune]int)
	for n, r := range []rune(byFrequency) {
		worth[r] = max(2, 12-n/3)
	}
	return worth
}()

// sense says how much the sample looks like a sheet when read with c.
func sense(sample []byte, c *charmap.Charmap, known func(string) bool) int {
	score := 0
	var before rune // the character before, 0 at the beginning
	letters, capitals := make([]rune, 0, 32), 0
	endWord := func() {
		if len(letters) == 0 {
			return
		}
		if w := string(letters); len(letters) > 2 && known(w) {
			score += 100
		}
		// Capitals are the first letter or all; a scrambled case gives it away
		// that two halves of a table are swapped.
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
				score += cmp.Or(frequency[unicode.ToLower(r)], -20) // for no letter of the two languages
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
					score += 10 // letters that look right are struck oftener than others
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
				score -= 20 // frames of tables, signs of mathematics
			}
		}
		if r >= 0x80 && before != 0 && before < 0x80 && unicode.IsLetter(before) && unicode.IsLetter(r) {
			score -= 2 // Latin and Cyrillic in one letters
		}
		before = r
	}
	endWord()
	return score
}
