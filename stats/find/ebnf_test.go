package find

import (
	"regexp"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"
	"github.com/stretchr/testify/require"
)

// Every token that the grammar of queries names is explained in its EBNF, and the
// examples stand there, too.
func TestEBNF(t *testing.T) {
	text := EBNF()
	for _, name := range regexp.MustCompile(`<[a-z]+>`).FindAllString(queryGrammar().String(), -1) {
		require.Regexp(t, `(?m)^`+name+` +\(\* .+ \*\)$`, text)
	}
	for _, e := range examples() {
		require.Contains(t, text, "\n"+e.query+"\n")
	}
}

// The kinds of token have the numbers that the library gives their rules.
func TestTokens(t *testing.T) {
	require.Equal(t, map[string]lexer.TokenType{
		"EOF": lexer.EOF, "space": lexer.EOF - 1, "Name": tokenName, "Hash": tokenHash, "Number": tokenNumber, "Text": tokenText,
		"Value": tokenValue, "Operator": tokenOperator, "Plus": tokenPlus, "Minus": tokenMinus, "Comma": tokenComma,
		"Semicolon": tokenSemicolon, "Open": tokenOpen, "Close": tokenClose, "Word": tokenWord,
	}, rules().Symbols())
}
