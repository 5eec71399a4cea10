package main

import (
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/pflag"
)

// helpCommand is made when it is wanted: the table of commands that it looks up
// has it, too.
func helpCommand() *command {
	return &command{
		name:     "help",
		synopsis: "[COMMAND [KIND]]",
		short:    "tell about a command: stolb help check",
		long: `
Writes what a command does, its flags and examples; without a command, which
there are, and what the exit codes say.`,
		examples: `
  stolb help
  stolb help check
  stolb help stats openings`,
		setup: func(*pflag.FlagSet) work { return help },
	}
}

func versionCommand() *command {
	return &command{
		name:  "version",
		short: "print the version",
		long: `
Writes the version of Stolb, the commit that it was made of where the Go tool knows
it, and the version of Go.`,
		examples: `
  stolb version`,
		setup: func(*pflag.FlagSet) work {
			return func(s *streams, args []string) error {
				if len(args) > 0 {
					return tooMany(args[0])
				}
				fmt.Fprintln(s.out, version())
				return nil
			}
		},
	}
}

// tooMany refuses an argument.
func tooMany(argument string) error {
	return &usageError{message: fmt.Sprintf("%q is one argument too many", argument)}
}

func help(s *streams, args []string) error {
	if len(args) == 0 {
		writeHelp(s.out)
		return nil
	}
	c, rest := commandOf(args)
	switch {
	case c == nil:
		return unknownCommand(args[0])
	case c.kinds != nil && len(rest) > 0:
		return unknownKind(c, rest)
	case len(rest) > 0:
		return tooMany(rest[0])
	}
	fmt.Fprintf(s.out, "stolb %s: %s\n\nusage: %s\n\n%s\n", c.name, c.short, c.usage(), strings.Trim(c.long, "\n"))
	for i, kind := range c.kinds {
		if i == 0 {
			fmt.Fprintf(s.out, "\nKinds, each with flags of its own (\"stolb help %s\"):\n", kind.name)
		}
		fmt.Fprintf(s.out, "  %-10s %s\n", strings.TrimPrefix(kind.name, c.name+" "), kind.short)
	}
	if c.setup != nil {
		flags, _ := c.flags()
		if usages := flags.FlagUsages(); usages != "" {
			fmt.Fprintf(s.out, "\nFlags:\n%s", usages)
		}
	}
	fmt.Fprintf(s.out, "\nExamples:\n%s\n", strings.Trim(c.examples, "\n"))
	return nil
}

func writeHelp(w io.Writer) {
	fmt.Fprint(w, `stolb judges game records of tower draughts: which move is impossible, where
it stands, and what was probably meant.

usage: stolb COMMAND [flags] [FILE...]

Commands:
`)
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-8s %s\n", c.name, c.short)
	}
	fmt.Fprintf(w, `
Variants, for --variant, where the records do not name theirs:
%s

A FILE is a file, a folder (read with all the folders in it) or - for standard
input; .gz and .zst are known by their first bytes, formats and encodings by
the text.

Exit code: 0 all games are legal, or legal once their spelling is put right;
1 some game is not; 2 it could not work, or not to the end; 130 interrupted;
141 what reads its output stopped reading. Whatever is not all says so.
`, indented(strings.Join(variantNames(), ", ")))
}

// indented breaks a line of words into lines of at most 78 characters, each
// indented by two.
func indented(words string) string {
	var lines []string
	line := " "
	for _, word := range strings.Fields(words) {
		if len(line)+1+len(word) > 78 {
			lines = append(lines, line)
			line = " "
		}
		line += " " + word
	}
	return strings.Join(append(lines, line), "\n")
}

// version returns what the Go tool wrote into the binary.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "stolb, version unknown"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			v += " " + setting.Value
		}
	}
	return fmt.Sprintf("stolb %s %s", v, info.GoVersion)
}
