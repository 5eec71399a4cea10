package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// runAt returns the length of what may be a move word at the beginning of text:
// up to a space, a bracket, a mark or punctuation.
func runAt(text string) int { return runOf(text, false) }

// runOf is runAt; shaped gives up where something stands that no move word has, see
// isShape, with 0: so a long run is not read to its end for each of its parts.
func runOf(text string, shaped bool) int {
	i := 0
	signed := false // there has been a sign between squares
	for i < len(text) {
		c := text[i]
		if c < utf8.RuneSelf {
			switch c {
			case '-', ':':
				signed = true
			case ' ', '\t', '\n', '\r', '\v', '\f', '(', ')', '{', '}', '[', ']', ';', '!', '?', '~', '=', '+', '$', '"', '/':
				return cutDash(text, i)
			case '`':
				if i+1 == len(text) || behindCode[text[i+1]] {
					return cutDash(text, i)
				}
			case '*':
				// Between squares it is a sign of capture, behind a move a mark.
				if next, _ := utf8.DecodeRuneInString(text[i+1:]); i+1 == len(text) || !isPlace(next) {
					return cutDash(text, i)
				}
			case '|':
				// Behind a file it may be a 1: "c|-b4".
				if i == 0 || !isFileByte(text[i-1]) || i+1 < len(text) && text[i+1] != '-' && text[i+1] != ':' {
					return cutDash(text, i)
				}
			case '.', ',':
				// A sign struck wrongly, c3.b4, is a part of the word, a full stop is not.
				if signed || !isSquareEnd(text[:i]) || i+2 >= len(text) || !isFileByte(text[i+1]) || !word.IsDigit(text[i+2]) {
					return cutDash(text, i)
				}
			}
			if shaped && !shapeBytes[c] {
				return 0
			}
			i++
			continue
		}
		r, w := utf8.DecodeRuneInString(text[i:])
		if c != "а"[0] && c != "р"[0] { // nearly always a Cyrillic letter
			if word.IsSpace(r) || word.MarkAt(text[i:]) > 0 && !word.IsDash(r) || r == '…' || r == '«' || r == '»' || r == '½' {
				return cutDash(text, i)
			}
			if strings.ContainsRune(footnoteMarks, r) && isWhole(text[:i]) {
				return i
			}
		}
		if shaped && runeKindOf(r)&(takeRune|fileRune|digitRune|dashRune) == 0 {
			return 0
		}
		i += w
	}
	return i
}

// shapeBytes are the bytes of ASCII that a move word may have, see isShape.
var shapeBytes = word.ByteSet("0123456789abcdefghijklABCDEFGHIJKLOo|-:xX*")

// shapeAt returns the length of the move word with which text begins, as wordAt does,
// where it has the shape of one; 0 where it has not.
func shapeAt(text string) int {
	r, _ := utf8.DecodeRuneInString(text)
	if !isPlace(r) {
		return 0
	}
	n := runOf(text, true)
	if n == 0 {
		return 0
	}
	if n = joinedAt(text, n); !isShape(text[:n]) {
		return 0
	}
	return n
}

// isWhole says whether a run so far is a move in letters with its last digit, behind
// which another one is no digit of it.
func isWhole(run string) bool {
	n := len(run)
	return n > 2 && word.IsDigit(run[n-1]) && isFileByte(run[n-2]) && isFileByte(run[0])
}

// isSquareEnd says whether a run so far, which has no sign, is one square of a letter
// and a digit.
func isSquareEnd(run string) bool {
	return len(run) >= 2 && word.IsDigit(run[len(run)-1]) && !word.IsDigit(run[0])
}

// cutDash gives the dash of the mark -+ back.
func cutDash(text string, i int) int {
	if i < len(text) && text[i] == '+' {
		if r, w := utf8.DecodeLastRuneInString(text[:i]); word.IsDash(r) {
			return i - w
		}
	}
	return i
}

func isFileByte(c byte) bool { return c >= 'a' && c <= 'l' || c >= 'A' && c <= 'L' }

// rawAt returns the length of what stands together at the beginning of text: up
// to a space, a quotation mark or what parts cells, or a bracket. What is too
// long for a move that is hurt is cut off.
func rawAt(text string) int {
	text = text[:min(len(text), maxDamaged+utf8.UTFMax)]
	i := 0
	for i < len(text) {
		if c := text[i]; c < utf8.RuneSelf {
			if rawEnds[c] || c == '`' && (i+1 == len(text) || behindCode[text[i+1]]) {
				return i
			}
			i++
			continue
		}
		r, w := utf8.DecodeRuneInString(text[i:])
		if word.IsSpace(r) || r == '«' || r == '»' {
			return i
		}
		i += w
	}
	return i
}

