package main

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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

// bashWords replaces a function of Cobra's script that needs the package bash-completion, which
// most systems have, with one that works without it, too.
//
//go:embed completion.bash
var bashWords string

// completeFlags registers completions for the flags of a command and its subcommands.
func completeFlags(c *cobra.Command) {
	for _, flags := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) { completeFlag(c, f) })
	}
	for _, kind := range c.Commands() {
		completeFlags(kind)
	}
}

// completeFlag registers completions for a flag's values; the shell itself completes paths.
func completeFlag(c *cobra.Command, f *pflag.Flag) {
	complete := cobra.NoFileCompletions
	if v, ok := f.Value.(*value); ok && v.list && v.known != nil {
		complete = completeList(v.known)
	} else if ok && v.known != nil {
		complete = cobra.FixedCompletions(v.known, cobra.ShellCompDirectiveNoFileComp)
	}
	switch f.Name {
	case "output", "html", "partial", "truth", "answers", "confusions", "review", "proof",
		"aliases", "list", "results", "template":
		return
	}
	if err := c.RegisterFlagCompletionFunc(f.Name, complete); err != nil {
		panic(err) // the flag is unknown, or already has completions
	}
}

// completeList completes the last of several values separated by commas.
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

// completeRecords lets the shell complete names of files and folders.
var completeRecords = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
