package sheet

import (
	"io"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
)

// The kinds of token of a score sheet.
const (
	sheetNewline lexer.TokenType = iota + 200
	sheetTagName
	sheetTagValue
	sheetKey
	sheetValue
	sheetPlayer
	sheetPosition
	sheetTurn
	sheetNumber
	sheetEllipsis
	sheetWord
	sheetMore
	sheetMark
	sheetComment
	sheetResult
	sheetSpoilt
	sheetText
)

var Tokens = []word.Token{
	{Name: "Newline", Kind: sheetNewline, About: "the end of a line"},
	{Name: "TagName", Kind: sheetTagName, About: "the name in [Name \"value\"]"},
	{Name: "TagValue", Kind: sheetTagValue, About: "the value in [Name \"value\"]"},
	{Name: "Key", Kind: sheetKey, About: "a word that begins a header, with its sign: Белые:, Черные –, Дата:, Round"},
	{Name: "Value", Kind: sheetValue, About: "what a header says: the rest of the line or table cell"},
	{Name: "Player", Kind: sheetPlayer, About: "a name in \"Иванов – Петров: 1. cb4\" or in a line of two names"},
	{Name: "Position", Kind: sheetPosition, About: "towers by squares: \"белые: с1 - 1/0000; черные: b2\", or FEN"},
	{Name: "Turn", Kind: sheetTurn, About: "who is to move: Ход белых"},
	{Name: "Number", Kind: sheetNumber, About: "a move number: 12."},
	{Name: "Ellipsis", Kind: sheetEllipsis, About: "dots for the other side's move: ..."},
	{Name: "Word", Kind: sheetWord, About: "a move word, see Move"},
	{Name: "More", Kind: sheetMore, About: "what of a move word stands behind a remark inside it: \":f6\""},
	{Name: "Mark", Kind: sheetMark, About: "! ? !? = +- and their like, or a $ and a number"},
	{Name: "Comment", Kind: sheetComment, About: "text in ( ), { } or [ ], nested"},
	{Name: "Result", Kind: sheetResult, About: "a result, see Result"},
	{Name: "Spoilt", Kind: sheetSpoilt, About: "what stands where a move should and is none"},
	{Name: "Text", Kind: sheetText, About: "other text"},
}

// sheetToken is a token with its place in the game's text; word is set for
// sheetWord.
type sheetToken struct {
	kind    lexer.TokenType
	at, end int
	word    *record.Word
}

// sheetLexer cuts a game's text into tokens. What kind of line begins decides
// what can stand in it: a row of moves, a header, a list of towers, prose.
type sheetLexer struct {
	text    string
	words   *word.Table
	results *resultTable
	at      int
	begin   bool         // at the beginning of a line
	end     int          // of the line; found by lineEnd
	prose   int          // up to where there is prose
	queue   []sheetToken // cut already
	queued  int          // the first of queue that is still to come
	last    lexer.TokenType
	closely bool // look at every word closely

	brackets []bracket // pairs of the text, by their opening
	paired   bool      // brackets is filled
}

// bracket is a pair of brackets.
type bracket struct{ open, close int }

func (l *sheetLexer) reset(text string) {
	*l = sheetLexer{text: text, words: l.words, results: l.results, begin: true, end: -1, closely: l.closely, queue: l.queue[:0], brackets: l.brackets[:0]}
}

// next returns the next token; its kind is lexer.EOF at the end.
func (l *sheetLexer) next() sheetToken {
	t := l.token()
	l.last = t.kind
	return t
}

func (l *sheetLexer) token() sheetToken {
	for {
		if l.queued < len(l.queue) {
			l.queued++
			return l.queue[l.queued-1]
		}
		if l.begin {
			l.begin = false
			l.queue, l.queued = l.queue[:0], 0
			at := l.at
			l.beginLine()
			// What takes none of the text is no line's beginning a second time.
			l.begin = l.begin && l.at > at
			continue
		}
		l.at = word.SkipBlank(l.text, l.at)
		if l.at >= len(l.text) {
			return sheetToken{kind: lexer.EOF, at: len(l.text), end: len(l.text)}
		}
		at := l.at
		if c := l.text[at]; c == '\n' || c == '\r' {
			l.at++
			if c == '\r' && strings.HasPrefix(l.text[l.at:], "\n") {
				l.at++
			}
			l.begin = true
			return sheetToken{kind: sheetNewline, at: at, end: l.at}
		}
		if at < l.prose {
			l.at = l.prose
			end := at + len(strings.TrimRightFunc(l.text[at:l.prose], word.IsSpace))
			return sheetToken{kind: sheetText, at: at, end: end}
		}
		if t, ok := l.item(); ok {
			return t
		}
	}
}

// lineEnd returns the offset of the end of the line in which the lexer is.
func (l *sheetLexer) lineEnd() int {
	if l.end < l.at {
		l.end = lineEnd(l.text, l.at)
	}
	return l.end
}

// lineEnd returns the offset of the end of the line in which i is.
func lineEnd(text string, i int) int {
	for ; i < len(text); i += word.LineStep {
		step := text[i:min(len(text), i+word.LineStep)]
		n := strings.IndexByte(step, '\n')
		if n >= 0 {
			step = step[:n]
		}
		if r := strings.IndexByte(step, '\r'); r >= 0 {
			return i + r
		}
		if n >= 0 {
			return i + n
		}
	}
	return len(text)
}

// lineKind is what a line of a sheet is, by its beginning.
type lineKind uint8

const (
	lineBlank    lineKind = iota
	lineRow               // moves
	lineResult            // a result; what follows is read as in a row
	lineTag               // [Name "value"]
	lineKey               // Белые: Иванов
	linePosition          // towers, or FEN
	lineTurn              // who is to move
	lineVersus            // Иванов – Петров: 1. cb4
	lineNames             // Иванов – Петров
	lineProse
)

