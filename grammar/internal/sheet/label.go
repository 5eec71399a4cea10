package sheet

import (
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// label says what a word is in the number of a game in a list: "Партия № 3.", "II.",
// "2-я партия:".
type label uint8

const (
	noLabel     label = iota
	labelSign         // ***
	labelName         // партия, №
	labelNumber       // 3, II, вторая, б)
)

// labelOf says what a word without spaces is in a game's number.
func labelOf(w string) label {
	core := trimSet(w, &labelSigns)
	numbered := core
	if core != "" && (core[0] == '#' || core[0] == "№"[0]) {
		numbered = strings.TrimLeft(core, "#№")
	}
	digits := numbered
	for digits != "" && word.IsDigit(digits[0]) {
		digits = digits[1:]
	}
	switch {
	case numbered == "":
		if core == "" {
			return labelSign
		}
		return labelName
	case digits == "" || isRoman(core):
		return labelNumber
	case digits != numbered:
		if is, _ := word.LookUp(labelEndings, digits); is {
			return labelNumber // 2-я
		}
		return noLabel
	}
	if kind, ok := word.LookUp(labelWords, core); ok {
		return kind
	}
	if r, n := utf8.DecodeRuneInString(core); n == len(core) && word.IsLetter(r) && strings.HasSuffix(w, ")") {
		return labelNumber // б)
	}
	return noLabel
}

var labelSigns = word.ByteSet(".:()[]*=~_,")

// trimSet returns a text without the bytes of a set, which are of ASCII, at its ends.
func trimSet(text string, set *[256]bool) string {
	for text != "" && set[text[0]] {
		text = text[1:]
	}
	for text != "" && set[text[len(text)-1]] {
		text = text[:len(text)-1]
	}
	return text
}

// isRoman says whether a word is a Roman number, of letters of either alphabet.
func isRoman(w string) bool {
	for _, r := range w {
		switch r {
		case 'I', 'V', 'X', 'І', 'Х':
		default:
			return false
		}
	}
	return true
}

var labelEndings = word.Vocabulary("-я -ая -й -ый -а -ша -га st nd rd th")

var labelWords = func() map[string]label {
	words := make(map[string]label)
	for w := range strings.FieldsSeq("no партия партія игра гра game доска дошка board пример приклад example задача задание problem матча матчу match тур тура раунд круг встреча зустріч коло round") {
		words[w] = labelName
	}
	for w := range strings.FieldsSeq("первая вторая третья четвертая пятая шестая седьмая восьмая девятая десятая " +
		"первый второй третий четвертый пятый шестой седьмой восьмой девятый десятый " +
		"перша друга третя четверта пята шоста сьома восьма девята десята " +
		"перший другий третій четвертий пятий шостий сьомий восьмий девятий десятий " +
		"first second third fourth fifth sixth seventh eighth ninth tenth one two three four") {
		words[w] = labelNumber
	}
	return words
}()

// isListNumber says whether text is nothing, or the number of a game in a list:
// "5.", "№ 5", "Партия 5."
func isListNumber(text string) bool {
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return word.IsSpace(r) || strings.ContainsRune(".№#", r) }) {
		if labelOf(w) == noLabel {
			return false
		}
	}
	return true
}

// maxLabel is how long a game's number in the line of its first row is, in bytes.
const maxLabel = 64
