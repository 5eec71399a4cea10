package word

import (
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/record"
)

// The kinds of token that a move word is made of.
const (
	TokenBad       lexer.TokenType = iota + 1 // what no word contains: gives the grammar's error its place
	TokenDash                                 // the sign of a quiet move
	tokenTake                                 // the sign of a capture
	TokenSquare                               // a file and a rank: c3
	tokenFile                                 // a file alone: the c of cb4
	tokenNumber                               // a square's number: 12
	tokenPromotion                            // D, after the square where a man becomes a king
)

// Tokens describes the tokens for EBNF, in its order.
var Tokens = []Token{
	{Name: "Square", Kind: TokenSquare, About: "a file and a rank, a1 to l12"},
	{Name: "File", Kind: tokenFile, About: "a file alone, a to l"},
	{Name: "Number", Kind: tokenNumber, About: "the number of a square, 1 to 99"},
	{Name: "Dash", Kind: TokenDash, About: "the sign of a quiet move, - or a dash of another kind; spaces may stand around it"},
	{Name: "Take", Kind: tokenTake, About: "the sign of a capture, : or x or ×; spaces may stand around it"},
	{Name: "Promotion", Kind: tokenPromotion, About: "D or Д, the mark of a man that becomes a king"},
}

// Token is a kind of token of one language with its name and, for EBNF, what it is.
type Token struct {
	Name  string
	Kind  lexer.TokenType
	About string
}

// Definition is the lexer.Definition of a language whose tokens ParseTokens is given.
type Definition struct{ Tokens []Token }

// Symbols is lexer.Definition's.
func (d Definition) Symbols() map[string]lexer.TokenType {
	symbols := map[string]lexer.TokenType{"EOF": lexer.EOF, "Bad": TokenBad}
	for _, t := range d.Tokens {
		symbols[t.Name] = t.Kind
	}
	return symbols
}

// Lex is lexer.Definition's, and is not called.
func (Definition) Lex(string, io.Reader) (lexer.Lexer, error) { return nil, errors.ErrUnsupported }

// NewGrammar returns what returns the parser of a language of tokens, which is built when it is
// first needed. UseLookahead has that many tokens.
func NewGrammar[G any](tokens []Token, lookahead int) func() *participle.Parser[G] {
	return sync.OnceValue(func() *participle.Parser[G] {
		return participle.MustBuild[G](participle.Lexer(Definition{tokens}), participle.UseLookahead(lookahead))
	})
}

// ParseTokens parses tokens, the last of which is EOF. Where the error is not nil, at is the
// byte offset of the token that does not fit.
func ParseTokens[G any](grammar *participle.Parser[G], tokens []lexer.Token, options ...participle.ParseOption) (tree *G, at int, err error) {
	upgraded, err := lexer.Upgrade(new(TokenList(tokens)))
	if err == nil {
		tree, err = grammar.ParseFromLexer(upgraded, options...)
	}
	var syntax participle.Error
	if errors.As(err, &syntax) {
		at = syntax.Position().Offset
	}
	return tree, at, err
}

// Memo keeps what was made last of keys whose bits vary: a grammar takes some 15 us, and most
// texts are of few forms. It is safe for concurrent use.
type Memo[V any] [1 << memoBits]atomic.Pointer[remembered[V]]

const memoBits = 11

type remembered[V any] struct {
	key   uint64
	value V
}

// Of returns what is made of a key.
func (m *Memo[V]) Of(key uint64, make func() V) V {
	place := &m[key*0x9e3779b97f4a7c15>>(64-memoBits)]
	known := place.Load()
	if !FastPath || known == nil || known.key != key {
		known = &remembered[V]{key, make()}
		place.Store(known)
	}
	return known.value
}

// tokensOf cuts a move word into tokens whose values are spelled as the notation has them: the
// token for "аЗ" has the value "a3". The repairs are what was respelled. Offsets count bytes of
// text. Where squares are numbers, every character that can be a digit is one.
func tokensOf(text string, numeric bool) ([]lexer.Token, []record.Repair) {
	l := wordLexer{text: text, numeric: numeric, tokens: make([]lexer.Token, 0, 8)} // few words have more
	for at := 0; at < len(text); {
		at = l.next(at)
	}
	l.emit(lexer.EOF, len(text), len(text), "", "")
	return l.tokens, l.repairs
}

// Place returns the square of a letter and digits, or the number, that a text is or looks like,
// and what of it is repaired.
func Place(text string, numeric bool) (name string, repairs []record.Repair, ok bool) {
	if !numeric && len(text) > maxSquare {
		return "", nil, false
	}
	tokens, repairs := tokensOf(text, numeric)
	t := tokens[0]
	return t.Value, repairs, len(tokens) == 2 && (t.Type == TokenSquare || t.Type == tokenNumber)
}

