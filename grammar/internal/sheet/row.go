package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
)

// item reads a token of a row, which begins at l.at with no space.
func (l *lineLexer) item() token {
	at := l.at
	text := l.text[at:]
	usual := result.IsWin(text)
	if !l.closely && !usual {
		if w, end, _ := l.words.Move(l.text, at); w != nil {
			l.at = end
			return token{kind: tokenWord, at: at, end: end, word: w}
		}
	}
	if l.clean(at) {
		return l.token()
	}
	if l.row.start > 0 { // its first words were plain
		l.row.cells, l.row.start = cellsAt(l.text[l.row.start:l.lineEnd()]), 0
	}
	if !usual {
		if kind, n := l.sign(text); n > 0 {
			return l.take(kind, n)
		}
		if n := l.more(text); n > 0 {
			return l.take(tokenMore, n)
		}
	}
	n := 0
	if usual || result.CanBegin(text) || !l.row.any && result.IsForfeit(l.text[at:l.lineEnd()]) {
		if r, n := result.Match(text); n > 0 && !l.spokenOf(r) {
			t := l.take(tokenResult, n)
			l.begin = l.namesBehind()
			return t
		}
	}
	if n = clockAt(text); n > 0 {
		return l.take(tokenComment, n)
	}
	if l.row.result || l.last == tokenText {
		if n = countAt(text); n > 0 {
			return l.take(tokenText, n)
		}
	}
	if l.last == tokenWord && text[0] >= utf8.RuneSelf && l.glued() {
		if n = footnoteAt(text); n > 0 {
			return l.take(tokenComment, n)
		}
	}
	if (l.last == tokenWord || l.last == tokenMark || l.last == tokenSign) && !l.glued() {
		if n = max(arrowAt(text), correctionAt(text), referralAt(text)); n > 0 && l.row.plies > 0 {
			return l.take(tokenText, n)
		}
	}
	if n = marksAt(text); n > 0 && (text[0] != '?' || n > maxDamaged || n == l.rawAt(at)) {
		if text[0] == '?' && strings.Trim(text[:n], "?") == "" && (!l.glued() || l.last == tokenNumber) && l.last != tokenMark {
			return l.take(tokenDoubtful, n) // with a space before it: a move, where one is missing
		}
		return l.take(tokenMark, n)
	}
	if n = l.numberIn(text); n > 0 {
		if l.row.result && l.speaksOn(at) {
			return l.take(tokenText, beforeBlank(l.text[at:l.lineEnd()]))
		}
		t := l.take(tokenNumber, n)
		l.row.plies = 0
		return t
	}
	if n = word.Missigned(text); n > 0 && l.ends(at, n) && (l.row.cells == 0 || strings.IndexByte(text[:n], l.row.cells) < 0) {
		return l.take(tokenWord, n) // e5;c3
	}
	if n = shapeAt(text); n > 0 && l.ends(at, n) {
		if w, err := l.words.Parse(text[:n]); err == nil {
			l.at += n
			return token{kind: tokenWord, at: at, end: l.at, word: w}
		}
		// Perhaps the join was too much.
		n = runAt(text)
		if w, err := l.words.Parse(text[:n]); err == nil && isShape(text[:n]) {
			l.at += n
			return token{kind: tokenWord, at: at, end: l.at, word: w}
		}
		if l.ends(at, n) {
			return l.take(tokenSpoilt, n)
		}
	}
	if n = dotsAt(text); n > 0 {
		if l.last == tokenResult && l.glued() {
			return l.take(tokenSign, n) // "Черные сдались..."
		}
		if k := runAt(text[n:]); l.last != tokenNumber && k > 0 && !word.IsDash(rune(text[0])) && isLonePlace(text[n:n+k]) {
			return l.take(tokenSpoilt, n+k) // "…b4" is half a move
		}
		if l.last == tokenNumber && (text[0] == '.' || strings.HasPrefix(text, "…")) {
			return l.take(tokenDots, n)
		}
		if r, _ := utf8.DecodeRuneInString(text); word.IsDash(r) && (l.last == tokenText || l.last == tokenWord && proseFollows(text[n:])) {
			return l.take(tokenText, n) // "2. b4-a5 — так сильнее — a7-b6"
		}
		return l.take(tokenDoubtful, n)
	}
	n = max(l.rawAt(at), 1)
	for n < len(text) && !utf8.RuneStart(text[n]) {
		n++
	}
	d := damageOf(text[:n])
	if d == isProse && (l.row.plies == 1 || l.last == tokenNumber) && isGlued(text[:n]) {
		d = isPerhaps // 2117
	}
	switch d {
	case isSpoilt:
		return l.take(tokenSpoilt, n)
	case isPerhaps:
		if first, _ := utf8.DecodeRuneInString(text); word.IsLetter(first) && proseFollows(text[n:]) {
			break // "и белым плохо"
		}
		fallthrough
	case isIllegible:
		return l.take(tokenDoubtful, n)
	}
	if n = runAt(text); n == 0 {
		_, n = utf8.DecodeRuneInString(text)
	}
	// жертва? is a remark whole.
	if leads, _ := word.LookUp(remarkLeads, strings.TrimRight(text[:n], ".")); leads && (n == len(text) || text[n] != '?' && text[n] != '!') {
		n = l.marginal(at, n)
	}
	return l.take(tokenText, n)
}

