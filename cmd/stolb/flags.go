package main

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// value is a flag's value: its text, and what reads it. The error says what was expected.
type value struct {
	kind  string // in help
	text  string
	set   func(text string) error
	known []string // all that it can be, where completions name that
	list  bool     // several of these may be given, with commas between
}

func (v *value) Type() string   { return v.kind }
func (v *value) String() string { return v.text }

func (v *value) Set(text string) error {
	if err := v.set(text); err != nil {
		return err
	}
	v.text = text
	return nil
}

// some refuses a command line without arguments, with a message.
func some(id message.ID) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error { return misuse(len(args) == 0, id) }
}

// ofFiles returns a command of files and folders, with what is said where none is named.
func ofFiles(use string, none message.ID) *cobra.Command {
	return &cobra.Command{Use: use, Args: some(none), ValidArgsFunction: completeRecords}
}

// atMost refuses more arguments than so many, with a message that names the first of them.
func atMost(most int, id message.ID) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > most {
			return &usageError{message: say(id, "argument", args[most])}
		}
		return nil
	}
}

// expected is the error of a value that is none, and what was probably meant.
func expected(what string, given string, known ...string) error {
	return &usageError{what, grammar.Nearest(given, known)}
}

// variantFlag adds the flag for a variant, by its name or as sheets call it: башни, "русские
// шашки"; шашки alone are Russian draughts.
func variantFlag(flags *pflag.FlagSet, v *record.Variant) {
	names := record.VariantNames()
	flags.VarP(&value{kind: "V", known: names, set: func(text string) error {
		if *v = grammar.ParseVariant(text); *v == record.UnknownVariant && strings.EqualFold(text, "шашки") {
			*v = record.Russian
		}
		if *v == record.UnknownVariant {
			return expected(say("usage.no-variant", "variants", strings.Join(names, ", ")), text, names...)
		}
		return nil
	}}, "variant", "v", "")
}

// needVariant returns the error of a command that needs a variant, where it is not given.
func needVariant(v record.Variant) error {
	return misuse(v == record.UnknownVariant, "usage.say-variant", "variants", strings.Join(record.VariantNames(), "|"))
}

// requires returns the error of a flag that is given without the one for which it is.
func requires(flags *pflag.FlagSet, name, other string) error {
	written := "--" + name
	if name == "output" {
		written = "-o"
	}
	main := flags.Lookup(other)
	return misuse(flags.Changed(name) && main.Value.String() == main.DefValue, "usage.requires", "flag", written, "other", "--"+other)
}

// choiceFlag declares a flag with a few possible values.
func choiceFlag(flags *pflag.FlagSet, p *string, name, preset string, values ...string) {
	*p = preset
	flags.Var(&value{kind: strings.Join(values, "|"), text: preset, known: values, set: func(text string) error {
		i := slices.IndexFunc(values, func(v string) bool { return strings.EqualFold(v, text) })
		if i < 0 {
			return expected(say("usage.expected", "what", message.Or(values...)), text, values...)
		}
		*p = values[i]
		return nil
	}}, name, "")
}

func encodingFlag(flags *pflag.FlagSet, encoding *string) {
	known := grammar.Encodings()
	flags.Var(&value{kind: "E", known: known, set: func(text string) error {
		if _, err := grammar.NewCutter(strings.NewReader(""), "", text); err != nil {
			return expected(say("usage.no-encoding", "encodings", strings.Join(known, ", ")), text, known...)
		}
		*encoding = text
		return nil
	}}, "encoding", "")
}

// intFlag declares a flag with a number between two limits.
func intFlag(flags *pflag.FlagSet, p *int, name string, preset, least, most int) {
	*p = preset
	flags.Var(&value{kind: "N", text: strconv.Itoa(preset), set: func(text string) error {
		n, err := strconv.Atoi(text)
		*p = n
		wrong := err != nil || n < least || n > most
		return misuse(wrong, "usage.expected-number", "least", least, "most", most)
	}}, name, "")
}

