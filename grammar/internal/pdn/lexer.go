package pdn

import (
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/word"
)

// The kinds of token that PDN is made of. The scanner is more generous than the
// standard's reading grammar, and never fails: what has no place in PDN is a
// token of its own, so that reading goes on behind it.
const (
	tokenTag lexer.TokenType = iota + 1
	tokenBadTag
	tokenRow
	tokenNumber
	tokenWord
	tokenEllipsis
	tokenUnknown
	tokenStrength
	tokenNAG
	tokenComment
	tokenOpenComment
	tokenLine
	tokenSemicolon
	tokenSetup
	tokenOpen
	tokenClose
	tokenResult
	tokenStar
	tokenTitle
	tokenMarkup
	tokenStray
	tokenTooDeep
	tokenTooLong
)

// Tokens describes the tokens, in their order.
var Tokens = []word.Token{
	{Name: "Tag", Kind: tokenTag, About: `[Name "value"], a letter and letters, digits and _; in the value \" stands for " and \\ for \`},
	{Name: "BadTag", Kind: tokenBadTag, About: "a line that begins like a tag pair and is none"},
	{Name: "Row", Kind: tokenRow, About: "moves and their numbers alone, plainly written: 1. 32-28 19-23 2. 28x19"},
	{Name: "Number", Kind: tokenNumber, About: "digits and full stops, one for the side that begins, three for the other: 12. 12... 12…"},
	{Name: "Word", Kind: tokenWord, About: "a move word (see Move); spaces may stand around its signs: 5x 14"},
	{Name: "Ellipsis", Kind: tokenEllipsis, About: "... in place of a move that is not written"},
	{Name: "Unknown", Kind: tokenUnknown, About: "what stands for a move that is not known: - [нрзб] [...] <?> //"},
	{Name: "Strength", Kind: tokenStrength, About: "! and ? in any number, in brackets or not; = + - ~ as sheets write them; * glued to a move"},
	{Name: "NAG", Kind: tokenNAG, About: "$ and a number"},
	{Name: "Comment", Kind: tokenComment, About: "{ and anything up to the next }; (0:05), a time"},
	{Name: "OpenComment", Kind: tokenOpenComment, About: "{ without }, up to the next tag pair or the end"},
	{Name: "Line", Kind: tokenLine, About: "% and the rest of the line"},
	{Name: "Semicolon", Kind: tokenSemicolon, About: "; and the rest of the line"},
	{Name: "Setup", Kind: tokenSetup, About: `/FEN "..."/, a position set up`},
	{Name: "Open", Kind: tokenOpen, About: "( of a variation"},
	{Name: "Close", Kind: tokenClose, About: ") of a variation"},
	{Name: "Result", Kind: tokenResult, About: "1-0 1/2-1/2 0-1 2-0 1-1 0-2 0-0, 1:0 at a line's end, 0.5-0.5, or at the end what the tag Result says"},
	{Name: "Star", Kind: tokenStar, About: "*"},
	{Name: "Title", Kind: tokenTitle, About: "a line of words, or of dashes, above the tags"},
	{Name: "Markup", Kind: tokenMarkup, About: "> at the beginning of a line, as mail quotes it; <br> and other tags of pages"},
	{Name: "Stray", Kind: tokenStray, About: "anything else"},
	{Name: "TooDeep", Kind: tokenTooDeep, About: "a variation nested more than 100 deep, whole"},
	{Name: "TooLong", Kind: tokenTooLong, About: "what is behind the 65536th token of a game"},
}

// The limits of a game in PDN.
const (
	maxDepth  = 100     // variations in variations
	maxTokens = 1 << 16 // tokens in a game
	maxSetup  = 4 << 10 // bytes of a setup
	maxJoined = 160     // bytes of a move with spaces in it
)

// definition is the lexer.Definition of PDN.
type definition struct{}

func (definition) Symbols() map[string]lexer.TokenType { return word.SymbolsOf(Tokens) }

func (d definition) Lex(_ string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	return newScanner(string(text)), err
}

func (definition) LexString(_ string, text string) (lexer.Lexer, error) { return newScanner(text), nil }

// scanner cuts text into tokens: the text of one game, or one line of it for
// the Finder. Offsets count bytes.
type scanner struct {
	text   string
	at     int
	depth  int  // variations open
	count  int  // tokens so far
	within bool // the text begins within a line
	single bool // there are no rows: each number and each word is a token
	titles int  // where the titles end with which the text begins
	behind int  // where those begin with which it ends; 0 for nowhere

	result, resultEnd int // where the text ends with what the tag Result says, if that is no usual one
}

// What scanner.result is where it is no place.
const (
	none     = -1
	unsought = -2 // any more; nor by the Finder, who has no whole text
)

func newScanner(text string) *scanner {
	s := new(scanner)
	s.reset(text)
	return s
}

// reset begins a text.
func (s *scanner) reset(text string) {
	*s = scanner{text: text, result: none, titles: titles(text), behind: trailer(text)}
}

// Next returns the next token; it never fails.
func (s *scanner) Next() (lexer.Token, error) {
	kind, at, end := s.next()
	return lexer.Token{Type: kind, Value: s.text[at:end], Pos: lexer.Position{Offset: at}}, nil
}

// next returns the kind of the next token and where it stands.
func (s *scanner) next() (kind lexer.TokenType, at, end int) {
	at = skipSpace(s.text, s.at)
	if at == len(s.text) {
		s.at = at
		return lexer.EOF, at, at
	}
	if s.at = at; !s.single && s.at >= s.titles {
		if s.at = s.row(at); s.at > at {
			return tokenRow, at, s.at
		}
	}
	if s.count++; s.count > maxTokens {
		s.at = len(s.text)
		return tokenTooLong, at, s.at
	}
	kind, s.at = s.scan(at)
	for start := s.at; s.depth > maxDepth && kind != tokenTag; start = s.at {
		// What is too deep is passed over, up to its ) or to a tag.
		if start = skipSpace(s.text, start); start == len(s.text) {
			return tokenTooDeep, at, s.at
		}
		deeper, end := s.scan(start)
		if deeper == tokenTag {
			return tokenTooDeep, at, s.at
		}
		kind, s.at = tokenTooDeep, end
	}
	return kind, at, s.at
}

var (
	// setup is a position within the movetext. The standard ends it at the next
	// /; towers have one of their own within the quotation marks.
	setup = regexp.MustCompile(`^/\s*(?:(?i:FEN)\s*"([^"]*)"|(?:(?i:FEN)\s*)?([WBwb?][^/]*?))\s*/`)
	// clock is a time in brackets, behind a move; no square is 0.
	clock = regexp.MustCompile(`^\(0?0:[0-5]\d(?::[0-5]\d)?\)`)
	// tag is one of a page's, about words and lines.
	tag = regexp.MustCompile(`^</?(?i:br|p|b|i|u|em|strong|span|div|pre|tt|code|font|center|hr|h[1-6])(?:\s[^<>\r\n]*)?/?>`)
	// badTag is a line that begins like a tag pair, with a name that is no
	// square or with a quotation mark: its name, if it has one, and its value.
	badTag = regexp.MustCompile(`^\[?[ \t]*(?:([A-Za-z]{2}\w*|\p{Cyrillic}{2,})|[^"]{0,40}")\s*[:=]?\s*"?(.*?)"?[ \t]*\]?[ \t]*$`)
)

