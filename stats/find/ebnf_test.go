package find

import (
	"regexp"
	"testing"

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
