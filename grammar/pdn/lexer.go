package pdn

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
)

// The kinds of token that PDN is made of. The lexer is more generous than the
// standard's reading grammar, and never fails: what has no place in PDN is a
// token of its own, tokenStray, so that the grammar can go on behind it.
const (
	pdnTagOpen     lexer.TokenType = iota + 1 // [ of a tag pair
	pdnTagName                                // Event
	pdnTagValue                               // "value", as it stands between its quotes
	pdnTagClose                               // ]
	pdnBadTag                                 // a line that begins like a tag pair and is none
	pdnNumber                                 // 12. or 12...
	pdnWord                                   // a move: 32-28, 5x 14, a3b4
	pdnEllipsis                               // ... for a move that is not written
	pdnUnknown                                // - for a move that nobody knows
	pdnStrength                               // !, ?, (!?)
	pdnNAG                                    // $3
	pdnComment                                // {comment}
	pdnOpenComment                            // { without its }
	pdnLine                                   // % and the rest of the line
	pdnSemicolon                              // ; and the rest of the line
	pdnSetup                                  // /FEN "..."/
	pdnOpen                                   // ( of a variation
	pdnClose                                  // )
	pdnResult                                 // 1-0
	pdnStar                                   // *
	pdnStray                                  // what PDN has no use for
	pdnTooDeep                                // a variation nested too deep, whole
	pdnTooLong                                // what is beyond the limit of tokens, whole
)

