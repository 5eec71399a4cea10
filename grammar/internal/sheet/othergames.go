package sheet

import (
	"strings"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
)

// Between two rows of a game may stand what came of others, in a bulletin's column or on
// a page of a tournament: "Иванов – Петров 1-0", "1-0, 0-1, ½", "Ничья в 3-й партии". The
// game goes on where the number of the next row is the one that is due.

// endsWithNames says whether a line has a result and two names behind it: "1-0 Иванов –
// Петров".
func endsWithNames(line string) bool {
	if len(line) > maxFacts {
		return false
	}
	_, n := result.Match(line)
	return n > 0 && playersAlone(line[skipCells(line, n):]).ok
}

// isResultList says whether a line has results and nothing else, which are not all of
// one game.
func isResultList(line string) bool {
	line = line[:min(len(line), maxFacts)]
	signs := [3]bool{}
	for line != "" {
		r, n := result.Match(line)
		if n == 0 {
			return false
		}
		if sign := resultSign(r); sign >= -1 && sign <= 1 {
			signs[sign+1] = true
		}
		line = strings.TrimLeft(line[n:], " .,;|\t")
	}
	return signs[0] && signs[1] || signs[1] && signs[2] || signs[0] && signs[2]
}

// ofAnotherGame says whether a line that begins with a result says of which game it was,
// or of which round, by its number: "Ничья в 3-й партии". Such a line is none of a
// game's that has no moves yet.
func ofAnotherGame(line string) bool {
	if len(line) <= len("1/2-1/2.") || len(line) > maxFacts {
		return false
	}
	_, n := result.Match(line)
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
