package find

import (
	"io"
	"maps"
	"regexp"
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
var tokens = grammar.Tokens(tokenWord,
	"Word", "a word of the language",
	"Name", "any other word, a letter, and letters, digits, _ and - within: a3, a name of let, a verdict, a variant",
	"Number", "digits; $name where the value given for it is digits",
	"Hash", "0x and up to 16 digits of base 16",
	"Text", `"in double quotes", \" being a quote within; $name for any other value given for it`,
	"Operator", "= != < <= > >=",
	"Plus", "+",
	"Minus", "-",
	"Comma", ",",
	"Semicolon", ";",
	"Open", "(",
	"Close", ")",
)

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

// The groups of tokenPattern.
const (
	groupName = 1 + iota
	groupHash
	groupNumber
	groupText
	groupValue
	groupOperator
	groupSign
)

// tokenPattern is a token, or space, where it begins a text. Within a name a - stands
// between letters only.
var tokenPattern = regexp.MustCompile(`(?s)^(?:[\s\x{0B}\x{85}\pZ]+|(\pL[\pL0-9_]*(?:-\pL[\pL0-9_]*)*)|(0[xX][0-9a-fA-F]*)|([0-9]+)` +
	`|("(?:[^"\\]|\\.)*")|(\$[\pL0-9_]*)|([<>!]=|[=<>])|([-+,;()]))`)

var signs = map[string]lexer.TokenType{
	"+": tokenPlus, "-": tokenMinus, ",": tokenComma, ";": tokenSemicolon, "(": tokenOpen, ")": tokenClose,
}

// otherSigns has what the language says for signs that people use.
var otherSigns = map[rune]string{
	'&': "and", '|': "or", '–': "-", '—': "-", '−': "-", '≤': "<=", '≥': ">=", '≠': "!=",
	'“': `"`, '”': `"`, '„': `"`, '«': `"`, '»': `"`, '[': "(", ']': ")", '{': "(", '}': ")",
}

// tokensOf cuts a query into its tokens. Words are in small letters; a text keeps
// its quotes, so that it is no word of the language.
func tokensOf(text string, values map[string]string) (list []lexer.Token, fault *Error) {
	if len(text) > maxLen {
		return nil, &Error{Query: text[:maxLen], At: maxLen, What: message.Of("query.too-long", "n", len(text), "most", maxLen)}
	}
	if !utf8.ValidString(text) {
		at := 0
		for {
			r, size := utf8.DecodeRuneInString(text[at:])
			if r == utf8.RuneError && size == 1 {
				break
			}
			at += size
		}
		return nil, &Error{Query: text, At: at, Len: 1, What: message.Of("query.no-text")}
	}
	depth := 0
	for at := 0; at < len(text); {
		groups := tokenPattern.FindStringSubmatchIndex(text[at:])
		if groups == nil {
			return nil, noToken(text, at)
		}
		group := 0
		for n := groupName; n <= groupSign; n++ {
			if groups[2*n] >= 0 {
				group = n
			}
		}
		end := at + groups[1]
		t := lexer.Token{Value: text[at:end], Pos: lexer.Position{Offset: at, Line: 1, Column: at + 1}}
		switch group {
		case groupName:
			t.Type, t.Value = tokenName, strings.ToLower(t.Value)
			if slices.Contains(keywords(), t.Value) {
				t.Type = tokenWord
			}
		case groupHash:
			t.Type = tokenHash
			if n := len(t.Value) - len("0x"); n < 1 || n > 16 {
				return nil, &Error{Query: text, At: at, Len: end - at, What: message.Of("query.hash-digits")}
			}
		case groupNumber:
			t.Type = tokenNumber
		case groupText:
			t.Type = tokenText
		case groupValue:
			if t.Type, t.Value, fault = valueOf(text, at, end, values); fault != nil {
				return nil, fault
			}
		case groupOperator:
			t.Type = tokenOperator
		case groupSign:
			t.Type = signs[t.Value]
			depth += strings.Count(t.Value, "(") - strings.Count(t.Value, ")")
		}
		switch {
		case depth > maxDepth:
			return nil, &Error{Query: text, At: at, Len: 1, What: message.Of("query.deep", "most", maxDepth)}
		case group != 0 && len(list) == maxTokens:
			return nil, &Error{Query: text, At: at, Len: end - at, What: message.Of("query.many-words", "most", maxTokens)}
		case group != 0:
			list = append(list, t)
		}
		at = end
	}
	return append(list, lexer.EOFToken(lexer.Position{Offset: len(text), Line: 1, Column: len(text) + 1})), nil
}

// noToken says that no token begins at a place.
func noToken(text string, at int) *Error {
	switch c, size := utf8.DecodeRuneInString(text[at:]); {
	case c == '"':
		return &Error{Query: text, At: at, Len: len(text) - at, What: message.Of("query.no-end")}
	case c == '!':
		return &Error{Query: text, At: at, Len: 1, What: message.Of("query.exclamation")}
	case !unicode.IsPrint(c):
		return &Error{Query: text, At: at, Len: size, What: message.Of("query.nothing", "sign", message.Verbatim(strconv.QuoteRune(c)))}
	default:
		sign := show(text[at : at+size])
		return &Error{Query: text, At: at, Len: size, What: message.Of("query.nothing", "sign", sign), Meant: otherSigns[c]}
	}
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
		if near := nearest(name, slices.Collect(maps.Keys(values))); near != "" {
			e.Meant = "$" + near
		}
		return 0, "", e
	case len(value) > maxLen || !utf8.ValidString(value):
		return 0, "", &Error{Query: text, At: at, Len: end - at, What: message.Of("query.wrong-value", "name", name, "most", maxLen)}
	case value != "" && strings.Trim(value, "0123456789") == "":
		return tokenNumber, value, nil
	}
	return tokenText, quote(value), nil
}

var quoting = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func quote(value string) string { return `"` + quoting.Replace(value) + `"` }

var escaped = regexp.MustCompile(`(?s)\\(.)`)

// unquote returns the text that stands in quotes.
func unquote(token string) string { return escaped.ReplaceAllString(token[1:len(token)-1], "$1") }
