package find

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// The kinds of token.
const (
	tokenWord lexer.TokenType = iota + 200
	tokenName
	tokenNumber
	tokenHash
	tokenText
	tokenOperator
	tokenPlus
	tokenMinus
	tokenComma
	tokenSemicolon
	tokenOpen
	tokenClose
)

// tokens are the kinds of token in the order of EBNF.
var tokens = []grammar.Token{
	{Name: "Word", Kind: tokenWord, About: "a word of the language"},
	{Name: "Name", Kind: tokenName, About: "any other word, a letter, and letters, digits, _ and - within: a3, a name of let, a verdict, a variant"},
	{Name: "Number", Kind: tokenNumber, About: "digits; $name where the value given for it is digits"},
	{Name: "Hash", Kind: tokenHash, About: "0x and up to 16 digits of base 16"},
	{Name: "Text", Kind: tokenText, About: `"in double quotes", \" being a quote within; $name for any other value given for it`},
	{Name: "Operator", Kind: tokenOperator, About: "= != < <= > >="},
	{Name: "Plus", Kind: tokenPlus, About: "+"},
	{Name: "Minus", Kind: tokenMinus, About: "-"},
	{Name: "Comma", Kind: tokenComma, About: ","},
	{Name: "Semicolon", Kind: tokenSemicolon, About: ";"},
	{Name: "Open", Kind: tokenOpen, About: "("},
	{Name: "Close", Kind: tokenClose, About: ")"},
}

// The limits of a query.
const (
	maxLen        = 8192    // bytes of it
	maxTokens     = 1024    // of its words and signs
	maxDepth      = 40      // of brackets within brackets
	maxNumber     = 1000000 // that it may name
	maxConditions = 4096    // with names put in and images taken
)

// definition is the lexer as participle wants it, which is given the tokens themselves:
// see parse.
type definition struct{}

func (definition) Symbols() map[string]lexer.TokenType { return grammar.Symbols(tokens) }

func (definition) Lex(_ string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxLen+1))
	if err != nil {
		return nil, err
	}
	list, fault := tokensOf(string(text), nil)
	if fault != nil {
		return nil, fault
	}
	return grammar.Lexer(list), nil
}

// parse is a grammar's reading of tokens.
func parse[T any](parser *participle.Parser[T], tokens []lexer.Token) (*T, error) {
	upgraded, err := lexer.Upgrade(grammar.Lexer(tokens))
	if err != nil {
		return nil, err
	}
	return parser.ParseFromLexer(upgraded)
}

var signs = map[byte]lexer.TokenType{
	'+': tokenPlus, '-': tokenMinus, ',': tokenComma, ';': tokenSemicolon, '(': tokenOpen, ')': tokenClose,
}

// otherSigns has what the language says for signs that people use.
var otherSigns = map[rune]string{
	'&': "and", '|': "or", '–': "-", '—': "-", '−': "-", '≤': "<=", '≥': ">=", '≠': "!=",
	'“': `"`, '”': `"`, '„': `"`, '«': `"`, '»': `"`, '[': "(", ']': ")", '{': "(", '}': ")",
}

