package main

import (
	"github.com/spf13/pflag"

	"github.com/stolb/stolb/grammar"
)

var grammarCommand = &command{
	name:  "grammar",
	short: "print the grammars of what Stolb reads",
	long: `
Writes the grammars of the languages that Stolb reads as EBNF. The parsers
themselves print them, so they are what Stolb does. grammar/NOTATION.md has examples.`,
	examples: `
  stolb grammar`,
	setup: func(*pflag.FlagSet) work {
		return func(s *streams, args []string) error {
			if len(args) > 0 {
				return tooMany(args[0])
			}
			_, err := s.out.WriteString(grammar.EBNF())
			return err
		}
	},
}
