package pdn

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
)

// The token kinds of PDN. The scanner is more generous than the standard's reading grammar and
// never fails: text that has no place in PDN is a token of its own, so that reading continues after
// it.
const (
	tokenTag lexer.TokenType = iota + 1
	tokenRow
	tokenNumber
	tokenWord
	tokenStrength
	tokenComment
	tokenSetup
	tokenOpen
	tokenClose
	tokenResult
	tokenStray

	// These are also the grammar's Tag, Move, Mark, Remark and so on: see classes.
	tokenBadTag
	tokenEllipsis
	tokenUnknown
	tokenNAG
	tokenOpenComment
	tokenLine
	tokenTitle
	tokenStar
	tokenMarkup
	tokenTooDeep
	tokenTooLong
)

// classes maps these kinds to the kinds of the grammar, since participle slows down with each
// alternative that it tries. The scanner's own kind of a lexer.Token is in its Pos.Line.
var classes = [...]lexer.TokenType{
	tokenBadTag: tokenTag, tokenEllipsis: tokenWord, tokenUnknown: tokenWord, tokenNAG: tokenStrength,
	tokenOpenComment: tokenComment, tokenLine: tokenComment, tokenTitle: tokenComment,
	tokenStar: tokenResult, tokenMarkup: tokenStray, tokenTooDeep: tokenStray, tokenTooLong: tokenStray,
}

// Tokens describes the grammar's tokens.
var Tokens = []word.Token{
	{Name: "Tag", Kind: tokenTag, About: `[Name "value"], a letter and letters, digits and _; in the value \" means " and \\ means \; a line that begins so`},
	{Name: "Row", Kind: tokenRow, About: "moves and their numbers alone, plainly written: 1. 32-28 19-23 2. 28x19"},
	{Name: "Number", Kind: tokenNumber, About: "digits and full stops, one for the side that begins, three for the other: 12. 12... 12…"},
	{Name: "Move", Kind: tokenWord, About: "a move word (see Moves); spaces may stand around its signs: 5x 14; ... - [нрзб] [...] <?> // in place of a move"},
	{Name: "Mark", Kind: tokenStrength, About: "! and ? in any number, in brackets or not; = + - ~ as sheets write them; $ and a number, a NAG"},
	{Name: "Remark", Kind: tokenComment, About: "{ and anything up to the next }; ; or % and the rest of the line; (0:05), a time; a line of words above the tags or after the result"},
	{Name: "Setup", Kind: tokenSetup, About: `/FEN "..."/, a position set up`},
	{Name: "Open", Kind: tokenOpen, About: "( of a variation, or [ before a number"},
	{Name: "Close", Kind: tokenClose, About: ") or ] of a variation"},
	{Name: "Result", Kind: tokenResult, About: "1-0 1/2-1/2 0-1 2-0 1-1 0-2 0-0 *, 1:0 at a line's end, 0.5-0.5, or at the end what the tag Result says"},
	{Name: "Other", Kind: tokenStray, About: "tags of pages, > of mail, ( and what follows more than 100 deep, what follows the 65536th token, and anything else"},
}

// The limits of a game in PDN.
const (
	maxDepth  = 100     // variations in variations
	maxTokens = 1 << 16 // tokens in a game, counting each move of a row
	maxSetup  = 4 << 10 // bytes of a setup
	maxJoined = 160     // bytes of a move that contains spaces
	maxAside  = 256     // bytes of other brackets
	maxUnread = 48      // bytes of a word with question marks for illegible characters
	nagDigits = 6       // digits of a NAG. PGN has 0 to 255; Turbo Dambase writes $902.
	maxTitle  = 4 << 10 // bytes of a title, which may be a paragraph

	maxFinderTags = 64  // tags of a game that the Finder remembers
	maxIllegible  = 256 // unreadable moves that are reported
)

// tokensOf cuts a game into the grammar's tokens.
func tokensOf(text string) (tokens []lexer.Token) {
	s := newScanner(text)
	for {
		kind, at, end := s.next()
		class := kind
		if kind > tokenStray {
			class = classes[kind]
		}
		tokens = append(tokens, lexer.Token{Type: class, Value: text[at:end], Pos: lexer.Position{Offset: at, Line: int(kind)}})
		if kind == lexer.EOF {
			return tokens
		}
	}
}

