package main

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record/message"
)

var shells = []string{"bash", "zsh", "fish", "powershell"}

func completionCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use: "completion", Args: atMost(1, "usage.too-many"),
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			switch {
			case len(args) == 0:
				return &usageError{message: say("usage.say-shell", "shells", message.Or(shells...))}
			case args[0] == "zsh":
				return root.GenZshCompletion(s.out)
			case args[0] == "fish":
				return root.GenFishCompletion(s.out, true)
			case args[0] == "powershell":
				return root.GenPowerShellCompletionWithDesc(s.out)
			case args[0] == "bash":
				err := root.GenBashCompletionV2(s.out, true)
				s.out.WriteString(bashWords)
				return err
			}
			return expected(say("usage.no-shell", "shell", args[0]), args[0], shells...)
		},
		ValidArgsFunction: cobra.FixedCompletions(shells, cobra.ShellCompDirectiveNoFileComp),
	}
}

// bashWords takes the place of a function in Cobra's script, which needs the
// package bash-completion, as most systems have it, and works without it, too.
//
//go:embed completion.bash
var bashWords string

// completeFlags has the values of the flags of a command, and of those below it, completed.
func completeFlags(c *cobra.Command) {
	for _, flags := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) { completeFlag(c, f) })
	}
	for _, kind := range c.Commands() {
		completeFlags(kind)
	}
}

// completeFlag has the values of a flag completed; paths the shell completes itself.
func completeFlag(c *cobra.Command, f *pflag.Flag) {
	complete := cobra.NoFileCompletions
	if v, ok := f.Value.(*value); ok && v.list {
		complete = completeList(v.known)
	} else if ok && v.known != nil {
		complete = cobra.FixedCompletions(v.known, cobra.ShellCompDirectiveNoFileComp)
	}
	switch f.Name {
	case "partition":
		complete = completeList(convert.Partitions())
	case "group":
		complete = completeList(groupNames)
	case "output", "html", "partial", "truth", "answers", "confusions", "review", "proof":
		return
	}
	if err := c.RegisterFlagCompletionFunc(f.Name, complete); err != nil {
		panic(err) // there is no such flag, or twice
	}
}

// completeList completes the last of several values with commas between them.
func completeList(values []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		given := splitList(before)
		var completions []string
		for _, value := range values {
			if !slices.Contains(given, value) {
				completions = append(completions, before+value)
			}
		}
		return completions, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeCommand completes the words that name a command, for help.
func completeCommand(help *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	c, rest, _ := help.Root().Find(args)
	var completions []string
	for _, below := range c.Commands() {
		if len(rest) == 0 && below.IsAvailableCommand() {
			completions = append(completions, cobra.CompletionWithDesc(below.Name(), below.Short))
		}
	}
	return completions, cobra.ShellCompDirectiveNoFileComp
}

// completeRecords has the shell complete the names of files and folders as for other commands.
var completeRecords = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
