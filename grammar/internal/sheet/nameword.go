package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// nameWord says what a word may be in a player's name.
type nameWord uint8

const (
	noName     nameWord = iota
	nameItself          // Иванов, И., «Спартак», petr77, or what stands for a name that cannot be read
	nameBefore          // ван, мс: a name stands behind it
	nameBehind          // мл., 12: a name stands before it
)

// nameWordOf says what a word without spaces may be in a name.
func nameWordOf(w string) nameWord {
	first, width := utf8.DecodeRuneInString(w)
	switch {
	case isNameStart(first):
		return nameItself
	case width == 1 && word.IsDigit(w[0]) && isNameNumber(w):
		return nameBehind
	case isUnreadName(w):
		return nameItself
	case word.IsLetter(first):
		if kind, known := word.LookUp(nameWords, strings.TrimRight(w, ".")); known {
			return kind
		}
		if isElided(w) || isNickname(w) {
			return nameItself
		}
	}
	return noName
}

// nameWords are the words of names that begin with a small letter.
var nameWords = func() map[string]nameWord {
	words := map[string]nameWord{"мл": nameBehind, "ст": nameBehind, "jr": nameBehind, "sr": nameBehind, "оглы": nameBehind, "кызы": nameBehind, "младший": nameBehind, "старший": nameBehind}
	for w := range strings.FieldsSeq("ван дер ден фон фан цу зу де ла ле ля лос дель делла ди да дос дю ду тер тен ибн бен бин эль аль " +
		"von van der den de la le los del della di da dos das du ter ten te ibn ben bin el al st zu af av " +
		"разряд разр розряд розр р г-н г-жа пан пані mr mrs ms dr prof") {
		words[w] = nameBefore
	}
	for w := range playerTitles {
		words[w] = nameBefore
	}
	return words
}()

// isElided says whether a small word stands at a name with an apostrophe or a
// hyphen: д’Артаньян, аль-Хорезми.
func isElided(w string) bool {
	i := strings.IndexAny(w, "'’ʼ-")
	if i <= 0 || i > len("эль") {
		return false
	}
	switch word.Fold(w[:i]) {
	case "д", "о", "л", "d", "o", "l":
		if w[i] == '-' {
			return false
		}
	case "аль", "эль", "ель", "ас", "ат", "al", "el", "as", "at":
	default:
		return false
	}
	_, sign := utf8.DecodeRuneInString(w[i:])
	name, _ := utf8.DecodeRuneInString(w[i+sign:])
	return unicode.IsUpper(name)
}

// isNickname says whether a word is of letters with digits or a low line behind
// them, and no move: petr77, user_1.
func isNickname(w string) bool {
	letters := strings.IndexFunc(w, func(r rune) bool { return !word.IsLetter(r) })
	if letters < 0 || utf8.RuneCountInString(w[:letters]) < 3 {
		return false
	}
	for _, r := range w[letters:] {
		if r != '_' && !word.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return !isShape(w)
}

// isNameNumber says whether digits may stand behind a name: of one of several of
// that name, a rating, a version, "Игрок 12", "Иванов 2100", "Kallisto 2.3", "Петров 1р".
func isNameNumber(w string) bool {
	if leadingDigits(w) == len(w) {
		return w != "" && len(w) <= 4
	}
	digits := strings.TrimRight(w, ".рp")
	dots := strings.Count(digits, ".")
	return digits != "" && len(digits) <= 4+dots && dots <= 1 && len(w)-len(digits) <= len("р.") && strings.Trim(digits, "0123456789.") == ""
}

// isRating says whether a number behind a name is a rating, rather than a part of it.
func isRating(w string) bool {
	return len(w) >= 3 && len(w) <= 4 && isFigure(w)
}

// isUnreadName says whether something stands for a name that cannot be read or is not
// known: ???, …, ____, [нрзб], неизв.
func isUnreadName(w string) bool {
	if w == "" {
		return false
	}
	inside := w
	if i := strings.IndexByte("[(<", w[0]); i >= 0 {
		if w[len(w)-1] != "])>"[i] {
			return false
		}
		if inside = w[1 : len(w)-1]; inside == "" {
			return true
		}
	}
	if inside != w && isNameStart(firstRune(inside)) && !strings.ContainsAny(inside, " ") {
		return true // [Иванов]
	}
	if unreadBytes[inside[0]] {
		if strings.Trim(inside, "?_*.… ") == "" {
			return inside != "."
		}
		if strings.Trim(inside, "-—–") == "" {
			return utf8.RuneCountInString(inside) > 2
		}
		if rest := strings.TrimLeft(inside, "?_.…"); rest != inside && utf8.RuneCountInString(rest) > 1 && strings.IndexFunc(rest, func(r rune) bool { return !word.IsLetter(r) }) < 0 {
			return true // …ванов
		}
	}
	unknown, _ := word.LookUp(unknownNames, strings.TrimRight(inside, ".?"))
	return unknown || word.Illegible(inside)
}

// unreadBytes are the bytes with which signs begin that stand for a name, or for a part
// of one: ???, …, ____.
var unreadBytes = word.ByteSet("?_*.… -—–")

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// unknownNames are what stands for the name of a player whom nobody knows.
var unknownNames = word.Vocabulary("неизв неизвестный неизвестно неизвестная невідомий невідомо невід аноним анонім любитель аматор unknown anonymous anon amateur nn н.н n.n")

// beginsName says whether a text begins with a name, or with words that stand before
// one: "де ла Фер", "[имя стерто]".
func beginsName(text string) bool {
	if n := unreadBracket(text); n > 0 {
		return true
	}
	for range 4 {
		n := strings.IndexFunc(text, word.IsSpace)
		if n < 0 {
			n = len(text)
		}
		end := n
		for end > 0 && behindName[text[end-1]] {
			end--
		}
		switch nameWordOf(text[:end]) {
		case nameItself:
			return true
		case noName:
			return false
		}
		text = text[n:]
		text = text[word.SkipBlank(text, 0):]
	}
	return false
}

// behindName is the punctuation that may stand behind a word of a name.
var behindName = word.ByteSet(",:;")

// unreadBracket returns the length of the brackets with which text begins where they
// stand for a name that cannot be read; 0 where they do not.
func unreadBracket(text string) int {
	if text == "" || strings.IndexByte("[(<", text[0]) < 0 {
		return 0
	}
	n := strings.IndexAny(text[:min(len(text), maxName)], "])>") + 1
	if n == 0 || !isUnreadName(text[:n]) {
		return 0
	}
	return n
}
