package sheet

import (
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
)

// ahead is how far a text has been looked through for something, so that what lies
// ahead of many places one behind the other is looked at once.
type ahead struct {
	from, to int  // there is none between them
	found    bool // it is at to
}

// within says whether there is something between two bytes of a text, of which the
// first is not before that of the call before. is says whether it is at a byte, which
// is one of the bytes.
func (a *ahead) within(text string, at, end int, bytes *[256]bool, is func(text string, i int) bool) bool {
	if at < a.from || at > a.to {
		*a = ahead{from: at, to: at}
	}
	for !a.found && a.to < end {
		if bytes[text[a.to]] && is(text, a.to) {
			a.found = true
			break
		}
		a.to++
	}
	return a.found && a.to < end
}

// nameSigns is how far a text has been looked through for what stands between two names.
type nameSigns struct {
	signs, commas, colons ahead
	moves                 ahead // and for what first moves have
	asked                 int
}

// fewResults are how many times a line is asked for names in which there is one
// result, as nearly always: for so few it is not looked through.
const fewResults = 2

// within says whether names may stand, for all that is known, between two bytes of a text, as splitNames
// finds them: a sign between them, which a comma is where there is a colon, too.
func (n *nameSigns) within(text string, at, end int) bool {
	if n.asked++; n.asked <= fewResults {
		return true
	}
	return n.signs.within(text, at, end, &signBytes, partsNames) ||
		n.colons.within(text, at, end, &colon, isColon) && n.commas.within(text, at, end, &comma, commaParts)
}

var (
	colon, comma = word.ByteSet(":"), word.ByteSet(",")
	// signBytes are those with which what parts names may begin: of what is no ASCII,
	// but not Cyrillic, all.
	signBytes = func() [256]bool {
		set := word.ByteSet("-/: ")
		for c := 0xc0; c < 0x100; c++ {
			set[c] = c < 0xd0 || c > 0xd4
		}
		return set
	}()
)

// partsNames says of the character at byte i whether it may be, or stand before,
// a sign between two names, as signBetween finds them, and a name behind it.
func partsNames(text string, i int) bool {
	if i+1 == len(text) {
		return false
	}
	switch c, next := text[i], text[i+1]; {
	case c == ' ':
		return mayBeVersus(text, i+1) && versusAt(text, i+1)
	case c == '-' || c == '/' || c == ':':
		return !noNameBytes[next] && nameStarts(text, i+1)
	}
	r, w := utf8.DecodeRuneInString(text[i:])
	return word.IsDash(r) && nameStarts(text, i+w)
}

// noNameBytes are those of ASCII, but spaces, with which no name begins: most of
// what stands behind a sign.
var noNameBytes = word.ByteSet("0123456789abcdefghijklmnopqrstuvwxyz-:")

// versusAt says whether a word that stands between two names begins at byte i, and
// a name behind it.
func versusAt(text string, i int) bool {
	n := strings.IndexByte(text[i:min(len(text), i+1+maxVersus)], ' ')
	if n < 0 {
		return false
	}
	known, _ := word.LookUp(versusWords, strings.TrimRight(text[i:i+n], "."))
	return known && nameStarts(text, i+n)
}

func isColon(text string, i int) bool { return text[i] == ':' }

func commaParts(text string, i int) bool { return text[i] == ',' && nameStarts(text, i+1) }

// nameStarts says whether what stands behind the spaces from byte i on begins as
// names do.
func nameStarts(text string, i int) bool {
	i = word.SkipBlank(text, i)
	first, _ := utf8.DecodeRuneInString(text[i:])
	return isNameStart(first) || beginsName(text[i:min(len(text), i+maxName)])
}

// nameRun is words that may be of names, with no sign between them: whole ones.
type nameRun struct{ from, to int }

var (
	// firstBytes are those that playersBeforeMoves needs: what may be the number of a
	// row, or a colon.
	firstBytes = word.ByteSet("0123456789lI(:\xd0")
)

// mayBeMoves says of the character at byte i, one of firstBytes, whether it may.
func mayBeMoves(text string, i int) bool {
	switch c := text[i]; {
	case c == ':':
		return i+1 < len(text) && text[i+1] == ' '
	case c == 0xd0 && !strings.HasPrefix(text[i:], "І"), i == 0:
		return false
	}
	before := text[i-1]
	return before == ':' || before <= ' ' || before >= utf8.RuneSelf
}

// afterResult are the bytes that may stand between a result and what follows it.
var afterResult = word.ByteSet(".,;: \t")

// namesBehind says whether the names of another game, or of this, stand behind a
// result, up to which the lexer has read: "Ничья. Иванов – Петров: 1. cb4".
func (l *lineLexer) namesBehind() bool {
	end := min(l.lineEnd(), l.at+3*maxName)
	rest := l.text[l.at:end]
	i := 0
	for i < len(rest) && afterResult[rest[i]] {
		i++
	}
	if i == len(rest) || result.IsWin(rest[i:]) {
		return false // as nearly always
	}
	if first, _ := utf8.DecodeRuneInString(rest[i:]); !isNameStart(first) && result.CanBegin(rest[i:]) || !l.ahead.within(l.text, l.at, end) {
		return false
	}
	return l.ahead.moves.within(l.text, l.at, end, &firstBytes, mayBeMoves) && playersBeforeMoves(rest, nextFirstMoves).ok ||
		!l.begun && playersAlone(rest).ok
}