// tokensOf cuts a query into its tokens. Words are in small letters; a text keeps
// its quotes, so that it is no word of the language.
func tokensOf(text string, values map[string]string) ([]lexer.Token, *Error) {
	if len(text) > maxLen {
		return nil, &Error{Query: text[:maxLen], At: maxLen, What: message.Of("query.too-long", "n", len(text), "most", maxLen)}
	}
	if at := invalid(text); at >= 0 {
		return nil, &Error{Query: text, At: at, Len: 1, What: message.Of("query.no-text")}
	}
	var list []lexer.Token
	depth := 0
	for at := 0; at < len(text); {
		c, size := utf8.DecodeRuneInString(text[at:])
		if unicode.IsSpace(c) {
			at += size
			continue
		}
		kind, end, value := lexer.TokenType(0), at+size, ""
		switch {
		case unicode.IsLetter(c):
			kind, end = tokenName, wordEnd(text, at)
			if value = strings.ToLower(text[at:end]); slices.Contains(keywords(), value) {
				kind = tokenWord
			}
		case c == '0' && end < len(text) && text[end]|0x20 == 'x':
			kind, end = tokenHash, after(text, end+1, func(c rune) bool { return unicode.Is(unicode.ASCII_Hex_Digit, c) })
			if n := end - at - len("0x"); n < 1 || n > 16 {
				return nil, &Error{Query: text, At: at, Len: end - at, What: message.Of("query.hash-digits")}
			}
		case c >= '0' && c <= '9':
			kind, end = tokenNumber, after(text, at, isDigit)
		case c == '"':
			for end < len(text) && text[end] != '"' {
				if text[end] == '\\' && end+1 < len(text) {
					end++
				}
				end++
			}
			if end >= len(text) {
				return nil, &Error{Query: text, At: at, Len: len(text) - at, What: message.Of("query.no-end")}
			}
			kind, end = tokenText, end+1
		case c == '$':
			end = after(text, end, func(c rune) bool { return unicode.IsLetter(c) || isDigit(c) || c == '_' })
			var e *Error
			if kind, value, e = valueOf(text, at, end, values); e != nil {
				return nil, e
			}
		case c == '=':
			kind = tokenOperator
		case c == '<' || c == '>' || c == '!':
			kind = tokenOperator
			if strings.HasPrefix(text[end:], "=") {
				end++
			} else if c == '!' {
				return nil, &Error{Query: text, At: at, Len: 1, What: message.Of("query.exclamation")}
			}
		default:
			if c < utf8.RuneSelf {
				kind = signs[byte(c)]
			}
		}
		if kind == 0 {
			sign := show(text[at:end])
			if !unicode.IsPrint(c) {
				sign = message.Verbatim(strconv.QuoteRune(c))
			}
			return nil, &Error{Query: text, At: at, Len: size, What: message.Of("query.nothing", "sign", sign), Meant: otherSigns[c]}
		}
		if kind == tokenOpen {
			depth++
		} else if kind == tokenClose {
			depth--
		}
		switch {
		case depth > maxDepth:
			return nil, &Error{Query: text, At: at, Len: 1, What: message.Of("query.deep", "most", maxDepth)}
		case len(list) == maxTokens:
			return nil, &Error{Query: text, At: at, Len: end - at, What: message.Of("query.many-words", "most", maxTokens)}
		}
		if value == "" {
			value = text[at:end]
		}
		list = append(list, lexer.Token{Type: kind, Value: value, Pos: lexer.Position{Offset: at, Line: 1, Column: at + 1}})
		at = end
	}
	end := lexer.Position{Offset: len(text), Line: 1, Column: len(text) + 1}
	return append(list, lexer.Token{Type: lexer.EOF, Pos: end}), nil
}

// invalid returns where a text is not UTF-8, -1 where all of it is.
func invalid(text string) int {
	for at, c := range text {
		if c == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[at:]); size == 1 {
				return at
			}
		}
	}
	return -1
}

// valueOf returns the token for a name with $ before it.
func valueOf(text string, at, end int, values map[string]string) (lexer.TokenType, string, *Error) {
	name := text[at+1 : end]
	value, ok := values[name]
	switch {
	case name == "":
		return 0, "", &Error{Query: text, At: at, Len: 1, What: message.Of("query.name-behind")}
	case !ok:
		e := &Error{Query: text, At: at, Len: end - at, What: message.Of("query.no-value", "name", name)}
		names := make([]string, 0, len(values))
		for name := range values {
			names = append(names, name)
		}
		if near := nearest(name, names); near != "" {
			e.Meant = "$" + near
		}
		return 0, "", e
	case len(value) > maxLen || invalid(value) >= 0:
		return 0, "", &Error{Query: text, At: at, Len: end - at, What: message.Of("query.wrong-value", "name", name, "most", maxLen)}
	case value != "" && strings.Trim(value, "0123456789") == "":
		return tokenNumber, value, nil
	}
	return tokenText, quote(value), nil
}

var quoting = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func quote(value string) string { return `"` + quoting.Replace(value) + `"` }

// unquote returns the text that stands in quotes.
func unquote(token string) string {
	token = token[1 : len(token)-1]
	if !strings.Contains(token, `\`) {
		return token
	}
	var b strings.Builder
	for i := 0; i < len(token); i++ {
		if token[i] == '\\' && i+1 < len(token) {
			i++
		}
		b.WriteByte(token[i])
	}
	return b.String()
}

func isDigit(c rune) bool { return c >= '0' && c <= '9' }

// after returns where the characters end of which is says that they are.
func after(text string, at int, is func(rune) bool) int {
	for i, c := range text[at:] {
		if !is(c) {
			return at + i
		}
	}
	return len(text)
}

// wordEnd returns where the word ends that begins at a byte: a - is within it
// between letters only.
func wordEnd(text string, at int) int {
	for {
		at = after(text, at, func(c rune) bool { return unicode.IsLetter(c) || isDigit(c) || c == '_' })
		if at >= len(text) || text[at] != '-' {
			return at
		}
		if c, _ := utf8.DecodeRuneInString(text[at+1:]); !unicode.IsLetter(c) {
			return at
		}
		at++
	}
}
