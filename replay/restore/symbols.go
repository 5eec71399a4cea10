package restore

import (
	"slices"
	"strings"
	"unicode"
)

// symbol is a class of written characters. Moves are spelled with the first trueSymbols of them;
// the others only occur in their place, by mistake.
type symbol = uint8

// written has the character of each symbol: the files a to l, the digits, the separators, and the
// mistakes of hands and recognisers. The last is for every other character.
var written = []rune("abcdefghijkl" + "0123456789" + "-:" + "mnopqrstuvwyz" + ".,;/\\|!()[]_=+~'\"?" + "зчбь" + "¤")

const (
	symbolDigits = 12
	symbolDash   = 22
	symbolTake   = 23
	trueSymbols  = 24
	symbolMark   = 54 // "?": an illegible character
	symbolOther  = 59
	numSymbols   = 60
)

// folded maps each symbol's character, and the same letter, digit or sign in another script, case
// or face, to the symbol. Such a substitution is no mistake and costs nothing: a sheet with
// Cyrillic с is as good as one with Latin c.
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

// fold returns the symbols of a word, without blanks and without marks of promotion and quality at
// its end. After MaxWord symbols it stops and returns false: the word is too long for a move.
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

// illegible reports whether a cell's text is blank or marks an illegible word: it has neither a
// file nor a digit, or it is in brackets, or it is a remark in letters.
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
