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

// The token kinds of a move word.
const (
	TokenBad       lexer.TokenType = iota + 1 // not part of any word: places the grammar's error
	TokenDash                                 // the sign of a quiet move
	tokenTake                                 // the sign of a capture
	TokenSquare                               // a file and a rank: c3
	tokenFile                                 // a file alone: the c of cb4
	tokenNumber                               // a square's number: 12
	tokenPromotion                            // D, after the square where a man becomes a king
)

// Tokens describes the tokens for EBNF, in order.
var Tokens = []Token{
	{Name: "Square", Kind: TokenSquare, About: "a file and a rank, a1 to l12"},
	{Name: "File", Kind: tokenFile, About: "a file alone, a to l"},
	{Name: "Number", Kind: tokenNumber, About: "the number of a square, 1 to 99"},
	{Name: "Dash", Kind: TokenDash, About: "the sign of a quiet move, - or a dash of another kind; spaces may stand around it"},
	{Name: "Take", Kind: tokenTake, About: "the sign of a capture, : or x or ×; spaces may stand around it"},
	{Name: "Promotion", Kind: tokenPromotion, About: "D or Д, the mark of a man that becomes a king"},
}

// Token is a token kind of a language, with its name and its description for EBNF.
type Token struct {
	Name  string
	Kind  lexer.TokenType
	About string
}

// Definition is the lexer.Definition of a language whose tokens are passed to ParseTokens.
type Definition struct{ Tokens []Token }

// Symbols implements lexer.Definition.
func (d Definition) Symbols() map[string]lexer.TokenType {
	symbols := map[string]lexer.TokenType{"EOF": lexer.EOF, "Bad": TokenBad}
	for _, t := range d.Tokens {
		symbols[t.Name] = t.Kind
	}
	return symbols
}

// Lex implements lexer.Definition. It is never called.
func (Definition) Lex(string, io.Reader) (lexer.Lexer, error) { return nil, errors.ErrUnsupported }

// NewGrammar returns a function that returns the parser of a language, which is built on first use
// with the given number of tokens of lookahead.
func NewGrammar[G any](tokens []Token, lookahead int) func() *participle.Parser[G] {
	return sync.OnceValue(func() *participle.Parser[G] {
		return participle.MustBuild[G](participle.Lexer(Definition{tokens}), participle.UseLookahead(lookahead))
	})
}

// ParseTokens parses tokens; the last must be EOF. If err is not nil, at is the byte offset of the
// token that does not fit.
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

// Memo caches values by keys whose bits vary: parsing with a grammar takes some 15 us, and most
// texts have few forms. It is safe for concurrent use.
type Memo[V any] [1 << memoBits]atomic.Pointer[remembered[V]]

const memoBits = 11

type remembered[V any] struct {
	key   uint64
	value V
}

// Of returns the value of a key, which make computes if it is not cached.
func (m *Memo[V]) Of(key uint64, make func() V) V {
	place := &m[key*0x9e3779b97f4a7c15>>(64-memoBits)]
	known := place.Load()
	if !FastPath || known == nil || known.key != key {
		known = &remembered[V]{key, make()}
		place.Store(known)
	}
	return known.value
}

// tokensOf cuts a move word into tokens with values in the spelling of the notation: the token for
// "аЗ" has the value "a3". The repairs list the changes. Offsets are in bytes of text. If numeric
// is set, squares are numbers, and every character that can be a digit is read as one.
func tokensOf(text string, numeric bool) ([]lexer.Token, []record.Repair) {
	l := wordLexer{text: text, numeric: numeric, tokens: make([]lexer.Token, 0, 8)} // few words have more
	for at := 0; at < len(text); {
		at = l.next(at)
	}
	l.emit(lexer.EOF, len(text), len(text), "", "")
	return l.tokens, l.repairs
}

// Place returns the square, of a letter and digits or a number, that a text is or looks like, with
// its repairs.
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

// peek returns the character at byte i and its width, which is 0 at the end.
func (l *wordLexer) peek(i int) (rune, int) { return utf8.DecodeRuneInString(l.text[i:]) }

// skip returns the offset of the first character at or after i for which is returns false.
func (l *wordLexer) skip(i int, is func(rune) bool) int {
	return len(l.text) - len(strings.TrimLeftFunc(l.text[i:], is))
}

// rankAt reports whether the character at byte i can only be the digit of a rank. A look-alike that
// is also a file letter counts as a digit if no digit follows it.
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

// signAt returns the kind and the width of the sign at byte i and the code of its repair, or zeros
// if there is no sign.
func (l *wordLexer) signAt(i int) (kind lexer.TokenType, width int, code record.Code) {
	r, w := l.peek(i)
	switch {
	case IsDash(r):
		end := l.skip(i, IsDash)
		if l.text[i:end] != "-" {
			code = record.DashKind
		}
		return TokenDash, end - i, code
	case (r == 'х' || r == 'Х') && (l.numeric || i > 0 && !l.rankAt(i+w)): // otherwise a file: "х6", "gх6"
		return tokenTake, w, record.LookAlike
	case strings.HasPrefix(l.text[i:], timesCommand):
		return tokenTake, len(timesCommand), record.LookAlike
	}
	if code, ok := TakeOf(r); ok {
		return tokenTake, w, code
	}
	return 0, 0, ""
}

// timesCommand is × in TeX, and in scanned books (Ukrainian rules II.3.10).
const timesCommand = `\times`

// next reads the token at byte at and returns its end.
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
		// Spaces belong to the adjacent sign: "1: 9", "3- 6", "5 x 14".
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
	for l.numeric || l.rankAt(end) { // up to a character that is more likely a file
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

// emit adds the token from start to end. If code is not "", it is a repair with that value.
func (l *wordLexer) emit(kind lexer.TokenType, start, end int, value string, code record.Code) int {
	l.repair(code, l.text[start:end], value)
	l.tokens = append(l.tokens, lexer.Token{Type: kind, Value: value, Pos: lexer.Position{Offset: start}})
	return end
}

// repair records once that from is read as to, unless code is "".
func (l *wordLexer) repair(code record.Code, from, to string) {
	repair := record.Repair{Code: code, From: from, To: to}
	if code != "" && !slices.Contains(l.repairs, repair) {
		l.repairs = append(l.repairs, repair)
	}
}
