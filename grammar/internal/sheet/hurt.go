package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// maxHurt is the most characters of a move of which no digit can be read.
const maxHurt = 6

// hurtWord says of a run without digits whether it is made as moves are, though
// hardly a character of it can be read: d:bч, cc-bb, cxb. A word with a sign of
// capture in its middle, or of files with a dash, is no word of prose; nor is one of
// letters of two alphabets.
func hurtWord(run string) damage {
	if i := strings.IndexByte(run, '&'); i > 0 && word.IsDigit(run[0]) {
		return isSpoilt // 11&mdash;17
	}
	if len(run) > maxHurt*2 {
		return isProse
	}
	runes, files, alike, latin, cyrillic, vowels := 0, 0, 0, 0, 0, 0
	sign, at, begins := rune(0), 0, false
	for i, r := range run {
		runes++
		kind := runeKindOf(r)
		digit := kind&digitRune != 0
		file := kind&fileRune != 0 && (r < 'i' || r >= utf8.RuneSelf) && (r < 'I' || r > 'L')
		switch {
		case i == 0 && r == '?':
			continue
		case unicode.IsDigit(r):
			return isProse
		case isSign(r):
			if sign != 0 || i == 0 {
				return isProse
			}
			sign, at = r, i
			continue
		case !word.IsLetter(r):
			return isProse
		}
		if r < utf8.RuneSelf {
			latin++
		} else {
			cyrillic++
		}
		if file {
			files++
		}
		if file || digit || strings.ContainsRune("ьЬчЧзЗxX", r) {
			alike++
		}
		if strings.ContainsRune("аеиоуыэюяёіїєАЕИОУЫЭЮЯЁІЇЄ", r) {
			vowels++
		}
		begins = begins || i == 0 && (file || r == 'x')
	}
	letters := latin + cyrillic
	switch {
	case runes > maxHurt || letters < 2:
	case run[0] == '?':
		if letters < 5 {
			return isPerhaps // ?ход
		}
	case sign != 0 && !word.IsDash(sign):
		if at+utf8.RuneLen(sign) < len(run) && files > 0 {
			return isSpoilt // d:bч
		}
	case sign != 0:
		before, after := run[:at], run[at+utf8.RuneLen(sign):]
		if after != "" && letters > 2 && (files == letters && !(isShortWord(before) && isShortWord(after)) || latin > 0 && cyrillic > 0) {
			return isSpoilt // cc-bb
		}
	case letters > 4:
	case latin > 0 && cyrillic > 0:
		return isPerhaps // cbч
	case !begins || alike < letters:
	case cyrillic == 0 && letters == 3 && strings.ContainsAny(run, "xX"), cyrillic == letters && letters == 3 && vowels == 0:
		return isPerhaps // cxb, сьб
	}
	return isProse
}

// spacedDots returns the length of three dots or more with a space between, with
// which text begins.
func spacedDots(text string) int {
	n := 1
	for strings.HasPrefix(text[n:], " .") && n < maxDamaged {
		n += len(" .")
	}
	if n < len(". . .") {
		return 0
	}
	return n
}

// isGluedMove says whether a word stands at a whole move in letters with no space
// between: a7-b6выигрывая.
func isGluedMove(run string) bool {
	const n = len("a7-b6")
	if len(run) <= n {
		return false
	}
	whole := func(text string) bool {
		return text[0]-'a' < 8 && text[1]-'1' < 8 && (text[2] == '-' || text[2] == ':') && text[3]-'a' < 8 && text[4]-'1' < 8
	}
	behind, _ := utf8.DecodeRuneInString(run[n:])
	before, _ := utf8.DecodeLastRuneInString(run[:len(run)-n])
	return whole(run) && word.IsLetter(behind) || whole(run[len(run)-n:]) && word.IsLetter(before)
}
