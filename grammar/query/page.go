package query

import (
	_ "embed"
	"strings"
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