// jobsFlag is the flag --jobs of a command that works at several games at a time.
func jobsFlag(flags *pflag.FlagSet, jobs *int) {
	intFlag(flags, jobs, "jobs", runtime.GOMAXPROCS(0), 1, 1024)
	flags.Lookup("jobs").DefValue = "" // it is another on another machine
}

func minGamesFlag(flags *pflag.FlagSet, games *int) {
	intFlag(flags, games, "min-games", 1, 1, math.MaxInt32)
}

func progressFlag(flags *pflag.FlagSet, mode *string) {
	choiceFlag(flags, mode, "progress", "auto", "auto", "never")
}

// shareFlag declares a flag with a number up to 1, of which is says whether it is one.
func shareFlag(
	flags *pflag.FlagSet, p *float64, name, kind string, wrong message.ID, is func(float64) bool,
) {
	preset := strconv.FormatFloat(*p, 'g', -1, 64)
	flags.Var(&value{kind: kind, text: preset, set: func(text string) (err error) {
		*p, err = strconv.ParseFloat(text, 64)
		return misuse(err != nil || !is(*p), wrong)
	}}, name, "")
}

// includeFlag declares --include: see convert.Included.
func includeFlag(flags *pflag.FlagSet, patterns *[]string) {
	flags.Var(&value{kind: say("help-flags.value-pattern"), set: func(text string) error {
		_, err := path.Match(text, "")
		*patterns = append(*patterns, text)
		return misuse(err != nil || text == "", "usage.expected-pattern")
	}}, "include", "")
}

// settingsFlag declares --set, which gives names in a query their values.
func settingsFlag(flags *pflag.FlagSet, settings *map[string]string) {
	flags.Var(&value{kind: say("help-flags.value-setting"), set: func(text string) error {
		name, value, ok := strings.Cut(text, "=")
		name = strings.TrimPrefix(name, "$")
		if *settings == nil {
			*settings = make(map[string]string)
		}
		_, there := (*settings)[name]
		(*settings)[name] = value
		return cmp.Or(
			misuse(!ok || name == "", "usage.expected-setting"),
			misuse(there, "usage.set-twice", "name", name),
		)
	}}, "set", "")
}

// splitList returns the values of a flag that takes several, with commas.
func splitList(s string) []string {
	list := strings.Split(s, ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// verdictsFlag declares a flag that names verdicts, of which worst is the last.
func verdictsFlag[V interface {
	~uint8
	String() string
}](flags *pflag.FlagSet, verdicts *[]V, name string, worst V) {
	var names []string
	for verdict := V(0); verdict <= worst; verdict++ {
		names = append(names, verdict.String())
	}
	flags.Var(&value{kind: say("help-flags.value-verdicts"), known: names, list: true, set: func(text string) error {
		for _, given := range splitList(text) {
			i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, given) })
			if i < 0 {
				return expected(say("usage.no-verdict", "verdicts", strings.Join(names, ", ")), given, names...)
			}
			*verdicts = append(*verdicts, V(i))
		}
		return nil
	}}, name, "")
}

// isAmong says whether a verdict is one of those that such a flag names; without it, all are.
func isAmong[V comparable](verdicts []V, v V) bool {
	return len(verdicts) == 0 || slices.Contains(verdicts, v)
}

const maxParts = 1 << 20

// partFlag declares --part: the k-th, from 1, of n parts of the input.
func partFlag(flags *pflag.FlagSet, o *convert.Options) {
	flags.Var(&value{kind: "K/N", set: func(text string) (err error) {
		o.Part, o.Parts, err = parsePart(text)
		return err
	}}, "part", "")
}

func parsePart(text string) (k, n int, err error) {
	part, parts, _ := strings.Cut(text, "/")
	k, wrong := strconv.Atoi(part)
	n, err = strconv.Atoi(parts)
	isPart := wrong == nil && err == nil && k >= 1 && k <= n && n <= maxParts
	return k, n, misuse(!isPart, "usage.expected-part", "most", maxParts)
}

// partText is a part as the flag has it; "" for no parts.
func partText(k, n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", k, n)
}
