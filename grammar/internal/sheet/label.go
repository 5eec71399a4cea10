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

// isRound says whether a line begins with the key of a round, "Тур 3", which is a
// header and no number of a game.
func isRound(line string) bool {
	tag, _ := matchKey(line)
	return tag == "Round"
}

// maxLabel is how long a game's number in the line of its first row is, in bytes.
const maxLabel = 64

// labelAt returns the length of a game's number in a list with which its first row
// begins: "Игра 2: 1. c3-b4", "II. 1. c3-b4", "Партия 2: c3-b4"; 0 where there is none.
// In the middle of a game it has to have a name.
func (l *lineLexer) labelAt(line string) int {
	apart := !l.begun && !l.column || l.ended || l.state.blank
	named, worded, numbered, signed := false, false, false, false
	for i := 0; i < min(len(line), maxLabel); {
		rest := line[i:]
		if rest[0] == '1' && (named || apart && signed) && beginsMoves(rest) || worded && numbered && plainMove(rest) > 0 {
			return i
		}
		n := 0
		for n < len(rest) && rest[n] != ' ' && rest[n] != '\t' {
			n++
		}
		if n == len(rest) {
			break
		}
		switch w := rest[:n]; labelOf(w) {
		case noLabel, labelSign:
			return 0
		case labelName:
			named = true
			worded = worded || strings.IndexFunc(w, word.IsLetter) >= 0
		case labelNumber:
			numbered = true
			named = named || strings.ContainsAny(w, "#№")
			signed = strings.IndexByte(".:)]", w[n-1]) >= 0
		}
		i += word.SkipBlank(rest, n)
	}
	return 0
}
