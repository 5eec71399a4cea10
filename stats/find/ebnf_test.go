package find

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// The EBNF explains every token that the grammar of queries names, and contains the examples.
func TestEBNF(t *testing.T) {
	text := EBNF()
	for _, name := range regexp.MustCompile(`<[a-z]+>`).FindAllString(queryGrammar().String(), -1) {
		require.Regexp(t, `(?m)^`+name+` +\(\* .+ \*\)$`, text)
	}
	for _, e := range examples() {
		require.Contains(t, text, "\n"+e.query+"\n")
	}
}

// The kinds of token named in the sources are those of the rules.
func TestTokens(t *testing.T) {
	for _, file := range []string{"board.go", "explain.go", "lexer.go"} {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		named := regexp.MustCompile(`kind\("(.*?)"\)`).FindAllSubmatch(source, -1)
		require.NotEmpty(t, named, file)
		for _, name := range named {
			require.Contains(t, rules().Symbols(), string(name[1]), file)
		}
	}
}