// rawEnds are the bytes of ASCII at which such a thing ends.
var rawEnds = word.ByteSet(" \t\n\r\v\f(){}[]|;\"")

// behindCode are the bytes that may stand behind Markdown's sign of code, `c3-b4`, in
// which the sign is no part of a word.
var behindCode = word.ByteSet(" \t\n\r.,;:!?)`|")

// wordAt returns the length of the move word with which text may begin: a run
// and those that signs join to it, as in "1: 9", "3- 6", "c3 – b4". Nothing
// joins over a tab, which parts cells.
func wordAt(text string) int {
	if r, _ := utf8.DecodeRuneInString(text); !isPlace(r) {
		return 0
	}
	return joinedAt(text, runAt(text))
}

// joinedAt is wordAt, behind a run of n bytes.
func joinedAt(text string, n int) int {
	for range word.MaxSteps {
		if n == 0 || n >= len(text) || n > word.MaxTableWordLen-8 { // what the table keeps
			break
		}
		next := skipSpaces(text, n)
		if next == len(text) {
			break
		}
		last, lastWidth := utf8.DecodeLastRuneInString(text[:n])
		first, w := utf8.DecodeRuneInString(text[next:])
		if isSign(last) || isTimes(last) && isLonePlace(strings.TrimRightFunc(text[:n-lastWidth], word.IsSpace)) {
			if next == n || !isPlace(first) || strings.IndexFunc(text[next:next+runAt(text[next:])], word.IsDash) >= 0 {
				break // "c5- b6-c5": the second is a move of its own
			}
		} else {
			if next == n || !isSign(first) && !isTimes(first) || (word.IsDash(first) || isTimes(first) || first == '*') && !isLonePlace(text[:n]) {
				break
			}
			after, _ := utf8.DecodeRuneInString(text[skipSpaces(text, next+w):])
			if !isPlace(after) || first == '*' && skipSpaces(text, next+w) > next+w {
				break
			}
		}
		k := runAt(text[next:])
		if k == 0 {
			break
		}
		n = next + k
	}
	return n
}

// isLonePlace says whether run is a square or a number and nothing else.
func isLonePlace(run string) bool {
	letters, digits := 0, 0
	for _, r := range run {
		if _, _, ok := word.DigitOf(r); ok && (letters > 0 || r < utf8.RuneSelf && unicode.IsDigit(r)) {
			digits++
		} else if _, _, ok := word.FileOf(r); ok && letters == 0 && digits == 0 {
			letters++
		} else {
			return false
		}
	}
	return digits == 1 || digits == 2
}

// isShape says whether run has the characters of a move word and enough of
// them to be no prose: "без" could be read as be3, but nobody writes so.
func isShape(run string) bool {
	letters, digits, alike, signs := 0, 0, 0, 0
	for i, r := range run {
		if r >= '0' && r <= '9' {
			digits++
			continue
		}
		kind := runeKindOf(r)
		switch {
		case kind&(dashRune|takeRune) != 0 || r == 'х' && i > 0:
			signs++
		case r == 'З' || kind&digitRune != 0 && kind&fileRune == 0 || r == 'б' && i == len(run)-len("б") && letters > 0:
			alike++
		case kind&fileRune != 0:
			letters++
		case kind&spaceRune != 0:
		default:
			return false
		}
	}
	if r, _ := utf8.DecodeRuneInString(run); !isPlace(r) {
		return false // a bullet, a temperature
	}
	switch {
	case digits > 0:
		return letters > 0 || signs > 0
	case alike > 0 && letters == 0:
		return signs > 0 && strings.ContainsRune(run, 'З') // З:ЗЗ is 3:33; I-II is no move
	case alike > 0:
		return signs > 0 || utf8.RuneCountInString(run) <= 3 && (strings.ContainsRune(run, 'З') || run[0] < utf8.RuneSelf) // bб, abб
	}
	return false
}

// damage says what something is that is no move word.
type damage uint8

const (
	isProse     damage = iota // words
	isPerhaps                 // a move only where one is missing: two letters, a number
	isIllegible               // what is written for a move that cannot be read: нрзб
	isSpoilt                  // a move that is hurt: c5-64, e?-f?
)

// behindRun is the punctuation that may stand behind something, sentenceEnds what may stand
// between the result and the end of a line.
var behindRun, brackets, sentenceEnds = word.ByteSet(".,;:!"), word.ByteSet("()[]{}"), word.ByteSet(" .\t")