func (l *lineLexer) take(kind lexer.TokenType, n int) token {
	at := l.at
	l.at += n
	return token{kind: kind, at: at, end: l.at}
}

// sign reads what is told by one character: a bracket with what is in it, what
// parts cells, punctuation. n is 0 where text begins with none.
func (l *lineLexer) sign(text string) (kind lexer.TokenType, n int) {
	if strongAt(text) && l.isStrong() {
		return tokenSign, len("**")
	}
	if n = struckAt(text); n > 0 && !l.glued() {
		return tokenComment, n
	}
	switch c := text[0]; c {
	case '\t':
		return tokenCell, 1
	case '|', ';', ',':
		if c == l.row.cells {
			return tokenCell, 1
		}
		if c != '|' {
			return tokenSign, 1
		}
	case '(', '{', '[':
		end := l.pairs.close(l.text, l.at)
		if end == 0 {
			if raw := l.rawAt(l.at); raw > 1 && damageOf(text[:raw]) == isSpoilt {
				return tokenSpoilt, raw
			}
			return tokenStray, 1
		}
		n = end - l.at
		if c == '(' && l.bracketed(text[:n], text[n:]) {
			l.row.brackets, l.row.plies = true, 0
			return tokenNumber, n
		}
		inside := strings.TrimFunc(text[1:n-1], word.IsSpace)
		if !l.row.remark && (!l.glued() || l.last == tokenNumber) && standsForMove(inside, c, l.last == tokenCell, l.last == tokenNumber) && !isRemark(text[:n]) {
			return tokenDoubtful, n
		}
		return tokenComment, n
	case ')', '}', ']':
		return tokenStray, 1
	case '.':
		if n := spacedDots(text); n > 0 {
			return tokenDoubtful, n
		}
		if dotsAt(text) == 0 {
			return tokenSign, 1
		}
	case '"', '\'', '`':
		if l.last != tokenNumber && l.row.plies == 1 && l.at > 0 && word.SkipBlank(l.text, l.at-1) == l.at && word.SkipBlank(l.text, l.at+1) == l.lineEnd() {
			return tokenDoubtful, 1 // the same again
		}
		return tokenSign, 1
	case '$':
		for n = 1; n < len(text) && word.IsDigit(text[n]); n++ {
		}
		if n > 1 {
			return tokenMark, n
		}
	case '*', '#', '>', '=', '~', '+', '%', '&', '@', '^', '\\', '/', '<':
		if !l.row.any && word.SkipBlank(l.text[:l.lineEnd()], l.at+1) < l.lineEnd() && (c != '+' || !result.IsForfeit(l.text[l.at:l.lineEnd()])) && !result.CanBegin(text) {
			return tokenStray, 1
		}
		switch c {
		case '*':
			if l.last == tokenWord && l.glued() {
				return tokenMark, 1 // glued to a move: PDN's mark of a forced one
			}
			if !l.row.any && word.SkipBlank(l.text[:l.lineEnd()], l.at+1) < l.lineEnd() {
				return tokenStray, 1
			}
			if l.begun && onlyOf(l.text[l.at+1:l.lineEnd()], &sentenceEnds) < l.lineEnd()-l.at-1 {
				return tokenDoubtful, 1 // the game goes on
			}
		}
	default:
		if c < utf8.RuneSelf {
			return 0, 0
		}
		r, w := utf8.DecodeRuneInString(text)
		switch r {
		case '«':
			if n := strings.Index(text[:min(len(text), maxDamaged)], "»"); n > 0 && strings.Trim(text[w:n], "?.…- ") == "" {
				return tokenDoubtful, n + len("»") // nothing in it
			}
			return tokenSign, w
		case '»', '“', '”', '„', '’', '‘':
			return tokenSign, w
		case '№', '•', '·', '●', '■', '▪', '►', '§', '†':
			if !l.row.any && leadsRow(text[w:min(len(text), w+maxDamaged)]) {
				return tokenStray, w
			}
		}
	}
	return 0, 0
}