// signs that sheets write behind a move (Adiukh 11, Ukrainian rules IV.4.2)
// and PDN has NAGs for.
const sheetMarks = "+=~#±∓∞⩲⩱≈-"

const dashes = "-–—−"

// scan returns the kind of the token that begins at byte at, which is no
// space, and where it ends.
func (s *scanner) scan(at int) (kind lexer.TokenType, end int) {
	text := s.text
	if at < s.titles || s.behind > 0 && at >= s.behind {
		return tokenTitle, at + len(strings.TrimRightFunc(text[at:word.LineEnd(text, at)], word.IsSpace))
	}
	if at == s.result && s.depth == 0 {
		return tokenResult, s.resultEnd
	}
	rest := text[at:]
	switch rest[0] {
	case '{':
		// PDN's comments do not nest.
		if i := strings.IndexByte(rest, '}'); i >= 0 {
			return tokenComment, at + i + 1
		}
		return tokenOpenComment, len(text)
	case '%':
		return tokenLine, word.LineEnd(text, at)
	case ';':
		return tokenSemicolon, word.LineEnd(text, at)
	case '[':
		return s.bracket(at)
	case '(':
		if n := 1 + leading(rest[1:], "!?"); n > 1 && strings.HasPrefix(rest[n:], ")") {
			return tokenStrength, at + n + 1
		}
		if strings.HasPrefix(rest, "(0") {
			if m := clock.FindString(rest[:min(len(rest), len("(00:00:00)"))]); m != "" {
				return tokenComment, at + len(m)
			}
		}
		s.depth++
		return tokenOpen, at + 1
	case ')':
		if s.depth == 0 {
			return tokenStray, at + 1
		}
		s.depth--
		return tokenClose, at + 1
	case '!', '?':
		n := leading(rest, "!?")
		if rest[0] == '?' && (at == 0 || strings.IndexByte(" \t\r\n.", text[at-1]) >= 0) {
			// A mark stands behind a move, not before one.
			if end := s.damaged(at + n); end > at+n && strings.Trim(text[at+n:end], sheetMarks) != "" {
				return tokenWord, end
			}
		}
		return tokenStrength, at + n
	case '$':
		return s.nag(at)
	case '*':
		if n := leading(rest, "*"); n == 2 {
			return tokenStray, at + n // Markdown's: **c3-b4**
		}
		return tokenStar, at + 1
	case '/':
		if m := setup.FindStringIndex(rest[:min(len(rest), maxSetup)]); m != nil {
			return tokenSetup, at + m[1]
		}
		if n := leading(rest, "/"); n > 1 {
			return tokenUnknown, at + n
		}
		return tokenStray, at + 1
	case '.':
		n := leading(rest, ".")
		if n == 1 {
			return tokenStray, at + 1
		}
		return tokenEllipsis, at + n
	case '<':
		if n := len(tag.FindString(rest[:min(len(rest), maxAside)])); n > 0 {
			return tokenMarkup, at + n
		}
		return s.aside(at)
	case '>':
		if s.atLine(at) {
			return tokenMarkup, at + 1
		}
	case '}', ']', '"', ',':
		return tokenStray, at + 1
	}
	if strings.HasPrefix(rest, ellipsis) {
		return tokenEllipsis, at + len(ellipsis)
	}
	return s.word(at)
}