// scanner cuts text into tokens: the text of one game, or, for the Finder, one line of it. Offsets
// are in bytes.
type scanner struct {
	text   string
	at     int
	depth  int  // open variations
	count  int  // tokens so far
	within bool // the text begins in the middle of a line
	single bool // no rows: each number and each word is a token
	titles bool // a line of words is a title, as above the tags and after the result
}

func newScanner(text string) scanner {
	above := strings.TrimRight(text[:max(0, strings.IndexByte(text, '['))], " \t")
	titles := above != "" && word.IsEnd(above[len(above)-1]) || !strings.HasPrefix(text, "[") && headed().MatchString(text)
	return scanner{text: text, titles: titles}
}

// headed matches the number of a game, or a rule, above moves: Партия № 2. Other lines there may be
// those of a sheet, which has names in them.
var headed = word.Pattern(`^(?:[^\pL\d\[\r\n]*(?:\p{Lu}\pL+[ \t]*(?:№[ \t]*)?\d{1,3}\.?)?[ \t]*[\r\n]+)+\s*(?:[a-hA-H]{0,2}\d|\{)`)

// next returns the kind of the next token, its start and its end.
func (s *scanner) next() (kind lexer.TokenType, at, end int) {
	at = skipSpace(s.text, s.at)
	if s.at = at; at == len(s.text) {
		return lexer.EOF, at, at
	}
	if s.titles && s.atLine(at) {
		if end := word.LineEnd(s.text, at); isTitle(s.text[at:end]) {
			s.count++
			s.at = at + len(strings.TrimRightFunc(s.text[at:end], word.IsSpace))
			return tokenTitle, at, s.at
		}
	}
	if !s.single {
		if s.at = s.row(at); s.at > at {
			s.titles = false
			return tokenRow, at, s.at
		}
	}
	if s.count++; s.count > maxTokens {
		s.at = len(s.text)
		return tokenTooLong, at, s.at
	}
	switch kind, s.at = s.scan(at); kind {
	case tokenResult, tokenStar:
		next := skipSpace(s.text, s.at)
		s.titles = s.depth == 0 && next < len(s.text) && !word.IsDigit(s.text[next])
	case tokenComment, tokenLine, tokenMarkup:
	default:
		s.titles = false
	}
	for s.depth > maxDepth && kind != tokenTag {
		// Skip text that is too deep, up to its ) or to a tag.
		kind = tokenTooDeep
		start := skipSpace(s.text, s.at)
		if start == len(s.text) {
			break
		}
		deeper, end := s.scan(start)
		if deeper == tokenTag {
			break
		}
		s.at = end
	}
	return kind, at, s.at
}