// strongAt says whether text begins with Markdown's sign of strong words: **c3-b4**.
func strongAt(text string) bool {
	return strings.HasPrefix(text, "**") && (len(text) == len("**") || text[len("**")] != '*')
}

// maxStrong is how far the other of two such signs is, in bytes.
const maxStrong = 120

// isStrong says whether the sign at l.at has its other one in the line.
func (l *lineLexer) isStrong() bool {
	n := len("**")
	before, behind := l.text[max(l.at-maxStrong, 0):l.at], l.text[l.at+n:min(len(l.text), l.at+n+maxStrong)]
	before = before[strings.LastIndexAny(before, "\r\n")+1:]
	if end := strings.IndexAny(behind, "\r\n"); end >= 0 {
		behind = behind[:end]
	}
	if behind != "" && word.SkipBlank(behind, 0) == 0 && strings.Contains(behind[1:], "**") {
		return true
	}
	return l.glued() && strings.Contains(before, "**")
}

// leadsRow says whether anything stands in a row behind its first sign. A row of
// nothing but signs is of moves that were blotted out.
func leadsRow(rest string) bool {
	if end := strings.IndexAny(rest, "\r\n"); end >= 0 {
		rest = rest[:end]
	}
	return strings.IndexFunc(rest, func(r rune) bool { return word.IsLetter(r) || unicode.IsDigit(r) }) >= 0
}

// standsForMove says whether what is in brackets stands for a move that cannot be
// read, where one is missing: [нрзб], [ ], [c3-d4], or in a cell of its own, which is
// no move's mark or remark, also (?) and (c3-d4), and that behind a number.
func standsForMove(inside string, bracket byte, cell, numbered bool) bool {
	if word.Illegible(inside) {
		return true
	}
	if strings.Trim(inside, "?.…-–— ") == "" {
		return bracket != '(' || cell || numbered || strings.Trim(inside, "?") != "" || inside == ""
	}
	return (bracket == '[' || cell || numbered) && wordAt(inside) == len(inside) && isShape(inside)
}