// pdnTokens describes the tokens for EBNF, in its order.
var Tokens = []word.Token{
	{Name: "TagOpen", Kind: pdnTagOpen, About: "[ before a name and a string"},
	{Name: "TagName", Kind: pdnTagName, About: "a tag's name, a letter and letters, digits and _"},
	{Name: "TagValue", Kind: pdnTagValue, About: `a string "...", in which \" stands for " and \\ for \`},
	{Name: "TagClose", Kind: pdnTagClose, About: "] behind a string"},
	{Name: "BadTag", Kind: pdnBadTag, About: "a line that begins like a tag pair and is none"},
	{Name: "Number", Kind: pdnNumber, About: "digits and full stops, one for the side that begins, three for the other: 12. 12..."},
	{Name: "Word", Kind: pdnWord, About: "a move word (see Move); spaces may stand around its signs"},
	{Name: "Ellipsis", Kind: pdnEllipsis, About: "... in place of a move that is not written"},
	{Name: "Unknown", Kind: pdnUnknown, About: "- in place of a move that is not known"},
	{Name: "Strength", Kind: pdnStrength, About: "! and ? in any number, in brackets or not; = + - ~ as sheets write them; * glued to a move"},
	{Name: "NAG", Kind: pdnNAG, About: "$ and a number"},
	{Name: "Comment", Kind: pdnComment, About: "{ and anything up to the next }"},
	{Name: "OpenComment", Kind: pdnOpenComment, About: "{ without }, up to the next tag pair or the end"},
	{Name: "Line", Kind: pdnLine, About: "% and the rest of the line"},
	{Name: "Semicolon", Kind: pdnSemicolon, About: "; and the rest of the line"},
	{Name: "Setup", Kind: pdnSetup, About: `/FEN "..."/, a position set up`},
	{Name: "Open", Kind: pdnOpen, About: "( of a variation"},
	{Name: "Close", Kind: pdnClose, About: ") of a variation"},
	{Name: "Result", Kind: pdnResult, About: "1-0 1/2-1/2 0-1 2-0 1-1 0-2 0-0, or at the end what the tag Result says"},
	{Name: "Star", Kind: pdnStar, About: "*"},
	{Name: "Stray", Kind: pdnStray, About: "anything else"},
	{Name: "TooDeep", Kind: pdnTooDeep, About: "a variation nested more than 100 deep, whole"},
	{Name: "TooLong", Kind: pdnTooLong, About: "what is behind the 65536th token of a game"},
}

// The limits of a game in PDN.
const (
	maxPDNDepth  = 100     // variations in variations
	maxPDNTokens = 1 << 16 // tokens in a game; the grammar takes some 1.4 kB for each
	maxPDNSetup  = 4 << 10 // bytes of a setup
	maxPDNWord   = 160     // bytes of a move, beyond which no space is in it
)

// pdnDefinition is the lexer.Definition of PDN.
type pdnDefinition struct{}

func (pdnDefinition) Symbols() map[string]lexer.TokenType {
	symbols := map[string]lexer.TokenType{"EOF": lexer.EOF}
	for _, t := range Tokens {
		symbols[t.Name] = t.Kind
	}
	return symbols
}

func (d pdnDefinition) Lex(filename string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexString(filename, string(text))
}

func (pdnDefinition) LexString(_ string, text string) (lexer.Lexer, error) {
	return newPDNLexer(text), nil
}

// pdnLexer cuts the text of one game into tokens. A token's value is its text,
// but for a tag's value, which comes without its quotes. Offsets count bytes.
type pdnLexer struct {
	text    string
	at      int
	depth   int // variations open
	count   int // tokens so far
	tag     pdnTagPlace
	state   int    // tokens of the tag that are out
	body    bool   // movetext has begun
	result  string // what the tag Result says where it is not one of PDN's, without spaces
	closing int    // where the next } is, len(text) for nowhere; good for what is before it
}

func newPDNLexer(text string) *pdnLexer { return &pdnLexer{text: text, closing: -1} }

// Next returns the next token; it never fails.
func (l *pdnLexer) Next() (lexer.Token, error) {
	kind, at, end := l.next()
	return lexer.Token{Type: kind, Value: l.text[at:end], Pos: lexer.Position{Offset: at}}, nil
}

// next returns the kind of the next token and where it stands.
func (l *pdnLexer) next() (kind lexer.TokenType, at, end int) {
	if l.state > 0 {
		return l.tagToken()
	}
	l.at = skipPDNSpace(l.text, l.at)
	at = l.at
	if at == len(l.text) {
		return lexer.EOF, at, at
	}
	if l.count++; l.count > maxPDNTokens {
		l.at = len(l.text)
		return pdnTooLong, at, l.at
	}
	kind, end = l.scan(at)
	l.at = end
	switch kind {
	case pdnTagOpen:
		l.state = 1
		return kind, at, at + 1
	case pdnBadTag, pdnComment, pdnOpenComment, pdnLine, pdnSemicolon, pdnStray:
	default:
		l.body = true
	}
	return kind, at, end
}

// tagToken returns the next token of a tag pair.
func (l *pdnLexer) tagToken() (kind lexer.TokenType, at, end int) {
	t := &l.tag
	l.state++
	switch l.state {
	case 2:
		return pdnTagName, t.name, t.nameEnd
	case 3:
		if l.result == "" && strings.EqualFold(l.text[t.name:t.nameEnd], "Result") && t.valueEnd-t.value <= 40 {
			if r := word.WithoutSpace(l.text[t.value:t.valueEnd]); !isPDNResult(r) && strings.Trim(r, "0123456789") != "" && ParseResult(r).Outcome == record.Points {
				l.result = r
			}
		}
		return pdnTagValue, t.value, t.valueEnd
	}
	l.state = 0
	return pdnTagClose, t.end - 1, t.end
}

// scan returns the kind of the token that begins at byte at, which is no
// space, and where it ends.
func (l *pdnLexer) scan(at int) (kind lexer.TokenType, end int) {
	text := l.text
	if l.result != "" && l.depth == 0 {
		if end := l.resultOfTag(at); end > at {
			return pdnResult, end
		}
	}
	switch c := text[at]; c {
	case '{':
		return l.comment(at)
	case '%':
		return pdnLine, pdnLineEnd(text, at)
	case ';':
		return pdnSemicolon, pdnLineEnd(text, at)
	case '[':
		return l.bracket(at)
	case '(':
		i := at + 1
		for i < len(text) && (text[i] == '!' || text[i] == '?') {
			i++
		}
		if i > at+1 && i < len(text) && text[i] == ')' {
			return pdnStrength, i + 1
		}
		if l.depth >= maxPDNDepth {
			return pdnTooDeep, l.skipVariation(at)
		}
		l.depth++
		return pdnOpen, at + 1
	case ')':
		if l.depth == 0 {
			return pdnStray, at + 1
		}
		l.depth--
		return pdnClose, at + 1
	case '!', '?':
		i := at
		for i < len(text) && (text[i] == '!' || text[i] == '?') {
			i++
		}
		return pdnStrength, i
	case '$':
		i := at + 1
		for i < len(text) && word.IsDigit(text[i]) {
			i++
		}
		if i == at+1 || i > at+7 {
			return pdnStray, i
		}
		return pdnNAG, i
	case '*':
		return pdnStar, at + 1
	case '/':
		if end := setupEnd(text, at); end > at {
			return pdnSetup, end
		}
		return pdnStray, at + 1
	case '.':
		i := at
		for i < len(text) && text[i] == '.' {
			i++
		}
		if i-at >= 2 {
			return pdnEllipsis, i
		}
		return pdnStray, i
	case '<':
		// A proposal for a later PDN: the captured squares, 47x36 <42,29>.
		rest := text[at:min(len(text), at+256)]
		if i := strings.IndexAny(rest, ">\r\n"); i > 0 && rest[i] == '>' {
			return pdnStray, at + i + 1
		}
		return pdnStray, at + 1
	case '}', ']', '"', ',':
		return pdnStray, at + 1
	}
	if strings.HasPrefix(text[at:], "…") {
		return pdnEllipsis, at + len("…")
	}
	return l.word(at)
}

// comment reads a comment. PDN's comments do not nest. One that is not closed
// ends before the next line that begins with a tag pair, so that it does not
// swallow the games behind it; that it is not closed shows in another comment
// beginning first, or in no } following at all.
func (l *pdnLexer) comment(at int) (lexer.TokenType, int) {
	text := l.text
	if l.closing < at {
		if i := strings.IndexByte(text[at:], '}'); i >= 0 {
			l.closing = at + i
		} else {
			l.closing = len(text)
		}
	}
	until := l.closing
	closed := until < len(text)
	if i := strings.IndexByte(text[at+1:until], '{'); closed && i >= 0 {
		until = at + 1 + i
	}
	if until < l.closing || !closed {
		if tag := lineOfTag(text[at:until]); tag >= 0 {
			return pdnOpenComment, at + tag
		}
	}
	if closed {
		return pdnComment, l.closing + 1
	}
	return pdnOpenComment, len(text)
}

// lineOfTag returns where the first line behind the first begins that starts
// like a tag pair; -1 where there is none.
func lineOfTag(text string) int {
	for at := 0; ; {
		i := strings.IndexAny(text[at:], "\r\n")
		if i < 0 {
			return -1
		}
		at += i + 1
		if line := strings.TrimLeft(text[at:min(len(text), at+256)], " \t"); tagStart(line) > 0 {
			return at
		}
	}
}

// tagStart returns the offset of the value in a text that begins like a tag
// pair, [Name "value; 0 where it does not. The same bytes make a tag for the
// Cutter, see isTagPair.
func tagStart(text string) int {
	if text == "" || text[0] != '[' {
		return 0
	}
	i := skipPDNBlanks(text, 1)
	name := i
	for i < len(text) && isTagByte(text[i]) {
		i++
	}
	if i == name {
		return 0
	}
	if i = skipPDNBlanks(text, i); i < len(text) && text[i] == '"' {
		return i + 1
	}
	return 0
}

func isTagByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// pdnTagPlace is where the parts of a tag pair stand.
type pdnTagPlace struct{ name, nameEnd, value, valueEnd, end int }

// bracket reads what begins with [.
func (l *pdnLexer) bracket(at int) (lexer.TokenType, int) {
	text := l.text
	first := strings.TrimRight(text[max(0, at-64):at], " \t")
	atLine := first == "" || word.IsEnd(first[len(first)-1])
	line := at + min(len(text)-at, 256) // far enough for what is not a tag
	if atLine {
		line = pdnLineEnd(text, at)
	} else if i := strings.IndexAny(text[at:line], "\r\n"); i >= 0 {
		line = at + i
	}
	if v := tagStart(text[at:]); v > 0 && !l.body {
		t := pdnTagPlace{value: at + v}
		t.name = skipPDNBlanks(text, at+1)
		for t.nameEnd = t.name; isTagByte(text[t.nameEnd]); t.nameEnd++ {
		}
		if t.valueEnd, t.end = tagEnd(text, t.value); t.end == 0 && atLine {
			// A quotation mark in the value that is not escaped.
			if i := strings.LastIndexByte(text[t.value:line], ']'); i >= 0 {
				value := strings.TrimRight(text[t.value:t.value+i], " \t")
				if strings.HasSuffix(value, `"`) {
					t.valueEnd, t.end = t.value+len(value)-1, t.value+i+1
				}
			}
		}
		if t.end > 0 {
			l.tag = t
			return pdnTagOpen, t.end
		}
	}
	name := skipPDNBlanks(text, at+1)
	if atLine && name < len(text) && isTagByte(text[name]) {
		return pdnBadTag, line
	}
	if i := strings.IndexByte(text[at:min(line, at+256)], ']'); i >= 0 {
		return pdnStray, at + i + 1
	}
	return pdnStray, at + 1
}

