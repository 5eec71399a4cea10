package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpCells is how wide help is written, in cells of a terminal, and flagCells
// how far to the right it says what a flag is for.
const (
	helpCells = 80
	flagCells = 30
)

func helpCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND [KIND]]",
		Short: "tell about a command: stolb help check",
		Long: `
Writes what a command does, its flags and examples; without a command, which
there are, and what the exit codes say.`,
		Example: `
  stolb help
  stolb help check
  stolb help stats openings`,
		RunE: func(help *cobra.Command, args []string) error {
			c := help.Root()
			for _, name := range args {
				switch below := named(c, name); {
				case below != nil:
					c = below
				case !c.HasSubCommands():
					return tooMany(name)
				case c.HasParent():
					return unknownKind(c, []string{name})
				default:
					return unknownCommand(c, name)
				}
			}
			writeHelp(s.out, c)
			return nil
		},
		ValidArgsFunction: completeCommand,
	}
}

// named returns the one of a command's commands that has the name, or nil.
func named(c *cobra.Command, name string) *cobra.Command {
	for _, below := range c.Commands() {
		if below.Name() == name {
			return below
		}
	}
	return nil
}

// tooMany refuses an argument.
func tooMany(argument string) error {
	return &usageError{message: fmt.Sprintf("%q is one argument too many", argument)}
}

// writeHelp writes all about a command, or about stolb.
func writeHelp(w io.Writer, c *cobra.Command) {
	if !c.HasParent() {
		writeOverview(w, c)
		return
	}
	fmt.Fprintf(w, "%s: %s\n\nusage: %s\n\n%s\n", c.CommandPath(), c.Short, c.UseLine(), strings.Trim(c.Long, "\n"))
	for i, kind := range c.Commands() {
		if i == 0 {
			fmt.Fprintf(w, "\nKinds, each with flags of its own (\"stolb help %s %s\"):\n", c.Name(), kind.Name())
		}
		fmt.Fprintf(w, "  %-11s %s\n", kind.Name(), kind.Short)
	}
	if flags := c.NonInheritedFlags(); flags.HasAvailableFlags() {
		fmt.Fprintf(w, "\nFlags:\n%s", flagLines(flags))
	}
	fmt.Fprintf(w, "\nFlags of all commands:\n%s", flagLines(c.InheritedFlags()))
	fmt.Fprintf(w, "\nExamples:\n%s\n", strings.Trim(c.Example, "\n"))
}

// writeOverview writes which commands there are, and what goes for all.
func writeOverview(w io.Writer, root *cobra.Command) {
	fmt.Fprintf(w, "%s\n\nusage: %s\n", strings.Trim(root.Long, "\n"), root.UseLine())
	for _, group := range root.Groups() {
		fmt.Fprintf(w, "\n%s\n", group.Title)
		for _, c := range root.Commands() {
			if c.GroupID == group.ID {
				fmt.Fprintf(w, "  %-11s %s\n", c.Name(), c.Short)
			}
		}
	}
	fmt.Fprintf(w, `
Flags:
%s
Variants, for --variant, where the records do not name theirs:
%s

%s
`, flagLines(root.Flags()), indented(strings.Join(variantNames(), ", "), 2), aboutAll)
}

// aboutAll is what goes for all commands.
const aboutAll = `A FILE is a file, a folder (read with all the folders in it) or - for standard
input; .gz and .zst are known by their first bytes, formats and encodings by
the text.

Exit code: 0 all games are legal, or legal once their spelling is put right;
1 some game is not; 2 it could not work, or not to the end; 130 interrupted;
141 what reads its output stopped reading. Whatever is not all says so.`

// flagLines returns a line or more for each flag: its names, its value, what it
// is for and what it is where it is not given.
func flagLines(flags *pflag.FlagSet) string {
	var lines strings.Builder
	flags.VisitAll(func(f *pflag.Flag) {
		value, usage := pflag.UnquoteUsage(f)
		name := "      --" + f.Name
		if f.Shorthand != "" {
			name = "  -" + f.Shorthand + ", --" + f.Name
		}
		if value != "" {
			name += " " + value
		}
		if hasDefault(f) {
			usage += fmt.Sprintf(" (default %s)", f.DefValue)
		}
		usage = indented(usage, flagCells)
		if len([]rune(name))+2 <= flagCells {
			usage = name + usage[len([]rune(name)):]
		} else {
			usage = name + "\n" + usage
		}
		lines.WriteString(usage + "\n")
	})
	return lines.String()
}

// hasDefault says whether a flag that is not given has a value to tell.
func hasDefault(f *pflag.Flag) bool {
	return f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]"
}

// indented breaks a text into lines of at most helpCells characters, each
// indented by so many.
func indented(text string, indent int) string {
	var lines []string
	margin := strings.Repeat(" ", indent)
	line := margin
	for i, word := range strings.Fields(text) {
		if i > 0 && len([]rune(line))+1+len([]rune(word)) > helpCells {
			lines = append(lines, line)
			line = margin
		}
		if line != margin {
			line += " "
		}
		line += word
	}
	return strings.Join(append(lines, line), "\n")
}
