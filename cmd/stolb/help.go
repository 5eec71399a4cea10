package main

import (
	"cmp"
	_ "embed"
	"io"
	"strings"
	"sync"
	"text/template"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// helpCells is the width of help in terminal cells; flagCells is where flags' descriptions begin.
const (
	helpCells = 80
	flagCells = 30
)

func helpCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use: "help",
		RunE: func(help *cobra.Command, args []string) error {
			c, rest, _ := help.Root().Find(args)
			switch {
			case len(rest) == 0:
				return writeHelp(s.out, c)
			case !c.HasSubCommands():
				return &usageError{message: say("usage.too-many", "argument", rest[0])}
			case c.HasParent():
				return unknownKind(c, rest)
			}
			return unknownCommand(c, rest[0])
		},
		ValidArgsFunction: func(help *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			c, rest, _ := help.Root().Find(args)
			for _, below := range c.Commands() {
				if len(rest) == 0 && below.IsAvailableCommand() {
					names = append(names, cobra.CompletionWithDesc(below.Name(), below.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

//go:embed examples.txt
var exampleFile []byte

// examples returns the examples of each command, by its path.
var examples = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, f := range txtar.Parse(exampleFile).Files {
		all[f.Name] = strings.TrimRight(string(f.Data), "\n")
	}
	return all
})

// describe sets the help texts of a command, its subcommands and their flags. It is called only
// where they are needed, since it takes as long as the rest of the startup. Each command has a
// section of the catalogue, such as help-stats-openings: its arguments in the synopsis, its
// short and long descriptions, and those of its flags that are neither in help-flags nor inherited.
func describe(c *cobra.Command) {
	section := "help-" + strings.ReplaceAll(strings.TrimPrefix(c.CommandPath(), "stolb "), " ", "-")
	if use := entry(section, "use"); use != "" {
		c.Use = c.Name() + " " + use
	}
	c.Short, c.Long, c.Example = entry(section, "short"), entry(section, "long"), examples()[c.CommandPath()]
	for _, flag := range []string{"position", "part"} {
		if c.Flags().Lookup(flag) != nil {
			c.Long += "\n\n" + entry("help-flags", "about-"+flag+"s")
		}
	}
	for _, flags := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			f.Usage = cmp.Or(entry(section, f.Name), entry("help-flags", f.Name), f.Usage)
		})
	}
	for _, below := range c.Commands() {
		describe(below)
	}
}

// filled rewraps the paragraphs of a text to helpCells; indented lines stay unchanged.
func filled(text string) string {
	isPlain := func(line string) bool { return line != "" && line[0] != ' ' }
	lines := []string{""}
	for line := range strings.SplitSeq(text, "\n") {
		if last := &lines[len(lines)-1]; isPlain(line) && isPlain(*last) {
			*last += " " + line
		} else {
			lines = append(lines, line)
		}
	}
	for i, line := range lines {
		if isPlain(line) {
			lines[i] = indented(line, 0)
		}
	}
	return strings.Join(lines[1:], "\n")
}

// entry returns the text of a key in a section of the catalogue, or "" if absent.
func entry(section, key string) string {
	id := message.ID(section + "." + key)
	if text := say(id); text != string(id) {
		return text
	}
	return ""
}

//go:embed help.tmpl
var helpFile string

// helpTemplates returns the templates of help and manual pages.
var helpTemplates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"say": say, "upper": strings.ToUpper, "filled": filled, "flagLines": flagLines,
		"pageName": pageName, "hasPage": hasPage, "roff": roff, "roffText": roffText,
		"variants": func() string { return indented(strings.Join(record.VariantNames(), ", "), 2) },
		"flags": func(c *cobra.Command) (all []*pflag.Flag) {
			for _, flags := range []*pflag.FlagSet{c.NonInheritedFlags(), c.InheritedFlags()} {
				flags.VisitAll(func(f *pflag.Flag) { all = append(all, f) })
			}
			return all
		},
		"value": func(f *pflag.Flag) string { value, _ := flagText(f); return value },
		"usage": func(f *pflag.Flag) string { _, usage := flagText(f); return usage },
	}).Parse(helpFile))
})

func writeHelp(w io.Writer, c *cobra.Command) error {
	describe(c.Root())
	if !c.HasParent() {
		return helpTemplates().ExecuteTemplate(w, "stolb", c)
	}
	return helpTemplates().ExecuteTemplate(w, "command", c)
}

// flagLines returns one or more lines for each flag: its names, value and purpose.
func flagLines(flags *pflag.FlagSet) string {
	var lines strings.Builder
	flags.VisitAll(func(f *pflag.Flag) {
		value, usage := flagText(f)
		name := "      --" + f.Name
		if f.Shorthand != "" {
			name = "  -" + f.Shorthand + ", --" + f.Name
		}
		if value != "" {
			name += " " + value
		}
		cells := len([]rune(name))
		if usage = indented(usage, flagCells); cells+2 <= flagCells {
			usage = name + usage[cells:]
		} else {
			usage = name + "\n" + usage
		}
		lines.WriteString(usage + "\n")
	})
	return lines.String()
}

// flagText returns the name of a flag's value, and the flag's purpose with its default.
func flagText(f *pflag.Flag) (value, usage string) {
	value, usage = pflag.UnquoteUsage(f)
	if f.DefValue != "" && f.Value.Type() != "bool" {
		usage += " " + say("help.default", "value", f.DefValue)
	}
	return value, usage
}

// indented wraps a text into indented lines of at most helpCells characters.
func indented(text string, indent int) string { return wrapped(strings.Fields(text), indent) }

// wrapped joins words into such lines.
func wrapped(words []string, indent int) string {
	var lines []string
	margin := strings.Repeat(" ", indent)
	line := margin
	for i, word := range words {
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