type wordLexer struct {
	text    string
	numeric bool // squares are numbers
	tokens  []lexer.Token
	repairs []record.Repair
}

// peek returns the character at byte i and its width, 0 at the end.
func (l *wordLexer) peek(i int) (rune, int) { return utf8.DecodeRuneInString(l.text[i:]) }

// skip returns the offset of the first character from i on that is not in a set.
func (l *wordLexer) skip(i int, is func(rune) bool) int {
	return len(l.text) - len(strings.TrimLeftFunc(l.text[i:], is))
}

// rankAt says whether the character at byte i can only be a rank's digit: a
// look-alike that is also a file's letter is one where no digit follows it.
func (l *wordLexer) rankAt(i int) bool {
	r, w := l.peek(i)
	_, _, digit := DigitOf(r)
	_, _, file := FileOf(r)
	if digit && file {
		next, _ := l.peek(i + w)
		_, _, file = DigitOf(next)
	}
	return digit && !file
}

// signAt returns the kind and the width of the sign at byte i, and how it was
// repaired; 0 where there is none.
func (l *wordLexer) signAt(i int) (kind lexer.TokenType, width int, code record.Code) {
	r, w := l.peek(i)
	switch {
	case IsDash(r):
		end := l.skip(i, IsDash)
		if l.text[i:end] != "-" {
			code = record.DashKind
		}
		return TokenDash, end - i, code
	case (r == 'х' || r == 'Х') && (l.numeric || i > 0 && !l.rankAt(i+w)): // else a file: "х6", "gх6"
		return tokenTake, w, record.LookAlike
	case strings.HasPrefix(l.text[i:], timesCommand):
		return tokenTake, len(timesCommand), record.LookAlike
	}
	if code, ok := TakeOf(r); ok {
		return tokenTake, w, code
	}
	return 0, 0, ""
}

// timesCommand is how TeX writes ×, and how scanned books have it (Ukrainian rules II.3.10).
const timesCommand = `\times`

// next reads the token that begins at byte at and returns where it ends.
func (l *wordLexer) next(at int) (end int) {
	last := lexer.EOF
	if len(l.tokens) > 0 {
		last = l.tokens[len(l.tokens)-1].Type
	}
	start := l.skip(at, IsSpace)
	r, w := l.peek(start)
	kind, width, code := l.signAt(start)
	switch {
	case start > at && (at == 0 || w == 0 || last != TokenDash && last != tokenTake && kind == 0):
		// Spaces belong to the sign that they are beside: "1: 9", "3- 6", "5 x 14".
		return l.emit(TokenBad, at, start, l.text[at:start], "")
	case kind == TokenDash:
		return l.emit(kind, start, start+width, "-", code)
	case kind == tokenTake:
		return l.emit(kind, start, start+width, ":", code)
	case strings.ContainsRune("DdДд", r) && (last == TokenSquare || last == tokenNumber) && (l.numeric || !l.rankAt(start+w)):
		if r == 'd' || r == 'д' {
			code = record.LetterCase
		}
		return l.emit(tokenPromotion, start, start+w, "D", code)
	}
	value := ""
	end, kind = start, TokenBad
	spell := func(as byte, code record.Code, width int) {
		l.repair(code, l.text[end:end+width], string(rune(as)))
		value += string(rune(as))
		end += width
	}
	if file, code, ok := FileOf(r); ok && !l.numeric {
		spell(file, code, w)
		kind = tokenFile
	}
	for l.numeric || l.rankAt(end) { // before a character that is rather a file's letter
		r, w := l.peek(end)
		digit, code, ok := DigitOf(r)
		if !ok {
			break
		}
		spell(digit, code, w)
	}
	switch {
	case end == start:
		return l.emit(TokenBad, start, start+w, l.text[start:start+w], "")
	case l.numeric:
		kind = tokenNumber
	case kind == tokenFile && len(value) > 1:
		kind = TokenSquare
	}
	return l.emit(kind, start, end, value, "")
}

// emit takes a token of the text from start to end, as which it is read by a repair if code is one.
func (l *wordLexer) emit(kind lexer.TokenType, start, end int, value string, code record.Code) int {
	l.repair(code, l.text[start:end], value)
	l.tokens = append(l.tokens, lexer.Token{Type: kind, Value: value, Pos: lexer.Position{Offset: start}})
	return end
}

// repair notes once that from is read as to; with the code "" it is read as it is.
func (l *wordLexer) repair(code record.Code, from, to string) {
	repair := record.Repair{Code: code, From: from, To: to}
	if code != "" && !slices.Contains(l.repairs, repair) {
		l.repairs = append(l.repairs, repair)
	}
}
