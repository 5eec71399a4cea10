package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// newRoot returns the root command with all its subcommands, in groups for help.
func newRoot(s *streams) *cobra.Command {
	root := &cobra.Command{
		Use:           "stolb",
		Args:          cobra.ArbitraryArgs, // unknownCommand reports unknown names
		SilenceErrors: true,                // run reports them
		SilenceUsage:  true,
	}
	root.CompletionOptions.DisableDefaultCmd = true // we have our own
	wantsVersion := root.Flags().Bool("version", false, "")
	root.PersistentFlags().BoolP("help", "h", false, "")
	var settled string // unused: run has read these flags
	var languages []string
	for _, l := range message.Languages() {
		languages = append(languages, l.String())
	}
	choiceFlag(root.PersistentFlags(), &settled, "lang", "", languages...)
	choiceFlag(root.PersistentFlags(), &settled, "color", "auto", "auto", "always", "never")
	root.RunE = func(_ *cobra.Command, args []string) error {
		switch {
		case *wantsVersion && len(args) == 0:
			fmt.Fprint(s.out, version())
			return nil
		case *wantsVersion:
			return &usageError{message: say("usage.too-many", "argument", args[0])}
		case len(args) == 0:
			return cmp.Or(writeHelp(s.err, root), errReported)
		}
		return unknownCommand(root, args[0])
	}
	help := helpCommand(s)
	group := func(title string, commands ...*cobra.Command) {
		root.AddGroup(&cobra.Group{ID: title, Title: title})
		for _, command := range commands {
			command.GroupID = title
		}
		root.AddCommand(commands...)
	}
	group(say("help.group-records"), checkCommand(s), restoreCommand(s), convertCommand(s),
		bookCommand(s), lspCommand(s))
	group(say("help.group-many"), findCommand(s), indexCommand(s), exploreCommand(s),
		statsCommand(s), generateCommand(s))
	group(say("help.group-positions"), movesCommand(s), perftCommand(s), solveCommand(s),
		showCommand(s))
	group(say("help.group-itself"), grammarCommand(s), completionCommand(s), manCommand(s), help,
		provenanceCommand(s), versionCommand(s))
	root.SetHelpCommand(help)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { _ = writeHelp(s.out, c) }) // flushing returns its error
	root.SetFlagErrorFunc(flagError)
	finish(root)
	return root
}

// finish applies settings that all commands share to a command and its subcommands.
func finish(c *cobra.Command) {
	c.DisableFlagsInUseLine = true   // Use has them
	c.SuggestionsMinimumDistance = 2 // the largest edit distance
	c.Flags().SortFlags = false      // related flags stay together
	c.PersistentFlags().SortFlags = false
	if c.ValidArgsFunction == nil {
		c.ValidArgsFunction = cobra.NoFileCompletions
	}
	for _, kind := range c.Commands() {
		finish(kind)
	}
}

// execute runs a command line and returns the command that it names, or else the root.
func execute(s *streams, args []string) (*cobra.Command, error) {
	root := newRoot(s)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		describe(root)
		completeFlags(root) // Cobra keeps these until the program ends
	}
	root.SetArgs(append([]string{}, args...)) // Cobra replaces nil with os.Args
	return root.ExecuteContextC(s.ctx)
}

// unknownCommand returns the error for a word that is not a subcommand of c.
func unknownCommand(c *cobra.Command, name string) error {
	meant := c.SuggestionsFor(name)
	if help := grammar.Nearest(name, append(meant, "help")); help == "help" { // which Cobra leaves out
		meant = []string{help}
	}
	return &usageError{say("usage.no-command", "command", name), anyOf(meant)}
}

// anyOf returns the names as a list of alternatives.
func anyOf(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return message.Of("usage.any-of", "names", message.Or(names...)).In(language)
}

// unknownKind returns the error for a missing or unknown subcommand, args[0].
func unknownKind(c *cobra.Command, args []string) error {
	var names []string
	for _, kind := range c.Commands() {
		names = append(names, kind.Name())
	}
	if len(args) == 0 {
		return &usageError{message: say("usage.say-kind", "command", c.CommandPath(), "kinds", strings.Join(names, "|"))}
	}
	return &usageError{
		say("usage.no-kind", "command", c.Name(), "kind", args[0], "kinds", strings.Join(names, ", ")),
		anyOf(c.SuggestionsFor(args[0])),
	}
}

// flagError restates an error of pflag in our own words.
func flagError(c *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(c, unknown)
	}
	if bare, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		describe(c.Root())
		_, usage := pflag.UnquoteUsage(bare.GetFlag()) // removes the quotes around the value's name
		return &usageError{message: say("usage.needs-value", "flag", bare.GetFlag().Name, "usage", usage)}
	}
	if odd, ok := errors.AsType[*pflag.InvalidSyntaxError](err); ok { // --=VALUE
		return &usageError{message: say("usage.no-flag", "flag", odd.GetSpecifiedFlag())}
	}
	var invalid *pflag.InvalidValueError
	var why *usageError
	errors.As(err, &invalid) // pflag has no other errors
	flag, value := invalid.GetFlag(), invalid.GetValue()
	if !errors.As(invalid, &why) { // of a flag of package pflag: only its bool has errors
		return &usageError{message: say("usage.takes-no-value", "flag", flag.Name, "value", value)}
	}
	return &usageError{say("usage.wrong-value", "flag", flag.Name, "value", value, "why", why.message), why.meant}
}

// unknownFlag returns the error for a flag that c does not have.
func unknownFlag(c *cobra.Command, unknown *pflag.NotExistError) error {
	name := unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" {
		return &usageError{message: say("usage.no-flag", "flag", "-"+name)}
	}
	before := c.Flags().Args() // the words before the flag, none of which is a command
	for _, kind := range c.Commands() {
		if kind.Flags().Lookup(name) == nil {
			continue
		}
		if c.HasParent() {
			return unknownKind(c, before)
		}
		if len(before) > 0 {
			return unknownCommand(c, before[0])
		}
		return &usageError{message: say("usage.flag-before-command", "flag", name, "command", kind.Name())}
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	e := &usageError{message: say("usage.no-flag", "flag", "--"+name)}
	if meant := grammar.Nearest(name, names); meant != "" {
		e.meant = "--" + meant
	}
	return e
}
