package grammar

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/composition"
	"github.com/stolb/stolb/grammar/internal/pdn"
	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/sheet"
	"github.com/stolb/stolb/grammar/internal/word"
)

// language is a written language as EBNF prints it.
type language struct {
	name   string
	about  string
	ebnf   func() string // the parser's own, so it cannot drift
	tokens []word.Token  // the tokens of its hand-written lexer
}

// printed returns a function that prints a grammar, which is built on first use.
func printed[G any](grammar func() *participle.Parser[G]) func() string {
	return func() string { return grammar().String() }
}

// languages are the package's languages in the order in which EBNF prints them.
var languages = []language{
	{"Moves", "a move as people write it", printed(word.Grammar), word.Tokens},
	{"Marks", "what may follow a move, without a space", marksEBNF, nil},
	{"Positions", "a position as the rule books list it; FEN is read besides", printed(position.Grammar), position.Tokens},
	{"Results", "a result as sheets say it, in Russian, Ukrainian and English", printed(result.Grammar), result.Tokens},
	{"Score sheets", "what a person wrote down: a table, a run or columns", sheet.EBNF, sheet.Roles},
	{"Compositions", "problems with solutions in abbreviated notation", printed(composition.Grammar), composition.Tokens},
	{"PDN", "a game in Portable Draughts Notation", printed(pdn.Grammar), pdn.Tokens},
}

// EBNF returns the grammars of all languages that the package reads, as the parsers themselves
// print them. Productions begin with a capital; a name in <> is a token, described below its
// grammar. In productions, "?", "*" and "+" after an element mean at most one, any number, and at
// least one.
func EBNF() string {
	var text []byte
	for i := range languages {
		if i > 0 {
			text = append(text, '\n')
		}
		l := &languages[i]
		text = AppendEBNF(text, l.name, l.about, l.ebnf(), l.tokens)
	}
	return string(text)
}

// Tokens returns the token kinds of a language from alternating names and meanings. Their types are
// consecutive, beginning with first.
func Tokens(first lexer.TokenType, namesAndMeanings ...string) (tokens []word.Token) {
	for i := 0; i < len(namesAndMeanings); i += 2 {
		tokens = append(tokens, word.Token{
			Name: namesAndMeanings[i], Kind: first + lexer.TokenType(i/2), About: namesAndMeanings[i+1],
		})
	}
	return tokens
}

// AppendEBNF appends the productions and tokens of a language as EBNF prints them.
func AppendEBNF(dst []byte, name, about, productions string, tokens []word.Token) []byte {
	dst = fmt.Appendf(dst, "(* %s: %s. *)\n%s\n", name, about, productions)
	width := 0
	for _, t := range tokens {
		width = max(width, len(t.Name)+len("<>"))
	}
	for _, t := range tokens {
		dst = fmt.Appendf(dst, "%-*s (* %s *)\n", width, "<"+strings.ToLower(t.Name)+">", t.About)
	}
	return dst
}

// Lexer returns a lexer that yields the given tokens; the last must be EOF.
func Lexer(tokens []lexer.Token) lexer.Lexer { return new(word.TokenList(tokens)) }

// marksEBNF returns the grammar that CutMarks follows.
func marksEBNF() string {
	quoted := make([]string, len(word.MarkSpellings))
	for i, m := range word.MarkSpellings {
		quoted[i] = strconv.Quote(m)
	}
	return "Marks = Mark* .\nMark = " + strings.Join(quoted, " | ") + " ."
}
