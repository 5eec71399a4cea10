package sheet

import (
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// proseFollows says whether the next thing in the line is a word of prose.
func proseFollows(rest string) bool {
	rest = rest[skipSpaces(rest, 0):]
	n := rawAt(rest)
	r, w := utf8.DecodeRuneInString(rest)
	return n > w && word.IsLetter(r) && !isShape(rest[:n]) && damageOf(rest[:n]) == isProse
}

// remarkLeads are the words with which a remark in the margin begins that names
// moves: "лучше 3...f6-e5", "с идеей a3-b4".
var remarkLeads = word.Vocabulary("лучше правильно верно слабо точно надежнее сильнее точнее проще хуже слабее следовало надо нужно можно возможно например если или либо " +
	"теория анализ вариант варианте примечание комментарий ввиду из-за виду поскольку последующим последует расчете вместо после перед угрожая угрозой угрозы угрожает угроза грозит грозило идея идеей с план планом нельзя ошибка жертва проигрывает проигрывало выигрывает выигрывало " +
	"теорія аналіз варіант варіанті примітка коментар зважаючи через загрозою наступним краще сильніше точніше гірше слід треба можна можливо наприклад якщо або замість після загрожує загроза ідея ідеєю з із планом не програє виграє " +
	"theory analysis variation note because view due owing following better stronger worse instead if or after before threatening threat threatens idea with planning perhaps also loses wins")

// judgingWords are those of remarkLeads that may be said of the move before.
var judgingWords = word.Vocabulary("правильно верно слабо точно ошибка проигрывает проигрывало выигрывает выигрывало " +
	"правильно вірно слабко точно помилка програє виграє loses wins")

// remarkFillers are the words that may stand between such a word and the moves.
var remarkFillers = word.Vocabulary("было бы ход хода ходом ходу сыграть играть пойти белым черным белых черных на с то и " +
	"було б хід ходу зіграти грати білим чорним of to the was been have with")

// beginsMoves says whether a game's moves begin with a text in a header's line: a
// number 1 before something like a move, or behind which a 2 follows.
func beginsMoves(text string) bool {
	digits, end := numberAt(text)
	return digits == 1 && end > digits && (beginsRow(text) || goesOn(text[end:], '2'))
}

// goesOn says whether a number of one digit stands in a text, with its full stop and
// apart from what is before it.
func goesOn(text string, digit byte) bool {
	text = text[:min(len(text), maxGoesOn)]
	for i := 1; i+1 < len(text); i++ {
		n := strings.IndexByte(text[i:], digit)
		if n < 0 {
			break
		}
		if i += n; i+1 < len(text) && text[i+1] == '.' && (text[i-1] == ' ' || text[i-1] == '\t') && (i+2 == len(text) || !word.IsDigit(text[i+2])) {
			return true
		}
	}
	return false
}

// maxGoesOn is how far the number is that follows, in bytes.
const maxGoesOn = 160

// footnoteAt returns the length of the mark of a footnote with which text begins,
// ¹ or ²), as it stands at a move.
func footnoteAt(text string) int {
	n := 0
	for n < len(text) {
		r, w := utf8.DecodeRuneInString(text[n:])
		if !strings.ContainsRune(footnoteMarks, r) {
			break
		}
		n += w
	}
	if n > 0 && n < len(text) && text[n] == ')' {
		n++
	}
	return n
}

const footnoteMarks = "¹²³⁰⁴⁵⁶⁷⁸⁹⁽⁾†‡"
