package sheet

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// splitNames splits the end of head into two names with a sign between them.
// inLine says that prose may stand before them and moves behind, colon that a
// colon ends them.
func splitNames(head string, inLine, colon bool) (p players) {
	from := max(0, len(head)-3*maxName)
	head = head[from:]
	sign, width := signBetween(head, inLine, colon)
	if sign < 0 {
		return players{}
	}
	p.black = word.SkipBlank(head, sign+width)
	p.whiteEnd = beforeBlank(head[:sign])
	named, dates := p.cutBehindWhite(head)
	if dates {
		return players{}
	}
	p.blackEnd = len(head)
	p.cutBehindBlack(head, inLine)
	p.cutBeforeWhite(head, named)
	white, black := head[p.white:p.whiteEnd], head[p.black:p.blackEnd]
	p.ok = white != "" && black != "" && beginsName(black) && len(white) <= maxName && len(black) <= maxName &&
		!strings.ContainsAny(white, ":;=\"") && !strings.ContainsAny(black, ":;=\"") &&
		(!isMoveName(white) && !isMoveName(black) || colon && unicode.IsUpper(firstRune(white)) && unicode.IsUpper(firstRune(black)))
	if !inLine && p.blackEnd < len(head) && head[p.blackEnd] == ',' {
		tail := trimSpace(head[p.blackEnd+1:])
		first := firstRune(tail)
		p.ok = p.ok && (isNameStart(first) || unicode.IsDigit(first) || word.Illegible(tail)) // "Москва – Ленинград, матч": prose
	}
	if p.ok && !(isNameStart(firstRune(white)) && isNameStart(firstRune(black))) {
		a, b := isUnreadName(white), isUnreadName(black)
		p.unread = a && b
		p.ok = !(a && b && inLine && p.white+from > 0) && !(a && KnownWord(black)) && !(b && KnownWord(white)) // "Дата – ____"
	}
	p.white, p.whiteEnd, p.black, p.blackEnd = p.white+from, p.whiteEnd+from, p.black+from, p.blackEnd+from
	return p
}

// cutBehindWhite takes a town in brackets and a rating off the end of White's name,
// "Иванов (Москва) – Петров (Тула)", and says whether brackets are
// the name, and whether there are dates instead of names.
func (p *players) cutBehindWhite(head string) (named, dates bool) {
	if i := strings.LastIndexAny(head[:p.whiteEnd], "([<"); i >= 0 && strings.IndexAny(head[i:p.whiteEnd], ")]>") == p.whiteEnd-i-1 {
		before := beforeBlank(head[:i])
		switch last := head[behindBlank(head[:before]):before]; {
		case nameWordOf(last) != noName:
			p.whiteEnd = before
		case isUnreadName(head[i:p.whiteEnd]):
			p.white = i
			return true, false
		}
	}
	if i := behindBlank(head[:p.whiteEnd]); i > 0 && isRating(head[i:p.whiteEnd]) && nameWordOf(head[behindBlank(head[:beforeBlank(head[:i])]):i]) != noName {
		date, ok := record.ParseDate(head[:p.whiteEnd])
		other, also := record.ParseDate(head[p.black:])
		if ok && also && other.Year-date.Year <= 1 {
			return false, true // "Январь 1987 – Март 1987"
		}
		p.whiteEnd, p.rated = beforeBlank(head[:i]), true
	}
	return false, false
}

// cutBehindBlack ends Black's name before what stands behind it: a town, a
// tournament, a date, a rating.
func (p *players) cutBehindBlack(head string, inLine bool) {
	black := head[p.black:]
	open := unreadBracket(black)
	if i := strings.IndexAny(black[open:], ",(["); i > 0 || i == 0 && open > 0 {
		i += open
		p.blackEnd = p.black + beforeBlank(black[:i])
		if _, title := cutTitle(black); title != "" && black[i] == ',' && strings.IndexByte(black[i+1:], ',') < 0 {
			p.blackEnd = len(head) // "Петров, кмс"
		}
	}
	numbered := isNameNumber(head[behindBlank(head[:p.whiteEnd]):p.whiteEnd])
	for i := p.black + open; i < p.blackEnd && (!inLine || p.rated); i++ {
		next := word.SkipBlank(head[:p.blackEnd], i)
		if next == i {
			continue
		}
		digit := next < p.blackEnd && word.IsDigit(head[next])
		last := head[next:p.blackEnd]
		switch {
		case digit && p.rated && isRating(last), !inLine && (next > i+1 || head[i] == '\t' || digit && !(numbered && isNameNumber(last))):
			p.blackEnd = i // "Иванов – Петров   12.03.1987"
			return
		}
		i = next - 1
	}
}

// cutBeforeWhite finds where White's name begins: behind what cannot be one, a small
// letter, a number, the end of a sentence. named says that it is known already.
func (p *players) cutBeforeWhite(head string, named bool) {
	if named {
		return
	}
	p.white = p.whiteEnd
	for at := p.white; at > 0; {
		end := beforeBlank(head[:at])
		start := behindBlank(head[:end])
		w := head[start:end]
		kind := nameWordOf(w)
		last, _ := utf8.DecodeLastRuneInString(w)
		ends := p.white < p.whiteEnd && (strings.ContainsRune(":;!?)»", last) || last == '.' && utf8.RuneCountInString(w) > 4 && kind != nameBefore || strings.Trim(w, "*_?.…[]") == "")
		switch {
		case w == "" || ends || kind == nameBehind && named || named && headsNames(w), named && len(w) > len("I.") && strings.Trim(w, "IVX") == ".": // II. Иванов
			at = 0
			continue
		case kind == noName:
			if named && isJoint(w) && p.white == at && slices.ContainsFunc(strings.Fields(head[p.black:p.blackEnd]), isJoint) {
				at = start // "Иванов и Сидоров – Петров и Ким"
				continue
			}
			at = 0
			continue
		}
		named = named || kind == nameItself
		p.white, at = start, start
	}
	if !named {
		p.white = p.whiteEnd
	}
}

// headsNames says whether a word stands before the two names of a game and is none of
// them: "Партия Иванов – Петров".
func headsNames(w string) bool {
	heads, _ := word.LookUp(gameWords, strings.TrimRight(w, ":"))
	return heads
}

var gameWords = word.Vocabulary("партия встреча игра партія зустріч гра game")

// introduces says whether a text before two names says that they play: "Играли:".
func introduces(text string) bool {
	text, colon := strings.CutSuffix(trimSpace(text), ":")
	said, _ := word.LookUp(introducing, text)
	return colon && said
}

var introducing = word.Vocabulary("играли играют игроки участники соперники встречаются партнеры грали грають гравці учасники суперники players played playing opponents")

// isJoint says whether a word stands between the names of two who play together.
func isJoint(w string) bool {
	switch w {
	case "и", "та", "й", "і", "and", "&", "und":
		return true
	}
	return false
}

// isMoveName says whether a name is rather a move, or the result.
func isMoveName(name string) bool {
	if isShape(name) {
		_, err := word.Parse(name)
		return err == nil // G19 is none
	}
	return len(name) == 1 && word.IsDigit(name[0])
}
