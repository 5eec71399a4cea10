package find

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// rules returns the tokens, and space, in the order in which they are tried. A - within a name
// must precede a letter. tokensOf determines which names are words of the language.
var rules = sync.OnceValue(func() *lexer.StatefulDefinition {
	return lexer.MustSimple([]lexer.SimpleRule{
		{Name: "space", Pattern: `[\s\x{0B}\x{85}\pZ]+`},
		{Name: "Name", Pattern: `\pL[\pL0-9_]*(?:-\pL[\pL0-9_]*)*`},
		{Name: "Hash", Pattern: `0[xX][0-9a-fA-F]*`},
		{Name: "Number", Pattern: `[0-9]+`},
		{Name: "Text", Pattern: `(?s)"(?:[^"\\]|\\.)*"`},
		{Name: "Value", Pattern: `\$[\pL0-9_]*`},
		{Name: "Operator", Pattern: `[<>!]=|[=<>]`},
		{Name: "Plus", Pattern: `\+`}, {Name: "Minus", Pattern: `-`}, {Name: "Comma", Pattern: `,`},
		{Name: "Semicolon", Pattern: `;`}, {Name: "Open", Pattern: `\(`}, {Name: "Close", Pattern: `\)`},
		{Name: "Unended", Pattern: `(?s)".*`}, {Name: "Exclamation", Pattern: `!`}, {Name: "Other", Pattern: `(?s).`},
		{Name: "Word", Pattern: `[^\s\S]`}, // none
	})
})

// kind returns the type of the tokens of a rule.
func kind(rule string) lexer.TokenType { return rules().Symbols()[rule] }

// tokens are the kinds of token in the order of EBNF.
var tokens = grammar.Tokens(0,
	"Word", "a word of the language",
	"Name", "any other word, a letter, and letters, digits, _ and - within: a3, a name of let, a verdict, a variant",
	"Number", "digits; $name where the value given for it is digits",
	"Hash", "0x and up to 16 digits of base 16",
	"Text", `"in double quotes", \" being a quote within; $name for any other value given for it`,
	"Operator", "= != < <= > >=",
	"Plus", "+", "Minus", "-", "Comma", ",", "Semicolon", ";", "Open", "(", "Close", ")",
)

// The limits of a query.
const (
	maxLen        = 8192    // length in bytes
	maxTokens     = 1024    // words and signs
	maxDepth      = 40      // nested brackets
	maxNumber     = 1000000 // greatest number
	maxConditions = 4096    // including the meanings of names and images
)

// parse parses tokens by a grammar.
func parse[T any](parser *participle.Parser[T], tokens []lexer.Token) (*T, error) {
	upgraded, err := lexer.Upgrade(grammar.Lexer(tokens))
	if err != nil {
		return nil, err
	}
	return parser.ParseFromLexer(upgraded)
}

// tokensOf splits a query into tokens. Words become lower case; a text keeps its quotes, so that
// it is not a word of the language.
func tokensOf(text string, values map[string]string) (list []lexer.Token, fault *Error) {
	if len(text) > maxLen {
		return nil, &Error{Query: text[:maxLen], At: maxLen, What: message.Of("query.too-long", "n", len(text), "most", maxLen)}
	}
	for at, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[at:], string(r)) {
			return nil, &Error{Query: text, At: at, Len: 1, What: message.Of("query.no-text")}
		}
	}
	lex, err := rules().LexString("", text)
	if err == nil {
		list, err = lexer.ConsumeAll(lex)
	}
	if err != nil {
		panic(err) // the rules match every character
	}
	depth := 0
	for i := range list {
		t := &list[i]
		at, end := t.Pos.Offset, t.Pos.Offset+len(t.Value)
		wrong := func(what message.ID, args ...any) *Error {
			return &Error{Query: text, At: at, Len: end - at, What: message.Of(what, args...)}
		}
		switch t.Type {
		case kind("Name"):
			if t.Value = strings.ToLower(t.Value); slices.Contains(keywords(), t.Value) {
				t.Type = kind("Word")
			}
		case kind("Hash"):
			if n := len(t.Value) - len("0x"); n < 1 || n > 16 {
				return nil, wrong("query.hash-digits")
			}
		case kind("Value"):
			if t.Type, t.Value, fault = valueOf(t.Value[1:], values, wrong); fault != nil {
				return nil, fault
			}
		case kind("Open"):
			if depth++; depth > maxDepth {
				return nil, wrong("query.deep", "most", maxDepth)
			}
		case kind("Close"):
			depth--
		case kind("Unended"):
			return nil, wrong("query.no-end")
		case kind("Exclamation"):
			return nil, wrong("query.exclamation")
		case kind("Other"):
			fault = wrong("query.nothing", "sign", show(t.Value))
			if fault.Meant = otherwise()[t.Value]; strings.IndexFunc(t.Value, unicode.IsPrint) < 0 {
				fault.What = message.Of("query.nothing", "sign", message.Quoted(t.Value))
			}
			return nil, fault
		}
		if i == maxTokens && !t.EOF() {
			return nil, wrong("query.many-words", "most", maxTokens)
		}
	}
	return list, nil
}

// valueOf returns the token for a name with $. wrong makes an Error at the name.
func valueOf(name string, values map[string]string, wrong func(message.ID, ...any) *Error) (lexer.TokenType, string, *Error) {
	value, ok := values[name]
	switch {
	case name == "":
		return 0, "", wrong("query.name-after-dollar")
	case !ok:
		e := wrong("query.no-value", "name", name)
		if near := grammar.Nearest(name, slices.Sorted(maps.Keys(values))); near != "" && len(name) > 1 {
			e.Meant = "$" + near
		}
		return 0, "", e
	case len(value) > maxLen || !utf8.ValidString(value):
		return 0, "", wrong("query.wrong-value", "name", name, "most", maxLen)
	case value != "" && strings.Trim(value, "0123456789") == "":
		return kind("Number"), value, nil
	}
	return kind("Text"), `"` + quoting.Replace(value) + `"`, nil
}

var quoting = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

var escaped = regexp.MustCompile(`(?s)\\(.)`)

// unquote returns the text of a quoted token.
func unquote(token string) string { return escaped.ReplaceAllString(token[1:len(token)-1], "$1") }