// tagEnd returns where the tag pair's value that begins at byte at ends, and
// where the tag does; 0, 0 where it does not. A value may go on over a line's
// end, but not over a blank line nor to another tag.
func tagEnd(text string, at int) (value, end int) {
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			if end = skipPDNSpace(text, i+1); end < len(text) && text[end] == ']' {
				return i, end + 1
			}
			return 0, 0
		case '\n', '\r':
			j := skipPDNBlanks(text, i+1)
			if text[i] == '\r' && j < len(text) && text[j] == '\n' {
				j = skipPDNBlanks(text, j+1)
			}
			if j == len(text) || word.IsEnd(text[j]) || text[j] == '[' {
				return 0, 0
			}
		}
	}
	return 0, 0
}

// setupEnd returns where the setup ends that begins at byte at; 0 where none
// begins. The standard ends it at the next /; towers have one of their own
// within the quotation marks.
func setupEnd(text string, at int) int {
	text = text[:min(len(text), at+maxPDNSetup)]
	i := skipPDNSpace(text, at+1)
	if i+3 <= len(text) && strings.EqualFold(text[i:i+3], "FEN") {
		i = skipPDNSpace(text, i+3)
		if i < len(text) && text[i] == '"' {
			j := strings.IndexByte(text[i+1:], '"')
			if j < 0 {
				return 0
			}
			if j = skipPDNSpace(text, i+j+2); j < len(text) && text[j] == '/' {
				return j + 1
			}
			return 0
		}
	}
	if i == len(text) || strings.IndexByte("WBwb?", text[i]) < 0 {
		return 0
	}
	if j := strings.IndexByte(text[i:], '/'); j >= 0 {
		return i + j + 1
	}
	return 0
}

