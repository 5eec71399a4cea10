package grammar

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2"

	"github.com/stolb/stolb/grammar/composition"
	"github.com/stolb/stolb/grammar/pdn"
	"github.com/stolb/stolb/grammar/position"
	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/grammar/sheet"
	"github.com/stolb/stolb/grammar/word"
)

// language is one written language as EBNF prints it.
type language struct {
	name   string
	about  string
	ebnf   func() string // the parser's own, so that it cannot drift
	tokens []word.Token  // what its lexer, written by hand, makes of the text
}

// printed returns what prints a grammar, which is built when it is first wanted.
func printed[G any](grammar func() *participle.Parser[G]) func() string {
	return func() string { return grammar().String() }
}

// languages are the package's languages in the order of their printing.
var languages = []language{
	{"Moves", "a move as people write it", printed(word.Grammar), word.Tokens},
	{"Marks", "what may stand behind a move, without a space", marksEBNF, nil},
	{"Positions", "a position as the rule books list it; FEN is read besides", printed(position.Grammar), position.Tokens},
	{"Results", "a result as sheets say it, in Russian, Ukrainian and English", printed(sheet.ResultGrammar), sheet.ResultTokens},
	{"Score sheets", "what a person wrote down: a table, a run or columns", printed(sheet.Grammar), sheet.Tokens},
	{"Compositions", "problems with solutions in abbreviated notation", printed(composition.Grammar), composition.Tokens},
	{"PDN", "a game in Portable Draughts Notation", printed(pdn.Grammar), pdn.Tokens},
}

// EBNF returns the grammars of all languages that the package reads, as the
// parsers themselves print them. Productions begin with a capital; what stands
// in <> is a token, described below its grammar. In productions, "?", "*" and
// "+" behind an element stand for at most one, any number, and at least one.
func EBNF() string {
	var b strings.Builder
	for i := range languages {
		if i > 0 {
			b.WriteByte('\n')
		}
		languages[i].write(&b)
	}
	return b.String()
}

// queries is the language of stolb find.
var queries = language{"Queries", "what is looked for in games; grammar/query/FIND.md says what it means", printed(query.Grammar), query.Tokens}

// QueryEBNF returns the grammar of queries as EBNF does those of records, and
// examples of all that it has.
func QueryEBNF() string {
	var b strings.Builder
	queries.write(&b)
	section := ""
	for _, e := range query.Examples() {
		if e.Section != section {
			section = e.Section
			fmt.Fprintf(&b, "\n(* %s *)\n", section)
		}
		fmt.Fprintf(&b, "%s\n", e.Query)
	}
	return b.String()
}

// write writes the productions and the tokens.
func (l *language) write(b *strings.Builder) {
	fmt.Fprintf(b, "(* %s: %s. *)\n%s\n", l.name, l.about, l.ebnf())
	width := 0
	for _, t := range l.tokens {
		width = max(width, len(t.Name)+len("<>"))
	}
	for _, t := range l.tokens {
		fmt.Fprintf(b, "%-*s (* %s *)\n", width, "<"+strings.ToLower(t.Name)+">", t.About)
	}
}

// marksEBNF is the grammar that CutMarks follows.
func marksEBNF() string {
	quoted := make([]string, len(word.MarkSpellings))
	for i, m := range word.MarkSpellings {
		quoted[i] = strconv.Quote(m)
	}
	return "Marks = Mark* .\nMark = " + strings.Join(quoted, " | ") + " ."
}
