package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

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

// writeManual writes the manual pages of a command and its subcommands.
func writeManual(s *streams, folder string, c *cobra.Command) error {
	var page bytes.Buffer
	if err := helpTemplates().ExecuteTemplate(&page, "man", c); err != nil {
		return err
	}
	if err := s.writeFile(filepath.Join(folder, pageName(c)+".1"), page.Bytes()); err != nil {
		return err
	}
	for _, below := range c.Commands() {
		if hasPage(below) {
			if err := writeManual(s, folder, below); err != nil {
				return err
			}
		}
	}
	return nil
}

func hasPage(c *cobra.Command) bool { return c.IsAvailableCommand() || c.Name() == "help" }

func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// roffText formats paragraphs, which are filled, and indented lines, which are not.
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

// roff escapes a line so that nothing in it is taken for a command.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(line)
	if strings.HasPrefix(line, ".") {
		line = `\&` + line
	}
	return line
}
