package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The groups in which help lists the commands.
const (
	groupRecords   = "records"
	groupMany      = "many"
	groupPositions = "positions"
	groupItself    = "itself"
)

// newRoot returns stolb itself with all its commands, which read and write what
// s says. A new command is added here, to the group where one looks for it.
func newRoot(s *streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "stolb COMMAND [flags] [FILE...]",
		Short: "judge, restore and convert game records of tower draughts",
		Long: `
Judges game records of tower draughts: which move is impossible, where it stands,
and what was probably meant.`,
		Example: `
  stolb check sheet.txt
  stolb convert --to pdn -o games.pdn sheets/
  stolb help check`,
		Args:          cobra.ArbitraryArgs, // what is no command is for unknownCommand
		SilenceErrors: true,                // run writes them
		SilenceUsage:  true,
	}
	root.CompletionOptions.DisableDefaultCmd = true // there is ours
	asked := root.Flags().Bool("version", false, "print the version")
	root.PersistentFlags().BoolP("help", "h", false, "tell about the command")
	root.RunE = func(_ *cobra.Command, args []string) error {
		switch {
		case *asked && len(args) == 0:
			fmt.Fprint(s.out, version())
			return nil
		case *asked:
			return tooMany(args[0])
		case len(args) == 0:
			writeHelp(s.err, root)
			return errTold
		}
		return unknownCommand(root, args[0])
	}
	help := helpCommand(s)
	for _, group := range []struct {
		id, title string
		commands  []*cobra.Command
	}{
		{groupRecords, "Records:", []*cobra.Command{checkCommand(s), restoreCommand(s), convertCommand(s)}},
		{groupMany, "Many games:", []*cobra.Command{statsCommand(s), generateCommand(s)}},
		{groupPositions, "Positions:", []*cobra.Command{movesCommand(s), perftCommand(s), showCommand(s)}},
		{groupItself, "Stolb itself:", []*cobra.Command{
			grammarCommand(s), completionCommand(s), manCommand(s), help, versionCommand(s),
		}},
	} {
		root.AddGroup(&cobra.Group{ID: group.id, Title: group.title})
		for _, command := range group.commands {
			command.GroupID = group.id
			root.AddCommand(command)
		}
	}
	root.SetHelpCommand(help)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { writeHelp(s.out, c) })
	root.SetFlagErrorFunc(flagError)
	finish(s, root)
	return root
}

// finish does to a command and those below it what all of them need.
func finish(s *streams, c *cobra.Command) {
	c.DisableFlagsInUseLine = true   // they stand there already
	c.SuggestionsMinimumDistance = 2 // letters that differ at most
	c.Flags().SortFlags = false      // but as they belong together
	c.PersistentFlags().SortFlags = false
	for _, flags := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) { completeFlag(s, c, f) })
	}
	if c.ValidArgsFunction == nil {
		c.ValidArgsFunction = cobra.NoFileCompletions
	}
	for _, kind := range c.Commands() {
		finish(s, kind)
	}
}

// execute runs a command line and returns the command that it names, too, the
// root where it names none.
func execute(s *streams, args []string) (*cobra.Command, error) {
	root := newRoot(s)
	root.SetArgs(append([]string{}, args...)) // of nil it would take those of the process
	return root.ExecuteContextC(s.ctx)
}

// unknownCommand is the error of a word that names none of a command's commands.
func unknownCommand(c *cobra.Command, name string) error {
	what := "command"
	if strings.HasPrefix(name, "-") {
		what = "flag" // flags stand behind the command
	}
	meant := c.SuggestionsFor(name)
	if help := nearest(name, []string{"help"}); help != "" && len(meant) == 0 { // which Cobra leaves out
		meant = []string{help}
	}
	return &usageError{fmt.Sprintf("no %s %q", what, name), strings.Join(meant, " or ")}
}

// unknownKind says which kinds of a command there are; args[0], if there is one,
// is not among them.
func unknownKind(c *cobra.Command, args []string) error {
	var names []string
	for _, kind := range c.Commands() {
		names = append(names, kind.Name())
	}
	if len(args) == 0 {
		return &usageError{message: fmt.Sprintf("say which: %s %s", c.CommandPath(), strings.Join(names, "|"))}
	}
	return &usageError{
		fmt.Sprintf("no %s %q; there are %s", c.Name(), args[0], strings.Join(names, ", ")),
		strings.Join(c.SuggestionsFor(args[0]), " or "),
	}
}

// flagError says in our own words what pflag found wrong with a command line.
func flagError(c *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		bare    *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
	)
	switch {
	case errors.As(err, &unknown):
		return unknownFlag(c, unknown)
	case errors.As(err, &bare):
		return &usageError{message: fmt.Sprintf("--%s needs a value: %s", bare.GetFlag().Name, plainUsage(bare.GetFlag()))}
	case errors.As(err, &invalid):
		var usage *usageError
		if errors.As(invalid.Unwrap(), &usage) {
			return &usageError{fmt.Sprintf("--%s %s: %s", invalid.GetFlag().Name, invalid.GetValue(), usage.message), usage.meant}
		}
		return &usageError{message: fmt.Sprintf("--%s %s: expected %s", invalid.GetFlag().Name, invalid.GetValue(), invalid.GetFlag().Value.Type())}
	}
	return &usageError{message: err.Error()}
}

// unknownFlag is the error of a flag that a command does not have.
func unknownFlag(c *cobra.Command, unknown *pflag.NotExistError) error {
	name := unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" {
		return &usageError{message: "no flag -" + name}
	}
	for _, kind := range c.Commands() {
		if kind.Flags().Lookup(name) == nil {
			continue
		}
		if c.HasParent() {
			return unknownKind(c, nil)
		}
		return &usageError{message: fmt.Sprintf("--%s stands behind the command: stolb %s --%[1]s", name, kind.Name())}
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	e := &usageError{message: "no flag --" + name}
	if meant := nearest(name, names); meant != "" {
		e.meant = "--" + meant
	}
	return e
}

// plainUsage is what a flag is for, without the quotes around its value.
func plainUsage(f *pflag.Flag) string {
	_, usage := pflag.UnquoteUsage(f)
	return usage
}
