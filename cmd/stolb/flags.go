package main

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// value is the value of a flag: its text and its parser, whose error says what was expected.
type value struct {
	kind  string // in help
	text  string
	given []string // the texts of the command line, the last of which is text
	set   func(text string) error
	known []string // all possible values, for completion
	list  bool     // takes several of these, separated by commas
}

func (v *value) Type() string   { return v.kind }
func (v *value) String() string { return v.text }

func (v *value) Set(text string) error {
	if err := v.set(text); err != nil {
		return err
	}
	v.text, v.given = text, append(v.given, text)
	return nil
}

// some rejects a command line without arguments, with a message.
func some(id message.ID) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error { return misuse(len(args) == 0, id) }
}

// ofFiles returns a command that takes files and folders; none is its message without any.
func ofFiles(use string, none message.ID) *cobra.Command {
	return &cobra.Command{Use: use, Args: some(none), ValidArgsFunction: completeRecords}
}

// atMost rejects more than most arguments, with a message that names the first extra one.
func atMost(most int, id message.ID) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > most {
			return &usageError{message: say(id, "argument", args[most])}
		}
		return nil
	}
}

// expected returns the error for an unknown value, with the known one that was probably meant.
func expected(what string, given string, known ...string) error {
	return &usageError{what, grammar.Nearest(given, known)}
}

// variantFlag declares the flag for a variant, by its name or as sheets call it: башни,
// "русские шашки"; шашки alone means Russian draughts.
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

// needVariant returns an error if no variant is given.
func needVariant(v record.Variant) error {
	return misuse(v == record.UnknownVariant, "usage.say-variant", "variants", strings.Join(record.VariantNames(), "|"))
}

// requires returns an error if a flag is given without the other one that it applies to.
func requires(flags *pflag.FlagSet, name, other string) error {
	written := "--" + name
	if name == "output" {
		written = "-o"
	}
	main := flags.Lookup(other)
	return misuse(flags.Changed(name) && main.Value.String() == main.DefValue, "usage.requires", "flag", written, "other", "--"+other)
}

// misplaced returns an error that names the first of the flags that is given, if they do not apply.
func misplaced(flags *pflag.FlagSet, made bool, id message.ID, args []any, names ...string) error {
	i := slices.IndexFunc(names, flags.Changed)
	if !made || i < 0 {
		return nil
	}
	return misuse(true, id, append(args, "flag", names[i])...)
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

// intFlag declares a flag with an integer from least to most. A lower preset is no default.
func intFlag(flags *pflag.FlagSet, p *int, name string, preset, least, most int) {
	*p = preset
	text := map[bool]string{true: strconv.Itoa(preset)}[preset >= least]
	flags.Var(&value{kind: "N", text: text, set: func(text string) error {
		n, err := strconv.Atoi(text)
		*p = n
		wrong := err != nil || n < least || n > most
		return misuse(wrong, "usage.expected-number", "least", least, "most", most)
	}}, name, "")
}

// jobsFlag declares --jobs, for commands that process games in parallel.
func jobsFlag(flags *pflag.FlagSet, jobs *int) {
	intFlag(flags, jobs, "jobs", runtime.GOMAXPROCS(0), 1, 1024)
	flags.Lookup("jobs").DefValue = "" // it differs between machines
}

func minGamesFlag(flags *pflag.FlagSet, games *int) {
	intFlag(flags, games, "min-games", 1, 1, math.MaxInt32)
}

// shareFlag declares a flag with a number up to 1 for which is returns true.
func shareFlag(
	flags *pflag.FlagSet, p *float64, name, kind string, wrong message.ID, is func(float64) bool,
) {
	preset := strconv.FormatFloat(*p, 'g', -1, 64)
	flags.Var(&value{kind: kind, text: preset, set: func(text string) (err error) {
		*p, err = strconv.ParseFloat(text, 64)
		return misuse(err != nil || !is(*p), wrong)
	}}, name, "")
}

// settingsFlag declares --set, which assigns values to names in a query.
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

// splitList splits a flag's value at commas and trims spaces.
func splitList(s string) []string {
	list := strings.Split(s, ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// listFlag declares a flag with a list of names, separated by commas.
func listFlag(flags *pflag.FlagSet, list *[]string, name string, known ...string) {
	flags.Var(&value{known: known, list: true, set: func(text string) error {
		*list = append(*list, splitList(text)...)
		return nil
	}}, name, "")
}

// verdictsFlag declares a flag with a list of verdicts, up to worst.
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

// isAmong reports whether such a flag selects verdict v; if absent, it selects all.
func isAmong[V comparable](verdicts []V, v V) bool {
	return len(verdicts) == 0 || slices.Contains(verdicts, v)
}

const maxParts = 1 << 20

// parsePart parses K/N: the K-th, from 1, of N parts of the input.
func parsePart(text string) (k, n int, err error) {
	part, parts, _ := strings.Cut(text, "/")
	k, wrong := strconv.Atoi(part)
	n, err = strconv.Atoi(parts)
	isPart := wrong == nil && err == nil && k >= 1 && k <= n && n <= maxParts
	return k, n, misuse(!isPart, "usage.expected-part", "most", maxParts)
}

// partText returns a part as the flag spells it, or "" if n is 0.
func partText(k, n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", k, n)
}