// bracket reads what begins with [.
func (s *scanner) bracket(at int) (lexer.TokenType, int) {
	text := s.text
	atLine := s.atLine(at)
	if name, value := cut.TagPair(text[at:]); value > 0 && (s.depth == 0 || atLine) {
		quote, end, _ := valueEnd(text, at+value)
		if end == 0 && atLine {
			// A quotation mark in the value that is not escaped.
			line := text[at:word.LineEnd(text, at)]
			i := strings.LastIndexByte(line, ']')
			if q := len(strings.TrimRight(line[:max(i, 0)], " \t")) - 1; q > value && line[q] == '"' {
				quote, end = at+q, at+i+1
			}
		}
		if end > 0 {
			if s.result == none && isResultTag(name) {
				s.findResult(text[at+value : quote])
			}
			return tokenTag, end
		}
	}
	if atLine {
		if end, ok := splitTag(text[at:]); ok {
			return tokenBadTag, at + end
		}
		if end := word.LineEnd(text, at); badTag.MatchString(text[at:end]) {
			return tokenBadTag, end
		}
	}
	return s.aside(at)
}

// aside reads what stands in brackets of other kinds without being moves, a
// clock's command, a remark, the captured squares of 47x36 <42,29> (a proposal for
// a later PDN), or the bracket alone.
func (s *scanner) aside(at int) (lexer.TokenType, int) {
	text := s.text[at:min(len(s.text), at+maxAside)]
	n, close := 1, byte(']')
	if text[0] == '<' {
		n, close = n+leading(text[1:], digits+", ?.…"), '>'
	} else {
		command := strings.HasPrefix(text, "[%")
		for n < len(text) && text[n] != close && !word.IsEnd(text[n]) && (command || !word.IsDigit(text[n])) {
			n++
		}
	}
	if n == len(text) || text[n] != close {
		return tokenStray, at + 1
	}
	if isUnknown(text[1:n]) {
		return tokenUnknown, at + n + 1
	}
	return tokenStray, at + n + 1
}

