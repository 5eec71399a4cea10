package main

import (
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// variantValue is a flag that names a variant.
type variantValue record.Variant

func variantFlag(flags *pflag.FlagSet, v *record.Variant) {
	flags.VarP((*variantValue)(v), "variant", "v", "")
}

func variantNames() []string {
	var names []string
	for _, v := range record.Variants() {
		names = append(names, v.String())
	}
	return names
}

func (v *variantValue) Type() string { return "V" }

func (v *variantValue) String() string {
	if *v == variantValue(record.UnknownVariant) {
		return ""
	}
	return record.Variant(*v).String()
}

func (v *variantValue) Set(s string) error {
	parsed, err := record.ParseVariant(s)
	if err != nil {
		meant := nearest(s, variantNames())
		if v := grammar.ParseVariant(s); v != record.UnknownVariant {
			meant = v.String() // as sheets call it: башни
		}
		return &usageError{say("usage.no-variant", "variants", strings.Join(variantNames(), ", ")), meant}
	}
	*v = variantValue(parsed)
	return nil
}

// needVariant returns the error of a command that has to be told the variant.
func needVariant() error {
	return &usageError{message: say("usage.say-variant", "variants", strings.Join(variantNames(), "|"))}
}

// choiceValue is a flag with a few possible values.
type choiceValue struct {
	value  string
	values []string
}

func choiceFlag(flags *pflag.FlagSet, name, value string, values ...string) *string {
	c := &choiceValue{value, values}
	flags.Var(c, name, "")
	return &c.value
}

func (c *choiceValue) Type() string   { return strings.Join(c.values, "|") }
func (c *choiceValue) String() string { return c.value }

func (c *choiceValue) Set(s string) error {
	for _, v := range c.values {
		if strings.EqualFold(s, v) {
			c.value = v
			return nil
		}
	}
	return &usageError{say("usage.expected", "what", message.Or(c.values...)), nearest(s, c.values)}
}

// encodingValue is a flag that names an encoding.
type encodingValue string

func encodingFlag(flags *pflag.FlagSet, encoding *string) {
	flags.Var((*encodingValue)(encoding), "encoding", "")
}

func (e *encodingValue) Type() string   { return "E" }
func (e *encodingValue) String() string { return string(*e) }

func (e *encodingValue) Set(s string) error {
	if _, err := grammar.NewCutter(strings.NewReader(""), "", s); err != nil {
		return &usageError{
			say("usage.no-encoding", "encodings", strings.Join(grammar.Encodings(), ", ")),
			nearest(s, grammar.Encodings()),
		}
	}
	*e = encodingValue(s)
	return nil
}

// intValue is a flag with a number between two limits.
type intValue struct {
	value, least, most int
}

// jobsFlag is the flag --jobs of a command that works at several games at a time.
func jobsFlag(flags *pflag.FlagSet) *int {
	jobs := intFlag(flags, "jobs", runtime.GOMAXPROCS(0), 1, 1024)
	flags.Lookup("jobs").DefValue = "" // it is another on another machine
	return jobs
}

// useProcessors has no more processors used than there are jobs, so that one job
// leaves the rest of the machine to others, and returns what undoes that.
func useProcessors(jobs int) (undo func()) {
	all := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(min(jobs, all))
	return func() { runtime.GOMAXPROCS(all) }
}

func intFlag(flags *pflag.FlagSet, name string, value, least, most int) *int {
	i := &intValue{value, least, most}
	flags.Var(i, name, "")
	return &i.value
}

func (i *intValue) Type() string   { return "N" }
func (i *intValue) String() string { return strconv.Itoa(i.value) }

func (i *intValue) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < i.least || n > i.most {
		return &usageError{message: say("usage.expected-number", "least", i.least, "most", i.most)}
	}
	i.value = n
	return nil
}

// splitList returns the values of a flag that takes several, with commas.
func splitList(s string) []string {
	list := strings.Split(s, ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// verdictsValue is a flag that names verdicts.
type verdictsValue []replay.Verdict

func (v *verdictsValue) Type() string   { return say("help-flags.value-verdicts") }
func (v *verdictsValue) String() string { return "" }

func (v *verdictsValue) Set(s string) error {
	names := verdictNames()
	for _, name := range splitList(s) {
		i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
		if i < 0 {
			return &usageError{say("usage.no-verdict", "verdicts", strings.Join(names, ", ")), nearest(name, names)}
		}
		*v = append(*v, replay.Verdict(i))
	}
	return nil
}
