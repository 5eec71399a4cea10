package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// maxMargin is the most bytes of a remark in the margin that names moves.
const maxMargin = 240

// nextBegins says whether the line behind that which ends at byte end begins with
// the number.
func (l *lineLexer) nextBegins(end, number int) bool {
	next := word.SkipPlainSpace(l.text, end)
	digits, close := numberAt(l.text[next:])
	if digits > 0 && close == digits && next+digits < len(l.text) && (l.text[next+digits] == '\t' || l.text[next+digits] == ';') {
		close++ // of a cell of its own
	}
	return next > end && close > digits && numberValue(l.text[next:next+digits]) == number
}

// nextHasMove says whether anything in the line behind that which ends at byte end may
// be a move: in "1. Дебюты", "2. Окончания" nothing may.
func (l *lineLexer) nextHasMove(end int) bool {
	next := word.SkipPlainSpace(l.text, end)
	w := weigh(l.text[next:word.LineEnd(l.text, next)], l.words)
	return w.sound > 0 || w.prose == 0 && w.moves+w.hurt > 0
}

// hurtMoves returns how many moves that are hurt a line has, and nothing else beside
// them.
func (l *lineLexer) hurtMoves(at, end int) int {
	if strings.Trim(l.text[at:end], "0123456789 .№#()\t") == "" {
		return 0 // numbers may be anything's
	}
	w := weigh(l.text[at:end], l.words)
	if w.prose > 0 || w.sound > 0 {
		return 0
	}
	return max(w.moves, w.hurt)
}

// nextEnds says whether the line behind that which ends at byte end is a result, or
// there is none.
func (l *lineLexer) nextEnds(end int) bool {
	next := word.SkipPlainSpace(l.text, end)
	return next == len(l.text) || result.CanBegin(l.text[next:]) && result.Starts(l.text[next:min(len(l.text), next+result.MaxLen)])
}

// sentence says what a line of words is, up to byte end, in which a move stands with
// the number that is due, "и белые сыграли 3. c3-d4": the move, where the next row
// does not begin with that number; else it was only spoken of.
func (l *lineLexer) sentence(end int) kind {
	if l.nextBegins(end, l.number+1) {
		return lineProse
	}
	return lineRow
}

// spokenOf says whether a result is only spoken of in prose: "белые предложили
// ничью". A draw stands behind nothing, or behind a word that says that it came
// about.
func (l *lineLexer) spokenOf(r record.Result) bool {
	if l.last != tokenText || r.Outcome != record.Draw || r.White > 0 {
		return false
	}
	before := l.text[:beforeBlank(l.text[:l.at])]
	last, _ := utf8.DecodeLastRuneInString(before)
	if !word.IsLetter(last) {
		return false
	}
	said, _ := word.LookUp(drawnWords, before[behindBlank(before):])
	return !said
}

// drawnWords are the words behind which a draw is the result.
var drawnWords = word.Vocabulary("закончилась закончена закончили завершилась завершена завершили сошлись согласились на результат итог партия сыграна сыграли " +
	"закінчилась закінчили завершилась погодились партія зіграно ended agreed result game")

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

// numbersGoOn says whether the number stands in the line behind byte at, or the next
// line begins with it: so the moves before it are the game's.
func (l *lineLexer) numbersGoOn(at, number int) bool {
	end := l.lineEnd()
	for i, rest := 1, l.text[at:min(end, at+maxMargin)]; i < len(rest); i++ {
		if word.IsDigit(rest[i]) && rest[i-1] == ' ' {
			if digits, close := numberAt(rest[i:]); close > digits && numberValue(rest[i:i+digits]) == number {
				return true
			}
		}
	}
	return l.nextBegins(end, number)
}

// speaksOn says whether a number at byte at, behind words that stand behind a result
// in its line, is that of a move which was not played: "Белые сдались ввиду 30. c3-d4".
// Names begin another game.
func (l *lineLexer) speaksOn(at int) bool {
	if l.last != tokenText {
		return false
	}
	before := l.text[:beforeBlank(l.text[:at])]
	last := before[behindBlank(before):]
	if digits, _ := numberAt(l.text[at:]); l.numbersGoOn(at, numberValue(l.text[at:at+digits])+1) {
		return false
	}
	leads, _ := word.LookUp(remarkLeads, strings.TrimRight(last, ".,:;"))
	first, _ := utf8.DecodeRuneInString(last)
	ends, _ := utf8.DecodeLastRuneInString(last)
	return leads || unicode.IsLower(first) && word.IsLetter(ends)
}

