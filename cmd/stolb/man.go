package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/stolb/stolb/convert"
)

func manCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:  "man",
		Args: cobra.MatchAll(some("usage.say-folder"), atMost(1, "usage.too-many")),
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return convert.FileError(args[0], err)
			}
			describe(c.Root())
			return writeManual(s, args[0], c.Root())
		},
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
	}
}

// writeManual writes the page of a command, and those of the commands below it.
func writeManual(s *streams, folder string, c *cobra.Command) error {
	var page bytes.Buffer
	manPage(&page, c)
	if err := s.writeFile(filepath.Join(folder, pageName(c)+".1"), page.Bytes()); err != nil {
		return err
	}
	for _, below := range c.Commands() {
		if !below.IsAvailableCommand() && below.Name() != "help" {
			continue
		}
		if err := writeManual(s, folder, below); err != nil {
			return err
		}
	}
	return nil
}

func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manPage writes the page of a command in the language of man(7).
func manPage(w io.Writer, c *cobra.Command) {
	fmt.Fprintf(w, ".TH %q 1 \"\" %q %q\n", strings.ToUpper(pageName(c)), "Stolb", "Stolb")
	fmt.Fprintf(w, ".SH %s\n%s \\- %s\n", say("help.man-name"), roff(pageName(c)), roff(c.Short))
	fmt.Fprintf(w, ".SH %s\n.nh\n.na\n%s\n.ad\n.hy\n", say("help.man-synopsis"), roff(c.UseLine()))
	fmt.Fprintf(w, ".SH %s\n%s", say("help.man-description"), roffText(filled(c.Long)))
	if c.HasSubCommands() {
		fmt.Fprintf(w, ".SH %s\n", say("help.man-commands"))
		for _, below := range c.Commands() {
			if below.IsAvailableCommand() || below.Name() == "help" {
				fmt.Fprintf(w, ".TP\n.BR %s (1)\n%s\n", roff(pageName(below)), roff(below.Short))
			}
		}
	}
	fmt.Fprintf(w, ".SH %s\n", say("help.man-options"))
	for _, flags := range []*pflag.FlagSet{c.NonInheritedFlags(), c.InheritedFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			value, usage := flagText(f)
			name := `\fB` + roff("--"+f.Name) + `\fR`
			if f.Shorthand != "" {
				name = `\fB` + roff("-"+f.Shorthand) + `\fR, ` + name
			}
			if value != "" {
				name += ` \fI` + roff(value) + `\fR`
			}
			fmt.Fprintf(w, ".TP\n%s\n%s\n", name, roff(usage))
		})
	}
	if !c.HasParent() {
		fmt.Fprintf(w, ".SH %s\n%s", say("help.man-notes"), roffText(say("help.all")))
	}
	fmt.Fprintf(w, ".SH %s\n%s", say("help.man-examples"), roffText(c.Example))
	if c.HasParent() {
		fmt.Fprintf(w, ".SH %s\n.BR %s (1)\n", say("help.man-see-also"), roff(pageName(c.Parent())))
	}
}

// roffText writes paragraphs, which are filled, and indented lines, which are not.
func roffText(text string) string {
	var page strings.Builder
	verbatim := false
	for line := range strings.Lines(strings.Trim(text, "\n") + "\n") {
		line = strings.TrimRight(line, "\n")
		if indented := strings.HasPrefix(line, " "); indented != verbatim && line != "" {
			verbatim = indented
			page.WriteString(map[bool]string{true: ".nf\n", false: ".fi\n"}[verbatim])
		}
		if line == "" {
			page.WriteString(".PP\n")
		} else {
			page.WriteString(roff(line) + "\n")
		}
	}
	if verbatim {
		page.WriteString(".fi\n")
	}
	return page.String()
}

// roff writes a line so that nothing in it is taken for a command.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(line)
	if strings.HasPrefix(line, ".") {
		line = `\&` + line
	}
	return line
}
