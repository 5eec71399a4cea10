package main

import (
	"github.com/spf13/cobra"

	"github.com/stolb/stolb/grammar"
)

func grammarCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "grammar",
		Example: `
  stolb grammar`,
	}
	command.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return tooMany(args[0])
		}
		_, err := s.out.WriteString(grammar.EBNF())
		return err
	}
	return command
}
