package pdn

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
)

// word reads a run of what is neither space nor a sign of PDN: a move, its
// number, a result.
func (s *scanner) word(at int) (lexer.TokenType, int) {
	text := s.text
	n := digitsAt(text, at)
	if n > 0 {
		if end := nagBefore(text, at, n); end > 0 {
			return tokenStray, end
		}
	}
	if text[at] == '0' {
		if end := halves(text, at); end > 0 {
			return tokenResult, end
		}
	}
	if n > 0 && at+n < len(text) && (text[at+n] == '.' || text[at+n] == ellipsis[0] && strings.HasPrefix(text[at+n:], ellipsis)) {
		if n > 6 {
			return tokenStray, at + n
		}
		if text[at+n] != '.' {
			return tokenNumber, at + n + len(ellipsis)
		}
		dots := leading(text[at+n:], ".")
		if dots > 3 {
			dots = 1 // the others stand for the move
		}
		return tokenNumber, at + n + dots
	}
	if text[at] == '1' && strings.HasPrefix(text[at:], "1/2") {
		end := at + len("1/2")
		if m := otherHalf.FindString(text[end:min(len(text), end+maxUsual)]); m != "" {
			end += len(m)
		}
		if end == len(text) || !word.IsDigit(text[end]) {
			return tokenResult, end
		}
	}
	run := runEnd(text, at)
	if run == at {
		_, w := utf8.DecodeRuneInString(text[at:])
		return tokenStray, at + w
	}
	if run+1 < len(text) && text[run] == ' ' && letters[text[run+1]] && letters[text[run-1]] && letters[text[at]] {
		// Nearly always: nothing of the move can stand behind the space.
		if _, ok := usualResult(text[at:run]); ok && strings.IndexByte(text[at:run], ':') < 0 {
			return tokenResult, run
		}
		return tokenWord, run
	}
	if run < len(text) && text[run] == ')' && isBlankAt(text, run+1) && letters[text[run-1]] && letters[text[at]] && beginsNoResult[text[at]] {
		return tokenWord, run // the last of a variation
	}
	if beginsSigns[text[at]] {
		switch {
		case strings.Trim(text[at:run], dashes) == "":
			if strings.HasSuffix(text[:at], "1/2") {
				return tokenStray, run
			}
			return tokenUnknown, run
		case strings.Trim(text[at:run], sheetMarks) == "":
			return tokenStrength, run
		}
	}
	end := run
	if next := run + leading(text[run:], " \t"); next < len(text) && text[next] == '"' && s.atLine(at) {
		if end := word.LineEnd(text, at); bare.MatchString(text[at:end]) {
			return tokenBadTag, end
		}
	}
	// Nearly always the next character says that there is no more of the move.
	if next := skipSpace(text, run); next < len(text) && (!letters[text[run-1]] || next > run && signs[text[next]]) {
		if n := joined(text[at:min(len(text), at+maxJoined)]); n > 0 {
			end = max(run, runEnd(text, at+n))
		}
	}
	if _, ok := usualResult(text[at:end]); ok && (strings.IndexByte(text[at:end], ':') < 0 || endsLine(text, end)) {
		return tokenResult, end
	}
	if end == run && end+1 < len(text) && delimiters[text[end]] && text[end] > ' ' {
		if n := word.Missigned(text[at:min(len(text), at+maxJoined)]); at+n > end {
			return tokenWord, at + n // e5;c3
		}
	}
	if end == run && end+1 < len(text) && (text[end] == '?' || text[end] == '/') && !isWhole(text[at:end]) {
		// e?-f? н/р; a mark ends a word, too: 28?
		if d := s.damaged(at); d > end && strings.Trim(text[end:d], "?") != "" {
			return tokenWord, d
		}
	}
	if end == run && !letters[text[run-1]] {
		// "32-28+-" is a move with a mark; "32-" is one that breaks off.
		core := strings.TrimRight(text[at:run], sheetMarks)
		if text[at+len(core):run] != "-" || strings.ContainsAny(core, "-x:") {
			end = at + len(core)
		}
	}
	return tokenWord, end
}

// ellipsis is three points as one character.
const ellipsis = "…"

// halves returns where a draw ends that is written in decimals at byte at of a text,
// 0.5-0.5; 0 where none is.
func halves(text string, at int) int {
	if !beginsDecimal(text[at:]) {
		return 0
	}
	m := decimalDraw.FindString(text[at:min(len(text), at+maxUsual)])
	if m == "" || at+len(m) < len(text) && (word.IsDigit(text[at+len(m)]) || text[at+len(m)] == '.') {
		return 0
	}
	return at + len(m)
}

// endsLine says whether nothing stands behind byte i in its line, or a remark.
func endsLine(text string, i int) bool {
	i += leading(text[i:], " \t")
	return i == len(text) || word.IsEnd(text[i]) || strings.IndexByte("{;*", text[i]) >= 0
}