// classify says what a line is, and of one with two names where they stand. The
// Cutter and the lexer agree by it.
func classify(line string, results *resultTable) (lineKind, versus) {
	i := word.SkipBlank(line, 0)
	if i == len(line) {
		return lineBlank, versus{}
	}
	line = line[i:]
	if plainRow(line) {
		return lineRow, versus{}
	}
	known := results.kinds.at(line)
	if known != nil && known.is(line) {
		return known.kind, versus{}
	}
	kind, v := classifyClosely(line, results)
	if known != nil && !v.ok {
		known.kind, known.n = kind, uint8(copy(known.line[:], line))
	}
	return kind, v
}

// kindTable keeps what short lines are, those last met, without two names: many
// come again, such as results and the name of the game that is played.
type kindTable [64]kindEntry

type kindEntry struct {
	line [32]byte
	n    uint8 // of them are the line; 0 where there is none
	kind lineKind
}

// at returns where a line is kept; nil where it is too short or too long.
func (t *kindTable) at(line string) *kindEntry {
	n := len(line)
	if n < 3 || n > len(t[0].line) {
		return nil
	}
	h := uint32(n)
	for _, i := range [...]int{0, 1, 2, n / 2, n - 2, n - 1} {
		h = (h ^ uint32(line[i])) * 16777619 // as FNV does
	}
	return &t[h>>26]
}

func (e *kindEntry) is(line string) bool { return string(e.line[:e.n]) == line }

// classifyClosely is classify for a line without space before it that is not
// known yet.
func classifyClosely(line string, results *resultTable) (lineKind, versus) {
	c := line[0]
	if c >= '0' && c <= '9' && isRow(line, results) && !results.starts(line) {
		return lineRow, versus{}
	}
	switch {
	case c == '[' && cut.IsTagPair(line[:min(len(line), 256)]):
		return lineTag, versus{}
	case startsFEN(line), isSquareList(line) && strings.IndexByte(line, '|') > 0: // g5, h6 | e3, f4 (Ukrainian rules VI.7.4.2)
		return linePosition, versus{}
	}
	if beginsWithHeadWord(line) {
		if kind, ok := classifyWords(line, results); ok {
			return kind, versus{}
		}
	}
	if v := findVersus(line); v.ok {
		if v.end == len(line) {
			return lineNames, v
		}
		return lineVersus, v
	}
	if isRow(line, results) {
		return lineRow, versus{}
	}
	return lineProse, versus{}
}

// classifyWords says what a line is whose first words tell it, and whether they
// do.
func classifyWords(line string, results *resultTable) (kind lineKind, ok bool) {
	if results.starts(line) {
		return lineResult, true
	}
	if tag, n := matchKey(line); n > 0 {
		switch {
		case tag == "Position" && !startsPosition(line[n:]):
			return lineProse, true
		case tag == "Position" || startsPosition(line):
			return linePosition, true
		case tag == "Turn":
			if _, n := matchTurn(line); n > 0 {
				return lineTurn, true
			}
		}
		return lineKey, true
	}
	if _, n := matchTurn(line); n > 0 {
		return lineTurn, true
	}
	return 0, false
}

// plainRow says whether a line, without space before it, begins with a move in
// Latin letters or digits, perhaps behind a number with its point: most lines
// of most files.
func plainRow(line string) bool {
	i := 0
	for i < len(line) && word.IsDigit(line[i]) {
		i++
	}
	if i > 0 && i < 5 && i < len(line) && line[i] == '.' {
		i++
		for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
			i++
		}
	} else {
		i = 0
	}
	return plainMove(line[i:]) > 0
}

// plainMove returns the length of a move with which text begins and that is
// easily seen to be one, and no result: c3-b4, a:a7, cb4, 9-12. It returns 0
// where more has to be looked at, as for "1: 9" and "b2:d4 (взята) :f6".
func plainMove(text string) int {
	letters, digits, signs := 0, 0, 0
	n := 0
	if len(text) > 5 && text[5] <= ' ' && text[0]-'a' < 8 && text[3]-'a' < 8 && word.IsDigit(text[1]) && word.IsDigit(text[4]) &&
		(text[2] == '-' || text[2] == ':') { // c3-b4, as nearly all are
		if len(text) > 6 && text[5] == ' ' && (text[6]-'a' < 8 || word.IsDigit(text[6])) {
			return 5
		}
		n, letters, digits, signs = 5, 2, 2, 1
	}
scan:
	for ; n < len(text); n++ {
		switch c := text[n]; {
		case c >= 'a' && c <= 'h':
			letters++
		case word.IsDigit(c):
			digits++
		case c == '-' || c == ':':
			if n == 0 || text[n-1] == '-' || text[n-1] == ':' {
				return 0
			}
			signs++
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			break scan
		default:
			return 0
		}
	}
	if n < 3 || n > word.MaxTableWordLen || digits == 0 || letters+signs == 0 || letters == 1 && signs == 0 {
		return 0
	}
	if last := text[n-1]; last == '-' || last == ':' || letters == 0 && text[0] <= '2' && digitResult(text[:min(len(text), 24)]) {
		return 0
	}
	// A sign behind the word may join it with what follows.
	if next := n; next < len(text) && !word.IsEnd(text[next]) {
		for next < len(text) && (text[next] == ' ' || text[next] == '\t') {
			next++
		}
		if next < len(text) && (text[next] == '-' || text[next] == ':' || text[next] == 'x' || text[next] == '*' || text[next] >= utf8.RuneSelf) {
			return 0
		}
	}
	return n
}

// isForfeit says whether the line may be plus and minus for a game that was
// not played.
func isForfeit(line string) bool {
	return len(line) < 16 && strings.IndexFunc(line, func(r rune) bool {
		return r != '+' && !word.IsDash(r) && !word.IsSpace(r) && r != ':' && r != '/' && r != '.'
	}) < 0 && strings.ContainsAny(line, "+")
}