// row returns the end of the row of plain moves that begins at byte at, or at if there is none:
// words of the usual characters, with or without their numbers, each followed by spaces or a line
// end and then by a character that cannot continue it. To scan, each is a token of its own
// (FuzzRows); together they are one.
func (s *scanner) row(at int) (end int) {
	end = at
	text := s.text
	if at == len(text) || !squareBytes[text[at]] || s.depth > maxDepth {
		return end
	}
	for i := at; s.count+2 <= maxTokens; {
		tokens := 1
		if i < len(text) && word.IsDigit(text[i]) {
			if _, stop := word.NumberAt(text, i); stop > i {
				if stop == len(text) || text[stop] != ' ' {
					break
				}
				i, tokens = stop+1, 2
			}
		}
		begin := i
		for i < len(text) && rowBytes[text[i]] {
			i++
		}
		if i == begin || !squareBytes[text[begin]] || !squareBytes[text[i-1]] {
			break
		}
		// No move has a square 0 or ends where it begins: this may be one of PDN's results.
		if w := text[begin:i]; len(w) == 3 && word.IsDigit(w[0]) && word.IsDigit(w[2]) && (w[0] == '0' || w[2] == '0' || w[0] == w[2]) {
			break
		}
		next := skipSpace(text, i)
		closed := next == i && strings.HasPrefix(text[i:], ")") && (i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n')
		if next == i && i < len(text) && !closed || next < len(s.text) && !afterRow[s.text[next]] {
			break
		}
		end, i = i, next
		s.count += tokens
	}
	return end
}

const (
	digits = "0123456789"
	dashes = "-–—−"
	// sheetMarks are signs that sheets write after a move (Adiukh 11, Ukrainian rules IV.4.2); PDN
	// has NAGs for them.
	sheetMarks = "+=~#±∓∞⩲⩱≈-"
	ellipsis   = "…"
)

var (
	// squareBytes are the bytes of numbers and of squares on a board of eight files.
	squareBytes = word.ByteSet("abcdefgh0123456789")
	rowBytes    = word.ByteSet("abcdefghx0123456789:-")
	// afterRow are the characters that cannot continue a move after spaces.
	afterRow = word.ByteSet("abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWYZ0123456789{}()[]<>!?$*%;/.,'|=+#@&^_~`")
	// delimiters end a run of word characters.
	delimiters = word.ByteSet(" \t\r\n\v\f{}()[]!?$*%\";/,.<")
	// letters are the first and last bytes of squares, and all other bytes of words.
	letters = word.ByteSet("abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWYZ0123456789")
	// signs are the first bytes of the separators between squares.
	signs = word.ByteSet("-:xX\xc3\xd1\xe2")
)

// rule is a row of the token table: read reads a token that begins with a byte of first, or returns
// 0 as its end.
type rule struct {
	first string
	read  func(s *scanner, at int) (kind lexer.TokenType, end int)
}

// rules are tried in order; the first match determines the token. If none matches, the token is a
// word, see scanner.word.
var rules = [...]rule{
	{"{", func(s *scanner, at int) (lexer.TokenType, int) { // PDN's comments do not nest
		if i := strings.IndexByte(s.text[at:], '}'); i >= 0 {
			return tokenComment, at + i + 1
		}
		return tokenOpenComment, len(s.text)
	}},
	{"%;", func(s *scanner, at int) (lexer.TokenType, int) { return tokenLine, word.LineEnd(s.text, at) }},
	{"[", (*scanner).tagPair},
	{"[", (*scanner).badTag},
	{"[", (*scanner).bracket},
	{"[", (*scanner).aside},
	{"(", matching(tokenStrength, `\([!?]+\)`, maxAside)},
	{"(", matching(tokenComment, `\(0?0:[0-5]\d(?::[0-5]\d)?\)`, len("(00:00:00)"))}, // no square is 0
	{"(", matching(tokenOpen, `\(`, 1)},
	{")]", matching(tokenClose, `[)\]]`, 1)},
	{"?", (*scanner).unreadFirst},
	{"!?", matching(tokenStrength, `[!?]+`, maxAside)},
	{"$", (*scanner).nag},
	{"*", matching(tokenStray, `\*\*`, 2)}, // Markdown's: **c3-b4**
	{"*", (*scanner).star},
	{"/", matching(tokenSetup, setupPattern, maxSetup)},
	{"/", matching(tokenUnknown, `//+`, maxAside)},
	{".", matching(tokenEllipsis, `\.\.+`, maxAside)},
	{ellipsis[:1], matching(tokenEllipsis, ellipsis, len(ellipsis))},
	{"<", matching(tokenMarkup, `</?(?i:br|p|b|i|u|em|strong|span|div|pre|tt|code|font|center|hr|h[1-6])(?:\s[^<>\r\n]*)?/?>`, maxAside)},
	{"<", (*scanner).aside},
	{">", func(s *scanner, at int) (lexer.TokenType, int) {
		if s.atLine(at) {
			return tokenMarkup, at + 1
		}
		return 0, 0
	}},
	{"0", matching(tokenResult, result.DecimalDraw, result.MaxUsual)},
	{digits, (*scanner).number},
	{"1", matching(tokenResult, `1/2(?:[ \t]*[-–—:][ \t]*1/2)?`, result.MaxUsual)},
}

// setup matches a position in the movetext. The standard ends it at the next /; towers have a / of
// their own within the quotation marks.
var setup = word.Pattern("^" + setupPattern)

const setupPattern = `/\s*(?:(?i:FEN)\s*"([^"]*)"|(?:(?i:FEN)\s*)?([WBwb?][^/]*?))\s*/`

// rulesOf are the rules by first byte.
var rulesOf = func() (of [256][]rule) {
	for _, r := range rules {
		for i := range len(r.first) {
			of[r.first[i]] = append(of[r.first[i]], r)
		}
	}
	return of
}()

// matching returns a function that reads a match within most bytes, unless it ends inside a number.
// If most is large, the pattern must fail early: it is tried at each place.
func matching(kind lexer.TokenType, pattern string, most int) func(*scanner, int) (lexer.TokenType, int) {
	compiled := word.Pattern("^(?:" + pattern + ")")
	return func(s *scanner, at int) (lexer.TokenType, int) {
		end := at + len(compiled().FindString(s.text[at:min(len(s.text), at+most)]))
		if end == at || end < len(s.text) && word.IsDigit(s.text[end]) && word.IsDigit(s.text[end-1]) {
			return 0, 0
		}
		return kind, end
	}
}

// scan returns the kind and the end of the token at byte at, which is not a space.
func (s *scanner) scan(at int) (kind lexer.TokenType, end int) {
	for _, r := range rulesOf[s.text[at]] {
		if kind, end = r.read(s, at); end == 0 {
			continue
		}
		switch {
		case kind == tokenOpen:
			s.depth++
		case kind == tokenClose && s.depth == 0:
			kind = tokenStray
		case kind == tokenClose:
			s.depth--
		}
		return kind, end
	}
	return s.word(at)
}

// star reads a *. Glued to a move and before others, or to the text on both sides, it is the old
// mark of a forced move, for which the standard wants NAG $7; otherwise it ends the game.
func (s *scanner) star(at int) (lexer.TokenType, int) {
	if at > 0 && s.text[at-1] > ' ' && starred().MatchString(s.text[at+1:min(len(s.text), at+maxSetup)]) {
		return tokenStrength, at + 1
	}
	return tokenStar, at + 1
}

var starred = word.Pattern(`^(?:[-:!?]|\s*(?:\{[^}]*\}\s*)*[(*a-hA-H0-9])`)

// bracket reads a [ that opens a variation, as people write it: a numbered move follows, and the
// next bracket is ] or another such [.
func (s *scanner) bracket(at int) (lexer.TokenType, int) {
	next := skipSpace(s.text, at+1)
	if !numbered().MatchString(s.text[next:min(len(s.text), next+maxAside)]) {
		return 0, 0
	}
	within := strings.IndexAny(s.text[next:], "[]()")
	if within < 0 || s.text[next+within] == '[' && !numbered().MatchString(s.text[next+within+1:min(len(s.text), next+within+maxAside)]) {
		return 0, 0
	}
	return tokenOpen, at + 1
}

// numbered matches a move with its number.
var numbered = word.Pattern(`^\d{1,3}(?:\.+|…)\s*[A-La-l\d]`)

// tagPair reads a tag pair.
func (s *scanner) tagPair(at int) (lexer.TokenType, int) {
	_, value := cut.TagPair(s.text[at:])
	if value == 0 || s.depth > 0 && !s.atLine(at) {
		return 0, 0
	}
	end, _ := valueEnd(s.text, at+value)
	return tokenTag, end
}

// badTag reads a line that begins like a tag pair, and the next line if it has the value.
func (s *scanner) badTag(at int) (lexer.TokenType, int) {
	if !s.atLine(at) {
		return 0, 0
	}
	end := word.LineEnd(s.text, at)
	if next := skipSpace(s.text, end); next < len(s.text) && s.text[next] == '"' && half().MatchString(s.text[at:end]) {
		return tokenBadTag, word.LineEnd(s.text, next)
	}
	if !badTag().MatchString(s.text[at:end]) {
		return 0, 0
	}
	return tokenBadTag, end
}

// otherQuotes are quotation marks that people use for values instead of PDN's.
const otherQuotes = "“”„«»'‘’"

var (
	// badTag matches a line that begins like a tag pair, with a name that is not a square or with a
	// quotation mark. Its groups are the name, if any, and the value without quotation marks.
	badTag = word.Pattern(`^\[?[ \t]*(?:([A-Za-z]{2}\w*|\p{Cyrillic}{2,})|[^"]{0,40}")\s*[:=]?\s*["` + otherQuotes + `]?(.*?)["` + otherQuotes + `]?[ \t]*\]?[ \t]*$`)
	// half matches a tag pair whose value is on the next line.
	half = word.Pattern(`^\[[ \t]*[A-Za-z]\w+[ \t]*$`)
	// bare matches a tag pair without its opening bracket.
	bare = word.Pattern(`^(?:[A-Za-z]{2}\w*|\p{Cyrillic}{2,})[ \t]*[:=]?[ \t]*["` + otherQuotes + `][^"]*["` + otherQuotes + `][ \t]*\]?[ \t]*$`)
)

// aside reads other brackets that do not contain moves: a clock's command, a remark, the captured
// squares of 47x36 <42,29> (a proposal for a later PDN); otherwise the bracket alone.
func (s *scanner) aside(at int) (lexer.TokenType, int) {
	text := inBrackets().FindString(s.text[at:min(len(s.text), at+maxAside)])
	switch {
	case text == "":
		return tokenStray, at + 1
	case isUnknown(text[1 : len(text)-1]):
		return tokenUnknown, at + len(text)
	}
	return tokenStray, at + len(text)
}

// inBrackets matches no nested brackets, so that it fails early.
var inBrackets = word.Pattern(`^(?:\[%[^\[\]\r\n]*\]|\[[^\[\]\r\n0-9]*\]|<[0-9, ?.…]*>)`)

// number reads a move number.
func (s *scanner) number(at int) (lexer.TokenType, int) {
	n := leading(s.text[at:], digits)
	rest := s.text[at+n:]
	dots := leading(rest, ".")
	switch {
	case dots == 0 && !strings.HasPrefix(rest, ellipsis):
		return 0, 0
	case dots == 0:
		return tokenNumber, at + n + len(ellipsis)
	case dots > 3: // the other points are in place of the move
		return tokenNumber, at + n + 1
	}
	return tokenNumber, at + n + dots
}

// nag reads a $: a NAG; a misspelt NAG, which is stray; or a single $ before a possible move or a
// result, which is also stray, so that reading continues as if it were absent.
func (s *scanner) nag(at int) (lexer.TokenType, int) {
	from := at + 1
	n, run := leading(s.text[from:], digits), runEnd(s.text, from)
	_, isResult := result.Usual(s.text[from:run])
	switch {
	case misspeltNAG().MatchString(s.text[from:run]):
		return tokenStray, run
	case n == 0 || n > nagDigits || isResult || joined(s.text[from:]) > 0 || run > from+n && isMoveWord(s.text[from:run]): // $28 x 19
		return tokenStray, from
	}
	return tokenNAG, from + n // $1+-
}

// misspeltNAG matches text that can hardly be anything but a misspelt NAG.
var misspeltNAG = word.Pattern(`^(?:[-+]\d+|\p{L}+|\d{7,})$`)

// word reads a run without spaces and delimiters: a move, a result, a word in its place, a mark.
func (s *scanner) word(at int) (lexer.TokenType, int) {
	text := s.text
	run := runEnd(text, at)
	switch {
	case run == at:
		_, w := utf8.DecodeRuneInString(text[at:])
		return tokenStray, at + w
	case letters[text[at]]:
	case s.said(at) > at: // + : -
		return tokenResult, s.said(at)
	case word.MarkAt(text[at:]) > run-at: // "+/-", "-/+"
		return tokenStrength, at + word.MarkAt(text[at:])
	case isDashes(text[at:run]):
		if strings.HasSuffix(text[:at], "1/2") {
			return tokenStray, run
		}
		return tokenUnknown, run
	case strings.Trim(text[at:run], sheetMarks) == "":
		return tokenStrength, run
	}
	if next := run + leading(text[run:], " \t"); next < len(text) && strings.IndexByte(otherQuotes+`"`, text[next]) >= 0 && s.atLine(at) {
		if end := word.LineEnd(text, at); bare().MatchString(text[at:end]) {
			return tokenBadTag, end
		}
	}
	end := run
	if next := skipSpace(text, run); next < len(text) && (!letters[text[run-1]] || next > run && signs[text[next]]) {
		if n := joined(text[at:]); n > 0 {
			end = max(run, runEnd(text, at+n))
		}
	}
	if end := s.said(at); !word.IsDigit(text[at]) && end > at {
		return tokenResult, end
	}
	if _, ok := result.Usual(text[at:end]); ok && (strings.IndexByte(text[at:end], ':') < 0 || endsLine(text, end)) {
		return tokenResult, end
	}
	if end > run {
		return tokenWord, end
	}
	if end+1 < len(text) && delimiters[text[end]] && text[end] > ' ' {
		if n := word.Missigned(text[at:min(len(text), at+maxJoined)]); at+n > end {
			return tokenWord, at + n // e5;c3
		}
		if (text[end] == '?' || text[end] == '/') && !whole().MatchString(text[at:end]) {
			// e?-f? н/р; a mark ends a word, too: 28?
			if d := s.unread(at); d > end && strings.Trim(text[end:d], "?") != "" {
				return tokenWord, d
			}
		}
	}
	// "32-28+-" is a move with a mark; "32-" is an unfinished move.
	if core := strings.TrimRight(text[at:run], sheetMarks); text[at+len(core):run] != "-" || strings.ContainsAny(core, "-x:") {
		end = at + len(core)
	}
	return tokenWord, end
}

// unreadFirst reads a word that begins with an illegible ?, as in ?3-d4; a mark follows a move.
func (s *scanner) unreadFirst(at int) (lexer.TokenType, int) {
	n := at + leading(s.text[at:], "!?")
	if at == 0 || strings.IndexByte(" \t\r\n.", s.text[at-1]) >= 0 {
		if end := s.unread(n); end > n && strings.Trim(s.text[n:end], sheetMarks) != "" {
			return tokenWord, end
		}
	}
	return 0, 0
}

// unread returns the end of the rest of an illegible word: ?-f?, ?3-d4, н/р.
func (s *scanner) unread(at int) int {
	read, _, _ := strings.Cut(unreadWord().FindString(s.text[at:min(len(s.text), at+maxUnread)]), "/FEN")
	return at + len(read)
}

var unreadWord = word.Pattern(`^[^\s\v\p{Z}{}()\[\]!?$*%";/,.<…]*(?:\?[^\s\v\p{Z}{}()\[\]!?$*%";/,.<…]*|/\p{L}[^\s\v\p{Z}{}()\[\]!?$*%";/,.<…]*)*`)

// whole matches a run with at least two squares.
var whole = word.Pattern(`^\d{4}$|\d\D+\d+$|^(?:\D{2,}|[^\x00-\x7F])\d+$`)

// endsLine reports whether nothing but blanks, a remark or a * follows byte i on its line.
func endsLine(text string, i int) bool {
	i += leading(text[i:], " \t")
	return i == len(text) || word.IsEnd(text[i]) || strings.IndexByte("{;*", text[i]) >= 0
}

// joined returns the length of a move with spaces around its signs at the beginning of a text, or 0
// if absent. A capture extends to the last landing after which it can end; the number of the next
// move is not a square of it.
func joined(text string) int {
	if m := joinedMove().FindStringSubmatchIndex(text[:min(len(text), maxJoined)]); m != nil {
		return m[3]
	}
	return 0
}

var joinedMove = func() func() *regexp.Regexp {
	const square, space = `[a-lA-L]?\d{1,2}`, `[\s\v` + word.Spaces + `]*`
	return word.Pattern(`^(` + square + space + `[-–—−]` + space + square + `|` +
		square + `(?:` + space + `[x:X×х]` + space + square + `)+)(?:[^\d./]|$)`)
}()

// atLine reports whether only blanks and the signs of a quotation precede byte at on its line.
func (s *scanner) atLine(at int) bool {
	before := strings.TrimRight(s.text[max(0, at-64):at], " \t>")
	return before == "" && !s.within || before != "" && word.IsEnd(before[len(before)-1])
}

// valueEnd returns the end of a tag whose value continues at byte at, or 0 if it is not closed. open
// reports whether the text ends before that is known. A value may span lines, but not after a ], a
// blank line or the beginning of another tag.
func valueEnd(text string, at int) (end int, open bool) {
	endsTag := func(line string) bool { return strings.HasSuffix(strings.TrimRight(line, " \t"), "]") }
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			if end = skipSpace(text, i+1); end < len(text) && text[end] == ']' {
				return end + 1, false
			}
			return 0, false
		case '\n', '\r':
			next := strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(text[i:], "\r"), "\n"), " \t")
			if endsTag(text[at:i]) || next == "" || word.IsEnd(next[0]) || next[0] == '[' {
				return 0, false
			}
		}
	}
	return 0, !endsTag(text[at:])
}