// otherHalf is what may stand behind 1/2 for the side that comes second.
var otherHalf = regexp.MustCompile(`^[ \t]*[-–—:][ \t]*1/2`)

var decimalDraw = regexp.MustCompile(`^0[.,]5[ \t]*[-–—:][ \t]*0[.,]5`)

// beginsDecimal says whether a text can begin with a decimalDraw.
func beginsDecimal(text string) bool {
	return len(text) > len("0.5") && text[0] == '0' && (text[1] == '.' || text[1] == ',') && text[2] == '5'
}

// isBlankAt says whether a text ends before byte i, or has a space or a line's end there.
func isBlankAt(text string, i int) bool { return i >= len(text) || text[i] == ' ' || text[i] == '\n' }

// joined returns the length of a move with spaces around its signs, quiet or a capture,
// with which a text begins, of any number of landings the most behind which it can end;
// 0 where it begins with none. The number of the next move is no square of it.
func joined(text string) (n int) {
	end := squareAt(text, 0)
	if end == 0 {
		return 0
	}
	quiet := true // of the first step
	for {
		sign := spaceAt(text, end)
		if sign == len(text) {
			return n
		}
		r, w := utf8.DecodeRuneInString(text[sign:])
		take := r == ':' || r == 'x' || r == 'X' || r == '×' || r == 'х'
		if !take && (!quiet || !strings.ContainsRune(dashes, r)) {
			return n
		}
		if end = squareAt(text, spaceAt(text, sign+w)); end == 0 {
			return n
		}
		if end == len(text) || strings.IndexByte("0123456789./", text[end]) < 0 {
			n = end
		}
		if !take {
			return n
		}
		quiet = false
	}
}

// squareAt returns where a square ends that stands at byte i of a text, a letter and one
// or two digits or these alone; 0 where none does.
func squareAt(text string, i int) int {
	if i < len(text) && (text[i]|0x20)-'a' < 12 {
		i++
	}
	n := 0
	for n < 2 && i+n < len(text) && word.IsDigit(text[i+n]) {
		n++
	}
	if n == 0 {
		return 0
	}
	return i + n
}

// spaceAt returns the offset of the first byte from i on that belongs to no space as
// Unicode has it.
func spaceAt(text string, i int) int {
	for i < len(text) {
		if c := text[i]; c < utf8.RuneSelf {
			if c != ' ' && (c < '\t' || c > '\r' || c == '\v') {
				return i
			}
			i++
			continue
		}
		r, w := utf8.DecodeRuneInString(text[i:])
		if !unicode.Is(unicode.Z, r) && !word.IsSpace(r) {
			return i
		}
		i += w
	}
	return i
}

// digitsAt returns how many digits stand at byte i of a text.
func digitsAt(text string, i int) (n int) {
	for i+n < len(text) && word.IsDigit(text[i+n]) {
		n++
	}
	return n
}

const digits = "0123456789"

var (
	// delimiters are the bytes that end a run.
	delimiters = word.ByteSet(" \t\r\n\v\f{}()[]!?$*%\";/,.<")
	// letters are the bytes with which squares begin and end, and all others of words.
	letters = word.ByteSet("abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWYZ0123456789")
	// beginsSigns are the first bytes of dashes and of the signs that sheets write
	// behind a move.
	beginsSigns = func() (set [256]bool) {
		for i := range set {
			set[i] = i >= utf8.RuneSelf || strings.IndexByte(sheetMarks+dashes, byte(i)) >= 0
		}
		return set
	}()
	// signs are the first bytes of what may stand between squares.
	signs = word.ByteSet("-:xX\xc3\xd1\xe2")
)

// runEnd returns where the run of word characters ends that goes on at byte i.
func runEnd(text string, i int) int {
	for i < len(text) && !delimiters[text[i]] {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, w := utf8.DecodeRuneInString(text[i:])
		if word.IsSpace(r) || r == '…' {
			break
		}
		i += w
	}
	return i
}

// leading returns how many bytes of the set, which is ASCII, the text begins with.
func leading(text, set string) int {
	i := 0
	for i < len(text) && strings.IndexByte(set, text[i]) >= 0 {
		i++
	}
	return i
}

// skipSpace returns the offset of the first byte from i on that belongs to no
// space.
func skipSpace(text string, i int) int {
	for i < len(text) {
		if c := text[i]; c < utf8.RuneSelf {
			if c != ' ' && (c < '\t' || c > '\r') {
				return i
			}
			i++
			continue
		}
		r, w := utf8.DecodeRuneInString(text[i:])
		if !word.IsSpace(r) {
			return i
		}
		i += w
	}
	return i
}