// isRow says whether a line, without space before it, begins like moves.
func isRow(line string, results *resultTable) bool {
	digits, end := numberAt(line)
	if end > digits { // 12.
		rest := line[end:]
		rest = rest[word.SkipBlank(rest, 0):]
		if rest == "" || rest[0] == '(' || rest[0] == '{' || startsEllipsis(rest) || results.starts(rest) {
			return true
		}
		for range 3 { // a word, perhaps behind something spoilt
			n := runAt(rest)
			if n == 0 {
				_, n = utf8.DecodeRuneInString(rest)
			}
			if isShape(rest[:n]) || isSpoilt(rest[:n]) {
				return true
			}
			rest = rest[n:]
			rest = rest[word.SkipBlank(rest, 0):]
			if rest == "" {
				break
			}
		}
		return false
	}
	if digits > 0 {
		// 12 c3-b4: a number without its point, before a whole move.
		if rest := line[digits:]; len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') {
			rest = rest[word.SkipBlank(rest, 0):]
			n := runAt(rest)
			if r, _ := utf8.DecodeRuneInString(rest); n > 1 && !word.IsDash(r) && r != ':' && isShape(rest[:n]) {
				return true
			}
		}
	}
	n := wordAt(line)
	return n > 0 && isShape(line[:n])
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
	if strings.HasPrefix(text[digits:], "…") {
		return digits, digits // the ellipsis is a token of its own
	}
	return digits, digits
}

// startsEllipsis says whether text begins with dots or a dash that stand for
// the other side's move.
func startsEllipsis(text string) bool { return ellipsisAt(text) > 0 }

func ellipsisAt(text string) int {
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
		if w == len(text) || word.SkipBlank(text, w) > w || text[w] == '\n' || text[w] == '\r' {
			return w
		}
	}
	return 0
}