// onlyOf returns how many bytes of a set a text begins with.
func onlyOf(text string, set *[256]bool) int {
	n := 0
	for n < len(text) && set[text[n]] {
		n++
	}
	return n
}

// damageOf says what a run is that stands together and is no move word.
func damageOf(run string) damage {
	for run != "" && behindRun[run[len(run)-1]] {
		run = run[:len(run)-1]
	}
	if core := strings.TrimRight(run, "?"); core != run && !strings.ContainsAny(core, "?") && len(core) > 2 {
		run = core // "жертва?", "b4-?" is not
		if strings.HasSuffix(core, "-") || strings.HasSuffix(core, ":") {
			return isSpoilt
		}
	}
	if run == "" || len(run) > maxDamaged || len(run) > 1 && run[0] == '#' && isFigure(run[1:]) {
		return isProse
	}
	if word.Illegible(run) {
		return isIllegible
	}
	if strings.IndexFunc(run, func(r rune) bool { return word.IsLetter(r) || unicode.IsDigit(r) }) < 0 {
		if marksAt(run) == len(run) && strings.Trim(run, "?") != "" || onlyOf(run, &brackets) == len(run) {
			return isProse
		}
		return isPerhaps // ■■■
	}
	if d := hurtWord(run); d != isProse {
		return d
	}
	if isGluedMove(run) {
		return isSpoilt
	}
	letters, files, digits, signs, unknown, others := 0, 0, 0, 0, 0, 0
	between := false
	var before rune
	for i, r := range run {
		file := runeKindOf(r)&fileRune != 0
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r == '?' || r == '*' || r == '_' || r == '…' || r == '#' || r == '.':
			unknown++
		case isSign(r):
			signs++
		case file && (r < 'i' || r >= utf8.RuneSelf) && (r < 'I' || r > 'L'):
			files++
			letters++
		case word.IsLetter(r):
			letters++
		case strings.ContainsRune("({[/\\,", r):
			others++
		default:
			unknown++ // →, '
		}
		if i > 0 && (word.IsLetter(r) || unicode.IsDigit(r)) && isSign(before) {
			between = true
		}
		before = r
	}
	switch {
	case digits > 0 && letters == 0 && signs == 0 && unknown == 0:
		if digits > 2 {
			return isProse // a year
		}
		return isPerhaps
	case unknown > 0 && letters <= 4 && letters+digits+signs+unknown > 1 && (digits > 0 || files == letters) && (signs > 0 || digits > 0 || strings.Contains(run, "?")):
		if strings.Count(run, ".") > 0 && signs == 0 && strings.Trim(run, "0123456789.") == "" {
			return isProse // 12.03.1987
		}
		return isSpoilt
	case unknown > 0 && files == letters && letters > 1 && letters <= 4, files == letters-1 && letters <= 3 && letters > 1 && endsInCapital(run):
		return isSpoilt // f>b, bcS
	case digits > 0 && (between && letters <= 8 || letters > 0 && letters <= 4 && digits <= 4):
		return isSpoilt
	case digits > 0 && signs > 0 && letters <= 4:
		return isSpoilt
	case signs > 0 && files == letters && letters <= 3:
		return isSpoilt // a-b, -b
	case others > 0 && digits > 0:
		return isSpoilt
	case others > 0 && letters <= 3, letters == 1 && utf8.RuneCountInString(run) <= 2:
		return isPerhaps // н/р, ж
	case letters > 1 && strings.Trim(run, "xXхХ:"+"-–—") == "":
		return isPerhaps
	case letters == digits+letters && signs > 0 && letters <= 2: // O-O
		return isPerhaps
	case files == letters && letters > 1 && letters <= 3 && !isShortWord(run), letters == 2 && len(run) == 2 && !strings.ContainsAny(strings.ToLower(run), "aeiou"):
		return isPerhaps // cb, zz
	}
	return isProse
}

// endsInCapital says whether a run of small letters ends in a capital, which no
// word of prose does.
func endsInCapital(run string) bool {
	first, _ := utf8.DecodeRuneInString(run)
	last, _ := utf8.DecodeLastRuneInString(run)
	return unicode.IsLower(first) && unicode.IsUpper(last)
}

// isShortWord says whether letters that could all be files are a word of prose.
func isShortWord(run string) bool {
	is, _ := word.LookUp(shortWords, run)
	return is
}

var shortWords = word.Vocabulary("на не да ее все без где над нас вас дед сад ад вес век бег ах а be he ad bad add had age ace bed dad a")

// maxDamaged is the most bytes of a move that is hurt.
const maxDamaged = 48
