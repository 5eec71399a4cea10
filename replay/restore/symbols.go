package restore

import (
	"slices"
	"strings"
	"unicode"
)

// symbol is what a character of a written word is taken for. Moves are spelled
// with the first trueSymbols of them; the others are only ever written where
// one of those was meant.
type symbol = uint8

// written has the character of each symbol: the files a to l, the digits, the
// separators, and what hands and recognisers make of them. The last stands for
// every character that is none of the others.
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

// folded has the symbol of each character that is a symbol's, or the same
// letter, digit or sign in another script, case or face. To write one for the
// other is no mistake and costs nothing: a sheet with Cyrillic с is as good as
// one with Latin c.
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

// foldedASCII is folded for bytes below 128, since nearly all are.
var foldedASCII = func() (table [128]symbol) {
	for i := range table {
		table[i] = symbolOther
		if s, ok := folded[rune(i)]; ok {
			table[i] = s
		}
	}
	return table
}()

// symbolOf returns the symbol of a character.
func symbolOf(r rune) symbol {
	if r < 128 && r >= 0 {
		return foldedASCII[r]
	}
	if s, ok := folded[r]; ok {
		return s
	}
	return symbolOther
}

// fold appends the symbols of a word to dst: without blanks, and without the
// marks of promotion and of quality behind it. It stops behind MaxWord, where
// the answer is false: the word is too long for a move.
func fold(dst []symbol, text string) ([]symbol, bool) {
	begin := len(dst)
	promoted := false // the last character is a capital D behind a digit
	for _, r := range text {
		if unicode.IsSpace(r) {
			continue
		}
		if len(dst)-begin >= MaxWord {
			return dst, false
		}
		promoted = (r == 'D' || r == 'Д') && len(dst) > begin && isDigit(dst[len(dst)-1])
		dst = append(dst, symbolOf(r))
	}
	if promoted {
		dst = dst[:len(dst)-1]
	}
	for n := len(dst) - 1; n-begin >= 4 && strings.ContainsRune("!+#", written[dst[n]]); n-- {
		dst = dst[:n]
	}
	return dst, true
}

func isDigit(s symbol) bool { return s >= symbolDigits && s < symbolDash }

func isFile(s symbol) bool { return s < symbolDigits }

// illegible says whether a cell's text is a mark for a word that cannot be
// read, or nothing: there is neither a file nor a digit in it, or it stands in
// brackets, or it is a remark in letters.
func illegible(text string, word []symbol) bool {
	text = strings.TrimSpace(text)
	if text == "" || strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") && !strings.ContainsAny(text, "0123456789") {
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