// runAt returns the length of what may be a move word at the beginning of text:
// up to a space, a bracket, a mark or punctuation.
func runAt(text string) int {
	i := 0
	for i < len(text) {
		c := text[i]
		if c < utf8.RuneSelf {
			switch c {
			case ' ', '\t', '\n', '\r', '\v', '\f', '(', ')', '{', '}', '[', ']', ';', '!', '?', '~', '=', '+', '$', '"', '/':
				return cutDash(text, i)
			case '.', ',':
				// A sign struck wrongly, c3.b4, is a part of the word, a full stop is not.
				if i == 0 || !word.IsDigit(text[i-1]) || i+2 >= len(text) || !isFileByte(text[i+1]) || !word.IsDigit(text[i+2]) {
					return cutDash(text, i)
				}
			}
			i++
			continue
		}
		r, w := utf8.DecodeRuneInString(text[i:])
		if word.IsSpace(r) || word.MarkAt(text[i:]) > 0 && !word.IsDash(r) || r == '…' || r == '«' || r == '»' || r == '½' {
			return cutDash(text, i)
		}
		i += w
	}
	return i
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

// wordAt returns the length of the move word with which text may begin: a run
// and those that signs join to it, as in "1: 9", "3- 6", "c3 – b4".
func wordAt(text string) int {
	if r, _ := utf8.DecodeRuneInString(text); !isPlace(r) {
		return 0
	}
	n := runAt(text)
	for range word.MaxSteps {
		if n == 0 || n >= len(text) || n > word.MaxTableWordLen-8 { // what the table keeps
			break
		}
		next := word.SkipBlank(text, n)
		if next == len(text) {
			break
		}
		last, lastWidth := utf8.DecodeLastRuneInString(text[:n])
		first, w := utf8.DecodeRuneInString(text[next:])
		if isSign(last) || isTimes(last) && isLonePlace(strings.TrimRightFunc(text[:n-lastWidth], word.IsSpace)) {
			if next == n || !isPlace(first) {
				break
			}
		} else {
			if next == n || !isSign(first) && !isTimes(first) || (word.IsDash(first) || isTimes(first)) && !isLonePlace(text[:n]) {
				break
			}
			after, _ := utf8.DecodeRuneInString(text[word.SkipBlank(text, next+w):])
			if !isPlace(after) {
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

// isTimes says whether r is an x that may be a sign: with spaces around it only
// between two places, for it is also a file's letter.
func isTimes(r rune) bool { return r == 'x' || r == 'X' || r == 'х' || r == 'Х' }

// isSign says whether r is a sign between squares that may have spaces around
// it.
func isSign(r rune) bool {
	_, take := word.TakeOf(r)
	return word.IsDash(r) || take && r != 'x' && r != 'X' || r == '×'
}

// isPlace says whether a square or number may begin with r.
func isPlace(r rune) bool {
	_, _, file := word.FileOf(r)
	_, _, digit := word.DigitOf(r)
	return file || digit
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
		_, _, file := word.FileOf(r)
		_, _, digit := word.DigitOf(r)
		_, take := word.TakeOf(r)
		switch {
		case word.IsDash(r) || take || r == 'х' && i > 0:
			signs++
		case r == 'З' || digit && !file:
			alike++
		case file:
			letters++
		case word.IsSpace(r):
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
		return (signs > 0 || utf8.RuneCountInString(run) <= 3 && strings.ContainsRune(run, 'З'))
	}
	return false
}

// isSpoilt says whether run is probably meant to be a move: a digit, and a
// sign between letters or digits.
func isSpoilt(run string) bool {
	digit, sign, letters := false, false, 0
	var before rune
	for i, r := range run {
		if word.IsLetter(r) {
			letters++
		}
		digit = digit || r >= '0' && r <= '9'
		if i > 0 && (word.IsLetter(r) || unicode.IsDigit(r)) && isSign(before) {
			sign = true
		}
		before = r
	}
	return digit && sign && letters <= 8
}

// startsFEN says whether the line begins like PDN's FEN: W:W1:B2. "B:B2:B4"
// would be a capture in capitals.
func startsFEN(line string) bool {
	if len(line) < 4 || line[1] != ':' || strings.IndexByte("WB?", line[0]) < 0 || strings.IndexByte("WB", line[2]) < 0 ||
		line[3] != 'K' && line[3] != ':' && !word.IsDigit(line[3]) && !isFileByte(line[3]) {
		return false
	}
	end := strings.IndexFunc(line, word.IsSpace)
	if end < 0 {
		end = len(line)
	}
	return line[0] != 'B' || line[2] != 'B' || strings.Contains(line[3:end], ":W") || strings.IndexByte(line[:end], ',') > 0
}

// startsPosition says whether text begins with FEN or a list of towers, with
// a colour before it or none.
func startsPosition(text string) bool {
	text = text[word.SkipBlank(text, 0):]
	if startsFEN(text) {
		return true
	}
	if tag, n := matchKey(text); tag == "White" || tag == "Black" {
		return isSquareList(text[n:])
	}
	return isSquareList(text)
}

// isSquareList says whether text begins with a square and what may follow one
// in a list of towers: Codex 1.10, Adiukh 7.2.
func isSquareList(text string) bool {
	text = text[word.SkipBlank(text, 0):]
	i, letters, digits, alike := 0, 0, 0, 0
	for i < len(text) {
		r, w := utf8.DecodeRuneInString(text[i:])
		if _, _, ok := word.DigitOf(r); ok && (letters > 0 || r < utf8.RuneSelf && unicode.IsDigit(r)) {
			digits++
			if word.IsLetter(r) {
				alike++
			}
		} else if _, _, ok := word.FileOf(r); ok && letters == 0 && digits == 0 {
			letters++
		} else {
			break
		}
		i += w
	}
	if digits == 0 || digits > 2 || alike == 2 {
		return false // "all" is no square, and three letters end a list (see towersEnd)
	}
	r, w := utf8.DecodeRuneInString(text[word.SkipBlank(text, i):])
	return w == 0 || word.IsDash(r) || strings.ContainsRune(",;(/.", r)
}

// matchTurn reads who is to move: "Ход белых", "Хід: чорних", "White to move".
// It returns how many bytes of text say so, or 0.
func matchTurn(text string) (c record.Colour, n int) {
	var kinds [3]string // the first words
	count := 0
	i := 0
	for count < len(kinds) && i < len(text) && i < maxKey {
		i = word.SkipBlank(text, i)
		k := strings.IndexFunc(text[i:], func(r rune) bool { return !word.IsLetter(r) })
		if k < 0 {
			k = len(text) - i
		}
		if k == 0 {
			break
		}
		kinds[count] = text[i : i+k]
		count++
		i += k
		if tag, _ := lookUp(keyTags, kinds[0]); count == 1 && tag != "Turn" {
			if kind, _ := lookUp(resultVocabulary, kinds[0]); kind != resultWhite && kind != resultBlack {
				return 0, 0
			}
		} else if count == 2 && tag == "Turn" {
			break
		}
		if strings.HasPrefix(text[i:], ":") {
			i++
		}
	}
	colour := func(w string) bool {
		switch kind, _ := lookUp(resultVocabulary, w); kind {
		case resultWhite:
			c = record.White
			return true
		case resultBlack:
			c = record.Black
			return true
		}
		return false
	}
	switch {
	case count == 2 && colour(kinds[1]): // the first word is a key, see above
		return c, i
	case count == 3 && colour(kinds[0]) && strings.EqualFold(kinds[1], "to") && (strings.EqualFold(kinds[2], "move") || strings.EqualFold(kinds[2], "play")):
		return c, i
	}
	return 0, 0
}

// versus is two players' names in a line: [white:whiteEnd] and
// [black:blackEnd]; end is where the moves begin.
type versus struct {
	white, whiteEnd, black, blackEnd, end int
	ok                                    bool
}

// maxName is the most bytes of a name in "Иванов – Петров: 1. cb4".
const maxName = 80

// maxFirstMoves is before how many first moves of a line names are looked for.
const maxFirstMoves = 8

// findVersus finds the names before a game's first move, "... Иванов –
// Петров: 1. cb4", or in a line that has nothing but two names.
func findVersus(line string) versus {
	for from, tries := 0, 0; tries < maxFirstMoves; {
		i := strings.Index(line[from:], "1")
		if i < 0 {
			break
		}
		i += from
		from = i + 1
		if i > 0 && line[i-1] > ' ' && line[i-1] < utf8.RuneSelf && line[i-1] != ':' {
			continue // glued: a part of something else
		}
		digits, end := numberAt(line[i:])
		if digits != 1 || end == digits && !strings.HasPrefix(line[i+1:], "…") {
			continue
		}
		head := strings.TrimRightFunc(line[:i], word.IsSpace)
		if len(head) == i && !strings.HasSuffix(head, ":") {
			continue // glued: a part of something else
		}
		rest := line[i+end:]
		rest = rest[word.SkipBlank(rest, 0):]
		rest = rest[:min(len(rest), word.MaxTableWordLen)] // a first move is short, and this is done at each 1
		if n := runAt(rest); !isShape(rest[:n]) && !isSpoilt(rest[:n]) && !startsEllipsis(rest) && rest != "" {
			continue
		}
		head = strings.TrimRightFunc(strings.TrimSuffix(head, ":"), word.IsSpace)
		tries++
		if v := splitNames(head, true); v.ok {
			v.end = i
			return v
		}
	}
	head := strings.TrimRightFunc(line, word.IsSpace)
	colon := strings.HasSuffix(head, ":")
	head = strings.TrimSuffix(head, ":")
	v := splitNames(head, false)
	if v.ok && (colon || isListNumber(line[:v.white])) {
		v.end = len(line)
		return v
	}
	return versus{}
}

// isListNumber says whether text is nothing, or the number of a game in a list:
// "5.", "№ 5", "Партия 5."
func isListNumber(text string) bool {
	text = strings.TrimRight(trimSpace(text), ".:)")
	digits := strings.TrimLeft(text, "0123456789")
	if digits == "" {
		return true
	}
	word := strings.TrimRight(text, "0123456789")
	switch word = foldWord(trimSpace(word)); word {
	case "№", "#", "no", "партия", "партія", "game":
		return true
	}
	return false
}

// splitNames splits the end of head into two names with a dash between them.
// inLine says that prose may stand before them.
func splitNames(head string, inLine bool) (v versus) {
	from := max(0, len(head)-3*maxName)
	head = head[from:]
	// A dash between spaces is surer than one without, that surer than a hyphen,
	// which names have, too.
	dash, width, sure := -1, 0, 0
	for i, w := 0, 0; i < len(head); i += w {
		if c := head[i]; c != '-' && c < utf8.RuneSelf || c >= 0xd0 && c <= 0xd4 { // Cyrillic
			w = 1
			continue
		}
		var r rune
		if r, w = utf8.DecodeRuneInString(head[i:]); !word.IsDash(r) {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(head[:i])
		after, _ := utf8.DecodeRuneInString(head[i+w:])
		is := 0
		switch {
		case word.IsSpace(before) && word.IsSpace(after):
			is = 3
		case !inLine || !unicode.IsUpper(after) || !word.IsLetter(before) && before != '.':
		case r != '-':
			is = 2
		case sure == 0:
			is = 1
		}
		if is > 0 && is >= sure {
			dash, width, sure = i, w, is
		}
	}
	if dash < 0 {
		return versus{}
	}
	v.black = dash + width
	v.black = word.SkipBlank(head, v.black)
	v.blackEnd = len(head)
	if i := strings.IndexAny(head[v.black:], ",("); i > 0 {
		v.blackEnd = v.black + beforeBlank(head[v.black:v.black+i])
	}
	v.whiteEnd = beforeBlank(head[:dash])
	if i := strings.LastIndexByte(head[:v.whiteEnd], '('); i > 0 && strings.IndexByte(head[i:v.whiteEnd], ')') == v.whiteEnd-i-1 {
		v.whiteEnd = beforeBlank(head[:i]) // "Иванов (Москва) – Петров (Тула)"
	}
	// Names go back to what cannot be one: a small letter, a number, the end of
	// a sentence.
	v.white = v.whiteEnd
	for v.white > 0 {
		end := beforeBlank(head[:v.white])
		start := behindBlank(head[:end])
		w := head[start:end]
		r, _ := utf8.DecodeRuneInString(w)
		last, _ := utf8.DecodeLastRuneInString(w)
		ends := v.white < v.whiteEnd && (strings.ContainsRune(":;!?)»", last) || last == '.' && utf8.RuneCountInString(w) > 4)
		if w == "" || ends || !isNameStart(r) {
			break
		}
		v.white = start
	}
	black, _ := utf8.DecodeRuneInString(head[v.black:])
	v.ok = v.white < v.whiteEnd && v.black < v.blackEnd && isNameStart(black) &&
		v.whiteEnd-v.white <= maxName && v.blackEnd-v.black <= maxName &&
		!strings.ContainsAny(head[v.white:v.blackEnd], ":;=\"") && !isShape(head[v.white:v.whiteEnd]) && !isShape(head[v.black:v.blackEnd])
	if !inLine && v.blackEnd < len(head) && head[v.blackEnd] == ',' {
		v.ok = false // "Москва – Ленинград, матч": prose
	}
	v.white, v.whiteEnd, v.black, v.blackEnd = v.white+from, v.whiteEnd+from, v.black+from, v.blackEnd+from
	return v
}

// behindBlank returns the offset behind the last space of text; 0 where it has
// none.
func behindBlank(text string) int {
	for i := len(text); i > 0; {
		c := text[i-1]
		if c < utf8.RuneSelf {
			if word.IsSpace(rune(c)) {
				return i
			}
			i--
			continue
		}
		if i > 1 && text[i-2] >= 0xd0 && text[i-2] <= 0xd4 { // Cyrillic
			i -= 2
			continue
		}
		r, w := utf8.DecodeLastRuneInString(text[:i])
		if word.IsSpace(r) {
			return i
		}
		i -= w
	}
	return 0
}

// beforeBlank returns the length of text without the spaces at its end.
func beforeBlank(text string) int {
	n := len(text)
	for n > 0 {
		c := text[n-1]
		w := 1
		if c >= utf8.RuneSelf {
			var r rune
			if r, w = utf8.DecodeLastRuneInString(text[:n]); !word.IsSpace(r) {
				return n
			}
		} else if !word.IsSpace(rune(c)) {
			return n
		}
		n -= w
	}
	return 0
}

// isNameStart says whether a name may begin with r.
func isNameStart(r rune) bool {
	return unicode.IsUpper(r) || word.IsLetter(r) && !unicode.IsLower(r) || r == '"' || r == '«'
}

// beginLine looks at the line that begins at l.at and puts its first tokens
// into the queue where they are not a row's.
func (l *sheetLexer) beginLine() {
	end := l.lineEnd()
	switch kind, v := classify(l.text[l.at:end], l.results); kind {
	case lineTag:
		l.tagPair(end)
	case lineKey:
		l.header(end)
	case linePosition:
		l.position(end)
	case lineTurn:
		at := word.SkipBlank(l.text, l.at)
		_, n := matchTurn(l.text[at:end])
		l.push(sheetTurn, at, at+n)
		l.at = at + n
	case lineVersus, lineNames:
		at := word.SkipBlank(l.text, l.at)
		if v.white > 0 {
			l.push(sheetText, at, at+len(strings.TrimRightFunc(l.text[at:at+v.white], word.IsSpace)))
		}
		l.push(sheetPlayer, at+v.white, at+v.whiteEnd)
		l.push(sheetPlayer, at+v.black, at+v.blackEnd)
		if open := strings.IndexByte(l.text[at+v.whiteEnd:at+v.black], '('); open >= 0 {
			open += at + v.whiteEnd
			l.push(sheetText, open, open+strings.IndexByte(l.text[open:], ')')+1)
		}
		l.at = at + v.end
		if rest := strings.Trim(trimSpace(l.text[at+v.blackEnd:l.at]), " ,;:"); rest != "" {
			from := at + v.blackEnd + strings.Index(l.text[at+v.blackEnd:l.at], rest)
			l.push(sheetText, from, from+len(rest))
		}
	case lineProse:
		if c := l.text[word.SkipBlank(l.text, l.at)]; c == '(' || c == '{' || c == '[' {
			break // a comment, perhaps of several lines
		}
		l.prose = end
	}
}

func (l *sheetLexer) push(kind lexer.TokenType, at, end int) {
	l.queue = append(l.queue, sheetToken{kind: kind, at: at, end: end})
}

// tagPair reads [Name "value"]; a quote in the value is written \".
func (l *sheetLexer) tagPair(end int) {
	at := word.SkipBlank(l.text, l.at) + 1
	at = word.SkipBlank(l.text, at)
	name := at
	for at < end && l.text[at] != '"' && l.text[at] != ' ' && l.text[at] != '\t' {
		at++
	}
	l.push(sheetTagName, name, at)
	at = word.SkipBlank(l.text, at) + 1
	value := at
	for at < end && l.text[at] != '"' {
		if l.text[at] == '\\' && at+1 < end {
			at++
		}
		at++
	}
	at = min(at, end)
	l.push(sheetTagValue, value, at)
	if at < end {
		at++
	}
	at = word.SkipBlank(l.text, at)
	if at < end && l.text[at] == ']' {
		at++
	}
	l.at = at
	l.begin = word.SkipBlank(l.text, at) < end
}

// header reads the headers of a line: Белые: Иванов  Черные: Петров.
func (l *sheetLexer) header(end int) {
	at := word.SkipBlank(l.text, l.at)
	for at < end {
		_, n := matchKey(l.text[at:end])
		if n == 0 {
			break
		}
		l.push(sheetKey, at, at+n)
		at = word.SkipBlank(l.text, at+n)
		if at >= end {
			break
		}
		stop, row := l.valueEnd(at, end)
		value := strings.TrimRightFunc(l.text[at:stop], func(r rune) bool { return word.IsSpace(r) || r == ',' || r == ';' })
		if rest, ok := strings.CutSuffix(value, "."); ok && stop < end {
			// A sentence's end, not an initial's.
			if i := strings.LastIndexFunc(rest, word.IsSpace); utf8.RuneCountInString(rest[i+1:]) > 2 {
				value = rest
			}
		}
		if value != "" {
			l.push(sheetValue, at, at+len(value))
		}
		at = stop
		if row {
			break
		}
	}
	l.at = at
}

// valueEnd returns where a header's value that begins at byte at ends: before
// the next key of the line or its first move.
func (l *sheetLexer) valueEnd(at, end int) (stop int, row bool) {
	for i := at; i < end; {
		r, w := utf8.DecodeRuneInString(l.text[i:end])
		if !word.IsSpace(r) {
			i += w
			continue
		}
		next := word.SkipBlank(l.text, i)
		if next >= end {
			break
		}
		before := l.text[i-1]
		apart := r == '\t' || next-i >= 2 || before == ',' || before == ';' || before == '.'
		if tag, n := matchKey(l.text[next:end]); n > 0 {
			sign, _ := utf8.DecodeLastRuneInString(l.text[next : next+n])
			signed := sign == ':' || word.IsDash(sign)
			if signed && (apart || tag == "White" || tag == "Black") || !signed && apart && (r == '\t' || tag == "Round" || tag == "Board") {
				return next, false
			}
		}
		if l.text[next] == '1' {
			if digits, stop := numberAt(l.text[next:end]); digits == 1 && stop > digits && isRow(l.text[next:end], l.results) {
				return next, true
			}
		}
		i = next
	}
	return end, false
}

// position reads a list of towers; the other side's may be on the next line.
func (l *sheetLexer) position(end int) {
	at := word.SkipBlank(l.text, l.at)
	if tag, n := matchKey(l.text[at:end]); tag == "Position" {
		l.push(sheetKey, at, at+n)
		if at = word.SkipBlank(l.text, at+n); at == end {
			l.at = at
			return
		}
	}
	if startsFEN(l.text[at:end]) {
		stop := at
		for stop < end && word.SkipBlank(l.text, stop) == stop {
			_, w := utf8.DecodeRuneInString(l.text[stop:])
			stop += w
		}
		l.push(sheetPosition, at, stop)
		l.at = stop
		return
	}
	stop := towersEnd(l.text, at, end)
	if stop == end {
		_, n := matchKey(l.text[at:end])
		if !l.hasKey(at+n, end) {
			next := end
			for range 4 { // over the line's end and a blank line
				if next < len(l.text) && (l.text[next] == '\n' || l.text[next] == '\r') {
					next++
				}
			}
			next = word.SkipBlank(l.text, next)
			nextEnd := lineEnd(l.text, next)
			if tag, n := matchKey(l.text[next:nextEnd]); (tag == "White" || tag == "Black") && isSquareList(l.text[next+n:nextEnd]) {
				stop = towersEnd(l.text, next, nextEnd)
			}
		}
	}
	value := strings.TrimRightFunc(l.text[at:stop], func(r rune) bool { return word.IsSpace(r) || r == ',' || r == ';' })
	l.push(sheetPosition, at, at+len(value))
	l.at = stop
	l.begin = word.SkipBlank(l.text, stop) < l.lineEnd() // go on with the rest as a line
}

// hasKey says whether a colour's key stands between at and end.
func (l *sheetLexer) hasKey(at, end int) bool {
	for i := at; i < end; {
		next := word.SkipBlank(l.text, i)
		if next == i {
			_, w := utf8.DecodeRuneInString(l.text[i:])
			next = i + w
			if c := l.text[i]; c != ';' && c != '.' {
				i = next
				continue
			}
			next = word.SkipBlank(l.text, next)
		}
		if next >= end {
			break
		}
		if tag, n := matchKey(l.text[next:end]); n > 0 && (tag == "White" || tag == "Black") {
			return true
		}
		i = next
	}
	return false
}

// towersEnd returns where a list of towers that begins at byte at ends: before
// words that say who is to move, or before prose (Codex 1.10: "..., где под
// знаком «/» обозначаются плененные шашки").
func towersEnd(text string, at, end int) int {
	for i := at; i < end; {
		i = word.SkipBlank(text, i)
		n := strings.IndexFunc(text[i:end], func(r rune) bool { return !word.IsLetter(r) })
		if n < 0 {
			n = end - i
		}
		if n == 0 {
			if i < end {
				_, w := utf8.DecodeRuneInString(text[i:end])
				i += w
			}
			continue
		}
		if _, k := matchTurn(text[i:end]); k > 0 {
			return i
		}
		word := text[i : i+n]
		switch kind, _ := lookUp(resultVocabulary, word); kind {
		case resultWhite, resultBlack:
		default:
			if known, _ := lookUp(towerWords, word); utf8.RuneCountInString(word) >= 3 && !known {
				return i
			}
		}
		i += n
	}
	return end
}

// towerWords are the words that a list of towers may have.
var towerWords = map[string]bool{"дамка": true, "дамки": true, "дам": true, "прост": true, "простая": true, "простые": true,
	"проста": true, "прості": true, "king": true, "kings": true, "man": true, "men": true}

// row reads moves that stand one behind the other in a line or in rows, as swift
// reads them, with or without their numbers, and gives them to b: the most of
// what there is to read. It leaves off before anything else.
func (l *sheetLexer) row(b *sheetBuilder) {
	if l.closely || l.begin || l.queued < len(l.queue) || l.at < l.prose {
		return
	}
	for {
		at := l.at
		for at < len(l.text) && (l.text[at] == ' ' || l.text[at] == '\t') {
			at++
		}
		if at < len(l.text) && word.IsEnd(l.text[at]) {
			// The next line, where it plainly is a row, too.
			next := at + 1
			if l.text[at] == '\r' && next < len(l.text) && l.text[next] == '\n' {
				next++
			}
			if !plainRow(l.text[next:]) {
				return
			}
			b.newline()
			at, l.at, l.last = next, next, sheetNewline
		}
		var number sheetPlace
		n, i := 0, at
		for i < len(l.text) && i < at+4 && word.IsDigit(l.text[i]) {
			n = 10*n + int(l.text[i]-'0')
			i++
		}
		if i > at && i+1 < len(l.text) && l.text[i] == '.' && plainNumberEnd[l.text[i+1]] {
			number = sheetPlace{at, i + 1}
			for i++; i < len(l.text) && (l.text[i] == ' ' || l.text[i] == '\t'); i++ {
			}
			at = i
		}
		if at >= len(l.text) {
			return
		}
		w := l.swift(l.text[at:])
		if w == nil {
			return
		}
		if number.end > 0 {
			b.numbered(number, n)
		}
		l.at = at + len(w.Text)
		l.last = sheetWord
		b.move(sheetPlace{at, l.at}, w)
	}
}

// plainNumberEnd are the bytes that may stand behind a move number's full stop
// where it is one beyond doubt: 12.03.2021 and 1... are looked at closely.
var plainNumberEnd = word.ByteSet(" \tabcdefgh")

// swift returns the move with which text begins where it is one that is known
// already and plainly written, with a sign or in short, and stands alone; nil
// where it must be looked at closely (FuzzParseSheet holds the two against each
// other).
func (l *sheetLexer) swift(text string) *record.Word {
	if l.closely {
		return nil
	}
	n, key := word.Plain(text)
	if n < 3 || n == 3 && text[0] <= '9' {
		return nil // 1-0, 1:0
	}
	w := l.words.Known(text[:n], key)
	if w == nil || !w.Plain && (w.Repairs != nil || w.Promotion != 0 || len(w.Steps) < 2) {
		return nil
	}
	// A sign behind spaces would go on with the move.
	next := word.SkipPlainSpace(text, n)
	if next == n && n < len(text) || next < len(text) && !word.FreshBytes[text[next]] {
		return nil
	}
	return w
}

// item reads a token of a row; false where it only passed something over.
func (l *sheetLexer) item() (sheetToken, bool) {
	at := l.at
	text := l.text[at:]
	if w := l.swift(text); w != nil {
		l.at += len(w.Text)
		return sheetToken{kind: sheetWord, at: at, end: l.at, word: w}, true
	}
	c := text[0]
	switch c {
	case '(', '{', '[':
		end := l.close(at)
		l.at = end
		return sheetToken{kind: sheetComment, at: at, end: end}, true
	case '.', ',', ';', ')', '}', ']', '"':
		if n := ellipsisAt(text); n > 0 {
			l.at += n
			return sheetToken{kind: sheetEllipsis, at: at, end: l.at}, true
		}
		l.at++
		return sheetToken{}, false
	case '$':
		n := 1
		for n < len(text) && word.IsDigit(text[n]) {
			n++
		}
		l.at += n
		return sheetToken{kind: sheetMark, at: at, end: l.at}, true
	}
	if l.last == sheetComment || l.last == sheetMark {
		// The rest of a word that a remark broke.
		if r, w := utf8.DecodeRuneInString(text); isSign(r) {
			next := word.SkipBlank(text, w)
			if after, _ := utf8.DecodeRuneInString(text[next:]); isPlace(after) && next < len(text) {
				if n := next + runAt(text[next:]); isShape(text[next:n]) || isLonePlace(text[next:n]) {
					l.at += n
					return sheetToken{kind: sheetMore, at: at, end: l.at}, true
				}
			}
		}
	}
	if resultCanBegin(text) || (l.last == sheetNewline || l.last == 0) && isForfeit(l.text[at:l.lineEnd()]) {
		if _, n := l.results.match(text); n > 0 {
			l.at += n
			if rest := l.text[l.at:min(l.lineEnd(), l.at+3*maxName)]; findVersus(rest).ok {
				l.begin = true // "Ничья. Иванов – Петров: 1. cb4"
			}
			return sheetToken{kind: sheetResult, at: at, end: l.at}, true
		}
	}
	if n := marksAt(text); n > 0 {
		l.at += n
		return sheetToken{kind: sheetMark, at: at, end: l.at}, true
	}
	if t, ok := l.number(); ok {
		return t, true
	}
	n := wordAt(text)
	if n > 0 && isShape(text[:n]) {
		if w, err := l.words.Parse(text[:n]); err == nil {
			l.at += n
			return sheetToken{kind: sheetWord, at: at, end: l.at, word: w}, true
		}
		// Perhaps the join was too much.
		n = runAt(text)
		if w, err := l.words.Parse(text[:n]); err == nil && isShape(text[:n]) {
			l.at += n
			return sheetToken{kind: sheetWord, at: at, end: l.at, word: w}, true
		}
		l.at += n
		return sheetToken{kind: sheetSpoilt, at: at, end: l.at}, true
	}
	if k := ellipsisAt(text); k > 0 {
		l.at += k
		return sheetToken{kind: sheetEllipsis, at: at, end: l.at}, true
	}
	if n = runAt(text); n == 0 {
		_, n = utf8.DecodeRuneInString(text)
	}
	l.at += n
	if isSpoilt(text[:n]) {
		return sheetToken{kind: sheetSpoilt, at: at, end: l.at}, true
	}
	return sheetToken{kind: sheetText, at: at, end: l.at}, true
}

// marksAt returns the length of the marks with which text begins.
func marksAt(text string) int {
	if c := text[0]; c < utf8.RuneSelf && strings.IndexByte("!?~=+-", c) < 0 {
		return 0
	}
	n := 0
	for {
		k := word.MarkAt(text[n:])
		if k == 0 {
			return n
		}
		n += k
	}
}

// number reads a move number: digits with a point, or without one before a
// whole move.
func (l *sheetLexer) number() (sheetToken, bool) {
	text := l.text[l.at:]
	digits, end := numberAt(text)
	if digits == 0 {
		return sheetToken{}, false
	}
	at := l.at
	t := sheetToken{kind: sheetNumber, at: at, end: at + digits}
	switch {
	case end > digits:
		rest := text[end:]
		rest = rest[word.SkipBlank(rest, 0):]
		if rest != "" && rest[0] >= '0' && rest[0] <= '9' {
			// 12.03.2021 is no number before a move; 3.10:18 is.
			if n := wordAt(rest); !isShape(rest[:n]) && !isSpoilt(rest[:n]) && !resultCanBegin(rest) {
				return sheetToken{}, false
			}
		}
		// 1... and 1. ...: the dots are an ellipsis of their own.
		if n := ellipsisAt(text[digits:]); n > 1 {
			end = digits
		} else {
			t.end = at + end
		}
		l.at = at + end
		return t, true
	case strings.HasPrefix(text[digits:], "…"):
		l.at = t.end
		return t, true
	case l.last == sheetNewline || l.last == 0:
		rest := text[digits:]
		next := word.SkipBlank(rest, 0)
		if next == 0 || next == len(rest) {
			break
		}
		if r, _ := utf8.DecodeRuneInString(rest[next:]); isSign(r) {
			break
		}
		if n := runAt(rest[next:]); n > 1 && isShape(rest[next:next+n]) {
			l.at = t.end
			return t, true
		}
	}
	return sheetToken{}, false
}

// close returns where the comment ends that the bracket at byte at opens: behind
// its pair, or at the end of the line where it has none.
func (l *sheetLexer) close(at int) int {
	if !l.paired {
		l.pair(at)
	}
	i := sort.Search(len(l.brackets), func(i int) bool { return l.brackets[i].open >= at })
	if i < len(l.brackets) && l.brackets[i].open == at {
		return l.brackets[i].close + 1
	}
	return l.lineEnd()
}

// maxNested is how deep brackets may be nested; those deeper pair with none.
const maxNested = 64

// pair finds the pairs of all brackets from byte at on. A bracket pairs only
// with one of its kind, before the next blank line: so one that nobody closed
// swallows no more than its line.
func (l *sheetLexer) pair(at int) {
	l.paired = true
	var open [3][]int
	blank := false // the line so far is blank
	for i := at; i < len(l.text); i++ {
		c := l.text[i]
		switch c {
		case '\n', '\r':
			if blank && !(c == '\n' && l.text[i-1] == '\r') {
				for k := range open {
					open[k] = open[k][:0]
				}
			}
			blank = true
			continue
		case ' ', '\t':
			continue
		}
		blank = false
		if k := strings.IndexByte("({[", c); k >= 0 {
			if len(open[k]) < maxNested {
				open[k] = append(open[k], i)
			}
		} else if k := strings.IndexByte(")}]", c); k >= 0 && len(open[k]) > 0 {
			last := len(open[k]) - 1
			l.brackets = append(l.brackets, bracket{open[k][last], i})
			open[k] = open[k][:last]
		}
	}
	sort.Slice(l.brackets, func(i, j int) bool { return l.brackets[i].open < l.brackets[j].open })
}

// sheetDefinition is the lexer.Definition of score sheets.
type sheetDefinition struct{}

func (sheetDefinition) Symbols() map[string]lexer.TokenType { return word.SymbolsOf(Tokens) }

func (sheetDefinition) Lex(_ string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	l := &sheetLexer{words: new(word.Table), results: new(resultTable)}
	l.reset(string(text))
	return l, nil
}

// Next implements lexer.Lexer; it never fails.
func (l *sheetLexer) Next() (lexer.Token, error) { return l.value(l.next()), nil }

// value returns a token as participle has it.
func (l *sheetLexer) value(t sheetToken) lexer.Token {
	return lexer.Token{Type: t.kind, Value: l.text[t.at:t.end], Pos: lexer.Position{Offset: t.at}}
}