// setupFEN returns the FEN in a setup and its offset there.
func setupFEN(setup string) (fen string, at int) {
	fen = setup[1 : len(setup)-1]
	at = 1
	trim := func() {
		n := len(fen)
		fen = strings.TrimLeft(fen, " \t\r\n")
		at += n - len(fen)
		fen = strings.TrimRight(fen, " \t\r\n")
	}
	trim()
	if len(fen) >= 3 && strings.EqualFold(fen[:3], "FEN") {
		fen, at = fen[3:], at+3
		trim()
	}
	if len(fen) >= 2 && fen[0] == '"' && fen[len(fen)-1] == '"' {
		fen, at = fen[1:len(fen)-1], at+1
	}
	return fen, at
}

// skipVariation returns where the variation ends that begins at byte at.
func (l *pdnLexer) skipVariation(at int) int {
	depth := 0
	for i := at; i < len(l.text); i++ {
		switch l.text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case '{':
			_, end := l.comment(i)
			i = end - 1
		}
	}
	return len(l.text)
}

// signs that sheets write behind a move (Adiukh 11, Ukrainian rules IV.4.2)
// and PDN has NAGs for.
const sheetMarks = "+=~#±∓∞⩲⩱≈"

// word reads a run of what is neither space nor a sign of PDN: a move, its
// number, a result.
func (l *pdnLexer) word(at int) (lexer.TokenType, int) {
	text := l.text
	i := at
	for i < len(text) && word.IsDigit(text[i]) {
		i++
	}
	if i > at && i < len(text) && text[i] == '.' {
		if i-at > 6 {
			return pdnStray, i
		}
		for i < len(text) && text[i] == '.' {
			i++
		}
		return pdnNumber, i
	}
	if strings.HasPrefix(text[at:], "1/2") {
		if end := pdnHalf(text, at); end > at {
			return pdnResult, end
		}
	}
	end := pdnRunEnd(text, at)
	if end == at {
		_, w := utf8.DecodeRuneInString(text[at:])
		return pdnStray, at + w
	}
	run := text[at:end]
	switch {
	case strings.Trim(run, "-–—−") == "":
		return pdnUnknown, end
	case strings.Trim(run, sheetMarks+"-") == "":
		return pdnStrength, end
	}
	end = joinedEnd(text, at, end)
	if isPDNResult(text[at:end]) {
		return pdnResult, end
	}
	if core := strings.TrimRight(run, sheetMarks+"-"); end == at+len(run) && len(core) < len(run) {
		// "32-28+-" is a move with a mark; "32-" is one that breaks off.
		if run[len(core):] != "-" || strings.ContainsAny(core, "-x:") {
			end = at + len(core)
		}
	}
	return pdnWord, end
}

// pdnDelimiters are the bytes that end a run.
var pdnDelimiters = func() (set [256]bool) {
	for _, c := range " \t\r\n\v\f{}()[]!?$*%\";/,.<" {
		set[c] = true
	}
	return set
}()

