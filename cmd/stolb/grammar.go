package main

import (
	"github.com/spf13/cobra"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/stats/find"
)

func grammarCommand(s *streams) *cobra.Command {
	command := &cobra.Command{Use: "grammar", Args: atMost(1, "usage.too-many")}
	command.ValidArgs = []string{"find"}
	command.RunE = func(_ *cobra.Command, args []string) error {
		text := grammar.EBNF
		if len(args) == 1 {
			text = find.EBNF
			if name := args[0]; name != "find" {
				return expected(say("usage.no-grammar", "name", name, "known", "find"), name, "find")
			}
		}
		_, err := s.out.WriteString(text())
		return err
	}
	return command
}