// glued says whether what begins at l.at stands at what is before it.
func (l *lineLexer) glued() bool {
	if l.at == 0 {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(l.text[:l.at])
	return !word.IsSpace(before) && before != '|' && before != ';' && before != '"'
}

// bracketed says whether what stands in brackets is a move's number: (12) before
// a move, in a record whose numbers are written so.
func (l *lineLexer) bracketed(text, rest string) bool {
	digits, _ := numberAt(text[1:])
	if digits == 0 || digits != len(text)-2 || l.row.any && !l.row.brackets && l.last != tokenText && l.last != tokenDoubtful && l.last != tokenSign {
		return false
	}
	rest = rest[word.SkipBlank(rest, 0):]
	return shapeAt(rest) > 0 || damageOf(rest[:rawAt(rest)]) != isProse
}

// more returns the length of the rest of a word that a remark broke, with which
// text begins.
func (l *lineLexer) more(text string) int {
	if l.last != tokenComment && l.last != tokenMark {
		return 0
	}
	r, w := utf8.DecodeRuneInString(text)
	if !isSign(r) {
		return 0
	}
	next := skipSpaces(text, w)
	after, _ := utf8.DecodeRuneInString(text[next:])
	if next == len(text) || !isPlace(after) {
		return 0
	}
	if n := next + runAt(text[next:]); isShape(text[next:n]) || isLonePlace(text[next:n]) {
		return n
	}
	return 0
}

// numberIn returns the length of the move number with which text begins: digits
// with a point, or before a move, at the beginning of a row or where just this
// number is due, with another sign or none.
func (l *lineLexer) numberIn(text string) int {
	digits, end := numberAt(text)
	if digits == 0 {
		return 0
	}
	rest := text[digits:]
	if numberValue(text[:digits]) == 0 { // a slip, but before a move at the beginning of a row
		behind := text[end:]
		behind = behind[skipSpaces(behind, 0):]
		if !l.row.any && digits == 1 && end > digits && shapeAt(behind) > 1 {
			return end
		}
		return 0
	}
	if end > digits {
		rest = text[end:]
		if behind := rest[skipSpaces(rest, 0):]; behind != "" && word.IsDigit(behind[0]) {
			// 12.03.2021 is no number before a move; 3.10:18 is.
			if shapeAt(behind) == 0 && damageOf(behind[:rawAt(behind)]) == isProse && !result.CanBegin(behind) &&
				!(l.isDue(numberValue(text[:digits])) && isGlued(behind[:rawAt(behind)])) { // 4. 614
				return 0
			}
		}
		if n := dotsAt(text[digits:]); n > 1 {
			return digits // 1... and 1. ...: the dots are a token of their own
		}
		return end
	}
	if strings.HasPrefix(rest, "…") {
		return digits
	}
	value := numberValue(text[:digits])
	if !l.row.any && value == l.state.number+1 && rest != "" && (rest[0] == '\t' || rest[0] == l.row.cells && l.row.cells != 0) {
		line, _, _ := strings.Cut(l.text[l.at+digits:l.lineEnd()], "\r")
		if strings.Trim(line, "\t |;,\"") != "" {
			return digits // a cell of its own
		}
	}
	if l.row.any && value != l.state.number+1 && l.last != tokenText {
		return 0
	}
	sign := 0
	if rest != "" && (rest[0] == ',' || rest[0] == ':') && l.row.cells != rest[0] {
		sign = 1
	}
	next := skipCells(rest, sign)
	if next == sign && (sign == 0 || rest[0] == ':') && !(rest != "" && rest[0] == l.row.cells) {
		return 0
	}
	if rest != "" && rest[0] == ',' && l.row.cells == ',' {
		next = 1
	}
	behind := strings.TrimLeft(rest[next:], `"`)
	if r, _ := utf8.DecodeRuneInString(behind); isSign(r) && sign == 0 {
		return 0
	}
	if n := shapeAt(behind); n > 1 {
		if w, err := l.words.Parse(behind[:n]); sign == 0 || err == nil && len(w.Steps) > 1 {
			return digits + sign
		}
	}
	if !l.row.any && (sign == 0 || value == l.state.number+1) && damageOf(behind[:rawAt(behind)]) == isSpoilt {
		return digits + sign
	}
	return 0
}

// numberValue reads the digits of a move number, look-alikes among them.
func numberValue(digits string) int {
	n := 0
	for _, r := range digits {
		if d, _, ok := word.DigitOf(r); ok {
			n = n*10 + int(d-'0')
		}
	}
	return n
}

// numberAt returns where the digits of a move number end with which text
// begins, and where the number ends with its point or bracket; the same where
// it has none, and 0 where there are no digits.
func numberAt(text string) (digits, end int) {
	for digits < len(text) {
		r, w := utf8.DecodeRuneInString(text[digits:])
		_, _, ok := word.DigitOf(r)
		if !ok || r == '|' {
			break
		}
		digits += w
		if digits > 8 {
			return 0, 0
		}
	}
	if digits == 0 {
		return 0, 0
	}
	i := digits
	if i < len(text) && text[i] == ' ' {
		i++
	}
	if i < len(text) && (text[i] == '.' || text[i] == ')' && i == digits) {
		return digits, i + 1
	}
	return digits, digits
}

// marksAt returns the length of the marks with which text begins, of which there
// may be more where they are longer than a move that is hurt.
func marksAt(text string) int {
	if c := text[0]; c < utf8.RuneSelf && !beginsMark[c] {
		return 0
	}
	n := 0
	for n <= maxDamaged+utf8.UTFMax {
		k := word.MarkAt(text[n:])
		if k == 0 {
			break
		}
		n += k
	}
	return n
}

// beginsMark are the bytes of ASCII with which marks begin.
var beginsMark = word.ByteSet("!?~=+-")

// dotsAt returns the length of the dots or dashes with which text begins, which
// stand for a move.
func dotsAt(text string) int {
	n := 0
	for strings.HasPrefix(text[n:], ".") {
		n++
	}
	if n >= 2 {
		return n
	}
	if strings.HasPrefix(text[n:], "…") {
		return n + len("…")
	}
	if r, w := utf8.DecodeRuneInString(text); n == 0 && word.IsDash(r) {
		for w < len(text) {
			r, w2 := utf8.DecodeRuneInString(text[w:])
			if !word.IsDash(r) {
				break
			}
			w += w2
		}
		if w == len(text) || word.SkipBlank(text, w) > w || text[w] == '\n' || text[w] == '\r' || text[w] == '|' {
			return w
		}
	}
	return 0
}
