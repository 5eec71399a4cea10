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

// newRoot returns stolb itself with all its commands, each in the group where one looks for it.
func newRoot(s *streams) *cobra.Command {
	root := &cobra.Command{
		Use:           "stolb",
		Args:          cobra.ArbitraryArgs, // what is no command is for unknownCommand
		SilenceErrors: true,                // run writes them
		SilenceUsage:  true,
	}
	root.CompletionOptions.DisableDefaultCmd = true // there is ours
	wantsVersion := root.Flags().Bool("version", false, "")
	root.PersistentFlags().BoolP("help", "h", false, "")
	var settled string // settle has looked for these
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
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { _ = writeHelp(s.out, c) }) // its error is that of flushing
	root.SetFlagErrorFunc(flagError)
	finish(root)
	return root
}

// finish does to a command and those below it what all of them need.
func finish(c *cobra.Command) {
	c.DisableFlagsInUseLine = true   // they stand there already
	c.SuggestionsMinimumDistance = 2 // letters that differ at most
	c.Flags().SortFlags = false      // but as they belong together
	c.PersistentFlags().SortFlags = false
	if c.ValidArgsFunction == nil {
		c.ValidArgsFunction = cobra.NoFileCompletions
	}
	for _, kind := range c.Commands() {
		finish(kind)
	}
}

// execute runs a command line and returns the command that it names, the root for none.
func execute(s *streams, args []string) (*cobra.Command, error) {
	root := newRoot(s)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		describe(root)
		completeFlags(root) // Cobra keeps these as long as the program runs
	}
	root.SetArgs(append([]string{}, args...)) // of nil it would take those of the process
	return root.ExecuteContextC(s.ctx)
}

// unknownCommand is the error of a word that names none of a command's commands.
func unknownCommand(c *cobra.Command, name string) error {
	meant := c.SuggestionsFor(name)
	if help := grammar.Nearest(name, append(meant, "help")); help == "help" { // which Cobra leaves out
		meant = []string{help}
	}
	return &usageError{say("usage.no-command", "command", name), anyOf(meant)}
}

// anyOf lists what may be meant.
func anyOf(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return message.Of("usage.any-of", "names", message.Or(names...)).In(language)
}

// unknownKind says which kinds of a command there are, args[0] not being one.
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

// flagError says in our own words what pflag found wrong with a command line.
func flagError(c *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(c, unknown)
	}
	if bare, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		describe(c.Root())
		_, usage := pflag.UnquoteUsage(bare.GetFlag()) // without the quotes around its value
		return &usageError{message: say("usage.needs-value", "flag", bare.GetFlag().Name, "usage", usage)}
	}
	invalid, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return &usageError{message: err.Error()}
	}
	flag, value := invalid.GetFlag(), invalid.GetValue()
	if flag.Value.Type() == "bool" {
		return &usageError{message: say("usage.takes-no-value", "flag", flag.Name, "value", value)}
	}
	why, ok := errors.AsType[*usageError](invalid.Unwrap())
	if !ok {
		why = &usageError{message: say("usage.expected", "what", flag.Value.Type())}
	}
	return &usageError{say("usage.wrong-value", "flag", flag.Name, "value", value, "why", why.message), why.meant}
}

// unknownFlag is the error of a flag that a command does not have.
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
