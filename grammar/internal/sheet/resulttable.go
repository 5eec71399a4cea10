package sheet

import (
	"hash/maphash"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// resultTable reads results and keeps what it read, as word.Table does for
// words. The zero resultTable is empty and ready.
type resultTable struct {
	seen     [256]resultSeen
	tokens   word.TokenList // reused
	kinds    kindTable
	variants variantTable // of titles
	keys     keyTable
}

// resultSeen is what a text begins with that was met last, by its first bytes.
type resultSeen struct {
	result record.Result
	n      int
	text   [64]byte
	reach  uint8 // of them are the text, so far as it was looked at; 0 for none
	whole  bool  // nothing stands behind them
}

// hashedResult is how many bytes of a text say where in a resultTable it is seen.
const hashedResult = 16

// hashBeginning is a hash of the first bytes of a text.
func hashBeginning(text string) uint64 {
	if len(text) < hashedResult {
		return maphash.String(textSeed, text)
	}
	x := uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
	y := uint64(text[8]) | uint64(text[9])<<8 | uint64(text[10])<<16 | uint64(text[11])<<24 |
		uint64(text[12])<<32 | uint64(text[13])<<40 | uint64(text[14])<<48 | uint64(text[15])<<56
	return (x*0x9e3779b97f4a7c15 ^ y) * 0xd6e8feb86659fd93 >> 40
}

// match is matchResult through the table.
func (t *resultTable) match(text string) (record.Result, int) {
	if isUsualWin(text) {
		return usualWins[text[0]-'0'], len("1-0")
	}
	e := &t.seen[hashBeginning(text)%uint64(len(t.seen))]
	if n := int(e.reach); n > 0 && len(text) >= n && string(e.text[:n]) == text[:n] && (!e.whole || len(text) == n) {
		return e.result, e.n
	}
	if beginsOtherwise(text) {
		return record.Result{}, 0
	}
	l := newResultLexer(text, t.tokens)
	r, n := l.match(text)
	if t.tokens = l.tokens; n == 0 && (len(l.tokens) == 0 || l.tokens[0].EOF()) {
		return r, n // prose, as nearly always
	}
	if reach := min(l.reach, len(text)); reach <= len(e.text) {
		*e = resultSeen{result: r, n: n, reach: uint8(reach), whole: l.reach > len(text)}
		e.result.Text = strings.Clone(r.Text) // not all of the text
		copy(e.text[:], text)
	}
	return r, n
}

// beginsOtherwise says, at little cost, whether a text begins with a word of several
// letters that no result has.
func beginsOtherwise(text string) bool {
	n, letters := 0, 0
	for ; n < len(text); letters++ {
		if isLetterByte(text[n]) {
			n++
		} else if (text[n] == 0xd0 || text[n] == 0xd1) && n+1 < len(text) && text[n+1]&0xc0 == 0x80 { // Cyrillic
			n += 2
		} else {
			break
		}
	}
	if letters < 2 || n < len(text) && (text[n] >= utf8.RuneSelf || text[n] == '-' || text[n] == '\'') {
		return false
	}
	_, known := word.LookUp(resultVocabulary, text[:n])
	return !known
}

// isUsualWin says whether a text begins with 1-0 or 0-1 and nothing of a result stands
// behind that: as nearly all results are, and those of files made to hurt.
func isUsualWin(text string) bool {
	if len(text) < len("1-0") || text[1] != '-' || text[0]^text[2] != '0'^'1' || text[0] != '0' && text[0] != '1' {
		return false
	}
	return len(text) == len("1-0") || word.IsEnd(text[3]) || text[3] == ' ' && len(text) > 4 && word.IsDigit(text[4])
}

// isWinLine says whether a line has a usual win and nothing else.
func isWinLine(line string) bool { return len(line) == len("1-0") && isUsualWin(line) }

// usualWins are 0-1 and 1-0.
var usualWins = func() (wins [2]record.Result) {
	wins[0], _ = matchResult("0-1")
	wins[1], _ = matchResult("1-0")
	return wins
}()

// starts says whether a result stands at the beginning of text.
func (t *resultTable) starts(text string) bool {
	if !isUsualWin(text) && !resultCanBegin(text) && !isForfeit(text) {
		return false
	}
	_, n := t.match(text)
	return n > 0
}

// isForfeit says whether the line may be plus and minus for a game that was
// not played.
func isForfeit(line string) bool {
	return len(line) < 16 && strings.IndexFunc(line, func(r rune) bool {
		return r != '+' && !word.IsDash(r) && !word.IsSpace(r) && r != ':' && r != '/' && r != '.'
	}) < 0 && strings.ContainsAny(line, "+")
}

// variantTable is word.ParseVariantName for each distinct name once.
type variantTable struct {
	known map[string]record.Variant
}

// maxTableVariants is how many names a variantTable keeps.
const maxTableVariants = 1 << 8

func (t *variantTable) parse(name string) record.Variant {
	if len(name) > maxTitle {
		return word.ParseVariantName(name)
	}
	v, ok := t.known[name]
	if ok {
		return v
	}
	if t.known == nil || len(t.known) >= maxTableVariants {
		t.known = make(map[string]record.Variant)
	}
	v = word.ParseVariantName(name)
	t.known[strings.Clone(name)] = v
	return v
}