// marginal returns the length of the remark in the margin that begins at byte at
// with a word of n bytes: with the moves that it names up to the next number
// that is due, the end of the cell or of the line. Where the row still lacks
// a move, no more than one move is the remark's.
func (l *lineLexer) marginal(at, n int) int {
	if judges, _ := word.LookUp(judgingWords, strings.TrimRight(l.text[at:at+n], ".")); judges && l.row.plies == 1 {
		next := l.text[skipSpaces(l.text, at+n):]
		if shapeAt(next) > 0 {
			return n // "2. b4-a5 ошибка a7-b6"
		}
	}
	end, stop, moves := l.lineEnd(), at+n, 0
	numbered := false // the last number is none of a reply
	for i := at + n; i < min(end, at+maxMargin); {
		i = skipSpaces(l.text[:end], i)
		if i == end || l.text[i] == '\t' || l.text[i] == l.row.cells && l.row.cells != 0 || strings.IndexByte("({[", l.text[i]) >= 0 {
			break
		}
		rest := l.text[i:end]
		if digits, close := numberAt(rest); close > digits {
			due, dots := l.state.number+1, dotsAt(rest[digits:])
			if numberValue(rest[:digits]) == due && dots == 0 && !(l.row.result && !l.numbersGoOn(i, due+1)) && !l.nextBegins(end, due) &&
				!(l.row.plies == 1 && l.numbersGoOn(i, due)) { // "3. b2-c3 с идеей 4. c3-d4 c5-b4 4. ..."
				break
			}
			i += digits + max(dots, close-digits) // 3...f6-e5
			if next := skipSpaces(l.text[:end], i); dots == 0 && strings.HasPrefix(l.text[next:end], "..") {
				dots = dotsAt(l.text[next:end])
				i = next + dots // 3. ... f6-e5
			}
			if numbered = dots == 0; l.isReply(i, end, true) && dots > 0 {
				break // "3. b2-c3 так сильнее 3... c5-b4 4. ..."
			}
			continue
		}
		if result.CanBegin(rest) {
			if _, k := result.Match(rest); k > 0 {
				break
			}
		}
		k := shapeAt(rest)
		if k > 0 {
			if !numbered && l.isReply(i, end, false) {
				break
			}
			if moves++; !l.row.result && (moves > 1 && l.row.plies == 1 || l.row.plies == 0) {
				break
			}
		} else if k = rawAt(rest); k == 0 {
			_, k = utf8.DecodeRuneInString(rest)
		}
		i += k
		stop = i
	}
	if moves == 0 {
		return n
	}
	return stop - at
}

// isReply says whether the move at byte i, behind words, is that which the row still
// lacks: the next number follows it in the line up to byte end, or in the next one where
// dots stand before it.
func (l *lineLexer) isReply(i, end int, dots bool) bool {
	if l.row.plies != 1 || l.row.result {
		return false
	}
	i = skipSpaces(l.text[:end], i)
	n := shapeAt(l.text[i:end])
	if n == 0 {
		return false
	}
	i += n
	for i < end && (word.MarkAt(l.text[i:end]) > 0 || l.text[i] == '.' || l.text[i] == ' ') {
		i += max(word.MarkAt(l.text[i:end]), 1)
	}
	if i == end {
		return dots && l.nextBegins(end, l.state.number+1)
	}
	digits, close := numberAt(l.text[i:end])
	return close > digits && numberValue(l.text[i:i+digits]) == l.state.number+1 && dotsAt(l.text[i+digits:end]) == 0
}

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

// countAt returns the length of a number of moves with which text begins: "30-м ходу",
// "35 ходов"; 0 where it begins with none.
func countAt(text string) int {
	n := 0
	for n < len(text) && word.IsDigit(text[n]) {
		n++
	}
	if n == 0 || n > 3 {
		return 0
	}
	if strings.HasPrefix(text[n:], "-") {
		end := strings.IndexFunc(text[n+1:], func(r rune) bool { return !word.IsLetter(r) })
		if end <= 0 || end > len("му") {
			return 0
		}
		n += 1 + end
	}
	next := skipSpaces(text, n)
	end := next
	for end < len(text) && end < next+maxMoveWord {
		r, w := utf8.DecodeRuneInString(text[end:])
		if !word.IsLetter(r) {
			break
		}
		end += w
	}
	if said, _ := word.LookUp(moveWords, text[next:end]); !said || next == n {
		return 0
	}
	return end
}

// moveWords are the words for moves that are counted, of so many bytes at most.
var moveWords = word.Vocabulary("ход хода ходу ходе ходов ходы ходах хід ходу ході ходів ходи move moves plies")

const maxMoveWord = len("ходами")

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