// said returns the end of a result in words or signs that begins at byte at and precedes no move,
// or at if absent.
func (s *scanner) said(at int) int {
	if s.depth == 0 && result.CanBegin(s.text[at:]) {
		r, n := result.Match(s.text[at:])
		if n += at + leading(s.text[at+n:], "."); isFinal(r) && s.endsMoves(n) {
			return n
		}
	}
	return at
}

// endsMoves reports whether the text after a word, which ends at byte end, is not a move: a
// comment, or a line of something else.
func (s *scanner) endsMoves(end int) bool {
	rest := skipSpace(s.text, end)
	if rest == len(s.text) {
		return true
	}
	newLine := strings.ContainsAny(s.text[end:rest], "\r\n")
	return rest > end && (strings.IndexByte("*{%;", s.text[rest]) >= 0 || newLine && s.text[rest] != '(' && !squareBytes[s.text[rest]])
}

// runEnd returns the end of the run of word characters that contains byte i.
func runEnd(text string, i int) int {
	n := strings.IndexFunc(text[i:], func(r rune) bool {
		return r < utf8.RuneSelf && delimiters[r] || r >= utf8.RuneSelf && (word.IsSpace(r) || r == '…')
	})
	if n < 0 {
		return len(text)
	}
	return i + n
}

// leading returns the number of leading bytes of the text that are in the set, which is ASCII.
func leading(text, set string) int { return len(text) - len(strings.TrimLeft(text, set)) }