// pdnRunEnd returns where the run of word characters ends that begins at byte i.
func pdnRunEnd(text string, i int) int {
	for i < len(text) && !pdnDelimiters[text[i]] {
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

// joinedEnd returns where the move ends whose first run stands from at to end:
// spaces may stand around its signs (5x 14, 1- 6, c3 - b4).
func joinedEnd(text string, at, end int) int {
	for {
		// Nearly always the next character says that there is no more.
		run := text[at:end]
		before := end
		if s := pdnSignBefore(run); s > 0 {
			before -= s
			run = run[:len(run)-s]
		}
		next := skipPDNSpace(text, before)
		sign := pdnSignAt(text[next:])
		if sign == 0 || next+sign < end || end-at > maxPDNWord {
			return end
		}
		square := skipPDNSpace(text, next+sign)
		n := pdnSquareAt(text[square:])
		if n == 0 || !isPDNSquares(run, text[next] == '-') {
			return end
		}
		if e := pdnRunEnd(text, square); e > end {
			end = e
		} else {
			return end
		}
	}
}

// pdnSignAt returns the length of the sign between squares with which text
// begins; 0 where it begins with none.
func pdnSignAt(text string) int {
	for _, sign := range pdnSigns {
		if strings.HasPrefix(text, sign) {
			return len(sign)
		}
	}
	return 0
}

func pdnSignBefore(text string) int {
	for _, sign := range pdnSigns {
		if strings.HasSuffix(text, sign) {
			return len(sign)
		}
	}
	return 0
}

var pdnSigns = []string{"-", "x", ":", "X", "×", "х", "–", "—", "−"}

// pdnSquareAt returns the length of the square with which text begins, 0 where it
// begins with none. A move's number is none.
func pdnSquareAt(text string) int {
	n := 0
	if n < len(text) && text[n]|0x20 >= 'a' && text[n]|0x20 <= 'l' {
		n++
	}
	digits := n
	for n < len(text) && n < digits+2 && word.IsDigit(text[n]) {
		n++
	}
	if n == digits || n < len(text) && (word.IsDigit(text[n]) || text[n] == '.' || text[n] == '/') {
		return 0
	}
	return n
}

// isPDNSquares says whether a run is a square or, but for a quiet move, several
// with signs of capture between.
func isPDNSquares(run string, quiet bool) bool {
	for {
		n := pdnSquareAt(run)
		if n == 0 {
			return false
		}
		if run = run[skipPDNSpace(run, n):]; run == "" {
			return true
		}
		s := pdnSignAt(run)
		if s == 0 || quiet || run[0] == '-' {
			return false
		}
		run = run[skipPDNSpace(run, s):]
	}
}

// isPDNResult says whether a run is one of PDN's results. No move has a square
// 0, nor ends where it begins.
func isPDNResult(run string) bool {
	switch len(run) {
	case 3:
		switch run {
		case "1-0", "0-1", "2-0", "0-2", "1-1", "0-0":
			return true
		}
	case len("½-½"):
		if run == "½-½" {
			return true
		}
		fallthrough
	default:
		if len(run) <= 7 && (strings.IndexByte(run, ' ') >= 0 || strings.IndexByte(run, '\t') >= 0) {
			return isPDNResult(word.WithoutSpace(run))
		}
	}
	return false
}

// pdnHalf returns where the result ends that begins with 1/2 at byte at.
func pdnHalf(text string, at int) int {
	i := at + 3
	if j := skipPDNBlanks(text, i); j < len(text) && text[j] == '-' {
		if j = skipPDNBlanks(text, j+1); strings.HasPrefix(text[j:], "1/2") {
			i = j + 3
		}
	}
	if i < len(text) && word.IsDigit(text[i]) {
		return 0
	}
	return i
}

// resultOfTag returns where the result of the tag Result ends if the text ends
// with it from byte at on; 0 where it does not. So "4-6" is a result where the
// tag says so, and a move elsewhere.
func (l *pdnLexer) resultOfTag(at int) int {
	text := l.text
	if text[at] != l.result[0] {
		return 0
	}
	i, j := at, 0
	for ; j < len(l.result); j++ {
		if j > 0 {
			i = skipPDNBlanks(text, i)
		}
		if i == len(text) || text[i] != l.result[j] {
			return 0
		}
		i++
	}
	rest := skipPDNSpace(text, i)
	if rest == len(text) || rest > i && strings.IndexByte("*{%;", text[rest]) >= 0 {
		return i
	}
	return 0
}

// skipPDNSpace returns the offset of the first byte from i on that belongs to
// no space.
func skipPDNSpace(text string, i int) int {
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

// skipPDNBlanks returns the offset of the first byte from i on that is neither
// space nor tab.
func skipPDNBlanks(text string, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	return i
}

func pdnLineEnd(text string, at int) int {
	if i := strings.IndexAny(text[at:], "\r\n"); i >= 0 {
		return at + i
	}
	return len(text)
}
