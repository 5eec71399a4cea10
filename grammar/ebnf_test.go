package grammar

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every token and production that a grammar names is explained in it.
func TestEBNF(t *testing.T) {
	text := EBNF()
	for _, line := range []string{
		"MoveWord = NumericMove | FullMove | ShortMove .",
		"NumericMove = <number> <promotion>? ((<dash> | <take>) <number> <promotion>?)* .",
		"ShortMove = <file> ((<dash> | <take>)? <square> <promotion>?)+ .",
	} {
		require.Contains(t, text, line+"\n")
	}
	token := regexp.MustCompile(`<[a-z]+>`)
	production := regexp.MustCompile(`\b[A-Z][A-Za-z]+`)
	for _, l := range languages {
		productions := l.ebnf()
		for _, name := range token.FindAllString(productions, -1) {
			require.Regexp(t, `(?m)^`+name+` +\(\* .+ \*\)$`, text, l.name)
		}
		for _, name := range production.FindAllString(productions, -1) {
			require.Regexp(t, `(?m)^`+name+" = ", text, l.name)
		}
		for _, tok := range l.tokens {
			require.Contains(t, productions, "<"+strings.ToLower(tok.Name)+">", "%s: a token that nothing uses", l.name)
		}
	}
}