// skipSpace returns the offset of the first byte at or after i that is not part of a space.
func skipSpace(text string, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t') {
		i++
	}
	if i == len(text) || text[i] > ' ' && text[i] < utf8.RuneSelf { // most often
		return i
	}
	return len(text) - len(strings.TrimLeftFunc(text[i:], word.IsSpace))
}

// isTitle reports whether a line can be a title above a game's tags or after its result, Партия 2
// or ----: it has words, no moves, and no syntax of PDN. It may begin with signs that pages and
// programs put there: "## 2-я партия", "// game 2".
func isTitle(line string) bool {
	if line == "" || line[0] == '[' { // as most are
		return false
	}
	if line = strings.TrimFunc(line, word.IsSpace); len(line) > maxTitle || line == "" {
		return false
	}
	if line = strings.TrimFunc(line, unicode.IsControl); line == "" || markup().MatchString(line) {
		return true // control characters are left where a file ended
	}
	bare := strings.TrimLeft(line, "#>`~=. "+dashes)
	if rest, ok := strings.CutPrefix(line, "//"); ok {
		bare = rest
	}
	led := bare != line
	line = strings.TrimRight(strings.TrimLeft(bare, " "), "#`~= "+dashes)
	switch {
	case strings.ContainsAny(line, "\"[]{}*/;%()<"):
		return false
	case line == "":
		return led
	case word.Illegible(line):
		return false
	case ordinal().MatchString(line):
		return true // № 2, above a game
	}
	words := false
	for field := range strings.FieldsSeq(line) {
		if ordinal().MatchString(field) && !strings.HasSuffix(field, ".") {
			continue
		}
		if strings.ContainsAny(field, digits) && strings.Trim(field, digits+".,") != "" {
			return false
		}
		words = words || threeLetters().MatchString(field)
	}
	return words && (!word.IsDigit(line[0]) || ordinal().MatchString(line[:strings.IndexByte(line+" ", ' ')]))
}

var (
	// ordinal matches the number of a game: 2., № 2, 2-я, II.
	ordinal = word.Pattern(`^(?:[IVX]+|(?:№ *)?\d{1,3}(?:-?(?i:я|й|ая|ый|ий|ой|е|ша|га|гра|st|nd|rd|th))?)\.?$`)
	// markup matches a line with nothing but markup: <pre>, <game id="2">, ```pdn.
	markup = word.Pattern("^(?:```[^ `]*|(?:</?[A-Za-z][A-Za-z0-9]{2,}(?:\\s[^<>]*)?/?>\\s*)+)$")

	threeLetters = word.Pattern(`\p{L}(?:.*\p{L}){2}`)
)