// maxAside is the most bytes of what stands in other brackets.
const maxAside = 256

// maxDamaged is the most bytes of a move that is hurt.
const maxDamaged = 48

// damaged returns where the rest of a word ends that cannot be read: ?-f?, ?3-d4.
func (s *scanner) damaged(at int) int {
	end := at
	for end < len(s.text) {
		next := runEnd(s.text, end)
		switch rest := s.text[next:]; {
		case rest != "" && rest[0] == '?':
			next++
		case next == end && rest != "" && rest[0] == '/' && end > at:
			if r, _ := utf8.DecodeRuneInString(rest[1:]); !word.IsLetter(r) || len(rest) > 4 && strings.EqualFold(rest[1:4], "FEN") {
				return end
			}
			next++
		}
		if next == end || next > at+maxDamaged {
			break
		}
		end = next
	}
	return end
}

// isWhole says whether a run has two squares or more.
func isWhole(run string) bool {
	squares, digits, letters := 0, 0, 0
	for i := 0; i < len(run); i++ {
		switch c := run[i]; {
		case !word.IsDigit(c):
			letters++
		case i == 0 || !word.IsDigit(run[i-1]):
			squares++
			fallthrough
		default:
			digits++
		}
	}
	return digits > 0 && letters > 0 && word.IsDigit(run[len(run)-1]) && (squares > 1 || letters > 1) || letters == 0 && digits == 4
}

// atLine says whether nothing but blanks, and the signs of a quotation, stands before byte
// at in its line.
func (s *scanner) atLine(at int) bool {
	if at > 0 && word.IsEnd(s.text[at-1]) {
		return true
	}
	before := strings.TrimRight(s.text[max(0, at-64):at], " \t>")
	return before == "" && !s.within || before != "" && word.IsEnd(before[len(before)-1])
}

// valueEnd returns where the quotation mark stands that ends a tag's value,
// which goes on at byte at, and where the tag ends; 0, 0 where it does not, and
// whether the text is at an end before that is known. A value may go on over a
// line's end, but not behind a ], nor over a blank line, nor to another tag.
func valueEnd(text string, at int) (quote, end int, open bool) {
	for i := at; i < len(text); i++ {
		if !valueSigns[text[i]] {
			continue
		}
		switch text[i] {
		case '\\':
			i++
		case '"':
			if end = skipSpace(text, i+1); end < len(text) && text[end] == ']' {
				return i, end + 1, false
			}
			return 0, 0, false
		case '\n', '\r':
			j := i + 1
			if strings.HasPrefix(text[i:], "\r\n") {
				j++
			}
			j += leading(text[j:], " \t")
			if endsTag(text[at:i]) || j == len(text) || word.IsEnd(text[j]) || text[j] == '[' {
				return 0, 0, false
			}
		}
	}
	return 0, 0, !endsTag(text[at:])
}

// valueSigns are the bytes that mean something in a tag's value.
var valueSigns = word.ByteSet("\\\"\n\r")

// endsTag says whether a line of a tag's value is its last, though no quotation
// mark says so.
func endsTag(line string) bool { return strings.HasSuffix(strings.TrimRight(line, " \t"), "]") }

// findResult finds where the text ends with a result of the tag Result that is
// none of PDN's. So "4-6" is a result where the tag says so, and a move
// elsewhere.
func (s *scanner) findResult(value string) {
	value = strings.TrimFunc(value, word.IsSpace)
	if s.result != none || len(value) > maxResult || strings.Trim(value, digits) == "" {
		return
	}
	if _, usual := usualResult(value); usual || !told(ParseResult(value)) {
		return
	}
	s.result = unsought // by another tag
	for from := s.at + 1; ; {
		i := strings.Index(s.text[from:], value)
		if i < 0 {
			return
		}
		i += from
		end := i + len(value)
		rest := skipSpace(s.text, end)
		if skipSpace(s.text, i-1) == i && (rest == len(s.text) || rest > end && strings.IndexByte("*{%;", s.text[rest]) >= 0) {
			s.result, s.resultEnd = i, end // the last of them
		}
		from = i + 1
	}
}
