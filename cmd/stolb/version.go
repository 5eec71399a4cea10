package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats/find"
)

func versionCommand(s *streams) *cobra.Command {
	command := &cobra.Command{Use: "version", Args: atMost(0, "usage.too-many")}
	all := command.Flags().Bool("licences", false, "")
	command.RunE = func(*cobra.Command, []string) error {
		text := version()
		if *all {
			text = licences
		}
		_, err := s.out.WriteString(text)
		return err
	}
	return command
}

// licences has a line for each module and font of the command, with its path, licence and
// copyright holder, and then the texts of the licences.
//
//go:embed licences.txt
var licences string

// provenance returns the provenance of a command's output from the files in args and others,
// the files that these name. Flags that do not affect the output are left out.
func (s *streams) provenance(c *cobra.Command, args []string, o convert.Options, others ...string) (*convert.Provenance, error) {
	line := strings.Fields(c.CommandPath())
	c.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains([]string{"jobs", "output", "html", "partial", "progress", "color"}, f.Name) {
			return
		}
		given := []string{f.Value.String()}
		if v, ok := f.Value.(*value); ok {
			given = v.given
		}
		for _, text := range given {
			line = append(line, "--"+f.Name+"="+text)
		}
	})
	o.Stdin = s.in
	p, err := convert.NewProvenance(s.ctx, append(line, args...), convert.Open(slices.Concat(args, others), o))
	if err != nil {
		return nil, errInterrupted
	}
	return p, nil
}

func provenanceCommand(s *streams) *cobra.Command {
	command := ofFiles("provenance", "usage.no-file-provenance")
	command.RunE = func(_ *cobra.Command, args []string) error {
		for _, name := range args {
			if name == "-" {
				return message.Of("files.not-regular", "file", name)
			}
			found, err := convert.ReadProvenance(name)
			if err != nil {
				return err
			}
			var lines bytes.Buffer
			if err := json.Indent(&lines, found, "", "  "); err != nil {
				return err
			}
			fmt.Fprintf(s.out, "%s\n", lines.Bytes())
		}
		return nil
	}
	return command
}

// namedVerdicts returns the numbers of games by the names of the verdicts.
func namedVerdicts(numbers [replay.Unreadable + 1]int) map[string]int {
	named := map[string]int{}
	for verdict, n := range numbers {
		named[replay.Verdict(verdict).String()] = n
	}
	return named
}

// moduleVersion returns the version of Stolb, or "" if the Go tool does not know it.
func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return ""
}

// version returns the versions of Stolb, which contains its commit, and of Go, and the system.
func version() string {
	return fmt.Sprintf("stolb %s %s %s/%s\n", cmp.Or(moduleVersion(), "(devel)"), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func grammarCommand(s *streams) *cobra.Command {
	command := &cobra.Command{Use: "grammar", Args: atMost(1, "usage.too-many")}
	command.ValidArgs = []string{"find"}
	command.RunE = func(_ *cobra.Command, args []string) error {
		text := grammar.EBNF
		if len(args) == 1 {
			text = find.EBNF
			if name := args[0]; name != "find" {
				return expected(say("usage.no-grammar", "name", name, "known", "find"), name, "find")
			}
		}
		_, err := s.out.WriteString(text())
		return err
	}
	return command
}
