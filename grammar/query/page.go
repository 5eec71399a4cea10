package query

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/stolb/stolb/grammar"
)

// Page is the definition of the language, for reading: FIND.md.
//
//go:embed FIND.md
var Page string

// Example is a query that shows a part of the language.
type Example struct {
	Section string // of the page
	Query   string
}

// Examples returns those of the page, in its order.
func Examples() []Example {
	var all []Example
	section, in := "", false
	for line := range strings.Lines(Page) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "```find":
			in = true
			all = append(all, Example{Section: section})
		case line == "```":
			in = false
		case in:
			last := &all[len(all)-1].Query
			if *last != "" {
				*last += "\n"
			}
			*last += line
		case strings.HasPrefix(line, "#"):
			section = strings.TrimLeft(line, "# ")
		}
	}
	return all
}

// EBNF returns the grammar of queries as grammar.EBNF does those of records, and
// examples of all that it has.
func EBNF() string {
	about := "what is looked for in games; grammar/query/FIND.md says what it means"
	text := grammar.AppendEBNF(nil, "Queries", about, Grammar().String(), Tokens)
	section := ""
	for _, e := range Examples() {
		if e.Section != section {
			section = e.Section
			text = fmt.Appendf(text, "\n(* %s *)\n", section)
		}
		text = fmt.Appendf(text, "%s\n", e.Query)
	}
	return string(text)
}
