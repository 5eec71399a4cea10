package sheet

import (
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// runeKind says what a character may be: what is asked of nearly each one, several
// times.
type runeKind uint8

const (
	fileRune  runeKind = 1 << iota // a file, see word.FileOf
	digitRune                      // see word.DigitOf
	dashRune
	takeRune // see word.TakeOf
	spaceRune
	nameRune // a name may begin with it
)

// asciiKinds, cyrillicKinds and signKinds, of dashes and spaces of all kinds, are those of
// nearly all characters of sheets.
var asciiKinds, cyrillicKinds, signKinds = func() (ascii [utf8.RuneSelf]runeKind, cyrillic, signs [0x60]runeKind) {
	for i := range ascii {
		ascii[i] = findRuneKind(rune(i))
	}
	for i := range cyrillic {
		cyrillic[i] = findRuneKind(firstCyrillic + rune(i))
	}
	for i := range signs {
		signs[i] = findRuneKind(firstSign + rune(i))
	}
	return ascii, cyrillic, signs
}()

const (
	firstCyrillic = 'Ѐ'
	firstSign     = '\u2000'
)

func runeKindOf(r rune) runeKind {
	if uint32(r) < uint32(len(asciiKinds)) {
		return asciiKinds[r]
	}
	if i := uint32(r - firstCyrillic); i < uint32(len(cyrillicKinds)) {
		return cyrillicKinds[i]
	}
	if i := uint32(r - firstSign); i < uint32(len(signKinds)) {
		return signKinds[i]
	}
	return findRuneKind(r)
}

// findRuneKind is runeKindOf without the table.
func findRuneKind(r rune) (kind runeKind) {
	if _, _, file := word.FileOf(r); file {
		kind |= fileRune
	}
	if _, _, digit := word.DigitOf(r); digit {
		kind |= digitRune
	}
	if word.IsDash(r) {
		kind |= dashRune
	}
	if _, take := word.TakeOf(r); take {
		kind |= takeRune
	}
	if word.IsSpace(r) {
		kind |= spaceRune
	}
	if unicode.IsUpper(r) || word.IsLetter(r) && !unicode.IsLower(r) || r == '"' || r == '«' {
		kind |= nameRune
	}
	return kind
}

// isNameStart says whether a name may begin with r.
func isNameStart(r rune) bool { return runeKindOf(r)&nameRune != 0 }

// isPlace says whether a square or number may begin with r.
func isPlace(r rune) bool { return runeKindOf(r)&(fileRune|digitRune) != 0 }

// isTimes says whether r is an x that may be a sign: with spaces around it only
// between two places, for it is also a file's letter.
func isTimes(r rune) bool { return r == 'x' || r == 'X' || r == 'х' || r == 'Х' }

// isSign says whether r is a sign between squares that may have spaces around
// it.
func isSign(r rune) bool {
	kind := runeKindOf(r)
	return kind&dashRune != 0 || kind&takeRune != 0 && r != 'x' && r != 'X'
}
