package main

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/record/message"
)

// shells are those that completions are written for.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func completionCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use: "completion",
		Example: `
  source <(stolb completion bash)`,
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return &usageError{message: say("usage.say-shell", "shells", message.Or(shells...))}
			case len(args) > 1:
				return tooMany(args[1])
			case !slices.Contains(shells, args[0]):
				return expected(say("usage.no-shell", "shell", args[0]), args[0], shells...)
			}
			return writeCompletion(s.out, c.Root(), args[0])
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return shells, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

func writeCompletion(w io.Writer, root *cobra.Command, shell string) error {
	switch shell {
	case "zsh":
		return root.GenZshCompletion(w)
	case "fish":
		return root.GenFishCompletion(w, true)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(w)
	}
	if err := root.GenBashCompletionV2(w, true); err != nil {
		return err
	}
	_, err := io.WriteString(w, bashWords)
	return err
}

// bashWords takes the place of a function in Cobra's script, which needs the
// package bash-completion, as most systems have it, and works without it, too.
const bashWords = `
__stolb_init_completion()
{
    COMPREPLY=()
    if declare -F _get_comp_words_by_ref >/dev/null; then
        _get_comp_words_by_ref "$@" cur prev words cword
        return
    fi
    # Bash parts words at = and :, and here they are put together again: what has
    # no blank before it on the line belongs to the word before.
    local line=$COMP_LINE word i
    words=()
    for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
        word=${COMP_WORDS[i]}
        if ((i > 0)) && [[ $line != [[:blank:]]* ]]; then
            words[${#words[@]}-1]+=$word
        else
            words+=("$word")
        fi
        line=${line#"${line%%[![:blank:]]*}"}
        line=${line#"$word"}
        if ((i == COMP_CWORD)); then
            cword=$((${#words[@]} - 1))
        fi
    done
    cur=${words[cword]}
    prev=${words[cword-1]}
}
`
