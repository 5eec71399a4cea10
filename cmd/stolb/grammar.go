package main

import (
	"github.com/spf13/cobra"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/stats/find"
)

func grammarCommand(s *streams) *cobra.Command {
	command := &cobra.Command{Use: "grammar", ValidArgs: []string{"find"}}
	command.RunE = func(_ *cobra.Command, args []string) error {
		text := grammar.EBNF
		switch {
		case len(args) > 1:
			return tooMany(args[1])
		case len(args) == 1 && args[0] != "find":
			return expected(say("usage.no-grammar", "name", args[0], "known", "find"), args[0], "find")
		case len(args) == 1:
			text = find.EBNF
		}
		_, err := s.out.WriteString(text())
		return err
	}
	return command
}
