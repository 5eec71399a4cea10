package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// resultEnds says whether a result can end before rest: not in the middle of a
// word or number.
func resultEnds(rest string) bool {
	r, w := utf8.DecodeRuneInString(rest)
	if w == 0 {
		return true
	}
	if r == '.' || r == ',' {
		r, _ = utf8.DecodeRuneInString(rest[w:])
		return r < '0' || r > '9'
	}
	if r == ' ' && isFinal(rest[w:]) {
		return false
	}
	return !word.IsLetter(r) && !unicode.IsDigit(r) && !word.IsDash(r) && r != ':' && r != '/' && r != '+' && (r != '*' || strongAt(rest))
}

// isFinal says whether text begins with the name of the last games of a tournament, of
// which there are halves: "1/2 финала".
func isFinal(text string) bool {
	return strings.HasPrefix(text, "финал") || strings.HasPrefix(text, "фінал") || strings.HasPrefix(text, "final")
}

// resultCanBegin says, without looking far, whether a result may begin with
// text: three letters, which no move has, or two numbers that are none of
// a move.
func resultCanBegin(text string) bool {
	if text == "" {
		return false
	}
	if alikeResult(text) > 0 {
		return true
	}
	switch c := text[0]; {
	case c >= '0' && c <= '2':
		return digitResult(text)
	case c == '*':
		return len(text) == 1 || word.SkipBlank(text, 1) > 1 || word.IsEnd(text[1])
	case c < utf8.RuneSelf:
		return len(text) > 2 && isLetterByte(c) && isLetterByte(text[1]) && isLetterByte(text[2])
	}
	n := 0
	for _, r := range text {
		if n == 0 && r == '½' {
			return true
		}
		if !word.IsLetter(r) {
			return false
		}
		if n++; n == 3 {
			return true
		}
	}
	return false
}

func isLetterByte(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// alikeResult returns the length of a win in points of which a character is a
// letter that looks like one, 1-O, l-0, with which text begins; 0 where it
// begins with none.
func alikeResult(text string) int {
	if text == "" {
		return 0
	}
	if len(text) > 2 && word.IsDigit(text[0]) && text[1] < utf8.RuneSelf && word.IsDigit(text[2]) {
		return 0 // 1-0, as nearly all are
	}
	if c := text[0]; c > '2' && c != 'l' && c != 'I' && c != 'O' && c != 'o' && c < utf8.RuneSelf || c == '2' {
		return 0
	}
	var points [2]byte
	n, letters := 0, false
	for side := range points {
		r, w := utf8.DecodeRuneInString(text[n:])
		digit, code, ok := word.DigitOf(r)
		if !ok || digit > '1' {
			return 0
		}
		letters = letters || code != ""
		points[side] = digit
		if n += w; side == 0 {
			if r, w = utf8.DecodeRuneInString(text[n:]); !word.IsDash(r) && r != ':' {
				return 0
			}
			n += w
		}
	}
	if !letters || points[0] == points[1] || !resultEnds(text[n:]) {
		return 0
	}
	return n
}

// digitResult says whether text may begin with 1-0, 0 : 2, 1/2-1/2, 0,5-0,5.
func digitResult(text string) bool {
	i := 1
	if i < len(text) && (text[i] == '/' || text[i] == ',' || text[i] == '.') {
		return i+1 < len(text) && (text[i] == '/' && text[i+1] == '2' || text[i] != '/' && text[i+1] == '5')
	}
	i = word.SkipBlank(text, i)
	if i == len(text) {
		return false
	}
	if c := text[i]; c == '-' || c == ':' {
		i++
	} else if c >= utf8.RuneSelf {
		r, w := utf8.DecodeRuneInString(text[i:])
		if r == '½' {
			return true
		}
		if !word.IsDash(r) && r != '∶' && r != '：' {
			return false
		}
		i += w
	} else {
		return false
	}
	i = word.SkipBlank(text, i)
	if i == len(text) || text[i] < '0' || text[i] > '2' || i+1 < len(text) && word.IsDigit(text[i+1]) {
		return false
	}
	// Moves have no square 0 and end elsewhere than where they begin.
	return text[0] == '0' || text[i] == '0' || text[0] == text[i]
}

// ofAnotherGame says whether a line that begins with a result says of which game it was,
// or of which round, by its number: "Ничья в 3-й партии". Such a line is none of a
// game's that has no moves yet.
func (l *lineLexer) ofAnotherGame(line string) bool {
	if len(line) <= len("1/2-1/2.") || len(line) > maxFacts {
		return false
	}
	_, n := l.results.match(line)
	numbered, game := false, false
	for w := range strings.FieldsFuncSeq(line[n:], func(r rune) bool { return word.IsSpace(r) || strings.ContainsRune(".,;:!?()«»\"", r) }) {
		is, _ := word.LookUp(countedWords, w)
		game = game || is
		ordinal, _ := word.LookUp(ordinals, w)
		digits := leadingDigits(w)
		numbered = numbered || ordinal || digits > 0 && digits <= len("12") && strings.IndexFunc(strings.TrimLeft(w[digits:], "-"), func(r rune) bool { return !word.IsLetter(r) }) < 0
	}
	return numbered && game
}

// countedWords are the words for what is played one behind another.
var countedWords = word.Vocabulary("партия партии партию партий тур туре тура круг круге матч матче матча встреча встрече " +
	"партиях партий партія партії партію партіях партій турі колі матчі зустріч зустрічі game games round match")

var ordinals = word.Vocabulary("первая первой первую второй вторую третьей третью четвертой четвертую пятой пятую шестой седьмой восьмой девятой десятой последней последнюю прошлой прошлом предыдущей следующей первом втором третьем четвертом пятом последнем " +
	"першій першу другій другу третій третю четвертій пятій останній останню попередній наступній першому другому третьому " +
	"остальных других всех двух трех четырех інших решті всіх двох трьох чотирьох " +
	"first second third fourth fifth sixth seventh eighth last previous next other two three four all")
