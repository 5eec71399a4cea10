package restore

import (
	"slices"
	"strings"
	"unicode"
)

// symbol is what a character of a written word is taken for. Moves are spelled with the first
// trueSymbols of them; the others are only ever written where one of those was meant.
type symbol = uint8

// written has the character of each symbol: the files a to l, the digits, the separators, and what
// hands and recognisers make of them. The last is for every other character.
var written = []rune("abcdefghijkl" + "0123456789" + "-:" + "mnopqrstuvwyz" + ".,;/\\|!()[]_=+~'\"?" + "зчбь" + "¤")

const (
	symbolDigits = 12
	symbolDash   = 22
	symbolTake   = 23
	trueSymbols  = 24
	symbolMark   = 54 // "?": a character that cannot be read
	symbolOther  = 59
	numSymbols   = 60
)

// folded has the symbol of each character that is a symbol's, or the same letter, digit or sign in
// another script, case or face. To write one for the other is no mistake and costs nothing: a sheet
// with Cyrillic с is as good as one with Latin c.
var folded = func() map[rune]symbol {
	m := make(map[rune]symbol)
	for i, r := range written {
		m[r], m[unicode.ToUpper(r)] = symbol(i), symbol(i)
	}
	for to, from := range map[rune]string{
		'a': "аАαàáâäå@", 'b': "вВβ", 'c': "сСçć", 'd': "дД", 'e': "еЕёЁєéèë", 'f': "фФ",
		'h': "нН", 'i': "іІïí", 'j': "јЈ", 'k': "кК", 'm': "мМ", 'n': "пПñ", 'o': "оОόóöº°Ø",
		'p': "рР", 'r': "гГ", 't': "тТ†", 'u': "иИüú", 'y': "уУ", 's': "ѕЅ§$",
		'з': "ЗэЭ", 'ч': "Ч", 'б': "Б", 'ь': "ЬъыЪЫ", '8': "&",
		'-': "–—−‑‐‒―－", ':': "xXхХ×*：∶✕", '.': "·•․", '\'': "’‘`´", '"': "”“«»„",
		'|': "¦│", '/': "⁄", '?': "…�¿",
	} {
		for _, r := range from {
			m[r] = symbol(slices.Index(written, to))
		}
	}
	for i := range 10 {
		m['０'+rune(i)] = symbol(symbolDigits + i)
	}
	return m
}()

// symbolOf returns the symbol of a character.
func symbolOf(r rune) symbol {
	if s, ok := folded[r]; ok {
		return s
	}
	return symbolOther
}

// fold returns the symbols of a word: without blanks, and without the marks of
// promotion and of quality after it. It stops after MaxWord, where the answer is
// false: the word is too long for a move.
func fold(text string) (dst []symbol, whole bool) {
	promoted := false // the last character is a capital D after a digit
	for _, r := range text {
		if unicode.IsSpace(r) {
			continue
		}
		if len(dst) >= MaxWord {
			return dst, false
		}
		promoted = (r == 'D' || r == 'Д') && len(dst) > 0 && isDigit(dst[len(dst)-1])
		dst = append(dst, symbolOf(r))
	}
	if promoted {
		dst = dst[:len(dst)-1]
	}
	for n := len(dst) - 1; n >= 4 && strings.ContainsRune("!+#", written[dst[n]]); n-- {
		dst = dst[:n]
	}
	return dst, true
}

func isDigit(s symbol) bool { return s >= symbolDigits && s < symbolDash }

func isFile(s symbol) bool { return s < symbolDigits }

// illegible says whether a cell's text is a mark for a word that cannot be read, or nothing: there
// is neither a file nor a digit in it, or it is in brackets, or it is a remark in letters.
func illegible(text string, word []symbol) bool {
	text = strings.TrimSpace(text)
	if text == "" || text[0] == '[' && text[len(text)-1] == ']' && !strings.ContainsAny(text, "0123456789") {
		return true
	}
	lower := strings.ToLower(text)
	for _, remark := range []string{"нрзб", "неразб", "нерозб", "illeg", "unread", "unclear", "пропус"} {
		if strings.Contains(lower, remark) {
			return true
		}
	}
	for _, s := range word {
		if isDigit(s) || isFile(s) || s >= trueSymbols && s != symbolMark && s != symbolOther && !strings.ContainsRune("._~=", written[s]) {
			return false
		}
	}
	return true
}
